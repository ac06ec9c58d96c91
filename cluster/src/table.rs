//! Opening a table: which files it has, that they belong together, and how they are cut into parts.
//!
//! Only names, footers (Parquet) and header lines (CSV) are read here. The order of files and parts is fixed by the
//! names of the files, so that rows have the same order in every run.

use crate::{border::EngineError, part::PartDescription, stores::store_at};
use datafusion::{
    arrow::datatypes::{DataType, Field, Schema, SchemaRef},
    datasource::{listing::ListingTableUrl, physical_plan::parquet::metadata::DFParquetMetadata},
    error::DataFusionError,
    parquet::{arrow::parquet_to_arrow_schema, file::metadata::ParquetMetaData},
    prelude::SessionContext,
};
use futures::{StreamExt, TryStreamExt};
use object_store::{ObjectMeta, ObjectStore, ObjectStoreExt};
use serde::{Deserialize, Serialize};
use std::{collections::HashSet, ops::Range, sync::Arc};

/// How the files of a table are read and cut.
#[derive(Debug, Clone)]
pub struct TableOptions {
    /// A part has about so many rows: row groups of a Parquet file are put together up to this number.
    pub rows_per_part: u64,
    /// How CSV files are written.
    pub csv: CsvFormat,
}

impl Default for TableOptions {
    fn default() -> Self {
        Self { rows_per_part: 1 << 20, csv: CsvFormat { delimiter: b',', has_header: true } }
    }
}

/// How a CSV file is written. Its columns are all text: the library finds out what they are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct CsvFormat {
    /// What stands between two cells.
    pub delimiter: u8,
    /// Whether the first line has the names of the columns; else they are `column_1`, `column_2` and so on.
    pub has_header: bool,
}

/// How the rows of a file are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Format {
    Parquet,
    Csv(CsvFormat),
}

/// What all parts of a table have in common.
#[derive(Debug)]
pub(crate) struct TableHead {
    pub(crate) schema: SchemaRef,
    pub(crate) format: Format,
}

impl TableHead {
    /// How the files are written, if they are CSV.
    pub(crate) fn csv(&self) -> Option<CsvFormat> {
        match self.format {
            Format::Csv(csv) => Some(csv),
            Format::Parquet => None,
        }
    }
}

/// A table in parts.
#[derive(Debug)]
pub(crate) struct Table {
    pub(crate) head: Arc<TableHead>,
    pub(crate) parts: Vec<PartDescription>,
}

/// How many footers are read at the same time.
const N_FOOTERS_AT_ONCE: usize = 16;
/// Reading CSV keeps about so many bytes: a block of the file and the batch made of it.
const CSV_BYTES_IN_MEMORY: u64 = 4 << 20;
/// The rows of a batch, by default.
const ROWS_PER_BATCH: u64 = 8192;

impl Table {
    /// Finds the files at these locations: paths, patterns, folders or addresses of an object store.
    pub(crate) async fn open(
        locations: &[String],
        options: &TableOptions,
        context: &SessionContext,
    ) -> Result<Self, EngineError> {
        let files = find_files(locations, context).await?;
        let format = common_format(&files, options.csv)?;
        let opened: Vec<_> = futures::stream::iter(&files)
            .map(|file| async move { open_file(file, format, options.rows_per_part).await })
            .buffered(N_FOOTERS_AT_ONCE)
            .try_collect()
            .await?;
        let mut schema: Option<(String, SchemaRef)> = None;
        let mut parts = Vec::new();
        for (file, (found, of_file)) in files.iter().zip(opened) {
            match &schema {
                None => schema = Some((file.url(), Arc::new(found))),
                Some((first, expected)) => same_columns(&file.url(), &found, first, expected)?,
            }
            parts.extend(of_file);
        }
        let (_, schema) = schema.ok_or_else(|| EngineError::Table("the table has no file".into()))?;
        Ok(Self { head: Arc::new(TableHead { schema, format }), parts })
    }
}

/// Compares a file with the description of its part, which was made when the table was opened.
pub(crate) fn what_changed(part: &PartDescription, now: &ObjectMeta) -> Option<String> {
    if now.size != part.size {
        return Some(format!(
            "the file has changed since the table was opened: it had {} bytes and now has {}",
            part.size, now.size
        ));
    }
    let same_version = match (&part.etag, &now.e_tag) {
        (Some(then), Some(now)) => then == now,
        _ => part.modified == nanoseconds(now),
    };
    (!same_version).then(|| {
        "the file has changed since the table was opened: it was written again meanwhile".to_string()
    })
}

struct File {
    store_url: String,
    store: Arc<dyn ObjectStore>,
    meta: ObjectMeta,
}

impl File {
    fn url(&self) -> String {
        self.description(None, 0).url()
    }

    fn description(&self, row_groups: Option<Range<usize>>, n_row_groups: usize) -> PartDescription {
        PartDescription {
            store: self.store_url.clone(),
            path: self.meta.location.to_string(),
            size: self.meta.size,
            modified: nanoseconds(&self.meta),
            etag: self.meta.e_tag.clone(),
            row_groups,
            n_row_groups,
            n_rows: None,
            column_bytes: Vec::new(),
        }
    }
}

