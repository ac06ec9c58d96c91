//! The task of a database: modes as a text that can be edited, facts and examples beside it. Part of vocabulary → task.

use super::{
    model::{Cells, Column, Database, ForeignKey, Table},
    number::{Decimal, Scaling},
    target::Target,
    vocabulary::{Meaning, OtherDate, PlaceOf, Predicate, Vocabulary},
};
use crate::{
    codes,
    error::{Error, Result},
    task::{
        Example, Task,
        read::{self, Reading},
    },
};
use rustc_hash::FxHashMap;
use std::sync::Arc;
use xfold_asp::{
    diagnostic::Diagnostic,
    span::Span,
    symbols::{Atoms, Signature, Symbol, SymbolKind, Symbols},
};

/// How many keys may lie between the target's table and another that rules read.
const MOST_STEPS: usize = 3;

/// The task of learning a column.
pub fn task(database: &Database, vocabulary: &Vocabulary, target: &Target) -> Result<Task> {
    let (reached, far) = reached(database, target.table);
    let of_table = |&number: &usize| vocabulary.predicates.iter().filter(move |known| known.table == number);
    let is_target = |known: &Predicate| match known.meaning {
        Meaning::Value(column) | Meaning::Number(column, _) | Meaning::DaysAgo(column) => {
            known.table == target.table && column == target.column
        }
        _ => false,
    };
    let is_name = |known: &&Predicate| known.table == target.table && names_rows(database, known);
    let (names, used): (Vec<&Predicate>, Vec<&Predicate>) =
        reached.iter().flat_map(of_table).filter(|known| !is_target(known)).partition(is_name);
    let modes = modes(vocabulary, target, &used);
    let reading = Reading { background_only: true, ..Reading::default() };
    let mut task = read::text_as(&format!("modes of {}", database.name), &modes, &reading)
        .map_err(|unreadable| Error::Diagnostics(unreadable.diagnostics))?;
    let mut writer =
        Writer { database, vocabulary, symbols: std::mem::take(&mut task.symbols), keys: Vec::new() };
    writer.keys = (0..database.tables.len()).map(|_| None).collect();
    writer.number_keys(&reached);
    let mut facts = Atoms::default();
    for predicate in &used {
        writer.facts(predicate, &mut facts);
    }
    task.examples = vec![writer.example(target)];
    task.symbols = writer.symbols;
    task.background.facts = Arc::new(facts);
    task.notes.extend(database.notes.iter().chain(&vocabulary.notes).cloned());
    for name in names {
        let Meaning::Value(column) = name.meaning else { continue };
        let table = &database.tables[name.table];
        let message = format!(
            "{}.{} is left out: most of its texts occur once, so they only name rows",
            table.name, table.columns[column].name
        );
        task.notes.push(Diagnostic::note(codes::DATABASE_LEFT_OUT, message));
    }
    if !far.is_empty() {
        let names: Vec<&str> = far.iter().map(|&table| database.tables[table].name.as_str()).collect();
        let message = format!(
            "not used, since few or no keys lead there from {}: {}",
            database.tables[target.table].name,
            names.join(", ")
        );
        task.notes.push(Diagnostic::note(codes::DATABASE_LEFT_OUT, message));
    }
    Ok(task)
}

/// Whether a predicate has a text of its own for most rows.
fn names_rows(database: &Database, predicate: &Predicate) -> bool {
    let Meaning::Value(column) = predicate.meaning else { return false };
    let table = &database.tables[predicate.table];
    match &table.columns[column].cells {
        Cells::Text(texts) => texts.values.len() * 2 > texts.codes.iter().flatten().count(),
        _ => false,
    }
}

/// What the predicates that some rules or a task mention say, as comments: one line for each that needs it.
pub fn legend(database: &Database, vocabulary: &Vocabulary, mentions: impl Fn(&Signature) -> bool) -> String {
    let arity = |known: &Predicate| vocabulary.keys[known.table].len() + known.places.len();
    let known = vocabulary.predicates.iter();
    let used = known.filter(|known| mentions(&Signature::new(known.name.as_str(), arity(known))));
    used.filter_map(|known| vocabulary.in_words(database, known)).map(|line| line + "\n").collect()
}

