//! A Ballista cluster as an engine: sends a plan to the scheduler, watches the job, and fetches the answers.
//!
//! Ballista has a client of its own; this one keeps its connections, can cancel, tells progress, asks again for
//! answers that were lost with an executor, and says within seconds when nobody is there.

use crate::{
    MAX_MESSAGE_BYTES, VERSION,
    answer::{AnswerExec, Answers},
    border::{Control, Engine, EngineError},
    codec::{Codec, other_version},
    greeting::{Greeting, JobProgress},
    local::{CONTROL_INTERVAL, environment},
    opened::Opened,
    part::PartDescription,
    table::{CsvFormat, TableOptions, reason},
};
use ballista_core::{
    client::BallistaClient,
    serde::protobuf::{
        CancelJobParams, CleanJobDataParams, ExecuteQueryParams, FailedJob, GetJobStatusParams,
        GetJobStatusResult, PartitionLocation, SuccessfulJob, execute_query_params::Query,
        execute_query_result::Result as Submitted, get_job_status_result::FlightProxy,
        job_status::Status as JobState, scheduler_grpc_client::SchedulerGrpcClient,
    },
    version::{check_compatibility, insert_version_header, version_from_metadata},
};
use datafusion::{
    arrow::datatypes::SchemaRef,
    error::DataFusionError,
    physical_plan::ExecutionPlan,
    prelude::{SessionConfig, SessionContext},
};
use datafusion_proto::{physical_plan::AsExecutionPlan, protobuf::PhysicalPlanNode};
use futures::{StreamExt, TryStreamExt};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};
use tokio::time::MissedTickBehavior;
use tonic::transport::{Channel, Endpoint};

/// How patient a client is.
#[derive(Debug, Clone)]
pub struct ClientOptions {
    /// How long a cluster may be without any executor before a request is given up.
    pub wait_for_executors: Duration,
    /// How often answers that were lost with an executor are asked for again.
    pub n_attempts: usize,
    /// The version that this client says it has.
    #[doc(hidden)]
    pub version: String,
}

impl Default for ClientOptions {
    fn default() -> Self {
        Self { wait_for_executors: Duration::from_secs(10), n_attempts: 4, version: VERSION.into() }
    }
}

/// How long connecting may take.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(3);
/// A connection without a sign of life for twice this time is dead.
const KEEP_ALIVE: Duration = Duration::from_secs(5);
/// The pause before the scheduler is asked whether a job is done, at first and in the end.
const FIRST_PAUSE: Duration = Duration::from_millis(2);
const LONGEST_PAUSE: Duration = Duration::from_millis(50);
/// How much longer a pause is than the one before.
const LONGER_PAUSE: f64 = 1.25;
/// How often the scheduler is asked how far a job is.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(500);
/// How many answers are fetched at the same time.
const N_FETCHES_AT_ONCE: usize = 16;
/// Threads of the client: it only waits.
const N_THREADS: usize = 1;

/// Answers requests on a Ballista cluster.
pub struct BallistaEngine {
    opened: Opened,
    context: SessionContext,
    address: String,
    session: String,
    options: ClientOptions,
    channel: Channel,
    fetchers: Mutex<HashMap<(String, u16), BallistaClient>>,
}

impl BallistaEngine {
    /// Opens a table for the cluster at `address`: `ballista://host:port` or `host:port`. The executors must reach
    /// its files under the same names as this process.
    pub fn open(
        address: &str,
        locations: &[String],
        options: &TableOptions,
        client: ClientOptions,
    ) -> Result<Self, EngineError> {
        let address =
            address.strip_prefix("ballista://").unwrap_or(address).trim_end_matches('/').to_string();
        let environment = environment(None).map_err(|error| EngineError::Lost(reason(&error)))?;
        let context = SessionContext::new_with_config_rt(SessionConfig::new(), environment);
        let opened = Opened::open(locations, options, &context, N_THREADS)?;
        let channel = opened.block_on(connect(&address, &client))?;
        let session = uuid::Uuid::new_v4().to_string();
        let fetchers = Mutex::default();
        Ok(Self { opened, context, address, session, options: client, channel, fetchers })
    }

