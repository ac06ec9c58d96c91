//! The tolerant scheme: description length instead of exact coverage.
//!
//! A rule grows by gain. Each prefix, with and without a learned exception, is costed; the cheapest is added if it
//! lowers the cost of the whole. In the end the theory is pruned and revised by the same cost.
//!
//! The scheme is written once, for any [`Language`] of rules: clauses over relations (`tolerant`) and tests on the
//! columns of a table (`columns`). A language grows rules and counts; what is kept is decided here.

use super::score::length::Length;
use crate::tuning::Heuristic;
use rustc_hash::FxHashMap;
use xfold_store::Counts;

/// Costs nearer than this are equal.
const EQUAL: f64 = 1e-9;

/// Literals that a rule must save if its last test was chosen for the errors that it leaves: of many tests, one leaves
/// few by chance.
const CHOICE: usize = 2;

/// What the scheme asks of a language of rules.
pub(crate) trait Language: Sized {
    /// A default rule with its exceptions.
    type Rule: Clone;
    /// The examples of one (sub-)problem, by label.
    type Examples: Clone;
    /// A rule under construction with what it covers.
    type Node;
    /// The examples that an offer covers.
    type Covered;
    /// A theory with what its rules cover.
    type Theory;
    /// A theory but for one rule.
    type Others;
    /// A rule with what it covers of all examples.
    type Measured;

    /// Whether a heuristic is on.
    fn has(&self, heuristic: Heuristic) -> bool;
    /// Whether a limit has stopped the search. Then every loop ends with what it has.
    fn is_stopped(&self) -> bool;
    /// The examples by label, as the problem sees them.
    fn count(&self, examples: &Self::Examples) -> Counts;
    /// The problem of finding exceptions to a rule under construction.
    fn swapped(&self, node: &Self::Node, within: &Self::Examples) -> Self::Examples;
    /// The examples that are left when some are covered.
    fn without(&self, examples: &Self::Examples, covered: &Self::Covered) -> Self::Examples;

