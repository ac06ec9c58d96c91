//! The long forms: `xfold-fuzz fuzz`, `soak` and `ablate`, as `cargo xtask` calls them.

use clap::{Parser, Subcommand};
use std::{
    path::{Path, PathBuf},
    process::ExitCode,
    time::Duration,
};
use xfold_fuzz::{
    ablate::{self, Ablation},
    campaign::{Plan, campaign, command_of},
    soak,
};

/// Tries to break the command xfold.
#[derive(Debug, Parser)]
struct Cli {
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, Subcommand)]
enum Task {
    /// Mutated inputs through all commands
    Fuzz {
        /// How long to go on
        #[arg(long, default_value_t = 1.0)]
        minutes: f64,
        /// What all inputs are drawn from
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Play so many inputs, however long it takes
        #[arg(long)]
        cases: Option<u64>,
        /// Play the input with this number only
        #[arg(long)]
        case: Option<u64>,
        /// The number of the first input
        #[arg(long, default_value_t = 0)]
        first: u64,
        /// How many to play side by side [default: one for each processor]
        #[arg(long)]
        jobs: Option<usize>,
        /// The folder for inputs that fail
        #[arg(long, default_value = "target/fuzz")]
        keep: PathBuf,
        /// The command to be tried [default: that of the dev profile]
        #[arg(long)]
        command: Option<PathBuf>,
    },
    /// Every heuristic switched off against all of them on
    Ablate {
        /// The folder with las/, popper/, tables/ and folds/
        #[arg(long, default_value = "../shared/data")]
        data: PathBuf,
        /// Only these heuristics
        #[arg(long, value_delimiter = ',')]
        only: Vec<String>,
        /// Only these collections of tasks
        #[arg(long, value_delimiter = ',')]
        collections: Vec<String>,
        /// How many processes run side by side
        #[arg(long, default_value_t = 1)]
        jobs: usize,
        /// Where results are kept, so that the work can be done in pieces
        #[arg(long, default_value = "target/ablation")]
        keep: PathBuf,
    },
    /// One collection with one heuristic off, as JSON
    #[command(hide = true)]
    AblateOne {
        #[arg(long)]
        data: PathBuf,
        #[arg(long)]
        collection: String,
        #[arg(long)]
        off: Option<String>,
    },
    /// Runs that are repeated, crowded and interrupted
    Soak {
        /// How often to learn and predict in one process
        #[arg(long, default_value_t = 1000)]
        rounds: usize,
        /// How many runs to interrupt
        #[arg(long, default_value_t = 500)]
        signals: usize,
        /// What the moments are drawn from
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// The command to be tried [default: that of the dev profile]
        #[arg(long)]
        command: Option<PathBuf>,
    },
}

/// Prints a text, or what went wrong.
fn said(outcome: Result<String, String>) -> ExitCode {
    match outcome {
        Ok(text) => {
            print!("{text}");
            ExitCode::SUCCESS
        }
        Err(wrong) => {
            eprintln!("{wrong}");
            ExitCode::FAILURE
        }
    }
}

fn main() -> ExitCode {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    match Cli::parse().task {
        Task::Fuzz { minutes, seed, cases, case, first, jobs, keep, command } => {
            let plan = Plan {
                xfold: command.unwrap_or_else(|| command_of(&root)),
                seed,
                cases: case.map(|_| 1).or(cases),
                first: case.unwrap_or(first),
                time: (case.is_none() && cases.is_none()).then(|| Duration::from_secs_f64(minutes * 60.0)),
                jobs: jobs.unwrap_or_else(|| std::thread::available_parallelism().map_or(2, usize::from)),
                keep: Some(keep),
            };
            let found = campaign(&plan);
            print!("{}", found.summary());
            if found.lines.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
        }
        Task::Ablate { data, only, collections, jobs, keep } => {
            said(Ablation { data, only, collections, jobs, keep }.run())
        }
        Task::AblateOne { data, collection, off } => said(ablate::one(&data, &collection, off.as_deref())),
        Task::Soak { rounds, signals, seed, command } => {
            let xfold = command.unwrap_or_else(|| command_of(&root));
            let threads = soak::threads(rounds / 20)
                .map(|count| format!("{count} results of eight threads are the same"));
            let parts = [soak::library(rounds, &xfold), threads, soak::signals(signals, seed, &xfold)];
            parts.iter().for_each(|part| match part {
                Ok(figures) => println!("{figures}"),
                Err(wrong) => println!("WRONG: {wrong}"),
            });
            if parts.iter().all(Result::is_ok) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
        }
    }
}
