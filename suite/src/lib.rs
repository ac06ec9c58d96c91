//! Tasks with known answers, for every front end to be tried on: folders of tasks, a comparison of programs as rules,
//! and seeded generators of tasks whose target program is known.
//!
//! A task is a folder `suite/<group>/<name>` with
//!
//! - `task.las`, the task;
//! - `expected.lp`, the program to be learned; `expected_2.lp`, … are further right answers, where there are several;
//! - `options`, optional: one line of command-line flags that the task needs.
//!
//! The group `fold` holds tasks of one world that the learner has to solve, `xfold` those with several stable models.
//! The group `hard` holds tasks whose examples are explained, but by other rules than the intended ones.
//!
//! The group `exact` holds tasks in the dialects of ILASP and FastLAS with a file `cost` in place of a program: what the
//! best program costs, or `none` if there is no program.
//!
//! The group `lists` holds folders in Popper's manner whose background is a program: `bk.pl`, `bias.pl`, `exs.pl`, unseen
//! examples in `test.pl`, and the intended program in `rules.lp`.
//!
//! ```
//! let penguin = xfold_suite::tasks("fold").into_iter().find(|task| task.name == "penguin").expect("it is there");
//! let learned = xfold_asp::parse_rules("ab7(A) :- penguin(A). fly(A) :- not ab7(A), bird(A).").unwrap();
//! assert_eq!(penguin.judge(&learned), Ok(()));
//! ```

pub mod compare;
pub mod generate;
mod tasks;

use std::{fmt, io::Write};

pub use compare::{difference, same_rules};
pub use tasks::{ExactTask, SuiteTask, exact_tasks, groups, list_tasks, tasks};

/// Says that a test leaves something out. The output of tests that pass is not shown, so this goes past it.
pub fn skipped(what: impl fmt::Display) {
    // A closed standard error is no reason to fail.
    let _ = writeln!(std::io::stderr(), "SKIPPED: {what}");
}
