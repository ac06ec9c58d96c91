//! Runs that are repeated, crowded and interrupted: memory does not grow, threads do not disturb each other, and whatever
//! moment a signal comes at, files are old or complete and no process stays.

use crate::child::{Bounds, Ran, Running, own_memory};
use nix::sys::signal::Signal;
use std::{
    collections::BTreeMap,
    fmt::Write,
    fs,
    path::Path,
    thread,
    time::{Duration, Instant},
};
use xfold::{
    Clingo, Isolated, Limits, Settings, Solver, learn,
    search::trace::Silent,
    table::{
        self,
        fit::FitOptions,
        read::{ReadOptions, Unwatched},
        target::{Classified, TargetOptions},
    },
    task::read,
};
use xfold_suite::generate::{families, random::Random};

/// What memory may grow by after the first rounds: the allocator's own untidiness.
const GROWTH: u64 = 8 << 20;
/// What a file had before the run.
const OLD: &str = "old(file).\n";
/// When at the latest a run hears signals, also on a busy machine.
const BEFORE_HANDLER: Duration = Duration::from_millis(100);
const BOUNDS: Bounds = Bounds { time: Duration::from_secs(60), memory: 4 << 30 };

/// Learns and predicts again and again in this process, with the solver inside it and in a process of its own.
/// Returns what was found, or what is wrong.
pub fn library(rounds: usize, xfold: &Path) -> Result<String, String> {
    let place = tempfile::tempdir().map_err(|error| error.to_string())?;
    let isolated = Isolated::new(xfold.to_path_buf(), vec!["worker".into()]);
    let solvers: [&dyn Solver; 2] = [&Clingo, &isolated];
    let first = round(place.path(), solvers[0])?;
    let warm_up = (rounds / 5).max(5);
    let mut before = 0;
    for number in 0..rounds {
        if number == warm_up {
            before = own_memory();
        }
        let again = round(place.path(), solvers[number % 2])?;
        if again != first {
            return Err(format!("round {number} gave other bytes:\n{again}\nthan the first:\n{first}"));
        }
    }
    let after = own_memory();
    let figures =
        format!("{rounds} rounds: {} kB after {warm_up}, {} kB at the end", before >> 10, after >> 10);
    if after > before + GROWTH { Err(format!("memory grows: {figures}")) } else { Ok(figures) }
}

/// Eight threads at once give the bytes of one. Returns how many results were compared.
pub fn threads(rounds: usize) -> Result<usize, String> {
    let place = tempfile::tempdir().map_err(|error| error.to_string())?;
    let alone = round(place.path(), &Clingo)?;
    let work = |number: usize| {
        let place = place.path().join(number.to_string());
        fs::create_dir_all(&place).map_err(|error| error.to_string())?;
        (0..rounds).try_for_each(|_| match round(&place, &Clingo)? == alone {
            true => Ok(()),
            false => Err(format!("thread {number} gave other bytes")),
        })
    };
    let results: Vec<Result<(), String>> = thread::scope(|scope| {
        let threads: Vec<_> = (0..8).map(|number| scope.spawn(move || work(number))).collect();
        threads
            .into_iter()
            .map(|thread| thread.join().unwrap_or(Err("a thread panicked".to_owned())))
            .collect()
    });
    results.into_iter().collect::<Result<(), String>>()?;
    Ok(8 * rounds)
}

