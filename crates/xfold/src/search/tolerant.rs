//! The tolerant mode: description length instead of exact coverage (specification, section 9).
//!
//! A clause grows by gain as ever. Each prefix, with and without a learned exception, is costed; the cheapest is added
//! if it lowers the cost of the whole. In the end the theory is pruned and revised by the same cost.

use super::{
    Bound, Clause, Examples, Search,
    candidates::Scope,
    refine::{Node, Stage},
    score::length::{Length, theory_size},
    trace::Event,
};
use xfold_store::{Engine, InstanceSet};

/// Clauses that may be added, with what they cover of the examples that are left.
struct Offer {
    clauses: Vec<Clause>,
    covered: InstanceSet,
    pos: u64,
    neg: u64,
}

impl<E: Engine> Search<'_, E> {
    /// FIT: learn, prune, revise. Where most instances are positive, "everything but" is another way to begin; the
    /// cheaper theory wins.
    pub(super) fn fold_tolerant(&self, scope: &Scope, examples: &Examples) -> Vec<Clause> {
        let total = self.count(examples);
        let length = Length::new(total.pos + total.neg, self.n_units(scope, examples), self.settings.brevity);
        let fit = |scope: &Scope| {
            let mut clauses = self.learn_tolerant(scope, examples, 0, length);
            if self.settings.prune {
                clauses = self.prune_by_cost(clauses, examples, length);
                clauses = self.revise(clauses, scope, examples, length);
            }
            (self.theory_cost(&clauses, examples, length), clauses)
        };
        let (cost, clauses) = fit(scope);
        if total.pos > total.neg && self.is_range_restricted(&Clause::empty(&self.head())) {
            let (other_cost, others) = fit(&scope.with_everything());
            if other_cost < cost - 1e-9 && !self.is_stopped() {
                return others;
            }
        }
        clauses
    }

    /// LEARN: adds the cheapest clause as long as it lowers the cost. Covered examples of both labels leave.
    fn learn_tolerant(
        &self,
        scope: &Scope,
        examples: &Examples,
        depth: usize,
        length: Length,
    ) -> Vec<Clause> {
        let total = self.count(examples);
        let n = total.pos + total.neg;
        let mut rest = examples.clone();
        let mut clauses: Vec<Clause> = Vec::new();
        let (mut cost, mut size, mut covered_pos, mut covered_neg) = (length.cost(n, total.pos, 0), 0, 0, 0);
        while !rest.pos.is_empty() && !rest.neg.is_empty() && !self.is_stopped() {
            let cost_with = |pos: u64, neg: u64, size_of_offer: usize| {
                length.cost(n, (covered_neg + neg) + (total.pos - covered_pos - pos), size + size_of_offer)
            };
            let mut best: Option<(f64, Offer)> = None;
            let offer = |best: &mut Option<(f64, Offer)>, offered: Vec<Clause>| {
                let offer = self.offer(offered, &clauses, &rest, depth);
                let cost = cost_with(offer.pos, offer.neg, theory_size(&offer.clauses));
                if best.as_ref().is_none_or(|(least, _)| cost < *least - 1e-9) {
                    *best = Some((cost, offer));
                }
            };
            let prefixes = self.prefixes(scope, &rest, depth);
            for node in &prefixes {
                offer(&mut best, vec![node.clause.clone()]);
                for base in self.bases(node, &prefixes, scope, &rest, depth) {
                    offer(&mut best, vec![base, node.clause.clone()]);
                }
            }
            for node in prefixes.iter().filter(|node| node.counts.neg > 0 && node.counts.pos > 0) {
                if depth >= self.settings.max_depth {
                    self.note_bound(Bound::Depth);
                    break;
                }
                // Even a perfect exception of one literal could not win.
                let least = best.as_ref().map_or(cost, |(least, _)| least.min(cost));
                if cost_with(node.counts.pos, 0, node.clause.size() + 3) >= least {
                    continue;
                }
                let covered = rest.within(&self.engine.set(&node.cover));
                self.tell(|| Event::Swap { depth, clause: node.clause.clone(), counts: node.counts });
                let exceptions =
                    self.learn_tolerant(&scope.without_recursion(), &covered.swap(), depth + 1, length);
                if !exceptions.is_empty() {
                    let clause = node.clause.except(exceptions);
                    self.tell(|| Event::Exception { depth, clause: clause.clone() });
                    offer(&mut best, vec![clause]);
                }
            }
            let Some((least, offer)) = best else { break };
            if least >= cost - 1e-9 || offer.neg >= offer.pos || self.is_stopped() {
                break;
            }
            cost = least;
            size += theory_size(&offer.clauses);
            covered_pos += offer.pos;
            covered_neg += offer.neg;
            let without = |set: &InstanceSet| set.minus(&offer.covered);
            rest = Examples { pos: without(&rest.pos), neg: without(&rest.neg), swapped: rest.swapped };
            for clause in &offer.clauses {
                self.tell(|| Event::Learned { depth, clause: clause.clone(), left: rest.pos.len() });
            }
            clauses.extend(offer.clauses);
        }
        clauses
    }

    /// The clauses to be offered: all prefixes of a grown one and, if the scope says so, "everything but".
    fn prefixes(&self, scope: &Scope, rest: &Examples, depth: usize) -> Vec<Node<E>> {
        let root = self.root(rest);
        let mut prefixes = self.grow(&root, scope, depth);
        if prefixes.iter().any(|node| node.clause.reads(self.target.predicate)) {
            prefixes.extend(self.grow(&root, &scope.without_recursion(), depth));
        }
        if depth == 0 && scope.everything {
            prefixes.push(root);
        }
        prefixes
    }

    /// Base clauses for a recursive one, which derives nothing without: the other prefixes, and what is grown on the
    /// examples that the recursion would leave.
    fn bases(
        &self,
        node: &Node<E>,
        prefixes: &[Node<E>],
        scope: &Scope,
        rest: &Examples,
        depth: usize,
    ) -> Vec<Clause> {
        let recursive = |clause: &Clause| clause.reads(self.target.predicate);
        if depth > 0 || !recursive(&node.clause) {
            return Vec::new();
        }
        let beyond = self.beyond(std::slice::from_ref(&node.clause), rest);
        let grown = self.grow(&self.root(&beyond), &scope.without_recursion(), depth);
        let all = grown.iter().chain(prefixes).map(|base| base.clause.clone());
        all.filter(|clause| !recursive(clause)).collect()
    }

    fn offer(&self, offered: Vec<Clause>, before: &[Clause], rest: &Examples, depth: usize) -> Offer {
        let all = rest.all();
        let recursive = |clause: &Clause| clause.reads(self.target.predicate);
        let covered = if depth == 0 && offered.iter().chain(before).any(recursive) {
            let clauses: Vec<Clause> = before.iter().chain(&offered).cloned().collect();
            self.derived(&clauses).and(&all)
        } else {
            let covered = offered.iter().map(|clause| self.covered(clause, &all, rest.swapped));
            covered.reduce(|union, set| union.or(&set)).unwrap_or_default()
        };
        let (pos, neg) = (self.weigh(&rest.pos.and(&covered)), self.weigh(&rest.neg.and(&covered)));
        Offer { clauses: offered, covered, pos, neg }
    }

    /// GROW: all clauses longer than the first, each with one refinement more.
    fn grow(&self, start: &Node<E>, scope: &Scope, depth: usize) -> Vec<Node<E>> {
        let mut path: Vec<Node<E>> = Vec::new();
        loop {
            let node = path.last().unwrap_or(start);
            if node.counts.neg == 0 {
                break;
            }
            let usual = self.refine(node, scope, Stage::Usual, depth);
            let Some(next) = usual.or_else(|| self.refine(node, scope, Stage::Lookahead, depth)) else {
                break;
            };
            path.push(next);
        }
        path.retain(|node| depth > 0 || self.is_range_restricted(&node.clause));
        path
    }

    /// The examples that clauses leave: what they derive or, if their labels were right, would derive leaves.
    fn beyond(&self, clauses: &[Clause], examples: &Examples) -> Examples {
        let all = examples.all();
        let rest = clauses.iter().fold(all, |rest, clause| {
            let covered = self.covered(clause, &rest, examples.swapped);
            rest.minus(&covered)
        });
        examples.within(&rest)
    }

    fn theory_cost(&self, clauses: &[Clause], examples: &Examples, length: Length) -> f64 {
        let covered = self.theory_set(clauses, &examples.all(), examples.swapped);
        let errors = self.weigh(&examples.pos.minus(&covered)) + self.weigh(&examples.neg.and(&covered));
        let total = self.count(examples);
        length.cost(total.pos + total.neg, errors, theory_size(clauses))
    }

    /// PRUNE: of all theories with one rule, exception or literal less, the cheapest, as long as it costs no more.
    fn prune_by_cost(&self, mut clauses: Vec<Clause>, examples: &Examples, length: Length) -> Vec<Clause> {
        let mut cost = self.theory_cost(&clauses, examples, length);
        while !self.is_stopped() {
            let mut best: Option<(f64, Vec<Clause>)> = None;
            let mut consider = |changed: Vec<Clause>| {
                let cost = self.theory_cost(&changed, examples, length);
                if best.as_ref().is_none_or(|(least, _)| cost < *least - 1e-9) {
                    best = Some((cost, changed));
                }
            };
            for place in 0..clauses.len() {
                let mut without = clauses.clone();
                without.remove(place);
                consider(without);
                if let ([_], false) = (&clauses[place].body[..], clauses[place].exceptions.is_empty()) {
                    // "Everything but" the exceptions.
                    let mut changed = clauses.clone();
                    changed[place] = Clause::empty(&self.head()).except(clauses[place].exceptions.clone());
                    if self.is_range_restricted(&changed[place]) {
                        consider(changed);
                    }
                }
                for variant in
                    variants(&clauses[place], true).into_iter().filter(|v| self.is_range_restricted(v))
                {
                    let mut changed = clauses.clone();
                    changed[place] = variant;
                    consider(changed);
                }
            }
            match best {
                Some((least, changed)) if least <= cost + 1e-9 => {
                    cost = least;
                    clauses = changed;
                }
                _ => break,
            }
        }
        clauses
    }

    /// REVISE: each clause in turn is grown anew on what the others leave, and the cheapest theory is kept.
    fn revise(
        &self,
        mut clauses: Vec<Clause>,
        scope: &Scope,
        examples: &Examples,
        length: Length,
    ) -> Vec<Clause> {
        let mut place = 0;
        while place < clauses.len() && !self.is_stopped() {
            let clause = clauses[place].clone();
            let mut others = clauses.clone();
            others.remove(place);
            let mut best = (self.theory_cost(&clauses, examples, length), clauses.clone());
            let mut attempt = |replacement: Option<Clause>| {
                let mut changed = others.clone();
                if let Some(replacement) = replacement {
                    changed.insert(place, replacement);
                }
                let cost = self.theory_cost(&changed, examples, length);
                if cost < best.0 - 1e-9 {
                    best = (cost, changed);
                }
            };
            attempt(None);
            let rest = self.beyond(&others, examples);
            let default = clause.default_part();
            let mut starts = vec![Clause::empty(&self.head()), default.clone()];
            starts.extend(
                (0..default.body.len()).filter(|_| default.body.len() > 1).filter_map(|l| default.without(l)),
            );
            for start in starts {
                let Some(start) = self.node(&start, &rest) else { continue };
                for node in self.grow(&start, scope, 0) {
                    attempt(Some(node.clause.clone()));
                    if !clause.exceptions.is_empty() {
                        attempt(Some(node.clause.except(clause.exceptions.clone())));
                    }
                    let covered = rest.within(&self.engine.set(&node.cover));
                    if self.settings.max_depth > 0 && node.counts.neg > 0 && node.counts.pos > 0 {
                        let exceptions =
                            self.learn_tolerant(&scope.without_recursion(), &covered.swap(), 1, length);
                        if !exceptions.is_empty() {
                            attempt(Some(node.clause.except(exceptions)));
                        }
                    }
                }
            }
            let was = clauses.len();
            clauses = best.1;
            if clauses.len() == was {
                place += 1;
            }
        }
        let rest = self.beyond(&clauses, examples);
        for clause in self.learn_tolerant(scope, &rest, 0, length) {
            let mut longer = clauses.clone();
            longer.push(clause);
            if self.theory_cost(&longer, examples, length)
                < self.theory_cost(&clauses, examples, length) - 1e-9
            {
                clauses = longer;
            }
        }
        self.prune_by_cost(clauses, examples, length)
    }
}

/// The clauses got by leaving out one exception's clause or one literal, at any depth. `under_exceptions` says whether
/// a default may lose a literal too; without it only clauses that have no exception do.
pub(super) fn variants(clause: &Clause, under_exceptions: bool) -> Vec<Clause> {
    let mut out = Vec::new();
    for place in 0..clause.exceptions.len() {
        let mut shorter = clause.clone();
        shorter.exceptions.remove(place);
        out.push(shorter);
        for variant in variants(&clause.exceptions[place], under_exceptions) {
            let mut changed = clause.clone();
            changed.exceptions[place] = variant;
            out.push(changed);
        }
    }
    if clause.body.len() > 1 && (under_exceptions || clause.exceptions.is_empty()) {
        let droppable = |place: &usize| !matches!(clause.body[*place], xfold_store::Step::Among(_));
        out.extend((0..clause.body.len()).filter(droppable).filter_map(|place| clause.without(place)));
    }
    out
}
