//! One column in codes: ranks or bins of numbers, or numbers of categories. A code takes one byte or two.

use super::{CellTest, CodeRange, Real};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The codes of a column's cells.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Codes {
    /// At most 255 codes, the one for missing cells included.
    Byte(Vec<u8>),
    /// At most 65 535 codes.
    Word(Vec<u16>),
}

impl Codes {
    fn new(codes: impl ExactSizeIterator<Item = u32>, n_codes: u32) -> Self {
        // One code more is for missing cells, one for values that were never seen.
        if n_codes < 254 {
            Self::Byte(codes.map(|code| code as u8).collect())
        } else {
            Self::Word(codes.map(|code| code as u16).collect())
        }
    }

    /// Number of cells.
    pub fn len(&self) -> usize {
        match self {
            Self::Byte(codes) => codes.len(),
            Self::Word(codes) => codes.len(),
        }
    }

    /// Whether there is no cell.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The code of a cell.
    pub fn get(&self, row: usize) -> u32 {
        match self {
            Self::Byte(codes) => u32::from(codes[row]),
            Self::Word(codes) => u32::from(codes[row]),
        }
    }

    /// The codes of some rows.
    pub(super) fn of_rows(&self, rows: &[u32]) -> Self {
        match self {
            Self::Byte(codes) => Self::Byte(rows.iter().map(|row| codes[*row as usize]).collect()),
            Self::Word(codes) => Self::Word(rows.iter().map(|row| codes[*row as usize]).collect()),
        }
    }

    /// Adds the cells of the next rows of the same column.
    pub(super) fn append(&mut self, more: Self) {
        match (self, more) {
            (Self::Byte(codes), Self::Byte(mut more)) => codes.append(&mut more),
            (Self::Word(codes), Self::Word(mut more)) => codes.append(&mut more),
            _ => debug_assert!(false, "the codes of a column have one width"),
        }
    }

    /// The memory of the codes, in bytes.
    fn n_bytes(&self) -> usize {
        match self {
            Self::Byte(codes) => codes.len(),
            Self::Word(codes) => 2 * codes.len(),
        }
    }
}

/// How the cells of a column become codes. It holds for every part of a table that is kept in several places.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Coding {
    n_codes: u32,
    n_distinct: usize,
    has_missing: bool,
    of: CodesOf,
}

/// What the codes stand for.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
enum CodesOf {
    /// The values of a categorical column.
    Categories,
    /// Something that sets of rows may speak of, but no rule.
    Hidden,
    /// The distinct numbers of a column, in order.
    Ranks(Vec<f64>),
    /// Bins of numbers: the least number of each bin but the lowest.
    Bins(Vec<f64>),
}

/// How finely numbers are coded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fineness {
    /// Up to this many distinct numbers have a code each.
    pub most_ranks: usize,
    /// With more of them there are so many bins, each with about equally many cells.
    pub n_bins: usize,
    /// With more cells than this, bins are made from this many of them.
    pub most_sampled: usize,
}

impl Fineness {
    /// Of a column with so many cells, each which one is sampled, beginning with the first.
    pub fn step(self, n_cells: usize) -> usize {
        n_cells.div_ceil(self.most_sampled.max(1)).max(1)
    }
}

/// The most codes of a column.
pub const MOST_CODES: usize = 65_000;

impl Coding {
    /// The coding of a categorical column with `n_codes` values; missing cells have a code among them.
    pub fn categorical(n_codes: u32) -> Self {
        Self { n_codes, n_distinct: n_codes as usize, has_missing: false, of: CodesOf::Categories }
    }

    /// The coding of a column that sets of rows may speak of, but no rule: its values offer no tests.
    pub fn hidden(n_codes: u32) -> Self {
        Self { n_codes, n_distinct: 0, has_missing: false, of: CodesOf::Hidden }
    }

    /// The coding of numbers. `sample` has, in any order, every cell that is [sampled](Fineness::step) of a column with
    /// `n_cells` cells and is not missing.
    pub fn numeric(
        sample: &[f64],
        n_cells: usize,
        has_missing: bool,
        has_numbers: bool,
        fineness: Fineness,
    ) -> Self {
        let mut keys: Vec<Real> = sample.iter().copied().map(Real::new).collect();
        keys.sort_unstable();
        Self::of_sorted(keys, n_cells, has_missing, has_numbers, fineness)
    }

