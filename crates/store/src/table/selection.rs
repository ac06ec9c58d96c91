//! Sets of rows that are said by tests. So they can be told to whoever keeps the rows, wherever that is.

use super::{CellTest, Columns, RowBits};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use std::sync::{
    Arc, Mutex, MutexGuard, PoisonError,
    atomic::{AtomicU64, Ordering},
};

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
    known: Mutex<Known>,
    /// The room of all blocks of a table in parts.
    room: Option<Arc<Room>>,
}

#[derive(Debug, Default)]
struct Known {
    sets: FxHashMap<Selection, Arc<RowBits>>,
    /// The rows of the class that was last asked about, and those of all others.
    labels: Option<(u16, Labels)>,
    compared: Compared,
    /// What it has taken of the room.
    n_bytes: u64,
}

/// The rows that pass comparisons with numbers. Where they are known, the numbers need not be.
pub type Compared = FxHashMap<CellTest, Arc<RowBits>>;

/// How much memory some blocks may take together for what they know of their rows.
#[derive(Debug)]
pub struct Room {
    most: u64,
    taken: AtomicU64,
}

impl Room {
    /// So many bytes.
    pub fn new(most: u64) -> Self {
        Self { most, taken: AtomicU64::new(0) }
    }

    fn takes(&self, n_bytes: u64) -> bool {
        let has_room = self.taken.fetch_add(n_bytes, Ordering::Relaxed) + n_bytes <= self.most;
        if !has_room {
            self.gives_back(n_bytes);
        }
        has_room
    }

    fn gives_back(&self, n_bytes: u64) {
        self.taken.fetch_sub(n_bytes, Ordering::Relaxed);
    }
}

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

    /// Nothing is known yet, and what will be takes its memory from a room.
    pub(super) fn within(room: Arc<Room>) -> Self {
        Self { known: Mutex::default(), room: Some(room) }
    }

    /// Those of some comparisons whose rows are known.
    pub(super) fn compared(&self, tests: &[CellTest]) -> Compared {
        let known = self.lock();
        tests.iter().filter_map(|test| Some((*test, Arc::clone(known.compared.get(test)?)))).collect()
    }

    /// The rows that pass a comparison.
    fn passing(&self, columns: &Columns, test: CellTest, given: &Compared) -> Arc<RowBits> {
        let known = || self.lock().compared.get(&test).cloned();
        if let Some(rows) = given.get(&test).cloned().or_else(known) {
            return rows;
        }
        let rows = Arc::new(columns.bits(test));
        self.remember(test, &rows);
        rows
    }

    /// Remembers the rows that pass a comparison.
    pub(super) fn remember(&self, test: CellTest, rows: &Arc<RowBits>) {
        let mut known = self.lock();
        if known.compared.len() >= MOST_COMPARED {
            self.forget(&mut known);
        }
        if self.has_room(&mut known, rows.n_bytes()) {
            known.compared.insert(test, Arc::clone(rows));
        }
    }

    /// The rows of a class, and those of all others.
    pub(super) fn labels(&self, class: u16, find: impl FnOnce() -> (RowBits, RowBits)) -> Labels {
        let mut known = self.lock();
        match &known.labels {
            Some((of, labels)) if *of == class => Arc::clone(labels),
            _ => {
                let labels = Arc::new(find());
                let is_other_class = known.labels.is_some();
                if is_other_class || self.has_room(&mut known, labels.0.n_bytes() + labels.1.n_bytes()) {
                    known.labels = Some((class, Arc::clone(&labels)));
                }
                labels
            }
        }
    }

    fn known(&self, columns: &Columns, selection: &Selection, given: &Compared) -> Arc<RowBits> {
        if let Some(bits) = self.lock().sets.get(selection) {
            return Arc::clone(bits);
        }
        let bits = Arc::new(self.bits(columns, selection, given));
        let mut known = self.lock();
        if known.sets.len() >= MOST_KNOWN.max(8 * MOST_BYTES / columns.n_rows().max(1)) {
            self.forget(&mut known);
        }
        if self.has_room(&mut known, bits.n_bytes()) {
            known.sets.insert(selection.clone(), Arc::clone(&bits));
        }
        bits
    }

    /// Takes memory for something more. If there is none, all else is forgotten first.
    fn has_room(&self, known: &mut Known, n_bytes: usize) -> bool {
        let Some(room) = &self.room else { return true };
        let n_bytes = n_bytes as u64;
        let has_room = room.takes(n_bytes) || {
            self.forget(known);
            room.takes(n_bytes)
        };
        known.n_bytes += if has_room { n_bytes } else { 0 };
        has_room
    }

    fn forget(&self, known: &mut Known) {
        if let Some(room) = &self.room {
            room.gives_back(known.n_bytes);
        }
        *known = Known::default();
    }

    fn lock(&self) -> MutexGuard<'_, Known> {
        // What another thread left behind is whole: it only ever inserts or clears.
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for KnownRows {
    fn drop(&mut self) {
        self.forget(&mut self.lock());
    }
}
