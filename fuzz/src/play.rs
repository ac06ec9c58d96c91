//! A case is played: its files are written to a folder, the commands run on them, and what they say is compared.

use crate::{
    case::{Case, Kind},
    child::{Bounds, Ran, run},
    judge::{Fault, MEMORY_LIMIT, TIME_LIMIT, first_lines, is_document, judge},
    oracle::{Definition, Oracle, closed_worlds, different_classes},
};
use serde_json::Value;
use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    time::Duration,
};
use tempfile::TempDir;

/// When a run is killed: far beyond its limits, as the machine may be busy.
const BOUNDS: Bounds = Bounds { time: Duration::from_secs(30), memory: 2 << 30 };

/// Languages that rules are exported to.
const EXPORTS: [&str; 8] = ["clingo", "scasp", "prolog", "sql", "json", "words", "dot", "mermaid"];
/// Languages that tasks are converted to, with the name of the result.
const CONVERSIONS: [(&str, &str); 5] = [
    ("xfold", "converted.las"),
    ("ilasp", "converted.las"),
    ("fastlas", "converted.las"),
    ("popper", "converted"),
    ("aleph", "converted.b"),
];

/// What came of a case.
#[derive(Debug, Default, Clone)]
pub struct Outcome {
    /// What must not be.
    pub faults: Vec<Fault>,
    /// How often each command ended with each exit code.
    pub ends: BTreeMap<(String, i32), usize>,
    /// Error codes, with how many of them name a place.
    pub codes: BTreeMap<String, [usize; 2]>,
    /// Verdicts that clingo decided by the definition, and those that it did not.
    pub decided: [usize; 2],
}

impl Outcome {
    /// Adds what came of another case.
    pub fn add(&mut self, other: Outcome) {
        self.faults.extend(other.faults);
        for (end, count) in other.ends {
            *self.ends.entry(end).or_default() += count;
        }
        for (code, [with, all]) in other.codes {
            let known = self.codes.entry(code).or_default();
            *known = [known[0] + with, known[1] + all];
        }
        self.decided = [self.decided[0] + other.decided[0], self.decided[1] + other.decided[1]];
    }

    /// How many commands were run.
    pub fn n_runs(&self) -> usize {
        self.ends.values().sum()
    }
}

/// The folder of a case, and what is known of it so far.
struct Stage<'a> {
    xfold: &'a Path,
    oracle: &'a Oracle,
    place: TempDir,
    case: &'a Case,
    outcome: Outcome,
    choice: u64,
}

/// Plays a case.
pub fn play(case: &Case, xfold: &Path, oracle: &Oracle) -> Outcome {
    let place = tempfile::tempdir().expect("there is a folder for temporary files");
    for file in &case.files {
        let path = place.path().join(&file.name);
        fs::create_dir_all(path.parent().expect("it has a folder")).expect("it can be made");
        fs::write(path, &file.bytes).expect("it can be written");
    }
    let mut stage = Stage { xfold, oracle, place, case, outcome: Outcome::default(), choice: case.choice };
    match case.kind {
        Kind::Task | Kind::Popper | Kind::Aleph => stage.task(),
        Kind::Table => stage.table(),
        Kind::TableRules => stage.table_rules(false),
        Kind::TaskRules => stage.task_rules(None),
    }
    stage.outcome
}

