//! The column to be learned, and what it says of each row. Part of database → target → task.

use super::{
    model::{Cells, Database},
    vocabulary::{Vocabulary, mangled},
};
use crate::{codes, error::Result};
use xfold_asp::{
    diagnostic::{Diagnostic, did_you_mean},
    symbols::Signature,
};

/// What is to be learned.
#[derive(Debug, Clone)]
pub struct Target {
    /// The table, by number.
    pub table: usize,
    /// The column, by number.
    pub column: usize,
    /// The predicate.
    pub name: String,
    /// For each row whether it is a positive example; none if the column has no value there.
    pub labels: Vec<Option<bool>>,
    /// The value that is meant, as a text.
    pub value: String,
}

/// Values of which there is no doubt what they mean.
const POSITIVE: [&str; 6] = ["true", "t", "yes", "y", "1", "positive"];

impl Target {
    /// Finds `table.column` or `table.column=value`.
    pub fn find(database: &Database, vocabulary: &Vocabulary, asked: &str) -> Result<Self> {
        let (place, value) = match asked.split_once('=') {
            Some((place, value)) => (place, Some(value)),
            None => (asked, None),
        };
        let found = find_place(database, place)?;
        Self::of(database, vocabulary, place, found, value)
    }

    /// The target that rules define: the column and the value whose predicate stands in one of their heads.
    pub fn of_rules(database: &Database, vocabulary: &Vocabulary, heads: &[Signature]) -> Result<Self> {
        for (table, of) in database.tables.iter().enumerate() {
            for (column, cells) in of.columns.iter().enumerate() {
                let stem = stem(database, vocabulary, (table, column));
                let is_near = |head: &&Signature| {
                    head.name.starts_with(&*stem) && head.arity == vocabulary.keys[table].len()
                };
                let Some(head) = heads.iter().find(is_near) else { continue };
                let values = different(&texts(&cells.cells));
                if let Some(value) = values.iter().find(|value| name_of(&stem, value) == *head.name) {
                    let place = format!("{}.{}", of.name, cells.name);
                    return Self::of(database, vocabulary, &place, (table, column), Some(value));
                }
            }
        }
        let names: Vec<String> = heads.iter().map(ToString::to_string).collect();
        let message =
            format!("no rule defines a column of {}: the heads are {}", database.name, names.join(", "));
        Err(Diagnostic::error(codes::DATABASE_TARGET, message)
            .help("give rules that were learned from this database, or from one with the same tables")
            .into())
    }

    fn of(
        database: &Database,
        vocabulary: &Vocabulary,
        place: &str,
        (table, column): (usize, usize),
        value: Option<&str>,
    ) -> Result<Self> {
        let of = &database.tables[table];
        if of.primary_key.is_empty() {
            let message = format!("{} has no primary key, so its rows have no name", of.name);
            return Err(Diagnostic::error(codes::DATABASE_TARGET, message)
                .help("give the table a key; in files, a column `id` without gaps and repeated values")
                .into());
        }
        if of.is_key(column) {
            let message = format!("{place} is part of a key, and keys are not learned");
            return Err(Diagnostic::error(codes::DATABASE_TARGET, message)
                .help("name another column")
                .into());
        }
        let texts = texts(&of.columns[column].cells);
        let value = match value {
            Some(value) => value.to_string(),
            None => positive_value(place, &texts)?,
        };
        let labels: Vec<Option<bool>> =
            texts.iter().map(|text| text.as_ref().map(|text| *text == value)).collect();
        let has = |label: bool| labels.contains(&Some(label));
        if !has(true) || !has(false) {
            let found = different(&texts);
            let what = if has(true) { "every row with a value" } else { "no row" };
            let message = format!("{what} of {} has {place} = {value}", of.name);
            return Err(Diagnostic::error(codes::DATABASE_TARGET, message)
                .help(format!("its values are {}", shown(&found)))
                .into());
        }
        let name = name_of(&stem(database, vocabulary, (table, column)), &value);
        Ok(Self { table, column, name, labels, value })
    }

    /// How many rows have this label.
    pub fn n_labelled(&self, label: bool) -> usize {
        self.labels.iter().filter(|known| **known == Some(label)).count()
    }
}

