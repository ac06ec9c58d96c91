//! The whole path of a table on one screen: fit → text → check. What is checked is what is printed.

use super::{
    Table,
    evaluate::judged,
    fit::{FitOptions, Fitted, fit_and_tell},
    model::Model,
    target::Classified,
    text,
    trace::Follower,
};
use crate::{Error, Result, StopReason, codes};
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use serde::Serialize;
use std::time::{Duration, Instant};
use xfold_asp::{
    SourceMap,
    diagnostic::Diagnostic,
    symbols::{Signature, SymbolKind, Symbols},
};
use xfold_solve::{Input, LimitReached, Limits, Query, Solver};

/// How many rows are judged between two looks at the limits.
const ROWS_AT_ONCE: usize = 256;
/// Tables with more cells than this are checked without the solver.
const MOST_SOLVED: usize = 50_000;

/// What came out of a run on a table.
#[derive(Debug)]
pub struct LearnedTable {
    /// The rules.
    pub model: Model,
    /// The program, as it is printed.
    pub program: String,
    /// What the printed program says of the training rows.
    pub verdict: TableVerdict,
    /// How the run ended.
    pub stop: StopReason,
    /// The brevity in the end.
    pub brevity: f64,
    /// Bytes of the columns as they are searched: codes, and numbers where codes are bins.
    pub n_bytes: usize,
    /// How long learning took.
    pub fit_time: Duration,
}

/// What the printed program says of the training rows.
#[derive(Debug, Clone, Serialize)]
pub struct TableVerdict {
    /// Who said it.
    pub by: CheckedBy,
    /// Rows with a class.
    pub rows: usize,
    /// Rows whose class the program gives.
    pub right: usize,
    /// For each true class, how often each class was given.
    pub confusion: Vec<Vec<u64>>,
    /// F1 of the positive class, or the mean over all.
    pub f1: f64,
    /// Whether this is what the search counted, if there was one, and what the solver says, if it was asked.
    pub as_counted: bool,
}

/// Who checked a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum CheckedBy {
    /// The solver, on facts for all rows.
    Clingo,
    /// Our own evaluator, as there are too many rows.
    Evaluator,
    /// Nobody: a limit came first. What is said to be right is what the search counted; the other figures are 0.
    Nobody,
}

/// Learns rules from a table and checks them.
pub fn learn(
    data: &Classified<'_>,
    options: &FitOptions,
    solver: &dyn Solver,
    limits: &Limits,
) -> Result<LearnedTable> {
    learn_and_tell(data, options, Some(solver), limits, None)
}

/// The same. The printed program is read back and judges all rows; a solver, if one is given, has to agree. `follower`
/// receives the steps by which the rules are found.
pub fn learn_and_tell(
    data: &Classified<'_>,
    options: &FitOptions,
    solver: Option<&dyn Solver>,
    limits: &Limits,
    follower: Option<&dyn Follower>,
) -> Result<LearnedTable> {
    let rows = data.labelled();
    let started = Instant::now();
    let Fitted { model, brevity, n_bytes, n_right } = fit_and_tell(data, &rows, options, limits, follower)?;
    let fit_time = started.elapsed();
    let program = text::program(&model);
    limits.keep(program.clone());
    let verdict = match check(&program, data, &rows, Some(n_right), solver, &limits.for_last_steps()) {
        Err(Error::Limit(_)) => TableVerdict {
            by: CheckedBy::Nobody,
            rows: rows.len(),
            right: n_right,
            confusion: vec![vec![0; data.classes.len()]; data.classes.len()],
            f1: 0.0,
            as_counted: false,
        },
        checked => checked?,
    };
    let stop = match limits.reached() {
        Some(limit) => StopReason::Limit(limit),
        None if verdict.by == CheckedBy::Nobody => StopReason::Limit(LimitReached::Time),
        None if verdict.as_counted => StopReason::Verified,
        None => StopReason::NotVerified,
    };
    Ok(LearnedTable { model, program, verdict, stop, brevity, n_bytes, fit_time })
}

