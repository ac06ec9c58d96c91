//! From codes back to names: the rules that the search found become rules with columns, values and thresholds, as they
//! are printed. Stands between search and text in read → columns → search → text → check.

use super::{
    Kind,
    fit::{ClassList, Coded},
    model::{Bound, ClassRule, Holds, Model, ModelColumn, Rule, Support, Test},
    text,
    trace::{Follower, Step},
};
use crate::search::column_rule::ColumnRule;
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use std::cell::{Cell, RefCell};
use xfold_store::{
    Counts,
    table::{CellTest, Column, RowBits},
};

impl Coded<'_> {
    /// Adds a theory to a model, with names, thresholds and what its rules did on the training rows.
    pub(super) fn add(&self, model: &mut Model, theory: u32, lists: &[ClassList]) {
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
            let value =
                |rank: u32| column.coding().ranks().and_then(|ranks| ranks.get(rank as usize)).copied();
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

/// Sends the steps by which the rules of one class are found to a follower.
pub(super) struct ClassTrace<'a> {
    coded: &'a Coded<'a>,
    class: usize,
    follower: &'a dyn Follower,
    total: Counts,
    left: Cell<Counts>,
    found: RefCell<Vec<ColumnRule>>,
}

impl<'a> ClassTrace<'a> {
    pub(super) fn new(coded: &'a Coded<'a>, class: usize, total: Counts, follower: &'a dyn Follower) -> Self {
        let weight = |count: u64| count as f64 * coded.unit;
        let name = coded.data.classes[class].clone();
        follower.step(&Step::Class { class: name, rows: weight(total.pos), others: weight(total.neg) });
        Self { coded, class, follower, total, left: Cell::new(total), found: RefCell::default() }
    }

    /// A rule was added.
    pub(super) fn rule(&self, rule: &ColumnRule, left: Counts) {
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

    /// Tells the rules in the end, if they are not those that were found one by one.
    pub(super) fn end(&self, rules: &[ColumnRule]) {
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
