//! Coverage: which instances a clause, or a theory, covers. Exceptions are clauses themselves, read with the labels
//! exchanged.

use super::{Clause, Search};
use xfold_store::{Engine, InstanceSet};

impl<E: Engine> Search<'_, E> {
    /// The instances of a set that a clause covers. `swapped` says whether it is an exception's clause.
    pub(super) fn covered(&self, clause: &Clause, set: &InstanceSet, swapped: bool) -> InstanceSet {
        self.covered_by(self.engine, clause, set, swapped)
    }

    /// The same in other facts.
    pub(super) fn covered_by(
        &self,
        engine: &E,
        clause: &Clause,
        set: &InstanceSet,
        swapped: bool,
    ) -> InstanceSet {
        let mut hit = self.body_covers(engine, clause, set, swapped);
        if clause.choice {
            // A choice can be made as the labels say.
            hit = hit.and(&self.instances().labelled(!swapped));
        }
        for exception in &clause.exceptions {
            hit = hit.minus(&self.covered_by(engine, exception, &hit, !swapped));
        }
        hit
    }

    fn body_covers(&self, engine: &E, clause: &Clause, set: &InstanceSet, swapped: bool) -> InstanceSet {
        let mut cover = engine.start(self.instances(), set, swapped);
        for step in &clause.body {
            match engine.extend(&cover, step) {
                Ok(extended) => cover = extended,
                Err(_) => return self.body_covers_in_halves(engine, clause, set, swapped),
            }
        }
        engine.set(&cover)
    }

    /// A join that is too large for a set is done for two halves of it.
    fn body_covers_in_halves(
        &self,
        engine: &E,
        clause: &Clause,
        set: &InstanceSet,
        swapped: bool,
    ) -> InstanceSet {
        let members: Vec<usize> = set.iter().collect();
        if members.len() < 2 {
            self.note_bound(super::Bound::Bindings);
            return InstanceSet::empty(self.instances().len());
        }
        let half = |members: &[usize]| {
            let mut set = InstanceSet::empty(self.instances().len());
            members.iter().for_each(|&instance| set.insert(instance));
            self.body_covers(engine, clause, &set, swapped)
        };
        let (left, right) = members.split_at(members.len() / 2);
        half(left).or(&half(right))
    }

    /// The instances of a set that a theory of the target covers; by derivation if it reads the target.
    pub(super) fn theory_set(&self, clauses: &[Clause], all: &InstanceSet, swapped: bool) -> InstanceSet {
        if !swapped && clauses.iter().any(|clause| clause.reads(self.target.predicate)) {
            return self.derived(clauses).and(all);
        }
        let empty = InstanceSet::empty(self.instances().len());
        clauses.iter().fold(empty, |set, clause| {
            let rest = all.minus(&set);
            set.or(&self.covered(clause, &rest, swapped))
        })
    }
}
