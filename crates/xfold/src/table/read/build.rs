//! From cells to typed columns: names, kinds, missing cells. What every reader shares.

use super::ReadOptions;
use crate::{
    Result, codes,
    table::{Categories, Cells, Column, Kind, MISSING, Table, unknown_column},
};
use rustc_hash::FxHashMap;
use std::sync::Arc;
use xfold_asp::diagnostic::Diagnostic;

/// The most values that a categorical column may have; with more it is free text.
const MOST_VALUES: usize = 60_000;
/// A target with more values than this is a number or a text, not a class.
const MOST_CLASSES: usize = 1000;

/// What becomes of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Use {
    /// Read as numbers; `asked` if the user said so.
    Numbers {
        /// The user said so.
        asked: bool,
    },
    /// Read as categories; `asked` if the user said so, or it is the target.
    Categories {
        /// The user said so, or the column has a part beside the others.
        asked: bool,
    },
    /// Left out.
    Ignore,
}

/// The names of a file's columns and what becomes of each.
#[derive(Debug, Clone)]
pub struct Layout {
    /// The file.
    pub file: String,
    /// The names, all different.
    pub names: Vec<String>,
    /// What becomes of each.
    pub uses: Vec<Use>,
    /// Columns whose use was inferred.
    pub inferred: Vec<bool>,
    /// The target's place.
    pub target: Option<usize>,
    id: Option<usize>,
    weights: Option<usize>,
    from_rules: bool,
    /// What is worth knowing so far.
    pub notes: Vec<Diagnostic>,
}

impl Layout {
    /// Names and wishes put together. `guess` tells what a column looks like.
    pub fn new(
        file: &str,
        names: Vec<String>,
        options: &ReadOptions,
        mut guess: impl FnMut(usize) -> Kind,
    ) -> Result<Self> {
        let mut notes = Vec::new();
        let mut names = distinct(file, names, &mut notes);
        for (wanted, _) in options.known.iter().flatten() {
            adopt(file, &mut names, wanted, &mut notes);
        }
        let place = |wanted: &str, what: &str| find(file, &names, wanted, what);
        let target = options.target.as_deref().map(|name| place(name, "")).transpose()?;
        let id = options.id.as_deref().map(|name| place(name, " to name the rows")).transpose()?;
        let weights = options.weights.as_deref().map(|name| place(name, " to weigh the rows")).transpose()?;
        let mut uses: Vec<Option<Use>> = vec![None; names.len()];
        let lists = [
            (&options.numeric, Use::Numbers { asked: true }, "--numeric"),
            (&options.categorical, Use::Categories { asked: true }, "--categorical"),
            (&options.ignore, Use::Ignore, "--ignore"),
        ];
        for (list, wanted, option) in lists {
            for name in list {
                let column = place(name, &format!(" to {option}"))?;
                if uses[column].is_some_and(|already| already != wanted) {
                    let message =
                        format!("column `{name}` is named by two of --numeric, --categorical, --ignore");
                    return Err(Diagnostic::error(codes::COLUMN_OPTIONS, message)
                        .help("name it once")
                        .into());
                }
                uses[column] = Some(wanted);
            }
        }
        if let Some(known) = &options.known {
            for (column, name) in names.iter().enumerate() {
                let kind = known.iter().find(|(known, _)| known == name).map(|(_, kind)| *kind);
                uses[column] = Some(match kind {
                    Some(Kind::Number) => Use::Numbers { asked: false },
                    Some(Kind::Category) => Use::Categories { asked: true },
                    None => Use::Ignore,
                });
            }
        }
        for column in [target, id].into_iter().flatten() {
            uses[column] = Some(Use::Categories { asked: true });
        }
        if let Some(column) = weights {
            uses[column] = Some(Use::Numbers { asked: true });
        }
        let inferred: Vec<bool> = uses.iter().map(Option::is_none).collect();
        let uses = uses.into_iter().enumerate().map(|(column, wanted)| {
            wanted.unwrap_or_else(|| match guess(column) {
                Kind::Number => Use::Numbers { asked: false },
                Kind::Category => Use::Categories { asked: false },
            })
        });
        let uses = uses.collect();
        let from_rules = options.known.is_some();
        Ok(Self { file: file.into(), uses, inferred, target, id, weights, from_rules, names, notes })
    }
}

