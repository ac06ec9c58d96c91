//! Whole programs with several stable models: the part of XFOLD that asks the solver. It stands behind the check on the path
//! task → worlds → search → rules → check, since it checks programs to improve them.
//!
//! The search has learned rules from the positive examples. [`constraints`] learns constraints from the negative ones,
//! [`repair`] mends what turns out wrong, [`weigh`] compares whole programs, [`select`] chooses the cheapest rules of all that
//! were finished, and [`complete`] adds constraints that no example asks for.

mod complete;
mod constraints;
mod repair;
mod select;
mod weigh;

pub(crate) use repair::second_chance;
pub(crate) use weigh::generate_and_test;

use crate::{
    Settings,
    rules::Hypothesis,
    search::{Found, trace::Trace},
    task::Task,
    worlds::{Prober, Worlds},
};
use xfold_solve::{Limits, Solver};

/// What all parts work with.
#[derive(Clone, Copy)]
pub(crate) struct Run<'a> {
    pub(crate) task: &'a Task,
    pub(crate) worlds: &'a Worlds,
    pub(crate) settings: &'a Settings,
    pub(crate) solver: &'a dyn Solver,
    pub(crate) limits: &'a Limits,
    pub(crate) trace: &'a dyn Trace,
}

impl Run<'_> {
    /// Lets a prober go on with what was found, as a program.
    fn set_theory(&self, prober: &mut Prober<'_>, found: &Found) {
        let program = Hypothesis::new(found, self.task, self.worlds, self.settings, false);
        prober.set_theory(program.text(), program.statements());
    }
}
