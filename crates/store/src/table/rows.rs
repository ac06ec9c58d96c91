//! Sets of rows: by label and in order while rules grow, as bits where whole theories are compared.

use super::{CellTest, CodeRange, Codes, Columns};
use crate::instances::Counts;
use rayon::prelude::*;

/// Longer lists are worked on by several threads, in pieces of this length.
pub(super) const PIECE: usize = 1 << 13;

/// Words of bits that are compared before the next look whether to go on.
const BLOCK: usize = 32;

/// Makes a list out of another one, in pieces if that is long; the order stays.
pub(super) fn in_pieces<T: Copy + Send>(
    rows: &[u32],
    make: impl Fn(&[u32]) -> Vec<T> + Send + Sync,
) -> Vec<T> {
    if rows.len() < 2 * PIECE || rayon::current_num_threads() == 1 {
        return make(rows);
    }
    let pieces: Vec<Vec<T>> = rows.par_chunks(PIECE).map(make).collect();
    pieces.concat()
}

/// Works on the rows of both labels, at the same time if there are many.
pub(super) fn both<T: Send>(
    n_rows: usize,
    pos: impl FnOnce() -> T + Send,
    neg: impl FnOnce() -> T + Send,
) -> (T, T) {
    if n_rows < 2 * PIECE { (pos(), neg()) } else { rayon::join(pos, neg) }
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

    /// The rows that are not in a part of the set.
    pub fn minus(&self, part: &Self) -> Self {
        let ((pos, neg), (pos_part, neg_part)) = ((&self.pos, &self.neg), (&part.pos, &part.neg));
        let (pos, neg) = both(self.len(), || minus(pos, pos_part), || minus(neg, neg_part));
        Self { pos, neg }
    }

    /// The rows whose bit is not set.
    pub fn outside(&self, bits: &RowBits) -> Self {
        let outside =
            |rows: &[u32]| -> Vec<u32> { in_pieces(rows, |rows| select(rows, |row| !bits.contains(row))) };
        let (pos, neg) = both(self.len(), || outside(&self.pos), || outside(&self.neg));
        Self { pos, neg }
    }
}

/// The members of an ascending list that are not in a part of it.
fn minus(all: &[u32], part: &[u32]) -> Vec<u32> {
    in_pieces(all, |piece| {
        let (Some(first), Some(last)) = (piece.first(), piece.last()) else { return Vec::new() };
        let start = part.partition_point(|row| row < first);
        let end = start + part[start..].partition_point(|row| row <= last);
        minus_piece(piece, &part[start..end])
    })
}

fn minus_piece(all: &[u32], part: &[u32]) -> Vec<u32> {
    let mut next = 0;
    select(all, |row| {
        let leaves = part.get(next).is_some_and(|leaving| *leaving == row);
        next += usize::from(leaves);
        !leaves
    })
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
        let passes = self.passes(test);
        let filter = |rows: &[u32]| match self.columns[test.column()].codes() {
            Codes::Byte(codes) => in_pieces(rows, |rows| {
                select(rows, |row| passes.row(codes[row as usize].into(), row) == wanted)
            }),
            Codes::Word(codes) => in_pieces(rows, |rows| {
                select(rows, |row| passes.row(codes[row as usize].into(), row) == wanted)
            }),
        };
        let (pos, neg) = both(rows.len(), || filter(&rows.pos), || filter(&rows.neg));
        RowSet { pos, neg }
    }

    /// What a test asks of a row. Bins decide most comparisons, so that few numbers are looked at.
    fn passes(&self, test: CellTest) -> Passes<'_> {
        let column = &self.columns[test.column()];
        let (inside, at) = column.coding().decided(test);
        // Only columns in bins are compared with numbers.
        let border = column.numbers().filter(|_| at.is_some());
        let border = border.map(|numbers| Border { columns: self, numbers, test });
        Passes { inside: inside.unwrap_or(NONE), at: at.unwrap_or(u32::MAX), border }
    }

    /// The rows that pass a test, as bits.
    pub fn bits(&self, test: CellTest) -> RowBits {
        let mut all = RowBits::all(self.n_rows);
        self.keep_passing(&mut all, test);
        all
    }

    /// Keeps the rows of a set that pass a test.
    pub fn keep_passing(&self, set: &mut RowBits, test: CellTest) {
        let passes = self.passes(test);
        match self.columns[test.column()].codes() {
            Codes::Byte(codes) => passes.keep(&mut set.words, codes),
            Codes::Word(codes) => passes.keep(&mut set.words, codes),
        }
    }
}

