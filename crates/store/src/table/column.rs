//! One column in codes: ranks of numbers, or numbers of categories. A code takes one byte or two.

/// The codes of a column's cells.
#[derive(Debug, Clone)]
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

    /// The memory of the codes, in bytes.
    pub fn n_bytes(&self) -> usize {
        match self {
            Self::Byte(codes) => codes.len(),
            Self::Word(codes) => 2 * codes.len(),
        }
    }
}

/// A column in codes.
#[derive(Debug, Clone)]
pub struct Column {
    codes: Codes,
    n_codes: u32,
    n_distinct: usize,
    has_missing: bool,
    /// For a numeric column, the least and the greatest value of each code.
    spans: Option<Vec<(f64, f64)>>,
}

/// The most codes of a column.
pub const MOST_CODES: usize = 65_000;

impl Column {
    /// A numeric column; NaN is a missing cell. It gets one code for each distinct value, or, where there are more
    /// than `most_codes` of them, as many bins with about equally many cells. `sample` may give some of the cells,
    /// from which the bins are then made.
    pub fn numeric(values: &[f64], most_codes: usize, sample: impl FnOnce() -> Option<Vec<f64>>) -> Self {
        let sampled = sample();
        let mut keys: Vec<u64> = sampled.as_deref().unwrap_or(values).iter().filter_map(|v| key(*v)).collect();
        keys.sort_unstable();
        let mut distinct = keys.clone();
        distinct.dedup();
        let n_distinct = distinct.len();
        let most_codes = most_codes.min(MOST_CODES);
        // The first value of each code but the lowest.
        let firsts: Vec<f64> = if distinct.len() <= most_codes {
            distinct.iter().skip(1).map(|key| value(*key)).collect()
        } else {
            let mut firsts: Vec<f64> = Vec::with_capacity(most_codes);
            for bin in 1..most_codes {
                let first = keys[bin * keys.len() / most_codes];
                if first > keys[0] && firsts.last().is_none_or(|last| *last < value(first)) {
                    firsts.push(value(first));
                }
            }
            firsts
        };
        drop((keys, distinct));
        let n_codes = if values.iter().all(|value| value.is_nan()) { 0 } else { firsts.len() as u32 + 1 };
        let ladder = Ladder::new(&firsts);
        let mut spans = vec![(f64::INFINITY, f64::NEG_INFINITY); n_codes as usize + 1];
        let codes = values.iter().map(|&value| {
            let code = if value.is_nan() { n_codes as usize } else { ladder.rank(value) };
            let span = &mut spans[code];
            if value < span.0 {
                span.0 = value;
            }
            if value > span.1 {
                span.1 = value;
            }
            code as u32
        });
        let codes = Codes::new(codes, n_codes);
        spans.truncate(n_codes as usize);
        let has_missing = values.iter().any(|value| value.is_nan());
        Self { codes, n_codes, n_distinct, has_missing, spans: Some(spans) }
    }

    /// A categorical column with `n_codes` values; missing cells have a code among them.
    pub fn categorical(codes: impl ExactSizeIterator<Item = u32>, n_codes: u32) -> Self {
        let n_distinct = n_codes as usize;
        Self { codes: Codes::new(codes, n_codes), n_codes, n_distinct, has_missing: false, spans: None }
    }

    /// The cells.
    pub fn codes(&self) -> &Codes {
        &self.codes
    }

    /// Number of codes. In a numeric column missing cells have this number as their code, beyond all others.
    pub fn n_codes(&self) -> u32 {
        self.n_codes
    }

    /// Number of distinct values, in bins or not; where bins were made from a sample, of its values.
    pub fn n_distinct(&self) -> usize {
        self.n_distinct
    }

    /// Whether this is a numeric column.
    pub fn is_numeric(&self) -> bool {
        self.spans.is_some()
    }

    /// Whether a numeric column has missing cells.
    pub fn has_missing(&self) -> bool {
        self.has_missing
    }

