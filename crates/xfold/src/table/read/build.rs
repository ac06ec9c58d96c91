//! From cells to typed columns, and missing cells. Third step of read → columns → search → text → check; every reader
//! shares it.

use super::layout::{Layout, Use};
use crate::{
    Result, codes,
    table::{Categories, Cells, Column, MISSING, Table},
};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use xfold_asp::diagnostic::Diagnostic;

/// The most values that a categorical column may have; with more it is free text.
pub(in crate::table) const MOST_VALUES: usize = 60_000;
/// A target with more values than this is a number or a text, not a class.
const MOST_CLASSES: usize = 1000;

/// A column whose cells are being read.
pub(in crate::table) enum Builder {
    Numbers(NumberBuilder),
    Categories(CategoryBuilder),
    Ignored,
    /// It was guessed to hold numbers and does not: the file has to be read again.
    Wrong,
}

/// A column of numbers whose cells are being read.
#[derive(Default)]
pub(in crate::table) struct NumberBuilder {
    pub(in crate::table) cells: Vec<f64>,
    /// The user or the file says that it holds numbers: another cell is an error.
    pub(in crate::table) asked: bool,
    /// Rules say that it holds numbers: another cell is missing.
    pub(in crate::table) known: bool,
    pub(in crate::table) odd: OddNumbers,
}

/// Cells of a column of numbers that are not read as they stand.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(in crate::table) struct OddNumbers {
    pub(in crate::table) infinite: Odd,
    pub(in crate::table) texts: Odd,
    /// Whole numbers so large that their neighbours are the same as numbers.
    pub(in crate::table) merged: Odd,
}

impl OddNumbers {
    /// Adds those of the rows that follow.
    pub(in crate::table) fn join(&mut self, next: Self) {
        self.infinite.join(next.infinite);
        self.texts.join(next.texts);
        self.merged.join(next.merged);
    }
}

/// Cells that were not as expected: how many, and the first one with its line, which is 0 if there are no lines.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(in crate::table) struct Odd {
    count: usize,
    first: Option<(u64, String)>,
}

impl Odd {
    /// Adds those of the rows that follow.
    pub(in crate::table) fn join(&mut self, next: Self) {
        self.count += next.count;
        self.first = self.first.take().or(next.first);
    }

    pub(in crate::table) fn add(&mut self, line: u64, cell: impl FnOnce() -> String) {
        self.count += 1;
        self.first.get_or_insert_with(|| (line, cell()));
    }
}

/// A column of categories whose cells are being read.
#[derive(Default)]
pub(in crate::table) struct CategoryBuilder {
    pub(in crate::table) cells: Categories,
    pub(in crate::table) numbers: FxHashMap<Vec<u8>, u32>,
    /// There are so many values that it is free text.
    pub(in crate::table) overflown: bool,
    pub(in crate::table) most: usize,
    /// Cells with control characters.
    pub(in crate::table) controls: Odd,
}

impl CategoryBuilder {
    pub(in crate::table) fn push(
        &mut self,
        cell: Option<&[u8]>,
        line: u64,
        decode: impl FnOnce(&[u8]) -> String,
    ) {
        let Some(cell) = cell else {
            self.cells.codes.push(MISSING);
            return;
        };
        if let Some(&code) = self.numbers.get(cell) {
            self.cells.codes.push(code);
            return;
        }
        if self.overflown || self.cells.values.len() >= self.most {
            self.overflown = true;
            self.cells.codes.push(MISSING);
            return;
        }
        let text = decode(cell);
        let value = printable(&text);
        let mut code = self.cells.values.len() as u32;
        if value == text {
            self.cells.values.push(text);
        } else {
            self.controls.add(line, || format!("{text:?}"));
            code = *self.numbers.entry(value.clone().into_bytes()).or_insert_with(|| {
                self.cells.values.push(value);
                code
            });
        }
        self.numbers.insert(cell.to_vec(), code);
        self.cells.codes.push(code);
    }
}

/// A text as a program can hold it: lines end in one sign, and other control characters are their pictures, so that
/// different texts stay different.
pub(in crate::table) fn printable(text: &str) -> String {
    let picture = |c: char| match c {
        c if !is_odd(c) => c,
        '\u{7f}' => '\u{2421}',
        c => char::from_u32(c as u32 + 0x2400).filter(|_| c < ' ').unwrap_or(char::REPLACEMENT_CHARACTER),
    };
    text.replace("\r\n", "\n").chars().map(picture).collect()
}

