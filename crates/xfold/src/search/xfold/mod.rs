//! XFOLD: programs with several stable models (specification, section 10). [`generate`] learns rules from the positive
//! examples, [`repair`] makes choices of what was wrongly defined, [`test`] learns constraints from the negative ones.

mod generate;
mod repair;
mod short;
mod test;

pub use repair::repair;
pub use test::constraints;

use crate::{Settings, rules::Hypothesis, search::Found, search::trace::Trace, task::Task, worlds::Worlds};
use xfold_solve::{Limits, Solver};

/// What the parts of XFOLD that ask the solver work with.
#[derive(Clone, Copy)]
pub struct Run<'a> {
    /// The task.
    pub task: &'a Task,
    /// Its worlds.
    pub worlds: &'a Worlds,
    /// How to learn.
    pub settings: &'a Settings,
    /// Who is asked.
    pub solver: &'a dyn Solver,
    /// The limits.
    pub limits: &'a Limits,
    /// Who hears of it.
    pub trace: &'a dyn Trace,
}

impl Run<'_> {
    /// What was found, as a program.
    fn program(&self, found: &Found) -> Hypothesis {
        Hypothesis::new(found, self.task, self.worlds, self.settings, false)
    }
}
