//! The engine: what a learner asks of the facts. It sees counts and handles, never a row.

use crate::{
    count::{Bounds, Tally, count_units},
    cover::Cover,
    exists::covers,
    facts::{Extension, Facts},
    instances::{Counts, InstanceSet, Instances},
    join::{TooManyBindings, extend},
    parts::Answer,
    relation::Relation,
    step::{PredicateId, Step, Unit},
};
use std::{
    borrow::Borrow,
    fmt,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

/// The most bindings of a clause …
const MOST_BINDINGS: usize = 4_000_000;
/// … or this many for each instance, if that is more.
const BINDINGS_PER_INSTANCE: usize = 8;

/// The most bindings that are held at a time while candidates are counted.
const MOST_AT_ONCE: usize = 4_000_000;

/// The most bindings of a clause where an estimate will do.
const MOST_ESTIMATED: usize = 300_000;

/// Counts what clauses cover, on this machine's threads.
#[derive(Debug, Clone)]
pub struct Engine {
    facts: Facts,
    most_bindings: Option<usize>,
    /// In how many parts candidates are counted, at least.
    n_parts: usize,
    most_at_once: usize,
    /// Bindings looked at. Threads add to it in any order, so it is read only where none is counting.
    work: Arc<AtomicU64>,
    stop: Stop,
}

/// The caller's sign that candidates need not be counted any more, if there is one.
#[derive(Clone, Default)]
pub(crate) struct Stop(Option<Arc<dyn Fn() -> bool + Send + Sync>>);

impl Stop {
    /// Whether the counts are not needed any more.
    pub(crate) fn is_stopped(&self) -> bool {
        self.0.as_ref().is_some_and(|is_stopped| is_stopped())
    }
}

impl fmt::Debug for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Stop")
    }
}

impl Engine {
    /// An engine on these facts.
    pub fn new(facts: Facts) -> Self {
        Self {
            facts,
            most_bindings: None,
            n_parts: 1,
            most_at_once: MOST_AT_ONCE,
            work: Arc::default(),
            stop: Stop::default(),
        }
    }

    /// The same engine, which counts no candidates any more once this says so. Then its caller has to ask the same, and to
    /// make nothing of the counts.
    pub fn with_stop(mut self, is_stopped: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        self.stop = Stop(Some(Arc::new(is_stopped)));
        self
    }

    /// The same engine with another bound on the bindings of a clause.
    pub fn with_most_bindings(mut self, most: usize) -> Self {
        self.most_bindings = Some(most);
        self
    }

    /// The same engine, which counts candidates on so many parts of the examples, one after the other. The counts are the
    /// same.
    pub fn with_parts(mut self, n_parts: usize) -> Self {
        self.n_parts = n_parts.max(1);
        self
    }

    /// The same engine with another bound on the bindings that are held at a time while candidates are counted. The counts
    /// are the same.
    pub fn with_most_at_once(mut self, most: usize) -> Self {
        self.most_at_once = most;
        self
    }

    /// The most bindings that a join on a cover may have.
    fn most_bindings(&self, cover: &Cover) -> usize {
        self.most_bindings.unwrap_or_else(|| MOST_BINDINGS.max(BINDINGS_PER_INSTANCE * cover.instances.len()))
    }

    fn add_work(&self, n_bindings: usize) {
        self.work.fetch_add(n_bindings as u64, Ordering::Relaxed);
    }

    /// The facts.
    pub fn facts(&self) -> &Facts {
        &self.facts
    }

    /// The bindings of the clause without a body, for a set of instances. With `swapped` labels negatives count as
    /// positives and the reverse: an exception is being learned.
    pub fn start(&self, instances: &Arc<Instances>, set: &InstanceSet, swapped: bool) -> Cover {
        Cover::start(instances, set, swapped)
    }

    /// Adds a literal.
    pub fn extend(&self, cover: &Cover, step: &Step) -> Result<Cover, TooManyBindings> {
        let extended = extend(&self.facts, cover, step, self.most_bindings(cover));
        self.add_work(cover.n_bindings() + extended.as_ref().map_or(0, Cover::n_bindings));
        extended
    }

    /// The examples still covered, by label.
    pub fn counts(&self, cover: &Cover) -> Counts {
        cover.counts()
    }

    /// The bindings, by label.
    pub fn binding_counts(&self, cover: &Cover) -> Counts {
        cover.binding_counts()
    }

    /// The instances still covered.
    pub fn set(&self, cover: &Cover) -> InstanceSet {
        cover.set()
    }

    /// The instances of a cover for which all these literals can hold.
    pub fn covers(&self, cover: &Cover, steps: &[Step]) -> InstanceSet {
        self.add_work(cover.n_bindings() * (1 + steps.len()));
        covers(&self.facts, cover, steps)
    }

