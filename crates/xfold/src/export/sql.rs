//! Rules for a table as a query that SQLite, DuckDB and other databases run.
//!
//! A cell is missing as for `xfold predict`: no value, `?`, `NA`, a number that is not finite. A test of a missing cell is
//! false and not unknown; else an exception that tests one would switch off its default.

use super::cannot;
use crate::{
    error::Result,
    table::{
        Kind,
        model::{Bound, ClassRule, Holds, Model, Rule, Test},
    },
};
use std::fmt::Write;

/// What is to be queried.
#[derive(Debug, Clone)]
pub struct SqlOptions {
    /// The table's name.
    pub table: String,
}

impl Default for SqlOptions {
    fn default() -> Self {
        Self { table: "rows".to_string() }
    }
}

/// Texts that stand for no value, as the readers of tables know them.
const MISSING: [&str; 11] = ["", "?", "NA", "N/A", "n/a", "NaN", "nan", "NAN", "null", "NULL", "None"];

/// The greatest finite number: beyond it a cell is missing.
const GREATEST: &str = "1.7976931348623157e308";

/// The query: all columns of the table, and the class that the rules give.
pub(super) fn query(model: &Model, options: &SqlOptions) -> Result<String> {
    let mut text =
        format!("-- {} by the rules of xfold: NULL where no rule gives a class\n", one_line(&model.target));
    let source = format!("FROM {} AS source", quoted(&options.table));
    let prediction = quoted(&format!("predicted {}", model.target));
    let theories = model.theories();
    if !model.is_vote() {
        let class = theory(model, theories.first().copied().unwrap_or(0), "  ")?;
        let _ = write!(text, "SELECT source.*,\n  {class} AS {prediction}\n{source};\n");
        return Ok(text);
    }
    text.push_str("WITH xfold_theories AS (\n  SELECT source.*");
    for &number in &theories {
        let _ = write!(text, ",\n    {} AS xfold_theory_{number}", theory(model, number, "    ")?);
    }
    let _ = write!(text, "\n  {source}\n), xfold_votes AS (\n  SELECT *");
    let classes = model.classes();
    for (place, class) in classes.iter().enumerate() {
        let one =
            |number: &u32| format!("CASE WHEN xfold_theory_{number} = {} THEN 1 ELSE 0 END", literal(class));
        let all: Vec<String> = theories.iter().map(one).collect();
        let _ = write!(text, ",\n    {} AS xfold_votes_{place}", all.join(" + "));
    }
    text.push_str("\n  FROM xfold_theories\n)\nSELECT *,\n  CASE");
    // The class of most theories; in a tie that of the first theory whose class has as many.
    for number in &theories {
        for (place, class) in classes.iter().enumerate() {
            let mut wins = vec![format!("xfold_theory_{number} = {}", literal(class))];
            let others = (0..classes.len()).filter(|other| *other != place);
            wins.extend(others.map(|other| format!("xfold_votes_{place} >= xfold_votes_{other}")));
            let _ = write!(text, "\n    WHEN {} THEN {}", wins.join(" AND "), literal(class));
        }
    }
    let _ = write!(text, "\n  END AS {prediction}\nFROM xfold_votes;\n");
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
    let column = &model.columns[test.column];
    let name = format!("source.{}", quoted(&column.name));
    let cell = match column.kind {
        Kind::Number => name,
        Kind::Category => format!("TRIM(CAST({name} AS VARCHAR))"),
    };
    let present = match column.kind {
        Kind::Number => format!("{cell} BETWEEN -{GREATEST} AND {GREATEST}"),
        Kind::Category => {
            let missing: Vec<String> = MISSING.iter().map(|text| literal(text)).collect();
            format!("{cell} NOT IN ({})", missing.join(", "))
        }
    };
    let known = |condition: String| format!("COALESCE({condition}, FALSE)");
    match &test.holds {
        Holds::AtMost(bound) => known(format!("{cell} BETWEEN -{GREATEST} AND {}", number(*bound))),
        Holds::Above(bound) => known(format!("{cell} > {} AND {cell} <= {GREATEST}", number(*bound))),
        Holds::Is(value) => known(format!("{cell} = {}", literal(value))),
        Holds::IsNot(value) => known(format!("{cell} <> {} AND {present}", literal(value))),
        Holds::Present => known(present),
        Holds::Missing => format!("NOT {}", known(present)),
    }
}

/// A number that databases read as the same floating point number; whole ones as they are.
fn number(bound: Bound) -> String {
    let value = bound.value();
    if value.fract() == 0.0 && value.abs() < 1e15 { format!("{value}") } else { format!("{value:e}") }
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
