//! Learning from a table: columns become codes, classes are described one after the other, and [codes become rules
//! again](super::naming). It calls the search in read → columns → search → text → check.

use super::{
    Kind,
    model::Model,
    naming::ClassTrace,
    target::{Classified, class_named},
    text,
    trace::{Follower, Step},
    training::{InMemory, TrainingRows, WORTH_THREADS},
};
use crate::{
    Result, Tuning, codes,
    search::{
        column_rule::ColumnRule,
        columns::{self, Fit, Whole},
    },
};
use rayon::prelude::*;
use serde::Serialize;
use std::{
    cell::{Cell, RefCell},
    time::{Duration, Instant},
};
use xfold_asp::diagnostic::Diagnostic;
use xfold_solve::Limits;
use xfold_store::{
    Counts,
    table::{Fineness, LabelledSet, Selection, Weighed},
};

/// How finely numbers are coded. Up to 1000 distinct numbers of a column have a code each; with more, codes are bins, and
/// thresholds are placed exactly within them. There are as many bins as fit into one byte beside the codes for missing
/// and unknown cells. From more than 100,000 rows, bins are made from a part of them.
pub(super) const FINENESS: Fineness = Fineness { most_ranks: 1000, n_bins: 253, most_sampled: 100_000 };
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
        let (weights, unit) = whole_weights(data, rows);
        let (training, values) = InMemory::new(data, rows, weights);
        let coded = Coded::new(Subject::of(data, values), &training, Selection::default(), unit);
        let (model, first) = coded.fit(options, limits, follower)?;
        let n_right = if options.vote <= 1 { first.n_right } else { n_right(&model, data, rows)? };
        Ok(Fitted { model, brevity: first.brevity, n_bytes: training.n_bytes(), n_right })
    };
    if rows.len() * data.features.len() < WORTH_THREADS {
        return fit();
    }
    // A thread of the pool shares its work at once; any other would be put to sleep and woken for each step.
    rayon::scope(|_| fit())
}

/// How many rows get their class from a model.
fn n_right(model: &Model, data: &Classified<'_>, rows: &[u32]) -> Result<usize> {
    let judge = model.on(data.table)?;
    let is_right = |row: &&u32| {
        let class = judge.judge(**row as usize).map(|judgement| judge.classes[judgement.class].as_str());
        class == Some(data.classes[data.labels[**row as usize] as usize].as_str())
    };
    Ok(rows.par_iter().filter(is_right).count())
}

fn count_rules(rule: &ColumnRule) -> usize {
    1 + rule.exceptions.iter().map(count_rules).sum::<usize>()
}

/// What is learned about: the columns that rules may read, and the classes.
pub(super) struct Subject<'a> {
    /// The target's name.
    pub(super) target: &'a str,
    /// The classes.
    pub(super) classes: &'a [String],
    /// The class whose scores are of interest, if one was named.
    pub(super) positive: Option<u32>,
    /// The columns that rules may read.
    pub(super) features: Vec<Feature<'a>>,
}

/// A column that rules may read.
pub(super) struct Feature<'a> {
    pub(super) name: &'a str,
    pub(super) kind: Kind,
    /// For a categorical column the value of each code; none for missing cells.
    pub(super) values: Vec<Option<&'a str>>,
}

impl<'a> Subject<'a> {
    fn of(data: &'a Classified<'_>, values: Vec<Vec<Option<&'a str>>>) -> Self {
        let columns = data.features.iter().map(|feature| &data.table.columns[*feature]);
        let features = columns.zip(values);
        let features =
            features.map(|(column, values)| Feature { name: &column.name, kind: column.kind(), values });
        Self {
            target: &data.target,
            classes: &data.classes,
            positive: data.positive,
            features: features.collect(),
        }
    }
}

/// All weights together are at most about this much, so that every sum fits into 32 bits.
const MOST_WEIGHT: f64 = (1u64 << 30) as f64;

/// What rows count for, in whole numbers, and what a count of one stands for.
fn whole_weights(data: &Classified<'_>, rows: &[u32]) -> (Option<Vec<u32>>, f64) {
    let Some(weights) = &data.weights else { return (None, 1.0) };
    let weights: Vec<f64> = rows.iter().map(|&row| weights[row as usize]).collect();
    let are_whole = weights.iter().all(|weight| weight.fract() == 0.0);
    let scale = weight_scale(weights.iter().sum(), are_whole);
    (Some(weights.iter().map(|weight| (weight * scale).round() as u32).collect()), 1.0 / scale)
}

