//! What a run takes of the machine's memory: this process and the solvers that it has started, together.
//!
//! The bound on it is looked at from time to time, by [`Limits`](crate::Limits) and by the thread that supervises a run. Memory
//! that is asked for at once is looked at when it is asked for: see [`Frugal`].

use std::{
    alloc::{GlobalAlloc, Layout, System},
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::Duration,
};

/// The processes of the solvers that are alive.
static SOLVERS: Mutex<Vec<u32>> = Mutex::new(Vec::new());
/// The most that [`Frugal`] lets this process have, in bytes.
static MOST: AtomicU64 = AtomicU64::new(u64::MAX);
/// Memory was asked for that cannot be had.
static IS_REFUSED: AtomicBool = AtomicBool::new(false);
/// Smaller requests are not looked at one by one.
const LARGE: usize = 4 << 20;

/// The memory of this process, in bytes, where the system tells it.
pub fn own() -> Option<u64> {
    resident("self")
}

/// The memory of this process and of its solvers, in bytes, where the system tells it.
pub fn whole() -> Option<u64> {
    Some(own()?.saturating_add(of_solvers().iter().map(|(_, bytes)| bytes).sum()))
}

/// The solver's process that takes most, if there is any.
pub(crate) fn largest_solver() -> Option<u32> {
    of_solvers().into_iter().max_by_key(|(_, bytes)| *bytes).map(|(process, _)| process)
}

/// A solver was started.
pub(crate) fn solver_begins(process: u32) {
    lock().push(process);
}

/// A solver has ended, or is about to.
pub(crate) fn solver_ends(process: u32) {
    lock().retain(|known| *known != process);
}

/// Ends all solvers. For a process that is about to end: answers that are still waited for never come.
pub fn end_solvers() {
    for process in lock().drain(..) {
        crate::process::kill(process);
    }
}

fn of_solvers() -> Vec<(u32, u64)> {
    let known = lock();
    known.iter().filter_map(|process| Some((*process, resident(&process.to_string())?))).collect()
}

fn lock() -> std::sync::MutexGuard<'static, Vec<u32>> {
    SOLVERS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The memory of a process. `statm` is the cheapest of the files that tell it.
fn resident(process: &str) -> Option<u64> {
    let statm = std::fs::read_to_string(format!("/proc/{process}/statm")).ok()?;
    let pages: u64 = statm.split(' ').nth(1)?.parse().ok()?;
    pages.checked_mul(crate::process::page_size())
}

/// An allocator that keeps a bound: the system's, but for large requests that go beyond the bound or that the system
/// refuses. A program cannot go on without what it asked for, and would abort. Here the thread that asked waits for the
/// end, of which [`is_refused`] tells the one who supervises the run.
///
/// Only for a program that has a supervisor.
#[derive(Debug)]
pub struct Frugal;

/// Bounds what [`Frugal`] gives to this process.
pub fn bound(bytes: u64) {
    MOST.store(bytes, Ordering::Relaxed);
}

/// Whether memory was asked for that cannot be had. A thread waits in vain: the process has to be ended.
pub fn is_refused() -> bool {
    IS_REFUSED.load(Ordering::Relaxed)
}

/// Waits for the end if so much more is beyond the bound.
fn look(more: usize) {
    let most = MOST.load(Ordering::Relaxed);
    if more >= LARGE && most < u64::MAX && own().is_some_and(|now| now.saturating_add(more as u64) > most) {
        wait();
    }
}

fn wait() -> ! {
    IS_REFUSED.store(true, Ordering::Relaxed);
    loop {
        std::thread::sleep(Duration::from_secs(1));
    }
}

fn checked(given: *mut u8, layout: Layout) -> *mut u8 {
    // Where even little is refused, so is what it takes to say so: then the program aborts.
    if given.is_null() && layout.size() >= LARGE && MOST.load(Ordering::Relaxed) < u64::MAX {
        wait();
    }
    given
}

// SAFETY: every request is handed on to the system's allocator as it is, or the thread that made it never goes on.
unsafe impl GlobalAlloc for Frugal {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        look(layout.size());
        // SAFETY: the caller keeps the contract, which is the same.
        checked(unsafe { System.alloc(layout) }, layout)
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        look(layout.size());
        // SAFETY: as above.
        checked(unsafe { System.alloc_zeroed(layout) }, layout)
    }

    unsafe fn realloc(&self, old: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        look(new_size.saturating_sub(layout.size()));
        // SAFETY: as above.
        let given = unsafe { System.realloc(old, layout, new_size) };
        let new = Layout::from_size_align(new_size, layout.align()).unwrap_or(layout);
        checked(given, new)
    }

    unsafe fn dealloc(&self, old: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(old, layout) }
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn this_process_has_some() {
        let own = own().expect("Linux tells it");
        assert!(own > 100_000 && whole().is_some_and(|whole| whole > 100_000), "{own}");
    }
}
