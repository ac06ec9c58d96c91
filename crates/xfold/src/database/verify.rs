//! What a query finds in the database itself, beside the labels there. Part of the way back: SQL → verdict.

use super::{Source, model::Database, sql::Query, target::Target};
use crate::error::Result;
use rustc_hash::FxHashSet;

/// How many labelled rows a query finds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Found {
    /// Rows with the label.
    pub positive: u64,
    /// Rows with another label.
    pub negative: u64,
    /// Rows without one.
    pub unlabelled: u64,
    /// Keys that no row has which was read: the database has changed.
    pub unknown: u64,
}

/// Runs a query where the data is, and counts what it finds by label.
pub fn count(source: &mut dyn Source, query: &Query, database: &Database, target: &Target) -> Result<Found> {
    let answer = source.query(&query.select)?;
    let derived: FxHashSet<Vec<String>> =
        answer.into_iter().map(|row| row.into_iter().map(Option::unwrap_or_default).collect()).collect();
    let table = &database.tables[target.table];
    let mut found = Found::default();
    let mut n_known = 0;
    for (row, label) in target.labels.iter().enumerate() {
        let key: Option<Vec<String>> =
            table.primary_key.iter().map(|&column| table.columns[column].key(row)).collect();
        if key.is_some_and(|key| derived.contains(&key)) {
            n_known += 1;
            match label {
                Some(true) => found.positive += 1,
                Some(false) => found.negative += 1,
                None => found.unlabelled += 1,
            }
        }
    }
    found.unknown = derived.len() as u64 - n_known;
    Ok(found)
}
