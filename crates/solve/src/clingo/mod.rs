//! The solver in our own process: [`Clingo`].

mod callbacks;
pub(crate) mod control;
mod propositional;
mod search;
mod symbols;
pub(crate) mod watchdog;

use crate::{
    decimals,
    input::Input,
    limits::Limits,
    messages::{diagnostics, rejection},
    overflow::Sums,
    query::{Answer, Grounded, Keep, Query, SolveError, Solver},
    refuse::refuse_scripts,
};
use control::{Control, Failure};
pub use propositional::{Found, Propositional};
use serde::{Deserialize, Serialize};
use xfold_asp::{
    diagnostic::Diagnostic,
    symbols::{Atoms, Symbols},
};

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
    fn ground_and_keep(
        &self,
        input: &Input,
        keep: Keep,
        limits: &Limits,
    ) -> Result<Box<dyn Grounded>, SolveError> {
        decimals::ground(input, |input| Ok(Box::new(ClingoProgram::new(input, keep, limits)?)))
    }
}

/// A ground program in this process.
struct ClingoProgram {
    control: Control,
    remarks: Vec<Diagnostic>,
    sums: Sums,
}

/// A ground rule as clingo's solver sees it: atoms are numbers, negative ones in a body are negated.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GroundRule {
    /// A choice, not a disjunction.
    pub choice: bool,
    /// The atoms of the head; none for a constraint.
    pub head: Vec<u32>,
    /// The literals of the body.
    pub body: Vec<i32>,
    /// If the body is a sum: its lower bound and the weight of each literal.
    pub weights: Option<(i32, Vec<i32>)>,
}

/// A ground program, taken apart.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct GroundProgram {
    /// The rules.
    pub rules: Vec<GroundRule>,
    /// The atoms that have names, in no particular order.
    pub atoms: Atoms,
    /// The number of each of them, group by group, and whether it is a fact.
    pub numbers: Vec<(u32, bool)>,
}

impl ClingoProgram {
    /// Grounds a program.
    fn new(input: &Input, keep: Keep, limits: &Limits) -> Result<Self, SolveError> {
        refuse_scripts(input).map_err(SolveError::Rejected)?;
        if let Some(limit) = limits.reached() {
            return Err(SolveError::Limit(limit));
        }
        let sums = Sums::of(input);
        match Control::ground(input.text(), keep, limits) {
            Ok(control) => {
                let remarks = diagnostics(&control.take_messages(), input);
                Ok(Self { control, remarks, sums })
            }
            Err(Failure::Rejected(messages)) => Err(rejection(&messages, input)),
            Err(failure) => Err(sums.explain(failure.into())),
        }
    }
}

impl Grounded for ClingoProgram {
    fn solve(&mut self, query: &Query, symbols: &mut Symbols, limits: &Limits) -> Result<Answer, SolveError> {
        self.control.solve(query, symbols, limits).map_err(|failure| self.sums.explain(failure.into()))
    }

    fn take_rules(&mut self, symbols: &mut Symbols, limits: &Limits) -> Result<GroundProgram, SolveError> {
        self.control.take_program(symbols, limits).map_err(|failure| self.sums.explain(failure.into()))
    }

    fn remarks(&self) -> &[Diagnostic] {
        &self.remarks
    }
}
