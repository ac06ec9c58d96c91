//! A table as columns of small codes: rows are the examples, and a candidate test is a range of one column's codes.
//!
//! A numeric column's codes are ranks, so that prefix sums over them count every threshold at once; if it has too many
//! distinct values they are bins, and tests compare the numbers themselves. A categorical column's codes number its
//! values. [`RowSet`] is what a rule covers, [`Tally`] counts it by code and label. A table may also lie in several parts,
//! elsewhere: a [`Question`] says sets of rows by tests, and the [`Answer`]s of all parts add up.
//!
//! ```
//! use xfold_store::table::*;
//!
//! let cells = std::sync::Arc::new(vec![12.0, 40.0, f64::NAN, 40.0, 65.0]);
//! let age = Column::numeric(cells, Fineness { most_ranks: 255, n_bins: 255, most_sampled: 100 });
//! assert_eq!((age.n_codes(), age.coding().has_missing()), (3, true));
//! let table = Columns::new(vec![age], 5);
//! let rows = RowSet::new(vec![0, 1], vec![2, 3, 4]);
//! let tally = table.tally(&rows);
//! assert_eq!(tally.of(0).pos, [1, 1, 0, 0]); // ranks 0 to 2, then the missing
//! assert_eq!(tally.of(0).neg, [0, 1, 1, 1]);
//! let from_40 = CellTest::Codes(CodeRange { column: 0, first: 1, last: 2 });
//! assert_eq!(table.within(&rows, from_40), RowSet::new(vec![1], vec![3, 4]));
//! ```

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

mod column;
mod parts;
mod rows;
mod selection;
mod stored;
mod tally;

pub use column::{Codes, Coding, Column, Fineness};
pub use parts::{Answer, Block, Counted, Gap, Gathered, LabelledSet, Question, Weighed};
pub use rows::{RowBits, RowSet};
pub use selection::{Compared, KnownRows, Room, Selection};
pub use stored::{BlockWriter, StoredBlock};
pub use tally::{ColumnTally, Few, Run, Tally};

/// The cells of a column whose code lies in a range, both ends included.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct CodeRange {
    /// The column.
    pub column: u32,
    /// The first code.
    pub first: u32,
    /// The last code.
    pub last: u32,
}

/// A test of a row's cell in one column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum CellTest {
    /// The code lies in a range.
    Codes(CodeRange),
    /// The number is at most this one.
    AtMost(u32, Real),
    /// The number is above this one.
    Above(u32, Real),
}

impl CellTest {
    /// The column.
    pub fn column(self) -> usize {
        match self {
            Self::Codes(range) => range.column as usize,
            Self::AtMost(column, _) | Self::Above(column, _) => column as usize,
        }
    }

    /// The number that it compares with.
    pub fn bound(self) -> Option<f64> {
        match self {
            Self::Codes(_) => None,
            Self::AtMost(_, bound) | Self::Above(_, bound) => Some(bound.value()),
        }
    }

    /// Whether a number passes the comparison. Tests of codes say nothing about numbers.
    fn passes(self, number: f64) -> bool {
        match self {
            Self::Codes(_) => false,
            Self::AtMost(_, bound) => number <= bound.value(),
            Self::Above(_, bound) => number > bound.value(),
        }
    }
}

/// A number that can be a key: bits that are ordered as the numbers are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Real(u64);

impl Real {
    /// The key of a number that is not NaN.
    pub fn new(value: f64) -> Self {
        // Adding zero turns -0 into 0.
        let bits = (value + 0.0).to_bits();
        Self(if bits >> 63 == 1 { !bits } else { bits | 1 << 63 })
    }

    /// The number.
    pub fn value(self) -> f64 {
        f64::from_bits(if self.0 >> 63 == 1 { self.0 & !(1 << 63) } else { !self.0 })
    }
}

/// The columns of a table, all of one length.
#[derive(Debug, Clone)]
pub struct Columns {
    columns: Vec<Column>,
    n_rows: usize,
    /// Where each column's counts begin in a tally, and the length of all.
    offsets: std::sync::Arc<[usize]>,
    /// If this is a part of a table, the row of the whole for each of its rows.
    in_whole: Option<Vec<u32>>,
    /// What each row counts for; none: every row counts one.
    weights: Option<Vec<u32>>,
}

impl Columns {
    /// A table of these columns.
    pub fn new(columns: Vec<Column>, n_rows: usize) -> Self {
        let mut offsets = vec![0];
        for column in &columns {
            // Columns that are not needed may be left empty.
            debug_assert!([0, n_rows].contains(&column.codes().len()));
            offsets.push(offsets[offsets.len() - 1] + column.n_codes() as usize + 1);
        }
        Self { columns, n_rows, offsets: offsets.into(), in_whole: None, weights: None }
    }

    /// The same table, each row counting for its weight. All weights together must fit into 32 bits.
    pub fn with_weights(mut self, weights: Vec<u32>) -> Self {
        debug_assert_eq!(weights.len(), self.n_rows);
        self.weights = Some(weights);
        self
    }

    /// The cells of some rows side by side, as a table of its own, and the rows in it: first those to be covered, then
    /// the others.
    pub fn part(&self, rows: &RowSet) -> (Self, RowSet) {
        let chosen = [&rows.pos[..], &rows.neg[..]].concat();
        let in_whole: Vec<u32> = chosen.iter().map(|row| self.row_in_whole(*row)).collect();
        let part = Self {
            columns: self.columns.par_iter().with_max_len(1).map(|column| column.part(&chosen)).collect(),
            n_rows: chosen.len(),
            offsets: self.offsets.clone(),
            in_whole: Some(in_whole),
            weights: self
                .weights
                .as_ref()
                .map(|weights| chosen.iter().map(|row| weights[*row as usize]).collect()),
        };
        let (n_pos, n) = (rows.pos.len() as u32, chosen.len() as u32);
        (part, RowSet::new((0..n_pos).collect(), (n_pos..n).collect()))
    }

    /// Rows of a part as rows of the whole.
    pub fn in_whole(&self, rows: &RowSet) -> RowSet {
        let of_label = |rows: &[u32]| rows.iter().map(|row| self.row_in_whole(*row)).collect();
        RowSet { pos: of_label(&rows.pos), neg: of_label(&rows.neg) }
    }

    fn row_in_whole(&self, row: u32) -> u32 {
        self.in_whole.as_ref().map_or(row, |rows| rows[row as usize])
    }

    /// The columns.
    pub fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// Number of rows.
    pub fn n_rows(&self) -> usize {
        self.n_rows
    }

    /// The memory of all columns, in bytes: codes, and numbers where codes are bins.
    pub fn n_bytes(&self) -> usize {
        self.columns.iter().map(Column::n_bytes).sum()
    }

    /// What all rows count for.
    pub fn weigh_all(&self) -> u64 {
        let weights = self.weights.as_ref();
        weights.map_or(self.n_rows as u64, |weights| weights.iter().map(|weight| u64::from(*weight)).sum())
    }

    /// What each row counts for; none: every row counts one.
    pub fn weights(&self) -> Option<&[u32]> {
        self.weights.as_deref()
    }

    /// What some rows count for.
    pub fn weigh(&self, rows: &[u32]) -> u64 {
        match &self.weights {
            None => rows.len() as u64,
            Some(weights) => rows.iter().map(|&row| u64::from(weights[row as usize])).sum(),
        }
    }
}
