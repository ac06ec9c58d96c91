//! A part in codes, as the search asks about it. Part of [tables in parts](super).

use super::{
    ask::{Encoding, FeatureCoding},
    cache::{Held, Keeper},
    request::{PartRows, Request, take_codes, take_numbers, values},
};
use crate::table::{MISSING, read::Builder};
use rustc_hash::FxHashMap;
use std::sync::Arc;
use xfold_store::table::{Block, Coding, Column, Columns};

/// Rows of a block: enough for a pass over it to be quick, and few enough for the memory of several at once.
const BLOCK: usize = 1 << 18;

/// Reads a part and encodes its rows that have a class. Blocks are kept as there is room for them.
pub(super) fn encode(
    request: &Request,
    encoding: &Encoding,
    part: &mut dyn PartRows,
    mut keeper: Keeper<'_>,
) -> Result<Vec<Held>, String> {
    let codings = encoding.codings();
    let mut rows = Unfinished::new(encoding);
    let mut number = encoding.folds.as_ref().map_or(Ok(0), |folds| folds.offsets.of(&part.key()))?;
    request.scan(part, |builders, _| {
        rows.add(builders)?;
        if rows.labels.len() >= BLOCK {
            keeper.keep(rows.block(encoding, &codings, &mut number))?;
        }
        Ok(())
    })?;
    if !rows.labels.is_empty() {
        keeper.keep(rows.block(encoding, &codings, &mut number))?;
    }
    Ok(keeper.into_blocks())
}

/// The cells of rows that have a class.
fn labelled<T>(cells: Vec<T>, labels: &[u32]) -> impl Iterator<Item = T> {
    cells.into_iter().zip(labels).filter(|(_, label)| **label != MISSING).map(|(cell, _)| cell)
}

fn changed(what: &str) -> String {
    format!("{what} has cells that were not there before: does the table change while it is read?")
}

/// Rows that are no block yet.
struct Unfinished<'a> {
    /// The value of the target, by number.
    labels: Vec<u32>,
    labels_of: Coder<'a>,
    columns: Vec<UnfinishedColumn<'a>>,
}

enum UnfinishedColumn<'a> {
    Numbers(Vec<f64>),
    Categories { codes: Vec<u32>, coder: Coder<'a> },
}

/// From the values that a builder has numbered to codes.
struct Coder<'a> {
    known: FxHashMap<&'a str, u32>,
    codes: Vec<u32>,
    missing: u32,
}

/// The code of a value that no row with a class has.
const UNUSED: u32 = MISSING - 1;

impl<'a> Coder<'a> {
    fn new(known: impl Iterator<Item = (&'a str, u32)>, missing: u32) -> Self {
        Self { known: known.collect(), codes: Vec::new(), missing }
    }

    /// Looks at the values that have come since the last time.
    fn learn(&mut self, values: &[String]) {
        let new = &values[self.codes.len().min(values.len())..];
        let codes = new.iter().map(|value| self.known.get(value.as_str()).copied().unwrap_or(UNUSED));
        self.codes.extend(codes.collect::<Vec<u32>>());
    }

    fn code(&self, value: u32) -> u32 {
        self.codes.get(value as usize).copied().unwrap_or(self.missing)
    }
}

impl<'a> Unfinished<'a> {
    /// Takes the cells that came out of the builders: those of the features, then the target.
    fn add(&mut self, builders: &mut [Builder]) -> Result<(), String> {
        let Some((target, features)) = builders.split_last_mut() else { return Ok(()) };
        self.labels_of.learn(values(target));
        let labels = take_codes(target).into_iter().map(|value| self.labels_of.code(value));
        let labels: Vec<u32> = labels.collect();
        if labels.contains(&UNUSED) {
            return Err(changed("the target"));
        }
        for (column, builder) in self.columns.iter_mut().zip(features) {
            match column {
                UnfinishedColumn::Numbers(cells) => {
                    let numbers = take_numbers(builder);
                    if numbers.len() != labels.len() {
                        return Err(changed("a column of numbers"));
                    }
                    cells.extend(labelled(numbers, &labels));
                }
                UnfinishedColumn::Categories { codes, coder } => {
                    coder.learn(values(builder));
                    let n_before = codes.len();
                    codes.extend(labelled(take_codes(builder), &labels).map(|value| coder.code(value)));
                    if codes[n_before..].contains(&UNUSED) {
                        return Err(changed("a column of categories"));
                    }
                }
            }
        }
        self.labels.extend(labels.into_iter().filter(|label| *label != MISSING));
        Ok(())
    }

    fn new(encoding: &'a Encoding) -> Self {
        let columns = encoding.features.iter().map(|feature| match feature {
            FeatureCoding::Numbers(_) => UnfinishedColumn::Numbers(Vec::new()),
            FeatureCoding::Categories(values) => {
                let known =
                    values.iter().zip(0..).filter_map(|(value, code)| Some((value.as_deref()?, code)));
                let missing = values.iter().position(Option::is_none);
                let missing = missing.map_or(UNUSED, |missing| missing as u32);
                UnfinishedColumn::Categories { codes: Vec::new(), coder: Coder::new(known, missing) }
            }
        });
        let labels = encoding.classes.iter().map(|(value, _)| value.as_str()).zip(0..);
        let labels_of = Coder::new(labels, MISSING);
        Self { columns: columns.collect(), labels: Vec::new(), labels_of }
    }

    /// The rows so far as a block. `number` is that of the first of them, and then of the row behind.
    fn block(&mut self, encoding: &Encoding, codings: &[Arc<Coding>], number: &mut u64) -> Block {
        let labels = std::mem::take(&mut self.labels);
        let columns = self.columns.iter_mut().zip(codings).map(|(column, coding)| {
            let coding = Arc::clone(coding);
            match column {
                UnfinishedColumn::Numbers(cells) => {
                    Column::of_numbers(coding, Arc::new(std::mem::take(cells)))
                }
                UnfinishedColumn::Categories { codes, .. } => {
                    Column::of_categories(coding, std::mem::take(codes).into_iter())
                }
            }
        });
        let mut columns: Vec<Column> = columns.collect();
        if let (Some(folds), Some(coding)) = (&encoding.folds, codings.last()) {
            let of_row = (0..labels.len()).map(|row| folds.fold(*number + row as u64));
            columns.push(Column::of_categories(Arc::clone(coding), of_row));
        }
        *number += labels.len() as u64;
        let mut columns = Columns::new(columns, labels.len());
        if let Some(weights) = &encoding.weights {
            columns = columns.with_weights(labels.iter().map(|label| weights[*label as usize]).collect());
        }
        let classes = labels.into_iter().map(|label| encoding.classes[label as usize].1);
        Block::new(columns, classes.collect(), encoding.n_classes)
    }
}
