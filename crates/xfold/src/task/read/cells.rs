//! The cells of a file of facts, Parquet or CSV, one after the other: numbers and texts. First station of the path,
//! task.

use crate::codes;
use parquet::{
    basic::{ConvertedType, LogicalType},
    column::reader::{ColumnReader, ColumnReaderImpl},
    data_type::{
        BoolType, ByteArrayType, DataType, DoubleType, FixedLenByteArrayType, FloatType, Int32Type, Int64Type,
    },
    errors::ParquetError,
    file::reader::{FileReader, SerializedFileReader},
    schema::types::ColumnDescPtr,
};
use std::{
    fs::File,
    path::{Path, PathBuf},
};
use xfold_asp::{Decimal, diagnostic::Diagnostic};

/// Values that are read at once.
const BATCH: usize = 8192;

/// What is in a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Cell<'a> {
    Number(i32),
    Decimal(Decimal),
    Text(&'a str),
}

/// A file of facts.
pub(super) struct Source {
    pub(super) name: String,
    path: PathBuf,
    /// The columns, where the file says of which type they are.
    columns: Option<Vec<ColumnDescPtr>>,
    n_columns: usize,
    n_rows: usize,
}

/// Is told of each cell: its column and what is in it. Cells of one column come in the order of the rows.
pub(super) type Visit<'v> = dyn FnMut(usize, Cell<'_>) -> Result<(), Diagnostic> + 'v;

impl Source {
    /// Looks at a file, by the ending of its name.
    pub(super) fn open(path: &Path) -> Result<Self, Diagnostic> {
        let name = path.display().to_string();
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
        let mut source = Self { name, path: path.to_path_buf(), columns: None, n_columns: 0, n_rows: 0 };
        match ending.as_deref() {
            Some("parquet") => source.look_at_parquet()?,
            Some("csv") => {
                let mut reader = source.csv()?;
                source.n_columns = reader.headers().map_err(|error| source.not_csv(&error))?.len();
            }
            _ => {
                let message = format!("{}: facts are read from .parquet and .csv files", source.name);
                return Err(source.bad(message, "save it as one of these, or move it elsewhere"));
            }
        }
        if source.n_columns == 0 {
            let message = format!("{}: there is no column", source.name);
            return Err(source.bad(message, "a file of facts has a column for each argument"));
        }
        Ok(source)
    }

    pub(super) fn n_columns(&self) -> usize {
        self.n_columns
    }

    /// How many rows there are, where the file says it.
    pub(super) fn n_rows(&self) -> usize {
        self.n_rows
    }

