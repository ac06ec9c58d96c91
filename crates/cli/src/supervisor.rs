//! The supervisor sees to it that limits hold whatever the work is doing: reading a pipe that never ends, a loop that does
//! not look at the clock, freeing memory.
//!
//! The work looks at its limits by itself and then has what was kept back for its last steps. The supervisor is a thread
//! beside it. When the work has not come back in time, takes too much memory or does not react to Ctrl-C, the supervisor
//! prints the best so far and ends the process.

use crate::{
    commands::{Console, End},
    options::Format,
    output::{self, say},
};
use std::{
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, OnceLock, PoisonError, atomic::Ordering, mpsc},
    thread,
    time::{Duration, Instant},
};
use xfold::{LimitReached, Limits, codes};
use xfold_asp::{diagnostic::Diagnostic, span::SourceMap};
use xfold_solve::memory;

/// Time between two looks at clock and memory.
const TICK: Duration = Duration::from_millis(10);
/// The same when the memory is nearly full.
const SHORT_TICK: Duration = Duration::from_millis(1);
/// No program takes memory faster than this, in bytes for each millisecond.
const FASTEST: u64 = 4 << 20;
/// How long the work may take to come back after its time is over.
const GRACE: Duration = Duration::from_millis(80);
/// The same after Ctrl-C.
const GRACE_AFTER_INTERRUPT: Duration = Duration::from_millis(180);
/// Bytes of an ended process that the system frees in a millisecond, at least.
const FREED: u64 = 4 << 20;
/// How long printing may take if the reader of the output does not read.
const PRINTING: Duration = Duration::from_millis(100);
/// How long the thread that prints may take to start: on a busy machine it starts late.
const BEGINNING: Duration = Duration::from_secs(1);

/// Which thread writes the result.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Turn {
    /// None yet.
    Nobody,
    /// The work, or it has done so.
    Work,
    /// The supervisor, which then ends the process.
    Supervisor,
}

static TURN: Mutex<Turn> = Mutex::new(Turn::Nobody);
/// What a limit came before, such as `anything was learned`.
static BEFORE: OnceLock<&str> = OnceLock::new();

/// Where the best so far goes, a file or standard output. It is printed only if this is set.
static BEST_TO: OnceLock<Option<PathBuf>> = OnceLock::new();

/// What is known of the run when it has to be ended.
struct Run {
    limits: Limits,
    console: Console,
}

/// Starts the supervisor; `before` is what a limit may come before.
pub fn start(limits: &Limits, console: Console, before: &'static str) {
    if let Some(bytes) = limits.memory() {
        memory::bound(bytes);
    }
    BEFORE.get_or_init(|| before);
    let run = Run { limits: limits.clone(), console };
    // Without a thread for it the work still looks at its limits.
    let _ = thread::Builder::new().name("supervisor".to_owned()).spawn(move || run.supervise());
}

/// Lets the supervisor print the best so far when it has to end the run.
pub fn print_best_to(output: Option<&Path>) {
    BEST_TO.get_or_init(|| output.map(Path::to_path_buf));
}

/// The work begins to write its result, or an error. If it is too late for that, it waits for the end of the process.
pub fn work_writes() {
    let mut turn = turn();
    if *turn != Turn::Supervisor {
        *turn = Turn::Work;
        return;
    }
    drop(turn);
    loop {
        thread::park();
    }
}

/// The error that a limit came before there was a result.
pub fn too_late(limit: LimitReached) -> Diagnostic {
    reached_before(limit, BEFORE.get().unwrap_or(&"anything was done"))
}

fn reached_before(limit: LimitReached, before: &str) -> Diagnostic {
    let message = format!("the {limit} was reached before {before}");
    Diagnostic::error(codes::LIMIT, message).help(xfold::Error::what_helps(limit))
}

fn turn() -> MutexGuard<'static, Turn> {
    TURN.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Run {
    fn supervise(&self) -> ! {
        let stop = self.limits.stop_flag();
        let mut interrupted: Option<Instant> = None;
        loop {
            let taken = memory::whole().unwrap_or(0);
            let most = self.limits.memory().unwrap_or(u64::MAX);
            if memory::is_refused() || taken > most {
                self.end(LimitReached::Memory);
            }
            // The end of the process is part of the run, and takes the longer the more there is to free.
            let freeing = Duration::from_millis(taken / FREED);
            if stop.load(Ordering::Relaxed)
                && interrupted.get_or_insert_with(Instant::now).elapsed() + freeing > GRACE_AFTER_INTERRUPT
            {
                self.end(LimitReached::Interrupt);
            }
            let last = self.limits.end().map(|end| (end + GRACE).checked_sub(freeing).unwrap_or(end));
            let left = last.map(|last| last.saturating_duration_since(Instant::now()));
            if left == Some(Duration::ZERO) && self.limits.time_left() == Some(Duration::ZERO) {
                self.end(LimitReached::Time);
            }
            let until_full = Duration::from_millis((most - taken) / FASTEST).max(SHORT_TICK);
            thread::sleep(TICK.min(until_full).min(left.unwrap_or(TICK).max(SHORT_TICK)));
        }
    }

    /// Prints what there is and ends the process.
    fn end(&self, limit: LimitReached) -> ! {
        let is_written = std::mem::replace(&mut *turn(), Turn::Supervisor) == Turn::Work;
        thread::scope(|scope| {
            // Printing may block: the output may have no reader, or the work may hold its lock.
            let (sender, progress) = mpsc::channel();
            let print = move || {
                let _ = sender.send(());
                self.print(limit, is_written);
                let _ = sender.send(());
            };
            if thread::Builder::new().spawn_scoped(scope, print).is_ok() {
                let _ = progress.recv_timeout(BEGINNING);
                let _ = progress.recv_timeout(PRINTING);
            }
            output::remove_unfinished();
            End::Limit.leave_at_once()
        })
    }

    fn print(&self, limit: LimitReached, is_written: bool) {
        let output = BEST_TO.get();
        let best = output.and_then(|_| self.limits.kept()).filter(|_| !is_written);
        if let (Some(rules), Format::Text) = (&best, self.console.format()) {
            let text = format!("% not verified: stopped by the {limit}\n{rules}");
            let written = output::write(&text, output.and_then(Option::as_deref));
            if self.console.is_on() {
                say(&format!("stopped by the {limit}: the best so far, not verified"));
            }
            let Err(error) = written else { return };
            say(&error);
        }
        let error = match (is_written, best) {
            (true, _) => reached_before(limit, "everything was written"),
            (false, Some(rules)) => too_late(limit).help(format!("the best so far, not verified: {rules}")),
            (false, None) => too_late(limit),
        };
        self.console.tell(&[error], &SourceMap::default());
    }
}
