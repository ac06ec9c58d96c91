//! The vocabulary of a database: its predicates, with what each says of the rows. Part of database → vocabulary → task,
//! and the way back from rules to tables.
//!
//! | in the database | in rules |
//! |---|---|
//! | a row of `orders`, whose key is `id` | the type `orders` |
//! | a row of `items`, whose key is two foreign keys | `items(O,P)` |
//! | the foreign key `orders.customer_id` | `orders_customer_id(O,C)` |
//! | a column with few texts, or true and false | `orders_status(O,"paid")` |
//! | a column of numbers | `orders_total(O,N)`, whole: scaled by a power of ten |
//! | a date | `orders_date_days_ago(O,N)`, counted back from the latest date of the database |
//! | a date beside another of the row, or of a row it points to | `orders_date_after_customers_since(O,N)`, in days |
//! | how many rows point to a row | `customers_n_orders(C,N)` |

use super::{
    model::{Cells, Column, Database, ForeignKey, Table},
    number::{Scaling, date_of, day},
};
use crate::codes;
use rustc_hash::FxHashSet;
use xfold_asp::diagnostic::Diagnostic;

/// A column with more different texts says nothing that holds for others.
const MOST_TEXTS: usize = 64;
/// Most pairs of dates of a table that are compared.
const MOST_PAIRS: usize = 6;

/// The predicates of a database.
#[derive(Debug, Clone, Default)]
pub struct Vocabulary {
    /// For each table, by number, the types of its key's places; of the number of a row where it has no key.
    pub keys: Vec<Vec<String>>,
    /// All predicates, table by table.
    pub predicates: Vec<Predicate>,
    /// The latest date, from which days are counted back.
    pub latest: Option<i32>,
    /// What is left out, and why.
    pub notes: Vec<Diagnostic>,
}

/// A predicate.
#[derive(Debug, Clone)]
pub struct Predicate {
    /// Its name.
    pub name: String,
    /// The table whose key stands first.
    pub table: usize,
    /// What stands behind the key.
    pub places: Vec<PlaceOf>,
    /// What it says.
    pub meaning: Meaning,
}

/// What stands at a place of a predicate, with the name of its type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PlaceOf {
    /// A key.
    Key(String),
    /// One of few values.
    Value(String),
    /// A number.
    Number(String),
}

/// What a predicate says of a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Meaning {
    /// That it is there.
    Row,
    /// The row that a foreign key names.
    Join(ForeignKey),
    /// The text, or whether it is true, in a column.
    Value(usize),
    /// The number in a column.
    Number(usize, Scaling),
    /// Days from the date in a column to the latest one.
    DaysAgo(usize),
    /// Days from another date to that in a column.
    DaysAfter(usize, OtherDate),
    /// How many rows of a table point to it.
    Count(usize, ForeignKey),
}

/// The date that another is compared with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OtherDate {
    /// The key that leads to its row; none for the row itself.
    pub through: Option<ForeignKey>,
    /// The column there.
    pub column: usize,
}

impl Vocabulary {
    /// The predicates of a database. They do not depend on what is to be learned.
    pub fn new(database: &Database) -> Self {
        let mut names = Names::default();
        let types: Vec<String> = database.tables.iter().map(|table| names.free(&table.name)).collect();
        let keys = (0..database.tables.len()).map(|table| key_types(database, table, &types, 0)).collect();
        let dates = database.tables.iter().flat_map(|table| &table.columns).filter_map(|column| {
            if let Cells::Date(days) = &column.cells { days.iter().flatten().max() } else { None }
        });
        let latest = dates.max().copied();
        let mut vocabulary = Self { keys, predicates: Vec::new(), latest, notes: Vec::new() };
        for (number, name) in types.iter().enumerate() {
            let row =
                Predicate { name: name.clone(), table: number, places: Vec::new(), meaning: Meaning::Row };
            vocabulary.predicates.push(row);
            vocabulary.add_joins(database, number, &mut names);
            vocabulary.add_columns(database, number, &mut names);
            vocabulary.add_dates(database, number, &mut names);
            vocabulary.add_counts(database, number, &mut names);
        }
        vocabulary
    }

    /// Whether a row is only named, so that its predicate is a type and no literal.
    pub fn is_type(&self, predicate: &Predicate) -> bool {
        predicate.meaning == Meaning::Row && self.keys[predicate.table] == [predicate.name.clone()]
    }

    /// The predicate of this name and number of arguments.
    pub fn find(&self, name: &str, arity: usize) -> Option<&Predicate> {
        let arity_of = |of: &Predicate| self.keys[of.table].len() + of.places.len();
        self.predicates.iter().find(|known| known.name == name && arity_of(known) == arity)
    }

    /// The predicate of a column's values or numbers, for its name.
    pub fn of_column(&self, table: usize, column: usize) -> Option<&Predicate> {
        self.predicates.iter().find(|known| {
            known.table == table
                && match known.meaning {
                    Meaning::Value(of) | Meaning::Number(of, _) => of == column,
                    _ => false,
                }
        })
    }

