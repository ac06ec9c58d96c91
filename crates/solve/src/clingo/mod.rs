//! The solver in our own process: [`Clingo`].

mod callbacks;
pub(crate) mod control;
mod search;
mod symbols;
pub(crate) mod watchdog;

use crate::{
    input::Input,
    limits::Limits,
    messages::{diagnostics, rejection},
    query::{Answer, Grounded, Query, SolveError, Solver},
    refuse::refuse_scripts,
};
use control::{Control, Failure};
use xfold_asp::{diagnostic::Diagnostic, symbols::Symbols};

/// clingo in this process.
///
/// Time limits and the stop flag end a search, and a grounding that derives rules. A join that yields nothing cannot
/// be stopped, and memory is not limited: where limits must hold, use [`Isolated`](crate::Isolated).
#[derive(Debug, Clone, Copy, Default)]
pub struct Clingo;

impl Clingo {
    /// The solver; it has no settings.
    pub fn new() -> Self {
        Self
    }
}

impl Solver for Clingo {
    fn ground(&self, input: &Input, limits: &Limits) -> Result<Box<dyn Grounded>, SolveError> {
        refuse_scripts(input).map_err(SolveError::Rejected)?;
        if let Some(limit) = limits.reached() {
            return Err(SolveError::Limit(limit));
        }
        match Control::ground(input.text(), limits) {
            Ok(control) => {
                let remarks = diagnostics(&control.take_messages(), input);
                Ok(Box::new(Ground { control, remarks }))
            }
            Err(Failure::Rejected(messages)) => Err(rejection(&messages, input)),
            Err(failure) => Err(failure.into()),
        }
    }
}

struct Ground {
    control: Control,
    remarks: Vec<Diagnostic>,
}

impl Grounded for Ground {
    fn solve(&mut self, query: &Query, symbols: &mut Symbols, limits: &Limits) -> Result<Answer, SolveError> {
        Ok(self.control.solve(query, symbols, limits)?)
    }

    fn remarks(&self) -> &[Diagnostic] {
        &self.remarks
    }
}
