//! Rules for tables: learned from columns, and what they say of rows.

use crate::{
    columns::{Held, Lent, PyColumn, read as read_columns},
    errors::{Failure, notes, to_json},
    running::{FEW_ROWS, Progress, beside, guarded, pool, solver},
    tasks::{explained_as, export_language},
};
use numpy::{IntoPyArray, PyArray1, PyReadonlyArray1};
use pyo3::{exceptions::PyBaseException, prelude::*, types::PyDict};
use rayon::prelude::*;
use serde::Serialize;
use std::{
    sync::atomic::{AtomicUsize, Ordering},
    time::{Duration, Instant},
};
use xfold::{
    Limits, Settings,
    explain::RowExplainer,
    export::{self, SqlOptions},
    report::Note,
    table::{
        CheckedBy, Table, check_rules,
        fit::{FitOptions, fit_and_tell},
        model::Model,
        read::{self, distinct_names},
        target::{Classified, TargetOptions},
        text,
        trace::{Follower, Step},
    },
};
use xfold_asp::span::SourceMap;
use xfold_solve::LimitReached;

/// Rules for a table: a program, ready to judge rows. It is its text: a pickle has nothing else.
#[pyclass(frozen, module = "xfold._xfold")]
pub struct TableRules {
    program: String,
    model: Model,
}

impl TableRules {
    fn parse(program: String) -> Result<Self, Failure> {
        let mut sources = SourceMap::default();
        sources.add("<rules>", program.as_str());
        match text::parse(&sources) {
            Ok((model, _)) => Ok(Self { program, model }),
            Err(error) => Err(Failure::of(error, &sources)),
        }
    }

    /// For each row the class, by number into `classes`, and for each row and theory the rule that gave it; -1 for none.
    fn judged(&self, table: &Table) -> Result<(Vec<i64>, Vec<i64>), Failure> {
        let judge = self.model.on(table)?;
        let is_vote = self.model.is_vote();
        let mut classes = vec![-1; table.n_rows];
        let mut rules = vec![-1; table.n_rows * self.model.theories().len()];
        let n_rules = FEW_ROWS * self.model.theories().len();
        let blocks = classes.par_chunks_mut(FEW_ROWS).zip(rules.par_chunks_mut(n_rules.max(1)));
        blocks.enumerate().for_each(|(block, (classes, rules))| {
            let first = block * FEW_ROWS;
            judge.judge_near(first..first + classes.len(), |row, said| {
                classes[row - first] = number(said.map(|said| said.class));
                if !is_vote {
                    rules[row - first] = number(said.and_then(|said| said.rule));
                }
            });
            if is_vote {
                let by_theory = (first..first + classes.len()).flat_map(|row| judge.by_theory(row));
                let given = by_theory.map(|given| number(given.and_then(|given| given.rule)));
                rules.iter_mut().zip(given).for_each(|(rule, given)| *rule = given);
            }
        });
        Ok((classes, rules))
    }

    /// What the rows on which each rule decides weigh, by their class in `data`; and how many rows get their class.
    fn counted(&self, data: &Classified<'_>) -> Result<(Vec<f64>, usize), Failure> {
        let (said, rules) = self.judged(data.table)?;
        let classes = self.model.classes();
        let (n_classes, n_theories) = (data.classes.len(), self.model.theories().len());
        let place = |class: &&str| data.classes.iter().position(|known| known == class);
        let places: Vec<Option<usize>> = classes.iter().map(place).collect();
        let mut counts = vec![0.0; self.model.rules.len() * n_classes];
        let mut n_right = 0;
        for row in data.labelled() {
            let (row, label) = (row as usize, data.labels[row as usize] as usize);
            let said = usize::try_from(said[row]).ok().and_then(|said| places[said]);
            n_right += usize::from(said == Some(label));
            let weight = data.weights.as_ref().map_or(1.0, |weights| weights[row]);
            for rule in &rules[row * n_theories..(row + 1) * n_theories] {
                if let Ok(rule) = usize::try_from(*rule) {
                    counts[rule * n_classes + label] += weight;
                }
            }
        }
        Ok((counts, n_right))
    }
}

/// A number for Python, -1 for none.
fn number(number: Option<usize>) -> i64 {
    number.map_or(-1, |number| number as i64)
}

