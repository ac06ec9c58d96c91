//! Schedulers and executors as processes of this program, on free ports of this machine.

use crate::sums::Sums;
use clap::Parser;
use std::{
    io::{BufRead, BufReader},
    process::{Child, Command, Stdio},
    sync::{Arc, Condvar, Mutex},
    time::{Duration, Instant},
};
use xfold_cluster::{
    BallistaEngine, ClientOptions, EngineError, ExecutorOptions, SchedulerOptions, TableOptions,
    command::NodeCommand, run_executor, run_scheduler,
};

/// On a busy machine starting takes a while.
const PATIENCE: Duration = Duration::from_secs(60);

#[derive(Parser)]
struct Node {
    #[command(subcommand)]
    command: NodeCommand,
}

/// Not a test: a process of a cluster, if its parent says so.
#[test]
fn node() {
    let Ok(arguments) = std::env::var("XFOLD_TEST_NODE") else { return };
    let version = std::env::var("XFOLD_TEST_VERSION").ok();
    let words = || ["node"].into_iter().chain(arguments.split(' '));
    let Some(version) = version else {
        let code = Node::parse_from(words()).command.run(|_, _| Arc::new(Sums::default()));
        std::process::exit(if code == std::process::ExitCode::SUCCESS { 0 } else { 1 });
    };
    // Of another version: a scheduler, or an executor that is told the scheduler's.
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let say = |line: String| eprintln!("{line}");
    let ended = runtime.block_on(async {
        match arguments.split_once("--scheduler ") {
            None => {
                run_scheduler(SchedulerOptions { port: 0, version, ..SchedulerOptions::default() }, say).await
            }
            Some((_, scheduler)) => {
                let options = ExecutorOptions {
                    scheduler: scheduler.into(),
                    port: 0,
                    grpc_port: 0,
                    version,
                    ..ExecutorOptions::default()
                };
                run_executor(options, Arc::new(Sums::default()), say).await
            }
        }
    });
    if let Err(what) = ended {
        eprintln!("error: {what}");
    }
    std::process::exit(1);
}

/// A process and what it has said so far. It is killed when it is dropped.
pub struct Process {
    child: Child,
    said: Arc<(Mutex<Vec<String>>, Condvar)>,
}

impl Process {
    pub fn start(arguments: &str, version: Option<&str>) -> Self {
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.args(["nodes::node", "--exact", "--nocapture"]).env("XFOLD_TEST_NODE", arguments);
        if let Some(version) = version {
            command.env("XFOLD_TEST_VERSION", version);
        }
        Self::spawn(&mut command)
    }

    pub fn spawn(command: &mut Command) -> Self {
        let mut child = command.stderr(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
        let said = Arc::new((Mutex::new(Vec::new()), Condvar::new()));
        let (lines, told) = (BufReader::new(child.stderr.take().unwrap()).lines(), said.clone());
        std::thread::spawn(move || {
            for line in lines.map_while(Result::ok) {
                told.0.lock().unwrap().push(line);
                told.1.notify_all();
            }
        });
        Self { child, said }
    }

    /// Waits until the process has said something with these words.
    pub fn wait_for(&self, words: &str) -> String {
        let begun = Instant::now();
        let mut lines = self.said.0.lock().unwrap();
        loop {
            if let Some(line) = lines.iter().find(|line| line.contains(words)) {
                return line.clone();
            }
            assert!(begun.elapsed() < PATIENCE, "never said `{words}`, but: {lines:#?}");
            lines = self.said.1.wait_timeout(lines, Duration::from_millis(100)).unwrap().0;
        }
    }

    pub fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Sends a signal by its name.
    #[cfg(unix)]
    pub fn signal(&self, name: &str) {
        let sent = Command::new("kill").args(["-s", name, &self.child.id().to_string()]).status().unwrap();
        assert!(sent.success());
    }

    /// Waits for the end of the process.
    pub fn code(&mut self) -> Option<i32> {
        let begun = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status.code();
            }
            assert!(begun.elapsed() < PATIENCE, "does not end: {:#?}", self.said.0.lock().unwrap());
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A cluster on this machine.
pub struct Cluster {
    pub scheduler: Process,
    pub executors: Vec<Process>,
    pub address: String,
}

impl Cluster {
    pub fn start(n_executors: usize) -> Self {
        Self::start_with(n_executors, "--threads 2")
    }

    pub fn start_with(n_executors: usize, flags: &str) -> Self {
        let scheduler = Process::start("scheduler --port 0 --executor-timeout 4", None);
        let address = address(&scheduler);
        let mut cluster = Self { scheduler, executors: Vec::new(), address };
        for _ in 0..n_executors {
            cluster.add_executor(flags);
        }
        if n_executors > 0 {
            cluster.scheduler.wait_for(&format!("({n_executors} in all)"));
        }
        cluster
    }

    pub fn add_executor(&mut self, flags: &str) {
        let arguments = format!("executor --scheduler {} --port 0 --grpc-port 0 {flags}", self.address);
        let executor = Process::start(&arguments, None);
        executor.wait_for("registered");
        self.executors.push(executor);
    }

    pub fn open(&self, location: &str, options: &TableOptions) -> BallistaEngine {
        self.try_open(location, options).unwrap()
    }

    pub fn try_open(&self, location: &str, options: &TableOptions) -> Result<BallistaEngine, EngineError> {
        BallistaEngine::open(&self.address, &[location.to_string()], options, ClientOptions::default())
    }
}

/// The address at which a scheduler says that it listens.
pub fn address(scheduler: &Process) -> String {
    let line = scheduler.wait_for("listening at ");
    line.rsplit_once("listening at ").unwrap().1.trim().to_string()
}
