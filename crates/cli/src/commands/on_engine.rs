//! Commands on a table that an engine beyond memory holds: the library asks, the engine carries requests to the rows.

use super::{
    Console, End, Outcome,
    eval::Evaluated,
    learn::Printed,
    table::{fit_options, idle, shown, summary},
};
use crate::{
    engines::{EngineOptions, Engines, OpenTable, TableOnEngine, Told},
    options::{CheckOptions, Format, LearnOptions},
    output::write_result,
    progress::Bar,
    render,
    summary::rows_right,
    table_options::{EvalOptions, LayoutOptions, PredictOptions, TableOptions},
};
use serde::Serialize;
use std::{
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};
use xfold::{
    Error, Limits, Result, StopReason, codes, page,
    report::{LearnedFrom, Note, TableReport, TableSettings},
    table::{
        CheckedBy, TableVerdict,
        fit::FitOptions,
        model::Model,
        parts::{CountedParts, PartedRun, PartedTable, RulesOnParts},
        read::{self, is_table},
        text,
    },
};
use xfold_asp::{SourceMap, diagnostic::Diagnostic};

/// Learns from a table.
pub fn learn(options: &LearnOptions, engines: &dyn Engines, limits: &Limits, console: Console) -> Outcome {
    let settings = options.settings()?;
    let fit = fit_options(&settings, &options.table, options.max_depth_of_tables())?;
    let fit = FitOptions { seed: options.seed.unwrap_or(fit.seed), ..fit };
    console.notes(&idle(&settings), &SourceMap::default());
    let (read, target) = (options.table.read_options(), target_options(&options.table)?);
    let threads = options.threads.map(usize::from);
    let (opened, reading) =
        open(&options.task, &options.table.layout, &options.engine, engines, threads, limits, console)?;
    let counted = CountedParts::new(&*opened);
    let table = PartedTable::open(&counted, opened.source(), &read, &target, limits)?;
    reading.finish();
    console.notes(&table.notes, &SourceMap::default());
    let (run, trace) =
        shown(options.common.verbose, console, |follower| table.learn(&fit, limits, Some(follower)))?;
    let PartedRun { learned, lost } = run;
    opened.check_unchanged()?;
    let notes: Vec<Note> = table.notes.iter().map(|note| Note::new(note, &SourceMap::default())).collect();
    let settings = TableSettings { read, target, fit };
    let mut report = TableReport::new(LearnedFrom::from(&table), &learned, settings, trace, notes);
    report.command = super::command_line();
    report.traffic = Some(counted.traffic());
    let text = match console.format {
        Format::Json => render::json(&report),
        Format::Text if options.words => text::words(&learned.model),
        Format::Text if lost.is_some() => format!("% not verified: the engine was lost\n{}", learned.program),
        Format::Text => learned.program.clone(),
    };
    // Rows stay where they are, so none is explained.
    let page = || page::of_table(&report, &[]);
    let line = match (&lost, learned.stop) {
        (Some(_), _) => "the engine was lost: the best so far, not verified".to_string(),
        // What the rules do was not counted any more.
        (None, StopReason::Limit(limit)) if learned.verdict.by == CheckedBy::Nobody => {
            format!("stopped by the {limit}: the best so far, not verified")
        }
        _ => summary(&learned, console.paint),
    };
    let printed = Printed { text, lines: vec![line], stop: learned.stop };
    let end = printed.deliver(options, page, || render::json(&report), limits, console)?;
    let Some(lost) = lost else { return Ok(end) };
    console.tell(&[lost], &SourceMap::default());
    Ok(End::Limit)
}

