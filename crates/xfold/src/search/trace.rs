//! The trace: what the search tells while it works, for `-v` and for progress.

use super::{Clause, VariableType};
use xfold_store::{Counts, Step};

/// Something that happened.
#[derive(Debug, Clone)]
pub enum Event {
    /// A target is begun.
    Target {
        /// The target, by number.
        target: usize,
        /// Its examples.
        total: Counts,
    },
    /// The best candidates for a clause were counted.
    Candidates {
        /// How deep in exceptions.
        depth: usize,
        /// The clause to be refined.
        clause: Clause,
        /// What it covers.
        counts: Counts,
        /// The best refinements, best first; empty: none has gain.
        tried: Vec<Tried>,
    },
    /// A refinement was chosen.
    Chosen {
        /// How deep in exceptions.
        depth: usize,
        /// The refined clause.
        clause: Clause,
        /// What it covers.
        counts: Counts,
    },
    /// Positives and negatives of a clause are exchanged, to learn its exception.
    Swap {
        /// How deep in exceptions.
        depth: usize,
        /// The default.
        clause: Clause,
        /// What it covers.
        counts: Counts,
    },
    /// An exception was learned.
    Exception {
        /// How deep in exceptions.
        depth: usize,
        /// The default with its exception.
        clause: Clause,
    },
    /// No exception explains the negatives that a clause covers.
    NoException {
        /// How deep in exceptions.
        depth: usize,
        /// The default.
        clause: Clause,
    },
    /// Positives without a pattern were listed.
    Listed {
        /// How deep in exceptions.
        depth: usize,
        /// The listing clause.
        clause: Clause,
    },
    /// A clause was finished.
    Learned {
        /// How deep in exceptions.
        depth: usize,
        /// The clause.
        clause: Clause,
        /// Positives still to be covered.
        left: usize,
    },
}

/// A refinement that was counted.
#[derive(Debug, Clone)]
pub struct Tried {
    /// What it adds.
    pub steps: Vec<Step>,
    /// The variables it brings.
    pub new: Vec<VariableType>,
    /// What it leaves.
    pub counts: Counts,
    /// Its gain, in bits.
    pub gain: f64,
}

/// Hears what the search tells.
pub trait Trace {
    /// Whether anything is to be told; making events costs time.
    fn is_on(&self) -> bool;

    /// Hears an event.
    fn event(&self, event: Event);
}

/// Hears nothing.
#[derive(Debug, Clone, Copy, Default)]
pub struct Silent;

impl Trace for Silent {
    fn is_on(&self) -> bool {
        false
    }

    fn event(&self, _: Event) {}
}
