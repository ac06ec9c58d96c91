//! The order of attack on a task that declares a space: exactly as long as that is quick, then greedily, then exactly
//! again with what is left of the time. The better program that holds is the answer.

use super::{Claim, Exact, Outcome};
use crate::{
    Learner, Search, Settings, codes,
    error::{Error, Result},
    learn::{Clock, Learned, StopReason, Times, check_printed, learn_greedily},
    rules::Hypothesis,
    search::{Found, trace::Trace},
    task::{Dialect, Task},
    worlds::Worlds,
};
use serde::Serialize;
use std::time::Duration;
use xfold_asp::diagnostic::Diagnostic;
use xfold_solve::{Limits, Solver};

/// How long it may take if the user does not say.
const USUAL_TIME: Duration = Duration::from_secs(60);
/// How long the exact part may take before the greedy search has its turn.
const FIRST_TRY: Duration = Duration::from_secs(15);
/// How long the greedy search may take, where the exact part waits.
const GREEDY_TIME: Duration = Duration::from_secs(15);

/// What is known of a program's price.
#[derive(Debug, Clone, Serialize)]
pub struct Proof {
    /// The program is the exact part's.
    pub is_exact: bool,
    /// What its rules and the examples given up cost, in the manner of the task's dialect.
    pub cost: u64,
    /// What is known of cheaper ones.
    pub claim: Claim,
    /// Whose conventions fix the space and the cost.
    pub dialect: String,
    /// How many bodies were tested.
    pub n_bodies: usize,
    /// How many rules were left to choose from.
    pub n_rules: usize,
}

/// Whether the exact part is asked at all.
pub(crate) fn is_wanted(task: &Task, settings: &Settings) -> Result<bool> {
    let only_exact = task.only_exact.is_some() || !task.space.listed.is_empty();
    match settings.search {
        Search::Exact if task.space.is_empty() => {
            let message = "--exact looks through a declared space, but the task declares none";
            let help = "add #modeh and #modeb, or rules with their costs, such as 2 ~ p(X) :- q(X).";
            Err(Diagnostic::error(codes::NO_SPACE, message).help(help).into())
        }
        Search::Exact => Ok(true),
        Search::Greedy if only_exact => {
            let message = "the greedy search cannot use this, and --greedy leaves nothing else";
            let place = task.only_exact.or(task.space.listed.first().map(|listed| listed.rule.span));
            let found = Diagnostic::error(codes::ONLY_EXACT, message).help("leave --greedy out");
            Err(place.map_or(found.clone(), |span| found.at(span, "")).into())
        }
        Search::Greedy => Ok(false),
        Search::Auto => {
            let is_plain = settings.learner == Learner::Auto && !settings.paper && !settings.noise;
            Ok(only_exact || (task.space.is_meant && is_plain))
        }
    }
}