/// Whether a text is printable as it is.
pub(in crate::table) fn is_printable(text: &str) -> bool {
    !text.contains(is_odd)
}

fn is_odd(c: char) -> bool {
    c.is_control() && c != '\n' && c != '\t'
}

impl CategoryBuilder {
    /// A column whose cells are there already.
    pub(super) fn of(cells: Categories) -> Self {
        let overflown = cells.values.len() > MOST_VALUES;
        Self { cells, overflown, ..Self::default() }
    }
}

/// Rows are numbered by 32 bits.
pub(super) const MOST_ROWS: usize = u32::MAX as usize;

impl Builder {
    /// The cells so far, if they are kept.
    pub(in crate::table) fn len(&self) -> Option<usize> {
        match self {
            Self::Numbers(builder) => Some(builder.cells.len()),
            Self::Categories(builder) => Some(builder.cells.codes.len()),
            Self::Ignored | Self::Wrong => None,
        }
    }

    pub(in crate::table) fn new(layout: &Layout, column: usize) -> Self {
        match layout.uses[column] {
            Use::Numbers { asked } => {
                let known = layout.from_rules;
                Self::Numbers(NumberBuilder { asked, known, ..NumberBuilder::default() })
            }
            Use::Categories { .. } => {
                // Rows may have as many names as there are, and rules do not mind other values.
                let is_free = Some(column) == layout.id || layout.from_rules;
                let most = if is_free { usize::MAX } else { MOST_VALUES };
                Self::Categories(CategoryBuilder { most, ..CategoryBuilder::default() })
            }
            Use::Ignore => Self::Ignored,
        }
    }

    /// Adds a cell. An error tells that a column which the user called numeric is not.
    pub(in crate::table) fn push(
        &mut self,
        cell: &[u8],
        line: u64,
        decimal_comma: bool,
        decode: impl FnOnce(&[u8]) -> String,
    ) -> std::result::Result<(), String> {
        let cell = trimmed(cell);
        match self {
            Self::Ignored | Self::Wrong => {}
            Self::Categories(builder) => builder.push((!is_missing(cell)).then_some(cell), line, decode),
            Self::Numbers(builder) => match number(cell, decimal_comma) {
                Some(value) if value.is_finite() => {
                    if is_merged(cell, value) {
                        builder.odd.merged.add(line, || decode(cell));
                    }
                    builder.cells.push(value);
                }
                Some(_) => {
                    builder.odd.infinite.add(line, || decode(cell));
                    builder.cells.push(f64::NAN);
                }
                None if is_missing(cell) => builder.cells.push(f64::NAN),
                None if builder.known => {
                    builder.odd.texts.add(line, || format!("`{}`", decode(cell)));
                    builder.cells.push(f64::NAN);
                }
                None if builder.asked => return Err(decode(cell)),
                None => *self = Self::Wrong,
            },
        }
        Ok(())
    }
}

/// A cell without the white space around it.
pub(in crate::table) fn trimmed(cell: &[u8]) -> &[u8] {
    cell.trim_ascii()
}

/// Whether a cell has no value: empty, `?`, `NA`, `N/A`, `NaN`, `null`, `None`.
pub(in crate::table) fn is_missing(cell: &[u8]) -> bool {
    matches!(
        cell,
        b"" | b"?" | b"NA" | b"N/A" | b"n/a" | b"NaN" | b"nan" | b"NAN" | b"null" | b"NULL" | b"None"
    )
}

/// A cell as a number, possibly an infinite one; none if it is no number or NaN.
pub(in crate::table) fn number(cell: &[u8], decimal_comma: bool) -> Option<f64> {
    let text = std::str::from_utf8(cell).ok()?;
    // Words such as `infinity` are numbers for Rust, but a number of a table has a digit, or is `inf`.
    let parsed = |text: &str| text.parse::<f64>().ok().filter(|value| !value.is_nan());
    match parsed(text) {
        None if decimal_comma && text.matches(',').count() == 1 => parsed(&text.replace(',', ".")),
        found => found,
    }
}

