//! `xfold learn` on a table: reads it, learns, prints the rules and how well they fit.

use super::{Console, Outcome, learn::Printed, solver};
use crate::{
    options::{Format, LearnOptions},
    output::{Paint, say},
    progress::{Bar, Reading},
    render,
    summary::{counted, duration, rows_right},
    table_options::TableOptions,
};
use std::{
    path::Path,
    sync::{Mutex, PoisonError},
};
use xfold::{
    Error, Learner, Limits, Result, Settings, StopReason, codes, page,
    report::{LearnedFrom, Note, TableReport, TableSettings},
    table::{
        CheckedBy, LearnedTable, Table, TableVerdict,
        fit::FitOptions,
        learn_and_tell,
        read::{self, ReadOptions},
        target::{Classified, TargetOptions},
        text,
        trace::{Follower, Step},
    },
};
use xfold_asp::{diagnostic::Diagnostic, span::SourceMap};

/// What the target is; without one, the error names the columns that there are.
pub fn target_options(path: &Path, options: &TableOptions, limits: &Limits) -> Result<TargetOptions> {
    if options.target.is_some() {
        return options.target_options();
    }
    let message = "a table needs --target, the column with the class";
    let error = Diagnostic::error(codes::NO_TARGET_COLUMN, message);
    let read = ReadOptions { known: None, ..options.read_options() };
    let table = read::file(path, &read, &Reading::start(false, limits))?;
    let names: Vec<String> =
        table.columns.iter().take(MOST_NAMES).map(|column| format!("`{}`", column.name)).collect();
    let more = if table.columns.len() > MOST_NAMES { ", …" } else { "" };
    Err(error.help(format!("one of its columns, which are {}{more}", names.join(", "))).into())
}

/// Columns that a message names.
const MOST_NAMES: usize = 30;

/// Reads a table as the options want it, and says what is worth knowing of it.
pub fn read_table(path: &Path, options: &ReadOptions, limits: &Limits, console: Console) -> Result<Table> {
    let reading = Reading::start(console.is_on(), limits);
    let table = read::file(path, options, &reading)?;
    drop(reading);
    console.notes(&table.notes, &SourceMap::default());
    Ok(table)
}

/// Learns from a table.
pub fn run(options: &LearnOptions, limits: &Limits, console: Console) -> Outcome {
    let [path] = &options.task[..] else {
        let message = "one table at a time: other files cannot be read beside it";
        let help = "a table in several files needs --engine datafusion";
        return Err(Diagnostic::error(codes::TABLE_OPTION, message).help(help).into());
    };
    let settings = options.settings()?;
    let fit = fit_options(&settings, &options.table, options.max_depth_of_tables())?;
    let fit = FitOptions { seed: options.seed.unwrap_or(fit.seed), ..fit };
    let target = target_options(path, &options.table, limits)?;
    console.notes(&idle(&settings), &SourceMap::default());
    let read_options = options.table.read_options();
    let table = read_table(path, &read_options, limits, console)?;
    let data = Classified::new(&table, &target)?;
    console.notes(&data.notes, &SourceMap::default());
    let solver = solver()?;
    let (learned, trace) = shown(options.common.verbose, console, |follower| {
        learn_and_tell(&data, &fit, Some(&solver), limits, Some(follower))
    })?;
    if let Some(limit) = limits.reached().filter(|_| learned.model.n_rules() == 0) {
        return Err(Error::Limit(limit).into());
    }
    let all_notes = table.notes.iter().chain(&data.notes);
    let notes: Vec<Note> = all_notes.map(|note| Note::new(note, &SourceMap::default())).collect();
    let settings = TableSettings { read: read_options, target, fit };
    let mut report = TableReport::new(LearnedFrom::from(&data), &learned, settings, trace, notes);
    report.command = super::command_line();
    let text = match console.format {
        Format::Json => render::json(&report),
        Format::Text if options.words => text::words(&learned.model),
        Format::Text => learned.program.clone(),
    };
    let page = || page::of_table(&report, &page::explained_rows(&data, &learned.model, limits));
    let printed = Printed { text, lines: vec![summary(&learned, console.paint)], stop: learned.stop };
    let outcome = printed.deliver(options, page, || render::json(&report), limits, console);
    // Freeing the table would take time, so the process ends here.
    outcome.unwrap_or_else(|failure| console.fail(failure)).leave()
}

