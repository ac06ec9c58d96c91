//! How an exact search tells what it is doing, and hears of a program that another search found.

use super::Exact;
use crate::search::trace::Stage;

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

/// Hears of better hypotheses only.
pub(super) struct FoundOnly<'a>(pub(super) &'a mut dyn FnMut(&Exact));

impl Observer for FoundOnly<'_> {
    fn found(&mut self, best: &Exact) {
        (self.0)(best);
    }
}
