//! Why a run could not give an answer.

use crate::codes;
use std::fmt;
use xfold_asp::diagnostic::Diagnostic;
use xfold_solve::{LimitReached, SolveError};

/// What went wrong. Spans point into the task's sources.
#[derive(Debug)]
pub enum Error {
    /// The input, or a setting, cannot be used.
    Diagnostics(Vec<Diagnostic>),
    /// A limit came before anything could be learned.
    Limit(LimitReached),
}

/// The crate's results.
pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    /// As messages for the user.
    pub fn into_diagnostics(self) -> Vec<Diagnostic> {
        match self {
            Error::Diagnostics(diagnostics) => diagnostics,
            Error::Limit(limit) => {
                let message = format!("the {limit} was reached before anything was learned");
                vec![Diagnostic::error(codes::LIMIT, message).help(Self::what_helps(limit))]
            }
        }
    }

    /// What to try after a limit was reached.
    pub fn what_helps(limit: LimitReached) -> &'static str {
        match limit {
            LimitReached::Time => "raise --time-limit, or make the input smaller",
            LimitReached::Memory => {
                "raise --memory-limit; is the table that large, or does grounding the background not end?"
            }
            LimitReached::Interrupt => "there was no result yet when you stopped it",
            LimitReached::Work => "a --time-limit lets the search go on for as long as it says",
        }
    }
}

impl From<Diagnostic> for Error {
    fn from(diagnostic: Diagnostic) -> Self {
        Error::Diagnostics(vec![diagnostic])
    }
}

impl From<SolveError> for Error {
    fn from(error: SolveError) -> Self {
        match error {
            SolveError::Rejected(diagnostics) => Error::Diagnostics(diagnostics),
            SolveError::Limit(limit) => Error::Limit(limit),
            SolveError::Failed(reason) => {
                Diagnostic::error(codes::SOLVER, format!("the solver failed: {reason}")).into()
            }
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Diagnostics(diagnostics) => {
                let lines: Vec<String> = diagnostics.iter().map(Diagnostic::to_string).collect();
                f.write_str(&lines.join("\n"))
            }
            Error::Limit(limit) => write!(f, "the {limit} was reached before anything was learned"),
        }
    }
}

impl std::error::Error for Error {}
