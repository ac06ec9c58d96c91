//! Examples without a pattern: a theory that tolerates errors, with these listed.
//!
//! On examples of which some are wrong, exact covering ends in one rule for each of them. Where its rules cost more bits
//! than the labels they explain, the theory of least description length comes first: what it gets wrong is listed, so
//! that the whole is as exact as before, and the search says how many examples that are.

use super::{Clause, Examples, Search, candidates::Scope};
use crate::tuning::Heuristic;
use std::collections::BTreeSet;
use xfold_store::{InstanceSet, Step};

/// A theory up to this size is not suspected: few examples cannot tell an error from a pattern.
const UNSUSPECTED: usize = 60;
/// Nobody reads a theory larger than this before the tolerant one was tried.
const SUSPECTED: usize = 120;
/// So often what a recursion derives anew is listed too.
const MOST_ROUNDS: usize = 8;

/// A theory whose errors are listed in it.
#[derive(Debug, Clone)]
pub(super) struct Patched {
    /// The theory: it makes no error.
    pub(super) clauses: Vec<Clause>,
    /// The size of an exact theory that costs as much as the tolerant one with its errors.
    pub(super) worth: usize,
    /// What is told of the tolerant theory.
    pub(super) errors: Tolerable,
}

/// What a theory that tolerates errors would be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tolerable {
    /// Its rules, those of exceptions included.
    pub n_rules: usize,
    /// The examples that it gets wrong.
    pub n_errors: u64,
}

impl Search<'_> {
    /// The size beyond which an exact theory explains the labels no better than a list of them.
    pub(super) fn most_unsuspected(&self, scope: &Scope, examples: &Examples) -> usize {
        let is_off = self.settings.no_list || !self.has(Heuristic::Suspicion);
        if self.settings.max_rules.is_some() || is_off {
            return usize::MAX;
        }
        let total = self.count(examples);
        let length = self.length(scope, examples);
        let nothing = length.cost(total.pos + total.neg, total.pos, 0);
        let most = length.size_for(total.pos + total.neg, nothing).clamp(UNSUSPECTED, SUSPECTED);
        // Where a list is short, it may be what there is to say.
        if examples.pos.len() > most { most } else { usize::MAX }
    }

    /// The theory of least description length with its errors listed; none if nothing is cheaper than any theory.
    pub(super) fn fold_and_patch(&self, scope: &Scope, examples: &Examples) -> Option<Patched> {
        let (cost, clauses) = self.cheapest(scope, examples);
        if clauses.is_empty() || !self.are_apart(examples) {
            return None;
        }
        let total = self.count(examples);
        let covered = self.theory_set(&clauses, &examples.all(), false);
        let wrong = examples.pos.minus(&covered).or(&examples.neg.and(&covered));
        let errors = Tolerable { n_rules: clauses.iter().map(n_rules).sum(), n_errors: self.weigh(&wrong) };
        let worth = self.length(scope, examples).size_for(total.pos + total.neg, cost);
        Some(Patched { clauses: self.with_errors_listed(clauses, examples)?, worth, errors })
    }

    /// The size of a theory that lists nothing and costs as much as these clauses, if what they list is an error each.
    pub(super) fn worth(&self, clauses: &[Clause], scope: &Scope, examples: &Examples) -> usize {
        let total = self.count(examples);
        let n = total.pos + total.neg;
        let length = self.length(scope, examples);
        let n_listed: usize = clauses.iter().map(n_listed).sum();
        let n_values: usize = n_listed * self.instances().arity();
        let size = clauses.iter().map(Clause::size).sum::<usize>().saturating_sub(n_values);
        length.size_for(n, length.cost(n, n_listed as u64, size))
    }

    /// The theory with exceptions for the negatives that it covers and a list of the positives that it leaves.
    fn with_errors_listed(&self, clauses: Vec<Clause>, examples: &Examples) -> Option<Vec<Clause>> {
        let is_recursive = clauses.iter().any(|clause| self.is_recursive(clause));
        let n_clauses = clauses.len();
        let mut wrong = vec![InstanceSet::empty(self.instances().len()); n_clauses];
        let mut left = InstanceSet::empty(self.instances().len());
        for _ in 0..MOST_ROUNDS {
            let patch = |(clause, wrong): (&Clause, &InstanceSet)| {
                let mut exceptions = clause.exceptions.clone();
                if !wrong.is_empty() {
                    exceptions.push(self.listing(wrong));
                }
                clause.except(exceptions)
            };
            let mut patched: Vec<Clause> = clauses.iter().zip(&wrong).map(patch).collect();
            if !left.is_empty() {
                patched.push(self.listing(&left));
            }
            let covered = self.theory_set(&patched, &examples.all(), false);
            let (missed, too_many) = (examples.pos.minus(&covered), examples.neg.and(&covered));
            if missed.is_empty() && too_many.is_empty() {
                return Some(patched);
            }
            left = left.or(&missed);
            for (clause, wrong) in clauses.iter().zip(&mut wrong) {
                // Through a recursion any of its clauses may derive a negative.
                let own = match is_recursive {
                    true => too_many.clone(),
                    false => self.covered(clause, &too_many, false),
                };
                *wrong = wrong.or(&own);
            }
        }
        None
    }

    /// Whether no tuple is positive in one world and negative in another.
    pub(super) fn are_apart(&self, examples: &Examples) -> bool {
        let tuple = |instance| self.instances().args(instance);
        let positives: BTreeSet<_> = examples.pos.iter().map(tuple).collect();
        examples.neg.iter().all(|instance| !positives.contains(&tuple(instance)))
    }
}

/// The instances that a clause and its exceptions name one by one.
pub(crate) fn n_listed(clause: &Clause) -> usize {
    let listed = |step: &Step| if let Step::Among(tuples) = step { tuples.len() } else { 0 };
    clause.body.iter().map(listed).sum::<usize>() + clause.exceptions.iter().map(n_listed).sum::<usize>()
}

fn n_rules(clause: &Clause) -> usize {
    1 + clause.exceptions.iter().map(n_rules).sum::<usize>()
}
