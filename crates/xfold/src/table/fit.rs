//! Learning from a table: columns become codes, classes are described one after the other, codes become rules again.

use super::{
    Cells, Kind, MISSING, Table,
    model::{Bound, ClassRule, Holds, Model, ModelColumn, Rule, Support, Test},
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
use rustc_hash::FxHashMap;
use serde::Serialize;
use std::{
    cell::{Cell, RefCell},
    sync::Arc,
    time::{Duration, Instant},
};
use xfold_asp::diagnostic::{Diagnostic, did_you_mean};
use xfold_solve::Limits;
use xfold_store::{
    Counts,
    table::{CellTest, Column, Columns, RowBits},
};

/// Up to this many distinct numbers of a column have a code each; with more, codes are bins, and thresholds are placed
/// exactly within them.
const MOST_RANKS: usize = 1000;
/// Bins of a numeric column: as many as fit into one byte beside the codes for missing and unknown cells.
const N_BINS: usize = 253;
/// Fewer cells than this are coded by one thread.
const WORTH_THREADS: usize = 1 << 16;
/// From more rows than this, bins are made from a part of them.
const SAMPLED_ROWS: usize = 100_000;
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

/// A table with its target: which class each row has, and what it counts for.
#[derive(Debug)]
pub struct Classified<'a> {
    /// The table.
    pub table: &'a Table,
    /// The target's name.
    pub target: String,
    /// The columns that rules may read.
    pub features: Vec<usize>,
    /// The classes.
    pub classes: Vec<String>,
    /// The class of each row, or [`MISSING`].
    pub labels: Vec<u32>,
    /// The weight of each row.
    pub weights: Option<Vec<f64>>,
    /// The class whose scores are of interest, if one was named.
    pub positive: Option<u32>,
    /// What the user should know.
    pub notes: Vec<Diagnostic>,
}

/// What the target is, and what rows count for.
#[derive(Debug, Clone, Default, Serialize)]
pub struct TargetOptions {
    /// Makes it a task of two classes, this one against the rest.
    pub positive: Option<String>,
    /// What rows of some classes count for.
    pub class_weights: Vec<(String, f64)>,
    /// Classes count equally, however many rows they have.
    pub balanced: bool,
}

impl<'a> Classified<'a> {
    /// Takes the target, and what else is no feature, out of a table that rules are to be learned from.
    pub fn new(table: &'a Table, options: &TargetOptions) -> Result<Self> {
        let this = Self::of(table)?;
        if this.features.is_empty() {
            let message = format!("{} has no column beside the target that rules could read", table.name);
            return Err(Diagnostic::error(codes::NO_COLUMN, message).into());
        }
        if let [class] = &this.classes[..] {
            let what = format!("every row of {} has the class `{class}` in `{}`", table.name, this.target);
            let error = Diagnostic::error(codes::ONE_CLASS, what);
            return Err(error.help("there is nothing to tell apart: is --target the right column?").into());
        }
        this.with(options)
    }

    /// The same for rules that are there already: they may read no column, and all rows may have one class.
    pub fn to_check(table: &'a Table, options: &TargetOptions) -> Result<Self> {
        Self::of(table)?.with(options)
    }

    fn of(table: &'a Table) -> Result<Self> {
        // The reader makes categories of the target.
        let target = table.target.map(|target| (target, &table.columns[target].cells));
        let Some((target, Cells::Categories(cells))) = target else {
            let message = "a table needs a target, the column with the class";
            let help = "such as: xfold learn data.csv --target label";
            return Err(Diagnostic::error(codes::NO_TARGET_COLUMN, message).help(help).into());
        };
        let special = [Some(target), table.id, table.weights];
        let features = (0..table.columns.len()).filter(|column| !special.contains(&Some(*column))).collect();
        let mut this = Self {
            table,
            target: table.columns[target].name.clone(),
            features,
            classes: cells.values.clone(),
            labels: cells.codes.clone(),
            weights: None,
            positive: None,
            notes: Vec::new(),
        };
        let n_without = this.labels.iter().filter(|label| **label == MISSING).count();
        if n_without > 0 {
            let rows =
                if n_without == 1 { "1 row has".to_string() } else { format!("{n_without} rows have") };
            let message = format!(
                "{rows} no class in `{}` and {} left out",
                this.target,
                if n_without == 1 { "is" } else { "are" }
            );
            this.notes.push(Diagnostic::note(codes::NO_CLASS, message));
        }
        if this.classes.is_empty() {
            let what = format!("no row of {} has a class in `{}`", table.name, this.target);
            let help = "there is nothing to compare with: is this the right column?";
            return Err(Diagnostic::error(codes::ONE_CLASS, what).help(help).into());
        }
        Ok(this)
    }

