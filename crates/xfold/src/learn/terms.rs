//! Learning from a task whose background is a program over terms: a short program, checked over the facts it reaches.
//! Where there is none, the greedy search learns rules without recursion from facts near the examples.

use super::{
    Clock, Learned, Listed, StopReason, Times,
    greedy::{check_printed, learn_greedily},
};
use crate::{
    Learner, Settings,
    check::Verdict,
    error::Result,
    recursive,
    rules::Hypothesis,
    search::{Calls, Found, trace::Trace},
    task::Task,
    worlds::Worlds,
};
use std::time::Duration;
use xfold_solve::{Limits, Meter, Solver, work::SECOND};

/// The work that goes into the search for a program, unless the user sets a time limit.
const WORK: u64 = 20 * SECOND;

/// Looks for a short program, else for rules over facts near the examples, and checks what it finds.
pub(super) fn learn_over_terms(
    task: &Task,
    settings: &Settings,
    solver: &dyn Solver,
    limits: &Limits,
    trace: &dyn Trace,
) -> Result<Learned> {
    let mut clock = Clock::new();
    let for_search = match limits.time_left() {
        Some(left) => limits.clone().with_time(left / 2),
        None => limits.clone().with_meter(Meter::default()).with_work(WORK),
    };
    let is_plain = matches!(settings.learner, Learner::Auto | Learner::Fold) && !settings.paper;
    let is_exact = is_plain && !settings.noise && !task.shape.tolerant;
    let found = if is_exact { recursive::shortest(task, settings, &for_search) } else { None };
    let Some(rules) = found else {
        return learn_near(task, settings, solver, limits, trace, clock.lap());
    };
    let search = clock.lap();
    let rules = Hypothesis { rules, ..Hypothesis::default() };
    let task = task.reached(&rules.statements(), limits)?;
    let worlds = Worlds { symbols: task.symbols.clone(), ..Worlds::default() };
    let found = Found::default();
    trace.end(&found);
    let checked = check_printed(&task, &worlds, &rules, &found, solver, limits)?;
    let stop = match &checked {
        Ok(verdict) if verdict.all_hold() => StopReason::Verified,
        Ok(_) => StopReason::NotVerified,
        Err(limit) => StopReason::Limit(*limit),
    };
    let n_calls = Calls {
        check: checked.as_ref().map_or(0, |verdict: &Verdict| verdict.n_solver_calls),
        ..Calls::default()
    };
    let listed = Listed::of(&found, &worlds, &task);
    Ok(Learned {
        rules,
        found: Found { n_calls, ..found },
        verdict: checked.ok(),
        repairs: Vec::new(),
        stop,
        notes: task.notes.clone(),
        times: Times { search, check: clock.lap(), ..Times::default() },
        settings: settings.clone(),
        worlds,
        exact: None,
        shorter: None,
        listed,
        unrealizable: None,
    })
}

/// Learns greedily from facts near the examples. What it says is checked over what its rules reach.
fn learn_near(
    task: &Task,
    settings: &Settings,
    solver: &dyn Solver,
    limits: &Limits,
    trace: &dyn Trace,
    search: Duration,
) -> Result<Learned> {
    let mut learned = learn_greedily(&task.listed(limits), settings, solver, limits, trace)?;
    learned.times.search += search;
    if learned.stop == StopReason::Verified {
        let reached = task.reached(&learned.rules.statements(), limits)?;
        let checked =
            check_printed(&reached, &learned.worlds, &learned.rules, &learned.found, solver, limits)?;
        if checked.as_ref().is_ok_and(|verdict| !verdict.all_hold()) && !learned.settings.noise {
            learned.stop = StopReason::NotVerified;
        }
        learned.verdict = checked.ok();
    }
    Ok(learned)
}
