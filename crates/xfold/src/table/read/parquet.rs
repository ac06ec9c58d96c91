//! Parquet: whole columns with their types, from flat tables.

use super::{
    ReadOptions, Source, Watch,
    build::{
        Builder, CategoryBuilder, Layout, MERGED_FROM, MOST_ROWS, Use, finish, is_merged, kinds_note, number,
        trimmed,
    },
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
    let mut wishes = options.clone();
    wishes.ignore.extend(dates.iter().filter(|name| !options.ignore.contains(name)).cloned());
    let mut layout = Layout::new(file, names, &wishes, |column| kind_of(&columns[column]))?;
    if !dates.is_empty() {
        let message = format!("{file}: ignored {} (dates or times)", dates.join(", "));
        layout.notes.push(Diagnostic::note(codes::COLUMN_IGNORED, message));
    }
    let mut builders: Vec<Builder> = (0..columns.len()).map(|column| Builder::new(&layout, column)).collect();
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
            read_column(values, max_level, builder, &columns[column], &told).map_err(
                |failed| match failed {
                    Failed::Limit(limit) => Error::Limit(limit),
                    Failed::Damaged(error) => broken(error).into(),
                    Failed::NotNumber(found) => {
                        let name = &layout.names[column];
                        let message =
                            format!("{file}: column `{name}` should have numbers, but has `{found}`");
                        Diagnostic::error(codes::CELL_NOT_NUMBER, message).into()
                    }
                },
            )?;
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
    let target = layout.target.map(|target| layout.names[target].clone());
    let mut table = finish(layout, builders, n_rows)?;
    if options.known.is_none() {
        table.notes.push(kinds_note(&table, target.as_deref(), &[]));
    }
    Ok(table)
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
    let scale = if is_decimal(column) { column.type_scale() } else { 0 };
    let is_unsigned = is_unsigned(column);
    match reader {
        ColumnReader::BoolColumnReader(reader) => {
            let text = |value: &bool| if *value { "true" } else { "false" }.as_bytes().to_vec();
            values(reader, max_level, builder, told, |value| f64::from(u8::from(*value)), text)
        }
        ColumnReader::Int32ColumnReader(reader) => {
            let whole = |value: &i32| match is_unsigned {
                true => i128::from(value.cast_unsigned()),
                false => i128::from(*value),
            };
            let text = |value: &i32| decimal(whole(value), scale).into_bytes();
            values(reader, max_level, builder, told, |value| real(whole(value), scale), text)
        }
        ColumnReader::Int64ColumnReader(reader) => {
            let whole = |value: &i64| match is_unsigned {
                true => i128::from(value.cast_unsigned()),
                false => i128::from(*value),
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
            let is_decimal = is_decimal(column);
            let number = |value: &ByteArray| match is_decimal {
                true => real(big_endian(value.data()), scale),
                false => number(trimmed(value.data()), false).unwrap_or(f64::NAN),
            };
            let text = |value: &ByteArray| match is_decimal {
                true => decimal(big_endian(value.data()), scale).into_bytes(),
                false => value.data().to_vec(),
            };
            values(reader, max_level, builder, told, number, text)
        }
        ColumnReader::FixedLenByteArrayColumnReader(reader) => {
            let number = |value: &FixedLenByteArray| real(big_endian(value.data()), scale);
            let is_decimal = is_decimal(column);
            let text = |value: &FixedLenByteArray| match is_decimal {
                true => decimal(big_endian(value.data()), scale).into_bytes(),
                false => value.data().to_vec(),
            };
            values(reader, max_level, builder, told, number, text)
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
                Builder::Numbers { cells, asked, known, texts, merged, .. } => {
                    let number = value.map_or(f64::NAN, &real);
                    if let Some(value) = value.filter(|_| number.abs() >= MERGED_FROM) {
                        let cell = text(value);
                        if is_merged(&cell, number) {
                            merged.add(0, || String::from_utf8_lossy(&cell).into_owned());
                        }
                    }
                    let cell = |value| String::from_utf8_lossy(&text(value)).into_owned();
                    if let Some(value) = value.filter(|value| {
                        *known && number.is_nan() && !super::build::is_missing(text(value).trim_ascii())
                    }) {
                        texts.add(0, || format!("`{}`", cell(value)));
                    }
                    if let Some(value) = value.filter(|_| *asked && number.is_nan()) {
                        return Err(Failed::NotNumber(cell(value)));
                    }
                    cells.push(if number.is_finite() { number } else { f64::NAN });
                }
                Builder::Categories(builder) => push(builder, value.map(&text)),
                Builder::Ignored | Builder::Wrong => {}
            }
        }
    }
}

fn push(builder: &mut CategoryBuilder, cell: Option<Vec<u8>>) {
    let cell = cell.as_deref().map(trimmed).filter(|cell| !super::build::is_missing(cell));
    builder.push(cell, 0, |bytes| String::from_utf8_lossy(bytes).into_owned());
}
