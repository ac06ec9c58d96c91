//! Statements that load a file into a database as `xfold` reads it: with its names of columns, numbers where the rules read
//! numbers, and text everywhere else, so that no cell is taken for something else.

use super::{cannot, literal, quoted};
use crate::{
    error::Result,
    table::{
        Kind,
        model::Model,
        read::{CsvShape, FileLayout, FileShape},
    },
};
use std::fmt::Write;

/// A database that loads files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Engine {
    /// DuckDB.
    DuckDb,
    /// SQLite, by the commands of its shell.
    Sqlite,
}

/// A number as `xfold` reads it, as a regular expression.
const NUMBER: &str = "[+-]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][+-]?[0-9]+)?";

/// The statements that create a table and load a file into it.
pub fn setup(model: &Model, engine: Engine, table: &str, file: &FileLayout) -> Result<String> {
    for (place, name) in file.names.iter().enumerate() {
        if let Some(other) =
            file.names[..place].iter().find(|other| other.to_lowercase() == name.to_lowercase())
        {
            let message = format!("columns `{other}` and `{name}` have one name for a database");
            return Err(cannot(message, None, "rename one of them in the file, and learn again"));
        }
    }
    match (&file.shape, engine) {
        (FileShape::Csv(csv), Engine::DuckDb) => {
            // DuckDB takes the mark for a part of the name, and loads no row.
            if csv.has_mark && csv.has_header && file.names.first().is_some_and(|name| name.contains('\n')) {
                let message =
                    "DuckDB cannot load a file with a byte order mark and a line break in the first name";
                return Err(cannot(message, None, "save the file without the mark, or rename the column"));
            }
            Ok(duckdb_csv(model, table, file, csv))
        }
        (FileShape::Csv(csv), Engine::Sqlite) => Ok(sqlite_csv(model, table, file, csv)),
        (FileShape::Parquet, Engine::DuckDb) => {
            let names: Vec<String> = file.names.iter().map(|name| quoted(name)).collect();
            let from = format!("read_parquet({}) AS file({})", literal(&file.path), names.join(", "));
            Ok(format!("CREATE TABLE {} AS\nSELECT * FROM {from};\n", quoted(table)))
        }
        (FileShape::Parquet, Engine::Sqlite) => {
            Err(cannot("SQLite loads no Parquet files", None, "load it into DuckDB, or save it as CSV"))
        }
        (FileShape::Arff, _) => Err(cannot("no database loads ARFF files", None, "save the table as CSV")),
    }
}

/// Whether rules read a column as numbers.
fn is_number(model: &Model, name: &str) -> bool {
    model.columns.iter().any(|column| column.name == name && column.kind == Kind::Number)
}

fn duckdb_csv(model: &Model, table: &str, file: &FileLayout, csv: &CsvShape) -> String {
    let CsvShape { delimiter, has_header, is_utf8, two_signs, .. } = *csv;
    let columns = file.names.iter().map(|name| {
        let column = quoted(name);
        match is_number(model, name) {
            false => format!("  {column}"),
            true => {
                let plain = format!("TRIM({column}, ' ' || chr(9) || chr(10) || chr(13))");
                // Beside another delimiter, a comma may be the decimal point.
                let plain = if delimiter == b',' { plain } else { format!("REPLACE({plain}, ',', '.')") };
                format!("  CASE WHEN regexp_full_match({plain}, '{NUMBER}') THEN CAST({plain} AS DOUBLE) END AS {column}")
            }
        }
    });
    let columns: Vec<String> = columns.collect();
    let texts: Vec<String> = file.names.iter().map(|name| format!("{}: 'VARCHAR'", literal(name))).collect();
    let mut options = format!(
        "auto_detect = false, delim = {}, quote = '\"', escape = '\"', header = {has_header}",
        literal(&char::from(delimiter).to_string()),
    );
    options.push_str(if two_signs { ", new_line = '\\r\\n'" } else { ", new_line = '\\n'" });
    if !is_utf8 {
        options.push_str(", encoding = 'latin-1'");
    }
    format!(
        "CREATE TABLE {} AS\nSELECT\n{}\nFROM read_csv({}, {options},\n  columns = {{{}}});\n",
        quoted(table),
        columns.join(",\n"),
        literal(&file.path),
        texts.join(", ")
    )
}

fn sqlite_csv(model: &Model, table: &str, file: &FileLayout, csv: &CsvShape) -> String {
    let CsvShape { delimiter, has_header, is_utf8, .. } = *csv;
    let columns = file.names.iter().map(|name| {
        let kind = if is_number(model, name) { "REAL" } else { "TEXT" };
        format!("  {} {kind}", quoted(name))
    });
    let columns: Vec<String> = columns.collect();
    let mut text = String::new();
    if !is_utf8 {
        text.push_str("-- the file is not UTF-8, which SQLite expects: convert it first, with iconv -f WINDOWS-1252 -t UTF-8\n");
    }
    let _ = writeln!(text, "CREATE TABLE {} (\n{}\n);", quoted(table), columns.join(",\n"));
    let skip = if has_header { " --skip 1" } else { "" };
    let _ = match delimiter {
        b',' => writeln!(text, ".import --csv{skip} {} {}", word(&file.path), word(table)),
        other => {
            let sign = word(&char::from(other).to_string());
            writeln!(text, ".mode csv\n.separator {sign}\n.import{skip} {} {}", word(&file.path), word(table))
        }
    };
    text
}

/// A word of a command of SQLite's shell.
fn word(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\t', "\\t"))
}
