//! Learning by description length, for examples of which some labels may be wrong. It belongs to the search, the third
//! station of the path task → worlds → search → rules → check.
//!
//! A theory costs bits for its literals and bits for its errors. [`learn`] adds the cheapest rule while that lowers the
//! cost, [`prune`] drops what does not pay, [`revise`] grows each rule anew on what the others leave.
//!
//! This is written once for any [`RuleLanguage`]: clauses over relations ([`tolerant`](super::tolerant)) and tests on the
//! columns of a table ([`columns`](super::columns)). A language grows rules and counts. What is kept is decided here.

mod grow;
mod learn;
mod prune;
mod revise;
#[cfg(test)]
mod tests;

use super::{Bound, score::length::Length};
use crate::tuning::{Heuristic, Tuning};
use std::cell::OnceCell;
use xfold_store::Counts;

pub(super) use grow::path;
pub(super) use learn::LearnedRules;

/// Costs closer than this are equal: rounding errors are smaller, differences between theories are larger.
const EQUAL: f64 = 1e-9;

/// Literals that a finished rule has to save beyond its cost. Its last test is the best of very many, and the best of
/// many leaves few errors by chance. That it is two, and on every table the same, is a choice.
const HANDICAP: usize = 2;

/// A default rule.
pub(crate) trait DefaultRule: Clone {
    /// Literals, and one for each clause, exceptions included.
    fn size(&self) -> usize;
    /// The rules of its exceptions.
    fn exceptions(&self) -> &[Self];
    /// The rule with other exceptions.
    fn except(&self, exceptions: Vec<Self>) -> Self;
}

/// A language of rules: how rules grow, and what they cover.
pub(crate) trait RuleLanguage: Sized {
    /// A default rule with its exceptions.
    type Rule: DefaultRule;
    /// The examples of one problem, or some of them, by label.
    type Examples: Clone;
    /// What a rule under construction covers, in the form in which it can be refined.
    type Cover;
    /// All examples that a finished rule covers, in the form in which theories are compared. It is found once for each
    /// rule of a theory: PRUNE compares thousands of theories that differ in one rule.
    type Set;

    /// How far the search goes.
    fn plan(&self) -> Plan;
    /// Whether a limit has stopped the search. Then every loop ends with what it has.
    fn is_stopped(&self) -> bool;
    /// Reports progress to whoever follows the search.
    fn report(&self, progress: Progress<'_, Self>);

    /// The examples by label.
    fn count(&self, examples: &Self::Examples) -> Counts;
    /// The examples that are left when some of them are covered.
    fn without(&self, examples: &Self::Examples, covered: &Self::Examples) -> Self::Examples;
    /// The problem of finding exceptions to a rule: what it covers of some examples, with the labels exchanged.
    fn swapped(&self, node: &Node<Self>, examples: &Self::Examples) -> Self::Examples;
    /// The set that a rule covers.
    fn set(&self, rule: &Self::Rule) -> Self::Set;
    /// The examples that all other rules of a theory leave.
    fn left(&self, others: &Others<'_, Self>) -> Self::Examples;
    /// The errors of a theory with a rule, or with none, at the free place.
    fn errors(&self, others: &Others<'_, Self>, part: Option<&Part<Self>>) -> u64;

    /// The rule without tests.
    fn empty(&self) -> Self::Rule;
    /// The rules that lack one test or one exception of a rule. The whole rule is not left out.
    fn shorter(&self, part: &Part<Self>) -> Vec<Part<Self>>;
    /// Where a revision of a rule begins: no test, its tests, and its tests but one.
    fn starts(&self, rule: &Self::Rule) -> Vec<Self::Rule>;
    /// Whether two rules without exceptions are known to cover the same examples and to grow into the same rules.
    fn are_same(&self, one: &Self::Rule, other: &Self::Rule) -> bool;

    /// A rule on some examples, to be refined. None if it has too many bindings.
    fn start(&self, rule: &Self::Rule, examples: &Self::Examples) -> Option<Node<Self>>;
    /// The best refinement of a rule. None if no test helps.
    fn refine(&self, node: &Node<Self>, aim: Aim, depth: usize) -> Option<Node<Self>>;
    /// GROW: the rules on the [path] of best refinements.
    fn grow(
        &self,
        start: &Node<Self>,
        depth: usize,
        is_hopeless: impl FnMut(&Node<Self>) -> bool,
    ) -> Vec<Node<Self>> {
        path(self, start, depth, is_hopeless)
    }
    /// Whether exceptions are searched to a rule that was grown on some examples. It bounds the time only.
    fn may_nest(&self, _node: &Node<Self>, _examples: &Self::Examples, _depth: usize) -> bool {
        true
    }
    /// The rules that LEARN chooses from. Refinements of a hopeless rule need not be among them.
    fn candidates(
        &self,
        problem: Problem<'_, Self>,
        is_hopeless: impl FnMut(&Node<Self>) -> bool,
    ) -> Vec<Candidate<Self>> {
        let Some(start) = self.start(&self.empty(), problem.rest) else { return Vec::new() };
        let candidate = |node| {
            let offer = self.offer(&node, Exceptions::None, problem);
            Candidate { node, offers: vec![offer] }
        };
        self.grow(&start, problem.depth, is_hopeless).into_iter().map(candidate).collect()
    }
    /// A grown rule with exceptions, and what it covers.
    fn offer(
        &self,
        node: &Node<Self>,
        exceptions: Exceptions<'_, Self>,
        problem: Problem<'_, Self>,
    ) -> Offer<Self>;
}

/// How far the search goes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Plan {
    /// Which heuristics are on.
    pub(crate) tuning: Tuning,
    /// The deepest nesting of exceptions.
    pub(crate) max_depth: usize,
    /// The most rules of a theory.
    pub(crate) max_rules: Option<usize>,
    /// How often a theory is revised, as long as that helps.
    pub(crate) n_revisions: usize,
    /// Whether a rule covers the same examples beside any other rules. Then counts of disjoint sets add up, and bounds on
    /// what a rule can still win are known. This is not so where rules are recursive.
    pub(crate) is_additive: bool,
}

/// What a refinement is chosen for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Aim {
    /// The highest gain: a good place to go on from.
    Gain,
    /// The most positives less negatives: a good place to end. A language may have no such refinement.
    FewestErrors,
}

/// A rule under construction.
pub(crate) struct Node<L: RuleLanguage> {
    pub(crate) rule: L::Rule,
    /// What it covers, by label …
    pub(crate) counts: Counts,
    /// … and as it is refined.
    pub(crate) cover: L::Cover,
    /// Whether its last test was chosen for the fewest errors. It has no exceptions and is not refined.
    pub(crate) is_finished: bool,
}

/// What is to be explained next.
pub(crate) struct Problem<'a, L: RuleLanguage> {
    /// The rules found before.
    pub(crate) before: &'a [L::Rule],
    /// The examples that they leave.
    pub(crate) rest: &'a L::Examples,
    /// How deep exceptions are nested here.
    pub(crate) depth: usize,
}

