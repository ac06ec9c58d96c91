//! The tasks that call cargo. All of them use the dev profile, so that clingo is compiled once.

use crate::{
    differ, postgres, python,
    setup::{is_our_cmake, setup},
};
use std::{env, path::Path, process::Command};

/// The feature with the drivers of databases.
const DATABASES: &str = "xfold-cli/databases";

/// The tasks that the demo learns from.
const DEMO: [(&str, &str); 6] = [
    ("penguin", "birds fly, penguins are the exception"),
    ("contracts", "thresholds on numbers, and an exception of two conditions"),
    ("family", "targets of two arguments, one of them recursive"),
    ("trains", "trains, their cars, and an exception about another car"),
    ("colouring", "several stable models: rules that generate, constraints that test"),
    ("drop", "lists and numbers: a recursive program"),
];

/// Builds the command and learns from the examples.
pub fn demo(root: &Path) -> Result<(), String> {
    setup(root)?;
    eprintln!("xtask: building (the first time, clingo takes a few minutes)");
    run(root, &["build", "--package", "xfold-cli"])?;
    for (name, about) in DEMO {
        let file = format!("examples/{name}/task.las");
        let task = if root.join(&file).is_file() { file } else { format!("examples/{name}") };
        println!("\n== xfold learn {task}: {about}");
        run(root, &["run", "--quiet", "--package", "xfold-cli", "--", "learn", &task])?;
    }
    Ok(())
}

/// Format, lints and tests; what is not installed is skipped, visibly.
pub fn test(root: &Path) -> Result<(), String> {
    setup(root)?;
    if has_tool(root, "fmt") {
        run(root, &["fmt", "--all", "--check"])?;
    } else {
        eprintln!("xtask: SKIPPED the format: rustfmt is not installed (`rustup component add rustfmt`)");
    }
    if has_tool(root, "clippy") {
        run(
            root,
            &["clippy", "--workspace", "--all-targets", "--features", DATABASES, "--", "-D", "warnings"],
        )?;
    } else {
        eprintln!("xtask: SKIPPED the lints: clippy is not installed (`rustup component add clippy`)");
    }
    let mut tests = cargo(root);
    tests.args(["test", "--workspace"]).envs(python::with_engines(root).map(|it| ("XFOLD_TEST_PYTHON", it)));
    run_command(&mut tests, "cargo test --workspace")?;
    databases(root)?;
    deny(root)?;
    cluster(root)?;
    match python::test(root)? {
        Some(python) => differ::run(root, &python, &differ::IN_TESTS),
        None => {
            eprintln!("xtask: SKIPPED the comparison of all forms of rules: it needs Python");
            Ok(())
        }
    }
}

/// Builds and tests the engines beyond memory, which are a workspace of their own.
pub fn cluster(root: &Path) -> Result<(), String> {
    setup(root)?;
    if rust_version(root).is_some_and(|version| version < CLUSTER_RUST) {
        let (major, minor) = CLUSTER_RUST;
        eprintln!("xtask: SKIPPED the engines beyond memory: they need Rust {major}.{minor}");
        return Ok(());
    }
    let folder = root.join("cluster");
    let mut tests = cargo(root);
    tests.current_dir(folder).arg("test");
    run_command(&mut tests, "cargo test in cluster")
}

/// The Rust that `cluster` needs, as its Cargo.toml says.
const CLUSTER_RUST: (u32, u32) = (1, 94);

/// `cargo 1.95.0 (…)`
fn rust_version(root: &Path) -> Option<(u32, u32)> {
    let output = cargo(root).arg("--version").output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let mut numbers = text.split_whitespace().nth(1)?.split('.').map(str::parse);
    Some((numbers.next()?.ok()?, numbers.next()?.ok()?))
}

/// The tests of databases: they need the command with its drivers, a PostgreSQL and a Python with DuckDB.
pub fn databases(root: &Path) -> Result<(), String> {
    postgres::setup();
    let arguments = ["test", "--workspace", "--features", DATABASES, "--test", "databases"];
    let mut tests = cargo(root);
    tests.args(arguments).envs(python::with_engines(root).map(|it| ("XFOLD_TEST_PYTHON", it)));
    run_command(&mut tests, &format!("cargo {}", arguments.join(" ")))
}

