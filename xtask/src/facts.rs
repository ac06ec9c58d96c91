//! Measures `xfold learn` on generated relations whose facts and examples are Parquet files, with right labels and with
//! some that are wrong.

use crate::bench::{build, field, stage, watched};
use std::{fs, path::Path, process::Command};

/// Facts of the tasks, unless more are asked for.
const SIZES: [usize; 4] = [10_000, 100_000, 1_000_000, 10_000_000];
/// The limit that holds for the command and its solver together.
const MEMORY: &str = "4G";
/// The share of wrong labels where some are.
const WRONG: &str = "0.05";

/// Runs the benchmark on the usual sizes, or on one only, and prints a table.
pub fn bench(root: &Path, only: Option<&str>) -> Result<(), String> {
    let sizes = match only.map(str::parse) {
        None => SIZES.to_vec(),
        Some(Ok(n_facts)) => vec![n_facts],
        Some(Err(_)) => return Err("the number of facts is a number".into()),
    };
    build(root, &["build", "--release", "--package", "xfold-cli"])?;
    build(root, &["build", "--release", "--package", "xfold-suite", "--example", "scale"])?;
    let folder = root.join("target/bench");
    fs::create_dir_all(&folder).map_err(|e| format!("cannot make {}: {e}", folder.display()))?;
    println!(
        "| family | facts | wrong labels | seconds | of which search, check | processor seconds | \
         times the one before | MiB | MiB of the solver | bytes a fact | verdict | rules |"
    );
    println!("|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|---|---|");
    for family in ["kinship", "graph", "purchases"] {
        for wrong in ["0", WRONG] {
            let mut before = None;
            for &n_facts in &sizes {
                let task = folder.join(format!("{family}_in_columns"));
                let status = Command::new(root.join("target/release/examples/scale"))
                    .args(["columns", family, "1", &n_facts.to_string()])
                    .arg(&task)
                    .arg(wrong)
                    .status()
                    .map_err(|e| format!("the generator does not start: {e}"))?;
                if !status.success() {
                    return Err("the generator failed".into());
                }
                let noise: &[&str] = if wrong == "0" { &[] } else { &["--noise"] };
                let options = [&["--memory-limit", MEMORY, "--format", "json"], noise].concat();
                let run = watched(root, &task, &options)?;
                // A hundred million facts are several hundred megabytes: they are on disk for one run only.
                fs::remove_dir_all(&task).map_err(|e| e.to_string())?;
                let ratio =
                    before.map_or("–".to_string(), |before| format!("{:.1}", run.processor / before));
                before = Some(run.processor);
                let [own, solver] = run.memory.map(|bytes| bytes as f64 / f64::from(1 << 20));
                println!(
                    "| {family} | {n_facts} | {wrong} | {:.2} | {:.1}, {:.1} | {:.2} | {ratio} | {own:.0} | \
                     {solver:.0} | {:.0} | {} | `{}` |",
                    run.seconds,
                    stage(&run.text, "search"),
                    stage(&run.text, "check"),
                    run.processor,
                    run.memory[0] as f64 / n_facts as f64,
                    field(&run.text, "stop").replace('_', " "),
                    field(&run.text, "program").trim_end_matches("\\n").replace("\\n", "` `")
                );
            }
        }
    }
    println!(
        "\nMemory limit {MEMORY} for the command and its solver together. Processor seconds are of both; growth is by these."
    );
    Ok(())
}
