//! Choice or definition, weighed by what they lead to. Before the test part only labels can be counted, and a free
//! choice looks cheap that needs many constraints later. So where both are possible, whole programs are compared: the
//! bits to write one down, and the bits to say which of its stable models each positive example is.

use super::{Run, complete::complete, constraints::constraints, repair::pool_of};
use crate::{
    error::{Error, Result},
    search::{Clause, Constraint, Found, Theory, n_offered, trace::Event},
    tuning::Heuristic,
    worlds::Prober,
};
use rustc_hash::FxHashSet;
use xfold_solve::{LimitReached, work::SECOND};
use xfold_store::Step;

/// The work that goes into other ways.
const WORK_ON_OTHERS: u64 = 60 * SECOND;

/// Other ways that are tried for one target.
const MOST_WAYS: usize = 6;

/// Examples whose stable models are counted; more would say the same.
const MOST_COUNTED: usize = 16;

/// Stable models that are counted for one example.
const MOST_MODELS: usize = 64;

/// Completes what the generate part found by constraints, and the programs with another way to explain a target in its
/// place; the cheapest stays.
pub fn generate_and_test(found: &mut Found, run: Run<'_>) -> Result<()> {
    let generated = found.clone();
    constraints(found, run)?;
    // There is a program; looking for a better one may take half of the time that is left.
    let mut limits = run.limits.clone().with_work(WORK_ON_OTHERS);
    if let Some(left) = limits.time_left() {
        limits = limits.with_time(left / 2);
    }
    if run.settings.tuning.has(Heuristic::Weigh) {
        match weigh(found, generated, Run { limits: &limits, ..run }) {
            Err(Error::Limit(LimitReached::Time | LimitReached::Work)) => {}
            weighed => weighed?,
        }
    }
    if run.settings.complete { complete(found, run) } else { Ok(()) }
}

/// Tries the other ways to explain each target.
fn weigh(found: &mut Found, mut generated: Found, run: Run<'_>) -> Result<()> {
    let mut now: Option<Option<f64>> = None;
    // What the examples cost if each has more stable models than are counted.
    let n_counted = run.worlds.worlds.iter().step_by(counted_step(run.worlds.worlds.len())).count();
    let beyond_counting = n_counted as f64 * (MOST_MODELS as f64).log2();
    for place in 0..generated.theories.len() {
        for other in generated.theories[place].others.clone().into_iter().take(MOST_WAYS) {
            if other.iter().any(Clause::lists) {
                continue;
            }
            let before = match now {
                Some(known) => known,
                None => *now.insert(bits(found, run)?),
            };
            let target = generated.theories[place].target;
            let mut variant = generated.clone();
            variant.theories[place].clauses = other.clone();
            // Constraints that are not about the target will be needed again.
            let predicate = run.worlds.bias.targets[target].predicate;
            let is_about = |constraint: &&Constraint| {
                constraint.predicate == predicate || constraint.clause.reads(predicate)
            };
            let kept = found.constraints.iter().filter(|constraint| !is_about(constraint)).cloned();
            variant.constraints = kept.collect();
            // Where no example can be counted, only the rules tell.
            let bound = before.map(|before| match before - rule_bits(found, run) >= beyond_counting {
                true => before - beyond_counting,
                false => before,
            });
            if bound.is_some_and(|bound| rule_bits(&variant, run) >= bound) {
                continue;
            }
            constraints(&mut variant, run)?;
            let then = bits(&mut variant, run)?;
            if run.trace.is_on() {
                run.trace.event(Event::Weighed { clauses: other.clone(), target, now: before, then });
            }
            if then.is_some_and(|then| before.is_none_or(|before| then < before)) {
                now = Some(then);
                generated.theories[place].clauses = other;
                std::mem::swap(found, &mut variant);
            }
            found.n_calls.test += variant.n_calls.test;
            found.pool.extend(pool_of(&variant));
            found.pool.append(&mut variant.pool);
        }
    }
    Ok(())
}

/// The bits of a program and of the positive examples among its stable models; none if an example fails that has no
/// price.
fn bits(found: &mut Found, run: Run<'_>) -> Result<Option<f64>> {
    let mut bits = rule_bits(found, run);
    for &negative in &found.uncovered {
        match run.task.examples[negative].penalty {
            Some(penalty) => bits += f64::from(penalty),
            None => return Ok(None),
        }
    }
    let mut prober = Prober::new(run.task, run.worlds, run.solver, run.limits);
    run.set_theory(&mut prober, found);
    let worlds = &run.worlds.worlds;
    let step = counted_step(worlds.len());
    for (number, world) in worlds.iter().enumerate() {
        let n_models = match number % step {
            0 => prober.n_models(world.example, MOST_MODELS)?,
            _ => usize::from(prober.is_extended(world.example)?),
        };
        match (n_models, run.task.examples[world.example].penalty) {
            (0, None) => return Ok(None),
            (0, Some(penalty)) => bits += f64::from(penalty),
            _ => bits += (n_models as f64).log2(),
        }
    }
    found.n_calls.test += prober.n_calls();
    Ok(Some(bits))
}

/// The distance between worlds that are counted, where there are many.
fn counted_step(n_worlds: usize) -> usize {
    n_worlds.div_ceil(MOST_COUNTED).max(1)
}

/// The bits to write a program down. A rule that repeats the shape of another one, with other predicates, is half new.
fn rule_bits(found: &Found, run: Run<'_>) -> f64 {
    let bias = &run.worlds.bias;
    let offered = |theory: &Theory| n_offered(bias, theory.target, run.settings.max_new);
    let beta = (2.0 + found.theories.iter().map(offered).max().unwrap_or(0) as f64).log2();
    let mut shapes: FxHashSet<String> = FxHashSet::default();
    let mut weight = |shape: String| if shapes.insert(shape) { 1.0 } else { 0.5 };
    let mut size = 0.0;
    for clause in found.theories.iter().flat_map(|theory| &theory.clauses) {
        let mut waiting = vec![clause];
        while let Some(clause) = waiting.pop() {
            let alone = clause.size() - clause.exceptions.iter().map(Clause::size).sum::<usize>();
            size += alone as f64 * weight(shape(clause));
            waiting.extend(&clause.exceptions);
        }
    }
    for Constraint { holds, clause, .. } in &found.constraints {
        size += (clause.n_literals() + 1) as f64 * weight(format!("{holds} {}", shape(clause)));
    }
    size += found.ground_constraints.iter().map(|rule| rule.body.len() + 1).sum::<usize>() as f64;
    size * beta
}

/// A clause without the names of its predicates.
fn shape(clause: &Clause) -> String {
    let literal = |step: &Step| match step {
        Step::Holds(_, args) => format!("{args:?}"),
        Step::Fails(_, args) => format!("not {args:?}"),
        other => format!("{other:?}"),
    };
    let mut literals: Vec<String> = clause.body.iter().map(literal).collect();
    literals.sort();
    let exceptions = if clause.exceptions.is_empty() { "" } else { "ab" };
    format!("{} {} {exceptions} {}", clause.n_head, clause.choice, literals.join(","))
}
