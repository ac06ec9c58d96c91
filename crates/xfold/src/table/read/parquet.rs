//! Parquet, as a reader of tables: whole columns with their types, from flat tables.

use super::{
    ReadOptions, Source, Watch,
    build::{
        Builder, CategoryBuilder, MERGED_FROM, MOST_ROWS, NumberBuilder, finish, is_merged, is_missing,
        number, trimmed,
    },
    layout::{Layout, Use},
};
use crate::{
    Error, Result, codes,
    table::{Kind, Table},
};
use parquet::{
    basic::{ConvertedType, LogicalType, Type},
    column::reader::{ColumnReader, ColumnReaderImpl},
    data_type::{ByteArray, DataType, FixedLenByteArray},
    file::reader::{FileReader, SerializedFileReader},
    schema::types::ColumnDescriptor,
};
use xfold_asp::diagnostic::Diagnostic;
use xfold_solve::LimitReached;

/// Values that are read at once.
const BATCH: usize = 8192;

fn broken(file: &str, error: &parquet::errors::ParquetError) -> Diagnostic {
    Diagnostic::error(codes::BAD_PARQUET, format!("{file}: the file is damaged or not served: {error}"))
        .help("write it anew, or save the table as CSV")
}

/// The names of a file's columns.
pub(super) fn names(source: &Source) -> Result<Vec<String>> {
    let broken = |error: parquet::errors::ParquetError| broken(&source.name, &error);
    let reader = SerializedFileReader::new(source.open()?).map_err(broken)?;
    let schema = reader.metadata().file_metadata().schema_descr_ptr();
    Ok((0..schema.num_columns()).map(|column| schema.column(column).name().to_string()).collect())
}

/// Reads a Parquet file.
pub(super) fn read(source: &Source, options: &ReadOptions, watch: &dyn Watch) -> Result<Table> {
    let file = &source.name;
    let broken = |error: parquet::errors::ParquetError| broken(file, &error);
    let reader = SerializedFileReader::new(source.open()?).map_err(broken)?;
    let schema = reader.metadata().file_metadata().schema_descr_ptr();
    let columns: Vec<_> = (0..schema.num_columns()).map(|column| schema.column(column)).collect();
    for column in &columns {
        if column.max_rep_level() > 0 || column.path().parts().len() > 1 {
            let name = column.path().string();
            let message = format!("{file}: column `{name}` is nested, and rules need flat columns");
            return Err(Diagnostic::error(codes::BAD_PARQUET, message)
                .help("flatten the table first")
                .into());
        }
    }
    let names: Vec<String> = columns.iter().map(|column| column.name().to_string()).collect();
    let dates: Vec<String> =
        columns.iter().filter(|column| is_time(column)).map(|column| column.name().to_string()).collect();
    let unusable = (&dates[..], "dates or times");
    let layout = Layout::ignoring(file, names, options, unusable, |column| kind_of(&columns[column]))?;
    let mut builders = layout.builders();
    let n_groups = reader.num_row_groups();
    let mut n_rows = 0;
    for group in 0..n_groups {
        let group_reader = reader.get_row_group(group).map_err(broken)?;
        for (column, builder) in builders.iter_mut().enumerate() {
            if matches!(layout.uses[column], Use::Ignore) {
                continue;
            }
            let values = group_reader.get_column_reader(column).map_err(broken)?;
            let max_level = columns[column].max_def_level();
            let told = || watch.read(group as u64, n_groups as u64);
            let read = read_column(values, max_level, builder, &columns[column], &told);
            read.map_err(|failed| match failed {
                Failed::Limit(limit) => Error::Limit(limit),
                Failed::Damaged(error) => broken(error).into(),
                Failed::NotNumber(found) => layout.not_a_number(None, column, &found).into(),
            })?;
        }
        n_rows += usize::try_from(group_reader.metadata().num_rows()).unwrap_or(usize::MAX).min(MOST_ROWS);
        if let Some(limit) = watch.read(group as u64 + 1, n_groups as u64) {
            return Err(Error::Limit(limit));
        }
    }
    // What the file says of itself need not be true.
    let is_short = |builder: &Builder| builder.len().is_some_and(|length| length != n_rows);
    if let Some(column) = builders.iter().position(is_short) {
        let name = &layout.names[column];
        let message = format!("{file}: column `{name}` does not have the {n_rows} rows that the file claims");
        return Err(Diagnostic::error(codes::BAD_PARQUET, message).help("write it anew").into());
    }
    finish(layout, builders, n_rows)
}

