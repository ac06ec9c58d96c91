//! The solver in a process of its own: [`Isolated`].

use crate::{
    clingo::{GroundProgram, control::Failure},
    decimals,
    input::Input,
    limits::Limits,
    memory,
    messages::{RawMessage, diagnostics, rejection},
    overflow::Sums,
    query::{Answer, Grounded, Keep, LimitReached, Query, SolveError, Solver},
    refuse::refuse_scripts,
    wire::{self, Bounds, Reply, Request},
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

/// How long a signal that ended a worker may take to reach this process, too.
const SIGNAL_TO_ALL: Duration = Duration::from_millis(200);
/// A longer program is not kept to be grounded again in another worker.
const TOO_LARGE_TO_KEEP: usize = 64 << 20;

/// A worker serves no further program after one whose text is longer: its memory may be in pieces.
const LARGE: usize = 1 << 20;
/// The most idle workers that are kept.
const MOST_IDLE: usize = 16;

/// clingo in a worker process for each ground program, which is killed when a limit is reached.
///
/// So all limits hold, also while grounding. The memory limit needs Linux; elsewhere there is none.
/// Where a worker is killed from outside, another one does its work, once.
/// A worker that was killed by a limit answers no further queries. One whose program is dropped serves the next program: starting a
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

impl Isolated {
    /// Grounds a program in a worker. Gives the worker and clingo's remarks.
    fn ground_in_worker(
        &self,
        request: &Request,
        limits: &Limits,
    ) -> Result<(Worker, Vec<RawMessage>), NoAnswer> {
        let mut worker = self.worker(limits.memory()).map_err(|error| {
            SolveError::Failed(format!("the solver's process cannot be started: {error}"))
        })?;
        let frame = worker.ask(request, limits, Duration::ZERO)?;
        match read(&frame, &mut Symbols::default())? {
            Reply::Grounded(messages, work) => {
                limits.spend(work);
                Ok((worker, messages))
            }
            Reply::Rejected(messages) => Err(NoAnswer::Rejected(messages)),
            other => Err(unexpected(other).into()),
        }
    }
}

impl Isolated {
    /// Grounds a program with whole numbers only.
    fn ground_whole(
        &self,
        input: &Input,
        keep: Keep,
        limits: &Limits,
    ) -> Result<Box<dyn Grounded>, SolveError> {
        refuse_scripts(input).map_err(SolveError::Rejected)?;
        let request = Request::Ground { text: input.text().to_owned(), keep, memory: limits.memory() };
        let mut grounded = self.ground_in_worker(&request, limits);
        if let Err(NoAnswer::Killed(_)) = &grounded {
            grounded = self.ground_in_worker(&request, limits);
        }
        let sums = Sums::of(input);
        let (worker, messages) = grounded.map_err(|error| error.about(input, &sums))?;
        let is_large = input.text().len() > LARGE;
        Ok(Box::new(IsolatedGround {
            worker: Some(worker),
            remarks: diagnostics(&messages, input),
            sums,
            solver: self.clone(),
            program: (input.text().len() <= TOO_LARGE_TO_KEEP).then_some(request),
            is_used_again: !is_large,
        }))
    }
}

impl Solver for Isolated {
    fn ground_and_keep(
        &self,
        input: &Input,
        keep: Keep,
        limits: &Limits,
    ) -> Result<Box<dyn Grounded>, SolveError> {
        decimals::ground(input, |input| self.ground_whole(input, keep, limits))
    }
}

/// Why a worker gave no answer.
enum NoAnswer {
    /// clingo refused the program.
    Rejected(Vec<RawMessage>),
    /// Something outside this program ended the worker; how, in words.
    Killed(String),
    Other(SolveError),
}

impl From<SolveError> for NoAnswer {
    fn from(error: SolveError) -> Self {
        NoAnswer::Other(error)
    }
}

impl NoAnswer {
    fn about(self, input: &Input, sums: &Sums) -> SolveError {
        match self {
            NoAnswer::Rejected(messages) => rejection(&messages, input),
            other => sums.explain(other.into()),
        }
    }
}

impl From<NoAnswer> for SolveError {
    fn from(error: NoAnswer) -> Self {
        match error {
            NoAnswer::Rejected(messages) => Failure::Rejected(messages).into(),
            NoAnswer::Killed(how) => SolveError::Failed(how),
            NoAnswer::Other(error) => error,
        }
    }
}

struct IsolatedGround {
    /// Taken only when this is dropped.
    worker: Option<Worker>,
    remarks: Vec<Diagnostic>,
    sums: Sums,
    solver: Isolated,
    /// The program, to be grounded again should the worker be killed from outside; gone once that has happened.
    program: Option<Request>,
    /// Whether the worker serves other programs after this one.
    is_used_again: bool,
}

impl Drop for IsolatedGround {
    fn drop(&mut self) {
        if let Some(worker) = self.worker.take()
            && self.is_used_again
            && worker.requests.is_some()
        {
            let mut idle = self.solver.idle.lock().unwrap_or_else(PoisonError::into_inner);
            if idle.len() < MOST_IDLE {
                idle.push(worker);
            }
        }
    }
}

impl IsolatedGround {
    /// What the worker replies to a request about its program.
    fn ask(
        &mut self,
        request: impl Fn(Bounds) -> Request,
        symbols: &mut Symbols,
        limits: &Limits,
    ) -> Result<Reply, SolveError> {
        let mut frame = self.try_ask(&request, limits);
        if let Err(NoAnswer::Killed(_)) = &frame
            && let Some(program) = self.program.take()
        {
            self.worker = Some(self.solver.ground_in_worker(&program, limits)?.0);
            frame = self.try_ask(&request, limits);
        }
        let reply = read(&frame?, symbols)?;
        match &reply {
            Reply::Answer(Answer { work, .. }, _) | Reply::Rules(_, _, work) => limits.spend(*work),
            Reply::Limit(LimitReached::Work) => limits.spend(limits.work_left().unwrap_or(0)),
            // Whatever is wrong with this worker, the next program gets another one.
            _ => self.is_used_again = false,
        }
        Ok(reply)
    }

    fn try_ask(&mut self, request: impl Fn(Bounds) -> Request, limits: &Limits) -> Result<Vec<u8>, NoAnswer> {
        let time = limits.time_left().map(|time| u64::try_from(time.as_millis()).unwrap_or(u64::MAX));
        let bounds = Bounds { time, work: limits.work_left() };
        let worker = self.worker.as_mut().expect("it is taken only when this is dropped");
        worker.ask(&request(bounds), limits, GRACE)
    }
}

impl Grounded for IsolatedGround {
    fn solve(&mut self, query: &Query, symbols: &mut Symbols, limits: &Limits) -> Result<Answer, SolveError> {
        match self.ask(|bounds| Request::Solve(query.clone(), bounds), symbols, limits)? {
            Reply::Answer(answer, _) => Ok(answer),
            other => Err(self.sums.explain(unexpected(other))),
        }
    }

    fn take_rules(&mut self, symbols: &mut Symbols, limits: &Limits) -> Result<GroundProgram, SolveError> {
        match self.ask(Request::TakeRules, symbols, limits)? {
            Reply::Rules(program, ..) => Ok(program),
            other => Err(self.sums.explain(unexpected(other))),
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
    fn ask(&mut self, request: &Request, limits: &Limits, grace: Duration) -> Result<Vec<u8>, NoAnswer> {
        if let Some(limit) = limits.reached() {
            return Err(SolveError::Limit(limit).into());
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
                return Err(SolveError::Limit(LimitReached::Memory).into());
            }
            if let Some(limit) = limits.reached() {
                let since = late.get_or_insert_with(Instant::now);
                if limit != LimitReached::Time || since.elapsed() >= grace {
                    self.kill();
                    return Err(SolveError::Limit(limit).into());
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
                    // A thread waits for it instead. If none can be started, we wait after all.
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
    fn death(&mut self, limits: &Limits) -> NoAnswer {
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
        let signal = status.and_then(signal);
        if signal.is_some_and(is_to_all) {
            // It may have been sent to all processes of a terminal or a service, and this one is about to stop as well.
            let patience = Instant::now() + SIGNAL_TO_ALL;
            while limits.reached().is_none() && Instant::now() < patience {
                thread::sleep(Duration::from_millis(1));
            }
        }
        if let Some(limit) = limits.reached() {
            return SolveError::Limit(limit).into();
        }
        let last_words = self.last_words();
        // Where Rust or C++ cannot go on without memory, they say so and abort.
        if last_words.contains("alloc") {
            return SolveError::Limit(LimitReached::Memory).into();
        }
        if let Some(signal) = signal.filter(|signal| is_from_outside(*signal)) {
            let perhaps = if is_kill(signal) { ", perhaps by the system because memory ran out" } else { "" };
            return NoAnswer::Killed(format!("its process was killed (signal {signal}){perhaps}"));
        }
        let status = status.map_or_else(|| "unknown status".to_owned(), |status| status.to_string());
        let words = format!("its process ended ({status}) {}", last_words.trim()).trim_end().to_owned();
        SolveError::Failed(words).into()
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

/// The signal that ended a process, if one did.
fn signal(status: ExitStatus) -> Option<i32> {
    #[cfg(unix)]
    return std::os::unix::process::ExitStatusExt::signal(&status);
    #[cfg(not(unix))]
    {
        let _ = status;
        None
    }
}

/// Whether this signal comes from outside, and not from an error in the process.
fn is_from_outside(signal: i32) -> bool {
    is_to_all(signal) || is_kill(signal)
}

/// Whether a terminal or a service ends all its processes by this signal.
fn is_to_all(signal: i32) -> bool {
    #[cfg(unix)]
    return [libc::SIGINT, libc::SIGTERM, libc::SIGHUP, libc::SIGQUIT].contains(&signal);
    #[cfg(not(unix))]
    {
        let _ = signal;
        false
    }
}

/// Whether it is the signal that no process can catch.
fn is_kill(signal: i32) -> bool {
    #[cfg(unix)]
    return signal == libc::SIGKILL;
    #[cfg(not(unix))]
    {
        let _ = signal;
        false
    }
}
