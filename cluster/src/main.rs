//! The command `xfold-cluster`: the processes of a cluster.

use clap::Parser;
use std::{process::ExitCode, sync::Arc};
use xfold_cluster::{Answerer, PartSource, command::NodeCommand};

/// Tables that are too large for one process or one machine
#[derive(Parser)]
#[command(name = "xfold-cluster", version)]
struct Command {
    #[command(subcommand)]
    node: NodeCommand,
}

struct NoRequests;

impl Answerer for NoRequests {
    fn answer(&self, _: &[u8], _: &mut dyn PartSource) -> Result<Vec<u8>, String> {
        Err("this request is not known to the executors".into())
    }
}

fn main() -> ExitCode {
    Command::parse().node.run(|_| Arc::new(NoRequests))
}
