//! Reads tasks whose facts, and perhaps examples, are files: a folder with `task.las`, `facts/PREDICATE.parquet` (or `.csv`,
//! or a folder of such files) and `examples/TARGET.parquet`. First station of the path, task.
//!
//! A file of facts has one column for each argument. A file of examples has one more, the last, with the label. Numbers are
//! read twice: once to know them all, so that each takes four bytes, and once to put the facts into columns.

use super::{
    canonical_folder,
    cells::{self, Cell, Source},
    labelled_example,
};
use crate::{
    codes,
    task::{Example, facts::FactTable, too_wide},
};
use std::path::{Path, PathBuf};
use xfold_asp::{
    diagnostic::Diagnostic,
    number_set::NumberSet,
    span::Span,
    symbols::{Atoms, Signature, Symbol, SymbolKind, Symbols},
};

/// The text of such a task.
pub(super) const TASK: &str = "task.las";
const FACTS: &str = "facts";
const EXAMPLES: &str = "examples";

/// What the files of a folder hold.
#[derive(Default)]
pub(super) struct FactFiles {
    pub(super) tables: Vec<FactTable>,
    /// The one example of the task, if examples are files.
    pub(super) example: Option<Example>,
}

/// A predicate, and the files that hold its atoms.
struct Predicate {
    name: String,
    shown: String,
    files: Vec<Source>,
    n_columns: usize,
}

/// Reads the facts and examples of a folder.
pub(super) fn read(folder: &Path, symbols: &mut Symbols) -> Result<FactFiles, Diagnostic> {
    let facts = predicates(folder, FACTS)?;
    let examples = predicates(folder, EXAMPLES)?;
    let mut numbers = NumberSet::default();
    for source in facts.iter().chain(&examples).flat_map(|predicate| &predicate.files) {
        source.numbers(&mut |number| numbers.insert(number))?;
    }
    symbols.take_numbers(numbers);
    let mut read = FactFiles::default();
    for predicate in &facts {
        let signature = Signature::new(predicate.name.as_str(), predicate.n_columns);
        if let Some(error) = too_wide(&signature, Span::default()) {
            return Err(error);
        }
        if let Some(other) = read.tables.iter().find(|other| other.signature == signature) {
            let message = format!("{} and {} both hold {signature}", other.file, predicate.shown);
            return Err(bad(message, "put parts of one predicate into a folder that has its name"));
        }
        let columns = columns(predicate, symbols)?;
        read.tables.push(FactTable::new(signature, predicate.shown.clone(), columns));
    }
    if !examples.is_empty() {
        read.example = Some(labels(&examples, symbols)?);
    }
    Ok(read)
}

fn bad(message: String, help: &str) -> Diagnostic {
    Diagnostic::error(codes::BAD_FACTS, message).help(help)
}

/// The predicates that a folder of the task has files for, by name.
fn predicates(task: &Path, of: &str) -> Result<Vec<Predicate>, Diagnostic> {
    let folder = task.join(of);
    let mut predicates = Vec::new();
    for path in entries(&folder) {
        let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        let shown = path.display().to_string();
        let paths = if path.is_dir() { entries(&path) } else { vec![path] };
        let mut files = Vec::new();
        for path in paths {
            if let (Ok(real), Some(inside)) = (path.canonicalize(), canonical_folder(task))
                && !real.starts_with(inside)
            {
                let message = format!("{} is outside the task's folder", path.display());
                let help = "copy the file beside the task";
                return Err(Diagnostic::error(codes::INCLUDE_OUTSIDE, message).help(help));
            }
            files.push(Source::open(&path)?);
        }
        let is_name = stem.trim_start_matches('_').starts_with(|sign: char| sign.is_ascii_lowercase())
            && stem.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        if !is_name {
            let message = format!("{shown}: a file of facts has the name of its predicate, but this is none");
            return Err(bad(message, "a name begins with a small letter, such as parent.parquet"));
        }
        let Some(n_columns) = files.first().map(Source::n_columns) else { continue };
        if let Some(other) = files.iter().find(|source| source.n_columns() != n_columns) {
            let message = format!(
                "{}: {} columns, but {n_columns} in the files beside it",
                other.name,
                other.n_columns()
            );
            return Err(bad(message, "all files of a predicate have a column for each argument"));
        }
        predicates.push(Predicate { name: stem, shown, files, n_columns });
    }
    Ok(predicates)
}

