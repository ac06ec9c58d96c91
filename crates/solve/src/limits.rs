//! Limits that a run keeps: a deadline, a bound on memory, the user's wish to stop, and the caller's.

use crate::query::LimitReached;
use std::{
    sync::{
        Arc, OnceLock,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

/// How many milliseconds pass between two looks at the memory of this process.
const LOOK_AT_MEMORY: u64 = 10;

/// The limits of one run. Clones share the stop flag.
#[derive(Debug, Clone, Default)]
pub struct Limits {
    deadline: Option<Instant>,
    memory: Option<u64>,
    /// What is known of the memory of this process; none if it has no bound.
    own: Option<Arc<OwnMemory>>,
    stop: Arc<AtomicBool>,
    /// Set by a caller that has enough of this work, but not of the whole run.
    enough: Option<Arc<AtomicBool>>,
}

/// The memory of this process, looked at from time to time.
#[derive(Debug, Default)]
struct OwnMemory {
    /// It has been found above its bound.
    is_full: AtomicBool,
    /// When it was looked at last, in milliseconds since the first look of all.
    looked: AtomicU64,
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
        self.own = Some(Arc::default());
        self
    }

    /// The same limits, for work that also ends, as if its time were over, once this flag is set.
    pub fn with_end(mut self, enough: Arc<AtomicBool>) -> Self {
        self.enough = Some(enough);
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
        if self.enough.as_ref().is_some_and(|enough| enough.load(Ordering::Relaxed)) {
            return Some(LimitReached::Time);
        }
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Some(LimitReached::Time);
        }
        self.own.as_ref()?.is_above(self.memory?).then_some(LimitReached::Memory)
    }
}

impl OwnMemory {
    /// Whether this process was above its bound at any time. Asking the system each time would take longer than the work
    /// between two questions.
    fn is_above(&self, most: u64) -> bool {
        if self.is_full.load(Ordering::Relaxed) {
            return true;
        }
        static START: OnceLock<Instant> = OnceLock::new();
        let now = START.get_or_init(Instant::now).elapsed().as_millis() as u64 + LOOK_AT_MEMORY;
        let looked = self.looked.load(Ordering::Relaxed);
        if now < looked + LOOK_AT_MEMORY {
            return false;
        }
        self.looked.store(now, Ordering::Relaxed);
        let is_above = resident().is_some_and(|resident| resident > most);
        self.is_full.fetch_or(is_above, Ordering::Relaxed);
        is_above
    }
}

/// The memory of this process, in bytes, where the system tells it.
fn resident() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kilobytes.checked_mul(1024)
}