/// Compares every form of rules on random tables and tasks.
pub fn differ(root: &Path, options: &[&str]) -> Result<(), String> {
    setup(root)?;
    run(root, &["build", "--workspace", "--bin", "xfold"])?;
    match python::installed(root)? {
        Some(python) => differ::run(root, &python, options),
        None => Err("the comparison needs Python".to_owned()),
    }
}

/// Mutated inputs through all commands.
pub fn fuzz(root: &Path, options: &[&str]) -> Result<(), String> {
    harness(root, "fuzz", options)
}

/// Runs that are repeated, crowded and interrupted, by the library and the command, then through Python.
pub fn soak(root: &Path, options: &[&str]) -> Result<(), String> {
    harness(root, "soak", options)?;
    python::soak(root)
}

/// Builds the command and the harness as the tests do, and runs the harness.
fn harness(root: &Path, task: &str, options: &[&str]) -> Result<(), String> {
    setup(root)?;
    run(root, &["build", "--workspace", "--bin", "xfold", "--bin", "xfold-fuzz"])?;
    let mut harness = Command::new(python::target(root).join("debug/xfold-fuzz"));
    harness.current_dir(root).arg(task).args(options);
    run_command(&mut harness, &format!("xfold-fuzz {task} {}", options.join(" ")))
}

/// What each heuristic buys. Time counts, so it is built for speed.
pub fn ablate(root: &Path, options: &[&str]) -> Result<(), String> {
    setup(root)?;
    run(root, &["build", "--release", "--package", "xfold-fuzz", "--bin", "xfold-fuzz"])?;
    let mut harness = Command::new(python::target(root).join("release/xfold-fuzz"));
    harness.current_dir(root).arg("ablate").args(options);
    run_command(&mut harness, &format!("xfold-fuzz ablate {}", options.join(" ")))
}

/// The packages that are built in. What needs no other tool than cargo is among the tests; the rest is cargo-deny's.
pub fn deny(root: &Path) -> Result<(), String> {
    if !has_tool(root, "deny") {
        eprintln!("xtask: SKIPPED cargo deny: it is not installed (`cargo install --locked cargo-deny`)");
        eprintln!(
            "xtask: licences, duplicates and sources are judged by deny.toml in the tests; advisories are not"
        );
        return Ok(());
    }
    run(root, &["deny", "check", "licenses", "bans", "sources"])?;
    let fetched = cargo(root).args(["deny", "fetch", "db"]).output();
    if fetched.is_ok_and(|output| output.status.success()) {
        return run(root, &["deny", "check", "advisories"]);
    }
    eprintln!("xtask: SKIPPED the advisories: their data base cannot be fetched from here");
    Ok(())
}

/// The tests of the Python package, with the command that they compare it with.
pub fn python(root: &Path) -> Result<(), String> {
    setup(root)?;
    // Of the whole workspace, as for the tests: so the wheel finds its parts compiled.
    run(root, &["build", "--workspace", "--bin", "xfold"])?;
    python::test(root).map(|_| ())
}

/// The tasks with known answers.
pub fn suite(root: &Path) -> Result<(), String> {
    setup(root)?;
    run(root, &["test", "--package", "xfold", "--package", "xfold-cli", "--test", "suite"])
}

/// Whether forty tasks give the same bytes whatever else the machine does, with a fast build.
pub fn same_bytes(root: &Path) -> Result<(), String> {
    setup(root)?;
    let arguments = ["test", "--release", "--package", "xfold-cli", "--test", "same_bytes"];
    let name = format!("cargo {}", arguments.join(" "));
    run_command(cargo(root).args(arguments).env("XFOLD_SAME_BYTES", "all"), &name)
}

fn has_tool(root: &Path, tool: &str) -> bool {
    cargo(root).args([tool, "--version"]).output().is_ok_and(|output| output.status.success())
}

fn run(root: &Path, arguments: &[&str]) -> Result<(), String> {
    run_command(cargo(root).args(arguments), &format!("cargo {}", arguments.join(" ")))
}

/// Runs a command that is told as `name`, with its output.
pub fn run_command(command: &mut Command, name: &str) -> Result<(), String> {
    eprintln!("xtask: {name}");
    let status = command.status().map_err(|e| format!("`{name}` does not start: {e}"))?;
    if status.success() { Ok(()) } else { Err(format!("`{name}` failed")) }
}

/// The cargo that runs us, in the root.
pub fn cargo(root: &Path) -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root);
    if is_our_cmake(root) {
        command.env_remove("CMAKE");
    }
    command
}