    fn scheduler(&self) -> SchedulerGrpcClient<Channel> {
        SchedulerGrpcClient::new(self.channel.clone())
            .max_encoding_message_size(MAX_MESSAGE_BYTES as usize)
            .max_decoding_message_size(MAX_MESSAGE_BYTES as usize)
    }

    /// Asks until every part has answered; answers that cannot be fetched any more are asked for again.
    async fn answers(
        &self,
        request: &[u8],
        wanted: &[usize],
        control: &dyn Control,
    ) -> Result<Answers, EngineError> {
        let mut answers = Answers::default();
        let mut trouble = String::new();
        for _ in 0..self.options.n_attempts.max(1) {
            let missing: Vec<usize> =
                wanted.iter().copied().filter(|&part| !answers.is_answered(part)).collect();
            if missing.is_empty() {
                return Ok(answers);
            }
            let n_before = wanted.len() - missing.len();
            let told = Told { control, n_before, n_parts: wanted.len() };
            let (job, done, proxy) = self.job(request, &missing, &told).await?;
            for of_part in self.fetch_all(done, proxy, &told).await? {
                match of_part {
                    Ok(of_part) => answers.merge(of_part),
                    Err(lost) => trouble = lost,
                }
            }
            self.clean(job);
        }
        let is_complete = wanted.iter().all(|&part| answers.is_answered(part));
        if is_complete { Ok(answers) } else { Err(EngineError::Lost(trouble)) }
    }

    /// Runs one job to its end and returns where its answers are.
    async fn job(
        &self,
        request: &[u8],
        parts: &[usize],
        told: &Told<'_>,
    ) -> Result<(String, Vec<PartitionLocation>, Option<FlightProxy>), EngineError> {
        let job = self.submit(self.query(request, parts)?).await?;
        let mut watch = Watch::new(self, told);
        let mut pause = FIRST_PAUSE;
        loop {
            tokio::time::sleep(pause).await;
            pause = pause.mul_f64(LONGER_PAUSE).min(LONGEST_PAUSE);
            let GetJobStatusResult { status, flight_proxy } = self.status(&job).await?;
            match status.and_then(|status| status.status) {
                Some(JobState::Failed(FailedJob { error, .. })) => return Err(self.failed(&error)),
                Some(JobState::Successful(SuccessfulJob { partition_location, .. })) => {
                    return Ok((job, partition_location, flight_proxy));
                }
                _ => {}
            }
            if let Err(error) = watch.look(&job).await {
                self.cancel(job).await;
                return Err(error);
            }
        }
    }

    /// Gives a job to the scheduler and returns its number.
    async fn submit(&self, query: ExecuteQueryParams) -> Result<String, EngineError> {
        let mut submission = tonic::Request::new(query);
        insert_version_header(submission.metadata_mut());
        let response = self.scheduler().execute_query(submission).await.map_err(|s| self.refused(&s))?;
        let theirs = version_from_metadata(response.metadata());
        check_compatibility(Some(ballista_core::BALLISTA_VERSION), theirs).map_err(EngineError::Lost)?;
        match response.into_inner().result {
            Some(Submitted::Success(success)) => Ok(success.job_id),
            Some(Submitted::Failure(failure)) => Err(self.failed(&format!("{failure:?}"))),
            None => Err(self.gone("it gave the job no number")),
        }
    }

    async fn status(&self, job: &str) -> Result<GetJobStatusResult, EngineError> {
        let mut scheduler = self.scheduler();
        let asked = scheduler.get_job_status(GetJobStatusParams { job_id: job.to_string() });
        match tokio::time::timeout(2 * KEEP_ALIVE, asked).await {
            Ok(status) => Ok(status.map_err(|status| self.refused(&status))?.into_inner()),
            Err(_) => Err(self.gone("it does not answer")),
        }
    }

    fn query(&self, request: &[u8], parts: &[usize]) -> Result<ExecuteQueryParams, EngineError> {
        let codec = Codec::new(None).with_version(&self.options.version);
        let fault = |error: DataFusionError| EngineError::Lost(reason(&error));
        let plan = AnswerExec::over(&self.opened.table, parts, request, None).map_err(fault)?;
        let plan: Arc<dyn ExecutionPlan> = Arc::new(plan);
        let mut bytes = Vec::new();
        PhysicalPlanNode::try_from_physical_plan(plan, &codec)
            .and_then(|plan| plan.try_encode(&mut bytes))
            .map_err(fault)?;
        Ok(ExecuteQueryParams {
            query: Some(Query::PhysicalPlan(bytes)),
            settings: Vec::new(),
            session_id: self.session.clone(),
            operation_id: uuid::Uuid::new_v4().to_string(),
        })
    }

