//! Commands on a table that an engine beyond memory holds.

use super::{Console, End, Outcome};
use crate::{
    engines::{EngineName, Engines, OpenTable, TableOnEngine},
    options::LearnOptions,
    table_options::LayoutOptions,
};
use std::path::PathBuf;
use xfold::{Limits, codes};
use xfold_asp::diagnostic::Diagnostic;

/// Opens the table of `learn` on the engine that its options name, and learns there.
pub fn learn(options: &LearnOptions, engines: &dyn Engines, limits: &Limits, console: Console) -> Outcome {
    if options.table.target.is_none() {
        let message = "--engine is for tables: --target, the column with the class, is missing";
        return Err(Diagnostic::error(codes::NO_TARGET_COLUMN, message).into());
    }
    let engine = &options.engine.engine;
    let threads = options.threads.map(usize::from);
    let table = table_on_engine(&options.task, &options.table.layout, threads, limits)?;
    let table = engines.open(engine, &table)?;
    learn_on_engine(options, engine, table.as_ref(), limits, console)
}

/// Learns from a table that an engine holds.
fn learn_on_engine(
    _options: &LearnOptions,
    engine: &EngineName,
    table: &dyn OpenTable,
    _limits: &Limits,
    _console: Console,
) -> Outcome<End> {
    let message = format!(
        "this version does not learn on an engine yet: {engine:?} has opened a table of {} columns in {} parts",
        table.columns().len(),
        table.n_parts()
    );
    Err(Diagnostic::error(codes::ENGINE, message).help("leave out --engine to learn in memory").into())
}

/// The error that a command does not run on an engine.
pub fn refuse(command: &str, engine: &EngineName) -> Result<(), Diagnostic> {
    if *engine == EngineName::Memory {
        return Ok(());
    }
    let message = format!("this version does not {command} on an engine yet");
    Err(Diagnostic::error(codes::ENGINE, message).help("leave out --engine to do it in memory"))
}

fn table_on_engine(
    paths: &[PathBuf],
    layout: &LayoutOptions,
    n_threads: Option<usize>,
    limits: &Limits,
) -> Result<TableOnEngine, Diagnostic> {
    let text = |path: &PathBuf| {
        let not_text =
            || Diagnostic::error(codes::CANNOT_READ, format!("{}: the name is not UTF-8", path.display()));
        path.to_str().map(str::to_string).ok_or_else(not_text)
    };
    let locations: Vec<String> = paths.iter().map(text).collect::<Result<_, _>>()?;
    let is_tsv = locations.iter().any(|location| location.ends_with(".tsv"));
    let (delimiter, has_header) = layout.given();
    Ok(TableOnEngine {
        locations,
        delimiter: delimiter.unwrap_or(if is_tsv { b'\t' } else { b',' }),
        has_header: has_header.unwrap_or(true),
        n_threads,
        memory_limit: limits.memory(),
    })
}