/// Why a column cannot be read.
enum Failed {
    Damaged(parquet::errors::ParquetError),
    NotNumber(String),
    Limit(LimitReached),
}

/// Tells of a limit that was reached.
type Told<'a> = &'a dyn Fn() -> Option<LimitReached>;

impl From<parquet::errors::ParquetError> for Failed {
    fn from(error: parquet::errors::ParquetError) -> Self {
        Self::Damaged(error)
    }
}

fn kind_of(column: &ColumnDescriptor) -> Kind {
    match column.physical_type() {
        Type::BOOLEAN => Kind::Category,
        Type::BYTE_ARRAY | Type::FIXED_LEN_BYTE_ARRAY if !is_decimal(column) => Kind::Category,
        _ => Kind::Number,
    }
}

fn is_decimal(column: &ColumnDescriptor) -> bool {
    matches!(column.logical_type_ref(), Some(LogicalType::Decimal { .. }))
        || column.converted_type() == ConvertedType::DECIMAL
}

fn is_time(column: &ColumnDescriptor) -> bool {
    use ConvertedType::{DATE, TIME_MICROS, TIME_MILLIS, TIMESTAMP_MICROS, TIMESTAMP_MILLIS};
    matches!(
        column.logical_type_ref(),
        Some(LogicalType::Date | LogicalType::Time { .. } | LogicalType::Timestamp { .. })
    ) || matches!(
        column.converted_type(),
        DATE | TIME_MILLIS | TIME_MICROS | TIMESTAMP_MILLIS | TIMESTAMP_MICROS
    ) || column.physical_type() == Type::INT96
}

fn read_column(
    reader: ColumnReader,
    max_level: i16,
    builder: &mut Builder,
    column: &ColumnDescriptor,
    told: Told<'_>,
) -> std::result::Result<(), Failed> {
    let (is_decimal, is_unsigned) = (is_decimal(column), is_unsigned(column));
    let scale = if is_decimal { column.type_scale() } else { 0 };
    let bytes = |data: &[u8]| {
        if is_decimal { decimal(big_endian(data), scale).into_bytes() } else { data.to_vec() }
    };
    match reader {
        ColumnReader::BoolColumnReader(reader) => {
            let text = |value: &bool| if *value { "true" } else { "false" }.as_bytes().to_vec();
            values(reader, max_level, builder, told, |value| f64::from(u8::from(*value)), text)
        }
        ColumnReader::Int32ColumnReader(reader) => {
            let whole = |value: &i32| {
                if is_unsigned { i128::from(value.cast_unsigned()) } else { i128::from(*value) }
            };
            let text = |value: &i32| decimal(whole(value), scale).into_bytes();
            values(reader, max_level, builder, told, |value| real(whole(value), scale), text)
        }
        ColumnReader::Int64ColumnReader(reader) => {
            let whole = |value: &i64| {
                if is_unsigned { i128::from(value.cast_unsigned()) } else { i128::from(*value) }
            };
            let text = |value: &i64| decimal(whole(value), scale).into_bytes();
            values(reader, max_level, builder, told, |value| real(whole(value), scale), text)
        }
        ColumnReader::FloatColumnReader(reader) => {
            // The shortest decimal that names the value, not its binary digits.
            let number = |value: &f32| value.to_string().parse().unwrap_or(f64::from(*value));
            values(reader, max_level, builder, told, number, |value| value.to_string().into_bytes())
        }
        ColumnReader::DoubleColumnReader(reader) => {
            values(reader, max_level, builder, told, |value| *value, |value| value.to_string().into_bytes())
        }
        ColumnReader::ByteArrayColumnReader(reader) => {
            let number = |value: &ByteArray| {
                if is_decimal {
                    real(big_endian(value.data()), scale)
                } else {
                    number(trimmed(value.data()), false).unwrap_or(f64::NAN)
                }
            };
            values(reader, max_level, builder, told, number, |value| bytes(value.data()))
        }
        ColumnReader::FixedLenByteArrayColumnReader(reader) => {
            let number = |value: &FixedLenByteArray| real(big_endian(value.data()), scale);
            values(reader, max_level, builder, told, number, |value| bytes(value.data()))
        }
        ColumnReader::Int96ColumnReader(_) => Ok(()),
    }
}

