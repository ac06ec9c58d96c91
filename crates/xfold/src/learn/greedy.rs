//! The greedy learner on one screen: worlds → search → rules → check, and again while a check that failed can be repaired.

use super::{Clock, Learned, Listed, Repair, StopReason, Times};
use crate::{
    Learner, Settings,
    check::{self, ExampleVerdict, RulesText, Verdict},
    codes,
    error::{Error, Result},
    programs::{Run, generate_and_test, second_chance},
    rules::Hypothesis,
    search::{self, Found, Tolerable, trace::Trace},
    settings::MAX_BODY,
    task::Task,
    worlds::{self, Worlds},
};
use xfold_asp::diagnostic::Diagnostic;
use xfold_solve::{LimitReached, Limits, Solver, work::SECOND};

/// The work that goes into the repair of a program that failed the check, unless the user sets a time limit.
const WORK_ON_REPAIR: u64 = 60 * SECOND;

/// Learns greedily and checks.
pub(super) fn learn_greedily(
    task: &Task,
    settings: &Settings,
    solver: &dyn Solver,
    limits: &Limits,
    trace: &dyn Trace,
) -> Result<Learned> {
    let mut clock = Clock::new();

    let (worlds, engine) = worlds::of(task, settings, solver, limits)?;
    let mut times = Times { worlds: clock.lap(), ..Times::default() };

    let asked = settings;
    let settings = &settings_for(task, &worlds, asked);
    trace.begin(&worlds);
    let mut found = search::run(engine, &worlds.bias, settings, limits, trace);
    found.n_calls.worlds = worlds.n_solver_calls;
    let run = Run { task, worlds: &worlds, settings, solver, limits, trace };
    if settings.learner == Learner::Xfold && found.stopped.is_none() {
        found.stopped = unless_limited(generate_and_test(&mut found, run))?.1;
    }
    times.search = clock.lap();

    let repair_limits = match limits.time_left() {
        Some(_) => limits.clone(),
        None => limits.clone().with_work(WORK_ON_REPAIR),
    };
    let repair = Run { limits: &repair_limits, ..run };
    let mut repairs = Vec::new();
    let checked = loop {
        let rules = Hypothesis::new(&found, task, &worlds, settings, false);
        if !rules.rules.is_empty() {
            limits.keep(rules.text());
        }
        let checked = check_printed(task, &worlds, &rules, &found, solver, limits)?;
        found.n_calls.check += checked.as_ref().map_or(0, |verdict| verdict.n_solver_calls);
        times.check += clock.lap();
        let (Ok(verdict), Learner::Xfold, None) = (&checked, settings.learner, found.stopped) else {
            break checked;
        };
        let (mended, stopped) = unless_limited(second_chance(&mut found, verdict, repair))?;
        times.search += clock.lap();
        found.stopped = stopped;
        if !mended.unwrap_or(false) {
            break checked;
        }
        let failing = verdict.examples.iter().filter(|example| !example.holds);
        repairs.push(Repair { program: rules.text(), counterexamples: failing.cloned().collect() });
    };
    trace.end(&found);
    // Without the types a program is for reading only: the solver could not bind its variables.
    let rules = Hypothesis::new(&found, task, &worlds, settings, settings.hide_types);

    let stop = stop_reason(&found, checked.as_ref(), settings, asked);
    let listed = Listed::of(&found, &worlds, task);
    let notes = notes(task, &worlds, &found, listed, settings);
    let verdict = checked.ok();
    Ok(Learned {
        settings: settings.clone(),
        rules,
        found,
        verdict,
        repairs,
        stop,
        notes,
        times,
        worlds,
        exact: None,
        shorter: None,
        listed,
        unrealizable: None,
    })
}

/// A limit is no error: what was found so far stays.
fn unless_limited<T>(outcome: Result<T>) -> Result<(Option<T>, Option<LimitReached>)> {
    match outcome {
        Ok(done) => Ok((Some(done), None)),
        Err(Error::Limit(limit)) => Ok((None, Some(limit))),
        Err(error) => Err(error),
    }
}

/// The learner that the task asks for. Examples with penalties may be wrong: XFOLD may give them up, and where there is
/// nothing for it to do they ask for FOLD's tolerant mode.
fn settings_for(task: &Task, worlds: &Worlds, asked: &Settings) -> Settings {
    let has_penalties = task.examples.iter().any(|example| example.penalty.is_some());
    let has_negatives = task.examples.iter().any(|example| !example.positive);
    let several_worlds = task.examples.len() > 1 || has_negatives || worlds.several_models;
    let has_hard = task.examples.len() > 1 && task.examples.iter().any(|example| example.penalty.is_none());
    let differs = worlds.bias.targets.iter().any(|target| target.contingent);
    let for_xfold = if has_penalties { has_negatives || has_hard || differs } else { several_worlds };
    let learner = match asked.learner {
        Learner::Auto if for_xfold && !asked.noise && !asked.paper => Learner::Xfold,
        Learner::Auto => Learner::Fold,
        chosen => chosen,
    };
    let may_be_wrong = has_penalties || task.shape.tolerant;
    let noise = asked.noise || (may_be_wrong && !asked.paper && learner != Learner::Xfold);
    let max_body = match (asked.max_body, task.shape.max_body) {
        (MAX_BODY, Some(of_task)) => of_task,
        (asked, _) => asked,
    };
    let max_rules = asked.max_rules.or(task.shape.max_rules);
    Settings { noise, learner, max_body, max_rules, ..asked.clone() }
}

