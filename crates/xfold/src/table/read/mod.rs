//! Reading tables: CSV, ARFF and Parquet. First step of read → columns → search → text → check. The kind of each column
//! is inferred and told; the user may say otherwise.

mod arff;
mod build;
mod csv;
mod layout;
mod memory;
mod parquet;

pub(super) use build::{
    AboutCategories, AboutColumn, Builder, CategoryBuilder, ColumnPart, Finisher, MOST_VALUES, NumberBuilder,
    Odd, OddNumbers, is_printable, printable, trimmed,
};
pub(super) use layout::{Layout, Use};
pub use memory::{Given, columns, distinct_names, has_infinite};

use super::Table;
use crate::{Error, Result, codes};
use serde::Serialize;
use std::{
    fs::File,
    io::{Read, Write},
    path::{Path, PathBuf},
};
use xfold_asp::diagnostic::Diagnostic;
use xfold_solve::LimitReached;

/// How to read a table.
#[derive(Debug, Clone, Default, Serialize)]
pub struct ReadOptions {
    /// The column with the class, by name or number; it is read as categories.
    pub target: Option<String>,
    /// Columns of numbers.
    pub numeric: Vec<String>,
    /// Columns of categories.
    pub categorical: Vec<String>,
    /// Columns that are left out.
    pub ignore: Vec<String>,
    /// The column that names the rows.
    pub id: Option<String>,
    /// The column with the weights of the rows.
    pub weights: Option<String>,
    /// What stands between two cells, as a byte; inferred if none.
    pub delimiter: Option<u8>,
    /// Whether the first line has the names; inferred if none.
    pub header: Option<bool>,
    /// Columns that are known beforehand, from rules: others are left out, and kinds are not inferred.
    #[serde(skip)]
    pub known: Option<Vec<(String, super::Kind)>>,
}

/// Receives how far reading is, in bytes or rows.
pub trait Watch {
    /// `done` of `total`. A limit ends the reading.
    fn read(&self, done: u64, total: u64) -> Option<LimitReached>;
}

/// Receives nothing and sets no limit.
pub struct Unwatched;

impl Watch for Unwatched {
    fn read(&self, _: u64, _: u64) -> Option<LimitReached> {
        None
    }
}

/// What a file is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum FileKind {
    Text,
    Arff,
    Parquet,
}

/// Whether a file is a table by its name.
pub fn is_table(path: &Path) -> bool {
    kind_by_name(path).is_some()
}

fn kind_by_name(path: &Path) -> Option<FileKind> {
    let extension = path.extension()?.to_str()?.to_ascii_lowercase();
    match extension.as_str() {
        "csv" | "tsv" | "data" => Some(FileKind::Text),
        "arff" => Some(FileKind::Arff),
        "parquet" | "pq" => Some(FileKind::Parquet),
        _ => None,
    }
}

/// How a file is laid out, for a program that is to read it as we do.
#[derive(Debug, Clone)]
pub struct FileLayout {
    /// The file.
    pub path: String,
    /// The names of its columns, all different.
    pub names: Vec<String>,
    /// What it is.
    pub shape: FileShape,
}

/// What a file is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileShape {
    /// A text of rows.
    Csv(CsvShape),
    /// Parquet.
    Parquet,
    /// ARFF.
    Arff,
}

/// How a text of rows is laid out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CsvShape {
    /// What stands between two cells, as a byte.
    pub delimiter: u8,
    /// Whether the first line has the names.
    pub has_header: bool,
    /// Whether all of it is UTF-8.
    pub is_utf8: bool,
    /// Whether lines end in two signs, as on Windows.
    pub two_signs: bool,
    /// Whether it begins with a byte order mark.
    pub has_mark: bool,
}

/// How a file is laid out. All of it is read.
pub fn layout(path: &Path, options: &ReadOptions, watch: &dyn Watch) -> Result<FileLayout> {
    let name = path.display().to_string();
    refuse_task(path, &name)?;
    let (source, kind) = open(path, name.clone(), kind_by_name(path))?;
    let (names, shape) = match kind {
        FileKind::Text => csv::layout(&source, options, watch)?,
        FileKind::Parquet => (parquet::names(&source)?, FileShape::Parquet),
        FileKind::Arff => (Vec::new(), FileShape::Arff),
    };
    Ok(FileLayout { path: name, names: distinct_names(names), shape })
}

/// What stands between two cells of a CSV file, as a byte, and whether its first line has the names. Only the beginning of
/// the file is read.
pub fn csv_beginning(path: &Path, options: &ReadOptions) -> Result<(u8, bool)> {
    let name = path.display().to_string();
    let (source, _) = open(path, name, Some(FileKind::Text))?;
    csv::beginning(&source, options)
}

