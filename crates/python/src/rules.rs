//! Rules for tables: learned from columns, and what they say of rows.

use crate::{
    columns::{PyColumn, given, numbers, same_length},
    errors::{Failure, notes, to_json},
    running::{beside, pool, solver},
};
use numpy::{IntoPyArray, PyArray1};
use pyo3::{prelude::*, types::PyDict};
use rayon::prelude::*;
use serde::Serialize;
use std::time::{Duration, Instant};
use xfold::{
    Limits, Settings,
    explain::{self, Document, explain_row},
    export::{self, Language, SqlOptions},
    report::Note,
    table::{
        CheckedBy, Table, check_rules,
        fit::{Classified, FitOptions, TargetOptions, fit},
        model::Model,
        read::{self, columns, distinct_names},
        text,
    },
};
use xfold_asp::span::SourceMap;

/// Fewer rows than this are judged by one thread.
const FEW_ROWS: usize = 1024;

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
        let number = |number: Option<usize>| number.map_or(-1, |number| number as i64);
        let class = |row: usize| {
            let judgement = judge.judge(row);
            (number(judgement.map(|given| given.class)), number(judgement.and_then(|given| given.rule)))
        };
        let rows = (0..table.n_rows).into_par_iter().with_min_len(FEW_ROWS);
        let (classes, rules): (Vec<i64>, Vec<i64>) = rows.clone().map(class).unzip();
        if !self.model.is_vote() {
            return Ok((classes, rules));
        }
        let rules = |row| judge.by_theory(row).map(|given| number(given.and_then(|given| given.rule)));
        Ok((classes, rows.flat_map_iter(rules).collect()))
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

    /// The columns that rules read, as a table.
    fn table(&self, columns: Vec<PyColumn<'_>>) -> PyResult<Result<Table, Failure>> {
        let given = columns.into_iter().map(given).collect::<PyResult<Vec<_>>>()?;
        Ok(same_length(&given).map(|n_rows| Table {
            name: "X".to_string(),
            columns: given.into_iter().map(|given| given.column).collect(),
            n_rows,
            target: None,
            id: None,
            weights: None,
            notes: Vec::new(),
        }))
    }
}

/// For each row the class, by number into a list; and for each row and theory the rule that gave it, or -1.
type Judged<'py> = (Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<i64>>);

#[pymethods]
impl TableRules {
    /// The rules of a program, as `xfold learn` prints it for a table.
    #[new]
    fn new(py: Python<'_>, program: String) -> PyResult<Self> {
        Self::parse(program).map_err(|failure| failure.raise(py))
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
        let mut table = self.table(columns)?.map_err(|failure| failure.raise(py))?;
        // Rules without conditions read no column.
        table.n_rows = n_rows;
        let judge = || pool(threads)?.install(|| self.judged(&table));
        let (classes, rules) = py.detach(judge).map_err(|failure| failure.raise(py))?;
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
        let mut table = self.table(columns)?.map_err(|failure| failure.raise(py))?;
        table.n_rows = names.len();
        let explained = names
            .iter()
            .enumerate()
            .map(|(row, name)| explain_row(&self.model, &table, row, name, class).map_err(Failure::from));
        let explained =
            explained.collect::<Result<Vec<_>, Failure>>().map_err(|failure| failure.raise(py))?;
        Ok(match format {
            "html" => explain::page("Why?", &explained),
            "json" => to_json(&Document::new(&explained)),
            _ => {
                let lines =
                    |explanation| explain::lines(explanation, &explain::Style::default()).join("\n") + "\n";
                explained.iter().map(lines).collect::<Vec<_>>().join("\n")
            }
        })
    }

    /// The rules in another language.
    fn export(&self, py: Python<'_>, language: &str, table: String) -> PyResult<String> {
        let language = crate::tasks::export_language(language).map_err(|failure| failure.raise(py))?;
        let exported = export::table_rules(&self.model, language, &SqlOptions { table });
        exported.map_err(|error| Failure::from(error).raise(py))
    }

    /// The rules as data.
    fn to_json(&self, py: Python<'_>) -> PyResult<String> {
        let exported = export::table_rules(&self.model, Language::Json, &SqlOptions { table: String::new() });
        exported.map_err(|error| Failure::from(error).raise(py))
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
            prune: wish(options, "prune")?.unwrap_or(default.prune),
            paper: wish(options, "paper")?.unwrap_or(default.paper),
            describe: wish(options, "describe")?,
            vote: wish(options, "vote")?.unwrap_or(default.vote),
            seed: wish(options, "seed")?.unwrap_or(default.seed),
        };
        let mut limits = Limits::none();
        if let Some(seconds) = wish::<f64>(options, "time_limit")? {
            limits = limits.with_time(Duration::try_from_secs_f64(seconds).unwrap_or(Duration::ZERO));
        }
        Ok(Self {
            fit,
            verify: wish(options, "verify")?.unwrap_or(false),
            threads: wish(options, "threads")?,
            limits,
        })
    }
}

/// Learns rules from columns, the last of which is the class; gives the rules, a report, and for each rule what the rows
/// of each class weigh on which it decides.
#[pyfunction]
pub fn fit_table<'py>(
    py: Python<'py>,
    columns: Vec<PyColumn<'py>>,
    weights: Option<Bound<'py, PyAny>>,
    options: &Bound<'py, PyDict>,
) -> PyResult<(TableRules, String, Bound<'py, PyArray1<f64>>)> {
    let wishes = Wishes::new(options)?;
    let mut given = columns.into_iter().map(given).collect::<PyResult<Vec<_>>>()?;
    let weights = weights.map(|weights| numbers(&weights)).transpose()?;
    let solver = wishes.verify.then(|| solver(py)).transpose()?;
    let (rules, report, counts) = beside(py, &wishes.limits, None, |_| {
        same_length(&given)?;
        let names = distinct_names(given.iter().map(|given| given.column.name.clone()).collect());
        given.iter_mut().zip(&names).for_each(|(given, name)| given.column.name.clone_from(name));
        let settings =
            Settings { brevity: wishes.fit.brevity, max_depth: wishes.fit.max_depth, ..Settings::default() };
        settings.check()?;
        pool(wishes.threads)?.install(|| {
            let target = given.len().checked_sub(1);
            let table = columns_of(given, target)?;
            let mut data = Classified::new(&table, &TargetOptions::default())?;
            data.weights = weights;
            let solver = solver.as_ref().map(|solver| &**solver as &dyn xfold::Solver);
            let (rows, started) = (data.labelled(), Instant::now());
            let fitted = fit(&data, &rows, &wishes.fit, &wishes.limits)?;
            let fit_seconds = started.elapsed().as_secs_f64();
            // What is checked, and used from now on, is what is printed.
            let rules = TableRules::parse(text::program(&fitted.model))?;
            let (counts, n_right) = rules.counted(&data)?;
            let verdict = match solver {
                Some(_) => Some(check_rules(&rules.program, &data, solver, &wishes.limits)?),
                None => None,
            };
            let is_verified =
                n_right == fitted.n_right && verdict.as_ref().is_none_or(|said| said.as_counted);
            let sources = SourceMap::default();
            let mut all_notes = notes(&table.notes, &sources);
            all_notes.extend(notes(&data.notes, &sources));
            let report = FitReport {
                stop: match (wishes.limits.reached(), is_verified) {
                    (Some(_), _) => "limit",
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
    Ok((rules, report, counts.into_pyarray(py)))
}

fn columns_of(given: Vec<read::Given>, target: Option<usize>) -> Result<Table, Failure> {
    Ok(columns("X", given, target)?)
}
