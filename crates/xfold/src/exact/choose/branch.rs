//! The cheapest set cover by branching, where few rules are enough and nothing may be lost.

use super::effects::Effect;
use crate::exact::{bits, candidate::Candidate};
use xfold_solve::Limits;

/// How many choices are tried between two looks at the limits: a look takes longer than a choice.
const BRANCHES_PER_LOOK: usize = 4096;
/// How many choices are tried in one unit of work.
const BRANCHES_PER_UNIT: u64 = 4;
/// How many choices are tried before the solver takes over, which learns from conflicts: a fifth of a second of work.
const MOST_BRANCHES: usize = 300_000;

/// The cheapest rules that derive all that is wanted for less than `upper`, where nothing may be lost: the atom with the
/// fewest rules first, each of these in turn. Good where few rules are enough; none if it takes too long.
pub(super) fn branch(
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
        bits::for_each(&effects[rule].wanted, |number| rules_for[number].push(rule));
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
        let is_open = |&&number: &&usize| !bits::contains(covered, number);
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
                self.limits.spend(BRANCHES_PER_LOOK as u64 / BRANCHES_PER_UNIT);
                if self.limits.reached().is_some() {
                    self.n_left = 0;
                    return;
                }
            }
            let mut wider = covered.to_vec();
            bits::add(&mut wider, &self.effects[rule].wanted);
            let is_all = self.order.iter().all(|&number| bits::contains(&wider, number));
            if !is_all && price + self.cheapest >= self.upper {
                continue;
            }
            chosen.push(rule);
            self.visit(&wider, price, chosen);
            chosen.pop();
        }
    }
}