/// Reads a table: a file or, with `-`, standard input.
pub fn file(path: &Path, options: &ReadOptions, watch: &dyn Watch) -> Result<Table> {
    if path == Path::new("-") {
        let name = "standard input";
        let spool = Spool::of(std::io::stdin().lock(), name, watch)?;
        return source(&spool.path, format!("<{name}>"), None, options, watch);
    }
    let name = path.display().to_string();
    refuse_task(path, &name)?;
    let is_stream = path.metadata().is_ok_and(|known| !known.is_file() && !known.is_dir());
    if !is_stream {
        return source(path, name, kind_by_name(path), options, watch);
    }
    let spool = Spool::of(File::open(path).map_err(|error| cannot(&name, &error))?, &name, watch)?;
    source(&spool.path, name, kind_by_name(path), options, watch)
}

/// What came through a pipe, as a file: columns are read twice where what was inferred turns out wrong.
struct Spool {
    path: PathBuf,
    _file: SpoolFile,
}

/// On Linux a file without a name, which is gone when the process is, however that ends.
#[cfg(target_os = "linux")]
type SpoolFile = File;
#[cfg(not(target_os = "linux"))]
type SpoolFile = tempfile::NamedTempFile;

/// A stream that gives more bytes is not taken for a table.
const MOST_SPOOLED: u64 = 16 << 30;

impl Spool {
    fn of(mut from: impl Read, name: &str, watch: &dyn Watch) -> Result<Self> {
        #[cfg(target_os = "linux")]
        let (mut file, path) = {
            use std::os::fd::AsRawFd;
            let file = tempfile::tempfile().map_err(|error| cannot(name, &error))?;
            let path = PathBuf::from(format!("/proc/self/fd/{}", file.as_raw_fd()));
            (file, path)
        };
        #[cfg(not(target_os = "linux"))]
        let (mut file, path) = {
            let file = tempfile::NamedTempFile::new().map_err(|error| cannot(name, &error))?;
            let path = file.path().to_path_buf();
            (file, path)
        };
        let mut buffer = vec![0; 1 << 16];
        let mut n_read = 0;
        loop {
            let n = from.read(&mut buffer).map_err(|error| cannot(name, &error))?;
            if n == 0 {
                return Ok(Self { path, _file: file });
            }
            if n_read == 0 {
                // Input that is not text is refused at once: it may have no end.
                check_kind(name, FileKind::Text, &buffer[..n.min(512)]).or_else(|error| {
                    if buffer.starts_with(b"PAR1") || is_arff(&buffer[..n]) { Ok(()) } else { Err(error) }
                })?;
            }
            file.write_all(&buffer[..n]).map_err(|error| cannot(name, &error))?;
            n_read += n as u64;
            if n_read > MOST_SPOOLED {
                let message = format!("{name} gives more than {} gigabytes", MOST_SPOOLED >> 30);
                return Err(Diagnostic::error(codes::TOO_LARGE, message)
                    .help("does it end at all? save it to a file")
                    .into());
            }
            if let Some(limit) = watch.read(n_read, n_read) {
                return Err(Error::Limit(limit));
            }
        }
    }
}

/// Reads a file that goes by some name, which may say what it is.
fn source(
    path: &Path,
    name: String,
    named: Option<FileKind>,
    options: &ReadOptions,
    watch: &dyn Watch,
) -> Result<Table> {
    let (source, kind) = open(path, name, named)?;
    match kind {
        FileKind::Text => csv::read(&source, options, watch),
        FileKind::Arff => arff::read(&source, options, watch),
        FileKind::Parquet => parquet::read(&source, options, watch),
    }
}

/// A file that goes by some name, which may say what it is, and what it is.
fn open(path: &Path, name: String, named: Option<FileKind>) -> Result<(Source, FileKind)> {
    let mut file = File::open(path).map_err(|error| cannot(&name, &error))?;
    let size = file.metadata().map_err(|error| cannot(&name, &error))?.len();
    if path.is_dir() {
        return Err(cannot(&name, &std::io::Error::from(std::io::ErrorKind::IsADirectory)).into());
    }
    let mut start = vec![0; 512];
    let n = read_some(&mut file, &mut start).map_err(|error| cannot(&name, &error))?;
    start.truncate(n);
    drop(file);
    let kind = match named {
        Some(kind) => kind,
        // Without a name that says it, the first bytes do.
        None if start.starts_with(b"PAR1") => FileKind::Parquet,
        None if is_arff(&start) => FileKind::Arff,
        None => FileKind::Text,
    };
    check_kind(&name, kind, &start)?;
    Ok((Source { path: path.to_path_buf(), name, size }, kind))
}

