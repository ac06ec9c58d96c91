//! Learning from a table: columns become codes, classes are described one after the other, and [codes become rules
//! again](super::naming). It calls the search in read → columns → search → text → check.

use super::{
    Cells, MISSING,
    model::Model,
    naming::ClassTrace,
    target::Classified,
    text,
    trace::{Follower, Step},
};
use crate::{
    Result, Tuning, codes,
    search::{
        column_rule::ColumnRule,
        columns::{self, Fit},
    },
};
use rayon::prelude::*;
use serde::Serialize;
use std::{
    sync::Arc,
    time::{Duration, Instant},
};
use xfold_asp::diagnostic::Diagnostic;
use xfold_solve::Limits;
use xfold_store::{
    Counts,
    table::{Column, Columns, Fineness, RowBits},
};

/// How finely numbers are coded. Up to 1000 distinct numbers of a column have a code each; with more, codes are bins, and
/// thresholds are placed exactly within them. There are as many bins as fit into one byte beside the codes for missing
/// and unknown cells. From more than 100,000 rows, bins are made from a part of them.
pub(super) const FINENESS: Fineness = Fineness { most_ranks: 1000, n_bins: 253, most_sampled: 100_000 };
/// Fewer cells than this are coded by one thread.
const WORTH_THREADS: usize = 1 << 16;
/// Before this time is over nothing is remembered for the case that the run is ended by force.
const PATIENCE: Duration = Duration::from_millis(500);
/// The share of columns that a step of a theory looks at, if it is one of several.
const SHARE_OF_COLUMNS: f64 = 0.7;

/// How to learn.
#[derive(Debug, Clone, Serialize)]
pub struct FitOptions {
    /// What a literal costs against errors; more makes rules fewer and shorter.
    pub brevity: f64,
    /// The most rules, exceptions included.
    pub max_rules: Option<usize>,
    /// Deepest nesting of exceptions.
    pub max_depth: usize,
    /// Heuristics that are switched off.
    pub tuning: Tuning,
    /// FOLD as published: exact on the training rows, as far as there are patterns.
    pub paper: bool,
    /// The class that the rules describe, if there are two.
    pub describe: Option<String>,
    /// How many theories vote: each but the first looks at a part of the columns in each step. One: no vote.
    pub vote: usize,
    /// Chooses the columns that theories look at.
    pub seed: u64,
}

impl Default for FitOptions {
    fn default() -> Self {
        Self {
            brevity: 0.4,
            max_rules: None,
            max_depth: 1,
            tuning: Tuning::default(),
            paper: false,
            describe: None,
            vote: 1,
            seed: 1,
        }
    }
}

/// A model, and what the search says of it.
#[derive(Debug)]
pub struct Fitted {
    /// The model.
    pub model: Model,
    /// The brevity in the end; above what was asked for where there was a bound on the rules.
    pub brevity: f64,
    /// Bytes of the columns as they are searched: codes, and numbers where codes are bins.
    pub n_bytes: usize,
    /// Training rows whose class the rules give, as the search counts them.
    pub n_right: usize,
}

/// Learns from some rows of a table.
pub fn fit(data: &Classified<'_>, rows: &[u32], options: &FitOptions, limits: &Limits) -> Result<Fitted> {
    fit_and_tell(data, rows, options, limits, None)
}