/// The place of a column, by name or, if no name is like that, by number from one.
fn find(file: &str, names: &[String], wanted: &str, what: &str) -> Result<usize> {
    if let Some(place) = names.iter().position(|name| name == wanted) {
        return Ok(place);
    }
    let trimmed = names.iter().position(|name| name.trim().eq_ignore_ascii_case(wanted.trim()));
    if let Some(place) = trimmed {
        return Ok(place);
    }
    if let Some(number) = wanted.parse::<usize>().ok().filter(|number| (1..=names.len()).contains(number)) {
        return Ok(number - 1);
    }
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    Err(unknown_column(file, wanted, what, &names).into())
}

/// Where no column has the name that rules read, but one has it but for case and spaces, that one is meant.
fn adopt(file: &str, names: &mut [String], wanted: &str, notes: &mut Vec<Diagnostic>) {
    if names.iter().any(|name| name == wanted) {
        return;
    }
    let is_like = |name: &&mut String| name.trim().to_lowercase() == wanted.trim().to_lowercase();
    let mut like: Vec<&mut String> = names.iter_mut().filter(is_like).collect();
    if let [name] = &mut like[..] {
        let message = format!("{file}: column `{name}` is taken for `{wanted}`, which the rules read");
        notes.push(Diagnostic::note(codes::LACKS_COLUMN, message));
        **name = wanted.to_string();
    }
}

/// Columns of the same name that are told of.
const MOST_TOLD: usize = 5;

/// Names that are all different and not empty.
pub(super) fn distinct(file: &str, names: Vec<String>, notes: &mut Vec<Diagnostic>) -> Vec<String> {
    let mut seen: FxHashMap<String, usize> = FxHashMap::default();
    let mut out: Vec<String> = Vec::with_capacity(names.len());
    // The last number that was given to a name, so that many columns of one name take no longer.
    let mut numbers: FxHashMap<String, usize> = FxHashMap::default();
    let mut n_told = 0;
    for (place, name) in names.into_iter().enumerate() {
        let name = name.trim().to_string();
        let mut free = if name.is_empty() { format!("c{}", place + 1) } else { name.clone() };
        while seen.contains_key(&free) {
            let number = numbers.entry(name.clone()).or_insert(1);
            *number += 1;
            free = format!("{name}_{number}");
        }
        if let Some(first) = seen.get(&name).filter(|_| n_told < MOST_TOLD) {
            n_told += 1;
            let message = format!("{file} has two columns `{name}`: numbers {} and {}", first + 1, place + 1);
            let help = format!("the second one is called `{free}` here");
            notes.push(Diagnostic::warning(codes::SAME_COLUMN, message).help(help));
        }
        seen.insert(free.clone(), place);
        out.push(free);
    }
    notes.extend(nearly_same(file, &out));
    out
}

/// The note about columns whose names differ by capital letters only: to a database they are one.
fn nearly_same(file: &str, names: &[String]) -> Option<Diagnostic> {
    let mut seen: FxHashMap<String, &str> = FxHashMap::default();
    let (one, other) =
        names.iter().find_map(|name| seen.insert(name.to_lowercase(), name).map(|one| (one, name)))?;
    let message = format!("{file}: `{one}` and `{other}` are two columns here, but one name to a database");
    Some(Diagnostic::note(codes::SAME_COLUMN, message).help("rename one of them if rules are to become SQL"))
}

/// One column on the way.
pub(super) enum Builder {
    Numbers {
        cells: Vec<f64>,
        asked: bool,
        /// Rules say that it has numbers: what is none is missing.
        known: bool,
        odd: Odd,
        texts: Odd,
        /// Whole numbers beyond those that are all different as numbers.
        merged: Odd,
    },
    Categories(CategoryBuilder),
    Ignored,
    /// It was thought to be numbers and is not: everything has to be read again.
    Wrong,
}

