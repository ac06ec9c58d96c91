//! Tables as cells: made at random, mutated, and written as CSV, ARFF or Parquet.

use parquet::{
    data_type::{ByteArray, ByteArrayType, DoubleType},
    file::writer::SerializedFileWriter,
    schema::parser::parse_message_type,
};
use std::collections::BTreeSet;
use xfold_suite::generate::random::Random;

/// Cells that are read in different ways by different programs.
const CELLS: [&str; 46] = [
    "",
    " ",
    "?",
    "NA",
    "nan",
    "NaN",
    "null",
    "None",
    "inf",
    "-inf",
    "-0",
    "0",
    "1e308",
    "1e-308",
    "1e309",
    "1E5",
    "9007199254740993",
    "18446744073709551616",
    "0.1",
    "1.50",
    "+3",
    ".5",
    "5.",
    "1,5",
    "1_000",
    "0x10",
    "12:30",
    "2020-02-30",
    "01.02.2020",
    "true",
    "TRUE",
    "Yes",
    "no",
    "=1+1",
    "@SUM(A1)",
    "<script>alert(1)</script>",
    "'; DROP TABLE rows;--",
    "a\"b",
    "a,b",
    "a\nb",
    "a\\b",
    "ä€😀",
    "\u{a0}",
    "\u{7f}",
    "ab0(X) :- row(X).",
    "not",
];

/// Names of columns that other languages keep for themselves.
const NAMES: [&str; 24] = [
    "", " ", "row", "ab0", "not", "select", "class", "X", "_", "1", "a b", "Größe", "a\"b", "a'b", "a,b",
    "length", "member", "table", "true", "target", "rows", "a-b", "%", "#count",
];

/// A table: names, and rows of cells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grid {
    /// The names of the columns; the last is the class.
    pub names: Vec<String>,
    /// The rows.
    pub rows: Vec<Vec<String>>,
}

impl Grid {
    /// A table of a few columns whose class follows, mostly, from two of them.
    pub fn random(random: &mut Random) -> Self {
        let n_columns = random.between(2, 6);
        let n_classes = random.pick(&[2, 2, 2, 3, 5]);
        let kinds: Vec<usize> = (0..n_columns).map(|_| random.below(5)).collect();
        let mut names: Vec<String> = (0..n_columns).map(|column| format!("c{column}")).collect();
        names.push("label".to_owned());
        let noise = random.pick(&[0.0, 0.0, 0.1]);
        let rows = (0..random.between(6, 60)).map(|_| {
            let drawn: Vec<usize> = kinds.iter().map(|_| random.below(40)).collect();
            let mut class = usize::from(drawn[0] > 15) + usize::from(drawn[n_columns - 1].is_multiple_of(3));
            if random.chance(noise) {
                class = random.below(n_classes);
            }
            let cell = |(kind, drawn): (&usize, &usize)| match kind {
                0 => drawn.to_string(),
                1 => format!("{:.2}", *drawn as f64 / 7.0),
                2 => ["red", "green", "blue"][drawn % 3].to_owned(),
                3 => ["yes", "no"][drawn % 2].to_owned(),
                _ => {
                    if *drawn < 3 {
                        String::new()
                    } else {
                        (drawn * 1000).to_string()
                    }
                }
            };
            let mut row: Vec<String> = kinds.iter().zip(&drawn).map(cell).collect();
            row.push(["no", "yes", "maybe", "Per haps", "5"][class % n_classes].to_owned());
            row
        });
        let rows = rows.collect();
        Self { names, rows }
    }

    /// Changes the table in a few places.
    pub fn mutate(&mut self, random: &mut Random) {
        for _ in 0..random.pick(&[0, 1, 1, 2, 3, 6, 12]) {
            self.mutate_once(random);
        }
    }

    fn mutate_once(&mut self, random: &mut Random) {
        if self.rows.is_empty() || self.names.len() < 2 {
            return;
        }
        let (row, column) = (random.below(self.rows.len()), random.below(self.names.len()));
        match random.below(12) {
            0..=4 => self.set(row, column, random.pick(&CELLS)),
            5 => self.names[column] = random.pick(&NAMES).to_owned(),
            6 => {
                let value = random.pick(&CELLS);
                (0..self.rows.len()).filter(|row| row % 3 == 0).for_each(|row| self.set(row, column, value));
            }
            7 => self.rows.truncate(row),
            8 => self.rows.extend_from_within(..=row),
            9 => {
                self.names.remove(column);
                self.rows
                    .iter_mut()
                    .filter(|row| column < row.len())
                    .for_each(|row| drop(row.remove(column)));
            }
            10 => {
                let name = self.names[column].clone();
                self.names.insert(0, name);
                self.rows
                    .iter_mut()
                    .for_each(|row| row.insert(0, row.get(column).cloned().unwrap_or_default()));
            }
            _ => {
                // Ragged.
                let length = random.below(self.names.len() + 3);
                self.rows[row].resize(length, "x".to_owned());
            }
        }
    }

    fn set(&mut self, row: usize, column: usize, value: &str) {
        if let Some(cell) = self.rows[row].get_mut(column) {
            value.clone_into(cell);
        }
    }

