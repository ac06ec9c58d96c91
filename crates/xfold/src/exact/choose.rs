//! The cheapest choice of rules in a covering task: by branching, where few rules are enough and nothing may be lost; else
//! greedily first, which leaves out rules that are too dear for anything better, and then by the master problem.

use super::{
    cover::{Effect, Tuples, Wanted, derived as derived_by, effects, undominated},
    generate::Candidate,
    relax::Relaxed,
    select::{Select, Selection},
    tensor::{Tensors, for_each_bit, for_each_set},
    worlds::{World, are_extended},
};
use crate::{
    error::{Error, Result},
    task::Task,
};
use xfold_asp::symbols::Symbols;
use xfold_solve::Limits;

/// A covering task with what is known of its rules.
pub(super) struct Cover<'a> {
    pub(super) task: &'a Task,
    pub(super) relaxed: &'a Relaxed,
    pub(super) tensors: &'a Tensors<'a>,
    pub(super) symbols: &'a Symbols,
    pub(super) limits: &'a Limits,
    /// Only what costs less is wanted.
    pub(super) upper: Option<u64>,
}

/// What came of it.
pub(super) struct Chosen {
    /// The rules that a choice is made from.
    pub(super) pool: Vec<Candidate>,
    pub(super) selection: Result<Option<Selection>>,
    /// No choice costs less.
    pub(super) lower: u64,
}

impl Cover<'_> {
    /// The cheapest choice from these rules. What is found greedily before long work is announced, with its cost.
    pub(super) fn choose(
        &self,
        pool: Vec<Candidate>,
        announce: &mut dyn FnMut(&[Candidate], u64),
    ) -> Result<Chosen> {
        let Self { task, relaxed, limits, .. } = *self;
        let wanted = Wanted::new(relaxed);
        let all = effects(&pool, &wanted, relaxed, self.tensors);
        let is_simple = task.space.final_bias.is_empty();
        let is_soft =
            !relaxed.worlds.is_empty() && relaxed.worlds.iter().all(|world| world.penalty.is_some());
        let quick = match is_soft && is_simple {
            true => Some(Greedy::new(&pool, &all, &wanted, relaxed, limits).run()),
            false => None,
        };
        let upper = self.upper.into_iter().chain(quick.iter().map(|(_, cost)| *cost)).min();
        let quick_rules: Vec<Candidate> =
            quick.iter().flat_map(|(rules, _)| rules).map(|&rule| pool[rule].clone()).collect();
        if let Some((_, cost)) =
            quick.as_ref().filter(|(_, cost)| self.upper.is_none_or(|upper| *cost < upper))
        {
            announce(&quick_rules, *cost);
        }
        let (pool, all) = match (is_simple, upper) {
            (true, Some(upper)) => affordable(pool, all, relaxed, upper),
            _ => (pool, all),
        };
        let (mut pool, effects) = undominated(pool, all, limits);
        let is_hard = relaxed.worlds.iter().all(|world| world.penalty.is_none());
        let branched = match is_hard && is_simple {
            true => branch(&pool, &effects, wanted.pairs.len(), upper, limits),
            false => None,
        };
        if let Some(best) = branched {
            let selection =
                best.map(|(chosen, cost)| Selection { chosen, cost, is_proved: true, n_calls: 0 });
            return Ok(Chosen { pool, selection: Ok(selection), lower: 0 });
        }
        let mut select = Select::new(task, relaxed, &pool, vec![], self.symbols, limits)?;
        let mut selection = select.cover(&wanted, &effects, upper);
        let (lower, n_calls) = (select.lower.min(upper.unwrap_or(u64::MAX)), select.n_calls);
        drop(select);
        // Nothing is better than what was found greedily, or nothing is known to be.
        if let (Ok(None) | Err(Error::Limit(_)), Some((_, cost))) = (&selection, quick)
            && self.upper.is_none_or(|upper| cost < upper)
        {
            let is_proved = selection.is_ok();
            let chosen = (pool.len()..pool.len() + quick_rules.len()).collect();
            pool.extend(quick_rules);
            selection = Ok(Some(Selection { chosen, cost, is_proved, n_calls }));
        }
        Ok(Chosen { pool, selection, lower })
    }
}

