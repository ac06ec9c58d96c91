//! Tasks: learn, check, explain, convert and export, as the command does, with reports as JSON.

use crate::{
    errors::{Failure, notes, to_json},
    running::{Progress, beside, guarded, refuse_after_fork, solver},
};
use pyo3::{exceptions::PyBaseException, prelude::*};
use serde::Serialize;
use serde_json::{Value, json};
use std::{cell::RefCell, path::PathBuf, time::Duration};
use xfold::{
    Limits, Settings, Solver, Task,
    check::{self, GivenRules, RulesText, verify_given},
    codes,
    convert::{self, TaskLanguage},
    explain::{self, Bounds, Document, Explanation, Named, Question, explain_given},
    export::{self, ExportLanguage, SqlOptions},
    learn, page,
    report::{CheckReport, Report},
    rules::Narrator,
    search::{
        Found,
        trace::{Event, Silent, Standing, Trace},
    },
    task::{
        Dialect,
        read::{self, Reading},
    },
    worlds::Worlds,
};
use xfold_asp::{
    diagnostic::{Diagnostic, Severity},
    span::SourceMap,
};

/// What a task is read from: paths, or a text with its name.
#[derive(FromPyObject)]
pub struct Source {
    paths: Vec<PathBuf>,
    text: Option<Named>,
    dialect: Option<String>,
}

impl Source {
    fn read(&self, background_only: bool, solver: &dyn Solver) -> Result<Task, Failure> {
        refuse_after_fork()?;
        let dialect = match self.dialect.as_deref() {
            None => None,
            Some("ilasp") => Some(Dialect::Ilasp),
            Some("fastlas") => Some(Dialect::FastLas),
            Some("xfold") => Some(Dialect::Own),
            Some(other) => return Err(unknown("dialect", other, "ilasp, fastlas, xfold")),
        };
        let reading = Reading { dialect, background_only, solver: Some(solver), ..Reading::default() };
        Ok(match &self.text {
            Some((name, text)) => read::text_as(name, text, &reading)?,
            None => read::files_as(&self.paths, &reading)?,
        })
    }
}

fn unknown(what: &str, found: &str, known: &str) -> Failure {
    Diagnostic::error(codes::SETTINGS, format!("there is no {what} `{found}`"))
        .help(format!("there are {known}"))
        .into()
}

/// How a task is learned from, beside the settings.
#[derive(FromPyObject)]
pub struct Run<'py> {
    time_limit: Option<f64>,
    memory_limit: Option<u64>,
    verbose: bool,
    page: bool,
    progress: Option<Bound<'py, PyAny>>,
}

impl Run<'_> {
    fn limits(&self) -> Limits {
        let mut limits = Limits::none();
        if let Some(seconds) = self.time_limit {
            limits = limits
                .with_time(Duration::try_from_secs_f64(seconds).unwrap_or(Duration::ZERO))
                .with_reserve();
        }
        match self.memory_limit {
            Some(megabytes) => limits.with_memory(megabytes.saturating_mul(1 << 20)),
            None => limits,
        }
    }

    /// Does something that ends with an answer or none: there is no best so far.
    fn ask<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&dyn Solver, &Limits) -> Result<T, Failure> + Send,
    ) -> PyResult<T> {
        let (limits, solver) = (self.limits(), solver(py)?);
        beside(py, &limits, None, |_| work(&*solver, &limits))?.whole()
    }
}

/// What is told of a run: the report, with the answers to `#predict`.
#[derive(Serialize)]
struct Told {
    #[serde(flatten)]
    report: Report,
    predictions: Vec<String>,
    page: Option<String>,
}

