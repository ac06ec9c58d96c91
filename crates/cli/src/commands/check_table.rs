//! `xfold check` on a table: which rows get their class by given rules?

use super::{Console, End, Failure, Outcome, predict, solver, table::read_table};
use crate::{
    options::{CheckOptions, Format},
    output::write_result,
    render,
    summary::rows_right,
};
use serde::Serialize;
use std::path::Path;
use xfold::{
    Limits, Result,
    report::Note,
    table::{
        CheckedBy, MISSING, Table, TableVerdict, check_rules,
        model::Model,
        read::ReadOptions,
        target::{self, Classified, TargetOptions},
        text,
    },
};
use xfold_asp::{diagnostic::Diagnostic, span::SourceMap};

/// Rows with a wrong class that are listed; with `-v`, all are.
const MOST_WRONG: usize = 5;

/// Checks rules against a table.
pub fn run(options: &CheckOptions, data: &Path, rules: &Path, limits: &Limits, console: Console) -> Outcome {
    let mut sources = SourceMap::default();
    let checked = check(options, [data, rules], &mut sources, limits, console);
    let all_hold = checked.map_err(|error| Failure::new(error, sources))?;
    Ok(if all_hold { End::Holds } else { End::Fails })
}

/// What came out, for programs.
#[derive(Serialize)]
struct TableCheck<'a> {
    files: [String; 2],
    target: &'a str,
    classes: &'a [String],
    all_hold: bool,
    verdict: &'a TableVerdict,
    wrong: &'a [Wrong],
    notes: Vec<Note>,
}

/// A row that does not get its class.
#[derive(Serialize)]
struct Wrong {
    /// Its number, from one on.
    row: usize,
    /// Its class in the table.
    class: String,
    /// The class that the rules give it.
    given: Option<String>,
}

/// Whether all rows get their class.
fn check(
    options: &CheckOptions,
    [path, rules]: [&Path; 2],
    sources: &mut SourceMap,
    limits: &Limits,
    console: Console,
) -> Result<bool> {
    let (model, notes) = predict::read_rules(rules, sources)?;
    console.notes(&notes, sources);
    let read = ReadOptions { target: Some(model.target.clone()), ..options.layout.read_options() };
    let table = read_table(path, &predict::as_rules_read(&model, read), limits, console)?;
    let mut notes: Vec<Diagnostic> = notes;
    notes.extend(predict::doubts(&model, &table)?);
    let target = TargetOptions { positive: one_against_the_rest(&model, &table), ..TargetOptions::default() };
    let data = Classified::to_check(&table, &target)?;
    notes.extend(data.notes.iter().cloned());
    console.notes(&notes, sources);
    let verdict = check_rules(&text::program(&model), &data, Some(&solver()?), limits)?;
    let wrong = wrong_rows(&model, &data)?;
    let all_hold = wrong.is_empty();
    let output = match console.format {
        Format::Json => {
            let report = TableCheck {
                files: [path.display().to_string(), rules.display().to_string()],
                target: &model.target,
                classes: &data.classes,
                all_hold,
                verdict: &verdict,
                wrong: &wrong,
                notes: notes.iter().map(|note| Note::new(note, sources)).collect(),
            };
            render::versioned_json(&report)
        }
        Format::Text if options.common.quiet => String::new(),
        Format::Text => lines(&data, &verdict, &wrong, options.common.verbose).join("\n") + "\n",
    };
    write_result(&output, None)?;
    Ok(all_hold)
}

/// The class that rules tell from all others, where they were learned so.
fn one_against_the_rest(model: &Model, table: &Table) -> Option<String> {
    let xfold::table::Cells::Categories(cells) = &table.columns[table.target?].cells else { return None };
    let one = target::one_of_several(&model.classes(), &cells.values)?;
    Some(cells.values[one as usize].clone())
}

fn wrong_rows(model: &Model, data: &Classified<'_>) -> Result<Vec<Wrong>> {
    let judge = model.on(data.table)?;
    let mut wrong = Vec::new();
    for row in (0..data.table.n_rows).filter(|row| data.labels[*row] != MISSING) {
        let class = &data.classes[data.labels[row] as usize];
        let given = judge.judge(row).map(|judgement| &judge.classes[judgement.class]);
        if given != Some(class) {
            wrong.push(Wrong { row: row + 1, class: class.clone(), given: given.cloned() });
        }
    }
    Ok(wrong)
}

fn lines(data: &Classified<'_>, verdict: &TableVerdict, wrong: &[Wrong], all: bool) -> Vec<String> {
    let mut lines = Vec::new();
    for (place, class) in data.classes.iter().enumerate() {
        let n = data.labels.iter().filter(|label| **label == place as u32).count();
        let right = verdict.confusion[place].get(place).copied().unwrap_or(0);
        lines.push(format!("{class}: {right} of {n} rows right"));
    }
    let most = if all { wrong.len() } else { MOST_WRONG };
    for Wrong { row, class, given } in wrong.iter().take(most) {
        let given = given.as_ref().map_or("give it none".to_string(), |given| format!("say {given}"));
        lines.push(format!("  row {row} is {class}, but the rules {given}"));
    }
    if wrong.len() > most {
        lines.push(format!("  … and {} more: -v lists them", wrong.len() - most));
    }
    let TableVerdict { by, rows, right, .. } = verdict;
    let by = match (by, verdict.as_counted) {
        (CheckedBy::Clingo, true) => ", and clingo says the same",
        (CheckedBy::Clingo, false) => ", but clingo disagrees: please report this",
        (CheckedBy::Evaluator | CheckedBy::Nobody, _) => "",
    };
    lines.push(format!("{}{by}", rows_right(*right, *rows)));
    lines
}
