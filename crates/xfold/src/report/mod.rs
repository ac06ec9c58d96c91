//! The report: one run, or one check, as a value that every front end prints, stores or shows. Behind the path task →
//! worlds → search → rules → check.
//!
//! Version 1. Fields may be added within a version; none is renamed or removed, nor does one change its meaning.

mod table;

pub use crate::note::Note;
pub use table::{ColumnReport, LearnedFrom, RuleReport, TableReport, TableSettings};

use crate::{
    Learned, Learner, Settings, StopReason, Task,
    check::{ExampleVerdict, RulesText, Verdict},
    explain::{RuleSupport, rule_support},
    learn::{Certificate, Repair, Shorter},
    rules::Hypothesis,
    search::{Calls, Theory},
    worlds::{Target, World},
};
use serde::Serialize;
use std::collections::BTreeSet;
use xfold_asp::{
    diagnostic::Diagnostic,
    span::SourceMap,
    symbols::{Atoms, Signature, Symbol, show_atom},
    syntax::Rule,
    visit,
};
use xfold_solve::{LimitReached, Limits, Solver, work::SECOND};
use xfold_store::Counts;

/// The version of the reports' form.
const VERSION: u32 = 1;

/// What came out of a run of the learner.
#[derive(Debug, Clone, Serialize)]
pub struct Report {
    /// The version of this form.
    pub version: u32,
    /// The version of xfold.
    pub xfold: &'static str,
    /// The command that was typed, if there was one.
    pub command: Vec<String>,
    /// The files of the task.
    pub files: Vec<String>,
    /// The learner.
    pub learner: Learner,
    /// The settings in force.
    pub settings: Settings,
    /// How the run ended.
    pub stop: Stop,
    /// The learned program, comments included, as it is printed.
    pub program: String,
    /// Number of rules.
    pub n_rules: usize,
    /// Number of literals in all bodies; each value of a list counts.
    pub n_literals: usize,
    /// Examples that the program names in lists instead of explaining them.
    pub n_listed: usize,
    /// What was proved of the declared space, if no program of it satisfies all examples: then the program, if there is
    /// one, goes beyond the space.
    pub unrealizable: Option<String>,
    /// What each rule derives, if that was looked at.
    pub rules: Vec<RuleSupport>,
    /// What was learned for each target, in order.
    pub targets: Vec<TargetReport>,
    /// What the solver says of each example; none if a limit came first.
    pub examples: Option<Vec<ExampleVerdict>>,
    /// For a program with several stable models, what is true of the targets in the world of each positive example, up
    /// to a hundred of them.
    pub worlds: Vec<WorldReport>,
    /// What the exact part says of the program, if it had a say.
    pub exact: Option<Certificate>,
    /// A shorter program beside one that pays for few examples with many literals.
    pub shorter: Option<Shorter>,
    /// Programs that failed the check and were replaced, in order.
    pub repairs: Vec<Repair>,
    /// Constraints that were added by completion, though no example asks for them.
    pub completed: Vec<String>,
    /// Negative examples for which no pattern was found, so that they are forbidden as they stand.
    pub enumerated: Vec<String>,
    /// Bounds on the shape of rules that cut the search, so that a larger bound may find more.
    pub cut_by: Vec<String>,
    /// What the user should know of the task and of how it was read.
    pub notes: Vec<Note>,
    /// How often the solver was asked.
    pub n_solver_calls: usize,
    /// How often the solver was asked, by what for.
    pub solver_calls: Calls,
    /// How many candidate literals were counted.
    pub n_candidates: u64,
    /// How long each stage took.
    pub seconds: Seconds,
}

/// The most worlds that are reported.
const MOST_WORLDS: usize = 100;

/// What is true in the world of a positive example.
#[derive(Debug, Clone, Serialize)]
pub struct WorldReport {
    /// The example's name.
    pub example: String,
    /// The target atoms that hold in every stable model that agrees with the example.
    pub certain: Vec<String>,
    /// Those that hold in some of them only, where rules of the background tell.
    pub open: Vec<String>,
}

/// How a run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Stop {
    /// Every example that must hold does.
    Verified,
    /// Some example fails.
    NotVerified,
    /// The time limit came first.
    TimeLimit,
    /// The memory limit came first.
    MemoryLimit,
    /// The user stopped it.
    Interrupt,
    /// The search ended after as much work as is reasonable where the user sets no time limit.
    WorkBound,
}

