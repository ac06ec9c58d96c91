//! Tables in several parts, which are kept elsewhere: files on this machine, or on others. The path of a table with the
//! same stations as in memory: the columns are [profiled](profile) and [sampled](sample) part by part, their coding is
//! agreed on, each part is [encoded](encode) where it lies and [kept](cache), and the search asks it [questions](ask).
//! What is printed is [judged](judge) on the rows as they stand in the files.
//!
//! An engine carries requests to the parts and brings the answers back. Both are bytes to it. It implements [`Parts`] on
//! the side of the learner, and [`PartRows`] beside the rows, where it calls [`answer`].

mod ask;
mod cache;
mod encode;
mod evaluate;
mod folds;
mod judge;
mod learn;
mod open;
mod profile;
mod predict;
mod raw;
mod request;
mod sample;
mod traffic;

pub use cache::PartCache;
pub use learn::PartedRun;
pub use open::{PartedTable, Source, SourceColumn};
pub use predict::{CheckedParts, RulesOnParts};
pub use raw::{RawCells, Texts};
pub use request::{PartRows, Wanted, answer};
pub use traffic::{CountedParts, Traffic};

use crate::Result;
use xfold_solve::Limits;

/// A table in parts, on the side of the learner.
pub trait Parts: Sync {
    /// What names each part and its version, in the order of the rows.
    fn keys(&self) -> Vec<String>;

    /// Sends a request to every part, and gives the answers in the order of the parts.
    fn run(&self, request: &[u8], limits: &Limits) -> Result<Vec<Vec<u8>>>;
}