impl<L: RuleLanguage> Clone for Problem<'_, L> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<L: RuleLanguage> Copy for Problem<'_, L> {}

/// The exceptions that a grown rule is offered with.
pub(crate) enum Exceptions<'a, L: RuleLanguage> {
    None,
    /// Rules that were learned for it, on the swapped examples.
    LearnedRules(LearnedRules<L>),
    /// Those of another rule.
    Known(&'a [L::Rule]),
}

/// Rules that may be added together, with what they cover of the examples that are left.
pub(crate) struct Offer<L: RuleLanguage> {
    pub(crate) rules: Vec<L::Rule>,
    pub(crate) covered: L::Examples,
    pub(crate) counts: Counts,
}

/// A grown rule, with all offers that need no further search for exceptions.
pub(crate) struct Candidate<L: RuleLanguage> {
    pub(crate) node: Node<L>,
    pub(crate) offers: Vec<Offer<L>>,
}

/// What happens in the search.
pub(crate) enum Progress<'a, L: RuleLanguage> {
    /// A rule's exceptions are searched.
    Swap { depth: usize, node: &'a Node<L> },
    /// They were found.
    Exception { depth: usize, rule: &'a L::Rule },
    /// None was found.
    NoException { depth: usize, node: &'a Node<L> },
    /// Positives have no pattern.
    Listed { depth: usize, node: &'a Node<L>, examples: &'a L::Examples },
    /// A rule was added.
    Rule { depth: usize, rule: &'a L::Rule, left: &'a L::Examples },
    /// A bound of the plan kept the search from going on.
    Bound(Bound),
}

/// A rule of a theory, with the set that it covers.
pub(crate) struct Part<L: RuleLanguage> {
    pub(crate) rule: L::Rule,
    pub(crate) set: L::Set,
}

/// The rules of a theory but for one place, which is free.
pub(crate) struct Others<'a, L: RuleLanguage> {
    /// All rules of the theory.
    pub(crate) theory: &'a [Part<L>],
    /// The free place, or a place behind the last rule.
    pub(crate) place: usize,
    /// The examples of the theory.
    pub(crate) examples: &'a L::Examples,
    left: OnceCell<L::Examples>,
}

impl<'a, L: RuleLanguage> Others<'a, L> {
    fn new(theory: &'a [Part<L>], place: usize, examples: &'a L::Examples) -> Self {
        Self { theory, place, examples, left: OnceCell::new() }
    }

    /// The same theory with another place free.
    pub(crate) fn at(&self, place: usize) -> Self {
        Self::new(self.theory, place, self.examples)
    }

    /// The rules but for the one at the free place.
    pub(crate) fn rules(&self) -> impl Iterator<Item = &'a L::Rule> {
        let place = self.place;
        self.theory.iter().enumerate().filter(move |(other, _)| *other != place).map(|(_, part)| &part.rule)
    }

    /// The examples that they leave. Not every language needs them to count errors, so they are found when asked for.
    pub(crate) fn left(&self, language: &L) -> &L::Examples {
        self.left.get_or_init(|| language.left(self))
    }
}

