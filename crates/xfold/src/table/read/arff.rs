//! ARFF, Weka's format, as a reader of tables: the columns are declared, then come the rows.

use super::{
    ReadOptions, Source, Watch,
    build::{Builder, finish},
    decode,
    layout::{Layout, Use},
};
use crate::{
    Error, Result, codes,
    table::{Kind, Table},
};
use xfold_asp::diagnostic::Diagnostic;

/// How many rows are read between two looks at the limits.
const ROWS_PER_LOOK: usize = 1024;

/// How a column is declared.
enum Declared {
    Number,
    /// One of some values. A sparse row leaves out cells that have the first one.
    Nominal(Vec<u8>),
    /// Texts and dates, which no rule can use.
    Text,
}

/// Reads an ARFF file.
pub(super) fn read(source: &Source, options: &ReadOptions, watch: &dyn Watch) -> Result<Table> {
    let bytes = std::fs::read(&source.path).map_err(|error| source.unreadable(&error))?;
    let mut lines = (1..).zip(bytes.split(|byte| *byte == b'\n'));
    let (names, declared) = header(source, &mut lines)?;
    let is_unusable = |(name, declared): &(&String, &Declared)| {
        matches!(declared, Declared::Text)
            && !options.categorical.contains(name)
            && options.target.as_ref() != Some(name)
    };
    let texts: Vec<String> =
        names.iter().zip(&declared).filter(is_unusable).map(|(name, _)| name.clone()).collect();
    let kind = |column: usize| match declared[column] {
        Declared::Number => Kind::Number,
        Declared::Nominal(_) | Declared::Text => Kind::Category,
    };
    let mut layout = Layout::ignoring(&source.name, names, options, (&texts, "text or dates"), kind)?;
    // The file says that a column has numbers, so that another cell is an error.
    for of_column in &mut layout.uses {
        if let Use::Numbers { asked } = of_column {
            *asked = true;
        }
    }
    let mut builders = layout.builders();
    let (mut n_rows, mut n_bytes) = (0, 0);
    for (number, line) in lines {
        let line = line.trim_ascii();
        if line.is_empty() || line.starts_with(b"%") {
            continue;
        }
        n_bytes += line.len() as u64 + 1;
        if n_rows % ROWS_PER_LOOK == 0
            && let Some(limit) = watch.read(n_bytes, source.size)
        {
            return Err(Error::Limit(limit));
        }
        add_row(source, number, line, &declared, &layout, &mut builders)?;
        n_rows += 1;
    }
    finish(layout, builders, n_rows)
}

/// The names and types of the columns. The lines of the data are left.
fn header<'a>(
    source: &Source,
    lines: &mut impl Iterator<Item = (u64, &'a [u8])>,
) -> Result<(Vec<String>, Vec<Declared>)> {
    let (mut names, mut declared) = (Vec::new(), Vec::new());
    for (number, line) in lines {
        let line = decode(line.trim_ascii());
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((&line, ""));
        match word.to_ascii_lowercase().as_str() {
            "" | "@relation" => {}
            comment if comment.starts_with('%') => {}
            "@data" => return Ok((names, declared)),
            "@attribute" => {
                let (name, kind) = attribute(rest.trim()).ok_or_else(|| {
                    let message = "an attribute needs a name and a type";
                    wrong(source, number, message).help("such as @attribute age numeric")
                })?;
                declared.push(declaration(&kind).ok_or_else(|| {
                    let help = "types are numeric, {a,b,c}, string and date";
                    wrong(source, number, &format!("`{kind}` is no type of ARFF")).help(help)
                })?);
                names.push(name);
            }
            _ => {
                let found: String = word.chars().take(40).collect();
                let message = format!("expected @attribute or @data, found `{found}`");
                return Err(wrong(source, number, &message).into());
            }
        }
    }
    let message = "there is no @data: this is no ARFF file";
    Err(wrong(source, 1, message).help("rename it if it is CSV").into())
}

fn declaration(kind: &str) -> Option<Declared> {
    let first = kind.split_whitespace().next().unwrap_or("").to_ascii_lowercase();
    match first.as_str() {
        "numeric" | "real" | "integer" => Some(Declared::Number),
        "string" | "date" => Some(Declared::Text),
        _ if first.starts_with('{') => Some(Declared::Nominal(first_value(kind))),
        _ => None,
    }
}

/// Adds the cells of a row, dense or sparse, to the columns.
fn add_row(
    source: &Source,
    number: u64,
    line: &[u8],
    declared: &[Declared],
    layout: &Layout,
    builders: &mut [Builder],
) -> Result<()> {
    let cells = match line.strip_prefix(b"{") {
        None => cells(line),
        Some(line) => sparse(line, declared).ok_or_else(|| {
            let help = "a sparse row is a list of numbers of columns, from 0, with their cells: {0 5, 3 yes}";
            wrong(source, number, "this sparse row cannot be read").help(help)
        })?,
    };
    if cells.len() != builders.len() {
        let (file, found, expected) = (&source.name, cells.len(), builders.len());
        let message =
            format!("{file}:{number}: this row has {found} cells, but there are {expected} attributes");
        return Err(Diagnostic::error(codes::RAGGED, message).into());
    }
    for (column, (cell, builder)) in cells.iter().zip(builders).enumerate() {
        builder.push(cell, number, false, decode).map_err(|found| {
            let help = "mend the cell, or the type of the attribute; a missing cell is ?";
            layout.not_a_number(Some(number), column, &found).help(help)
        })?;
    }
    Ok(())
}

