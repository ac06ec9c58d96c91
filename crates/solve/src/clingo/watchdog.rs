//! The thread that stops searches whose limits are reached.
//!
//! clingo could search in a thread of its own, but starting one for each query costs ten times a small query. So the
//! search runs in the caller's thread, and one thread for the whole process looks at all running searches from time
//! to time. It sleeps while there is none.

use super::control::lock;
use crate::limits::Limits;
use clingo_sys::{clingo_control_interrupt, clingo_control_t};
use std::{
    io,
    sync::{Condvar, Mutex, PoisonError},
    thread,
    time::Duration,
};

/// How often the limits of running searches are looked at.
const TICK: Duration = Duration::from_millis(10);
/// The watchdog calls nothing deep; a small stack also fits under a tight memory limit.
const STACK: usize = 128 * 1024;

static RUNNING: Mutex<Running> =
    Mutex::new(Running { searches: Vec::new(), started: 0, state: State::Absent });
static NEWS: Condvar = Condvar::new();

struct Running {
    searches: Vec<Watched>,
    /// How many searches there have been, which is also the name of the last one.
    started: u64,
    state: State,
}

#[derive(PartialEq)]
enum State {
    Absent,
    Awake,
    Asleep,
}

struct Watched {
    name: u64,
    control: *mut clingo_control_t,
    limits: Limits,
}

// SAFETY: the only thing done with the control from another thread is to interrupt it, which clingo allows.
unsafe impl Send for Watched {}

/// A search under watch, until dropped.
pub(super) struct Watch(u64);

/// Has the search that `control` runs interrupted once the limits are reached.
///
/// # Safety
///
/// The control must be alive, with an open solve handle, until the result is dropped.
pub(super) unsafe fn watch(control: *mut clingo_control_t, limits: &Limits) -> io::Result<Watch> {
    start()?;
    let mut running = lock(&RUNNING);
    running.started += 1;
    let name = running.started;
    running.searches.push(Watched { name, control, limits: limits.clone() });
    if running.state == State::Asleep {
        NEWS.notify_one();
    }
    Ok(Watch(name))
}

impl Drop for Watch {
    fn drop(&mut self) {
        lock(&RUNNING).searches.retain(|search| search.name != self.0);
    }
}

/// Starts the thread, unless it runs. A process about to limit its own memory does so beforehand.
pub(crate) fn start() -> io::Result<()> {
    let mut running = lock(&RUNNING);
    if running.state == State::Absent {
        thread::Builder::new().name("solver watchdog".to_owned()).stack_size(STACK).spawn(guard)?;
        running.state = State::Awake;
    }
    Ok(())
}

fn guard() {
    let mut running = lock(&RUNNING);
    let mut seen = 0;
    loop {
        if running.searches.is_empty() && running.started == seen {
            running.state = State::Asleep;
            running = NEWS.wait(running).unwrap_or_else(PoisonError::into_inner);
            running.state = State::Awake;
        }
        seen = running.started;
        drop(running);
        thread::sleep(TICK);
        running = lock(&RUNNING);
        for search in &running.searches {
            if search.limits.reached_outside().is_some() {
                // SAFETY: a listed control is alive and has an open handle: see `watch`. Its owner has to take the
                // lock we hold to take it off the list.
                unsafe { clingo_control_interrupt(search.control) }
            }
        }
    }
}
