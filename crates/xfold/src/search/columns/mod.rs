//! Tables: tests on columns as a language of [learning by description length](super::description_length) and of FOLD [as
//! published](super::paper). It is the search on the path of tables, read → fit → naming → check.
//!
//! A row is an example, a test is a range of one column's codes. [`rows`] counts all tests in one pass over the rows,
//! [`best_test`] finds the best of them, and [`covered`] compares theories by what they cover.

mod best_test;
mod covered;
mod parted;
mod rows;

pub(crate) use parted::{Answers, fit_parted};
pub(super) use rows::Rows;

use super::{
    column_rule::ColumnRule,
    description_length::{
        self, Aim, DefaultRule, Exceptions, Node, Offer, Others, Part, Plan, Problem, Progress, RuleLanguage,
    },
    paper::{self, Enumeration},
    score::{gain::Logarithms, length::Length},
};
use crate::tuning::{Heuristic, Tuning};
use covered::Overlap;
use rows::Origin;
use rustc_hash::FxHashMap;
use std::{
    cell::{Cell, RefCell},
    rc::Rc,
    sync::Arc,
};
use xfold_solve::Limits;
use xfold_store::{
    Counts,
    table::{CellTest, Coding, Columns, Few, RowBits, RowSet, Tally},
};

/// The most tests of a rule: a longer one could hardly be read. The number itself is a choice.
const MOST_TESTS: usize = 12;
/// Up to this many rows a theory is revised twice. It bounds the time only: a revision takes longer the more rows there
/// are, and small tables are learned in a moment.
const TWICE_REVISED: usize = 4000;
/// From this many rows on, one step takes far longer than a look at the clock, and the sets of all shorter rules would
/// take much memory.
const SLOW_ROWS: usize = 50_000;

/// Is called for a rule that was added, with the counts of the rows that are left.
pub(crate) type Listener<'a> = &'a dyn Fn(&ColumnRule, Counts);

/// How to learn from columns.
#[derive(Clone, Copy)]
pub(crate) struct Fit<'a> {
    /// What a literal costs against errors.
    pub(crate) brevity: f64,
    /// Deepest nesting of exceptions.
    pub(crate) max_depth: usize,
    /// FOLD as published: exact, without a price for rules.
    pub(crate) paper: bool,
    /// The share of columns that each step looks at, and the seed that chooses them.
    pub(crate) sample: Option<(f64, u64)>,
    /// Heuristics that are switched off.
    pub(crate) tuning: Tuning,
    /// What a count of one stands for.
    pub(crate) unit: f64,
    /// When to stop.
    pub(crate) limits: &'a Limits,
    /// Is called for each rule that is added.
    pub(crate) listener: Option<Listener<'a>>,
}

/// What counts for the price of a literal, of the whole table.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Whole {
    /// Its rows.
    pub(crate) n_rows: u64,
    /// What they count for.
    pub(crate) weight: u64,
    /// The tests that it offers.
    pub(crate) n_tests: usize,
}

/// Learns rules that cover some rows and leave others alone.
pub(crate) fn fit(columns: &Arc<Columns>, rows: RowSet, whole: Whole, how: Fit<'_>) -> Vec<ColumnRule> {
    let language = Tests { n_in_all: whole.n_rows as usize, ..Tests::new(Arc::clone(columns), how) };
    let length = Length::of_table(whole.weight, whole.n_tests, how.brevity, how.unit);
    let rows = language.rows(rows);
    if how.paper {
        return paper::fold_as_published(&language, &rows, 0);
    }
    description_length::fit(&language, &rows, length)
}

/// Number of tests that a table offers: two for each cut, one for each category.
pub(crate) fn n_tests(codings: &[Arc<Coding>]) -> usize {
    let of_column = |coding: &Arc<Coding>| {
        let n_values = coding.n_distinct();
        if coding.is_numeric() { 2 * n_values.saturating_sub(1) } else { n_values }
    };
    codings.iter().map(of_column).sum()
}

/// Tests on the columns of one table.
pub(super) struct Tests<'a> {
    columns: Arc<Columns>,
    how: Fit<'a>,
    logarithms: Logarithms,
    /// What a theory covered when the rows that it leaves were last counted, and their counts.
    known: RefCell<Option<(Rc<RowBits>, Tally)>>,
    no_rows: RowBits,
    /// The overlap of the last theory: PRUNE asks for it without each of its rules in turn.
    overlap: RefCell<Overlap>,
    /// Room for counting few rows.
    few: RefCell<Few>,
    /// What tests and rules cover of all rows.
    test_cache: RefCell<FxHashMap<CellTest, Rc<RowBits>>>,
    rule_cache: RefCell<FxHashMap<ColumnRule, Rc<RowBits>>>,
    /// Chooses columns. What is learned from a part of the table goes on in the same sequence.
    random: Rc<Cell<u64>>,
    n_steps: Cell<u32>,
    stopped: Cell<bool>,
    /// The rows of the whole table, of which these columns may have a part only.
    n_in_all: usize,
}

