//! Tables in several parts, each kept somewhere: what is asked of every part, and answers that add up.
//!
//! A question carries sets of rows as [selections](Selection). Each [`Block`] of rows answers for itself, and the
//! [answers](Answer) of all blocks, added in the order of the rows, are the answer of the whole table.
//!
//! ```
//! use xfold_store::table::*;
//! use std::sync::Arc;
//!
//! let coding = Arc::new(Coding::categorical(2));
//! let block = |codes: Vec<u8>, classes: Vec<u16>| {
//!     let column = Column::of_codes(Arc::clone(&coding), Codes::Byte(codes), None);
//!     let n_rows = classes.len();
//!     Block::new(Columns::new(vec![column], n_rows), classes, 2)
//! };
//! let first = CellTest::Codes(CodeRange { column: 0, first: 1, last: 1 });
//! let question = Question::Tallies { class: 0, sets: vec![Selection::default().within(first)] };
//! let mut answer = block(vec![1, 0, 1], vec![0, 0, 1]).answer(&question);
//! answer.add(block(vec![1], vec![0]).answer(&question));
//! assert_eq!(answer, Answer::Tallies(vec![Counted { pos: vec![0, 2, 0], neg: vec![0, 1, 0], n_rows: 3 }]));
//! ```

use super::{
    CellTest, CodeRange, Codes, Coding, Column, Columns, Compared, KnownRows, Real, Room, RowBits, RowSet,
    Run, Selection, tally::merge,
};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// What is asked about the rows of a table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Question {
    /// How many rows each set has, and what they count for.
    Counts(Vec<LabelledSet>),
    /// How often each code of each column occurs in each set, by label.
    Tallies {
        /// The class whose rows are positive.
        class: u16,
        /// The sets.
        sets: Vec<Selection>,
    },
    /// Which numbers occur in a column in bins, with what they count for by label.
    Numbers {
        /// The class whose rows are positive.
        class: u16,
        /// The rows.
        set: Selection,
        /// The column, and the bins to look at.
        range: CodeRange,
    },
    /// In columns in bins, the cells next to some numbers.
    Around(Vec<(u32, Vec<f64>)>),
    /// The rows of a set themselves.
    Rows(Selection),
}

/// A set of rows that is counted by label.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LabelledSet {
    /// The class that is told from all others. Without one, each class is counted.
    pub class: Option<u16>,
    /// The rows.
    pub rows: Selection,
}

/// How many rows there are, and what they count for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Weighed {
    /// Rows.
    pub rows: u64,
    /// What they count for.
    pub weight: u64,
}

/// How often each code of each column occurs in a set of rows, by label.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counted {
    /// Rows to be covered.
    pub pos: Vec<u32>,
    /// Rows to be left alone.
    pub neg: Vec<u32>,
    /// How many rows there are, whatever they count for.
    pub n_rows: u64,
}

/// Cells next to a number: the greatest one up to it, and the least one above it.
pub type Gap = (Option<f64>, Option<f64>);

/// Rows with all their cells.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Gathered {
    /// The class of each row.
    pub classes: Vec<u16>,
    /// What each row counts for; none: one.
    pub weights: Option<Vec<u32>>,
    /// The codes of each column, and its numbers if codes are bins.
    pub columns: Vec<(Codes, Option<Vec<f64>>)>,
}

/// What a part of a table says to a question, or several parts together.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Answer {
    /// For each set, what it has of each label or class.
    Counts(Vec<Vec<Weighed>>),
    /// For each set its counts.
    Tallies(Vec<Counted>),
    /// The numbers in order.
    Numbers(Vec<Run<Real>>),
    /// For each column and number.
    Around(Vec<Vec<Gap>>),
    /// The rows in order.
    Rows(Gathered),
}

impl Answer {
    /// Adds the answer of the next part to the same question.
    pub fn add(&mut self, next: Self) {
        match (self, next) {
            (Self::Counts(sums), Self::Counts(more)) => {
                for (sum, more) in sums.iter_mut().flatten().zip(more.into_iter().flatten()) {
                    sum.rows += more.rows;
                    sum.weight += more.weight;
                }
            }
            (Self::Tallies(sums), Self::Tallies(more)) => {
                for (sum, more) in sums.iter_mut().zip(more) {
                    let add = |sums: &mut [u32], more: Vec<u32>| {
                        sums.iter_mut().zip(more).for_each(|(sum, count)| *sum += count);
                    };
                    add(&mut sum.pos, more.pos);
                    add(&mut sum.neg, more.neg);
                    sum.n_rows += more.n_rows;
                }
            }
            (Self::Numbers(runs), Self::Numbers(more)) => {
                runs.extend(more);
                merge(runs);
            }
            (Self::Around(gaps), Self::Around(more)) => {
                for (gap, more) in gaps.iter_mut().flatten().zip(more.into_iter().flatten()) {
                    gap.0 = greatest(gap.0, more.0);
                    gap.1 = greatest(gap.1.map(|high| -high), more.1.map(|high| -high)).map(|high| -high);
                }
            }
            (Self::Rows(rows), Self::Rows(more)) => rows.append(more),
            (sum, _) => debug_assert!(false, "two answers to one question are of one kind: {sum:?}"),
        }
    }
}