fn is_unsigned(column: &ColumnDescriptor) -> bool {
    use ConvertedType::{UINT_8, UINT_16, UINT_32, UINT_64};
    matches!(column.logical_type_ref(), Some(LogicalType::Integer(kind)) if !kind.is_signed)
        || matches!(column.converted_type(), UINT_8 | UINT_16 | UINT_32 | UINT_64)
}

/// A whole number in two's complement, highest byte first.
fn big_endian(bytes: &[u8]) -> i128 {
    let start: i128 = if bytes.first().is_some_and(|byte| byte & 0x80 != 0) { -1 } else { 0 };
    bytes.iter().take(16).fold(start, |value, byte| value << 8 | i128::from(*byte))
}

/// The number that a decimal names: rounded once, as if it was read from a text.
fn real(digits: i128, scale: i32) -> f64 {
    match scale {
        0 => digits as f64,
        _ => format!("{digits}e{}", -scale).parse().unwrap_or(f64::NAN),
    }
}

/// A decimal as a text, with all its digits.
fn decimal(digits: i128, scale: i32) -> String {
    let Ok(scale @ 1..) = usize::try_from(scale) else { return digits.to_string() };
    let all = format!("{:0>width$}", digits.unsigned_abs(), width = scale + 1);
    let (whole, fraction) = all.split_at(all.len() - scale);
    format!("{}{whole}.{fraction}", if digits < 0 { "-" } else { "" })
}

fn values<T: DataType>(
    mut reader: ColumnReaderImpl<T>,
    max_level: i16,
    builder: &mut Builder,
    told: Told<'_>,
    real: impl Fn(&T::T) -> f64,
    text: impl Fn(&T::T) -> Vec<u8>,
) -> std::result::Result<(), Failed> {
    let (mut values, mut levels): (Vec<T::T>, Vec<i16>) = (Vec::new(), Vec::new());
    loop {
        values.clear();
        levels.clear();
        let (n_records, _, _) = reader.read_records(BATCH, Some(&mut levels), None, &mut values)?;
        if n_records == 0 {
            return Ok(());
        }
        if let Some(limit) = told() {
            return Err(Failed::Limit(limit));
        }
        let mut present = values.iter();
        // A column that is never null has no levels.
        let mut levels = levels.iter();
        for _ in 0..n_records {
            let is_present = levels.next().is_none_or(|level| *level == max_level);
            let value = if is_present { present.next() } else { None };
            match builder {
                Builder::Numbers(builder) => {
                    let number = value.map_or(f64::NAN, &real);
                    push_number(builder, number, value.map(|value| || text(value)))?;
                }
                Builder::Categories(builder) => push_category(builder, value.map(&text)),
                Builder::Ignored | Builder::Wrong => {}
            }
        }
    }
}

/// Adds a number, or NaN for a missing cell. `text` gives what is in the cell, which few numbers need.
fn push_number(
    builder: &mut NumberBuilder,
    number: f64,
    text: Option<impl Fn() -> Vec<u8>>,
) -> std::result::Result<(), Failed> {
    let Some(text) = text else {
        builder.cells.push(f64::NAN);
        return Ok(());
    };
    let shown = || String::from_utf8_lossy(&text()).into_owned();
    if number.abs() >= MERGED_FROM && is_merged(&text(), number) {
        builder.odd.merged.add(0, shown);
    }
    if number.is_nan() {
        if builder.known && !is_missing(text().trim_ascii()) {
            builder.odd.texts.add(0, || format!("`{}`", shown()));
        }
        if builder.asked {
            return Err(Failed::NotNumber(shown()));
        }
    }
    builder.cells.push(if number.is_finite() { number } else { f64::NAN });
    Ok(())
}

fn push_category(builder: &mut CategoryBuilder, cell: Option<Vec<u8>>) {
    let cell = cell.as_deref().map(trimmed).filter(|cell| !is_missing(cell));
    builder.push(cell, 0, |bytes| String::from_utf8_lossy(bytes).into_owned());
}