/// What given rules say of the rows of a table.
pub fn check_rules(
    program: &str,
    data: &Classified<'_>,
    solver: Option<&dyn Solver>,
    limits: &Limits,
) -> Result<TableVerdict> {
    check(program, data, &data.labelled(), None, solver, limits)
}

/// Reads a printed program and judges all rows by it, then asks the solver where that is possible.
fn check(
    program: &str,
    data: &Classified<'_>,
    rows: &[u32],
    n_right: Option<usize>,
    solver: Option<&dyn Solver>,
    limits: &Limits,
) -> Result<TableVerdict> {
    let mut sources = SourceMap::default();
    let too_large = || Diagnostic::error(codes::TOO_LARGE, "the program exceeds four gigabytes");
    sources.add("<program>", program).ok_or_else(too_large)?;
    let (model, _) = text::parse(&sources)?;
    let judge = model.on(data.table)?;
    let judged_by_part: Vec<Vec<Option<usize>>> = rows
        .par_chunks(ROWS_AT_ONCE)
        .map(|rows| match limits.reached() {
            Some(limit) => Err(Error::Limit(limit)),
            None => Ok(rows.iter().map(|&row| judge.judge(row as usize).map(|said| said.class)).collect()),
        })
        .collect::<Result<_>>()?;
    let given: Vec<Option<usize>> = judged_by_part.concat();
    let said: Vec<Option<&str>> =
        given.iter().map(|class| class.map(|class| judge.classes[class].as_str())).collect();
    let n_classes = data.classes.len();
    let numbers: FxHashMap<&str, usize> =
        data.classes.iter().enumerate().map(|(number, class)| (class.as_str(), number)).collect();
    let mut confusion = vec![vec![0; n_classes]; n_classes];
    let mut right = 0;
    for (&row, said) in rows.iter().zip(&said) {
        let truth = data.labels[row as usize] as usize;
        let class = said.and_then(|said| numbers.get(said).copied());
        right += usize::from(class == Some(truth));
        if let Some(class) = class {
            confusion[truth][class] += 1;
        }
    }
    let f1 = judged(&confusion, data.positive).f1;
    let mut verdict = TableVerdict {
        by: CheckedBy::Evaluator,
        rows: rows.len(),
        right,
        confusion,
        f1,
        as_counted: n_right.is_none_or(|n_right| right == n_right),
    };
    if let Some(solver) = solver.filter(|_| rows.len() * (model.columns.len() + 1) <= MOST_SOLVED) {
        match solved(program, &model, data.table, rows, &said, solver, limits) {
            Ok(agrees) => {
                verdict.by = CheckedBy::Clingo;
                verdict.as_counted &= agrees;
            }
            Err(Error::Limit(_)) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(verdict)
}

/// Whether the solver gives each row exactly the class that was said.
fn solved(
    program: &str,
    model: &Model,
    table: &Table,
    rows: &[u32],
    said: &[Option<&str>],
    solver: &dyn Solver,
    limits: &Limits,
) -> Result<bool> {
    let mut input = Input::new();
    input.push(program, None);
    input.push(&text::facts(model, table, rows.iter().map(|row| *row as usize)), None);
    let target = Signature::new(text::Vocabulary::new(model).target.as_str(), 2);
    let query = Query { most: 2, show: Some(vec![target.clone()]), ..Query::default() };
    let mut symbols = Symbols::default();
    let answer = solver.ground(&input, limits)?.solve(&query, &mut symbols, limits)?;
    let [stable] = &answer.models[..] else { return Ok(false) };
    let mut found: Vec<(i32, String)> = Vec::new();
    for atom in stable.atoms.group(&target).iter().flat_map(|group| group.rows()) {
        let class = match &*symbols.kind(atom[1]) {
            SymbolKind::Text(text) => text.to_string(),
            _ => symbols.display(atom[1]).to_string(),
        };
        found.push((symbols.as_number(atom[0]).unwrap_or(0), class));
    }
    found.sort();
    let mut expected: Vec<(i32, String)> = rows
        .iter()
        .zip(said)
        .filter_map(|(row, said)| said.map(|said| (*row as i32 + 1, said.to_string())))
        .collect();
    expected.sort();
    Ok(found == expected)
}
