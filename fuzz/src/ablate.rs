//! The ablation: every heuristic switched off, one at a time, against all of them on.
//!
//! A *collection* is a list of tasks of one kind. For each task the run says how right the answer is on unseen data (or
//! whether the examples hold, where there is none), its rules and literals, and the CPU time. Each collection runs in a
//! process of its own, so that its CPU time is that of the process.

use nix::sys::resource::{UsageWho, getrusage};
use serde_json::{Value, json};
use std::{
    fmt::Write,
    path::{Path, PathBuf},
    process::Command,
    sync::Mutex,
    time::Duration,
};
use xfold::{
    Clingo, Learned, Limits, Settings, StopReason, Tuning, learn,
    search::trace::Silent,
    table::{
        evaluate::{self, EvaluateOptions},
        fit::FitOptions,
        read::{self as tables, ReadOptions},
        target::{Classified, TargetOptions},
    },
    task::{Task, read},
    tuning::HEURISTICS,
};
use xfold_suite::generate::{self, accuracy, relational, scenes, several};

/// A task that takes longer ends with its best program.
const MOST_TIME: Duration = Duration::from_secs(60);
/// The same for tasks with a declared space: most of them take less than a second, and some never end.
const MOST_TIME_EXACTLY: Duration = Duration::from_secs(10);
/// Tables with more rows take most of the time and show the same.
const MOST_ROWS: usize = 6_000;

/// What came of one task.
#[derive(Debug, Clone, Default)]
struct Outcome {
    name: String,
    /// Whether every example that must hold does.
    holds: bool,
    /// The share of unseen data that is right; whether the examples hold, where there is none.
    right: f64,
    /// What the program costs in its space, where one is declared.
    cost: Option<u64>,
    rules: f64,
    literals: f64,
    seconds: f64,
}

/// A list of tasks of one kind.
struct Collection {
    name: &'static str,
    /// What it holds.
    what: &'static str,
    /// The parts of the learner that it is run for.
    parts: &'static [&'static str],
    run: fn(&Path, Tuning) -> Vec<Outcome>,
}

const COLLECTIONS: &[Collection] = &[
    Collection {
        name: "suite",
        what: "tasks with known answers",
        parts: &["fold", "refine", "generate", "constraints"],
        run: |_, tuning| suite(tuning),
    },
    Collection {
        name: "generated",
        what: "generated tasks of one world, three seeds",
        parts: &["fold", "refine"],
        run: |_, tuning| generated([0.0; 3], tuning),
    },
    Collection {
        name: "noisy",
        what: "the same with wrong labels",
        parts: &["refine", "tolerant"],
        run: |_, tuning| generated([0.1, 0.05, 0.05], tuning),
    },
    Collection {
        name: "several",
        what: "generated tasks with several stable models, three seeds",
        parts: &["fold", "refine", "generate", "constraints"],
        run: |_, tuning| of_several(tuning),
    },
    Collection {
        name: "popper",
        what: "folders of Popper",
        parts: &["fold", "refine", "tolerant"],
        run: popper,
    },
    Collection { name: "las", what: "tasks of ILASP and FastLAS", parts: &["exact", "race"], run: las },
    Collection { name: "tables", what: "tables, ten folds", parts: &["tolerant"], run: of_tables },
];

/// What is to be measured.
#[derive(Debug, Clone)]
pub struct Ablation {
    /// The folder of tasks and tables that are not ours.
    pub data: PathBuf,
    /// Only these heuristics; empty: all.
    pub only: Vec<String>,
    /// Only these collections; empty: all.
    pub collections: Vec<String>,
    /// How many processes run side by side.
    pub jobs: usize,
    /// Where each result is kept, so that the work can be done in pieces.
    pub keep: PathBuf,
}

/// One collection with one heuristic off, or with none, as JSON: a part of the ablation that a process runs.
pub fn one(data: &Path, collection: &str, off: Option<&str>) -> Result<String, String> {
    let found = COLLECTIONS.iter().find(|known| known.name == collection);
    let found = found.ok_or_else(|| format!("there is no collection `{collection}`"))?;
    let mut tuning = Tuning::default();
    if let Some(name) = off {
        tuning.set(name, "off").map_err(|error| error.message)?;
    }
    let outcome = |it: &Outcome| {
        json!({ "name": it.name, "holds": it.holds, "right": it.right, "cost": it.cost, "rules": it.rules,
                "literals": it.literals, "seconds": it.seconds })
    };
    Ok(Value::from((found.run)(data, tuning).iter().map(outcome).collect::<Vec<_>>()).to_string())
}

