//! Relational tasks: clauses as a language of [learning by description length](super::description_length) and of FOLD
//! [as published](super::paper). It belongs to the search, the third station of the path task → worlds → search → rules
//! → check.
//!
//! Clauses bring two things that tables do not have: recursion, whose errors are counted by derivation, and "everything
//! but" as another way to begin.

use super::{
    Clause, Examples, Search,
    candidates::Scope,
    description_length::{
        self, Aim, Candidate, DefaultRule, Exceptions, Node, Offer, Others, Part, Plan, Problem, Progress,
        RuleLanguage,
    },
    paper::{self, Enumeration},
    refine::{self, Stage},
    remembered::{Grown, Remembered},
    score::{
        gain::{best_gain, gain, rounded},
        length::Length,
    },
    trace::Event,
};
use crate::tuning::Heuristic;
use xfold_store::Counts;

/// Up to this many instances, chains of literals are tried as another way to begin. It bounds the time only: this is a
/// second fit, with more candidates than the first.
pub(super) const MOST_FOR_CHAINS: usize = 1_000;

/// Where an exception is grown on more instances than this, exceptions to it are searched only …
const MOST_FOR_NESTING: u64 = 2_000;
/// … if it gains at least this share of what a perfect one would. What gains less is mostly noise, and the search in noise
/// takes time with the square of the instances.
const LEAST_SHARE: f64 = 0.1;

/// Another theory has to be cheaper by more than rounding errors.
const EQUAL: f64 = 1e-9;

/// The clauses that a scope allows.
struct Clauses<'a, 'b> {
    search: &'a Search<'b>,
    remembered: &'a Remembered,
    scope: Scope,
    /// The scope of exceptions, which are never recursive.
    inner: Scope,
}

impl Search<'_> {
    /// FIT: the theory of least description length that was found.
    pub(super) fn fold_tolerant(&self, scope: &Scope, examples: &Examples) -> Vec<Clause> {
        self.cheapest(scope, examples).1
    }

    /// The code in which theories for these examples are costed.
    pub(super) fn length(&self, scope: &Scope, examples: &Examples) -> Length {
        let total = self.count(examples);
        Length::new(total.pos + total.neg, self.n_units(scope, examples), self.settings.brevity)
    }

    /// The theory of least description length that was found, with its cost. Chains of literals are another way to begin
    /// and, where most instances are positive, "everything but". Where there are many examples, that is decided on a
    /// sample, and all of them decide what becomes of its theory.
    pub(super) fn cheapest(&self, scope: &Scope, examples: &Examples) -> (f64, Vec<Clause>) {
        let total = self.count(examples);
        let length = self.length(scope, examples);
        let remembered = Remembered::default();
        let language = |scope: &Scope| {
            let (scope, inner) = (scope.clone(), scope.without_recursion());
            Clauses { search: self, remembered: &remembered, scope, inner }
        };
        let with_cost = |language: &Clauses<'_, '_>, clauses: Vec<Clause>| {
            (description_length::cost(language, &clauses, examples, length), clauses)
        };
        if let Some(begun) = self.begun_on_sample(scope, examples) {
            let language = language(scope);
            let clauses = description_length::improve(&language, begun, examples, length);
            return with_cost(&language, clauses);
        }
        let fit = |scope: &Scope| {
            let language = language(scope);
            let clauses = description_length::fit(&language, examples, length);
            with_cost(&language, clauses)
        };
        let mut best = fit(scope);
        let mut compare = |scope: &Scope| {
            let other = fit(scope);
            if other.0 < best.0 - EQUAL && !self.is_stopped() {
                best = other;
            }
        };
        if self.has(Heuristic::TolerantChains) && examples.all().len() <= MOST_FOR_CHAINS {
            compare(&scope.with_chains());
        }
        if self.has(Heuristic::TolerantEverything)
            && total.pos > total.neg
            && self.is_range_restricted(&Clause::empty(&self.head()))
        {
            compare(&scope.with_everything());
        }
        best
    }

    /// FOLD as published, which does not look ahead and knows no recursion.
    pub(super) fn fold_as_published(&self, scope: &Scope, examples: &Examples) -> Vec<Clause> {
        let scope = scope.without_recursion();
        let remembered = Remembered::default();
        let language = Clauses { search: self, remembered: &remembered, scope: scope.clone(), inner: scope };
        paper::fold_as_published(&language, examples, 0)
    }
}

