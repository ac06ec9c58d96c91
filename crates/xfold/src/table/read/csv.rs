//! CSV, as a reader of tables: any delimiter, quotes, encoding, with or without a line of names. The file is read once
//! more where a column that looked like numbers turns out to hold something else.

use super::{
    CsvShape, FileShape, ReadOptions, Source, Watch,
    build::{Builder, finish, is_missing, number, trimmed},
    layout::{Layout, Use},
};
use crate::{
    Error, Result, codes,
    table::{Kind, Table},
};
use rayon::prelude::*;
use std::{
    io::{self, Cursor, Read},
    sync::atomic::{AtomicBool, Ordering},
};
use xfold_asp::diagnostic::Diagnostic;

/// Rows from which the kinds of columns are guessed.
const SAMPLE: usize = 1000;
/// Longer lines are no table.
const LONGEST_LINE: usize = 16 << 20;
/// Rows that are taken apart together.
const BATCH: usize = 1 << 12;

/// The names of a file's columns as they are written, and how it is laid out.
pub(super) fn layout(
    source: &Source,
    options: &ReadOptions,
    watch: &dyn Watch,
) -> Result<(Vec<String>, FileShape)> {
    let text = Text::new(source)?;
    let Beginning { delimiter, has_header, names, .. } = begin(source, &text, options)?;
    let ignored = ReadOptions { known: Some(Vec::new()), ..ReadOptions::default() };
    let mut layout = Layout::new(&source.name, names.clone(), &ignored, |_| Kind::Category)?;
    // Cells of every column are looked at, for their encoding.
    layout.uses.fill(Use::Categories { asked: true });
    read_rows(source, &text, delimiter, has_header, &layout, watch)?;
    let is_utf8 = !text.was_latin.load(Ordering::Relaxed);
    let beginning = text.beginning(source)?;
    let first = lines(&beginning).into_iter().next().unwrap_or_default();
    let two_signs = first.ends_with(b"\r");
    Ok((
        names,
        FileShape::Csv(CsvShape { delimiter, has_header, is_utf8, two_signs, has_mark: text.has_mark }),
    ))
}

/// What stands between two cells, and whether the first line has the names.
pub(super) fn beginning(source: &Source, options: &ReadOptions) -> Result<(u8, bool)> {
    let Beginning { delimiter, has_header, .. } = begin(source, &Text::new(source)?, options)?;
    Ok((delimiter, has_header))
}

/// What the first rows tell.
struct Beginning {
    delimiter: u8,
    has_header: bool,
    names: Vec<String>,
    sample: Vec<csv::ByteRecord>,
}

fn begin(source: &Source, text: &Text, options: &ReadOptions) -> Result<Beginning> {
    let beginning = text.beginning(source)?;
    let tabs = source.name.ends_with(".tsv");
    let delimiter = options.delimiter.unwrap_or_else(|| if tabs { b'\t' } else { sniff(&beginning) });
    let sample = text.sample(source, delimiter)?;
    let Some(first) = sample.first() else {
        let message = format!("{} has no rows", source.name);
        return Err(Diagnostic::error(codes::EMPTY_TABLE, message).help("a table needs rows").into());
    };
    let has_header = options.header.unwrap_or_else(|| looks_like_names(&sample, delimiter != b','));
    let names: Vec<String> = if has_header {
        first.iter().map(|name| text.decode(name)).collect()
    } else {
        (1..=first.len()).map(|number| format!("c{number}")).collect()
    };
    Ok(Beginning { delimiter, has_header, names, sample })
}