/// Learns from a task; settings are JSON. Gives the report, and what is to be raised if Python has ended the run.
#[pyfunction]
pub fn learn_task<'py>(
    py: Python<'py>,
    source: Source,
    settings: &str,
    run: Run<'_>,
) -> PyResult<(String, Option<Bound<'py, PyBaseException>>)> {
    let (limits, solver) = (run.limits(), solver(py)?);
    let (verbose, page) = (run.verbose, run.page);
    let ended = beside(py, &limits, run.progress.as_ref(), |progress| {
        let settings: Settings = serde_json::from_str(settings)
            .map_err(|error| Diagnostic::error(codes::SETTINGS, format!("a setting is wrong: {error}")))?;
        settings.check()?;
        let task = source.read(false, &*solver)?;
        let lines = RefCell::new(Vec::new());
        let learned = match progress {
            Some(progress) if verbose => {
                let say = |line: &str| {
                    lines.borrow_mut().push(line.to_string());
                    let _ = progress.send(line.to_string());
                };
                learn(&task, &settings, &*solver, &limits, &Narrator::new(say))
            }
            Some(progress) => learn(&task, &settings, &*solver, &limits, &Teller::new(progress)),
            None => learn(&task, &settings, &*solver, &limits, &Silent),
        };
        let failure = |error| Failure::of(error, &task.sources).with(&task.notes, &task.sources);
        let learned = learned.map_err(failure)?;
        let text = learned.rules.text();
        let rules = RulesText { text: &text, origin: None, statements: &learned.rules.statements() };
        let predictions = match task.predictions.is_empty() {
            true => Vec::new(),
            false => match check::predict(&task, &rules, &*solver, &limits) {
                Ok(answers) => answers.iter().map(ToString::to_string).collect(),
                Err(error) => vec![format!("not answered: {error}")],
            },
        };
        let report = Report::new(&task, &learned);
        let page = page.then(|| {
            let explained = page::explained_atoms(&task, &learned, &*solver, &limits);
            page::of_task(&report, &explained, &lines.borrow())
        });
        Ok(to_json(&Told { report, predictions, page }))
    })?;
    Ok((ended.value, ended.raised.map(|raised| raised.into_value(py).into_bound(py))))
}

/// Checks rules against the examples of a task.
#[pyfunction]
pub fn check_rules(
    py: Python<'_>,
    source: Source,
    rules: Named,
    open: bool,
    run: Run<'_>,
) -> PyResult<String> {
    run.ask(py, |solver, limits| {
        let mut task = source.read(false, solver)?;
        let mut found: Vec<Diagnostic> = std::mem::take(&mut task.notes);
        found.retain(|note| note.severity == Severity::Warning);
        let verdict = GivenRules::new(&rules.0, rules.1, &mut task).and_then(|rules| {
            found.extend(rules.notes.iter().cloned());
            verify_given(&task, &rules, open, solver, limits)
        });
        let verdict = verdict.map_err(|error| Failure::of(error, &task.sources))?;
        Ok(to_json(&CheckReport::new(&task.sources, &verdict, &found)))
    })
}

/// What is asked for in an explanation.
#[derive(FromPyObject)]
pub struct Wanted {
    atom: Option<String>,
    example: Option<String>,
    sentences: Option<Named>,
    models: usize,
    depth: usize,
    most: usize,
    format: String,
}

/// Explains atoms; gives text, JSON or a page, with what is worth knowing.
#[pyfunction]
pub fn explain_atoms(
    py: Python<'_>,
    source: Source,
    rules: Named,
    wanted: Wanted,
    run: Run<'_>,
) -> PyResult<(String, String)> {
    run.ask(py, |solver, limits| {
        let mut task = source.read(true, solver)?;
        let question = Question { atom: wanted.atom.as_deref(), example: wanted.example.as_deref() };
        let bounds = Bounds { models: wanted.models, answers: wanted.most, depth: wanted.depth };
        let mut found = Vec::new();
        let answers =
            explain_given(&mut task, rules, wanted.sentences, question, &bounds, solver, limits, &mut found);
        let (explained, _) = answers.map_err(|error| Failure::of(error, &task.sources))?;
        Ok((explained_as(&wanted.format, &explained), to_json(&notes(&found, &task.sources))))
    })
}

/// Explanations as JSON, as a page, or as text.
pub fn explained_as(format: &str, explained: &[Explanation]) -> String {
    match format {
        "json" => to_json(&Document::new(explained)),
        "html" => explain::page("Why?", explained),
        _ => {
            let lines = |one| explain::lines(one, &explain::Style::default()).join("\n") + "\n";
            explained.iter().map(lines).collect::<Vec<_>>().join("\n")
        }
    }
}

