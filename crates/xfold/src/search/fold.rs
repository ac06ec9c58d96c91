//! FOLD as xfold runs it: sequential covering by default rules.
//!
//! Clauses are found one after the other ([`specialize`](super::specialize)); what has no pattern is listed; in the end
//! nothing superfluous stays. Where another way to begin suggests itself, the shorter theory wins.

use super::{Bound, Clause, Examples, Search, candidates::Scope, listed::Patched, trace::Event};
use crate::tuning::Heuristic;
use xfold_store::{Arg, InstanceSet, PredicateId, Step};

/// A theory of several clauses is searched once more with this many clauses side by side …
const BEAM: usize = 5;
/// A theory larger than this is searched once more, without exceptions and with chains of literals …
const FAR_FROM: usize = 8;
/// … unless the task has more instances than this.
const MOST_FOR_BEAM: usize = 2_000;
/// … or than this, if the first theory is long: so many times its size is more than the positives.
const MOST_FOR_SECOND_TRY: usize = 20_000;
const LONG_PER_POSITIVE: usize = 6;
/// So many clauses in a row that explain too little for their size end a search that is bounded by a size.
const MOST_HOPELESS: usize = 3;
/// Errors are taken for noise at once if there are more than one in so many examples.
const FEW_ERRORS: u64 = 25;

/// Why no theory within a size was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TooLarge {
    /// There are too many rules.
    Rules,
    /// There are too many positives that no rule explains.
    List,
}

/// A theory without exceptions, and how it was found.
struct Plain {
    clauses: Vec<Clause>,
    events: Vec<Event>,
}

impl Plain {
    fn size(&self) -> usize {
        size_of(&self.clauses)
    }
}