/// Reads a CSV file.
pub(super) fn read(source: &Source, options: &ReadOptions, watch: &dyn Watch) -> Result<Table> {
    let text = Text::new(source)?;
    let Beginning { delimiter, has_header, names, sample } = begin(source, &text, options)?;
    let decimal_comma = delimiter != b',';
    // Rules may read a single column; to learn, there must be a target beside it.
    if names.len() == 1 && options.known.is_none() {
        let message = format!("{}:1: there is only one column", source.name);
        let help = "say what stands between two cells: --delimiter ';'";
        return Err(Diagnostic::error(codes::NOT_A_TABLE, message).help(help).into());
    }
    let rows = &sample[usize::from(has_header)..];
    let mut layout = Layout::new(&source.name, names, options, |column| guess(rows, column, decimal_comma))?;
    if !has_header && options.header.is_none() {
        let message =
            format!("{} seems to have no line of names: its columns are called c1, c2, …", source.name);
        let note =
            Diagnostic::note(codes::NO_HEADER, message).help("if the first line has the names: --header yes");
        layout.notes.push(note);
    }
    loop {
        let (builders, n_rows) = read_rows(source, &text, delimiter, has_header, &layout, watch)?;
        let wrong: Vec<usize> =
            (0..builders.len()).filter(|c| matches!(builders[*c], Builder::Wrong)).collect();
        if wrong.is_empty() {
            if text.was_latin.load(Ordering::Relaxed) {
                let message = format!("{} is not UTF-8: read as Latin-1 (windows-1252)", source.name);
                layout.notes.push(Diagnostic::note(codes::LATIN, message));
            }
            return finish(layout, builders, n_rows);
        }
        wrong.into_iter().for_each(|column| layout.uses[column] = Use::Categories { asked: false });
    }
}

/// Rows that are taken apart together, with their lines.
#[derive(Default)]
struct Batch {
    rows: Vec<(csv::ByteRecord, u64)>,
    /// How many of them are filled; the others keep their memory for later.
    n: usize,
}

/// While one batch is taken apart, column by column, the next one is read.
fn read_rows(
    source: &Source,
    text: &Text,
    delimiter: u8,
    has_header: bool,
    layout: &Layout,
    watch: &dyn Watch,
) -> Result<(Vec<Builder>, usize)> {
    let n_columns = layout.names.len();
    let mut builders = layout.builders();
    let mut reader = text.reader(source, delimiter)?;
    if has_header {
        next(&mut reader, &mut csv::ByteRecord::new(), source)?;
    }
    let (mut current, mut following) = (Batch::default(), Batch::default());
    fill(&mut reader, &mut current, source, n_columns)?;
    let mut n_rows = 0;
    while current.n > 0 {
        let rows = &current.rows[..current.n];
        let (read, taken) = rayon::join(
            || fill(&mut reader, &mut following, source, n_columns),
            || take_apart(rows, &mut builders, delimiter != b',', text),
        );
        if let Some((line, column, found)) = taken {
            let name = &layout.names[column];
            let help = format!(
                "leave `{name}` out of --numeric, or mend the cell; missing cells are empty, ? or NA"
            );
            return Err(layout.not_a_number(Some(line), column, &found).help(help).into());
        }
        read?;
        n_rows += current.n;
        if let Some(limit) = watch.read(reader.position().byte(), source.size) {
            return Err(Error::Limit(limit));
        }
        std::mem::swap(&mut current, &mut following);
    }
    Ok((builders, n_rows))
}

fn fill<R: Read>(
    reader: &mut csv::Reader<R>,
    batch: &mut Batch,
    source: &Source,
    n_columns: usize,
) -> Result<()> {
    batch.n = 0;
    while batch.n < BATCH {
        if batch.n == batch.rows.len() {
            batch.rows.push(Default::default());
        }
        let (record, line) = &mut batch.rows[batch.n];
        if !next(reader, record, source)? {
            break;
        }
        *line = record.position().map_or(0, csv::Position::line);
        if record.len() != n_columns {
            return Err(ragged(source, *line, n_columns, record.len()).into());
        }
        batch.n += 1;
    }
    Ok(())
}

