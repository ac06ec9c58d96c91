//! Measures `xfold learn` on large generated tasks: time, memory, and the same bytes for one and two threads; and on
//! tasks with several stable models, how time and solver calls grow.

use crate::{setup::setup, tasks::cargo};
use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

/// Facts, examples and predicates of the tasks: the second one is ten times the first.
const SIZES: [[usize; 3]; 2] = [[100_000, 10_000, 50], [1_000_000, 100_000, 50]];
const SEED: usize = 1;
const RUNS: usize = 5;
/// Linux tells programs of times in this unit on every machine.
const TICKS_PER_SECOND: f64 = 100.0;

/// One run of the command.
pub struct Run {
    pub seconds: f64,
    /// The time of processors that the command and its solvers took. On a busy machine it says more than the clock.
    pub processor: f64,
    /// The most memory of the command, and of its solver's process, in bytes.
    pub memory: [u64; 2],
    /// What it printed.
    pub text: String,
    pub is_success: bool,
}

/// Runs the benchmark and prints a table.
pub fn bench(root: &Path) -> Result<(), String> {
    setup(root)?;
    build(root, &["build", "--release", "--package", "xfold-cli"])?;
    build(root, &["build", "--release", "--package", "xfold-suite", "--example", "generate"])?;
    let folder = root.join("target/bench");
    fs::create_dir_all(&folder).map_err(|e| format!("cannot make {}: {e}", folder.display()))?;
    println!(
        "| facts | fact arguments | examples | seconds | times the first | MiB | MiB of the solver | \
         bytes a fact argument, input apart |"
    );
    println!("|--:|--:|--:|--:|--:|--:|--:|--:|");
    let mut first = None;
    for size in SIZES {
        let task = generate(root, &folder, size)?;
        let text = fs::read_to_string(&task).map_err(|e| e.to_string())?;
        let n_arguments = fact_arguments(&text);
        let mut runs = Vec::new();
        for _ in 0..RUNS {
            runs.push(learn(root, &task, 1)?);
        }
        let two_threads = learn(root, &task, 2)?;
        if runs.iter().any(|run| run.text != two_threads.text) {
            return Err("one and two threads gave different rules".into());
        }
        runs.sort_by(|a, b| a.seconds.total_cmp(&b.seconds));
        let seconds = runs[RUNS / 2].seconds;
        let [own, solver] = [0, 1].map(|of| runs.iter().map(|run| run.memory[of]).max().unwrap_or(0));
        let ratio = seconds / *first.get_or_insert(seconds);
        let beyond = own.saturating_sub(text.len() as u64) as f64 / n_arguments as f64;
        let [facts, examples, _] = size;
        let mebibytes = |bytes: u64| bytes as f64 / f64::from(1 << 20);
        println!(
            "| {facts} | {n_arguments} | {examples} | {seconds:.2} | {ratio:.1} | {:.0} | {:.0} | {beyond:.0} |",
            mebibytes(own),
            mebibytes(solver)
        );
    }
    println!(
        "\n{} predicates, one thread, median of {RUNS} runs, the most memory of all runs.\n",
        SIZES[0][2]
    );
    several_models(root, &folder)
}

/// Tasks with several stable models: more nodes, more examples, larger boards.
fn several_models(root: &Path, folder: &Path) -> Result<(), String> {
    println!("| task | seconds | solver calls | rules | verdict |");
    println!("|---|--:|--:|--:|---|");
    let colouring = |nodes: usize, examples: usize| {
        let name = format!("colouring, {nodes} nodes, {examples} positive examples");
        (name, ["colouring".to_string(), SEED.to_string(), nodes.to_string(), examples.to_string()].to_vec())
    };
    let queens = |size: usize| {
        (format!("queens, {size} × {size}"), ["queens".into(), SEED.to_string(), size.to_string()].to_vec())
    };
    let tasks = [4, 16, 64, 250, 1000].into_iter().map(|nodes| colouring(nodes, 4));
    let tasks = tasks.chain([1, 10, 50, 200].into_iter().map(|examples| colouring(16, examples)));
    for (name, words) in tasks.chain([4, 6, 8, 10, 12].into_iter().map(queens)) {
        let task = generated(root, folder, &words)?;
        let mut seconds = Vec::new();
        let mut report = String::new();
        for _ in 0..RUNS {
            let start = Instant::now();
            let output = Command::new(root.join("target/release/xfold"))
                .arg("learn")
                .arg(&task)
                .args(["--format", "json"])
                .output()
                .map_err(|e| format!("xfold does not start: {e}"))?;
            seconds.push(start.elapsed().as_secs_f64());
            report = String::from_utf8_lossy(&output.stdout).into_owned();
        }
        seconds.sort_by(f64::total_cmp);
        println!(
            "| {name} | {:.2} | {} | {} | {} |",
            seconds[RUNS / 2],
            field(&report, "n_solver_calls"),
            field(&report, "n_rules"),
            field(&report, "stop").replace('_', " ")
        );
    }
    Ok(())
}

