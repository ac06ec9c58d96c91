//! FOLD's covering loop, with a bound on size and with recursion. ([`paper`](super::paper) is FOLD as published.)
//!
//! Clauses are found one after the other, each for some of the positives that are left ([`specialize`](super::specialize)),
//! until none is left or what is left has no pattern. [`attempts`](super::attempts) says in which ways this is run.

use super::{Bound, Clause, Examples, Search, candidates::Scope, recursion::Companion, trace::Event};
use crate::tuning::Heuristic;
use xfold_store::{Arg, InstanceSet, PredicateId, Step};

/// A clause has a head and a literal.
const SMALLEST: usize = 2;
/// Covering gives up after this many consecutive clauses at whose rate the theory would exceed its bound.
const MOST_TOO_SLOW: usize = 3;

/// What covering comes to.
pub(super) struct Covering {
    pub(super) clauses: Vec<Clause>,
    /// The positives that no clause covers.
    pub(super) left: InstanceSet,
    /// Whether what is left has no pattern. False also if the clauses became too large or too many, or explained nothing.
    pub(super) is_out_of_patterns: bool,
}

/// What becomes of a clause that was found.
enum Judged {
    /// It joins the theory, with its base if it is recursive; these positives are left.
    Accepted { clauses: Vec<Clause>, left: InstanceSet },
    /// Its body repeats the target on the head's own variables, as in `p(X,Y) :- p(Y,X)`: on without these literals.
    Circular(Vec<(PredicateId, Vec<Arg>)>),
    /// It explains nothing more, or too little.
    Refused,
}

impl Search<'_> {
    /// Covers the positives one clause after the other, with clauses that are no larger than `most` together.
    pub(super) fn fold(&self, scope: &Scope, examples: &Examples, depth: usize, most: usize) -> Covering {
        let mut scope = scope.clone();
        let mut rest = examples.clone();
        let mut clauses: Vec<Clause> = Vec::new();
        let mut is_out_of_patterns = false;
        let mut n_too_slow = 0;
        while !rest.pos.is_empty() {
            let room = most.saturating_sub(total_size(&clauses));
            let is_full = depth == 0 && self.has_most_rules(clauses.len());
            if is_full || room < SMALLEST || n_too_slow == MOST_TOO_SLOW {
                break;
            }
            scope.most_size = room;
            let Some(clause) = self.specialize(&scope, &rest, depth) else {
                is_out_of_patterns = true;
                break;
            };
            let (found, left) = match self.judge(clause, &clauses, &scope, &rest, depth) {
                Judged::Accepted { clauses, left } if total_size(&clauses) <= room => (clauses, left),
                Judged::Circular(literals) => {
                    scope = scope.without_literals(literals);
                    continue;
                }
                _ => break,
            };
            for clause in &found {
                self.tell(|| Event::Learned { depth, clause: clause.clone(), left: left.len() });
            }
            if depth == 0 {
                self.finished.borrow_mut().extend_from_slice(&found);
            }
            let is_too_slow = self.has(Heuristic::Hopeless)
                && scope.gives_up_early
                && exceeds(&found, rest.pos.len(), left.len(), room);
            n_too_slow = if is_too_slow { n_too_slow + 1 } else { 0 };
            clauses.extend(found);
            rest.pos = left;
        }
        Covering { clauses, left: rest.pos, is_out_of_patterns }
    }

    /// Decides whether a clause joins the theory. A recursive one that derives nothing yet is given a base first.
    fn judge(
        &self,
        clause: Clause,
        before: &[Clause],
        scope: &Scope,
        rest: &Examples,
        depth: usize,
    ) -> Judged {
        if depth == 0 && self.bias.min_positives > 1 {
            let n_covered = self.weigh(&self.covered(&clause, &rest.pos, rest.swapped));
            if n_covered < self.bias.min_positives {
                return Judged::Refused;
            }
        }
        let mut clauses = vec![clause];
        let mut left = self.left_by(before, &clauses, rest);
        if left.is_none() {
            let permuted = self.permuted_heads(&clauses[0]);
            if !permuted.is_empty() {
                return Judged::Circular(permuted);
            }
            if depth == 0 && self.is_recursive(&clauses[0]) {
                clauses = self.base_and_recursion(&clauses[0], before, scope, rest);
                left = self.left_by(before, &clauses, rest);
            }
        }
        left.map_or(Judged::Refused, |left| Judged::Accepted { clauses, left })
    }

    /// Whether there may be no more clauses for the target.
    pub(super) fn has_most_rules(&self, n_clauses: usize) -> bool {
        let is_full = self.settings.max_rules.is_some_and(|most| n_clauses >= most);
        if is_full {
            self.note_bound(Bound::Rules);
        }
        is_full
    }

    /// The literals of the target on nothing but the head's own variables: `p(X,Y) :- p(Y,X)` explains everything and
    /// derives nothing.
    fn permuted_heads(&self, clause: &Clause) -> Vec<(PredicateId, Vec<Arg>)> {
        let is_head = |arg: &Arg| matches!(arg, Arg::Variable(variable) if *variable < clause.n_head);
        let permuted = clause.body.iter().filter_map(|step| match step {
            Step::Holds(predicate, args)
                if *predicate == self.target.predicate && args.iter().all(is_head) =>
            {
                Some((*predicate, args.clone()))
            }
            _ => None,
        });
        permuted.collect()
    }

    /// The positives that remain once these clauses join those found before; `None` if that is no progress, or if a
    /// recursion derives negatives.
    pub(super) fn left_by(
        &self,
        before: &[Clause],
        found: &[Clause],
        rest: &Examples,
    ) -> Option<InstanceSet> {
        let all: Vec<Clause> = before.iter().chain(found).cloned().collect();
        let covered = if all.iter().any(|clause| self.is_recursive(clause)) && !rest.swapped {
            let mut derived = self.derived_by_all(&all);
            let derives_negatives = |(companion, set): (&Companion<'_>, &InstanceSet)| {
                !companion.target.instances.labelled(false).and(set).is_empty()
            };
            if !derived[0].and(&rest.neg).is_empty()
                || self.companions.iter().zip(&derived[1..]).any(derives_negatives)
            {
                return None;
            }
            derived.swap_remove(0)
        } else {
            self.theory_set(found, &rest.pos, rest.swapped)
        };
        let left = rest.pos.minus(&covered);
        (left != rest.pos).then_some(left)
    }

    /// A recursive clause derives nothing before a base clause is there. That one is learned from the positives that
    /// the recursive clause would leave. If that gives none that helps, a clause is learned that reads what is derived so
    /// far, and returned alone.
    fn base_and_recursion(
        &self,
        recursive: &Clause,
        before: &[Clause],
        scope: &Scope,
        rest: &Examples,
    ) -> Vec<Clause> {
        let without = scope.without_recursion();
        let beyond = rest.pos.minus(&self.covered(recursive, &rest.pos, rest.swapped));
        let beyond = Examples { pos: beyond, ..rest.clone() };
        if !beyond.pos.is_empty()
            && let Some(base) = self.specialize(&without, &beyond, 0)
        {
            let both = vec![base, recursive.clone()];
            let with = self.left_by(before, &both, rest);
            if with.is_some() && with != self.left_by(before, &both[..1], rest) {
                return both;
            }
        }
        let clause = match self.has(Heuristic::GroundUp) {
            true => self.specialize_on_derived(&scope.undecided(), rest, before),
            false => self.specialize(&without, rest, 0),
        };
        clause.into_iter().collect()
    }
}

