//! Limits that a run keeps: a deadline, a bound on memory, and the user's wish to stop.

use crate::query::LimitReached;
use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

/// The limits of one run. Clones share the stop flag.
#[derive(Debug, Clone, Default)]
pub struct Limits {
    deadline: Option<Instant>,
    memory: Option<u64>,
    /// Whether this process has been found above its bound on memory; none if it has no bound.
    is_full: Option<Arc<AtomicBool>>,
    stop: Arc<AtomicBool>,
}

impl Limits {
    /// No limits but the stop flag.
    pub fn none() -> Self {
        Self::default()
    }

    /// The same limits with a deadline from now on.
    pub fn with_time(mut self, time: Duration) -> Self {
        self.deadline = Instant::now().checked_add(time);
        self
    }

    /// The same limits with a bound on the memory of one solver, in bytes.
    pub fn with_memory(mut self, bytes: u64) -> Self {
        self.memory = Some(bytes);
        self
    }

    /// The same limits, where the bound on memory holds for this process, too.
    pub fn with_own_memory(mut self) -> Self {
        self.is_full = Some(Arc::default());
        self
    }

    /// The flag that stops the run once it is set; a signal handler may hold it.
    pub fn stop_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stop)
    }

    /// The bound on the memory of one solver.
    pub fn memory(&self) -> Option<u64> {
        self.memory
    }

    /// The time left, if there is a deadline.
    pub fn time_left(&self) -> Option<Duration> {
        self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()))
    }

    /// The limit that has been reached by now, if any.
    pub fn reached(&self) -> Option<LimitReached> {
        if self.stop.load(Ordering::Relaxed) {
            return Some(LimitReached::Interrupt);
        }
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Some(LimitReached::Time);
        }
        let (is_full, memory) = (self.is_full.as_ref()?, self.memory?);
        // What was given up may have freed memory since.
        let is_above = is_full.load(Ordering::Relaxed) || resident()? > memory;
        is_full.store(is_above, Ordering::Relaxed);
        is_above.then_some(LimitReached::Memory)
    }
}

/// The memory of this process, in bytes, where the system tells it.
fn resident() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kilobytes.checked_mul(1024)
}
