//! A folder of tables as a database: each CSV or Parquet file is a table of its name. Keys are inferred, and no query can
//! be asked. One of the sources of source → database.

use super::{
    Answer, Dialect, Source,
    model::{Cell, Kind, TableSchema},
    number::{Decimal, date_of},
};
use crate::{
    codes,
    error::Result,
    table::read::{self, FileShape, ReadOptions, Unwatched, is_table},
};
use parquet::{
    file::reader::{FileReader, SerializedFileReader},
    record::Field,
};
use std::{
    fs::File,
    path::{Path, PathBuf},
};
use xfold_asp::diagnostic::Diagnostic;

/// A folder of tables.
pub struct Folder {
    path: PathBuf,
    files: Vec<PathBuf>,
}

/// The tables in a folder, by name.
pub fn tables_in(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let is_ours = |path: &PathBuf| path.is_file() && is_table(path) && !has_ending(path, "arff");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(is_ours).collect();
    files.sort();
    files
}

fn has_ending(path: &Path, ending: &str) -> bool {
    path.extension().is_some_and(|known| known.eq_ignore_ascii_case(ending))
}

fn is_parquet(path: &Path) -> bool {
    has_ending(path, "parquet") || has_ending(path, "pq")
}

impl Folder {
    /// The tables of a folder.
    pub fn open(path: &Path) -> Result<Self> {
        let files = tables_in(path);
        if files.is_empty() {
            let message = format!("the folder {} holds no table", path.display());
            let help = "give a folder of .csv, .tsv or .parquet files, one for each table";
            return Err(Diagnostic::error(codes::DATABASE_FAILED, message).help(help).into());
        }
        for pair in files.windows(2) {
            if table_name(&pair[0]) == table_name(&pair[1]) {
                let message = format!(
                    "{} and {} are the same table by their names",
                    pair[0].display(),
                    pair[1].display()
                );
                return Err(Diagnostic::error(codes::DATABASE_FAILED, message)
                    .help("rename one of them")
                    .into());
            }
        }
        Ok(Self { path: path.to_path_buf(), files })
    }
}

fn table_name(path: &Path) -> String {
    path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default()
}

impl Source for Folder {
    fn name(&self) -> String {
        self.path.display().to_string()
    }

    fn dialect(&self) -> Option<Dialect> {
        None
    }

    fn has_keys(&self) -> bool {
        false
    }

    fn schema(&mut self) -> Result<Vec<TableSchema>> {
        let schema = |path: &PathBuf| {
            let columns = if is_parquet(path) { parquet_columns(path) } else { csv_columns(path) }?;
            Ok(TableSchema { name: table_name(path), columns, ..TableSchema::default() })
        };
        self.files.iter().map(schema).collect()
    }

    fn rows(&mut self, table: &TableSchema, each: &mut dyn FnMut(&[Cell<'_>]) -> Result<()>) -> Result<()> {
        let Some(path) = self.files.iter().find(|path| table_name(path) == table.name) else { return Ok(()) };
        if is_parquet(path) { parquet_rows(path, each) } else { csv_rows(path, |row| each(&cells(row))) }
    }

    fn query(&mut self, _: &str) -> Result<Answer> {
        let message = format!("{} is a folder: it cannot be asked", self.name());
        Err(Diagnostic::error(codes::DATABASE_FAILED, message).into())
    }
}

fn cells(row: &[String]) -> Vec<Cell<'_>> {
    row.iter().map(|cell| if cell.is_empty() { Cell::Null } else { Cell::Text(cell) }).collect()
}

/// Names and kinds of the columns of a text, from all its rows.
fn csv_columns(path: &Path) -> Result<Vec<(String, Kind)>> {
    let names = read::layout(path, &ReadOptions::default(), &Unwatched)?.names;
    let mut guesses = vec![Guess::default(); names.len()];
    csv_rows(path, |row| {
        guesses.iter_mut().zip(row).for_each(|(guess, cell)| guess.see(cell));
        Ok(())
    })?;
    Ok(names.into_iter().zip(guesses.iter().map(Guess::kind)).collect())
}

/// What the values of a column so far are not.
#[derive(Clone, Default)]
struct Guess {
    is_seen: bool,
    not_boolean: bool,
    not_whole: bool,
    not_decimal: bool,
}

impl Guess {
    fn see(&mut self, cell: &str) {
        if cell.is_empty() {
            return;
        }
        self.is_seen = true;
        self.not_boolean |= !["true", "false", "True", "False", "TRUE", "FALSE"].contains(&cell);
        self.not_whole |= !cell.parse::<i64>().is_ok_and(|whole| whole.to_string() == *cell);
        // What begins with needless zeros is a name.
        let unsigned = cell.strip_prefix('-').unwrap_or(cell).as_bytes();
        let is_name = unsigned.len() > 1 && unsigned[0] == b'0' && unsigned[1].is_ascii_digit();
        self.not_decimal |= is_name || Decimal::parse(cell).is_none();
    }

