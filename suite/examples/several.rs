//! Runs the command `xfold` on generated tasks with several stable models and judges what it learns:
//!
//!     cargo run -p xfold-suite --example several -- [--family NAME]… [--seeds N] [--first-seed N] [--near-misses]
//!         [--untold] [--hidden SHARE] [--wrong N] [--xfold PATH] [--jobs N] [--keep DIR] [-- FLAGS OF xfold]
//!
//! Prints a line for each family: on how many seeds the program is equivalent to the target on unseen instances, on
//! how many it was verified on the examples, and the medians of time and solver calls. `--family` is the beginning of
//! a name and may be repeated. With `--untold`, tasks need not tell the target from programs that lack a part of it.
//! `--keep` leaves the tasks, what was learned and what was intended in a folder.

use serde_json::Value;
use std::{
    env, fmt, fs,
    path::{Path, PathBuf},
    process::{Command, ExitCode},
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::Instant,
};
use xfold_suite::generate::several::{Family, Shape, equivalent, families};

fn main() -> ExitCode {
    match Options::read(env::args().skip(1)).and_then(|options| run(&options)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("several: {message}");
            ExitCode::from(2)
        }
    }
}

struct Options {
    families: Vec<String>,
    n_seeds: u64,
    first_seed: u64,
    shape: Shape,
    xfold: PathBuf,
    n_jobs: usize,
    keep: Option<PathBuf>,
    flags: Vec<String>,
}

impl Options {
    fn read(mut words: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut options = Options {
            families: Vec::new(),
            n_seeds: 10,
            first_seed: 1,
            shape: Shape::default(),
            xfold: beside_this_program(),
            n_jobs: 1,
            keep: None,
            flags: Vec::new(),
        };
        while let Some(word) = words.next() {
            let mut value = || words.next().ok_or_else(|| format!("{word} needs a value"));
            match word.as_str() {
                "--family" => options.families.push(value()?),
                "--seeds" => options.n_seeds = number(&value()?)?,
                "--first-seed" => options.first_seed = number(&value()?)?,
                "--untold" => options.shape.telling = false,
                "--near-misses" => options.shape.near_misses = true,
                "--hidden" => options.shape.hidden = number(&value()?)?,
                "--wrong" => options.shape.wrong = number(&value()?)?,
                "--xfold" => options.xfold = value()?.into(),
                "--jobs" => options.n_jobs = number(&value()?)?,
                "--keep" => options.keep = Some(value()?.into()),
                "--" => options.flags.extend(words.by_ref()),
                other => return Err(format!("{other} is no option; the head of several.rs lists them")),
            }
        }
        Ok(options)
    }
}

/// The command that cargo builds into the same folder.
fn beside_this_program() -> PathBuf {
    let built = env::current_exe().ok().and_then(|path| Some(path.parent()?.parent()?.join("xfold")));
    built.unwrap_or_else(|| "xfold".into())
}

fn number<T: std::str::FromStr>(text: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("{text} is no number that fits here"))
}

/// What came of one task.
struct Outcome {
    seed: u64,
    /// Whether the program is equivalent to the target; `None` if there is none or it cannot be compared.
    equivalent: Option<bool>,
    /// Whether the judge did not see all stable models.
    capped: bool,
    verified: bool,
    seconds: f64,
    n_solver_calls: u64,
    /// Whether the examples tell the target from every program that lacks a part of it.
    told: bool,
}

