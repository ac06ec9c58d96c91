//! The best of all tests that the counts of a table's columns offer: one step of the search in tables. Most cuts are
//! never looked at, because the counts of a block of codes bound what any cut within it can gain.

use super::{description_length::Aim, score::gain::Logarithms};
use xfold_store::{
    Counts,
    table::{CellTest, CodeRange, ColumnTally, Real, Run},
};

/// Gains closer than this are equal: rounding errors are smaller.
const EQUAL: f64 = 1e-9;
/// Codes whose cuts are bounded together: few enough for a bound that is close, and a length that the processor adds up
/// at once.
const BLOCK: usize = 16;

/// A candidate test with what it leaves.
#[derive(Clone, Copy)]
struct Candidate {
    gain: f64,
    counts: Counts,
    test: CellTest,
}

impl Candidate {
    /// Whether it is better than another one: a higher gain, or an equal one with more positives.
    fn beats(&self, other: &Self) -> bool {
        let difference = self.gain - other.gain;
        difference > EQUAL || (difference > -EQUAL && self.counts.pos > other.counts.pos)
    }
}

/// Cells of a numeric column in order: ranks, bins or numbers.
pub(super) trait Place: Copy {
    /// The tests for cells up to this place, and for cells from the next place on.
    fn cut(self, next: Self, column: u32, last_code: u32) -> [CellTest; 2];
}

impl Place for u32 {
    /// Which place in a gap is best is decided for the winner only.
    fn cut(self, next: Self, column: u32, last_code: u32) -> [CellTest; 2] {
        let range = |first, last| CellTest::Codes(CodeRange { column, first, last });
        [range(0, self), range(next, last_code)]
    }
}

impl Place for Real {
    fn cut(self, next: Self, column: u32, _: u32) -> [CellTest; 2] {
        let middle = self.value() / 2.0 + next.value() / 2.0;
        // Where two numbers are so near that the middle is one of them, the lower one separates them.
        let bound = if middle < next.value() { Real::new(middle) } else { self };
        [CellTest::AtMost(column, bound), CellTest::Above(column, bound)]
    }
}

/// A numeric column whose cuts are tried.
#[derive(Clone, Copy)]
pub(super) struct CutColumn {
    pub(super) column: u32,
    pub(super) n_codes: u32,
    /// The rows that have a number.
    pub(super) present: Counts,
}

/// Tests compete on the same rows. In a tie the earlier one wins.
pub(super) struct Race<'a> {
    aim: Aim,
    logarithms: &'a Logarithms,
    before: Counts,
    base: f64,
    /// What some test is known to gain.
    least: f64,
    best: Option<Candidate>,
}

impl<'a> Race<'a> {
    /// A race of tests on rows with these counts.
    pub(super) fn new(aim: Aim, logarithms: &'a Logarithms, before: Counts) -> Self {
        let least = match aim {
            Aim::Gain => EQUAL,
            // Fewer errors than without the test, and fewer than without the rule.
            Aim::FewestErrors => before.pos.saturating_sub(before.neg) as f64 + 1.0,
        };
        Self { aim, logarithms, before, base: logarithms.precision(before), least, best: None }
    }

    /// The winner, and what it leaves.
    pub(super) fn best(self) -> Option<(CellTest, Counts)> {
        self.best.map(|best| (best.test, best.counts))
    }

    /// What a test gains that leaves these counts; none if that is less than what is known.
    fn gain(&self, counts: Counts) -> Option<f64> {
        if self.aim == Aim::FewestErrors {
            let gain = counts.pos as f64 - counts.neg as f64;
            return (gain >= self.least - EQUAL).then_some(gain);
        }
        // The share of positives must rise; then something is excluded, too.
        if counts.pos * self.before.neg <= counts.neg * self.before.pos
            || counts.pos as f64 * -self.base < self.least - EQUAL
        {
            return None;
        }
        let gain = counts.pos as f64 * (self.logarithms.precision(counts) - self.base);
        (gain >= self.least - EQUAL).then_some(gain)
    }

    /// Enters a test that leaves these counts.
    pub(super) fn consider(&mut self, counts: Counts, test: impl FnOnce() -> CellTest) {
        let Some(gain) = self.gain(counts).filter(|gain| *gain > EQUAL) else { return };
        let candidate = Candidate { gain, counts, test: test() };
        if self.best.as_ref().is_none_or(|best| candidate.beats(best)) {
            self.least = self.least.max(gain);
            self.best = Some(candidate);
        }
    }

