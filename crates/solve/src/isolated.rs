//! The solver in a process of its own: [`Isolated`].

use crate::{
    input::Input,
    limits::Limits,
    memory,
    messages::{diagnostics, rejection},
    query::{Answer, Grounded, LimitReached, Query, SolveError, Solver},
    refuse::refuse_scripts,
    wire::{self, Reply, Request},
};
use std::{
    ffi::OsString,
    io::{self, Read},
    path::PathBuf,
    process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio},
    sync::{
        Arc, Mutex, PoisonError,
        mpsc::{self, Receiver, RecvTimeoutError, Sender},
    },
    thread,
    time::{Duration, Instant},
};
use xfold_asp::{diagnostic::Diagnostic, symbols::Symbols};

/// How often the limits are looked at while a worker is busy.
const TICK: Duration = Duration::from_millis(10);
/// How long a worker may take to notice by itself that the time of a query is over, before it is killed. One that
/// notices can answer other queries.
const GRACE: Duration = Duration::from_millis(60);
/// How long one waits for a process that was killed; to free much memory takes it longer.
const PATIENCE: Duration = Duration::from_millis(20);

/// A worker serves no further program after one whose text is longer: its memory may be in pieces.
const LARGE: usize = 1 << 20;
/// The most idle workers that are kept.
const MOST_IDLE: usize = 16;

/// clingo in a worker process for each ground program, which is killed when a limit is reached.
///
/// So all limits hold, also while grounding. The memory limit needs Linux; elsewhere there is none.
/// A worker that was killed answers no further queries. One whose program is dropped serves the next program: starting a
/// process takes longer than most programs. The last clone of the solver ends those that are idle.
#[derive(Debug, Clone)]
pub struct Isolated {
    command: PathBuf,
    args: Vec<OsString>,
    idle: Idle,
}

/// Workers without a program.
type Idle = Arc<Mutex<Vec<Worker>>>;

impl Isolated {
    /// Workers are started with this command, which must call [`worker_main`](crate::worker_main).
    pub fn new(command: PathBuf, args: Vec<OsString>) -> Self {
        Self { command, args, idle: Idle::default() }
    }

    /// An idle worker with this bound on its memory, or a new one.
    fn worker(&self, memory: Option<u64>) -> io::Result<Worker> {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        while let Some(place) = idle.iter().position(|worker| worker.memory == memory) {
            let mut worker = idle.swap_remove(place);
            if worker.child.as_mut().is_some_and(|child| matches!(child.try_wait(), Ok(None))) {
                return Ok(worker);
            }
        }
        drop(idle);
        Worker::start(self, memory)
    }
}

impl Solver for Isolated {
    fn ground(&self, input: &Input, limits: &Limits) -> Result<Box<dyn Grounded>, SolveError> {
        refuse_scripts(input).map_err(SolveError::Rejected)?;
        let mut worker = self.worker(limits.memory()).map_err(|error| {
            SolveError::Failed(format!("the solver's process cannot be started: {error}"))
        })?;
        let request = Request::Ground { text: input.text().to_owned(), memory: limits.memory() };
        let frame = worker.ask(&request, limits, Duration::ZERO)?;
        match read(&frame, &mut Symbols::default())? {
            Reply::Grounded(messages) => {
                let idle = (input.text().len() <= LARGE).then(|| Arc::clone(&self.idle));
                let remarks = diagnostics(&messages, input);
                Ok(Box::new(IsolatedGround { worker: Some(worker), remarks, idle }))
            }
            Reply::Rejected(messages) => Err(rejection(&messages, input)),
            other => Err(unexpected(other)),
        }
    }
}

struct IsolatedGround {
    /// Taken only when this is dropped.
    worker: Option<Worker>,
    remarks: Vec<Diagnostic>,
    /// Where the worker goes when it has nothing to do any more; nowhere if it is not to be used again.
    idle: Option<Idle>,
}

impl Drop for IsolatedGround {
    fn drop(&mut self) {
        if let (Some(worker), Some(idle)) = (self.worker.take(), &self.idle)
            && worker.requests.is_some()
        {
            let mut idle = idle.lock().unwrap_or_else(PoisonError::into_inner);
            if idle.len() < MOST_IDLE {
                idle.push(worker);
            }
        }
    }
}

