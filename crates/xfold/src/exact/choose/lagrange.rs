//! Which rules of a large pool can be part of a hypothesis below a given cost, before the master chooses.
//!
//! Every atom that holds in the only model of a positive example needs a rule that derives it, so that the rules of a
//! hypothesis are a cover of these atoms. Prices of atoms (Lagrange multipliers) bound the cost of any cover from below,
//! also of one that has a given rule.

use crate::{
    error::{Error, Result},
    exact::{
        candidate::Candidate,
        context::{Relaxed, RelaxedWorld},
        instance::Instance,
    },
};
use rustc_hash::{FxHashMap, FxHashSet};
use xfold_solve::Limits;

/// How often the prices are improved: somewhat arbitrary, a round is cheap beside a call of the solver.
const N_ROUNDS: usize = 300;
/// After how many rounds without a better bound the steps become shorter, as is usual for subgradients.
const N_IDLE: usize = 15;
/// Prices are whole numbers of this part of a literal, so that bounds are exact.
const UNIT: i64 = 1024;
/// Steps are as long as if the bound were at least so far from the goal, so that they do not stop when it is reached.
/// Somewhat arbitrary: it is small against the cost of a literal.
const LEAST_GAP: f64 = 0.1;
/// A bound that is higher by less is not better, but rounded otherwise.
const ROUNDING: f64 = 1e-9;
/// How many atoms of rules are gone through in one unit of work.
const ATOMS_PER_UNIT: u64 = 500;

/// Atoms that need a rule, and the rules that derive them.
pub(super) struct Covering {
    n_atoms: usize,
    /// What each rule costs, and which atoms it derives.
    rules: Vec<(u64, Vec<u32>)>,
}

impl Covering {
    pub(super) fn new(relaxed: &Relaxed, pool: &[Candidate], instances: &[Vec<Instance>]) -> Self {
        let is_sure = |world: &&RelaxedWorld| {
            let is_opaque = relaxed.contexts[world.context].opaque;
            world.positive && world.penalty.is_none() && world.is_total() && !is_opaque
        };
        let mut derived_by: FxHashMap<(usize, u32), Vec<u32>> = FxHashMap::default();
        for (number, world) in relaxed.worlds.iter().filter(is_sure).enumerate() {
            let context = &relaxed.contexts[world.context];
            let known: FxHashSet<u32> = context.rules.iter().flat_map(|rule| &rule.head).copied().collect();
            let open = |atom: u32| {
                world.certain.contains(atom) && !context.facts.contains(atom) && !known.contains(&atom)
            };
            world.certain.iter().filter(|&atom| open(atom)).for_each(|atom| {
                derived_by.insert((number, atom), Vec::new());
            });
            for instance in instances[world.context].iter().filter(|it| it.body_holds(&world.certain)) {
                for &atom in instance.head.iter().filter(|&&atom| open(atom)) {
                    let rules = derived_by.entry((number, atom)).or_default();
                    if rules.last() != Some(&(instance.rule as u32)) {
                        rules.push(instance.rule as u32);
                    }
                }
            }
        }
        // Atoms that the same rules derive are one.
        let kinds: FxHashSet<Vec<u32>> = derived_by.into_values().collect();
        let mut kinds: Vec<Vec<u32>> = kinds.into_iter().collect();
        kinds.sort_unstable_by(|a, b| a.len().cmp(&b.len()).then_with(|| a.cmp(b)));
        let mut rules: Vec<(u64, Vec<u32>)> = pool.iter().map(|rule| (rule.cost, Vec::new())).collect();
        for (atom, of_kind) in kinds.iter().enumerate() {
            of_kind.iter().for_each(|&rule| rules[rule as usize].1.push(atom as u32));
        }
        Self { n_atoms: kinds.len(), rules }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.n_atoms == 0
    }

    /// What a hypothesis with each of the rules costs at least.
    pub(super) fn bounds(&self, limits: &Limits) -> Result<Vec<u64>> {
        let prices = self.prices(limits)?;
        let scaled: Vec<i64> = prices.iter().map(|price| (price * UNIT as f64) as i64).collect();
        let reduced: Vec<i64> = self
            .rules
            .iter()
            .map(|(cost, atoms)| {
                let paid: i64 = atoms.iter().map(|&atom| scaled[atom as usize]).sum();
                i64::try_from(*cost).unwrap_or(i64::MAX / 2).saturating_mul(UNIT).saturating_sub(paid)
            })
            .collect();
        let all = scaled.iter().sum::<i64>() + reduced.iter().filter(|&&it| it < 0).sum::<i64>();
        let at_least = |reduced: &i64| all.saturating_add((*reduced).max(0)).max(0);
        let own = self.rules.iter().map(|(cost, _)| *cost);
        let bounds = reduced.iter().map(at_least).zip(own);
        Ok(bounds.map(|(bound, cost)| cost.max(bound.unsigned_abs().div_ceil(UNIT.unsigned_abs()))).collect())
    }

