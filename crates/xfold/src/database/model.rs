//! A database in memory, whatever it was read from: tables, typed columns, keys. Part of source → database → vocabulary.

use super::number::{Decimal, day};
use crate::{codes, error::Result};
use rustc_hash::FxHashMap;
use std::cmp::Ordering;
use xfold_asp::diagnostic::Diagnostic;

/// A value as a source gives it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Cell<'a> {
    /// No value.
    Null,
    /// A whole number.
    Whole(i64),
    /// A number in binary.
    Real(f64),
    /// A text, or whatever the source shows as one.
    Text(&'a str),
}

/// What a column holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Whole numbers of 64 bits.
    Whole,
    /// Numbers with a fraction, or larger ones.
    Decimal,
    /// True or false.
    Boolean,
    /// Dates, or times by their date.
    Date,
    /// Texts.
    Text,
    /// Something that rules cannot speak of.
    Other,
}

/// What a source knows of a table before its rows.
#[derive(Debug, Clone, Default)]
pub struct TableSchema {
    /// Its name.
    pub name: String,
    /// Where the database keeps it, if that has to be said: PostgreSQL's schema.
    pub within: Option<String>,
    /// Its columns: names and what they hold.
    pub columns: Vec<(String, Kind)>,
    /// The columns of its primary key, by number.
    pub primary_key: Vec<usize>,
    /// Its foreign keys.
    pub foreign_keys: Vec<DeclaredKey>,
}

/// A foreign key as it is declared, by names.
#[derive(Debug, Clone)]
pub struct DeclaredKey {
    /// The columns.
    pub columns: Vec<String>,
    /// The table that they point to.
    pub table: String,
    /// Its columns; none stands for its primary key.
    pub referenced: Vec<String>,
}

impl TableSchema {
    /// Keys are compared, never measured: what is no whole number is a text there.
    pub(super) fn make_keys_comparable(&mut self) {
        let is_key = |place: usize, name: &str| {
            self.primary_key.contains(&place)
                || self.foreign_keys.iter().any(|key| key.columns.iter().any(|column| column == name))
        };
        let keys: Vec<bool> =
            self.columns.iter().enumerate().map(|(place, (name, _))| is_key(place, name)).collect();
        for ((_, kind), is_key) in self.columns.iter_mut().zip(keys) {
            if is_key && !matches!(kind, Kind::Whole | Kind::Other) {
                *kind = Kind::Text;
            }
        }
    }
}

/// A database.
#[derive(Debug, Clone, Default)]
pub struct Database {
    /// What it is called in messages.
    pub name: String,
    /// Its tables, by name.
    pub tables: Vec<Table>,
    /// What is worth knowing of how it was read.
    pub notes: Vec<Diagnostic>,
}

/// A table.
#[derive(Debug, Clone, Default)]
pub struct Table {
    /// Its name.
    pub name: String,
    /// Where the database keeps it, if that has to be said.
    pub within: Option<String>,
    /// Its columns.
    pub columns: Vec<Column>,
    /// The columns of its primary key, by number; none if rows have no name.
    pub primary_key: Vec<usize>,
    /// Its foreign keys, resolved.
    pub foreign_keys: Vec<ForeignKey>,
    /// How many rows it has.
    pub n_rows: usize,
    declared: Vec<DeclaredKey>,
}

/// A foreign key: the row that some columns name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ForeignKey {
    /// The columns, in the order of the other table's primary key.
    pub columns: Vec<usize>,
    /// The other table, by number.
    pub table: usize,
}

/// A column.
#[derive(Debug, Clone)]
pub struct Column {
    /// Its name.
    pub name: String,
    /// Its values.
    pub cells: Cells,
}

/// The values of a column, row by row.
#[derive(Debug, Clone)]
pub enum Cells {
    /// Whole numbers.
    Whole(Vec<Option<i64>>),
    /// Decimals.
    Decimal(Vec<Option<Decimal>>),
    /// True or false.
    Boolean(Vec<Option<bool>>),
    /// Days from 1970-01-01.
    Date(Vec<Option<i32>>),
    /// Texts, as numbers of different values.
    Text(Texts),
    /// Something that rules cannot speak of.
    Other,
}

