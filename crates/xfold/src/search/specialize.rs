//! SPECIALIZE: one default rule for some of the positives.
//!
//! A clause grows by gain, or a few of them side by side. Every prefix may be completed by an exception, learned from
//! the negatives it covers with the labels exchanged. The finished clauses compete by score; without any, the smaller
//! side is listed.

use super::{
    Bound, Clause, Examples, Learner, Search,
    candidates::Scope,
    fold::Covering,
    refine::{Node, Stage},
    score::gain::{clause_score, gain, rounded},
    trace::Event,
};
use crate::tuning::Heuristic;
use std::{cmp::Reverse, collections::HashSet, rc::Rc};
use xfold_store::Counts;

/// Exceptions are tried at every prefix down to this depth, and only at the end of a clause below: on noise the work
/// would grow with the power of the depth.
const PREFIX_DEPTH: usize = 1;

/// The deepest nesting of exceptions of a target that may be a free choice.
const MOST_DEPTH_OF_CHOICES: usize = 2;

/// How long exceptions may be for each negative that cannot be listed.
const MOST_FOR_ONE: usize = 3;

/// The clauses that need nothing more, with their scores.
struct Finished {
    start: Counts,
    clauses: Vec<(i64, Clause)>,
}

impl Finished {
    fn score(&self, clause: &Clause, covered: u64) -> f64 {
        clause_score(self.start, covered, clause)
    }

    fn push(&mut self, clause: Clause, covered: u64) {
        self.clauses.push((rounded(self.score(&clause, covered)), clause));
    }

    /// Whether a clause that covers this many positives and grows by `literals` can still be the best.
    fn can_win(&self, clause: &Clause, covered: u64, literals: f64) -> bool {
        let at_most = rounded(self.score(clause, covered) - literals);
        self.clauses.iter().all(|(score, _)| at_most > *score)
    }

    /// The largest size of exceptions with which a default can still be the best.
    fn largest_exceptions(&self, default: &Clause, covered: u64) -> usize {
        let best = self.clauses.iter().map(|(score, _)| *score as f64 / 1e9).reduce(f64::max);
        best.map_or(usize::MAX, |best| (self.score(default, covered) - 1.0 - best).max(0.0) as usize)
    }

    fn best(self) -> Option<Clause> {
        let key =
            |(score, clause): &(i64, Clause)| (*score, Reverse(clause.n_new()), Reverse(clause.n_literals()));
        let best = self
            .clauses
            .into_iter()
            .reduce(|best, other| if key(&other) > key(&best) { other } else { best });
        best.map(|(_, clause)| clause)
    }
}