    /// Fetches what is there. For what is lost with its executor, there is a reason in place of answers.
    async fn fetch_all(
        &self,
        locations: Vec<PartitionLocation>,
        proxy: Option<FlightProxy>,
        told: &Told<'_>,
    ) -> Result<Vec<Result<Answers, String>>, EngineError> {
        let fetches = futures::stream::iter(locations)
            .map(|location| self.fetch(location, &proxy))
            .buffer_unordered(N_FETCHES_AT_ONCE)
            .collect();
        tokio::pin!(fetches);
        let mut ticks = tokio::time::interval(CONTROL_INTERVAL);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                fetched = &mut fetches => return Ok(fetched),
                _ = ticks.tick() => if told.control.is_cancelled() {
                    return Err(EngineError::Cancelled);
                }
            }
        }
    }

    async fn fetch(
        &self,
        location: PartitionLocation,
        proxy: &Option<FlightProxy>,
    ) -> Result<Answers, String> {
        let layout = location.layout();
        let (Some(executor), Some(partition)) = (location.executor_meta, location.partition_id) else {
            return Err("the scheduler does not say where an answer is".into());
        };
        let (host, port) = (executor.host.clone(), executor.port as u16);
        let through = match proxy {
            Some(FlightProxy::Local(true)) => host_and_port(&self.address),
            Some(FlightProxy::External(address)) => host_and_port(address),
            _ => Some((host.clone(), port)),
        };
        let through = through.ok_or("the scheduler names no address to fetch answers from")?;
        let fetched = async {
            let mut fetcher = self.fetcher(&through).await?;
            let partition = partition.into();
            let batches = fetcher
                .fetch_partition_proxied(
                    &executor.id,
                    &partition,
                    location.file_id,
                    layout,
                    &host,
                    port,
                    true,
                )
                .await
                .map_err(|error| error.to_string())?;
            let mut answers = Answers::default();
            let mut batches = batches;
            while let Some(batch) = batches.try_next().await.map_err(|error| error.to_string())? {
                answers.add(&batch).map_err(|error| error.to_string())?;
            }
            Ok(answers)
        };
        fetched.await.map_err(|error: String| {
            self.fetchers.lock().expect("no thread panics with it").remove(&through);
            format!("an answer of the executor {host}:{port} could not be fetched: {error}")
        })
    }

    async fn fetcher(&self, address: &(String, u16)) -> Result<BallistaClient, String> {
        let known = self.fetchers.lock().expect("no thread panics with it").get(address).cloned();
        if let Some(known) = known {
            return Ok(known);
        }
        let (host, port) = address;
        let connecting =
            BallistaClient::try_new(host, *port, MAX_MESSAGE_BYTES as usize, false, None, 1, 100, 0, 0);
        let fetcher = match tokio::time::timeout(CONNECT_TIMEOUT, connecting).await {
            Ok(fetcher) => fetcher.map_err(|error| error.to_string())?,
            Err(_) => return Err(format!("{host}:{port} does not answer")),
        };
        self.fetchers.lock().expect("no thread panics with it").insert(address.clone(), fetcher.clone());
        Ok(fetcher)
    }

    /// Ends a job on the cluster. Whether that succeeds or not, the request is given up.
    async fn cancel(&self, job_id: String) {
        let mut scheduler = self.scheduler();
        let _ = tokio::time::timeout(CONNECT_TIMEOUT, scheduler.cancel_job(CancelJobParams { job_id })).await;
    }

    /// Lets the executors forget the answers. Nobody waits for it: they would forget them later anyway.
    fn clean(&self, job_id: String) {
        let mut scheduler = self.scheduler();
        tokio::spawn(async move {
            let _ =
                scheduler.clean_job_data(CleanJobDataParams { job_id, remove_stage_ids: Vec::new() }).await;
        });
    }

    fn refused(&self, status: &tonic::Status) -> EngineError {
        match status.code() {
            tonic::Code::Unavailable | tonic::Code::Unknown | tonic::Code::Cancelled => {
                self.gone(status.message())
            }
            _ => self.failed(status.message()),
        }
    }

    fn gone(&self, what: &str) -> EngineError {
        EngineError::Lost(format!("the scheduler at {} is gone: {what}", self.address))
    }

    fn failed(&self, error: &str) -> EngineError {
        match other_version(error) {
            Some(theirs) => EngineError::Version {
                who: format!("a program of the cluster at {}", self.address),
                theirs: theirs.to_string(),
                ours: self.options.version.clone(),
            },
            None => EngineError::Lost(error.to_string()),
        }
    }
}

