//! The library behind the border: cells of record batches become the library's cells, its requests are answered beside the
//! rows, and its learner asks through an engine.

use crate::{Answerer, Control, Engine, EngineError, PartSource};
use datafusion::arrow::{
    array::{Array, ArrayRef, AsArray, BooleanArray, PrimitiveArray, cast::as_boolean_array},
    compute::cast,
    datatypes::{
        ArrowPrimitiveType, DataType, Decimal128Type, Decimal256Type, Float16Type, Float32Type, Float64Type,
        Int8Type, Int16Type, Int32Type, Int64Type, SchemaRef, UInt8Type, UInt16Type, UInt32Type, UInt64Type,
    },
};
use std::path::PathBuf;
use xfold::{
    Error, Limits, codes,
    table::{
        Kind,
        parts::{self, PartCache, PartRows, Parts, RawCells, Source, SourceColumn, Texts, Wanted},
    },
};
use xfold_asp::diagnostic::Diagnostic;
use xfold_cli::{OpenTable, Told};

/// What may be kept of parts in memory if nobody says otherwise and the memory of the machine is not known.
const DEFAULT_ROOM: u64 = 4 << 30;

/// Answers the library's requests, and keeps parts in codes for the next ones.
pub struct Library {
    cache: PartCache,
}

impl Library {
    /// Keeps up to so many bytes in memory, and what has no room there in files of a folder.
    pub fn new(room: Option<u64>, folder: Option<PathBuf>) -> Self {
        let folder = folder.unwrap_or_else(std::env::temp_dir);
        // A command takes half of the machine at most: half of that is left for reading and for the search.
        let default = || xfold_cli::half_of_the_machine().map_or(DEFAULT_ROOM, |half| half / 2);
        Self { cache: PartCache::new(room.unwrap_or_else(default), folder) }
    }
}

impl Answerer for Library {
    fn answer(&self, request: &[u8], part: &mut dyn PartSource) -> Result<Vec<u8>, String> {
        parts::answer(request, &mut ArrowRows(part), &self.cache)
    }
}

/// The rows of a part, as the library reads them.
struct ArrowRows<'a>(&'a mut dyn PartSource);

impl PartRows for ArrowRows<'_> {
    fn key(&self) -> String {
        self.0.key()
    }

    fn read(
        &mut self,
        columns: &[Wanted],
        each: &mut dyn FnMut(&[RawCells]) -> Result<(), String>,
    ) -> Result<(), String> {
        let places: Vec<usize> = columns.iter().map(|wanted| wanted.place).collect();
        self.0.for_each_batch(Some(&places), &mut |batch| {
            let cells = columns.iter().zip(batch.columns());
            let cells = cells.map(|(wanted, cells)| raw_cells(cells, wanted.as_numbers));
            each(&cells.collect::<Result<Vec<_>, String>>()?)
        })
    }

    fn is_cancelled(&self) -> bool {
        self.0.is_cancelled()
    }
}

