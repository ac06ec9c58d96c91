//! LEARN: adds the cheapest rule while that lowers the cost. Part of [learning by description length](super).
//!
//! Each rule that was grown competes as it is and with learned exceptions. Exceptions are learned in the same way, on
//! what the rule covers, with the labels exchanged.

use super::{
    Candidate, Cheapest, DefaultRule, EQUAL, Exceptions, Node, Offer, Problem, Progress, RuleLanguage,
    Scheme, size_of,
};
use xfold_store::Counts;

/// The size of the shortest exception: one test, and one for its clause.
const SHORTEST: usize = 2;

/// Rules for some examples, and the examples that they leave.
pub(crate) struct LearnedRules<L: RuleLanguage> {
    pub(crate) rules: Vec<L::Rule>,
    pub(crate) left: L::Examples,
}

/// A theory that is not finished.
struct Unfinished<L: RuleLanguage> {
    total: Counts,
    depth: usize,
    rules: Vec<L::Rule>,
    size: usize,
    /// What the rules cover.
    covered: Counts,
    /// What they leave.
    left: L::Examples,
    cost: f64,
}

impl<L: RuleLanguage> Scheme<'_, L> {
    /// LEARN. Covered examples of both labels leave. The rules are of no use to the caller unless it wants rules of their
    /// size that cover as much as they do. If it is clear that none will be wanted, there are none.
    pub(super) fn learn(
        &self,
        examples: &L::Examples,
        depth: usize,
        are_wanted: &dyn Fn(Counts, usize) -> bool,
    ) -> LearnedRules<L> {
        let mut theory = self.without_rules(examples, depth);
        while self.may_grow(&theory) {
            if !can_be_wanted(&theory, are_wanted) {
                return LearnedRules { rules: Vec::new(), left: examples.clone() };
            }
            let best = self.cheapest_offer(&theory);
            let Some(offer) = best.choice else { break };
            if best.cost >= theory.cost - EQUAL || offer.counts.neg >= offer.counts.pos {
                break;
            }
            self.add(&mut theory, offer);
        }
        LearnedRules { rules: theory.rules, left: theory.left }
    }

    fn without_rules(&self, examples: &L::Examples, depth: usize) -> Unfinished<L> {
        let total = self.language.count(examples);
        Unfinished {
            total,
            depth,
            rules: Vec::new(),
            size: 0,
            covered: Counts::default(),
            left: examples.clone(),
            cost: self.length.cost(total.pos + total.neg, total.pos, 0),
        }
    }

    /// Whether there is something left to be told apart, and room for a rule.
    fn may_grow(&self, theory: &Unfinished<L>) -> bool {
        let rest = self.language.count(&theory.left);
        if rest.pos == 0 || rest.neg == 0 || self.language.is_stopped() {
            return false;
        }
        theory.depth > 0 || !self.is_full(theory.rules.len())
    }

    /// The cost with rules of some size that cover some of what is left.
    fn cost_with(&self, theory: &Unfinished<L>, counts: Counts, size: usize) -> f64 {
        let Unfinished { total, covered, .. } = theory;
        let errors = (covered.neg + counts.neg) + (total.pos - covered.pos - counts.pos);
        self.length.cost(total.pos + total.neg, errors, theory.size + size)
    }

    fn add(&self, theory: &mut Unfinished<L>, offer: Offer<L>) {
        let size = size_of(&offer.rules);
        theory.cost = self.cost_with(theory, offer.counts, size);
        theory.size += size;
        theory.covered.pos += offer.counts.pos;
        theory.covered.neg += offer.counts.neg;
        theory.left = self.language.without(&theory.left, &offer.covered);
        for rule in &offer.rules {
            self.language.report(Progress::Rule { depth: theory.depth, rule, left: &theory.left });
        }
        theory.rules.extend(offer.rules);
    }

    /// The cheapest rule that can be added, whether or not it lowers the cost.
    fn cheapest_offer(&self, theory: &Unfinished<L>) -> Cheapest<Option<Offer<L>>> {
        let mut best = Cheapest { cost: f64::INFINITY, rank: usize::MAX, choice: None };
        let mut nodes = Vec::new();
        for Candidate { node, offers } in self.candidates(theory) {
            for offer in offers {
                let cost = self.cost_with(theory, offer.counts, size_of(&offer.rules)) + self.handicap(&node);
                best.consider(cost, 0, || Some(offer));
            }
            nodes.push(node);
        }
        let may_except = |node: &Node<L>| {
            self.may_except(node, theory.depth) && self.language.may_nest(node, &theory.left, theory.depth)
        };
        let mut to_except: Vec<(usize, &Node<L>)> =
            (1..).zip(&nodes).filter(|(_, node)| may_except(node)).collect();
        if self.plan.is_additive {
            // Long rules cover least, so their exceptions are found soonest. Then much of the rest cannot win.
            to_except.reverse();
        }
        for (rank, node) in to_except {
            self.try_exceptions(theory, node, rank, &mut best);
        }
        best
    }

    fn candidates(&self, theory: &Unfinished<L>) -> Vec<Candidate<L>> {
        let mut least = theory.cost;
        self.language.candidates(theory.problem(), |node| {
            let size = node.rule.size();
            least = least.min(self.cost_with(theory, node.counts, size));
            // A refinement covers no more positives and is no shorter: at best it excludes all negatives.
            self.cost_with(theory, Counts { neg: 0, ..node.counts }, size) >= least
        })
    }

    /// Learns exceptions to a rule, as long as the rule with them can be the cheapest.
    fn try_exceptions(
        &self,
        theory: &Unfinished<L>,
        node: &Node<L>,
        rank: usize,
        best: &mut Cheapest<Option<Offer<L>>>,
    ) {
        let (counts, depth) = (node.counts, theory.depth);
        let size = node.rule.size() + 1;
        let can_win = |counts: Counts, size: usize| {
            let cost = self.cost_with(theory, counts, size);
            cost < theory.cost && best.yields_to(cost, rank)
        };
        let with_perfect_exception = Counts { neg: 0, ..counts };
        if !can_win(with_perfect_exception, size + SHORTEST) {
            return;
        }
        self.language.report(Progress::Swap { depth, node });
        let are_wanted = |excepted: Counts, size_of_exceptions: usize| {
            let left = || Counts { pos: counts.pos - excepted.neg, neg: counts.neg - excepted.pos };
            !self.plan.is_additive || can_win(left(), size + size_of_exceptions)
        };
        let exceptions = self.learn(&self.language.swapped(node, &theory.left), depth + 1, &are_wanted);
        if exceptions.rules.is_empty() {
            return;
        }
        let offer = self.language.offer(node, Exceptions::LearnedRules(exceptions), theory.problem());
        for rule in &offer.rules {
            self.language.report(Progress::Exception { depth, rule });
        }
        let cost = self.cost_with(theory, offer.counts, size_of(&offer.rules));
        best.consider(cost, rank, || Some(offer));
    }
}

impl<L: RuleLanguage> Unfinished<L> {
    fn problem(&self) -> Problem<'_, L> {
        Problem { before: &self.rules, rest: &self.left, depth: self.depth }
    }
}

/// Whether the caller can still want the rules. At best, one more rule of one test covers all positives that are left.
fn can_be_wanted<L: RuleLanguage>(
    theory: &Unfinished<L>,
    are_wanted: &dyn Fn(Counts, usize) -> bool,
) -> bool {
    let at_best = Counts { pos: theory.total.pos, ..theory.covered };
    are_wanted(theory.covered, theory.size) || are_wanted(at_best, theory.size + SHORTEST)
}
