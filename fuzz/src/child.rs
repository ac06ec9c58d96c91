//! Runs the command as a child and watches it: time, memory, what it prints, what it leaves behind.

use nix::{
    errno::Errno,
    sys::signal::{Signal, kill, killpg},
    unistd::Pid,
};
use std::{
    fs,
    io::Read,
    os::unix::process::{CommandExt, ExitStatusExt},
    path::Path,
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

/// How long processes of an ended run may take to go.
const PATIENCE: Duration = Duration::from_secs(5);

/// When a run is given up.
#[derive(Debug, Clone, Copy)]
pub struct Bounds {
    /// The longest time.
    pub time: Duration,
    /// The most memory of the command's own process, in bytes.
    pub memory: u64,
}

/// What a run left.
#[derive(Debug, Clone, Default)]
pub struct Ran {
    /// What it printed.
    pub stdout: Vec<u8>,
    /// What it told.
    pub stderr: Vec<u8>,
    /// The exit code; none if a signal ended it.
    pub code: Option<i32>,
    /// The signal that ended it.
    pub signal: Option<i32>,
    /// How long it ran.
    pub wall: Duration,
    /// The processor time of its own process, without the solver's.
    pub cpu: Duration,
    /// The most memory of its own process and of its solver's, in bytes.
    pub memory: [u64; 2],
    /// The bound that it passed, for which it was killed.
    pub given_up: Option<&'static str>,
    /// Whether a process of it was still there when it had ended.
    pub left_over: bool,
    /// How often the system was asked about it.
    pub looks: usize,
}

impl Ran {
    /// What it told, as text.
    pub fn told(&self) -> String {
        String::from_utf8_lossy(&self.stderr).into_owned()
    }

    /// What it printed, as text.
    pub fn printed(&self) -> String {
        String::from_utf8_lossy(&self.stdout).into_owned()
    }
}

/// A run that goes on.
#[derive(Debug)]
pub struct Running {
    child: Child,
    started: Instant,
    readers: [thread::JoinHandle<Vec<u8>>; 2],
}

impl Running {
    /// Starts a command in a folder, in a process group of its own.
    pub fn start(program: &Path, args: &[String], folder: &Path) -> Self {
        let mut child = Command::new(program)
            .args(args)
            .current_dir(folder)
            .env_remove("RUST_BACKTRACE")
            .process_group(0)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the command can be run");
        let stdout = child.stdout.take().expect("it is piped");
        let stderr = child.stderr.take().expect("it is piped");
        let readers = [thread::spawn(move || all_of(stdout)), thread::spawn(move || all_of(stderr))];
        Self { child, started: Instant::now(), readers }
    }

    /// The number of its process.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Whether it has ended.
    pub fn is_over(&mut self) -> bool {
        !matches!(self.child.try_wait(), Ok(None))
    }

    /// Sends a signal to the process, or to one of its children.
    pub fn send(&self, id: u32, signal: Signal) {
        // It may have ended meanwhile.
        let _ = kill(pid(id), signal);
    }

    /// The processes that it started and that are still there.
    pub fn children(&self) -> Vec<u32> {
        children(self.id())
    }

    /// Waits for the end, or makes one.
    pub fn wait(mut self, bounds: &Bounds) -> Ran {
        let mut ran = Ran::default();
        let mut pause = Duration::from_millis(1);
        let id = self.id();
        let status = loop {
            match self.child.try_wait() {
                Ok(Some(status)) => break Some(status),
                Ok(None) => {}
                Err(_) => break None,
            }
            ran.look(id);
            let passed =
                [(self.started.elapsed() > bounds.time, "time"), (ran.memory[0] > bounds.memory, "memory")];
            if let Some((_, what)) = passed.iter().find(|(is_passed, _)| *is_passed) {
                ran.given_up = Some(what);
                let _ = killpg(pid(id), Signal::SIGKILL);
            }
            thread::sleep(pause);
            pause = (pause * 2).min(Duration::from_millis(10));
        };
        ran.wall = self.started.elapsed();
        ran.code = status.and_then(|status| status.code());
        ran.signal = status.and_then(|status| status.signal());
        let end = Instant::now() + PATIENCE;
        while has_group(id) && Instant::now() < end {
            thread::sleep(Duration::from_millis(2));
        }
        if has_group(id) {
            ran.left_over = ran.given_up.is_none();
            let _ = killpg(pid(id), Signal::SIGKILL);
        }
        let [stdout, stderr] = self.readers.map(|reader| reader.join().unwrap_or_default());
        (ran.stdout, ran.stderr) = (stdout, stderr);
        ran
    }
}

impl Ran {
    /// Notes what the system says of the process now.
    fn look(&mut self, id: u32) {
        self.memory[0] = self.memory[0].max(peak(id).unwrap_or(0));
        self.looks += 1;
        // To find the children takes long beside the rest.
        if self.looks.is_multiple_of(4) {
            let of_children = children(id).into_iter().filter_map(peak).max();
            self.memory[1] = self.memory[1].max(of_children.unwrap_or(0));
        }
        self.cpu = self.cpu.max(cpu(id).unwrap_or_default());
    }
}

/// Runs a command to its end.
pub fn run(program: &Path, args: &[String], folder: &Path, bounds: &Bounds) -> Ran {
    Running::start(program, args, folder).wait(bounds)
}

/// The memory in use by this process, in bytes.
pub fn own_memory() -> u64 {
    status_field("self", "VmRSS:").unwrap_or(0)
}

fn all_of(mut pipe: impl Read) -> Vec<u8> {
    let mut bytes = Vec::new();
    let _ = pipe.read_to_end(&mut bytes);
    bytes
}

fn pid(id: u32) -> Pid {
    Pid::from_raw(i32::try_from(id).expect("numbers of processes are small"))
}

/// Whether the group of a process has any process left that runs. One that has ended may wait for the system to note that.
fn has_group(id: u32) -> bool {
    if killpg(pid(id), None) == Err(Errno::ESRCH) {
        return false;
    }
    let runs = |entry: fs::DirEntry| {
        let stat = fs::read_to_string(entry.path().join("stat")).ok()?;
        let mut fields = stat.rsplit_once(')')?.1.split_whitespace();
        let (state, group) = (fields.next()?, fields.nth(1)?);
        Some(state != "Z" && state != "X" && group.parse() == Ok(id))
    };
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    entries.filter_map(runs).any(|runs| runs)
}

fn peak(id: u32) -> Option<u64> {
    status_field(&id.to_string(), "VmHWM:")
}

fn status_field(id: &str, name: &str) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{id}/status")).ok()?;
    let line = status.lines().find(|line| line.starts_with(name))?;
    Some(line.split_whitespace().nth(1)?.parse::<u64>().ok()? * 1024)
}

/// The processor time of a process, from the clock ticks that the system counts.
fn cpu(id: u32) -> Option<Duration> {
    let stat = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    let after_name = stat.rsplit_once(')')?.1;
    let fields: Vec<&str> = after_name.split_whitespace().collect();
    let ticks: u64 = fields.get(11)?.parse::<u64>().ok()? + fields.get(12)?.parse::<u64>().ok()?;
    Some(Duration::from_millis(ticks * 10))
}

/// The processes that any thread of a process has started.
fn children(id: u32) -> Vec<u32> {
    let threads = fs::read_dir(format!("/proc/{id}/task")).into_iter().flatten().flatten();
    let lists = threads.filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok());
    lists
        .flat_map(|list| list.split_whitespace().filter_map(|id| id.parse().ok()).collect::<Vec<u32>>())
        .collect()
}