/// Learns, prints and checks.
pub(crate) fn learn_and_check(
    task: &Task,
    settings: &Settings,
    solver: &dyn Solver,
    limits: &Limits,
    trace: &dyn Trace,
) -> Result<Learned> {
    let mut clock = Clock::new();
    let budget = limits.clone().with_time(limits.time_left().unwrap_or(USUAL_TIME));
    let can_be_greedy = task.only_exact.is_none()
        && task.space.listed.is_empty()
        && settings.search == Search::Auto
        && !settings.declared_only;
    let is_bounded = limits.time_left().is_some();
    let first = match (can_be_greedy, is_bounded) {
        (true, _) => budget.clone().with_time(FIRST_TRY.min(budget.time_left().unwrap_or(FIRST_TRY) / 3)),
        (false, true) => budget.clone(),
        (false, false) => budget.clone().with_time(FIRST_TRY),
    };
    let max_body = (settings.max_body != Settings::default().max_body).then_some(settings.max_body);
    let mut outcome = super::learn(task, max_body, None, &first, &mut |_| {})?;
    let is_settled = outcome.stopped.is_none() && outcome.best.is_some();
    if !can_be_greedy && !is_bounded && outcome.best.is_none() && outcome.stopped.is_some() {
        outcome = super::learn(task, max_body, None, &budget, &mut |_| {})?;
    }
    if is_settled || !can_be_greedy {
        return finish(task, settings, solver, limits, outcome, clock.lap(), trace);
    }
    let for_greedy = budget.clone().with_time(GREEDY_TIME.min(budget.time_left().unwrap_or(GREEDY_TIME) / 2));
    let holds = |learned: &Learned| learned.stop == StopReason::Verified;
    let greedily = |learner: Learner| {
        let settings = Settings { learner, ..settings.clone() };
        match learn_greedily(task, &settings, solver, &for_greedy, trace) {
            Ok(learned) => Ok(Some(learned)),
            Err(Error::Limit(_)) => Ok(None),
            Err(error) => Err(error),
        }
    };
    // Without negative examples a free choice explains everything and says nothing: definitions come first.
    let mut greedy = match task.examples.iter().all(|example| example.positive) {
        true => greedily(Learner::Fold)?,
        false => None,
    };
    if !greedy.as_ref().is_some_and(holds) {
        greedy = greedily(settings.learner)?.or(greedy);
    }
    let greedy = greedy.filter(|learned| holds(learned) || outcome.best.is_none());
    let is_found = outcome.best.is_some() || greedy.as_ref().is_some_and(holds);
    if outcome.stopped.is_some() && (!is_found || is_bounded) {
        let again = super::learn(task, max_body, None, &budget, &mut |_| {})?;
        let is_better = |new: &Exact| outcome.best.as_ref().is_none_or(|best| new.cost <= best.cost);
        if again.best.as_ref().is_some_and(is_better) || again.stopped.is_none() {
            outcome = again;
        }
    }
    match (greedy, &outcome.best) {
        (Some(greedy), None) => Ok(with_remarks(task, greedy, &outcome)),
        (Some(greedy), Some(best)) if price(&greedy) < best.cost && best.claim == Claim::Best => {
            Ok(with_remarks(task, greedy, &outcome))
        }
        _ => finish(task, settings, solver, limits, outcome, clock.lap(), trace),
    }
}

/// What a greedy program costs: its literals, its heads, and the examples it gives up.
fn price(learned: &Learned) -> u64 {
    let rules: usize = learned.rules.rules.iter().map(|rule| rule.body.len() + 1).sum();
    let failing = learned.verdict.iter().flat_map(|verdict| &verdict.examples).filter(|e| !e.holds);
    rules as u64 + failing.filter_map(|example| example.penalty).map(u64::from).sum::<u64>()
}

/// A greedy program with what the exact part has to say.
fn with_remarks(task: &Task, mut learned: Learned, outcome: &Outcome) -> Learned {
    learned.notes.extend(remarks(task, outcome));
    let declared = task.space.targets();
    let invented = learned.rules.rules.iter().flat_map(xfold_asp::visit::rule_heads);
    let mut invented: Vec<String> =
        invented.filter(|head| !declared.contains(head)).map(|head| head.to_string()).collect();
    invented.sort();
    invented.dedup();
    if !invented.is_empty() {
        let message = format!("the program goes beyond the declared space: {} invented", invented.join(", "));
        let help = "--declared-only forbids that";
        learned.notes.push(Diagnostic::note(codes::BEYOND_SPACE, message).help(help));
    }
    learned
}

