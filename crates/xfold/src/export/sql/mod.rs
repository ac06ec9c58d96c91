//! Export: rules for a table as a query that SQLite and DuckDB run.
//!
//! Both give columns types of their own when they load a file: `yes` and `no` become truth values, `1.50` a number, `12:30`
//! a time, and a column of numbers with one `?` becomes text. So the query first brings each cell into the form that the
//! rules speak of, whatever its type ([`cells`]), and then asks the rules. It does that inside of a subquery for each
//! row, where no name of the table can clash with ours.
//!
//! A cell is missing as for `xfold predict`: no value, `?`, `NA`, a number that is not finite. A test of a missing cell is
//! false and not unknown; else an exception that tests one would switch off its default.

mod cells;
mod setup;
mod typed;

pub use setup::{Engine, setup};

use super::cannot;
use crate::{
    error::Result,
    table::{
        Kind,
        model::{ClassRule, Holds, Model, Rule, Test},
    },
};
use std::fmt::Write;

/// What is to be queried.
#[derive(Debug, Clone)]
pub struct SqlOptions {
    /// The table's name.
    pub table: String,
    /// The columns have the types of the rules, so that the query needs no function that only some databases have.
    pub plain: bool,
}

impl Default for SqlOptions {
    fn default() -> Self {
        Self { table: "rows".to_string(), plain: false }
    }
}

/// The query: all columns of the table, and the class that the rules give.
pub(super) fn query(model: &Model, options: &SqlOptions) -> Result<String> {
    let row = row_name(model);
    let whatever =
        if options.plain { "" } else { "; for SQLite and DuckDB, whatever types they gave the columns" };
    let mut text = format!(
        "-- {} by the rules of xfold: NULL where no rule gives a class{whatever}\n",
        one_line(&model.target)
    );
    let prediction = quoted(&format!("predicted {}", model.target));
    let _ = write!(text, "SELECT {row}.*, (\n  SELECT ");
    let theories = model.theories();
    let from = cells::from(model, &row, options);
    if model.is_vote() {
        text.push_str(&votes(model, &theories, &from)?);
    } else {
        text.push_str(&theory(model, theories.first().copied().unwrap_or(0), "    ")?);
        text.push_str(&from);
    }
    let _ = write!(text, "\n) AS {prediction}\nFROM {} AS {row};\n", quoted(&options.table));
    Ok(text)
}

/// A name for a row that no column of the rules has: databases do not tell small letters from capital ones.
fn row_name(model: &Model) -> String {
    let mut name = "xfold_row".to_string();
    let is_taken = |name: &str| model.columns.iter().any(|column| column.name.eq_ignore_ascii_case(name));
    while is_taken(&name) {
        name.push('_');
    }
    name
}

/// The class of most theories; in a tie that of the first theory whose class has as many.
fn votes(model: &Model, theories: &[u32], from: &str) -> Result<String> {
    let classes = model.classes();
    let mut text = "CASE".to_string();
    for number in theories {
        for (place, class) in classes.iter().enumerate() {
            let mut wins = vec![format!("theory_{number} = {}", literal(class))];
            let others = (0..classes.len()).filter(|other| *other != place);
            wins.extend(others.map(|other| format!("votes_{place} >= votes_{other}")));
            let _ = write!(text, "\n      WHEN {} THEN {}", wins.join(" AND "), literal(class));
        }
    }
    text.push_str("\n    END\n  FROM (SELECT *");
    for (place, class) in classes.iter().enumerate() {
        let one = |number: &u32| format!("CASE WHEN theory_{number} = {} THEN 1 ELSE 0 END", literal(class));
        let all: Vec<String> = theories.iter().map(one).collect();
        let _ = write!(text, ",\n    {} AS votes_{place}", all.join(" + "));
    }
    text.push_str("\n  FROM (SELECT");
    for (place, &number) in theories.iter().enumerate() {
        let comma = if place == 0 { "" } else { "," };
        let _ = write!(text, "{comma}\n    {} AS theory_{number}", theory(model, number, "    ")?);
    }
    let _ = write!(text, "{from}) AS theories) AS votes");
    Ok(text)
}

/// The class that a theory gives.
fn theory(model: &Model, number: u32, indent: &str) -> Result<String> {
    let mut text = "CASE".to_string();
    let classes = model.classes();
    for (place, class) in classes.iter().enumerate() {
        let conditions = given(model, number, class, &classes[..place], 0)?;
        for condition in conditions {
            let _ = write!(text, "\n{indent}  WHEN {condition} THEN {}", literal(class));
        }
    }
    let _ = write!(text, "\n{indent}END");
    Ok(text)
}

/// For each rule of a class the condition under which it gives the class. `refuted` are classes that are known not to be
/// given: a CASE comes to a later branch only if no earlier one was taken.
fn given(model: &Model, theory: u32, class: &str, refuted: &[&str], depth: usize) -> Result<Vec<String>> {
    if depth > model.classes().len() {
        return Err(cannot("the rules of two classes wait for each other through `not`", None, ""));
    }
    let own = model.rules.iter().filter(|rule| rule.theory == theory && rule.class == class);
    own.map(|rule| class_condition(model, rule, refuted, depth)).collect()
}

fn class_condition(model: &Model, rule: &ClassRule, refuted: &[&str], depth: usize) -> Result<String> {
    let mut parts = parts(model, &rule.rule);
    for class in rule.after.iter().filter(|class| !refuted.contains(&class.as_str())) {
        let others = given(model, rule.theory, class, &[], depth + 1)?;
        if !others.is_empty() {
            let others: Vec<String> = others.iter().map(|other| format!("({other})")).collect();
            parts.push(format!("NOT ({})", others.join(" OR ")));
        }
    }
    Ok(joined(parts))
}

fn parts(model: &Model, rule: &Rule) -> Vec<String> {
    let mut parts: Vec<String> = rule.tests.iter().map(|test| self::test(model, test)).collect();
    parts.extend(
        rule.exceptions.iter().map(|exception| format!("NOT ({})", joined(self::parts(model, exception)))),
    );
    parts
}

fn joined(parts: Vec<String>) -> String {
    if parts.is_empty() { "1 = 1".to_string() } else { parts.join(" AND ") }
}

/// A test that is true or false, never unknown.
fn test(model: &Model, test: &Test) -> String {
    let cell = cell(model, test.column);
    let known = |condition: String| format!("COALESCE({condition}, 1 = 0)");
    match &test.holds {
        Holds::AtMost(bound) => known(format!("{cell} <= {}", real(bound.value()))),
        Holds::Above(bound) => known(format!("{cell} > {}", real(bound.value()))),
        Holds::Is(value) => known(format!("{cell} = {}", literal(value))),
        Holds::IsNot(value) => known(format!("{cell} <> {}", literal(value))),
        Holds::Present => format!("{cell} IS NOT NULL"),
        Holds::Missing => format!("{cell} IS NULL"),
    }
}

/// What the query calls the cell of a column; NULL where it is missing.
fn cell(model: &Model, column: usize) -> String {
    match model.columns[column].kind {
        Kind::Number => format!("number_{}", column + 1),
        Kind::Category => format!("category_{}", column + 1),
    }
}

/// A number that databases read as the same floating point number; whole ones as they are.
fn real(value: f64) -> String {
    if value.fract() == 0.0 && value.abs() < 1e15 { format!("{}", value + 0.0) } else { format!("{value:e}") }
}

/// A name of a column or table.
fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

/// A text.
fn literal(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
