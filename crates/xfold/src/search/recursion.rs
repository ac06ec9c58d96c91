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

#[cfg(test)]
mod tests {
    use crate::search::{
        Clause,
        fixture::{REACH, with_search},
    };
    use xfold_store::{Arg, Step};

    #[test]
    fn a_circle_derives_nothing_without_a_base() {
        with_search(REACH, |search, _, examples| {
            let predicate = |name: &str| {
                let found = search.bias.predicates.iter().position(|other| &*other.name == name);
                found.expect("it is in the task")
            };
            let head = Clause::empty(&search.head());
            let base = head.plus(&[Step::Holds(predicate("goal"), vec![Arg::Variable(0)])], &[]);
            let step = head.plus(
                &[
                    Step::Holds(predicate("edge"), vec![Arg::Variable(0), Arg::Variable(1)]),
                    Step::Holds(predicate("reach"), vec![Arg::Variable(1)]),
                ],
                &search.head(),
            );
            assert!(search.derived(std::slice::from_ref(&step)).is_empty());
            assert_eq!(search.derived(&[step, base]), examples.pos);
        });
    }
}
