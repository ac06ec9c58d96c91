//! xfold learns logic programs: default rules with exceptions.

pub mod check;
pub mod codes;
mod error;
mod learn;
pub mod report;
pub mod rules;
pub mod search;
mod settings;
pub mod task;
pub mod worlds;

pub use error::{Error, Result};
pub use learn::{Learned, StopReason, Times, learn};
pub use rules::Hypothesis;
pub use settings::{Count, Learner, Settings};
pub use task::Task;
pub use xfold_solve::{Clingo, Isolated, LimitReached, Limits, Solver};
