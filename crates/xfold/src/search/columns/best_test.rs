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
    table::{CellTest, CodeRange, Few, Run, Tally},
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
            let last = of.coding().middle(below, above);
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
    pub(super) fn best_test(&self, rows: &Rc<Rows>, aim: Aim) -> Option<CellTest> {
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
}
