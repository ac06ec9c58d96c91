//! Limits that a run keeps: a deadline, a bound on memory, the user's wish to stop, and the caller's.

use crate::{memory, query::LimitReached};
use std::{
    sync::{
        Arc, Mutex, OnceLock, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

/// How many milliseconds pass between two looks at the memory of this process.
const LOOK_AT_MEMORY: u64 = 10;

/// The part of the time that is kept back for the last steps: a tenth, …
const SHARE_KEPT_BACK: u32 = 10;
/// … and not more than this.
const MOST_KEPT_BACK: Duration = Duration::from_secs(10);
/// The time for the last steps after the user wished to stop, …
const AFTER_INTERRUPT: Duration = Duration::from_millis(100);
/// … and after the memory was full.
const AFTER_MEMORY: Duration = Duration::from_secs(1);
/// The part of the memory that is kept back for the last steps.
const MEMORY_KEPT_BACK: u64 = 8;

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
    /// When the last steps have to be over, too; none if no time is kept back for them.
    end: Option<Instant>,
    /// What there is to show if the run is ended by force.
    best: Arc<Mutex<Option<String>>>,
}

/// The memory of this process, looked at from time to time.
#[derive(Debug, Default)]
struct OwnMemory {
    /// Nothing is kept back any more.
    is_last: bool,
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

    /// The same limits with a bound on the memory of a solver, in bytes.
    pub fn with_memory(mut self, bytes: u64) -> Self {
        self.memory = Some(bytes);
        self
    }

    /// The same limits, where the bound on memory holds for this process and its solvers together.
    pub fn with_own_memory(mut self) -> Self {
        self.own = Some(Arc::default());
        self
    }

    /// The same limits, where some of the time is kept back for the [last steps](Limits::for_last_steps).
    pub fn with_reserve(mut self) -> Self {
        self.end = self.deadline;
        let kept_back = self.time_left().map(|left| (left / SHARE_KEPT_BACK).min(MOST_KEPT_BACK));
        self.deadline = self.deadline.zip(kept_back).and_then(|(end, time)| end.checked_sub(time));
        self
    }

    /// The limits for what comes after the work, when that was stopped: the check of what was found, and its output. They
    /// have what was kept back: some of the time and of the memory, and a moment if the user wished to stop.
    pub fn for_last_steps(&self) -> Self {
        let mut last = self.clone();
        last.deadline = self.end.or(self.deadline);
        let within = |time: Duration| {
            let end = Instant::now() + time;
            Some(last.deadline.map_or(end, |deadline| deadline.min(end)))
        };
        match self.reached() {
            Some(LimitReached::Interrupt) => {
                last.deadline = within(AFTER_INTERRUPT);
                last.stop = Arc::default();
            }
            Some(LimitReached::Memory) => last.deadline = within(AFTER_MEMORY),
            _ => {}
        }
        last.own = self.own.as_ref().map(|_| Arc::new(OwnMemory { is_last: true, ..OwnMemory::default() }));
        last
    }

    /// When the run has to be over, its last steps included.
    pub fn end(&self) -> Option<Instant> {
        self.end.or(self.deadline)
    }

    /// Remembers what there is to show if the run is ended by force: rules, as they would be printed.
    pub fn keep(&self, rules: String) {
        *self.best.lock().unwrap_or_else(PoisonError::into_inner) = Some(rules);
    }

    /// What was remembered last.
    pub fn kept(&self) -> Option<String> {
        self.best.lock().unwrap_or_else(PoisonError::into_inner).clone()
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

    /// Whether this process and its solvers together take so much memory that a solver has to end.
    pub(crate) fn is_full(&self) -> bool {
        let most = self.own.as_ref().and(self.memory).map(|bytes| bytes - bytes / MEMORY_KEPT_BACK);
        most.is_some_and(|most| memory::whole().is_some_and(|whole| whole > most))
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
        let kept_back = if self.is_last { 0 } else { most / MEMORY_KEPT_BACK };
        let is_above = memory::own().is_some_and(|own| own > most - kept_back);
        self.is_full.fetch_or(is_above, Ordering::Relaxed);
        is_above
    }
}
