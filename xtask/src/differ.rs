//! `cargo xtask differ`: every form of the rules says the same, on random tables and tasks. The harness is in
//! `tools/differ`; the engines come from PyPI, but for SWI-Prolog, and what cannot be installed is skipped, visibly.

use crate::{
    python,
    setup::{call, pip},
    tasks::run_command,
};
use std::{path::Path, process::Command};

/// The engines beside SQLite, which Python has, and SWI-Prolog, which systems have.
const ENGINES: [&str; 2] = [DUCKDB, "clingo>=5.6"];
/// DuckDB, as pip calls it.
pub const DUCKDB: &str = "duckdb>=1.1";
/// The cases that the tests run.
pub const IN_TESTS: [&str; 4] = ["--cases", "200", "--seed", "1"];

/// Compares all forms, in a Python that has the package.
pub fn run(root: &Path, python: &Path, options: &[&str]) -> Result<(), String> {
    for engine in ENGINES {
        if let Err(why) = call(pip(Command::new(python)).arg(engine)) {
            eprintln!("xtask: {engine} cannot be installed: {why}");
        }
    }
    let mut differ = Command::new(python);
    differ.current_dir(root).arg("tools/differ").arg("--command").arg(python::command(root)).args(options);
    run_command(&mut differ, &format!("differ {}", options.join(" ")))
}