fn run(options: &Options) -> Result<(), String> {
    let named = |family: &Family| options.families.iter().any(|name| family.name.starts_with(name.as_str()));
    let chosen: Vec<Family> =
        families().into_iter().filter(|family| options.families.is_empty() || named(family)).collect();
    if chosen.is_empty() {
        let names: Vec<String> = families().into_iter().map(|family| family.name).collect();
        return Err(format!("there is no such family; there are {}", names.join(", ")));
    }
    let folder = match &options.keep {
        Some(folder) => folder.clone(),
        None => env::temp_dir().join(format!("xfold-several-{}", std::process::id())),
    };
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    println!(
        "{:<26} {:>10} {:>9} {:>9} {:>7}  seeds that fail",
        "family", "equivalent", "verified", "seconds", "calls"
    );
    for family in &chosen {
        let mut outcomes = all_seeds(family, &folder, options)?;
        outcomes.sort_by_key(|outcome| outcome.seed);
        println!("{:<26} {}", family.name, Summary(&outcomes));
    }
    if options.keep.is_none() {
        fs::remove_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    Ok(())
}

/// The outcomes of a family, in any order.
fn all_seeds(family: &Family, folder: &Path, options: &Options) -> Result<Vec<Outcome>, String> {
    let next = AtomicUsize::new(0);
    let outcomes = Mutex::new(Vec::new());
    let work = || {
        loop {
            let seed = options.first_seed + next.fetch_add(1, Ordering::Relaxed) as u64;
            if seed >= options.first_seed + options.n_seeds {
                return;
            }
            let outcome = one_task(family, seed, folder, options);
            outcomes.lock().expect("no thread panics while it holds the lock").push(outcome);
        }
    };
    thread::scope(|scope| {
        (0..options.n_jobs.max(1)).for_each(|_| {
            scope.spawn(work);
        });
    });
    outcomes.into_inner().expect("no thread panics while it holds the lock").into_iter().collect()
}

fn one_task(family: &Family, seed: u64, folder: &Path, options: &Options) -> Result<Outcome, String> {
    let task = family.generate(seed, &options.shape).map_err(|error| format!("{}: {error}", family.name))?;
    let told = task.n_untold().is_ok_and(|n_untold| n_untold == 0);
    let path = |ending: &str| folder.join(format!("{}_{seed}.{ending}", family.name));
    let write = |ending: &str, text: &str| {
        fs::write(path(ending), text).map_err(|error| format!("{}: {error}", path(ending).display()))
    };
    write("las", &task.text)?;
    write("target.lp", &task.concept.target())?;
    let start = Instant::now();
    let output = Command::new(&options.xfold)
        .args(["learn", "--format", "json", "--time-limit", "60"])
        .args(&options.flags)
        .arg(path("las"))
        .output()
        .map_err(|error| format!("{}: {error}", options.xfold.display()))?;
    let seconds = start.elapsed().as_secs_f64();
    let report: Value = serde_json::from_slice(&output.stdout).unwrap_or_default();
    let Some(learned) = report["program"].as_str() else {
        let message = String::from_utf8_lossy(&output.stderr);
        write("learned.lp", &format!("% nothing was learned: {}\n", message.replace('\n', "\n% ")))?;
        let (equivalent, capped, verified) = (None, false, false);
        return Ok(Outcome { seed, equivalent, capped, verified, seconds, n_solver_calls: 0, told });
    };
    write("learned.lp", learned)?;
    let judgement = equivalent(learned, &task).ok();
    Ok(Outcome {
        seed,
        equivalent: judgement.map(|judgement| judgement.equivalent),
        capped: judgement.is_some_and(|judgement| judgement.capped),
        verified: report["stop"] == "verified",
        seconds,
        n_solver_calls: report["n_solver_calls"].as_u64().unwrap_or_default(),
        told,
    })
}

/// The line of a family in the table. Behind a seed that fails, `!` says that there was no program to compare, `*`
/// that not all its stable models were compared, `?` that the examples do not tell the target from a part of it.
struct Summary<'o>(&'o [Outcome]);

impl fmt::Display for Summary<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = |has: fn(&Outcome) -> bool| {
            format!("{}/{}", self.0.iter().filter(|outcome| has(outcome)).count(), self.0.len())
        };
        let equivalent = count(|outcome| outcome.equivalent == Some(true));
        let verified = count(|outcome| outcome.verified);
        let seconds = median(self.0.iter().map(|outcome| outcome.seconds));
        let calls = median(self.0.iter().map(|outcome| outcome.n_solver_calls as f64));
        write!(f, "{equivalent:>10} {verified:>9} {seconds:>9.2} {calls:>7.0} ")?;
        for outcome in self.0.iter().filter(|outcome| outcome.equivalent != Some(true) || outcome.capped) {
            let mark = match outcome.equivalent {
                None => "!",
                Some(_) if outcome.capped => "*",
                Some(_) => "",
            };
            write!(f, " {}{mark}{}", outcome.seed, if outcome.told { "" } else { "?" })?;
        }
        Ok(())
    }
}

/// The middle value, the upper one of two.
fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or_default()
}