impl Ablation {
    /// Runs what is not kept yet, and returns the table.
    pub fn run(&self) -> Result<String, String> {
        std::fs::create_dir_all(&self.keep).map_err(|error| format!("{}: {error}", self.keep.display()))?;
        let waiting = Mutex::new(self.jobs_to_do().into_iter());
        let failed = Mutex::new(Vec::new());
        std::thread::scope(|scope| {
            for _ in 0..self.jobs.max(1) {
                scope.spawn(|| {
                    loop {
                        let Some((collection, off)) = waiting.lock().expect("no thread fails").next() else {
                            break;
                        };
                        if let Err(wrong) = self.measure(collection, off) {
                            failed.lock().expect("no thread fails").push(wrong);
                        }
                    }
                });
            }
        });
        let failed = failed.into_inner().expect("no thread fails");
        if failed.is_empty() { self.report() } else { Err(failed.join("\n")) }
    }

    fn wants(&self, collection: &Collection) -> bool {
        self.collections.is_empty() || self.collections.iter().any(|name| name == collection.name)
    }

    fn heuristics(&self) -> impl Iterator<Item = &'static xfold::tuning::Entry> + '_ {
        HEURISTICS
            .iter()
            .filter(|entry| self.only.is_empty() || self.only.iter().any(|name| name == entry.name))
    }

    /// Pairs of a collection and a heuristic that is off, all on first.
    fn jobs_to_do(&self) -> Vec<(&'static str, Option<&'static str>)> {
        let mut jobs = Vec::new();
        for collection in COLLECTIONS.iter().filter(|collection| self.wants(collection)) {
            jobs.push((collection.name, None));
        }
        for entry in self.heuristics() {
            let concerns =
                |collection: &&Collection| self.wants(collection) && collection.parts.contains(&entry.part);
            jobs.extend(
                COLLECTIONS.iter().filter(concerns).map(|collection| (collection.name, Some(entry.name))),
            );
        }
        jobs.retain(|(collection, off)| !self.file(collection, *off).exists());
        jobs
    }

    fn file(&self, collection: &str, off: Option<&str>) -> PathBuf {
        self.keep.join(format!("{collection}.{}.json", off.unwrap_or("all-on")))
    }

    fn measure(&self, collection: &str, off: Option<&str>) -> Result<(), String> {
        let name = format!("{collection} without {}", off.unwrap_or("nothing"));
        eprintln!("ablate: {name}");
        let own = std::env::current_exe().map_err(|error| error.to_string())?;
        let mut command = Command::new(own);
        command.arg("ablate-one").arg("--data").arg(&self.data).arg("--collection").arg(collection);
        command.args(off.map(|off| format!("--off={off}"))).env("RAYON_NUM_THREADS", "1");
        let output = command.output().map_err(|error| format!("{name}: {error}"))?;
        if !output.status.success() {
            return Err(format!("{name}: {}", String::from_utf8_lossy(&output.stderr)));
        }
        std::fs::write(self.file(collection, off), &output.stdout).map_err(|error| format!("{name}: {error}"))
    }

    fn kept(&self, collection: &str, off: Option<&str>) -> Result<Vec<Outcome>, String> {
        let path = self.file(collection, off);
        let text = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        let values: Vec<Value> =
            serde_json::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))?;
        let number = |value: &Value, name: &str| value[name].as_f64().unwrap_or(0.0);
        let outcome = |value: &Value| Outcome {
            name: value["name"].as_str().unwrap_or_default().to_string(),
            holds: value["holds"].as_bool().unwrap_or(false),
            right: number(value, "right"),
            cost: value["cost"].as_u64(),
            rules: number(value, "rules"),
            literals: number(value, "literals"),
            seconds: number(value, "seconds"),
        };
        Ok(values.iter().map(outcome).collect())
    }

    /// The table, in Markdown.
    fn report(&self) -> Result<String, String> {
        let mut text = String::from(
            "| collection | tasks | hold | right | rules | literals | CPU |\n|---|--:|--:|--:|--:|--:|--:|\n",
        );
        for collection in COLLECTIONS.iter().filter(|collection| self.wants(collection)) {
            let all = Sum::of(&self.kept(collection.name, None)?);
            let _ = writeln!(
                text,
                "| {}: {} | {} | {} | {:.4} | {:.0} | {:.0} | {:.1} s |",
                collection.name,
                collection.what,
                all.tasks,
                all.hold,
                all.right,
                all.rules,
                all.literals,
                all.seconds
            );
        }
        text.push_str("\n| off | part | collection | better | worse | hold | right | rules | literals | CPU |\n|---|---|---|--:|--:|--:|--:|--:|--:|--:|\n");
        for entry in self.heuristics() {
            for collection in COLLECTIONS.iter().filter(|it| self.wants(it) && it.parts.contains(&entry.part))
            {
                let on = self.kept(collection.name, None)?;
                let off = self.kept(collection.name, Some(entry.name))?;
                let _ = writeln!(
                    text,
                    "| {} | {} | {} | {} |",
                    entry.name,
                    entry.part,
                    collection.name,
                    compared(&on, &off)
                );
            }
        }
        Ok(text)
    }
}

