//! REVISE: grows each rule anew on what the others leave. Part of [learning by description length](super).

use super::{
    Cheapest, DefaultRule, EQUAL, Exceptions, Node, Offer, Others, Part, Problem, RuleLanguage, Scheme,
    size_of, size_of_theory,
};
use xfold_store::Counts;

/// What exceptions add to a rule's size at least: a literal that names them, a test, and one for its clause.
const SHORTEST_EXCEPTIONS: usize = 3;

/// What becomes of a rule.
enum Change<R> {
    Keep,
    Drop,
    Replace(R),
}

/// A change, with what it had to save beyond its cost.
struct Attempt<R> {
    change: Change<R>,
    handicap: f64,
}

/// The revision of one rule of a theory.
struct Revision<'a, L: RuleLanguage> {
    scheme: &'a Scheme<'a, L>,
    rule: &'a L::Rule,
    others: Others<'a, L>,
    size_of_others: usize,
    /// All examples, by label.
    total: Counts,
    /// The cheapest change so far. The cost includes its handicap.
    best: Cheapest<Attempt<L::Rule>>,
    /// Grown rules that were tried, with all that they grow into.
    tried: Vec<L::Rule>,
    /// The rank of the last attempt.
    rank: usize,
}

impl<L: RuleLanguage> Scheme<'_, L> {
    /// REVISE: each rule in turn is grown anew, and the cheapest theory is kept. Then rules are learned on what all of
    /// them leave, and the whole is pruned.
    pub(super) fn revise(&self, mut theory: Vec<Part<L>>, examples: &L::Examples) -> Vec<Part<L>> {
        let mut least = self.cost(&theory, examples);
        let mut place = 0;
        while place < theory.len() && !self.language.is_stopped() {
            let best = Revision::new(self, &theory, place, examples, least).cheapest();
            least = best.cost - best.choice.handicap;
            match best.choice.change {
                Change::Keep => place += 1,
                Change::Replace(rule) => {
                    theory[place] = self.part(rule);
                    place += 1;
                }
                Change::Drop => {
                    theory.remove(place);
                }
            }
        }
        self.learn_more(&mut theory, examples, least);
        self.prune(theory, examples)
    }

    /// Adds rules that are learned on what a theory leaves, if they lower its cost.
    fn learn_more(&self, theory: &mut Vec<Part<L>>, examples: &L::Examples, mut least: f64) {
        let total = self.language.count(examples);
        let rest = self.language.left(&Others::new(theory, theory.len(), examples));
        for rule in self.learn(&rest, 0, &|_, _| true).rules {
            if self.is_full(theory.len()) {
                break;
            }
            let part = self.part(rule);
            let others = Others::new(theory, theory.len(), examples);
            let size = size_of_theory(theory) + part.rule.size();
            let errors = self.language.errors(&others, Some(&part));
            let cost = self.length.cost(total.pos + total.neg, errors, size);
            if cost < least - EQUAL {
                least = cost;
                theory.push(part);
            }
        }
    }
}

impl<'a, L: RuleLanguage> Revision<'a, L> {
    /// The revision of the rule at a place in a theory of some cost.
    fn new(
        scheme: &'a Scheme<'a, L>,
        theory: &'a [Part<L>],
        place: usize,
        examples: &'a L::Examples,
        cost: f64,
    ) -> Self {
        let others = Others::new(theory, place, examples);
        let rule = &theory[place].rule;
        let keep = Attempt { change: Change::Keep, handicap: 0.0 };
        Self {
            scheme,
            rule,
            size_of_others: size_of_theory(theory) - rule.size(),
            total: scheme.language.count(examples),
            others,
            best: Cheapest { cost, rank: 0, choice: keep },
            tried: Vec::new(),
            rank: 1,
        }
    }

    /// The cheapest change. Of equal ones the first: to keep the rule, to drop it, then in the order of the attempts.
    fn cheapest(mut self) -> Cheapest<Attempt<L::Rule>> {
        let language = self.scheme.language;
        let errors = language.errors(&self.others, None);
        let dropped = || Attempt { change: Change::Drop, handicap: 0.0 };
        self.best.consider(self.cost(errors, 0), self.rank, dropped);
        for start in language.starts(self.rule) {
            if self.was_tried(&start) {
                continue;
            }
            if let Some(start) = language.start(&start, self.others.left(language)) {
                self.grow_from(&start);
            }
        }
        self.best
    }

    /// Tries the rules that grow from another one: first as they are, then with exceptions.
    fn grow_from(&mut self, start: &Node<L>) {
        let path = self.grown(start);
        let extended = path.iter().filter(|node| !node.is_finished);
        self.tried.extend(extended.map(|node| node.rule.clone()));
        let mut to_except: Vec<(usize, &Node<L>)> = Vec::new();
        for node in &path {
            self.attempt_without_search(node);
            if self.scheme.may_except(node, 0) {
                to_except.push((self.rank, node));
            }
        }
        if self.scheme.plan.is_additive {
            // As in LEARN, what is found soonest comes first.
            to_except.reverse();
        }
        for (rank, node) in to_except {
            self.attempt_with_exceptions(node, rank);
        }
    }