/// The first whole number that is one as a number with the one behind it.
pub(in crate::table) const MERGED_FROM: f64 = 9_007_199_254_740_992.0;

/// Whether a whole number is another one as a number: its neighbours would not be told apart.
pub(in crate::table) fn is_merged(cell: &[u8], value: f64) -> bool {
    if value.abs() < MERGED_FROM {
        return false;
    }
    let digits = cell.strip_prefix(b"-").or_else(|| cell.strip_prefix(b"+")).unwrap_or(cell);
    let written = std::str::from_utf8(digits).unwrap_or_default().trim_start_matches('0');
    written.bytes().all(|b| b.is_ascii_digit()) && written != format!("{:.0}", value.abs())
}

/// Puts the columns together. The notes say what is odd about them, and the kinds of all.
pub(super) fn finish(mut layout: Layout, builders: Vec<Builder>, n_rows: usize) -> Result<Table> {
    let mut finisher = Finisher::new(&mut layout, n_rows)?;
    let (mut columns, mut places) = (Vec::new(), Vec::new());
    for (place, builder) in builders.into_iter().enumerate() {
        let cells = match builder {
            Builder::Ignored | Builder::Wrong => None,
            Builder::Numbers(builder) => {
                let is_empty = builder.cells.iter().all(|value| value.is_nan());
                let is_kept = finisher.numbers(place, is_empty, &builder.odd);
                is_kept.then(|| Cells::Numbers(Arc::new(builder.cells)))
            }
            Builder::Categories(builder) => {
                let is_kept = finisher.categories(place, &builder)?;
                is_kept.then_some(Cells::Categories(builder.cells))
            }
        };
        if let Some(cells) = cells {
            places.push(place);
            columns.push(Column { name: layout.names[place].clone(), cells });
        }
    }
    let kept = |wanted: Option<usize>| places.iter().position(|place| Some(*place) == wanted);
    let (target, id, weights) = (kept(layout.target), kept(layout.id), kept(layout.weights));
    let about = columns.iter().enumerate().map(|(place, column)| AboutColumn {
        name: &column.name,
        n_values: match &column.cells {
            Cells::Categories(cells) => Some(cells.values.len()),
            Cells::Numbers(_) => None,
        },
        part: match Some(place) {
            this if this == target => ColumnPart::Target,
            this if this == id => ColumnPart::Id,
            this if this == weights => ColumnPart::Weights,
            _ => ColumnPart::Feature,
        },
    });
    let notes = finisher.notes(&layout, &about.collect::<Vec<_>>());
    Ok(Table { name: layout.file.clone(), columns, n_rows, target, id, weights, notes })
}

/// What is to be known of a column of categories to decide whether rules can use it.
pub(in crate::table) trait AboutCategories {
    /// Its values.
    fn values(&self) -> &[String];
    /// Whether it has more values than that.
    fn is_overflown(&self) -> bool;
    /// Cells with control characters.
    fn controls(&self) -> &Odd;
    /// The rows that have a value.
    fn n_present(&self) -> usize;
    /// The rows whose value is flagged, and the first row whose value is not, with its value.
    fn flagged(&self, flags: &[bool]) -> (usize, Option<(usize, u32)>);
}

impl AboutCategories for CategoryBuilder {
    fn values(&self) -> &[String] {
        &self.cells.values
    }

    fn is_overflown(&self) -> bool {
        self.overflown
    }

    fn controls(&self) -> &Odd {
        &self.controls
    }

    fn n_present(&self) -> usize {
        self.cells.codes.iter().filter(|code| **code != MISSING).count()
    }

    fn flagged(&self, flags: &[bool]) -> (usize, Option<(usize, u32)>) {
        let present = self.cells.codes.iter().enumerate().filter(|(_, code)| **code != MISSING);
        let first = present.clone().find(|(_, code)| !flags[**code as usize]);
        let n_flagged = present.filter(|(_, code)| flags[**code as usize]).count();
        (n_flagged, first.map(|(row, code)| (row, *code)))
    }
}

/// Decides which columns are kept, and tells what the user should know about them.
pub(in crate::table) struct Finisher {
    layout: Layout,
    n_rows: usize,
    notes: Vec<Diagnostic>,
    /// Columns of texts that no rule could use, and why.
    ignored: Vec<String>,
}

