//! Developer tasks, without dependencies so that they are built in a second: `cargo xtask TASK`.

mod bench;
mod databases;
mod differ;
mod engines;
mod facts;
mod order;
mod postgres;
mod python;
mod relational;
mod scale;
mod setup;
mod source;
mod stores;
mod tasks;
mod tidy;

use std::{
    env,
    path::{Path, PathBuf},
    process::ExitCode,
};

const USAGE: &str = "\
usage: cargo xtask TASK

  setup   make sure of what the build needs beside Rust: a C++ compiler and cmake
  demo    build the command and learn from the tasks in examples/
  test    check format and lints where the tools are there, then run all tests
  python  build the Python package and run its tests in a fresh virtual environment, as `test` does in the end
  cluster build and test the engines beyond memory (DataFusion, Ballista), as `test` does too
  stores  build the engines with object stores and test them beside a server that speaks S3
  suite   run the tasks with known answers through the library and the command
  databases  run the tests of SQLite, DuckDB and PostgreSQL as sources, as `test` does; as root, PostgreSQL is installed
  bench   measure time and memory of learning on large generated tasks; `bench relational [FOLDER]` on the Popper tasks
          of a folder and on relations of ten thousand to ten million facts; `bench facts [FACTS]` on relations in Parquet
          files of the same sizes, or of one size up to a hundred million; `bench databases [ORDERS]` on a shop in files,
          SQLite, DuckDB and PostgreSQL; `bench tables` on tables of ten thousand to ten million rows; `bench engines [ROWS
          [MEMORY LIMIT]]` on a table of a million and ten million rows, or of so many, by memory, DataFusion, Ballista, and
          other learners
  same-bytes  run forty tasks on the machine as it is, with it busy, stopped and continued, and with one thread: the
          output has to be the same
  differ  compare every form of rules on random tables and tasks: the command, clingo, SQLite, DuckDB, SWI-Prolog, Python;
          `differ --cases 20000 --seed 2` runs more of them, `--case 7` one whose files are kept
  fuzz    run mutated inputs through all commands for a minute: `fuzz [--minutes N] [--seed S] [--jobs J] [--keep DIR]`,
          or one of them again: `fuzz --seed S --case N`
  soak    learn a thousand times in one process, in threads, and with signals at random moments: `soak [--rounds N]
          [--signals N] [--seed S]`; then a thousand times through Python
  ablate  switch each heuristic off and compare, on the suite, generated tasks and the tasks and tables of a folder: `ablate
          [--data DIR] [--only NAME,…] [--collections NAME,…] [--jobs J]`; results are kept in target/ablation
  deny    judge the packages that are built in by deny.toml, with cargo-deny if it is installed
  tidy    check what no other tool checks: file heads, sizes, links, paths
";

fn main() -> ExitCode {
    let words: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let root = root();
    let done = match words[..] {
        ["setup"] => setup::setup(&root),
        ["demo"] => tasks::demo(&root),
        ["test"] => tasks::test(&root),
        ["python"] => tasks::python(&root),
        ["cluster"] => tasks::cluster(&root),
        ["stores"] => stores::test(&root),
        ["suite"] => tasks::suite(&root),
        ["databases"] => setup::setup(&root).and_then(|()| tasks::databases(&root)),
        ["same-bytes"] => tasks::same_bytes(&root),
        ["bench"] => bench::bench(&root),
        ["bench", "tables"] => scale::bench(&root),
        ["bench", "facts"] => facts::bench(&root, None),
        ["bench", "facts", n_facts] => facts::bench(&root, Some(n_facts)),
        ["bench", "engines"] => engines::bench(&root, None, None),
        ["bench", "engines", n_rows] => engines::bench(&root, Some(n_rows), None),
        ["bench", "engines", n_rows, limit] => engines::bench(&root, Some(n_rows), Some(limit)),
        ["bench", "databases"] => databases::bench(&root, None),
        ["bench", "databases", n_orders] => databases::bench(&root, Some(n_orders)),
        ["bench", "relational"] => relational::bench(&root, &root.join("../shared/data/popper")),
        ["bench", "relational", folder] => relational::bench(&root, Path::new(folder)),
        ["differ", ref options @ ..] => tasks::differ(&root, options),
        ["tidy"] => tidy::tidy(&root),
        ["fuzz", ref options @ ..] => tasks::fuzz(&root, options),
        ["soak", ref options @ ..] => tasks::soak(&root, options),
        ["ablate", ref options @ ..] => tasks::ablate(&root, options),
        ["deny"] => tasks::deny(&root),
        ["help" | "--help" | "-h"] => {
            print!("{USAGE}");
            Ok(())
        }
        _ => {
            if !words.is_empty() {
                eprintln!("xtask: there is no task `{}`", words.join(" "));
            }
            eprint!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("xtask: {message}");
            ExitCode::FAILURE
        }
    }
}

/// The root of the repository: the folder above this package's.
fn root() -> PathBuf {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    package.parent().unwrap_or(package).to_path_buf()
}