    /// The rules that grow from another one, but for those that were tried.
    fn grown(&self, start: &Node<L>) -> Vec<Node<L>> {
        let language = self.scheme.language;
        let mut least = self.best.cost;
        let mut path = language.grow(start, 0, |node| {
            if self.was_tried(&node.rule) {
                return true;
            }
            let Some(bound) = self.bound(node, 0) else { return false };
            if bound < least {
                let offer = language.offer(node, Exceptions::None, self.problem());
                least = least.min(self.cost_of(&offer));
            }
            bound >= least
        });
        path.retain(|node| !self.was_tried(&node.rule));
        path
    }

    /// A grown rule as it is, and with the exceptions that the revised rule has.
    fn attempt_without_search(&mut self, node: &Node<L>) {
        let language = self.scheme.language;
        let handicap = self.scheme.handicap(node);
        let plain = language.offer(node, Exceptions::None, self.problem());
        self.attempt(self.rank + 1, plain, handicap);
        let known = self.rule.exceptions();
        if !known.is_empty() && self.can_win_with_exceptions(node, self.rank + 2) {
            let offer = language.offer(node, Exceptions::Known(known), self.problem());
            self.attempt(self.rank + 2, offer, handicap);
        }
        self.rank += 3;
    }

    /// A grown rule with exceptions that are learned for it.
    fn attempt_with_exceptions(&mut self, node: &Node<L>, rank: usize) {
        if !self.can_win_with_exceptions(node, rank) {
            return;
        }
        let language = self.scheme.language;
        let fewest = self.fewest_errors(node);
        let size = node.rule.size() + 1;
        let are_wanted = |excepted: Counts, size_of_exceptions: usize| {
            fewest.is_none_or(|fewest| {
                let errors = fewest + node.counts.neg - excepted.pos + excepted.neg;
                self.best.yields_to(self.cost(errors, size + size_of_exceptions), rank)
            })
        };
        let swapped = language.swapped(node, self.others.left(language));
        let exceptions = self.scheme.learn(&swapped, 1, &are_wanted);
        if !exceptions.rules.is_empty() {
            let offer = language.offer(node, Exceptions::LearnedRules(exceptions), self.problem());
            self.attempt(rank, offer, 0.0);
        }
    }

    fn attempt(&mut self, rank: usize, offer: Offer<L>, handicap: f64) {
        let cost = self.cost_of(&offer) + handicap;
        let change = || offer.rules.into_iter().next().map_or(Change::Drop, Change::Replace);
        self.best.consider(cost, rank, || Attempt { change: change(), handicap });
    }

    fn problem(&self) -> Problem<'_, L> {
        Problem { before: &[], rest: self.others.left(self.scheme.language), depth: 0 }
    }

    fn was_tried(&self, rule: &L::Rule) -> bool {
        self.tried.iter().any(|tried| self.scheme.language.are_same(tried, rule))
    }

    /// The cost of the theory with so many errors and a rule of some size at the free place.
    fn cost(&self, errors: u64, size: usize) -> f64 {
        self.scheme.length.cost(self.total.pos + self.total.neg, errors, self.size_of_others + size)
    }

    /// The cost of the theory with an offer at the free place.
    fn cost_of(&self, offer: &Offer<L>) -> f64 {
        let errors = if self.scheme.plan.is_additive {
            self.errors_with(offer.counts)
        } else {
            let part = offer.rules.first().map(|rule| self.scheme.part(rule.clone()));
            self.scheme.language.errors(&self.others, part.as_ref())
        };
        self.cost(errors, size_of(&offer.rules))
    }

    /// The errors of the theory with a rule that covers so much of what the others leave, if counts add up.
    fn errors_with(&self, counts: Counts) -> u64 {
        let left = self.scheme.language.count(self.others.left(self.scheme.language));
        (self.total.neg - left.neg) + counts.neg + (left.pos - counts.pos)
    }

    /// A lower bound of the errors with a grown rule and any exceptions, if one is known.
    fn fewest_errors(&self, node: &Node<L>) -> Option<u64> {
        self.scheme.plan.is_additive.then(|| self.errors_with(Counts { neg: 0, ..node.counts }))
    }

    /// The least cost of the theory with a refinement of a grown rule, or with exceptions to it that add to its size.
    fn bound(&self, node: &Node<L>, size_of_exceptions: usize) -> Option<f64> {
        let errors = self.fewest_errors(node)?;
        Some(self.cost(errors, node.rule.size() + size_of_exceptions))
    }

    fn can_win_with_exceptions(&self, node: &Node<L>, rank: usize) -> bool {
        let bound = self.bound(node, SHORTEST_EXCEPTIONS);
        bound.is_none_or(|bound| self.best.yields_to(bound, rank))
    }
}