    /// What a predicate says, where its name does not: `N is orders.total times 100`.
    pub fn in_words(&self, database: &Database, predicate: &Predicate) -> Option<String> {
        let table = &database.tables[predicate.table];
        let place = |column: usize| format!("{}.{}", table.name, table.columns[column].name);
        let said = match &predicate.meaning {
            Meaning::Number(column, scaling) if *scaling != Scaling::default() => {
                format!("N is {} {}", place(*column), scaling.in_words())
            }
            Meaning::DaysAgo(column) => {
                format!("N is days from {} to {}", place(*column), date_of(self.latest.unwrap_or(0)))
            }
            Meaning::DaysAfter(column, other) => {
                format!("N is days from {} to {}", other.name(database, predicate.table), place(*column))
            }
            Meaning::Count(child, key) => {
                let child = &database.tables[*child];
                format!("N is the number of rows of {} by {}", child.name, names_of(child, &key.columns))
            }
            _ => return None,
        };
        let keys = (1..=self.keys[predicate.table].len()).map(|number| format!("K{number}"));
        let places: Vec<String> = keys.chain(["N".to_string()]).collect();
        Some(format!("% {}({}): {said}", predicate.name, places.join(",")))
    }

    /// Takes scales and the date that days are counted from out of the comments of rules: these may have been learned
    /// when the database held other rows.
    pub fn take_from(&mut self, database: &Database, rules: &str) {
        for line in rules.lines() {
            let Some((atom, said)) = line.strip_prefix("% ").and_then(|line| line.split_once("): N is "))
            else {
                continue;
            };
            let name = atom.split('(').next().unwrap_or_default();
            let Some(number) = self.predicates.iter().position(|known| known.name == name) else { continue };
            let table = &database.tables[self.predicates[number].table];
            match &mut self.predicates[number].meaning {
                Meaning::Number(column, scaling) => {
                    let place = format!("{}.{} ", table.name, table.columns[*column].name);
                    let said = said.strip_prefix(&place).and_then(Scaling::from_words);
                    *scaling = said.unwrap_or(*scaling);
                }
                Meaning::DaysAgo(_) => {
                    let said = said.rsplit_once(" to ").and_then(|(_, date)| day(date));
                    self.latest = said.or(self.latest);
                }
                _ => {}
            }
        }
    }

    fn add(&mut self, table: usize, name: String, places: Vec<PlaceOf>, meaning: Meaning) {
        self.predicates.push(Predicate { name, table, places, meaning });
    }

    fn add_joins(&mut self, database: &Database, number: usize, names: &mut Names) {
        let table = &database.tables[number];
        for key in &table.foreign_keys {
            // What the key says already needs no literal of its own.
            if key.columns.iter().all(|column| table.primary_key.contains(column)) {
                continue;
            }
            let name = names.free(&format!("{}_{}", table.name, names_of(table, &key.columns)));
            let places = self.keys[key.table].iter().cloned().map(PlaceOf::Key).collect();
            self.add(number, name, places, Meaning::Join(key.clone()));
        }
    }

    fn add_columns(&mut self, database: &Database, number: usize, names: &mut Names) {
        let table = &database.tables[number];
        for (place, column) in table.columns.iter().enumerate() {
            if table.is_key(place) {
                continue;
            }
            let name = |names: &mut Names| names.free(&format!("{}_{}", table.name, column.name));
            match &column.cells {
                Cells::Text(texts) if texts.values.len() > MOST_TEXTS => {
                    self.leave_out(table, column, &format!("it has {} different texts", texts.values.len()));
                }
                Cells::Text(_) | Cells::Boolean(_) => {
                    let name = name(names);
                    self.add(number, name.clone(), vec![PlaceOf::Value(name)], Meaning::Value(place));
                }
                Cells::Whole(_) | Cells::Decimal(_) => {
                    let name = name(names);
                    let scaling = scaling(column);
                    self.add(
                        number,
                        name.clone(),
                        vec![PlaceOf::Number(name)],
                        Meaning::Number(place, scaling),
                    );
                }
                Cells::Date(_) => {
                    let name = names.free(&format!("{}_{}_days_ago", table.name, column.name));
                    self.add(number, name.clone(), vec![PlaceOf::Number(name)], Meaning::DaysAgo(place));
                }
                Cells::Other => self.leave_out(table, column, "rules cannot speak of what it holds"),
            }
        }
    }

    fn leave_out(&mut self, table: &Table, column: &Column, why: &str) {
        let message = format!("{}.{} is left out: {why}", table.name, column.name);
        self.notes.push(Diagnostic::note(codes::DATABASE_LEFT_OUT, message));
    }

