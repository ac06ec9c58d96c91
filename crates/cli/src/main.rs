//! The command `xfold`: flags and glue. What is learned, and how, is in the library.

mod commands;
mod interrupt;
mod memory;
mod options;
mod output;
mod progress;
mod render;
mod summary;
mod table_options;

use clap::Parser;
use options::{Cli, Command};
use std::process::ExitCode;

fn main() -> ExitCode {
    match Cli::parse().command {
        Command::Learn(options) => commands::learn::run(&options).into(),
        Command::Check(options) => commands::check::run(&options).into(),
        Command::Eval(options) => commands::eval::run(&options).into(),
        Command::Predict(options) => commands::predict::run(&options).into(),
        Command::Worker => xfold_solve::worker_main(),
    }
}
