//! Reading one part: the only place where rows of a table are read.
//!
//! DataFusion reads the file as it would for a query; what is added here are the checks that it is still the same
//! file, a reservation of memory, and messages that name the file.

use crate::{
    border::PartSource,
    part::PartDescription,
    stores::store_at,
    table::{Format, TableHead, reason, what_changed},
};
use datafusion::datasource::listing::PartitionedFile;
use datafusion::datasource::physical_plan::FileSource;
use datafusion::{
    arrow::{array::RecordBatch, datatypes::SchemaRef},
    common::config::CsvOptions,
    datasource::{
        physical_plan::{
            CsvSource, FileScanConfigBuilder, ParquetSource,
            parquet::{ParquetAccessPlan, RowGroupAccess},
        },
        source::DataSourceExec,
    },
    error::{DataFusionError, Result as DataFusionResult},
    execution::{
        SendableRecordBatchStream, TaskContext,
        memory_pool::{MemoryConsumer, MemoryLimit, MemoryReservation},
        object_store::ObjectStoreUrl,
    },
    physical_plan::ExecutionPlan,
};
use futures::StreamExt;
use object_store::{ObjectMeta, ObjectStoreExt, path::Path};
use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};
use tokio::runtime::Handle;

/// A part of a table in files.
pub(crate) struct FilePart {
    pub(crate) description: PartDescription,
    pub(crate) head: Arc<TableHead>,
    pub(crate) context: Arc<TaskContext>,
    pub(crate) runtime: Handle,
    /// Whether this part, or all that were asked with it, are not wanted any more.
    pub(crate) cancelled: [Arc<AtomicBool>; 2],
}

/// How long to wait before memory is asked for again, while other parts hold it.
const WAIT_FOR_MEMORY: Duration = Duration::from_millis(5);

impl PartSource for FilePart {
    fn key(&self) -> String {
        self.description.key()
    }

    fn name(&self) -> String {
        self.description.name()
    }

    fn schema(&self) -> SchemaRef {
        self.head.schema.clone()
    }

    fn n_rows(&self) -> Option<u64> {
        self.description.n_rows
    }

    fn for_each_batch(
        &mut self,
        columns: Option<&[usize]>,
        each: &mut dyn FnMut(RecordBatch) -> Result<(), String>,
    ) -> Result<(), String> {
        self.runtime.block_on(self.read(columns, each))
    }

    fn is_cancelled(&self) -> bool {
        self.cancelled.iter().any(|cancelled| cancelled.load(Ordering::Relaxed))
    }
}

impl FilePart {
    async fn read(
        &self,
        columns: Option<&[usize]>,
        each: &mut dyn FnMut(RecordBatch) -> Result<(), String>,
    ) -> Result<(), String> {
        let file = self.unchanged().await?;
        let _held = self.reserve(columns).await?;
        let unreadable = |error: DataFusionError| format!("the file cannot be read: {}", reason(&error));
        let mut batches = self.scan(file, columns).map_err(unreadable)?;
        let mut n_rows = 0;
        while let Some(batch) = batches.next().await {
            if self.is_cancelled() {
                return Err("cancelled".into());
            }
            let batch = batch.map_err(unreadable)?;
            n_rows += batch.num_rows() as u64;
            each(batch)?;
        }
        self.unchanged().await?;
        match self.description.n_rows {
            Some(expected) if expected != n_rows => {
                Err(format!("the file promises {expected} rows here, but has {n_rows}"))
            }
            _ => Ok(()),
        }
    }

    /// The file as it is now, if it is the one that the table was opened with.
    async fn unchanged(&self) -> Result<ObjectMeta, String> {
        let store = store_at(&self.store_url()?, &self.context.runtime_env())?;
        let path = Path::from(self.description.path.as_str());
        let now = store.head(&path).await.map_err(|error| match error {
            object_store::Error::NotFound { .. } => {
                "the file is not there; every executor must reach it under the same name".to_string()
            }
            other => other.to_string(),
        })?;
        what_changed(&self.description, &now).map_or(Ok(now), Err)
    }

    fn store_url(&self) -> Result<ObjectStoreUrl, String> {
        ObjectStoreUrl::parse(&self.description.store).map_err(|error| reason(&error))
    }

    /// Holds the memory that reading takes. Waits while other parts hold it.
    async fn reserve(&self, columns: Option<&[usize]>) -> Result<MemoryReservation, String> {
        let pool = &self.context.runtime_env().memory_pool;
        let needed = self.description.bytes_in_memory(columns) as usize;
        let held = MemoryConsumer::new(self.description.path.clone()).register(pool);
        loop {
            if self.is_cancelled() {
                return Err("cancelled".into());
            }
            let others = pool.reserved();
            match held.try_grow(needed) {
                Ok(()) => return Ok(held),
                Err(_) if others > 0 => tokio::time::sleep(WAIT_FOR_MEMORY).await,
                Err(_) => {
                    let limit = match pool.memory_limit() {
                        MemoryLimit::Finite(limit) => format!("the limit is {limit} bytes"),
                        _ => "there is not so much".into(),
                    };
                    return Err(format!(
                        "reading needs {needed} bytes of memory, but {limit}; raise the limit, or write the file \
                         with smaller row groups"
                    ));
                }
            }
        }
    }

    fn scan(
        &self,
        file: ObjectMeta,
        columns: Option<&[usize]>,
    ) -> DataFusionResult<SendableRecordBatchStream> {
        let mut file = PartitionedFile::new_from_meta(file);
        let schema = self.head.schema.clone();
        let source: Arc<dyn FileSource> = match self.head.format {
            Format::Parquet => {
                if let Some(groups) = &self.description.row_groups {
                    let mut access = vec![RowGroupAccess::Skip; self.description.n_row_groups];
                    access[groups.clone()].fill(RowGroupAccess::Scan);
                    file = file.with_extension(ParquetAccessPlan::new(access));
                }
                Arc::new(ParquetSource::new(schema))
            }
            Format::Csv(csv) => {
                let options = CsvOptions {
                    has_header: Some(csv.has_header),
                    delimiter: csv.delimiter,
                    newlines_in_values: Some(true),
                    ..CsvOptions::default()
                };
                Arc::new(CsvSource::new(schema).with_csv_options(options))
            }
        };
        let store = ObjectStoreUrl::parse(&self.description.store)?;
        let config = FileScanConfigBuilder::new(store, source)
            .with_file(file)
            .with_projection_indices(columns.map(<[usize]>::to_vec))?
            .build();
        DataSourceExec::from_data_source(config).execute(0, self.context.clone())
    }
}
