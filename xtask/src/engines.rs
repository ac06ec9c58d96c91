//! Measures `xfold learn` on one large table by every engine, and other learners beside it: time, memory of each process,
//! requests and bytes, and whether the rules are those of memory.

use crate::{
    bench::{Run, build, field, peak_so_far, watched},
    python,
};
use std::{
    fs,
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
};

/// Rows of the tables, unless one number is asked for.
const SIZES: [usize; 2] = [1_000_000, 10_000_000];
/// Rows up to which the table is read into memory, too.
const MOST_IN_MEMORY: usize = 10_000_000;
/// Rows up to which the median of some runs is told; beyond, there is one run.
const MOST_REPEATED: usize = 1_000_000;
const RUNS: usize = 5;
/// Rows up to which there is a second run on the same cluster.
const MOST_AGAIN: usize = 10_000_000;
/// Rows to judge rules by, drawn from another seed.
const UNSEEN: usize = 100_000;
/// Who else learns from the same table, in `tools/bench_engines.py`, and up to how many rows.
const PEERS: [(&str, usize); 3] =
    [("lightgbm", 10_000_000), ("lightgbm-tree", 10_000_000), ("mllib-tree", usize::MAX)];
const PEER_PACKAGES: [&str; 4] = ["lightgbm>=4", "pyarrow>=18", "pandas>=2", "pyspark>=4"];

/// Runs the benchmark on the usual sizes, or on one only, and prints a table.
pub fn bench(root: &Path, only: Option<&str>, memory_limit: Option<&str>) -> Result<(), String> {
    let sizes = match only.map(str::parse) {
        None => SIZES.to_vec(),
        Some(Ok(n_rows)) => vec![n_rows],
        Some(Err(_)) => return Err("the number of rows is a number".into()),
    };
    build(root, &["build", "--release", "--package", "xfold-cli"])?;
    build(root, &["build", "--release", "--package", "xfold-suite", "--example", "rows"])?;
    build(&root.join("cluster"), &["build", "--release"])?;
    let folder = root.join("target/bench");
    fs::create_dir_all(&folder).map_err(|e| format!("cannot make {}: {e}", folder.display()))?;
    let unseen = generate(root, &folder, 2, UNSEEN)?;
    let peers = python::with_packages(root, ".tools/peers", &PEER_PACKAGES);
    println!(
        "| rows | learner | seconds | times a tenth of the rows | times memory | MiB | MiB of the scheduler | \
         MiB of the executors | requests | KiB asked | KiB answered | accuracy on unseen rows | rules |"
    );
    println!("|--:|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|---|");
    let mut before: Vec<(String, f64)> = Vec::new();
    for n_rows in sizes {
        let table = generate(root, &folder, 1, n_rows)?;
        let bench = Bench { root, table: &table, unseen: &unseen, n_rows, memory_limit };
        let mut lines = bench.engines()?;
        for (peer, _) in PEERS.iter().filter(|(_, most)| n_rows <= *most) {
            lines.extend(peers.as_ref().and_then(|python| bench.peer(python, peer)));
        }
        let memory = lines.iter().find(|line| line.learner == "memory").map(|line| line.seconds);
        for line in &lines {
            let growth = before.iter().find(|(learner, _)| *learner == line.learner);
            line.print(n_rows, growth.map(|(_, seconds)| *seconds), memory);
        }
        before = lines.into_iter().map(|line| (line.learner, line.seconds)).collect();
        fs::remove_file(&table).map_err(|e| e.to_string())?;
    }
    println!(
        "\n20 columns: ten of reals, five of whole numbers, five of categories. Up to {MOST_REPEATED} rows the median of \
         {RUNS} runs, beyond it one run; the most memory of all runs. `again`: a second run on the same cluster, whose \
         executors have kept their parts."
    );
    Ok(())
}

/// A table, written once.
fn generate(root: &Path, folder: &Path, seed: u64, n_rows: usize) -> Result<PathBuf, String> {
    let path = folder.join(format!("rows_{seed}_{n_rows}.parquet"));
    let status = Command::new(root.join("target/release/examples/rows"))
        .args([seed.to_string(), n_rows.to_string()])
        .arg(&path)
        .status()
        .map_err(|e| format!("the generator does not start: {e}"))?;
    if status.success() { Ok(path) } else { Err("the generator failed".into()) }
}