    /// Looks at some cuts of a column to know what can be gained at least.
    pub(super) fn foresee(&mut self, column: CutColumn, tally: ColumnTally<'_>) {
        let n_codes = column.n_codes as usize;
        if n_codes <= 2 * BLOCK {
            return;
        }
        let mut below = Counts::default();
        for (pos, neg) in tally.pos[..n_codes].chunks(BLOCK).zip(tally.neg[..n_codes].chunks(BLOCK)) {
            below = plus(below, sum(pos, neg));
            for counts in [below, minus(column.present, below)] {
                self.least = self.gain(counts).map_or(self.least, |gain| self.least.max(gain));
            }
        }
    }

    /// Enters all cuts between codes of a numeric column.
    pub(super) fn cuts(&mut self, column: CutColumn, tally: ColumnTally<'_>) {
        let CutColumn { column, n_codes, present } = column;
        let all = n_codes as usize;
        let mut below = Counts::default();
        let blocks = tally.pos[..all].chunks(BLOCK).zip(tally.neg[..all].chunks(BLOCK));
        for (first, (pos, neg)) in (0u32..).step_by(BLOCK).zip(blocks) {
            let after = plus(below, sum(pos, neg));
            // A cut in this block leaves, at best, all positives and no negatives of the block.
            let lower = Counts { pos: after.pos, neg: below.neg };
            let upper = Counts { pos: present.pos - below.pos, neg: present.neg - after.neg };
            if after != below && (self.gain(lower).is_some() || self.gain(upper).is_some()) {
                let mut lower = below;
                for (code, (&pos, &neg)) in (first..).zip(pos.iter().zip(neg)) {
                    if pos | neg == 0 {
                        continue;
                    }
                    lower = plus(lower, Counts { pos: pos.into(), neg: neg.into() });
                    if lower == present {
                        return;
                    }
                    let range = |first, last| CellTest::Codes(CodeRange { column, first, last });
                    self.consider(lower, || range(0, code));
                    self.consider(minus(present, lower), || range(code + 1, n_codes - 1));
                }
            }
            below = after;
        }
    }

    /// Enters all cuts between runs of a numeric column. `below` is what lies below all of them.
    pub(super) fn cuts_of_runs<P: Place>(&mut self, column: CutColumn, below: Counts, runs: &[Run<P>]) {
        let CutColumn { column, n_codes, present } = column;
        let mut lower = below;
        for pair in runs.windows(2) {
            let ((place, pos, neg), (next, next_pos, next_neg)) = (pair[0], pair[1]);
            lower = plus(lower, Counts { pos: pos.into(), neg: neg.into() });
            // A cut between two runs of one label is never better than one beside them.
            if (pos == 0 && next_pos == 0) || (neg == 0 && next_neg == 0) {
                continue;
            }
            let cut = |side: usize| place.cut(next, column, n_codes.wrapping_sub(1))[side];
            self.consider(lower, || cut(0));
            self.consider(minus(present, lower), || cut(1));
        }
    }
}

fn sum(pos: &[u32], neg: &[u32]) -> Counts {
    // The length of a whole block is known to the compiler.
    let sum = |counts: &[u32]| match <&[u32; BLOCK]>::try_from(counts) {
        Ok(block) => u64::from(block.iter().sum::<u32>()),
        Err(_) => u64::from(counts.iter().sum::<u32>()),
    };
    Counts { pos: sum(pos), neg: sum(neg) }
}

fn plus(one: Counts, other: Counts) -> Counts {
    Counts { pos: one.pos + other.pos, neg: one.neg + other.neg }
}

fn minus(one: Counts, other: Counts) -> Counts {
    Counts { pos: one.pos - other.pos, neg: one.neg - other.neg }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gain_likes_purity_and_errors_count_alike() {
        let runs: [Run<u32>; 3] = [(0, 30, 0), (1, 12, 10), (2, 5, 20)];
        let before = Counts { pos: 47, neg: 30 };
        let column = CutColumn { column: 0, n_codes: 3, present: before };
        let logarithms = Logarithms::new(100);
        let best = |aim: Aim| {
            let mut race = Race::new(aim, &logarithms, before);
            race.cuts_of_runs(column, Counts::default(), &runs);
            race.best().map(|(test, _)| test)
        };
        let at_most = |last: u32| Some(CellTest::Codes(CodeRange { column: 0, first: 0, last }));
        assert!(best(Aim::Gain) == at_most(0));
        assert!(best(Aim::FewestErrors) == at_most(1));
    }

    #[test]
    fn a_test_that_leaves_no_fewer_errors_ends_no_rule() {
        let logarithms = Logarithms::new(100);
        let before = Counts { pos: 10, neg: 4 };
        let mut race = Race::new(Aim::FewestErrors, &logarithms, before);
        let test = CellTest::Codes(CodeRange { column: 0, first: 0, last: 0 });
        race.consider(Counts { pos: 8, neg: 2 }, || test);
        assert!(race.best().is_none());
    }
}