impl Grounded for IsolatedGround {
    fn solve(&mut self, query: &Query, symbols: &mut Symbols, limits: &Limits) -> Result<Answer, SolveError> {
        let time = limits.time_left().map(|time| u64::try_from(time.as_millis()).unwrap_or(u64::MAX));
        let request = Request::Solve { query: query.clone(), time };
        let worker = self.worker.as_mut().expect("it is taken only when this is dropped");
        let frame = worker.ask(&request, limits, GRACE)?;
        match read(&frame, symbols)? {
            Reply::Answer(answer, _) => Ok(answer),
            other => {
                // Whatever is wrong with it, the next program need not suffer.
                self.idle = None;
                Err(unexpected(other))
            }
        }
    }

    fn remarks(&self) -> &[Diagnostic] {
        &self.remarks
    }
}

fn read(frame: &[u8], symbols: &mut Symbols) -> Result<Reply, SolveError> {
    Reply::decode(frame, symbols).map_err(|error| SolveError::Failed(error.to_string()))
}

fn unexpected(reply: Reply) -> SolveError {
    match reply {
        Reply::Limit(limit) => SolveError::Limit(limit),
        Reply::Failed(reason) => SolveError::Failed(reason),
        _ => SolveError::Failed("the solver's process gave an answer that does not fit".to_owned()),
    }
}

/// A worker process and the thread that talks to it, so that the caller can watch the clock meanwhile.
#[derive(Debug)]
struct Worker {
    /// Gone once it was killed.
    child: Option<Child>,
    process: u32,
    /// Requests for the thread; gone once the worker is dead.
    requests: Option<Sender<Vec<u8>>>,
    replies: Receiver<io::Result<Vec<u8>>>,
    /// The bound on its memory, which lasts as long as the process.
    memory: Option<u64>,
}

