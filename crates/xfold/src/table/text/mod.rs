//! Rules of a table as text: a program for clingo, plain words, facts for rows, and the way back from an edited
//! program to rules.
//!
//! A column is a predicate of a row and its value: `age(X,A), A > 37`. clingo has whole numbers only, so a column whose
//! thresholds have decimals is multiplied by a power of ten; comments at the top say by which, and which column a
//! predicate stands for. A fact for a row has the number multiplied *and rounded up*: then every comparison in the
//! program says exactly what the comparison of the numbers says.

mod facts;
mod parse;
mod program;
mod vote;
mod words;

pub use facts::{FactsFor, facts, facts_for};
pub use parse::parse;
pub(crate) use program::short_rules;
pub use program::{Lines, lines, program};
pub(crate) use words::{condition, phrase};
pub use words::{sentences, words};

use super::{
    Kind,
    model::{Bound, Holds, Model, Rule, Support},
};
use xfold_asp::symbols::Signature;

/// Greatest number in a program; a fact beyond it is cut off there.
const GREATEST: i64 = 2_000_000_000;

/// The names that a program has for what a model speaks of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Vocabulary {
    /// The target's predicate.
    pub target: String,
    /// The predicate that holds for every row.
    pub row: String,
    /// The predicate of what theories say, if they vote.
    pub vote: Option<String>,
    /// For each column of the model its predicate, and how numbers are written.
    pub columns: Vec<Word>,
}

/// How a column is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word {
    /// Its predicate.
    pub predicate: String,
    /// How its values are written.
    pub values: Values,
}

/// How the values of a column are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Values {
    /// As constants or strings.
    Categories,
    /// Multiplied by ten to this power.
    Scaled(i32),
    /// Thresholds do not fit into clingo's numbers, so each comparison is a predicate with the number as a string.
    Compared,
}

impl Vocabulary {
    /// Names for a model, all different; those that a text gave are kept.
    pub fn new(model: &Model) -> Self {
        let ends = ["", "_missing", "_above", "_at_most"].into_iter().chain(vote::ENDS);
        let ends: Vec<&str> = ends.collect();
        let mut taken: Vec<String> = ["not", "row"].map(str::to_string).to_vec();
        // The names that a text gave to columns are not free for anything else.
        for word in model.columns.iter().filter_map(|column| column.word.as_ref()) {
            taken.extend(ends.iter().map(|end| format!("{}{end}", word.predicate)));
        }
        let mut free = |name: &str| {
            let base = predicate(name);
            let mut found = base.clone();
            let mut number = 1;
            while ends.iter().any(|end| taken.contains(&format!("{found}{end}"))) || is_ab(&found) {
                number += 1;
                found = format!("{base}_{number}");
            }
            taken.extend(ends.iter().map(|end| format!("{found}{end}")));
            found
        };
        let target = free(&model.target);
        let vote = model.is_vote().then(|| free("vote"));
        let columns = model.columns.iter().enumerate().map(|(place, column)| {
            column.word.clone().unwrap_or_else(|| Word {
                predicate: free(&column.name),
                values: match column.kind {
                    Kind::Category => Values::Categories,
                    Kind::Number => scale(&bounds(model, place)),
                },
            })
        });
        let columns = columns.collect();
        Self { target, row: "row".to_string(), vote, columns }
    }

    /// The predicates of facts for rows.
    pub fn signatures(&self) -> Vec<Signature> {
        let mut all = vec![Signature::new(self.row.as_str(), 1)];
        for Word { predicate, values } in &self.columns {
            all.push(Signature::new(predicate.as_str(), 2));
            all.push(Signature::new(format!("{predicate}_missing").as_str(), 1));
            if *values == Values::Compared {
                all.push(Signature::new(format!("{predicate}_above").as_str(), 2));
                all.push(Signature::new(format!("{predicate}_at_most").as_str(), 2));
            }
        }
        all
    }
}

/// The thresholds of a column.
fn bounds(model: &Model, column: usize) -> Vec<Bound> {
    fn collect(rule: &Rule, column: usize, out: &mut Vec<Bound>) {
        for test in rule.tests.iter().filter(|test| test.column == column) {
            if let Holds::AtMost(bound) | Holds::Above(bound) = test.holds {
                out.push(bound);
            }
        }
        rule.exceptions.iter().for_each(|rule| collect(rule, column, out));
    }
    let mut out = Vec::new();
    model.rules.iter().for_each(|rule| collect(&rule.rule, column, &mut out));
    out
}

/// The least power of ten that makes whole numbers of all thresholds.
fn scale(bounds: &[Bound]) -> Values {
    let decimals = |bound: &Bound| match bound {
        Bound::Decimal { decimals, .. } => Some(*decimals),
        Bound::Exact(_) => None,
    };
    let Some(decimals) = bounds.iter().map(decimals).collect::<Option<Vec<i32>>>() else {
        return Values::Compared;
    };
    // Whole numbers stay as they are, even if they all end in zeros.
    let most = decimals.into_iter().max().unwrap_or(0);
    let fits = |power: i32| bounds.iter().all(|bound| scaled(*bound, power).is_some());
    match [most.max(0), most].into_iter().find(|power| fits(*power)) {
        Some(power) => Values::Scaled(power),
        None => Values::Compared,
    }
}

