//! xfold learns logic programs from examples: default rules with exceptions, confirmed by clingo.
//!
//! ```text
//! fly(X) :- bird(X), not ab0(X).
//! ab0(X) :- penguin(X).
//! ```
//!
//! It follows FOLD, by Shakerin and Gupta: a clause grows greedily by information gain; the negatives it still covers
//! are explained by an exception, which is learned the same way with the labels exchanged. A run walks one path, and
//! the modules stand in its order:
//!
//! - [`task`]: what is asked. Background knowledge, modes, examples.
//! - [`worlds`]: what is true. The stable models that stand for the examples, solved once.
//! - [`search`]: what could explain it. Clauses, found by counting the examples they cover.
//! - [`rules`]: what was learned, as a program.
//! - [`check`]: does it hold? The solver's verdict on the printed text.
//!
//! [`learn`] is the whole path on one screen. [`table`] is the same path for tables, and [`database`] makes tasks of databases. [`explain`] tells why something
//! follows from rules, [`export`] translates rules to other languages, and [`convert`] tasks.
//!
//! ```
//! use xfold::{Clingo, Limits, Settings, StopReason, learn, search::trace::Silent, task::read};
//!
//! let task = read::text("penguin.las", "
//!     bird(X) :- penguin(X).
//!     bird(tweety). bird(et). cat(kitty). penguin(polly).
//!     #modeh(fly(var(any))).
//!     #modeb(bird(var(any))). #modeb(cat(var(any))). #modeb(penguin(var(any))).
//!     #pos({fly(tweety), fly(et)}, {}).
//!     #cwa(fly/1).
//! ")?;
//! let learned = learn(&task, &Settings::default(), &Clingo, &Limits::none(), &Silent)?;
//! assert_eq!(learned.rules.text(), "\
//!     % closed world: fly/1\n\
//!     fly(X) :- bird(X), not ab0(X).\n\
//!     ab0(X) :- penguin(X).\n");
//! assert_eq!(learned.stop, StopReason::Verified);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod task;
pub mod worlds;
pub mod search;
pub mod exact;
pub mod rules;
pub mod check;
mod recursive;
mod programs;
pub mod convert;
pub mod table;
pub mod database;
pub mod explain;
pub mod export;

pub mod codes;
pub mod diagnose;
mod error;
mod learn;
mod note;
pub mod page;
pub mod report;
mod settings;
pub mod tuning;

pub use error::{Error, Result};
pub use learn::{Certificate, Learned, Repair, Shorter, StopReason, Times, learn};
pub use rules::Hypothesis;
pub use settings::{Count, Learner, Settings, Strategy, TUNABLE};
pub use task::Task;
pub use tuning::Tuning;
pub use xfold_solve::{Clingo, Isolated, LimitReached, Limits, Solver};
