//! Databases that need a driver, as sources for [`xfold::database`]: SQLite files by SQLite itself, which is compiled in,
//! PostgreSQL by its protocol, and DuckDB files by DuckDB's own program or its Python package, in a process of its own.
//!
//! Every source only reads: files are opened so, and PostgreSQL is asked in a transaction that cannot write and sees one
//! state of the data from the first question to the last.

mod duckdb;
mod postgres;
mod sqlite;

pub use self::{duckdb::DuckDb, postgres::Postgres, sqlite::Sqlite};

use std::path::Path;
use xfold::{
    Result, codes,
    database::{Place, Source},
};
use xfold_asp::diagnostic::Diagnostic;

/// Opens a database; none if this place needs no driver.
pub fn open(place: Place, path: &Path) -> Result<Option<Box<dyn Source>>> {
    Ok(match place {
        Place::Sqlite => Some(Box::new(Sqlite::open(path)?)),
        Place::DuckDb => Some(Box::new(DuckDb::open(path)?)),
        Place::Postgres => Some(Box::new(Postgres::connect(&path.to_string_lossy())?)),
        Place::Folder | Place::Graph => None,
    })
}

/// The error that a database gives.
fn failed(name: &str, what: impl std::fmt::Display, help: &str) -> xfold::Error {
    Diagnostic::error(codes::DATABASE_FAILED, format!("{name}: {what}")).help(help).into()
}
