//! Limits that a run keeps: a deadline, bounds on memory and on counted work, the user's wish to stop, and the caller's.
//!
//! A clock gives other answers on a busy machine than on an idle one. So a search that has to end before it is done ends
//! by *counted work*: whatever does much work [spends](Limits::spend) units of it, and a caller that wants it to end [bounds
//! them](Limits::with_work). The clock is left to limits that the user sets.

use crate::{memory, query::LimitReached, work::Meter};
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

/// The limits of one run. Clones share the stop flag and the meter of work.
#[derive(Debug, Clone, Default)]
pub struct Limits {
    deadline: Option<Instant>,
    memory: Option<u64>,
    /// What is known of the memory of this process; none if it has no bound.
    own: Option<Arc<OwnMemory>>,
    stop: Arc<AtomicBool>,
    /// Set by a caller that has enough of this work, but not of the whole run.
    enough: Option<Arc<AtomicBool>>,
    /// Counts the work that is done under these limits.
    meter: Meter,
    /// What the meter shows when the work is over; none if it is not bounded.
    last_work: Option<u64>,
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
        let mut last = self.clone().with_meter(Meter::default());
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

    /// The same limits for work that is bounded by this many units from now on.
    pub fn with_work(mut self, units: u64) -> Self {
        let last = self.meter.spent().saturating_add(units);
        self.last_work = Some(self.last_work.map_or(last, |known| known.min(last)));
        self
    }

    /// The same limits for work that has a meter of its own, without a bound on it.
    pub fn with_meter(mut self, meter: Meter) -> Self {
        (self.meter, self.last_work) = (meter, None);
        self
    }

    /// The same limits for one of several jobs that run side by side. Each may do as much work as is left now, whatever
    /// the others do; when all have ended, their work is to be [added](Limits::join).
    pub fn fork(&self) -> Self {
        let left = self.work_left();
        let alone = self.clone().with_meter(Meter::default());
        left.map_or(alone.clone(), |left| alone.with_work(left))
    }

    /// Adds the work of a job that ran beside others.
    pub fn join(&self, job: &Limits) {
        self.spend(job.work_spent());
    }

    /// Counts units of work, of some microseconds each: see [`SECOND`](crate::work::SECOND).
    pub fn spend(&self, units: u64) {
        self.meter.spend(units);
    }

    /// The work that was done so far, by all that share the meter.
    pub fn work_spent(&self) -> u64 {
        self.meter.spent()
    }

    /// The work that is left, if it is bounded.
    pub fn work_left(&self) -> Option<u64> {
        let last = self.last_work.into_iter().chain(self.meter.end()).min()?;
        Some(last.saturating_sub(self.meter.spent()))
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
        self.reached_outside().or_else(|| (self.work_left()? == 0).then_some(LimitReached::Work))
    }

    /// The same, the bound on work aside: what another thread may look at while work is done. Where a bound on work ends a
    /// search has to depend on that search alone.
    pub fn reached_outside(&self) -> Option<LimitReached> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counted_work_ends_at_its_bound() {
        let limits = Limits::none();
        limits.spend(10);
        let bounded = limits.clone().with_work(5);
        assert_eq!((bounded.work_left(), limits.work_left()), (Some(5), None));
        // Clones share the meter.
        limits.spend(4);
        assert_eq!(bounded.reached(), None);
        limits.spend(1);
        assert_eq!(bounded.reached(), Some(LimitReached::Work));
        assert_eq!((bounded.reached_outside(), limits.reached()), (None, None));
        // A part has no more than the whole.
        assert_eq!(bounded.with_work(100).work_left(), Some(0));
    }

    #[test]
    fn jobs_side_by_side_do_not_take_work_from_each_other() {
        let limits = Limits::none().with_work(100);
        let jobs = [limits.fork(), limits.fork()];
        jobs[0].spend(70);
        assert_eq!(jobs[1].work_left(), Some(100));
        jobs.iter().for_each(|job| limits.join(job));
        assert_eq!(limits.work_left(), Some(30));
    }

    #[test]
    fn a_meter_can_be_ended_from_outside_and_checks_in_once() {
        let meter = Meter::default();
        let other = meter.clone();
        meter.check_in_at(10, move || other.end_at(25));
        let limits = Limits::none().with_meter(meter);
        limits.spend(9);
        assert_eq!(limits.work_left(), None);
        limits.spend(3);
        assert_eq!(limits.work_left(), Some(13));
        limits.spend(13);
        assert_eq!(limits.reached(), Some(LimitReached::Work));
    }
}