/// Cross-validation.
pub fn evaluate(
    options: &EvalOptions,
    fit: &FitOptions,
    engines: &dyn Engines,
    limits: &Limits,
    console: Console,
    told: &dyn Fn(usize, usize),
) -> Result<Evaluated> {
    let only_memory = |what: &str, help: &str| -> Error {
        Diagnostic::error(codes::TABLE_OPTION, format!("{what} needs --engine memory")).help(help).into()
    };
    let Ok(n_folds) = options.folds.parse::<usize>() else {
        return Err(only_memory(
            "--folds FILE",
            "an engine deals rows to folds by their numbers: give a number",
        ));
    };
    if options.flip > 0.0 {
        return Err(only_memory("--flip", "rows that an engine keeps stay as they are"));
    }
    let (read, target) = (options.table.read_options(), target_options(&options.table)?);
    let threads = options.threads.map(usize::from);
    let data = std::slice::from_ref(&options.data);
    let (opened, reading) =
        open(data, &options.table.layout, &options.engine, engines, threads, limits, console)?;
    let table = PartedTable::open(&*opened, opened.source(), &read, &target, limits)?;
    reading.finish();
    console.notes(&table.notes, &SourceMap::default());
    let (file, target, rows) = (table.name.clone(), table.target.clone(), table.n_rows as usize);
    let evaluation = table.cross_validate(n_folds, options.seed, fit, limits, told)?;
    opened.check_unchanged()?;
    Ok(Evaluated { file, target, rows, evaluation })
}

/// Gives rows their classes. Each part of the table becomes a Parquet file in a folder.
pub fn predict(
    options: &PredictOptions,
    model: &Model,
    engines: &dyn Engines,
    limits: &Limits,
    console: Console,
) -> Outcome {
    let Some(folder) = &options.output else {
        let message = "on an engine predictions are files: -o FOLDER is missing";
        let help = "every part of the table writes a Parquet file there";
        return Err(Diagnostic::error(codes::TABLE_OPTION, message).help(help).into());
    };
    if options.facts.is_some() {
        let message = "--facts needs --engine memory";
        return Err(Diagnostic::error(codes::TABLE_OPTION, message).into());
    }
    if std::fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_some()) {
        let message = format!("{} is there already, and is not empty", folder.display());
        return Err(Diagnostic::error(codes::CANNOT_WRITE, message).help("give a new folder").into());
    }
    let folder = std::path::absolute(folder).unwrap_or_else(|_| folder.clone());
    let data = std::slice::from_ref(&options.data);
    let (opened, reading) = open(data, &options.layout, &options.engine, engines, None, limits, console)?;
    let rules = RulesOnParts::new(&*opened, opened.source(), model, &options.layout.read_options())?;
    console.notes(&rules.notes, &SourceMap::default());
    let n_rows = rules.predict(options.id.as_deref(), &folder.display().to_string(), limits)?;
    reading.finish();
    opened.check_unchanged()?;
    let n_files = opened.keys().len();
    match console.format {
        Format::Json => {
            let written = Written { folder: folder.display().to_string(), files: n_files, rows: n_rows };
            write_result(&render::versioned_json(&written), None)?;
        }
        Format::Text => {
            console.lines(&[format!("{n_rows} rows in {n_files} files of {}", folder.display())]);
        }
    }
    Ok(End::Holds)
}

/// Where predictions were written.
#[derive(Serialize)]
struct Written {
    folder: String,
    files: usize,
    rows: u64,
}

