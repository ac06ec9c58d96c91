//! The other side of [`Isolated`](crate::Isolated): a process that grounds and solves what it is sent.

use crate::{
    clingo::{
        control::{Control, Failure},
        watchdog,
    },
    limits::Limits,
    process,
    query::{Keep, Query},
    wire::{self, Bounds, Reply, Request},
};
use std::{
    io::{self, Read, Write},
    process::ExitCode,
    sync::mpsc,
    thread,
    time::Duration,
};
use xfold_asp::symbols::Symbols;

/// The main function of a worker process: what the hidden subcommand of the command line calls.
///
/// It ends when its standard input ends, even in the middle of its work, so it never outlives its parent.
pub fn worker_main() -> ExitCode {
    process::ignore_interrupts();
    let (sender, requests) = mpsc::channel();
    let listen = move || {
        let mut stdin = io::stdin().lock();
        while let Ok(Some(frame)) = wire::receive(&mut stdin) {
            if sender.send(frame).is_err() {
                break;
            }
        }
        process::end_at_once(0)
    };
    let listener = thread::Builder::new().name("listener".to_owned()).spawn(listen);
    let served = listener.and_then(|_| work(|| Ok(requests.recv().ok()), io::stdout().lock()));
    if served.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Answers requests until there are none any more. The requests come from [`Isolated`](crate::Isolated).
pub fn serve(mut stdin: impl Read, stdout: impl Write) -> io::Result<()> {
    work(|| wire::receive(&mut stdin), stdout)
}

fn work(mut next: impl FnMut() -> io::Result<Option<Vec<u8>>>, mut replies: impl Write) -> io::Result<()> {
    let mut control = None;
    while let Some(frame) = next()? {
        let request = Request::decode(&frame)?;
        drop(frame);
        let reply = match request {
            Request::Ground { text, keep, memory } => ground(text, keep, memory, &mut control),
            Request::Solve(query, bounds) => solve(control.as_mut(), &query, bounds),
            Request::TakeRules(bounds) => take_rules(control.as_mut(), bounds),
        };
        wire::send(&mut replies, &reply.unwrap_or_else(reply_of).encode())?;
    }
    Ok(())
}

fn ground(
    text: String,
    keep: Keep,
    memory: Option<u64>,
    control: &mut Option<Control>,
) -> Result<Reply, Failure> {
    *control = None;
    if let Some(bytes) = memory {
        // Its thread needs memory of its own, so it comes first. Without it the search will say why.
        let _ = watchdog::start();
        process::limit_memory(bytes);
    }
    // The parent watches the limits: it can end this process at any time.
    let limits = Limits::none();
    let ground = Control::ground(&text, keep, &limits)?;
    let remarks = ground.take_messages();
    *control = Some(ground);
    Ok(Reply::Grounded(remarks, limits.work_spent()))
}

fn solve(control: Option<&mut Control>, query: &Query, bounds: Bounds) -> Result<Reply, Failure> {
    let mut symbols = Symbols::default();
    let answer = control.ok_or_else(no_program)?.solve(query, &mut symbols, &limits(bounds))?;
    Ok(Reply::Answer(answer, symbols))
}

fn take_rules(control: Option<&mut Control>, bounds: Bounds) -> Result<Reply, Failure> {
    let (mut symbols, limits) = (Symbols::default(), limits(bounds));
    let program = control.ok_or_else(no_program)?.take_program(&mut symbols, &limits)?;
    Ok(Reply::Rules(program, symbols, limits.work_spent()))
}

fn no_program() -> Failure {
    Failure::Failed("there is no ground program".to_owned())
}

fn limits(bounds: Bounds) -> Limits {
    let mut limits = Limits::none();
    if let Some(time) = bounds.time {
        limits = limits.with_time(Duration::from_millis(time));
    }
    if let Some(work) = bounds.work {
        limits = limits.with_work(work);
    }
    limits
}

fn reply_of(failure: Failure) -> Reply {
    match failure {
        Failure::Rejected(messages) => Reply::Rejected(messages),
        Failure::Limit(limit) => Reply::Limit(limit),
        Failure::Failed(reason) => Reply::Failed(reason),
    }
}
