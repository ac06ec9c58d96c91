//! A table that has been opened, and the threads in which an engine waits for files and for others.

use crate::{
    answer::Answers,
    border::EngineError,
    part::PartDescription,
    stores::store_at,
    table::{Table, TableOptions, what_changed},
};
use datafusion::{execution::object_store::ObjectStoreUrl, prelude::SessionContext};
use futures::{StreamExt, TryStreamExt};
use object_store::{ObjectStoreExt, path::Path};
use tokio::runtime::{Builder, Runtime};

/// How many files are asked for at the same time.
const N_FILES_AT_ONCE: usize = 16;

pub(crate) struct Opened {
    pub(crate) table: Table,
    /// Always there; taken out only to end it without waiting.
    runtime: Option<Runtime>,
}

impl Opened {
    pub(crate) fn open(
        locations: &[String],
        options: &TableOptions,
        context: &SessionContext,
        n_threads: usize,
    ) -> Result<Self, EngineError> {
        let runtime = Builder::new_multi_thread()
            .worker_threads(n_threads.max(1))
            .thread_name("xfold-engine")
            .enable_all()
            .build()
            .map_err(|error| EngineError::Lost(format!("no threads can be started: {error}")))?;
        let table = runtime.block_on(Table::open(locations, options, context))?;
        Ok(Self { table, runtime: Some(runtime) })
    }

    pub(crate) fn block_on<T>(&self, future: impl Future<Output = T>) -> T {
        self.runtime.as_ref().expect("taken out only when dropped").block_on(future)
    }

    /// The numbers of the parts that a request is about.
    pub(crate) fn wanted(&self, parts: Option<&[usize]>) -> Result<Vec<usize>, EngineError> {
        let n_parts = self.table.parts.len();
        let wanted: Vec<usize> = parts.map_or_else(|| (0..n_parts).collect(), <[usize]>::to_vec);
        match wanted.iter().find(|&&part| part >= n_parts) {
            Some(part) => {
                Err(EngineError::Table(format!("there is no part {part}: the table has {n_parts}")))
            }
            None => Ok(wanted),
        }
    }

    /// The answers in the order of the parts that were asked, or the error of the first part that has one.
    pub(crate) fn in_order(
        &self,
        mut answers: Answers,
        wanted: &[usize],
    ) -> Result<Vec<Vec<u8>>, EngineError> {
        if let Some((part, what)) = answers.first_error() {
            let name = self.table.parts.get(part).map(|part| part.name()).unwrap_or_default();
            return Err(EngineError::Part { part, name, what: what.to_string() });
        }
        let answer = |&part: &usize| {
            answers.take(part).ok_or_else(|| EngineError::Lost(format!("no answer came for part {part}")))
        };
        wanted.iter().map(answer).collect()
    }

    pub(crate) fn check_unchanged(&self, context: &SessionContext) -> Result<(), EngineError> {
        let check = |(at, part): (usize, &PartDescription)| {
            let (environment, part) = (context.runtime_env(), part.clone());
            async move {
                let changed = |what: String| EngineError::Part { part: at, name: part.name(), what };
                let store = ObjectStoreUrl::parse(&part.store)
                    .map_err(|error| error.to_string())
                    .and_then(|url| store_at(&url, &environment))
                    .map_err(changed)?;
                let now = store.head(&Path::from(part.path.as_str())).await;
                let now = now.map_err(|_| changed("the file is not there any more".into()))?;
                what_changed(&part, &now).map_or(Ok(()), |what| Err(changed(what)))
            }
        };
        let checks = futures::stream::iter(self.table.parts.iter().enumerate().map(check));
        self.block_on(checks.buffered(N_FILES_AT_ONCE).try_collect())
    }
}

impl Drop for Opened {
    /// A request that was given up may still be at work: nobody waits for it.
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}
