//! The whole learner on one screen: task → worlds → search → rules → check.

use crate::{
    Learner, Settings,
    check::{self, ExampleVerdict, RulesText, Verdict},
    codes,
    convert::opened,
    error::{Error, Result},
    exact,
    rules::Hypothesis,
    search::{self, Found, Tolerable, trace::Trace},
    settings::MAX_BODY,
    task::Task,
    worlds::{self, Worlds},
};
use serde::Serialize;
use std::time::{Duration, Instant};
use xfold_asp::diagnostic::Diagnostic;
use xfold_solve::{LimitReached, Limits, Solver, work::SECOND};

/// The work that goes into the repair of a program that failed the check, unless the user sets a time limit.
const WORK_ON_REPAIR: u64 = 60 * SECOND;

/// What is said of a program without rules that is right.
const NEEDLESS: &str = "no rules are needed: the background alone explains all examples";

/// Learns rules from a task and checks them: exactly where the task declares a space in the manner of ILASP or
/// FastLAS, else greedily.
pub fn learn(
    task: &Task,
    settings: &Settings,
    solver: &dyn Solver,
    limits: &Limits,
    trace: &dyn Trace,
) -> Result<Learned> {
    settings.check()?;
    let mut learned = if exact::is_wanted(task, settings)? {
        learn_exactly(task, settings, solver, limits, trace)?
    } else {
        let learned = learn_greedily(task, settings, solver, limits, trace)?;
        if task.space.is_meant { exact::marked(task, learned, solver, limits)? } else { learned }
    };
    if learned.is_needless() {
        let help = "are examples missing that it does not explain, or does it hold what is to be learned?";
        learned.notes.push(Diagnostic::note(codes::NOTHING_TO_LEARN, NEEDLESS).help(help));
    }
    Ok(learned)
}

/// The exact part knows what examples say and nothing else: what a closed world excludes is written out for it.
fn learn_exactly(
    task: &Task,
    settings: &Settings,
    solver: &dyn Solver,
    limits: &Limits,
    trace: &dyn Trace,
) -> Result<Learned> {
    let mut closed = task.targets();
    closed.retain(|target| task.is_closed(target, settings.open));
    if closed.is_empty() {
        return exact::learn_and_check(task, settings, solver, limits, trace);
    }
    let (worlds, _) = worlds::of(task, settings, solver, limits)?;
    let opened = Task { notes: task.notes.clone(), ..opened(task, &worlds) };
    let mut learned = exact::learn_and_check(&opened, settings, solver, limits, trace)?;
    learned.rules.closed = closed;
    Ok(learned)
}

/// The greedy learner on one screen: worlds → search → rules → check.
pub(crate) fn learn_greedily(
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
    let run = search::Run { task, worlds: &worlds, settings, solver, limits, trace };
    if settings.learner == Learner::Xfold && found.stopped.is_none() {
        found.stopped = unless_limited(search::generate_and_test(&mut found, run))?.1;
    }
    times.search = clock.lap();

    let repair_limits = match limits.time_left() {
        Some(_) => limits.clone(),
        None => limits.clone().with_work(WORK_ON_REPAIR),
    };
    let repair = search::Run { limits: &repair_limits, ..run };
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
        let (mended, stopped) = unless_limited(search::second_chance(&mut found, verdict, repair))?;
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
    let notes = notes(task, &worlds, &found, settings);
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
    })
}

/// What came out of a run.
#[derive(Debug)]
pub struct Learned {
    /// The program.
    pub rules: Hypothesis,
    /// What the search found, in integers, with its counts.
    pub found: Found,
    /// What the solver says of the printed program; none if a limit came first.
    pub verdict: Option<Verdict>,
    /// Programs that failed the check and were replaced, in order.
    pub repairs: Vec<Repair>,
    /// How the run ended.
    pub stop: StopReason,
    /// What the user should know of the task and of how it was read.
    pub notes: Vec<Diagnostic>,
    /// How long each stage took.
    pub times: Times,
    /// The settings in force.
    pub settings: Settings,
    /// The worlds it was learned in.
    pub worlds: Worlds,
    /// What the exact part says of the program, if it had a say.
    pub exact: Option<exact::Proof>,
    /// A shorter program beside one that pays for few examples with many literals.
    pub shorter: Option<exact::Shorter>,
}

/// A program that failed the check and was replaced by a better one.
#[derive(Debug, Clone, Serialize)]
pub struct Repair {
    /// The program.
    pub program: String,
    /// The examples that failed, with why: for a negative one, the stable model that extends it.
    pub counterexamples: Vec<ExampleVerdict>,
}

/// How a run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StopReason {
    /// Every example that must hold does; in the tolerant mode, the printed text gives exactly the counts reported.
    Verified,
    /// Some example fails.
    NotVerified,
    /// A limit came first; the rules are the best so far.
    Limit(LimitReached),
}

/// How long each stage took.
#[derive(Debug, Clone, Copy, Default)]
pub struct Times {
    /// Solving the worlds.
    pub worlds: Duration,
    /// Searching.
    pub search: Duration,
    /// Checking.
    pub check: Duration,
}

impl Times {
    /// All together.
    pub fn total(&self) -> Duration {
        self.worlds + self.search + self.check
    }
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
pub(crate) fn check_printed(
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
    let last_steps = found.stopped.map(|_| limits.for_last_steps());
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

impl Learned {
    /// The program as it is printed; if there is nothing to print, a comment says why.
    pub fn program(&self) -> String {
        let why = if self.is_needless() { format!("% {NEEDLESS}\n") } else { String::new() };
        why + &self.rules.text()
    }

    /// Whether no rules were learned since all examples hold without any.
    pub fn is_needless(&self) -> bool {
        let all_hold = |verdict: &Verdict| verdict.examples.iter().all(|example| example.holds);
        self.stop == StopReason::Verified
            && self.rules.rules.is_empty()
            && self.verdict.as_ref().is_some_and(all_hold)
    }
}

fn notes(task: &Task, worlds: &Worlds, found: &Found, settings: &Settings) -> Vec<Diagnostic> {
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
    }
    if settings.learner == Learner::Foil {
        let message = "foil gives ties to negated literals, to show what exceptions do better";
        notes.push(Diagnostic::note(codes::FOIL_TIES, message));
    }
    notes
}

pub(crate) struct Clock(Instant);

impl Clock {
    pub(crate) fn new() -> Self {
        Self(Instant::now())
    }

    pub(crate) fn lap(&mut self) -> Duration {
        let now = Instant::now();
        let lap = now - self.0;
        self.0 = now;
        lap
    }
}
