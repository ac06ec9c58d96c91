//! One problem of the exact search: some examples with their relaxed worlds, the space of rules, and what bounds the
//! search. Every step of an attempt borrows it.

use super::{
    bit_sets::BitSets,
    context::Relaxed,
    cost::Costs,
    rule_space::{RuleSpace, Schema},
};
use crate::{
    error::{Error, Result},
    task::Task,
    tuning::Tuning,
};
use rustc_hash::FxHashSet;
use xfold_asp::symbols::{Signature, Symbols};
use xfold_solve::{Limits, Solver};

/// What the steps of one attempt have in common.
pub(super) struct Problem<'a> {
    pub(super) task: &'a Task,
    pub(super) space: &'a RuleSpace,
    pub(super) symbols: &'a Symbols,
    pub(super) solver: &'a dyn Solver,
    pub(super) limits: &'a Limits,
    pub(super) tuning: Tuning,
    pub(super) costs: Costs<'a>,
    pub(super) relaxed: Relaxed,
    /// Predicates that depend on what is learned.
    dependent: FxHashSet<Signature>,
    /// Bodies as sets of bindings in these worlds.
    pub(super) bit_sets: BitSets<'a>,
    pub(super) bounds: Bounds,
}

/// What bounds the search for candidates.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Bounds {
    /// Most body literals.
    pub(super) max_body: usize,
    /// Of queries, longer bodies are looked at only while something wanted is derived by no rule.
    pub(super) usual_body: usize,
    /// Most literals of a rule, with the atoms of a choice head.
    pub(super) max_length: usize,
    /// Rules that cost as much are of no use.
    pub(super) upper: Option<u64>,
    /// Most bodies to look at.
    pub(super) max_bodies: usize,
    /// Most rules to keep.
    pub(super) max_rules: usize,
    /// What any rule costs at least.
    pub(super) cheapest: u64,
}

impl Bounds {
    /// Whether something costs too much.
    pub(super) fn is_too_dear(&self, cost: u64) -> bool {
        self.upper.is_some_and(|upper| cost >= upper)
    }
}

impl<'a> Problem<'a> {
    /// A problem without bounds.
    pub(super) fn new(
        task: &'a Task,
        space: &'a RuleSpace,
        symbols: &'a Symbols,
        solver: &'a dyn Solver,
        limits: &'a Limits,
        tuning: Tuning,
        relaxed: Relaxed,
    ) -> Self {
        Self {
            task,
            space,
            symbols,
            solver,
            limits,
            tuning,
            costs: Costs::new(task, space, symbols, solver, limits),
            dependent: dependent(task, &relaxed),
            bit_sets: BitSets::new(space, &relaxed.contexts, symbols),
            relaxed,
            bounds: Bounds::default(),
        }
    }

    /// Whether literals of a schema hold or not whatever is learned.
    pub(super) fn is_fixed(&self, schema: &Schema) -> bool {
        schema.signature.as_ref().is_none_or(|signature| !self.dependent.contains(signature))
    }

    /// Whether no example may be given up.
    pub(super) fn is_hard(&self) -> bool {
        self.relaxed.worlds.iter().all(|world| world.penalty.is_none())
    }

    /// Whether each positive example has one stable model only, whatever is learned.
    pub(super) fn is_total(&self) -> bool {
        self.relaxed.worlds.iter().all(|world| !world.positive || world.is_total())
    }

    /// An error if some limit is reached.
    pub(super) fn check_limits(&self) -> Result<()> {
        self.limits.reached().map_or(Ok(()), |limit| Err(Error::Limit(limit)))
    }
}

/// Predicates that depend on what is learned, or that rules derive which are no facts.
fn dependent(task: &Task, relaxed: &Relaxed) -> FxHashSet<Signature> {
    let contexts = || task.examples.iter().flat_map(|example| &example.context);
    let mut dependent = task.background.dependents(contexts(), task.space.targets());
    for context in &relaxed.contexts {
        for &atom in context.rules.iter().flat_map(|rule| &rule.head) {
            if let Some((signature, _)) = context.atoms.get(atom as usize)
                && !dependent.contains(signature)
            {
                dependent.insert(signature.clone());
            }
        }
    }
    task.background.dependents(contexts(), dependent)
}
