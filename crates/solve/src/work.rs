//! Counted work: the [`Meter`] behind [`Limits::spend`](crate::Limits::spend).

use std::{
    fmt,
    sync::{
        Arc, OnceLock,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
};

/// The units of work that take about a second on a machine of today. On the tasks of ILASP and FastLAS a unit took between
/// one and five microseconds.
pub const SECOND: u64 = 350_000;

/// Counts the work of one search, in units of some microseconds. Clones count together.
#[derive(Debug, Clone, Default)]
pub struct Meter(Arc<State>);

#[derive(Debug)]
struct State {
    spent: AtomicU64,
    /// What the meter shows when the search has done enough.
    end: AtomicU64,
    checkpoint: OnceLock<Checkpoint>,
}

impl Default for State {
    fn default() -> Self {
        Self { spent: AtomicU64::new(0), end: AtomicU64::new(u64::MAX), checkpoint: OnceLock::new() }
    }
}

/// What is done once, when the meter passes a reading.
struct Checkpoint {
    at: u64,
    is_passed: AtomicBool,
    run: Box<dyn Fn() + Send + Sync>,
}

impl fmt::Debug for Checkpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Checkpoint").field("at", &self.at).finish_non_exhaustive()
    }
}

impl Meter {
    /// What was spent so far.
    pub fn spent(&self) -> u64 {
        self.0.spent.load(Ordering::Relaxed)
    }

    /// What the meter shows when the search has done enough, if that is known.
    pub(crate) fn end(&self) -> Option<u64> {
        Some(self.0.end.load(Ordering::Relaxed)).filter(|&end| end != u64::MAX)
    }

    /// Ends the search when the meter shows this, whatever was said before.
    pub fn end_at(&self, reading: u64) {
        self.0.end.store(reading, Ordering::Relaxed);
    }

    /// Has the searching thread call a function when the meter passes this reading, once. It may wait for what another
    /// search finds: what one search learns of another then depends on its own work, not on which of them was faster.
    /// A meter has one checkpoint; a second one is ignored.
    pub fn check_in_at(&self, reading: u64, run: impl Fn() + Send + Sync + 'static) {
        let is_passed = AtomicBool::new(false);
        let _ = self.0.checkpoint.set(Checkpoint { at: reading, is_passed, run: Box::new(run) });
    }

    /// Counts units.
    pub(crate) fn spend(&self, units: u64) {
        let spent = self.0.spent.fetch_add(units, Ordering::Relaxed).saturating_add(units);
        if let Some(checkpoint) = self.0.checkpoint.get()
            && spent >= checkpoint.at
            && !checkpoint.is_passed.swap(true, Ordering::Relaxed)
        {
            (checkpoint.run)();
        }
    }
}
