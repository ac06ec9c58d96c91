//! Sets of small numbers as words of bits. All sets that are compared have the same number of words.

/// The set of these numbers, which are below a bound.
pub(super) fn of(numbers: impl Iterator<Item = usize>, below: usize) -> Vec<u64> {
    let mut bits = vec![0; below.div_ceil(64)];
    numbers.for_each(|number| insert(&mut bits, number));
    bits
}

pub(super) fn contains(bits: &[u64], number: usize) -> bool {
    bits[number / 64] >> (number % 64) & 1 == 1
}

pub(super) fn insert(bits: &mut [u64], number: usize) {
    bits[number / 64] |= 1 << (number % 64);
}

/// Adds the numbers from `first` to `first + len - 1`.
pub(super) fn insert_run(bits: &mut [u64], first: usize, len: usize) {
    let (mut at, end) = (first, first + len);
    while at < end {
        let (word, bit) = (at / 64, at % 64);
        let n_bits = (64 - bit).min(end - at);
        let mask = if n_bits == 64 { u64::MAX } else { ((1u64 << n_bits) - 1) << bit };
        bits[word] |= mask;
        at += n_bits;
    }
}

pub(super) fn is_empty(bits: &[u64]) -> bool {
    bits.iter().all(|word| *word == 0)
}

/// Whether two sets have a number in common.
pub(super) fn meets(bits: &[u64], other: &[u64]) -> bool {
    bits.iter().zip(other).any(|(word, other)| word & other != 0)
}

/// Whether a set has every number of the other.
pub(super) fn covers(bits: &[u64], other: &[u64]) -> bool {
    bits.iter().zip(other).all(|(word, other)| other & !word == 0)
}

/// Keeps what is in both sets.
pub(super) fn keep(bits: &mut [u64], other: &[u64]) {
    bits.iter_mut().zip(other).for_each(|(word, other)| *word &= other);
}

/// Adds what is in the other set.
pub(super) fn add(bits: &mut [u64], other: &[u64]) {
    bits.iter_mut().zip(other).for_each(|(word, other)| *word |= other);
}

/// What is in both sets.
pub(super) fn both(bits: &[u64], other: &[u64]) -> Vec<u64> {
    bits.iter().zip(other).map(|(word, other)| word & other).collect()
}

/// What is in the first set only.
pub(super) fn without(bits: &[u64], other: &[u64]) -> Vec<u64> {
    bits.iter().zip(other).map(|(word, other)| word & !other).collect()
}

/// Calls `visit` with each number, in order.
pub(super) fn for_each(bits: &[u64], visit: impl FnMut(usize)) {
    for_each_of(bits.iter().copied(), visit);
}

/// The same for words that are computed one by one.
pub(super) fn for_each_of(words: impl Iterator<Item = u64>, mut visit: impl FnMut(usize)) {
    for (place, word) in words.enumerate() {
        let mut left = word;
        while left != 0 {
            visit(place * 64 + left.trailing_zeros() as usize);
            left &= left - 1;
        }
    }
}

/// The work of going through `n_words` words.
pub(super) fn work_on(n_words: usize) -> u64 {
    const WORDS_PER_UNIT: u64 = 500; // About as many words as a core goes through in one unit of work.
    1 + n_words as u64 / WORDS_PER_UNIT
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_cross_words() {
        let mut bits = of([3, 130].into_iter(), 192);
        insert_run(&mut bits, 60, 10);
        let mut found = Vec::new();
        for_each(&bits, |number| found.push(number));
        assert_eq!(found, [3, 60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 130]);
        assert!(contains(&bits, 69) && !contains(&bits, 70));
    }
}