/// The columns that rules read, as a table. Rules without conditions read none, whatever the number of rows.
fn table(columns: &[Lent<'_>], n_rows: usize) -> Result<Table, Failure> {
    let given = read_columns(columns)?;
    Ok(Table {
        name: "X".to_string(),
        columns: given.into_iter().map(|given| given.column).collect(),
        n_rows,
        target: None,
        id: None,
        weights: None,
        notes: Vec::new(),
    })
}

/// For each row the class, by number into a list; and for each row and theory the rule that gave it, or -1.
type Judged<'py> = (Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<i64>>);

#[pymethods]
impl TableRules {
    /// The rules of a program, as `xfold learn` prints it for a table.
    #[new]
    fn new(py: Python<'_>, program: String) -> PyResult<Self> {
        guarded(py, || Self::parse(program))
    }

    fn __getnewargs__(&self) -> (String,) {
        (self.program.clone(),)
    }

    /// The program.
    #[getter]
    fn program(&self) -> &str {
        &self.program
    }

    /// The classes that rules give, in the order of `judge`.
    #[getter]
    fn classes(&self) -> Vec<String> {
        self.model.classes().iter().map(ToString::to_string).collect()
    }

    /// The names and kinds of the columns that rules read.
    #[getter]
    fn columns(&self) -> Vec<(String, String)> {
        self.model.columns.iter().map(|column| (column.name.clone(), column.kind.to_string())).collect()
    }

    /// Number of rules, exceptions included, the default not counted.
    #[getter]
    fn n_rules(&self) -> usize {
        self.model.n_rules()
    }

    /// Number of conditions in all rules.
    #[getter]
    fn n_literals(&self) -> usize {
        self.model.n_literals()
    }

    /// The class of each row, and the rules that gave it.
    fn judge<'py>(
        &self,
        py: Python<'py>,
        columns: Vec<PyColumn<'py>>,
        n_rows: usize,
        threads: Option<usize>,
    ) -> PyResult<Judged<'py>> {
        let held = Held::new(columns)?;
        let lent = held.lend();
        let judge = || pool(threads)?.install(|| self.judged(&table(&lent, n_rows)?));
        let (classes, rules) = guarded(py, judge)?;
        Ok((classes.into_pyarray(py), rules.into_pyarray(py)))
    }

    /// Number of theories: more than one if they vote.
    #[getter]
    fn n_theories(&self) -> usize {
        self.model.theories().len()
    }

    /// Why rows have their class, or why not another one, as text, JSON or a page.
    fn explain(
        &self,
        py: Python<'_>,
        columns: Vec<PyColumn<'_>>,
        names: Vec<String>,
        class: Option<&str>,
        format: &str,
    ) -> PyResult<String> {
        let held = Held::new(columns)?;
        let lent = held.lend();
        guarded(py, || {
            let table = table(&lent, names.len())?;
            let explainer = RowExplainer::new(&self.model, &table)?;
            let explain =
                |(row, name): (usize, &String)| explainer.explain(row, name, class, &Limits::none());
            let explained = names.iter().enumerate().map(explain).collect::<Result<Vec<_>, _>>()?;
            Ok(explained_as(format, &explained))
        })
    }

    /// The rules in another language.
    fn export(&self, py: Python<'_>, language: &str, table: String, plain: bool) -> PyResult<String> {
        guarded(py, || {
            let language = export_language(language)?;
            Ok(export::table_rules(&self.model, language, &SqlOptions { table, plain })?)
        })
    }

    /// The rules as data.
    fn to_json(&self, py: Python<'_>) -> PyResult<String> {
        self.export(py, "json", String::new(), false)
    }
}

/// What is told of a run beside the rules.
#[derive(Serialize)]
struct FitReport {
    stop: &'static str,
    checked_by: CheckedBy,
    n_rows: usize,
    n_right: usize,
    /// The classes, in the order of the counts.
    classes: Vec<String>,
    fit_seconds: f64,
    notes: Vec<Note>,
    names: Vec<String>,
}

/// How to learn, from keywords of Python.
struct Wishes {
    fit: FitOptions,
    verify: bool,
    verbose: bool,
    threads: Option<usize>,
    limits: Limits,
}

impl Wishes {
    fn new(options: &Bound<'_, PyDict>) -> PyResult<Self> {
        fn wish<'py, T: FromPyObjectOwned<'py>>(
            options: &Bound<'py, PyDict>,
            name: &str,
        ) -> PyResult<Option<T>> {
            match options.get_item(name)? {
                Some(value) if !value.is_none() => Ok(Some(value.extract().map_err(Into::into)?)),
                _ => Ok(None),
            }
        }
        let default = FitOptions::default();
        let fit = FitOptions {
            brevity: wish(options, "brevity")?.unwrap_or(default.brevity),
            max_rules: wish(options, "max_rules")?,
            max_depth: wish(options, "max_depth")?.unwrap_or(default.max_depth),
            tuning: default.tuning,
            paper: wish(options, "paper")?.unwrap_or(default.paper),
            describe: wish(options, "describe")?,
            vote: wish(options, "vote")?.unwrap_or(default.vote),
            seed: wish(options, "seed")?.unwrap_or(default.seed),
        };
        let mut limits = Limits::none();
        if let Some(seconds) = wish::<f64>(options, "time_limit")? {
            limits = limits.with_time(Duration::try_from_secs_f64(seconds).unwrap_or(Duration::ZERO));
            limits = limits.with_reserve();
        }
        Ok(Self {
            fit,
            verify: wish(options, "verify")?.unwrap_or(false),
            verbose: wish(options, "verbose")?.unwrap_or(false),
            threads: wish(options, "threads")?,
            limits,
        })
    }
}

