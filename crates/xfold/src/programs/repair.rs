//! Repair: a program that fails the check is replaced by a better one.
//!
//! The finished rules of all tries are a pool, from which the cheapest subset that satisfies the examples is selected. Every
//! target as a free choice is among them: a positive example without a stable model may mean that a target is wrong in kind. If no subset does better, the examples that fail weigh more, everything is learned once again,
//! and the pool grows.

use super::{
    Run,
    constraints::forbid,
    generate_and_test,
    select::{self, Pool},
};
use crate::{
    check::Verdict,
    error::Result,
    search::{self, Clause, Finished, Found, Theory, head_of, recount},
    tuning::Heuristic,
    worlds::{self, Bias, Worlds},
};
use std::sync::Arc;
use xfold_store::{Engine, Instance, Instances};

/// How much more an example weighs each time it fails.
const HEAVIER: u32 = 10;

/// Puts a better program in the place of one that failed the check. Returns whether there is one.
pub fn second_chance(found: &mut Found, verdict: &Verdict, run: Run<'_>) -> Result<bool> {
    let examples = &run.task.examples;
    let price = |lost: &[usize]| {
        let hard = lost.iter().filter(|&&number| examples[number].penalty.is_none()).count();
        let soft = lost.iter().filter_map(|&number| examples[number].penalty).map(u64::from);
        (hard, soft.sum::<u64>())
    };
    let failing: Vec<usize> =
        (0..verdict.examples.len()).filter(|&number| !verdict.examples[number].holds).collect();
    let Worlds { impossible, contradictions, .. } = run.worlds;
    let is_hopeless = |number: &usize| {
        impossible.contains(number)
            || contradictions.iter().any(|pair| pair.0 == *number || pair.1 == *number)
    };
    let is_bearable = |number: &usize| examples[*number].penalty.is_some() || is_hopeless(number);
    if failing.iter().all(is_bearable) || !run.settings.tuning.has(Heuristic::Repair) {
        return Ok(false);
    }
    let engine = || Engine::new(worlds::facts(&run.worlds.bias, &run.worlds.worlds, &run.worlds.symbols));
    for is_last in [false, true] {
        let pool = pool(found, run);
        let selection = select::cheapest(&pool, run)?;
        found.n_calls.select += selection.n_solver_calls;
        let (hard, soft) = price(&selection.lost);
        let (hard_before, soft_before) = price(&failing);
        if (hard, soft) < (hard_before, soft_before) {
            *found = pool.found(&selection.chosen, found, &run.worlds.bias);
            recount(found, &engine(), &run.worlds.bias, run.settings, run.limits, run.trace);
            return Ok(true);
        }
        if is_last || !run.settings.tuning.has(Heuristic::Heavier) {
            found.out_of_ideas = Some(pool.len());
            break;
        }
        let heavier = heavier(&run.worlds.bias, &failing, run);
        let mut again = search::run(engine(), &heavier, run.settings, run.limits, run.trace);
        generate_and_test(&mut again, run)?;
        found.pool.extend(pool_of(&again));
        found.pool.append(&mut again.pool);
    }
    Ok(false)
}

/// The targets with more weight on the labels of some examples.
fn heavier(bias: &Bias, examples: &[usize], run: Run<'_>) -> Bias {
    let mut bias = bias.clone();
    for target in &mut bias.targets {
        let old = &target.instances;
        let heavier = (0..old.len()).map(|instance| {
            let world = old.world(instance);
            let fails = examples.contains(&run.worlds.worlds[world as usize].example);
            Instance {
                example: instance as u32,
                world,
                args: old.args(instance),
                positive: old.is_positive(instance),
                weight: old.weight(instance) * if fails { HEAVIER } else { 1 },
            }
        });
        target.instances = Arc::new(Instances::new(target.types.len(), heavier));
    }
    bias
}

/// Everything that may be chosen: what was found, what was finished on the way, free choices, and each negative example
/// forbidden as it stands.
fn pool(found: &Found, run: Run<'_>) -> Pool {
    let bias = &run.worlds.bias;
    let free = bias
        .targets
        .iter()
        .enumerate()
        .map(|(target, known)| Finished::Rule { target, clause: Clause::empty(&head_of(known)).chosen() });
    let choices: Vec<Theory> = found.theories.iter().map(chosen).collect();
    let negatives = run.task.examples.iter().filter(|example| !example.positive && example.penalty.is_none());
    let forbidden = negatives.flat_map(|example| forbid(example, &run.worlds.symbols));
    let all = pool_of(found).chain(found.pool.iter().cloned()).chain(rules_of(&choices)).chain(free);
    Pool::new(all.chain(forbidden.map(Finished::Ground)), run.worlds)
}

/// The rules of what was found.
pub(super) fn pool_of(found: &Found) -> impl Iterator<Item = Finished> + '_ {
    let constraints = found.constraints.iter().cloned().map(Finished::Constraint);
    rules_of(&found.theories)
        .chain(constraints)
        .chain(found.ground_constraints.iter().cloned().map(Finished::Ground))
}

fn rules_of(theories: &[Theory]) -> impl Iterator<Item = Finished> + '_ {
    let rules = |theory: &Theory| -> Vec<Finished> {
        let target = theory.target;
        theory.clauses.iter().map(|clause| Finished::Rule { target, clause: clause.clone() }).collect()
    };
    theories.iter().flat_map(rules)
}

/// A theory as a free choice.
fn chosen(theory: &Theory) -> Theory {
    match &theory.choice {
        Some(choice) => Theory { clauses: vec![choice.clone()], ..theory.clone() },
        None => theory.clone(),
    }
}
