//! The same input gives the same bytes: on an idle machine, on a busy one, with one thread, and where the process is
//! stopped and continued all the time.
//!
//! By default some tasks of the suite are run, and some of `../shared/data/las` where that is there. With
//! `XFOLD_SAME_BYTES=all` all forty of the list below are; `cargo xtask same-bytes` does that with a fast build.
#![cfg(unix)]

mod common;

use common::command;
use std::{
    env,
    ffi::OsStr,
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::atomic::{AtomicBool, Ordering},
    thread,
    time::Duration,
};

/// Tasks of `../shared/data/las`, below it without the ending, and whether they are run by default. Most have a race
/// between the greedy and the exact part that ends without a proof, or a comment with a shorter program.
const SHARED: [(&str, bool); 30] = [
    ("adj_to_red", false),
    ("agentB", false),
    ("agent_nonopl_fastlas2", false),
    ("caviar_window_fastlas2", false),
    ("chunking100_fastlas1", false),
    ("chunking100_ilasp", false),
    ("clique", false),
    ("coloring6", false),
    ("colouring_verifier_fastlas2", false),
    ("evenodd", false),
    ("hamiltonA", false),
    ("hamiltonB", false),
    ("noisy_fastlas2", true),
    ("policy_pm_fastlas1", false),
    ("queens4_diag", false),
    ("roadkill12", false),
    ("sudoku", false),
    ("traffic", true),
    ("paper/party", true),
    ("paper/colour_n8_loops", false),
    ("paper/queens4_loops", false),
    ("paper/queens6_choice", false),
    ("scale/distract10_ilasp", false),
    ("scale/distract20_ilasp", false),
    ("scale/default_a5_n100_z5_ilasp", true),
    ("scale/default_a15_n100_z5_fastlas2", false),
    ("scale/default_a30_n100_z5_fastlas2", false),
    ("scale/exc_k2m2_inv1_ilasp", false),
    ("scale/exc_k2m3_inv0_fastlas2", false),
    ("scale/exc_k3m3_inv1_ilasp", false),
];

/// Tasks of the suite.
const SUITE: [&str; 10] = [
    "exact/final_bias",
    "exact/penalties",
    "exact/query_in_two_parts",
    "fold/noisy_default",
    "fold/three_level",
    "fold/uncle",
    "xfold/brave",
    "xfold/maximal_independent_set",
    "xfold/party",
    "xfold/queens",
];

/// How a process is run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    Plain,
    OneThread,
    /// Other threads keep every processor busy.
    Busy,
    /// It is stopped and continued all the time.
    Halting,
}

#[test]
fn load_and_threads_change_nothing() {
    let all = env::var_os("XFOLD_SAME_BYTES").is_some_and(|which| which == "all");
    let mut different = Vec::new();
    for task in tasks(all) {
        let plain = run(&task, Way::Plain);
        for way in [Way::OneThread, Way::Busy, Way::Halting] {
            let other = run(&task, way);
            if other != plain {
                different.push(format!("{}: {way:?}\n-- plain\n{plain}-- {way:?}\n{other}", task.display()));
            }
        }
    }
    assert!(different.is_empty(), "{}", different.join("\n"));
}

fn tasks(all: bool) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let suite = SUITE.iter().map(|name| root.join("suite").join(name).join("task.las"));
    let mut tasks: Vec<PathBuf> = suite.collect();
    let shared = root.join("../shared/data/las");
    if !shared.is_dir() {
        xfold_suite::skipped(format_args!("the shared tasks, since there is no {}", shared.display()));
        return tasks;
    }
    let wanted = SHARED.iter().filter(|(_, by_default)| all || *by_default);
    tasks.extend(wanted.map(|(name, _)| shared.join(format!("{name}.las"))));
    tasks
}

/// What a run prints, times and progress aside.
fn run(task: &Path, way: Way) -> String {
    assert!(task.is_file(), "{}", task.display());
    let mut command = command([OsStr::new("learn"), task.as_os_str()]);
    let options = fs::read_to_string(task.with_file_name("options")).unwrap_or_default();
    command.args(options.split_whitespace());
    if way == Way::OneThread {
        command.args(["--threads", "1"]);
    }
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = command.spawn().expect("the command can be run");
    let (is_over, process) = (&AtomicBool::new(false), child.id());
    let output = thread::scope(|scope| {
        match way {
            Way::Busy => {
                let n_threads = thread::available_parallelism().map_or(2, |n| n.get());
                (0..2 * n_threads).for_each(|_| drop(scope.spawn(|| keep_busy(is_over))));
            }
            Way::Halting => drop(scope.spawn(move || halt(process, is_over))),
            Way::Plain | Way::OneThread => {}
        }
        let output = child.wait_with_output().expect("it ends");
        is_over.store(true, Ordering::Relaxed);
        output
    });
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let lines = text(&output.stdout) + &text(&output.stderr);
    let is_progress = |line: &&str| line.starts_with("still ");
    lines.lines().filter(|line| !is_progress(line)).map(|line| without_time(line) + "\n").collect()
}

/// A verdict ends in the time that it took.
fn without_time(line: &str) -> String {
    match line.rsplit_once(" · ") {
        Some((before, time)) if time.ends_with('s') => before.to_owned(),
        _ => line.to_owned(),
    }
}

fn keep_busy(is_over: &AtomicBool) {
    let mut number = 1_u64;
    while !is_over.load(Ordering::Relaxed) {
        for _ in 0..100_000 {
            number = std::hint::black_box(number.wrapping_mul(6364136223846793005).wrapping_add(1));
        }
    }
}

/// Stops a process for a while, lets it go on for a while, and so on.
fn halt(process: u32, is_over: &AtomicBool) {
    while !is_over.load(Ordering::Relaxed) {
        for (signal, time) in [("-STOP", 60), ("-CONT", 40)] {
            // It may have ended meanwhile.
            let _ = Command::new("kill").args([signal, &process.to_string()]).stderr(Stdio::null()).status();
            thread::sleep(Duration::from_millis(time));
        }
    }
}