/// What is in a folder, by name; what is hidden is not seen.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    let is_shown =
        |path: &PathBuf| path.file_name().is_some_and(|name| !name.to_string_lossy().starts_with(['.', '_']));
    paths.retain(is_shown);
    paths.sort();
    paths
}

/// The symbols of a predicate's atoms, column by column.
fn columns(predicate: &Predicate, symbols: &mut Symbols) -> Result<Vec<Vec<u32>>, Diagnostic> {
    let n_rows: usize = predicate.files.iter().map(Source::n_rows).sum();
    let mut columns: Vec<Vec<u32>> = (0..predicate.n_columns).map(|_| Vec::with_capacity(n_rows)).collect();
    for source in &predicate.files {
        source.cells(&mut |column, cell| {
            columns[column].push(symbol(cell, symbols).0);
            Ok(())
        })?;
    }
    let n_rows = columns.first().map_or(0, Vec::len);
    if columns.iter().any(|column| column.len() != n_rows) {
        let message = format!("{}: its columns differ in length", predicate.shown);
        return Err(bad(message, "write it anew"));
    }
    if u32::try_from(n_rows).is_err() {
        let message = format!("{}: {n_rows} facts, and at most 2^32 - 1 are served", predicate.shown);
        return Err(bad(message, "learn from a part of them"));
    }
    columns.iter_mut().for_each(Vec::shrink_to_fit);
    Ok(columns)
}

/// A text that could be a constant is one; any other is a string.
fn symbol(cell: Cell<'_>, symbols: &mut Symbols) -> Symbol {
    match cell {
        Cell::Number(number) => symbols.number(number),
        Cell::Decimal(number) => symbols.intern(SymbolKind::Decimal(number)),
        Cell::Text(text) if cells::is_constant(text) => symbols.constant(text),
        Cell::Text(text) => symbols.intern(SymbolKind::Text(text.into())),
    }
}

/// The one example that the files of examples are together.
fn labels(predicates: &[Predicate], symbols: &mut Symbols) -> Result<Example, Diagnostic> {
    let (mut inclusions, mut exclusions) = (Atoms::default(), Atoms::default());
    for predicate in predicates {
        let Predicate { name, shown, n_columns, .. } = predicate;
        let Some(arity) = n_columns.checked_sub(1) else { continue };
        let signature = Signature::new(name.as_str(), arity);
        let columns = columns(predicate, symbols)?;
        let (arguments, label) = (&columns[..arity], &columns[arity]);
        let mut args = Vec::with_capacity(arity);
        for (row, &label) in label.iter().enumerate() {
            args.clear();
            args.extend(arguments.iter().map(|column| Symbol(column[row])));
            match is_positive(Symbol(label), symbols) {
                Some(true) => inclusions.push(&signature, &args),
                Some(false) => exclusions.push(&signature, &args),
                None => {
                    let label = symbols.display(Symbol(label));
                    let message = format!("{shown}, row {}: `{label}` is no label", row + 1);
                    let help = "the last column of a file of examples is 1 or 0, true or false, pos or neg";
                    return Err(bad(message, help));
                }
            }
        }
    }
    if let Some(atom) = super::in_both(&inclusions, &exclusions, symbols).first() {
        let message = format!("{atom} is a positive and a negative example");
        return Err(Diagnostic::error(codes::CONTRADICTION, message).help("leave one of the two out"));
    }
    Ok(labelled_example(EXAMPLES, inclusions, exclusions, Span::default()))
}

fn is_positive(label: Symbol, symbols: &Symbols) -> Option<bool> {
    match &*symbols.kind(label) {
        SymbolKind::Number(1) => Some(true),
        SymbolKind::Number(0) => Some(false),
        SymbolKind::Function { negated: false, name, args } if args.is_empty() => match name.as_str() {
            "true" | "pos" => Some(true),
            "false" | "neg" => Some(false),
            _ => None,
        },
        _ => None,
    }
}