    fn with(mut self, options: &TargetOptions) -> Result<Self> {
        self.weigh(self.table.weights, options)?;
        if let Some(positive) = &options.positive {
            let class = self.class(positive, "--positive")?;
            self.make_binary(class);
        }
        Ok(self)
    }

    /// The number of a class, or an error that says which there are.
    pub fn class(&self, name: &str, option: &str) -> Result<u32> {
        if let Some(class) = self.classes.iter().position(|class| class == name) {
            return Ok(class as u32);
        }
        let help = match did_you_mean(name, self.classes.iter().map(String::as_str)) {
            Some(near) => format!("did you mean `{near}`?"),
            None => {
                let shown: Vec<String> =
                    self.classes.iter().take(20).map(|class| format!("`{class}`")).collect();
                format!("the classes are {}", shown.join(", "))
            }
        };
        let message = format!("{option}: no row has `{name}` in `{}`", self.target);
        Err(Diagnostic::error(codes::UNKNOWN_CLASS, message).help(help).into())
    }

    fn make_binary(&mut self, positive: u32) {
        let name = self.classes[positive as usize].clone();
        let rest = match &self.classes[..] {
            [a, b] => {
                if *a == name {
                    b.clone()
                } else {
                    a.clone()
                }
            }
            _ if self.classes.iter().any(|class| class == "other") => format!("other than {name}"),
            _ => "other".to_string(),
        };
        self.classes = vec![name, rest];
        for label in &mut self.labels {
            *label = if *label == MISSING { MISSING } else { u32::from(*label != positive) };
        }
        self.positive = Some(0);
    }

    fn weigh(&mut self, column: Option<usize>, options: &TargetOptions) -> Result<()> {
        if column.is_none() && options.class_weights.is_empty() && !options.balanced {
            return Ok(());
        }
        let mut weights = vec![1.0; self.table.n_rows];
        if let Some(column) = column
            && let Cells::Numbers(cells) = &self.table.columns[column].cells
        {
            if let Some(row) = cells.iter().position(|weight| weight.is_nan() || *weight < 0.0) {
                let found = if cells[row].is_nan() { "missing".to_string() } else { cells[row].to_string() };
                let name = &self.table.columns[column].name;
                let message = format!("row {} has the weight {found} in `{name}`", row + 1);
                return Err(Diagnostic::error(codes::BAD_WEIGHT, message)
                    .help("weights are numbers of at least 0")
                    .into());
            }
            weights.copy_from_slice(cells);
        }
        let mut of_class = vec![1.0; self.classes.len()];
        for (class, weight) in &options.class_weights {
            of_class[self.class(class, "--class-weights")? as usize] = *weight;
        }
        if options.balanced {
            let mut totals = vec![0.0; self.classes.len()];
            for (label, weight) in self.labels.iter().zip(&weights).filter(|(label, _)| **label != MISSING) {
                totals[*label as usize] += weight;
            }
            let all: f64 = totals.iter().sum();
            of_class = totals.iter().map(|total| all / (total.max(1e-9) * totals.len() as f64)).collect();
        }
        for (label, weight) in self.labels.iter().zip(&mut weights).filter(|(label, _)| **label != MISSING) {
            *weight *= of_class[*label as usize];
        }
        if weights.iter().sum::<f64>() <= 0.0 {
            let message = "all weights are 0";
            return Err(Diagnostic::error(codes::BAD_WEIGHT, message).help("some rows must count").into());
        }
        self.weights = Some(weights);
        Ok(())
    }

    /// The rows that have a class.
    pub fn labelled(&self) -> Vec<u32> {
        (0..self.table.n_rows as u32).filter(|row| self.labels[*row as usize] != MISSING).collect()
    }
}