/// Learns from a few tasks and a table, and predicts; all that is printed.
fn round(place: &Path, solver: &dyn Solver) -> Result<String, String> {
    let mut told = String::new();
    for text in tasks().iter().take(3) {
        let task = read::text("task.las", text).map_err(|_| "a task is refused".to_owned())?;
        let learned = learn(&task, &Settings::default(), solver, &Limits::none(), &Silent);
        told.push_str(&learned.map_err(|error| error.to_string())?.rules.text());
    }
    let path = place.join("data.csv");
    fs::write(&path, table_text(200)).map_err(|error| error.to_string())?;
    let options = ReadOptions { target: Some("label".to_owned()), ..ReadOptions::default() };
    let data = table::read::file(&path, &options, &Unwatched).map_err(|error| error.to_string())?;
    let classes = Classified::new(&data, &TargetOptions::default()).map_err(|error| error.to_string())?;
    let learned = table::learn(&classes, &FitOptions::default(), solver, &Limits::none());
    let learned = learned.map_err(|error| error.to_string())?;
    told.push_str(&learned.program);
    let judge = learned.model.on(&data).map_err(|error| error.to_string())?;
    for row in 0..data.n_rows {
        let _ = writeln!(told, "{:?}", judge.judge(row));
    }
    Ok(told)
}

fn tasks() -> Vec<String> {
    let mut tasks: Vec<String> = families().iter().map(|(_, family)| family(1, 0.0).train).collect();
    tasks.sort_by_key(String::len);
    tasks
}

/// Rows whose class follows from two columns, but for some.
fn table_text(rows: usize) -> String {
    let mut random = Random::new(5);
    let mut text = "a,b,c,label\n".to_owned();
    for _ in 0..rows {
        let (a, b, c) = (random.below(100), random.below(4), random.below(1000));
        let label = (a > 40 && b != 2) != random.chance(0.05);
        let _ = writeln!(text, "{a},v{b},{c},{}", if label { "yes" } else { "no" });
    }
    text
}

/// What is sent to whom.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Blow {
    Interrupt,
    Terminate,
    KillSolver,
}

/// Sends signals at random moments to a number of runs. Returns how they ended, or what is wrong with one.
pub fn signals(times: usize, seed: u64, xfold: &Path) -> Result<String, String> {
    let place = tempfile::tempdir().map_err(|error| error.to_string())?;
    let write =
        |name: &str, text: &str| fs::write(place.path().join(name), text).map_err(|error| error.to_string());
    write("worlds.las", WORLDS)?;
    write("large.las", &tasks().pop().unwrap_or_default())?;
    write("table.csv", &table_text(20_000))?;
    let inputs: [&[&str]; 3] =
        [&["worlds.las"], &["large.las"], &["table.csv", "--target", "label", "--vote", "9"]];
    let mut longest = Vec::new();
    for input in inputs {
        let start = Instant::now();
        started(xfold, input, place.path())?.wait(&BOUNDS);
        longest.push(start.elapsed());
    }
    let mut random = Random::new(seed);
    let mut ends: BTreeMap<String, usize> = BTreeMap::new();
    for number in 0..times {
        let at = random.below(inputs.len());
        let blow = random.pick(&[Blow::Interrupt, Blow::Terminate, Blow::KillSolver]);
        let moment = longest[at].mul_f64(random.below(1000) as f64 / 1000.0);
        let ran = struck(xfold, inputs[at], place.path(), blow, moment)?;
        let end = judged(&ran, (blow, moment), inputs[at], xfold, place.path());
        let end = end.map_err(|wrong| {
            format!("run {number} ({blow:?} after {moment:?} on {}): {wrong}\n{}", inputs[at][0], ran.told())
        })?;
        *ends.entry(format!("{blow:?} {end}")).or_default() += 1;
    }
    let ends: Vec<String> = ends.iter().map(|(end, count)| format!("{end}: {count}")).collect();
    Ok(format!("{times} runs: {}", ends.join(", ")))
}

/// A task with several stable models, so that the solver is at work from beginning to end.
const WORLDS: &str = "
node(1..7). edge(1,2). edge(2,3). edge(3,4). edge(4,5). edge(5,6). edge(6,7). edge(1,4). edge(2,6). edge(3,7).
colour(red;green;blue).
1 { has(X,C) : colour(C) } 1 :- node(X).
next(X,Y) :- edge(X,Y). next(Y,X) :- edge(X,Y).
#modeh(clash(var(node),var(node))).
#modeb(next(var(node),var(node))).
#modeb(has(var(node),var(colour))).
#pos({clash(1,2)}, {clash(1,3)}).
#pos({clash(2,3), clash(3,2)}, {clash(2,7)}).
#pos({}, {clash(1,2), clash(2,3), clash(3,4)}).
#neg({clash(1,7)}, {}).
";