    /// The least and the greatest value with a code of a numeric column.
    pub fn span(&self, code: u32) -> Option<(f64, f64)> {
        self.spans.as_ref()?.get(code as usize).copied()
    }

    /// Of the places between two codes of a numeric column, the one nearest to the middle of the gap between their
    /// values: the last code on the lower side.
    pub fn middle(&self, below: u32, above: u32) -> u32 {
        let Some(spans) = self.spans.as_ref().filter(|_| above > below + 1) else { return below };
        let middle = (spans[below as usize].1 + spans[above as usize].0) / 2.0;
        let n_lower = spans[below as usize..above as usize].partition_point(|span| span.1 <= middle) as u32;
        below + n_lower.max(1) - 1
    }
}

/// Ranks by a binary search whose steps do not depend on the values, so that the processor never guesses wrong.
struct Ladder {
    /// The first value of each code but the lowest, filled up to a power of two less one.
    firsts: Vec<f64>,
}

impl Ladder {
    fn new(firsts: &[f64]) -> Self {
        let mut firsts = firsts.to_vec();
        firsts.resize((firsts.len() + 1).next_power_of_two() - 1, f64::INFINITY);
        Self { firsts }
    }

    /// How many of the firsts are at most a value, which is finite.
    fn rank(&self, value: f64) -> usize {
        let mut rank = 0;
        let mut half = self.firsts.len().div_ceil(2);
        while half > 0 {
            // The ladder has one step less than a power of two, so that this place is always inside.
            rank += if self.firsts[rank + half - 1] <= value { half } else { 0 };
            half /= 2;
        }
        rank
    }
}

/// Bits that are ordered as the numbers are; none for NaN.
fn key(value: f64) -> Option<u64> {
    // Adding zero turns -0 into 0.
    let bits = (value + 0.0).to_bits();
    (!value.is_nan()).then_some(if bits >> 63 == 1 { !bits } else { bits | 1 << 63 })
}

fn value(key: u64) -> f64 {
    f64::from_bits(if key >> 63 == 1 { key & !(1 << 63) } else { !key })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exact(values: &[f64]) -> Column {
        Column::numeric(values, MOST_CODES, || None)
    }

    #[test]
    fn codes_are_ranks() {
        let column = exact(&[3.5, -1.0, f64::NAN, 3.5, 0.0, -0.0]);
        let codes: Vec<u32> = (0..6).map(|row| column.codes().get(row)).collect();
        assert_eq!(codes, [2, 0, 3, 2, 1, 1]);
        assert_eq!(column.span(2), Some((3.5, 3.5)));
    }

    #[test]
    fn bins_hold_about_equally_many_cells() {
        let values: Vec<f64> = (0..10_000).map(|n| f64::from((n * 7919) % 10_000)).collect();
        let column = Column::numeric(&values, 100, || None);
        assert_eq!(column.n_codes(), 100);
        assert_eq!(column.span(1), Some((100.0, 199.0)));
        let sampled = Column::numeric(&values, 100, || Some(values.iter().copied().step_by(10).collect()));
        assert_eq!(sampled.n_codes(), 100);
        for row in 0..10_000 {
            let (low, high) = sampled.span(sampled.codes().get(row)).expect("it is numeric");
            assert!(low <= values[row] && values[row] <= high);
        }
    }

    #[test]
    fn a_cut_goes_to_the_middle_of_a_gap() {
        let column = exact(&[0.0, 1.0, 2.0, 9.0, 10.0]);
        assert_eq!(column.middle(0, 4), 2);
        assert_eq!(column.middle(0, 1), 0);
        assert_eq!(column.middle(2, 4), 2);
    }

    #[test]
    fn columns_without_values() {
        assert_eq!(exact(&[f64::NAN, f64::NAN]).n_codes(), 0);
        assert_eq!(exact(&[]).n_codes(), 0);
        assert_eq!(exact(&[1.0]).n_codes(), 1);
    }
}