/// What was learned for one target.
#[derive(Debug, Clone, Serialize)]
pub struct TargetReport {
    /// The predicate, such as `fly/1`.
    pub predicate: String,
    /// Whether instances that no example mentions counted as negative.
    pub closed: bool,
    /// All its labelled instances.
    pub examples: Labels,
    /// Those its rules cover, as the search counted them.
    pub covered: Labels,
    /// Its rules, with those of the exceptions they need.
    pub rules: Vec<String>,
}

/// Instances by label, an instance of an example with a penalty counting as often as the penalty says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Labels {
    /// Positive ones.
    pub positive: u64,
    /// Negative ones.
    pub negative: u64,
}

/// Seconds by stage.
#[derive(Debug, Clone, Copy, Default, Serialize)]
pub struct Seconds {
    /// Solving the worlds.
    pub worlds: f64,
    /// Searching.
    pub search: f64,
    /// Checking.
    pub check: f64,
}

/// What came out of checking rules that someone else wrote.
#[derive(Debug, Clone, Serialize)]
pub struct CheckReport {
    /// The version of this form.
    pub version: u32,
    /// The version of xfold.
    pub xfold: &'static str,
    /// The files of the task, and last the file of the rules.
    pub files: Vec<String>,
    /// Whether every example that must hold does.
    pub all_hold: bool,
    /// What the solver says of each example.
    pub examples: Vec<ExampleVerdict>,
    /// For each target the labelled instances that hold, where every example has one stable model.
    pub covered: Option<Vec<Labels>>,
    /// What the user should know of how the task and the rules were read.
    pub notes: Vec<Note>,
    /// How often the solver was asked for the verdict.
    pub n_solver_calls: usize,
}

impl Report {
    /// The report of a run.
    pub fn new(task: &Task, learned: &Learned) -> Self {
        let Learned { rules, found, verdict, worlds, times, .. } = learned;
        let theory = |number: usize| found.theories.iter().find(|theory| theory.target == number);
        let targets = worlds.bias.targets.iter().enumerate();
        Self {
            version: VERSION,
            xfold: env!("CARGO_PKG_VERSION"),
            command: Vec::new(),
            files: file_names(&task.sources),
            learner: learned.settings.learner,
            settings: learned.settings.clone(),
            stop: Stop::of(learned.stop),
            program: learned.program(),
            n_rules: rules.rules.len(),
            n_literals: rules.n_literals(),
            n_listed: learned.listed.n_listed,
            unrealizable: learned.unrealizable.clone(),
            rules: Vec::new(),
            targets: targets
                .map(|(number, target)| {
                    TargetReport::new(target, &worlds.bias.targets, theory(number), rules)
                })
                .collect(),
            examples: verdict.as_ref().map(|verdict| verdict.examples.clone()),
            worlds: world_reports(learned),
            exact: learned.exact.clone(),
            shorter: learned.shorter.clone(),
            repairs: learned.repairs.clone(),
            completed: rules.completed.iter().map(ToString::to_string).collect(),
            enumerated: found.ground_constraints.iter().map(ToString::to_string).collect(),
            cut_by: found.cut_by.iter().map(ToString::to_string).collect(),
            notes: learned.notes.iter().map(|note| Note::new(note, &task.sources)).collect(),
            n_solver_calls: found.n_calls.total(),
            solver_calls: found.n_calls,
            n_candidates: found.n_candidates,
            seconds: Seconds {
                worlds: times.worlds.as_secs_f64(),
                search: times.search.as_secs_f64(),
                check: times.check.as_secs_f64(),
            },
        }
    }
}

/// With more facts and labels than this, what each rule derives is not looked at.
const MOST_ATOMS: usize = 5_000;
/// The work that goes into what rules derive: they may derive much more than any example speaks of.
const WORK_ON_SUPPORT: u64 = SECOND;

/// What each rule of a run derives; nothing if there is too much to look at, or a limit comes first.
pub fn support(task: &Task, learned: &Learned, solver: &dyn Solver, limits: &Limits) -> Vec<RuleSupport> {
    let Ok(task) = &task.reached(&learned.rules.statements(), limits) else { return Vec::new() };
    let labels = task.examples.iter().flat_map(|example| [&example.inclusions, &example.exclusions]);
    let all = std::iter::once(&*task.background.facts).chain(labels);
    let n_atoms = all.map(Atoms::len).sum::<usize>() + task.n_table_facts();
    if n_atoms > MOST_ATOMS || learned.settings.hide_types || limits.reached().is_some() {
        return Vec::new();
    }
    let (program, statements) = (learned.rules.text(), learned.rules.statements());
    let rules = RulesText { text: &program, origin: None, statements: &statements };
    let closed: Vec<Signature> = learned
        .worlds
        .bias
        .targets
        .iter()
        .filter(|target| target.closed)
        .map(|target| target.signature.clone())
        .collect();
    rule_support(task, &rules, &closed, solver, &limits.clone().with_work(WORK_ON_SUPPORT))
        .unwrap_or_default()
}

