//! The target of a table: which class each row has, and what it counts for. Stands between reading a table and learning
//! from it in read → columns → search → text → check.

use super::{Cells, MISSING, Table};
use crate::{Result, codes};
use serde::Serialize;
use xfold_asp::diagnostic::{Diagnostic, suggestion};

/// A table with its target: which class each row has, and what it counts for.
#[derive(Debug)]
pub struct Classified<'a> {
    /// The table.
    pub table: &'a Table,
    /// The target's name.
    pub target: String,
    /// The columns that rules may read.
    pub features: Vec<usize>,
    /// The classes.
    pub classes: Vec<String>,
    /// The class of each row, or [`MISSING`].
    pub labels: Vec<u32>,
    /// The weight of each row.
    pub weights: Option<Vec<f64>>,
    /// The class whose scores are of interest, if one was named.
    pub positive: Option<u32>,
    /// What the user should know.
    pub notes: Vec<Diagnostic>,
}

/// What the target is, and what rows count for.
#[derive(Debug, Clone, Default, Serialize)]
pub struct TargetOptions {
    /// Makes it a task of two classes, this one against the rest.
    pub positive: Option<String>,
    /// What rows of some classes count for.
    pub class_weights: Vec<(String, f64)>,
    /// Classes count equally, however many rows they have.
    pub balanced: bool,
}

impl<'a> Classified<'a> {
    /// Takes the target, and what else is no feature, out of a table that rules are to be learned from.
    pub fn new(table: &'a Table, options: &TargetOptions) -> Result<Self> {
        let this = Self::of(table)?;
        can_be_learned(&table.name, &this.target, this.features.len(), &this.classes)?;
        this.with(options)
    }

    /// The same for rules that are there already: they may read no column, and all rows may have one class.
    pub fn to_check(table: &'a Table, options: &TargetOptions) -> Result<Self> {
        Self::of(table)?.with(options)
    }

    fn of(table: &'a Table) -> Result<Self> {
        // The reader makes categories of the target.
        let target = table.target.map(|target| (target, &table.columns[target].cells));
        let Some((target, Cells::Categories(cells))) = target else {
            let message = "a table needs a target, the column with the class";
            let help = "such as: xfold learn data.csv --target label";
            return Err(Diagnostic::error(codes::NO_TARGET_COLUMN, message).help(help).into());
        };
        let special = [Some(target), table.id, table.weights];
        let features = (0..table.columns.len()).filter(|column| !special.contains(&Some(*column))).collect();
        let mut this = Self {
            table,
            target: table.columns[target].name.clone(),
            features,
            classes: cells.values.clone(),
            labels: cells.codes.clone(),
            weights: None,
            positive: None,
            notes: Vec::new(),
        };
        let n_without = this.labels.iter().filter(|label| **label == MISSING).count();
        this.notes.extend(without_class(n_without as u64, &this.target));
        has_class(&table.name, &this.target, &this.classes)?;
        Ok(this)
    }

    fn with(mut self, options: &TargetOptions) -> Result<Self> {
        self.weigh(self.table.weights, options)?;
        if let Some(positive) = &options.positive {
            let class = self.class(positive, "--positive")?;
            self.make_binary(class);
        }
        Ok(self)
    }

    /// The number of a class, or an error that says which there are.
    pub fn class(&self, name: &str, option: &str) -> Result<u32> {
        class_named(name, option, &self.target, &self.classes)
    }

    fn make_binary(&mut self, positive: u32) {
        self.classes = one_against_rest(&self.classes, positive);
        for label in &mut self.labels {
            *label = if *label == MISSING { MISSING } else { u32::from(*label != positive) };
        }
        self.positive = Some(0);
    }

    fn weigh(&mut self, column: Option<usize>, options: &TargetOptions) -> Result<()> {
        if column.is_none() && options.class_weights.is_empty() && !options.balanced {
            return Ok(());
        }
        let mut weights = vec![1.0; self.table.n_rows];
        if let Some(column) = column
            && let Cells::Numbers(cells) = &self.table.columns[column].cells
        {
            if let Some(row) = cells.iter().position(|weight| weight.is_nan() || *weight < 0.0) {
                let found = if cells[row].is_nan() { "missing".to_string() } else { cells[row].to_string() };
                let name = &self.table.columns[column].name;
                let message = format!("row {} has the weight {found} in `{name}`", row + 1);
                return Err(Diagnostic::error(codes::BAD_WEIGHT, message)
                    .help("weights are numbers of at least 0")
                    .into());
            }
            weights.copy_from_slice(cells);
        }
        let totals = || {
            let mut totals = vec![0.0; self.classes.len()];
            for (label, weight) in self.labels.iter().zip(&weights).filter(|(label, _)| **label != MISSING) {
                totals[*label as usize] += weight;
            }
            totals
        };
        let of_class = class_weights(options, &self.target, &self.classes, totals)?;
        for (label, weight) in self.labels.iter().zip(&mut weights).filter(|(label, _)| **label != MISSING) {
            *weight *= of_class[*label as usize];
        }
        if weights.iter().sum::<f64>() <= 0.0 {
            let message = "all weights are 0";
            return Err(Diagnostic::error(codes::BAD_WEIGHT, message).help("some rows must count").into());
        }
        self.weights = Some(weights);
        Ok(())
    }

