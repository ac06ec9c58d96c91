//! What is kept of parts in codes, beside their rows: in memory while there is room, else in files. Numbers, which few
//! questions need and which take most of the room, go to files first. Part of [tables in parts](super).

use rustc_hash::FxHashMap;
use std::{
    path::PathBuf,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};
use xfold_store::table::{Answer, Block, BlockWriter, Question, Room, StoredBlock};

/// The parts that this process keeps in codes.
#[derive(Debug)]
pub struct PartCache {
    /// The most bytes in memory.
    room: u64,
    /// Where files are made.
    folder: PathBuf,
    taken: AtomicU64,
    /// For what is remembered of the rows of all parts, those in files included.
    remembered: Arc<Room>,
    parts: Mutex<Parts>,
}

/// A part, which one thread encodes while others wait.
type Part = Arc<Mutex<Option<Arc<Vec<Held>>>>>;

/// The parts by encoding and key. Those of an encoding that was not asked for lately make room for others.
#[derive(Debug, Default)]
struct Parts {
    encodings: Vec<(u64, FxHashMap<String, Part>)>,
}

/// With its numbers a part is kept in memory up to this fraction of the room; the rest is for codes.
const WHOLE: u64 = 4;
/// Encodings that are kept at the same time, so that two learners do not take each other's parts away.
const MOST_ENCODINGS: usize = 4;

impl PartCache {
    /// A cache that keeps up to so many bytes of parts in memory, and the rest in files of a folder. The files have no
    /// names, so they are gone when the process is. Half as much again is for sets of rows that were asked about.
    pub fn new(room: u64, folder: PathBuf) -> Self {
        let remembered = Arc::new(Room::new(room / 2));
        Self { room, folder, taken: AtomicU64::new(0), remembered, parts: Mutex::default() }
    }

    /// The blocks of a part, which are made if they are not kept.
    pub(super) fn blocks(
        &self,
        encoding: u64,
        key: String,
        encode: impl FnOnce(Keeper<'_>) -> Result<Vec<Held>, String>,
    ) -> Result<Arc<Vec<Held>>, String> {
        let part = self.part(encoding, key);
        let mut part = part.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(blocks) = &*part {
            return Ok(Arc::clone(blocks));
        }
        let blocks = Arc::new(encode(Keeper { cache: self, file: None, blocks: Vec::new() })?);
        *part = Some(Arc::clone(&blocks));
        Ok(blocks)
    }

    /// Takes so many bytes of memory, unless more than `most` were taken then.
    fn takes(&self, n_bytes: u64, most: u64) -> bool {
        let before = self.taken.fetch_add(n_bytes, Ordering::Relaxed);
        let has_room = before + n_bytes <= most;
        if !has_room {
            self.taken.fetch_sub(n_bytes, Ordering::Relaxed);
        }
        has_room
    }

    fn part(&self, encoding: u64, key: String) -> Part {
        let mut parts = self.parts.lock().unwrap_or_else(PoisonError::into_inner);
        let place = parts.encodings.iter().position(|(known, _)| *known == encoding);
        // What was asked for last stands last.
        let mut latest = match place {
            Some(place) => parts.encodings.remove(place),
            None => (encoding, FxHashMap::default()),
        };
        let part = Arc::clone(latest.1.entry(key).or_default());
        if parts.encodings.len() >= MOST_ENCODINGS {
            let (_, forgotten) = parts.encodings.remove(0);
            let held = |part: &Part| {
                let part = part.try_lock().ok()?;
                Some(part.iter().flat_map(|blocks| blocks.iter()).map(Held::n_bytes).sum::<u64>())
            };
            let freed: u64 = forgotten.values().filter_map(held).sum();
            self.taken.fetch_sub(freed, Ordering::Relaxed);
        }
        parts.encodings.push(latest);
        part
    }
}

/// Puts the blocks of one part where there is room for them.
pub(super) struct Keeper<'a> {
    cache: &'a PartCache,
    file: Option<BlockWriter>,
    blocks: Vec<Held>,
}

impl Keeper<'_> {
    /// Keeps a block.
    pub(super) fn keep(&mut self, block: Block) -> Result<(), String> {
        let block = block.within(&self.cache.remembered);
        if self.cache.takes(n_bytes(&block), self.cache.room / WHOLE) {
            self.blocks.push(Held::InMemory(block));
            return Ok(());
        }
        let in_memory = self.cache.takes(n_bytes_without_numbers(&block), self.cache.room);
        let folder = self.cache.folder.display();
        let failed = |error: std::io::Error| format!("cannot keep its codes in {folder}: {error}");
        let file = match &mut self.file {
            Some(file) => file,
            none => {
                let file = tempfile::tempfile_in(&self.cache.folder).map_err(failed)?;
                none.insert(BlockWriter::new(file).map_err(failed)?)
            }
        };
        self.blocks.push(Held::InFile(file.write(&block, in_memory).map_err(failed)?));
        Ok(())
    }

    pub(super) fn into_blocks(self) -> Vec<Held> {
        self.blocks
    }
}

/// A block that is kept.
#[derive(Debug)]
pub(super) enum Held {
    InMemory(Block),
    InFile(StoredBlock),
}

impl Held {
    /// What its rows say to a question.
    pub(super) fn answer(&self, question: &Question) -> Result<Answer, String> {
        match self {
            Self::InMemory(block) => Ok(block.answer(question)),
            Self::InFile(block) => {
                block.answer(question).map_err(|error| format!("what was kept of it cannot be read: {error}"))
            }
        }
    }

    fn n_bytes(&self) -> u64 {
        match self {
            Self::InMemory(block) => n_bytes(block),
            Self::InFile(block) => block.in_memory().map_or(0, n_bytes),
        }
    }
}

/// The memory of a block if the numbers of columns in bins are not in it.
fn n_bytes_without_numbers(block: &Block) -> u64 {
    let numbers = block.columns().columns().iter().filter_map(|column| column.numbers());
    n_bytes(block) - numbers.map(size_of_val).sum::<usize>() as u64
}

/// The memory of a block: cells, classes and weights.
fn n_bytes(block: &Block) -> u64 {
    let weights = block.columns().weights().unwrap_or_default();
    (block.columns().n_bytes() + size_of_val(block.classes()) + size_of_val(weights)) as u64
}