/// Checks rules on rows whose class is known.
pub fn check(
    options: &CheckOptions,
    files: &[PathBuf],
    rules: &Path,
    engines: &dyn Engines,
    limits: &Limits,
    console: Console,
) -> Outcome {
    let mut sources = SourceMap::default();
    let (model, notes) = super::predict::read_rules(rules, &mut sources)
        .map_err(|error| super::Failure::new(error, std::mem::take(&mut sources)))?;
    console.notes(&notes, &sources);
    let (opened, reading) = open(files, &options.layout, &options.engine, engines, None, limits, console)?;
    let on_parts = RulesOnParts::new(&*opened, opened.source(), &model, &options.layout.read_options())?;
    console.notes(&on_parts.notes, &SourceMap::default());
    let checked = on_parts.check(limits)?;
    reading.finish();
    opened.check_unchanged()?;
    let verdict = &checked.verdict;
    let all_hold = verdict.right == verdict.rows;
    let text = match console.format {
        Format::Json => render::versioned_json(&Checked {
            files: files
                .iter()
                .chain([&rules.to_path_buf()])
                .map(|file| file.display().to_string())
                .collect(),
            target: &model.target,
            classes: &checked.classes,
            all_hold,
            verdict,
        }),
        Format::Text if options.common.quiet => String::new(),
        Format::Text => {
            let of_class = checked.classes.iter().zip(&verdict.confusion).enumerate();
            let lines = of_class.map(|(place, (class, given))| {
                format!("{class}: {} of {} rows right\n", given[place], given.iter().sum::<u64>())
            });
            lines.collect::<String>() + &rows_right(verdict.right, verdict.rows) + "\n"
        }
    };
    write_result(&text, None)?;
    Ok(if all_hold { End::Holds } else { End::Fails })
}

/// What came out of a check, for programs.
#[derive(Serialize)]
struct Checked<'a> {
    files: Vec<String>,
    target: &'a str,
    classes: &'a [String],
    all_hold: bool,
    verdict: &'a TableVerdict,
}

fn target_options(options: &TableOptions) -> Result<xfold::table::target::TargetOptions> {
    if options.target.is_none() {
        let message = "--engine is for tables: --target, the column with the class, is missing";
        return Err(Diagnostic::error(codes::NO_TARGET_COLUMN, message).into());
    }
    options.target_options()
}

/// Opens a table on the engine that the options name.
fn open(
    paths: &[PathBuf],
    layout: &LayoutOptions,
    engine: &EngineOptions,
    engines: &dyn Engines,
    n_threads: Option<usize>,
    limits: &Limits,
    console: Console,
) -> Result<(Box<dyn OpenTable>, PassBar)> {
    let text = |path: &PathBuf| {
        let not_text =
            || Diagnostic::error(codes::CANNOT_READ, format!("{}: the name is not UTF-8", path.display()));
        path.to_str().map(str::to_string).ok_or_else(not_text)
    };
    let locations: Vec<String> = paths.iter().map(text).collect::<std::result::Result<_, _>>()?;
    let options = layout.read_options();
    let (delimiter, has_header) = match first_csv(&locations) {
        Some(file) => read::csv_beginning(&file, &options)?,
        None => (options.delimiter.unwrap_or(b','), options.header.unwrap_or(true)),
    };
    let reading = PassBar(Arc::new(Mutex::new(Some(Bar::start(console.is_on(), "reading")))));
    let table = TableOnEngine {
        locations,
        delimiter,
        has_header,
        n_threads,
        memory_limit: limits.memory(),
        told: reading.told(),
    };
    Ok((engines.open(&engine.engine, table)?, reading))
}

/// Shows how far a pass over the table is, until something else is shown.
struct PassBar(Arc<Mutex<Option<Bar>>>);

impl PassBar {
    fn told(&self) -> Told {
        let bar = Arc::clone(&self.0);
        Box::new(move |done, all| {
            if let Some(bar) = &*bar.lock().unwrap_or_else(PoisonError::into_inner) {
                bar.set(done as u64, all as u64);
            }
        })
    }

    fn finish(&self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
    }
}

/// The first CSV file of a table on this machine, if it has one.
fn first_csv(locations: &[String]) -> Option<PathBuf> {
    let first = locations.first()?;
    let path = Path::new(first.strip_prefix("file://").unwrap_or(first));
    let is_csv = |path: &Path| is_table(path) && path.extension().is_none_or(|ending| ending != "parquet");
    if path.is_file() {
        return Some(path.to_path_buf()).filter(|path| is_csv(path));
    }
    let folder = if path.is_dir() { path } else { path.parent()? };
    let entries = std::fs::read_dir(folder).ok()?.flatten().map(|entry| entry.path());
    entries.filter(|path| path.is_file() && is_csv(path)).min()
}