    /// The table as CSV.
    pub fn csv(&self, random: &mut Random) -> Vec<u8> {
        let separator = random.pick(&[",", ",", ",", ";", "\t", "|"]);
        let end = random.pick(&["\n", "\n", "\r\n"]);
        let line = |cells: &Vec<String>| {
            let cells: Vec<String> = cells.iter().map(|cell| quoted(cell, separator)).collect();
            cells.join(separator) + end
        };
        let text: String = std::iter::once(&self.names).chain(&self.rows).map(line).collect();
        if random.chance(0.05) {
            // Latin-1, as old programs write it.
            return text.chars().map(|c| u8::try_from(u32::from(c)).unwrap_or(b'?')).collect();
        }
        text.into_bytes()
    }

    /// The table as ARFF, with declared types that may be wrong.
    pub fn arff(&self, random: &mut Random) -> Vec<u8> {
        let mut text = "@relation t\n".to_owned();
        for (column, name) in self.names.iter().enumerate() {
            let values: BTreeSet<&str> =
                self.rows.iter().filter_map(|row| row.get(column)).map(String::as_str).collect();
            let is_number = values.iter().all(|value| value.is_empty() || value.parse::<f64>().is_ok());
            let kind = match random.below(12) {
                0 => random
                    .pick(&["numeric", "string", "date", "relational", "{}", "{a,b", "integer"])
                    .to_owned(),
                _ if is_number => "numeric".to_owned(),
                _ => format!(
                    "{{{}}}",
                    values.iter().map(|value| arff_cell(value)).collect::<Vec<_>>().join(",")
                ),
            };
            text.push_str(&format!("@attribute {} {kind}\n", arff_cell(name)));
        }
        text.push_str("@data\n");
        for row in &self.rows {
            text.push_str(&row.iter().map(|cell| arff_cell(cell)).collect::<Vec<_>>().join(","));
            text.push('\n');
        }
        text.into_bytes()
    }

    /// The table as Parquet: numbers where all cells are, else texts. None if the names do not make a schema.
    pub fn parquet(&self) -> Option<Vec<u8>> {
        let number = |cell: &str| cell.parse::<f64>().ok();
        let cells =
            |column: usize| self.rows.iter().map(move |row| row.get(column).map_or("", String::as_str));
        let is_number: Vec<bool> = (0..self.names.len())
            .map(|column| cells(column).all(|cell| cell.is_empty() || number(cell).is_some()))
            .collect();
        let mut schema = "message table {\n".to_owned();
        for (name, is_number) in self.names.iter().zip(&is_number) {
            let kind = if *is_number { "double" } else { "binary" };
            let plain: String = name.chars().filter(|c| c.is_alphanumeric() || *c == '_').collect();
            let mark = if *is_number { "" } else { " (UTF8)" };
            schema.push_str(&format!("optional {kind} n{plain}{mark};\n"));
        }
        schema.push('}');
        let schema = parse_message_type(&schema).ok()?;
        let mut writer = SerializedFileWriter::new(Vec::new(), schema.into(), Default::default()).ok()?;
        let mut group = writer.next_row_group().ok()?;
        for (column, is_number) in is_number.iter().enumerate() {
            let mut writer = group.next_column().ok()??;
            let levels: Vec<i16> = cells(column).map(|cell| i16::from(!cell.is_empty())).collect();
            let present = cells(column).filter(|cell| !cell.is_empty());
            if *is_number {
                let values: Vec<f64> = present.filter_map(number).collect();
                writer.typed::<DoubleType>().write_batch(&values, Some(&levels), None).ok()?;
            } else {
                let values: Vec<ByteArray> = present.map(ByteArray::from).collect();
                writer.typed::<ByteArrayType>().write_batch(&values, Some(&levels), None).ok()?;
            }
            writer.close().ok()?;
        }
        group.close().ok()?;
        writer.into_inner().ok()
    }
}

/// A cell of CSV, in quotes where it needs them.
fn quoted(cell: &str, separator: &str) -> String {
    let needs = cell.contains(separator) || cell.contains(['"', '\n', '\r']);
    if needs { format!("\"{}\"", cell.replace('"', "\"\"")) } else { cell.to_owned() }
}

fn arff_cell(cell: &str) -> String {
    if cell.is_empty() {
        return "?".to_owned();
    }
    let is_plain = cell.chars().all(|c| c.is_ascii_alphanumeric() || "._-+?".contains(c));
    if is_plain { cell.to_owned() } else { format!("'{}'", cell.replace('\\', "\\\\").replace('\'', "\\'")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_written() {
        for seed in 0..50 {
            let random = &mut Random::new(seed);
            let mut grid = Grid::random(random);
            assert!(
                grid.parquet().is_some_and(|bytes| bytes.starts_with(b"PAR1") && bytes.ends_with(b"PAR1"))
            );
            let lines = grid.csv(random).iter().filter(|byte| **byte == b'\n').count();
            assert_eq!(lines, grid.rows.len() + 1);
            grid.mutate(random);
            assert!(grid.arff(random).starts_with(b"@relation"));
        }
    }
}
