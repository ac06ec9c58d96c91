//! DataFusion in this process: parts are answered by threads, one after the other as places become free.

use crate::{
    answer::{AnswerExec, Answers},
    border::{Answerer, Control, Engine, EngineError, Workers},
    opened::Opened,
    part::PartDescription,
    table::{CsvFormat, TableOptions, reason},
};
use datafusion::{
    arrow::datatypes::SchemaRef,
    error::{DataFusionError, Result as DataFusionResult},
    execution::{
        TaskContext,
        memory_pool::GreedyMemoryPool,
        runtime_env::{RuntimeEnv, RuntimeEnvBuilder},
    },
    physical_plan::ExecutionPlan,
    prelude::{SessionConfig, SessionContext},
};
use futures::{FutureExt, StreamExt, TryStreamExt};
use std::{sync::Arc, time::Duration};
use tokio::time::MissedTickBehavior;

/// How much a process may use.
#[derive(Debug, Clone, Copy)]
pub struct Resources {
    /// How many parts are answered at the same time.
    pub n_threads: usize,
    /// How many bytes reading may hold at the same time; what an [`Answerer`] keeps is its own account.
    pub memory_limit: Option<u64>,
}

impl Default for Resources {
    fn default() -> Self {
        let n_threads = std::thread::available_parallelism().map_or(1, usize::from);
        Self { n_threads, memory_limit: None }
    }
}

/// How often progress is told and cancellation is asked for.
pub(crate) const CONTROL_INTERVAL: Duration = Duration::from_millis(100);

/// Answers requests in this process.
pub struct DataFusionEngine {
    opened: Opened,
    context: SessionContext,
    workers: Workers,
    n_threads: usize,
}

impl DataFusionEngine {
    /// Opens a table: paths, patterns (`data/*.parquet`), folders, or addresses of an object store.
    pub fn open(
        locations: &[String],
        options: &TableOptions,
        resources: Resources,
        answerer: Arc<dyn Answerer>,
    ) -> Result<Self, EngineError> {
        let config = SessionConfig::new().with_target_partitions(resources.n_threads);
        let environment = environment(resources.memory_limit).map_err(fault)?;
        let context = SessionContext::new_with_config_rt(config, environment);
        let opened = Opened::open(locations, options, &context, resources.n_threads)?;
        let workers = Workers::new(answerer, resources.n_threads);
        Ok(Self { opened, context, workers, n_threads: resources.n_threads.max(1) })
    }

    async fn answers(&self, plan: AnswerExec, control: &dyn Control) -> Result<Answers, EngineError> {
        let context = self.context.task_ctx();
        let n_parts = plan.properties().output_partitioning().partition_count();
        let plan = &plan;
        let mut running = futures::stream::iter(0..n_parts)
            .map(|at| answers_of(plan, at, context.clone()).map(move |of_part| (at, of_part)))
            .buffer_unordered(self.n_threads);
        let mut ticks = tokio::time::interval(CONTROL_INTERVAL);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let (mut answers, mut n_done) = (Answers::default(), 0);
        let (mut is_done, mut first_failed) = (vec![false; n_parts], n_parts);
        loop {
            tokio::select! {
                of_part = running.next() => {
                    let Some((at, of_part)) = of_part else { break };
                    let of_part = of_part.map_err(fault)?;
                    if of_part.first_error().is_some() {
                        first_failed = first_failed.min(at);
                    }
                    answers.merge(of_part);
                    n_done += 1;
                    is_done[at] = true;
                    // The first error in the order of the table is the one to tell, in every run.
                    if first_failed < n_parts && is_done[..first_failed].iter().all(|&done| done) {
                        break;
                    }
                }
                _ = ticks.tick() => {
                    control.progress(n_done, n_parts);
                    if control.is_cancelled() {
                        return Err(EngineError::Cancelled);
                    }
                }
            }
        }
        control.progress(n_done, n_parts);
        Ok(answers)
    }
}

impl Engine for DataFusionEngine {
    fn parts(&self) -> &[PartDescription] {
        &self.opened.table.parts
    }

    fn schema(&self) -> &SchemaRef {
        &self.opened.table.head.schema
    }

    fn csv(&self) -> Option<CsvFormat> {
        self.opened.table.head.csv()
    }

    fn run(
        &self,
        request: &[u8],
        parts: Option<&[usize]>,
        control: &dyn Control,
    ) -> Result<Vec<Vec<u8>>, EngineError> {
        let wanted = self.opened.wanted(parts)?;
        if wanted.is_empty() {
            return Ok(Vec::new());
        }
        let plan = AnswerExec::over(&self.opened.table, &wanted, request, Some(self.workers.clone()))
            .map_err(fault)?;
        let answers = self.opened.block_on(self.answers(plan, control))?;
        self.opened.in_order(answers, &wanted)
    }

    fn check_unchanged(&self) -> Result<(), EngineError> {
        self.opened.check_unchanged(&self.context)
    }
}

/// Where files are found and how much memory reading them may take.
pub(crate) fn environment(memory_limit: Option<u64>) -> DataFusionResult<Arc<RuntimeEnv>> {
    let mut builder = RuntimeEnvBuilder::new();
    if let Some(limit) = memory_limit {
        builder = builder.with_memory_pool(Arc::new(GreedyMemoryPool::new(limit as usize)));
    }
    builder.build_arc()
}

async fn answers_of(plan: &AnswerExec, at: usize, context: Arc<TaskContext>) -> DataFusionResult<Answers> {
    let mut answers = Answers::default();
    let mut batches = plan.execute(at, context)?;
    while let Some(batch) = batches.try_next().await? {
        answers.add(&batch)?;
    }
    Ok(answers)
}

fn fault(error: DataFusionError) -> EngineError {
    EngineError::Lost(reason(&error))
}
