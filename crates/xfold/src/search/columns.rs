//! Tables: tests on columns as a language of the [scheme](super::scheme). A row is an example, a test a range of one
//! column's codes; the counts of all tests come from one pass over the rows.

use super::{
    column_rule::ColumnRule,
    cuts::{Aim, CutColumn, Race},
    paper,
    scheme::{self, Language, Learned, Offer, Told},
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

/// The most tests of a rule.
const MOST_TESTS: usize = 12;
/// Up to this many rows there is time to revise a theory twice.
const TWICE_REVISED: usize = 4000;
/// The most memory for bits of tests, in bytes.
const MOST_CACHED: usize = 1 << 26;
/// From this many rows on, one step takes longer than a look at the clock by far.
const SLOW_ROWS: usize = 50_000;
/// Tables with fewer cells lie near enough, whatever rows are counted.
const LARGE: usize = 1 << 21;
/// Rows that are at most one of so many lie far apart.
const SCATTERED: usize = 2;
/// A column whose codes are more than this many times the rows is counted by sorting.
const SPARSE: usize = 4;

/// Hears of a rule that was added, and of the rows that are left.
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
    /// Hears of each rule that is added, with the rows that are left.
    pub(crate) told: Option<Listener<'a>>,
}

/// Learns rules that cover some rows and leave others alone. `n_tests` and `n_all` are those of the whole table.
pub(crate) fn fit(
    columns: &Columns,
    rows: RowSet,
    n_all: u64,
    n_tests: usize,
    how: Fit<'_>,
) -> Vec<ColumnRule> {
    let language = Tests {
        columns,
        how,
        logarithms: Logarithms::new(columns.n_rows()),
        known: RefCell::default(),
        few: RefCell::default(),
        no_rows: Rc::new(RowBits::none(columns.n_rows())),
        test_cache: RefCell::default(),
        rule_cache: RefCell::default(),
        random: Cell::new(how.sample.map_or(0, |(_, seed)| seed)),
        n_steps: Cell::new(0),
        stopped: Cell::new(false),
    };
    let length = Length::of_table(n_all, n_tests, how.brevity, how.unit);
    let rows = language.rows(rows, Origin::None);
    if how.paper {
        return paper::fold_as_published(&language, &rows, 0);
    }
    scheme::fit(&language, &rows, length)
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
struct Tests<'a> {
    columns: &'a Columns,
    how: Fit<'a>,
    logarithms: Logarithms,
    /// What was covered when the rows beyond it were last counted, and their counts.
    known: RefCell<Option<(Rc<RowBits>, Tally)>>,
    no_rows: Rc<RowBits>,
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
struct Rows {
    set: RowSet,
    /// The part of the table that they are rows of, if it is not the whole.
    part: Option<Rc<Columns>>,
    counts: Counts,
    tally: OnceCell<Tally>,
    origin: RefCell<Origin>,
    /// If it is what rules leave of some examples: these, and what the rules cover.
    beyond: Option<(Rc<Rows>, Rc<RowBits>)>,
    masks: OnceCell<(RowBits, RowBits)>,
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

/// A rule under construction.
struct Node {
    rule: ColumnRule,
    rows: Rc<Rows>,
    /// Whether its last test was chosen for the errors that it leaves.
    is_finished: bool,
}

/// A theory with what its rules cover.
struct Theory {
    rules: Vec<Rc<RowBits>>,
    once: RowBits,
    twice: RowBits,
    examples: Rc<Rows>,
}

/// A rule that is tried in a theory.
enum Measured {
    /// What it covers.
    Bits(Rc<RowBits>),
    /// Of many rows, what all rules cover would take too much memory.
    Rule(ColumnRule),
}

/// What the other rules of a theory cover.
struct Others {
    bits: RowBits,
    covered: Counts,
}

/// The test for one code.
fn single(column: usize, code: u32) -> CellTest {
    CellTest::Codes(CodeRange { column: column as u32, first: code, last: code })
}

impl Tests<'_> {
    /// Rows of the whole table.
    fn rows(&self, set: RowSet, origin: Origin) -> Rc<Rows> {
        Rc::new(self.new_rows(set, None, origin))
    }

    /// Some of other rows.
    fn some_of(&self, rows: &Rows, set: RowSet, origin: Origin) -> Rc<Rows> {
        Rc::new(self.new_rows(set, rows.part.clone(), origin))
    }

    fn new_rows(&self, set: RowSet, part: Option<Rc<Columns>>, origin: Origin) -> Rows {
        let columns = part.as_deref().unwrap_or(self.columns);
        Rows {
            counts: Counts { pos: columns.weigh(&set.pos), neg: columns.weigh(&set.neg) },
            set,
            part,
            tally: OnceCell::new(),
            origin: RefCell::new(origin),
            beyond: None,
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
        is_large && rows.part.is_none() && SCATTERED * rows.set.len() <= columns.n_rows()
    }

    /// Few rows are counted by sorting, without a tally.
    fn is_sparse(&self, rows: &Rows) -> bool {
        rows.set.len() * SPARSE * self.columns.columns().len() < self.columns.tally_len()
    }

    fn tally<'a>(&self, rows: &'a Rc<Rows>) -> &'a Tally {
        rows.tally.get_or_init(|| {
            let origin = rows.origin.replace(Origin::None);
            if let Origin::Part(whole) | Origin::Passing(whole, _) | Origin::Left(whole, _) = &origin
                && let Some(tally) = whole.tally.get()
            {
                let columns = self.columns_of(rows);
                return columns.tally_part(&rows.set, &whole.set, tally, || match &origin {
                    Origin::Passing(_, test) => columns.failing(&whole.set, *test),
                    Origin::Left(_, others) => others.set.clone(),
                    _ => whole.set.minus(&rows.set),
                });
            }
            if let Some((examples, bits)) = &rows.beyond {
                let tally = self.tally_beyond(&rows.set, examples, bits);
                self.known.replace(Some((Rc::clone(bits), tally.clone())));
                return tally;
            }
            self.columns_of(rows).tally(&rows.set)
        })
    }

    /// Counts what some rules leave. Most of it was counted when other rules left something.
    fn tally_beyond(&self, rows: &RowSet, examples: &Rows, bits: &RowBits) -> Tally {
        let known = self.known.borrow();
        let Some((known_bits, tally)) = known.as_ref() else { return self.columns.tally(rows) };
        let masks = self.masks(examples);
        let more = known_bits.minus(bits).by_label(masks);
        let less = bits.minus(known_bits).by_label(masks);
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
        let runs = self.columns_of(rows).occurring_numbers(&rows.set, column, None);
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
                self.columns_of(rows).occurring(column, &rows.set, few);
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
        let runs = self.columns_of(rows).occurring_numbers(&rows.set, column, Some(between));
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

    fn best_test(&self, node: &Node, aim: Aim) -> Option<CellTest> {
        let rows = &node.rows;
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
                    self.columns_of(rows).occurring(column, &rows.set, few);
                    self.enter_runs(&mut race, column, rows.counts, &few.runs);
                }
            }
        }
        race.best().map(|best| self.settled(best, rows, aim, tally, few))
    }

    /// The rule with one test more.
    fn refined(&self, node: &Node, aim: Aim) -> Option<Node> {
        if node.rule.tests.len() >= MOST_TESTS || node.rows.counts.pos == 0 || self.is_stopped() {
            return None;
        }
        let test = self.best_test(node, aim)?;
        let origin = Origin::Passing(Rc::clone(&node.rows), test);
        let set = self.columns_of(&node.rows).within(&node.rows.set, test);
        let rows = self.some_of(&node.rows, set, origin);
        let rule = node.rule.plus(test, self.columns);
        Some(Node { rule, rows, is_finished: aim == Aim::FewestErrors })
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

    fn masks<'a>(&self, rows: &'a Rows) -> &'a (RowBits, RowBits) {
        let n_rows = self.columns.n_rows();
        rows.masks.get_or_init(|| (RowBits::of(&rows.set.pos, n_rows), RowBits::of(&rows.set.neg, n_rows)))
    }

    fn offer(&self, node: &Node, exceptions: Vec<ColumnRule>, covered: Rc<Rows>) -> Offer<Self> {
        let rule = ColumnRule { tests: node.rule.tests.clone(), exceptions };
        Offer { rules: vec![rule], counts: covered.counts, covered }
    }
}

