//! An executor: Ballista's, with our codec, which knows who answers.

use crate::{
    MAX_MESSAGE_BYTES, VERSION,
    border::{Answerer, Workers},
    codec::Codec,
    giving_up::GivingUp,
    greeting::Greeting,
    local::environment,
    scheduler::host_text,
};
use ballista_core::{config::TaskSchedulingPolicy, extension::SessionConfigExt};
use ballista_executor::{
    executor_process::{ExecutorProcessConfig, start_executor_process},
    health::ExecutorHealth,
};
use datafusion::prelude::SessionConfig;
use std::{
    net::{IpAddr, SocketAddr, TcpListener},
    path::PathBuf,
    sync::Arc,
    time::{Duration, Instant},
};

/// How an executor runs.
#[derive(Debug, Clone)]
pub struct ExecutorOptions {
    /// The scheduler, `host:port`.
    pub scheduler: String,
    /// The address that it listens at.
    pub bind: IpAddr,
    /// The port at which answers are fetched; 0: one that is free.
    pub port: u16,
    /// The port at which the scheduler gives work; 0: one that is free.
    pub grpc_port: u16,
    /// The name or address by which others reach it, if it is not the one that the scheduler sees.
    pub advertise: Option<String>,
    /// How many parts are answered at the same time.
    pub n_threads: usize,
    /// How many bytes reading may hold at the same time.
    pub memory_limit: Option<u64>,
    /// Where answers wait until they are fetched; a new folder if it is not given.
    pub work_dir: Option<PathBuf>,
    /// How long to wait for a scheduler that does not answer yet.
    pub wait_for_scheduler: Duration,
    /// The version that it says it has.
    #[doc(hidden)]
    pub version: String,
}

impl Default for ExecutorOptions {
    fn default() -> Self {
        Self {
            scheduler: "127.0.0.1:50050".into(),
            bind: IpAddr::from([127, 0, 0, 1]),
            port: 50051,
            grpc_port: 50052,
            advertise: None,
            n_threads: std::thread::available_parallelism().map_or(1, usize::from),
            memory_limit: None,
            work_dir: None,
            wait_for_scheduler: Duration::from_secs(30),
            version: VERSION.into(),
        }
    }
}

/// Between two signs of life.
const HEARTBEAT_SECONDS: u64 = 1;
/// Between two attempts to reach a scheduler.
const RETRY_INTERVAL: Duration = Duration::from_millis(250);
/// Answers that were left behind are thrown away after so many seconds.
const FORGET_ANSWERS_SECONDS: u64 = 3600;
/// How often they are looked for, in seconds.
const CLEAN_UP_SECONDS: u64 = 600;

/// Runs an executor until it is stopped by a signal or by its scheduler, or fails. `say` is told what an operator
/// wants to know.
pub async fn run_executor(
    options: ExecutorOptions,
    answerer: Arc<dyn Answerer>,
    say: impl Fn(String) + Send + 'static,
) -> Result<(), String> {
    meet_scheduler(&options).await?;
    let port = free_port(options.bind, options.port)?;
    let grpc_port = free_port(options.bind, options.grpc_port)?;
    let work_dir = match &options.work_dir {
        Some(folder) => {
            std::fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
            WorkDir::Given(folder.clone())
        }
        None => WorkDir::Own(tempfile::tempdir().map_err(|error| error.to_string())?),
    };
    let health = ExecutorHealth::new();
    let config = configuration(&options, answerer, (port, grpc_port), &work_dir, health.clone())?;
    say(format!(
        "{}: executor listening at {}, with {} threads",
        options.version,
        SocketAddr::new(options.bind, port),
        options.n_threads
    ));
    tokio::select! {
        ended = start_executor_process(Arc::new(config)) => ended.map_err(|error| error.to_string()),
        () = watch_scheduler(&options.scheduler, health, say) => Ok(()),
    }
}

/// A folder for answers that is removed in the end, or one that belongs to somebody.
enum WorkDir {
    Given(PathBuf),
    Own(tempfile::TempDir),
}