/// A plain field of a report, as text.
pub fn field(report: &str, name: &str) -> String {
    let line = report.lines().find_map(|line| line.trim().strip_prefix(&format!("\"{name}\": ")));
    line.unwrap_or("?").trim_end_matches(',').trim_matches('"').to_string()
}

/// The seconds that a stage of a run took, by its report.
pub fn stage(report: &str, name: &str) -> f64 {
    let seconds = report.split_once("\"seconds\": {").map_or("", |(_, seconds)| seconds);
    field(seconds, name).parse().unwrap_or(f64::NAN)
}

pub fn build(root: &Path, arguments: &[&str]) -> Result<(), String> {
    let status = cargo(root).args(arguments).status().map_err(|e| format!("cargo does not start: {e}"))?;
    if status.success() { Ok(()) } else { Err(format!("`cargo {}` failed", arguments.join(" "))) }
}

fn generate(root: &Path, folder: &Path, size: [usize; 3]) -> Result<PathBuf, String> {
    let numbers = [SEED, size[0], size[1], size[2]].map(|number| number.to_string());
    generated(root, folder, &[&["bench".to_string()], &numbers[..]].concat())
}

/// A task that the generator prints for these words, as a file.
fn generated(root: &Path, folder: &Path, words: &[String]) -> Result<PathBuf, String> {
    let path = folder.join(format!("{}.las", words.join("_")));
    let file = fs::File::create(&path).map_err(|e| format!("cannot write {}: {e}", path.display()))?;
    let status = Command::new(root.join("target/release/examples/generate"))
        .args(words)
        .stdout(file)
        .status()
        .map_err(|e| format!("the generator does not start: {e}"))?;
    if status.success() { Ok(path) } else { Err("the generator failed".into()) }
}

/// The arguments of all facts before the first directive.
fn fact_arguments(text: &str) -> usize {
    let facts = text.lines().take_while(|line| !line.starts_with('#'));
    facts.filter(|line| line.contains('(')).map(|line| line.matches(',').count() + 1).sum()
}

fn learn(root: &Path, task: &Path, threads: usize) -> Result<Run, String> {
    let run = watched(root, task, &["--quiet", "--threads", &threads.to_string()])?;
    if run.is_success { Ok(run) } else { Err(format!("xfold learn {} failed", task.display())) }
}

/// Learns, and watches the time and the memory that this takes.
pub fn watched(root: &Path, task: &Path, options: &[&str]) -> Result<Run, String> {
    watch(Command::new(root.join("target/release/xfold")).arg("learn").arg(task).args(options))
}

/// Runs a command and watches it.
pub fn watch(command: &mut Command) -> Result<Run, String> {
    let start = Instant::now();
    let child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|e| format!("xfold does not start: {e}"))?;
    let id = child.id();
    let watch = thread::spawn(move || watch_process(id));
    let output = child.wait_with_output().map_err(|e| e.to_string())?;
    let seconds = start.elapsed().as_secs_f64();
    let (memory, processor) = watch.join().unwrap_or_default();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    Ok(Run { seconds, processor, memory, text, is_success: output.status.success() })
}

/// Watches a process and its children until it ends: the most memory of each, and the time of processors that they took
/// together. Only Linux says what they use; elsewhere the answer is 0.
fn watch_process(id: u32) -> ([u64; 2], f64) {
    let resident = |id: &str| status(id, "VmRSS:");
    let (mut peak, mut processor) = ([0, 0], 0.0);
    while let Some(own) = resident(&id.to_string()) {
        processor = processor_time(id).unwrap_or(processor);
        let children = fs::read_to_string(format!("/proc/{id}/task/{id}/children")).unwrap_or_default();
        let of_children = children.split_whitespace().filter_map(resident).sum::<u64>();
        peak = [peak[0].max(own), peak[1].max(of_children)];
        thread::sleep(Duration::from_millis(2));
    }
    (peak, processor)
}

/// The seconds of processors that a process and its children that have ended took.
fn processor_time(id: u32) -> Option<f64> {
    let stat = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    // Behind the name, which is in brackets: own time and that of children, each of the program and of the system.
    let (_, fields) = stat.rsplit_once(')')?;
    let times = fields.split_whitespace().skip(11).take(4);
    let ticks = times.map(str::parse::<u64>).sum::<Result<u64, _>>().ok()?;
    Some(ticks as f64 / TICKS_PER_SECOND)
}

/// The most memory of a process that still runs.
pub fn peak_so_far(id: u32) -> Option<u64> {
    status(&id.to_string(), "VmHWM:")
}

/// An amount of memory, in bytes, that Linux tells of a process.
fn status(id: &str, name: &str) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{id}/status")).ok()?;
    let line = status.lines().find(|line| line.starts_with(name))?;
    Some(line.split_whitespace().nth(1)?.parse::<u64>().ok()? * 1024)
}