/// The exact part's program, checked.
fn finish(
    task: &Task,
    settings: &Settings,
    solver: &dyn Solver,
    limits: &Limits,
    outcome: Outcome,
    search: Duration,
    trace: &dyn Trace,
) -> Result<Learned> {
    let mut clock = Clock::new();
    let worlds = Worlds { symbols: task.symbols.clone(), ..Worlds::default() };
    let rules = outcome.best.as_ref().map(|best| best.rules.clone()).unwrap_or_default();
    let rules = Hypothesis { rules, ..Hypothesis::default() };
    let found = Found::default();
    trace.end(&found);
    // What was found is checked even if the time is over: it was promised to hold.
    let patient = limits.clone().with_time(limits.time_left().unwrap_or(USUAL_TIME).max(USUAL_TIME / 4));
    let checked = check_printed(task, &worlds, &rules, &found, solver, &patient)?;
    let notes = task.notes.iter().cloned().chain(remarks(task, &outcome)).collect();
    let fails = |verdict: &crate::check::Verdict| {
        verdict.examples.iter().any(|example| !example.holds && example.penalty.is_none())
    };
    let stop = match (&checked, outcome.stopped) {
        (Ok(verdict), _) if !fails(verdict) && outcome.best.is_some() => StopReason::Verified,
        (_, Some(limit)) => StopReason::Limit(limit),
        (Ok(_), None) => StopReason::NotVerified,
        (Err(limit), None) => StopReason::Limit(*limit),
    };
    let proof = outcome.best.as_ref().map(|best| Proof {
        is_exact: true,
        cost: best.cost,
        claim: best.claim,
        dialect: task.space.dialect.to_string(),
        n_bodies: best.n_bodies,
        n_rules: best.n_candidates,
    });
    let n_calls = crate::search::Calls {
        select: outcome.best.as_ref().map_or(0, |best| best.n_calls),
        check: checked.as_ref().map_or(0, |verdict| verdict.n_solver_calls),
        ..crate::search::Calls::default()
    };
    Ok(Learned {
        rules,
        found: Found { n_calls, ..found },
        verdict: checked.ok(),
        repairs: Vec::new(),
        stop,
        notes,
        times: Times { search, check: clock.lap(), ..Times::default() },
        settings: settings.clone(),
        worlds,
        exact: proof,
    })
}

/// What the user should know of an exact search.
fn remarks(task: &Task, outcome: &Outcome) -> Vec<Diagnostic> {
    let mut notes = Vec::new();
    for &number in &outcome.impossible {
        let example = &task.examples[number];
        let message = format!("no hypothesis of the declared space can satisfy example `{}`", example.name);
        let help =
            "does some #modeh or the background derive what it includes, and nothing what it excludes?";
        notes.push(Diagnostic::warning(codes::NO_HYPOTHESIS, message).at(example.span, "").help(help));
    }
    match &outcome.best {
        None if outcome.stopped.is_none() && outcome.impossible.is_empty() => {
            let within = match outcome.searched {
                Some(max_body) => format!(" with at most {max_body} literals in a body"),
                None => String::new(),
            };
            let message = format!("no hypothesis of the declared space{within} satisfies all examples");
            let help = "add modes, raise #maxv or --max-body, or give examples that may be wrong a penalty";
            notes.push(Diagnostic::warning(codes::NO_HYPOTHESIS, message).help(help));
        }
        None => {}
        Some(best) => {
            if let Some((most, span)) = task.space.max_penalty
                && best.cost > most
            {
                let message = format!("the program costs {}, more than #max_penalty({most})", best.cost);
                let help = "ILASP would answer UNSATISFIABLE: raise the bound there";
                notes.push(Diagnostic::note(codes::PENALTY_EXCEEDED, message).at(span, "").help(help));
            }
            let longest = best.rules.iter().map(|rule| rule.body.len()).max().unwrap_or(0);
            if task.space.dialect == Dialect::Ilasp
                && task.space.listed.is_empty()
                && longest > super::USUAL_BODY
            {
                let message =
                    format!("a rule has {longest} body literals, more than ILASP allows by default");
                let help = format!("ILASP needs -ml={longest} and --max-rule-length={} for it", longest + 1);
                notes.push(Diagnostic::note(codes::LONGER_BODY, message).help(help));
            }
        }
    }
    if outcome.is_cut {
        let message =
            "a part of the declared space is too large to be searched, so that a cheaper program may exist";
        let help = "narrower types, fewer variables (#maxv) or a smaller --max-body make it smaller";
        notes.push(Diagnostic::note(codes::SPACE_CUT, message).help(help));
    }
    notes
}
