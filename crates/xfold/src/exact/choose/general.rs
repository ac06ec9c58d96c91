//! The choice for general tasks. With a low bound on the cost few rules are left, and choosing is quick; if there is no
//! hypothesis below it, the bound is raised.

use super::{Chosen, lagrange::Covering, master::Master};
use crate::{
    error::Result,
    exact::{candidate::Candidate, instance::Instance, problem::Problem},
    tuning::Heuristic,
};

/// With at least this many rules, some are left out first. Somewhat arbitrary: for fewer the master is quick.
const MANY_RULES: usize = 400;

/// Chooses the cheapest rules of a pool, given with their instances, that satisfy the examples.
pub(super) fn cheapest(
    problem: &Problem<'_>,
    mut pool: Vec<Candidate>,
    mut instances: Vec<Vec<Instance>>,
) -> Result<Chosen> {
    let upper = problem.bounds.upper;
    let bounds = bounds(problem, &pool, &instances)?;
    // The cheapest hypothesis of all has some rule.
    let mut lower = bounds.iter().copied().min().unwrap_or(0);
    let mut gap = 1;
    loop {
        let below = upper.map_or(lower + gap, |upper| upper.min(lower + gap));
        let kept: Vec<bool> = bounds.iter().map(|&bound| bound < below).collect();
        let is_whole = kept.iter().all(|&kept| kept);
        let is_last = is_whole || upper == Some(below);
        let (some, of_some) = if is_whole {
            (std::mem::take(&mut pool), std::mem::take(&mut instances))
        } else {
            part(&pool, &instances, &kept)
        };
        let mut master = Master::new(problem, &some, of_some)?;
        let cheapest = master.cheapest(if is_last { upper } else { Some(below) });
        if is_last || !matches!(cheapest, Ok(None)) {
            let known = if is_last { master.lower } else { master.lower.min(below) };
            drop(master);
            return Ok(Chosen { pool: some, cheapest, lower: lower.max(known) });
        }
        lower = below;
        gap += gap.div_ceil(2);
    }
}

/// What a hypothesis with each of the rules costs at least.
fn bounds(problem: &Problem<'_>, pool: &[Candidate], instances: &[Vec<Instance>]) -> Result<Vec<u64>> {
    let declared = &problem.task.space;
    let is_plain = declared.listed.is_empty() && declared.final_bias.is_empty();
    if problem.tuning.has(Heuristic::Lagrange) && is_plain && pool.len() >= MANY_RULES {
        let covering = Covering::new(&problem.relaxed, pool, instances);
        if !covering.is_empty() {
            return covering.bounds(problem.limits);
        }
    }
    Ok(vec![0; pool.len()])
}

/// The rules that are kept, with their instances.
fn part(
    pool: &[Candidate],
    instances: &[Vec<Instance>],
    kept: &[bool],
) -> (Vec<Candidate>, Vec<Vec<Instance>>) {
    let mut numbers = Vec::with_capacity(pool.len());
    let mut next = 0;
    for &kept in kept {
        numbers.push(next);
        next += usize::from(kept);
    }
    let of_kept = |all: &Vec<Instance>| {
        let mine = all.iter().filter(|instance| kept[instance.rule]);
        mine.map(|instance| Instance { rule: numbers[instance.rule], ..instance.clone() }).collect()
    };
    let pool = pool.iter().zip(kept).filter(|(_, kept)| **kept).map(|(rule, _)| rule.clone()).collect();
    (pool, instances.iter().map(of_kept).collect())
}
