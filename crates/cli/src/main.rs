//! The program `xfold`. All of it is in the library, which `xfold-cluster` uses too.

use std::process::ExitCode;

fn main() -> ExitCode {
    xfold_cli::main(std::env::args_os().collect(), None)
}
