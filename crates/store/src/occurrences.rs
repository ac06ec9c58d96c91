//! Tests on single values, many at once: for each value one bit for each place of a predicate at which it occurs.
//!
//! `p(X)`, `p(X,_)` and `p(_,X)` are such tests. With the bits of a value in one word, all of them are evaluated for
//! a binding by one read.

use crate::{facts::Facts, facts::Reading, relation::Value, step::PredicateId};
use std::ops::Range;

/// The largest table that is made, in bytes; beyond it such literals are looked up one by one.
const MOST_BYTES: usize = 1 << 28;

/// Bits of all values: bit `b` of value `v` says whether `v` occurs at the place of a predicate that has number `b`.
#[derive(Debug, Default)]
pub struct Occurrences {
    words_per_value: usize,
    bits: Vec<u64>,
    /// The bits where a byte is enough for each value.
    narrow: Vec<u8>,
    /// For each predicate the numbers of its places; none if it is not in the table, or has no atoms to tell its arity.
    numbers: Vec<Range<usize>>,
}

impl Occurrences {
    pub(crate) fn new(facts: &Facts) -> Self {
        let n_values = facts.values().len();
        let mut n_bits = 0;
        let numbers: Vec<Range<usize>> = (0..facts.n_predicates())
            .map(|predicate| {
                let first = n_bits;
                if facts.is_plain(predicate) {
                    n_bits += facts.extension(predicate, Reading::Certain).shared().arity();
                }
                first..n_bits
            })
            .collect();
        let words_per_value = n_bits.div_ceil(64);
        let is_narrow = n_bits <= u8::BITS as usize;
        if n_values * if is_narrow { 1 } else { 8 * words_per_value } > MOST_BYTES {
            return Self::default();
        }
        let mut bits = vec![0u64; if is_narrow { 0 } else { n_values * words_per_value }];
        let mut narrow = vec![0u8; if is_narrow { n_values } else { 0 }];
        for (predicate, numbers) in numbers.iter().enumerate() {
            let relation = facts.extension(predicate, Reading::Certain).shared();
            for (place, bit) in numbers.clone().enumerate() {
                for &value in relation.column(place) {
                    if is_narrow {
                        narrow[value as usize] |= 1 << bit;
                    } else {
                        bits[value as usize * words_per_value + bit / 64] |= 1 << (bit % 64);
                    }
                }
            }
        }
        Self { words_per_value, bits, narrow, numbers }
    }

    /// Number of words of each value.
    pub(crate) fn words_per_value(&self) -> usize {
        self.words_per_value
    }

    /// The number of the test "occurs at this place", if the table has it.
    pub(crate) fn number(&self, predicate: PredicateId, place: usize) -> Option<usize> {
        self.numbers.get(predicate)?.clone().nth(place)
    }

    /// Adds the bits of a value to others.
    pub(crate) fn add(&self, value: Value, to: &mut [u64]) {
        if let Some(&bits) = self.narrow.get(value as usize) {
            if let Some(to) = to.first_mut() {
                *to |= u64::from(bits);
            }
            return;
        }
        let start = value as usize * self.words_per_value;
        let bits = self.bits.get(start..start + self.words_per_value).unwrap_or(&[]);
        to.iter_mut().zip(bits).for_each(|(to, bits)| *to |= bits);
    }
}
