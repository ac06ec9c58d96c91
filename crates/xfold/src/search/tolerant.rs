//! Relational tasks: clauses as a language of the tolerant [scheme](super::scheme), and of FOLD [as
//! published](super::paper). What clauses have beyond it: recursion, which is costed by derivation, and "everything
//! but" as another way to begin.

use super::{
    Bound, Clause, Examples, Search,
    candidates::Scope,
    paper,
    refine::{Node, Stage},
    scheme::{self, Language, Learned, Offer, Told},
    score::length::Length,
    trace::Event,
};
use crate::tuning::Heuristic;
use xfold_store::{Counts, InstanceSet};

/// On so many instances chains of literals are tried as another way to begin.
const MOST_FOR_CHAINS: usize = 1_000;

/// The clauses that a scope allows.
struct Clauses<'a, 'b> {
    search: &'a Search<'b>,
    scope: Scope,
    inner: Scope,
}

impl Search<'_> {
    /// FIT. Where most instances are positive, "everything but" is another way to begin; the cheaper theory wins.
    pub(super) fn fold_tolerant(&self, scope: &Scope, examples: &Examples) -> Vec<Clause> {
        self.cheapest(scope, examples).1
    }

    /// The code in which theories for these examples are costed.
    pub(super) fn length(&self, scope: &Scope, examples: &Examples) -> Length {
        let total = self.count(examples);
        Length::new(total.pos + total.neg, self.n_units(scope, examples), self.settings.brevity)
    }

    /// The theory of least description length that was found, with its cost.
    pub(super) fn cheapest(&self, scope: &Scope, examples: &Examples) -> (f64, Vec<Clause>) {
        let total = self.count(examples);
        let length = self.length(scope, examples);
        let fit = |scope: &Scope| {
            let language = Clauses { search: self, scope: scope.clone(), inner: scope.without_recursion() };
            let clauses = scheme::fit(&language, examples, length);
            (scheme::cost(&language, &clauses, examples, length), clauses)
        };
        let (mut cost, mut clauses) = fit(scope);
        if self.has(Heuristic::TolerantChains) && examples.all().len() <= MOST_FOR_CHAINS {
            let (other_cost, others) = fit(&scope.with_chains());
            if other_cost < cost - 1e-9 && !self.is_stopped() {
                (cost, clauses) = (other_cost, others);
            }
        }
        if self.has(Heuristic::TolerantEverything)
            && total.pos > total.neg
            && self.is_range_restricted(&Clause::empty(&self.head()))
        {
            let (other_cost, others) = fit(&scope.with_everything());
            if other_cost < cost - 1e-9 && !self.is_stopped() {
                (cost, clauses) = (other_cost, others);
            }
        }
        (cost, clauses)
    }

    /// FOLD as published, which does not look ahead and knows no recursion.
    pub(super) fn fold_as_published(&self, scope: &Scope, examples: &Examples) -> Vec<Clause> {
        let scope = scope.without_recursion();
        let language = Clauses { search: self, scope: scope.clone(), inner: scope };
        paper::fold_as_published(&language, examples, 0)
    }
}

impl Clauses<'_, '_> {
    /// Only the target's own clauses may be recursive.
    fn scope_at(&self, depth: usize) -> &Scope {
        if depth == 0 { &self.scope } else { &self.inner }
    }

    fn is_recursive(&self, clause: &Clause) -> bool {
        clause.reads(self.search.target.predicate)
    }

    fn offer(&self, rules: Vec<Clause>, before: &[Clause], rest: &Examples, depth: usize) -> Offer<Self> {
        let search = self.search;
        let all = rest.all();
        let covered = if depth == 0 && rules.iter().chain(before).any(|clause| self.is_recursive(clause)) {
            let clauses: Vec<Clause> = before.iter().chain(&rules).cloned().collect();
            search.derived(&clauses).and(&all)
        } else {
            let covered = rules.iter().map(|clause| search.covered(clause, &all, rest.swapped));
            covered.reduce(|union, set| union.or(&set)).unwrap_or_default()
        };
        let counts =
            Counts { pos: search.weigh(&rest.pos.and(&covered)), neg: search.weigh(&rest.neg.and(&covered)) };
        Offer { rules, covered, counts }
    }

