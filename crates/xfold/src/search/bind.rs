//! Binding the head: a clause in which a head variable does not occur, and has no type that the program can check, may
//! explain examples well and is still no rule. It gets the literal for that variable that costs it least.

use super::{
    Bound, Clause, Search,
    candidates::{Candidate, Scope},
    clause::variables_of,
    refine::Node,
    score::gain::{gain, rounded},
};
use std::cmp::Reverse;
use xfold_store::{Counts, Tally, Unit};

/// The gain of a literal that also relates the variable to what is known is multiplied by this: it says more than one that
/// only says that its variable exists.
const FOR_RELATING: f64 = 2.0;

impl Search<'_> {
    /// The clause with literals for the head variables that need some; as it is, if none does. `start` is what the clause
    /// without a body covers. `None` if no literal keeps a positive.
    pub(super) fn with_bound_head(
        &self,
        node: &Node,
        scope: &Scope,
        start: Counts,
        depth: usize,
    ) -> Option<Node> {
        let mut node = node.clone();
        while depth == 0 && !self.is_range_restricted(&node.clause) {
            if node.clause.body.len() >= self.settings.max_body {
                self.note_bound(Bound::Body);
                return None;
            }
            node = self.bind_one(&node, scope, start)?;
        }
        Some(node)
    }

    /// The clause with the best literal that has a head variable which is missing in the body.
    fn bind_one(&self, node: &Node, scope: &Scope, start: Counts) -> Option<Node> {
        let clause = &node.clause;
        let binds = |candidate: &Candidate| {
            let all = variables(candidate, clause.n_head);
            all.iter().any(|&variable| variable < clause.n_head && !clause.uses(variable))
        };
        // What relates two variables of which one is in the body, or both are the head's, says more than one that only
        // says that its variable exists.
        let relates = |candidate: &Candidate| {
            let all = variables(candidate, clause.n_head);
            all.iter().filter(|&&variable| variable < clause.variables.len()).count() > 1
        };
        let mut candidates = scope.singles(clause, self.bias);
        candidates.retain(|candidate| {
            candidate.unit.cut.is_none() && candidate.n_negated() == 0 && binds(candidate)
        });
        let units: Vec<Unit> = candidates.iter().map(|candidate| candidate.unit.clone()).collect();
        let tallies = self.engine.count(&node.cover, &units);
        let worth = |(candidate, tally): (&Candidate, &Tally)| {
            let Tally::Plain(counts) = tally else { return None };
            let factor = if relates(candidate) { FOR_RELATING } else { 1.0 };
            (counts.pos > 0).then(|| (rounded(factor * gain(start, *counts)), *counts))
        };
        let scored = candidates.iter().zip(&tallies).filter_map(|pair| Some((pair.0, worth(pair)?)));
        let key = |(candidate, (gain, counts)): &(&Candidate, (i64, Counts))| {
            (*gain, relates(candidate), counts.pos, Reverse(counts.neg), Reverse(candidate.new.len()))
        };
        let best = scored.reduce(|best, other| if key(&other) > key(&best) { other } else { best });
        let (candidate, (_, counts)) = best?;
        let mut cover = node.cover.clone();
        for step in &candidate.unit.steps {
            cover = self.engine.extend(&cover, step).ok()?;
        }
        Some(Node { clause: clause.plus(&candidate.unit.steps, &candidate.new), cover, counts })
    }

    /// Whether every head variable occurs in the body or has a type that the program can check.
    pub(super) fn is_range_restricted(&self, clause: &Clause) -> bool {
        let checkable = |variable: usize| match self.bias.free_head {
            Some(is_free) => is_free || self.settings.free_head,
            None => {
                self.bias.types[clause.variables[variable].of_type].is_predicate || self.settings.free_head
            }
        };
        (0..clause.n_head).all(|variable| clause.uses(variable) || checkable(variable))
    }
}

fn variables(candidate: &Candidate, n_head: usize) -> Vec<usize> {
    candidate.unit.steps.iter().flat_map(|step| variables_of(step, n_head)).collect()
}