/// What is measured of one learner.
struct Line {
    learner: String,
    seconds: f64,
    /// The most bytes of the process that learns, of the scheduler, and of all executors.
    memory: [Option<u64>; 3],
    /// Requests, and bytes asked and answered.
    traffic: Option<[f64; 3]>,
    accuracy: String,
    rules: String,
}

impl Line {
    fn print(&self, n_rows: usize, of_a_tenth: Option<f64>, of_memory: Option<f64>) {
        let ratio =
            |other: Option<f64>| other.map_or("–".into(), |other| format!("{:.1}", self.seconds / other));
        let [own, scheduler, executors] = self.memory.map(|bytes| {
            bytes.map_or("–".into(), |bytes| format!("{:.0}", bytes as f64 / f64::from(1 << 20)))
        });
        let traffic = match self.traffic {
            Some([requests, asked, answered]) => {
                format!("{requests:.0} | {:.0} | {:.0}", asked / 1024.0, answered / 1024.0)
            }
            None => "– | – | –".into(),
        };
        println!(
            "| {n_rows} | {} | {:.2} | {} | {} | {own} | {scheduler} | {executors} | {traffic} | {} | {} |",
            self.learner,
            self.seconds,
            ratio(of_a_tenth),
            ratio(of_memory),
            self.accuracy,
            self.rules
        );
    }
}

/// A run, with the most memory of a cluster's scheduler and of its executors.
type WithNodes = (Run, [Option<u64>; 2]);

/// One table and what is learned from it.
struct Bench<'a> {
    root: &'a Path,
    table: &'a Path,
    unseen: &'a Path,
    n_rows: usize,
    memory_limit: Option<&'a str>,
}

impl Bench<'_> {
    fn engines(&self) -> Result<Vec<Line>, String> {
        let n_runs = if self.n_rows <= MOST_REPEATED { RUNS } else { 1 };
        let mut lines = Vec::new();
        let mut program: Option<String> = None;
        let mut add = |learner: &str, mut runs: Vec<WithNodes>| -> Result<(), String> {
            runs.sort_by(|(a, _), (b, _)| a.seconds.total_cmp(&b.seconds));
            let most = |of: fn(&WithNodes) -> Option<u64>| runs.iter().filter_map(of).max();
            let memory = [
                most(|(run, _)| Some(run.memory[0] + run.memory[1])),
                most(|(_, others)| others[0]),
                most(|(_, others)| others[1]),
            ];
            let found = runs.iter().map(|(run, _)| field(&run.text, "program")).collect::<Vec<_>>();
            let first = program.get_or_insert_with(|| found[0].clone()).clone();
            let are_same = found.iter().all(|found| *found == first);
            let run = &runs[runs.len() / 2].0;
            let number = |name: &str| field(&run.text, name).parse::<f64>().ok();
            let traffic = number("requests").zip(number("bytes_asked")).zip(number("bytes_answered"));
            lines.push(Line {
                learner: learner.to_string(),
                seconds: run.seconds,
                memory,
                traffic: traffic.map(|((requests, asked), answered)| [requests, asked, answered]),
                accuracy: self.accuracy(&run.text)?,
                rules: if are_same {
                    format!("{}, the same", field(&run.text, "n_rules"))
                } else {
                    format!("{}, others", field(&run.text, "n_rules"))
                },
            });
            Ok(())
        };
        let alone = |engine: &str| -> Result<Vec<WithNodes>, String> {
            (0..n_runs).map(|_| Ok((self.learn(engine)?, [None, None]))).collect()
        };
        if self.n_rows <= MOST_IN_MEMORY {
            add("memory", alone("memory")?)?;
        }
        add("datafusion", alone("datafusion")?)?;
        for (n_executors, threads) in [(1, "2"), (2, "1")] {
            let (mut first, mut again) = (Vec::new(), Vec::new());
            for _ in 0..n_runs {
                let cluster = Cluster::start(self.root, n_executors, threads, self.memory_limit)?;
                for runs in [&mut first, &mut again] {
                    let run = self.learn(&cluster.engine)?;
                    runs.push((run, cluster.memory()));
                    if self.n_rows > MOST_AGAIN {
                        break;
                    }
                }
            }
            let name = format!("ballista, {n_executors} executor{}", if n_executors == 1 { "" } else { "s" });
            add(&name, first)?;
            if !again.is_empty() {
                add(&format!("{name}, again"), again)?;
            }
        }
        Ok(lines)
    }

    fn learn(&self, engine: &str) -> Result<Run, String> {
        let mut options = vec!["--target", "y", "--format", "json", "--engine", engine];
        if let Some(limit) = self.memory_limit {
            options.extend(["--memory-limit", limit]);
        }
        let run = watched(self.root, self.table, &options)?;
        if run.is_success {
            Ok(run)
        } else {
            Err(format!("xfold learn --engine {engine} failed: {}", run.text))
        }
    }

    /// How many unseen rows get their class from the rules of a report.
    fn accuracy(&self, report: &str) -> Result<String, String> {
        let rules = self.table.with_extension("lp");
        let program = field(report, "program").replace("\\n", "\n").replace("\\\"", "\"");
        fs::write(&rules, program).map_err(|e| format!("cannot write {}: {e}", rules.display()))?;
        let output = Command::new(self.root.join("target/release/xfold"))
            .arg("check")
            .args([self.unseen, &rules])
            .args(["--format", "json"])
            .output()
            .map_err(|e| format!("xfold does not start: {e}"))?;
        let report = String::from_utf8_lossy(&output.stdout).into_owned();
        let number = |name: &str| field(&report, name).parse::<f64>().unwrap_or(f64::NAN);
        Ok(format!("{:.4}", number("right") / number("rows")))
    }

    /// Another learner, if it can be had.
    fn peer(&self, python: &Path, name: &str) -> Option<Line> {
        let output = Command::new(python)
            .arg(self.root.join("tools/bench_engines.py"))
            .arg(name)
            .args([self.table, self.unseen])
            .stderr(Stdio::null())
            .output()
            .ok()?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let mut words = text.split_whitespace();
        let mut number = || words.next()?.parse::<f64>().ok();
        let (Some(seconds), Some(bytes), Some(accuracy)) = (number(), number(), number()) else {
            eprintln!("xtask: SKIPPED {name}: it failed on {} rows", self.n_rows);
            return None;
        };
        Some(Line {
            learner: name.to_string(),
            seconds,
            memory: [Some(bytes as u64), None, None],
            traffic: None,
            accuracy: format!("{accuracy:.4}"),
            rules: words.collect::<Vec<_>>().join(" "),
        })
    }
}

