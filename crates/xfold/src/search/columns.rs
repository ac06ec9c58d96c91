//! Tables: tests on columns as a language of [learning by description length](super::description_length) and of FOLD [as
//! published](super::paper). It is the search on the path of tables, read → fit → naming → check.
//!
//! A row is an example, a test is a range of one column's codes. The counts of all tests come from one pass over the rows.

use super::{
    column_rule::ColumnRule,
    cuts::{CutColumn, Race},
    description_length::{
        self, Aim, DefaultRule, Exceptions, Node, Offer, Others, Part, Plan, Problem, Progress, RuleLanguage,
    },
    paper::{self, Enumeration},
    score::{gain::Logarithms, length::Length},
};
use crate::tuning::{Heuristic, Tuning};
use rustc_hash::FxHashMap;
use std::{
    cell::{Cell, OnceCell, RefCell},
    rc::Rc,
};
use xfold_solve::Limits;
use xfold_store::{
    Counts,
    table::{CellTest, CodeRange, Columns, Few, RowBits, RowSet, Run, Tally},
};

/// The most tests of a rule: a longer one could hardly be read. The number itself is a choice.
const MOST_TESTS: usize = 12;
/// Up to this many rows a theory is revised twice. It bounds the time only: a revision takes longer the more rows there
/// are, and small tables are learned in a moment.
const TWICE_REVISED: usize = 4000;
/// The most memory for the bits of tests, and for those of rules, in bytes: 64 MB each, which any machine has.
const MOST_CACHED: usize = 1 << 26;
/// From this many rows on, one step takes far longer than a look at the clock, and the sets of all shorter rules
/// would take more memory than the rest of the search.
const SLOW_ROWS: usize = 50_000;
/// Tables with fewer cells stay in the processor's cache, so that the order in which rows are read does not matter.
const LARGE: usize = 1 << 21;
/// Rows are scattered if they are at most one of this many: then reading them touches most of the table.
const SCATTERED: usize = 2;
/// Columns that have more than this many codes for each row are counted by sorting, which is then faster than a pass over
/// all codes.
const SPARSE: usize = 4;

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

/// Learns rules that cover some rows and leave others alone. `n_tests` and `n_all` are those of the whole table.
pub(crate) fn fit(
    columns: &Columns,
    rows: RowSet,
    n_all: u64,
    n_tests: usize,
    how: Fit<'_>,
) -> Vec<ColumnRule> {
    let language = Tests::new(columns, how);
    let length = Length::of_table(n_all, n_tests, how.brevity, how.unit);
    let rows = language.rows(rows);
    if how.paper {
        return paper::fold_as_published(&language, &rows, 0);
    }
    description_length::fit(&language, &rows, length)
}

/// Number of tests that a table offers: two for each cut, one for each category.
pub(crate) fn n_tests(columns: &Columns) -> usize {
    let of_column = |column: &xfold_store::table::Column| {
        let n_values = column.n_distinct();
        if column.is_numeric() { 2 * n_values.saturating_sub(1) } else { n_values }
    };
    columns.columns().iter().map(of_column).sum()
}

/// Tests on the columns of one table.
pub(super) struct Tests<'a> {
    columns: &'a Columns,
    how: Fit<'a>,
    logarithms: Logarithms,
    /// What a theory covered when the rows that it leaves were last counted, and their counts.
    known: RefCell<Option<(Rc<RowBits>, Tally)>>,
    no_rows: RowBits,
    /// That of the last theory: most are asked for what they cover without each of their rules in turn.
    overlap: RefCell<Overlap>,
    /// Room for counting few rows.
    few: RefCell<Few>,
    /// What tests and rules cover of all rows.
    test_cache: RefCell<FxHashMap<CellTest, Rc<RowBits>>>,
    rule_cache: RefCell<FxHashMap<ColumnRule, Rc<RowBits>>>,
    random: Cell<u64>,
    n_steps: Cell<u32>,
    stopped: Cell<bool>,
}

/// A set of rows with its counts.
pub(super) struct Rows {
    /// The rows as lists. Of what a theory leaves, they are made when they are asked for.
    set: OnceCell<RowSet>,
    /// The part of the table that they are rows of, if it is not the whole.
    part: Option<Rc<Columns>>,
    counts: Counts,
    tally: OnceCell<Tally>,
    origin: RefCell<Origin>,
    /// If it is what a theory leaves of some examples: where it comes from.
    remainder: Option<Remainder>,
    masks: OnceCell<(RowBits, RowBits)>,
}