/// Cells that were not as expected: how many, and the first one with its line, which is 0 if there are no lines.
#[derive(Default)]
pub(super) struct Odd {
    count: usize,
    first: Option<(u64, String)>,
}

impl Odd {
    pub(super) fn add(&mut self, line: u64, cell: impl FnOnce() -> String) {
        self.count += 1;
        self.first.get_or_insert_with(|| (line, cell()));
    }

    /// The warning about them.
    fn warning(
        &self,
        code: &'static str,
        file: &str,
        name: &str,
        what: &str,
        read: &str,
    ) -> Option<Diagnostic> {
        let (line, text) = self.first.as_ref()?;
        let place = if *line == 0 { file.to_string() } else { format!("{file}:{line}") };
        let cells = if self.count == 1 { "cell is" } else { "cells are" };
        let message =
            format!("{place}: `{name}` has {text}, {what}; {} such {cells} read {read}", self.count);
        Some(Diagnostic::warning(code, message))
    }
}

/// Categories on the way.
#[derive(Default)]
pub(super) struct CategoryBuilder {
    pub(super) cells: Categories,
    numbers: FxHashMap<Vec<u8>, u32>,
    /// There are so many values that it is free text.
    pub(super) overflown: bool,
    pub(super) most: usize,
    /// Cells with control characters.
    controls: Odd,
}