/// A model, and whether a limit came before it was finished.
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

/// The same, with someone who hears how the first theory is found.
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
        let further: Vec<Result<Theory>> = (1..options.vote)
            .into_par_iter()
            .map(|number| coded.theory(options, number, limits, None))
            .filter(|theory| !theory.as_ref().is_ok_and(|theory| theory.is_cut))
            .collect();
        let theories = further.into_iter().collect::<Result<Vec<Theory>>>()?;
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
struct Coded<'a> {
    data: &'a Classified<'a>,
    columns: Columns,
    /// For each categorical column the value of each code; none for missing cells.
    values: Vec<Vec<Option<&'a str>>>,
    /// The rows of each class.
    by_class: Vec<RowBits>,
    /// All rows, and no bits beyond them.
    all: RowBits,
    /// What a count of one stands for.
    unit: f64,
    n_all: u64,
    n_tests: usize,
}

/// The rules of one class.
struct ClassList {
    class: usize,
    rules: Vec<ColumnRule>,
}

/// Rules for all classes.
struct Theory {
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
    ) -> Result<Theory> {
        let seed = options.seed.wrapping_mul(1000).wrapping_add(number as u64);
        let sample = (number > 0).then_some((SHARE_OF_COLUMNS, seed));
        let mut brevity = options.brevity;
        loop {
            let (lists, n_right) = self.describe(options, brevity, sample, limits, follower)?;
            let is_cut = limits.reached().is_some();
            let n_rules: usize = lists.iter().flat_map(|list| &list.rules).map(count_rules).sum();
            if options.max_rules.is_none_or(|most| n_rules <= most) || is_cut {
                return Ok(Theory { lists, brevity, n_right, is_cut });
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
        let all = RowBits::all(self.columns.n_rows());
        let weight = |class: &usize| self.weigh(&all, *class);
        let mut order: Vec<usize> = (0..self.by_class.len()).filter(|class| weight(class) > 0).collect();
        // In a tie of two classes the one that was named is described.
        let named = |class: &usize| self.data.positive != Some(*class as u32);
        order.sort_by_key(|class| (weight(class), self.data.positive.is_some() && named(class), *class));
        if let Some(described) = &options.describe {
            let class = self.data.class(described, "--describe")? as usize;
            if self.data.classes.len() > 2 {
                let message = "--describe chooses between two classes, but there are more";
                let help = "make it a task of two classes: --positive VALUE";
                return Err(Diagnostic::error(codes::TABLE_OPTION, message).help(help).into());
            }
            order.sort_by_key(|other| *other != class);
        }
        let how = Fit {
            brevity,
            max_depth: options.max_depth,
            paper: options.paper,
            sample,
            tuning: options.tuning,
            unit: self.unit,
            limits,
            told: None,
        };
        let mut left = RowBits::all(self.columns.n_rows());
        let mut lists = Vec::new();
        let mut n_right = 0;
        let (started, mut keeping, mut cost_of_keeping) = (Instant::now(), Instant::now(), Duration::ZERO);
        for &class in &order[..order.len().saturating_sub(1)] {
            if limits.reached().is_some() {
                break;
            }
            let masks = self.masks(class);
            let rows = left.by_label(&masks);
            let n_before = rows.pos.len();
            let rules = if rows.pos.is_empty() || rows.neg.is_empty() {
                Vec::new()
            } else if let Some(follower) = follower {
                let n_others = self.columns.weigh_bits(&left, &masks.1, &RowBits::none(0)).pos;
                let rows_left = Counts { pos: self.weigh(&left, class), neg: n_others };
                let teller = Teller::new(self, class, rows_left, follower);
                let told = |rule: &ColumnRule, left: Counts| teller.rule(rule, left);
                let how = Fit { told: Some(&told), ..how };
                let rules = columns::fit(&self.columns, rows, self.n_all, self.n_tests, how);
                teller.end(&rules);
                rules
            } else {
                columns::fit(&self.columns, rows, self.n_all, self.n_tests, how)
            };
            rules.iter().for_each(|rule| left.remove(&rule.bits(&self.columns)));
            n_right += n_before - left.n_common(&masks.0);
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
    fn weigh(&self, rows: &RowBits, class: usize) -> u64 {
        self.columns.weigh_bits(rows, &self.by_class[class], &RowBits::none(0)).pos
    }

    /// The rows of a class, and those of all others.
    fn masks(&self, class: usize) -> (RowBits, RowBits) {
        let mut others = self.all.clone();
        others.remove(&self.by_class[class]);
        (self.by_class[class].clone(), others)
    }

    /// Adds a theory to a model, with names, thresholds and what its rules did on the training rows.
    fn add(&self, model: &mut Model, theory: u32, lists: &[ClassList]) {
        let mut left = RowBits::all(self.columns.n_rows());
        let thresholds = self.thresholds(lists);
        let mut before: Vec<String> = Vec::new();
        let (default, described) = lists.split_last().expect("the default is always there");
        for list in described {
            let class = &self.data.classes[list.class];
            let masks = self.masks(list.class);
            let asked = left.clone();
            for rule in &list.rules {
                let (rule, covered) = self.named(rule, &asked, &masks, &thresholds, &mut model.columns);
                left.remove(&covered);
                model.rules.push(ClassRule { theory, class: class.clone(), after: before.clone(), rule });
            }
            if !list.rules.is_empty() {
                before.push(class.clone());
            }
        }
        let weight = |class: usize| self.weigh(&left, class) as f64 * self.unit;
        let rows = (0..self.by_class.len()).map(weight).sum();
        let rule = Rule { support: Some(Support { rows, right: weight(default.class) }), ..Rule::default() };
        let class = self.data.classes[default.class].clone();
        // A class that also has rules of its own need not wait for itself.
        before.retain(|other| *other != class);
        model.rules.push(ClassRule { theory, class, after: before, rule });
    }

    /// A rule in codes as a rule with names, and what it covers of the rows that it is asked about.
    fn named(
        &self,
        rule: &ColumnRule,
        asked: &RowBits,
        (pos, neg): &(RowBits, RowBits),
        thresholds: &FxHashMap<CellTest, Bound>,
        columns: &mut Vec<ModelColumn>,
    ) -> (Rule, RowBits) {
        let mut matching = asked.clone();
        rule.tests.iter().for_each(|test| self.columns.keep_passing(&mut matching, *test));
        let tests = rule.tests.iter().map(|test| self.named_test(*test, thresholds, columns)).collect();
        let swapped = (neg.clone(), pos.clone());
        let mut covered = matching.clone();
        let mut exceptions = Vec::new();
        for exception in &rule.exceptions {
            let (exception, excepted) = self.named(exception, &matching, &swapped, thresholds, columns);
            covered.remove(&excepted);
            exceptions.push(exception);
        }
        let counts = self.columns.weigh_bits(&covered, pos, neg);
        let weight = |count: u64| count as f64 * self.unit;
        let support = Support { rows: weight(counts.pos) + weight(counts.neg), right: weight(counts.pos) };
        (Rule { tests, exceptions, support: Some(support) }, covered)
    }

    /// How the thresholds of columns in bins are written: each says the same of all numbers of its column. They are
    /// found together, in one pass over a column.
    fn thresholds(&self, lists: &[ClassList]) -> FxHashMap<CellTest, Bound> {
        fn collect(rule: &ColumnRule, out: &mut Vec<Vec<CellTest>>) {
            for test in rule.tests.iter().filter(|test| !matches!(test, CellTest::Codes(_))) {
                out[test.column()].push(*test);
            }
            rule.exceptions.iter().for_each(|rule| collect(rule, out));
        }
        let mut tests = vec![Vec::new(); self.columns.columns().len()];
        lists.iter().flat_map(|list| &list.rules).for_each(|rule| collect(rule, &mut tests));
        let of_column = |(column, tests): (&Column, Vec<CellTest>)| {
            let bounds: Vec<f64> = tests.iter().filter_map(|test| test.bound()).collect();
            let gaps = if bounds.is_empty() { Vec::new() } else { column.around(&bounds) };
            let between = |(low, high): (Option<f64>, Option<f64>)| {
                Bound::between(low.unwrap_or(f64::MIN), high.unwrap_or(f64::MAX))
            };
            tests.into_iter().zip(gaps.into_iter().map(between)).collect::<Vec<_>>()
        };
        self.columns.columns().par_iter().zip(tests).flat_map_iter(of_column).collect()
    }

    fn named_test(
        &self,
        test: CellTest,
        thresholds: &FxHashMap<CellTest, Bound>,
        columns: &mut Vec<ModelColumn>,
    ) -> Test {
        let number = test.column();
        let column = &self.columns.columns()[number];
        let feature = &self.data.table.columns[self.data.features[number]];
        let place = columns.iter().position(|known| known.name == feature.name).unwrap_or_else(|| {
            columns.push(ModelColumn { name: feature.name.clone(), kind: feature.kind(), word: None });
            columns.len() - 1
        });
        let between_ranks = |below: u32| {
            let value = |rank: u32| column.ranks().and_then(|ranks| ranks.get(rank as usize)).copied();
            Bound::between(value(below).unwrap_or(f64::MIN), value(below + 1).unwrap_or(f64::MAX))
        };
        let holds = match test {
            CellTest::AtMost(..) => Holds::AtMost(thresholds[&test]),
            CellTest::Above(..) => Holds::Above(thresholds[&test]),
            CellTest::Codes(range) if feature.kind() == Kind::Category => {
                match self.values[number][range.first as usize] {
                    Some(value) => Holds::Is(value.to_string()),
                    None => Holds::Missing,
                }
            }
            CellTest::Codes(range) if range.first == column.n_codes() => Holds::Missing,
            CellTest::Codes(range) if range.first > 0 => Holds::Above(between_ranks(range.first - 1)),
            CellTest::Codes(range) if range.last + 1 < column.n_codes() => {
                Holds::AtMost(between_ranks(range.last))
            }
            CellTest::Codes(_) => Holds::Present,
        };
        Test { column: place, holds }
    }
}

/// Tells how the rules of one class are found.
struct Teller<'a> {
    coded: &'a Coded<'a>,
    class: usize,
    follower: &'a dyn Follower,
    total: Counts,
    left: Cell<Counts>,
    found: RefCell<Vec<ColumnRule>>,
}

impl<'a> Teller<'a> {
    fn new(coded: &'a Coded<'a>, class: usize, total: Counts, follower: &'a dyn Follower) -> Self {
        let weight = |count: u64| count as f64 * coded.unit;
        let name = coded.data.classes[class].clone();
        follower.step(&Step::Class { class: name, rows: weight(total.pos), others: weight(total.neg) });
        Self { coded, class, follower, total, left: Cell::new(total), found: RefCell::default() }
    }

    /// A rule was added.
    fn rule(&self, rule: &ColumnRule, left: Counts) {
        let weight = |count: u64| count as f64 * self.coded.unit;
        let before = self.left.replace(left);
        self.follower.step(&Step::Rule {
            condition: self.condition(rule),
            right: weight(before.pos.saturating_sub(left.pos)),
            wrong: weight(before.neg.saturating_sub(left.neg)),
            left: weight(left.pos),
            of: weight(self.total.pos),
        });
        self.found.borrow_mut().push(rule.clone());
    }

    /// These are the rules in the end.
    fn end(&self, rules: &[ColumnRule]) {
        let found = self.found.borrow();
        if rules != &found[..] {
            let conditions = rules.iter().map(|rule| self.condition(rule)).collect();
            self.follower.step(&Step::Revised { conditions, n_before: found.len() });
        }
    }

    fn condition(&self, rule: &ColumnRule) -> String {
        let list = ClassList { class: self.class, rules: vec![rule.clone()] };
        let thresholds = self.coded.thresholds(std::slice::from_ref(&list));
        let mut model = Model { target: String::new(), columns: Vec::new(), rules: Vec::new() };
        let nothing = || RowBits::none(self.coded.columns.n_rows());
        let masks = (nothing(), nothing());
        let (named, _) = self.coded.named(rule, &nothing(), &masks, &thresholds, &mut model.columns);
        text::condition(&model, &named)
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
            (Column::numeric(cells, MOST_RANKS, N_BINS, SAMPLED_ROWS), Vec::new())
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