/// Adds rows to the columns. If a cell of a numeric column is no number: the first line with one, the column, the cell.
fn take_apart(
    rows: &[(csv::ByteRecord, u64)],
    builders: &mut [Builder],
    decimal_comma: bool,
    text: &Text,
) -> Option<(u64, usize, String)> {
    let column = |(column, builder): (usize, &mut Builder)| {
        rows.iter().find_map(|(row, line)| {
            let cell = row.get(column).unwrap_or(b"");
            let pushed = builder.push(cell, *line, decimal_comma, |cell| text.decode(cell));
            pushed.err().map(|found| (*line, column, found))
        })
    };
    builders.par_iter_mut().enumerate().filter_map(column).min()
}

fn ragged(source: &Source, line: u64, expected: usize, found: usize) -> Diagnostic {
    let cells = |n: usize| if n == 1 { "1 cell".to_string() } else { format!("{n} cells") };
    let message = format!(
        "{}:{line}: this row has {}, but the first line has {}",
        source.name,
        cells(found),
        cells(expected)
    );
    Diagnostic::error(codes::RAGGED, message)
        .help("is a quote not closed, or does a cell hold the delimiter? cells with it need quotes")
}

/// Reads a row; false at the end of the file.
fn next<R: Read>(reader: &mut csv::Reader<R>, record: &mut csv::ByteRecord, source: &Source) -> Result<bool> {
    reader.read_byte_record(record).map_err(|error| {
        let line = reader.position().line();
        let (is_long, why) = match error.into_kind() {
            csv::ErrorKind::Io(error) => (error.kind() == io::ErrorKind::InvalidData, error.to_string()),
            kind => (false, format!("{kind:?}")),
        };
        let message = format!("{}:{line}: {why}", source.name);
        Error::from(if is_long {
            Diagnostic::error(codes::LONG_LINE, message).help("a row is a line: is a quote not closed?")
        } else {
            Diagnostic::error(codes::CANNOT_READ, message)
        })
    })
}

/// The file's text: in the file, or decoded in memory.
struct Text {
    decoded: Option<String>,
    has_mark: bool,
    was_latin: AtomicBool,
}

impl Text {
    fn new(source: &Source) -> Result<Self> {
        let mut start = [0; 3];
        let n = super::read_some(&mut source.open()?, &mut start).unwrap_or(0);
        let start = &start[..n];
        let has_mark = start == b"\xef\xbb\xbf";
        let mut decoded = None;
        if start.starts_with(b"\xff\xfe") || start.starts_with(b"\xfe\xff") {
            let bytes = source.read_all(source.open()?)?;
            decoded = Some(encoding_rs::UTF_8.decode(&bytes).0.into_owned());
        }
        Ok(Self { decoded, has_mark, was_latin: AtomicBool::new(false) })
    }

    fn open(&self, source: &Source) -> Result<Box<dyn Read + Send + '_>> {
        if let Some(text) = &self.decoded {
            return Ok(Box::new(Cursor::new(text.as_bytes())));
        }
        let mut file = source.open()?;
        if self.has_mark {
            let mut mark = [0; 3];
            super::read_some(&mut file, &mut mark).map_err(|error| source.unreadable(&error))?;
        }
        Ok(Box::new(file))
    }

    fn reader(
        &self,
        source: &Source,
        delimiter: u8,
    ) -> Result<csv::Reader<ShortLines<Box<dyn Read + Send + '_>>>> {
        let lines = ShortLines { inner: self.open(source)?, length: 0 };
        let mut builder = csv::ReaderBuilder::new();
        builder.delimiter(delimiter).has_headers(false).flexible(true).buffer_capacity(1 << 17);
        Ok(builder.from_reader(lines))
    }

    fn beginning(&self, source: &Source) -> Result<Vec<u8>> {
        source.read_all(self.open(source)?.take(1 << 16))
    }

    /// The first rows.
    fn sample(&self, source: &Source, delimiter: u8) -> Result<Vec<csv::ByteRecord>> {
        let mut reader = self.reader(source, delimiter)?;
        let mut rows = Vec::new();
        let mut record = csv::ByteRecord::new();
        while rows.len() <= SAMPLE && next(&mut reader, &mut record, source)? {
            rows.push(record.clone());
        }
        Ok(rows)
    }

    fn decode(&self, bytes: &[u8]) -> String {
        if std::str::from_utf8(bytes).is_err() {
            self.was_latin.store(true, Ordering::Relaxed);
        }
        super::decode(bytes)
    }
}