/// Texts, of which there are few different ones.
#[derive(Debug, Clone, Default)]
pub struct Texts {
    /// For each row the number of its text.
    pub codes: Vec<Option<u32>>,
    /// The texts.
    pub values: Vec<String>,
}

impl Column {
    /// A key's value in a row, as a text.
    pub fn key(&self, row: usize) -> Option<String> {
        match &self.cells {
            Cells::Whole(cells) => cells[row].map(|whole| whole.to_string()),
            Cells::Text(texts) => texts.codes[row].map(|code| texts.values[code as usize].clone()),
            _ => None,
        }
    }

    /// Whether a row has no value.
    pub fn is_null(&self, row: usize) -> bool {
        match &self.cells {
            Cells::Whole(cells) => cells[row].is_none(),
            Cells::Decimal(cells) => cells[row].is_none(),
            Cells::Boolean(cells) => cells[row].is_none(),
            Cells::Date(cells) => cells[row].is_none(),
            Cells::Text(texts) => texts.codes[row].is_none(),
            Cells::Other => true,
        }
    }

    fn compare(&self, one: usize, other: usize) -> Ordering {
        match &self.cells {
            Cells::Whole(cells) => cells[one].cmp(&cells[other]),
            Cells::Decimal(cells) => {
                let key = |row: usize| cells[row].map(|number| (number.digits, number.scale));
                key(one).cmp(&key(other))
            }
            Cells::Boolean(cells) => cells[one].cmp(&cells[other]),
            Cells::Date(cells) => cells[one].cmp(&cells[other]),
            Cells::Text(texts) => {
                let text = |row: usize| texts.codes[row].map(|code| &texts.values[code as usize]);
                text(one).cmp(&text(other))
            }
            Cells::Other => Ordering::Equal,
        }
    }

    fn reorder(&mut self, order: &[usize]) {
        fn moved<T: Copy>(cells: &mut Vec<T>, order: &[usize]) {
            *cells = order.iter().map(|&row| cells[row]).collect();
        }
        match &mut self.cells {
            Cells::Whole(cells) => moved(cells, order),
            Cells::Decimal(cells) => moved(cells, order),
            Cells::Boolean(cells) => moved(cells, order),
            Cells::Date(cells) => moved(cells, order),
            Cells::Text(texts) => moved(&mut texts.codes, order),
            Cells::Other => {}
        }
    }
}

impl Table {
    /// The column of this name, by number.
    pub fn column(&self, name: &str) -> Option<usize> {
        self.columns.iter().position(|column| column.name == name)
    }

    /// The foreign key that a column is the only one of.
    pub fn foreign_key_of(&self, column: usize) -> Option<&ForeignKey> {
        self.foreign_keys.iter().find(|key| key.columns == [column])
    }

    /// Whether a column is part of a key.
    pub fn is_key(&self, column: usize) -> bool {
        self.primary_key.contains(&column)
            || self.foreign_keys.iter().any(|key| key.columns.contains(&column))
    }

    /// The foreign keys before they are resolved.
    pub(super) fn declared(&self) -> &[DeclaredKey] {
        &self.declared
    }

    pub(super) fn set_declared(&mut self, keys: Vec<DeclaredKey>) {
        self.declared = keys;
    }

    /// Puts rows in order of the key, or without one of all columns.
    fn sort(&mut self) {
        let by = if self.primary_key.is_empty() {
            (0..self.columns.len()).collect()
        } else {
            self.primary_key.clone()
        };
        let compare = |one: usize, other: usize| {
            let mut orders = by.iter().map(|&column| self.columns[column].compare(one, other));
            orders.find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
        };
        if (1..self.n_rows).all(|row| compare(row - 1, row).is_le()) {
            return;
        }
        let mut order: Vec<usize> = (0..self.n_rows).collect();
        order.sort_by(|&one, &other| compare(one, other));
        self.columns.iter_mut().for_each(|column| column.reorder(&order));
    }
}