impl Search<'_> {
    /// One clause for some of the positives and none of the negatives; `None` if these positives have no pattern.
    pub(super) fn specialize(&self, scope: &Scope, examples: &Examples, depth: usize) -> Option<Clause> {
        let root = Rc::new(self.root(examples));
        let mut finished = Finished { start: root.counts, clauses: Vec::new() };
        if self.has(Heuristic::KeepAll) && scope.generate && depth == 0 {
            self.keep_all_positives(&root, scope, examples, &mut finished);
        }
        let mut front = vec![root];
        let mut path: Vec<Rc<Node>> = Vec::new();
        let mut completed_last = false;
        while let Some(first) = front.first() {
            path.push(Rc::clone(first));
            completed_last = false;
            let mut next: Vec<Node> = Vec::new();
            for (place, node) in front.iter().enumerate() {
                if node.counts.neg == 0 {
                    self.finish(&mut finished, node, scope, depth);
                    continue;
                }
                if !finished.can_win(&node.clause, node.counts.pos, 1.0) {
                    continue;
                }
                let mut refined = self.refinements(node, scope, Stage::Usual, depth, scope.beam);
                if refined.is_empty() {
                    if place == 0 && (!node.clause.body.is_empty() || (scope.generate && depth == 0)) {
                        completed_last = true;
                        let default = self.with_bound_head(node, scope, finished.start, depth);
                        if default.is_some_and(|default| {
                            self.complete_and_finish(&default, scope, examples, depth, &mut finished)
                        }) {
                            continue;
                        }
                    }
                    refined = self.refinements(node, scope, Stage::Lookahead, depth, scope.beam);
                }
                next.append(&mut refined);
            }
            next.sort_by_key(|node| Reverse(rounded(gain(finished.start, node.counts))));
            if scope.beam > 1 {
                // Clauses that cover the same are one idea; the others keep their chance.
                let mut seen = HashSet::new();
                next.retain(|node| seen.insert(self.engine.set(&node.cover)));
            }
            next.truncate(scope.beam);
            front = next.into_iter().map(Rc::new).collect();
        }
        if self.has(Heuristic::Prefixes) && depth <= PREFIX_DEPTH {
            let last = path.len() - usize::from(completed_last && path.len() > 1);
            // The longest first: few negatives are soon explained, and what is found bounds the work for the others.
            // In the generate part the empty body is a default too, where the best literal loses positives.
            let loses = path.get(1).is_some_and(|first| first.counts.pos < finished.start.pos);
            let first = usize::from(!(scope.generate && depth == 0 && loses));
            for node in path[..last].iter().skip(first).rev().filter(|node| node.counts.neg > 0) {
                // A completion adds at least a literal and a clause of one literal.
                if finished.can_win(&node.clause, node.counts.pos, 3.0)
                    && let Some(default) = self.with_bound_head(node, scope, finished.start, depth)
                {
                    self.complete_and_finish(&default, scope, examples, depth, &mut finished);
                }
            }
        }
        let clause = match finished.best() {
            Some(clause) => clause,
            None if self.is_stopped() => return None,
            None => self.last_resort(path.last()?, scope, examples, depth)?,
        };
        Some(if self.has(Heuristic::Prune) { self.prune_clause(clause, examples, depth) } else { clause })
    }

    /// One more path of the generate part: literals that keep every positive, first without new variables.
    fn keep_all_positives(&self, root: &Node, scope: &Scope, examples: &Examples, finished: &mut Finished) {
        for with_new in [false, true] {
            let mut node = root.clone();
            while node.counts.neg > 0 {
                let Some(next) = self.refine_keeping(&node, scope, examples, with_new) else { break };
                node = next;
            }
            if node.counts.neg == 0 {
                return self.finish(finished, &node, scope, 0);
            }
        }
    }

    /// Finishes a clause that covers no negative.
    fn finish(&self, finished: &mut Finished, node: &Node, scope: &Scope, depth: usize) {
        if let Some(node) = self.with_bound_head(node, scope, finished.start, depth) {
            finished.push(node.clause, node.counts.pos);
        }
    }

    /// Finishes a clause by an exception, if one explains the negatives that it covers.
    fn complete_and_finish(
        &self,
        default: &Node,
        scope: &Scope,
        examples: &Examples,
        depth: usize,
        finished: &mut Finished,
    ) -> bool {
        if default.counts.neg == 0 {
            finished.push(default.clause.clone(), default.counts.pos);
            return true;
        }
        let left = scope.most_size.saturating_sub(default.clause.size() + 1);
        let most = finished.largest_exceptions(&default.clause, default.counts.pos).min(left);
        let completed = self.complete(default, scope, examples, depth, most);
        let is_completed = completed.is_some();
        if let Some(clause) = completed {
            finished.push(clause, default.counts.pos);
        }
        is_completed
    }

    /// The clause with an exception that explains all negatives it covers by patterns no longer than a list, and no
    /// larger than `most`.
    pub(super) fn complete(
        &self,
        node: &Node,
        scope: &Scope,
        examples: &Examples,
        depth: usize,
        most: usize,
    ) -> Option<Clause> {
        if depth >= self.max_depth() {
            self.note_bound(Bound::Depth);
            return None;
        }
        if !scope.exceptions || (depth > 0 && node.clause.body.is_empty()) {
            return None;
        }
        let covered = examples.within(&self.engine.set(&node.cover));
        // What is one way in one world and another way in the next cannot be listed, and has to be explained.
        let may_differ = scope.generate && depth == 0 && self.target.contingent;
        let each = match may_differ && !self.are_apart(&covered) {
            true => MOST_FOR_ONE.max(node.clause.n_head),
            false => node.clause.n_head.max(1),
        };
        let most = most.min(covered.neg.len() * each + 1);
        self.tell(|| Event::Swap { depth, clause: node.clause.clone(), counts: node.counts });
        let Covering { clauses: exceptions, left, .. } =
            self.fold(&scope.for_exception(self.bias), &covered.swap(), depth + 1, most);
        if !left.is_empty() || exceptions.is_empty() {
            self.tell(|| Event::NoException { depth, clause: node.clause.clone() });
            return None;
        }
        let clause = node.clause.except(exceptions);
        self.tell(|| Event::Exception { depth, clause: clause.clone() });
        Some(clause)
    }

    /// No clause without listing something: the smaller side is listed. `None`: nothing at all is known of these
    /// positives, and the caller lists them.
    fn last_resort(&self, node: &Node, scope: &Scope, examples: &Examples, depth: usize) -> Option<Clause> {
        if !scope.exceptions {
            return None;
        }
        if scope.choice && depth == 0 && self.is_range_restricted(&node.clause) {
            return Some(node.clause.chosen());
        }
        if node.clause.body.is_empty() {
            // "Everything but …", if that is shorter than the list.
            let default = self.with_bound_head(node, scope, node.counts, depth)?;
            let clause = self.complete(&default, scope, examples, depth, usize::MAX)?;
            return (clause.size() < default.counts.pos as usize).then_some(clause);
        }
        if depth >= self.max_depth() || (depth == 0 && !self.is_range_restricted(&node.clause)) {
            return None;
        }
        let covered = examples.within(&self.engine.set(&node.cover));
        let Covering { clauses: mut exceptions, left, .. } =
            self.fold(&scope.for_exception(self.bias), &covered.swap(), depth + 1, covered.pos.len());
        let cost: usize = exceptions.iter().map(Clause::size).sum::<usize>() + left.len();
        if !self.are_apart(&Examples { neg: left.clone(), ..covered.clone() }) {
            return None;
        }
        // What would be listed is left to the caller.
        if self.settings.no_list && (cost > covered.pos.len() || !left.is_empty()) {
            return None;
        }
        if cost > covered.pos.len() {
            let listing = self.listing(&covered.pos);
            return Some(node.clause.plus(&listing.body, &[]));
        }
        if !left.is_empty() {
            exceptions.push(self.listing(&left));
        }
        Some(node.clause.except(exceptions))
    }

    /// How deep exceptions may be nested. What differs between worlds that agree on all else is mostly noise to a
    /// definition, so fewer are tried.
    fn max_depth(&self) -> usize {
        match self.target.contingent && self.settings.learner == Learner::Xfold {
            true => self.settings.max_depth.min(MOST_DEPTH_OF_CHOICES),
            false => self.settings.max_depth,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::search::fixture::{PENGUIN, shown, with_search};

    #[test]
    fn negatives_that_a_default_covers_are_explained_by_an_exception() {
        with_search(PENGUIN, |search, scope, examples| {
            let clause = search.specialize(scope, examples, 0).expect("there is a pattern");
            assert_eq!(shown(&clause, search.bias), "bird(A), not [penguin(A)]");
        });
    }

    #[test]
    fn without_exceptions_there_is_no_clause_where_gain_ends_too_early() {
        with_search(PENGUIN, |search, scope, examples| {
            assert!(search.specialize(&scope.without_exceptions(), examples, 0).is_none());
        });
    }
}
