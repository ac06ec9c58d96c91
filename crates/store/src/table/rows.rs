//! Sets of rows: by label and in order while rules grow, as bits where whole theories are compared.

use super::{CellTest, CodeRange, Codes, Columns};
use crate::instances::Counts;
use rayon::prelude::*;

/// Longer lists are worked on by several threads, in pieces of this length.
const PIECE: usize = 1 << 15;

/// Applies a function that keeps some members of a list, in pieces if it is long; the order stays.
fn kept(rows: &[u32], keep: impl Fn(&[u32]) -> Vec<u32> + Send + Sync) -> Vec<u32> {
    if rows.len() < 2 * PIECE {
        return keep(rows);
    }
    let pieces: Vec<Vec<u32>> = rows.par_chunks(PIECE).map(keep).collect();
    pieces.concat()
}

/// Some rows of a table by label, in ascending order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RowSet {
    /// Rows to be covered.
    pub pos: Vec<u32>,
    /// Rows to be left alone.
    pub neg: Vec<u32>,
}

impl RowSet {
    /// Rows of each label, both in ascending order.
    pub fn new(pos: Vec<u32>, neg: Vec<u32>) -> Self {
        Self { pos, neg }
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        self.pos.len() + self.neg.len()
    }

    /// Whether there is no row.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The rows with the labels exchanged.
    pub fn swapped(&self) -> Self {
        Self { pos: self.neg.clone(), neg: self.pos.clone() }
    }

    /// The rows that are not in another set.
    pub fn minus(&self, other: &Self) -> Self {
        Self { pos: minus(&self.pos, &other.pos), neg: minus(&self.neg, &other.neg) }
    }

    /// The rows whose bit is not set.
    pub fn outside(&self, bits: &RowBits) -> Self {
        let outside =
            |rows: &[u32]| -> Vec<u32> { kept(rows, |rows| select(rows, |row| !bits.contains(row))) };
        Self { pos: outside(&self.pos), neg: outside(&self.neg) }
    }
}

/// The members of an ascending list that another one lacks.
fn minus(all: &[u32], other: &[u32]) -> Vec<u32> {
    kept(all, |piece| {
        let (Some(first), Some(last)) = (piece.first(), piece.last()) else { return Vec::new() };
        let start = other.partition_point(|row| row < first);
        let end = start + other[start..].partition_point(|row| row <= last);
        minus_piece(piece, &other[start..end])
    })
}

fn minus_piece(all: &[u32], other: &[u32]) -> Vec<u32> {
    let mut out = Vec::with_capacity(all.len().saturating_sub(other.len()));
    let mut others = other.iter().copied().peekable();
    for &row in all {
        while others.next_if(|other| *other < row).is_some() {}
        if others.peek() != Some(&row) {
            out.push(row);
        }
    }
    out
}

impl Columns {
    /// The rows of a set that pass a test.
    pub fn within(&self, rows: &RowSet, test: CellTest) -> RowSet {
        self.filter(rows, test, true)
    }

    /// The rows of a set that fail a test.
    pub fn failing(&self, rows: &RowSet, test: CellTest) -> RowSet {
        self.filter(rows, test, false)
    }

    fn filter(&self, rows: &RowSet, test: CellTest, wanted: bool) -> RowSet {
        let column = &self.columns[test.column()];
        let filter = |rows: &[u32]| match (test, column.codes(), column.numbers()) {
            (CellTest::Codes(range), Codes::Byte(codes), _) => {
                kept(rows, |rows| select(rows, |row| inside(u32::from(codes[row as usize]), range) == wanted))
            }
            (CellTest::Codes(range), Codes::Word(codes), _) => {
                kept(rows, |rows| select(rows, |row| inside(u32::from(codes[row as usize]), range) == wanted))
            }
            (CellTest::AtMost(_, bound), _, Some(numbers)) => {
                kept(rows, |rows| select(rows, |row| (numbers[row as usize] <= bound.value()) == wanted))
            }
            (CellTest::Above(_, bound), _, Some(numbers)) => {
                kept(rows, |rows| select(rows, |row| (numbers[row as usize] > bound.value()) == wanted))
            }
            // Only columns in bins are compared with numbers.
            (CellTest::AtMost(..) | CellTest::Above(..), _, None) if wanted => Vec::new(),
            (CellTest::AtMost(..) | CellTest::Above(..), _, None) => rows.to_vec(),
        };
        RowSet { pos: filter(&rows.pos), neg: filter(&rows.neg) }
    }

    /// The rows that pass a test, as bits.
    pub fn bits(&self, test: CellTest) -> RowBits {
        let column = &self.columns[test.column()];
        let words = match (test, column.codes(), column.numbers()) {
            (CellTest::Codes(range), Codes::Byte(codes), _) => {
                words_of(codes, |code| inside(u32::from(code), range))
            }
            (CellTest::Codes(range), Codes::Word(codes), _) => {
                words_of(codes, |code| inside(u32::from(code), range))
            }
            (CellTest::AtMost(_, bound), _, Some(numbers)) => {
                words_of(numbers, |value| value <= bound.value())
            }
            (CellTest::Above(_, bound), _, Some(numbers)) => words_of(numbers, |value| value > bound.value()),
            (CellTest::AtMost(..) | CellTest::Above(..), _, None) => RowBits::none(self.n_rows).words,
        };
        RowBits { words }
    }
}