    /// Tells of every number.
    pub(super) fn numbers(&self, visit: &mut dyn FnMut(i32)) -> Result<(), Diagnostic> {
        let mut tell = |_: usize, cell: Cell<'_>| {
            if let Cell::Number(number) = cell {
                visit(number);
            }
            Ok(())
        };
        match &self.columns {
            Some(_) => self.parquet_cells(true, &mut tell),
            None => self.csv_cells(&mut tell),
        }
    }

    /// Tells of every cell.
    pub(super) fn cells(&self, visit: &mut Visit<'_>) -> Result<(), Diagnostic> {
        match &self.columns {
            Some(_) => self.parquet_cells(false, visit),
            None => self.csv_cells(visit),
        }
    }

    fn bad(&self, message: String, help: &str) -> Diagnostic {
        Diagnostic::error(codes::BAD_FACTS, message).help(help)
    }

    fn file(&self) -> Result<File, Diagnostic> {
        File::open(&self.path).map_err(|error| {
            Diagnostic::error(codes::CANNOT_READ, format!("cannot read {}: {error}", self.name))
                .help("check the path and its permissions")
        })
    }

    fn csv(&self) -> Result<csv::Reader<File>, Diagnostic> {
        Ok(csv::ReaderBuilder::new().buffer_capacity(1 << 20).from_reader(self.file()?))
    }

    fn not_csv(&self, error: &csv::Error) -> Diagnostic {
        self.bad(format!("{}: {error}", self.name), "every line has as many cells as the first, in UTF-8")
    }

    fn csv_cells(&self, visit: &mut Visit<'_>) -> Result<(), Diagnostic> {
        let mut reader = self.csv()?;
        let mut record = csv::StringRecord::new();
        let mut row = 0;
        while reader.read_record(&mut record).map_err(|error| self.not_csv(&error))? {
            row += 1;
            for (column, cell) in record.iter().enumerate() {
                let cell = cell.trim();
                if cell.is_empty() {
                    return Err(self.missing(column, row));
                }
                match whole(cell) {
                    Some(Ok(number)) => visit(column, Cell::Number(number))?,
                    Some(Err(())) => return Err(self.too_large(column, cell)),
                    None if is_decimal(cell) => visit(column, self.decimal(column, row, cell)?)?,
                    None => visit(column, Cell::Text(cell))?,
                }
            }
        }
        Ok(())
    }

    /// A number with a fraction that is written in a cell.
    fn decimal(&self, column: usize, row: u64, text: &str) -> Result<Cell<'static>, Diagnostic> {
        let of_number = |number: Decimal| number.as_whole().map_or(Cell::Decimal(number), Cell::Number);
        Decimal::parse_fitting(text).map(of_number).ok_or_else(|| {
            let message = format!(
                "{}, row {row}: column {} has {text}, but a decimal has nine digits: it is scaled to 32 bits",
                self.name,
                column + 1
            );
            self.bad(message, "round such values, or choose a larger unit")
        })
    }

    fn missing(&self, column: usize, row: u64) -> Diagnostic {
        let message = format!("{}, row {row}: column {} is empty", self.name, column + 1);
        self.bad(message, "an atom has all its arguments: leave the row out, or write a value such as none")
    }

    fn too_large(&self, column: usize, value: &str) -> Diagnostic {
        let message =
            format!("{}: column {} has {value}, but clingo's numbers have 32 bits", self.name, column + 1);
        self.bad(message, "number such values anew, or write them as texts")
    }

    fn damaged(&self, error: &ParquetError) -> Diagnostic {
        let message = format!("{}: the file is damaged or not served: {error}", self.name);
        Diagnostic::error(codes::BAD_PARQUET, message).help("write it anew, or save it as CSV")
    }

    fn parquet(&self) -> Result<SerializedFileReader<File>, Diagnostic> {
        SerializedFileReader::new(self.file()?).map_err(|error| self.damaged(&error))
    }

    fn look_at_parquet(&mut self) -> Result<(), Diagnostic> {
        let reader = self.parquet()?;
        let metadata = reader.metadata().file_metadata();
        let schema = metadata.schema_descr();
        let columns: Vec<ColumnDescPtr> = schema.columns().to_vec();
        for column in &columns {
            if column.max_rep_level() > 0 || column.path().parts().len() > 1 {
                let message = format!("{}: column `{}` is nested", self.name, column.path().string());
                return Err(self.bad(message, "facts need flat columns"));
            }
        }
        self.n_columns = columns.len();
        // What the file says of itself need not be true, so it is only taken as a hint.
        let size = self.file()?.metadata().map_or(0, |metadata| metadata.len());
        let claimed = usize::try_from(metadata.num_rows()).unwrap_or(0);
        self.n_rows = claimed.min(usize::try_from(size.saturating_mul(64)).unwrap_or(0));
        self.columns = Some(columns);
        Ok(())
    }

    fn parquet_cells(&self, numbers_only: bool, visit: &mut Visit<'_>) -> Result<(), Diagnostic> {
        let reader = self.parquet()?;
        let mut first_row = 0;
        for group in 0..reader.num_row_groups() {
            let rows = reader.get_row_group(group).map_err(|error| self.damaged(&error))?;
            for column in 0..self.n_columns {
                let cells = rows.get_column_reader(column).map_err(|error| self.damaged(&error))?;
                self.parquet_column(column, cells, first_row, numbers_only, visit)?;
            }
            first_row += u64::try_from(rows.metadata().num_rows()).unwrap_or(0);
        }
        Ok(())
    }

    fn parquet_column(
        &self,
        column: usize,
        reader: ColumnReader,
        first_row: u64,
        numbers_only: bool,
        visit: &mut Visit<'_>,
    ) -> Result<(), Diagnostic> {
        let large = |value: &dyn std::fmt::Display| self.too_large(column, &value.to_string());
        let scale = self.columns.as_ref().and_then(|columns| parquet_scale(&columns[column]));
        let has_fractions =
            matches!(reader, ColumnReader::FloatColumnReader(_) | ColumnReader::DoubleColumnReader(_));
        if has_fractions || scale.is_some() {
            let scale = scale.unwrap_or(0);
            return if numbers_only {
                Ok(())
            } else {
                self.parquet_decimals(column, reader, first_row, scale, visit)
            };
        }
        match reader {
            ColumnReader::Int32ColumnReader(reader) => {
                self.values::<Int32Type>(reader, column, first_row, |value| {
                    visit(column, Cell::Number(*value))
                })
            }
            ColumnReader::Int64ColumnReader(reader) => {
                self.values::<Int64Type>(reader, column, first_row, |value| {
                    let number = i32::try_from(*value).map_err(|_| large(value))?;
                    visit(column, Cell::Number(number))
                })
            }
            _ if numbers_only => Ok(()),
            ColumnReader::BoolColumnReader(reader) => {
                self.values::<BoolType>(reader, column, first_row, |value| {
                    visit(column, Cell::Text(if *value { "true" } else { "false" }))
                })
            }
            ColumnReader::ByteArrayColumnReader(reader) => {
                self.values::<ByteArrayType>(reader, column, first_row, |value| {
                    let text = std::str::from_utf8(value.data()).map_err(|_| {
                        let message = format!("{}: column {} is not UTF-8 text", self.name, column + 1);
                        self.bad(message, "facts are made of numbers and texts")
                    })?;
                    visit(column, Cell::Text(text))
                })
            }
            _ => {
                let name = self.columns.as_ref().map_or("", |columns| columns[column].name());
                let message = format!("{}: column `{name}` has neither numbers nor texts", self.name);
                Err(self.bad(message, "write it as numbers or texts"))
            }
        }
    }

    /// The same for real numbers, and for whole ones that stand for so many digits behind the point.
    fn parquet_decimals(
        &self,
        column: usize,
        reader: ColumnReader,
        first_row: u64,
        scale: i32,
        visit: &mut Visit<'_>,
    ) -> Result<(), Diagnostic> {
        let mut row = first_row;
        let mut tell = |text: String| {
            row += 1;
            visit(column, self.decimal(column, row, &text)?)
        };
        let scaled = |digits: i128| format!("{digits}e{}", -scale);
        match reader {
            ColumnReader::Int32ColumnReader(reader) => {
                self.values::<Int32Type>(reader, column, first_row, |value| tell(scaled((*value).into())))
            }
            ColumnReader::Int64ColumnReader(reader) => {
                self.values::<Int64Type>(reader, column, first_row, |value| tell(scaled((*value).into())))
            }
            ColumnReader::ByteArrayColumnReader(reader) => {
                self.values::<ByteArrayType>(reader, column, first_row, |value| {
                    tell(scaled(big_endian(value.data())))
                })
            }
            ColumnReader::FixedLenByteArrayColumnReader(reader) => {
                self.values::<FixedLenByteArrayType>(reader, column, first_row, |value| {
                    tell(scaled(big_endian(value.data())))
                })
            }
            // The shortest decimal that names the value, not its binary digits.
            ColumnReader::FloatColumnReader(reader) => {
                self.values::<FloatType>(reader, column, first_row, |value| tell(value.to_string()))
            }
            ColumnReader::DoubleColumnReader(reader) => {
                self.values::<DoubleType>(reader, column, first_row, |value| tell(value.to_string()))
            }
            _ => Ok(()),
        }
    }

    /// Tells of the values of a column of a row group.
    fn values<T: DataType>(
        &self,
        mut reader: ColumnReaderImpl<T>,
        column: usize,
        first_row: u64,
        mut visit: impl FnMut(&T::T) -> Result<(), Diagnostic>,
    ) -> Result<(), Diagnostic> {
        let (mut values, mut levels): (Vec<T::T>, Vec<i16>) = (Vec::new(), Vec::new());
        let mut n_before = first_row;
        loop {
            values.clear();
            levels.clear();
            let read = reader.read_records(BATCH, Some(&mut levels), None, &mut values);
            let (n_records, n_values, _) = read.map_err(|error| self.damaged(&error))?;
            if n_records == 0 {
                return Ok(());
            }
            if n_values < n_records {
                let row = levels.iter().position(|&level| level == 0).unwrap_or(0);
                return Err(self.missing(column, n_before + row as u64 + 1));
            }
            values.iter().try_for_each(&mut visit)?;
            n_before += n_records as u64;
        }
    }
}

