//! The commands `scheduler` and `executor`: flags, what an operator is told, and how they end.

use crate::{
    border::Answerer,
    executor::{ExecutorOptions, run_executor},
    scheduler::{SchedulerOptions, run_scheduler},
};
use clap::{Args, Subcommand};
use std::{
    net::{IpAddr, ToSocketAddrs},
    path::PathBuf,
    process::ExitCode,
    sync::Arc,
    time::Duration,
};

/// A process of a cluster.
#[derive(Debug, Subcommand)]
pub enum NodeCommand {
    /// Start the scheduler of a cluster: it knows the executors and gives them work
    Scheduler(SchedulerArgs),
    /// Start an executor of a cluster: it reads parts of tables and answers for them
    Executor(ExecutorArgs),
}

/// What `scheduler` is given.
#[derive(Debug, Args)]
pub struct SchedulerArgs {
    /// Name or address to listen at; whoever reaches it can use the cluster
    #[arg(long, value_name = "HOST", default_value = "127.0.0.1", value_parser = host)]
    bind: IpAddr,
    /// Port to listen at; 0 chooses a free one, which is printed
    #[arg(long, value_name = "N", default_value_t = 50050)]
    port: u16,
    /// Name or address by which executors reach this scheduler, where it is not the one given with --bind
    #[arg(long, value_name = "HOST")]
    advertise: Option<String>,
    /// An executor without a sign of life for so long is lost; others then do its work
    #[arg(long, value_name = "SECONDS", default_value_t = 10, value_parser = clap::value_parser!(u64).range(2..))]
    executor_timeout: u64,
    /// Print what Ballista logs, too
    #[arg(long)]
    verbose: bool,
}

/// What `executor` is given.
#[derive(Debug, Args)]
pub struct ExecutorArgs {
    /// The scheduler to work for
    #[arg(long, value_name = "HOST:PORT", default_value = "127.0.0.1:50050")]
    scheduler: String,
    /// Name or address to listen at; the scheduler must reach it
    #[arg(long, value_name = "HOST", default_value = "127.0.0.1", value_parser = host)]
    bind: IpAddr,
    /// Port at which answers are fetched; 0 chooses a free one
    #[arg(long, value_name = "N", default_value_t = 50051)]
    port: u16,
    /// Port at which the scheduler gives work; 0 chooses a free one
    #[arg(long, value_name = "N", default_value_t = 50052)]
    grpc_port: u16,
    /// Name or address by which others reach this executor, where it is not the one that the scheduler sees
    #[arg(long, value_name = "HOST")]
    advertise: Option<String>,
    /// How many parts are answered at the same time [default: number of cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,
    /// Memory that parts may take, such as 2G: half for reading, half for what is kept of them [default: no limit]
    #[arg(long, value_name = "BYTES", value_parser = bytes)]
    memory_limit: Option<u64>,
    /// Folder for answers until they are fetched [default: a new one]
    #[arg(long, value_name = "DIR")]
    work_dir: Option<PathBuf>,
    /// How long to wait for a scheduler that does not answer yet
    #[arg(long, value_name = "SECONDS", default_value_t = 30)]
    wait: u64,
    /// Print what Ballista logs, too
    #[arg(long)]
    verbose: bool,
}

/// How long an executor may take to finish its tasks when it is told to end.
const LAST_WORDS: Duration = Duration::from_secs(5);

impl NodeCommand {
    /// Runs the process until it is told to end (Ctrl-C, SIGTERM) or fails.
    ///
    /// `answerer` makes what answers in an executor; it is told how many bytes it may keep in memory, and where
    /// files may lie.
    pub fn run(self, answerer: impl FnOnce(Option<u64>, Option<PathBuf>) -> Arc<dyn Answerer>) -> ExitCode {
        let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
            Ok(runtime) => runtime,
            Err(error) => return failed(&error.to_string()),
        };
        let outcome = runtime.block_on(async {
            match self {
                Self::Scheduler(args) => {
                    log_to_stderr(args.verbose);
                    tokio::select! {
                        ended = run_scheduler(args.options(), say) => ended,
                        () = told_to_end() => Ok(()),
                    }
                }
                Self::Executor(args) => {
                    log_to_stderr(args.verbose);
                    let options = args.options();
                    let answerer = answerer(options.memory_limit, options.work_dir.clone());
                    tokio::select! {
                        ended = run_executor(options, answerer, say) => ended,
                        // Ballista hears the signal, too, and lets tasks come to an end.
                        () = async { told_to_end().await; tokio::time::sleep(LAST_WORDS).await } => Ok(()),
                    }
                }
            }
        });
        runtime.shutdown_background();
        match outcome {
            Ok(()) => {
                say("ended".into());
                ExitCode::SUCCESS
            }
            Err(what) => failed(&what),
        }
    }
}