fn inside(code: u32, range: CodeRange) -> bool {
    code.wrapping_sub(range.first) <= range.last.wrapping_sub(range.first)
}

fn words_of<C: Copy + Sync>(codes: &[C], passes: impl Fn(C) -> bool + Sync) -> Vec<u64> {
    let word = |codes: &[C]| {
        codes.iter().enumerate().fold(0, |word, (place, code)| word | u64::from(passes(*code)) << place)
    };
    if codes.len() < 2 * PIECE {
        return codes.chunks(64).map(word).collect();
    }
    codes.par_chunks(64).with_min_len(PIECE / 64).map(word).collect()
}

/// Writes every row and moves on only behind those that stay: no branch to guess.
fn select(rows: &[u32], passes: impl Fn(u32) -> bool) -> Vec<u32> {
    let mut out = vec![0; rows.len()];
    let mut n = 0;
    for &row in rows {
        out[n] = row;
        n += usize::from(passes(row));
    }
    out.truncate(n);
    if n < rows.len() / 2 {
        out.shrink_to_fit();
    }
    out
}

/// A set of rows, one bit each.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowBits {
    words: Vec<u64>,
}

impl RowBits {
    /// No row of `n_rows`.
    pub fn none(n_rows: usize) -> Self {
        Self { words: vec![0; n_rows.div_ceil(64)] }
    }

    /// Every row of `n_rows`. Bits beyond them are set too: they are never counted.
    pub fn all(n_rows: usize) -> Self {
        Self { words: vec![u64::MAX; n_rows.div_ceil(64)] }
    }

    /// The rows of a list.
    pub fn of(rows: &[u32], n_rows: usize) -> Self {
        let mut bits = Self::none(n_rows);
        for &row in rows {
            bits.words[row as usize / 64] |= 1 << (row % 64);
        }
        bits
    }

    /// Whether a row is in the set.
    pub fn contains(&self, row: u32) -> bool {
        self.words[row as usize / 64] >> (row % 64) & 1 == 1
    }

    /// The rows that are not in another set.
    pub fn minus(&self, other: &Self) -> Self {
        Self { words: self.words.iter().zip(&other.words).map(|(a, b)| a & !b).collect() }
    }

    /// Its rows of two labels.
    pub fn by_label(&self, (pos, neg): &(Self, Self)) -> RowSet {
        RowSet { pos: self.rows_in(pos), neg: self.rows_in(neg) }
    }

    fn rows_in(&self, other: &Self) -> Vec<u32> {
        let mut rows = Vec::new();
        for (place, (a, b)) in (0u32..).step_by(64).zip(self.words.iter().zip(&other.words)) {
            let mut word = a & b;
            while word != 0 {
                rows.push(place + word.trailing_zeros());
                word &= word - 1;
            }
        }
        rows
    }

    /// Keeps what is also in another set.
    pub fn keep(&mut self, other: &Self) {
        self.change(other, |a, b| a & b);
    }

    /// Adds another set.
    pub fn add(&mut self, other: &Self) {
        self.change(other, |a, b| a | b);
    }

    /// Takes another set away.
    pub fn remove(&mut self, other: &Self) {
        self.change(other, |a, b| a & !b);
    }

    fn change(&mut self, other: &Self, with: impl Fn(u64, u64) -> u64) {
        self.words.iter_mut().zip(&other.words).for_each(|(a, b)| *a = with(*a, *b));
    }
}

impl Columns {
    /// What the rows of a set count for, by label.
    pub fn weigh_bits(&self, set: &RowBits, pos: &RowBits, neg: &RowBits) -> Counts {
        let both = |label: &RowBits| self.sum(set.words.iter().zip(&label.words).map(|(a, b)| a & b));
        Counts { pos: both(pos), neg: both(neg) }
    }

    /// What the rows count for whose label does not say whether they lie in at least one of two sets.
    pub fn weigh_errors(&self, one: &RowBits, two: &RowBits, pos: &RowBits, neg: &RowBits) -> u64 {
        let union = one.words.iter().zip(&two.words).map(|(a, b)| a | b);
        let labels = pos.words.iter().zip(&neg.words);
        self.sum(union.zip(labels).map(|(union, (pos, neg))| (union ^ pos) & (pos | neg)))
    }

    fn sum(&self, words: impl Iterator<Item = u64>) -> u64 {
        match &self.weights {
            None => words.map(|word| u64::from(word.count_ones())).sum(),
            Some(weights) => {
                words.enumerate().map(|(place, word)| weigh_word(word, &weights[64 * place..])).sum()
            }
        }
    }
}

fn weigh_word(mut word: u64, weights: &[u32]) -> u64 {
    let mut sum = 0;
    while word != 0 {
        sum += u64::from(weights[word.trailing_zeros() as usize]);
        word &= word - 1;
    }
    sum
}