/// No code lies in this range.
const NONE: CodeRange = CodeRange { column: 0, first: u32::MAX, last: u32::MAX };

/// A test in terms of codes and, at the border of a bin, numbers.
struct Passes<'a> {
    inside: CodeRange,
    /// The code of cells whose numbers decide.
    at: u32,
    border: Option<Border<'a>>,
}

struct Border<'a> {
    columns: &'a Columns,
    numbers: &'a [f64],
    test: CellTest,
}

/// A code of some width. Comparisons of 64 of them at once need no branch.
trait Code: Copy + Sync {
    /// Which of up to 64 codes lie in a range.
    fn inside(codes: &[Self], first: u32, last: u32) -> u64;
}

impl Code for u8 {
    fn inside(codes: &[Self], first: u32, last: u32) -> u64 {
        let (first, width) = (first as u8, (last - first) as u8);
        flagged(codes, |code| code.wrapping_sub(first) <= width)
    }
}

impl Code for u16 {
    fn inside(codes: &[Self], first: u32, last: u32) -> u64 {
        let (first, width) = (first as u16, (last - first) as u16);
        flagged(codes, |code| code.wrapping_sub(first) <= width)
    }
}

fn flagged<C: Copy>(codes: &[C], is_inside: impl Fn(C) -> bool) -> u64 {
    let mut flags = [0u8; 64];
    flags.iter_mut().zip(codes).for_each(|(flag, code)| *flag = is_inside(*code).into());
    let (eights, _) = flags.as_chunks::<8>();
    // The product gathers the lowest bits of eight bytes in its highest byte.
    let gathered =
        eights.iter().map(|flags| u64::from_le_bytes(*flags).wrapping_mul(0x0102_0408_1020_4080) >> 56);
    gathered.enumerate().fold(0, |word, (place, byte)| word | byte << (8 * place))
}

impl Passes<'_> {
    /// Keeps the rows that pass. Where none is left, no code is looked at.
    fn keep<C: Code>(&self, words: &mut [u64], codes: &[C]) {
        let keep = |(place, (word, codes)): (usize, (&mut u64, &[C]))| {
            if *word != 0 {
                *word &= self.word(codes, 64 * place as u32);
            }
        };
        if codes.len() < 2 * PIECE {
            words.iter_mut().zip(codes.chunks(64)).enumerate().for_each(keep);
        } else {
            let pairs = words.par_iter_mut().zip(codes.par_chunks(64)).enumerate();
            pairs.with_min_len(PIECE / 64).for_each(keep);
        }
    }

    /// Which of up to 64 rows pass.
    fn word<C: Code>(&self, codes: &[C], first_row: u32) -> u64 {
        let CodeRange { first, last, .. } = self.inside;
        let mut word = if first == u32::MAX { 0 } else { C::inside(codes, first, last) };
        if self.border.is_some() {
            let mut at_border = C::inside(codes, self.at, self.at);
            while at_border != 0 {
                let place = at_border.trailing_zeros();
                word |= u64::from(self.at_border(first_row + place)) << place;
                at_border &= at_border - 1;
            }
        }
        word
    }

    fn row(&self, code: u32, row: u32) -> bool {
        inside(code, self.inside) || (code == self.at && self.at_border(row))
    }

    fn at_border(&self, row: u32) -> bool {
        self.border.as_ref().is_some_and(|border| {
            border.test.passes(border.numbers[border.columns.row_in_whole(row) as usize])
        })
    }
}