impl Language for Tests<'_> {
    type Rule = ColumnRule;
    type Examples = Rc<Rows>;
    type Node = Node;
    type Covered = Rc<Rows>;
    type Theory = Theory;
    type Others = Others;
    type Measured = Measured;

    fn tell(&self, event: Told<'_, Self>) {
        if let (Some(told), Told::Rule { depth: 0, rule, left }) = (self.how.told, event) {
            told(rule, left.counts);
        }
    }

    fn has(&self, heuristic: Heuristic) -> bool {
        self.how.tuning.has(heuristic)
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

    fn count(&self, rows: &Rc<Rows>) -> Counts {
        rows.counts
    }

    fn swapped(&self, node: &Node, _: &Rc<Rows>) -> Rc<Rows> {
        let swapped = node.rows.set.swapped();
        let rows = if self.are_scattered(&node.rows) {
            let (part, set) = self.columns.part(&swapped);
            Rc::new(self.new_rows(set, Some(Rc::new(part)), Origin::None))
        } else {
            self.some_of(&node.rows, swapped, Origin::None)
        };
        if let Some(tally) = node.rows.tally.get() {
            // Nobody else has set it: the rows are new.
            let _ = rows.tally.set(tally.swapped());
        }
        rows
    }

    fn without(&self, rows: &Rc<Rows>, covered: &Rc<Rows>) -> Rc<Rows> {
        let origin = Origin::Left(Rc::clone(rows), Rc::clone(covered));
        self.some_of(rows, rows.set.minus(&covered.set), origin)
    }

    fn start(&self, rule: &ColumnRule, rows: &Rc<Rows>) -> Option<Node> {
        let node = |rows| Some(Node { rule: rule.clone(), rows, is_finished: false });
        if rule.tests.is_empty() {
            return node(Rc::clone(rows));
        }
        let part = |set| self.some_of(rows, set, Origin::Part(Rc::clone(rows)));
        if let Some((examples, beyond)) = &rows.beyond {
            let default = ColumnRule { tests: rule.tests.clone(), exceptions: Vec::new() };
            return node(part(self.rule_bits(&default).minus(beyond).by_label(self.masks(examples))));
        }
        let set = rule.tests.iter().fold(None, |set: Option<RowSet>, test| {
            Some(self.columns_of(rows).within(set.as_ref().unwrap_or(&rows.set), *test))
        })?;
        node(part(set))
    }

    fn refine(&self, node: &Node, _: usize) -> Option<Node> {
        self.refined(node, Aim::Gain)
    }

    fn finish(&self, node: &Node) -> Option<Node> {
        self.refined(node, Aim::FewestErrors)
    }

    fn is_finished(&self, node: &Node) -> bool {
        node.is_finished
    }

    fn rule<'a>(&self, node: &'a Node) -> &'a ColumnRule {
        &node.rule
    }

    fn counts(&self, node: &Node) -> Counts {
        node.rows.counts
    }

    fn empty(&self) -> ColumnRule {
        ColumnRule::default()
    }

    fn size(&self, rule: &ColumnRule) -> usize {
        rule.size()
    }

    fn except(&self, rule: &ColumnRule, exceptions: Vec<ColumnRule>) -> ColumnRule {
        ColumnRule { tests: rule.tests.clone(), exceptions }
    }

    /// New rows are never the listed ones, so a list says nothing.
    fn listed(&self, _: &Node, _: &Rc<Rows>) -> Option<ColumnRule> {
        None
    }

    fn uncovered_positives(&self, rows: &Rc<Rows>, rule: &ColumnRule) -> Rc<Rows> {
        let positives = RowSet::new(rows.set.pos.clone(), Vec::new());
        let left = positives.minus(&rule.covered(self.columns_of(rows), &positives)).pos;
        let set = RowSet::new(left, rows.set.neg.clone());
        self.some_of(rows, set, Origin::Part(Rc::clone(rows)))
    }

    fn n_revisions(&self) -> usize {
        if self.has(Heuristic::ReviseTwice) && self.columns.n_rows() <= TWICE_REVISED { 2 } else { 1 }
    }

    fn may_except(&self, depth: usize) -> bool {
        depth < self.how.max_depth
    }

    fn shorter(&self, rule: &ColumnRule) -> Vec<ColumnRule> {
        rule.shorter()
    }

    fn measured_shorter(&self, rule: &ColumnRule) -> Vec<(ColumnRule, Measured)> {
        let shorter = rule.shorter();
        if self.columns.n_rows() >= SLOW_ROWS {
            return shorter.into_iter().map(|rule| (rule.clone(), Measured::Rule(rule))).collect();
        }
        let default = ColumnRule { tests: rule.tests.clone(), exceptions: Vec::new() };
        let exceptions: Vec<Rc<RowBits>> = rule.exceptions.iter().map(|rule| self.rule_bits(rule)).collect();
        let (once, twice) =
            RowBits::once_and_twice(exceptions.iter().map(|bits| &**bits), self.columns.n_rows());
        let tested = self.rule_bits(&default);
        let measured = |shorter: ColumnRule| {
            let changed = (0..shorter.exceptions.len())
                .find(|&place| shorter.exceptions[place] != rule.exceptions[place]);
            let bits = if shorter.tests.len() < rule.tests.len() {
                self.tests_bits(&shorter.tests).minus(&once)
            } else {
                // The other exceptions stay, and the changed one covers something else.
                let place = changed.unwrap_or(shorter.exceptions.len());
                let mut excepted = once.minus(&exceptions[place]);
                excepted.add(&twice);
                if shorter.exceptions.len() == rule.exceptions.len() {
                    excepted.add(&self.rule_bits(&shorter.exceptions[place]));
                }
                tested.minus(&excepted)
            };
            (shorter, Measured::Bits(Rc::new(bits)))
        };
        shorter.into_iter().map(measured).collect()
    }

    fn are_same(&self, one: &ColumnRule, other: &ColumnRule) -> bool {
        one.tests.len() == other.tests.len() && one.tests.iter().all(|test| other.tests.contains(test))
    }

    fn starts(&self, rule: &ColumnRule) -> Vec<ColumnRule> {
        let default = ColumnRule { tests: rule.tests.clone(), exceptions: Vec::new() };
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

    fn plain(&self, node: &Node, _: &[ColumnRule], _: &Rc<Rows>, _: usize) -> Offer<Self> {
        self.offer(node, Vec::new(), Rc::clone(&node.rows))
    }

    fn excepted(
        &self,
        node: &Node,
        exceptions: Learned<Self>,
        _: &[ColumnRule],
        _: &Rc<Rows>,
        _: usize,
    ) -> Offer<Self> {
        let left = exceptions.left.set.swapped();
        let covered = match &exceptions.left.part {
            Some(part) if node.rows.part.is_none() => self.rows(part.in_whole(&left), Origin::None),
            _ => self.some_of(&node.rows, left, Origin::None),
        };
        self.offer(node, exceptions.rules, covered)
    }

    fn with_exceptions_of(&self, node: &Node, other: &ColumnRule, _: &Rc<Rows>) -> Option<Offer<Self>> {
        if other.exceptions.is_empty() {
            return None;
        }
        let mut excepted = RowBits::none(self.columns.n_rows());
        other.exceptions.iter().for_each(|exception| excepted.add(&self.rule_bits(exception)));
        let covered = self.rows(node.rows.set.outside(&excepted), Origin::None);
        Some(self.offer(node, other.exceptions.clone(), covered))
    }

    fn theory(&self, rules: &[ColumnRule], examples: &Rc<Rows>) -> Theory {
        let rules: Vec<Rc<RowBits>> = rules.iter().map(|rule| self.rule_bits(rule)).collect();
        let (once, twice) = RowBits::once_and_twice(rules.iter().map(|bits| &**bits), self.columns.n_rows());
        Theory { rules, once, twice, examples: Rc::clone(examples) }
    }

    fn others(&self, theory: &Theory, place: usize) -> Others {
        let mut bits = theory.once.clone();
        if let Some(rule) = theory.rules.get(place) {
            bits.remove(rule);
            bits.add(&theory.twice);
        }
        let (pos, neg) = self.masks(&theory.examples);
        let covered = self.columns.weigh_bits(&bits, pos, neg);
        Others { bits, covered }
    }

    fn measured(&self, rule: &ColumnRule) -> Measured {
        if self.columns.n_rows() < SLOW_ROWS {
            Measured::Bits(self.rule_bits(rule))
        } else {
            Measured::Rule(rule.clone())
        }
    }

    fn errors(&self, others: &Others, rule: Option<&Measured>, examples: &Rc<Rows>) -> u64 {
        let bits = rule.map(|rule| match rule {
            Measured::Bits(bits) => Rc::clone(bits),
            Measured::Rule(rule) => self.rule_bits(rule),
        });
        let Some(bits) = bits else { return others.covered.neg + examples.counts.pos - others.covered.pos };
        let (pos, neg) = self.masks(examples);
        self.columns.weigh_errors(&others.bits, &bits, pos, neg)
    }

    fn errors_with(&self, others: &Others, offer: &Offer<Self>, examples: &Rc<Rows>) -> u64 {
        let pos = others.covered.pos + offer.counts.pos;
        others.covered.neg + offer.counts.neg + examples.counts.pos - pos
    }

    fn fewest_errors(&self, others: &Others, node: &Node, examples: &Rc<Rows>) -> Option<u64> {
        let pos = others.covered.pos + node.rows.counts.pos;
        Some(others.covered.neg + examples.counts.pos - pos)
    }

    fn adds_up(&self) -> bool {
        true
    }

    fn is_apart(&self, change: [Option<&Measured>; 2], variant: [Option<&Measured>; 2]) -> bool {
        let bits = |measured: Option<&Measured>| match measured {
            None => Some(Rc::clone(&self.no_rows)),
            Some(Measured::Bits(bits)) => Some(Rc::clone(bits)),
            Some(Measured::Rule(_)) => None,
        };
        match [change[0], change[1], variant[0], variant[1]].map(bits) {
            [Some(a), Some(b), Some(c), Some(d)] => RowBits::are_apart([&a, &b], [&c, &d]),
            _ => false,
        }
    }

    fn beyond(&self, others: &Others, examples: &Rc<Rows>) -> Rc<Rows> {
        let bits = Rc::new(others.bits.clone());
        let rows = self.new_rows(examples.set.outside(&bits), None, Origin::None);
        Rc::new(Rows { beyond: Some((Rc::clone(examples), bits)), ..rows })
    }
}