/// The cells of a column. Numbers are given as numbers if they are wanted so, else as the texts that a file of texts would
/// have; texts stay texts.
fn raw_cells(cells: &ArrayRef, as_numbers: bool) -> Result<RawCells, String> {
    match cells.data_type() {
        DataType::Dictionary(_, values) => {
            let plain = cast(cells, values).map_err(|error| error.to_string())?;
            raw_cells(&plain, as_numbers)
        }
        DataType::Boolean => Ok(booleans(as_boolean_array(cells), as_numbers)),
        DataType::Int8 => Ok(whole::<Int8Type>(cells, as_numbers)),
        DataType::Int16 => Ok(whole::<Int16Type>(cells, as_numbers)),
        DataType::Int32 => Ok(whole::<Int32Type>(cells, as_numbers)),
        DataType::Int64 => Ok(whole::<Int64Type>(cells, as_numbers)),
        DataType::UInt8 => Ok(whole::<UInt8Type>(cells, as_numbers)),
        DataType::UInt16 => Ok(whole::<UInt16Type>(cells, as_numbers)),
        DataType::UInt32 => Ok(whole::<UInt32Type>(cells, as_numbers)),
        DataType::UInt64 => Ok(whole::<UInt64Type>(cells, as_numbers)),
        DataType::Float16 => Ok(numbers::<Float16Type>(
            cells,
            as_numbers,
            |value| shortest(f32::from(value)),
            |v| v.to_string(),
        )),
        DataType::Float32 => {
            Ok(numbers::<Float32Type>(cells, as_numbers, shortest, |value| value.to_string()))
        }
        DataType::Float64 => {
            Ok(numbers::<Float64Type>(cells, as_numbers, |value| value, |value| value.to_string()))
        }
        DataType::Decimal128(_, scale) => {
            let scale = *scale;
            let text = move |digits: i128| decimal(&digits.to_string(), scale);
            Ok(numbers::<Decimal128Type>(
                cells,
                as_numbers,
                move |digits| real(&digits.to_string(), scale),
                text,
            ))
        }
        DataType::Decimal256(_, scale) => {
            let scale = *scale;
            let number = move |digits: <Decimal256Type as ArrowPrimitiveType>::Native| {
                real(&digits.to_string(), scale)
            };
            Ok(numbers::<Decimal256Type>(cells, as_numbers, number, move |digits| {
                decimal(&digits.to_string(), scale)
            }))
        }
        DataType::Null if as_numbers => Ok(RawCells::Numbers(vec![f64::NAN; cells.len()])),
        DataType::Utf8 => Ok(texts(cells.as_string::<i32>().iter().map(|text| text.map(str::as_bytes)))),
        DataType::LargeUtf8 => Ok(texts(cells.as_string::<i64>().iter().map(|text| text.map(str::as_bytes)))),
        DataType::Utf8View => Ok(texts(cells.as_string_view().iter().map(|text| text.map(str::as_bytes)))),
        DataType::Binary => Ok(texts(cells.as_binary::<i32>().iter())),
        DataType::LargeBinary => Ok(texts(cells.as_binary::<i64>().iter())),
        DataType::BinaryView => Ok(texts(cells.as_binary_view().iter())),
        DataType::FixedSizeBinary(_) => Ok(texts(cells.as_fixed_size_binary().iter())),
        DataType::Null => Ok(texts((0..cells.len()).map(|_| None))),
        other => Err(format!("a column of type {other} has no cells that rules could read")),
    }
}

fn texts<'a>(cells: impl Iterator<Item = Option<&'a [u8]>>) -> RawCells {
    let mut texts = Texts::default();
    cells.for_each(|text| texts.push(text));
    RawCells::Texts(texts)
}

fn booleans(cells: &BooleanArray, as_numbers: bool) -> RawCells {
    if as_numbers {
        let number = |value: Option<bool>| value.map_or(f64::NAN, |value| f64::from(u8::from(value)));
        return RawCells::Numbers(cells.iter().map(number).collect());
    }
    texts(cells.iter().map(|value| value.map(|value| if value { "true" } else { "false" }.as_bytes())))
}

fn whole<T: ArrowPrimitiveType>(cells: &ArrayRef, as_numbers: bool) -> RawCells
where
    T::Native: Into<i128>,
{
    numbers::<T>(cells, as_numbers, |value| value.into() as f64, |value| value.into().to_string())
}

fn numbers<T: ArrowPrimitiveType>(
    cells: &ArrayRef,
    as_numbers: bool,
    number: impl Fn(T::Native) -> f64,
    text: impl Fn(T::Native) -> String,
) -> RawCells {
    let cells: &PrimitiveArray<T> = cells.as_primitive();
    if as_numbers {
        return RawCells::Numbers(cells.iter().map(|value| value.map_or(f64::NAN, &number)).collect());
    }
    let mut out = Texts::default();
    cells.iter().for_each(|value| out.push(value.map(|value| text(value)).as_deref().map(str::as_bytes)));
    RawCells::Texts(out)
}

/// The shortest decimal that names the value, not its binary digits.
fn shortest(value: f32) -> f64 {
    value.to_string().parse().unwrap_or(f64::from(value))
}

/// The number that a decimal names: rounded once, as if it was read from a text.
fn real(digits: &str, scale: i8) -> f64 {
    format!("{digits}e{}", -i16::from(scale)).parse().unwrap_or(f64::NAN)
}

