//! Limits that a run keeps: a deadline, a bound on the solver's memory, and the user's wish to stop.

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
        self.deadline.filter(|deadline| Instant::now() >= *deadline).map(|_| LimitReached::Time)
    }
}
