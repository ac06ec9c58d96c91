//! Sets of whole numbers that take a bit or two for each number, and blocks of symbols made of them. Beside the symbols, for
//! facts that come from files by the million.

use crate::symbols::Symbol;
use std::sync::Arc;

/// Numbers of one page.
const PAGE: usize = 1 << 16;
/// Words of the bits of a page.
const WORDS: usize = PAGE / 64;

/// A set of 32-bit numbers, one bit each in the pages that hold any.
#[derive(Debug, Clone, Default)]
pub struct NumberSet {
    pages: Vec<Option<Box<[u64; WORDS]>>>,
}

impl NumberSet {
    /// Adds a number.
    pub fn insert(&mut self, number: i32) {
        let (page, word, bit) = place(number);
        if self.pages.is_empty() {
            self.pages.resize(PAGE, None);
        }
        self.pages[page].get_or_insert_with(|| Box::new([0; WORDS]))[word] |= bit;
    }

    /// Takes a number out.
    pub fn remove(&mut self, number: i32) {
        let (page, word, bit) = place(number);
        if let Some(Some(words)) = self.pages.get_mut(page) {
            words[word] &= !bit;
        }
    }

    /// The numbers, in order.
    pub fn iter(&self) -> impl Iterator<Item = i32> + '_ {
        self.pages.iter().enumerate().flat_map(|(page, words)| {
            words.iter().flat_map(move |words| {
                words.iter().enumerate().flat_map(move |(word, &bits)| {
                    std::iter::successors((bits != 0).then_some(bits), |rest| {
                        let rest = rest & (rest - 1);
                        (rest != 0).then_some(rest)
                    })
                    .map(move |rest| number(page * PAGE + word * 64 + rest.trailing_zeros() as usize))
                })
            })
        })
    }
}

/// The page, the word in it and the bit of a number; negative numbers come first.
fn place(number: i32) -> (usize, usize, u64) {
    let at = (number.cast_unsigned() ^ (1 << 31)) as usize;
    (at / PAGE, at % PAGE / 64, 1 << (at % 64))
}

fn number(at: usize) -> i32 {
    (at as u32 ^ (1 << 31)).cast_signed()
}

/// Numbers in order, each the symbol of its place.
#[derive(Debug)]
pub(crate) struct NumberBlock {
    first: u32,
    values: Arc<Vec<i32>>,
    set: NumberSet,
    /// For each page how many numbers come before it, and before each of its words.
    before: Vec<Option<(u32, Box<[u16; WORDS]>)>>,
}

impl NumberBlock {
    /// The block of a set whose first number has the symbol `first`.
    pub(crate) fn new(first: u32, set: NumberSet) -> Self {
        let mut n_before = 0;
        let before = set.pages.iter().map(|words| {
            words.as_ref().map(|words| {
                let mut counts = Box::new([0u16; WORDS]);
                let mut n_here = 0u32;
                for (count, bits) in counts.iter_mut().zip(words.iter()) {
                    // Before the last word of a page there are fewer than 2^16 numbers.
                    *count = n_here as u16;
                    n_here += bits.count_ones();
                }
                n_before += n_here;
                (n_before - n_here, counts)
            })
        });
        let before = before.collect();
        let mut values = Vec::with_capacity(n_before as usize);
        values.extend(set.iter());
        Self { first, values: Arc::new(values), set, before }
    }

    pub(crate) fn first(&self) -> u32 {
        self.first
    }

    pub(crate) fn len(&self) -> usize {
        self.values.len()
    }

    pub(crate) fn values(&self) -> Arc<Vec<i32>> {
        Arc::clone(&self.values)
    }

    /// The number of a symbol, if it is one of the block.
    pub(crate) fn value(&self, symbol: Symbol) -> Option<i32> {
        self.values.get(symbol.0.checked_sub(self.first)? as usize).copied()
    }

    /// The symbol of a number, if the block has it.
    pub(crate) fn symbol(&self, number: i32) -> Option<Symbol> {
        let (page, word, bit) = place(number);
        let bits = self.set.pages.get(page)?.as_ref()?[word];
        if bits & bit == 0 {
            return None;
        }
        let (before_page, before_word) = self.before[page].as_ref()?;
        let before = before_page + u32::from(before_word[word]) + (bits & (bit - 1)).count_ones();
        Some(Symbol(self.first + before))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_symbols_find_each_other() {
        let numbers = [i32::MIN, -70_000, -1, 0, 1, 63, 64, 65_535, 65_536, 9_999_999, i32::MAX];
        let mut set = NumberSet::default();
        numbers.iter().rev().for_each(|&number| set.insert(number));
        set.insert(5);
        set.remove(5);
        assert_eq!(set.iter().collect::<Vec<i32>>(), numbers);
        let block = NumberBlock::new(3, set);
        for (place, &number) in numbers.iter().enumerate() {
            let symbol = Symbol(3 + place as u32);
            assert_eq!(block.symbol(number), Some(symbol), "{number}");
            assert_eq!(block.value(symbol), Some(number));
        }
        assert_eq!(block.symbol(5), None);
        assert_eq!(block.value(Symbol(2)), None);
        assert_eq!(block.value(Symbol(3 + numbers.len() as u32)), None);
    }

    #[test]
    fn a_full_page_is_counted_to_its_end() {
        let mut set = NumberSet::default();
        (0..2 * PAGE as i32).for_each(|number| set.insert(number));
        let block = NumberBlock::new(0, set);
        assert_eq!(block.symbol(PAGE as i32 - 1), Some(Symbol(PAGE as u32 - 1)));
        assert_eq!(block.symbol(2 * PAGE as i32 - 1), Some(Symbol(2 * PAGE as u32 - 1)));
    }
}