impl Worker {
    fn start(program: &Isolated, memory: Option<u64>) -> io::Result<Self> {
        let mut child = Command::new(&program.command)
            .args(&program.args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
        let (requests, to_send) = mpsc::channel();
        let (replied, replies) = mpsc::channel();
        // From here on dropping the worker ends the process, also if there is no thread for it.
        let process = child.id();
        memory::solver_begins(process);
        let worker = Self { child: Some(child), process, requests: Some(requests), replies, memory };
        let (stdin, stdout) = stdin.zip(stdout).ok_or_else(|| io::Error::other("a pipe to it is missing"))?;
        thread::Builder::new()
            .name("solver process".to_owned())
            .spawn(move || converse(stdin, stdout, &to_send, &replied))?;
        Ok(worker)
    }

    /// Sends a request and waits for the reply. A worker that has not replied when a limit is reached (for the time:
    /// and after some grace) is killed.
    fn ask(&mut self, request: &Request, limits: &Limits, grace: Duration) -> Result<Vec<u8>, SolveError> {
        if let Some(limit) = limits.reached() {
            return Err(SolveError::Limit(limit));
        }
        let gone = || SolveError::Failed("the solver's process was ended by a limit before".to_owned());
        self.requests.as_ref().ok_or_else(gone)?.send(request.encode()).ok();
        let mut late: Option<Instant> = None;
        loop {
            let wait = limits.time_left().map_or(TICK, |left| left.clamp(Duration::from_millis(1), TICK));
            match self.replies.recv_timeout(wait) {
                Ok(Ok(frame)) => return Ok(frame),
                Ok(Err(_)) | Err(RecvTimeoutError::Disconnected) => return Err(self.death(limits)),
                Err(RecvTimeoutError::Timeout) => {}
            }
            if limits.is_full() && memory::largest_solver() == Some(self.process) {
                self.kill();
                return Err(SolveError::Limit(LimitReached::Memory));
            }
            if let Some(limit) = limits.reached() {
                let since = late.get_or_insert_with(Instant::now);
                if limit != LimitReached::Time || since.elapsed() >= grace {
                    self.kill();
                    return Err(SolveError::Limit(limit));
                }
            }
        }
    }

    /// Ends the process and takes its exit status, so that no zombie stays.
    fn kill(&mut self) -> Option<ExitStatus> {
        self.requests = None;
        let mut child = self.child.take()?;
        memory::solver_ends(self.process);
        let _ = child.kill();
        let patience = Instant::now() + PATIENCE;
        loop {
            match child.try_wait() {
                Ok(None) if Instant::now() < patience => thread::sleep(Duration::from_millis(1)),
                Ok(None) => {
                    // Somebody else waits for it. Without a thread for that it is our turn after all.
                    let (handed, taken) = mpsc::channel::<Child>();
                    let wait = move || taken.recv().map(|mut child| child.wait());
                    let waits = thread::Builder::new().name("solver's end".to_owned()).spawn(wait);
                    match waits {
                        Ok(_) => drop(handed.send(child)),
                        Err(_) => return child.wait().ok(),
                    }
                    return None;
                }
                Ok(status) => return status,
                Err(_) => return None,
            }
        }
    }

    /// Why a worker died that we did not kill.
    fn death(&mut self, limits: &Limits) -> SolveError {
        // It closed its pipes, so it is dead or about to be; one that is not would keep us waiting.
        let patience = Instant::now() + Duration::from_secs(1);
        let status = loop {
            match self.child.as_mut().map(Child::try_wait) {
                Some(Ok(Some(status))) => break Some(status),
                Some(Ok(None)) if Instant::now() < patience => thread::sleep(Duration::from_millis(1)),
                _ => break self.kill(),
            }
        };
        self.requests = None;
        memory::solver_ends(self.process);
        if let Some(limit) = limits.reached() {
            return SolveError::Limit(limit);
        }
        let last_words = self.last_words();
        if let Some(limit) =
            status.and_then(|status| limit_behind(status, self.memory.is_some(), &last_words))
        {
            return SolveError::Limit(limit);
        }
        let status = status.map_or_else(|| "unknown status".to_owned(), |status| status.to_string());
        SolveError::Failed(
            format!("its process ended ({status}) {}", last_words.trim()).trim_end().to_owned(),
        )
    }

    /// What the dead process wrote to its standard error, within reason.
    fn last_words(&mut self) -> String {
        let mut words = Vec::new();
        if let Some(stderr) = self.child.as_mut().and_then(|child| child.stderr.take()) {
            let _ = stderr.take(2000).read_to_end(&mut words);
        }
        String::from_utf8_lossy(&words).into_owned()
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.kill();
    }
}

/// The thread beside a worker: one request, one reply, until either side is gone.
fn converse(
    mut stdin: ChildStdin,
    mut stdout: ChildStdout,
    requests: &Receiver<Vec<u8>>,
    replies: &Sender<io::Result<Vec<u8>>>,
) {
    while let Ok(request) = requests.recv() {
        let reply = wire::send(&mut stdin, &request)
            .and_then(|()| wire::receive(&mut stdout)?.ok_or_else(|| io::ErrorKind::UnexpectedEof.into()));
        let over = reply.is_err();
        if replies.send(reply).is_err() || over {
            return;
        }
    }
}

/// The limit that explains the end of a process, if one does.
#[cfg(unix)]
fn limit_behind(status: ExitStatus, memory_limited: bool, last_words: &str) -> Option<LimitReached> {
    use std::os::unix::process::ExitStatusExt;
    match status.signal()? {
        // We did not kill it, so the system did, which it does when memory runs out.
        libc::SIGKILL => Some(LimitReached::Memory),
        // An allocation failed where neither Rust nor clingo can go on.
        libc::SIGABRT if memory_limited || last_words.contains("alloc") => Some(LimitReached::Memory),
        // Ctrl-C came before the worker was deaf to it.
        libc::SIGINT => Some(LimitReached::Interrupt),
        _ => None,
    }
}

/// The limit that explains the end of a process, if one does.
#[cfg(not(unix))]
fn limit_behind(_: ExitStatus, memory_limited: bool, last_words: &str) -> Option<LimitReached> {
    (memory_limited && last_words.contains("alloc")).then_some(LimitReached::Memory)
}