/// What a weight of one counts for, if all weights have this sum.
pub(super) fn weight_scale(sum: f64, are_whole: bool) -> f64 {
    if are_whole && sum < MOST_WEIGHT { 1.0 } else { (MOST_WEIGHT / sum).min(1024.0) }
}

/// Training rows in codes, and what the codes stand for.
pub(super) struct Coded<'a> {
    pub(super) subject: Subject<'a>,
    pub(super) rows: &'a dyn TrainingRows,
    /// Those of them that are learned from.
    pub(super) base: Selection,
    /// The weight that a count of one stands for.
    pub(super) unit: f64,
    whole: Whole,
    /// What all rows of each class are.
    all: Vec<Weighed>,
}

/// The rules of one class.
pub(super) struct ClassList {
    pub(super) class: usize,
    pub(super) rules: Vec<ColumnRule>,
}

/// Rules for all classes.
pub(super) struct VotingTheory {
    /// In the order in which they are asked; the default is last.
    lists: Vec<ClassList>,
    /// The brevity in the end.
    pub(super) brevity: f64,
    /// Training rows whose class it gives.
    pub(super) n_right: usize,
    /// Whether a limit came before it was finished.
    is_cut: bool,
}

impl<'a> Coded<'a> {
    pub(super) fn new(subject: Subject<'a>, rows: &'a dyn TrainingRows, base: Selection, unit: f64) -> Self {
        let all = by_class(rows, [base.clone()]).remove(0);
        let whole = Whole {
            n_rows: all.iter().map(|of_class| of_class.rows).sum(),
            weight: all.iter().map(|of_class| of_class.weight).sum(),
            n_tests: columns::n_tests(rows.codings()),
        };
        Self { subject, rows, base, unit, whole, all }
    }

    /// A model of one theory or of several that vote, and what the first of them is.
    pub(super) fn fit(
        &self,
        options: &FitOptions,
        limits: &Limits,
        follower: Option<&dyn Follower>,
    ) -> Result<(Model, VotingTheory)> {
        let first = self.theory(options, 0, limits, follower)?;
        let mut model = self.no_rules();
        if options.vote <= 1 {
            self.add(&mut model, 0, &first.lists);
            return Ok((model, first));
        }
        let further: Vec<Result<VotingTheory>> = (1..options.vote)
            .into_par_iter()
            .map(|number| self.theory(options, number, limits, None))
            .filter(|theory| !theory.as_ref().is_ok_and(|theory| theory.is_cut))
            .collect();
        let theories = further.into_iter().collect::<Result<Vec<VotingTheory>>>()?;
        for (number, theory) in (1..).zip(std::iter::once(&first).chain(&theories)) {
            self.add(&mut model, number, &theory.lists);
        }
        Ok((model, first))
    }

    fn no_rules(&self) -> Model {
        Model { target: self.subject.target.to_string(), columns: Vec::new(), rules: Vec::new() }
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
        let (mut left, mut of_left) = (self.base.clone(), self.all.clone());
        let mut lists = Vec::new();
        let mut n_right = 0;
        let keeping = (sample.is_none()).then(Keeping::start);
        for &class in &order[..order.len().saturating_sub(1)] {
            if limits.reached().is_some() {
                break;
            }
            let n_before = of_left[class].rows;
            let keep = |found: &[ColumnRule]| self.keep(&lists, class, found, limits, keeping.as_ref());
            let rules = self.rules_of(class, &left, &of_left, how, follower, &keep);
            if !rules.is_empty() {
                left.without.extend(rules.iter().map(ColumnRule::selection));
                of_left = by_class(self.rows, [left.clone()]).remove(0);
            }
            n_right += n_before - of_left[class].rows;
            lists.push(ClassList { class, rules });
        }
        let default = self.commonest(&of_left);
        n_right += of_left[default].rows;
        if let Some(follower) = follower {
            let weight = |of_class: &Weighed| of_class.weight as f64 * self.unit;
            let class = self.subject.classes[default].clone();
            let rows = of_left.iter().map(weight).sum();
            follower.step(&Step::Default { class, rows, right: weight(&of_left[default]) });
        }
        lists.push(ClassList { class: default, rules: Vec::new() });
        Ok((lists, n_right as usize))
    }