    /// Base clauses for a recursive one, which derives nothing without: the other prefixes, and what is grown on the
    /// examples that the recursion would leave.
    fn bases(&self, node: &Node, prefixes: &[Node], rest: &Examples) -> Vec<Clause> {
        let beyond = self.left_by(std::slice::from_ref(&node.clause), rest);
        let grown = self.grow_in(&self.inner, &self.search.root(&beyond), 0);
        let all = grown.iter().chain(prefixes).map(|base| base.clause.clone());
        all.filter(|clause| !self.is_recursive(clause)).collect()
    }

    fn grow_in(&self, scope: &Scope, start: &Node, depth: usize) -> Vec<Node> {
        let language = Clauses { search: self.search, scope: scope.clone(), inner: scope.clone() };
        scheme::grow(&language, start, depth, |_| false)
    }

    /// The examples that clauses leave: what they derive or, if their labels were right, would derive leaves.
    fn left_by(&self, clauses: &[Clause], examples: &Examples) -> Examples {
        let rest = clauses.iter().fold(examples.all(), |rest, clause| {
            let covered = self.search.covered(clause, &rest, examples.swapped);
            rest.minus(&covered)
        });
        examples.within(&rest)
    }
}

impl Language for Clauses<'_, '_> {
    type Rule = Clause;
    type Examples = Examples;
    type Node = Node;
    type Covered = InstanceSet;
    /// Clauses may depend on each other, so a theory is no more than its clauses.
    type Theory = Vec<Clause>;
    /// The other clauses, and the place that is free.
    type Others = (Vec<Clause>, usize);
    type Measured = Clause;

    fn has(&self, heuristic: Heuristic) -> bool {
        self.search.has(heuristic)
    }

    fn is_stopped(&self) -> bool {
        self.search.is_stopped()
    }

    fn count(&self, examples: &Examples) -> Counts {
        self.search.count(examples)
    }

    fn swapped(&self, node: &Node, within: &Examples) -> Examples {
        within.within(&self.search.engine.set(&node.cover)).swap()
    }

    fn without(&self, examples: &Examples, covered: &InstanceSet) -> Examples {
        let without = |set: &InstanceSet| set.minus(covered);
        Examples { pos: without(&examples.pos), neg: without(&examples.neg), swapped: examples.swapped }
    }

    fn start(&self, clause: &Clause, examples: &Examples) -> Option<Node> {
        self.search.node(clause, examples)
    }

    fn refine(&self, node: &Node, depth: usize) -> Option<Node> {
        let scope = self.scope_at(depth);
        let usual = self.search.refine(node, scope, Stage::Usual, depth);
        usual.or_else(|| self.search.refine(node, scope, Stage::Lookahead, depth))
    }

    fn completed(&self, node: Node, start: Counts, depth: usize) -> Option<Node> {
        self.search.with_bound_head(&node, self.scope_at(depth), start, depth)
    }

