//! A large table in a Parquet file: ten columns of reals, five of whole numbers, five of categories, and a class that
//! follows three defaults with exceptions, one in twenty wrong. A row is drawn from the seed and its number alone, so that
//! nothing is kept in memory.

use super::columns::{Draw, not_written};
use parquet::{
    basic::Compression,
    data_type::{ByteArray, ByteArrayType, DataType, DoubleType, Int32Type},
    errors::ParquetError,
    file::{
        properties::WriterProperties,
        writer::{SerializedFileWriter, SerializedRowGroupWriter},
    },
    schema::parser::parse_message_type,
};
use std::{fs::File, io, ops::Range, path::Path, sync::Arc};

const N_REALS: usize = 10;
const N_INTEGERS: usize = 5;
const CATEGORIES: [&str; 6] = ["a", "b", "c", "d", "e", "f"];
const N_CATEGORICAL: usize = 5;
/// The share of rows with the wrong class.
const WRONG: f64 = 0.05;
/// Rows of a row group.
const GROUP: usize = 250_000;

/// The names of the columns of a kind.
const REALS: [&str; N_REALS] = ["x0", "x1", "x2", "x3", "x4", "x5", "x6", "x7", "x8", "x9"];
const INTEGERS: [&str; N_INTEGERS] = ["n0", "n1", "n2", "n3", "n4"];
const CATEGORICAL: [&str; N_CATEGORICAL] = ["c0", "c1", "c2", "c3", "c4"];

/// Writes a table of so many rows.
pub fn write(seed: u64, n_rows: usize, path: &Path) -> io::Result<()> {
    let column = |of_type: &str, name: &str, end: &str| format!("required {of_type} {name}{end}; ");
    let reals = REALS.iter().map(|name| column("double", name, ""));
    let integers = INTEGERS.iter().map(|name| column("int32", name, ""));
    let texts = CATEGORICAL.iter().chain([&"y"]).map(|name| column("binary", name, " (UTF8)"));
    let columns: String = reals.chain(integers).chain(texts).collect();
    let schema = parse_message_type(&format!("message rows {{ {columns}}}")).map_err(not_written)?;
    let properties = WriterProperties::builder().set_compression(Compression::SNAPPY).build();
    let writer = SerializedFileWriter::new(File::create(path)?, Arc::new(schema), Arc::new(properties));
    let mut writer = writer.map_err(not_written)?;
    let rows = Rows { draw: Draw { seed } };
    for first in (0..n_rows).step_by(GROUP) {
        rows.write_group(first..n_rows.min(first + GROUP), &mut writer).map_err(not_written)?;
    }
    writer.close().map_err(not_written)?;
    Ok(())
}

/// The rows of a table, by number.
struct Rows {
    draw: Draw,
}

impl Rows {
    fn real(&self, column: usize, row: usize) -> f64 {
        self.draw.below(REALS[column], row, 10_000_000) as f64 / 1e5
    }

    fn integer(&self, column: usize, row: usize) -> i32 {
        self.draw.below(INTEGERS[column], row, 50) as i32
    }

    fn category(&self, column: usize, row: usize) -> &'static str {
        CATEGORIES[self.draw.below(CATEGORICAL[column], row, CATEGORIES.len())]
    }

    fn class(&self, row: usize) -> &'static str {
        let first = self.real(0, row) > 70.0 && self.category(0, row) != "b";
        let second = self.integer(0, row) < 5 && self.real(1, row) <= 90.0;
        let third = self.real(2, row) < 20.0 && self.category(1, row) == "e";
        if (first || second || third) != self.draw.chance("wrong", row, WRONG) { "yes" } else { "no" }
    }

    fn write_group(
        &self,
        rows: Range<usize>,
        writer: &mut SerializedFileWriter<File>,
    ) -> Result<(), ParquetError> {
        let mut group = writer.next_row_group()?;
        for column in 0..N_REALS {
            write_column::<DoubleType>(&mut group, rows.clone().map(|row| self.real(column, row)))?;
        }
        for column in 0..N_INTEGERS {
            write_column::<Int32Type>(&mut group, rows.clone().map(|row| self.integer(column, row)))?;
        }
        for column in 0..N_CATEGORICAL {
            let texts = rows.clone().map(|row| ByteArray::from(self.category(column, row)));
            write_column::<ByteArrayType>(&mut group, texts)?;
        }
        write_column::<ByteArrayType>(&mut group, rows.map(|row| ByteArray::from(self.class(row))))?;
        group.close()?;
        Ok(())
    }
}

fn write_column<T: DataType>(
    group: &mut SerializedRowGroupWriter<'_, File>,
    cells: impl Iterator<Item = T::T>,
) -> Result<(), ParquetError> {
    if let Some(mut column) = group.next_column()? {
        column.typed::<T>().write_batch(&cells.collect::<Vec<_>>(), None, None)?;
        column.close()?;
    }
    Ok(())
}