/// The name of a column among predicates.
fn stem(database: &Database, vocabulary: &Vocabulary, (table, column): (usize, usize)) -> String {
    let of = &database.tables[table];
    let known = vocabulary.of_column(table, column).map(|known| known.name.clone());
    known.unwrap_or_else(|| mangled(&format!("{}_{}", of.name, of.columns[column].name)))
}

/// The predicate that says that a column has a value.
fn name_of(stem: &str, value: &str) -> String {
    if POSITIVE.contains(&value.to_lowercase().as_str()) {
        stem.to_string()
    } else {
        format!("{stem}_is_{}", mangled(value).trim_start_matches("t_"))
    }
}

fn find_place(database: &Database, place: &str) -> Result<(usize, usize)> {
    let tables: Vec<&str> = database.tables.iter().map(|table| table.name.as_str()).collect();
    let Some((table_name, column_name)) = place.rsplit_once('.') else {
        let message = format!("--target {place}: a database needs a table and a column");
        return Err(Diagnostic::error(codes::DATABASE_TARGET, message)
            .help(format!(
                "such as {}.COLUMN; the tables are {}",
                tables.first().unwrap_or(&"TABLE"),
                tables.join(", ")
            ))
            .into());
    };
    let missing = |what: String, name: &str, known: &[&str]| {
        let help = match did_you_mean(name, known.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("there are {}", known.join(", ")),
        };
        Diagnostic::error(codes::DATABASE_TARGET, what).help(help)
    };
    let Some(table) = database.table(table_name) else {
        return Err(
            missing(format!("{} has no table `{table_name}`", database.name), table_name, &tables).into()
        );
    };
    let of = &database.tables[table];
    let columns: Vec<&str> = of.columns.iter().map(|column| column.name.as_str()).collect();
    let Some(column) = of.column(column_name) else {
        return Err(
            missing(format!("{table_name} has no column `{column_name}`"), column_name, &columns).into()
        );
    };
    Ok((table, column))
}

/// The values of a column as texts.
fn texts(cells: &Cells) -> Vec<Option<String>> {
    match cells {
        Cells::Whole(cells) => cells.iter().map(|cell| cell.map(|whole| whole.to_string())).collect(),
        Cells::Boolean(cells) => cells.iter().map(|cell| cell.map(|is| is.to_string())).collect(),
        Cells::Text(texts) => {
            texts.codes.iter().map(|code| code.map(|code| texts.values[code as usize].clone())).collect()
        }
        Cells::Decimal(cells) => cells
            .iter()
            .map(|cell| cell.map(|number| format!("{}e{}", number.digits, -number.scale)))
            .collect(),
        Cells::Date(cells) => cells.iter().map(|cell| cell.map(super::number::date_of)).collect(),
        Cells::Other => Vec::new(),
    }
}

/// The value that rows of the class have, of a column with two values.
fn positive_value(place: &str, texts: &[Option<String>]) -> Result<String> {
    let found = different(texts);
    let is_positive = |text: &&String| POSITIVE.contains(&text.to_lowercase().as_str());
    let mut positive = found.iter().filter(is_positive);
    match (found.len(), positive.next(), positive.next()) {
        (1 | 2, Some(value), None) => Ok(value.clone()),
        _ => {
            let message = format!("--target {place}: which value is to be learned?");
            let example = found.first().map_or("VALUE", String::as_str);
            Err(Diagnostic::error(codes::DATABASE_TARGET, message)
                .help(format!("say --target {place}={example}; its values are {}", shown(&found)))
                .into())
        }
    }
}

/// Values that a message names.
const MOST_SHOWN: usize = 10;

fn shown(values: &[String]) -> String {
    let more = if values.len() > MOST_SHOWN { ", …" } else { "" };
    values.iter().take(MOST_SHOWN).cloned().collect::<Vec<_>>().join(", ") + more
}

fn different(texts: &[Option<String>]) -> Vec<String> {
    let known: std::collections::BTreeSet<&String> = texts.iter().flatten().collect();
    known.into_iter().cloned().collect()
}