    fn rule<'a>(&self, node: &'a Node) -> &'a Clause {
        &node.clause
    }

    fn counts(&self, node: &Node) -> Counts {
        node.counts
    }

    /// All prefixes of a grown clause and, if the scope says so, "everything but". Recursive clauses may derive more than
    /// they cover, so no clause is hopeless.
    fn prefixes(&self, examples: &Examples, depth: usize, _: impl FnMut(&Node) -> bool) -> Vec<Node> {
        let root = self.search.root(examples);
        let mut prefixes = scheme::grow(self, &root, depth, |_| false);
        if prefixes.is_empty() {
            // Where nothing has gain a default may be what only binds the head.
            let default = self.search.with_bound_head(&root, self.scope_at(depth), root.counts, depth);
            prefixes.extend(default.filter(|default| !default.clause.body.is_empty()));
        }
        if prefixes.iter().any(|node| self.is_recursive(&node.clause)) {
            prefixes.extend(self.grow_in(&self.inner, &root, depth));
        }
        if depth == 0 && self.scope.everything {
            prefixes.push(root);
        }
        prefixes
    }

    fn empty(&self) -> Clause {
        Clause::empty(&self.search.head())
    }

    fn size(&self, clause: &Clause) -> usize {
        clause.size()
    }

    fn except(&self, clause: &Clause, exceptions: Vec<Clause>) -> Clause {
        clause.except(exceptions)
    }

    fn has_most_rules(&self, n_rules: usize) -> bool {
        self.search.has_most_rules(n_rules)
    }

    fn note_depth(&self) {
        self.search.note_bound(Bound::Depth);
    }

    fn listed(&self, node: &Node, examples: &Examples) -> Option<Clause> {
        let covered = examples.within(&self.search.engine.set(&node.cover));
        Some(node.clause.plus(&self.search.listing(&covered.pos).body, &[]))
    }

    fn uncovered_positives(&self, examples: &Examples, clause: &Clause) -> Examples {
        let covered = self.search.covered(clause, &examples.pos, examples.swapped);
        Examples { pos: examples.pos.minus(&covered), ..examples.clone() }
    }

    fn may_except(&self, depth: usize) -> bool {
        let may = depth < self.search.settings.max_depth;
        if !may {
            self.note_depth();
        }
        may
    }

    fn shorter(&self, clause: &Clause) -> Vec<Clause> {
        let mut shorter = Vec::new();
        if clause.body.len() == 1 && !clause.exceptions.is_empty() {
            // "Everything but" the exceptions.
            shorter.push(self.empty().except(clause.exceptions.clone()));
        }
        shorter.extend(variants(clause, true));
        shorter.retain(|clause| self.search.is_range_restricted(clause));
        shorter
    }

    fn starts(&self, clause: &Clause) -> Vec<Clause> {
        let default = clause.default_part();
        let n_literals = default.body.len();
        let mut starts = vec![self.empty(), default.clone()];
        starts.extend((0..n_literals).filter(|_| n_literals > 1).filter_map(|place| default.without(place)));
        starts
    }

    fn plain(&self, node: &Node, before: &[Clause], rest: &Examples, depth: usize) -> Offer<Self> {
        self.offer(vec![node.clause.clone()], before, rest, depth)
    }

    fn further(
        &self,
        node: &Node,
        prefixes: &[Node],
        before: &[Clause],
        rest: &Examples,
        depth: usize,
    ) -> Vec<Offer<Self>> {
        if depth > 0 || !self.is_recursive(&node.clause) {
            return Vec::new();
        }
        let bases = self.bases(node, prefixes, rest).into_iter();
        bases.map(|base| self.offer(vec![base, node.clause.clone()], before, rest, depth)).collect()
    }

    fn excepted(
        &self,
        node: &Node,
        exceptions: Learned<Self>,
        before: &[Clause],
        rest: &Examples,
        depth: usize,
    ) -> Offer<Self> {
        self.offer(vec![node.clause.except(exceptions.rules)], before, rest, depth)
    }

    fn with_exceptions_of(&self, node: &Node, other: &Clause, rest: &Examples) -> Option<Offer<Self>> {
        let clause = || node.clause.except(other.exceptions.clone());
        (!other.exceptions.is_empty()).then(|| self.offer(vec![clause()], &[], rest, 0))
    }

    fn theory(&self, clauses: &[Clause], _: &Examples) -> Vec<Clause> {
        clauses.to_vec()
    }

    fn others(&self, theory: &Vec<Clause>, place: usize) -> (Vec<Clause>, usize) {
        let mut others = theory.clone();
        if place < others.len() {
            others.remove(place);
        }
        (others, place)
    }

    fn measured(&self, clause: &Clause) -> Clause {
        clause.clone()
    }

    fn errors(&self, (others, place): &Self::Others, clause: Option<&Clause>, examples: &Examples) -> u64 {
        let mut clauses = others.clone();
        if let Some(clause) = clause {
            clauses.insert(*place, clause.clone());
        }
        let covered = self.search.theory_set(&clauses, &examples.all(), examples.swapped);
        self.search.weigh(&examples.pos.minus(&covered)) + self.search.weigh(&examples.neg.and(&covered))
    }

    fn beyond(&self, (others, _): &Self::Others, examples: &Examples) -> Examples {
        self.left_by(others, examples)
    }

    fn tell(&self, event: Told<'_, Self>) {
        self.search.tell(|| match event {
            Told::Swap { depth, node } => {
                Event::Swap { depth, clause: node.clause.clone(), counts: node.counts }
            }
            Told::Exception { depth, rule } => Event::Exception { depth, clause: rule.clone() },
            Told::NoException { depth, node } => Event::NoException { depth, clause: node.clause.clone() },
            Told::Listed { depth, node, examples } => {
                let covered = examples.within(&self.search.engine.set(&node.cover));
                Event::Listed { depth, clause: self.search.listing(&covered.pos) }
            }
            Told::Rule { depth, rule, left } => {
                Event::Learned { depth, clause: rule.clone(), left: left.pos.len() }
            }
        });
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
