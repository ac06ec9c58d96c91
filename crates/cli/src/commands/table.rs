//! `xfold learn` on a table: reads it, learns, prints the rules and how well they fit.

use super::{End, Voice, solver};
use crate::{
    files,
    options::{Format, LearnOptions},
    output::{deliver, say, write_report},
    progress::{Bar, Reading},
    render, supervisor,
    table_options::TableOptions,
};
use std::{
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
};
use xfold::{
    Error, Learner, LimitReached, Limits, Result, Settings, StopReason, codes, page,
    report::{Note, TableReport, TableSettings},
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

/// Runs the command.
pub fn run(options: &LearnOptions, limits: &Limits, voice: Voice) -> End {
    let none = SourceMap::default();
    if let Err(error) = files::check(options.outputs(), options.task.iter().map(PathBuf::as_path)) {
        return voice.errors(&[error], &none);
    }
    let outcome = learn_table(options, limits, voice);
    match outcome {
        Ok(end) => end,
        Err(error) => fail(error, voice),
    }
}

/// Says what went wrong.
pub fn fail(error: Error, voice: Voice) -> End {
    match error {
        Error::Limit(limit) => {
            voice.errors(&[supervisor::too_late(limit)], &SourceMap::default());
            End::Limit
        }
        Error::Diagnostics(errors) => voice.errors(&errors, &SourceMap::default()),
    }
}

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
pub fn read_table(path: &Path, options: &ReadOptions, limits: &Limits, voice: Voice) -> Result<Table> {
    let reading = Reading::start(voice.is_on(), limits);
    let table = read::file(path, options, &reading);
    drop(reading);
    let table = table?;
    voice.notes(&table.notes, &SourceMap::default());
    Ok(table)
}

fn learn_table(options: &LearnOptions, limits: &Limits, voice: Voice) -> Result<End> {
    let [path] = &options.task[..] else {
        let message = "one table at a time: other files cannot be read beside it";
        return Err(Diagnostic::error(codes::TABLE_OPTION, message).into());
    };
    let fit = options.fit_options()?;
    let target = target_options(path, &options.table, limits)?;
    voice.notes(&idle(&options.settings()), &SourceMap::default());
    let read_options = options.table.read_options();
    let table = read_table(path, &read_options, limits, voice)?;
    let data = Classified::new(&table, &target)?;
    voice.notes(&data.notes, &SourceMap::default());
    let is_verbose = options.common.verbose;
    let bar = Bar::start(voice.is_on() && !is_verbose, "learning");
    let trace: Mutex<Vec<String>> = Mutex::default();
    let told = |step: &Step| {
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
    let follower: &dyn Follower = &told;
    let learned = learn_and_tell(&data, &fit, Some(&solver()?), limits, Some(follower));
    drop(bar);
    let learned = learned?;
    if limits.reached().is_some() && learned.model.n_rules() == 0 {
        return Err(Error::Limit(limits.reached().unwrap_or(LimitReached::Time)));
    }
    let all_notes = table.notes.iter().chain(&data.notes);
    let notes: Vec<Note> = all_notes.map(|note| Note::new(note, &SourceMap::default())).collect();
    let settings = TableSettings { read: read_options, target, fit };
    let trace = trace.into_inner().unwrap_or_else(PoisonError::into_inner);
    let mut report = TableReport::new(&data, &learned, settings, trace, notes);
    report.command = super::command_line();
    let text = match voice.format {
        Format::Json => render::to_json(&report) + "\n",
        Format::Text if options.words => text::words(&learned.model),
        Format::Text => learned.program.clone(),
    };
    // The rules come first: whatever becomes of the report, they are there.
    let mut errors: Vec<Diagnostic> =
        deliver(&text, options.output.as_deref(), voice.format).err().into_iter().collect();
    voice.lines(&summary(&learned, voice));
    if let Some(file) = &options.report {
        let text = match options.wants_page() {
            true => page::of_table(&report, &page::explained_rows(&data, &learned.model, limits)),
            false => render::to_json(&report) + "\n",
        };
        errors.extend(write_report(&text, file).err());
        if options.wants_page() && !matches!(learned.stop, StopReason::Limit(_)) {
            voice.cut_report(limits);
        }
    }
    if !errors.is_empty() {
        return Err(Error::Diagnostics(errors));
    }
    let end = match learned.stop {
        StopReason::Verified => End::Holds,
        StopReason::NotVerified => End::Fails,
        StopReason::Limit(_) => End::Limit,
    };
    // To free the table takes time, too.
    end.leave()
}

fn summary(learned: &LearnedTable, voice: Voice) -> Vec<String> {
    let TableVerdict { by, rows, right, .. } = learned.verdict;
    let state = match learned.stop {
        StopReason::Verified => voice.paint.green("verified"),
        StopReason::NotVerified => voice.paint.red("not verified"),
        StopReason::Limit(limit) => voice.paint.yellow(&format!("stopped by the {limit}, the best so far")),
    };
    let by = match by {
        CheckedBy::Clingo => "by clingo",
        CheckedBy::Evaluator => "by xfold's evaluator",
        CheckedBy::Nobody => "and not checked, by the search's count",
    };
    let share = 100.0 * right as f64 / rows.max(1) as f64;
    let (n_rules, n_literals) = (learned.model.n_rules(), learned.model.n_literals());
    let time = crate::summary::duration(learned.fit_time);
    let plural = |n: usize| if n == 1 { "" } else { "s" };
    let theories = match learned.model.theories().len() {
        1 => String::new(),
        n_theories => format!("{n_theories} theories, "),
    };
    let figures = format!(
        " · {theories}{n_rules} rule{}, {n_literals} literal{} · {time}",
        plural(n_rules),
        plural(n_literals)
    );
    vec![format!("{state} {by}: {right} of {rows} rows right ({share:.1} %){}", voice.paint.dim(&figures))]
}

impl LearnOptions {
    /// How to learn from a table.
    fn fit_options(&self) -> Result<FitOptions> {
        let settings = self.settings();
        settings.check()?;
        let options = fit_options(&settings, &self.table, self.max_depth_of_tables())?;
        Ok(FitOptions { seed: self.seed.unwrap_or(options.seed), ..options })
    }
}

/// The options that change nothing for a table.
fn idle(settings: &Settings) -> Vec<Diagnostic> {
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