/// The size by which theories compete: one more for each clause that is a list, since a pattern of the same length says
/// more.
pub(super) fn competing_size(clauses: &[Clause]) -> usize {
    let lists = |clause: &Clause| clause.body.iter().any(|step| matches!(step, Step::Among(_)));
    clauses.iter().map(|clause| clause.size() + usize::from(lists(clause))).sum()
}

/// The size of some clauses.
fn total_size(clauses: &[Clause]) -> usize {
    clauses.iter().map(Clause::size).sum()
}

/// Whether at the pace of the last clauses the whole would be too large. As a rule, later clauses explain less.
fn exceeds(found: &[Clause], n_before: usize, n_left: usize, room: usize) -> bool {
    let size = total_size(found);
    let pace = size as f64 / (n_before - n_left).max(1) as f64;
    size as f64 + pace * n_left as f64 > room as f64
}

#[cfg(test)]
mod tests {
    use crate::search::fixture::{REACH, shown, with_search};

    const TWO_WAYS: &str = "
        person(a; b; c; d; e; f). member(a; b). child(c; d).
        #modeh(free(var(person))). #modeb(member(var(person))). #modeb(child(var(person))).
        #pos({free(a), free(b), free(c), free(d), free(f)}, {}).";

    #[test]
    fn positives_are_covered_one_clause_after_the_other() {
        with_search(TWO_WAYS, |search, scope, examples| {
            let covering = search.fold(scope, examples, 0, usize::MAX);
            let shown: Vec<String> =
                covering.clauses.iter().map(|clause| shown(clause, search.bias)).collect();
            assert_eq!(shown, ["member(A)", "child(A)"]);
            // Nothing is known of f.
            assert!(covering.is_out_of_patterns);
            assert_eq!(covering.left.len(), 1);
        });
    }

    #[test]
    fn what_is_larger_than_the_bound_is_given_up() {
        with_search(TWO_WAYS, |search, scope, examples| {
            let covering = search.fold(scope, examples, 0, 3);
            assert_eq!(covering.clauses.len(), 1);
            assert!(!covering.is_out_of_patterns);
        });
    }

    #[test]
    fn a_recursive_clause_gets_a_base() {
        with_search(REACH, |search, scope, examples| {
            let theory = search.fold_and_prune(scope, examples);
            let shown: Vec<String> = theory.iter().map(|clause| shown(clause, search.bias)).collect();
            assert_eq!(shown, ["goal(A)", "edge(A,B), reach(B)"]);
        });
    }
}
