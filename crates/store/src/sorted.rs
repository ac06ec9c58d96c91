//! Relations in rising order, which need less memory than others: rows are found by halving a small range, and there is
//! no table of hashes.

use crate::relation::Value;
use rayon::prelude::*;
use std::ops::Range;

/// About this many rows are in a bucket where they stand side by side: each bucket has a mark of four bytes. With fewer buckets
/// more of them would hold several values, among which rows have to be looked up.
const ROWS_PER_BUCKET: usize = 1;
/// For rows elsewhere it pays to have a bucket for each value, unless there are this many times more values than rows.
const VALUES_PER_ROW: usize = 2;

/// One thread sorts buckets of about so many rows at a time.
const AT_ONCE: usize = 1 << 16;

/// For the rows in the order of a column, where values of about the same size begin.
#[derive(Debug)]
pub(crate) struct Buckets {
    /// Values with the same bits above these are in one bucket.
    shift: u32,
    /// Bucket `b` is `starts[b]..starts[b + 1]`.
    starts: Vec<u32>,
}

impl Buckets {
    /// No bucket is filled yet: there are about so many, or fewer if the largest value asks for fewer.
    fn empty(largest: Value, most: usize) -> Self {
        let shift = (0..u32::BITS).find(|shift| largest as usize >> shift <= most).unwrap_or(u32::BITS - 1);
        Self { shift, starts: vec![0; (largest >> shift) as usize + 2] }
    }

    /// The buckets of a column that is in rising order.
    pub(crate) fn of_sorted(column: &[Value]) -> Self {
        let mut buckets = Self::empty(column.last().copied().unwrap_or(0), column.len() / ROWS_PER_BUCKET);
        buckets.count(column);
        buckets
    }

    /// Sets where each bucket starts.
    fn count(&mut self, column: &[Value]) {
        for value in column {
            self.starts[(value >> self.shift) as usize + 1] += 1;
        }
        for bucket in 1..self.starts.len() {
            self.starts[bucket] += self.starts[bucket - 1];
        }
    }

    /// Whether all rows of a bucket have the same value.
    pub(crate) fn are_exact(&self) -> bool {
        self.shift == 0
    }

    /// Where rows with a value can be.
    pub(crate) fn of(&self, value: Value) -> Range<usize> {
        let bucket = (value >> self.shift) as usize;
        match self.starts.get(bucket..bucket + 2) {
            Some(bounds) => bounds[0] as usize..bounds[1] as usize,
            None => 0..0,
        }
    }
}

/// Bits of a filter for each tuple.
const BITS_PER_TUPLE: usize = 8;

/// Which tuples a relation can have: a bit for the hash of each that it has.
#[derive(Debug)]
pub(crate) struct Filter {
    bits: Vec<u64>,
    /// Of a hash the highest bits count, which depend on all of it.
    shift: u32,
}

impl Filter {
    pub(crate) fn new(n_tuples: usize, hashes: impl Iterator<Item = u64>) -> Self {
        let n_bits = (n_tuples * BITS_PER_TUPLE).next_power_of_two().max(64);
        let mut filter = Self { bits: vec![0; n_bits / 64], shift: u64::BITS - n_bits.trailing_zeros() };
        for hash in hashes {
            let (word, bit) = filter.place(hash);
            filter.bits[word] |= bit;
        }
        filter
    }

    /// Whether a tuple with this hash may be there.
    pub(crate) fn may_have(&self, hash: u64) -> bool {
        let (word, bit) = self.place(hash);
        self.bits[word] & bit != 0
    }

    fn place(&self, hash: u64) -> (usize, u64) {
        let at = hash.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> self.shift;
        (at as usize / 64, 1 << (at % 64))
    }
}

/// The rows in the order of these columns, equal ones in their own order, with the buckets of the first column.
pub(crate) fn order_by(columns: &[&[Value]]) -> (Buckets, Vec<u32>) {
    let first = columns[0];
    let mut buckets = Buckets::empty(first.iter().max().copied().unwrap_or(0), VALUES_PER_ROW * first.len());
    buckets.count(first);
    let mut next = buckets.starts.clone();
    let mut rows = vec![0u32; first.len()];
    for (row, value) in first.iter().enumerate() {
        let slot = &mut next[(value >> buckets.shift) as usize];
        rows[*slot as usize] = row as u32;
        *slot += 1;
    }
    drop(next);
    // Rows of one bucket are few, unless a value is frequent; then they are in order already, or nearly.
    let key = |row: u32| columns.iter().map(move |column| column[row as usize]);
    let is_before = |&a: &u32, &b: &u32| key(a).cmp(key(b)).then(a.cmp(&b));
    let mut rest = &mut rows[..];
    let mut parts = Vec::new();
    let mut from = 0;
    for bucket in 1..buckets.starts.len() {
        let end = buckets.starts[bucket] as usize;
        if end - from >= AT_ONCE || bucket + 1 == buckets.starts.len() {
            let (part, others) = rest.split_at_mut(end - from);
            parts.push((from, part));
            rest = others;
            from = end;
        }
    }
    parts.into_par_iter().for_each(|(from, part)| {
        let mut at = from;
        while at < from + part.len() {
            let bucket = buckets.of(first[part[at - from] as usize]);
            part[bucket.start - from..bucket.end - from].sort_unstable_by(is_before);
            at = bucket.end;
        }
    });
    (buckets, rows)
}