impl<'a> Tests<'a> {
    pub(super) fn new(columns: Arc<Columns>, how: Fit<'a>) -> Self {
        let random = Rc::new(Cell::new(how.sample.map_or(0, |(_, seed)| seed)));
        Self::continued(columns, how, random)
    }

    fn continued(columns: Arc<Columns>, how: Fit<'a>, random: Rc<Cell<u64>>) -> Self {
        Self {
            how,
            logarithms: Logarithms::new(columns.n_rows()),
            known: RefCell::default(),
            few: RefCell::default(),
            no_rows: RowBits::none(columns.n_rows()),
            overlap: RefCell::new(Overlap::new(Vec::new(), columns.n_rows())),
            test_cache: RefCell::default(),
            rule_cache: RefCell::default(),
            random,
            n_steps: Cell::new(0),
            stopped: Cell::new(false),
            n_in_all: columns.n_rows(),
            columns,
        }
    }

    /// How often a theory is revised in a table of so many rows.
    fn n_revisions(&self, n_rows: usize) -> usize {
        if n_rows <= TWICE_REVISED && self.how.tuning.has(Heuristic::ReviseTwice) { 2 } else { 1 }
    }

    /// Whether a rule that covers so much may get another test.
    fn may_refine(&self, rule: &ColumnRule, counts: Counts) -> bool {
        rule.tests.len() < MOST_TESTS && counts.pos > 0 && !self.is_stopped()
    }

    /// What exceptions leave of some rows, with their labels.
    fn unswapped(&self, rows: &Rows, left: &Rows) -> Rc<Rows> {
        let set = left.set().swapped();
        match &left.part {
            Some(part) if rows.part.is_none() => self.rows(part.in_whole(&set)),
            _ => self.some_of(rows, set, Origin::None),
        }
    }

    /// The rows that some rules do not cover.
    fn outside(&self, rows: &Rows, rules: &[ColumnRule]) -> Rc<Rows> {
        let mut covered = self.no_rows.clone();
        rules.iter().for_each(|rule| covered.add(&self.rule_bits(rule)));
        self.rows(rows.set().outside(&covered))
    }
}