/// What a theory leaves of some examples.
struct Remainder {
    examples: Rc<Rows>,
    /// What the theory covers.
    covered: Rc<RowBits>,
}

impl Rows {
    fn set(&self) -> &RowSet {
        self.set.get_or_init(|| {
            let left = |remainder: &Remainder| remainder.examples.set().outside(&remainder.covered);
            self.remainder.as_ref().map(left).unwrap_or_default()
        })
    }
}

/// How the rules of a theory overlap. It tells what all but one of them cover without a look at each of the others.
struct Overlap {
    sets: Vec<Rc<RowBits>>,
    /// What at least one rule covers, and what at least two cover.
    once: RowBits,
    twice: RowBits,
}

impl Overlap {
    fn new(sets: Vec<Rc<RowBits>>, n_rows: usize) -> Self {
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

/// Where a set of rows comes from, to count it with less work.
enum Origin {
    None,
    /// It is a part of another set.
    Part(Rc<Rows>),
    /// What passes a test.
    Passing(Rc<Rows>, CellTest),
    /// What others leave of a set.
    Left(Rc<Rows>, Rc<Rows>),
}

/// The test for one code.
fn single(column: usize, code: u32) -> CellTest {
    CellTest::Codes(CodeRange { column: column as u32, first: code, last: code })
}

impl DefaultRule for ColumnRule {
    fn size(&self) -> usize {
        self.size()
    }

    fn exceptions(&self) -> &[Self] {
        &self.exceptions
    }

    fn except(&self, exceptions: Vec<Self>) -> Self {
        Self { tests: self.tests.clone(), exceptions }
    }
}

impl<'a> Tests<'a> {
    pub(super) fn new(columns: &'a Columns, how: Fit<'a>) -> Self {
        Self {
            columns,
            how,
            logarithms: Logarithms::new(columns.n_rows()),
            known: RefCell::default(),
            few: RefCell::default(),
            no_rows: RowBits::none(columns.n_rows()),
            overlap: RefCell::new(Overlap::new(Vec::new(), columns.n_rows())),
            test_cache: RefCell::default(),
            rule_cache: RefCell::default(),
            random: Cell::new(how.sample.map_or(0, |(_, seed)| seed)),
            n_steps: Cell::new(0),
            stopped: Cell::new(false),
        }
    }
}

impl Tests<'_> {
    /// Rows of the whole table.
    pub(super) fn rows(&self, set: RowSet) -> Rc<Rows> {
        Rc::new(self.new_rows(set, None, Origin::None))
    }

    /// Some of other rows.
    fn some_of(&self, rows: &Rows, set: RowSet, origin: Origin) -> Rc<Rows> {
        Rc::new(self.new_rows(set, rows.part.clone(), origin))
    }

    fn new_rows(&self, set: RowSet, part: Option<Rc<Columns>>, origin: Origin) -> Rows {
        let columns = part.as_deref().unwrap_or(self.columns);
        Rows {
            counts: Counts { pos: columns.weigh(&set.pos), neg: columns.weigh(&set.neg) },
            set: OnceCell::from(set),
            part,
            tally: OnceCell::new(),
            origin: RefCell::new(origin),
            remainder: None,
            masks: OnceCell::new(),
        }
    }

    /// The columns that rows are numbered by.
    fn columns_of<'a>(&'a self, rows: &'a Rows) -> &'a Columns {
        rows.part.as_deref().unwrap_or(self.columns)
    }

    /// Whether rows lie so far apart in so large a table that it pays to copy their cells side by side, if they are
    /// counted more than once.
    fn are_scattered(&self, rows: &Rows) -> bool {
        let columns = self.columns;
        let is_large = columns.n_rows() * columns.columns().len() >= LARGE;
        is_large && rows.part.is_none() && SCATTERED * rows.set().len() <= columns.n_rows()
    }

    /// Few rows are counted by sorting, without a tally.
    fn is_sparse(&self, rows: &Rows) -> bool {
        rows.set().len() * SPARSE * self.columns.columns().len() < self.columns.tally_len()
    }

    fn tally<'a>(&self, rows: &'a Rc<Rows>) -> &'a Tally {
        rows.tally.get_or_init(|| {
            let origin = rows.origin.replace(Origin::None);
            if let Origin::Part(whole) | Origin::Passing(whole, _) | Origin::Left(whole, _) = &origin
                && let Some(tally) = whole.tally.get()
            {
                let columns = self.columns_of(rows);
                return columns.tally_part(rows.set(), whole.set(), tally, || match &origin {
                    Origin::Passing(_, test) => columns.failing(whole.set(), *test),
                    Origin::Left(_, others) => others.set().clone(),
                    _ => whole.set().minus(rows.set()),
                });
            }
            if let Some(remainder) = &rows.remainder {
                let tally = self.tally_remainder(rows.set(), remainder);
                self.known.replace(Some((Rc::clone(&remainder.covered), tally.clone())));
                return tally;
            }
            self.columns_of(rows).tally(rows.set())
        })
    }

    /// Counts what a theory leaves. Most of it was counted when another theory left something.
    fn tally_remainder(&self, rows: &RowSet, remainder: &Remainder) -> Tally {
        let known = self.known.borrow();
        let Some((known, tally)) = known.as_ref() else { return self.columns.tally(rows) };
        let masks = self.masks(&remainder.examples);
        let more = known.minus(&remainder.covered).by_label(masks);
        let less = remainder.covered.minus(known).by_label(masks);
        self.columns.tally_changed(rows, tally, &more, &less)
    }

    /// A numeric column with the rows that have a number, and those that have none.
    fn cut_column(&self, column: usize, before: Counts, missing: Counts) -> CutColumn {
        let n_codes = self.columns.columns()[column].n_codes();
        let present = Counts { pos: before.pos - missing.pos, neg: before.neg - missing.neg };
        CutColumn { column: column as u32, n_codes, present }
    }

    /// Enters whether there is a number.
    fn enter_missing(&self, race: &mut Race<'_>, column: CutColumn, missing: Counts) {
        let CutColumn { column, n_codes, present } = column;
        if missing.pos + missing.neg > 0 {
            let range = |first, last| CellTest::Codes(CodeRange { column, first, last });
            race.consider(missing, || range(n_codes, n_codes));
            race.consider(present, || range(0, n_codes - 1));
        }
    }

    /// Enters the tests on a column whose codes were counted.
    fn enter_tally(&self, race: &mut Race<'_>, column: usize, before: Counts, tally: &Tally) {
        let of = &self.columns.columns()[column];
        let counts = tally.of(column);
        let n_codes = of.n_codes() as usize;
        let of_code = |code: usize| Counts { pos: counts.pos[code].into(), neg: counts.neg[code].into() };
        if of.is_numeric() {
            let missing = of_code(n_codes);
            let cut = self.cut_column(column, before, missing);
            race.cuts(cut, counts);
            self.enter_missing(race, cut, missing);
            return;
        }
        for code in 0..n_codes {
            race.consider(of_code(code), || single(column, code as u32));
        }
    }

    /// Enters the tests on a column for a few rows, whose codes were sorted.
    fn enter_runs(&self, race: &mut Race<'_>, column: usize, before: Counts, runs: &[Run<u32>]) {
        let of = &self.columns.columns()[column];
        let counts = |run: &Run<u32>| Counts { pos: run.1.into(), neg: run.2.into() };
        if !of.is_numeric() {
            runs.iter().for_each(|run| race.consider(counts(run), || single(column, run.0)));
            return;
        }
        let (runs, missing) = match runs.split_last() {
            Some((last, runs)) if last.0 == of.n_codes() => (runs, counts(last)),
            _ => (runs, Counts::default()),
        };
        let cut = self.cut_column(column, before, missing);
        race.cuts_of_runs(cut, Counts::default(), runs);
        self.enter_missing(race, cut, missing);
    }

    /// Enters the tests on a column in bins for a few rows: their numbers themselves are compared.
    fn enter_numbers(&self, race: &mut Race<'_>, column: usize, rows: &Rows) {
        let before = rows.counts;
        let runs = self.columns_of(rows).occurring_numbers(rows.set(), column, None);
        let (pos, neg) = runs.iter().fold((0, 0), |(p, n), run| (p + u64::from(run.1), n + u64::from(run.2)));
        let missing = Counts { pos: before.pos - pos, neg: before.neg - neg };
        let cut = self.cut_column(column, before, missing);
        race.cuts_of_runs(cut, Counts::default(), &runs);
        self.enter_missing(race, cut, missing);
    }

    /// The codes on both sides of a cut that occur in some rows; none if the test is no cut.
    fn sides(&self, range: CodeRange, occurs: impl Fn(u32) -> bool) -> Option<(u32, u32)> {
        let of = &self.columns.columns()[range.column as usize];
        let last_code = of.n_codes().wrapping_sub(1);
        let first_above = if range.first == 0 { range.last + 1 } else { range.first };
        if !of.is_numeric() || range.first > last_code || first_above > last_code {
            return None;
        }
        let below = (0..first_above).rev().find(|code| occurs(*code))?;
        let above = (first_above..=last_code).find(|code| occurs(*code))?;
        Some((below, above))
    }

    /// A cut between two codes, moved to the middle of the gap that the rows leave around it; between two bins, put at
    /// the best place within them.
    fn settled(
        &self,
        best: CellTest,
        rows: &Rows,
        aim: Aim,
        tally: Option<&Tally>,
        few: &mut Few,
    ) -> CellTest {
        let CellTest::Codes(range) = best else { return best };
        let column = range.column as usize;
        let of = &self.columns.columns()[column];
        let sides = match tally {
            Some(tally) => {
                let counts = tally.of(column);
                self.sides(range, |code| counts.pos[code as usize] | counts.neg[code as usize] != 0)
            }
            None => {
                self.columns_of(rows).occurring(column, rows.set(), few);
                self.sides(range, |code| few.runs.binary_search_by_key(&code, |run| run.0).is_ok())
            }
        };
        let Some((below, above)) = sides else { return best };
        let Some(tally) = tally.filter(|_| of.numbers().is_some()) else {
            let last = of.middle(below, above);
            let moved = if range.first == 0 {
                CodeRange { last, ..range }
            } else {
                CodeRange { first: last + 1, ..range }
            };
            return CellTest::Codes(moved);
        };
        let counts = tally.of(column);
        let sum = |counts: &[u32]| counts.iter().map(|count| u64::from(*count)).sum::<u64>();
        let (lower, n_codes) = (below as usize, of.n_codes() as usize);
        let under = Counts { pos: sum(&counts.pos[..lower]), neg: sum(&counts.neg[..lower]) };
        let missing = Counts { pos: counts.pos[n_codes].into(), neg: counts.neg[n_codes].into() };
        let between = CodeRange { first: below, last: above, ..range };
        let runs = self.columns_of(rows).occurring_numbers(rows.set(), column, Some(between));
        let mut race = Race::new(aim, &self.logarithms, rows.counts);
        race.cuts_of_runs(self.cut_column(column, rows.counts, missing), under, &runs);
        // The border of the bins is one of these cuts, so that there is always one.
        race.best().unwrap_or(best)
    }

    /// Whether a column is looked at in this step.
    fn is_chosen(&self) -> bool {
        let Some((share, _)) = self.how.sample else { return true };
        let next = self.random.get().wrapping_add(0x9E37_79B9_7F4A_7C15);
        self.random.set(next);
        let mut bits = (next ^ (next >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((bits ^ (bits >> 31)) >> 11) as f64 / (1u64 << 53) as f64 <= share
    }

    /// The best test on some rows. None if no test helps.
    fn best_test(&self, rows: &Rc<Rows>, aim: Aim) -> Option<CellTest> {
        let tally = (!self.is_sparse(rows)).then(|| self.tally(rows));
        let all = self.columns.columns();
        let chosen: Vec<usize> =
            (0..all.len()).filter(|column| all[*column].n_codes() > 0 && self.is_chosen()).collect();
        let mut race = Race::new(aim, &self.logarithms, rows.counts);
        if let Some(tally) = tally {
            for &column in chosen.iter().filter(|column| all[**column].is_numeric()) {
                let counts = tally.of(column);
                let n_codes = all[column].n_codes() as usize;
                let missing = Counts { pos: counts.pos[n_codes].into(), neg: counts.neg[n_codes].into() };
                race.foresee(self.cut_column(column, rows.counts, missing), counts);
            }
        }
        let few = &mut *self.few.borrow_mut();
        for column in chosen {
            match tally {
                Some(tally) => self.enter_tally(&mut race, column, rows.counts, tally),
                None if all[column].numbers().is_some() => self.enter_numbers(&mut race, column, rows),
                None => {
                    self.columns_of(rows).occurring(column, rows.set(), few);
                    self.enter_runs(&mut race, column, rows.counts, &few.runs);
                }
            }
        }
        race.best().map(|best| self.settled(best, rows, aim, tally, few))
    }

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
    fn rule_bits(&self, rule: &ColumnRule) -> Rc<RowBits> {
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

    /// Rows as bits, by label.
    fn masks<'a>(&self, rows: &'a Rows) -> &'a (RowBits, RowBits) {
        let n_rows = self.columns.n_rows();
        rows.masks.get_or_init(|| match &rows.remainder {
            Some(Remainder { examples, covered }) => {
                let (pos, neg) = self.masks(examples);
                (pos.minus(covered), neg.minus(covered))
            }
            None => (RowBits::of(&rows.set().pos, n_rows), RowBits::of(&rows.set().neg, n_rows)),
        })
    }

    /// What rules cover that lack one thing of another rule. Each set is put together from what the tests and the
    /// exceptions of that rule cover, which is much faster than to evaluate the shorter rules.
    fn sets_of_shorter(&self, rule: &ColumnRule, shorter: &[ColumnRule]) -> Vec<Rc<RowBits>> {
        let exceptions: Vec<Rc<RowBits>> = rule.exceptions.iter().map(|rule| self.rule_bits(rule)).collect();
        let (once, twice) =
            RowBits::once_and_twice(exceptions.iter().map(|bits| &**bits), self.columns.n_rows());
        let tested = self.rule_bits(&rule.except(Vec::new()));
        let set = |shorter: &ColumnRule| {
            if shorter.tests.len() < rule.tests.len() {
                return Rc::new(self.tests_bits(&shorter.tests).minus(&once));
            }
            // The other exceptions stay, and the changed one, if it is still there, covers something else.
            let mut pairs = shorter.exceptions.iter().zip(&rule.exceptions);
            let place = pairs.position(|(one, other)| one != other).unwrap_or(shorter.exceptions.len());
            let mut excepted = once.minus(&exceptions[place]);
            excepted.add(&twice);
            if shorter.exceptions.len() == rule.exceptions.len() {
                excepted.add(&self.rule_bits(&shorter.exceptions[place]));
            }
            Rc::new(tested.minus(&excepted))
        };
        shorter.iter().map(set).collect()
    }

    /// What all rules of a theory but one cover.
    fn covered_by(&self, others: &Others<'_, Self>) -> RowBits {
        let sets: Vec<Rc<RowBits>> = others.theory.iter().map(|part| self.part_bits(part)).collect();
        let mut overlap = self.overlap.borrow_mut();
        if !overlap.is_of(&sets) {
            *overlap = Overlap::new(sets, self.columns.n_rows());
        }
        overlap.without(others.place)
    }

    /// What a rule of a theory covers.
    fn part_bits(&self, part: &Part<Self>) -> Rc<RowBits> {
        part.set.as_ref().map_or_else(|| self.rule_bits(&part.rule), Rc::clone)
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
        let is_small = self.columns.n_rows() <= TWICE_REVISED;
        let n_revisions = if is_small && tuning.has(Heuristic::ReviseTwice) { 2 } else { 1 };
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
        let examples = others.examples;
        let covered = self.covered_by(others);
        let (pos, neg) = self.masks(examples);
        let counts = self.columns.weigh_bits(&covered, pos, neg);
        Rc::new(Rows {
            set: OnceCell::new(),
            part: None,
            counts: Counts { pos: examples.counts.pos - counts.pos, neg: examples.counts.neg - counts.neg },
            tally: OnceCell::new(),
            origin: RefCell::new(Origin::None),
            remainder: Some(Remainder { examples: Rc::clone(examples), covered: Rc::new(covered) }),
            masks: OnceCell::new(),
        })
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
        if node.rule.tests.len() >= MOST_TESTS || rows.counts.pos == 0 || self.is_stopped() {
            return None;
        }
        let test = self.best_test(rows, aim)?;
        let set = self.columns_of(rows).within(rows.set(), test);
        let cover = self.some_of(rows, set, Origin::Passing(Rc::clone(rows), test));
        let rule = node.rule.plus(test, self.columns);
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
            Exceptions::Learned(learned) => {
                let left = learned.left.set().swapped();
                let covered = match &learned.left.part {
                    Some(part) if rows.part.is_none() => self.rows(part.in_whole(&left)),
                    _ => self.some_of(rows, left, Origin::None),
                };
                (learned.rules, covered)
            }
            Exceptions::Known(rules) => {
                let mut excepted = self.no_rows.clone();
                rules.iter().for_each(|exception| excepted.add(&self.rule_bits(exception)));
                (rules.to_vec(), self.rows(rows.set().outside(&excepted)))
            }
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