fn greatest(one: Option<f64>, other: Option<f64>) -> Option<f64> {
    match (one, other) {
        (Some(one), Some(other)) => Some(one.max(other)),
        (one, other) => one.or(other),
    }
}

impl Gathered {
    fn append(&mut self, mut more: Self) {
        self.classes.append(&mut more.classes);
        if let (Some(weights), Some(more)) = (&mut self.weights, &mut more.weights) {
            weights.append(more);
        }
        for ((codes, numbers), (more_codes, more_numbers)) in self.columns.iter_mut().zip(more.columns) {
            codes.append(more_codes);
            if let (Some(numbers), Some(mut more)) = (numbers.as_mut(), more_numbers) {
                numbers.append(&mut more);
            }
        }
    }

    /// The rows as a table of their own.
    pub fn into_block(self, codings: &[Arc<Coding>], n_classes: usize) -> Block {
        let n_rows = self.classes.len();
        let columns = codings.iter().zip(self.columns);
        let columns = columns.map(|(coding, (codes, numbers))| {
            Column::of_codes(Arc::clone(coding), codes, numbers.map(Arc::new))
        });
        let mut columns = Columns::new(columns.collect(), n_rows);
        if let Some(weights) = self.weights {
            columns = columns.with_weights(weights);
        }
        Block::new(columns, self.classes, n_classes)
    }
}

/// What a question reads of the codes of rows, and which comparisons with numbers it makes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Needs {
    /// Columns whose codes are read.
    pub(super) codes: Vec<bool>,
    /// Comparisons with numbers.
    pub(super) compared: Vec<CellTest>,
}

impl Question {
    /// What it reads of a table with so many columns.
    pub(super) fn needs(&self, n_columns: usize) -> Needs {
        let mut needs = Needs { codes: vec![false; n_columns], compared: Vec::new() };
        let sets: Vec<&Selection> = match self {
            Self::Counts(sets) => sets.iter().map(|set| &set.rows).collect(),
            Self::Tallies { sets, .. } => sets.iter().collect(),
            Self::Numbers { set, .. } | Self::Rows(set) => vec![set],
            Self::Around(_) => Vec::new(),
        };
        for set in sets {
            set.for_each_test(&mut |test| match test.bound() {
                None => needs.codes[test.column()] = true,
                Some(_) => needs.compared.push(test),
            });
        }
        match self {
            Self::Counts(_) => {}
            Self::Tallies { .. } | Self::Rows(_) => needs.codes.fill(true),
            Self::Numbers { range, .. } => needs.codes[range.column as usize] = true,
            Self::Around(wanted) => {
                wanted.iter().for_each(|(column, _)| needs.codes[*column as usize] = true)
            }
        }
        needs
    }
}

/// Some rows of a table in codes, with their classes.
#[derive(Debug, Clone)]
pub struct Block {
    pub(super) columns: Arc<Columns>,
    pub(super) classes: Arc<Vec<u16>>,
    pub(super) n_classes: usize,
    pub(super) known: Arc<KnownRows>,
    /// Comparisons whose rows were known when the block was loaded without the numbers.
    pub(super) given: Arc<Compared>,
}

impl Block {
    /// Rows with these cells and classes, which are less than `n_classes`.
    pub fn new(columns: Columns, classes: Vec<u16>, n_classes: usize) -> Self {
        let (columns, classes) = (Arc::new(columns), Arc::new(classes));
        Self { columns, classes, n_classes, known: Arc::default(), given: Arc::default() }
    }

    /// The same rows; what is remembered of them takes its memory from a room that blocks share.
    pub fn within(mut self, room: &Arc<Room>) -> Self {
        self.known = Arc::new(KnownRows::within(Arc::clone(room)));
        self
    }

    /// The same rows without the numbers of columns in bins: most questions need the codes only.
    pub(super) fn without_numbers(&self) -> Self {
        let column = |column: &Column| {
            let numbers = column.numbers().map(|_| Arc::default());
            Column::of_codes(Arc::clone(column.coding()), column.codes().clone(), numbers)
        };
        let columns = self.columns.columns().iter().map(column).collect();
        let mut columns = Columns::new(columns, self.classes.len());
        if let Some(weights) = self.columns.weights() {
            columns = columns.with_weights(weights.to_vec());
        }
        Self {
            columns: Arc::new(columns),
            classes: Arc::clone(&self.classes),
            n_classes: self.n_classes,
            known: Arc::clone(&self.known),
            given: Arc::clone(&self.given),
        }
    }