impl Stage<'_> {
    /// Learns, at times once more with other forms of output, of which one is asked for by an option.
    fn learn(&mut self, form: &str) -> Ran {
        let input = self.case.input.as_str();
        let options: Vec<&str> = self.case.options.iter().map(String::as_str).collect();
        let learned = self.run(&[&["learn", input, "-o", "rules.lp"], &options[..]].concat());
        if self.chance(4) {
            let again = self
                .run(&[&["learn", input, "--format", "json", "--report", "run.json"], &options[..]].concat());
            self.same_bytes(&learned, &again);
            self.parses("run.json", &again);
        }
        if self.chance(8) {
            let again = self.run(&[&["learn", input, "--report", "run.html", form], &options[..]].concat());
            self.page(&again);
        }
        learned
    }

    /// A task: learned, checked, explained, exported, converted, diagnosed.
    fn task(&mut self) {
        let input = self.case.input.as_str();
        let learned = self.learn("-v");
        self.task_rules(Some(&learned));
        if self.chance(3) {
            self.convert();
        }
        if self.chance(6) {
            let format = self.format();
            self.run(&[&["diagnose", input], &format[..]].concat());
        }
    }

    /// Rules for a task, learned or given.
    fn task_rules(&mut self, learned: Option<&Ran>) {
        if !self.path("rules.lp").exists() {
            return;
        }
        let input = self.case.input.as_str();
        let has = |option: &str| self.case.options.iter().any(|given| given == option);
        let is_open = if has("--open") { &["--open"][..] } else { &[] };
        let is_tolerant = has("--noise") || has("--hide-types");
        let dialect = if has("--dialect") { &["--dialect", "ilasp"][..] } else { &[] };
        let check = self.run(&[&["check", input, "rules.lp", "--format", "json"], is_open, dialect].concat());
        if let Some(learned) = learned {
            self.same_verdict(learned, &check, is_tolerant);
        }
        self.decide(&check);
        if self.chance(2) {
            let format = self.format();
            self.run(&[&["explain", "rules.lp", input], &format[..]].concat());
        }
        if self.chance(2) {
            self.export(learned.is_some());
        }
    }

    /// A table: learned, evaluated, and its rules used.
    fn table(&mut self) {
        let input = self.case.input.as_str();
        let options: Vec<&str> = self.case.options.iter().map(String::as_str).collect();
        let learned = self.learn("--words");
        if self.chance(4) {
            let format = self.format();
            self.run(&[&["eval", input, "--folds", "3"], &format[..], &options[..]].concat());
        }
        if self.path("rules.lp").exists() {
            self.table_rules(learned.code == Some(0));
        }
    }

    /// Rules for a table, learned or given.
    fn table_rules(&mut self, is_learned: bool) {
        let input = self.case.input.as_str();
        let pairs = self.case.options.windows(2);
        let layout: Vec<&str> = pairs
            .filter(|pair| ["--header", "--delimiter"].contains(&pair[0].as_str()))
            .flat_map(|pair| pair.iter().map(String::as_str))
            .collect();
        let check = self.run(&[&["check", input, "rules.lp", "--format", "json"], &layout[..]].concat());
        let predicted =
            self.run(&[&["predict", "rules.lp", input, "--format", "json"], &layout[..]].concat());
        if is_learned {
            for (name, ran) in [("check", &check), ("predict", &predicted)] {
                if ran.code == Some(2) {
                    self.fault(
                        "reads back",
                        format!("{name} refuses what was learned: {}", first_lines(&ran.told())),
                    );
                }
            }
        }
        if predicted.code == Some(0) {
            let facts = self.run(&[&["predict", "rules.lp", input, "--facts"], &layout[..]].concat());
            self.compare_classes(&predicted, &facts, is_learned);
        }
        if self.chance(3) {
            let format = self.format();
            self.run(&[&["explain", "rules.lp", input, "--most", "3"], &format[..], &layout[..]].concat());
        }
        if self.chance(2) {
            self.export(is_learned);
        }
    }

    fn export(&mut self, is_learned: bool) {
        let language = EXPORTS[self.below(EXPORTS.len())];
        let ran = self.run(&["export", "rules.lp", "--to", language]);
        if is_learned && ran.code != Some(0) && ["clingo", "json", "words"].contains(&language) {
            self.fault("reads back", format!("export --to {language}: {}", first_lines(&ran.told())));
        }
        if language == "json" && ran.code == Some(0) && !is_document(&ran.stdout) {
            self.fault("json", "export --to json is no JSON".to_owned());
        }
    }

    /// What is converted is read again, and rules are as good for it.
    fn convert(&mut self) {
        let input = self.case.input.as_str();
        let (language, output) = CONVERSIONS[self.below(CONVERSIONS.len())];
        let ran = self.run(&["convert", input, "--to", language, "-o", output]);
        if ran.code != Some(0) {
            return;
        }
        let again = self.run(&["convert", output, "--to", "xfold"]);
        if again.code != Some(0) {
            self.fault("reads back", format!("converted to {language}: {}", first_lines(&again.told())));
        }
    }

    /// Whether a run learned what another did: the program of the report is the one that was printed.
    fn same_bytes(&mut self, learned: &Ran, again: &Ran) {
        let done = |ran: &Ran| matches!(ran.code, Some(0 | 1));
        if !done(learned) || !done(again) {
            return;
        }
        let Ok(report) = serde_json::from_slice::<Value>(&again.stdout) else { return };
        let rules = fs::read_to_string(self.path("rules.lp")).unwrap_or_default();
        let plain = |text: &str| {
            text.lines().filter(|line| !line.starts_with('%')).map(str::to_owned).collect::<Vec<_>>()
        };
        if report["program"].as_str().map(plain) != Some(plain(&rules)) {
            self.fault("same bytes", "the program of the report is not the one that was printed".to_owned());
        }
    }

    /// A report is JSON.
    fn parses(&mut self, name: &str, ran: &Ran) {
        if matches!(ran.code, Some(0 | 1)) {
            let text = fs::read(self.path(name)).unwrap_or_default();
            if !is_document(&text) {
                self.fault("json", format!("{name} is no JSON"));
            }
        }
    }

    /// A page has no element of the input.
    fn page(&mut self, ran: &Ran) {
        if matches!(ran.code, Some(0 | 1)) {
            let text = fs::read_to_string(self.path("run.html")).unwrap_or_default();
            if !text.trim_end().ends_with("</html>") {
                self.fault("page", "the page is not complete".to_owned());
            }
            if text.contains("<script>alert") || text.contains("<b>p</b>") {
                self.fault("page", "the page has an element of the input".to_owned());
            }
        }
    }

    /// `check` says of learned rules what `learn` said.
    fn same_verdict(&mut self, learned: &Ran, check: &Ran, is_tolerant: bool) {
        let limited =
            |ran: &Ran| ran.code == Some(3) || ran.told().contains("E250") || ran.printed().contains("E250");
        if limited(learned) || limited(check) {
            return;
        }
        let rules = fs::read_to_string(self.path("rules.lp")).unwrap_or_default();
        match (learned.code, check.code) {
            (Some(0 | 1), Some(2)) => {
                self.fault(
                    "reads back",
                    format!("check refuses what was learned: {}", first_lines(&check.told())),
                );
            }
            (Some(one @ (0 | 1)), Some(other)) if one != other && !is_tolerant => {
                let tolerant = learned.told().contains("the counts are exact");
                if !tolerant {
                    self.fault(
                        "same verdict",
                        format!("learn {one}, check {other}: {}", first_lines(&rules)),
                    );
                }
            }
            _ => {}
        }
    }

    /// Compares the verdicts of `check` with those of the definition.
    fn decide(&mut self, check: &Ran) {
        if !matches!(check.code, Some(0 | 1)) {
            return;
        }
        let Ok(report) = serde_json::from_slice::<Value>(&check.stdout) else { return };
        // What Prolog means in clingo's language is the reader's business; the verdict is judged all the same.
        let is_task = self.case.input.ends_with(".las");
        let name = if is_task { self.case.input.as_str() } else { "decided.las" };
        if !is_task && self.run(&["convert", &self.case.input, "--to", "xfold", "-o", name]).code != Some(0) {
            return;
        }
        let task = fs::read_to_string(self.path(name)).unwrap_or_default();
        let rules = fs::read_to_string(self.path("rules.lp")).unwrap_or_default();
        let verdicts: Vec<bool> = report["examples"]
            .as_array()
            .map(|examples| examples.iter().filter_map(|example| example["holds"].as_bool()).collect())
            .unwrap_or_default();
        let definition =
            Definition::new(&task).filter(|definition| definition.examples.len() == verdicts.len());
        let Some(definition) = definition else {
            self.outcome.decided[1] += verdicts.len();
            return;
        };
        let is_open = self.case.options.iter().any(|option| option == "--open");
        let closed = if is_open { Vec::new() } else { closed_worlds(&rules) };
        for (number, (example, verdict)) in definition.examples.iter().zip(&verdicts).enumerate() {
            match definition.holds(example, &rules, &closed, self.oracle) {
                None => self.outcome.decided[1] += 1,
                Some(holds) => {
                    self.outcome.decided[0] += 1;
                    // Whether a world is closed is told by `learn` only; given rules may fail for it.
                    let may_be_closed = self.case.kind == Kind::TaskRules && !verdict;
                    if holds != *verdict && !may_be_closed {
                        let what = format!("example {}: check says {verdict}, clingo {holds}", number + 1);
                        self.fault("definition", what);
                    }
                }
            }
        }
    }

    /// Compares predictions with what clingo derives from rules and rows.
    fn compare_classes(&mut self, predicted: &Ran, facts: &Ran, are_learned: bool) {
        let rules = fs::read_to_string(self.path("rules.lp")).unwrap_or_default();
        let Ok(labels) = serde_json::from_slice::<Value>(&predicted.stdout) else { return };
        let n_rows = labels.as_array().map_or(0, Vec::len);
        match self.oracle.classes(&rules, &facts.printed()) {
            Some(classes) if facts.code == Some(0) => {
                self.outcome.decided[0] += n_rows;
                if let Some(what) = different_classes(&labels, &classes, are_learned) {
                    self.fault("definition", what);
                }
            }
            _ => self.outcome.decided[1] += n_rows,
        }
    }

    /// Runs a command with limits, and judges it.
    fn run(&mut self, words: &[&str]) -> Ran {
        let mut args: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
        args.extend(["--time-limit".to_owned(), TIME_LIMIT.as_secs().to_string()]);
        args.extend(["--memory-limit".to_owned(), MEMORY_LIMIT.to_string()]);
        let before = listing(self.place.path());
        let ran = run(self.xfold, &args, self.place.path(), &BOUNDS);
        for (judge, what) in judge(&args, &ran, self.place.path()) {
            self.fault_of(judge, what, &args);
        }
        self.files(&before, &args);
        let code = ran.code.unwrap_or(-1);
        *self.outcome.ends.entry((words[0].to_owned(), code)).or_default() += 1;
        self.count_codes(&ran.told());
        ran
    }

    /// Counts the codes of errors in text, and how many have a place below.
    fn count_codes(&mut self, told: &str) {
        let mut lines = told.lines().peekable();
        while let Some(line) = lines.next() {
            if let Some(code) = line.strip_prefix("error[").and_then(|rest| rest.get(..4)) {
                let has_place = lines.peek().is_some_and(|next| next.trim_start().starts_with("--> "));
                let count = self.outcome.codes.entry(code.to_owned()).or_default();
                *count = [count[0] + usize::from(has_place), count[1] + 1];
            }
        }
    }

    /// Nothing is changed but what an option names.
    fn files(&mut self, before: &BTreeMap<PathBuf, Vec<u8>>, args: &[String]) {
        let named: Vec<&String> = args
            .windows(2)
            .filter(|pair| pair[0] == "-o" || pair[0] == "--report")
            .map(|pair| &pair[1])
            .collect();
        let is_named = |path: &Path| {
            let text = path.to_string_lossy();
            // Aleph's three files have one stem.
            named.iter().any(|name| text.starts_with(name.trim_end_matches(".b")))
        };
        let after = listing(self.place.path());
        for (path, bytes) in &after {
            if before.get(path) != Some(bytes) && !is_named(path) {
                self.fault_of("files", format!("{} was written", path.display()), args);
            }
        }
        if let Some(path) = before.keys().find(|path| !after.contains_key(*path)) {
            self.fault_of("files", format!("{} is gone", path.display()), args);
        }
    }

    fn fault(&mut self, judge: &'static str, what: String) {
        let command = format!("{} {}", self.case.input, self.case.options.join(" "));
        self.outcome.faults.push(Fault {
            judge,
            what,
            command: format!("learn {command}").trim().to_owned(),
        });
    }

    fn fault_of(&mut self, judge: &'static str, what: String, args: &[String]) {
        self.outcome.faults.push(Fault { judge, what, command: args.join(" ") });
    }

    fn path(&self, name: &str) -> PathBuf {
        self.place.path().join(name)
    }

    /// The next choice below `bound`, from the case's own.
    fn below(&mut self, bound: usize) -> usize {
        self.choice =
            self.choice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.choice >> 33) as usize % bound
    }

    /// True with probability 1/`one_in`.
    fn chance(&mut self, one_in: usize) -> bool {
        self.below(one_in) == 0
    }

    fn format(&mut self) -> Vec<&'static str> {
        if self.chance(2) { vec!["--format", "json"] } else { Vec::new() }
    }
}

/// All files below a folder, with what is in them.
fn listing(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(&next).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let bytes = fs::read(&path).unwrap_or_default();
                found.insert(path.strip_prefix(folder).unwrap_or(&path).to_path_buf(), bytes);
            }
        }
    }
    found
}