fn nanoseconds(meta: &ObjectMeta) -> i64 {
    meta.last_modified.timestamp_nanos_opt().unwrap_or_else(|| meta.last_modified.timestamp())
}

async fn find_files(locations: &[String], context: &SessionContext) -> Result<Vec<File>, EngineError> {
    let mut files: Vec<File> = Vec::new();
    let mut known = HashSet::new();
    for location in locations {
        let failed = |error: DataFusionError| EngineError::Table(format!("{location}: {}", reason(&error)));
        let url = ListingTableUrl::parse(location).map_err(failed)?;
        let store_url = url.object_store();
        let store = store_at(&store_url, &context.runtime_env())
            .map_err(|what| EngineError::Table(format!("{location}: {what}")))?;
        let state = context.state();
        let listed = url.list_all_files(&state, store.as_ref(), "").await.map_err(failed)?;
        let mut found: Vec<ObjectMeta> = listed.try_collect().await.map_err(failed)?;
        let is_one_file = found.len() == 1 && found[0].location == *url.prefix();
        found.retain(|meta| is_one_file || format_of(&meta.location).is_some());
        if found.is_empty() {
            return Err(EngineError::Table(format!(
                "{location}: there is no such file, nor a folder or pattern with files that end in .parquet, .csv or .tsv"
            )));
        }
        found.sort_by(|a, b| a.location.cmp(&b.location));
        for meta in found {
            if known.insert((store_url.as_str().to_string(), meta.location.clone())) {
                files.push(File { store_url: store_url.as_str().to_string(), store: store.clone(), meta });
            }
        }
    }
    Ok(files)
}

#[derive(PartialEq, Clone, Copy)]
enum Kind {
    Parquet,
    Csv,
}

fn format_of(path: &object_store::path::Path) -> Option<Kind> {
    match path.extension()?.to_ascii_lowercase().as_str() {
        "parquet" | "pq" => Some(Kind::Parquet),
        "csv" | "tsv" | "data" => Some(Kind::Csv),
        _ => None,
    }
}

fn common_format(files: &[File], csv: CsvFormat) -> Result<Format, EngineError> {
    let mut common = None;
    for file in files {
        let kind = format_of(&file.meta.location).ok_or_else(|| {
            EngineError::Table(format!("{}: expected a name that ends in .parquet, .csv or .tsv", file.url()))
        })?;
        match common {
            Some((first, other)) if other != kind => {
                let first: &File = first;
                return Err(EngineError::Table(format!(
                    "{} and {} are of different formats; a table has files of one format",
                    first.url(),
                    file.url()
                )));
            }
            _ => common = Some((file, kind)),
        }
    }
    Ok(match common {
        Some((_, Kind::Csv)) => Format::Csv(csv),
        _ => Format::Parquet,
    })
}

async fn open_file(
    file: &File,
    format: Format,
    rows_per_part: u64,
) -> Result<(Schema, Vec<PartDescription>), EngineError> {
    let opened = match format {
        Format::Parquet => open_parquet(file, rows_per_part).await,
        Format::Csv(csv) => open_csv(file, csv).await,
    };
    opened.map_err(|what| EngineError::Table(format!("{}: {what}", file.url())))
}

async fn open_parquet(file: &File, rows_per_part: u64) -> Result<(Schema, Vec<PartDescription>), String> {
    let metadata = DFParquetMetadata::new(file.store.as_ref(), &file.meta)
        .fetch_metadata()
        .await
        .map_err(|error| format!("this is not a whole Parquet file: {}", reason(&error)))?;
    let of_file = metadata.file_metadata();
    let schema = parquet_to_arrow_schema(of_file.schema_descr(), of_file.key_value_metadata())
        .map_err(|error| format!("the columns of this Parquet file cannot be read: {error}"))?;
    let parts = row_group_runs(&metadata, rows_per_part)
        .into_iter()
        .map(|run| {
            let n_rows = metadata.row_groups()[run.clone()].iter().map(|group| group.num_rows() as u64).sum();
            PartDescription {
                n_rows: Some(n_rows),
                column_bytes: column_bytes(&metadata, run.clone(), schema.fields().len()),
                ..file.description(Some(run), metadata.num_row_groups())
            }
        })
        .collect();
    Ok((plain_types(&schema), parts))
}

/// Row groups put together in runs of at most so many rows, or of one row group.
fn row_group_runs(metadata: &ParquetMetaData, rows_per_part: u64) -> Vec<Range<usize>> {
    let mut runs: Vec<Range<usize>> = Vec::new();
    let mut n_rows = 0;
    for (at, group) in metadata.row_groups().iter().enumerate() {
        let in_group = group.num_rows() as u64;
        match runs.last_mut() {
            Some(run) if n_rows + in_group <= rows_per_part => {
                run.end = at + 1;
                n_rows += in_group;
            }
            _ => {
                runs.push(at..at + 1);
                n_rows = in_group;
            }
        }
    }
    runs
}

