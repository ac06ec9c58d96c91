//! Stable models: clingo behind a small trait, with limits that hold.
//!
//! xfold believes nothing that it has not asked a solver. A program goes in as an [`Input`], which remembers where
//! each piece of its text came from; a [`Solver`] grounds it; the [`Grounded`] program answers any number of
//! [`Query`]s for its stable models, for what holds in some or in all of them, or for the best ones, each under
//! assumptions of its own. Asking again is cheap (some 10 µs), grounding is not.
//!
//! There are two solvers. [`Clingo`] runs in this process: no start-up, but a grounding that derives nothing cannot
//! be stopped, and memory is not limited. [`Isolated`] runs the same code in a process for each program, which is
//! killed when one of its [`Limits`] is reached, so these hold whatever the program does; a program costs 3 ms more
//! and a query 0.1 ms. The program that uses it gives a command that calls [`worker_main`].
//!
//! Whatever goes wrong is a [`SolveError`]: the program was rejected (with diagnostics at the user's places, see
//! [`codes`]), a limit was reached, or the solver itself failed. Scripts, includes and external functions are refused
//! before clingo sees them ([`refuse`]), so solving a stranger's program runs none of his code and reads none of our
//! files.
//!
//! ```
//! use xfold_asp::symbols::{Signature, Symbols};
//! use xfold_solve::{Clingo, Input, Limits, Query, SolveError, Solver};
//!
//! let mut input = Input::new();
//! input.push("a :- not b.  b :- not a.", None);
//! let mut grounded = Clingo.ground(&input, &Limits::none())?;
//!
//! let mut symbols = Symbols::default();
//! let answer = grounded.solve(&Query::default(), &mut symbols, &Limits::none())?;
//! assert!(answer.complete);
//! let with = |name| answer.models.iter().filter(|m| m.atoms.group(&Signature::new(name, 0)).is_some()).count();
//! assert_eq!((answer.models.len(), with("a"), with("b")), (2, 1, 1));
//!
//! let both = Query { assumptions: vec![("a".into(), true), ("b".into(), true)], ..Query::default() };
//! assert!(grounded.solve(&both, &mut symbols, &Limits::none())?.models.is_empty());
//! # Ok::<(), SolveError>(())
//! ```
#![deny(unsafe_op_in_unsafe_fn)]

pub mod clingo;
pub mod codes;
pub mod decimals;
pub mod input;
pub mod isolated;
pub mod limits;
pub mod memory;
mod messages;
mod overflow;
mod process;
pub mod query;
pub mod refuse;
mod scan;
mod show;
mod wire;
pub mod work;
pub mod worker;

pub use clingo::{Clingo, Found, GroundProgram, GroundRule, Propositional};
pub use input::Input;
pub use isolated::Isolated;
pub use limits::Limits;
pub use process::{cpu_time, end_at_once, ignore_hangup, ignores_hangup};
pub use query::{
    Answer, Grounded, Keep, LimitReached, Model, Query, SolveError, Solver, Strategy, Which, assumptions,
};
pub use refuse::refuse_scripts;
pub use work::Meter;
pub use worker::{serve, worker_main};
