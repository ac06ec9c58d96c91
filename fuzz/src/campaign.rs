//! Many cases, side by side: counted, and what fails made smaller and kept.

use crate::{
    case::Case,
    corpus::Corpus,
    judge::Fault,
    oracle::Oracle,
    play::{Outcome, play},
    text::statements,
};
use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

/// How often a failing case is tried with less in it.
const TRIES: usize = 60;

/// Known faults that are not fixed yet: the judge, a word of what it finds, and what it is.
const KNOWN: [(&str, &str, &str); 2] = [
    (
        "reads back",
        "\"E240\"",
        "check refuses a background without a stable model, learn with #neg alone does not",
    ),
    (
        "reads back",
        "makes new terms out of what it derives",
        "a recursion that need not end is converted to Prolog, but not read from there",
    ),
];

/// What a campaign is to do.
#[derive(Debug, Clone)]
pub struct Plan {
    /// The command.
    pub xfold: PathBuf,
    /// What all is drawn from.
    pub seed: u64,
    /// How many cases; none for as many as the time allows.
    pub cases: Option<u64>,
    /// The number of the first case.
    pub first: u64,
    /// The time after which no further case is begun.
    pub time: Option<Duration>,
    /// How many run side by side.
    pub jobs: usize,
    /// Where failing cases are kept.
    pub keep: Option<PathBuf>,
}

/// What a campaign found.
#[derive(Debug, Default)]
pub struct Found {
    /// How many cases were played.
    pub n_cases: u64,
    /// All that came of them.
    pub outcome: Outcome,
    /// Faults that are known, by what they are.
    pub known: BTreeMap<&'static str, usize>,
    /// Lines about the faults, each with a command that shows it.
    pub lines: Vec<String>,
}

/// Plays the cases of a plan.
pub fn campaign(plan: &Plan) -> Found {
    let corpus = Corpus::new(&plan.xfold);
    let oracle = Oracle::new(&plan.xfold);
    let next = AtomicU64::new(plan.first);
    let start = Instant::now();
    let found = Mutex::new(Found::default());
    thread::scope(|scope| {
        for _ in 0..plan.jobs.max(1) {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let is_last = plan.cases.is_some_and(|cases| number >= plan.first + cases);
                    if is_last || plan.time.is_some_and(|time| start.elapsed() > time) {
                        break;
                    }
                    let case = Case::new(plan.seed, number, &corpus);
                    let outcome = play(&case, &plan.xfold, &oracle);
                    let (lines, known) = kept(plan, &case, &outcome, &oracle);
                    let mut found = found.lock().unwrap_or_else(PoisonError::into_inner);
                    found.n_cases += 1;
                    found.outcome.add(outcome);
                    found.lines.extend(lines);
                    known.into_iter().for_each(|what| *found.known.entry(what).or_default() += 1);
                }
            });
        }
    });
    let mut found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
    found.lines.sort();
    found
}

/// Keeps what fails. Returns a line for each new fault, and what known ones are.
fn kept(plan: &Plan, case: &Case, outcome: &Outcome, oracle: &Oracle) -> (Vec<String>, Vec<&'static str>) {
    let (mut lines, mut known, mut told) = (Vec::new(), Vec::new(), Vec::new());
    for fault in &outcome.faults {
        let is_known =
            KNOWN.iter().find(|(judge, word, _)| fault.judge == *judge && fault.what.contains(word));
        if let Some((_, _, what)) = is_known {
            known.push(*what);
        } else if !told.contains(&fault.judge) {
            told.push(fault.judge);
            // Once more, as a busy machine may be to blame, and then with less.
            let again = play(case, &plan.xfold, oracle);
            if !again.faults.iter().any(|other| other.judge == fault.judge) {
                lines.push(format!(
                    "case {}: {}, but not when tried again: {}",
                    case.number, fault.judge, fault.what
                ));
                continue;
            }
            lines.push(keep(plan, case, fault, oracle));
        }
    }
    (lines, known)
}

