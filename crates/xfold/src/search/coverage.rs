//! Coverage: which instances a clause, or a theory, covers. Exceptions are clauses themselves, read with the labels
//! exchanged.

use super::{Clause, Search};
use std::sync::Arc;
use xfold_store::{Engine, InstanceSet, Instances};

impl Search<'_> {
    /// The instances of a set that a clause covers. `swapped` says whether it is an exception's clause.
    pub(super) fn covered(&self, clause: &Clause, set: &InstanceSet, swapped: bool) -> InstanceSet {
        self.covered_by(self.engine, clause, set, swapped)
    }

    /// The same in other facts.
    pub(super) fn covered_by(
        &self,
        engine: &Engine,
        clause: &Clause,
        set: &InstanceSet,
        swapped: bool,
    ) -> InstanceSet {
        self.covered_among(self.instances(), engine, clause, set, swapped)
    }

    /// The same among the instances of any target.
    pub(super) fn covered_among(
        &self,
        instances: &Arc<Instances>,
        engine: &Engine,
        clause: &Clause,
        set: &InstanceSet,
        swapped: bool,
    ) -> InstanceSet {
        let mut hit = engine.covers(&engine.start(instances, set, swapped), &clause.body);
        if clause.choice {
            // A choice can be made as the labels say.
            hit = hit.and(&instances.labelled(!swapped));
        }
        for exception in &clause.exceptions {
            hit = hit.minus(&self.covered_among(instances, engine, exception, &hit, !swapped));
        }
        hit
    }

    /// The instances of a set that a theory of the target covers; by derivation if it reads the target.
    pub(super) fn theory_set(&self, clauses: &[Clause], all: &InstanceSet, swapped: bool) -> InstanceSet {
        if !swapped && clauses.iter().any(|clause| self.is_recursive(clause)) {
            return self.derived(clauses).and(all);
        }
        let empty = InstanceSet::empty(self.instances().len());
        clauses.iter().fold(empty, |set, clause| {
            let rest = all.minus(&set);
            set.or(&self.covered(clause, &rest, swapped))
        })
    }
}