    /// A rule under construction, on these examples.
    fn start(&self, rule: &Self::Rule, examples: &Self::Examples) -> Option<Self::Node>;
    /// The best refinement of a rule, or none if no test has gain.
    fn refine(&self, node: &Self::Node, depth: usize) -> Option<Self::Node>;
    /// The refinement that leaves the fewest errors, if there is one with fewer. It has no exceptions and is not refined.
    fn finish(&self, _node: &Self::Node) -> Option<Self::Node> {
        None
    }
    /// Whether a rule was refined so.
    fn is_finished(&self, _node: &Self::Node) -> bool {
        false
    }
    /// A grown rule as it may be offered, if it can be. It grew from a rule that covers these.
    fn completed(&self, node: Self::Node, _start: Counts, _depth: usize) -> Option<Self::Node> {
        Some(node)
    }
    /// The rule under construction.
    fn rule<'a>(&self, node: &'a Self::Node) -> &'a Self::Rule;
    /// What it covers.
    fn counts(&self, node: &Self::Node) -> Counts;
    /// All rules that are tried as defaults on these examples. No rule that refines a hopeless one is worth a look.
    fn prefixes(
        &self,
        examples: &Self::Examples,
        depth: usize,
        is_hopeless: impl FnMut(&Self::Node) -> bool,
    ) -> Vec<Self::Node> {
        let start = self.start(&self.empty(), examples);
        start.map_or_else(Vec::new, |start| grow(self, &start, depth, is_hopeless))
    }

    /// The rule without tests.
    fn empty(&self) -> Self::Rule;
    /// Literals and one for each clause, exceptions included.
    fn size(&self, rule: &Self::Rule) -> usize;
    /// The rule with exceptions.
    fn except(&self, rule: &Self::Rule, exceptions: Vec<Self::Rule>) -> Self::Rule;
    /// Whether the theory may have no more rules.
    fn has_most_rules(&self, _n_rules: usize) -> bool {
        false
    }
    /// Remembers that exceptions were not nested deeper because of a bound.
    fn note_depth(&self) {}
    /// A rule restricted to the positives that it covers, one by one; none if examples have no names.
    fn listed(&self, node: &Self::Node, examples: &Self::Examples) -> Option<Self::Rule>;
    /// The examples without the positives that a rule covers. Negatives stay.
    fn uncovered_positives(&self, examples: &Self::Examples, rule: &Self::Rule) -> Self::Examples;
    /// How often a theory is revised, as long as that helps.
    fn n_revisions(&self) -> usize {
        1
    }
    /// Whether exceptions may be learned below this depth.
    fn may_except(&self, depth: usize) -> bool;
    /// The rules got by leaving out one thing, but not the whole rule.
    fn shorter(&self, rule: &Self::Rule) -> Vec<Self::Rule>;
    /// The same rules, to be tried in a theory.
    fn measured_shorter(&self, rule: &Self::Rule) -> Vec<(Self::Rule, Self::Measured)> {
        let measured = |rule: Self::Rule| {
            let measured = self.measured(&rule);
            (rule, measured)
        };
        self.shorter(rule).into_iter().map(measured).collect()
    }
    /// Whether two rules without exceptions have the same tests, so that they cover the same and grow into the same.
    fn are_same(&self, _one: &Self::Rule, _other: &Self::Rule) -> bool {
        false
    }
    /// Where a revision of a rule begins: nothing, its tests, and its tests but one.
    fn starts(&self, rule: &Self::Rule) -> Vec<Self::Rule>;

    /// A grown rule as an offer, beside the rules found before.
    fn plain(
        &self,
        node: &Self::Node,
        before: &[Self::Rule],
        rest: &Self::Examples,
        depth: usize,
    ) -> Offer<Self>;
    /// Further offers that a grown rule makes possible.
    fn further(
        &self,
        _node: &Self::Node,
        _prefixes: &[Self::Node],
        _before: &[Self::Rule],
        _rest: &Self::Examples,
        _depth: usize,
    ) -> Vec<Offer<Self>> {
        Vec::new()
    }
    /// A grown rule with exceptions that leave these (swapped) examples.
    fn excepted(
        &self,
        node: &Self::Node,
        exceptions: Learned<Self>,
        before: &[Self::Rule],
        rest: &Self::Examples,
        depth: usize,
    ) -> Offer<Self>;
    /// A grown rule with the exceptions of another rule, if that has any.
    fn with_exceptions_of(
        &self,
        node: &Self::Node,
        other: &Self::Rule,
        rest: &Self::Examples,
    ) -> Option<Offer<Self>>;

    /// A theory, to be changed in one place.
    fn theory(&self, rules: &[Self::Rule], examples: &Self::Examples) -> Self::Theory;
    /// The theory without the rule at a place; with a place behind the last, all of it.
    fn others(&self, theory: &Self::Theory, place: usize) -> Self::Others;
    /// A rule, to be tried in a theory.
    fn measured(&self, rule: &Self::Rule) -> Self::Measured;
    /// The errors of a theory with a rule, or none, at the place that is free.
    fn errors(&self, others: &Self::Others, rule: Option<&Self::Measured>, examples: &Self::Examples) -> u64;
    /// The errors with an offer at the place that is free. It was grown on what the others leave.
    fn errors_with(&self, others: &Self::Others, offer: &Offer<Self>, examples: &Self::Examples) -> u64 {
        self.errors(others, offer.rules.first().map(|rule| self.measured(rule)).as_ref(), examples)
    }
    /// A lower bound of the errors with a rule under construction and any exceptions, if one is known.
    fn fewest_errors(
        &self,
        _others: &Self::Others,
        _node: &Self::Node,
        _examples: &Self::Examples,
    ) -> Option<u64> {
        None
    }
    /// Whether counts of disjoint sets add up, so that what exceptions can still win is known while they are learned.
    fn adds_up(&self) -> bool {
        false
    }
    /// Whether it is known that a change from one rule to another, or to none, concerns no example that tells a third
    /// rule from its variant, or from none.
    fn is_apart(
        &self,
        _change: [Option<&Self::Measured>; 2],
        _variant: [Option<&Self::Measured>; 2],
    ) -> bool {
        false
    }
    /// The examples that the others do not cover.
    fn beyond(&self, others: &Self::Others, examples: &Self::Examples) -> Self::Examples;

    /// Tells what happens, if somebody listens.
    fn tell(&self, _event: Told<'_, Self>) {}
}

