//! The choice for set covers: by branching, where few rules are enough and nothing may be lost; else greedily first, which
//! leaves out rules that are too dear for anything better, and then by the master problem.

use super::{
    Cheapest, Chosen,
    branch::branch,
    effects::{Wanted, affordable, effects, undominated},
    greedy::Greedy,
    master::Master,
};
use crate::{
    error::{Error, Result},
    exact::{candidate::Candidate, problem::Problem},
};

/// The cheapest choice from these rules. What is found greedily before long work is announced, with its cost.
pub(super) fn cheapest(
    problem: &Problem<'_>,
    pool: Vec<Candidate>,
    announce: &mut dyn FnMut(&[Candidate], u64),
) -> Result<Chosen> {
    let relaxed = &problem.relaxed;
    let wanted = Wanted::new(relaxed);
    let all = effects(problem, &pool, &wanted);
    let is_simple = problem.task.space.final_bias.is_empty();
    let is_soft = !relaxed.worlds.is_empty() && relaxed.worlds.iter().all(|world| world.penalty.is_some());
    let quick = (is_soft && is_simple).then(|| Greedy::new(problem, &pool, &all, &wanted).run());
    let upper = problem.bounds.upper.into_iter().chain(quick.iter().map(|(_, cost)| *cost)).min();
    let quick = quick.filter(|(_, cost)| !problem.bounds.is_too_dear(*cost));
    let quick = quick.map(|(rules, cost)| {
        let rules: Vec<Candidate> = rules.iter().map(|&rule| pool[rule].clone()).collect();
        announce(&rules, cost);
        (rules, cost)
    });
    let (pool, all) = match upper {
        Some(upper) if is_simple => affordable(pool, all, relaxed, upper),
        _ => (pool, all),
    };
    let (mut pool, effects) = undominated(pool, all, problem.limits);
    if is_simple
        && problem.is_hard()
        && let Some(best) = branch(&pool, &effects, wanted.pairs.len(), upper, problem.limits)
    {
        let cheapest = best.map(|(rules, cost)| Cheapest { rules, cost, is_proved: true, n_calls: 0 });
        return Ok(Chosen { pool, cheapest: Ok(cheapest), lower: 0 });
    }
    let mut master = Master::new(problem, &pool, vec![])?;
    let mut cheapest = master.cheapest_cover(&wanted, &effects, upper);
    let (lower, n_calls) = (master.lower.min(upper.unwrap_or(u64::MAX)), master.n_calls);
    drop(master);
    // Nothing is better than what was found greedily, or nothing is known to be.
    if let (Ok(None) | Err(Error::Limit(_)), Some((rules, cost))) = (&cheapest, quick) {
        let is_proved = cheapest.is_ok();
        let numbers = (pool.len()..pool.len() + rules.len()).collect();
        pool.extend(rules);
        cheapest = Ok(Some(Cheapest { rules: numbers, cost, is_proved, n_calls }));
    }
    Ok(Chosen { pool, cheapest, lower })
}
