//! ARFF, Weka's format: the columns are declared, then come the rows.

use super::{
    ReadOptions, Source, Watch,
    build::{Builder, Layout, finish, kinds_note},
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
    /// One of some values, of which the first is that of cells which a sparse row leaves out.
    Nominal(Vec<u8>),
    /// Texts and dates, which no rule can use.
    Text,
}

/// Reads an ARFF file.
pub(super) fn read(source: &Source, options: &ReadOptions, watch: &dyn Watch) -> Result<Table> {
    let file = &source.name;
    let bytes = std::fs::read(&source.path)
        .map_err(|error| Diagnostic::error(codes::CANNOT_READ, format!("cannot read {file}: {error}")))?;
    let wrong = |line: usize, message: &str, help: &str| {
        let error = Diagnostic::error(codes::BAD_ARFF, format!("{file}:{line}: {message}"));
        if help.is_empty() { error } else { error.help(help) }
    };
    let (mut names, mut declared): (Vec<String>, Vec<Declared>) = (Vec::new(), Vec::new());
    let mut lines = bytes.split(|byte| *byte == b'\n').enumerate();
    let mut in_data = false;
    for (number, line) in lines.by_ref() {
        let line = decode(line.trim_ascii());
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((&line, ""));
        match word.to_ascii_lowercase().as_str() {
            "" | "@relation" => {}
            comment if comment.starts_with('%') => {}
            "@data" => {
                in_data = true;
                break;
            }
            "@attribute" => {
                let (name, kind) = attribute(rest.trim()).ok_or_else(|| {
                    wrong(
                        number + 1,
                        "an attribute needs a name and a type",
                        "such as @attribute age numeric",
                    )
                })?;
                let first = kind.split_whitespace().next().unwrap_or("").to_ascii_lowercase();
                declared.push(match first.as_str() {
                    "numeric" | "real" | "integer" => Declared::Number,
                    "string" | "date" => Declared::Text,
                    _ if first.starts_with('{') => Declared::Nominal(first_value(&kind)),
                    _ => {
                        let message = format!("`{kind}` is no type of ARFF");
                        return Err(wrong(
                            number + 1,
                            &message,
                            "types are numeric, {a,b,c}, string and date",
                        )
                        .into());
                    }
                });
                names.push(name);
            }
            _ => {
                let message = format!(
                    "expected @attribute or @data, found `{}`",
                    word.chars().take(40).collect::<String>()
                );
                return Err(wrong(number + 1, &message, "").into());
            }
        }
    }
    if !in_data {
        return Err(wrong(1, "there is no @data: this is no ARFF file", "rename it if it is CSV").into());
    }
    let texts: Vec<String> = names
        .iter()
        .zip(&declared)
        .filter(|(name, kind)| {
            let named = |list: &[String]| list.contains(name);
            matches!(kind, Declared::Text)
                && !named(&options.categorical)
                && options.target.as_ref() != Some(name)
        })
        .map(|(name, _)| name.clone())
        .collect();
    let mut wishes = options.clone();
    wishes.ignore.extend(texts.iter().filter(|name| !options.ignore.contains(name)).cloned());
    let kind_of = |column: usize| match declared[column] {
        Declared::Number => Kind::Number,
        Declared::Nominal(_) | Declared::Text => Kind::Category,
    };
    let mut layout = Layout::new(file, names, &wishes, kind_of)?;
    if !texts.is_empty() {
        let message = format!("{file}: ignored {} (text or dates)", texts.join(", "));
        layout.notes.push(Diagnostic::note(codes::COLUMN_IGNORED, message));
    }
    let n_columns = layout.names.len();
    let mut builders: Vec<Builder> = (0..n_columns).map(|column| Builder::new(&layout, column)).collect();
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
        let cells = match line.strip_prefix(b"{") {
            None => cells(line),
            Some(line) => sparse(line, &declared).ok_or_else(|| {
                let help =
                    "a sparse row is a list of numbers of columns, from 0, with their cells: {0 5, 3 yes}";
                wrong(number + 1, "this sparse row cannot be read", help)
            })?,
        };
        if cells.len() != n_columns {
            let message = format!("this row has {} cells, but there are {n_columns} attributes", cells.len());
            return Err(Diagnostic::error(codes::RAGGED, format!("{file}:{}: {message}", number + 1)).into());
        }
        for (column, (cell, builder)) in cells.iter().zip(&mut builders).enumerate() {
            let mut failed = builder.push(cell, number as u64 + 1, false, decode).err();
            if matches!(builder, Builder::Wrong) {
                failed = Some(decode(cell));
            }
            if let Some(found) = failed {
                let name = &layout.names[column];
                let message =
                    format!("{file}:{}: column `{name}` should have numbers, but has `{found}`", number + 1);
                let help = "mend the cell, or the type of the attribute; a missing cell is ?";
                return Err(Diagnostic::error(codes::CELL_NOT_NUMBER, message).help(help).into());
            }
        }
        n_rows += 1;
    }
    let target = layout.target.map(|target| layout.names[target].clone());
    let mut table = finish(layout, builders, n_rows)?;
    if options.known.is_none() {
        table.notes.push(kinds_note(&table, target.as_deref(), &[]));
    }
    Ok(table)
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

fn decode(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_string(),
        Err(_) => encoding_rs::WINDOWS_1252.decode(bytes).0.into_owned(),
    }
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