/// The tables that rules may read, nearest first, and those that are too far away.
fn reached(database: &Database, from: usize) -> (Vec<usize>, Vec<usize>) {
    let (mut found, mut steps) = (vec![from], vec![0]);
    let mut next = 0;
    while next < found.len() {
        let table = found[next];
        if steps[next] < MOST_STEPS {
            let points = |one: usize, other: usize| {
                database.tables[one].foreign_keys.iter().any(|key| key.table == other)
            };
            for other in 0..database.tables.len() {
                if (points(table, other) || points(other, table)) && !found.contains(&other) {
                    found.push(other);
                    steps.push(steps[next] + 1);
                }
            }
        }
        next += 1;
    }
    let far = (0..database.tables.len()).filter(|table| !found.contains(table)).collect();
    (found, far)
}

fn modes(vocabulary: &Vocabulary, target: &Target, used: &[&Predicate]) -> String {
    let keys = |table: usize| vocabulary.keys[table].iter().map(|of_type| format!("var({of_type})"));
    let head: Vec<String> = keys(target.table).collect();
    let mut text = format!("#modeh({}({})).\n", target.name, head.join(","));
    for predicate in used.iter().filter(|predicate| !vocabulary.is_type(predicate)) {
        let place = |place: &PlaceOf| match place {
            PlaceOf::Key(of_type) => format!("var({of_type})"),
            PlaceOf::Value(of_type) => format!("const({of_type})"),
            PlaceOf::Number(of_type) => format!("num({of_type})"),
        };
        let places: Vec<String> = keys(predicate.table).chain(predicate.places.iter().map(place)).collect();
        text += &format!("#modeb({}({})).\n", predicate.name, places.join(","));
    }
    text
}

/// Adds the places behind the key for a row; false if it has no value there.
type Values<'w> = Box<dyn FnMut(usize, &mut Symbols, &mut Vec<Symbol>) -> bool + 'w>;

struct Writer<'a> {
    database: &'a Database,
    vocabulary: &'a Vocabulary,
    symbols: Symbols,
    /// For each table the keys of its rows, made when they are asked for.
    keys: Vec<Option<Arc<Vec<Symbol>>>>,
}

