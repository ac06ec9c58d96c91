//! Tables: rules with exceptions from rows and columns. The same path as for tasks, with one world whose rows are the
//! examples:
//!
//! - [`read`]: a file becomes a [`Table`] of typed columns.
//! - [`target`]: which column has the class, and what rows count for.
//! - [`fit`]: the table's classes are described by rules, found by description length; [`trace`] tells how.
//! - [`model`]: the rules as they are printed, and what they say of a row; [`text`] writes and reads them.
//! - [`learn`]: all of this, with a check of what is printed.
//! - [`evaluate`]: how well this does on rows that were held back.
//!
//! ```
//! use xfold::{Clingo, Limits, StopReason, table::{fit::FitOptions, learn, read, target::Classified, text}};
//!
//! let rows: String = (0..30).map(|age| format!("{age},{}\n", if age < 12 { "no" } else { "yes" })).collect();
//! let file = std::env::temp_dir().join(format!("xfold_pays_{}.csv", std::process::id()));
//! std::fs::write(&file, format!("age,pays\n{rows}"))?;
//! let options = read::ReadOptions { target: Some("pays".to_string()), ..Default::default() };
//! let table = read::file(&file, &options, &read::Unwatched)?;
//! std::fs::remove_file(&file)?;
//!
//! let data = Classified::new(&table, &Default::default())?;
//! let learned = learn(&data, &FitOptions::default(), &Clingo, &Limits::none())?;
//! assert_eq!(learned.stop, StopReason::Verified);
//! assert_eq!(
//!     text::words(&learned.model),
//!     "If age is at most 11, pays is no. (12 of 12 rows)\nOtherwise pays is yes. (18 of 18 rows)\n"
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod evaluate;
pub mod fit;
mod learn;
pub mod model;
mod naming;
pub mod parts;
pub mod read;
pub mod target;
pub mod text;
pub mod trace;
mod training;

pub use learn::{CheckedBy, LearnedTable, TableVerdict, check_rules, learn, learn_and_tell};

use crate::codes;
use rustc_hash::FxHashMap;
use std::{fmt, sync::Arc};
use xfold_asp::diagnostic::{Diagnostic, did_you_mean};

/// A table in memory.
#[derive(Debug, Clone)]
pub struct Table {
    /// The name of the file.
    pub name: String,
    /// The columns, in the order of the file; ignored ones are left out.
    pub columns: Vec<Column>,
    /// Number of rows.
    pub n_rows: usize,
    /// The column with the class, if one was named.
    pub target: Option<usize>,
    /// The column that names the rows.
    pub id: Option<usize>,
    /// The column with the weights of the rows.
    pub weights: Option<usize>,
    /// What the user should know of how the file was read.
    pub notes: Vec<Diagnostic>,
}

/// A column with its name.
#[derive(Debug, Clone)]
pub struct Column {
    /// The name, as the file has it.
    pub name: String,
    /// The cells.
    pub cells: Cells,
}

/// The cells of a column.
#[derive(Debug, Clone)]
pub enum Cells {
    /// Numbers; NaN is a missing cell.
    Numbers(Arc<Vec<f64>>),
    /// Categories.
    Categories(Categories),
}

/// The cells of a categorical column, as numbers of its values.
#[derive(Debug, Clone, Default)]
pub struct Categories {
    /// For each row the number of its value, or [`MISSING`].
    pub codes: Vec<u32>,
    /// The values, in order of appearance.
    pub values: Vec<String>,
}

impl Categories {
    /// Cells whose values are numbered already, in any order; what is no number of a value is missing. Values are made
    /// printable, as those of a file are.
    pub fn from_codes(codes: impl Iterator<Item = Option<u32>>, values: &[impl AsRef<str>]) -> Self {
        let mut numbers = vec![MISSING; values.len()];
        // Two values may be printed alike.
        let mut known: FxHashMap<String, u32> = FxHashMap::default();
        let mut this = Self { codes: Vec::with_capacity(codes.size_hint().0), values: Vec::new() };
        for code in codes {
            let place = code.map_or(usize::MAX, |code| code as usize);
            let Some(number) = numbers.get_mut(place) else {
                this.codes.push(MISSING);
                continue;
            };
            if *number == MISSING {
                let value = read::printable(values[place].as_ref());
                *number = *known.entry(value.clone()).or_insert_with(|| {
                    this.values.push(value);
                    this.values.len() as u32 - 1
                });
            }
            this.codes.push(*number);
        }
        this
    }

    /// Cells whose values are numbered already, all of them, in order of appearance; [`MISSING`] is a missing one.
    pub fn from_numbered(codes: Vec<u32>, values: Vec<String>) -> Self {
        if values.iter().all(|value| read::is_printable(value)) {
            Self { codes, values }
        } else {
            Self::from_codes(codes.into_iter().map(Some), &values)
        }
    }
}

/// The code of a missing category.
pub const MISSING: u32 = u32::MAX;

/// What a column holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Numbers, compared with thresholds.
    Number,
    /// Categories, compared for equality.
    Category,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kind::Number => "number",
            Kind::Category => "category",
        })
    }
}

impl Column {
    /// Number of rows.
    pub fn n_rows(&self) -> usize {
        match &self.cells {
            Cells::Numbers(numbers) => numbers.len(),
            Cells::Categories(categories) => categories.codes.len(),
        }
    }

    /// What it holds.
    pub fn kind(&self) -> Kind {
        match self.cells {
            Cells::Numbers(_) => Kind::Number,
            Cells::Categories(_) => Kind::Category,
        }
    }
}

impl Table {
    /// The place of a column, by its name.
    pub fn column(&self, name: &str) -> Option<usize> {
        self.columns.iter().position(|column| column.name == name)
    }
}

/// The error that a file has no column of some name.
fn unknown_column(file: &str, name: &str, what: &str, names: &[&str]) -> Diagnostic {
    // Names of one letter are all alike.
    let near = did_you_mean(name, names.iter().copied()).filter(|near| name.len().min(near.len()) > 1);
    let help = match near {
        Some(near) => format!("did you mean `{near}`?"),
        None => {
            let shown: Vec<String> = names.iter().take(20).map(|name| format!("`{name}`")).collect();
            let more = if names.len() > 20 { ", …" } else { "" };
            format!("its columns are {}{more}", shown.join(", "))
        }
    };
    Diagnostic::error(codes::NO_COLUMN, format!("{file} has no column `{name}`{what}")).help(help)
}