/// Learns with a bar, or with the trace if that is wanted; the trace is kept for the report.
pub(super) fn shown<T>(
    is_verbose: bool,
    console: Console,
    learn: impl FnOnce(&dyn Follower) -> Result<T>,
) -> Result<(T, Vec<String>)> {
    let bar = Bar::start(console.is_on() && !is_verbose, "learning");
    let trace: Mutex<Vec<String>> = Mutex::default();
    let follow = |step: &Step| {
        let text = step.to_string();
        if is_verbose {
            text.lines().for_each(say);
        }
        let mut trace = trace.lock().unwrap_or_else(PoisonError::into_inner);
        trace.extend(text.lines().map(str::to_string));
        match step {
            Step::Class { class, .. } => bar.begin(&format!("learning: {class}")),
            Step::Rule { left, of, .. } => bar.set((of - left) as u64, *of as u64),
            _ => {}
        }
    };
    let learned = learn(&follow)?;
    drop(bar);
    Ok((learned, trace.into_inner().unwrap_or_else(PoisonError::into_inner)))
}

/// `verified by clingo: 12 of 12 rows right (100.0 %) · 1 rule, 3 literals · 0.2 ms`
pub(super) fn summary(learned: &LearnedTable, paint: Paint) -> String {
    let TableVerdict { by, rows, right, .. } = learned.verdict;
    let state = match learned.stop {
        StopReason::Verified => paint.green("verified"),
        StopReason::NotVerified => paint.red("not verified"),
        StopReason::Limit(limit) => paint.yellow(&format!("stopped by the {limit}, the best so far")),
    };
    let by = match by {
        CheckedBy::Clingo => "by clingo",
        CheckedBy::Evaluator => "by xfold's evaluator",
        CheckedBy::Nobody => "and not checked, by the search's count",
    };
    let theories = match learned.model.theories().len() {
        1 => String::new(),
        n_theories => format!("{n_theories} theories, "),
    };
    let rules = counted(learned.model.n_rules(), "rule");
    let literals = counted(learned.model.n_literals(), "literal");
    let figures = format!(" · {theories}{rules}, {literals} · {}", duration(learned.fit_time));
    format!("{state} {by}: {}{}", rows_right(right, rows), paint.dim(&figures))
}

/// The options that change nothing for a table.
pub(super) fn idle(settings: &Settings) -> Vec<Diagnostic> {
    let idle = |(is_set, option, why): (bool, &str, &str)| {
        let message = format!("{option} changes nothing for a table: {why}");
        is_set.then(|| Diagnostic::warning(codes::TABLE_OPTION, message))
    };
    let options = [
        (settings.noise, "--noise", "wrong rows are always expected"),
        (settings.complete, "--complete", "every row gets a class anyway"),
    ];
    options.into_iter().filter_map(idle).collect()
}

/// How to learn from a table, from settings and the table's own options.
pub fn fit_options(settings: &Settings, table: &TableOptions, max_depth: usize) -> Result<FitOptions> {
    if settings.paper && table.max_rules.is_some() {
        let message = "the published algorithm has no price for rules: choose one of --paper and --max-rules";
        return Err(Diagnostic::error(codes::TABLE_OPTION, message).into());
    }
    if settings.learner == Learner::Foil || settings.learner == Learner::Xfold {
        let message = "tables are learned from by fold: --learner goes with other tasks";
        return Err(Diagnostic::error(codes::TABLE_OPTION, message).into());
    }
    Ok(FitOptions {
        brevity: settings.brevity,
        max_rules: table.max_rules.map(|most| most as usize),
        max_depth,
        tuning: settings.tuning,
        paper: settings.paper,
        describe: table.describe.clone(),
        vote: table.vote.into(),
        ..FitOptions::default()
    })
}
