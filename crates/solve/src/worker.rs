//! The other side of [`Isolated`](crate::Isolated): a process that grounds and solves what it is sent.

use crate::{
    clingo::{
        control::{Control, Failure},
        watchdog,
    },
    limits::Limits,
    process,
    query::Query,
    wire::{self, Reply, Request},
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
            Request::Ground { text, memory } => ground(text, memory, &mut control),
            Request::Solve { query, time, work } => solve(control.as_mut(), &query, time, work),
        };
        wire::send(&mut replies, &reply.unwrap_or_else(reply_of).encode())?;
    }
    Ok(())
}

fn ground(text: String, memory: Option<u64>, control: &mut Option<Control>) -> Result<Reply, Failure> {
    *control = None;
    if let Some(bytes) = memory {
        // Its thread needs memory of its own, so it comes first. Without it the search will say why.
        let _ = watchdog::start();
        process::limit_memory(bytes);
    }
    // The parent watches the limits: it can end this process at any time.
    let limits = Limits::none();
    let ground = Control::ground(&text, false, &limits)?;
    let remarks = ground.take_messages();
    *control = Some(ground);
    Ok(Reply::Grounded(remarks, limits.work_spent()))
}

fn solve(
    control: Option<&mut Control>,
    query: &Query,
    time: Option<u64>,
    work: Option<u64>,
) -> Result<Reply, Failure> {
    let control = control.ok_or_else(|| Failure::Failed("there is no ground program".to_owned()))?;
    let mut limits = Limits::none();
    if let Some(time) = time {
        limits = limits.with_time(Duration::from_millis(time));
    }
    if let Some(work) = work {
        limits = limits.with_work(work);
    }
    let mut symbols = Symbols::default();
    let answer = control.solve(query, &mut symbols, &limits)?;
    Ok(Reply::Answer(answer, symbols))
}

fn reply_of(failure: Failure) -> Reply {
    match failure {
        Failure::Rejected(messages) => Reply::Rejected(messages),
        Failure::Limit(limit) => Reply::Limit(limit),
        Failure::Failed(reason) => Reply::Failed(reason),
    }
}