fn keep(plan: &Plan, case: &Case, fault: &Fault, oracle: &Oracle) -> String {
    let title = format!("case {}: {}: {}", case.number, fault.judge, fault.what);
    let again = format!("cargo xtask fuzz --seed {} --case {}", plan.seed, case.number);
    let Some(folder) = &plan.keep else { return format!("{title}\n    {again}") };
    let small = smaller(case, fault.judge, plan, oracle);
    let place = folder.join(format!("{}-{}-{}", plan.seed, case.number, fault.judge.replace(' ', "-")));
    for file in &small.files {
        let path = place.join(&file.name);
        let written =
            fs::create_dir_all(path.parent().unwrap_or(&place)).and_then(|()| fs::write(&path, &file.bytes));
        if let Err(error) = written {
            return format!("{title}\n    {again}\n    cannot be kept: {error}");
        }
    }
    let command = format!("cd {} && xfold {}", place.display(), fault.command);
    let text = format!("{}\n\n{}\n\n{command}\n{again}\n", fault.judge, fault.what);
    let _ = fs::write(place.join("fault.txt"), text);
    format!("{title}\n    {command}\n    {again}")
}

/// The case with less in its files that still has the fault: statements or lines left out, half of them at first.
fn smaller(case: &Case, judge: &str, plan: &Plan, oracle: &Oracle) -> Case {
    let mut best = case.clone();
    let mut tries = 0;
    for at in 0..best.files.len() {
        let Ok(text) = String::from_utf8(best.files[at].bytes.clone()) else { continue };
        let is_table = best.files[at].name.starts_with("data.");
        let mut parts: Vec<String> = if is_table {
            text.split_inclusive('\n').map(str::to_owned).collect()
        } else {
            statements(&text)
        };
        let mut size = parts.len().div_ceil(2);
        while size > 0 && tries < TRIES {
            let mut start = 0;
            while start < parts.len() && tries < TRIES {
                let mut fewer = parts.clone();
                fewer.drain(start..(start + size).min(parts.len()));
                let mut candidate = best.clone();
                candidate.files[at].bytes = fewer.concat().into_bytes();
                tries += 1;
                if play(&candidate, &plan.xfold, oracle).faults.iter().any(|fault| fault.judge == judge) {
                    (best, parts) = (candidate, fewer);
                } else {
                    start += size;
                }
            }
            size = if size == 1 { 0 } else { size.div_ceil(2) };
        }
    }
    best
}

impl Found {
    /// What was run and found, for people.
    pub fn summary(&self) -> String {
        let outcome = &self.outcome;
        let mut text = format!("{} inputs, {} runs\n", self.n_cases, outcome.n_runs());
        let mut commands: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        for ((command, code), count) in &outcome.ends {
            commands.entry(command).or_default().push(format!("exit {code}: {count}"));
        }
        for (command, ends) in commands {
            text.push_str(&format!("  {command:9} {}\n", ends.join(", ")));
        }
        let codes: Vec<String> =
            outcome.codes.iter().map(|(code, [with, all])| format!("{code} {with}/{all}")).collect();
        text.push_str(&format!("  error codes, with a place / all: {}\n", codes.join(", ")));
        text.push_str(&format!(
            "  verdicts decided by clingo from the definition: {}, not decided: {}\n",
            outcome.decided[0], outcome.decided[1]
        ));
        for (what, count) in &self.known {
            text.push_str(&format!("  known, {count} times: {what}\n"));
        }
        text.push_str(&format!("{} faults\n", self.lines.len()));
        self.lines.iter().for_each(|line| text.push_str(&format!("  {line}\n")));
        text
    }
}

/// The command beside a folder of compiled programs, in the profile of the tests.
pub fn command_of(root: &Path) -> PathBuf {
    let target =
        std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), |folder| root.join(folder));
    target.join("debug/xfold")
}
