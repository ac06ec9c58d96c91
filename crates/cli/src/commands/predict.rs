//! `xfold predict`: gives the rows of a table their classes by saved rules.

use super::{Console, End, Failure, add_source, on_engine, read_rules_text, supervised, table::read_table};
use crate::{
    engines::Engines, files, options::Format, output::deliver, render, table_options::PredictOptions,
};
use serde::Serialize;
use std::{fmt::Write, path::Path};
use xfold::{
    Error, Limits, Result, codes,
    table::{
        Categories, Cells, Kind, MISSING, Table,
        model::{Judge, Model},
        read::{self, ReadOptions, Unwatched},
        text,
    },
};
use xfold_asp::{diagnostic::Diagnostic, span::SourceMap};

/// Runs the command.
pub fn run(options: &PredictOptions, engines: Option<&dyn Engines>) -> End {
    let limits = options.common.limits_of_short_work();
    supervised(&options.common, limits, "anything was predicted", |limits, console| {
        if options.engine.beyond_memory(engines).is_none() {
            files::check(options.output.as_deref(), [options.rules.as_path(), &options.data])?;
        }
        let mut sources = SourceMap::default();
        let (model, notes) = match read_rules(&options.rules, &mut sources) {
            Ok(read) => read,
            Err(error) => return Err(Failure::new(error, sources)),
        };
        console.notes(&notes, &sources);
        if let Some(engines) = options.engine.beyond_memory(engines) {
            return on_engine::predict(options, &model, engines, limits, console);
        }
        predict(options, &model, limits, console)?;
        Ok(End::Holds)
    })
}

/// Reads rules for a table. Their text joins the sources, so that messages can point into it.
pub(super) fn read_rules(path: &Path, sources: &mut SourceMap) -> Result<(Model, Vec<Diagnostic>)> {
    let help = "give the rules that `xfold learn` printed for a table, or - for standard input";
    let (name, text) = read_rules_text(path, help)?;
    add_source(sources, name, text)?;
    text::parse(sources)
}

/// With fewer rows than this, it is normal that none has a value that rules name.
const SEVERAL_ROWS: usize = 2;

/// What is said of one row.
#[derive(Serialize)]
struct Prediction<'a> {
    row: String,
    label: Option<&'a str>,
    score: Option<f64>,
}

/// The rows as facts, for programs.
#[derive(Serialize)]
struct Facts {
    text: String,
}

fn predict(options: &PredictOptions, model: &Model, limits: &Limits, console: Console) -> Result<()> {
    let read = as_rules_read(model, options.layout.read_options());
    let table = read_table(&options.data, &read, limits, console)?;
    let ids = options.id.as_deref().map(|id| row_names(&options.data, &read, id)).transpose()?;
    console.notes(&doubts(model, &table)?, &SourceMap::default());
    if let Some(reader) = options.facts {
        let facts = text::facts_for(model, &table, 0..table.n_rows, reader);
        let text = match console.format {
            Format::Json => render::versioned_json(&Facts { text: facts }),
            Format::Text => facts,
        };
        return Ok(deliver(&text, options.output.as_deref(), console.format)?);
    }
    let judge = model.on(&table)?;
    let name = |row: usize| match &ids {
        Some(ids) => ids.values.get(ids.codes[row] as usize).cloned().unwrap_or_default(),
        None => (row + 1).to_string(),
    };
    let mut predictions = Vec::with_capacity(table.n_rows);
    for row in 0..table.n_rows {
        if row % 65_536 == 0
            && let Some(limit) = limits.reached()
        {
            return Err(Error::Limit(limit));
        }
        let judgement = judge.judge(row);
        predictions.push(Prediction {
            row: name(row),
            label: judgement.map(|judgement| judge.classes[judgement.class].as_str()),
            score: judgement.and_then(|judgement| judgement.score),
        });
    }
    let text = match console.format {
        Format::Json => render::json(&predictions),
        Format::Text => csv(&predictions, options.id.as_deref().unwrap_or("row"), &model.target),
    };
    deliver(&text, options.output.as_deref(), console.format)?;
    console.lines(agreement(model, &table, &judge).as_slice());
    Ok(())
}

/// Options by which columns are read as the rules say.
pub(super) fn as_rules_read(model: &Model, options: ReadOptions) -> ReadOptions {
    let mut known: Vec<(String, Kind)> =
        model.columns.iter().map(|column| (column.name.clone(), column.kind)).collect();
    known.push((model.target.clone(), Kind::Category));
    ReadOptions { known: Some(known), ..options }
}

/// The column that names the rows, as it is written. Rules may read the same column as numbers, so it is read by itself.
pub(super) fn row_names(path: &Path, options: &ReadOptions, id: &str) -> Result<Categories> {
    let options = ReadOptions { id: Some(id.to_string()), known: Some(Vec::new()), ..options.clone() };
    let mut table = read::file(path, &options, &Unwatched)?;
    Ok(match table.id.map(|column| table.columns.swap_remove(column).cells) {
        Some(Cells::Categories(names)) => names,
        _ => Categories { codes: vec![MISSING; table.n_rows], values: Vec::new() },
    })
}