    /// The cells.
    pub fn columns(&self) -> &Arc<Columns> {
        &self.columns
    }

    /// The class of each row.
    pub fn classes(&self) -> &[u16] {
        &self.classes
    }

    /// The rows of a class, and those of all others.
    pub fn masks(&self, class: u16) -> Arc<(RowBits, RowBits)> {
        let n_rows = self.classes.len();
        self.known.labels(class, || {
            let (mut pos, mut neg) = (RowBits::none(n_rows), RowBits::none(n_rows));
            for (row, other) in (0..).zip(&*self.classes) {
                if *other == class { &mut pos } else { &mut neg }.insert(row);
            }
            (pos, neg)
        })
    }

    /// The rows of a selection, as bits.
    pub fn bits(&self, selection: &Selection) -> RowBits {
        self.known.bits(&self.columns, selection, &self.given)
    }

    /// The rows of a selection by label.
    pub fn rows(&self, selection: &Selection, class: u16) -> RowSet {
        self.bits(selection).by_label(&self.masks(class))
    }

    /// What these rows say to a question.
    pub fn answer(&self, question: &Question) -> Answer {
        match question {
            Question::Counts(sets) => Answer::Counts(self.counts(sets)),
            Question::Tallies { class, sets } => {
                let rows = self.row_sets(*class, sets);
                Answer::Tallies(rows.iter().map(|rows| self.columns.counted(rows)).collect())
            }
            Question::Numbers { class, set, range } => {
                let rows = self.row_sets(*class, std::slice::from_ref(set));
                let runs = rows
                    .iter()
                    .map(|rows| self.columns.occurring_numbers(rows, range.column as usize, Some(*range)));
                Answer::Numbers(runs.flatten().collect())
            }
            Question::Around(wanted) => {
                let around = |(column, numbers): &(u32, Vec<f64>)| {
                    self.columns.columns()[*column as usize].around(numbers)
                };
                Answer::Around(wanted.iter().map(around).collect())
            }
            Question::Rows(set) => Answer::Rows(self.gathered(set)),
        }
    }

    fn row_sets(&self, class: u16, sets: &[Selection]) -> Vec<RowSet> {
        let masks = self.masks(class);
        sets.iter().map(|set| self.bits(set).by_label(&masks)).collect()
    }

    fn counts(&self, sets: &[LabelledSet]) -> Vec<Vec<Weighed>> {
        let mut labels: FxHashMap<Option<u16>, Vec<RowBits>> = FxHashMap::default();
        for set in sets {
            labels.entry(set.class).or_insert_with(|| self.labels(set.class));
        }
        let none = RowBits::none(0);
        let of_set = |set: &LabelledSet| {
            let bits = self.bits(&set.rows);
            let weighed = |label: &RowBits| Weighed {
                rows: bits.n_common(label) as u64,
                weight: self.columns.weigh_bits(&bits, label, &none).pos,
            };
            labels[&set.class].iter().map(weighed).collect()
        };
        sets.iter().map(of_set).collect()
    }

    /// The rows of a class and of all others or, without one, of each class.
    fn labels(&self, class: Option<u16>) -> Vec<RowBits> {
        let Some(class) = class else {
            let mut labels = vec![RowBits::none(self.classes.len()); self.n_classes];
            for (row, class) in (0..).zip(&*self.classes) {
                labels[usize::from(*class)].insert(row);
            }
            return labels;
        };
        let (pos, neg) = &*self.masks(class);
        vec![pos.clone(), neg.clone()]
    }

    fn gathered(&self, set: &Selection) -> Gathered {
        let rows = self.bits(set).rows(self.classes.len());
        let numbers = self.columns.columns().iter().map(|column| {
            let numbers = column.numbers()?;
            Some(rows.iter().map(|row| numbers[*row as usize]).collect())
        });
        self.gathered_with(&rows, numbers.collect())
    }

    /// Some rows with their cells; the numbers of each column in bins are given.
    pub(super) fn gathered_with(&self, rows: &[u32], numbers: Vec<Option<Vec<f64>>>) -> Gathered {
        let (part, _) = self.columns.part(&RowSet::new(rows.to_vec(), Vec::new()));
        let codes = part.columns().iter().map(|column| column.codes().clone());
        Gathered {
            classes: rows.iter().map(|row| self.classes[*row as usize]).collect(),
            columns: codes.zip(numbers).collect(),
            weights: part.weights().map(<[u32]>::to_vec),
        }
    }
}
