//! The scheduler: Ballista's, with our codec, our placement, and a greeting beside its services.

use crate::{
    MAX_MESSAGE_BYTES, VERSION,
    codec::Codec,
    greeting::{Greeting, JobProgress},
    placement::Placement,
};
use axum::{Router, extract::Path, routing::get, serve::ListenerExt};
use ballista_core::{
    config::TaskSchedulingPolicy, extension::SessionConfigExt,
    flight_proxy_service::BallistaFlightProxyService,
    serde::protobuf::scheduler_grpc_server::SchedulerGrpcServer,
};
use ballista_scheduler::{
    cluster::{BallistaCluster, ClusterState},
    config::{SchedulerConfig, TaskDistributionPolicy},
    scheduler_process::create_scheduler,
};
use datafusion::prelude::SessionConfig;
use datafusion_proto::protobuf::{LogicalPlanNode, PhysicalPlanNode};
use std::{
    collections::BTreeMap,
    net::{IpAddr, SocketAddr},
    sync::Arc,
    time::Duration,
};
use tokio::net::TcpListener;

/// How a scheduler runs.
#[derive(Debug, Clone)]
pub struct SchedulerOptions {
    /// The address that it listens at.
    pub bind: IpAddr,
    /// The port that it listens at; 0: one that is free.
    pub port: u16,
    /// The name or address by which executors reach it, if it is not the one it listens at.
    pub advertise: Option<String>,
    /// An executor that has given no sign of life for so many seconds is lost.
    pub executor_timeout: u64,
    /// The version that it says it has.
    #[doc(hidden)]
    pub version: String,
}

impl Default for SchedulerOptions {
    fn default() -> Self {
        Self {
            bind: IpAddr::from([127, 0, 0, 1]),
            port: 50050,
            advertise: None,
            executor_timeout: 10,
            version: VERSION.into(),
        }
    }
}

/// How often the list of executors is looked at.
const LOOK_INTERVAL: Duration = Duration::from_millis(250);
/// Answers that nobody fetched are thrown away after so many seconds.
const FORGET_ANSWERS_SECONDS: u64 = 300;
/// What is known of a finished job is thrown away after so many seconds.
const FORGET_JOBS_SECONDS: u64 = 60;

/// Runs a scheduler until it fails or the future is dropped. `say` is told what an operator wants to know.
pub async fn run_scheduler(
    options: SchedulerOptions,
    say: impl Fn(String) + Send + 'static,
) -> Result<(), String> {
    let listener = TcpListener::bind(SocketAddr::new(options.bind, options.port))
        .await
        .map_err(|error| format!("cannot listen at {}:{}: {error}", options.bind, options.port))?;
    let address = listener.local_addr().map_err(|error| error.to_string())?;
    let placement = Arc::new(Placement::default());
    let config = Arc::new(configuration(&options, address, placement.clone())?);
    let cluster = BallistaCluster::new_from_config(&config).await.map_err(|error| error.to_string())?;
    let executors = cluster.cluster_state();
    let scheduler = create_scheduler::<LogicalPlanNode, PhysicalPlanNode>(cluster, config.clone())
        .await
        .map_err(|error| error.to_string())?;

    let most = MAX_MESSAGE_BYTES as usize;
    let jobs =
        SchedulerGrpcServer::new(scheduler).max_decoding_message_size(most).max_encoding_message_size(most);
    let answers = arrow_flight::flight_service_server::FlightServiceServer::new(
        BallistaFlightProxyService::new(most, most, false, None),
    )
    .max_decoding_message_size(most)
    .max_encoding_message_size(most);
    let mut services = tonic::service::RoutesBuilder::default();
    services.add_service(jobs);
    services.add_service(answers);
    let routes =
        services.routes().into_axum_router().merge(greetings(&options, executors.clone(), placement));
    // Messages are small and waited for: without this, each would wait for the one before it to be acknowledged.
    let listener = listener.tap_io(|stream| {
        let _ = stream.set_nodelay(true);
    });
    say(format!("{}: scheduler listening at {address}", options.version));
    tokio::select! {
        ended = async { axum::serve(listener, routes.into_make_service_with_connect_info::<SocketAddr>()).await } => {
            ended.map_err(|error| error.to_string())
        }
        () = watch_executors(executors, say) => Ok(()),
    }
}