    /// The rows that have a class.
    pub fn labelled(&self) -> Vec<u32> {
        (0..self.table.n_rows as u32).filter(|row| self.labels[*row as usize] != MISSING).collect()
    }
}

/// The number of a class that an option names, or an error that says which there are.
pub(super) fn class_named(name: &str, option: &str, target: &str, classes: &[String]) -> Result<u32> {
    if let Some(class) = classes.iter().position(|class| class == name) {
        return Ok(class as u32);
    }
    let help = suggestion(name, classes.iter().map(String::as_str)).unwrap_or_else(|| {
        let shown: Vec<String> = classes.iter().take(20).map(|class| format!("`{class}`")).collect();
        format!("the classes are {}", shown.join(", "))
    });
    let message = format!("{option}: no row has `{name}` in `{target}`");
    Err(Diagnostic::error(codes::UNKNOWN_CLASS, message).help(help).into())
}

/// Fails if there is nothing to learn: no column that rules could read, or one class only.
pub(super) fn can_be_learned(table: &str, target: &str, n_features: usize, classes: &[String]) -> Result<()> {
    if n_features == 0 {
        let message = format!("{table} has no column beside the target that rules could read");
        return Err(Diagnostic::error(codes::NO_COLUMN, message).into());
    }
    if let [class] = classes {
        let what = format!("every row of {table} has the class `{class}` in `{target}`");
        let error = Diagnostic::error(codes::ONE_CLASS, what);
        return Err(error.help("there is nothing to tell apart: is --target the right column?").into());
    }
    Ok(())
}

/// Fails if no row has a class.
pub(super) fn has_class(table: &str, target: &str, classes: &[String]) -> Result<()> {
    if !classes.is_empty() {
        return Ok(());
    }
    let what = format!("no row of {table} has a class in `{target}`");
    let help = "there is nothing to compare with: is this the right column?";
    Err(Diagnostic::error(codes::ONE_CLASS, what).help(help).into())
}

/// The note that some rows have no class.
pub(super) fn without_class(n_without: u64, target: &str) -> Option<Diagnostic> {
    let (rows, are) = match n_without {
        0 => return None,
        1 => ("1 row has".to_string(), "is"),
        n => (format!("{n} rows have"), "are"),
    };
    let message = format!("{rows} no class in `{target}` and {are} left out");
    Some(Diagnostic::note(codes::NO_CLASS, message))
}

/// The names of two classes, one of several and the rest of them.
pub(super) fn one_against_rest(classes: &[String], positive: u32) -> Vec<String> {
    let name = classes[positive as usize].clone();
    let rest = match classes {
        [first, second] => if *first == name { second } else { first }.clone(),
        _ if classes.iter().any(|class| class == "other") => format!("other than {name}"),
        _ => "other".to_string(),
    };
    vec![name, rest]
}

/// What rows of each class count for. `totals` are those of the classes before.
pub(super) fn class_weights(
    options: &TargetOptions,
    target: &str,
    classes: &[String],
    totals: impl FnOnce() -> Vec<f64>,
) -> Result<Vec<f64>> {
    if options.balanced {
        let totals = totals();
        let all: f64 = totals.iter().sum();
        return Ok(totals.iter().map(|total| all / (total.max(1e-9) * totals.len() as f64)).collect());
    }
    let mut of_class = vec![1.0; classes.len()];
    for (class, weight) in &options.class_weights {
        of_class[class_named(class, "--class-weights", target, classes)? as usize] = *weight;
    }
    Ok(of_class)
}

/// The class that rules tell from all others, where they were learned so: of the two classes that they give, only one is a
/// value of the target, which has more than two.
pub fn one_of_several(given: &[&str], values: &[String]) -> Option<u32> {
    let [one, other] = given else { return None };
    let place = |class: &str| values.iter().position(|value| value == class).map(|place| place as u32);
    match (place(one), place(other)) {
        (Some(place), None) | (None, Some(place)) if values.len() > 2 => Some(place),
        _ => None,
    }
}
