//! One step of every learner: of all refinements of a clause, the one with the highest gain.

use super::{
    Bound, Clause, Examples, Search,
    candidates::{Candidate, Scope},
    score::gain::{LOOKAHEAD_BITS, best_gain, gain, gain_of, rises, rounded},
    trace::{Event, Tried},
};
use crate::{
    settings::{Count, Learner},
    tuning::Heuristic,
};
use std::cmp::Reverse;
use xfold_store::{Counts, Cover, Step, Tally, TooManyBindings, Unit};

/// The most literals of a chain that competes with single ones, …
const LONGEST_CHAIN: usize = 4;
/// … and the most chains of one length that are made longer.
const MOST_CHAINS: usize = 200;
/// Chains are for a target's own clauses only.
const MOST_DEPTH_OF_CHAINS: usize = 1;

/// How many literals that bring variables are extended at once.
const OPENERS_AT_ONCE: usize = 16;

/// The most candidates of equal gain that are compared on all positives.
const MOST_TIED: usize = 8;

/// How candidates are chosen on a sample of the examples before the best of them are counted on all.
struct Sampling {
    /// How many examples of each label the sample has.
    n_examples: usize,
    /// How many of the candidates that do best on it are counted on all examples.
    n_kept: usize,
}

impl Sampling {
    /// From this many examples on, a sample can be large enough that few candidates have to be counted on all of them.
    const MANY_EXAMPLES: u64 = 50_000;

    /// The sample has fewer examples, the more candidates there are.
    fn of(n_candidates: usize, counts: Counts) -> Self {
        let are_many = counts.pos + counts.neg >= Self::MANY_EXAMPLES;
        match n_candidates {
            0..500 if are_many => Self { n_examples: 10_000, n_kept: 8 },
            0..500 => Self { n_examples: 2_000, n_kept: 32 },
            500..2_000 => Self { n_examples: 500, n_kept: 32 },
            _ => Self { n_examples: 200, n_kept: 32 },
        }
    }
}

/// A clause under construction with what it covers.
#[derive(Clone)]
pub(super) struct Node {
    pub(super) clause: Clause,
    pub(super) cover: Cover,
    pub(super) counts: Counts,
}

/// Which units are tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stage {
    /// Single units and, where one of them has gain, lookahead units beside them.
    Usual,
    /// Lookahead units, since no single unit has gain; chains if these have none either.
    Lookahead,
}

struct Scored {
    candidate: Candidate,
    steps: Vec<Step>,
    counts: Counts,
    /// Whole bits × 1e9, so that rounding does not decide ties.
    gain: i64,
}

