//! Rows as facts, on which clingo runs a program. For the check, last step of read → columns → search → text → check.

use super::{GREATEST, Values, Vocabulary, bounds, compared, constant, plain};
use crate::table::{Cells, MISSING, Table, model::Model};
use std::fmt::Write;
use xfold_asp::prolog::exported as exported_name;

/// Who reads facts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FactsFor {
    /// clingo, with a model's program.
    Clingo,
    /// Prolog, with what the program is exported to: some predicates have another name there.
    Prolog,
}

/// The rows of a table as facts that a model's program reads. Rows are numbered from one.
pub fn facts(model: &Model, table: &Table, rows: impl Iterator<Item = usize>) -> String {
    facts_for(model, table, rows, FactsFor::Clingo)
}

/// The names of a column's predicates.
struct Names {
    value: String,
    missing: String,
    above: String,
    at_most: String,
}

/// The same for another reader.
pub fn facts_for(
    model: &Model,
    table: &Table,
    rows: impl Iterator<Item = usize>,
    reader: FactsFor,
) -> String {
    let vocabulary = Vocabulary::new(model);
    let named = |name: String, arity: usize| match reader {
        FactsFor::Clingo => name,
        FactsFor::Prolog => exported_name(&name, arity),
    };
    let names = |predicate: &String| Names {
        value: named(predicate.clone(), 2),
        missing: named(format!("{predicate}_missing"), 1),
        above: named(format!("{predicate}_above"), 2),
        at_most: named(format!("{predicate}_at_most"), 2),
    };
    let columns: Vec<Names> = vocabulary.columns.iter().map(|word| names(&word.predicate)).collect();
    let mut text = String::new();
    if reader == FactsFor::Prolog {
        let signatures = vocabulary.signatures();
        let list = signatures.iter().map(|of| format!("{}/{}", exported_name(&of.name, of.arity), of.arity));
        let list: Vec<String> = list.collect();
        let list = list.join(", ");
        // Facts of one predicate do not stand together, nor with the rules.
        let _ = writeln!(
            text,
            ":- encoding(utf8).\n:- dynamic {list}.\n:- multifile {list}.\n:- discontiguous {list}."
        );
        if signatures.iter().any(|of| exported_name(&of.name, of.arity) != *of.name) {
            // The exported rules then rename nothing that is read from here.
            text.push_str(":- multifile 'xfold renamed'/1.\n:- dynamic 'xfold renamed'/1.\n");
            text.push_str(":- prolog_load_context(source, F), assertz('xfold renamed'(F)).\n");
        }
    }
    for row in rows {
        let _ = write!(text, "{}({}).", vocabulary.row, row + 1);
        for (place, (column, word)) in model.columns.iter().zip(&vocabulary.columns).enumerate() {
            let Names { value: name, missing, above, at_most } = &columns[place];
            let cells = table.column(&column.name).map(|column| &table.columns[column].cells);
            let _ = match (cells, word.values) {
                (Some(Cells::Numbers(numbers)), Values::Scaled(power)) if !numbers[row].is_nan() => {
                    write!(text, " {name}({},{}).", row + 1, rounded_up(numbers[row], power))
                }
                (Some(Cells::Numbers(numbers)), Values::Compared) if !numbers[row].is_nan() => {
                    for bound in bounds(model, place) {
                        let comparison = if numbers[row] > bound.value() { above } else { at_most };
                        let _ = write!(text, " {comparison}({},\"{}\").", row + 1, compared(bound));
                    }
                    write!(text, " {name}({},\"{}\").", row + 1, plain(numbers[row]))
                }
                (Some(Cells::Categories(categories)), Values::Categories)
                    if categories.codes[row] != MISSING =>
                {
                    let value = &categories.values[categories.codes[row] as usize];
                    write!(text, " {name}({},{}).", row + 1, constant(value))
                }
                _ => write!(text, " {missing}({}).", row + 1),
            };
        }
        text.push('\n');
    }
    text
}

/// The least whole number that, divided by the power of ten, is at least a value; cut off where clingo's numbers end.
fn rounded_up(value: f64, power: i32) -> i64 {
    let back = |number: i64| super::Bound::Decimal { digits: number, decimals: power }.value();
    let estimate = if power >= 0 { value * 10f64.powi(power) } else { value / 10f64.powi(-power) };
    if estimate > GREATEST as f64 {
        return GREATEST + 1;
    }
    if estimate < -(GREATEST as f64) {
        return -GREATEST - 1;
    }
    let mut number = estimate.round() as i64;
    while back(number) < value {
        number += 1;
    }
    while back(number - 1) >= value {
        number -= 1;
    }
    number
}

#[cfg(test)]
mod tests {
    use super::rounded_up;

    #[test]
    fn numbers_are_rounded_up() {
        assert_eq!(rounded_up(1.1, 1), 11);
        assert_eq!(rounded_up(0.29, 2), 29);
        assert_eq!(rounded_up(0.291, 2), 30);
        assert_eq!(rounded_up(-0.295, 2), -29);
        assert_eq!(rounded_up(1234.0, -2), 13);
        assert_eq!(rounded_up(1e300, 0), 2_000_000_001);
    }
}
