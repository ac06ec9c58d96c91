//! Learning: which search is run, and what came of it. The last station of the path task → worlds → search → rules → check,
//! where the strategy is chosen.
//!
//! Targets that do not concern each other are learned one by one ([`apart`]). [`greedy`] is the whole greedy learner on one screen. Where a task declares a space, [`race`] runs the exact search, in
//! a thread of its own ([`beside`]), and the greedy one, whose programs are proposals ([`propose`]).

mod apart;
mod beside;
mod greedy;
mod propose;
mod race;
mod terms;

pub use race::{Certificate, Shorter};

use crate::{
    Learner, Settings,
    check::{ExampleVerdict, Verdict},
    codes,
    convert::opened,
    error::Result,
    rules::Hypothesis,
    search::{Found, n_listed, trace::Trace},
    task::Task,
    worlds::{self, Worlds},
};
use serde::Serialize;
use std::{
    fmt,
    time::{Duration, Instant},
};
use xfold_asp::diagnostic::Diagnostic;
use xfold_solve::{LimitReached, Limits, Solver};

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
    if task.background.program.is_some() {
        return terms::learn_over_terms(task, settings, solver, limits, trace);
    }
    let is_exact = race::is_wanted(task, settings)?;
    if task.n_table_facts() > 0 && (is_exact || settings.learner == Learner::Xfold) {
        let message = format!("this learner cannot use the {} facts in files", task.n_table_facts());
        let help = "so many facts serve --learner fold, with or without --noise, and --learner foil";
        return Err(Diagnostic::error(codes::SETTINGS, message).help(help).into());
    }
    let mut learned = match apart::learn_apart(task, settings, solver, limits, trace)? {
        Some(learned) => learned,
        None => learn_at_once(task, settings, solver, limits, trace)?,
    };
    if learned.is_needless() {
        let help = "are examples missing that it does not explain, or does it hold what is to be learned?";
        learned.notes.push(Diagnostic::note(codes::NOTHING_TO_LEARN, NEEDLESS).help(help));
    }
    Ok(learned)
}

/// Learns all targets together.
fn learn_at_once(
    task: &Task,
    settings: &Settings,
    solver: &dyn Solver,
    limits: &Limits,
    trace: &dyn Trace,
) -> Result<Learned> {
    if race::is_wanted(task, settings)? {
        return learn_exactly(task, settings, solver, limits, trace);
    }
    let learned = greedy::learn_greedily(task, settings, solver, limits, trace)?;
    if task.space.is_meant { race::marked(task, learned, solver, limits) } else { Ok(learned) }
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
        return race::learn_and_check(task, settings, solver, limits, trace);
    }
    let (worlds, _) = worlds::of(task, settings, solver, limits)?;
    let opened = Task { notes: task.notes.clone(), ..opened(task, &worlds) };
    let mut learned = race::learn_and_check(&opened, settings, solver, limits, trace)?;
    learned.rules.closed = closed;
    Ok(learned)
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
    pub exact: Option<Certificate>,
    /// A shorter program beside one that pays for few examples with many literals.
    pub shorter: Option<Shorter>,
    /// What the program names instead of explaining it.
    pub listed: Listed,
    /// What was proved of the declared space, if no program of it satisfies all examples.
    pub unrealizable: Option<String>,
}

/// A program that failed the check and was replaced by a better one.
#[derive(Debug, Clone, Serialize)]
pub struct Repair {
    /// The program.
    pub program: String,
    /// The examples that failed, with why: for a negative one, the stable model that extends it.
    pub counterexamples: Vec<ExampleVerdict>,
}

/// Examples that a program decides by naming them, not by a rule that would say the same of others like them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Listed {
    /// The atoms in its lists, and the negative examples that it forbids as they stand.
    pub n_listed: usize,
    /// All atoms that examples give a label, and all negative examples. What only a closed world excludes is no example.
    pub n_examples: usize,
}

impl Listed {
    fn of(found: &Found, worlds: &Worlds, task: &Task) -> Self {
        let clauses = found.theories.iter().flat_map(|theory| &theory.clauses);
        let n_listed = clauses.map(n_listed).sum::<usize>() + found.ground_constraints.len();
        let n_negative = task.examples.iter().filter(|example| !example.positive).count();
        let labelled = worlds.bias.targets.iter().map(|target| {
            let excluded = if target.closed { 0 } else { target.instances.labelled(false).len() };
            target.instances.labelled(true).len() + excluded
        });
        // What is listed may hold in several worlds, or in some that no example speaks of.
        Self { n_listed, n_examples: (labelled.sum::<usize>() + n_negative).max(n_listed) }
    }
}

impl fmt::Display for Listed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { n_listed, n_examples } = self;
        let are = if *n_listed == 1 { "is" } else { "are" };
        let s = if *n_examples == 1 { "" } else { "s" };
        write!(f, "{n_listed} of {n_examples} example{s} {are} listed, not explained")
    }
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

/// Measures how long stages take.
struct Clock(Instant);

impl Clock {
    fn new() -> Self {
        Self(Instant::now())
    }

    /// The time since the last call.
    fn lap(&mut self) -> Duration {
        let now = Instant::now();
        let lap = now - self.0;
        self.0 = now;
        lap
    }
}