impl Search<'_> {
    /// Learns the target: clauses by patterns, then a list of what has none, then nothing superfluous. Where another
    /// way to begin suggests itself, the shorter theory wins.
    pub(super) fn fold_target(&self, scope: &Scope, examples: &Examples) -> Vec<Clause> {
        let is_small = examples.all().len() <= MOST_FOR_BEAM;
        // Exceptions take their time. A theory without them bounds what is worth it.
        let unsuspected =
            if self.has(Heuristic::Suspicion) { self.most_unsuspected(scope, examples) } else { usize::MAX };
        let mut plain = if self.has(Heuristic::Plain) {
            self.fold_plainly(scope, examples, 1, unsuspected)
        } else {
            None
        };
        let too_large = self.too_large.get();
        // On more examples a long theory is a sign that something was not seen.
        let n_pos = examples.pos.len();
        let is_long = |theory: &Plain| LONG_PER_POSITIVE * theory.size() > n_pos;
        let is_small =
            is_small || (examples.all().len() <= MOST_FOR_SECOND_TRY && plain.as_ref().is_none_or(is_long));
        let is_short =
            |theory: &Option<Plain>| theory.as_ref().is_some_and(|theory| theory.size() <= FAR_FROM);
        let mut others = Vec::new();
        if self.has(Heuristic::PlainBeam) {
            others.push((scope.clone(), BEAM));
        }
        if self.has(Heuristic::PlainChains) {
            others.push((scope.with_chains(), 1));
        }
        for (other, beam) in &others {
            if is_small && !is_short(&plain) {
                plain = self.shorter_of(plain, self.fold_plainly(other, examples, *beam, unsuspected));
            }
        }
        // Where covering ends in one rule for each example, these may be wrong.
        let is_suspected = plain.is_none() && too_large.is_some();
        let patched = if is_suspected { self.fold_and_list(scope, examples) } else { None };
        // A few errors, or positives that no rule explains, may still need exceptions.
        let is_noise = |patched: &&Patched| {
            too_large == Some(TooLarge::Rules)
                && patched.errors.n_errors * FEW_ERRORS > self.weigh(&examples.all())
        };
        if let Some(patched) = patched.as_ref().filter(is_noise) {
            return self.listed_theory(patched);
        }
        let most = patched.as_ref().map_or(usize::MAX, |patched| patched.worth);
        if is_suspected && most > unsuspected {
            plain = self.fold_plainly(scope, examples, 1, most);
        }
        if is_suspected && patched.is_none() && is_small {
            for (other, beam) in &others {
                plain = self.shorter_of(plain, self.fold_plainly(other, examples, *beam, most));
            }
        }
        let most = plain.as_ref().map_or(most, Plain::size);
        let within = if patched.is_some() { scope.surveyed() } else { scope.clone() };
        let mut clauses = self.fold_and_prune_within(&within, examples, most).unwrap_or_default();
        if let Some(plain) = plain
            && (clauses.is_empty() || (!self.is_stopped() && plain.size() < size_of(&clauses)))
        {
            self.tell(|| Event::Again { how: "without exceptions" });
            clauses = self.told(plain);
        }
        if let Some(patched) = patched
            && (clauses.is_empty() || patched.worth < self.worth(&clauses, scope, examples))
        {
            return self.listed_theory(&patched);
        }
        if clauses.is_empty() && self.is_stopped() {
            return self.so_far(examples);
        }
        if self.has(Heuristic::BaseFromAll)
            && clauses.iter().any(|clause| clause.reads(self.target.predicate))
        {
            // Where a recursion starts is a guess.
            self.tell(|| Event::Again { how: "with the base of the recursion learned from all positives" });
            let most = size_of(&clauses);
            if let Some(others) = self.fold_and_prune_within(&scope.with_base_from_all(), examples, most) {
                clauses = self.shorter(clauses, others);
            }
        }
        if self.has(Heuristic::Beam) && clauses.len() > 1 && is_small {
            self.tell(|| Event::Again { how: "with several clauses grown side by side" });
            let most = size_of(&clauses);
            if let Some(others) = self.fold_and_prune_within(&scope.with_beam(BEAM), examples, most) {
                clauses = self.shorter(clauses, others);
            }
        }
        let is_plain = |clause: &Clause| clause.exceptions.is_empty() && !clause.lists();
        if self.has(Heuristic::Wider)
            && is_small
            && scope.may_widen
            && size_of(&clauses) > FAR_FROM
            && !clauses.iter().all(is_plain)
        {
            self.tell(|| Event::Again { how: "with more variables, without exceptions" });
            for (wide, beam) in [(scope.widened(), BEAM), (scope.widened().with_chains(), 1)] {
                if let Some(wide) = self.fold_plainly(&wide, examples, beam, usize::MAX) {
                    clauses = self.shorter(clauses, self.told(wide));
                    break;
                }
            }
        }
        if self.has(Heuristic::Pool) && clauses.len() > 1 {
            clauses = self.best_of_pool(clauses, examples);
        }
        let root = self.root(examples);
        if self.has(Heuristic::EverythingBut)
            && clauses.len() > 1
            && root.counts.pos > root.counts.neg
            && let Some(everything) = self.with_bound_head(&root, scope, root.counts, 0)
            && everything.counts.pos == root.counts.pos
        {
            // Most instances are positive: perhaps everything is, but for exceptions.
            self.tell(|| Event::Again { how: "as everything but exceptions" });
            if let Some(everything_but) = self.complete(&everything, scope, examples, 0, usize::MAX) {
                clauses = self.shorter(clauses, self.prune_theory(vec![everything_but], examples));
            }
        }
        // What is listed may be wrong, and rules that were bent around it too long.
        if self.has(Heuristic::ErrorsListed)
            && clauses.iter().any(Clause::lists)
            && !is_suspected
            && self.settings.max_rules.is_none()
            && let Some(patched) = self.fold_and_list(scope, examples)
            && !self.is_stopped()
            && patched.worth < self.worth(&clauses, scope, examples)
        {
            return self.listed_theory(&patched);
        }
        clauses
    }

    /// The theory that lists its errors, and that it does.
    fn listed_theory(&self, patched: &Patched) -> Vec<Clause> {
        self.tell(|| Event::Again { how: "by description length, with errors listed" });
        for clause in &patched.clauses {
            self.tell(|| Event::Learned { depth: 0, clause: clause.clone(), left: 0 });
        }
        self.listed.set((patched.errors.n_errors > 0).then_some(patched.errors));
        patched.clauses.clone()
    }

    /// Of the rules that were finished before a limit came, those that explain more than the ones before them.
    fn so_far(&self, examples: &Examples) -> Vec<Clause> {
        let mut left = examples.pos.clone();
        let mut finished = self.finished.borrow().clone();
        finished.retain(|clause| {
            let covered = match clause.reads(self.target.predicate) {
                true => InstanceSet::empty(self.instances().len()),
                false => self.covered(clause, &left, false),
            };
            left = left.minus(&covered);
            !covered.is_empty()
        });
        finished
    }

    /// The shorter one of two theories; the first one, if they are equal.
    fn shorter(&self, clauses: Vec<Clause>, others: Vec<Clause>) -> Vec<Clause> {
        if !self.is_stopped() && size_of(&others) < size_of(&clauses) { others } else { clauses }
    }

    /// The same for theories that may be missing.
    fn shorter_of(&self, theory: Option<Plain>, other: Option<Plain>) -> Option<Plain> {
        match (theory, other) {
            (Some(theory), Some(other)) if self.is_stopped() || theory.size() <= other.size() => Some(theory),
            (theory, other) => other.or(theory),
        }
    }

    /// A theory without exceptions that covers all positives and is no larger than `most`, if there is one.
    fn fold_plainly(&self, scope: &Scope, examples: &Examples, beam: usize, most: usize) -> Option<Plain> {
        let plain = scope.without_exceptions().with_beam(beam).surveyed();
        let ((clauses, left), events) = self.aside(|| self.fold(&plain, examples, 0, most));
        let size = size_of(&clauses) + left.len();
        self.too_large.set(match self.out_of_patterns.get() {
            _ if left.is_empty() => None,
            true => (size > most).then_some(TooLarge::List),
            false => Some(TooLarge::Rules),
        });
        left.is_empty().then(|| Plain { clauses: self.pruned(clauses, examples), events })
    }

    /// Tells how a theory was found.
    fn told(&self, theory: Plain) -> Vec<Clause> {
        theory.events.into_iter().for_each(|event| self.tell(|| event));
        theory.clauses
    }

    pub(super) fn fold_and_prune(&self, scope: &Scope, examples: &Examples) -> Vec<Clause> {
        self.fold_and_prune_within(scope, examples, usize::MAX).unwrap_or_default()
    }

    /// A theory, no larger than `most`; what it leaves is listed, if that has no bound.
    fn fold_and_prune_within(&self, scope: &Scope, examples: &Examples, most: usize) -> Option<Vec<Clause>> {
        let (mut clauses, left) = self.fold(scope, examples, 0, most);
        if !left.is_empty() && most < usize::MAX {
            return None;
        }
        if !left.is_empty() && !self.is_stopped() && !self.has_most_rules(clauses.len()) {
            let listing = self.listing(&left);
            self.tell(|| Event::Listed { depth: 0, clause: listing.clone() });
            clauses.push(listing);
            if self.left_by(&clauses, &[], examples).is_none() && scope.recursion {
                // With the listed instances a recursion goes on to negatives.
                return Some(self.fold_and_prune(&scope.without_recursion(), examples));
            }
        }
        Some(self.pruned(clauses, examples))
    }

    fn pruned(&self, clauses: Vec<Clause>, examples: &Examples) -> Vec<Clause> {
        if self.has(Heuristic::Prune) { self.prune_theory(clauses, examples) } else { clauses }
    }

    /// Covers the positives one clause after the other. Returns the clauses and the positives that have no pattern, or
    /// for which clauses would be larger than `most` together.
    pub(super) fn fold(
        &self,
        scope: &Scope,
        examples: &Examples,
        depth: usize,
        most: usize,
    ) -> (Vec<Clause>, InstanceSet) {
        let mut clauses: Vec<Clause> = Vec::new();
        let mut size = 0;
        let mut rest = examples.clone();
        let mut offered = scope.clone();
        let mut n_hopeless = 0;
        // A clause has a size of two at least.
        while !rest.pos.is_empty() && size + 2 <= most {
            if depth == 0 && self.has_most_rules(clauses.len()) {
                break;
            }
            offered.most_size = most - size;
            let clause = self.specialize(&offered, &rest, depth);
            if depth == 0 {
                self.out_of_patterns.set(clause.is_none());
            }
            let Some(clause) = clause else { break };
            let is_worth_it = |clause| {
                self.weigh(&self.covered(clause, &rest.pos, rest.swapped)) >= self.bias.min_positives
            };
            if depth == 0 && self.bias.min_positives > 1 && !is_worth_it(&clause) {
                break;
            }
            let mut found = vec![clause];
            let mut left = self.left_by(&clauses, &found, &rest);
            let turned = self.turned_heads(&found[0]);
            if left.is_none() && !turned.is_empty() {
                // `p(X,Y) :- p(Y,X)` explains everything and derives nothing: on without it.
                offered = offered.without_literals(turned);
                continue;
            }
            if left.is_none() && depth == 0 && found[0].reads(self.target.predicate) {
                found = self.with_base(&found[0], &clauses, &offered, &rest);
                left = self.left_by(&clauses, &found, &rest);
            }
            let Some(left) = left else { break };
            size += found.iter().map(Clause::size).sum::<usize>();
            if size > most {
                break;
            }
            for clause in &found {
                self.tell(|| Event::Learned { depth, clause: clause.clone(), left: left.len() });
            }
            if depth == 0 {
                self.finished.borrow_mut().extend_from_slice(&found);
            }
            // At the pace of the last clauses the whole would be too large: as a rule later clauses explain less.
            let pace = size_of(&found) as f64 / (rest.pos.len() - left.len()).max(1) as f64;
            let is_hopeless = size as f64 + pace * left.len() as f64 > most as f64;
            n_hopeless = if is_hopeless { n_hopeless + 1 } else { 0 };
            clauses.append(&mut found);
            rest.pos = left;
            if self.has(Heuristic::Hopeless) && scope.is_surveyed && n_hopeless == MOST_HOPELESS {
                break;
            }
        }
        (clauses, rest.pos)
    }

    /// Whether there may be no more clauses for the target.
    pub(super) fn has_most_rules(&self, n_clauses: usize) -> bool {
        let is_full = self.settings.max_rules.is_some_and(|most| n_clauses >= most);
        if is_full {
            self.note_bound(Bound::Rules);
        }
        is_full
    }

    /// The literals of the target on nothing but the head's own variables.
    fn turned_heads(&self, clause: &Clause) -> Vec<(PredicateId, Vec<Arg>)> {
        let is_head = |arg: &Arg| matches!(arg, Arg::Variable(variable) if *variable < clause.n_head);
        let turned = clause.body.iter().filter_map(|step| match step {
            Step::Holds(predicate, args)
                if *predicate == self.target.predicate && args.iter().all(is_head) =>
            {
                Some((*predicate, args.clone()))
            }
            _ => None,
        });
        turned.collect()
    }

    /// The positives that remain once these clauses join those found before; `None` if that is no progress, or if a
    /// recursion derives negatives.
    fn left_by(&self, before: &[Clause], found: &[Clause], rest: &Examples) -> Option<InstanceSet> {
        let all: Vec<Clause> = before.iter().chain(found).cloned().collect();
        let covered = if all.iter().any(|clause| clause.reads(self.target.predicate)) && !rest.swapped {
            let derived = self.derived(&all);
            if !derived.and(&rest.neg).is_empty() {
                return None;
            }
            derived
        } else {
            self.theory_set(found, &rest.pos, rest.swapped)
        };
        let left = rest.pos.minus(&covered);
        (left != rest.pos).then_some(left)
    }

    /// A recursive clause derives nothing before a base clause is there. That one is learned from the positives that
    /// the recursive clause would leave, or else from all.
    fn with_base(
        &self,
        recursive: &Clause,
        before: &[Clause],
        scope: &Scope,
        rest: &Examples,
    ) -> Vec<Clause> {
        let scope = scope.without_recursion();
        let beyond = rest.pos.minus(&self.covered(recursive, &rest.pos, rest.swapped));
        let beyond = Examples { pos: beyond, ..rest.clone() };
        if !scope.base_from_all
            && !beyond.pos.is_empty()
            && let Some(base) = self.specialize(&scope, &beyond, 0)
        {
            let both = vec![base, recursive.clone()];
            let with = self.left_by(before, &both, rest);
            if with.is_some() && with != self.left_by(before, &both[..1], rest) {
                return both;
            }
        }
        self.specialize(&scope, rest, 0).into_iter().collect()
    }
}

/// The size of a theory. A list is worth less than a pattern of the same length.
pub(super) fn size_of(clauses: &[Clause]) -> usize {
    let lists = |clause: &Clause| clause.body.iter().any(|step| matches!(step, Step::Among(_)));
    clauses.iter().map(|clause| clause.size() + usize::from(lists(clause))).sum()
}