/// A threshold as a whole number of a program, if it fits.
fn scaled(bound: Bound, power: i32) -> Option<i64> {
    let Bound::Decimal { digits, decimals } = bound else { return None };
    let shift = u32::try_from(power - decimals).ok()?;
    let number = 10i64.checked_pow(shift)?.checked_mul(digits)?;
    (number.abs() <= GREATEST).then_some(number)
}

/// A name as a predicate: small letters, digits and underscores, beginning with a letter.
fn predicate(name: &str) -> String {
    let mut out = String::new();
    for c in name.chars() {
        if c.is_ascii_alphanumeric() {
            out.push(c.to_ascii_lowercase());
        } else if !out.is_empty() && !out.ends_with('_') {
            out.push('_');
        }
    }
    let out = out.trim_end_matches('_');
    match out.chars().next() {
        None => "column".to_string(),
        Some(c) if c.is_ascii_digit() => format!("c_{out}"),
        Some(_) => out.to_string(),
    }
}

/// Whether a predicate is one of those that are invented for exceptions.
fn is_ab(name: &str) -> bool {
    name.strip_prefix("ab").is_some_and(|rest| !rest.is_empty() && rest.bytes().all(|b| b.is_ascii_digit()))
}

/// A value as a constant where it can be one, else as a string.
fn constant(value: &str) -> String {
    let mut chars = value.chars();
    let starts = chars.next().is_some_and(|c| c.is_ascii_lowercase());
    if starts && value != "not" && chars.all(|c| c.is_ascii_alphanumeric() || c == '_') {
        value.to_string()
    } else {
        format!("\"{}\"", xfold_asp::symbols::escape(value))
    }
}

/// What a rule did, in words: rows, or their weight if that is no whole number.
pub(crate) fn support(Support { rows, right }: Support) -> String {
    let (rows, right) = (short(rows), short(right));
    let unit = if rows.fract() == 0.0 && right.fract() == 0.0 { "rows" } else { "by weight" };
    format!("{right} of {rows} {unit}")
}

/// A number that is not whole, rounded to four digits.
fn short(number: f64) -> f64 {
    if number.fract() == 0.0 {
        return number;
    }
    let power = 10f64.powi((3 - number.abs().log10().floor() as i32).max(0));
    (number * power).round() / power
}

/// A number without a row of zeros: very large and very small ones have an exponent.
pub(crate) fn plain(value: f64) -> String {
    let size = value.abs();
    if size >= 1e16 || (size > 0.0 && size < 1e-6) { format!("{value:e}") } else { value.to_string() }
}

/// A threshold as a string of a program: what facts and rules must have in common is one form for each number, and only
/// the number itself tells it.
fn compared(bound: Bound) -> String {
    plain(bound.value() + 0.0)
}

/// A decimal number as people write it.
fn decimal(bound: Bound) -> String {
    match bound {
        Bound::Exact(value) => plain(value),
        Bound::Decimal { digits, decimals } if decimals <= 0 => {
            format!("{digits}{}", "0".repeat(if digits == 0 { 0 } else { decimals.unsigned_abs() as usize }))
        }
        Bound::Decimal { digits, decimals } => {
            let decimals = decimals as usize;
            let sign = if digits < 0 { "-" } else { "" };
            let all = format!("{:0>width$}", digits.unsigned_abs(), width = decimals + 1);
            let (whole, fraction) = all.split_at(all.len() - decimals);
            format!("{sign}{whole}.{fraction}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        assert_eq!(predicate("Sepal length (cm)"), "sepal_length_cm");
        assert_eq!(predicate("2nd"), "c_2nd");
        assert_eq!(predicate("Größe"), "gr_e");
        assert_eq!(predicate("…"), "column");
        assert_eq!(constant("red"), "red");
        assert_eq!(constant("<=50K"), "\"<=50K\"");
        assert_eq!(constant("not"), "\"not\"");
    }

    #[test]
    fn decimals() {
        let bound = |digits, decimals| Bound::Decimal { digits, decimals };
        assert_eq!(decimal(bound(375, 1)), "37.5");
        assert_eq!(decimal(bound(-5, 2)), "-0.05");
        assert_eq!(decimal(bound(5, -1)), "50");
        assert_eq!(scale(&[bound(375, 1), bound(5, -1)]), Values::Scaled(1));
        assert_eq!(scale(&[bound(5, -1)]), Values::Scaled(0));
        assert_eq!(scale(&[bound(5, -12)]), Values::Scaled(-12));
        assert_eq!(scale(&[bound(1_700_000_000_123, 3)]), Values::Compared);
    }
}