/// The same; `follower` receives the steps by which the first theory is found.
pub fn fit_and_tell(
    data: &Classified<'_>,
    rows: &[u32],
    options: &FitOptions,
    limits: &Limits,
    follower: Option<&dyn Follower>,
) -> Result<Fitted> {
    let fit = || {
        let coded = Coded::new(data, rows);
        let first = coded.theory(options, 0, limits, follower)?;
        let mut model = Model { target: data.target.clone(), columns: Vec::new(), rules: Vec::new() };
        let (brevity, n_bytes) = (first.brevity, coded.columns.n_bytes());
        if options.vote <= 1 {
            coded.add(&mut model, 0, &first.lists);
            return Ok(Fitted { model, brevity, n_bytes, n_right: first.n_right });
        }
        let further: Vec<Result<VotingTheory>> = (1..options.vote)
            .into_par_iter()
            .map(|number| coded.theory(options, number, limits, None))
            .filter(|theory| !theory.as_ref().is_ok_and(|theory| theory.is_cut))
            .collect();
        let theories = further.into_iter().collect::<Result<Vec<VotingTheory>>>()?;
        for (number, theory) in (1..).zip(std::iter::once(&first).chain(&theories)) {
            coded.add(&mut model, number, &theory.lists);
        }
        let judge = model.on(data.table)?;
        let is_right = |row: &&u32| {
            let class = judge.judge(**row as usize).map(|judgement| judge.classes[judgement.class].as_str());
            class == Some(data.classes[data.labels[**row as usize] as usize].as_str())
        };
        let n_right = rows.par_iter().filter(is_right).count();
        Ok(Fitted { model, brevity, n_bytes, n_right })
    };
    if rows.len() * data.features.len() < WORTH_THREADS {
        return fit();
    }
    // A thread of the pool shares its work at once; any other would be put to sleep and woken for each step.
    rayon::scope(|_| fit())
}

fn count_rules(rule: &ColumnRule) -> usize {
    1 + rule.exceptions.iter().map(count_rules).sum::<usize>()
}

/// A table's training rows in codes.
pub(super) struct Coded<'a> {
    pub(super) data: &'a Classified<'a>,
    pub(super) columns: Columns,
    /// For each categorical column the value of each code; none for missing cells.
    pub(super) values: Vec<Vec<Option<&'a str>>>,
    /// The rows of each class.
    pub(super) by_class: Vec<RowBits>,
    /// All rows, and no bits beyond them.
    all: RowBits,
    /// The weight that a count of one stands for.
    pub(super) unit: f64,
    n_all: u64,
    n_tests: usize,
}

/// The rules of one class.
pub(super) struct ClassList {
    pub(super) class: usize,
    pub(super) rules: Vec<ColumnRule>,
}

/// Rules for all classes.
struct VotingTheory {
    /// In the order in which they are asked; the default is last.
    lists: Vec<ClassList>,
    /// The brevity in the end.
    brevity: f64,
    /// Training rows whose class it gives.
    n_right: usize,
    /// Whether a limit came before it was finished.
    is_cut: bool,
}

impl<'a> Coded<'a> {
    fn new(data: &'a Classified<'a>, rows: &[u32]) -> Self {
        let column = |&column: &usize| code(&data.table.columns[column].cells, rows);
        let coded: Vec<(Column, Vec<Option<&str>>)> = if rows.len() * data.features.len() < WORTH_THREADS {
            data.features.iter().map(column).collect()
        } else {
            data.features.par_iter().with_max_len(1).map(column).collect()
        };
        let (columns, values) = coded.into_iter().unzip();
        let mut columns = Columns::new(columns, rows.len());
        let mut by_class = vec![RowBits::none(rows.len()); data.classes.len()];
        let mut all = RowBits::none(rows.len());
        for (place, &row) in (0..).zip(rows) {
            by_class[data.labels[row as usize] as usize].insert(place);
            all.insert(place);
        }
        let mut unit = 1.0;
        if let Some(weights) = &data.weights {
            let weights: Vec<f64> = rows.iter().map(|&row| weights[row as usize]).collect();
            let sum: f64 = weights.iter().sum();
            let whole = weights.iter().all(|weight| weight.fract() == 0.0) && sum < f64::from(1 << 30);
            let scale = if whole { 1.0 } else { (f64::from(1 << 30) / sum).min(1024.0) };
            unit = 1.0 / scale;
            columns =
                columns.with_weights(weights.iter().map(|weight| (weight * scale).round() as u32).collect());
        }
        let n_all = columns.weigh_all();
        let n_tests = columns::n_tests(&columns);
        Self { data, columns, values, by_class, all, unit, n_all, n_tests }
    }