impl CategoryBuilder {
    pub(super) fn push(&mut self, cell: Option<&[u8]>, line: u64, decode: impl FnOnce(&[u8]) -> String) {
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
    pub(super) fn len(&self) -> Option<usize> {
        match self {
            Self::Numbers { cells, .. } => Some(cells.len()),
            Self::Categories(builder) => Some(builder.cells.codes.len()),
            Self::Ignored | Self::Wrong => None,
        }
    }

    pub(super) fn new(layout: &Layout, column: usize) -> Self {
        match layout.uses[column] {
            Use::Numbers { asked } => Self::Numbers {
                cells: Vec::new(),
                asked,
                known: layout.from_rules,
                odd: Odd::default(),
                texts: Odd::default(),
                merged: Odd::default(),
            },
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
    pub(super) fn push(
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
            Self::Numbers { cells, asked, known, odd, texts, merged } => match number(cell, decimal_comma) {
                Some(value) if value.is_finite() => {
                    if is_merged(cell, value) {
                        merged.add(line, || decode(cell));
                    }
                    cells.push(value);
                }
                Some(_) => {
                    odd.add(line, || decode(cell));
                    cells.push(f64::NAN);
                }
                None if is_missing(cell) => cells.push(f64::NAN),
                None if *known => {
                    texts.add(line, || format!("`{}`", decode(cell)));
                    cells.push(f64::NAN);
                }
                None if *asked => return Err(decode(cell)),
                None => *self = Self::Wrong,
            },
        }
        Ok(())
    }
}

/// A cell without the white space around it.
pub(super) fn trimmed(cell: &[u8]) -> &[u8] {
    cell.trim_ascii()
}

/// Whether a cell has no value: empty, `?`, `NA`, `N/A`, `NaN`, `null`, `None`.
pub(super) fn is_missing(cell: &[u8]) -> bool {
    matches!(
        cell,
        b"" | b"?" | b"NA" | b"N/A" | b"n/a" | b"NaN" | b"nan" | b"NAN" | b"null" | b"NULL" | b"None"
    )
}

/// A cell as a number, possibly an infinite one; none if it is no number or NaN.
pub(super) fn number(cell: &[u8], decimal_comma: bool) -> Option<f64> {
    let text = std::str::from_utf8(cell).ok()?;
    // Words such as `infinity` are numbers for Rust, but a number of a table has a digit, or is `inf`.
    let parsed = |text: &str| text.parse::<f64>().ok().filter(|value| !value.is_nan());
    match parsed(text) {
        None if decimal_comma && text.matches(',').count() == 1 => parsed(&text.replace(',', ".")),
        found => found,
    }
}

/// The first whole number that is one as a number with the one behind it.
pub(super) const MERGED_FROM: f64 = 9_007_199_254_740_992.0;

/// Whether a whole number is another one as a number: its neighbours would not be told apart.
pub(super) fn is_merged(cell: &[u8], value: f64) -> bool {
    if value.abs() < MERGED_FROM {
        return false;
    }
    let digits = cell.strip_prefix(b"-").or_else(|| cell.strip_prefix(b"+")).unwrap_or(cell);
    let written = std::str::from_utf8(digits).unwrap_or_default().trim_start_matches('0');
    written.bytes().all(|b| b.is_ascii_digit()) && written != format!("{:.0}", value.abs())
}

/// Puts the columns together and says what is odd about them.
pub(super) fn finish(mut layout: Layout, builders: Vec<Builder>, n_rows: usize) -> Result<Table> {
    let file = layout.file.clone();
    let mut notes = std::mem::take(&mut layout.notes);
    if n_rows >= MOST_ROWS {
        let message = format!("{file} has more than {MOST_ROWS} rows");
        return Err(Diagnostic::error(codes::TOO_LARGE, message).help("learn from a part of it").into());
    }
    if n_rows == 0 {
        let message = format!("{file} has no rows");
        return Err(Diagnostic::error(codes::EMPTY_TABLE, message)
            .help("there are names, but no cells")
            .into());
    }
    let mut columns = Vec::new();
    let [mut target, mut id, mut weights] = [None; 3];
    let mut ignored: Vec<String> = Vec::new();
    for (place, builder) in builders.into_iter().enumerate() {
        let name = layout.names[place].clone();
        let special = [layout.target, layout.id, layout.weights].contains(&Some(place)) || layout.from_rules;
        let cells = match builder {
            Builder::Ignored | Builder::Wrong => continue,
            Builder::Numbers { cells, odd, texts, merged, .. } => {
                let large = "which has more digits than numbers have here";
                let nearest = "as the nearest one: if they are names, say --categorical";
                notes.extend(merged.warning(codes::MERGED_NUMBERS, &file, &name, large, nearest));
                let infinite = "which is no finite number";
                notes.extend(odd.warning(codes::NOT_FINITE, &file, &name, infinite, "as missing"));
                let text = "but the rules read numbers there";
                notes.extend(texts.warning(codes::CELL_NOT_NUMBER, &file, &name, text, "as missing"));
                if !special && cells.iter().all(|value| value.is_nan()) {
                    let message = format!("{file}: column `{name}` has no value in any row and is ignored");
                    notes.push(Diagnostic::warning(codes::ALL_MISSING, message));
                    continue;
                }
                Cells::Numbers(Arc::new(cells))
            }
            Builder::Categories(builder) => {
                let asked = matches!(layout.uses[place], Use::Categories { asked: true }) || special;
                if Some(place) == layout.target
                    && (builder.overflown || builder.cells.values.len() > MOST_CLASSES)
                {
                    let message = format!(
                        "the target `{name}` has more than {MOST_CLASSES} different values: that is no class"
                    );
                    let help =
                        "xfold learns classes; for numbers, make a column of ranges such as low and high";
                    return Err(Diagnostic::error(codes::TOO_MANY_CLASSES, message).help(help).into());
                }
                if builder.cells.values.is_empty() && !special {
                    let message = format!("{file}: column `{name}` has no value in any row and is ignored");
                    notes.push(Diagnostic::warning(codes::ALL_MISSING, message));
                    continue;
                }
                notes.extend(nearly_numbers(&builder.cells, &file, &name).filter(|_| !asked));
                if let Some(why) = unfit(&builder, n_rows).filter(|_| !asked) {
                    ignored.push(format!("`{name}` ({why})"));
                    continue;
                }
                let what = "with control characters, which no program can hold";
                notes.extend(builder.controls.warning(
                    codes::CONTROL_CHARACTER,
                    &file,
                    &name,
                    what,
                    "with pictures of them instead",
                ));
                if builder.overflown {
                    let message = format!("column `{name}` has more than {MOST_VALUES} different values");
                    let name = if name.contains(',') { format!("'\"{name}\"'") } else { name.clone() };
                    let help = format!("leave it out: --ignore {name}");
                    return Err(Diagnostic::error(codes::COLUMN_OPTIONS, message).help(help).into());
                }
                Cells::Categories(builder.cells)
            }
        };
        for (part, wanted) in
            [(&mut target, layout.target), (&mut id, layout.id), (&mut weights, layout.weights)]
        {
            if wanted == Some(place) {
                *part = Some(columns.len());
            }
        }
        columns.push(Column { name, cells });
    }
    if !ignored.is_empty() {
        let message = format!("{file}: ignored {}", ignored.join(", "));
        let help = "--categorical COLUMN uses a column all the same";
        notes.push(Diagnostic::note(codes::COLUMN_IGNORED, message).help(help));
    }
    Ok(Table { name: file, columns, n_rows, target, id, weights, notes })
}

/// The note about a column that would have numbers but for a few cells.
fn nearly_numbers(cells: &Categories, file: &str, name: &str) -> Option<Diagnostic> {
    let is_number: Vec<bool> =
        cells.values.iter().map(|value| number(value.as_bytes(), false).is_some()).collect();
    if !is_number.contains(&true) {
        return None;
    }
    let present = cells.codes.iter().enumerate().filter(|(_, code)| **code != MISSING);
    let n_present = present.clone().count();
    let mut others = present.filter(|(_, code)| !is_number[**code as usize]);
    let (row, code) = others.next()?;
    let n_numbers = n_present - 1 - others.count();
    if 10 * n_numbers < 9 * n_present {
        return None;
    }
    let value = &cells.values[*code as usize];
    let message = format!(
        "{file}: {n_numbers} of {n_present} cells of `{name}` are numbers, but row {} has `{value}`",
        row + 1
    );
    let help = "it is not read as numbers; cells that are empty, ? or NA would be missing";
    Some(Diagnostic::note(codes::CELL_NOT_NUMBER, message).help(help))
}

/// Why a column of texts is of no use for rules.
fn unfit(builder: &CategoryBuilder, n_rows: usize) -> Option<&'static str> {
    let values = &builder.cells.values;
    if !values.is_empty() && values.len() > 2 && values.iter().all(|value| is_date(value)) {
        return Some("dates");
    }
    let n_present = n_rows - builder.cells.codes.iter().filter(|code| **code == MISSING).count();
    if builder.overflown || (values.len() > 20 && 2 * values.len() > n_present) {
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

/// The note that tells the kinds of all columns.
pub(crate) fn kinds_note(table: &Table, target: Option<&str>, inferred: &[String]) -> Diagnostic {
    let special = [table.id, table.weights];
    let list = |kind: Kind| {
        let of_kind = table.columns.iter().enumerate().filter(|(_, column)| column.kind() == kind);
        let names: Vec<String> = of_kind
            .filter(|(place, column)| {
                Some(column.name.as_str()) != target && !special.contains(&Some(*place))
            })
            .map(|(_, column)| {
                let values = match &column.cells {
                    Cells::Categories(categories) => format!(" ({})", categories.values.len()),
                    Cells::Numbers(_) => String::new(),
                };
                format!("{}{values}", column.name)
            })
            .collect();
        if names.is_empty() { "none".to_string() } else { names.join(", ") }
    };
    let word = if inferred.is_empty() { "columns" } else { "columns, as inferred" };
    let message = format!("{word}: numbers {}; categories {}", list(Kind::Number), list(Kind::Category));
    let note = Diagnostic::note(codes::KINDS, message);
    let names_rows = |column: &&Column| match &column.cells {
        Cells::Categories(cells) => table.n_rows >= SEVERAL && cells.values.len() == table.n_rows,
        Cells::Numbers(_) => false,
    };
    let mut others = table.columns.iter().filter(|column| Some(column.name.as_str()) != target);
    match others.find(names_rows).filter(|_| table.id.is_none()) {
        Some(column) => note
            .help(format!("every row has another `{0}`: if that is its name, say --id '{0}'", column.name)),
        None => note,
    }
}

/// Among so many rows it is no accident if all have different values.
const SEVERAL: usize = 10;