    /// The bindings of some of the examples: of each label about this many, evenly taken. `None` if there are not many
    /// more of either label.
    pub fn sample(&self, cover: &Cover, most: usize) -> Option<Cover> {
        cover.sample(most)
    }

    /// What each unit would leave covered. Once the engine is stopped, units are not counted.
    pub fn count<U: Borrow<Unit>>(&self, cover: &Cover, units: &[U]) -> Vec<Tally> {
        self.add_work(cover.n_bindings() * units.len());
        self.ask(cover, units, self.most_bindings(cover)).tallies()
    }

    /// Parts of a cover that have different examples.
    pub fn parts(&self, cover: &Cover, n_parts: usize) -> Vec<Cover> {
        cover.even_parts(n_parts).into_iter().map(|rows| cover.part(rows)).collect()
    }

    /// What each unit would leave of a part of a cover; the answers of all parts are added up.
    pub fn answer<U: Borrow<Unit>>(&self, part: &Cover, units: &[U]) -> Answer {
        self.answer_within(part, units, self.most_bindings(part))
    }

    fn answer_within<U: Borrow<Unit>>(&self, part: &Cover, units: &[U], most: usize) -> Answer {
        let bounds = Bounds { most, at_once: self.most_at_once, stop: &self.stop };
        Answer { partials: count_units(&self.facts, part, units, bounds), most }
    }

    /// Asks all parts.
    fn ask<U: Borrow<Unit>>(&self, cover: &Cover, units: &[U], most: usize) -> Answer {
        if self.n_parts == 1 {
            return self.answer_within(cover, units, most);
        }
        let mut parts = self.parts(cover, self.n_parts).into_iter();
        let first = parts.next().unwrap_or_else(|| cover.clone());
        let mut sum = self.answer_within(&first, units, most);
        parts.for_each(|part| sum.add(self.answer_within(&part, units, most)));
        sum
    }

    /// The same where it does not matter if a unit with many bindings is left out.
    pub fn estimate<U: Borrow<Unit>>(&self, cover: &Cover, units: &[U]) -> Vec<Tally> {
        self.add_work(cover.n_bindings() * units.len());
        self.ask(cover, units, self.most_bindings(cover).min(MOST_ESTIMATED)).tallies()
    }

    /// The bindings that were looked at since this was last asked.
    pub fn take_work(&self) -> u64 {
        self.work.swap(0, Ordering::Relaxed)
    }

    /// The same facts, in which a predicate holds for exactly the given instances.
    pub fn with_instances(&self, predicate: PredicateId, instances: &Instances, set: &InstanceSet) -> Self {
        let extension = Arc::new(extension(instances, set));
        Self { facts: self.facts.with(predicate, Arc::clone(&extension), extension), ..self.clone() }
    }

    /// The same facts, in which a predicate holds for some instances where positive examples read it, and for others where
    /// negative ones do.
    pub fn with_readings(
        &self,
        predicate: PredicateId,
        instances: &Instances,
        by_positives: &InstanceSet,
        by_negatives: &InstanceSet,
    ) -> Self {
        let [possible, certain] = [by_positives, by_negatives].map(|set| Arc::new(extension(instances, set)));
        Self { facts: self.facts.with(predicate, certain, possible), ..self.clone() }
    }
}

/// Some instances as the atoms of a predicate.
fn extension(instances: &Instances, set: &InstanceSet) -> Extension {
    let rows = set.iter().map(|instance| (instances.world(instance), instances.args(instance)));
    let own = Relation::per_world(instances.arity(), rows);
    Extension::new(Relation::shared(instances.arity(), [[]; 0]), own)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{facts::Values, instances::Instance, step::Arg};

    #[test]
    fn positive_and_negative_examples_may_read_different_atoms() {
        let mut facts = Facts::new(Values { numbers: vec![None; 2], ranks: vec![0, 1], block: None });
        let none = Extension::new(Relation::shared(1, [[]; 0]), Relation::per_world(1, [(0, []); 0]));
        let holds = facts.add(none);
        let instance = |value: u32| Instance {
            example: value,
            world: 0,
            args: vec![value],
            positive: value == 0,
            weight: 1,
        };
        let instances = Arc::new(Instances::new(1, (0..2).map(instance)));
        let [positive, negative] = [true, false].map(|label| instances.labelled(label));
        let covered = |engine: &Engine| {
            let start = engine.start(&instances, &instances.all(), false);
            engine.covers(&start, &[Step::Holds(holds, vec![Arg::Variable(0)])])
        };
        let engine = Engine::new(facts);
        let all = instances.all();
        let nothing = InstanceSet::empty(2);
        assert_eq!(covered(&engine.with_readings(holds, &instances, &all, &nothing)), positive);
        assert_eq!(covered(&engine.with_readings(holds, &instances, &nothing, &all)), negative);
        assert_eq!(covered(&engine.with_instances(holds, &instances, &all)), all);
    }
}