impl DefaultRule for Clause {
    fn size(&self) -> usize {
        self.size()
    }

    fn exceptions(&self) -> &[Self] {
        &self.exceptions
    }

    fn except(&self, exceptions: Vec<Self>) -> Self {
        self.except(exceptions)
    }
}

impl<'a, 'b> From<refine::Node> for Node<Clauses<'a, 'b>> {
    fn from(node: refine::Node) -> Self {
        Self { rule: node.clause.clone(), counts: node.counts, cover: node, is_finished: false }
    }
}

impl Clauses<'_, '_> {
    /// Only the target's own clauses may be recursive.
    fn scope_at(&self, depth: usize) -> &Scope {
        if depth == 0 { &self.scope } else { &self.inner }
    }

    /// Whether no clause at a depth can be recursive. Then each covers the same beside any others.
    fn is_additive(&self, depth: usize) -> bool {
        !self.scope_at(depth).may_recur()
    }

    fn is_recursive(&self, clause: &Clause) -> bool {
        self.search.is_recursive(clause)
    }

    /// What a grown clause covers of some examples.
    fn within(&self, node: &Node<Self>, examples: &Examples) -> Examples {
        examples.within(&self.search.engine.set(&node.cover.cover))
    }

    /// Clauses as an offer. If one is recursive, it is costed by what all clauses so far derive.
    fn offered(&self, rules: Vec<Clause>, problem: Problem<'_, Self>) -> Offer<Self> {
        let Problem { before, rest, depth } = problem;
        let search = self.search;
        let all = rest.all();
        let set = if depth == 0 && rules.iter().chain(before).any(|clause| self.is_recursive(clause)) {
            let clauses: Vec<Clause> = before.iter().chain(&rules).cloned().collect();
            search.derived(&clauses).and(&all)
        } else {
            let covered = rules.iter().map(|clause| search.covered(clause, &all, rest.swapped));
            covered.reduce(|union, set| union.or(&set)).unwrap_or_default()
        };
        let covered = rest.within(&set);
        Offer { rules, counts: search.count(&covered), covered }
    }

    /// All prefixes of a grown clause, up to a hopeless one, and, if the scope says so, "everything but".
    fn prefixes(
        &self,
        examples: &Examples,
        depth: usize,
        mut is_hopeless: impl FnMut(&Node<Self>) -> bool,
    ) -> Vec<Node<Self>> {
        let root = self.search.root(examples);
        let start = root.clone().into();
        // Recursive clauses may derive more than they cover, so that none of them is hopeless.
        let is_additive = self.is_additive(depth);
        let mut prefixes = self.grow(&start, depth, |node| is_additive && is_hopeless(node));
        if prefixes.is_empty() {
            // Where nothing has gain a default may be what only binds the head.
            let default = self.search.with_bound_head(&root, self.scope_at(depth), root.counts, depth);
            prefixes.extend(default.filter(|default| !default.clause.body.is_empty()).map(Node::from));
        }
        if prefixes.iter().any(|node| self.is_recursive(&node.rule)) {
            prefixes.extend(self.grow_without_recursion(&start, depth));
        }
        if depth == 0 && self.scope.everything {
            prefixes.push(start);
        }
        prefixes
    }

    fn grow_without_recursion(&self, start: &Node<Self>, depth: usize) -> Vec<Node<Self>> {
        let inner = self.inner.clone();
        let language = Clauses { scope: inner.clone(), inner, ..*self };
        language.grow(start, depth, |_| false)
    }