    /// The classes that have rows, in the order in which they are described: the rarest first.
    fn order(&self, options: &FitOptions) -> Result<Vec<usize>> {
        let weight = |class: &usize| self.all[*class].weight;
        let mut order: Vec<usize> = (0..self.all.len()).filter(|class| weight(class) > 0).collect();
        // In a tie of two classes the one that was named is described.
        let is_other = |class: &usize| self.subject.positive.is_some_and(|named| named != *class as u32);
        order.sort_by_key(|class| (weight(class), is_other(class), *class));
        if let Some(described) = &options.describe {
            let Subject { target, classes, .. } = &self.subject;
            let class = class_named(described, "--describe", target, classes)? as usize;
            if classes.len() > 2 {
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
        left: &Selection,
        of_left: &[Weighed],
        how: Fit<'_>,
        follower: Option<&dyn Follower>,
        keep: &dyn Fn(&[ColumnRule]),
    ) -> Vec<ColumnRule> {
        let sum = |of_class: fn(&Weighed) -> u64| of_left.iter().map(of_class).sum::<u64>();
        let n_left = sum(|of_class| of_class.rows);
        if of_left[class].rows == 0 || of_left[class].rows == n_left {
            return Vec::new();
        }
        let pos = of_left[class].weight;
        let total = Counts { pos, neg: sum(|of_class| of_class.weight) - pos };
        let trace = follower.map(|follower| ClassTrace::new(self, class, total, follower));
        let found: RefCell<Vec<ColumnRule>> = RefCell::default();
        let listener = |rule: &ColumnRule, left: Counts| {
            if let Some(trace) = &trace {
                trace.rule(rule, left);
            }
            found.borrow_mut().push(rule.clone());
            keep(&found.borrow());
        };
        let how = Fit { listener: Some(&listener), ..how };
        let rules = self.rows.rules(class as u16, left, self.whole, how);
        if let Some(trace) = &trace {
            trace.end(&rules);
        }
        keep(&rules);
        rules
    }

    /// The default: the commonest class among the rows that no rule covers.
    fn commonest(&self, of_left: &[Weighed]) -> usize {
        let weight = |class: &usize| (of_left[*class].weight, self.all[*class].weight);
        (0..self.all.len()).max_by_key(weight).unwrap_or_default()
    }

    /// Remembers what was described so far, should the run be ended by force: the classes before, and some rules of one
    /// more.
    fn keep(
        &self,
        before: &[ClassList],
        class: usize,
        rules: &[ColumnRule],
        limits: &Limits,
        keeping: Option<&Keeping>,
    ) {
        let Some(keeping) = keeping.filter(|keeping| keeping.is_due()) else { return };
        keeping.time(|| {
            let list = |list: &ClassList| ClassList { class: list.class, rules: list.rules.clone() };
            let mut lists: Vec<ClassList> = before.iter().map(list).collect();
            lists.push(ClassList { class, rules: rules.to_vec() });
            let rules = lists.iter().flat_map(|list| &list.rules);
            let mut left = self.base.clone();
            left.without.extend(rules.map(ColumnRule::selection));
            let of_left = by_class(self.rows, [left]).remove(0);
            lists.push(ClassList { class: self.commonest(&of_left), rules: Vec::new() });
            let mut model = self.no_rules();
            self.add(&mut model, 0, &lists);
            limits.keep(text::program(&model));
        });
    }
}

/// When the rules so far are remembered: not at once, and not so often that it would take much of the time.
struct Keeping {
    started: Instant,
    last: Cell<Instant>,
    took: Cell<Duration>,
}

impl Keeping {
    fn start() -> Self {
        let now = Instant::now();
        Self { started: now, last: Cell::new(now), took: Cell::new(Duration::ZERO) }
    }

    fn is_due(&self) -> bool {
        self.started.elapsed() > PATIENCE && self.last.get().elapsed() > 20 * self.took.get()
    }

    fn time(&self, keep: impl FnOnce()) {
        let started = Instant::now();
        keep();
        self.took.set(started.elapsed());
        self.last.set(Instant::now());
    }
}

/// The rows of each class in some sets.
pub(super) fn by_class(
    rows: &dyn TrainingRows,
    sets: impl IntoIterator<Item = Selection>,
) -> Vec<Vec<Weighed>> {
    rows.counts(sets.into_iter().map(|rows| LabelledSet { class: None, rows }).collect())
}
