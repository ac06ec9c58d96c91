//! Small tables on disk, with the same rows cut in different ways.

use datafusion::{
    arrow::{
        array::{ArrayRef, Int64Array, RecordBatch, StringArray},
        datatypes::{DataType, Field, Schema},
    },
    parquet::{arrow::ArrowWriter, file::properties::WriterProperties},
};
use std::{fs::File, ops::Range, path::Path, sync::Arc};
use xfold_cluster::TableOptions;

pub const N_ROWS: i64 = 70;

/// Rows and sum of the whole table.
pub const TOTAL: (u64, i64) = (70, 70 * 69 / 2 * 3);

pub fn write_parquet(path: &Path, ids: Range<i64>, rows_per_group: usize) {
    let field = |name, of| Field::new(name, of, true);
    let schema = Arc::new(Schema::new(vec![
        field("id", DataType::Int64),
        field("value", DataType::Int64),
        field("name", DataType::Utf8),
    ]));
    let columns: Vec<ArrayRef> = vec![
        Arc::new(Int64Array::from_iter_values(ids.clone())),
        Arc::new(Int64Array::from_iter_values(ids.clone().map(|id| 3 * id))),
        Arc::new(StringArray::from_iter(ids.map(|id| (id % 7 > 0).then(|| format!("n{}", id % 5))))),
    ];
    let batch = RecordBatch::try_new(schema.clone(), columns).unwrap();
    let properties = WriterProperties::builder().set_max_row_group_row_count(Some(rows_per_group)).build();
    let mut writer = ArrowWriter::try_new(File::create(path).unwrap(), schema, Some(properties)).unwrap();
    writer.write(&batch).unwrap();
    writer.close().unwrap();
}

/// The table in files of these numbers of rows, each in row groups of ten.
pub fn write_files(folder: &Path, n_files: i64) -> String {
    let per_file = N_ROWS / n_files;
    for at in 0..n_files {
        let file = folder.join(format!("part-{at:02}.parquet"));
        write_parquet(&file, at * per_file..(at + 1) * per_file, 10);
    }
    folder.to_str().unwrap().to_string()
}

pub fn rows_per_part(rows_per_part: u64) -> TableOptions {
    TableOptions { rows_per_part, ..TableOptions::default() }
}