    fn of_sorted(
        keys: Vec<Real>,
        n_cells: usize,
        has_missing: bool,
        has_numbers: bool,
        fineness: Fineness,
    ) -> Self {
        let Fineness { most_ranks, n_bins, .. } = fineness;
        let mut distinct = keys.clone();
        distinct.dedup();
        let n_distinct = distinct.len();
        let is_exact = fineness.step(n_cells) == 1 && n_distinct <= most_ranks.min(MOST_CODES);
        let values = |keys: &[Real]| keys.iter().map(|key| key.value()).collect::<Vec<f64>>();
        let of = if is_exact {
            CodesOf::Ranks(values(&distinct))
        } else if n_distinct <= n_bins {
            CodesOf::Bins(values(distinct.get(1..).unwrap_or_default()))
        } else {
            let mut firsts: Vec<Real> = (1..n_bins).map(|bin| keys[bin * keys.len() / n_bins]).collect();
            firsts.dedup();
            firsts.retain(|first| *first > keys[0]);
            CodesOf::Bins(values(&firsts))
        };
        let mut coding = Self { n_codes: 0, n_distinct, has_missing, of };
        if has_numbers {
            coding.n_codes = coding.firsts().len() as u32 + 1;
        }
        coding
    }

    /// Number of codes. In a numeric column missing cells have this number as their code, beyond all others.
    pub fn n_codes(&self) -> u32 {
        self.n_codes
    }

    /// Number of distinct values, in bins or not; where bins were made from a sample, of its values.
    pub fn n_distinct(&self) -> usize {
        self.n_distinct
    }

    /// Whether a numeric column has missing cells.
    pub fn has_missing(&self) -> bool {
        self.has_missing
    }

    /// Whether the column is numeric.
    pub fn is_numeric(&self) -> bool {
        matches!(self.of, CodesOf::Ranks(_) | CodesOf::Bins(_))
    }

    /// Whether no rule may read the column.
    pub fn is_hidden(&self) -> bool {
        matches!(self.of, CodesOf::Hidden)
    }

    /// Whether codes are bins, so that numbers have to be compared themselves.
    pub fn is_binned(&self) -> bool {
        matches!(self.of, CodesOf::Bins(_))
    }

    /// The value of each code of a numeric column whose codes are ranks.
    pub fn ranks(&self) -> Option<&[f64]> {
        match &self.of {
            CodesOf::Ranks(ranks) => Some(ranks),
            _ => None,
        }
    }

    /// The first number of each code but the lowest.
    fn firsts(&self) -> &[f64] {
        match &self.of {
            CodesOf::Categories | CodesOf::Hidden => &[],
            CodesOf::Ranks(ranks) => ranks.get(1..).unwrap_or_default(),
            CodesOf::Bins(firsts) => firsts,
        }
    }

    /// In a numeric column in bins, the bin of a number: lower bins have lesser numbers only, higher bins greater ones.
    pub fn bin(&self, number: f64) -> u32 {
        self.firsts().partition_point(|first| *first <= number) as u32
    }

    /// The codes whose cells pass a test for sure and, if it compares with a number, the bin whose cells have to be looked at.
    pub(super) fn decided(&self, test: CellTest) -> (Option<CodeRange>, Option<u32>) {
        let range = |first, last| CodeRange { column: test.column() as u32, first, last };
        match test {
            CellTest::Codes(range) => (Some(range), None),
            _ if !self.is_binned() => (None, None),
            CellTest::AtMost(_, bound) => {
                let at = self.bin(bound.value());
                (at.checked_sub(1).map(|last| range(0, last)), Some(at))
            }
            CellTest::Above(_, bound) => {
                let (at, last) = (self.bin(bound.value()), self.n_codes.saturating_sub(1));
                ((at < last).then(|| range(at + 1, last)), Some(at))
            }
        }
    }

    /// Of the places between two ranks of a numeric column, the one nearest to the middle of the gap between their
    /// values: the last rank on the lower side.
    pub fn middle(&self, below: u32, above: u32) -> u32 {
        let Some(ranks) = self.ranks().filter(|_| above > below + 1) else { return below };
        let middle = (ranks[below as usize] + ranks[above as usize]) / 2.0;
        let n_lower = ranks[below as usize..above as usize].partition_point(|value| *value <= middle) as u32;
        below + n_lower.max(1) - 1
    }
}