impl Finisher {
    /// Decides about the columns of a table with so many rows. The notes of the layout go on here.
    pub(in crate::table) fn new(layout: &mut Layout, n_rows: usize) -> Result<Self> {
        let file = &layout.file;
        if n_rows >= MOST_ROWS {
            let message = format!("{file} has more than {MOST_ROWS} rows");
            return Err(Diagnostic::error(codes::TOO_LARGE, message).help("learn from a part of it").into());
        }
        if n_rows == 0 {
            let error = Diagnostic::error(codes::EMPTY_TABLE, format!("{file} has no rows"));
            return Err(error.help("there are names, but no cells").into());
        }
        let notes = std::mem::take(&mut layout.notes);
        Ok(Self { layout: layout.clone(), n_rows, notes, ignored: Vec::new() })
    }

    /// Whether a column of numbers is kept.
    pub(in crate::table) fn numbers(&mut self, place: usize, is_empty: bool, odd: &OddNumbers) -> bool {
        let OddNumbers { infinite, texts, merged } = odd;
        let large = "which has more digits than numbers have here";
        let nearest = "as the nearest one: if they are names, say --categorical";
        self.warn(place, codes::MERGED_NUMBERS, merged, large, nearest);
        self.warn(place, codes::NOT_FINITE, infinite, "which is no finite number", "as missing");
        self.warn(place, codes::CELL_NOT_NUMBER, texts, "but the rules read numbers there", "as missing");
        let is_left_out = is_empty && !self.layout.is_special(place);
        if is_left_out {
            self.all_missing(place);
        }
        !is_left_out
    }

    /// Whether a column of categories is kept.
    pub(in crate::table) fn categories(&mut self, place: usize, about: &dyn AboutCategories) -> Result<bool> {
        let (name, is_special) = (&self.layout.names[place], self.layout.is_special(place));
        let (n_values, is_overflown) = (about.values().len(), about.is_overflown());
        if Some(place) == self.layout.target && (is_overflown || n_values > MOST_CLASSES) {
            let message = format!(
                "the target `{name}` has more than {MOST_CLASSES} different values: that is no class"
            );
            let help = "xfold learns classes; for numbers, make a column of ranges such as low and high";
            return Err(Diagnostic::error(codes::TOO_MANY_CLASSES, message).help(help).into());
        }
        if n_values == 0 && !is_special {
            self.all_missing(place);
            return Ok(false);
        }
        let asked = is_special || matches!(self.layout.uses[place], Use::Categories { asked: true });
        if !asked {
            self.notes.extend(nearly_numbers(about, &self.layout.file, name));
            if let Some(why) = unfit(about) {
                self.ignored.push(format!("`{name}` ({why})"));
                return Ok(false);
            }
        }
        if is_overflown {
            let message = format!("column `{name}` has more than {MOST_VALUES} different values");
            let name = if name.contains(',') { format!("'\"{name}\"'") } else { name.clone() };
            let help = format!("leave it out: --ignore {name}");
            return Err(Diagnostic::error(codes::COLUMN_OPTIONS, message).help(help).into());
        }
        let what = "with control characters, which no program can hold";
        let pictures = "with pictures of them instead";
        self.warn(place, codes::CONTROL_CHARACTER, about.controls(), what, pictures);
        Ok(true)
    }

