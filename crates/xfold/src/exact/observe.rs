//! How an exact search tells what it is doing, and hears of a program that another search found.

use super::Exact;
use std::fmt;

/// Hears how an exact search goes.
pub trait Observer {
    /// Another stage begins.
    fn stage(&mut self, _stage: Stage) {}

    /// A better hypothesis was found.
    fn found(&mut self, _best: &Exact) {}

    /// Examples leave open what holds beside them, so that a proof may take long.
    fn leaves_open(&mut self) {}

    /// Asked once, before work that may take long: a hypothesis of the space that is known from elsewhere.
    fn rival(&mut self) -> Option<Rival> {
        None
    }
}

/// A hypothesis of the space that the exact part did not find itself. It is then told of cheaper ones only.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rival {
    /// What its rules and the examples it gives up cost.
    pub cost: u64,
    /// The literals of its longest body.
    pub n_body: usize,
}

/// What an exact search is doing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Stage {
    /// Solving the relaxed examples.
    #[default]
    Worlds,
    /// Making rules with bodies of at most so many literals.
    Rules {
        /// The bound.
        max_body: usize,
    },
    /// Choosing among the rules that were left of so many bodies.
    Choice {
        /// How many bodies were tested.
        n_bodies: usize,
        /// How many rules were left.
        n_rules: usize,
    },
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stage::Worlds => f.write_str("worlds of the examples"),
            Stage::Rules { max_body } => write!(f, "rules with bodies up to {max_body}"),
            Stage::Choice { n_bodies, n_rules } => {
                write!(f, "choosing among {n_rules} rules left of {n_bodies} bodies")
            }
        }
    }
}

/// Hears of better hypotheses only.
pub(super) struct FoundOnly<'a>(pub(super) &'a mut dyn FnMut(&Exact));

impl Observer for FoundOnly<'_> {
    fn found(&mut self, best: &Exact) {
        (self.0)(best);
    }
}