/// A column in codes.
#[derive(Debug, Clone)]
pub struct Column {
    coding: Arc<Coding>,
    codes: Codes,
    /// For a numeric column in bins, the cells; NaN is missing.
    numbers: Option<Arc<Vec<f64>>>,
}

impl Column {
    /// A numeric column; NaN is a missing cell.
    pub fn numeric(cells: Arc<Vec<f64>>, fineness: Fineness) -> Self {
        let step = fineness.step(cells.len());
        let sample = cells.iter().copied().step_by(step).filter(|value| !value.is_nan());
        let keys: Vec<Real> = match Integers::of(&cells) {
            Some(integers) => integers.sorted(sample),
            None => {
                let mut keys: Vec<Real> = sample.map(Real::new).collect();
                keys.sort_unstable();
                keys
            }
        };
        let has_missing = cells.iter().any(|value| value.is_nan());
        let has_numbers = !cells.iter().all(|value| value.is_nan());
        let coding = Coding::of_sorted(keys, cells.len(), has_missing, has_numbers, fineness);
        Self::of_numbers(Arc::new(coding), cells)
    }

    /// The cells of a numeric column in a coding that was made before.
    pub fn of_numbers(coding: Arc<Coding>, cells: Arc<Vec<f64>>) -> Self {
        let (integers, n_codes, firsts) = (Integers::of(&cells), coding.n_codes, coding.firsts());
        // One code more is for missing cells.
        let codes = if n_codes < 254 {
            Codes::Byte(codes_of(&cells, firsts, integers, n_codes, |code| code as u8))
        } else {
            Codes::Word(codes_of(&cells, firsts, integers, n_codes, |code| code as u16))
        };
        let numbers = coding.is_binned().then_some(cells);
        Self { coding, codes, numbers }
    }

    /// A categorical column with `n_codes` values; missing cells have a code among them.
    pub fn categorical(codes: impl ExactSizeIterator<Item = u32>, n_codes: u32) -> Self {
        Self::of_categories(Arc::new(Coding::categorical(n_codes)), codes)
    }

    /// The cells of a categorical column in a coding that was made before.
    pub fn of_categories(coding: Arc<Coding>, codes: impl ExactSizeIterator<Item = u32>) -> Self {
        let codes = Codes::new(codes, coding.n_codes);
        Self::of_codes(coding, codes, None)
    }

    /// A column of codes that are there already, with its numbers if the coding has bins.
    pub fn of_codes(coding: Arc<Coding>, codes: Codes, numbers: Option<Arc<Vec<f64>>>) -> Self {
        debug_assert_eq!(coding.is_binned(), numbers.is_some());
        Self { coding, codes, numbers }
    }

    /// How its cells became codes.
    pub fn coding(&self) -> &Arc<Coding> {
        &self.coding
    }

    /// The cells of some rows. Numbers stay where they are, and are found by the rows of the whole.
    pub(super) fn part(&self, rows: &[u32]) -> Self {
        Self {
            coding: Arc::clone(&self.coding),
            codes: self.codes.of_rows(rows),
            numbers: self.numbers.clone(),
        }
    }

    /// The cells.
    pub fn codes(&self) -> &Codes {
        &self.codes
    }

    /// The memory of the column, in bytes: its codes, and its numbers if codes are bins.
    pub fn n_bytes(&self) -> usize {
        self.codes.n_bytes() + std::mem::size_of_val(self.numbers().unwrap_or_default())
    }

    /// The number of [codes](Coding::n_codes).
    pub fn n_codes(&self) -> u32 {
        self.coding.n_codes
    }

    /// Whether this is a numeric column.
    pub fn is_numeric(&self) -> bool {
        self.coding.is_numeric()
    }

    /// The cells of a numeric column whose codes are bins; they have to be compared themselves. Those of the whole, if
    /// this is a part of it.
    pub fn numbers(&self) -> Option<&[f64]> {
        self.numbers.as_ref().map(|numbers| numbers.as_slice())
    }

