//! The program `xfold-cluster`: the processes of a cluster, and all commands of `xfold` with engines beyond memory.

mod engines;

use clap::{Parser, Subcommand};
use std::{ffi::OsString, process::ExitCode, sync::Arc};
use xfold_cluster::{Library, command::NodeCommand};

/// Rules from tables that are too large for the memory of one process or for one machine.
#[derive(Parser)]
#[command(name = "xfold-cluster", version, after_help = HELP, disable_help_subcommand = true)]
struct Command {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    #[command(flatten)]
    Node(NodeCommand),
    /// A command of xfold.
    #[command(external_subcommand)]
    Other(Vec<OsString>),
}

const HELP: &str = "\
Beside these there are all commands of xfold; `xfold-cluster learn --help` tells about one of them.

EXAMPLES
  xfold-cluster scheduler
  xfold-cluster executor --scheduler 127.0.0.1:50050
  xfold learn 'data/*.parquet' --target label --engine ballista://127.0.0.1:50050
  xfold learn 'data/*.parquet' --target label --engine datafusion";

fn main() -> ExitCode {
    match Command::parse().what {
        What::Node(node) => node.run(|room, folder| Arc::new(Library::new(room, folder))),
        What::Other(words) => {
            let words = [OsString::from("xfold-cluster")].into_iter().chain(words).collect();
            xfold_cli::main(words, Some(&engines::Plugged))
        }
    }
}