/// Whether every example holds whose labels a choice of rules with fixed bodies derives.
pub(super) fn confirms(
    chosen: &[usize],
    pool: &[Candidate],
    relaxed: &Relaxed,
    tensors: &Tensors<'_>,
    limits: &Limits,
) -> Result<bool> {
    let mut derived: Vec<Vec<u32>> = vec![Vec::new(); relaxed.worlds.len()];
    let mut known = Tuples::default();
    for &rule in chosen {
        for (world, atom) in derived_by(&pool[rule], relaxed, tensors, &mut known) {
            derived[world].push(atom);
        }
    }
    let mut by_context: Vec<Vec<(&World, Vec<u32>)>> = vec![Vec::new(); relaxed.contexts.len()];
    for (world, derived) in relaxed.worlds.iter().zip(derived) {
        let context = &relaxed.contexts[world.context];
        let is_known = |atom: u32| context.rules.iter().any(|rule| rule.head.contains(&atom));
        let is_wanted = |atom: &u32| world.certain.contains(*atom) && !is_known(*atom);
        let covers = context.free.iter().filter(is_wanted).all(|atom| derived.contains(&atom));
        if covers && derived.iter().all(|&atom| world.possible.contains(atom)) {
            by_context[world.context].push((world, derived));
        }
    }
    for (context, worlds) in relaxed.contexts.iter().zip(by_context) {
        if !are_extended(context, &worlds, limits)?.iter().all(|holds| *holds) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Leaves out rules that are too dear for anything below a cost: the examples that a rule spoils are lost with it.
fn affordable(
    pool: Vec<Candidate>,
    effects: Vec<Effect>,
    relaxed: &Relaxed,
    upper: u64,
) -> (Vec<Candidate>, Vec<Effect>) {
    let is_affordable = |(candidate, effect): &(Candidate, Effect)| {
        let mut cost = candidate.cost;
        for_each_bit(&effect.spoiled, |world| {
            cost = cost.saturating_add(relaxed.worlds[world].penalty.map_or(u64::MAX, u64::from));
        });
        cost < upper
    };
    pool.into_iter().zip(effects).filter(is_affordable).unzip()
}

/// The most rules that are taken away at a time.
const MOST_AWAY: usize = 3;
/// How many rules are weighed, all in all, before no more exchanges are tried.
const MOST_WEIGHED: usize = 20_000_000;

/// Rules added one by one, each time the one that saves most, where everything may be lost.
struct Greedy<'g> {
    pool: &'g [Candidate],
    effects: &'g [Effect],
    wanted: &'g Wanted,
    penalties: Vec<u64>,
    limits: &'g Limits,
    /// What the chosen rules derive and spoil.
    covered: Vec<u64>,
    spoiled: Vec<u64>,
    /// How many wanted atoms of each world are not derived.
    n_open: Vec<usize>,
    /// How many more rules are weighed before no exchange is tried.
    n_left: usize,
}

impl<'g> Greedy<'g> {
    fn new(
        pool: &'g [Candidate],
        effects: &'g [Effect],
        wanted: &'g Wanted,
        relaxed: &Relaxed,
        limits: &'g Limits,
    ) -> Self {
        let penalties = relaxed.worlds.iter().map(|world| u64::from(world.penalty.unwrap_or(0))).collect();
        let n_open = vec![0; relaxed.worlds.len()];
        let covered = vec![0; wanted.pairs.len().div_ceil(64)];
        let spoiled = vec![0; relaxed.worlds.len().div_ceil(64)];
        Self { pool, effects, wanted, penalties, limits, covered, spoiled, n_open, n_left: MOST_WEIGHED }
    }

    /// The rules, by number, and what they and the examples lost cost. As long as that helps, some rules are taken away and
    /// others are added instead: one by one, then two and three at a time.
    fn run(mut self) -> (Vec<usize>, u64) {
        let mut best = self.grow(Vec::new(), &[]);
        let mut n_away = 1;
        while n_away <= MOST_AWAY {
            match self.exchange(&best, n_away) {
                Some(better) => (best, n_away) = (better, 1),
                None => n_away += 1,
            }
        }
        best.0.sort_unstable();
        best
    }

    /// A better choice with others in the place of so many rules, if some is found.
    fn exchange(&mut self, best: &(Vec<usize>, u64), n_away: usize) -> Option<(Vec<usize>, u64)> {
        let mut places: Vec<usize> = (0..n_away).collect();
        while best.0.len() >= n_away && self.n_left > 0 && self.limits.reached().is_none() {
            let away: Vec<usize> = places.iter().map(|&place| best.0[place]).collect();
            let others = best.0.iter().copied().filter(|rule| !away.contains(rule)).collect();
            let other = self.grow(others, &away);
            if other.1 < best.1 {
                return Some(other);
            }
            // The next combination of places.
            let movable = (0..n_away).rev().find(|&turn| places[turn] + n_away - turn < best.0.len())?;
            let start = places[movable] + 1;
            places[movable..].iter_mut().zip(start..).for_each(|(place, next)| *place = next);
        }
        None
    }

    /// Adds rules to chosen ones as long as they save something, but none of these; tells what all that costs.
    fn grow(&mut self, mut chosen: Vec<usize>, without: &[usize]) -> (Vec<usize>, u64) {
        self.covered.fill(0);
        self.spoiled.fill(0);
        self.n_open.fill(0);
        self.wanted.pairs.iter().for_each(|(world, _)| self.n_open[*world] += 1);
        chosen.iter().for_each(|&rule| self.take(rule));
        while self.limits.reached().is_none() {
            self.n_left = self.n_left.saturating_sub(self.pool.len());
            self.limits.spend(1 + self.pool.len() as u64 / 20);
            let rules = (0..self.pool.len()).filter(|rule| !without.contains(rule));
            let saved = rules.map(|rule| (self.saved(rule), std::cmp::Reverse(rule)));
            let Some((saved, std::cmp::Reverse(rule))) = saved.max() else { break };
            if saved <= 0 {
                break;
            }
            self.take(rule);
            chosen.push(rule);
        }
        let rules: u64 = chosen.iter().map(|&rule| self.pool[rule].cost).sum();
        let lost = (0..self.n_open.len()).filter(|&world| !self.holds(world));
        let cost = rules + lost.map(|world| self.penalties[world]).sum::<u64>();
        (chosen, cost)
    }

    fn is_spoiled(&self, world: usize) -> bool {
        self.spoiled[world / 64] >> (world % 64) & 1 == 1
    }

    fn holds(&self, world: usize) -> bool {
        self.n_open[world] == 0 && !self.is_spoiled(world)
    }

    /// Calls `visit` with each world of which a rule derives something wanted that is not derived yet, and how much.
    fn for_each_gain(&self, rule: usize, mut visit: impl FnMut(usize, usize)) {
        // Pairs of one world stand next to each other.
        let mut last: Option<(usize, usize)> = None;
        let words = self.effects[rule].wanted.iter().zip(&self.covered).map(|(new, old)| new & !old);
        for_each_set(words, |pair| {
            let world = self.wanted.pairs[pair].0;
            last = match last {
                Some((known, n)) if known == world => Some((known, n + 1)),
                other => {
                    if let Some((known, n)) = other {
                        visit(known, n);
                    }
                    Some((world, 1))
                }
            };
        });
        if let Some((known, n)) = last {
            visit(known, n);
        }
    }

    /// What a rule saves.
    fn saved(&self, rule: usize) -> i64 {
        let effect = &self.effects[rule];
        let mut saved = -i64::try_from(self.pool[rule].cost).unwrap_or(i64::MAX);
        self.for_each_gain(rule, |world, n| {
            let is_spoiled = self.is_spoiled(world) || effect.spoiled[world / 64] >> (world % 64) & 1 == 1;
            if !is_spoiled && n == self.n_open[world] {
                saved = saved.saturating_add(self.penalties[world] as i64);
            }
        });
        for_each_bit(&effect.spoiled, |world| {
            if self.holds(world) {
                saved = saved.saturating_sub(self.penalties[world] as i64);
            }
        });
        saved
    }

    fn take(&mut self, rule: usize) {
        let mut gains = Vec::new();
        self.for_each_gain(rule, |world, n| gains.push((world, n)));
        gains.into_iter().for_each(|(world, n)| self.n_open[world] -= n);
        let effect = &self.effects[rule];
        self.covered.iter_mut().zip(&effect.wanted).for_each(|(old, new)| *old |= new);
        self.spoiled.iter_mut().zip(&effect.spoiled).for_each(|(old, new)| *old |= new);
    }
}

/// The cheapest rules that derive all that is wanted for less than `upper`, where nothing may be lost: the atom with the
/// fewest rules first, each of these in turn. Good where few rules are enough; none if it takes too long.
fn branch(
    pool: &[Candidate],
    effects: &[Effect],
    n_wanted: usize,
    upper: Option<u64>,
    limits: &Limits,
) -> Option<Option<(Vec<usize>, u64)>> {
    let mut by_cost: Vec<usize> = (0..pool.len()).collect();
    by_cost.sort_by_key(|&rule| pool[rule].cost);
    let mut rules_for: Vec<Vec<usize>> = vec![Vec::new(); n_wanted];
    for &rule in &by_cost {
        for_each_bit(&effects[rule].wanted, |number| rules_for[number].push(rule));
    }
    let mut order: Vec<usize> = (0..n_wanted).collect();
    order.sort_by_key(|&number| rules_for[number].len());
    let mut branching = Branching {
        pool,
        effects,
        rules_for,
        order,
        cheapest: by_cost.first().map_or(0, |&rule| pool[rule].cost),
        best: None,
        upper: upper.unwrap_or(u64::MAX),
        n_left: MOST_BRANCHES,
        limits,
    };
    let covered = vec![0u64; n_wanted.div_ceil(64)];
    branching.visit(&covered, 0, &mut Vec::new());
    (branching.n_left > 0).then_some(branching.best)
}

/// How many choices are tried between two looks at the limits.
const BRANCHES_PER_LOOK: usize = 4096;
/// How many choices are tried before the solver takes over.
const MOST_BRANCHES: usize = 300_000;

struct Branching<'b> {
    pool: &'b [Candidate],
    effects: &'b [Effect],
    /// The rules that derive a wanted atom, cheapest first.
    rules_for: Vec<Vec<usize>>,
    /// The wanted atoms, those with few rules first.
    order: Vec<usize>,
    cheapest: u64,
    best: Option<(Vec<usize>, u64)>,
    upper: u64,
    n_left: usize,
    limits: &'b Limits,
}

