//! Measures `xfold learn` on relational tasks: those of a folder of Popper's tasks, and large generated ones.

use crate::bench::{self, build, field, watched};
use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

/// Facts of the generated tasks.
const SIZES: [usize; 4] = [10_000, 100_000, 1_000_000, 10_000_000];

/// Runs the benchmark and prints two tables.
pub fn bench(root: &Path, tasks: &Path) -> Result<(), String> {
    build(root, &["build", "--release", "--package", "xfold-cli"])?;
    build(root, &["build", "--release", "--package", "xfold-suite", "--example", "scale"])?;
    let folder = root.join("target/bench");
    fs::create_dir_all(&folder).map_err(|e| format!("cannot make {}: {e}", folder.display()))?;
    let mut names: Vec<PathBuf> =
        fs::read_dir(tasks).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    names.retain(|path| path.join("bias.pl").is_file());
    names.sort();
    if names.is_empty() {
        println!("no Popper tasks in {}: skipped\n", tasks.display());
    } else {
        println!("| task | rules | literals | precision | recall | seconds | MiB | MiB of the solver |");
        println!("|---|--:|--:|--:|--:|--:|--:|--:|");
    }
    for task in &names {
        let name = task.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        // Popper's noisy tasks say so in their names.
        let options: &[&str] = if name.starts_with("noisy") { &["--noise"] } else { &[] };
        let run = measure(root, &folder, task, options)?;
        println!(
            "| {name} | {} | {} | {} | {} | {:.2} | {:.0} | {:.0} |",
            run.rules,
            run.literals,
            run.precision,
            run.recall,
            run.seconds,
            mebibytes(run.memory[0]),
            mebibytes(run.memory[1])
        );
    }
    println!(
        "\n| family | facts | seconds | times the one before | MiB | MiB of the solver | rules | precision | recall |"
    );
    println!("|---|--:|--:|--:|--:|--:|--:|--:|--:|");
    for family in ["kinship", "graph"] {
        let mut before = None;
        for n_facts in SIZES {
            let task = folder.join(format!("{family}_{n_facts}"));
            let status = Command::new(root.join("target/release/examples/scale"))
                .args([family, "1", &n_facts.to_string()])
                .arg(&task)
                .status()
                .map_err(|e| format!("the generator does not start: {e}"))?;
            if !status.success() {
                return Err("the generator failed".into());
            }
            let run = measure(root, &folder, &task, &[])?;
            let ratio = before.map_or("–".to_string(), |before| format!("{:.1}", run.seconds / before));
            before = Some(run.seconds);
            println!(
                "| {family} | {n_facts} | {:.2} | {ratio} | {:.0} | {:.0} | {} | {} | {} |",
                run.seconds,
                mebibytes(run.memory[0]),
                mebibytes(run.memory[1]),
                run.rules,
                run.precision,
                run.recall
            );
        }
    }
    Ok(())
}

/// What one run of the command gave.
struct Run {
    seconds: f64,
    memory: [u64; 2],
    rules: String,
    literals: String,
    precision: String,
    recall: String,
}

/// Learns, and counts by `xfold check`, apart from the search, what the rules derive.
fn measure(root: &Path, folder: &Path, task: &Path, options: &[&str]) -> Result<Run, String> {
    let bench::Run { seconds, memory, text: report, .. } =
        watched(root, task, &[options, &["--format", "json"]].concat())?;
    let program = field(&report, "program").replace("\\n", "\n").replace("\\\"", "\"").replace("\\\\", "\\");
    let rules = folder.join("rules.lp");
    fs::write(&rules, program).map_err(|e| e.to_string())?;
    let checked = Command::new(root.join("target/release/xfold"))
        .arg("check")
        .arg(task)
        .arg(&rules)
        .args(["--format", "json"])
        .output()
        .map_err(|e| format!("xfold does not start: {e}"))?;
    let verdict = String::from_utf8_lossy(&checked.stdout).into_owned();
    let covered = verdict.split_once("\"covered\":").map_or("", |(_, rest)| rest);
    let number = |text: &str, name: &str| field(text, name).parse::<f64>().unwrap_or(f64::NAN);
    let (hits, false_hits) = (number(covered, "positive"), number(covered, "negative"));
    let examples = report.split_once("\"examples\": {").map_or("", |(_, rest)| rest);
    let all = number(examples, "positive");
    let share = |part: f64, of: f64| if of > 0.0 { format!("{:.3}", part / of) } else { "–".to_string() };
    Ok(Run {
        seconds,
        memory,
        rules: field(&report, "n_rules"),
        literals: field(&report, "n_literals"),
        precision: share(hits, hits + false_hits),
        recall: share(hits, all),
    })
}

fn mebibytes(bytes: u64) -> f64 {
    bytes as f64 / f64::from(1 << 20)
}