impl Writer<'_> {
    /// Numbers the keys of tables, nearest first: those of rows that point to the same row one after the other. Then what
    /// rules join is side by side in memory. Nothing else depends on the order.
    fn number_keys(&mut self, tables: &[usize]) {
        let mut numbered: Vec<usize> = Vec::new();
        for &number in tables {
            let table = &self.database.tables[number];
            let parent = table.foreign_keys.iter().find(|key| numbered.contains(&key.table));
            numbered.push(number);
            // A key of several columns consists of others.
            let &[own] = &table.primary_key[..] else { continue };
            let columns = parent.map_or(&[][..], |key| &key.columns[..]);
            let parents: Vec<Vec<Option<Symbol>>> = columns
                .iter()
                .map(|&column| {
                    let of_row = |row| key_symbol(&table.columns[column], row, &mut self.symbols);
                    (0..table.n_rows).map(of_row).collect()
                })
                .collect();
            let mut rows: Vec<usize> = (0..table.n_rows).collect();
            rows.sort_by(|&one, &other| {
                let of = |row: usize| parents.iter().map(move |symbols| symbols[row]);
                of(one).cmp(of(other))
            });
            for row in rows {
                key_symbol(&table.columns[own], row, &mut self.symbols);
            }
        }
    }

    /// The keys of a table's rows, one after the other.
    fn keys(&mut self, number: usize) -> Arc<Vec<Symbol>> {
        if let Some(keys) = &self.keys[number] {
            return Arc::clone(keys);
        }
        let table = &self.database.tables[number];
        let mut keys = Vec::with_capacity(table.n_rows * table.primary_key.len().max(1));
        for row in 0..table.n_rows {
            if table.primary_key.is_empty() {
                keys.push(self.number(row as i64 + 1));
            }
            for &column in &table.primary_key {
                let key = key_symbol(&table.columns[column], row, &mut self.symbols);
                keys.extend(key);
            }
        }
        let keys = Arc::new(keys);
        self.keys[number] = Some(Arc::clone(&keys));
        keys
    }

    fn number(&mut self, value: i64) -> Symbol {
        self.symbols.number(i32::try_from(value).unwrap_or(if value < 0 { i32::MIN } else { i32::MAX }))
    }

    fn facts(&mut self, predicate: &Predicate, facts: &mut Atoms) {
        let table = &self.database.tables[predicate.table];
        let keys = self.keys(predicate.table);
        let n_key = self.vocabulary.keys[predicate.table].len();
        let signature = Signature::new(predicate.name.as_str(), n_key + predicate.places.len());
        let mut args: Vec<Symbol> = Vec::with_capacity(signature.arity);
        let mut values = self.values(predicate, table);
        for row in 0..table.n_rows {
            args.clear();
            args.extend_from_slice(&keys[row * n_key..(row + 1) * n_key]);
            if values(row, &mut self.symbols, &mut args) {
                facts.push(&signature, &args);
            }
        }
    }

    /// What a predicate says of each row.
    fn values<'w>(&self, predicate: &'w Predicate, table: &'w Table) -> Values<'w>
    where
        Self: 'w,
    {
        let database = self.database;
        let number = |value: Option<i64>, symbols: &mut Symbols, args: &mut Vec<Symbol>| {
            let value = value.and_then(|value| i32::try_from(value).ok());
            args.extend(value.map(|value| symbols.number(value)));
            value.is_some()
        };
        match &predicate.meaning {
            Meaning::Row => Box::new(|_, _, _| true),
            Meaning::Join(key) => Box::new(move |row, symbols, args| {
                let n_before = args.len();
                args.extend(
                    key.columns.iter().filter_map(|&column| key_symbol(&table.columns[column], row, symbols)),
                );
                args.len() == n_before + key.columns.len()
            }),
            Meaning::Value(column) => {
                let column = &table.columns[*column];
                Box::new(move |row, symbols, args| {
                    let value = value_symbol(column, row, symbols);
                    args.extend(value);
                    value.is_some()
                })
            }
            Meaning::Number(column, scaling) => {
                let column = &table.columns[*column];
                Box::new(move |row, symbols, args| number(scaled(column, row, *scaling), symbols, args))
            }
            Meaning::DaysAgo(column) => {
                let (column, latest) = (&table.columns[*column], self.vocabulary.latest.unwrap_or(0));
                Box::new(move |row, symbols, args| {
                    number(date(column, row).map(|day| i64::from(latest) - day), symbols, args)
                })
            }
            Meaning::DaysAfter(column, other) => {
                let column = &table.columns[*column];
                let others = other_dates(&DateOf { database, table }, other);
                Box::new(move |row, symbols, args| {
                    let days = date(column, row).zip(others[row]).map(|(day, other)| day - other);
                    number(days, symbols, args)
                })
            }
            Meaning::Count(child, key) => {
                let counts = counts(&database.tables[*child], key);
                let own = &table.primary_key;
                Box::new(move |row, symbols, args| {
                    let key = key_of(table, own, row);
                    let count = key.and_then(|key| counts.get(&key).copied()).unwrap_or(0);
                    number(Some(count), symbols, args)
                })
            }
        }
    }

    fn example(&mut self, target: &Target) -> Example {
        let n_key = self.vocabulary.keys[target.table].len();
        let signature = Signature::new(target.name.as_str(), n_key);
        let keys = self.keys(target.table);
        let (mut inclusions, mut exclusions) = (Atoms::default(), Atoms::default());
        for (row, label) in target.labels.iter().enumerate() {
            let atoms = match label {
                Some(true) => &mut inclusions,
                Some(false) => &mut exclusions,
                None => continue,
            };
            atoms.push(&signature, &keys[row * n_key..(row + 1) * n_key]);
        }
        let (name, context, span) = ("p1".to_string(), Vec::new(), Span::default());
        Example { name, positive: true, penalty: None, inclusions, exclusions, context, span }
    }
}