/// Checks the program from its printed text, or tells which limit came first.
pub(super) fn check_printed(
    task: &Task,
    worlds: &Worlds,
    rules: &Hypothesis,
    found: &Found,
    solver: &dyn Solver,
    limits: &Limits,
) -> Result<std::result::Result<Verdict, LimitReached>> {
    if let Some(limit) = found.stopped.filter(|_| rules.rules.is_empty()) {
        return Ok(Err(limit));
    }
    // What the search left of its time may not be enough: the time that is kept back is for this, unless another search
    // works beside it.
    let is_alone = limits.time_left().is_some() && limits.work_left().is_none();
    let last_steps = (found.stopped.is_some() || is_alone).then(|| limits.for_last_steps());
    let limits = last_steps.as_ref().unwrap_or(limits);
    let text = RulesText { text: &rules.text(), origin: None, statements: &rules.statements() };
    match check::verify(task, worlds, &text, solver, limits) {
        Ok(verdict) => Ok(Ok(verdict)),
        Err(Error::Limit(limit)) => Ok(Err(found.stopped.unwrap_or(limit))),
        Err(error) => Err(error),
    }
}

fn stop_reason(
    found: &Found,
    checked: std::result::Result<&Verdict, &LimitReached>,
    settings: &Settings,
    asked: &Settings,
) -> StopReason {
    let verdict = match (checked, found.stopped) {
        // What a limit has stopped is the best so far, even if it holds.
        (_, Some(limit)) | (Err(&limit), None) => return StopReason::Limit(limit),
        (Ok(verdict), None) => verdict,
    };
    let as_counted = || {
        let derived = verdict.derived.as_ref();
        derived.is_some_and(|derived| {
            found.theories.iter().all(|theory| derived[theory.target] == theory.covered)
        })
    };
    // Where labels may be wrong the counts have to be right; every other example has to hold.
    let may_fail = |example: &ExampleVerdict| example.penalty.is_some() || (example.positive && asked.noise);
    let failing = || verdict.examples.iter().filter(|example| !example.holds);
    let is_counted = || settings.learner == Learner::Xfold || !settings.noise || as_counted();
    if failing().next().is_none() || (failing().all(may_fail) && is_counted()) {
        StopReason::Verified
    } else {
        StopReason::NotVerified
    }
}

fn notes(
    task: &Task,
    worlds: &Worlds,
    found: &Found,
    listed: Listed,
    settings: &Settings,
) -> Vec<Diagnostic> {
    let mut notes: Vec<Diagnostic> = task.notes.iter().chain(&worlds.notes).cloned().collect();
    for &(positive, negative) in &worlds.contradictions {
        let [positive, negative] = [positive, negative].map(|number| &task.examples[number]);
        let message = format!(
            "examples `{}` and `{}` contradict each other: what extends the first extends the second",
            positive.name, negative.name
        );
        let help = "drop or correct one of them, or give it a penalty, as in #neg(name@10, …)";
        let warning = Diagnostic::warning(codes::CONTRADICTING_EXAMPLES, message).help(help);
        notes.push(warning.at(negative.span, "must not be extended").at(positive.span, "must be extended"));
    }
    if let Some(n_rules) = found.out_of_ideas {
        let message =
            format!("no choice among the {n_rules} rules that were finished satisfies all examples");
        let help = "does some #modeb tell the examples that fail from the others? A larger bound (--max-body, --max-new) may help";
        notes.push(Diagnostic::note(codes::OUT_OF_IDEAS, message).help(help));
    }
    if let Some(tolerable) = found.tolerable {
        let Tolerable { n_rules, n_errors } = tolerable;
        let message = format!(
            "no short rules explain all examples: {n_errors} of them are listed one by one, and may be wrong"
        );
        let rules = if n_rules == 1 { "1 rule".to_string() } else { format!("{n_rules} rules") };
        let errors = if n_errors == 1 { "1 error".to_string() } else { format!("{n_errors} errors") };
        let help = format!("--noise leaves them out: {rules} with {errors}");
        notes.push(Diagnostic::note(codes::ERRORS_LISTED, message).help(help));
    } else if listed.n_listed > 0 {
        let help = "`xfold diagnose` looks for what would tell them from the others; --no-list leaves them uncovered";
        let message = format!("no rules were found for some examples: {listed}");
        notes.push(Diagnostic::note(codes::ERRORS_LISTED, message).help(help));
    }
    if settings.learner == Learner::Foil {
        let message = "foil gives ties to negated literals, to show what exceptions do better";
        notes.push(Diagnostic::note(codes::FOIL_TIES, message));
    }
    notes
}