impl SchedulerArgs {
    fn options(self) -> SchedulerOptions {
        SchedulerOptions {
            bind: self.bind,
            port: self.port,
            advertise: self.advertise,
            executor_timeout: self.executor_timeout,
            ..SchedulerOptions::default()
        }
    }
}

impl ExecutorArgs {
    fn options(self) -> ExecutorOptions {
        let default = ExecutorOptions::default();
        ExecutorOptions {
            scheduler: self.scheduler,
            bind: self.bind,
            port: self.port,
            grpc_port: self.grpc_port,
            advertise: self.advertise,
            n_threads: self.threads.map_or(default.n_threads, usize::from),
            memory_limit: self.memory_limit.map(|bytes| bytes / 2),
            work_dir: self.work_dir,
            wait_for_scheduler: Duration::from_secs(self.wait),
            ..default
        }
    }
}

fn say(line: String) {
    eprintln!("{line}");
}

fn failed(what: &str) -> ExitCode {
    eprintln!("error: {what}");
    ExitCode::FAILURE
}

async fn told_to_end() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = tokio::signal::ctrl_c() => {}
                _ = terminate.recv() => {}
            }
            return;
        }
    }
    // Without a way to hear a signal the system ends the process.
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending::<()>().await;
    }
}

fn host(text: &str) -> Result<IpAddr, String> {
    if let Ok(address) = text.parse() {
        return Ok(address);
    }
    let found = (text, 0).to_socket_addrs().map_err(|error| error.to_string())?.next();
    found.map(|address| address.ip()).ok_or_else(|| "no address has this name".to_string())
}

fn bytes(text: &str) -> Result<u64, String> {
    let expected = || "expected a number of bytes such as 500M or 2G".to_string();
    let (number, unit) = match text.char_indices().last() {
        Some((at, letter)) if letter.is_ascii_alphabetic() => (&text[..at], letter.to_ascii_uppercase()),
        _ => (text, 'B'),
    };
    let shift = "BKMGT".find(unit).ok_or_else(expected)? * 10;
    let number: u64 = number.trim().parse().map_err(|_| expected())?;
    number.checked_mul(1 << shift).filter(|&bytes| bytes > 0).ok_or_else(expected)
}

/// Errors of the libraries below, and with `--verbose` what else they have to say.
struct StderrLog;

impl log::Log for StderrLog {
    fn enabled(&self, metadata: &log::Metadata) -> bool {
        metadata.level() <= log::max_level()
    }

    fn log(&self, record: &log::Record) {
        if self.enabled(record.metadata()) {
            eprintln!("{}: {}: {}", record.level(), record.target(), record.args());
        }
    }

    fn flush(&self) {}
}

fn log_to_stderr(is_verbose: bool) {
    log::set_max_level(if is_verbose { log::LevelFilter::Info } else { log::LevelFilter::Off });
    // Another logger may be there already, in tests: then that one is told.
    let _ = log::set_logger(&StderrLog);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read() {
        assert_eq!(bytes("2G"), Ok(2 << 30));
        assert_eq!(bytes("512"), Ok(512));
        assert_eq!(bytes("3k"), Ok(3072));
        for wrong in ["", "G", "2X", "-1", "0", "99999999999G", "2 GB"] {
            assert!(bytes(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn hosts_are_addresses_or_names() {
        assert_eq!(host("127.0.0.1"), Ok(IpAddr::from([127, 0, 0, 1])));
        assert!(host("localhost").is_ok_and(|address| address.is_loopback()));
        assert!(host("no.such.host.invalid").is_err());
    }
}
