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
use rustc_hash::FxHashMap;
use std::cell::{Cell, RefCell};
use xfold_store::{
    Counts,
    table::{CellTest, LabelledSet, Selection, Weighed},
};

impl Coded<'_> {
    /// Adds a theory to a model, with names, thresholds and what its rules did on the training rows.
    pub(super) fn add(&self, model: &mut Model, theory: u32, lists: &[ClassList]) {
        let thresholds = self.thresholds(lists);
        let (default, described) = lists.split_last().expect("the default is always there");
        let mut counts = self.rows.counts(asked_of(lists, &self.base)).into_iter();
        let mut support = |is_swapped: bool| self.support(counts.next().as_deref(), is_swapped);
        let mut before: Vec<String> = Vec::new();
        for list in described {
            let class = &self.subject.classes[list.class];
            for rule in &list.rules {
                let rule = self.named(rule, &thresholds, &mut model.columns, &mut support, false);
                model.rules.push(ClassRule { theory, class: class.clone(), after: before.clone(), rule });
            }
            if !list.rules.is_empty() {
                before.push(class.clone());
            }
        }
        let rule = Rule { support: support(false), ..Rule::default() };
        let class = self.subject.classes[default.class].clone();
        // A class that also has rules of its own need not wait for itself.
        before.retain(|other| *other != class);
        model.rules.push(ClassRule { theory, class, after: before, rule });
    }

    /// What a rule did, from its counts by label.
    fn support(&self, counts: Option<&[Weighed]>, is_swapped: bool) -> Option<Support> {
        let &[pos, neg] = counts? else { return None };
        let weight = |weighed: Weighed| weighed.weight as f64 * self.unit;
        let right = weight(if is_swapped { neg } else { pos });
        Some(Support { rows: weight(pos) + weight(neg), right })
    }

    /// A rule in codes as a rule with names. `support` tells what the next rule did: first this one, then its exceptions,
    /// for which the labels are exchanged.
    fn named(
        &self,
        rule: &ColumnRule,
        thresholds: &FxHashMap<CellTest, Bound>,
        columns: &mut Vec<ModelColumn>,
        support: &mut dyn FnMut(bool) -> Option<Support>,
        is_swapped: bool,
    ) -> Rule {
        let own = support(is_swapped);
        let tests = rule.tests.iter().map(|test| self.named_test(*test, thresholds, columns)).collect();
        let mut exceptions = Vec::new();
        for exception in &rule.exceptions {
            exceptions.push(self.named(exception, thresholds, columns, support, !is_swapped));
        }
        Rule { tests, exceptions, support: own }
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
        let mut tests = vec![Vec::new(); self.subject.features.len()];
        lists.iter().flat_map(|list| &list.rules).for_each(|rule| collect(rule, &mut tests));
        tests.retain(|tests| !tests.is_empty());
        let wanted = |tests: &Vec<CellTest>| {
            let column = tests[0].column() as u32;
            (column, tests.iter().filter_map(|test| test.bound()).collect())
        };
        let wanted: Vec<(u32, Vec<f64>)> = tests.iter().map(wanted).collect();
        if wanted.is_empty() {
            return FxHashMap::default();
        }
        let gaps = self.rows.around(wanted).into_iter().flatten();
        let between = |(low, high): (Option<f64>, Option<f64>)| {
            Bound::between(low.unwrap_or(f64::MIN), high.unwrap_or(f64::MAX))
        };
        tests.into_iter().flatten().zip(gaps.map(between)).collect()
    }

    fn named_test(
        &self,
        test: CellTest,
        thresholds: &FxHashMap<CellTest, Bound>,
        columns: &mut Vec<ModelColumn>,
    ) -> Test {
        let number = test.column();
        let coding = &self.rows.codings()[number];
        let feature = &self.subject.features[number];
        let place = columns.iter().position(|known| known.name == feature.name).unwrap_or_else(|| {
            columns.push(ModelColumn { name: feature.name.to_string(), kind: feature.kind, word: None });
            columns.len() - 1
        });
        let between_ranks = |below: u32| {
            let value = |rank: u32| coding.ranks().and_then(|ranks| ranks.get(rank as usize)).copied();
            Bound::between(value(below).unwrap_or(f64::MIN), value(below + 1).unwrap_or(f64::MAX))
        };
        let holds = match test {
            CellTest::AtMost(..) => Holds::AtMost(thresholds[&test]),
            CellTest::Above(..) => Holds::Above(thresholds[&test]),
            CellTest::Codes(range) if feature.kind == Kind::Category => {
                match feature.values[range.first as usize] {
                    Some(value) => Holds::Is(value.to_string()),
                    None => Holds::Missing,
                }
            }
            CellTest::Codes(range) if range.first == coding.n_codes() => Holds::Missing,
            CellTest::Codes(range) if range.first > 0 => Holds::Above(between_ranks(range.first - 1)),
            CellTest::Codes(range) if range.last + 1 < coding.n_codes() => {
                Holds::AtMost(between_ranks(range.last))
            }
            CellTest::Codes(_) => Holds::Present,
        };
        Test { column: place, holds }
    }
}

/// The sets that tell what each rule of a theory did, in the order in which rules are named; the default is last.
fn asked_of(lists: &[ClassList], base: &Selection) -> Vec<LabelledSet> {
    /// A rule on the rows that it is asked about, then its exceptions on what its tests leave of them.
    fn collect(rule: &ColumnRule, asked: &Selection, class: Option<u16>, sets: &mut Vec<LabelledSet>) {
        sets.push(LabelledSet { class, rows: asked.and(&rule.selection()) });
        let mut matching = asked.clone();
        matching.tests.extend(&rule.tests);
        rule.exceptions.iter().for_each(|exception| collect(exception, &matching, class, sets));
    }
    let (mut left, mut sets) = (base.clone(), Vec::new());
    for list in lists {
        let class = Some(list.class as u16);
        list.rules.iter().for_each(|rule| collect(rule, &left, class, &mut sets));
        left.without.extend(list.rules.iter().map(ColumnRule::selection));
    }
    let default = lists.last().map(|list| list.class as u16);
    sets.push(LabelledSet { class: default, rows: left });
    sets
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
        let name = coded.subject.classes[class].clone();
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
        let named = self.coded.named(rule, &thresholds, &mut model.columns, &mut |_| None, false);
        text::condition(&model, &named)
    }
}