fn cannot(name: &str, error: &std::io::Error) -> Diagnostic {
    Diagnostic::error(codes::CANNOT_READ, format!("cannot read {name}: {error}")).help(
        match name.contains('*') {
            true => "a pattern of several files needs --engine datafusion",
            false => "give a table: a .csv, .tsv, .arff or .parquet file",
        },
    )
}

/// Whether a text begins like an ARFF file, comments aside.
fn is_arff(start: &[u8]) -> bool {
    let text = String::from_utf8_lossy(start).to_ascii_lowercase();
    let first = text.lines().map(str::trim_start).find(|line| !line.is_empty() && !line.starts_with('%'));
    first.is_some_and(|line| line.starts_with("@relation") || line.starts_with("@attribute"))
}

/// A file to be read.
struct Source {
    path: PathBuf,
    name: String,
    size: u64,
}

impl Source {
    fn open(&self) -> Result<File> {
        File::open(&self.path).map_err(|error| self.unreadable(&error))
    }

    /// All bytes from where a reader stands.
    fn read_all(&self, mut from: impl Read) -> Result<Vec<u8>> {
        let mut bytes = Vec::new();
        from.read_to_end(&mut bytes).map_err(|error| self.unreadable(&error))?;
        Ok(bytes)
    }

    fn unreadable(&self, error: &std::io::Error) -> Error {
        Diagnostic::error(codes::CANNOT_READ, format!("cannot read {}: {error}", self.name)).into()
    }
}

/// A text in UTF-8 or, if it is not that, in Latin-1 as Windows has it.
fn decode(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_string(),
        Err(_) => encoding_rs::WINDOWS_1252.decode(bytes).0.into_owned(),
    }
}

/// Reads until a buffer is full or the file ends.
fn read_some(file: &mut File, buffer: &mut [u8]) -> std::io::Result<usize> {
    let mut n = 0;
    while n < buffer.len() {
        match file.read(&mut buffer[n..])? {
            0 => break,
            more => n += more,
        }
    }
    Ok(n)
}

/// Refuses a file that is a task or a program by its name.
fn refuse_task(path: &Path, name: &str) -> Result<()> {
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    if !["las", "lp", "asp", "pl"].contains(&ending) {
        return Ok(());
    }
    let message = format!("{name} is a task or a program by its name, but a table is wanted here");
    let help = "a table is a .csv, .tsv, .arff or .parquet file";
    Err(Diagnostic::error(codes::NOT_A_TABLE, message).help(help).into())
}

/// Refuses a file that is not what its name says.
fn check_kind(name: &str, kind: FileKind, start: &[u8]) -> Result<()> {
    let wrong = |what: &str, help: &str| {
        let message = format!("{name} is not what its name says: {what}");
        Err(Diagnostic::error(codes::NOT_A_TABLE, message).help(help).into())
    };
    if start.is_empty() {
        let message = format!("{name} is empty");
        return Err(Diagnostic::error(codes::EMPTY_TABLE, message).help("a table needs rows").into());
    }
    let is_parquet = start.starts_with(b"PAR1");
    match kind {
        FileKind::Parquet if !is_parquet => {
            wrong("a Parquet file begins with PAR1", "if it is text, rename it to end in .csv")
        }
        FileKind::Parquet => Ok(()),
        _ if is_parquet => wrong("it is a Parquet file", "rename it to end in .parquet"),
        _ if start.starts_with(b"PK\x03\x04") => {
            wrong("it is a zip archive, perhaps a spreadsheet", "unpack it, or save the sheet as CSV")
        }
        _ if start.starts_with(&[0x1f, 0x8b]) => wrong("it is compressed by gzip", "unpack it with gunzip"),
        _ if start.starts_with(b"%PDF") => wrong("it is a PDF document", "give the table as CSV"),
        _ if start.starts_with(b"\xd0\xcf\x11\xe0") => {
            wrong("it is an old spreadsheet or document", "save the sheet as CSV")
        }
        FileKind::Text | FileKind::Arff => {
            let utf16 = start.starts_with(&[0xff, 0xfe]) || start.starts_with(&[0xfe, 0xff]);
            let is_odd = |byte: &&u8| **byte < 32 && !b"\t\n\r\x0c\x1a\x1b".contains(*byte);
            let n_odd = start.iter().filter(is_odd).count();
            if !utf16 && (start.contains(&0) || (start.len() > 200 && n_odd > start.len() / 20)) {
                return wrong("it holds bytes that no text has", "give the table as text");
            }
            let begins = String::from_utf8_lossy(start).trim_start().to_ascii_lowercase();
            if kind == FileKind::Text && (begins.starts_with("<!doctype") || begins.starts_with("<html")) {
                return wrong("it is a web page", "download the file itself");
            }
            if kind == FileKind::Text && is_arff(start) {
                return wrong("it is an ARFF file", "rename it to end in .arff");
            }
            Ok(())
        }
    }
}
