//! Pruning: literals, exceptions and clauses that change nothing are dropped.

use super::{Clause, Examples, Search, tolerant::variants};
use xfold_store::{InstanceSet, Step};

impl Search<'_> {
    /// Drops literals of a finished clause as long as no more negatives are covered. Its exceptions stay: they were
    /// learned for the negatives that the default covers, and these stay the same.
    pub(super) fn prune_clause(&self, clause: Clause, examples: &Examples, depth: usize) -> Clause {
        if clause.choice {
            return clause;
        }
        let mut default = clause.default_part();
        let covers = |clause: &Clause| self.covered(clause, &examples.neg, examples.swapped).len();
        let before = covers(&default);
        let mut place = 0;
        while place < default.body.len() && default.body.len() > 1 && !self.is_stopped() {
            let shorter = match &default.body[place] {
                Step::Among(_) => None,
                _ => default.without(place),
            };
            match shorter.filter(|shorter| {
                (depth > 0 || self.is_range_restricted(shorter)) && covers(shorter) <= before
            }) {
                Some(shorter) => {
                    default = shorter;
                    place = 0;
                }
                None => place += 1,
            }
        }
        default.except(clause.exceptions)
    }

    /// Drops clauses, exceptions' clauses and literals while the theory makes no more errors.
    pub(super) fn prune_theory(&self, mut clauses: Vec<Clause>, examples: &Examples) -> Vec<Clause> {
        if clauses.iter().any(|clause| clause.choice) {
            return clauses;
        }
        let is_recursive =
            !self.companions.is_empty() || clauses.iter().any(|clause| self.is_recursive(clause));
        let errors = |covered: &InstanceSet| {
            self.weigh(&examples.pos.minus(covered)) + self.weigh(&examples.neg.and(covered))
        };
        let covered_by = |clauses: &[Clause]| self.theory_set(clauses, &examples.all(), examples.swapped);
        // Of a recursion all errors count, those of companions too.
        let errors_derived = |clauses: &[Clause]| {
            let derived = self.derived_by_all(clauses);
            let of_companions = self.companions.iter().zip(&derived[1..]);
            let of_companions = of_companions.map(|(companion, set)| companion.n_errors(set));
            errors(&derived[0]) + of_companions.sum::<u64>()
        };
        let mut least = if is_recursive { errors_derived(&clauses) } else { errors(&covered_by(&clauses)) };
        while !self.is_stopped() {
            let sets: Vec<InstanceSet> = if is_recursive {
                Vec::new()
            } else {
                let all = examples.all();
                clauses.iter().map(|clause| self.covered(clause, &all, examples.swapped)).collect()
            };
            // The errors of the theory with one clause replaced, or left out.
            let with = |place: usize, replacement: Option<&Clause>| {
                if is_recursive {
                    let mut changed = clauses.clone();
                    match replacement {
                        Some(clause) => changed[place] = clause.clone(),
                        None => drop(changed.remove(place)),
                    }
                    return errors_derived(&changed);
                }
                let empty = InstanceSet::empty(self.instances().len());
                let others = sets.iter().enumerate().filter(|(other, _)| *other != place);
                let union = others.fold(empty, |union, (_, set)| union.or(set));
                let own = replacement
                    .map(|clause| self.covered(clause, &examples.all().minus(&union), examples.swapped));
                errors(&own.map_or(union.clone(), |own| union.or(&own)))
            };
            let superfluous =
                (0..clauses.len()).find(|&place| clauses.len() > 1 && with(place, None) <= least);
            if let Some(place) = superfluous {
                least = with(place, None);
                clauses.remove(place);
                continue;
            }
            let simpler = (0..clauses.len()).find_map(|place| {
                let mut simpler = variants(&clauses[place], false).into_iter();
                let simpler = simpler
                    .find(|clause| self.is_range_restricted(clause) && with(place, Some(clause)) <= least);
                simpler.map(|clause| (place, clause))
            });
            let Some((place, clause)) = simpler else { break };
            least = with(place, Some(&clause));
            clauses[place] = clause;
        }
        clauses
    }
}

#[cfg(test)]
mod tests {
    use crate::search::fixture::{PENGUIN, shown, with_search};
    use xfold_store::{Arg, Step};

    #[test]
    fn what_changes_nothing_is_dropped() {
        with_search(PENGUIN, |search, scope, examples| {
            let wanted = search.specialize(scope, examples, 0).expect("there is a pattern");
            let reads = |name: &str| {
                let predicate = search.bias.predicates.iter().position(|other| &*other.name == name);
                Step::Holds(predicate.expect("it is in the task"), vec![Arg::Variable(0)])
            };
            let special = wanted.plus(&[reads("bird")], &[]);
            let pruned = search.prune_clause(special.clone(), examples, 0);
            assert_eq!(shown(&pruned, search.bias), "bird(A), not [penguin(A)]");
            // A clause for what another one explains goes too.
            let theory = search.prune_theory(vec![special, wanted], examples);
            assert_eq!(theory.len(), 1);
        });
    }
}