/// All tasks of a collection together.
#[derive(Default)]
struct Sum {
    tasks: usize,
    hold: usize,
    right: f64,
    rules: f64,
    literals: f64,
    seconds: f64,
}

impl Sum {
    fn of(outcomes: &[Outcome]) -> Self {
        let mut sum = Self { tasks: outcomes.len(), ..Self::default() };
        for outcome in outcomes {
            sum.hold += usize::from(outcome.holds);
            sum.right += outcome.right / outcomes.len() as f64;
            sum.rules += outcome.rules;
            sum.literals += outcome.literals;
            sum.seconds += outcome.seconds;
        }
        sum
    }
}

/// The cells of a row: what a heuristic changes when it is off.
fn compared(on: &[Outcome], off: &[Outcome]) -> String {
    // First whether the examples hold, then unseen data, then the cost or else the length.
    let key = |it: &Outcome| {
        let length = it.cost.map_or(it.rules + it.literals, |cost| cost as f64);
        (it.holds, (it.right * 1e6).round() as i64, std::cmp::Reverse((length * 1e3).round() as i64))
    };
    let pairs = || on.iter().zip(off).filter(|(one, other)| one.name == other.name);
    let better = pairs().filter(|(on, off)| key(off) > key(on)).count();
    let worse = pairs().filter(|(on, off)| key(off) < key(on)).count();
    let (on, off) = (Sum::of(on), Sum::of(off));
    format!(
        "{better} | {worse} | {:+} | {:+.4} | {:+.0} | {:+.0} | ×{:.2}",
        off.hold as i64 - on.hold as i64,
        off.right - on.right,
        off.rules - on.rules,
        off.literals - on.literals,
        off.seconds / on.seconds.max(1e-3)
    )
}

/// The CPU time of this process so far, in seconds.
fn cpu() -> f64 {
    let Ok(usage) = getrusage(UsageWho::RUSAGE_SELF) else { return 0.0 };
    let seconds = |time: nix::sys::time::TimeVal| time.tv_sec() as f64 + time.tv_usec() as f64 / 1e6;
    seconds(usage.user_time()) + seconds(usage.system_time())
}

/// Learns a task; what the rules are judged by comes after.
fn learned(name: &str, task: &Task, settings: &Settings) -> (Outcome, Option<Learned>) {
    let before = cpu();
    let most = if task.space.is_meant { MOST_TIME_EXACTLY } else { MOST_TIME };
    let limits = Limits::none().with_time(most);
    let learned = learn(task, settings, &Clingo, &limits, &Silent).ok();
    let mut outcome = Outcome { name: name.to_string(), seconds: cpu() - before, ..Outcome::default() };
    if let Some(learned) = &learned {
        outcome.holds = learned.stop == StopReason::Verified;
        outcome.right = f64::from(u8::from(outcome.holds));
        outcome.cost = learned.exact.as_ref().map(|proof| proof.cost);
        outcome.rules = learned.rules.rules.len() as f64;
        outcome.literals = learned.rules.rules.iter().map(|rule| rule.body.len()).sum::<usize>() as f64;
    }
    (outcome, learned)
}

fn with(tuning: Tuning) -> Settings {
    Settings { tuning, ..Settings::default() }
}

fn suite(tuning: Tuning) -> Vec<Outcome> {
    let mut outcomes = Vec::new();
    for group in ["fold", "xfold", "hard"] {
        for task in xfold_suite::tasks(group) {
            let Ok(read) = read::text(&task.name, &task.text) else { continue };
            let has = |option: &str| task.options.iter().any(|given| given == option);
            let settings = Settings {
                noise: has("--noise"),
                open: has("--open"),
                constants: has("--constants"),
                free_head: has("--free-head"),
                ..with(tuning)
            };
            let (mut outcome, learned) = learned(&format!("{group}/{}", task.name), &read, &settings);
            let rules = learned.and_then(|learned| xfold_asp::parse_rules(&learned.rules.text()).ok());
            let is_expected = rules.is_some_and(|rules| task.judge(&rules).is_ok());
            outcome.right = f64::from(u8::from(is_expected));
            outcomes.push(outcome);
        }
    }
    outcomes
}