    /// In a numeric column in bins, for each of some numbers the greatest cell up to it and the least one above it.
    pub fn around(&self, numbers: &[f64]) -> Vec<(Option<f64>, Option<f64>)> {
        // The least cell of each bin but the lowest is known.
        let firsts = self.coding.firsts();
        let first = |bin: usize| (bin > 0).then(|| firsts.get(bin - 1).copied()).flatten();
        let mut in_bin: Vec<Vec<usize>> = vec![Vec::new(); self.n_codes() as usize + 1];
        let mut gaps = Vec::new();
        for (place, &number) in numbers.iter().enumerate() {
            let bin = self.coding.bin(number) as usize;
            in_bin[bin].push(place);
            gaps.push((first(bin), first(bin + 1)));
        }
        for (row, &cell) in self.numbers().unwrap_or_default().iter().enumerate() {
            for &place in &in_bin[self.codes.get(row) as usize] {
                let (low, high) = &mut gaps[place];
                if cell <= numbers[place] {
                    *low = Some(low.map_or(cell, |low| low.max(cell)));
                } else {
                    *high = Some(high.map_or(cell, |high| high.min(cell)));
                }
            }
        }
        gaps
    }
}

/// The codes of cells, given the first value of each code but the lowest; NaN has the code `missing`.
fn codes_of<C: Copy>(
    cells: &[f64],
    firsts: &[f64],
    integers: Option<Integers>,
    missing: u32,
    code: impl Fn(u32) -> C,
) -> Vec<C> {
    match integers {
        Some(integers) => integers.codes(cells, firsts, missing, code),
        None => Ladder::new(firsts).codes(cells, missing, code),
    }
}

/// Integers of a narrow range, which need neither sorting nor searching.
#[derive(Clone, Copy)]
struct Integers {
    least: f64,
    n_values: usize,
}

/// The widest range of integers that get a place each.
const WIDEST: f64 = 65_536.0;

impl Integers {
    /// The range of cells if it is narrow, against their number too, and all of them are integers or missing.
    fn of(cells: &[f64]) -> Option<Self> {
        let (mut least, mut greatest) = (f64::INFINITY, f64::NEG_INFINITY);
        for chunk in cells.chunks(1024) {
            let mut all = true;
            for &value in chunk {
                (least, greatest) = (least.min(value), greatest.max(value));
                all &= value.is_nan() || f64::from(value as i32) == value;
            }
            if !all || greatest - least >= WIDEST {
                return None;
            }
        }
        let n_values = (greatest - least).max(-1.0) as i64 + 1;
        (n_values > 0 && n_values as usize <= 4 * cells.len())
            .then_some(Self { least, n_values: n_values as usize })
    }

    fn place(self, value: f64) -> usize {
        (value - self.least) as usize
    }

    /// The keys of some cells, none of them missing, in order.
    fn sorted(self, sample: impl Iterator<Item = f64>) -> Vec<Real> {
        let mut counts = vec![0; self.n_values];
        sample.for_each(|value| counts[self.place(value)] += 1);
        let values = counts.into_iter().zip(0u32..);
        let key = |place: u32| Real::new(self.least + f64::from(place));
        values.flat_map(|(count, place)| std::iter::repeat_n(key(place), count)).collect()
    }

    fn codes<C: Copy>(self, cells: &[f64], firsts: &[f64], missing: u32, code: impl Fn(u32) -> C) -> Vec<C> {
        let mut firsts = firsts.iter().peekable();
        let mut rank = 0;
        let by_place: Vec<C> = (0..self.n_values as u32)
            .map(|place| {
                while firsts.next_if(|first| **first <= self.least + f64::from(place)).is_some() {
                    rank += 1;
                }
                code(rank)
            })
            .collect();
        let missing = code(missing);
        cells
            .iter()
            .map(|&value| if value.is_nan() { missing } else { by_place[self.place(value)] })
            .collect()
    }
}

/// Ranks by drawers of equal width, so that few of the firsts are compared with a value.
struct Ladder<'a> {
    /// The first value of each code but the lowest.
    firsts: &'a [f64],
    least: f64,
    drawers_per_unit: f64,
    /// How many of the firsts lie in lower drawers, for each drawer and behind the last.
    before: Vec<u32>,
}

/// Drawers for each of the firsts: few of them have more than one.
const DRAWERS: usize = 8;