    /// The examples that clauses leave. What they derive leaves, and what a recursive one would derive if all labels were
    /// right.
    fn left_by<'a>(&self, clauses: impl Iterator<Item = &'a Clause>, examples: &Examples) -> Examples {
        let rest = clauses.fold(examples.all(), |rest, clause| {
            let covered = self.search.covered(clause, &rest, examples.swapped);
            rest.minus(&covered)
        });
        examples.within(&rest)
    }

    /// A recursive clause derives nothing without a base. Bases are the other prefixes, and what is grown on the examples
    /// that the recursion would leave.
    fn with_bases(
        &self,
        node: &Node<Self>,
        prefixes: &[Node<Self>],
        problem: Problem<'_, Self>,
    ) -> Vec<Offer<Self>> {
        let left = self.left_by(std::iter::once(&node.rule), problem.rest);
        let grown = self.grow_without_recursion(&self.search.root(&left).into(), 0);
        let bases = grown.iter().chain(prefixes).map(|base| &base.rule);
        let bases = bases.filter(|clause| !self.is_recursive(clause));
        bases.map(|base| self.offered(vec![base.clone(), node.rule.clone()], problem)).collect()
    }
}

impl RuleLanguage for Clauses<'_, '_> {
    type Rule = Clause;
    type Examples = Examples;
    /// The bindings of a clause are kept with the clause, as the refinement step takes them.
    type Cover = refine::Node;
    /// Clauses may depend on each other, so a theory is always evaluated as a whole.
    type Set = ();

    fn plan(&self) -> Plan {
        let settings = self.search.settings;
        Plan {
            tuning: settings.tuning,
            max_depth: settings.max_depth,
            max_rules: settings.max_rules,
            n_revisions: 1,
            is_additive: self.is_additive(0),
        }
    }

    fn is_stopped(&self) -> bool {
        self.search.is_stopped()
    }

    fn report(&self, progress: Progress<'_, Self>) {
        let search = self.search;
        match progress {
            Progress::Swap { depth, node } => {
                search.tell(|| Event::Swap { depth, clause: node.rule.clone(), counts: node.counts });
            }
            Progress::Exception { depth, rule } => {
                search.tell(|| Event::Exception { depth, clause: rule.clone() });
            }
            Progress::NoException { depth, node } => {
                search.tell(|| Event::NoException { depth, clause: node.rule.clone() });
            }
            Progress::Listed { depth, node, examples } => search.tell(|| {
                let covered = self.within(node, examples);
                Event::Listed { depth, clause: search.listing(&covered.pos) }
            }),
            Progress::Rule { depth, rule, left } => {
                search.tell(|| Event::Learned { depth, clause: rule.clone(), left: left.pos.len() });
            }
            Progress::Bound(bound) => search.note_bound(bound),
        }
    }

    fn count(&self, examples: &Examples) -> Counts {
        self.search.count(examples)
    }

    fn without(&self, examples: &Examples, covered: &Examples) -> Examples {
        Examples {
            pos: examples.pos.minus(&covered.pos),
            neg: examples.neg.minus(&covered.neg),
            swapped: examples.swapped,
        }
    }

    fn swapped(&self, node: &Node<Self>, examples: &Examples) -> Examples {
        self.within(node, examples).swap()
    }

    fn set(&self, _: &Clause) {}

    fn left(&self, others: &Others<'_, Self>) -> Examples {
        self.left_by(others.rules(), others.examples)
    }

    fn errors(&self, others: &Others<'_, Self>, part: Option<&Part<Self>>) -> u64 {
        let examples = others.examples;
        let mut clauses: Vec<Clause> = others.rules().cloned().collect();
        if let Some(part) = part {
            clauses.insert(others.place, part.rule.clone());
        }
        let covered = self.search.theory_set(&clauses, &examples.all(), examples.swapped);
        self.search.weigh(&examples.pos.minus(&covered)) + self.search.weigh(&examples.neg.and(&covered))
    }

    fn empty(&self) -> Clause {
        Clause::empty(&self.search.head())
    }

    fn shorter(&self, part: &Part<Self>) -> Vec<Part<Self>> {
        let clause = &part.rule;
        let mut shorter = Vec::new();
        if clause.body.len() == 1 && !clause.exceptions.is_empty() {
            // "Everything but" the exceptions.
            shorter.push(self.empty().except(clause.exceptions.clone()));
        }
        shorter.extend(variants(clause, true));
        shorter.retain(|clause| self.search.is_range_restricted(clause));
        shorter.into_iter().map(|rule| Part { rule, set: () }).collect()
    }

