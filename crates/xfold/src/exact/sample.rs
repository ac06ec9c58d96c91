//! Small problems for tests.

use super::{
    problem::{Bounds, Problem},
    relax::{Reading, Relaxer},
    rule_space::RuleSpace,
    worlds::Memory,
};
use crate::{
    task::{Task, read},
    tuning::Tuning,
};
use xfold_solve::{Clingo, Limits};

pub(super) fn task(text: &str) -> Task {
    read::text("sample", text).unwrap_or_else(|unreadable| panic!("{unreadable}"))
}

/// Calls `test` with the problem of a task: all examples, and bodies of up to `max_body` literals.
pub(super) fn with_problem<T>(text: &str, max_body: usize, test: impl FnOnce(&mut Problem<'_>) -> T) -> T {
    let task = task(text);
    let (limits, mut symbols) = (Limits::none(), task.symbols.clone());
    let mut space = RuleSpace::completed(&task, &mut symbols, &Clingo, &limits).expect("it is small");
    let examples: Vec<usize> = (0..task.examples.len()).collect();
    let relaxer =
        Relaxer { task: &task, space: &space, solver: &Clingo, limits: &limits, reading: Reading::Open };
    let relaxed = relaxer
        .worlds(&examples, &task.context_numbers(), &mut Memory::default(), &mut symbols)
        .expect("the solver answers")
        .expect("the worlds are small");
    space.set_bounds(&relaxed, &symbols);
    let mut problem = Problem::new(&task, &space, &symbols, &Clingo, &limits, Tuning::default(), relaxed);
    problem.bounds = Bounds {
        max_body,
        usual_body: max_body,
        max_length: usize::MAX,
        max_bodies: usize::MAX,
        max_rules: usize::MAX,
        ..Bounds::default()
    };
    test(&mut problem)
}
