//! The observer of an exact search: it receives what happens, and may know a program that another search found.

use super::outcome::{Exact, Rival};
use crate::search::trace::Stage;

/// Receives the events of an exact search.
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

/// Receives better hypotheses only.
pub(super) struct FoundOnly<'a>(pub(super) &'a mut dyn FnMut(&Exact));

impl Observer for FoundOnly<'_> {
    fn found(&mut self, best: &Exact) {
        (self.0)(best);
    }
}