/// What reading keeps of each column: its bytes in the largest row group, and one batch of it unpacked.
fn column_bytes(metadata: &ParquetMetaData, run: Range<usize>, n_columns: usize) -> Vec<u64> {
    let mut largest = vec![0; n_columns];
    for group in &metadata.row_groups()[run] {
        let mut of_group = vec![0; n_columns];
        let share = (group.num_rows() as u64).div_ceil(ROWS_PER_BATCH).max(1);
        for (leaf, chunk) in group.columns().iter().enumerate() {
            let column = group.schema_descr().get_column_root_idx(leaf);
            let unpacked = chunk.uncompressed_size().max(0) as u64 / share;
            of_group[column] += chunk.compressed_size().max(0) as u64 + unpacked;
        }
        for (largest, of_group) in largest.iter_mut().zip(of_group) {
            *largest = of_group.max(*largest);
        }
    }
    largest
}

/// Text is `Utf8` and bytes are `Binary`, whatever the program that wrote the file preferred.
fn plain_types(schema: &Schema) -> Schema {
    let plain = |field: &Arc<Field>| Field::new(field.name(), plain_type(field.data_type()), true);
    Schema::new(schema.fields().iter().map(plain).collect::<Vec<_>>())
}

fn plain_type(data_type: &DataType) -> DataType {
    match data_type {
        DataType::Dictionary(_, value) => plain_type(value),
        DataType::LargeUtf8 | DataType::Utf8View => DataType::Utf8,
        DataType::LargeBinary | DataType::BinaryView => DataType::Binary,
        other => other.clone(),
    }
}

async fn open_csv(file: &File, csv: CsvFormat) -> Result<(Schema, Vec<PartDescription>), String> {
    let first = first_record(file, csv.delimiter).await?;
    let name = |(at, cell): (usize, &String)| {
        if csv.has_header { cell.trim().to_string() } else { format!("column_{}", at + 1) }
    };
    let field = |name| Field::new(name, DataType::Utf8, true);
    let fields: Vec<Field> = first.iter().enumerate().map(name).map(field).collect();
    let share = CSV_BYTES_IN_MEMORY / fields.len().max(1) as u64;
    let part = PartDescription { column_bytes: vec![share; fields.len()], ..file.description(None, 0) };
    Ok((Schema::new(fields), vec![part]))
}

/// The first line of a CSV file. More of the file is read until that line is whole.
async fn first_record(file: &File, delimiter: u8) -> Result<Vec<String>, String> {
    if file.meta.size == 0 {
        return Err("the file is empty".into());
    }
    let mut n_bytes = (64 << 10).min(file.meta.size);
    loop {
        let bytes = file.store.get_range(&file.meta.location, 0..n_bytes).await.map_err(|e| e.to_string())?;
        let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&bytes);
        let mut reader = csv::ReaderBuilder::new()
            .has_headers(false)
            .flexible(true)
            .delimiter(delimiter)
            .from_reader(text);
        let mut record = csv::ByteRecord::new();
        reader.read_byte_record(&mut record).map_err(|e| e.to_string())?;
        if (reader.position().byte() as usize) < text.len() || n_bytes == file.meta.size {
            let text = |cell: &[u8]| String::from_utf8(cell.to_vec());
            return record
                .iter()
                .map(text)
                .collect::<Result<_, _>>()
                .map_err(|_| "the first line is not UTF-8; write the file as UTF-8".to_string());
        }
        n_bytes = (2 * n_bytes).min(file.meta.size);
    }
}

fn same_columns(file: &str, found: &Schema, first: &str, expected: &Schema) -> Result<(), EngineError> {
    let differs =
        |what: String| Err(EngineError::Table(format!("{file}: {what}; the first file is {first}")));
    if found.fields().len() != expected.fields().len() {
        return differs(format!(
            "there are {} columns, but the first file has {}",
            found.fields().len(),
            expected.fields().len()
        ));
    }
    for (at, (found, expected)) in found.fields().iter().zip(expected.fields()).enumerate() {
        if found.name() != expected.name() {
            return differs(format!(
                "column {} is `{}`, but in the first file it is `{}`",
                at + 1,
                found.name(),
                expected.name()
            ));
        }
        if found.data_type() != expected.data_type() {
            return differs(format!(
                "column `{}` is of the type {}, but in the first file of {}",
                found.name(),
                found.data_type(),
                expected.data_type()
            ));
        }
    }
    Ok(())
}

/// What an error says without the words that the layers of DataFusion put around it.
pub(crate) fn reason(error: &DataFusionError) -> String {
    match error {
        DataFusionError::ObjectStore(error) => match error.as_ref() {
            object_store::Error::NotFound { .. } => "there is no such file".into(),
            other => other.to_string(),
        },
        DataFusionError::ParquetError(error) => error.to_string(),
        DataFusionError::ArrowError(error, _) => error.to_string(),
        DataFusionError::External(error) => error.to_string(),
        DataFusionError::Context(_, error) => reason(error),
        DataFusionError::Shared(error) => reason(error),
        other => other.strip_backtrace(),
    }
}
