//! Recursion: what a theory that reads its own target derives, bottom-up, with nothing taken for granted; and clauses
//! that read only what is derived already.

use super::{Clause, Examples, Search, candidates::Scope};
use crate::worlds::Target;
use xfold_store::{Engine, InstanceSet};

/// A target that is learned together with another one, since each may read the other.
pub(super) struct Companion<'a> {
    pub(super) target: &'a Target,
    /// Its clauses so far.
    pub(super) clauses: Vec<Clause>,
}

impl Companion<'_> {
    /// The labels that are wrong if just these instances hold.
    pub(super) fn n_errors(&self, derived: &InstanceSet) -> u64 {
        let instances = &self.target.instances;
        let missed = instances.count(&instances.labelled(true).minus(derived)).pos;
        missed + instances.count(&instances.labelled(false).and(derived)).neg
    }
}

impl<'a> Search<'a> {
    /// Whether a clause reads what is being learned.
    pub(super) fn is_recursive(&self, clause: &Clause) -> bool {
        clause.reads(self.target.predicate)
            || self.companions.iter().any(|companion| clause.reads(companion.target.predicate))
    }

    /// The labelled instances that the clauses derive, target atoms in bodies holding only once they are derived.
    /// Without this `reach(X) :- edge(X,Y), reach(Y)` would cover everything in a circle.
    pub(super) fn derived(&self, clauses: &[Clause]) -> InstanceSet {
        self.derived_by_all(clauses).swap_remove(0)
    }

    /// The same for the target and then for each companion, whose clauses help.
    pub(super) fn derived_by_all(&self, clauses: &[Clause]) -> Vec<InstanceSet> {
        let own = std::iter::once((self.target, clauses));
        let others = self.companions.iter().map(|companion| (companion.target, &companion.clauses[..]));
        let all: Vec<(&Target, &[Clause])> = own.chain(others).collect();
        let mut derived: Vec<InstanceSet> = all.iter().map(|(target, _)| target.given.clone()).collect();
        loop {
            let so_far = all.iter().zip(&derived);
            let engine = so_far.fold(self.engine.clone(), |engine, ((target, _), set)| {
                engine.with_instances(target.predicate, &target.instances, set)
            });
            let mut is_more = false;
            for ((target, clauses), derived) in all.iter().zip(&mut derived) {
                let before = derived.len();
                for clause in *clauses {
                    let rest = target.instances.all().minus(derived);
                    *derived =
                        derived.or(&self.covered_among(&target.instances, &engine, clause, &rest, false));
                }
                is_more |= derived.len() > before;
            }
            if !is_more || self.is_stopped() {
                return derived;
            }
        }
    }

    /// One clause that reads nothing but what the clauses so far derive, so that it derives something as soon as it is
    /// there. What it must not cover reads all that will be derived: the positive labels too.
    pub(super) fn specialize_on_derived(
        &self,
        scope: &Scope,
        examples: &Examples,
        before: &[Clause],
    ) -> Option<Clause> {
        let derived = self.derived_by_all(before);
        let others = self.companions.iter().map(|companion| companion.target);
        let targets = std::iter::once(self.target).chain(others);
        let (mut now, mut in_the_end) = (self.engine.clone(), self.engine.clone());
        for (Target { predicate, instances, .. }, derived) in targets.zip(&derived) {
            let all = instances.labelled(true).or(derived);
            now = now.with_readings(*predicate, instances, derived, &all);
            in_the_end = in_the_end.with_instances(*predicate, instances, &all);
        }
        let specialized = |scope: &Scope| {
            let clause = self.in_facts(&now, &in_the_end, |search| search.specialize(scope, examples, 0))?;
            self.left_by(before, std::slice::from_ref(&clause), examples).is_some().then_some(clause)
        };
        if scope.exceptions {
            return specialized(scope);
        }
        // How much a clause explains at once says little of what follows from it in the end: the shortest comes first.
        let longest = self.settings.max_body.min(scope.most_size.saturating_sub(1));
        (1..=longest).find_map(|most| specialized(&scope.with_most_literals(most)))
    }

    /// Runs a part of the search in other facts. Of equal candidates the more general one is found in those of the end.
    fn in_facts<T>(&self, now: &Engine, in_the_end: &Engine, run: impl FnOnce(&Search<'_>) -> T) -> T {
        let mut search = Search::new(now, self.bias, self.target, self.settings, self.limits, self.trace);
        search.most_general_in = Some(in_the_end);
        search.withheld.swap(&self.withheld);
        let outcome = run(&search);
        search.withheld.swap(&self.withheld);
        self.cut_by.borrow_mut().append(&mut search.cut_by.borrow_mut());
        self.n_candidates.set(self.n_candidates.get() + search.n_candidates.get());
        self.stopped.set(self.stopped.get().or(search.stopped.get()));
        outcome
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
