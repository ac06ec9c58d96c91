//! The engine: what a learner asks of the facts. It sees counts and handles, never a row.

use crate::{
    count::{Tally, count_units},
    cover::Cover,
    facts::{Extension, Facts},
    instances::{Counts, InstanceSet, Instances},
    join::{TooManyBindings, extend},
    relation::Relation,
    step::{PredicateId, Step, Unit},
};
use std::sync::Arc;

/// Counts what clauses cover.
pub trait Engine: Sync + Sized {
    /// The bindings of a clause, wherever they are kept.
    type Cover: Clone + Send + Sync;

    /// The bindings of the clause without a body, for a set of instances. With `swapped` labels negatives count as
    /// positives and the reverse: an exception is being learned.
    fn start(&self, instances: &Arc<Instances>, set: &InstanceSet, swapped: bool) -> Self::Cover;

    /// Adds a literal.
    fn extend(&self, cover: &Self::Cover, step: &Step) -> Result<Self::Cover, TooManyBindings>;

    /// The examples still covered, by label.
    fn counts(&self, cover: &Self::Cover) -> Counts;

    /// The bindings, by label.
    fn binding_counts(&self, cover: &Self::Cover) -> Counts;

    /// The instances still covered.
    fn set(&self, cover: &Self::Cover) -> InstanceSet;

    /// What each unit would leave covered.
    fn count(&self, cover: &Self::Cover, units: &[Unit]) -> Vec<Tally>;

    /// The same facts, in which a predicate holds for exactly the given instances.
    fn with_instances(&self, predicate: PredicateId, instances: &Instances, set: &InstanceSet) -> Self;
}

/// The engine in memory, on this machine's threads.
#[derive(Debug, Clone)]
pub struct LocalEngine {
    facts: Facts,
    most_bindings: usize,
}

impl LocalEngine {
    /// An engine on these facts.
    pub fn new(facts: Facts) -> Self {
        Self { facts, most_bindings: 20_000_000 }
    }

    /// The same engine with another bound on the bindings of a clause.
    pub fn with_most_bindings(mut self, most: usize) -> Self {
        self.most_bindings = most;
        self
    }

    /// The facts.
    pub fn facts(&self) -> &Facts {
        &self.facts
    }
}

impl Engine for LocalEngine {
    type Cover = Cover;

    fn start(&self, instances: &Arc<Instances>, set: &InstanceSet, swapped: bool) -> Cover {
        Cover::start(instances, set, swapped)
    }

    fn extend(&self, cover: &Cover, step: &Step) -> Result<Cover, TooManyBindings> {
        extend(&self.facts, cover, step, self.most_bindings)
    }

    fn counts(&self, cover: &Cover) -> Counts {
        cover.counts()
    }

    fn binding_counts(&self, cover: &Cover) -> Counts {
        cover.binding_counts()
    }

    fn set(&self, cover: &Cover) -> InstanceSet {
        cover.set()
    }

    fn count(&self, cover: &Cover, units: &[Unit]) -> Vec<Tally> {
        count_units(&self.facts, cover, units, self.most_bindings)
    }

    fn with_instances(&self, predicate: PredicateId, instances: &Instances, set: &InstanceSet) -> Self {
        let rows = set.iter().map(|instance| (instances.world(instance), instances.args(instance)));
        let extension = Extension::new(
            Relation::shared(instances.arity(), [[]; 0]),
            Relation::per_world(instances.arity(), rows),
        );
        Self { facts: self.facts.with(predicate, extension), most_bindings: self.most_bindings }
    }
}