/// Starts a run that replaces two old files.
fn started(xfold: &Path, input: &[&str], place: &Path) -> Result<Running, String> {
    for name in ["rules.lp", "run.json"] {
        fs::write(place.join(name), OLD).map_err(|error| error.to_string())?;
    }
    let words = [&["learn"], input, &["-o", "rules.lp", "--report", "run.json", "--threads", "2"]].concat();
    let args: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
    Ok(Running::start(xfold, &args, place))
}

fn struck(xfold: &Path, input: &[&str], place: &Path, blow: Blow, moment: Duration) -> Result<Ran, String> {
    let mut running = started(xfold, input, place)?;
    thread::sleep(moment);
    match blow {
        Blow::Interrupt => running.send(running.id(), Signal::SIGINT),
        Blow::Terminate => running.send(running.id(), Signal::SIGTERM),
        Blow::KillSolver => {
            // It may not have started yet, and may never.
            let end = Instant::now() + Duration::from_millis(500);
            while running.children().is_empty() && !running.is_over() && Instant::now() < end {
                thread::sleep(Duration::from_millis(1));
            }
            for child in running.children() {
                running.send(child, Signal::SIGKILL);
            }
        }
    }
    Ok(running.wait(&BOUNDS))
}

/// How a run ended, or what is wrong with that.
fn judged(
    ran: &Ran,
    (blow, moment): (Blow, Duration),
    input: &[&str],
    xfold: &Path,
    place: &Path,
) -> Result<String, String> {
    if let Some(what) = ran.given_up {
        return Err(format!("it went on beyond all bounds: {what}"));
    }
    if ran.left_over {
        return Err("a process is left over".to_owned());
    }
    if ran.told().contains("panicked") {
        return Err("it panicked".to_owned());
    }
    let read = |name: &str| fs::read_to_string(place.join(name)).unwrap_or_default();
    let (rules, report) = (read("rules.lp"), read("run.json"));
    if report != OLD && serde_json::from_str::<serde_json::Value>(&report).is_err() {
        return Err("the report is neither old nor complete".to_owned());
    }
    let folder = fs::read_dir(place).map_err(|error| error.to_string())?;
    if folder.flatten().any(|entry| entry.file_name().to_string_lossy().starts_with(".xfold-")) {
        return Err("a temporary file is left".to_owned());
    }
    if rules != OLD {
        let words = [&["check", input[0], "rules.lp", "--quiet", "--time-limit", "20"][..]].concat();
        let args: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
        let check = Running::start(xfold, &args, place).wait(&BOUNDS);
        if check.code == Some(2) {
            return Err(format!("the rules are neither old nor complete: {}", check.told()));
        }
    }
    let told = ran.told();
    match (ran.code, ran.signal) {
        (Some(0 | 1), _) if rules != OLD => Ok("too late, or not needed".to_owned()),
        (Some(3), _) if rules != OLD => Ok("the best so far".to_owned()),
        (Some(3), _)
            if told.contains("nothing was learned") || told.contains("before anything was learned") =>
        {
            Ok("nothing yet".to_owned())
        }
        // Before there is a handler the signal does what it does everywhere, and nothing has been written.
        (None, Some(_)) if blow != Blow::KillSolver && rules == OLD && moment < BEFORE_HANDLER => {
            Ok("at once".to_owned())
        }
        (Some(2), _) if blow == Blow::KillSolver && rules == OLD => Ok("told as an error".to_owned()),
        (code, signal) => Err(format!("exit {code:?}, signal {signal:?}, rules new: {}", rules != OLD)),
    }
}