/// Whether each row is above the one before.
pub(crate) fn is_rising(columns: &[Vec<Value>]) -> bool {
    let n_rows = columns[0].len();
    (1..n_rows).into_par_iter().with_min_len(1 << 16).all(|row| {
        let differs = columns.iter().find(|column| column[row - 1] != column[row]);
        differs.is_some_and(|column| column[row - 1] < column[row])
    })
}

/// Puts rows into rising order and drops those that are equal to another one. The columns are taken one by one, so that no
/// more than a row's number and one column are held beside them.
pub(crate) fn sort_rows(columns: &mut [Vec<Value>]) {
    if let [one] = columns {
        one.par_sort_unstable();
        one.dedup();
        one.shrink_to_fit();
        return;
    }
    if let [one, other] = columns {
        return sort_pairs(one, other);
    }
    let mut rows = {
        let borrowed: Vec<&[Value]> = columns.iter().map(Vec::as_slice).collect();
        order_by(&borrowed).1
    };
    rows.dedup_by(|a, b| columns.iter().all(|column| column[*a as usize] == column[*b as usize]));
    for column in columns {
        *column = rows.iter().map(|&row| column[row as usize]).collect();
    }
}

/// The same for two columns, which together are as large as one number.
fn sort_pairs(one: &mut Vec<Value>, other: &mut Vec<Value>) {
    let mut pairs: Vec<u64> = std::mem::take(one)
        .into_iter()
        .zip(&*other)
        .map(|(a, b)| u64::from(a) << 32 | u64::from(*b))
        .collect();
    *other = Vec::new();
    pairs.par_sort_unstable();
    pairs.dedup();
    *one = pairs.iter().map(|pair| (pair >> 32) as Value).collect();
    *other = pairs.iter().map(|&pair| pair as Value).collect();
}

#[cfg(test)]
mod tests {
    use crate::relation::{Index, Relation, Value};

    /// Numbers that look random, from 0 to below `most`.
    fn numbers(seed: u64, most: u64, len: usize) -> Vec<Value> {
        let next = |state: &u64| Some(state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1));
        std::iter::successors(Some(seed), next)
            .take(len)
            .map(|state| ((state >> 33) % most) as Value)
            .collect()
    }

    #[test]
    fn every_index_finds_what_a_scan_finds() {
        // Few and many values, values that are far apart, one value only.
        for (seed, most, len) in [(1, 7, 300), (2, 100_000, 3_000), (3, 1 << 31, 500), (4, 1, 200), (5, 9, 0)]
        {
            for arity in 1..=3 {
                let columns = (0..arity).map(|place| numbers(seed + place * 100, most, len)).collect();
                let relation = Relation::of_columns(columns);
                let arity = arity as usize;
                let row = |row: u32| -> Vec<Value> {
                    (0..arity).map(|place| relation.column(place)[row as usize]).collect()
                };
                for at in 1..relation.len() as u32 {
                    assert!(row(at - 1) < row(at), "in order, each once");
                }
                for places in 1..1u32 << arity {
                    let index = Index::new(&relation, places);
                    let of = |row: Vec<Value>| -> Vec<Value> {
                        (0..arity).filter(|place| places >> place & 1 == 1).map(|place| row[place]).collect()
                    };
                    let known = (0..relation.len() as u32).step_by(17).map(|at| of(row(at)));
                    for key in known.chain([of(vec![3; arity]), of(vec![u32::MAX; arity])]) {
                        let all = 0..relation.len() as u32;
                        let scanned: Vec<u32> = all.filter(|&at| of(row(at)) == key).collect();
                        let found: Vec<u32> = index.probe(&relation, 0, &key).into_iter().collect();
                        assert_eq!(found, scanned, "{places:b} {key:?}");
                    }
                }
            }
        }
    }
}