impl Engine for BallistaEngine {
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
        let answers = self.opened.block_on(self.answers(request, &wanted, control))?;
        control.progress(wanted.len(), wanted.len());
        self.opened.in_order(answers, &wanted)
    }

    fn check_unchanged(&self) -> Result<(), EngineError> {
        self.opened.check_unchanged(&self.context)
    }
}

/// Whom to tell how far a request is.
struct Told<'a> {
    control: &'a dyn Control,
    n_before: usize,
    n_parts: usize,
}

/// Looks after a job while it runs.
struct Watch<'a> {
    engine: &'a BallistaEngine,
    told: &'a Told<'a>,
    n_done: usize,
    asked: Instant,
    without_executors: Option<Instant>,
}

impl<'a> Watch<'a> {
    fn new(engine: &'a BallistaEngine, told: &'a Told<'a>) -> Self {
        Self { engine, told, n_done: 0, asked: Instant::now(), without_executors: None }
    }

    /// Tells progress; an error says why the job is to be given up.
    async fn look(&mut self, job: &str) -> Result<(), EngineError> {
        if self.told.control.is_cancelled() {
            return Err(EngineError::Cancelled);
        }
        if self.asked.elapsed() >= PROGRESS_INTERVAL {
            // A scheduler that does not answer is noticed when it is asked whether the job is done.
            if let Ok(progress) = JobProgress::ask(&self.engine.address, job).await {
                self.n_done = self.n_done.max(progress.n_done);
                self.executors(progress.n_executors)?;
            }
            self.asked = Instant::now();
        }
        self.told.control.progress(self.told.n_before + self.n_done, self.told.n_parts);
        Ok(())
    }

    fn executors(&mut self, n_executors: usize) -> Result<(), EngineError> {
        if n_executors > 0 {
            self.without_executors = None;
            return Ok(());
        }
        let since = *self.without_executors.get_or_insert_with(Instant::now);
        if since.elapsed() < self.engine.options.wait_for_executors {
            return Ok(());
        }
        Err(EngineError::NoExecutors { address: self.engine.address.clone() })
    }
}

/// A connection to a scheduler of the same version that has somebody to work for it.
async fn connect(address: &str, options: &ClientOptions) -> Result<Channel, EngineError> {
    let unreachable = |what: String| EngineError::Unreachable { address: address.to_string(), what };
    let begun = Instant::now();
    loop {
        let Greeting { version, n_executors } = Greeting::ask(address).await.map_err(unreachable)?;
        if version != options.version {
            let who = format!("the scheduler at {address}");
            return Err(EngineError::Version { who, theirs: version, ours: options.version.clone() });
        }
        if n_executors > 0 {
            break;
        }
        if begun.elapsed() >= options.wait_for_executors {
            return Err(EngineError::NoExecutors { address: address.to_string() });
        }
        tokio::time::sleep(CONTROL_INTERVAL).await;
    }
    Endpoint::from_shared(format!("http://{address}"))
        .map_err(|error| unreachable(error.to_string()))?
        .connect_timeout(CONNECT_TIMEOUT)
        .http2_keep_alive_interval(KEEP_ALIVE)
        .keep_alive_timeout(KEEP_ALIVE)
        .keep_alive_while_idle(true)
        .tcp_nodelay(true)
        .connect()
        .await
        .map_err(|error| unreachable(error.to_string()))
}

fn host_and_port(address: &str) -> Option<(String, u16)> {
    let (host, port) = address.rsplit_once(':')?;
    Some((host.to_string(), port.parse().ok()?))
}
