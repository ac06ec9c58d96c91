//! What is asked of a solver and what it answers: [`Input`], [`Query`], [`Answer`], and the two traits.

use crate::{clingo::GroundProgram, input::Input, limits::Limits};
use serde::{Deserialize, Serialize};
use std::fmt;
use xfold_asp::{
    diagnostic::Diagnostic,
    symbols::{Atoms, Signature, Symbols, show_atom},
};

/// Finds stable models.
pub trait Solver: Send + Sync {
    /// Grounds a program. The result answers any number of queries.
    fn ground(&self, input: &Input, limits: &Limits) -> Result<Box<dyn Grounded>, SolveError> {
        self.ground_and_keep(input, Keep::Models, limits)
    }

    /// The same; what is kept says what the result can be asked for.
    fn ground_and_keep(
        &self,
        input: &Input,
        keep: Keep,
        limits: &Limits,
    ) -> Result<Box<dyn Grounded>, SolveError>;
}

/// A ground program that can be asked for its stable models, under other assumptions each time.
pub trait Grounded: Send {
    /// Answers one query. Ground terms of the models are numbered in `symbols`.
    fn solve(&mut self, query: &Query, symbols: &mut Symbols, limits: &Limits) -> Result<Answer, SolveError>;

    /// The ground rules and the atoms they are about, once, if they were [kept](Keep::Rules).
    fn take_rules(&mut self, symbols: &mut Symbols, limits: &Limits) -> Result<GroundProgram, SolveError>;

    /// What the solver remarked while grounding (such as atoms that no rule derives), with the user's positions.
    fn remarks(&self) -> &[Diagnostic];
}

/// What can be asked of a ground program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Keep {
    /// Its stable models.
    Models,
    /// Its ground rules, too.
    Rules,
}

/// Which stable models are wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Which {
    /// Any, up to the limit of [`Query::most`].
    #[default]
    Any,
    /// What holds in some stable model, as one model.
    Brave,
    /// What holds in every stable model, as one model.
    Cautious,
    /// The best by the program's weak constraints, up to the limit.
    Optimal,
    /// Any, up to the limit, found by guessing at random from this seed.
    Random(u32),
    /// One of the best by the program's weak constraints; if a limit comes first, the best found so far.
    Cheapest(Strategy),
}

/// How the cheapest model is looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Strategy {
    /// From above: each model cheaper than the one before. Good models come early, the proof late.
    #[default]
    Descend,
    /// From below: what cannot hold together raises the bound. The proof comes early, or nothing does.
    Cores,
}

/// One question to a ground program.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Query {
    /// Which stable models.
    pub which: Which,
    /// How many at the most; 0 for all.
    pub most: usize,
    /// Atoms, as text, that must be true or false. An atom that the program does not know is false.
    pub assumptions: Vec<(String, bool)>,
    /// Only atoms of these predicates are returned; `None` for all.
    pub show: Option<Vec<Signature>>,
}

/// Atoms that must hold and atoms that must not, as [`Query::assumptions`].
pub fn assumptions(required: &Atoms, forbidden: &Atoms, symbols: &Symbols) -> Vec<(String, bool)> {
    let required = required.iter().map(|atom| (atom, true));
    let all = required.chain(forbidden.iter().map(|atom| (atom, false)));
    all.map(|((signature, args), wanted)| (show_atom(signature, args, symbols), wanted)).collect()
}

/// The answer to a [`Query`].
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Answer {
    /// The models found; empty if there is none.
    pub models: Vec<Model>,
    /// Whether these are all there are. Without it there may be more.
    pub complete: bool,
    /// If there is no model under the assumptions: which assumptions (by index) cannot hold together.
    /// Enough of them, not always the fewest. Empty if the program has no stable model at all.
    pub core: Vec<usize>,
    /// The work that was done, as the meter of the limits counts it.
    pub work: u64,
}

/// A stable model, or brave or cautious consequences.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Model {
    /// The true atoms of the predicates asked for.
    pub atoms: Atoms,
    /// One cost for each priority, highest first; empty without weak constraints.
    pub cost: Vec<i64>,
}

/// Why there is no answer.
#[derive(Debug)]
pub enum SolveError {
    /// The program cannot be used: syntax, safety, a refused directive.
    Rejected(Vec<Diagnostic>),
    /// A limit came first.
    Limit(LimitReached),
    /// The solver or its process failed; nothing the user wrote.
    Failed(String),
}

/// Which limit came first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum LimitReached {
    /// The time limit.
    Time,
    /// The memory limit.
    Memory,
    /// The user's Ctrl-C.
    Interrupt,
    /// The bound on counted work: the search did as much as is reasonable, and no limit of the user came first.
    Work,
}

impl fmt::Display for LimitReached {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Time => "time limit",
            Self::Memory => "memory limit",
            Self::Interrupt => "interrupt",
            Self::Work => "bound on work",
        })
    }
}

impl fmt::Display for SolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rejected(diagnostics) => match diagnostics.first() {
                Some(first) => write!(f, "{first}"),
                None => f.write_str("the program was rejected"),
            },
            Self::Limit(limit) => write!(f, "stopped by the {limit}"),
            Self::Failed(reason) => write!(f, "the solver failed: {reason}"),
        }
    }
}

impl std::error::Error for SolveError {}