fn wrong(source: &Source, line: u64, message: &str) -> Diagnostic {
    Diagnostic::error(codes::BAD_ARFF, format!("{}:{line}: {message}", source.name))
}

/// The first of the values in braces, without its quotes.
fn first_value(kind: &str) -> Vec<u8> {
    let values = kind.trim_start_matches('{').trim_end_matches('}');
    cells(values.as_bytes()).swap_remove(0).trim_ascii().to_vec()
}

/// The cells of a sparse row, without its opening brace. Those left out are zero, or the first value.
fn sparse(line: &[u8], declared: &[Declared]) -> Option<Vec<Vec<u8>>> {
    let inside = line.strip_suffix(b"}")?.trim_ascii();
    let left_out = |declared: &Declared| match declared {
        Declared::Number => b"0".to_vec(),
        Declared::Nominal(first) => first.clone(),
        Declared::Text => b"?".to_vec(),
    };
    let mut row: Vec<Vec<u8>> = declared.iter().map(left_out).collect();
    for pair in pieces(inside) {
        let end = pair.iter().position(u8::is_ascii_whitespace)?;
        let column: usize = std::str::from_utf8(&pair[..end]).ok()?.parse().ok()?;
        *row.get_mut(column)? = cells(pair[end..].trim_ascii()).swap_remove(0);
    }
    Some(row)
}

/// The parts between commas, quotes and all; none of an empty list.
fn pieces(list: &[u8]) -> Vec<&[u8]> {
    let (mut quote, mut is_escaped) = (None, false);
    let is_comma = |byte: &u8| {
        match (quote, *byte) {
            _ if is_escaped => is_escaped = false,
            (_, b'\\') => is_escaped = true,
            (Some(open), byte) if byte == open => quote = None,
            (None, b'\'' | b'"') => quote = Some(*byte),
            (None, b',') => return true,
            _ => {}
        }
        false
    };
    let pieces = list.split(is_comma).map(<[u8]>::trim_ascii);
    pieces.filter(|_| !list.is_empty()).collect()
}

/// The name and the type of an attribute.
fn attribute(text: &str) -> Option<(String, String)> {
    let (name, rest) = match text.chars().next()? {
        quote @ ('\'' | '"') => {
            let end = text[1..].find(quote)? + 1;
            (text[1..end].to_string(), &text[end + 1..])
        }
        _ => {
            let end = text.find(|c: char| c.is_whitespace() || c == '{')?;
            (text[..end].to_string(), &text[end..])
        }
    };
    let kind = rest.trim();
    (!kind.is_empty()).then(|| (name, kind.to_string()))
}

/// The cells of a row; quotes are taken away.
fn cells(line: &[u8]) -> Vec<Vec<u8>> {
    let mut cells = vec![Vec::new()];
    let mut quote = None;
    let mut bytes = line.iter().copied();
    while let Some(byte) = bytes.next() {
        let cell = cells.last_mut().expect("there is always a last cell");
        match (quote, byte) {
            (_, b'\\') => cell.extend(bytes.next()),
            (Some(open), byte) if byte == open => quote = None,
            (None, b'\'' | b'"') if cell.trim_ascii().is_empty() => {
                cell.clear();
                quote = Some(byte);
            }
            (None, b',') => cells.push(Vec::new()),
            (_, byte) => cell.push(byte),
        }
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_and_attributes() {
        let row = cells(br"1.5, 'a, b',?,don\'t");
        assert_eq!(row, [b"1.5".to_vec(), b"a, b".to_vec(), b"?".to_vec(), b"don't".to_vec()]);
        assert_eq!(attribute("'my age' numeric"), Some(("my age".into(), "numeric".into())));
        assert_eq!(attribute("a{x,y}"), Some(("a".into(), "{x,y}".into())));
        assert_eq!(attribute("a"), None);
    }

    #[test]
    fn sparse_rows() {
        let declared = [Declared::Number, Declared::Nominal(first_value("{ 'a b', c}")), Declared::Text];
        let row = |line: &str| {
            let row = sparse(line.as_bytes(), &declared)?;
            Some(row.iter().map(|cell| decode(cell)).collect::<Vec<_>>().join("|"))
        };
        assert_eq!(row("}").as_deref(), Some("0|a b|?"));
        assert_eq!(row("0 5.5, 1 c }").as_deref(), Some("5.5|c|?"));
        assert_eq!(row("2 'x, y',1 \"c\"}").as_deref(), Some("0|c|x, y"));
        for wrong in ["0 5", "3 1}", "5}", "a 5}"] {
            assert_eq!(row(wrong), None, "{wrong}");
        }
    }
}
