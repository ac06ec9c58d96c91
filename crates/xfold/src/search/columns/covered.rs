//! What whole rules and theories cover, as bits, for the [search in tables](super). PRUNE and REVISE compare theories by
//! it, most of which differ in one rule or one test.

use super::{
    super::{
        column_rule::ColumnRule,
        description_length::{DefaultRule, Others, Part},
    },
    Tests,
};
use rustc_hash::FxHashMap;
use std::rc::Rc;
use xfold_store::table::{CellTest, RowBits};

/// The most memory for the bits of tests, and for those of rules, in bytes: 64 MB each, which any machine has.
const MOST_CACHED: usize = 1 << 26;

/// How the rules of a theory overlap. It tells what all but one of them cover without a look at each of the others.
pub(super) struct Overlap {
    sets: Vec<Rc<RowBits>>,
    /// What at least one rule covers, and what at least two cover.
    once: RowBits,
    twice: RowBits,
}

impl Overlap {
    pub(super) fn new(sets: Vec<Rc<RowBits>>, n_rows: usize) -> Self {
        let (once, twice) = RowBits::once_and_twice(sets.iter().map(|set| &**set), n_rows);
        Self { sets, once, twice }
    }

    fn is_of(&self, sets: &[Rc<RowBits>]) -> bool {
        self.sets.len() == sets.len() && self.sets.iter().zip(sets).all(|(one, other)| Rc::ptr_eq(one, other))
    }

    /// What the rules cover but for the one at a place.
    fn without(&self, place: usize) -> RowBits {
        let mut covered = self.once.clone();
        if let Some(set) = self.sets.get(place) {
            covered.remove(set);
            covered.add(&self.twice);
        }
        covered
    }
}

impl Tests<'_> {
    fn test_bits(&self, test: CellTest) -> Rc<RowBits> {
        let mut cache = self.test_cache.borrow_mut();
        self.make_room(&mut cache);
        Rc::clone(cache.entry(test).or_insert_with(|| Rc::new(self.columns.bits(test))))
    }

    /// The rows that pass some tests, of all rows.
    fn tests_bits(&self, tests: &[CellTest]) -> RowBits {
        let Some((first, others)) = tests.split_first() else { return RowBits::all(self.columns.n_rows()) };
        let mut bits = (*self.test_bits(*first)).clone();
        others.iter().for_each(|test| bits.keep(&self.test_bits(*test)));
        bits
    }

    /// The rows that a rule covers, of all rows.
    pub(super) fn rule_bits(&self, rule: &ColumnRule) -> Rc<RowBits> {
        if let Some(bits) = self.rule_cache.borrow().get(rule) {
            return Rc::clone(bits);
        }
        let mut bits = self.tests_bits(&rule.tests);
        for exception in &rule.exceptions {
            bits.remove(&self.rule_bits(exception));
        }
        let bits = Rc::new(bits);
        let mut cache = self.rule_cache.borrow_mut();
        self.make_room(&mut cache);
        cache.insert(rule.clone(), Rc::clone(&bits));
        bits
    }

    fn make_room<K>(&self, cache: &mut FxHashMap<K, Rc<RowBits>>) {
        if cache.len() * self.columns.n_rows() / 8 > MOST_CACHED {
            cache.clear();
        }
    }

    /// What rules cover that lack one thing of another rule. Each set is put together from what the tests and the
    /// exceptions of that rule cover, which is much faster than to evaluate the shorter rules.
    pub(super) fn sets_of_shorter(&self, rule: &ColumnRule, shorter: &[ColumnRule]) -> Vec<Rc<RowBits>> {
        let exceptions: Vec<Rc<RowBits>> = rule.exceptions.iter().map(|rule| self.rule_bits(rule)).collect();
        let overlap = Overlap::new(exceptions, self.columns.n_rows());
        let tested = self.rule_bits(&rule.except(Vec::new()));
        let set = |shorter: &ColumnRule| {
            if shorter.tests.len() < rule.tests.len() {
                return Rc::new(self.tests_bits(&shorter.tests).minus(&overlap.once));
            }
            // The other exceptions stay, and the changed one, if it is still there, covers something else.
            let mut pairs = shorter.exceptions.iter().zip(&rule.exceptions);
            let place = pairs.position(|(one, other)| one != other).unwrap_or(shorter.exceptions.len());
            let mut excepted = overlap.without(place);
            if shorter.exceptions.len() == rule.exceptions.len() {
                excepted.add(&self.rule_bits(&shorter.exceptions[place]));
            }
            Rc::new(tested.minus(&excepted))
        };
        shorter.iter().map(set).collect()
    }

    /// What all rules of a theory but one cover.
    pub(super) fn covered_by(&self, others: &Others<'_, Self>) -> RowBits {
        let sets: Vec<Rc<RowBits>> = others.theory.iter().map(|part| self.part_bits(part)).collect();
        let mut overlap = self.overlap.borrow_mut();
        if !overlap.is_of(&sets) {
            *overlap = Overlap::new(sets, self.columns.n_rows());
        }
        overlap.without(others.place)
    }

    /// What a rule of a theory covers.
    pub(super) fn part_bits(&self, part: &Part<Self>) -> Rc<RowBits> {
        part.set.as_ref().map_or_else(|| self.rule_bits(&part.rule), Rc::clone)
    }
}