/// Generated tasks of one world, with a share of wrong labels for each kind.
fn generated(noise: [f64; 3], tuning: Tuning) -> Vec<Outcome> {
    let kinds = [
        ("attributes", generate::families()),
        ("relational", relational::families()),
        ("scenes", scenes::families()),
    ];
    let mut outcomes = Vec::new();
    for ((kind, families), noise) in kinds.into_iter().zip(noise) {
        for (name, family) in families {
            for seed in 1..=3 {
                let generated = family(seed, noise);
                let Ok(task) = read::text(name, &generated.train) else { continue };
                let settings = Settings { noise: noise > 0.0, ..with(tuning) };
                let (mut outcome, learned) = learned(&format!("{kind}/{name}/{seed}"), &task, &settings);
                outcome.right = learned
                    .and_then(|learned| accuracy(&generated, &learned.rules.text()).ok())
                    .unwrap_or(0.0);
                outcomes.push(outcome);
            }
        }
    }
    outcomes
}

fn of_several(tuning: Tuning) -> Vec<Outcome> {
    let mut outcomes = Vec::new();
    let shapes =
        [several::Shape::default(), several::Shape { near_misses: true, ..several::Shape::default() }];
    for (number, shape) in shapes.iter().enumerate() {
        for family in several::families() {
            for seed in 1..=3 {
                let Ok(task) = family.generate(seed, shape) else { continue };
                let Ok(read) = read::text(&family.name, &task.text) else { continue };
                let (mut outcome, learned) =
                    learned(&format!("{}/{number}/{seed}", family.name), &read, &with(tuning));
                let judged =
                    learned.and_then(|learned| several::equivalent(&learned.rules.text(), &task).ok());
                outcome.right = f64::from(u8::from(judged.is_some_and(|judged| judged.equivalent)));
                outcomes.push(outcome);
            }
        }
    }
    outcomes
}

fn popper(data: &Path, tuning: Tuning) -> Vec<Outcome> {
    let folders = entries(&data.join("popper"));
    let folders = folders.into_iter().filter(|path| path.is_dir());
    folders.filter_map(|path| from_files(&path, &with(tuning))).collect()
}

fn las(data: &Path, tuning: Tuning) -> Vec<Outcome> {
    let mut files: Vec<PathBuf> = Vec::new();
    let mut folders = vec![data.join("las")];
    while let Some(folder) = folders.pop() {
        for path in entries(&folder) {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "las") {
                files.push(path);
            }
        }
    }
    files.sort();
    files.into_iter().filter_map(|path| from_files(&path, &with(tuning))).collect()
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten();
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    paths
}

fn from_files(path: &Path, settings: &Settings) -> Option<Outcome> {
    let task = read::files(&[path]).ok()?;
    let name = path.file_stem().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    Some(learned(&name, &task, settings).0)
}

fn of_tables(data: &Path, tuning: Tuning) -> Vec<Outcome> {
    let types = std::fs::read_to_string(data.join("tables/TYPES.tsv")).unwrap_or_default();
    types.lines().skip(1).filter_map(|line| of_table(data, line, tuning)).collect()
}

/// A table by its line of `TYPES.tsv`: name, positive class, numeric columns.
fn of_table(data: &Path, line: &str, tuning: Tuning) -> Option<Outcome> {
    let mut cells = line.split('\t');
    let name = cells.next()?;
    let positive = cells.next()?.trim();
    let numeric: Vec<String> = cells
        .next()
        .unwrap_or_default()
        .split(',')
        .filter(|name| !name.is_empty())
        .map(str::to_string)
        .collect();
    let path = data.join(format!("tables/{name}.csv"));
    let text = std::fs::read_to_string(&path).ok()?;
    let mut categorical: Vec<String> =
        text.lines().next()?.split(',').map(|name| name.trim_matches('"').to_string()).collect();
    let target = categorical.pop();
    categorical.retain(|column| !numeric.contains(column));
    let options = ReadOptions { target, numeric, categorical, ..ReadOptions::default() };
    let table = tables::file(&path, &options, &tables::Unwatched).ok()?;
    let folds = std::fs::read_to_string(data.join(format!("folds/{name}.txt"))).ok()?;
    if table.n_rows > MOST_ROWS || positive.is_empty() {
        return None;
    }
    let target = TargetOptions { positive: Some(positive.to_string()), ..TargetOptions::default() };
    let classified = Classified::new(&table, &target).ok()?;
    let folds = evaluate::given(&classified, name, &folds).ok()?;
    let options =
        EvaluateOptions { fit: FitOptions { tuning, ..FitOptions::default() }, ..EvaluateOptions::default() };
    let before = cpu();
    let evaluation =
        evaluate::cross_validate(&classified, &folds, &options, &Limits::none(), &|_, _| {}).ok()?;
    Some(Outcome {
        name: name.to_string(),
        holds: true,
        right: evaluation.mean.accuracy,
        cost: None,
        rules: evaluation.mean.rules,
        literals: evaluation.mean.literals,
        seconds: cpu() - before,
    })
}