pub(super) fn inside(code: u32, range: CodeRange) -> bool {
    code.wrapping_sub(range.first) <= range.last.wrapping_sub(range.first)
}

/// Rows that are looked at before those that stay are put to the others.
const ROOM: usize = 1 << 10;

/// Writes every row and moves on only behind those that stay: no branch to guess.
pub(super) fn select(rows: &[u32], mut passes: impl FnMut(u32) -> bool) -> Vec<u32> {
    let mut out = Vec::with_capacity(rows.len());
    let mut room = [0; ROOM];
    for piece in rows.chunks(ROOM) {
        let mut n = 0;
        for &row in piece {
            room[n] = row;
            n += usize::from(passes(row));
        }
        out.extend_from_slice(&room[..n]);
    }
    if out.len() < rows.len() / 2 {
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
        rows.iter().for_each(|row| bits.insert(*row));
        bits
    }

    /// Adds a row.
    pub fn insert(&mut self, row: u32) {
        self.words[row as usize / 64] |= 1 << (row % 64);
    }

    /// Whether a row is in the set.
    pub fn contains(&self, row: u32) -> bool {
        self.words[row as usize / 64] >> (row % 64) & 1 == 1
    }

    /// Its memory, in bytes.
    pub(super) fn n_bytes(&self) -> usize {
        size_of_val(&self.words[..])
    }

    /// Number of rows that are also in another set.
    pub fn n_common(&self, other: &Self) -> usize {
        self.words.iter().zip(&other.words).map(|(a, b)| (a & b).count_ones() as usize).sum()
    }

    /// What at least one of some sets has, and what at least two have.
    pub fn once_and_twice<'a>(sets: impl IntoIterator<Item = &'a Self>, n_rows: usize) -> (Self, Self) {
        let (mut once, mut twice) = (Self::none(n_rows), Self::none(n_rows));
        for set in sets {
            let both = once.words.iter_mut().zip(&mut twice.words);
            for ((once, twice), word) in both.zip(&set.words) {
                *twice |= *once & word;
                *once |= word;
            }
        }
        (once, twice)
    }

    /// Whether no row in which two sets differ is one in which two others differ.
    pub fn are_apart(one: [&Self; 2], two: [&Self; 2]) -> bool {
        let [a, b] = one.map(|set| set.words.chunks(BLOCK));
        let [c, d] = two.map(|set| set.words.chunks(BLOCK));
        a.zip(b).zip(c.zip(d)).all(|((a, b), (c, d))| {
            let both = a.iter().zip(b).zip(c.iter().zip(d)).map(|((a, b), (c, d))| (a ^ b) & (c ^ d));
            both.fold(0, |all, word| all | word) == 0
        })
    }

    /// The rows that are not in another set.
    pub fn minus(&self, other: &Self) -> Self {
        Self { words: self.words.iter().zip(&other.words).map(|(a, b)| a & !b).collect() }
    }

    /// Its rows of two labels.
    pub fn by_label(&self, (pos, neg): &(Self, Self)) -> RowSet {
        let (pos, neg) = both(64 * self.words.len(), || self.rows_in(pos), || self.rows_in(neg));
        RowSet { pos, neg }
    }

    /// Its rows of `n_rows`, in ascending order.
    pub fn rows(&self, n_rows: usize) -> Vec<u32> {
        let mut rows = self.rows_in(self);
        // Bits beyond the rows may be set.
        rows.truncate(rows.partition_point(|row| (*row as usize) < n_rows));
        rows
    }

    fn rows_in(&self, other: &Self) -> Vec<u32> {
        let mut rows = Vec::with_capacity(self.n_common(other));
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
        let of_label = |label: &RowBits| self.sum(set.words.iter().zip(&label.words).map(|(a, b)| a & b));
        Counts { pos: of_label(pos), neg: of_label(neg) }
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