impl CheckReport {
    /// The report of a check. `sources` are the task's and the rules'.
    pub fn new(sources: &SourceMap, verdict: &Verdict, notes: &[Diagnostic]) -> Self {
        Self {
            version: VERSION,
            xfold: env!("CARGO_PKG_VERSION"),
            files: file_names(sources),
            all_hold: verdict.all_hold(),
            examples: verdict.examples.clone(),
            covered: verdict.derived.as_ref().map(|all| all.iter().map(|&counts| counts.into()).collect()),
            notes: notes.iter().map(|note| Note::new(note, sources)).collect(),
            n_solver_calls: verdict.n_solver_calls,
        }
    }
}

impl Stop {
    pub(crate) fn of(reason: StopReason) -> Self {
        match reason {
            StopReason::Verified => Stop::Verified,
            StopReason::NotVerified => Stop::NotVerified,
            StopReason::Limit(LimitReached::Time) => Stop::TimeLimit,
            StopReason::Limit(LimitReached::Memory) => Stop::MemoryLimit,
            StopReason::Limit(LimitReached::Interrupt) => Stop::Interrupt,
            StopReason::Limit(LimitReached::Work) => Stop::WorkBound,
        }
    }
}

impl TargetReport {
    fn new(target: &Target, targets: &[Target], theory: Option<&Theory>, program: &Hypothesis) -> Self {
        let instances = &target.instances;
        Self {
            predicate: target.signature.to_string(),
            closed: target.closed,
            examples: instances.count(&instances.all()).into(),
            covered: theory.map(|theory| theory.covered).unwrap_or_default().into(),
            rules: rules_of(&target.signature, targets, program).iter().map(ToString::to_string).collect(),
        }
    }
}

impl From<Counts> for Labels {
    fn from(counts: Counts) -> Self {
        Self { positive: counts.pos, negative: counts.neg }
    }
}

/// The worlds, where the program may have several stable models.
fn world_reports(learned: &Learned) -> Vec<WorldReport> {
    let worlds = &learned.worlds;
    if learned.settings.learner != Learner::Xfold {
        return Vec::new();
    }
    let report = |world: &World| {
        let mut report = WorldReport { example: world.name.to_string(), certain: vec![], open: vec![] };
        for target in &worlds.bias.targets {
            let signature = &target.signature;
            let certain = world.certain(signature);
            let show = |row: &&[Symbol]| show_atom(signature, row, &worlds.symbols);
            report.certain.extend(certain.iter().map(show));
            let open = world.possible(signature).split_off(certain.len());
            report.open.extend(open.iter().map(show));
        }
        report
    };
    worlds.worlds.iter().take(MOST_WORLDS).map(report).collect()
}

fn file_names(sources: &SourceMap) -> Vec<String> {
    sources.files().iter().map(|file| file.name.clone()).collect()
}

/// The rules of a target and, in turn, of the invented predicates that these read.
fn rules_of<'a>(target: &Signature, targets: &[Target], program: &'a Hypothesis) -> Vec<&'a Rule> {
    let mut wanted = BTreeSet::from([target.clone()]);
    let reads = |rule: &Rule| visit::rule_reads(rule).into_iter().map(|(read, _)| read).collect();
    let parts: Vec<(Vec<Signature>, Vec<Signature>)> =
        program.rules.iter().map(|rule| (visit::rule_heads(rule), reads(rule))).collect();
    let is_target = |signature: &Signature| targets.iter().any(|target| target.signature == *signature);
    let is_invented = |signature: &Signature| {
        parts.iter().any(|(heads, _)| heads.contains(signature)) && !is_target(signature)
    };
    let is_wanted =
        |heads: &[Signature], wanted: &BTreeSet<Signature>| heads.iter().any(|h| wanted.contains(h));
    loop {
        let known = wanted.len();
        let reached = parts.iter().filter(|(heads, _)| is_wanted(heads, &wanted));
        let reads: Vec<&Signature> =
            reached.flat_map(|(_, reads)| reads).filter(|read| is_invented(read)).collect();
        wanted.extend(reads.into_iter().cloned());
        if wanted.len() == known {
            break;
        }
    }
    let rules = program.rules.iter().zip(&parts).filter(|(_, (heads, _))| is_wanted(heads, &wanted));
    rules.map(|(rule, _)| rule).collect()
}