    /// All notes, the kinds of the columns that are kept last.
    pub(in crate::table) fn notes(self, layout: &Layout, columns: &[AboutColumn<'_>]) -> Vec<Diagnostic> {
        let Self { n_rows, mut notes, ignored, .. } = self;
        if !ignored.is_empty() {
            let message = format!("{}: ignored {}", layout.file, ignored.join(", "));
            let help = "--categorical COLUMN uses a column all the same";
            notes.push(Diagnostic::note(codes::COLUMN_IGNORED, message).help(help));
        }
        if !layout.from_rules {
            notes.push(kinds_note(columns, n_rows, layout.is_inferred));
        }
        notes
    }

    /// Warns of odd cells in a column, if there are any: what is odd, and how they are read.
    fn warn(&mut self, place: usize, code: &'static str, odd: &Odd, what: &str, read: &str) {
        let Some((line, text)) = &odd.first else { return };
        let (file, name) = (&self.layout.file, &self.layout.names[place]);
        let at = if *line == 0 { file.clone() } else { format!("{file}:{line}") };
        let cells = if odd.count == 1 { "cell is" } else { "cells are" };
        let message = format!("{at}: `{name}` has {text}, {what}; {} such {cells} read {read}", odd.count);
        self.notes.push(Diagnostic::warning(code, message));
    }

    fn all_missing(&mut self, place: usize) {
        let (file, name) = (&self.layout.file, &self.layout.names[place]);
        let message = format!("{file}: column `{name}` has no value in any row and is ignored");
        self.notes.push(Diagnostic::warning(codes::ALL_MISSING, message));
    }
}

/// The note about a column that would have numbers but for a few cells.
fn nearly_numbers(about: &dyn AboutCategories, file: &str, name: &str) -> Option<Diagnostic> {
    let is_number: Vec<bool> =
        about.values().iter().map(|value| number(value.as_bytes(), false).is_some()).collect();
    if !is_number.contains(&true) {
        return None;
    }
    let (n_numbers, first) = about.flagged(&is_number);
    let (row, code) = first?;
    let n_present = about.n_present();
    if 10 * n_numbers < 9 * n_present {
        return None;
    }
    let value = &about.values()[code as usize];
    let message = format!(
        "{file}: {n_numbers} of {n_present} cells of `{name}` are numbers, but row {} has `{value}`",
        row + 1
    );
    let help = "it is not read as numbers; cells that are empty, ? or NA would be missing";
    Some(Diagnostic::note(codes::CELL_NOT_NUMBER, message).help(help))
}

/// Why a column of texts is of no use for rules.
fn unfit(about: &dyn AboutCategories) -> Option<&'static str> {
    let values = about.values();
    if values.len() > 2 && values.iter().all(|value| is_date(value)) {
        return Some("dates");
    }
    if about.is_overflown() || (values.len() > 20 && 2 * values.len() > about.n_present()) {
        return Some("free text or names: most rows have a value of their own");
    }
    None
}

/// `2024-03-01`, `01.03.2024`, `3/1/24`, also with a time behind it.
fn is_date(text: &str) -> bool {
    let date = text.split([' ', 'T']).next().unwrap_or("");
    ['-', '/', '.'].iter().any(|sign| {
        let parts: Vec<&str> = date.split(*sign).collect();
        let digits = |part: &&str| (1..=4).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_digit());
        parts.len() == 3 && parts.iter().all(digits) && date.len() >= 6
    })
}

/// What a column is for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::table) enum ColumnPart {
    Target,
    /// It names the rows.
    Id,
    Weights,
    Feature,
}

/// A column that is kept.
pub(in crate::table) struct AboutColumn<'a> {
    pub(in crate::table) name: &'a str,
    /// How many values it has; none for a column of numbers.
    pub(in crate::table) n_values: Option<usize>,
    pub(in crate::table) part: ColumnPart,
}

/// The note that tells the kinds of all columns.
fn kinds_note(columns: &[AboutColumn<'_>], n_rows: usize, is_inferred: bool) -> Diagnostic {
    let list = |are_numbers: bool| {
        let features = columns.iter().filter(|column| column.part == ColumnPart::Feature);
        let of_kind = features.filter(|column| column.n_values.is_none() == are_numbers);
        let shown = of_kind.map(|column| match column.n_values {
            Some(n_values) => format!("{} ({n_values})", column.name),
            None => column.name.to_string(),
        });
        let shown: Vec<String> = shown.collect();
        if shown.is_empty() { "none".to_string() } else { shown.join(", ") }
    };
    let word = if is_inferred { "columns, as inferred" } else { "columns" };
    let message = format!("{word}: numbers {}; categories {}", list(true), list(false));
    let note = Diagnostic::note(codes::KINDS, message);
    let names_rows =
        |column: &&AboutColumn<'_>| n_rows >= SEVERAL && column.n_values.is_some_and(|n| n == n_rows);
    let named = columns.iter().filter(|column| column.part != ColumnPart::Target).find(names_rows);
    let has_id = columns.iter().any(|column| column.part == ColumnPart::Id);
    match named.filter(|_| !has_id) {
        Some(column) => note
            .help(format!("every row has another `{0}`: if that is its name, say --id '{0}'", column.name)),
        None => note,
    }
}

/// From this many rows on it is no accident if all have different values.
const SEVERAL: usize = 10;
