//! Tasks that can be given up: when Ballista aborts one, those who answer for its parts are told.
//!
//! Ballista drops the future of a task that is cancelled, but goes on with what that future has started.

use crate::answer::{AnswerExec, CancelOnDrop};
use ballista_core::{
    JobId,
    serde::protobuf::{RuntimeStatsReport, ShuffleWritePartition, TaskColumnStats, WindowStateReport},
};
use ballista_executor::execution_engine::{DefaultExecutionEngine, ExecutionEngine, QueryStageExecutor};
use datafusion::{
    error::Result,
    execution::TaskContext,
    physical_plan::{ExecutionPlan, metrics::MetricsSet},
    prelude::SessionConfig,
};
use std::{
    fmt,
    sync::{Arc, atomic::AtomicBool},
};

/// Ballista's execution engine, with tasks that can be given up.
#[derive(Default)]
pub(crate) struct GivingUp(DefaultExecutionEngine);

impl ExecutionEngine for GivingUp {
    fn create_query_stage_exec(
        &self,
        job: JobId,
        stage: usize,
        task: usize,
        partitions: Vec<usize>,
        plan: Arc<dyn ExecutionPlan>,
        work_dir: &str,
        config: &SessionConfig,
    ) -> Result<Arc<dyn QueryStageExecutor>> {
        let given_up = AnswerExec::find(&plan).map(AnswerExec::given_up);
        let task = self.0.create_query_stage_exec(job, stage, task, partitions, plan, work_dir, config)?;
        Ok(Arc::new(Task { task, given_up }))
    }
}

#[derive(Debug)]
struct Task {
    task: Arc<dyn QueryStageExecutor>,
    given_up: Option<Arc<AtomicBool>>,
}

impl fmt::Display for Task {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.task.fmt(f)
    }
}

#[async_trait::async_trait]
impl QueryStageExecutor for Task {
    async fn execute_query_stage(
        &self,
        task: usize,
        context: Arc<TaskContext>,
    ) -> Result<Vec<ShuffleWritePartition>> {
        // A task that has come to its end has nobody left who could be told.
        let _guard = self.given_up.clone().map(CancelOnDrop);
        self.task.execute_query_stage(task, context).await
    }

    fn collect_plan_metrics(&self) -> Vec<MetricsSet> {
        self.task.collect_plan_metrics()
    }

    fn collect_runtime_stats_reports(&self) -> Vec<RuntimeStatsReport> {
        self.task.collect_runtime_stats_reports()
    }

    fn collect_window_state_reports(&self) -> Result<Vec<WindowStateReport>> {
        self.task.collect_window_state_reports()
    }

    fn collect_column_stats(&self) -> Vec<TaskColumnStats> {
        self.task.collect_column_stats()
    }
}