/// The task in another language: its text, or the texts of its files; and notes.
#[pyfunction]
pub fn convert_task(
    py: Python<'_>,
    source: Source,
    to: &str,
    in_files: bool,
    run: Run<'_>,
) -> PyResult<String> {
    run.ask(py, |solver, limits| {
        let to = match to {
            "ilasp" => TaskLanguage::Ilasp,
            "fastlas" => TaskLanguage::Fastlas,
            "xfold" => TaskLanguage::Xfold,
            "popper" => TaskLanguage::Popper,
            "aleph" => TaskLanguage::Aleph,
            other => return Err(unknown("language", other, "ilasp, fastlas, xfold, popper, aleph")),
        };
        let task = source.read(false, solver)?;
        let converted = convert::convert(&task, to, in_files, solver, limits);
        let converted = converted.map_err(|error| Failure::of(error, &task.sources))?;
        let texts: Vec<Value> = converted.texts.iter().map(|(name, text)| json!([name, text])).collect();
        Ok(json!({ "texts": texts, "notes": notes(&converted.notes, &task.sources) }).to_string())
    })
}

/// Rules in another language.
#[pyfunction]
pub fn export_rules(
    py: Python<'_>,
    rules: Named,
    to: &str,
    table: String,
    plain: bool,
    sentences: Option<Named>,
) -> PyResult<String> {
    guarded(py, || {
        let mut sources = SourceMap::default();
        let language = export_language(to)?;
        let sql = SqlOptions { table, plain };
        let exported = export::given_rules(rules, sentences, language, &sql, &mut sources);
        exported.map(|(text, _)| text).map_err(|error| Failure::of(error, &sources))
    })
}

/// A language of exports by its name.
pub fn export_language(name: &str) -> Result<ExportLanguage, Failure> {
    Ok(match name {
        "clingo" => ExportLanguage::Clingo,
        "scasp" => ExportLanguage::Scasp,
        "prolog" => ExportLanguage::Prolog,
        "sql" => ExportLanguage::Sql,
        "json" => ExportLanguage::Json,
        "words" => ExportLanguage::Words,
        "dot" => ExportLanguage::Dot,
        "mermaid" => ExportLanguage::Mermaid,
        other => {
            return Err(unknown("language", other, "clingo, scasp, prolog, sql, json, words, dot, mermaid"));
        }
    })
}

/// Tells what the search is doing, a line at a time.
struct Teller {
    progress: Progress,
    targets: RefCell<Vec<String>>,
    now: RefCell<(usize, usize)>,
}

impl Teller {
    fn new(progress: Progress) -> Self {
        let _ = progress.send("worlds: solving the background".to_string());
        Self { progress, targets: RefCell::default(), now: RefCell::default() }
    }

    fn say(&self, message: String) {
        // Nobody listens any more if this fails.
        let _ = self.progress.send(message);
    }
}

impl Trace for Teller {
    fn is_on(&self) -> bool {
        true
    }

    fn begin(&self, worlds: &Worlds) {
        let names = worlds.bias.targets.iter().map(|target| target.signature.to_string());
        self.targets.replace(names.collect());
    }

    fn event(&self, event: Event) {
        let mut now = self.now.borrow_mut();
        let left = match event {
            Event::Target { target, total } => {
                *now = (target, 0);
                total.pos as usize
            }
            Event::Learned { depth: 0, left, .. } => {
                now.1 += 1;
                left
            }
            _ => return,
        };
        let targets = self.targets.borrow();
        let name = targets.get(now.0).map_or("", String::as_str);
        self.say(format!("search: {name}, {} clauses, {left} positives left", now.1));
    }

    fn exact(&self, standing: &Standing) {
        let best = standing.cost.map_or(String::new(), |cost| format!(", best cost {cost}"));
        self.say(format!("exact: {}{best}", standing.stage));
    }

    fn end(&self, _: &Found) {
        self.say("check: asking clingo".to_string());
    }
}