impl RuleLanguage for Tests<'_> {
    type Rule = ColumnRule;
    type Examples = Rc<Rows>;
    type Cover = Rc<Rows>;
    /// Of many rows the sets of all shorter rules would take too much memory, so they are found when they are needed.
    type Set = Option<Rc<RowBits>>;

    fn plan(&self) -> Plan {
        let Fit { tuning, max_depth, .. } = self.how;
        let n_revisions = self.n_revisions(self.n_in_all);
        // The most rules are those of all classes together: the caller raises the price of literals until they are met.
        Plan { tuning, max_depth, max_rules: None, n_revisions, is_additive: true }
    }

    fn is_stopped(&self) -> bool {
        // A look at the clock now and then is enough, unless a step takes long.
        self.n_steps.set(self.n_steps.get().wrapping_add(1));
        let steps = if self.columns.n_rows() < SLOW_ROWS { 64 } else { 1 };
        if !self.stopped.get() && self.n_steps.get().is_multiple_of(steps) {
            self.stopped.set(self.how.limits.reached().is_some());
        }
        self.stopped.get()
    }

    fn report(&self, progress: Progress<'_, Self>) {
        if let (Some(listener), Progress::Rule { depth: 0, rule, left }) = (self.how.listener, progress) {
            listener(rule, left.counts);
        }
    }

    fn count(&self, rows: &Rc<Rows>) -> Counts {
        rows.counts
    }

    fn without(&self, rows: &Rc<Rows>, covered: &Rc<Rows>) -> Rc<Rows> {
        let origin = Origin::Left(Rc::clone(rows), Rc::clone(covered));
        self.some_of(rows, rows.set().minus(covered.set()), origin)
    }

    fn swapped(&self, node: &Node<Self>, _: &Rc<Rows>) -> Rc<Rows> {
        let swapped = node.cover.set().swapped();
        let rows = if self.are_scattered(&node.cover) {
            let (part, set) = self.columns.part(&swapped);
            Rc::new(self.new_rows(set, Some(Rc::new(part)), Origin::None))
        } else {
            self.some_of(&node.cover, swapped, Origin::None)
        };
        if let Some(tally) = node.cover.tally.get() {
            // The rows are new, so nothing else has set their tally.
            let _ = rows.tally.set(tally.swapped());
        }
        rows
    }

    fn set(&self, rule: &ColumnRule) -> Option<Rc<RowBits>> {
        Some(self.rule_bits(rule))
    }

    fn left(&self, others: &Others<'_, Self>) -> Rc<Rows> {
        self.remainder(others.examples, self.covered_by(others))
    }

    fn errors(&self, others: &Others<'_, Self>, part: Option<&Part<Self>>) -> u64 {
        let left = others.left(self);
        let errors_of_others = others.examples.counts.neg - left.counts.neg;
        let Some(part) = part else { return errors_of_others + left.counts.pos };
        let (pos, neg) = self.masks(left);
        errors_of_others + self.columns.weigh_errors(&self.no_rows, &self.part_bits(part), pos, neg)
    }

    fn empty(&self) -> ColumnRule {
        ColumnRule::default()
    }

    fn shorter(&self, part: &Part<Self>) -> Vec<Part<Self>> {
        let shorter = part.rule.shorter();
        if self.columns.n_rows() >= SLOW_ROWS {
            return shorter.into_iter().map(|rule| Part { rule, set: None }).collect();
        }
        let sets = self.sets_of_shorter(&part.rule, &shorter);
        shorter.into_iter().zip(sets).map(|(rule, set)| Part { rule, set: Some(set) }).collect()
    }

    fn starts(&self, rule: &ColumnRule) -> Vec<ColumnRule> {
        let default = rule.except(Vec::new());
        let mut starts = vec![self.empty(), default.clone()];
        if rule.tests.len() > 1 {
            starts.extend((0..rule.tests.len()).map(|place| {
                let mut start = default.clone();
                start.tests.remove(place);
                start
            }));
        }
        starts
    }

    /// The order of tests does not matter.
    fn are_same(&self, one: &ColumnRule, other: &ColumnRule) -> bool {
        one.tests.len() == other.tests.len() && one.tests.iter().all(|test| other.tests.contains(test))
    }

    fn start(&self, rule: &ColumnRule, rows: &Rc<Rows>) -> Option<Node<Self>> {
        let cover = if rule.tests.is_empty() {
            Rc::clone(rows)
        } else {
            let default = rule.except(Vec::new());
            let set = if rows.remainder.is_some() {
                self.rule_bits(&default).by_label(self.masks(rows))
            } else {
                default.covered(self.columns_of(rows), rows.set())
            };
            self.some_of(rows, set, Origin::Part(Rc::clone(rows)))
        };
        Some(Node { rule: rule.clone(), counts: cover.counts, cover, is_finished: false })
    }

    fn refine(&self, node: &Node<Self>, aim: Aim, _: usize) -> Option<Node<Self>> {
        let rows = &node.cover;
        if !self.may_refine(&node.rule, rows.counts) {
            return None;
        }
        let (test, counts) = self.best_test(rows, aim)?;
        let set = self.columns_of(rows).within(rows.set(), test);
        let cover = self.some_of(rows, set, Origin::Passing(Rc::clone(rows), test));
        debug_assert_eq!(counts, cover.counts, "the test leaves what was counted");
        let rule = node.rule.plus(test, &self.columns);
        Some(Node { rule, counts: cover.counts, cover, is_finished: false })
    }

    fn offer(
        &self,
        node: &Node<Self>,
        exceptions: Exceptions<'_, Self>,
        _: Problem<'_, Self>,
    ) -> Offer<Self> {
        let rows = &node.cover;
        let (exceptions, covered) = match exceptions {
            Exceptions::None => (Vec::new(), Rc::clone(rows)),
            Exceptions::LearnedRules(learned) => {
                let covered = self.unswapped(rows, &learned.left);
                (learned.rules, covered)
            }
            Exceptions::Known(rules) => (rules.to_vec(), self.outside(rows, rules)),
        };
        Offer { rules: vec![node.rule.except(exceptions)], counts: covered.counts, covered }
    }
}

impl Enumeration for Tests<'_> {
    /// New rows are never the listed ones, so a list says nothing.
    fn listed(&self, _: &Node<Self>, _: &Rc<Rows>) -> Option<ColumnRule> {
        None
    }

    fn uncovered_positives(&self, rows: &Rc<Rows>, rule: &ColumnRule) -> Rc<Rows> {
        let positives = RowSet::new(rows.set().pos.clone(), Vec::new());
        let left = positives.minus(&rule.covered(self.columns_of(rows), &positives)).pos;
        let set = RowSet::new(left, rows.set().neg.clone());
        self.some_of(rows, set, Origin::Part(Rc::clone(rows)))
    }
}
