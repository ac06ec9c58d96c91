//! The worker of this crate's own tests.

use std::process::ExitCode;

fn main() -> ExitCode {
    xfold_solve::worker_main()
}
