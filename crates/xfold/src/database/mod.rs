//! Databases as tasks: tables with keys become predicates, types and modes, and rules become views on the same tables.
//!
//! The path is source → [`Database`] → [`Vocabulary`] → [`Task`](crate::Task), and from there on that of every task. The
//! way back is [`sql`]: printed rules and the vocabulary give a query, which the source runs.
//!
//! - [`model`]: tables, typed columns, keys; independent of where they come from.
//! - [`number`]: decimals and dates, exactly.
//! - [`keys`]: keys that nobody declared.
//! - [`folder`]: a folder of CSV and Parquet files as a source. Other sources need drivers and are in `crates/databases`.
//! - [`vocabulary`]: which predicates a database has, and what each says of its rows.
//! - [`target`]: the column to be learned.
//! - [`facts`]: the task.
//! - [`sql`]: rules as a query.
//! - [`verify`]: what the query finds, beside the labels and the check's counts.
//! - [`graph`]: triples, which are a database of one table.

pub mod facts;
pub mod folder;
pub mod graph;
pub mod keys;
pub mod model;
pub mod number;
pub mod sql;
pub mod target;
pub mod verify;
pub mod vocabulary;

pub use model::{Cell, Cells, Column, Database, ForeignKey, Kind, Table, TableSchema};
pub use target::Target;
pub use vocabulary::Vocabulary;

use crate::error::Result;
use model::TableBuilder;
use std::{fs::File, io::Read, path::Path};

/// What kind of place a database is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// A SQLite file.
    Sqlite,
    /// A DuckDB file.
    DuckDb,
    /// A PostgreSQL server.
    Postgres,
    /// A folder of tables.
    Folder,
    /// A file of triples.
    Graph,
}

impl Place {
    /// What a path or an address leads to; none if that is no database. Files tell by their first bytes.
    pub fn of(path: &Path) -> Option<Self> {
        let text = path.to_str().unwrap_or_default();
        if ["postgres://", "postgresql://"].iter().any(|scheme| text.starts_with(scheme)) {
            return Some(Self::Postgres);
        }
        if path.is_dir() {
            // A folder of Popper's or Aleph's files is a task.
            return (!folder::tables_in(path).is_empty()).then_some(Self::Folder);
        }
        if graph::is_n_triples(path) {
            return Some(Self::Graph);
        }
        // To open a pipe would take what is in it.
        if !path.is_file() {
            return None;
        }
        let mut start = [0; 16];
        match File::open(path).ok().and_then(|mut file| file.read(&mut start).ok()) {
            Some(16) if start.starts_with(b"SQLite format 3\0") => Some(Self::Sqlite),
            Some(16) if start[8..].starts_with(b"DUCK") => Some(Self::DuckDb),
            _ => None,
        }
    }
}

/// The address of a server, without what nobody else should read.
pub fn without_password(address: &str) -> String {
    let Some((scheme, rest)) = address.split_once("://") else { return address.to_string() };
    let (who, place) = match rest.rsplit_once('@') {
        Some((who, place)) => (who.split_once(':').map_or(who, |(user, _)| user).to_string() + "@", place),
        None => (String::new(), rest),
    };
    let (place, options) = place.split_once('?').unwrap_or((place, ""));
    let shown: Vec<&str> =
        options.split('&').filter(|option| !option.is_empty() && !option.starts_with("password")).collect();
    let options = if shown.is_empty() { String::new() } else { format!("?{}", shown.join("&")) };
    format!("{scheme}://{who}{place}{options}")
}

/// The language in which a database is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dialect {
    /// SQLite's.
    Sqlite,
    /// DuckDB's.
    DuckDb,
    /// PostgreSQL's.
    Postgres,
}

/// The values of a result, row by row, each as the text that the database shows.
pub type Answer = Vec<Vec<Option<String>>>;

/// Where a database comes from. Nothing is ever written to it.
pub trait Source {
    /// What it is called in messages; without a password.
    fn name(&self) -> String;

    /// How it is asked; none if it only has rows.
    fn dialect(&self) -> Option<Dialect>;

    /// Its tables, with what is declared of their columns and keys.
    fn schema(&mut self) -> Result<Vec<TableSchema>>;

    /// Whether keys are declared there. If not, they are inferred.
    fn has_keys(&self) -> bool;

    /// Gives every row of a table, in any order, to `each`.
    fn rows(&mut self, table: &TableSchema, each: &mut dyn FnMut(&[Cell<'_>]) -> Result<()>) -> Result<()>;

    /// Runs a query that only reads.
    fn query(&mut self, sql: &str) -> Result<Answer>;
}

/// Reads a whole database. Tables are in order of their names and rows in order of their keys, so that the same data
/// gives the same from every source.
pub fn read(source: &mut dyn Source) -> Result<Database> {
    let mut schemas = source.schema()?;
    schemas.sort_by(|one, other| one.name.cmp(&other.name));
    let mut tables = Vec::with_capacity(schemas.len());
    for mut schema in schemas {
        schema.make_keys_comparable();
        let mut builder = TableBuilder::new(&schema);
        source.rows(&schema, &mut |cells| builder.push(cells))?;
        tables.push(builder.finish(schema));
    }
    let mut database = Database { name: source.name(), tables, notes: Vec::new() };
    if !source.has_keys() {
        keys::infer(&mut database);
    }
    database.finish();
    Ok(database)
}
