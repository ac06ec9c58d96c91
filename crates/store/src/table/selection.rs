//! Sets of rows that are said by tests. So they can be told to whoever keeps the rows, wherever that is.

use super::{CellTest, Columns, RowBits};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The rows that pass all tests, without those of other selections.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Selection {
    /// The tests.
    pub tests: Vec<CellTest>,
    /// What is left out.
    pub without: Vec<Selection>,
}

impl Selection {
    /// The rows that also pass a test.
    pub fn within(&self, test: CellTest) -> Self {
        let mut within = self.clone();
        within.tests.push(test);
        within
    }

    /// The rows that are not in another selection.
    pub fn minus(&self, other: Self) -> Self {
        let mut left = self.clone();
        left.without.push(other);
        left
    }

    /// The rows that are in another selection too.
    pub fn and(&self, other: &Self) -> Self {
        let mut both = self.clone();
        both.tests.extend(&other.tests);
        both.without.extend_from_slice(&other.without);
        both
    }

    /// Calls for each test in it, at any depth.
    pub fn for_each_test(&self, act: &mut impl FnMut(CellTest)) {
        self.tests.iter().for_each(|test| act(*test));
        self.without.iter().for_each(|other| other.for_each_test(act));
    }
}

/// The rows of a class, and those of all others.
type Labels = Arc<(RowBits, RowBits)>;

/// What selections leave out, remembered from one question to the next: the rules found so far are left out of nearly
/// every set that is asked about.
#[derive(Debug, Default)]
pub struct KnownRows {
    sets: Mutex<FxHashMap<Selection, Arc<RowBits>>>,
    /// The rows of the class that was last asked about, and those of all others.
    labels: Mutex<Option<(u16, Labels)>>,
    compared: Mutex<Compared>,
}

/// The rows that pass comparisons with numbers. Where they are known, the numbers need not be.
pub type Compared = FxHashMap<CellTest, Arc<RowBits>>;

/// The most sets that are remembered, and the bytes up to which there may be more of them.
const MOST_KNOWN: usize = 64;
const MOST_BYTES: usize = 1 << 22;
/// The most comparisons that are remembered.
const MOST_COMPARED: usize = 32;

impl KnownRows {
    /// The rows of a selection in some columns. Of comparisons in `given` the numbers are not looked at.
    pub fn bits(&self, columns: &Columns, selection: &Selection, given: &Compared) -> RowBits {
        let mut bits = RowBits::all(columns.n_rows());
        for &test in &selection.tests {
            match test.bound() {
                None => columns.keep_passing(&mut bits, test),
                Some(_) => bits.keep(&self.passing(columns, test, given)),
            }
        }
        selection.without.iter().for_each(|other| bits.remove(&self.known(columns, other, given)));
        bits
    }

    /// Those of some comparisons whose rows are known.
    pub(super) fn compared(&self, tests: &[CellTest]) -> Compared {
        let known = self.compared.lock().unwrap_or_else(PoisonError::into_inner);
        tests.iter().filter_map(|test| Some((*test, Arc::clone(known.get(test)?)))).collect()
    }

    /// The rows that pass a comparison.
    fn passing(&self, columns: &Columns, test: CellTest, given: &Compared) -> Arc<RowBits> {
        let lock = || self.compared.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(rows) = given.get(&test).or(lock().get(&test)) {
            return Arc::clone(rows);
        }
        let rows = Arc::new(columns.bits(test));
        let mut compared = lock();
        if compared.len() >= MOST_COMPARED {
            compared.clear();
        }
        compared.insert(test, Arc::clone(&rows));
        rows
    }

    /// The rows of a class, and those of all others.
    pub(super) fn labels(&self, class: u16, find: impl FnOnce() -> (RowBits, RowBits)) -> Labels {
        let mut known = self.labels.lock().unwrap_or_else(PoisonError::into_inner);
        match &*known {
            Some((of, labels)) if *of == class => Arc::clone(labels),
            _ => {
                let labels = Arc::new(find());
                *known = Some((class, Arc::clone(&labels)));
                labels
            }
        }
    }

    fn known(&self, columns: &Columns, selection: &Selection, given: &Compared) -> Arc<RowBits> {
        if let Some(bits) = self.lock().get(selection) {
            return Arc::clone(bits);
        }
        let bits = Arc::new(self.bits(columns, selection, given));
        let mut sets = self.lock();
        if sets.len() >= MOST_KNOWN.max(8 * MOST_BYTES / columns.n_rows().max(1)) {
            sets.clear();
        }
        sets.insert(selection.clone(), Arc::clone(&bits));
        bits
    }

    fn lock(&self) -> MutexGuard<'_, FxHashMap<Selection, Arc<RowBits>>> {
        // What another thread left behind is whole: it only ever inserts or clears.
        self.sets.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
