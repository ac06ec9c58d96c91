//! The best test on some rows, for the [search in tables](super): all columns enter the [race](Race) with their counts.

use super::{
    super::{
        cuts::{CutColumn, Race},
        description_length::Aim,
    },
    Tests,
    rows::Rows,
};
use std::rc::Rc;
use xfold_store::{
    Counts,
    table::{CellTest, CodeRange, Real, Run, Tally},
};

/// The test for one code.
fn single(column: usize, code: u32) -> CellTest {
    CellTest::Codes(CodeRange { column: column as u32, first: code, last: code })
}

impl Tests<'_> {
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

    /// A cut between two codes, moved to the middle of the gap that the rows leave around it. `occurs` tells whether a
    /// code occurs in the rows.
    fn moved(
        &self,
        (range, counts): (CodeRange, Counts),
        occurs: impl Fn(u32) -> bool,
    ) -> (CellTest, Counts) {
        let of = &self.columns.columns()[range.column as usize];
        let Some((below, above)) = self.sides(range, occurs) else { return (CellTest::Codes(range), counts) };
        let last = of.coding().middle(below, above);
        let moved = if range.first == 0 {
            CodeRange { last, ..range }
        } else {
            CodeRange { first: last + 1, ..range }
        };
        (CellTest::Codes(moved), counts)
    }

    /// A cut that the tally of some rows has offered: between two ranks as above, between two bins at the best place
    /// within them. `numbers` tells the numbers that occur in some bins.
    fn settled(
        &self,
        best: (CellTest, Counts),
        before: Counts,
        aim: Aim,
        tally: &Tally,
        numbers: impl FnOnce(CodeRange) -> Vec<Run<Real>>,
    ) -> (CellTest, Counts) {
        let CellTest::Codes(range) = best.0 else { return best };
        let column = range.column as usize;
        let of = &self.columns.columns()[column];
        let counts = tally.of(column);
        let occurs = |code: u32| counts.pos[code as usize] | counts.neg[code as usize] != 0;
        if !of.coding().is_binned() {
            return self.moved((range, best.1), occurs);
        }
        let Some((below, above)) = self.sides(range, occurs) else { return best };
        let sum = |counts: &[u32]| counts.iter().map(|count| u64::from(*count)).sum::<u64>();
        let (lower, n_codes) = (below as usize, of.n_codes() as usize);
        let under = Counts { pos: sum(&counts.pos[..lower]), neg: sum(&counts.neg[..lower]) };
        let missing = Counts { pos: counts.pos[n_codes].into(), neg: counts.neg[n_codes].into() };
        let runs = numbers(CodeRange { first: below, last: above, ..range });
        let mut race = Race::new(aim, &self.logarithms, before);
        race.cuts_of_runs(self.cut_column(column, before, missing), under, &runs);
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

    /// The best test on some rows, and what it leaves. None if no test helps.
    pub(super) fn best_test(&self, rows: &Rc<Rows>, aim: Aim) -> Option<(CellTest, Counts)> {
        if self.is_sparse(rows) {
            return self.best_of_few(rows, aim);
        }
        self.best_of_tally(rows.counts, self.tally(rows), aim, |between| {
            self.columns_of(rows).occurring_numbers(rows.set(), between.column as usize, Some(between))
        })
    }

    /// The columns that are looked at in this step.
    fn chosen(&self) -> Vec<usize> {
        let all = self.columns.columns();
        let has_tests = |column: &usize| all[*column].n_codes() > 0 && !all[*column].coding().is_hidden();
        (0..all.len()).filter(|column| has_tests(column) && self.is_chosen()).collect()
    }

    /// The best test on rows that were counted, wherever they are. `numbers` tells the numbers that occur in some bins.
    pub(super) fn best_of_tally(
        &self,
        before: Counts,
        tally: &Tally,
        aim: Aim,
        numbers: impl FnOnce(CodeRange) -> Vec<Run<Real>>,
    ) -> Option<(CellTest, Counts)> {
        let all = self.columns.columns();
        let chosen = self.chosen();
        let mut race = Race::new(aim, &self.logarithms, before);
        for &column in chosen.iter().filter(|column| all[**column].is_numeric()) {
            let counts = tally.of(column);
            let n_codes = all[column].n_codes() as usize;
            let missing = Counts { pos: counts.pos[n_codes].into(), neg: counts.neg[n_codes].into() };
            race.foresee(self.cut_column(column, before, missing), counts);
        }
        chosen.into_iter().for_each(|column| self.enter_tally(&mut race, column, before, tally));
        race.best().map(|best| self.settled(best, before, aim, tally, numbers))
    }

    /// The best test on a few rows, whose cells are sorted.
    fn best_of_few(&self, rows: &Rows, aim: Aim) -> Option<(CellTest, Counts)> {
        let columns = self.columns_of(rows);
        let few = &mut *self.few.borrow_mut();
        let mut race = Race::new(aim, &self.logarithms, rows.counts);
        for column in self.chosen() {
            if columns.columns()[column].coding().is_binned() {
                self.enter_numbers(&mut race, column, rows);
            } else {
                columns.occurring(column, rows.set(), few);
                self.enter_runs(&mut race, column, rows.counts, &few.runs);
            }
        }
        let best = race.best()?;
        let CellTest::Codes(range) = best.0 else { return Some(best) };
        columns.occurring(range.column as usize, rows.set(), few);
        let occurs = |code: u32| few.runs.binary_search_by_key(&code, |run| run.0).is_ok();
        Some(self.moved((range, best.1), occurs))
    }
}