/// What came of learning: the rules, a report, for each rule what the rows of each class weigh on which it decides, and
/// what is to be raised if Python has ended the run.
type Fit<'py> = (TableRules, String, Bound<'py, PyArray1<f64>>, Option<Bound<'py, PyBaseException>>);

/// Learns rules from columns, the last of which is the class. `progress` is called with what is done: each step if it is
/// `verbose`, else how far it is.
#[pyfunction]
pub fn fit_table<'py>(
    py: Python<'py>,
    columns: Vec<PyColumn<'py>>,
    weights: Option<PyReadonlyArray1<'py, f64>>,
    options: &Bound<'py, PyDict>,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<Fit<'py>> {
    let wishes = Wishes::new(options)?;
    let held = Held::new(columns)?;
    let lent = held.lend();
    let weights = weights.map(|weights| weights.as_array().to_vec());
    let solver = wishes.verify.then(|| solver(py)).transpose()?;
    let ended = beside(py, &wishes.limits, progress.as_ref(), |progress| {
        let settings =
            Settings { brevity: wishes.fit.brevity, max_depth: wishes.fit.max_depth, ..Settings::default() };
        settings.check()?;
        pool(wishes.threads)?.install(|| {
            let mut given = read_columns(&lent)?;
            let names = distinct_names(given.iter().map(|given| given.column.name.clone()).collect());
            given.iter_mut().zip(&names).for_each(|(given, name)| given.column.name.clone_from(name));
            let target = given.len().checked_sub(1);
            let table = read::columns("X", given, target)?;
            let mut data = Classified::new(&table, &TargetOptions::default())?;
            data.weights = weights;
            let solver = solver.as_ref().map(|solver| &**solver as &dyn xfold::Solver);
            let (rows, started) = (data.labelled(), Instant::now());
            let teller = progress.map(|progress| teller(progress, wishes.verbose));
            let follower = teller.as_ref().map(|teller| teller as &dyn Follower);
            let fitted = fit_and_tell(&data, &rows, &wishes.fit, &wishes.limits, follower)?;
            let fit_seconds = started.elapsed().as_secs_f64();
            // What is checked, and used from now on, is what is printed.
            let rules = TableRules::parse(text::program(&fitted.model))?;
            let (counts, n_right) = rules.counted(&data)?;
            let verdict = match solver {
                Some(_) => {
                    match check_rules(&rules.program, &data, solver, &wishes.limits.for_last_steps()) {
                        // The rules are the best so far all the same.
                        Err(xfold::Error::Limit(_)) => None,
                        checked => Some(checked?),
                    }
                }
                None => None,
            };
            let is_verified =
                n_right == fitted.n_right && verdict.as_ref().is_none_or(|said| said.as_counted);
            let sources = SourceMap::default();
            let mut all_notes = notes(&table.notes, &sources);
            all_notes.extend(notes(&data.notes, &sources));
            let report = FitReport {
                stop: match (wishes.limits.reached(), is_verified) {
                    (Some(LimitReached::Time), _) => "time_limit",
                    (Some(LimitReached::Memory), _) => "memory_limit",
                    (Some(LimitReached::Interrupt), _) => "interrupt",
                    (Some(LimitReached::Work), _) => "work_bound",
                    (None, true) => "verified",
                    (None, false) => "not_verified",
                },
                checked_by: verdict.map_or(CheckedBy::Evaluator, |verdict| verdict.by),
                n_rows: rows.len(),
                n_right,
                classes: data.classes.clone(),
                fit_seconds,
                notes: all_notes,
                names,
            };
            Ok((rules, to_json(&report), counts))
        })
    })?;
    let (rules, report, counts) = ended.value;
    let raised = ended.raised.map(|raised| raised.into_value(py).into_bound(py));
    Ok((rules, report, counts.into_pyarray(py), raised))
}

/// Tells of the steps of learning: each one, or how far it is.
fn teller(progress: Progress, verbose: bool) -> impl Fn(&Step) + Sync {
    let n_rules = AtomicUsize::new(0);
    move |step| {
        let message = match step {
            step if verbose => step.to_string(),
            Step::Class { class, rows, .. } => {
                n_rules.store(0, Ordering::Relaxed);
                format!("search: class {class}, {rows} rows")
            }
            Step::Rule { left, of, .. } => {
                let n_rules = 1 + n_rules.fetch_add(1, Ordering::Relaxed);
                format!("search: {n_rules} rules, {left} of {of} rows left")
            }
            Step::Dearer { n_rules, .. } => format!("search: {n_rules} rules are too many, again"),
            Step::Default { .. } => "check: judging all rows".to_owned(),
            Step::Revised { .. } => return,
        };
        // Nobody listens any more if this fails.
        let _ = progress.send(message);
    }
}