fn csv(predictions: &[Prediction<'_>], id: &str, target: &str) -> String {
    let cell = |text: &str| {
        let needs = text.contains([',', '"', '\n', '\r']);
        if needs { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.to_string() }
    };
    let mut out = format!("{},{},score\n", cell(id), cell(target));
    for Prediction { row, label, score } in predictions {
        let score = score.map_or(String::new(), |score| format!("{score:.4}"));
        let _ = writeln!(out, "{},{},{score}", cell(row), cell(label.unwrap_or("")));
    }
    out
}

/// Warnings about a table that does not fit the rules: columns it lacks, values they do not know.
pub(super) fn doubts(model: &Model, table: &Table) -> Result<Vec<Diagnostic>> {
    let names = model.columns.iter().map(|column| column.name.as_str());
    let lacking: Vec<&str> = names.filter(|name| table.column(name).is_none()).collect();
    let mut notes = Vec::new();
    if !lacking.is_empty() && lacking.len() == model.columns.len() {
        let message =
            format!("{} has none of the columns that the rules read: {}", table.name, lacking.join(", "));
        let help = "are these the rules for this table? without a line of names, say --header no";
        return Err(Diagnostic::error(codes::LACKS_COLUMN, message).help(help).into());
    }
    if !lacking.is_empty() {
        let message = format!("{} lacks {}, which the rules read", table.name, lacking.join(", "));
        let help = "its cells count as missing in every row";
        notes.push(Diagnostic::warning(codes::LACKS_COLUMN, message).help(help));
    }
    for (number, column) in model.columns.iter().enumerate() {
        let cells = table.column(&column.name).map(|place| &table.columns[place].cells);
        if let Some(Cells::Categories(cells)) = cells {
            notes.extend(unknown_values(&column.name, &model.named_values(number), cells));
        }
    }
    Ok(notes)
}

/// A warning if the cells of a column have values that look like those that rules name, or none of those.
fn unknown_values(column: &str, named: &[&str], cells: &Categories) -> Option<Diagnostic> {
    let is_named = |value: &&String| named.contains(&value.as_str());
    // A table that has both of two values tells them apart.
    let is_absent = |value: &&&str| !cells.values.iter().any(|found| found == *value);
    let absent: Vec<&str> = named.iter().filter(is_absent).copied().collect();
    let mut others = cells.values.iter().filter(|value| !is_named(value));
    let alike = others.find_map(|value| Some((value, absent.iter().find(|named| are_alike(named, value))?)));
    if let Some((found, meant)) = alike {
        let message = format!("`{column}` has the value `{found}`, but the rules name `{meant}`");
        let help = "values must be written alike; rules that test for another one do not apply";
        return Some(Diagnostic::warning(codes::NEW_VALUE, message).help(help));
    }
    // Rules name only some of the values, so other values are worth a warning only if several rows have no named one.
    let n_values = cells.codes.iter().filter(|code| **code != MISSING).count();
    if named.is_empty() || n_values < SEVERAL_ROWS || cells.values.iter().any(|value| is_named(&value)) {
        return None;
    }
    let found = cells.values.first().map_or("", String::as_str);
    let message = format!("no row has a value of `{column}` that the rules name; one it has is `{found}`");
    let help = "rules that test for another value do not apply";
    Some(Diagnostic::warning(codes::NEW_VALUE, message).help(help))
}

/// Whether two values differ only by case, spaces, dots, dashes and quotes.
fn are_alike(one: &str, other: &str) -> bool {
    let is_idle = |c: char| c.is_whitespace() || matches!(c, '.' | '-' | '_' | '\'' | '"');
    let plain = |text: &str| text.chars().filter(|c| !is_idle(*c)).collect::<String>().to_lowercase();
    let (one, other) = (plain(one), plain(other));
    one == other && one.chars().any(char::is_alphabetic)
}

/// If the table has the target too, how often the rules are right.
fn agreement(model: &Model, table: &Table, judge: &Judge<'_>) -> Option<String> {
    let Cells::Categories(truth) = &table.columns[table.column(&model.target)?].cells else { return None };
    let labelled: Vec<usize> = (0..table.n_rows).filter(|row| truth.codes[*row] != MISSING).collect();
    let is_right = |row: &&usize| {
        let said = judge.judge(**row).map(|judgement| &judge.classes[judgement.class]);
        said == truth.values.get(truth.codes[**row] as usize)
    };
    let (right, n) = (labelled.iter().filter(is_right).count(), labelled.len());
    let share = 100.0 * right as f64 / n as f64;
    (n > 0).then(|| format!("{right} of {n} rows have the predicted class ({share:.1} %)"))
}