impl Database {
    /// The table of this name, by number.
    pub fn table(&self, name: &str) -> Option<usize> {
        self.tables.iter().position(|table| table.name == name)
    }

    /// Resolves keys and puts all rows in order.
    pub(super) fn finish(&mut self) {
        for number in 0..self.tables.len() {
            let declared = std::mem::take(&mut self.tables[number].declared);
            for key in declared {
                match self.resolve(number, &key) {
                    Some(key) if self.tables[number].foreign_keys.contains(&key) => {}
                    Some(key) => self.tables[number].foreign_keys.push(key),
                    None => {
                        let message = format!(
                            "{}.{} points to {}, but not to its primary key: it is read as a plain column",
                            self.tables[number].name,
                            key.columns.join(", "),
                            key.table
                        );
                        self.notes.push(Diagnostic::note(codes::DATABASE_KEYS, message));
                    }
                }
            }
            self.tables[number].foreign_keys.sort_by(|one, other| one.columns.cmp(&other.columns));
        }
        self.tables.iter_mut().for_each(Table::sort);
    }

    fn resolve(&self, number: usize, key: &DeclaredKey) -> Option<ForeignKey> {
        let table = self.table(&key.table)?;
        let (from, to) = (&self.tables[number], &self.tables[table]);
        let primary: Vec<&str> =
            to.primary_key.iter().map(|&column| to.columns[column].name.as_str()).collect();
        if primary.is_empty() || primary.len() != key.columns.len() {
            return None;
        }
        let place = |name: &str| match &key.referenced[..] {
            [] => primary.iter().position(|known| *known == name),
            named => named.iter().position(|known| known == name),
        };
        let columns = primary.iter().map(|name| from.column(key.columns.get(place(name)?)?));
        Some(ForeignKey { columns: columns.collect::<Option<_>>()?, table })
    }
}

/// Collects the rows of a table.
pub(super) struct TableBuilder {
    table: String,
    columns: Vec<(String, Cells, FxHashMap<String, u32>)>,
    n_rows: usize,
}

impl TableBuilder {
    pub(super) fn new(schema: &TableSchema) -> Self {
        let column = |(name, kind): &(String, Kind)| {
            let cells = match kind {
                Kind::Whole => Cells::Whole(Vec::new()),
                Kind::Decimal => Cells::Decimal(Vec::new()),
                Kind::Boolean => Cells::Boolean(Vec::new()),
                Kind::Date => Cells::Date(Vec::new()),
                Kind::Text => Cells::Text(Texts::default()),
                Kind::Other => Cells::Other,
            };
            (name.clone(), cells, FxHashMap::default())
        };
        Self { table: schema.name.clone(), columns: schema.columns.iter().map(column).collect(), n_rows: 0 }
    }