impl WorkDir {
    fn text(&self) -> Result<String, String> {
        let path = match self {
            Self::Given(folder) => folder.as_path(),
            Self::Own(folder) => folder.path(),
        };
        path.to_str().map(str::to_string).ok_or_else(|| format!("{}: the name is not UTF-8", path.display()))
    }
}

/// Waits for a scheduler, and refuses one of another version.
async fn meet_scheduler(options: &ExecutorOptions) -> Result<(), String> {
    let begun = Instant::now();
    loop {
        match Greeting::ask(&options.scheduler).await {
            Ok(greeting) if greeting.version == options.version => return Ok(()),
            Ok(greeting) => {
                return Err(format!(
                    "the scheduler at {} is {}, but this executor is {}; install the same version everywhere",
                    options.scheduler, greeting.version, options.version
                ));
            }
            Err(what) if begun.elapsed() >= options.wait_for_scheduler => {
                return Err(format!("no scheduler of xfold answers at {}: {what}", options.scheduler));
            }
            Err(_) => tokio::time::sleep(RETRY_INTERVAL).await,
        }
    }
}

fn configuration(
    options: &ExecutorOptions,
    answerer: Arc<dyn Answerer>,
    (port, grpc_port): (u16, u16),
    work_dir: &WorkDir,
    health: ExecutorHealth,
) -> Result<ExecutorProcessConfig, String> {
    let (host, scheduler_port) = options
        .scheduler
        .rsplit_once(':')
        .and_then(|(host, port)| Some((host.to_string(), port.parse().ok()?)))
        .ok_or_else(|| format!("{}: expected HOST:PORT", options.scheduler))?;
    let codec = Codec::new(Some(Workers::new(answerer, options.n_threads))).with_version(&options.version);
    // One account for all tasks of the process: Ballista would give each its own share.
    let environment = environment(options.memory_limit).map_err(|error| error.to_string())?;
    Ok(ExecutorProcessConfig {
        bind_host: host_text(options.bind),
        external_host: options.advertise.clone(),
        port,
        grpc_port,
        scheduler_host: host,
        scheduler_port,
        scheduler_connect_timeout_seconds: 10,
        vcores: options.n_threads,
        task_scheduling_policy: TaskSchedulingPolicy::PushStaged,
        work_dir: Some(work_dir.text()?),
        job_data_ttl_seconds: FORGET_ANSWERS_SECONDS,
        job_data_clean_up_interval_seconds: CLEAN_UP_SECONDS,
        grpc_max_decoding_message_size: MAX_MESSAGE_BYTES,
        grpc_max_encoding_message_size: MAX_MESSAGE_BYTES,
        executor_heartbeat_interval_seconds: HEARTBEAT_SECONDS,
        memory_pool_size: Some(0),
        override_runtime_producer: Some(Arc::new(move |_| Ok(environment.clone()))),
        override_config_producer: Some(Arc::new(SessionConfig::new_with_ballista)),
        override_physical_codec: Some(Arc::new(codec)),
        override_execution_engine: Some(Arc::new(GivingUp::default())),
        health,
        ..ExecutorProcessConfig::default()
    })
}

/// A port that is free now, for programs that take only a number.
fn free_port(bind: IpAddr, port: u16) -> Result<u16, String> {
    let listener = TcpListener::bind(SocketAddr::new(bind, port))
        .map_err(|error| format!("cannot listen at {bind}:{port}: {error}"))?;
    Ok(listener.local_addr().map_err(|error| error.to_string())?.port())
}

/// Says when the scheduler is found, is gone, and is back. Never ends.
async fn watch_scheduler(scheduler: &str, health: ExecutorHealth, say: impl Fn(String)) {
    let mut was_ready = false;
    loop {
        let is_ready = health.is_ready();
        if is_ready != was_ready {
            say(if is_ready {
                format!("registered with the scheduler at {scheduler}")
            } else {
                format!("the scheduler at {scheduler} does not answer; trying again")
            });
        }
        was_ready = is_ready;
        tokio::time::sleep(RETRY_INTERVAL).await;
    }
}