    fn starts(&self, clause: &Clause) -> Vec<Clause> {
        let default = clause.default_part();
        let n_literals = default.body.len();
        let mut starts = vec![self.empty(), default.clone()];
        starts.extend((0..n_literals).filter(|_| n_literals > 1).filter_map(|place| default.without(place)));
        starts
    }

    /// What a clause grows into also depends on the literals that bind its head, so nothing is known where some are
    /// missing; and a recursive clause depends on the others. The order of literals does not matter.
    fn are_same(&self, one: &Clause, other: &Clause) -> bool {
        self.is_additive(0) && one.is_permuted(other) && self.search.is_range_restricted(one)
    }

    fn start(&self, clause: &Clause, examples: &Examples) -> Option<Node<Self>> {
        self.search.node(clause, examples).map(Node::from)
    }

    fn refine(&self, node: &Node<Self>, aim: Aim, depth: usize) -> Option<Node<Self>> {
        if aim == Aim::FewestErrors {
            return None;
        }
        let (search, scope, node) = (self.search, self.scope_at(depth), &node.cover);
        let grown = Grown::new(search, node, scope, depth);
        let refined = search.once(self.remembered, grown, node, depth, || {
            let usual = search.refine(node, scope, Stage::Usual, depth);
            usual.or_else(|| search.refine(node, scope, Stage::Lookahead, depth))
        });
        refined.map(Node::from)
    }

    /// Clauses whose head has unbound variables get literals that bind them. What they cover then is not known before, so
    /// that none of them is hopeless.
    fn grow(
        &self,
        start: &Node<Self>,
        depth: usize,
        mut is_hopeless: impl FnMut(&Node<Self>) -> bool,
    ) -> Vec<Node<Self>> {
        let scope = self.scope_at(depth);
        let is_whole = |node: &Node<Self>| depth > 0 || self.search.is_range_restricted(&node.rule);
        let path = description_length::path(self, start, depth, |node| is_whole(node) && is_hopeless(node))
            .into_iter();
        let bound = |node: Node<Self>| self.search.with_bound_head(&node.cover, scope, start.counts, depth);
        path.filter_map(bound).map(Node::from).collect()
    }

    fn may_nest(&self, node: &Node<Self>, examples: &Examples, depth: usize) -> bool {
        let total = self.count(examples);
        let least = LEAST_SHARE * best_gain(total, total.pos);
        depth == 0
            || total.pos + total.neg <= MOST_FOR_NESTING
            || rounded(gain(total, node.counts)) >= rounded(least)
    }

    fn candidates(
        &self,
        problem: Problem<'_, Self>,
        is_hopeless: impl FnMut(&Node<Self>) -> bool,
    ) -> Vec<Candidate<Self>> {
        let prefixes = self.prefixes(problem.rest, problem.depth, is_hopeless);
        let offers = |node: &Node<Self>| {
            let mut offers = vec![self.offered(vec![node.rule.clone()], problem)];
            if problem.depth == 0 && self.is_recursive(&node.rule) {
                offers.extend(self.with_bases(node, &prefixes, problem));
            }
            offers
        };
        let all: Vec<Vec<Offer<Self>>> = prefixes.iter().map(offers).collect();
        prefixes.into_iter().zip(all).map(|(node, offers)| Candidate { node, offers }).collect()
    }

    fn offer(
        &self,
        node: &Node<Self>,
        exceptions: Exceptions<'_, Self>,
        problem: Problem<'_, Self>,
    ) -> Offer<Self> {
        let exceptions = match exceptions {
            Exceptions::None => Vec::new(),
            Exceptions::LearnedRules(learned) => learned.rules,
            Exceptions::Known(rules) => rules.to_vec(),
        };
        self.offered(vec![node.rule.except(exceptions)], problem)
    }
}

impl Enumeration for Clauses<'_, '_> {
    fn listed(&self, node: &Node<Self>, examples: &Examples) -> Option<Clause> {
        let covered = self.within(node, examples);
        Some(node.rule.plus(&self.search.listing(&covered.pos).body, &[]))
    }

    fn uncovered_positives(&self, examples: &Examples, clause: &Clause) -> Examples {
        let covered = self.search.covered(clause, &examples.pos, examples.swapped);
        Examples { pos: examples.pos.minus(&covered), ..examples.clone() }
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