    pub(super) fn push(&mut self, row: &[Cell<'_>]) -> Result<()> {
        self.n_rows += 1;
        for ((name, cells, known), cell) in self.columns.iter_mut().zip(row) {
            if !push_cell(cells, known, *cell) {
                let found = match cell {
                    Cell::Text(text) => format!("`{text}`"),
                    Cell::Whole(whole) => whole.to_string(),
                    Cell::Real(real) => real.to_string(),
                    Cell::Null => "nothing".to_string(),
                };
                let expected = match cells {
                    Cells::Whole(_) => "a whole number",
                    Cells::Decimal(_) => "a number",
                    Cells::Boolean(_) => "true or false",
                    Cells::Date(_) => "a date such as 2026-03-31",
                    Cells::Text(_) | Cells::Other => "a text",
                };
                let message = format!(
                    "{}.{name}: row {} has {found}, but the column holds {expected} elsewhere",
                    self.table, self.n_rows
                );
                return Err(Diagnostic::error(codes::DATABASE_VALUE, message)
                    .help("correct the value, or leave the column out by a view without it")
                    .into());
            }
        }
        Ok(())
    }

    pub(super) fn finish(self, schema: TableSchema) -> Table {
        let is_key = |place: usize, name: &String| {
            schema.primary_key.contains(&place)
                || schema.foreign_keys.iter().any(|key| key.columns.contains(name))
        };
        let columns = self.columns.into_iter().enumerate().map(|(place, (name, cells, _))| {
            let cells = if is_key(place, &name) { cells } else { as_dates(cells) };
            Column { name, cells }
        });
        let mut table = Table {
            columns: columns.collect(),
            name: schema.name,
            within: schema.within,
            primary_key: schema.primary_key,
            foreign_keys: Vec::new(),
            n_rows: self.n_rows,
            declared: schema.foreign_keys,
        };
        // A key with a gap names no row.
        let is_whole = |&column: &usize| (0..table.n_rows).all(|row| !table.columns[column].is_null(row));
        if !table.primary_key.iter().all(is_whole) {
            table.primary_key.clear();
        }
        table
    }
}

/// Adds a value; whether the column can hold it.
fn push_cell(cells: &mut Cells, known: &mut FxHashMap<String, u32>, cell: Cell<'_>) -> bool {
    fn kept<T>(cells: &mut Vec<Option<T>>, value: Option<Option<T>>) -> bool {
        let fits = value.is_some();
        cells.push(value.flatten());
        fits
    }
    match cells {
        Cells::Whole(cells) => kept(
            cells,
            match cell {
                Cell::Null => Some(None),
                Cell::Whole(whole) => Some(Some(whole)),
                Cell::Text(text) => text.trim().parse().ok().map(Some),
                Cell::Real(_) => None,
            },
        ),
        Cells::Decimal(cells) => kept(
            cells,
            match cell {
                Cell::Null => Some(None),
                Cell::Whole(whole) => Some(Some(Decimal::whole(whole))),
                // What is infinite or no number at all has no place among numbers.
                Cell::Real(real) => Some(Decimal::real(real)),
                Cell::Text("NaN" | "nan" | "Infinity" | "-Infinity" | "inf" | "-inf") => Some(None),
                Cell::Text(text) => Decimal::parse(text).map(Some),
            },
        ),
        Cells::Boolean(cells) => kept(
            cells,
            match cell {
                Cell::Null => Some(None),
                Cell::Whole(0) | Cell::Text("false" | "f" | "False" | "FALSE" | "0") => Some(Some(false)),
                Cell::Whole(1) | Cell::Text("true" | "t" | "True" | "TRUE" | "1") => Some(Some(true)),
                _ => None,
            },
        ),
        Cells::Date(cells) => kept(
            cells,
            match cell {
                Cell::Null => Some(None),
                Cell::Text(text) => day(text).map(Some),
                _ => None,
            },
        ),
        Cells::Text(texts) => {
            let code = match cell {
                Cell::Null => None,
                Cell::Text(text) => Some(texts.code(known, text)),
                Cell::Whole(whole) => Some(texts.code(known, &whole.to_string())),
                Cell::Real(real) => Some(texts.code(known, &real.to_string())),
            };
            texts.codes.push(code);
            true
        }
        Cells::Other => true,
    }
}

impl Texts {
    fn code(&mut self, known: &mut FxHashMap<String, u32>, text: &str) -> u32 {
        if let Some(&code) = known.get(text) {
            return code;
        }
        let code = u32::try_from(self.values.len()).unwrap_or(u32::MAX);
        self.values.push(text.to_string());
        known.insert(text.to_string(), code);
        code
    }
}

/// Texts that are all dates are dates: SQLite and CSV have no other way to say so.
fn as_dates(cells: Cells) -> Cells {
    let Cells::Text(texts) = &cells else { return cells };
    let days: Option<Vec<i32>> = texts.values.iter().map(|text| day(text)).collect();
    match days.filter(|days| !days.is_empty()) {
        Some(days) => {
            Cells::Date(texts.codes.iter().map(|code| code.map(|code| days[code as usize])).collect())
        }
        None => cells,
    }
}
