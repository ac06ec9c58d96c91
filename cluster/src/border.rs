//! The border between the engines and what is asked of them: requests and answers are bytes, parts give their rows.
//!
//! The library knows what a request means and supplies an [`Answerer`]; the engines know where the parts of a table
//! are, who answers for them, and what can go wrong on the way. Neither knows the other's types.

use datafusion::arrow::{array::RecordBatch, datatypes::SchemaRef};
use std::{fmt, sync::Arc};

use crate::{part::PartDescription, table::CsvFormat};

/// What executors do for one part of a table. It is called in a thread of its own, for several parts at once.
pub trait Answerer: Send + Sync + 'static {
    /// Answers `request` for one part. What it returns as an error is shown to the user behind the part's name.
    ///
    /// The file is read only if the answerer calls [`PartSource::for_each_batch`]: it may answer from what it keeps
    /// under [`PartSource::key`].
    fn answer(&self, request: &[u8], part: &mut dyn PartSource) -> Result<Vec<u8>, String>;
}

/// One part of a table: a file, or some of its row groups.
pub trait PartSource {
    /// Names the part and its version (address, size, time of change, row groups): what caches are keyed by.
    fn key(&self) -> String;
    /// Names the part in messages.
    fn name(&self) -> String;
    /// Names and types of all columns, the same for every part of the table.
    fn schema(&self) -> SchemaRef;
    /// How many rows there are, where that is known without reading them (Parquet).
    fn n_rows(&self) -> Option<u64>;
    /// Reads the part and hands out its rows in order, with the columns at these places (`None`: all), in the order
    /// given. An error of `each` ends the reading and is returned.
    fn for_each_batch(
        &mut self,
        columns: Option<&[usize]>,
        each: &mut dyn FnMut(RecordBatch) -> Result<(), String>,
    ) -> Result<(), String>;
    /// Whether nobody waits for the answer any more. Long work that reads no rows should ask now and then.
    fn is_cancelled(&self) -> bool;
}

/// A table in parts, and somebody who answers requests about them.
pub trait Engine: Send + Sync {
    /// The parts, in the order of the table's rows.
    fn parts(&self) -> &[PartDescription];
    /// Names and types of the columns, the same for all files.
    fn schema(&self) -> &SchemaRef;
    /// How the files are written, if they are CSV.
    fn csv(&self) -> Option<CsvFormat>;
    /// Runs a request on every part, or on those with these numbers, and returns the answers in that order.
    ///
    /// It blocks until all answers are there, and must not be called from within a runtime of tokio.
    fn run(
        &self,
        request: &[u8],
        parts: Option<&[usize]>,
        control: &dyn Control,
    ) -> Result<Vec<Vec<u8>>, EngineError>;
    /// Fails if a file of the table is not the one that it was when the table was opened.
    ///
    /// Answers come from one version of the table whether or not this is called, since a part that changed is never
    /// read; a run that answered all from caches may want to know at its end.
    fn check_unchanged(&self) -> Result<(), EngineError>;
}

/// Progress and cancellation: asked several times a second while a request runs.
pub trait Control: Sync {
    /// How many of the parts have been answered.
    fn progress(&self, parts_done: usize, parts: usize);
    /// Whether the request is to be given up.
    fn is_cancelled(&self) -> bool;
}

/// A control that nobody watches.
pub struct Uncontrolled;

impl Control for Uncontrolled {
    fn progress(&self, _: usize, _: usize) {}

    fn is_cancelled(&self) -> bool {
        false
    }
}

/// Why an engine gave no answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EngineError {
    /// There is no such table, or its files do not belong together.
    Table(String),
    /// A part could not be answered: it is corrupt, has changed, or does not fit into memory.
    Part {
        /// The number of the part.
        part: usize,
        /// The name of the part.
        name: String,
        /// What is wrong with it.
        what: String,
    },
    /// Nobody answers at the address of the cluster, or nobody who knows xfold.
    Unreachable {
        /// The address that was asked.
        address: String,
        /// What happened.
        what: String,
    },
    /// The scheduler is there, but has nobody to work for it.
    NoExecutors {
        /// The address of the scheduler.
        address: String,
    },
    /// The programs of the cluster are of another version than this one.
    Version {
        /// Who is of another version, and where.
        who: String,
        /// Its version.
        theirs: String,
        /// The version of this program.
        ours: String,
    },
    /// The cluster gave up in the middle of a request.
    Lost(String),
    /// [`Control::is_cancelled`] said so.
    Cancelled,
}

impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Table(what) => write!(f, "{what}"),
            Self::Part { name, what, .. } => write!(f, "{name}: {what}"),
            Self::Unreachable { address, what } => write!(
                f,
                "no scheduler of xfold answers at {address}: {what}; start one with `xfold-cluster scheduler`, or \
                 check the address"
            ),
            Self::NoExecutors { address } => write!(
                f,
                "the scheduler at {address} has no executor; start one with `xfold-cluster executor --scheduler \
                 {address}`"
            ),
            Self::Version { who, theirs, ours } => {
                write!(
                    f,
                    "{who} is {theirs}, but this program is {ours}; install the same version everywhere"
                )
            }
            Self::Lost(what) => write!(f, "the cluster gave up: {what}"),
            Self::Cancelled => write!(f, "cancelled"),
        }
    }
}

impl std::error::Error for EngineError {}

/// The answerer of a process together with the number of parts that it answers at the same time.
#[derive(Clone)]
pub(crate) struct Workers {
    pub(crate) answerer: Arc<dyn Answerer>,
    pub(crate) places: Arc<tokio::sync::Semaphore>,
}

impl Workers {
    pub(crate) fn new(answerer: Arc<dyn Answerer>, n_threads: usize) -> Self {
        Self { answerer, places: Arc::new(tokio::sync::Semaphore::new(n_threads.max(1))) }
    }
}

impl fmt::Debug for Workers {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "Workers")
    }
}
