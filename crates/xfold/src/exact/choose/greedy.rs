//! A good choice for a set cover in which every example may be lost: greedy, then with exchanges.

use super::effects::{Effect, Wanted};
use crate::exact::{bits, candidate::Candidate, problem::Problem};
use std::cmp::Reverse;
use xfold_solve::Limits;

/// The most rules that are taken away at a time. Somewhat arbitrary: with four, there is seldom time for all.
const MOST_AWAY: usize = 3;
/// How many rules are weighed, all in all, before no more exchanges are tried: three seconds of work.
const MOST_WEIGHED: usize = 20_000_000;
/// How many rules are weighed in one unit of work.
const RULES_PER_UNIT: u64 = 20;

/// Rules added one by one, each time the one that saves most, where everything may be lost.
pub(super) struct Greedy<'g> {
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
    pub(super) fn new(
        problem: &'g Problem<'g>,
        pool: &'g [Candidate],
        effects: &'g [Effect],
        wanted: &'g Wanted,
    ) -> Self {
        let worlds = &problem.relaxed.worlds;
        Self {
            pool,
            effects,
            wanted,
            penalties: worlds.iter().map(|world| u64::from(world.penalty.unwrap_or(0))).collect(),
            limits: problem.limits,
            covered: vec![0; wanted.pairs.len().div_ceil(64)],
            spoiled: vec![0; worlds.len().div_ceil(64)],
            n_open: vec![0; worlds.len()],
            n_left: MOST_WEIGHED,
        }
    }

    /// The rules, by number, and what they and the examples lost cost. As long as that helps, some rules are taken away and
    /// others are added instead: one by one, then two and three at a time.
    pub(super) fn run(mut self) -> (Vec<usize>, u64) {
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

    /// A better choice with other rules in the place of `n_away` rules, if one is found.
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
            self.limits.spend(1 + self.pool.len() as u64 / RULES_PER_UNIT);
            let rules = (0..self.pool.len()).filter(|rule| !without.contains(rule));
            let saved = rules.map(|rule| (self.saved(rule), Reverse(rule)));
            let Some((saved, Reverse(rule))) = saved.max() else { break };
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

    fn holds(&self, world: usize) -> bool {
        self.n_open[world] == 0 && !bits::contains(&self.spoiled, world)
    }

    /// Calls `visit` with each world of which a rule derives something wanted that is not derived yet, and how much.
    fn for_each_gain(&self, rule: usize, mut visit: impl FnMut(usize, usize)) {
        // Pairs of one world stand next to each other.
        let mut last: Option<(usize, usize)> = None;
        let words = self.effects[rule].wanted.iter().zip(&self.covered).map(|(new, old)| new & !old);
        bits::for_each_of(words, |pair| {
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
            let is_spoiled = bits::contains(&self.spoiled, world) || bits::contains(&effect.spoiled, world);
            if !is_spoiled && n == self.n_open[world] {
                saved = saved.saturating_add(self.penalties[world] as i64);
            }
        });
        bits::for_each(&effect.spoiled, |world| {
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
        bits::add(&mut self.covered, &effect.wanted);
        bits::add(&mut self.spoiled, &effect.spoiled);
    }
}