impl Search<'_> {
    /// The clause without a body, on these examples.
    pub(super) fn root(&self, examples: &Examples) -> Node {
        let cover = self.engine.start(self.instances(), &examples.all(), examples.swapped);
        Node { clause: Clause::empty(&self.head()), counts: self.count(examples), cover }
    }

    /// A clause, grown on these examples.
    pub(super) fn node(&self, clause: &Clause, examples: &Examples) -> Option<Node> {
        let mut cover = self.root(examples).cover;
        for step in &clause.body {
            cover = self.engine.extend(&cover, step).ok()?;
        }
        Some(Node { clause: clause.clone(), counts: self.engine.counts(&cover), cover })
    }

    /// The number of units offered to the clause without a body, two for each cut point.
    pub(super) fn n_units(&self, scope: &Scope, examples: &Examples) -> usize {
        let candidates = scope.singles(&Clause::empty(&self.head()), self.bias);
        let n_units = candidates.len();
        let with_cuts = candidates.into_iter().map(|candidate| candidate.unit);
        let with_cuts: Vec<Unit> = with_cuts.filter(|unit| unit.cut.is_some()).collect();
        if with_cuts.is_empty() {
            return n_units;
        }
        let n_cuts = |tally: &Tally| if let Tally::Cuts(cuts) = tally { cuts.len() } else { 1 };
        let n_of_cuts: usize =
            self.engine.count(&self.root(examples).cover, &with_cuts).iter().map(n_cuts).sum();
        n_units - with_cuts.len() + n_of_cuts
    }

    /// The best refinement of a clause, or `None` if no unit has gain.
    pub(super) fn refine(&self, node: &Node, scope: &Scope, stage: Stage, depth: usize) -> Option<Node> {
        self.refinements(node, scope, stage, depth, 1).pop()
    }

    /// The best few refinements of a clause, best first; none if no unit has gain.
    pub(super) fn refinements(
        &self,
        node: &Node,
        scope: &Scope,
        stage: Stage,
        depth: usize,
        most: usize,
    ) -> Vec<Node> {
        if self.is_stopped() {
            return Vec::new();
        }
        if node.clause.body.len() >= scope.most_literals {
            return Vec::new();
        }
        if node.clause.body.len() >= self.settings.max_body {
            self.note_bound(Bound::Body);
            return Vec::new();
        }
        let mut scored = match stage {
            Stage::Usual => {
                let singles = self.score(node, scope.singles(&node.clause, self.bias), false);
                // A few of the best are wanted, so lookahead has to beat the last of them only.
                let mut gains: Vec<i64> = singles.iter().map(|single| single.gain).collect();
                gains.sort_unstable_by_key(|gain| Reverse(*gain));
                let least = gains.get(most - 1).or(gains.last());
                let beside = match least {
                    Some(&least) if self.looks_ahead() => self.lookahead(node, scope, Some(least), most),
                    _ => Vec::new(),
                };
                let far = match scope.far && self.looks_ahead() && depth < MOST_DEPTH_OF_CHAINS {
                    true => self.far_lookahead(node, scope, false),
                    false => Vec::new(),
                };
                singles.into_iter().chain(beside).chain(far).collect()
            }
            Stage::Lookahead if self.looks_ahead() => {
                let pairs = self.lookahead(node, scope, None, most);
                let may_be_far = pairs.is_empty() && depth < MOST_DEPTH_OF_CHAINS;
                if may_be_far { self.far_lookahead(node, scope, true) } else { pairs }
            }
            Stage::Lookahead => Vec::new(),
        };
        if scope.take_cut() {
            self.note_bound(Bound::Variables);
        }
        // Then not all of them were counted.
        if self.is_stopped() {
            return Vec::new();
        }
        self.rank(node, &mut scored, depth);
        self.tell(|| Event::Candidates {
            depth,
            clause: node.clause.clone(),
            counts: node.counts,
            tried: scored.iter().take(5).map(|scored| self.tried(scored)).collect(),
        });
        let mut refined = Vec::new();
        scored.retain(|scored| node.clause.body.len() + scored.steps.len() <= scope.most_literals);
        for scored in &scored {
            let Ok(cover) = self.extend_all(node, &scored.steps) else {
                self.note_bound(Bound::Bindings);
                continue;
            };
            let clause = node.clause.plus(&scored.steps, &scored.candidate.new);
            self.tell(|| {
                let worlds = self.in_worlds(&self.engine.set(&cover), depth % 2 == 1);
                Event::Chosen { depth, clause: clause.clone(), counts: scored.counts, worlds }
            });
            refined.push(Node { counts: self.engine.counts(&cover), clause, cover });
            if refined.len() == most {
                break;
            }
        }
        refined
    }

    /// The best single refinement that keeps every positive.
    pub(super) fn refine_keeping(
        &self,
        node: &Node,
        scope: &Scope,
        examples: &Examples,
        with_new: bool,
    ) -> Option<Node> {
        if self.is_stopped() || node.clause.body.len() >= self.settings.max_body {
            return None;
        }
        let all = self.weigh(&examples.pos);
        let mut scored = self.score(node, scope.singles(&node.clause, self.bias), false);
        if self.is_stopped() {
            return None;
        }
        scored.retain(|scored| scored.counts.pos == all && (with_new || scored.candidate.new.is_empty()));
        self.rank(node, &mut scored, 1);
        let best = scored.first()?;
        let cover = self.extend_all(node, &best.steps).ok()?;
        let clause = node.clause.plus(&best.steps, &best.candidate.new);
        Some(Node { counts: self.engine.counts(&cover), clause, cover })
    }

    /// FOLD as published does not look ahead.
    fn looks_ahead(&self) -> bool {
        self.has(Heuristic::Lookahead) && !self.settings.paper
    }

    /// Orders candidates, best first; equal ones stay in the order in which they were made.
    fn rank(&self, node: &Node, scored: &mut Vec<Scored>, depth: usize) {
        let negated_first = self.settings.learner == Learner::Foil;
        scored.sort_by_key(|scored| {
            let negated = scored.candidate.n_negated() as i64;
            (
                Reverse(scored.gain),
                Reverse(scored.counts.pos),
                scored.counts.neg,
                scored.candidate.n_literals(),
                scored.candidate.new.len(),
                if negated_first { -negated } else { negated },
            )
        });
        // Of candidates that do equally well on the positives that are left, the one that also explains most of all
        // positives is the more general.
        let equal =
            |scored: &Scored, first: &Scored| scored.gain == first.gain && scored.counts == first.counts;
        let n_tied = scored.iter().take_while(|other| equal(other, &scored[0])).count().min(MOST_TIED);
        if self.has(Heuristic::Ties) && n_tied > 1 && depth == 0 && !self.settings.paper && !negated_first {
            let all = self.instances().labelled(true);
            let facts = self.most_general_in.unwrap_or(self.engine);
            let mut tied: Vec<Scored> = scored.drain(..n_tied).collect();
            tied.sort_by_cached_key(|scored| {
                let clause = node.clause.plus(&scored.steps, &scored.candidate.new);
                let covered = self.covered_by(facts, &clause, &all, false).len();
                (!self.is_range_restricted(&clause), Reverse(covered))
            });
            scored.splice(..0, tied);
        }
    }

    fn tried(&self, scored: &Scored) -> Tried {
        Tried {
            steps: scored.steps.clone(),
            new: scored.candidate.new.clone(),
            counts: scored.counts,
            gain: scored.gain as f64 / 1e9,
        }
    }

    fn extend_all(&self, node: &Node, steps: &[Step]) -> Result<Cover, TooManyBindings> {
        let mut cover = node.cover.clone();
        for step in steps {
            cover = self.engine.extend(&cover, step)?;
        }
        Ok(cover)
    }

    /// Units of two literals. Beside single ones (`best` is the gain of the best of them, or of the last of the `most`
    /// best) only those that can still be better are counted; a lookahead unit pays for its second literal.
    fn lookahead(&self, node: &Node, scope: &Scope, best: Option<i64>, most: usize) -> Vec<Scored> {
        if best.is_some_and(|best| rounded(best_gain(node.counts, node.counts.pos) - LOOKAHEAD_BITS) <= best)
        {
            return Vec::new();
        }
        let openers = scope.openers(&node.clause, self.bias);
        let units: Vec<&Unit> = openers.iter().map(|opener| &opener.unit).collect();
        let tallies = self.engine.count(&node.cover, &units);
        let mut promising = Vec::new();
        for (opener, tally) in openers.iter().zip(tallies) {
            let Tally::Plain(counts) = tally else { continue };
            let bound = rounded(best_gain(node.counts, counts.pos) - LOOKAHEAD_BITS);
            if counts.pos > 0 && best.is_none_or(|best| bound > best) {
                promising.push((bound, opener));
            }
        }
        match best {
            Some(best) => self.lookahead_within(node, scope, &promising, best, most),
            None => {
                let behind =
                    |(_, opener): &(i64, &Candidate)| scope.behind(&node.clause, self.bias, opener, true);
                self.score(node, promising.iter().flat_map(behind).collect(), true)
            }
        }
    }

    /// Units of two literals that begin with these openers. Those that may have most gain come first. The rest is left out
    /// once none of it can be among the best.
    fn lookahead_within(
        &self,
        node: &Node,
        scope: &Scope,
        openers: &[(i64, &Candidate)],
        best: i64,
        most: usize,
    ) -> Vec<Scored> {
        let mut order: Vec<usize> = (0..openers.len()).collect();
        order.sort_by_key(|&place| Reverse(openers[place].0));
        let mut found: Vec<(usize, Scored)> = Vec::new();
        let mut least = best;
        for batch in order.chunks(OPENERS_AT_ONCE) {
            if openers[batch[0]].0 < least || self.is_stopped() {
                break;
            }
            let behind = |&place: &usize| scope.behind(&node.clause, self.bias, openers[place].1, false);
            for scored in self.score(node, batch.iter().flat_map(behind).collect(), false) {
                let begins = |place: &&usize| openers[**place].1.unit.steps[0] == scored.steps[0];
                let place = batch.iter().find(begins).copied().unwrap_or(0);
                found.push((place, scored));
            }
            let mut gains: Vec<i64> = found.iter().map(|(_, scored)| scored.gain).collect();
            gains.sort_unstable_by_key(|gain| Reverse(*gain));
            least = gains.get(most - 1).map_or(best, |gain| best.max(*gain));
        }
        // Ties end in the order in which candidates are made.
        found.sort_by_key(|(place, _)| *place);
        found.into_iter().map(|(_, scored)| scored).collect()
    }

    /// Units of up to four literals, each about what the one before brought.
    fn far_lookahead(&self, node: &Node, scope: &Scope, fallback: bool) -> Vec<Scored> {
        let mut units = Vec::new();
        let mut chains: Vec<(Candidate, usize)> = Vec::new();
        for opener in scope.openers(&node.clause, self.bias) {
            let n_new = opener.new.len();
            chains.push((opener, n_new));
        }
        for length in 2..=LONGEST_CHAIN {
            let mut longer = Vec::new();
            for (chain, n_last) in &chains {
                let clause = node.clause.plus(&chain.unit.steps, &chain.new);
                let newest = clause.variables.len() - n_last..clause.variables.len();
                for next in scope.about(&clause, self.bias, newest) {
                    let steps = chain.unit.steps.iter().chain(&next.unit.steps).cloned().collect();
                    let new = chain.new.iter().chain(&next.new).copied().collect();
                    let joined = Candidate { unit: Unit { steps, cut: next.unit.cut }, new };
                    let brings = next.new.iter().filter(|variable| !variable.is_number).count();
                    if next.unit.cut.is_some() || brings == 0 {
                        units.push(joined.clone());
                    }
                    // After a test of what the first literal brings, the chain goes on about the same variables.
                    let goes_on = brings > 0 || length == 2;
                    if next.unit.cut.is_none() && goes_on {
                        longer.push((joined, if brings == 0 { *n_last } else { brings }));
                    }
                }
            }
            chains = if length < LONGEST_CHAIN { self.best_chains(node, longer) } else { Vec::new() };
        }
        self.score(node, units, fallback)
    }

    /// The chains that lose least, best first.
    fn best_chains(&self, node: &Node, chains: Vec<(Candidate, usize)>) -> Vec<(Candidate, usize)> {
        if chains.len() <= MOST_CHAINS {
            return chains;
        }
        let units: Vec<&Unit> = chains.iter().map(|(chain, _)| &chain.unit).collect();
        let ranked = self.least_losing(node, &units);
        let mut chains: Vec<Option<(Candidate, usize)>> = chains.into_iter().map(Some).collect();
        ranked.into_iter().filter_map(|place| chains[place].take()).collect()
    }

    /// The units that lose least on a sample, best first.
    fn least_losing(&self, node: &Node, units: &[&Unit]) -> Vec<usize> {
        // However many examples there are: none of the units is counted on all of them here.
        let sampling = Sampling::of(units.len(), Counts::default());
        let cover = self.engine.sample(&node.cover, sampling.n_examples);
        let cover = cover.as_ref().unwrap_or(&node.cover);
        let before = self.engine.counts(cover);
        let worth = |tally: Tally| match tally {
            Tally::Plain(counts) => (rounded(gain(before, counts)), counts.pos),
            Tally::Cuts(_) | Tally::TooLarge => (i64::MIN, 0),
        };
        let worths = self.engine.estimate(cover, units).into_iter().map(worth);
        let mut ranked: Vec<(usize, (i64, u64))> = worths.enumerate().collect();
        ranked.sort_by_key(|(place, worth)| (Reverse(*worth), *place));
        ranked.into_iter().take(MOST_CHAINS).map(|(place, _)| place).collect()
    }

    /// Counts candidates and keeps those with gain. With `fallback`, what a unit pays for its further literals only
    /// ranks it.
    fn score(&self, node: &Node, candidates: Vec<Candidate>, fallback: bool) -> Vec<Scored> {
        if self.settings.count == Count::Bindings {
            return self.score_bindings(node, candidates, fallback);
        }
        self.n_candidates.set(self.n_candidates.get() + candidates.len() as u64);
        let (best, others) = match self.best_of_sample(node, candidates) {
            Ok(split) => split,
            Err(candidates) => return self.score_all(node, candidates, fallback),
        };
        let scored = self.score_all(node, best, fallback);
        if scored.is_empty() { self.score_all(node, others, fallback) } else { scored }
    }

    /// The candidates that do best on a sample of the examples, and the others; all of them where all can be counted.
    fn best_of_sample(
        &self,
        node: &Node,
        candidates: Vec<Candidate>,
    ) -> Result<(Vec<Candidate>, Vec<Candidate>), Vec<Candidate>> {
        let Sampling { n_examples, n_kept } = Sampling::of(candidates.len(), node.counts);
        if candidates.len() < 2 * n_kept || !self.has(Heuristic::Sample) {
            return Err(candidates);
        }
        let Some(sample) = self.engine.sample(&node.cover, n_examples) else {
            return Err(candidates);
        };
        let of_sample = self.engine.counts(&sample);
        let scale = |part: u64, all: u64, of: u64| (part as f64 * all as f64 / of.max(1) as f64) as u64;
        let scaled = |counts: Counts| Counts {
            pos: scale(counts.pos, node.counts.pos, of_sample.pos),
            neg: scale(counts.neg, node.counts.neg, of_sample.neg),
        };
        let worth = |candidate: &Candidate, tally: Tally| {
            let paid = LOOKAHEAD_BITS * (candidate.n_paid() - 1) as f64;
            let gain = |counts| rounded(gain(node.counts, scaled(counts)) - paid);
            match tally {
                Tally::Plain(counts) => gain(counts),
                Tally::Cuts(cuts) => {
                    cuts.into_iter().map(|(_, counts)| gain(counts)).max().unwrap_or(i64::MIN)
                }
                Tally::TooLarge => i64::MIN,
            }
        };
        let units: Vec<&Unit> = candidates.iter().map(|candidate| &candidate.unit).collect();
        let tallies = self.engine.estimate(&sample, &units);
        let gains = candidates.iter().zip(tallies).map(|(candidate, tally)| worth(candidate, tally));
        let mut ranked: Vec<(usize, i64)> = gains.enumerate().collect();
        ranked.sort_by_key(|(place, gain)| (Reverse(*gain), *place));
        let mut kept: Vec<usize> = ranked.iter().take(n_kept).map(|(place, _)| *place).collect();
        kept.sort_unstable();
        let (mut best, mut others) = (Vec::with_capacity(n_kept), Vec::new());
        for (place, candidate) in candidates.into_iter().enumerate() {
            let to = if kept.binary_search(&place).is_ok() { &mut best } else { &mut others };
            to.push(candidate);
        }
        Ok((best, others))
    }

    fn score_all(&self, node: &Node, candidates: Vec<Candidate>, fallback: bool) -> Vec<Scored> {
        let units: Vec<&Unit> = candidates.iter().map(|candidate| &candidate.unit).collect();
        let tallies = self.engine.count(&node.cover, &units);
        let mut scored = Vec::new();
        for (candidate, tally) in candidates.into_iter().zip(tallies) {
            let paid = LOOKAHEAD_BITS * (candidate.n_paid() - 1) as f64;
            let worth = |counts: Counts| {
                rises(node.counts, counts).then(|| rounded(gain(node.counts, counts) - paid))
            };
            match tally {
                Tally::TooLarge => self.note_bound(Bound::Bindings),
                Tally::Plain(counts) => {
                    if let Some(gain) = worth(counts).filter(|gain| fallback || *gain > 0) {
                        let steps = candidate.unit.steps.clone();
                        scored.push(Scored { candidate, steps, counts, gain });
                    }
                }
                Tally::Cuts(cuts) => {
                    let worth = |(cut, counts)| worth(counts).map(|gain| (gain, counts, cut));
                    let best = cuts.into_iter().filter_map(worth).reduce(|best, other| {
                        let key =
                            |(gain, counts, _): &(i64, Counts, _)| (*gain, counts.pos, Reverse(counts.neg));
                        if key(&other) > key(&best) { other } else { best }
                    });
                    if let (Some((gain, counts, cut)), Some(variable)) = (best, candidate.unit.cut)
                        && (fallback || gain > 0)
                    {
                        let mut steps = candidate.unit.steps.clone();
                        steps.push(Step::Threshold(variable, cut));
                        scored.push(Scored { candidate, steps, counts, gain });
                    }
                }
            }
        }
        scored
    }

    /// The paper's count: bindings instead of examples, each candidate joined by itself.
    fn score_bindings(&self, node: &Node, candidates: Vec<Candidate>, fallback: bool) -> Vec<Scored> {
        let before = self.engine.binding_counts(&node.cover);
        let mut scored = Vec::new();
        for candidate in candidates {
            let paid = LOOKAHEAD_BITS * (candidate.n_paid() - 1) as f64;
            let tally = self.engine.count(&node.cover, std::slice::from_ref(&candidate.unit)).pop();
            let alternatives: Vec<Vec<Step>> = match (tally, candidate.unit.cut) {
                (Some(Tally::Cuts(cuts)), Some(variable)) => {
                    let with = |(cut, _)| {
                        let threshold = Step::Threshold(variable, cut);
                        candidate.unit.steps.iter().cloned().chain([threshold]).collect()
                    };
                    cuts.into_iter().map(with).collect()
                }
                _ => vec![candidate.unit.steps.clone()],
            };
            for steps in alternatives {
                let Ok(cover) = self.extend_all(node, &steps) else {
                    self.note_bound(Bound::Bindings);
                    continue;
                };
                self.n_candidates.set(self.n_candidates.get() + 1);
                let after = self.engine.binding_counts(&cover);
                let kept = self.engine.counts(&cover).pos;
                let worth = rounded(gain_of(before, after, kept) - paid);
                if rises(before, after) && (fallback || worth > 0) {
                    let counts = self.engine.counts(&cover);
                    scored.push(Scored { candidate: candidate.clone(), steps, counts, gain: worth });
                }
            }
        }
        scored
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::fixture::{PENGUIN, shown, with_search};

    #[test]
    fn the_literal_with_the_highest_gain_is_added() {
        with_search(PENGUIN, |search, scope, examples| {
            let root = search.root(examples);
            assert_eq!(root.counts, Counts { pos: 2, neg: 2 });
            let refined = search.refine(&root, scope, Stage::Usual, 0).expect("there is gain");
            assert_eq!(shown(&refined.clause, search.bias), "bird(A)");
            assert_eq!(refined.counts, Counts { pos: 2, neg: 1 });
            // `penguin` and `cat` cover no positive.
            assert!(search.refine(&refined, scope, Stage::Usual, 0).is_none());
        });
    }

    #[test]
    fn of_many_examples_a_few_candidates_are_counted_on_all_and_the_best_is_among_them() {
        // Persons whose number ends in 0 are labelled. Each predicate holds for a tenth of the others, and for a share of
        // these that differs from predicate to predicate.
        let (mut facts, mut labelled) = (String::new(), Vec::new());
        let mut state = 1u64;
        for person in 0..Sampling::MANY_EXAMPLES {
            facts += &format!("person({person}). ");
            for predicate in 0..17 {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let share = if person.is_multiple_of(10) { 10 + 5 * (predicate * 5 % 17) } else { 10 };
                if (state >> 33) % 100 < share {
                    facts += &format!("p{predicate}({person}). ");
                }
            }
            if person.is_multiple_of(10) {
                labelled.push(format!("t({person})"));
            }
        }
        let modes: String = (0..17).map(|n| format!("#modeb(p{n}(var(person))). ")).collect();
        let labels = labelled.join(",");
        let task = format!("{facts} #modeh(t(var(person))). {modes} #pos({{{labels}}}, {{}}).");
        with_search(&task, |search, scope, examples| {
            let root = search.root(examples);
            let candidates = scope.singles(&root.clause, search.bias);
            assert_eq!(candidates.len(), 17);
            let mut all = search.score_all(&root, candidates.clone(), false);
            search.rank(&root, &mut all, 0);
            let (few, others) = search.best_of_sample(&root, candidates).expect("there are many");
            assert_eq!((few.len(), others.len()), (8, 9));
            let mut kept = search.score_all(&root, few, false);
            search.rank(&root, &mut kept, 0);
            assert_eq!((&kept[0].steps, kept[0].counts), (&all[0].steps, all[0].counts));
        });
    }

    #[test]
    fn a_literal_that_only_brings_a_variable_is_tried_together_with_another_one() {
        let trains = "
            train(t1; t2; t3; t4). car(t1,c1; t2,c2; t3,c3; t4,c4). closed(c1; c2). long(c1; c3).
            #modeh(east(var(train))). #modeb(car(var(train),var(wagon))).
            #modeb(closed(var(wagon))). #modeb(long(var(wagon))).
            #pos({east(t1), east(t2)}, {}).";
        with_search(trains, |search, scope, examples| {
            let root = search.root(examples);
            assert!(search.refine(&root, scope, Stage::Usual, 0).is_none(), "every train has a car");
            let refined = search.refine(&root, scope, Stage::Lookahead, 0).expect("a pair has gain");
            assert_eq!(shown(&refined.clause, search.bias), "car(A,B), closed(B)");
        });
    }
}
