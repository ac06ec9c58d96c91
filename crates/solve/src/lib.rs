//! Stable models. (Front page to be written.)

pub mod clingo;
pub mod codes;
pub mod input;
pub mod limits;
mod messages;
pub mod query;
pub mod refuse;

pub use clingo::Clingo;
pub use input::Input;
pub use limits::Limits;
pub use query::{Answer, Grounded, LimitReached, Model, Query, SolveError, Solver, Which};
pub use refuse::refuse_scripts;
