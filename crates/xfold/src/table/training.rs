//! The rows that rules are learned from, in memory or elsewhere: what the [fit](super::fit) and the
//! [naming](super::naming) of its rules ask of them. Sets of rows are said by tests, so that it does not matter where the
//! rows are. Stands between read and search in read → columns → search → text → check.

use super::{Cells, MISSING, fit::FINENESS, target::Classified};
use crate::search::{
    column_rule::ColumnRule,
    columns::{self, Fit, Whole},
};
use rayon::prelude::*;
use std::sync::Arc;
use xfold_store::table::{
    Answer, Block, Coding, Column, Columns, Gap, LabelledSet, Question, Selection, Weighed,
};

/// Fewer cells than this are coded by one thread.
pub(super) const WORTH_THREADS: usize = 1 << 16;

/// The rows that rules are learned from.
pub(super) trait TrainingRows: Sync {
    /// How each column is coded.
    fn codings(&self) -> &[Arc<Coding>];

    /// How many rows each set has, and what they count for, by label.
    fn counts(&self, sets: Vec<LabelledSet>) -> Vec<Vec<Weighed>>;

    /// In columns in bins, the cells next to some numbers.
    fn around(&self, wanted: Vec<(u32, Vec<f64>)>) -> Vec<Vec<Gap>>;

    /// Learns rules for a class on a set of rows.
    fn rules(&self, class: u16, left: &Selection, whole: Whole, how: Fit<'_>) -> Vec<ColumnRule>;
}

/// Training rows in memory.
pub(super) struct InMemory {
    block: Block,
    codings: Vec<Arc<Coding>>,
}

impl InMemory {
    /// Some rows of a table in codes, and for each categorical column the value of each code; none for missing cells.
    pub(super) fn new<'a>(
        data: &'a Classified<'_>,
        rows: &[u32],
        weights: Option<Vec<u32>>,
    ) -> (Self, Vec<Vec<Option<&'a str>>>) {
        let column = |&column: &usize| code(&data.table.columns[column].cells, rows);
        let coded: Vec<(Column, Vec<Option<&str>>)> = if rows.len() * data.features.len() < WORTH_THREADS {
            data.features.iter().map(column).collect()
        } else {
            data.features.par_iter().with_max_len(1).map(column).collect()
        };
        let (columns, values): (Vec<Column>, _) = coded.into_iter().unzip();
        let codings = columns.iter().map(|column| Arc::clone(column.coding())).collect();
        let mut columns = Columns::new(columns, rows.len());
        if let Some(weights) = weights {
            columns = columns.with_weights(weights);
        }
        let classes = rows.iter().map(|row| data.labels[*row as usize] as u16).collect();
        (Self { block: Block::new(columns, classes, data.classes.len()), codings }, values)
    }

    /// Bytes of the columns: codes, and numbers where codes are bins.
    pub(super) fn n_bytes(&self) -> usize {
        self.block.columns().n_bytes()
    }
}

impl TrainingRows for InMemory {
    fn codings(&self) -> &[Arc<Coding>] {
        &self.codings
    }

    fn counts(&self, sets: Vec<LabelledSet>) -> Vec<Vec<Weighed>> {
        match self.block.answer(&Question::Counts(sets)) {
            Answer::Counts(counts) => counts,
            _ => Vec::new(),
        }
    }

    fn around(&self, wanted: Vec<(u32, Vec<f64>)>) -> Vec<Vec<Gap>> {
        let columns = self.block.columns().columns();
        wanted.par_iter().map(|(column, numbers)| columns[*column as usize].around(numbers)).collect()
    }

    fn rules(&self, class: u16, left: &Selection, whole: Whole, how: Fit<'_>) -> Vec<ColumnRule> {
        columns::fit(self.block.columns(), self.block.rows(left, class), whole, how)
    }
}

/// A column's cells of some rows in codes, with the values of categories.
fn code<'a>(cells: &'a Cells, rows: &[u32]) -> (Column, Vec<Option<&'a str>>) {
    match cells {
        Cells::Numbers(numbers) => {
            let is_whole = rows.len() == numbers.len();
            let cells = if is_whole {
                Arc::clone(numbers)
            } else {
                Arc::new(rows.iter().map(|&row| numbers[row as usize]).collect())
            };
            (Column::numeric(cells, FINENESS), Vec::new())
        }
        Cells::Categories(categories) => {
            // Codes in order of appearance; a missing cell is one value more.
            let mut numbers = vec![MISSING; categories.values.len() + 1];
            let mut values = Vec::new();
            let codes: Vec<u32> = rows
                .iter()
                .map(|&row| {
                    let value = categories.codes[row as usize];
                    let place = if value == MISSING { categories.values.len() } else { value as usize };
                    if numbers[place] == MISSING {
                        numbers[place] = values.len() as u32;
                        values.push(categories.values.get(place).map(String::as_str));
                    }
                    numbers[place]
                })
                .collect();
            let n_codes = values.len() as u32;
            (Column::categorical(codes.into_iter(), n_codes), values)
        }
    }
}