/// Rules that may be added, with what they cover of the examples that are left.
pub(crate) struct Offer<L: Language> {
    pub(crate) rules: Vec<L::Rule>,
    pub(crate) covered: L::Covered,
    pub(crate) counts: Counts,
}

/// An offer with its cost, and its rank among offers of equal cost.
struct Ranked<L: Language> {
    cost: f64,
    rank: usize,
    offer: Offer<L>,
}

impl<L: Language> Ranked<L> {
    /// Whether an offer of this cost and rank is better.
    fn yields_to(&self, cost: f64, rank: usize) -> bool {
        cost < self.cost - EQUAL || (cost <= self.cost + EQUAL && rank < self.rank)
    }
}

/// Rules for some examples, and the examples that they leave.
pub(crate) struct Learned<L: Language> {
    pub(crate) rules: Vec<L::Rule>,
    pub(crate) left: L::Examples,
}

/// What happens in the scheme.
pub(crate) enum Told<'a, L: Language> {
    /// A rule's exceptions are searched.
    Swap { depth: usize, node: &'a L::Node },
    /// They were found.
    Exception { depth: usize, rule: &'a L::Rule },
    /// None was found.
    NoException { depth: usize, node: &'a L::Node },
    /// Positives have no pattern.
    Listed { depth: usize, node: &'a L::Node, examples: &'a L::Examples },
    /// A rule was added.
    Rule { depth: usize, rule: &'a L::Rule, left: &'a L::Examples },
}

/// FIT: learn, prune, revise.
pub(crate) fn fit<L: Language>(language: &L, examples: &L::Examples, length: Length) -> Vec<L::Rule> {
    let mut rules = learn(language, examples, 0, length, &|_, _| true).rules;
    if language.has(Heuristic::Prune) && !language.is_stopped() {
        rules = prune(language, rules, examples, length);
        let n_revisions = if language.has(Heuristic::Revise) { language.n_revisions() } else { 0 };
        for _ in 0..n_revisions {
            let before = cost(language, &rules, examples, length);
            if language.is_stopped() {
                break;
            }
            rules = revise(language, rules, examples, length);
            if cost(language, &rules, examples, length) >= before - EQUAL {
                break;
            }
        }
    }
    rules
}

/// LEARN: adds the cheapest rule as long as it lowers the cost. Covered examples of both labels leave. Rules are of no
/// use unless those of some size that cover so much are wanted; then none are returned.
fn learn<L: Language>(
    language: &L,
    examples: &L::Examples,
    depth: usize,
    length: Length,
    are_wanted: &dyn Fn(Counts, usize) -> bool,
) -> Learned<L> {
    let total = language.count(examples);
    let n = total.pos + total.neg;
    let mut left = examples.clone();
    let mut rules: Vec<L::Rule> = Vec::new();
    let mut covered = Counts::default();
    let (mut cost, mut size) = (length.cost(n, total.pos, 0), 0);
    loop {
        let rest = language.count(&left);
        if rest.pos == 0 || rest.neg == 0 || language.is_stopped() {
            break;
        }
        if depth == 0 && language.has_most_rules(rules.len()) {
            break;
        }
        // At best, one rule of one test covers all that is left to be covered.
        if !are_wanted(covered, size) && !are_wanted(Counts { pos: total.pos, ..covered }, size + 2) {
            return Learned { rules: Vec::new(), left: examples.clone() };
        }
        let cost_with = |counts: Counts, size_of_offer: usize| {
            let errors = (covered.neg + counts.neg) + (total.pos - covered.pos - counts.pos);
            length.cost(n, errors, size + size_of_offer)
        };
        // Of equal offers the one with the least rank is kept.
        let mut best: Option<Ranked<L>> = None;
        let keep = |best: &mut Option<Ranked<L>>, rank: usize, offer: Offer<L>, handicap: f64| {
            let cost = cost_with(offer.counts, size_of(language, &offer.rules)) + handicap;
            if best.as_ref().is_none_or(|best| best.yields_to(cost, rank)) {
                *best = Some(Ranked { cost, rank, offer });
            }
        };
        // A refinement covers no more positives and is no shorter: at best it excludes all negatives.
        let mut least_plain = cost;
        let prefixes = language.prefixes(&left, depth, |node| {
            let (counts, size) = (language.counts(node), language.size(language.rule(node)));
            least_plain = least_plain.min(cost_with(counts, size));
            cost_with(Counts { neg: 0, ..counts }, size) >= least_plain
        });
        for node in &prefixes {
            let handicap = handicap(language, node, length);
            keep(&mut best, 0, language.plain(node, &rules, &left, depth), handicap);
            for offer in language.further(node, &prefixes, &rules, &left, depth) {
                keep(&mut best, 0, offer, handicap);
            }
        }
        let mut to_except: Vec<(usize, &L::Node)> =
            (1..).zip(&prefixes).filter(|(_, node)| may_except(language, node, depth)).collect();
        if language.adds_up() {
            // Long rules cover least, so that their exceptions are found soonest; then much of the rest cannot win.
            to_except.reverse();
        }
        for (rank, node) in to_except {
            let counts = language.counts(node);
            let size = language.size(language.rule(node)) + 1;
            let can_win = |best: &Option<Ranked<L>>, counts: Counts, size: usize| {
                let cost_of_offer = cost_with(counts, size);
                cost_of_offer < cost && best.as_ref().is_none_or(|best| best.yields_to(cost_of_offer, rank))
            };
            // Even a perfect exception of one literal could not win.
            if !can_win(&best, Counts { neg: 0, ..counts }, size + 2) {
                continue;
            }
            language.tell(Told::Swap { depth, node });
            let are_wanted = |excepted: Counts, size_of_exceptions: usize| {
                let left = || Counts { pos: counts.pos - excepted.neg, neg: counts.neg - excepted.pos };
                !language.adds_up() || can_win(&best, left(), size + size_of_exceptions)
            };
            let exceptions = learn(language, &language.swapped(node, &left), depth + 1, length, &are_wanted);
            if !exceptions.rules.is_empty() {
                let offer = language.excepted(node, exceptions, &rules, &left, depth);
                for rule in &offer.rules {
                    language.tell(Told::Exception { depth, rule });
                }
                keep(&mut best, rank, offer, 0.0);
            }
        }
        let Some(Ranked { cost: least, offer, .. }) = best else { break };
        if least >= cost - EQUAL || offer.counts.neg >= offer.counts.pos {
            break;
        }
        cost = cost_with(offer.counts, size_of(language, &offer.rules));
        size += size_of(language, &offer.rules);
        covered.pos += offer.counts.pos;
        covered.neg += offer.counts.neg;
        left = language.without(&left, &offer.covered);
        for rule in &offer.rules {
            language.tell(Told::Rule { depth, rule, left: &left });
        }
        rules.extend(offer.rules);
    }
    Learned { rules, left }
}

/// Whether exceptions to a grown rule are searched.
fn may_except<L: Language>(language: &L, node: &L::Node, depth: usize) -> bool {
    let counts = language.counts(node);
    counts.neg > 0 && counts.pos > 0 && language.may_except(depth) && !language.is_finished(node)
}

/// What a grown rule must save beyond its cost.
fn handicap<L: Language>(language: &L, node: &L::Node, length: Length) -> f64 {
    if language.is_finished(node) && language.has(Heuristic::Handicap) { length.of_size(CHOICE) } else { 0.0 }
}

/// GROW: all rules longer than the first, each with one refinement more, up to a hopeless one; then those that end
/// otherwise, after the first or one of these.
pub(super) fn grow<L: Language>(
    language: &L,
    start: &L::Node,
    depth: usize,
    mut is_hopeless: impl FnMut(&L::Node) -> bool,
) -> Vec<L::Node> {
    let (mut path, mut finished): (Vec<L::Node>, Vec<L::Node>) = (Vec::new(), Vec::new());
    loop {
        let node = path.last().unwrap_or(start);
        if language.counts(node).neg == 0 {
            break;
        }
        let Some(next) = language.refine(node, depth) else { break };
        let is_other = |end: &L::Node| !language.are_same(language.rule(end), language.rule(&next));
        if language.has(Heuristic::Finish) {
            finished.extend(language.finish(node).filter(is_other));
        }
        let is_last = is_hopeless(&next);
        path.push(next);
        if is_last {
            break;
        }
    }
    let covered = language.counts(start);
    path.into_iter().chain(finished).filter_map(|node| language.completed(node, covered, depth)).collect()
}

/// PRUNE: of all theories with one rule, exception or test less, the cheapest, as long as it costs no more.
fn prune<L: Language>(
    language: &L,
    rules: Vec<L::Rule>,
    examples: &L::Examples,
    length: Length,
) -> Vec<L::Rule> {
    let total = language.count(examples);
    let n = total.pos + total.neg;
    let mut bits: FxHashMap<u64, f64> = FxHashMap::default();
    let mut cost_of = |errors: u64, size: usize| {
        *bits.entry(errors).or_insert_with(|| length.cost(n, errors, 0)) + length.of_size(size)
    };
    let new = |rule: L::Rule| {
        let measured = language.measured(&rule);
        Prunable::new(language, rule, measured)
    };
    let mut prunable: Vec<Prunable<L>> = rules.into_iter().map(new).collect();
    let rules_of = |prunable: &[Prunable<L>]| prunable.iter().map(|one| one.rule.clone()).collect::<Vec<_>>();
    let mut theory = language.theory(&rules_of(&prunable), examples);
    let mut errors = language.errors(&language.others(&theory, prunable.len()), None, examples);
    while !language.is_stopped() {
        let size: usize = prunable.iter().map(|one| language.size(&one.rule)).sum();
        // The cheapest theory: its cost and errors, the place of the change and which variant of the rule it is.
        let mut best: Option<(f64, u64, usize, usize)> = None;
        for (place, one) in prunable.iter_mut().enumerate() {
            if language.is_stopped() {
                return rules_of(&prunable);
            }
            let size_of_others = size - language.size(&one.rule);
            let mut others: Option<L::Others> = None;
            for (number, variant) in one.variants.iter_mut().enumerate() {
                let more = *variant.more_errors.get_or_insert_with(|| {
                    let others = others.get_or_insert_with(|| language.others(&theory, place));
                    let measured = variant.rule.as_ref().map(|(_, measured)| measured);
                    language.errors(others, measured, examples) as i64 - errors as i64
                });
                let errors = errors.saturating_add_signed(more);
                let size = variant.rule.as_ref().map_or(0, |(rule, _)| language.size(rule));
                let cost = cost_of(errors, size_of_others + size);
                if best.as_ref().is_none_or(|(least, ..)| cost < *least - EQUAL) {
                    best = Some((cost, errors, place, number));
                }
            }
        }
        let Some((least, fewer, place, number)) = best else { break };
        if least > cost_of(errors, size) + EQUAL {
            break;
        }
        errors = fewer;
        let before = prunable.remove(place);
        let after = before.variants[number].rule.as_ref().map(|(_, measured)| measured);
        // What is known of other rules stays true where this change has no part in it.
        for one in &mut prunable {
            for variant in &mut one.variants {
                let other = variant.rule.as_ref().map(|(_, measured)| measured);
                let change = [Some(&before.measured), after];
                if variant.more_errors.is_some() && !language.is_apart(change, [Some(&one.measured), other]) {
                    variant.more_errors = None;
                }
            }
        }
        let variant = before.variants.into_iter().nth(number).and_then(|variant| variant.rule);
        if let Some((rule, measured)) = variant {
            prunable.insert(place, Prunable::new(language, rule, measured));
        }
        theory = language.theory(&rules_of(&prunable), examples);
    }
    rules_of(&prunable)
}

/// A rule of a theory that is pruned.
struct Prunable<L: Language> {
    rule: L::Rule,
    measured: L::Measured,
    /// No rule in its place, and rules with one thing less.
    variants: Vec<Variant<L>>,
}

struct Variant<L: Language> {
    rule: Option<(L::Rule, L::Measured)>,
    /// What it adds to the errors of the theory in place of the rule, if that is known.
    more_errors: Option<i64>,
}

impl<L: Language> Prunable<L> {
    fn new(language: &L, rule: L::Rule, measured: L::Measured) -> Self {
        let shorter = language.measured_shorter(&rule).into_iter().map(Some);
        let variants = std::iter::once(None).chain(shorter);
        let variants = variants.map(|rule| Variant { rule, more_errors: None }).collect();
        Self { measured, rule, variants }
    }
}

/// REVISE: each rule in turn is grown anew on what the others leave, and the cheapest theory is kept.
fn revise<L: Language>(
    language: &L,
    mut rules: Vec<L::Rule>,
    examples: &L::Examples,
    length: Length,
) -> Vec<L::Rule> {
    let total = language.count(examples);
    let n = total.pos + total.neg;
    let mut least = cost(language, &rules, examples, length);
    let mut place = 0;
    let mut theory = language.theory(&rules, examples);
    while place < rules.len() && !language.is_stopped() {
        let (rule, n_rules) = (rules[place].clone(), rules.len());
        let others = language.others(&theory, place);
        let size_of_others = size_of(language, &rules) - language.size(&rule);
        // Of equal theories the one with the least rank is kept: the present one, then in the order of the attempts.
        let mut best = Revision { cost: least, handicap: 0.0, rank: 0, rule: None };
        best.attempt(
            length.cost(n, language.errors(&others, None, examples), size_of_others),
            0.0,
            1,
            || None,
        );
        let rest = language.beyond(&others, examples);
        let attempt = |best: &mut Revision<L>, rank: usize, offer: Offer<L>, handicap: f64| {
            let size = size_of_others + size_of(language, &offer.rules);
            let cost = length.cost(n, language.errors_with(&others, &offer, examples), size);
            best.attempt(cost, handicap, rank, || offer.rules.into_iter().next());
        };
        let mut rank = 1;
        // Rules that were tried, with all that they grow into.
        let mut tried: Vec<L::Rule> = Vec::new();
        for start in language.starts(&rule) {
            let was_tried =
                |tried: &[L::Rule], rule: &L::Rule| tried.iter().any(|tried| language.are_same(tried, rule));
            if was_tried(&tried, &start) {
                continue;
            }
            let Some(start) = language.start(&start, &rest) else { continue };
            // The least cost of a rule that refines a node, with exceptions or, in place of them, without.
            let bound = |node: &L::Node, size_of_exceptions: usize| {
                let size = size_of_others + language.size(language.rule(node)) + size_of_exceptions;
                let fewest = language.fewest_errors(&others, node, examples);
                fewest.map_or(f64::NEG_INFINITY, |errors| length.cost(n, errors, size))
            };
            let mut least_plain = best.cost;
            let path = grow(language, &start, 0, |node| {
                if was_tried(&tried, language.rule(node)) {
                    return true;
                }
                let bound = bound(node, 0);
                if bound > f64::NEG_INFINITY && bound < least_plain {
                    let offer = language.plain(node, &[], &rest, 0);
                    let size = size_of_others + size_of(language, &offer.rules);
                    let cost = length.cost(n, language.errors_with(&others, &offer, examples), size);
                    least_plain = least_plain.min(cost);
                }
                bound >= least_plain
            });
            let path: Vec<L::Node> =
                path.into_iter().filter(|node| !was_tried(&tried, language.rule(node))).collect();
            let grown = path.iter().filter(|node| !language.is_finished(node));
            tried.extend(grown.map(|node| language.rule(node).clone()));
            let mut to_except: Vec<(usize, &L::Node)> = Vec::new();
            for node in &path {
                let handicap = handicap(language, node, length);
                attempt(&mut best, rank + 1, language.plain(node, &[], &rest, 0), handicap);
                if best.yields_to(bound(node, 3), rank + 2)
                    && let Some(offer) = language.with_exceptions_of(node, &rule, &rest)
                {
                    attempt(&mut best, rank + 2, offer, handicap);
                }
                rank += 3;
                if may_except(language, node, 0) {
                    to_except.push((rank, node));
                }
            }
            if language.adds_up() {
                to_except.reverse();
            }
            for (rank, node) in to_except {
                if !best.yields_to(bound(node, 3), rank) {
                    continue;
                }
                let counts = language.counts(node);
                let size = size_of_others + language.size(language.rule(node)) + 1;
                let fewest = language.fewest_errors(&others, node, examples).filter(|_| language.adds_up());
                let are_wanted = |excepted: Counts, size_of_exceptions: usize| {
                    fewest.is_none_or(|fewest| {
                        let errors = fewest + counts.neg - excepted.pos + excepted.neg;
                        best.yields_to(length.cost(n, errors, size + size_of_exceptions), rank)
                    })
                };
                let exceptions = learn(language, &language.swapped(node, &rest), 1, length, &are_wanted);
                if !exceptions.rules.is_empty() {
                    attempt(&mut best, rank, language.excepted(node, exceptions, &[], &rest, 0), 0.0);
                }
            }
        }
        least = best.cost - best.handicap;
        match best.rule {
            Some(Some(rule)) => rules[place] = rule,
            Some(None) => {
                rules.remove(place);
            }
            None => {
                place += 1;
                continue;
            }
        }
        place += usize::from(rules.len() == n_rules);
        theory = language.theory(&rules, examples);
    }
    let rest = language.beyond(&language.others(&theory, rules.len()), examples);
    for rule in learn(language, &rest, 0, length, &|_, _| true).rules {
        if language.has_most_rules(rules.len()) {
            break;
        }
        let others = language.others(&language.theory(&rules, examples), rules.len());
        let size = size_of(language, &rules) + language.size(&rule);
        let cost = length.cost(n, language.errors(&others, Some(&language.measured(&rule)), examples), size);
        if cost < least - EQUAL {
            least = cost;
            rules.push(rule);
        }
    }
    prune(language, rules, examples, length)
}

/// The cheapest change of one rule so far.
struct Revision<L: Language> {
    /// The cost of the theory, with the handicap.
    cost: f64,
    handicap: f64,
    rank: usize,
    /// What comes in the rule's place: nothing, or another rule. None: the rule stays.
    rule: Option<Option<L::Rule>>,
}

impl<L: Language> Revision<L> {
    /// Whether a theory of this cost and rank is better.
    fn yields_to(&self, cost: f64, rank: usize) -> bool {
        cost < self.cost - EQUAL || (cost <= self.cost + EQUAL && rank < self.rank)
    }

    fn attempt(&mut self, cost: f64, handicap: f64, rank: usize, rule: impl FnOnce() -> Option<L::Rule>) {
        if self.yields_to(cost + handicap, rank) {
            *self = Self { cost: cost + handicap, handicap, rank, rule: Some(rule()) };
        }
    }
}

/// The cost of a whole theory.
pub(crate) fn cost<L: Language>(
    language: &L,
    rules: &[L::Rule],
    examples: &L::Examples,
    length: Length,
) -> f64 {
    let total = language.count(examples);
    let all = language.others(&language.theory(rules, examples), rules.len());
    let errors = language.errors(&all, None, examples);
    length.cost(total.pos + total.neg, errors, size_of(language, rules))
}

fn size_of<L: Language>(language: &L, rules: &[L::Rule]) -> usize {
    rules.iter().map(|rule| language.size(rule)).sum()
}
