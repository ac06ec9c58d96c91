//! ARFF, Weka's format: the columns are declared, then come the rows.

use super::{
    ReadOptions, Source,
    build::{Builder, Layout, finish, kinds_note},
};
use crate::{
    Result, codes,
    table::{Kind, Table},
};
use xfold_asp::diagnostic::Diagnostic;

/// How a column is declared.
enum Declared {
    Number,
    Nominal,
    /// Texts and dates, which no rule can use.
    Text,
}

/// Reads an ARFF file.
pub(super) fn read(source: &Source, options: &ReadOptions) -> Result<Table> {
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
                    _ if first.starts_with('{') => Declared::Nominal,
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
        Declared::Nominal | Declared::Text => Kind::Category,
    };
    let mut layout = Layout::new(file, names, &wishes, kind_of)?;
    if !texts.is_empty() {
        let message = format!("{file}: ignored {} (text or dates)", texts.join(", "));
        layout.notes.push(Diagnostic::note(codes::COLUMN_IGNORED, message));
    }
    let n_columns = layout.names.len();
    let mut builders: Vec<Builder> = (0..n_columns).map(|column| Builder::new(&layout, column)).collect();
    let mut n_rows = 0;
    for (number, line) in lines {
        let line = line.trim_ascii();
        if line.is_empty() || line.starts_with(b"%") {
            continue;
        }
        if line.starts_with(b"{") {
            return Err(
                wrong(number + 1, "sparse rows are not served", "save the data in the dense form").into()
            );
        }
        let cells = cells(line);
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
}
