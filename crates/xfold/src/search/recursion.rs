//! Recursion: what a theory that reads its own target derives, bottom-up, with nothing taken for granted.

use super::{Clause, Search};
use xfold_store::InstanceSet;

impl Search<'_> {
    /// The labelled instances that the clauses derive, target atoms in bodies holding only once they are derived.
    /// Without this `reach(X) :- edge(X,Y), reach(Y)` would cover everything in a circle.
    pub(super) fn derived(&self, clauses: &[Clause]) -> InstanceSet {
        let all = self.instances().all();
        let mut derived = self.target.given.clone();
        loop {
            let engine = self.engine.with_instances(self.target.predicate, self.instances(), &derived);
            let before = derived.len();
            for clause in clauses {
                let rest = all.minus(&derived);
                derived = derived.or(&self.covered_by(&engine, clause, &rest, false));
            }
            if derived.len() == before || self.is_stopped() {
                return derived;
            }
        }
    }
}