    fn add_dates(&mut self, database: &Database, number: usize, names: &mut Names) {
        let table = &database.tables[number];
        let dates = |table: &Table| -> Vec<usize> {
            let is_date = |column: &usize| matches!(table.columns[*column].cells, Cells::Date(_));
            (0..table.columns.len()).filter(is_date).collect()
        };
        let own = dates(table);
        let mut pairs: Vec<(usize, OtherDate)> = Vec::new();
        for &column in &own {
            let before = own.iter().filter(|other| **other < column);
            pairs.extend(before.map(|&other| (column, OtherDate { through: None, column: other })));
            for key in table.foreign_keys.iter().filter(|key| key.table != number) {
                let there = dates(&database.tables[key.table]);
                let other = |other| (column, OtherDate { through: Some(key.clone()), column: other });
                pairs.extend(there.into_iter().map(other));
            }
        }
        for (column, other) in pairs.into_iter().take(MOST_PAIRS) {
            let of_other = match &other.through {
                None => table.columns[other.column].name.clone(),
                Some(_) => other.name(database, number).replace('.', "_"),
            };
            let name = format!("{}_{}_after_{of_other}", table.name, table.columns[column].name);
            let name = names.free(&name);
            let places = vec![PlaceOf::Number(name.clone())];
            self.add(number, name, places, Meaning::DaysAfter(column, other));
        }
    }

    fn add_counts(&mut self, database: &Database, number: usize, names: &mut Names) {
        for (child, table) in database.tables.iter().enumerate() {
            let keys: Vec<&ForeignKey> =
                table.foreign_keys.iter().filter(|key| key.table == number).collect();
            for key in &keys {
                if !has_repeated(table, &key.columns) {
                    continue;
                }
                let by = if keys.len() > 1 {
                    format!("_by_{}", names_of(table, &key.columns))
                } else {
                    String::new()
                };
                let name = names.free(&format!("{}_n_{}{by}", database.tables[number].name, table.name));
                let places = vec![PlaceOf::Number(name.clone())];
                self.add(number, name, places, Meaning::Count(child, (*key).clone()));
            }
        }
    }
}

impl OtherDate {
    /// `customers.since`
    fn name(&self, database: &Database, own: usize) -> String {
        let table = &database.tables[self.through.as_ref().map_or(own, |key| key.table)];
        format!("{}.{}", table.name, table.columns[self.column].name)
    }
}

/// Whether two rows have the same values in these columns.
fn has_repeated(table: &Table, columns: &[usize]) -> bool {
    let mut seen = FxHashSet::default();
    let of_row =
        |row: usize| columns.iter().map(|&column| table.columns[column].key(row)).collect::<Option<Vec<_>>>();
    (0..table.n_rows).any(|row| of_row(row).is_some_and(|key| !seen.insert(key)))
}

fn scaling(column: &Column) -> Scaling {
    use super::number::Decimal;
    match &column.cells {
        Cells::Whole(cells) => Scaling::of(cells.iter().flatten().map(|&whole| Decimal::whole(whole))),
        Cells::Decimal(cells) => Scaling::of(cells.iter().flatten().copied()),
        _ => Scaling::default(),
    }
}

/// The types of a key's places: those of the keys that it consists of, else the table's own.
fn key_types(database: &Database, number: usize, types: &[String], depth: usize) -> Vec<String> {
    let table = &database.tables[number];
    if table.primary_key.is_empty() || depth > database.tables.len() {
        return vec![types[number].clone()];
    }
    let of_column = |&column: &usize| {
        let key = table.foreign_keys.iter().find(|key| key.table != number && key.columns.contains(&column));
        match key {
            Some(key) => {
                let place = key.columns.iter().position(|of| *of == column).unwrap_or(0);
                let of_other = key_types(database, key.table, types, depth + 1);
                of_other.get(place).cloned().unwrap_or_else(|| types[number].clone())
            }
            None if table.primary_key.len() == 1 => types[number].clone(),
            None => format!("{}_{}", types[number], mangled(&table.columns[column].name)),
        }
    };
    table.primary_key.iter().map(of_column).collect()
}

/// `order_id_product_id`
fn names_of(table: &Table, columns: &[usize]) -> String {
    let names: Vec<&str> = columns.iter().map(|&column| table.columns[column].name.as_str()).collect();
    names.join("_")
}

/// Names that are given once.
#[derive(Default)]
struct Names(FxHashSet<String>);

impl Names {
    /// A name for a predicate that is like another one, and that no other predicate has.
    fn free(&mut self, like: &str) -> String {
        let stem = mangled(like);
        let mut names = std::iter::once(stem.clone()).chain((2..).map(|number| format!("{stem}_{number}")));
        let name = names.find(|name| !self.0.contains(name)).unwrap_or(stem);
        self.0.insert(name.clone());
        name
    }
}

/// A text as the name of a predicate.
pub(super) fn mangled(text: &str) -> String {
    let sign = |sign: char| if sign.is_ascii_alphanumeric() { sign.to_ascii_lowercase() } else { '_' };
    let name: String = text.chars().map(sign).collect();
    // `not` is no name.
    if name.starts_with(|first: char| first.is_ascii_lowercase()) && name != "not" {
        name
    } else {
        format!("t_{name}")
    }
}
