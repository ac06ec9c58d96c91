//! The part of a query that brings cells into the form that rules speak of: numbers, texts without blanks around them, and
//! NULL where `xfold predict` finds no value.
//!
//! Only what SQLite and DuckDB both have is used. `typeof` tells the type of a column there, `integer` and `real` in
//! SQLite and names in capitals in DuckDB. Neither has a conversion to numbers that both know and that does not fail on
//! `?` or `12a`, so texts are looked at first: `shape` is a text with an `e` before it and without the signs behind an
//! `e`, which makes a number look like `e12.5` or `e1.5e20`.

use super::{SqlOptions, cell, literal, quoted, real, typed};
use crate::table::{
    Kind,
    model::{Holds, Model, Rule},
};

/// Texts that stand for no value, as the readers of tables know them.
const MISSING: [&str; 11] = ["", "?", "NA", "N/A", "n/a", "NaN", "nan", "NAN", "null", "NULL", "None"];

/// The greatest finite number: beyond it a cell is missing.
const GREATEST: &str = "1.7976931348623157e308";

/// What a column needs of the steps on the way.
struct Cell {
    /// Its number in the query.
    number: usize,
    /// The cell, as the table has it.
    source: String,
    /// What it is called in the end.
    result: String,
    kind: Kind,
    /// The conditions under which a cell of another type is one of the values that rules name.
    typed: Vec<(String, String)>,
    /// Whether it has to be known as a number.
    as_number: bool,
}

/// `FROM` and a table of one row: the cells of a row.
pub(super) fn from(model: &Model, row: &str, options: &SqlOptions) -> String {
    if model.columns.is_empty() {
        return String::new();
    }
    let cells: Vec<Cell> = (0..model.columns.len()).map(|column| prepare(model, column, row)).collect();
    let list = |parts: Vec<String>| parts.join(",\n    ");
    if options.plain {
        let parts = cells.iter().map(|cell| format!("{} AS {}", plain(cell), cell.result)).collect();
        return format!("\n  FROM (SELECT\n    {}) AS cells", list(parts));
    }
    let ends = cells.iter().map(|cell| format!("{} AS {}", finished(cell), cell.result)).collect();
    let numbers = cells.iter().filter(|cell| cell.as_number).map(numbered);
    let mut middle: Vec<String> = vec!["*".to_string()];
    middle.extend(numbers);
    let mut shapes: Vec<String> = vec!["*".to_string()];
    shapes.extend(cells.iter().filter(|cell| cell.as_number).map(shape));
    let starts = cells.iter().flat_map(started).collect();
    let mut text = format!("\n  FROM (SELECT\n    {}", list(ends));
    if cells.iter().any(|cell| cell.as_number) {
        text.push_str(&format!("\n  FROM (SELECT {}", list(middle)));
        text.push_str(&format!("\n  FROM (SELECT {}", list(shapes)));
    }
    text.push_str(&format!("\n  FROM (SELECT\n    {}", list(starts)));
    // Blanks as they are: neither database has an escape sequence that the other one knows.
    text.push_str("\n  FROM (SELECT ' \t\r\n' AS blanks) AS signs) AS texts");
    if cells.iter().any(|cell| cell.as_number) {
        text.push_str(") AS shapes) AS numbers");
    }
    text + ") AS cells"
}

fn prepare(model: &Model, column: usize, row: &str) -> Cell {
    let of_model = &model.columns[column];
    let mut named: Vec<&str> = Vec::new();
    model.rules.iter().for_each(|rule| values(&rule.rule, column, &mut named));
    let typed = typed::forms(&named, column + 1);
    let as_number = of_model.kind == Kind::Number || typed.iter().any(|(when, _)| when.contains("real_"));
    Cell {
        number: column + 1,
        source: format!("{row}.{}", quoted(&of_model.name)),
        result: cell(model, column),
        kind: of_model.kind,
        typed,
        as_number,
    }
}