/// Gives an error when a line is so long that the file cannot be a table.
struct ShortLines<R> {
    inner: R,
    length: usize,
}

impl<R: Read> Read for ShortLines<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let n = self.inner.read(buffer)?;
        self.length = match buffer[..n].iter().rposition(|byte| *byte == b'\n') {
            Some(last) => n - last - 1,
            None => self.length + n,
        };
        if self.length > LONGEST_LINE {
            let message = format!("a line is longer than {} megabytes", LONGEST_LINE >> 20);
            return Err(io::Error::new(io::ErrorKind::InvalidData, message));
        }
        Ok(n)
    }
}

/// The first lines of a text, without those that are empty.
fn lines(beginning: &[u8]) -> Vec<&[u8]> {
    // A line end in quotes is part of a cell, unless a quote that is never closed hides all of them.
    let mut is_quoted = false;
    let ends = |byte: &u8| {
        is_quoted ^= *byte == b'"';
        *byte == b'\n' && !is_quoted
    };
    let mut lines: Vec<&[u8]> = beginning.split(ends).filter(|line| !line.is_empty()).take(20).collect();
    if lines.len() < 3 {
        lines = beginning.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()).take(20).collect();
    }
    lines
}

/// The delimiter that splits the first lines into equally many cells.
fn sniff(beginning: &[u8]) -> u8 {
    let lines = lines(beginning);
    // The last one may be cut off.
    let lines = &lines[..lines.len().saturating_sub(1).max(1).min(lines.len())];
    let count = |line: &[u8], delimiter: u8| {
        let (mut quoted, mut n) = (false, 0);
        for &byte in line {
            quoted ^= byte == b'"';
            n += usize::from(byte == delimiter && !quoted);
        }
        n
    };
    let score = |delimiter: u8| {
        let counts: Vec<usize> = lines.iter().map(|line| count(line, delimiter)).collect();
        let first = counts.first().copied().unwrap_or(0);
        let alike = counts.iter().filter(|n| **n == first).count();
        if first == 0 { (0, 0) } else { (alike, first) }
    };
    // In a tie the first one stays.
    let best =
        b",;\t|".iter().copied().reduce(|best, other| if score(other) > score(best) { other } else { best });
    best.unwrap_or(b',')
}

/// The first line has names if it has no number where the others have numbers. If no column has numbers, a table has
/// names, as most tables do.
fn looks_like_names(sample: &[csv::ByteRecord], decimal_comma: bool) -> bool {
    let Some((first, rows)) = sample.split_first() else { return true };
    let is_number = |cell: &[u8]| number(trimmed(cell), decimal_comma).is_some();
    let numeric = (0..first.len()).filter(|&column| guess(rows, column, decimal_comma) == Kind::Number);
    let (mut names, mut numbers) = (0, 0);
    for column in numeric {
        let cell = first.get(column).unwrap_or(b"");
        if is_number(cell) {
            numbers += 1
        } else if !is_missing(trimmed(cell)) {
            names += 1
        }
    }
    names >= numbers
}

/// What a column looks like in some rows.
fn guess(rows: &[csv::ByteRecord], column: usize, decimal_comma: bool) -> Kind {
    let cells = rows.iter().filter_map(|row| row.get(column)).map(trimmed);
    let mut present = cells.filter(|cell| !is_missing(cell)).peekable();
    // A column without values could be anything; as numbers it costs least.
    if present.all(|cell| number(cell, decimal_comma).is_some()) { Kind::Number } else { Kind::Category }
}
