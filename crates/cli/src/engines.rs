//! Engines: who holds the rows of a table and counts them. Memory is this program; the others are in `xfold-cluster`.
//!
//! The default build knows only the names of the others. `xfold … --engine datafusion` starts the program
//! `xfold-cluster` in its place, which has the same commands and [`Engines`] plugged in.

use clap::Args;
use std::{
    env,
    ffi::OsString,
    path::{Path, PathBuf},
    process::Command,
};
use xfold::{
    codes,
    table::parts::{Parts, Source},
};
use xfold_asp::diagnostic::Diagnostic;

/// The program that has the other engines.
const PROGRAM: &str = "xfold-cluster";
/// In this variable `xfold-cluster` finds the version of the `xfold` that started it.
const CALLER: &str = "XFOLD_CALLER_VERSION";
/// The version of this program.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Who counts.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum EngineName {
    /// This process, which holds the whole table.
    #[default]
    Memory,
    /// DataFusion in this process, which reads the table part by part.
    DataFusion,
    /// A Ballista cluster, with the address of its scheduler (`host:port`).
    Ballista(String),
}

/// The option that names the engine.
#[derive(Debug, Args)]
pub struct EngineOptions {
    /// Who counts rows: memory; datafusion, for tables larger than memory: folders and patterns of Parquet and CSV; or a
    /// cluster, by the address of its scheduler, ballista://HOST:PORT
    #[arg(long, value_name = "NAME", value_parser = engine, default_value = "memory",
        help_heading = crate::options::FOR_TABLES, hide_short_help = true)]
    pub engine: EngineName,
}

impl EngineOptions {
    /// The engines, if one beyond memory is named.
    pub fn beyond_memory<'e>(&self, engines: Option<&'e dyn Engines>) -> Option<&'e dyn Engines> {
        engines.filter(|_| self.engine != EngineName::Memory)
    }
}

/// What engines beyond memory are asked for. `xfold-cluster` has them.
pub trait Engines: Sync {
    /// Opens a table: finds its files and that they belong together, and whoever is to count.
    fn open(&self, engine: &EngineName, table: TableOnEngine) -> Result<Box<dyn OpenTable>, Diagnostic>;
}

/// Receives how many parts have answered a request, and of how many.
pub type Told = Box<dyn Fn(usize, usize) + Send + Sync>;

/// A table that stays where it is.
pub struct TableOnEngine {
    /// Paths, patterns, folders or addresses of an object store.
    pub locations: Vec<String>,
    /// What stands between two cells of a CSV file.
    pub delimiter: u8,
    /// Whether the first line of a CSV file has names.
    pub has_header: bool,
    /// How many parts are counted at the same time in this process.
    pub n_threads: Option<usize>,
    /// How many bytes this process may hold.
    pub memory_limit: Option<u64>,
    /// Receives the progress of requests.
    pub told: Told,
}

/// A table on an engine, as the library asks it.
pub trait OpenTable: Parts + Send {
    /// What is known of its columns.
    fn source(&self) -> &Source;
    /// Fails if a file is not what it was when the table was opened.
    fn check_unchanged(&self) -> Result<(), Diagnostic>;
}

fn engine(text: &str) -> Result<EngineName, String> {
    match text {
        "memory" => Ok(EngineName::Memory),
        "datafusion" => Ok(EngineName::DataFusion),
        _ => {
            let address = text.strip_prefix("ballista://").map(|rest| rest.trim_end_matches('/'));
            let is_address = |address: &&str| {
                address
                    .rsplit_once(':')
                    .is_some_and(|(host, port)| !host.is_empty() && port.parse::<u16>().is_ok())
            };
            let address =
                address.filter(is_address).ok_or("expected memory, datafusion or ballista://HOST:PORT")?;
            Ok(EngineName::Ballista(address.to_string()))
        }
    }
}

/// Starts the program that has the engine, with the same words. Returns only if that fails.
pub fn hand_over(words: &[OsString]) -> Result<std::convert::Infallible, Diagnostic> {
    let program = beside_this_program().or_else(|| in_path(env::var_os("PATH")?)).ok_or_else(|| {
        Diagnostic::error(codes::NO_ENGINE, format!("the program {PROGRAM}, which has this engine, is not installed"))
            .help("`cargo build --release` in the folder `cluster` of the sources makes it; put it beside xfold or in PATH")
    })?;
    let mut command = Command::new(&program);
    command.args(words.iter().skip(1)).env(CALLER, VERSION);
    let failed = |error: std::io::Error| {
        Diagnostic::error(codes::NO_ENGINE, format!("{} cannot be started: {error}", program.display()))
    };
    #[cfg(unix)]
    {
        use std::os::unix::process::CommandExt;
        Err(failed(command.exec()))
    }
    #[cfg(not(unix))]
    {
        let status = command.status().map_err(failed)?;
        std::process::exit(status.code().unwrap_or(2))
    }
}

/// The error that the `xfold` that started this program is of another version.
pub fn check_caller() -> Result<(), Diagnostic> {
    match env::var(CALLER) {
        Ok(caller) if caller != VERSION => {
            let message =
                format!("{PROGRAM} is of version {VERSION}, but the xfold that started it of {caller}");
            Err(Diagnostic::error(codes::NO_ENGINE, message).help("install the same version of both"))
        }
        _ => Ok(()),
    }
}

fn beside_this_program() -> Option<PathBuf> {
    let this = env::current_exe().ok()?;
    existing(this.parent()?)
}

fn in_path(path: OsString) -> Option<PathBuf> {
    env::split_paths(&path).find_map(|folder| existing(&folder))
}

fn existing(folder: &Path) -> Option<PathBuf> {
    let program = folder.join(format!("{PROGRAM}{}", env::consts::EXE_SUFFIX));
    program.is_file().then_some(program)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn engines_are_named() {
        assert_eq!(engine("memory"), Ok(EngineName::Memory));
        assert_eq!(engine("datafusion"), Ok(EngineName::DataFusion));
        assert_eq!(engine("ballista://node1:50050/"), Ok(EngineName::Ballista("node1:50050".into())));
        for wrong in ["", "spark", "ballista://", "ballista://node1", "ballista://node1:x", "ballista://:1"] {
            assert!(engine(wrong).is_err(), "{wrong}");
        }
    }
}