/// A cluster on this machine. It ends when it is dropped.
struct Cluster {
    scheduler: Child,
    executors: Vec<Child>,
    engine: String,
}

impl Cluster {
    fn start(root: &Path, n_executors: usize, threads: &str, limit: Option<&str>) -> Result<Self, String> {
        let (scheduler, line) = node(root, &["scheduler", "--port", "0"], "listening at ")?;
        let address = line.rsplit_once("listening at ").map_or("", |(_, address)| address).trim().to_string();
        let engine = format!("ballista://{address}");
        let mut cluster = Self { scheduler, executors: Vec::new(), engine };
        for _ in 0..n_executors {
            let mut words = vec![
                "executor",
                "--scheduler",
                &address,
                "--port",
                "0",
                "--grpc-port",
                "0",
                "--threads",
                threads,
            ];
            words.extend(limit.into_iter().flat_map(|limit| ["--memory-limit", limit]));
            cluster.executors.push(node(root, &words, "registered")?.0);
        }
        Ok(cluster)
    }

    /// The most bytes of the scheduler and of all executors so far.
    fn memory(&self) -> [Option<u64>; 2] {
        let executors = self.executors.iter().map(|executor| peak_so_far(executor.id())).sum();
        [peak_so_far(self.scheduler.id()), executors]
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        for child in self.executors.iter_mut().chain([&mut self.scheduler]) {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// A program of a cluster, and the line with these words that it says when it is ready.
fn node(root: &Path, arguments: &[&str], ready: &str) -> Result<(Child, String), String> {
    let mut child = Command::new(root.join("target/release/xfold-cluster"))
        .args(arguments)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|e| format!("xfold-cluster does not start: {e}"))?;
    let mut lines = BufReader::new(child.stderr.take().ok_or("no standard error")?).lines();
    let line = lines.by_ref().map_while(Result::ok).find(|line| line.contains(ready));
    // What it says later is read, so that it can go on saying it.
    std::thread::spawn(move || lines.for_each(drop));
    line.map(|line| (child, line)).ok_or_else(|| format!("xfold-cluster {} ended", arguments.join(" ")))
}