impl Branching<'_> {
    fn visit(&mut self, covered: &[u64], cost: u64, chosen: &mut Vec<usize>) {
        let is_open = |&&number: &&usize| covered[number / 64] >> (number % 64) & 1 == 0;
        let Some(&open) = self.order.iter().find(is_open) else {
            if cost < self.upper {
                self.upper = cost;
                let mut rules = chosen.clone();
                rules.sort_unstable();
                self.best = Some((rules, cost));
            }
            return;
        };
        for place in 0..self.rules_for[open].len() {
            let rule = self.rules_for[open][place];
            let price = cost + self.pool[rule].cost;
            if self.n_left == 0 || price >= self.upper {
                return;
            }
            self.n_left -= 1;
            if self.n_left.is_multiple_of(BRANCHES_PER_LOOK) {
                self.limits.spend(BRANCHES_PER_LOOK as u64 / 4);
            }
            if self.n_left.is_multiple_of(BRANCHES_PER_LOOK) && self.limits.reached().is_some() {
                self.n_left = 0;
                return;
            }
            let wider: Vec<u64> =
                covered.iter().zip(&self.effects[rule].wanted).map(|(a, b)| a | b).collect();
            let is_all = self.order.iter().all(|&number| wider[number / 64] >> (number % 64) & 1 == 1);
            if !is_all && price + self.cheapest >= self.upper {
                continue;
            }
            chosen.push(rule);
            self.visit(&wider, price, chosen);
            chosen.pop();
        }
    }
}
