//! Sets of rows with their counts, for the [search in tables](super). Most sets are a part of another set that was counted
//! before, so each remembers where it comes from, and only the difference is counted.

use super::Tests;
use std::{
    cell::{OnceCell, RefCell},
    rc::Rc,
};
use xfold_store::{
    Counts,
    table::{CellTest, Columns, RowBits, RowSet, Tally},
};

/// Tables with fewer cells stay in the processor's cache, so that the order in which rows are read does not matter.
const LARGE: usize = 1 << 21;
/// Rows are scattered if they are at most one of this many: then reading them touches most of the table.
const SCATTERED: usize = 2;
/// Columns that have more than this many codes for each row are counted by sorting: a pass over all codes would mostly
/// meet codes that do not occur.
const SPARSE: usize = 4;

/// A set of rows with its counts.
pub(in super::super) struct Rows {
    /// The rows as lists. Of what a theory leaves, they are made when they are asked for.
    set: OnceCell<RowSet>,
    /// The part of the table that they are rows of, if it is not the whole.
    pub(super) part: Option<Rc<Columns>>,
    pub(super) counts: Counts,
    pub(super) tally: OnceCell<Tally>,
    origin: RefCell<Origin>,
    /// If it is what a theory leaves of some examples: where it comes from.
    pub(super) remainder: Option<Remainder>,
    masks: OnceCell<(RowBits, RowBits)>,
}

/// What a theory leaves of some examples.
pub(super) struct Remainder {
    examples: Rc<Rows>,
    /// What the theory covers.
    covered: Rc<RowBits>,
}

impl Rows {
    pub(super) fn set(&self) -> &RowSet {
        self.set.get_or_init(|| {
            let left = |remainder: &Remainder| remainder.examples.set().outside(&remainder.covered);
            self.remainder.as_ref().map(left).unwrap_or_default()
        })
    }
}

/// Where a set of rows comes from, to count it with less work.
pub(super) enum Origin {
    None,
    /// It is a part of another set.
    Part(Rc<Rows>),
    /// What passes a test.
    Passing(Rc<Rows>, CellTest),
    /// What others leave of a set.
    Left(Rc<Rows>, Rc<Rows>),
}

impl Tests<'_> {
    /// Rows of the whole table.
    pub(in super::super) fn rows(&self, set: RowSet) -> Rc<Rows> {
        Rc::new(self.new_rows(set, None, Origin::None))
    }

    /// Some of other rows.
    pub(super) fn some_of(&self, rows: &Rows, set: RowSet, origin: Origin) -> Rc<Rows> {
        Rc::new(self.new_rows(set, rows.part.clone(), origin))
    }

    pub(super) fn new_rows(&self, set: RowSet, part: Option<Rc<Columns>>, origin: Origin) -> Rows {
        let columns = part.as_deref().unwrap_or(&self.columns);
        Rows {
            counts: Counts { pos: columns.weigh(&set.pos), neg: columns.weigh(&set.neg) },
            set: OnceCell::from(set),
            part,
            tally: OnceCell::new(),
            origin: RefCell::new(origin),
            remainder: None,
            masks: OnceCell::new(),
        }
    }

    /// The columns that rows are numbered by.
    pub(super) fn columns_of<'a>(&'a self, rows: &'a Rows) -> &'a Columns {
        rows.part.as_deref().unwrap_or(&self.columns)
    }

    /// Whether rows lie so far apart in so large a table that it pays to copy their cells side by side, if they are
    /// counted more than once.
    pub(super) fn are_scattered(&self, rows: &Rows) -> bool {
        let columns = &self.columns;
        let is_large = columns.n_rows() * columns.columns().len() >= LARGE;
        is_large && rows.part.is_none() && SCATTERED * rows.set().len() <= columns.n_rows()
    }

    /// Few rows are counted by sorting, without a tally.
    pub(super) fn is_sparse(&self, rows: &Rows) -> bool {
        self.are_few(rows.set().len())
    }

    /// Whether so many rows are so few that they are counted by sorting.
    pub(super) fn are_few(&self, n_rows: usize) -> bool {
        n_rows * SPARSE * self.columns.columns().len() < self.columns.tally_len()
    }

    pub(super) fn tally<'a>(&self, rows: &'a Rc<Rows>) -> &'a Tally {
        rows.tally.get_or_init(|| {
            let origin = rows.origin.replace(Origin::None);
            if let Origin::Part(whole) | Origin::Passing(whole, _) | Origin::Left(whole, _) = &origin
                && let Some(tally) = whole.tally.get()
            {
                let columns = self.columns_of(rows);
                return columns.tally_part(rows.set(), whole.set(), tally, || match &origin {
                    Origin::Passing(_, test) => columns.failing(whole.set(), *test),
                    Origin::Left(_, others) => others.set().clone(),
                    _ => whole.set().minus(rows.set()),
                });
            }
            if let Some(remainder) = &rows.remainder {
                let tally = self.tally_remainder(rows.set(), remainder);
                self.known.replace(Some((Rc::clone(&remainder.covered), tally.clone())));
                return tally;
            }
            self.columns_of(rows).tally(rows.set())
        })
    }

    /// Counts what a theory leaves. Most of it was counted when another theory left something.
    fn tally_remainder(&self, rows: &RowSet, remainder: &Remainder) -> Tally {
        let known = self.known.borrow();
        let Some((known, tally)) = known.as_ref() else { return self.columns.tally(rows) };
        let masks = self.masks(&remainder.examples);
        let more = known.minus(&remainder.covered).by_label(masks);
        let less = remainder.covered.minus(known).by_label(masks);
        self.columns.tally_changed(rows, tally, &more, &less)
    }

    /// What a theory leaves of some examples.
    pub(super) fn remainder(&self, examples: &Rc<Rows>, covered: RowBits) -> Rc<Rows> {
        let (pos, neg) = self.masks(examples);
        let counts = self.columns.weigh_bits(&covered, pos, neg);
        Rc::new(Rows {
            set: OnceCell::new(),
            part: None,
            counts: Counts { pos: examples.counts.pos - counts.pos, neg: examples.counts.neg - counts.neg },
            tally: OnceCell::new(),
            origin: RefCell::new(Origin::None),
            remainder: Some(Remainder { examples: Rc::clone(examples), covered: Rc::new(covered) }),
            masks: OnceCell::new(),
        })
    }

    /// Rows as bits, by label.
    pub(super) fn masks<'a>(&self, rows: &'a Rows) -> &'a (RowBits, RowBits) {
        let n_rows = self.columns.n_rows();
        rows.masks.get_or_init(|| match &rows.remainder {
            Some(Remainder { examples, covered }) => {
                let (pos, neg) = self.masks(examples);
                (pos.minus(covered), neg.minus(covered))
            }
            None => (RowBits::of(&rows.set().pos, n_rows), RowBits::of(&rows.set().neg, n_rows)),
        })
    }
}