/// A key in a row: a number where 32 bits hold it, else a text.
fn key_symbol(column: &Column, row: usize, symbols: &mut Symbols) -> Option<Symbol> {
    match &column.cells {
        Cells::Whole(cells) => {
            let whole = cells[row]?;
            Some(match i32::try_from(whole) {
                Ok(number) => symbols.number(number),
                Err(_) => symbols.intern(SymbolKind::Text(whole.to_string().into())),
            })
        }
        Cells::Text(texts) => {
            let text = texts.values[texts.codes[row]? as usize].as_str();
            Some(symbols.intern(SymbolKind::Text(text.into())))
        }
        _ => None,
    }
}

/// The arguments that name the row of a table with a key, as rules have them: its values are given with commas between.
/// None if there is no such row.
pub fn key_in(table: &Table, key: &str) -> Option<String> {
    let is_same =
        |row: &usize| key_of(table, &table.primary_key, *row).is_some_and(|own| own.join(",") == key);
    let row = (0..table.n_rows).find(is_same)?;
    let mut symbols = Symbols::default();
    let keys = table.primary_key.iter().map(|&column| key_symbol(&table.columns[column], row, &mut symbols));
    let keys: Vec<Symbol> = keys.collect::<Option<_>>()?;
    Some(keys.into_iter().map(|key| symbols.display(key).to_string()).collect::<Vec<_>>().join(","))
}

fn value_symbol(column: &Column, row: usize, symbols: &mut Symbols) -> Option<Symbol> {
    match &column.cells {
        Cells::Boolean(cells) => Some(symbols.constant(if cells[row]? { "true" } else { "false" })),
        _ => key_symbol(column, row, symbols),
    }
}

fn scaled(column: &Column, row: usize, scaling: Scaling) -> Option<i64> {
    match &column.cells {
        Cells::Whole(cells) => Decimal::whole(cells[row]?).scaled(scaling.scale),
        Cells::Decimal(cells) => cells[row]?.scaled(scaling.scale),
        _ => None,
    }
}

fn date(column: &Column, row: usize) -> Option<i64> {
    match &column.cells {
        Cells::Date(cells) => cells[row].map(i64::from),
        _ => None,
    }
}

/// The values of some key columns, if all are there.
fn key_of(table: &Table, columns: &[usize], row: usize) -> Option<Vec<String>> {
    columns.iter().map(|&column| table.columns[column].key(row)).collect()
}

/// How many rows point to each key.
fn counts(table: &Table, key: &ForeignKey) -> FxHashMap<Vec<String>, i64> {
    let mut counts = FxHashMap::default();
    for row in 0..table.n_rows {
        if let Some(key) = key_of(table, &key.columns, row) {
            *counts.entry(key).or_insert(0) += 1;
        }
    }
    counts
}

struct DateOf<'a> {
    database: &'a Database,
    table: &'a Table,
}

/// For each row the date that its own is compared with.
fn other_dates(of: &DateOf<'_>, other: &OtherDate) -> Vec<Option<i64>> {
    let Some(key) = &other.through else {
        let column = &of.table.columns[other.column];
        return (0..of.table.n_rows).map(|row| date(column, row)).collect();
    };
    let there = &of.database.tables[key.table];
    let column = &there.columns[other.column];
    let by_key: FxHashMap<Vec<String>, i64> = (0..there.n_rows)
        .filter_map(|row| Some((key_of(there, &there.primary_key, row)?, date(column, row)?)))
        .collect();
    let of_row = |row| by_key.get(&key_of(of.table, &key.columns, row)?).copied();
    (0..of.table.n_rows).map(of_row).collect()
}
