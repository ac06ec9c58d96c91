//! XFOLD: programs with several stable models (specification, section 10). [`generate`] learns rules from the positive
//! examples, [`test`] learns constraints from the negative ones, [`repair`] mends what turns out wrong: at once what was
//! defined and should be a choice, and after the check whatever the pool of finished rules can do better. [`weigh`]
//! compares whole programs.

mod analogy;
mod complete;
mod generate;
mod repair;
mod short;
mod test;
mod weigh;

pub use repair::second_chance;
pub use weigh::generate_and_test;

use repair::as_choices;
use test::constraints;

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