    /// One of several theories, or the only one.
    fn theory(
        &self,
        options: &FitOptions,
        number: usize,
        limits: &Limits,
        follower: Option<&dyn Follower>,
    ) -> Result<VotingTheory> {
        let seed = options.seed.wrapping_mul(1000).wrapping_add(number as u64);
        let sample = (number > 0).then_some((SHARE_OF_COLUMNS, seed));
        let mut brevity = options.brevity;
        loop {
            let (lists, n_right) = self.describe(options, brevity, sample, limits, follower)?;
            let is_cut = limits.reached().is_some();
            let n_rules: usize = lists.iter().flat_map(|list| &list.rules).map(count_rules).sum();
            if options.max_rules.is_none_or(|most| n_rules <= most) || is_cut {
                return Ok(VotingTheory { lists, brevity, n_right, is_cut });
            }
            // A reader's budget: literals get dearer until the theory fits.
            brevity *= 1.25;
            if let Some(follower) = follower {
                follower.step(&Step::Dearer { n_rules, brevity });
            }
        }
    }

    /// The rules of each class, the rarest first, on the rows that are left; the default, which has none, is last. And
    /// how many rows get their class.
    fn describe(
        &self,
        options: &FitOptions,
        brevity: f64,
        sample: Option<(f64, u64)>,
        limits: &Limits,
        follower: Option<&dyn Follower>,
    ) -> Result<(Vec<ClassList>, usize)> {
        let order = self.order(options)?;
        let how = Fit {
            brevity,
            max_depth: options.max_depth,
            paper: options.paper,
            sample,
            tuning: options.tuning,
            unit: self.unit,
            limits,
            listener: None,
        };
        let mut left = RowBits::all(self.columns.n_rows());
        let mut lists = Vec::new();
        let mut n_right = 0;
        let (started, mut keeping, mut cost_of_keeping) = (Instant::now(), Instant::now(), Duration::ZERO);
        for &class in &order[..order.len().saturating_sub(1)] {
            if limits.reached().is_some() {
                break;
            }
            let n_before = left.n_common(&self.by_class[class]);
            let rules = self.rules_of(class, &left, how, follower);
            rules.iter().for_each(|rule| left.remove(&rule.bits(&self.columns)));
            n_right += n_before - left.n_common(&self.by_class[class]);
            lists.push(ClassList { class, rules });
            if sample.is_none() && started.elapsed() > PATIENCE && keeping.elapsed() > 20 * cost_of_keeping {
                keeping = Instant::now();
                lists.push(ClassList { class: self.commonest(&left), rules: Vec::new() });
                self.keep(&lists, limits);
                lists.pop();
                (cost_of_keeping, keeping) = (keeping.elapsed(), Instant::now());
            }
        }
        let default = self.commonest(&left);
        n_right += left.n_common(&self.by_class[default]);
        if let Some(follower) = follower {
            let weight = |class: usize| self.weigh(&left, class) as f64 * self.unit;
            let class = self.data.classes[default].clone();
            let rows = (0..self.by_class.len()).map(weight).sum();
            follower.step(&Step::Default { class, rows, right: weight(default) });
        }
        lists.push(ClassList { class: default, rules: Vec::new() });
        Ok((lists, n_right))
    }

    /// The classes that have rows, in the order in which they are described: the rarest first.
    fn order(&self, options: &FitOptions) -> Result<Vec<usize>> {
        let all = RowBits::all(self.columns.n_rows());
        let weight = |class: &usize| self.weigh(&all, *class);
        let mut order: Vec<usize> = (0..self.by_class.len()).filter(|class| weight(class) > 0).collect();
        // In a tie of two classes the one that was named is described.
        let is_other = |class: &usize| self.data.positive.is_some_and(|named| named != *class as u32);
        order.sort_by_key(|class| (weight(class), is_other(class), *class));
        if let Some(described) = &options.describe {
            let class = self.data.class(described, "--describe")? as usize;
            if self.data.classes.len() > 2 {
                let message = "--describe chooses between two classes, but there are more";
                let help = "make it a task of two classes: --positive VALUE";
                return Err(Diagnostic::error(codes::TABLE_OPTION, message).help(help).into());
            }
            order.sort_by_key(|other| *other != class);
        }
        Ok(order)
    }

