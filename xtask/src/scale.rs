//! Measures `xfold learn` on large generated tables: how time grows with rows, what a second thread brings, and memory
//! beside that of the columns themselves.

use crate::bench::{self, build, field, watched};
use std::{
    fs,
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
};

/// Rows, numeric columns and categorical columns of the tables.
const SIZES: [[usize; 3]; 5] =
    [[10_000, 6, 4], [100_000, 6, 4], [1_000_000, 6, 4], [10_000_000, 6, 4], [1_000_000, 30, 20]];
const RUNS: usize = 5;

/// Runs the benchmark and prints a table.
pub fn bench(root: &Path) -> Result<(), String> {
    build(root, &["build", "--release", "--package", "xfold-cli"])?;
    let folder = root.join("target/bench");
    fs::create_dir_all(&folder).map_err(|e| format!("cannot make {}: {e}", folder.display()))?;
    println!(
        "| rows × columns | fit, seconds | times the one before | two threads | times as fast | whole command | \
         two threads | MiB | MiB of the columns | times |"
    );
    println!("|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|");
    let mut before: Option<([usize; 2], f64)> = None;
    for size in SIZES {
        let [n_rows, n_numbers, n_categories] = size;
        let table = generate(&folder, size).map_err(|e| format!("cannot write a table: {e}"))?;
        let mut runs = [Vec::new(), Vec::new()];
        for _ in 0..RUNS {
            for (threads, runs) in (1..).zip(&mut runs) {
                runs.push(learn(root, &table, threads)?);
            }
        }
        fs::remove_file(&table).map_err(|e| e.to_string())?;
        let all = || runs.iter().flatten();
        if all().any(|run| run.rules != runs[0][0].rules) {
            return Err("one and two threads gave different rules".into());
        }
        let median = |runs: &[Run], of: fn(&Run) -> f64| {
            let mut seconds: Vec<f64> = runs.iter().map(of).collect();
            seconds.sort_by(f64::total_cmp);
            seconds[RUNS / 2]
        };
        let [one, two] = [0, 1].map(|of| median(&runs[of], |run| run.fit));
        let [whole_one, whole_two] = [0, 1].map(|of| median(&runs[of], |run| run.whole));
        let columns = [n_numbers, n_categories];
        let growth = before.filter(|(of, _)| *of == columns);
        let growth = growth.map_or("–".to_string(), |(_, seconds)| format!("{:.1}", one / seconds));
        before = Some((columns, one));
        let mebibytes = |bytes: u64| bytes as f64 / f64::from(1 << 20);
        let memory = all().map(|run| run.memory).max().unwrap_or_default();
        let n_bytes = runs[0][0].n_bytes;
        println!(
            "| {n_rows} × {} | {one:.3} | {growth} | {two:.3} | {:.2} | {whole_one:.2} | {whole_two:.2} | {:.0} | \
             {:.0} | {:.1} |",
            n_numbers + n_categories,
            one / two,
            mebibytes(memory),
            mebibytes(n_bytes),
            memory as f64 / n_bytes as f64
        );
    }
    println!(
        "\nOne thread unless said otherwise; median of {RUNS} runs each, in turns; the most memory of all runs."
    );
    Ok(())
}

/// One run of the command.
struct Run {
    fit: f64,
    whole: f64,
    memory: u64,
    n_bytes: u64,
    rules: String,
}

fn learn(root: &Path, table: &Path, threads: usize) -> Result<Run, String> {
    let options = ["--target", "label", "--format", "json", "--threads", &threads.to_string()];
    let bench::Run { seconds: whole, memory: [memory, _], text: report, .. } =
        watched(root, table, &options)?;
    let number =
        |name: &str| field(&report, name).parse::<f64>().map_err(|_| "xfold learn failed".to_string());
    let (fit, n_bytes) = (number("fit_seconds")?, number("n_bytes")? as u64);
    Ok(Run { fit, whole, memory, n_bytes, rules: field(&report, "program") })
}

/// A table whose labels follow three defaults with exceptions, one label in twenty wrong.
fn generate(folder: &Path, [n_rows, n_numbers, n_categories]: [usize; 3]) -> io::Result<PathBuf> {
    let path = folder.join(format!("table_{n_rows}_{n_numbers}_{n_categories}.csv"));
    let mut out = BufWriter::new(fs::File::create(&path)?);
    let names = (0..n_numbers).map(|n| format!("n{n}")).chain((0..n_categories).map(|n| format!("c{n}")));
    writeln!(out, "{},label", names.collect::<Vec<_>>().join(","))?;
    let mut random = Random(1);
    for _ in 0..n_rows {
        // Sums of four are bell-shaped. Numbers have two decimals.
        let mut bell = || (0..4).map(|_| random.below(1001) as i64 - 500).sum::<i64>();
        let numbers: Vec<i64> = (0..n_numbers).map(|_| bell()).collect();
        let categories: Vec<u64> = (0..n_categories).map(|_| random.below(6)).collect();
        let (n, c) = (&numbers, &categories);
        let first = n[0] > 300 && n[1] <= 500 && c[0] != 2 && c[1] != 3;
        let second = n[2] < -400 && n[3] > 0 && c[2] != 1;
        let third = n[4] > 500 && c[3] == 4;
        let label = (first || second || third) != (random.below(20) == 0);
        for number in &numbers {
            let sign = if *number < 0 { "-" } else { "" };
            write!(out, "{sign}{}.{:02},", number.abs() / 100, number.abs() % 100)?;
        }
        for category in &categories {
            write!(out, "{},", char::from(b'a' + *category as u8))?;
        }
        writeln!(out, "{}", if label { "yes" } else { "no" })?;
    }
    out.flush()?;
    Ok(path)
}

/// Numbers that look random and are the same in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }
}