/// The values of a column that a rule names, each once.
fn values<'a>(rule: &'a Rule, column: usize, out: &mut Vec<&'a str>) {
    for test in rule.tests.iter().filter(|test| test.column == column) {
        if let Holds::Is(value) | Holds::IsNot(value) = &test.holds
            && !out.contains(&value.as_str())
        {
            out.push(value);
        }
    }
    rule.exceptions.iter().for_each(|rule| values(rule, column, out));
}

/// A cell of a table whose columns have the types of the rules.
fn plain(cell: &Cell) -> String {
    let source = &cell.source;
    match cell.kind {
        Kind::Number => format!("CASE WHEN {} THEN {source} END", is_finite(source)),
        Kind::Category => {
            let text = format!("TRIM(CAST({source} AS VARCHAR))");
            format!("CASE WHEN {text} NOT IN ({}) THEN {text} END", missing())
        }
    }
}

/// The cell's text, and what else is needed of it.
fn started(cell: &Cell) -> Vec<String> {
    let Cell { number, source, .. } = cell;
    let mut parts = vec![format!("TRIM(CAST({source} AS VARCHAR), blanks) AS text_{number}")];
    if cell.as_number || !cell.typed.is_empty() {
        parts.push(format!("typeof({source}) AS type_{number}"));
    }
    if cell.as_number {
        parts.push(format!("{source} AS value_{number}"));
    }
    parts
}

fn shape(cell: &Cell) -> String {
    let number = cell.number;
    let signs = format!("REPLACE(REPLACE(LOWER(text_{number}), ',', '.'), '+', '-')");
    format!("REPLACE('e' || {signs}, 'e-', 'e') AS shape_{number}")
}

/// The cell as a number. SQLite writes numbers with 15 digits, so they are not taken from its texts; DuckDB writes all
/// digits, and those of a number of 32 bits as they are read by `xfold`.
fn numbered(cell: &Cell) -> String {
    let number = cell.number;
    let wrong = ["%.%.%", "%e%e%e%", "%e%e%.%", "%e", "ee%", "e.e%", "e."];
    let wrong: Vec<String> =
        wrong.iter().map(|pattern| format!("shape_{number} NOT LIKE '{pattern}'")).collect();
    format!(
        "CASE WHEN type_{number} IN ('integer', 'real') THEN CAST(value_{number} AS DOUBLE)\n      \
         WHEN LTRIM(shape_{number}, 'e.0123456789') = '' AND {}\n      \
         THEN CAST(REPLACE(text_{number}, ',', '.') AS DOUBLE) END AS real_{number}",
        wrong.join(" AND ")
    )
}

/// The cell as rules speak of it.
fn finished(cell: &Cell) -> String {
    let number = cell.number;
    match cell.kind {
        Kind::Number => {
            let real = format!("real_{number}");
            format!("CASE WHEN {} THEN {real} END", is_finite(&real))
        }
        Kind::Category => {
            let mut text = format!("CASE WHEN text_{number} IN ({}) THEN NULL", missing());
            for (when, value) in &cell.typed {
                text.push_str(&format!("\n      WHEN {when} THEN {}", literal(value)));
            }
            if cell.as_number {
                // SQLite writes numbers with 15 digits, so another number may have the text of one that rules name.
                text.push_str(&format!("\n      WHEN type_{number} = 'real' THEN text_{number} || ' '"));
            }
            format!("{text} ELSE text_{number} END")
        }
    }
}

fn is_finite(number: &str) -> String {
    format!("{number} BETWEEN -{GREATEST} AND {GREATEST}")
}

fn missing() -> String {
    MISSING.iter().map(|text| literal(text)).collect::<Vec<_>>().join(", ")
}

/// The condition that a cell of a type of numbers is this one.
pub(super) fn is_number(number: usize, value: f64) -> String {
    format!("type_{number} NOT IN ('VARCHAR', 'text') AND real_{number} = {}", real(value))
}