impl<'a> Ladder<'a> {
    fn new(firsts: &'a [f64]) -> Self {
        let n_drawers = (DRAWERS * firsts.len()).max(1);
        let (least, greatest) = (firsts.first().map_or(0.0, |v| *v), firsts.last().map_or(0.0, |v| *v));
        let drawers_per_unit = (n_drawers - 1) as f64 / (greatest - least);
        // Where the width is no number, everything lies in one drawer.
        let drawers_per_unit = if drawers_per_unit.is_finite() { drawers_per_unit } else { 0.0 };
        let mut ladder = Self { firsts, least, drawers_per_unit, before: vec![0; n_drawers + 1] };
        for &first in firsts {
            let drawer = ladder.drawer(first);
            ladder.before[drawer + 1] += 1;
        }
        for drawer in 1..=n_drawers {
            ladder.before[drawer] += ladder.before[drawer - 1];
        }
        ladder
    }

    /// A greater value is never in a lower drawer.
    fn drawer(&self, value: f64) -> usize {
        (((value - self.least) * self.drawers_per_unit) as usize).min(self.before.len() - 2)
    }

    /// How many of the firsts are at most a value.
    fn rank(&self, value: f64) -> u32 {
        let drawer = self.drawer(value);
        let (start, end) = (self.before[drawer], self.before[drawer + 1]);
        let inside = &self.firsts[start as usize..end as usize];
        start + if inside.is_empty() { 0 } else { inside.partition_point(|first| *first <= value) as u32 }
    }

    /// The codes of cells; NaN has the code `missing`.
    fn codes<C>(&self, cells: &[f64], missing: u32, code: impl Fn(u32) -> C) -> Vec<C> {
        cells.iter().map(|&value| code(if value.is_nan() { missing } else { self.rank(value) })).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exact(values: &[f64]) -> Column {
        let fineness = Fineness { most_ranks: MOST_CODES, n_bins: 255, most_sampled: usize::MAX };
        Column::numeric(Arc::new(values.to_vec()), fineness)
    }

    #[test]
    fn codes_are_ranks() {
        let column = exact(&[3.5, -1.0, f64::NAN, 3.5, 0.0, -0.0]);
        let codes: Vec<u32> = (0..6).map(|row| column.codes().get(row)).collect();
        assert_eq!(codes, [2, 0, 3, 2, 1, 1]);
        assert_eq!(column.coding().ranks(), Some([-1.0, 0.0, 3.5].as_slice()));
    }

    #[test]
    fn bins_hold_about_equally_many_cells() {
        let values: Arc<Vec<f64>> = Arc::new((0..10_000).map(|n| f64::from((n * 7919) % 10_000)).collect());
        for most_sampled in [10_000, 1000] {
            let fineness = Fineness { most_ranks: 100, n_bins: 100, most_sampled };
            let column = Column::numeric(Arc::clone(&values), fineness);
            assert_eq!((column.n_codes(), column.coding().ranks()), (100, None));
            let mut counts = [0; 100];
            (0..10_000).for_each(|row| counts[column.codes().get(row) as usize] += 1);
            assert!(counts.iter().all(|count| (50..200).contains(count)), "{counts:?}");
        }
    }

    #[test]
    fn a_cut_goes_to_the_middle_of_a_gap() {
        let column = exact(&[0.0, 1.0, 2.0, 9.0, 10.0]);
        let column = column.coding();
        assert_eq!(column.middle(0, 4), 2);
        assert_eq!(column.middle(0, 1), 0);
        assert_eq!(column.middle(2, 4), 2);
    }

    #[test]
    fn ranks_by_drawers_are_those_by_counting() {
        let inf = f64::INFINITY;
        for firsts in [
            vec![],
            vec![3.0],
            vec![-inf, 0.0, inf],
            vec![f64::MIN, -1.0, f64::MAX],
            vec![1e-300, 1e-299, 1.0],
            (0..253).map(|n| f64::from(n * n * n)).collect(),
        ] {
            let ladder = Ladder::new(&firsts);
            let near = firsts.iter().flat_map(|v| [*v, v.next_up(), v.next_down()]);
            for value in near.chain([-inf, f64::MIN, -5.5, -0.0, 0.0, 17.3, f64::MAX, inf]) {
                let counted = firsts.iter().filter(|first| **first <= value).count() as u32;
                assert_eq!(ladder.rank(value), counted, "{value} among {firsts:?}");
            }
        }
    }

    #[test]
    fn columns_without_values() {
        assert_eq!(exact(&[f64::NAN, f64::NAN]).n_codes(), 0);
        assert_eq!(exact(&[]).n_codes(), 0);
        assert_eq!(exact(&[1.0]).n_codes(), 1);
    }
}
