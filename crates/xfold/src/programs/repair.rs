//! Repair: a program that fails the check is replaced by a better one.
//!
//! The finished rules of all tries are a pool, from which the cheapest subset that satisfies the examples is selected. Every
//! target as a free choice is in it: a positive example without a stable model may mean that a target is wrong in kind.

use super::{
    Run,
    constraints::forbid,
    select::{self, Pool},
};
use crate::{
    check::Verdict,
    error::Result,
    search::{Clause, Finished, Found, Theory, head_of, recount},
    task::Example,
    tuning::Heuristic,
    worlds::{self, Worlds},
};
use xfold_store::Engine;

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
    let pool = pool(found, run);
    let selection = select::cheapest(&pool, run)?;
    found.n_calls.select += selection.n_solver_calls;
    if price(&selection.lost) >= price(&failing) {
        found.out_of_ideas = Some(pool.len());
        return Ok(false);
    }
    *found = pool.found(&selection.chosen, found, &run.worlds.bias);
    let engine =
        Engine::new(worlds::facts(run.task, &run.worlds.bias, &run.worlds.worlds, &run.worlds.symbols));
    recount(found, &engine, &run.worlds.bias, run.settings, run.limits, run.trace);
    Ok(true)
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
    let may_be_listed =
        |example: &&Example| !example.positive && example.penalty.is_none() && !run.settings.no_list;
    let negatives = run.task.examples.iter().filter(may_be_listed);
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
