//! Counts by column, code and label: what every test on every column would leave, in one pass over the rows.

use super::{
    CodeRange, Codes, Columns, Counted, Real, RowSet,
    rows::{both, in_pieces, inside, select},
};
use rayon::prelude::*;
use std::rc::Rc;

/// Rows that are counted in one column after the other while they are at hand.
const BLOCK: usize = 1 << 12;
/// Cells that are worth a thread.
const CELLS: usize = 1 << 16;
/// From this many rows on, tables of counters of their own pay.
const MANY_ROWS: usize = 512;

/// How often each code of each column occurs in a set of rows, by label.
#[derive(Debug, Clone, Default)]
pub struct Tally {
    pos: Rc<Vec<u32>>,
    neg: Rc<Vec<u32>>,
    offsets: std::sync::Arc<[usize]>,
}

/// The counts of one column: of each code and, last, of missing numbers.
#[derive(Debug, Clone, Copy)]
pub struct ColumnTally<'a> {
    /// Rows to be covered.
    pub pos: &'a [u32],
    /// Rows to be left alone.
    pub neg: &'a [u32],
}

impl Tally {
    /// The counts of a column.
    pub fn of(&self, column: usize) -> ColumnTally<'_> {
        let range = self.offsets[column]..self.offsets[column + 1];
        ColumnTally { pos: &self.pos[range.clone()], neg: &self.neg[range] }
    }

    /// The counts with the labels exchanged.
    pub fn swapped(&self) -> Self {
        Self { pos: Rc::clone(&self.neg), neg: Rc::clone(&self.pos), offsets: self.offsets.clone() }
    }

    /// The counts of the rows that are not in a part of the set.
    pub fn minus(&self, part: &Self) -> Self {
        let mut rest = self.clone();
        rest.change(part, |all, part| all - part);
        rest
    }

    fn change(&mut self, other: &Self, with: impl Fn(u32, u32) -> u32) {
        for (counts, others) in [(&mut self.pos, &other.pos), (&mut self.neg, &other.neg)] {
            *counts = Rc::new(counts.iter().zip(others.iter()).map(|(a, b)| with(*a, *b)).collect());
        }
    }
}

impl Columns {
    /// Number of counts in a tally of one label.
    pub fn tally_len(&self) -> usize {
        self.offsets[self.columns.len()]
    }

    /// Counts a set of rows.
    pub fn tally(&self, rows: &RowSet) -> Tally {
        self.count(rows)
    }

    /// Counts a set of rows, given the tally of a set that has some rows less and some more.
    pub fn tally_changed(&self, rows: &RowSet, tally: &Tally, more: &RowSet, less: &RowSet) -> Tally {
        // Adding and subtracting tallies costs about as much as counting a row for every few codes.
        if more.len() + less.len() + 2 * self.tally_len() / self.columns.len().max(1) >= rows.len() {
            return self.count(rows);
        }
        let mut sum = tally.clone();
        if !more.is_empty() {
            sum.change(&self.count(more), |a, b| a + b);
        }
        if !less.is_empty() {
            sum.change(&self.count(less), |a, b| a - b);
        }
        sum
    }

    /// Counts the part of a set, given the tally of the whole. The smaller side is counted.
    pub fn tally_part(
        &self,
        part: &RowSet,
        whole: &RowSet,
        tally: &Tally,
        rest: impl FnOnce() -> RowSet,
    ) -> Tally {
        if 2 * part.len() <= whole.len() {
            return self.count(part);
        }
        let rest = rest();
        let mut difference = tally.clone();
        if !rest.is_empty() {
            difference.change(&self.count(&rest), |a, b| a - b);
        }
        difference
    }

    /// The tally of rows that were counted elsewhere.
    pub fn tally_of(&self, counted: Counted) -> Tally {
        let Counted { pos, neg, .. } = counted;
        Tally { pos: Rc::new(pos), neg: Rc::new(neg), offsets: std::sync::Arc::clone(&self.offsets) }
    }

    /// Counts a set of rows, to be told to others.
    pub(super) fn counted(&self, rows: &RowSet) -> Counted {
        let (pos, neg) = both(rows.len(), || self.count_label(&rows.pos), || self.count_label(&rows.neg));
        Counted { pos, neg, n_rows: rows.len() as u64 }
    }

    fn count(&self, rows: &RowSet) -> Tally {
        self.tally_of(self.counted(rows))
    }

    /// How often each code of each column occurs in some rows. Counters of several threads are added in the end, if
    /// that is little against counting.
    fn count_label(&self, rows: &[u32]) -> Vec<u32> {
        let none = || vec![0; self.tally_len()];
        let count = |mut counts: Vec<u32>, rows: &[u32]| {
            for block in rows.chunks(BLOCK) {
                for (column, range) in self.columns.iter().zip(self.offsets.windows(2)) {
                    self.count_column(column.codes(), block, &mut counts[range[0]..range[1]]);
                }
            }
            counts
        };
        let n_cells = rows.len() * self.columns.len();
        if n_cells < 2 * CELLS || n_cells < 8 * self.tally_len() {
            return count(none(), rows);
        }
        let add = |mut sums: Vec<u32>, counts: Vec<u32>| {
            sums.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
            sums
        };
        rows.par_chunks((CELLS / self.columns.len()).max(BLOCK)).fold(none, count).reduce(none, add)
    }