    /// What the atoms are worth: prices for which the bound on the cost of a cover is high.
    fn prices(&self, limits: &Limits) -> Result<Vec<f64>> {
        let mut prices = self.first_prices();
        let mut best = (self.value(&prices).0, prices.clone());
        let goal = self.greedy() as f64;
        let (mut step, mut n_idle) = (1.0, 0);
        for _ in 0..N_ROUNDS {
            if let Some(limit) = limits.reached() {
                return Err(Error::Limit(limit));
            }
            let n_atoms: usize = self.rules.iter().map(|(_, atoms)| 1 + atoms.len()).sum();
            limits.spend(n_atoms as u64 / ATOMS_PER_UNIT);
            let (value, slopes) = self.value(&prices);
            if value > best.0 + ROUNDING {
                best = (value, prices.clone());
                n_idle = 0;
            } else {
                n_idle += 1;
                if n_idle == N_IDLE {
                    (step, n_idle) = (step / 2.0, 0);
                    prices.clone_from(&best.1);
                    continue;
                }
            }
            let norm: f64 = slopes.iter().map(|slope| slope * slope).sum();
            if norm == 0.0 {
                break;
            }
            let length = step * (goal - value).max(LEAST_GAP) / norm;
            prices
                .iter_mut()
                .zip(&slopes)
                .for_each(|(price, slope)| *price = (*price + length * slope).max(0.0));
        }
        Ok(best.1)
    }

    /// Prices that no rule's cost is exceeded by: each atom gets what is left, those with few rules first.
    fn first_prices(&self) -> Vec<f64> {
        let mut left: Vec<f64> = self.rules.iter().map(|(cost, _)| *cost as f64).collect();
        let mut derived_by = vec![Vec::new(); self.n_atoms];
        for (rule, (_, atoms)) in self.rules.iter().enumerate() {
            atoms.iter().for_each(|&atom| derived_by[atom as usize].push(rule));
        }
        let price = |rules: &Vec<usize>| {
            let least = rules.iter().map(|&rule| left[rule]).fold(f64::INFINITY, f64::min);
            let least = if least.is_finite() { least } else { 0.0 };
            rules.iter().for_each(|&rule| left[rule] -= least);
            least
        };
        derived_by.iter().map(price).collect()
    }

    /// The bound that prices give, and how it changes with each of them.
    fn value(&self, prices: &[f64]) -> (f64, Vec<f64>) {
        let mut value: f64 = prices.iter().sum();
        let mut slopes = vec![1.0; self.n_atoms];
        for (cost, atoms) in &self.rules {
            let reduced = *cost as f64 - atoms.iter().map(|&atom| prices[atom as usize]).sum::<f64>();
            if reduced < 0.0 {
                value += reduced;
                atoms.iter().for_each(|&atom| slopes[atom as usize] -= 1.0);
            }
        }
        (value, slopes)
    }

    /// The cost of some cover.
    fn greedy(&self) -> u64 {
        let mut is_open = vec![true; self.n_atoms];
        let mut sum = 0;
        loop {
            let n_open = |atoms: &[u32]| atoms.iter().filter(|&&atom| is_open[atom as usize]).count() as u64;
            let gains = self.rules.iter().map(|(cost, atoms)| (n_open(atoms), *cost, atoms));
            let best = gains.filter(|(gain, ..)| *gain > 0).max_by(|a, b| (a.0 * b.1).cmp(&(b.0 * a.1)));
            let Some((_, cost, atoms)) = best else { return sum };
            sum += cost;
            atoms.iter().for_each(|&atom| is_open[atom as usize] = false);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Covering;
    use proptest::prelude::*;
    use xfold_solve::Limits;

    /// The cheapest cover that has a rule, by looking at all.
    fn cheapest_with(cover: &Covering, rule: usize) -> Option<u64> {
        let all = (1u64 << cover.n_atoms) - 1;
        let mask = |atoms: &[u32]| atoms.iter().fold(0u64, |mask, &atom| mask | 1 << atom);
        (0u32..1 << cover.rules.len())
            .filter(|subset| subset >> rule & 1 == 1)
            .filter_map(|subset| {
                let chosen = (0..cover.rules.len()).filter(|rule| subset >> rule & 1 == 1);
                let (covered, cost) = chosen.fold((0, 0), |(covered, cost), rule| {
                    let (own, atoms) = &cover.rules[rule];
                    (covered | mask(atoms), cost + own)
                });
                (covered == all).then_some(cost)
            })
            .min()
    }

    proptest! {
        #[test]
        fn no_hypothesis_costs_less_than_its_bound(
            rules in prop::collection::vec((1u64..9, prop::collection::btree_set(0u32..8, 0..6)), 1..9)
        ) {
            let rules = rules.into_iter().map(|(cost, atoms)| (cost, atoms.into_iter().collect())).collect();
            let cover = Covering { n_atoms: 8, rules };
            let bounds = cover.bounds(&Limits::none()).expect("there is no limit");
            for (rule, bound) in bounds.into_iter().enumerate() {
                if let Some(cost) = cheapest_with(&cover, rule) {
                    prop_assert!(bound <= cost, "{bound} > {cost} with rule {rule}");
                }
            }
        }
    }

    #[test]
    fn a_dear_rule_beside_a_cheap_cover_is_out() {
        let cover = Covering { n_atoms: 3, rules: vec![(4, vec![0, 1, 2]), (3, vec![0]), (3, vec![1])] };
        let bounds = cover.bounds(&Limits::none()).expect("there is no limit");
        assert_eq!(bounds[0], 4);
        assert!(bounds[1].max(bounds[2]) > 4, "{bounds:?}");
    }
}