    fn kind(&self) -> Kind {
        match self {
            Self { is_seen: false, .. } => Kind::Text,
            Self { not_boolean: false, .. } => Kind::Boolean,
            Self { not_whole: false, .. } => Kind::Whole,
            Self { not_decimal: false, .. } => Kind::Decimal,
            _ => Kind::Text,
        }
    }
}

fn csv_rows(path: &Path, mut each: impl FnMut(&[String]) -> Result<()>) -> Result<()> {
    let name = path.display().to_string();
    let layout = read::layout(path, &ReadOptions::default(), &Unwatched)?;
    let FileShape::Csv(shape) = layout.shape else { return Ok(()) };
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(shape.delimiter)
        .has_headers(shape.has_header)
        .flexible(true)
        .from_path(path)
        .map_err(|error| broken(&name, &error))?;
    let mut record = csv::ByteRecord::new();
    let mut row: Vec<String> = Vec::new();
    while reader.read_byte_record(&mut record).map_err(|error| broken(&name, &error))? {
        if record.len() == 1 && record[0].is_empty() {
            continue;
        }
        if record.len() != layout.names.len() {
            let line = record.position().map_or(0, csv::Position::line);
            let message = format!(
                "{name}:{line}: {} cells, but there are {} columns",
                record.len(),
                layout.names.len()
            );
            let help = "is a cell with the delimiter not in quotes?";
            return Err(Diagnostic::error(codes::RAGGED, message).help(help).into());
        }
        row.resize(record.len(), String::new());
        for (text, cell) in row.iter_mut().zip(&record) {
            text.clear();
            match std::str::from_utf8(cell) {
                Ok(cell) => text.push_str(cell.trim()),
                Err(_) => text.push_str(encoding_rs::WINDOWS_1252.decode(cell).0.trim()),
            }
        }
        each(&row)?;
    }
    Ok(())
}

fn broken(name: &str, error: &csv::Error) -> Diagnostic {
    Diagnostic::error(codes::CANNOT_READ, format!("cannot read {name}: {error}"))
}

fn damaged(path: &Path, error: &parquet::errors::ParquetError) -> Diagnostic {
    let message = format!("{}: the file is damaged or not served: {error}", path.display());
    Diagnostic::error(codes::BAD_PARQUET, message).help("write it anew, or save the table as CSV")
}

/// Names and kinds of the columns of a Parquet file, from all its rows.
fn parquet_columns(path: &Path) -> Result<Vec<(String, Kind)>> {
    let mut columns: Vec<(String, Option<Kind>)> = Vec::new();
    parquet_fields(path, |names, fields| {
        if columns.is_empty() {
            columns = names.iter().map(|name| ((*name).clone(), None)).collect();
        }
        for ((_, kind), field) in columns.iter_mut().zip(fields) {
            let of_field = match field {
                Field::Null => continue,
                Field::Bool(_) => Kind::Boolean,
                Field::Byte(_) | Field::Short(_) | Field::Int(_) | Field::Long(_) => Kind::Whole,
                Field::UByte(_) | Field::UShort(_) | Field::UInt(_) => Kind::Whole,
                Field::ULong(_) | Field::Float(_) | Field::Double(_) | Field::Decimal(_) => Kind::Decimal,
                Field::Date(_) | Field::TimestampMillis(_) | Field::TimestampMicros(_) => Kind::Date,
                Field::Str(_) => Kind::Text,
                _ => Kind::Other,
            };
            *kind = Some(of_field);
        }
        Ok(())
    })?;
    Ok(columns.into_iter().map(|(name, kind)| (name, kind.unwrap_or(Kind::Text))).collect())
}

fn parquet_rows(path: &Path, each: &mut dyn FnMut(&[Cell<'_>]) -> Result<()>) -> Result<()> {
    parquet_fields(path, |_, fields| {
        let texts: Vec<Option<String>> = fields.iter().map(|field| shown(field)).collect();
        let cells: Vec<Cell<'_>> =
            texts.iter().map(|text| text.as_deref().map_or(Cell::Null, Cell::Text)).collect();
        each(&cells)
    })
}

/// A value as a text that is read again.
fn shown(field: &Field) -> Option<String> {
    let day_of = |units: i64, per_day: i64| i32::try_from(units.div_euclid(per_day)).ok().map(date_of);
    match field {
        Field::Null => None,
        Field::Str(text) => Some(text.clone()),
        Field::Date(day) => Some(date_of(*day)),
        Field::TimestampMillis(time) => day_of(*time, 86_400_000),
        Field::TimestampMicros(time) => day_of(*time, 86_400_000_000),
        Field::Bool(is) => Some(is.to_string()),
        Field::Float(value) => Some(f64::from(*value).to_string()),
        Field::Double(value) => Some(value.to_string()),
        Field::Decimal(_)
        | Field::Byte(_)
        | Field::Short(_)
        | Field::Int(_)
        | Field::Long(_)
        | Field::UByte(_)
        | Field::UShort(_)
        | Field::UInt(_)
        | Field::ULong(_) => Some(field.to_string()),
        _ => None,
    }
}

fn parquet_fields(path: &Path, mut each: impl FnMut(&[&String], &[&Field]) -> Result<()>) -> Result<()> {
    let unreadable = |error: std::io::Error| {
        Diagnostic::error(codes::CANNOT_READ, format!("cannot read {}: {error}", path.display()))
    };
    let file = File::open(path).map_err(unreadable)?;
    let reader = SerializedFileReader::new(file).map_err(|error| damaged(path, &error))?;
    let rows = reader.get_row_iter(None).map_err(|error| damaged(path, &error))?;
    for row in rows {
        let row = row.map_err(|error| damaged(path, &error))?;
        let (names, fields): (Vec<&String>, Vec<&Field>) = row.get_column_iter().unzip();
        each(&names, &fields)?;
    }
    Ok(())
}