    fn count_column(&self, codes: &Codes, rows: &[u32], counts: &mut [u32]) {
        match (codes, &self.weights) {
            (Codes::Byte(codes), None) if rows.len() < MANY_ROWS => {
                rows.iter().for_each(|&row| counts[usize::from(codes[row as usize])] += 1);
            }
            (Codes::Byte(codes), None) => {
                // Two counters in turn: the same code twice in a row need not wait for memory.
                let (mut one, mut other) = ([0u32; 256], [0u32; 256]);
                let mut pairs = rows.chunks_exact(2);
                for pair in &mut pairs {
                    one[usize::from(codes[pair[0] as usize])] += 1;
                    other[usize::from(codes[pair[1] as usize])] += 1;
                }
                for &row in pairs.remainder() {
                    one[usize::from(codes[row as usize])] += 1;
                }
                let sums = one.iter().zip(other).map(|(one, other)| one + other);
                counts.iter_mut().zip(sums).for_each(|(count, sum)| *count += sum);
            }
            (Codes::Word(codes), None) => {
                rows.iter().for_each(|&row| counts[usize::from(codes[row as usize])] += 1);
            }
            (Codes::Byte(codes), Some(weights)) => {
                rows.iter()
                    .map(|&row| row as usize)
                    .for_each(|row| counts[usize::from(codes[row])] += weights[row]);
            }
            (Codes::Word(codes), Some(weights)) => {
                rows.iter()
                    .map(|&row| row as usize)
                    .for_each(|row| counts[usize::from(codes[row])] += weights[row]);
            }
        }
    }
}

/// What a number or code counts for by label.
pub type Run<K> = (K, u32, u32);

/// The codes of a column that occur in a few rows. It keeps its memory from one use to the next.
#[derive(Debug, Default)]
pub struct Few {
    /// The codes in order, with what they count for by label.
    pub runs: Vec<Run<u32>>,
    /// All zero between two uses.
    counts: Vec<(u32, u32)>,
    occurs: Vec<u64>,
}

impl Columns {
    /// The codes of a column that occur in a few rows, in order, with what they count for by label. Codes that do not
    /// occur are hardly looked at.
    pub fn occurring(&self, column: usize, rows: &RowSet, few: &mut Few) {
        let n_codes = self.columns[column].n_codes() as usize + 1;
        if few.counts.len() < n_codes {
            few.counts.resize(n_codes, (0, 0));
            few.occurs.resize(n_codes.div_ceil(64), 0);
        }
        match self.columns[column].codes() {
            Codes::Byte(codes) => self.enter(rows, few, |row| codes[row as usize].into()),
            Codes::Word(codes) => self.enter(rows, few, |row| codes[row as usize].into()),
        }
        few.runs.clear();
        for (first, word) in (0..n_codes).step_by(64).zip(&mut few.occurs) {
            let mut bits = std::mem::take(word);
            while bits != 0 {
                let code = first + bits.trailing_zeros() as usize;
                let (pos, neg) = std::mem::take(&mut few.counts[code]);
                few.runs.push((code as u32, pos, neg));
                bits &= bits - 1;
            }
        }
    }

    fn enter(&self, rows: &RowSet, few: &mut Few, code: impl Fn(u32) -> usize) {
        let weight = |row: u32| self.weights.as_ref().map_or(1, |weights| weights[row as usize]);
        for &row in &rows.pos {
            let code = code(row);
            few.counts[code].0 += weight(row);
            few.occurs[code / 64] |= 1 << (code % 64);
        }
        for &row in &rows.neg {
            let code = code(row);
            few.counts[code].1 += weight(row);
            few.occurs[code / 64] |= 1 << (code % 64);
        }
    }

    /// The same for the numbers of a column in bins; missing cells are left out. With a range only the numbers whose
    /// codes lie in it.
    pub fn occurring_numbers(
        &self,
        rows: &RowSet,
        column: usize,
        range: Option<CodeRange>,
    ) -> Vec<Run<Real>> {
        let of = &self.columns[column];
        let Some(numbers) = of.numbers() else { return Vec::new() };
        let last = of.n_codes().wrapping_sub(1);
        let (first, last) = range.map_or((0, last), |range| (range.first, range.last.min(last)));
        let weight = |row: u32| self.weights.as_ref().map_or(1, |weights| weights[row as usize]);
        let real = |row: u32| (Real::new(numbers[self.row_in_whole(row) as usize]), weight(row));
        // The bins tell which rows need a look at their numbers.
        let within = CodeRange { column: column as u32, first, last };
        let numbers_of = |rows: &[u32]| -> Vec<(Real, u32)> {
            in_pieces(rows, |rows| {
                let rows = match of.codes() {
                    Codes::Byte(codes) => select(rows, |row| inside(codes[row as usize].into(), within)),
                    Codes::Word(codes) => select(rows, |row| inside(codes[row as usize].into(), within)),
                };
                rows.into_iter().map(real).collect()
            })
        };
        let (pos, neg) = both(rows.len(), || numbers_of(&rows.pos), || numbers_of(&rows.neg));
        let pos = pos.into_iter().map(|(key, weight)| (key, weight, 0));
        let neg = neg.into_iter().map(|(key, weight)| (key, 0, weight));
        let mut runs: Vec<Run<Real>> = pos.chain(neg).collect();
        merge(&mut runs);
        runs
    }
}

/// Sorts runs and puts equal ones together.
pub(super) fn merge<K: Ord + Copy + Send>(runs: &mut Vec<Run<K>>) {
    runs.par_sort_unstable_by_key(|run| run.0);
    runs.dedup_by(|next, run| {
        let same = next.0 == run.0;
        if same {
            run.1 += next.1;
            run.2 += next.2;
        }
        same
    });
}