/// A decimal as a text, with all its digits.
fn decimal(digits: &str, scale: i8) -> String {
    let Ok(scale @ 1..) = usize::try_from(scale) else { return digits.to_string() };
    let (sign, digits) = digits.strip_prefix('-').map_or(("", digits), |digits| ("-", digits));
    let all = format!("{digits:0>width$}", width = scale + 1);
    let (whole, fraction) = all.split_at(all.len() - scale);
    format!("{sign}{whole}.{fraction}")
}

/// A table on an engine, as the library's learner asks it.
pub struct EngineTable {
    engine: Box<dyn Engine>,
    source: Source,
    told: Told,
}

impl EngineTable {
    /// A table by its name in messages. In CSV files all columns are texts, whatever they hold. `told` receives the progress
    /// of requests.
    pub fn new(engine: Box<dyn Engine>, name: String, told: Told) -> Result<Self, Diagnostic> {
        let csv = engine.csv();
        let mut columns = columns(engine.schema(), csv.is_some(), &name)?;
        if csv.is_some_and(|csv| !csv.has_header) {
            columns.iter_mut().zip(1..).for_each(|(column, number)| column.name = format!("c{number}"));
        }
        let decimal_comma = csv.is_some_and(|csv| csv.delimiter != b',');
        Ok(Self { engine, source: Source { name, columns, decimal_comma }, told })
    }
}

impl OpenTable for EngineTable {
    fn source(&self) -> &Source {
        &self.source
    }

    fn check_unchanged(&self) -> Result<(), Diagnostic> {
        self.engine.check_unchanged().map_err(message)
    }
}

fn columns(schema: &SchemaRef, are_texts: bool, table: &str) -> Result<Vec<SourceColumn>, Diagnostic> {
    let column = |field: &datafusion::arrow::datatypes::Field| {
        let data_type = match field.data_type() {
            DataType::Dictionary(_, values) => values,
            other => other,
        };
        let is_time = data_type.is_temporal();
        if data_type.is_nested() {
            let message =
                format!("{table}: column `{}` is nested, and rules need flat columns", field.name());
            return Err(Diagnostic::error(codes::BAD_PARQUET, message).help("flatten the table first"));
        }
        let is_number = data_type.is_numeric() || is_time || *data_type == DataType::Null;
        let kind = if is_number { Kind::Number } else { Kind::Category };
        Ok(SourceColumn { name: field.name().clone(), kind: (!are_texts).then_some(kind), is_time })
    };
    schema.fields().iter().map(|field| column(field)).collect()
}

impl Parts for EngineTable {
    fn keys(&self) -> Vec<String> {
        self.engine.parts().iter().map(|part| part.key()).collect()
    }

    fn run(&self, request: &[u8], limits: &Limits) -> xfold::Result<Vec<Vec<u8>>> {
        let control = UnderLimits { limits, told: &self.told };
        self.engine.run(request, None, &control).map_err(|error| match (error, limits.reached()) {
            (EngineError::Cancelled, Some(limit)) => Error::Limit(limit),
            (error, _) => message(error).into(),
        })
    }
}

/// What the user is told of an engine's failure.
pub fn message(error: EngineError) -> Diagnostic {
    let help = match &error {
        EngineError::Table(_) => "give files, a folder, a pattern such as 'data/*.parquet', or an address",
        EngineError::Part { what, .. } if what.contains("invalid UTF-8") => {
            "an engine reads CSV files in UTF-8 only: convert the file, or learn in memory"
        }
        EngineError::Part { .. } => "look at the file that is named, or leave it out",
        EngineError::Unreachable { .. } | EngineError::NoExecutors { .. } | EngineError::Version { .. } => {
            "the manual has a page about engines: docs/src/engines.md"
        }
        EngineError::Lost(_) | EngineError::Cancelled => "look at what the scheduler and the executors say",
    };
    Diagnostic::error(codes::ENGINE, error.to_string()).help(help)
}

/// Ends a request when a limit is reached.
struct UnderLimits<'a> {
    limits: &'a Limits,
    told: &'a Told,
}

impl Control for UnderLimits<'_> {
    fn progress(&self, parts_done: usize, parts: usize) {
        (self.told)(parts_done, parts);
    }

    fn is_cancelled(&self) -> bool {
        self.limits.reached().is_some()
    }
}