/// The number that a text is; an error if it is too large.
fn whole(text: &str) -> Option<Result<i32, ()>> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| text.parse().map_err(|_| ()))
}

/// Whether a text is a number with a point, or with an exponent that has a sign: `1e5` may as well be a name.
fn is_decimal(text: &str) -> bool {
    let is_form = text.contains('.') || text.contains("e-") || text.contains("E-");
    let begins = text.strip_prefix('-').unwrap_or(text).starts_with(|sign: char| sign.is_ascii_digit());
    is_form && begins && !text.ends_with('.') && Decimal::parse(text).is_some()
}

/// How many digits behind the point the whole numbers of a column stand for, if its type says that they do.
fn parquet_scale(column: &ColumnDescPtr) -> Option<i32> {
    let is_decimal = matches!(column.logical_type_ref(), Some(LogicalType::Decimal { .. }))
        || column.converted_type() == ConvertedType::DECIMAL;
    is_decimal.then(|| column.type_scale())
}

/// A whole number in two's complement, highest byte first.
fn big_endian(bytes: &[u8]) -> i128 {
    let start: i128 = if bytes.first().is_some_and(|byte| byte & 0x80 != 0) { -1 } else { 0 };
    bytes.iter().take(16).fold(start, |value, byte| value << 8 | i128::from(*byte))
}

/// Whether a text can stand in a program as a constant.
pub(super) fn is_constant(text: &str) -> bool {
    let name = text.trim_start_matches('_');
    name.starts_with(|sign: char| sign.is_ascii_lowercase())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        && text != "not"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_that_are_numbers_or_constants() {
        assert_eq!(whole("-12"), Some(Ok(-12)));
        assert_eq!(whole("5000000000"), Some(Err(())));
        assert!(["1.5", "-0.25", "2.0e3", "1e-3"].into_iter().all(is_decimal));
        let others = ["1e5", "1.", ".5", "1.2.3", "v1.5", "1.5 kg", "nan"];
        assert!(others.into_iter().all(|text| !is_decimal(text)));
        for other in ["", "-", "1.5", "a1", "+3"] {
            assert_eq!(whole(other), None, "{other}");
        }
        assert!(["red", "_x1", "aB_c"].into_iter().all(is_constant));
        assert!(["Red", "1a", "a b", "", "_", "not", "é"].into_iter().all(|text| !is_constant(text)));
    }
}