fn configuration(
    options: &SchedulerOptions,
    address: SocketAddr,
    placement: Arc<Placement>,
) -> Result<SchedulerConfig, String> {
    let advertised = match &options.advertise {
        Some(host) => host.clone(),
        None if address.ip().is_unspecified() => {
            return Err(format!(
                "executors cannot reach a scheduler at {}: give the name of this machine with --advertise",
                address.ip()
            ));
        }
        None => host_text(address.ip()),
    };
    Ok(SchedulerConfig {
        bind_host: host_text(address.ip()),
        bind_port: address.port(),
        external_host: advertised,
        scheduling_policy: TaskSchedulingPolicy::PushStaged,
        task_distribution: TaskDistributionPolicy::Custom(placement),
        enable_embedded_flight_proxy: true,
        executor_timeout_seconds: options.executor_timeout,
        expire_dead_executor_interval_seconds: 1,
        no_executors_grace_period_seconds: options.executor_timeout,
        finished_job_data_clean_up_interval_seconds: FORGET_ANSWERS_SECONDS,
        finished_job_state_clean_up_interval_seconds: FORGET_JOBS_SECONDS,
        grpc_server_max_decoding_message_size: MAX_MESSAGE_BYTES,
        grpc_server_max_encoding_message_size: MAX_MESSAGE_BYTES,
        grpc_client_max_message_size: MAX_MESSAGE_BYTES,
        override_physical_codec: Some(Arc::new(Codec::new(None).with_version(&options.version))),
        override_config_producer: Some(Arc::new(SessionConfig::new_with_ballista)),
        ..SchedulerConfig::default()
    })
}

/// An address as it stands before a port.
pub(crate) fn host_text(address: IpAddr) -> String {
    match address {
        IpAddr::V4(address) => address.to_string(),
        IpAddr::V6(address) => format!("[{address}]"),
    }
}

fn greetings(
    options: &SchedulerOptions,
    executors: Arc<dyn ClusterState>,
    placement: Arc<Placement>,
) -> Router {
    let version = options.version.clone();
    let known = executors.clone();
    let greeting = move || {
        let (version, known) = (version.clone(), known.clone());
        async move { Greeting { version, n_executors: known.registered_executor_metadata().await.len() }.text() }
    };
    let progress = move |Path(job): Path<String>| {
        let (placement, executors) = (placement.clone(), executors.clone());
        async move {
            let n_done = placement.n_done(&job).await.unwrap_or(0);
            let n_executors = executors.registered_executor_metadata().await.len();
            JobProgress { n_done, n_executors }.text()
        }
    };
    Router::new().route("/xfold", get(greeting)).route("/xfold/jobs/{job}", get(progress))
}

/// Says who comes and who goes. Never ends.
async fn watch_executors(executors: Arc<dyn ClusterState>, say: impl Fn(String)) {
    let mut known: BTreeMap<String, String> = BTreeMap::new();
    loop {
        let now: BTreeMap<String, String> = executors
            .registered_executor_metadata()
            .await
            .into_iter()
            .map(|executor| {
                let about = format!("{}:{}", executor.host, executor.port);
                (executor.id, about)
            })
            .collect();
        for about in now.iter().filter(|(id, _)| !known.contains_key(*id)).map(|(_, about)| about) {
            say(format!("executor {about} registered ({} in all)", now.len()));
        }
        for about in known.iter().filter(|(id, _)| !now.contains_key(*id)).map(|(_, about)| about) {
            say(format!("executor {about} lost ({} left)", now.len()));
        }
        known = now;
        tokio::time::sleep(LOOK_INTERVAL).await;
    }
}