/// The cheapest of several choices. Of equal ones the one with the least rank is kept.
struct Cheapest<T> {
    cost: f64,
    rank: usize,
    choice: T,
}

impl<T> Cheapest<T> {
    /// Whether a choice of this cost and rank is better.
    fn yields_to(&self, cost: f64, rank: usize) -> bool {
        cost < self.cost - EQUAL || (cost <= self.cost + EQUAL && rank < self.rank)
    }

    /// Takes a choice if it is better.
    fn consider(&mut self, cost: f64, rank: usize, choice: impl FnOnce() -> T) {
        if self.yields_to(cost, rank) {
            *self = Self { cost, rank, choice: choice() };
        }
    }
}

/// One fit: a language and the code in which its theories are costed.
struct Scheme<'a, L: RuleLanguage> {
    language: &'a L,
    length: Length,
    plan: Plan,
}

/// FIT: learn, prune, revise.
pub(crate) fn fit<L: RuleLanguage>(language: &L, examples: &L::Examples, length: Length) -> Vec<L::Rule> {
    let scheme = Scheme::new(language, length);
    let rules = scheme.learn(examples, 0, &|_, _| true).rules;
    improve(language, rules, examples, length)
}

/// The rest of FIT, for rules that were learned already, here or on some of the examples: prune, revise.
pub(crate) fn improve<L: RuleLanguage>(
    language: &L,
    rules: Vec<L::Rule>,
    examples: &L::Examples,
    length: Length,
) -> Vec<L::Rule> {
    let scheme = Scheme::new(language, length);
    if !scheme.has(Heuristic::Prune) || language.is_stopped() {
        return rules;
    }
    let mut theory = scheme.prune(scheme.theory(rules), examples);
    let n_revisions = if scheme.has(Heuristic::Revise) { scheme.plan.n_revisions } else { 0 };
    for _ in 0..n_revisions {
        let before = scheme.cost(&theory, examples);
        if language.is_stopped() {
            break;
        }
        theory = scheme.revise(theory, examples);
        if scheme.cost(&theory, examples) >= before - EQUAL {
            break;
        }
    }
    theory.into_iter().map(|part| part.rule).collect()
}

/// The cost of a whole theory.
pub(crate) fn cost<L: RuleLanguage>(
    language: &L,
    rules: &[L::Rule],
    examples: &L::Examples,
    length: Length,
) -> f64 {
    let scheme = Scheme::new(language, length);
    scheme.cost(&scheme.theory(rules.to_vec()), examples)
}

impl<'a, L: RuleLanguage> Scheme<'a, L> {
    fn new(language: &'a L, length: Length) -> Self {
        Self { language, length, plan: language.plan() }
    }

    fn has(&self, heuristic: Heuristic) -> bool {
        self.plan.tuning.has(heuristic)
    }

    fn part(&self, rule: L::Rule) -> Part<L> {
        Part { set: self.language.set(&rule), rule }
    }

    fn theory(&self, rules: Vec<L::Rule>) -> Vec<Part<L>> {
        rules.into_iter().map(|rule| self.part(rule)).collect()
    }

    fn cost(&self, theory: &[Part<L>], examples: &L::Examples) -> f64 {
        let total = self.language.count(examples);
        let errors = self.errors(theory, examples);
        self.length.cost(total.pos + total.neg, errors, size_of_theory(theory))
    }

    fn errors(&self, theory: &[Part<L>], examples: &L::Examples) -> u64 {
        self.language.errors(&Others::new(theory, theory.len(), examples), None)
    }

    /// Whether a theory may have no more rules.
    fn is_full(&self, n_rules: usize) -> bool {
        let is_full = self.plan.max_rules.is_some_and(|most| n_rules >= most);
        if is_full {
            self.language.report(Progress::Bound(Bound::Rules));
        }
        is_full
    }

    /// Whether exceptions to a grown rule are searched.
    fn may_except(&self, node: &Node<L>, depth: usize) -> bool {
        if node.counts.neg == 0 || node.counts.pos == 0 {
            return false;
        }
        if depth >= self.plan.max_depth {
            self.language.report(Progress::Bound(Bound::Depth));
            return false;
        }
        !node.is_finished
    }

    /// What a grown rule has to save beyond its cost.
    fn handicap(&self, node: &Node<L>) -> f64 {
        let is_suspect = node.is_finished && self.has(Heuristic::Handicap);
        if is_suspect { self.length.of_size(HANDICAP) } else { 0.0 }
    }
}

fn size_of<R: DefaultRule>(rules: &[R]) -> usize {
    rules.iter().map(R::size).sum()
}

fn size_of_theory<L: RuleLanguage>(theory: &[Part<L>]) -> usize {
    theory.iter().map(|part| part.rule.size()).sum()
}