    /// The rules of a class on the rows that are left; none if these are all of the class, or none is.
    fn rules_of(
        &self,
        class: usize,
        left: &RowBits,
        how: Fit<'_>,
        follower: Option<&dyn Follower>,
    ) -> Vec<ColumnRule> {
        let masks = self.masks(class);
        let rows = left.by_label(&masks);
        if rows.pos.is_empty() || rows.neg.is_empty() {
            return Vec::new();
        }
        let Some(follower) = follower else {
            return columns::fit(&self.columns, rows, self.n_all, self.n_tests, how);
        };
        let n_others = self.columns.weigh_bits(left, &masks.1, &RowBits::none(0)).pos;
        let rows_left = Counts { pos: self.weigh(left, class), neg: n_others };
        let trace = ClassTrace::new(self, class, rows_left, follower);
        let listener = |rule: &ColumnRule, left: Counts| trace.rule(rule, left);
        let rules = columns::fit(
            &self.columns,
            rows,
            self.n_all,
            self.n_tests,
            Fit { listener: Some(&listener), ..how },
        );
        trace.end(&rules);
        rules
    }

    /// The default: the commonest class among the rows that no rule covers.
    fn commonest(&self, left: &RowBits) -> usize {
        let all = RowBits::all(self.columns.n_rows());
        let weight = |class: &usize| (self.weigh(left, *class), self.weigh(&all, *class));
        (0..self.by_class.len()).max_by_key(weight).unwrap_or_default()
    }

    /// Remembers what was described so far, should the run be ended by force.
    fn keep(&self, lists: &[ClassList], limits: &Limits) {
        let mut model = Model { target: self.data.target.clone(), columns: Vec::new(), rules: Vec::new() };
        self.add(&mut model, 0, lists);
        limits.keep(text::program(&model));
    }

    /// What the rows of a class in a set count for.
    pub(super) fn weigh(&self, rows: &RowBits, class: usize) -> u64 {
        self.columns.weigh_bits(rows, &self.by_class[class], &RowBits::none(0)).pos
    }

    /// The rows of a class, and those of all others.
    pub(super) fn masks(&self, class: usize) -> (RowBits, RowBits) {
        let mut others = self.all.clone();
        others.remove(&self.by_class[class]);
        (self.by_class[class].clone(), others)
    }
}

/// A column's cells of some rows in codes, with the values of categories.
fn code<'a>(cells: &'a Cells, rows: &[u32]) -> (Column, Vec<Option<&'a str>>) {
    match cells {
        Cells::Numbers(numbers) => {
            let is_whole = rows.len() == numbers.len();
            let cells = if is_whole {
                Arc::clone(numbers)
            } else {
                Arc::new(rows.iter().map(|&row| numbers[row as usize]).collect())
            };
            (Column::numeric(cells, FINENESS), Vec::new())
        }
        Cells::Categories(categories) => {
            // Codes in order of appearance; a missing cell is one value more.
            let mut numbers = vec![MISSING; categories.values.len() + 1];
            let mut values = Vec::new();
            let codes: Vec<u32> = rows
                .iter()
                .map(|&row| {
                    let value = categories.codes[row as usize];
                    let place = if value == MISSING { categories.values.len() } else { value as usize };
                    if numbers[place] == MISSING {
                        numbers[place] = values.len() as u32;
                        values.push(categories.values.get(place).map(String::as_str));
                    }
                    numbers[place]
                })
                .collect();
            let n_codes = values.len() as u32;
            (Column::categorical(codes.into_iter(), n_codes), values)
        }
    }
}
