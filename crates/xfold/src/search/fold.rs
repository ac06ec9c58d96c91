//! FOLD as xfold runs it (specification, section 8): sequential covering by default rules.
//!
//! A clause grows by gain. Every prefix of it may be a default, completed by an exception learned from the negatives
//! it covers, with the labels exchanged. The finished clauses compete by score; what has no pattern is listed.

use super::{
    Bound, Clause, Examples, Search,
    candidates::Scope,
    refine::{Node, Stage},
    score::gain::{clause_score, rounded},
    trace::Event,
};
use xfold_store::{Counts, Engine, InstanceSet, Step};

/// A clause that needs nothing more, with its score.
struct Finished {
    clause: Clause,
    score: i64,
}

impl<E: Engine> Search<'_, E> {
    /// Learns the target: clauses by patterns, then a list of what has none, then nothing superfluous. Where another
    /// way to begin suggests itself, the shorter theory wins.
    pub(super) fn fold_target(&self, scope: &Scope, examples: &Examples) -> Vec<Clause> {
        let mut clauses = self.fold_and_prune(scope, examples);
        let shorter = |clauses: Vec<Clause>, others: Vec<Clause>| {
            // A list is worth less than a pattern of the same length.
            let lists = |clause: &Clause| clause.body.iter().any(|step| matches!(step, Step::Among(_)));
            let size = |clauses: &[Clause]| clauses.iter().map(|c| c.size() + usize::from(lists(c))).sum::<usize>();
            if !self.is_stopped() && size(&others) < size(&clauses) { others } else { clauses }
        };
        if clauses.iter().any(|clause| clause.reads(self.target.predicate)) {
            // Where a recursion starts is a guess.
            clauses = shorter(clauses, self.fold_and_prune(&scope.with_base_from_all(), examples));
        }
        let root = self.root(examples);
        if clauses.len() > 1 && root.counts.pos > root.counts.neg && self.is_range_restricted(&root.clause) {
            // Most instances are positive: perhaps everything is, but for exceptions.
            if let Some(everything_but) = self.complete(&root, scope, examples, 0) {
                clauses = shorter(clauses, self.prune_theory(vec![everything_but], examples));
            }
        }
        clauses
    }

    fn fold_and_prune(&self, scope: &Scope, examples: &Examples) -> Vec<Clause> {
        let (mut clauses, left) = self.fold(scope, examples, 0);
        if !left.is_empty() && !self.is_stopped() {
            let listing = self.listing(&left);
            self.tell(|| Event::Listed { depth: 0, clause: listing.clone() });
            clauses.push(listing);
        }
        if self.settings.prune { self.prune_theory(clauses, examples) } else { clauses }
    }

    /// Covers the positives one clause after the other. Returns the clauses and the positives that have no pattern.
    pub(super) fn fold(&self, scope: &Scope, examples: &Examples, depth: usize) -> (Vec<Clause>, InstanceSet) {
        let mut clauses: Vec<Clause> = Vec::new();
        let mut rest = examples.clone();
        while !rest.pos.is_empty() {
            let Some(clause) = self.specialize(scope, &rest, depth) else { break };
            let mut found = vec![clause];
            let mut left = self.left_by(&clauses, &found, &rest);
            if left == rest.pos && found[0].reads(self.target.predicate) {
                found = self.with_base(&found[0], &clauses, scope, &rest);
                left = self.left_by(&clauses, &found, &rest);
            }
            if left == rest.pos {
                break;
            }
            for clause in &found {
                self.tell(|| Event::Learned { depth, clause: clause.clone(), left: left.len() });
            }
            clauses.append(&mut found);
            rest.pos = left;
        }
        (clauses, rest.pos)
    }

    /// The positives that remain once these clauses join those found before.
    fn left_by(&self, before: &[Clause], found: &[Clause], rest: &Examples) -> InstanceSet {
        let all: Vec<Clause> = before.iter().chain(found).cloned().collect();
        if all.iter().any(|clause| clause.reads(self.target.predicate)) && !rest.swapped {
            return rest.pos.minus(&self.derived(&all));
        }
        found.iter().fold(rest.pos.clone(), |left, clause| {
            let covered = self.covered(clause, &left, rest.swapped);
            left.minus(&covered)
        })
    }

    /// A recursive clause derives nothing before a base clause is there. That one is learned from the positives that
    /// the recursive clause would leave, or else from all.
    fn with_base(&self, recursive: &Clause, before: &[Clause], scope: &Scope, rest: &Examples) -> Vec<Clause> {
        let scope = scope.without_recursion();
        let beyond = rest.pos.minus(&self.covered(recursive, &rest.pos, rest.swapped));
        let beyond = Examples { pos: beyond, ..rest.clone() };
        if !scope.base_from_all
            && !beyond.pos.is_empty()
            && let Some(base) = self.specialize(&scope, &beyond, 0)
        {
            let both = vec![base, recursive.clone()];
            let without = self.left_by(before, &both[..1], rest);
            if self.left_by(before, &both, rest) != without {
                return both;
            }
        }
        self.specialize(&scope, rest, 0).into_iter().collect()
    }

    /// One clause for some of the positives and none of the negatives; `None` if these positives have no pattern.
    fn specialize(&self, scope: &Scope, examples: &Examples, depth: usize) -> Option<Clause> {
        let root = self.root(examples);
        let start = root.counts;
        let mut finished: Vec<Finished> = Vec::new();
        let finish = |finished: &mut Vec<Finished>, clause: Clause, covered: u64| {
            if depth > 0 || self.is_range_restricted(&clause) {
                finished.push(Finished { score: rounded(clause_score(start, covered, &clause)), clause });
            }
        };
        let mut path = vec![root];
        let mut completed_last = false;
        loop {
            let node = path.last().expect("the path starts with the root");
            if node.counts.neg == 0 {
                finish(&mut finished, node.clause.clone(), node.counts.pos);
                break;
            }
            let mut next = self.refine(node, scope, Stage::Usual, depth);
            if next.is_none() {
                if !node.clause.body.is_empty() {
                    completed_last = true;
                    if let Some(clause) = self.complete(node, scope, examples, depth) {
                        finish(&mut finished, clause, node.counts.pos);
                        break;
                    }
                }
                next = self.refine(node, scope, Stage::Lookahead, depth);
            }
            let Some(next) = next else { break };
            completed_last = false;
            path.push(next);
        }
        if self.settings.prefixes {
            self.complete_prefixes(
                &path,
                completed_last,
                scope,
                examples,
                depth,
                start,
                |clause, covered| {
                    finish(&mut finished, clause, covered);
                    finished.iter().map(|finished| finished.score).max()
                },
            );
        }
        let best = finished.into_iter().reduce(|best, other| {
            let key = |f: &Finished| (f.score, -(f.clause.n_new() as i64), -(f.clause.n_literals() as i64));
            if key(&other) > key(&best) { other } else { best }
        });
        let clause = match best {
            Some(best) => best.clause,
            None => {
                let last = path.last().expect("the path starts with the root");
                self.last_resort(last, scope, examples, depth)?
            }
        };
        if self.is_stopped() {
            return None;
        }
        Some(if self.settings.prune { self.prune_clause(clause, examples, depth) } else { clause })
    }

    /// Tries an exception at every prefix that could still beat the best finished clause.
    #[allow(clippy::too_many_arguments)]
    fn complete_prefixes(
        &self,
        path: &[Node<E>],
        completed_last: bool,
        scope: &Scope,
        examples: &Examples,
        depth: usize,
        start: Counts,
        mut finish: impl FnMut(Clause, u64) -> Option<i64>,
    ) {
        let tried = path.len() - usize::from(completed_last && path.len() > 1);
        let mut best: Option<i64> = None;
        for node in path[..tried].iter().skip(1).filter(|node| node.counts.neg > 0) {
            // A completion adds at least a literal and a clause of one literal.
            let at_most = rounded(clause_score(start, node.counts.pos, &node.clause) - 3.0);
            if best.is_some_and(|best| at_most <= best) {
                continue;
            }
            if let Some(clause) = self.complete(node, scope, examples, depth) {
                best = finish(clause, node.counts.pos).max(best);
            }
        }
    }

    /// The clause with an exception that explains all negatives it covers by patterns no longer than a list.
    fn complete(&self, node: &Node<E>, scope: &Scope, examples: &Examples, depth: usize) -> Option<Clause> {
        if depth >= self.settings.max_depth {
            self.note_bound(Bound::Depth);
            return None;
        }
        if depth > 0 && node.clause.body.is_empty() {
            return None;
        }
        let covered = examples.within(&self.engine.set(&node.cover));
        let n_excluded = covered.neg.len();
        self.tell(|| Event::Swap { depth, clause: node.clause.clone(), counts: node.counts });
        let (exceptions, left) = self.fold(&scope.without_recursion(), &covered.swap(), depth + 1);
        let size: usize = exceptions.iter().map(Clause::size).sum();
        if !left.is_empty() || exceptions.is_empty() || size > n_excluded * node.clause.n_head.max(1) + 1 {
            self.tell(|| Event::NoException { depth, clause: node.clause.clone() });
            return None;
        }
        let clause = node.clause.except(exceptions);
        self.tell(|| Event::Exception { depth, clause: clause.clone() });
        Some(clause)
    }

    /// No clause without listing something: the smaller side is listed. `None`: nothing at all is known of these
    /// positives, and the caller lists them.
    fn last_resort(
        &self,
        node: &Node<E>,
        scope: &Scope,
        examples: &Examples,
        depth: usize,
    ) -> Option<Clause> {
        if node.clause.body.is_empty() {
            // "Everything but …", if that is shorter than the list.
            let clause = self.complete(node, scope, examples, depth)?;
            let worth = clause.size() < node.counts.pos as usize && self.is_range_restricted(&clause);
            return worth.then_some(clause);
        }
        if depth >= self.settings.max_depth || (depth == 0 && !self.is_range_restricted(&node.clause)) {
            return None;
        }
        let covered = examples.within(&self.engine.set(&node.cover));
        let (mut exceptions, left) = self.fold(&scope.without_recursion(), &covered.swap(), depth + 1);
        let cost: usize = exceptions.iter().map(Clause::size).sum::<usize>() + left.len();
        if self.tuples(&left).iter().any(|tuple| self.tuples(&covered.pos).contains(tuple)) {
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

    fn tuples(&self, set: &InstanceSet) -> std::collections::BTreeSet<Vec<xfold_store::Value>> {
        set.iter().map(|instance| self.instances().args(instance)).collect()
    }

    /// Whether every head variable occurs in the body or has a type that the program can check.
    pub(super) fn is_range_restricted(&self, clause: &Clause) -> bool {
        let checkable = |variable: usize| {
            self.bias.types[clause.variables[variable].of_type].is_predicate || self.settings.free_head
        };
        (0..clause.n_head).all(|variable| clause.uses(variable) || checkable(variable))
    }
}
