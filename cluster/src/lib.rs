//! Tables in parts: read by DataFusion in this process, or by the executors of a Ballista cluster.
//!
//! The path of a request: [`Engine::run`] makes a plan (`answer`) over a table (`table`, `part`), which runs here
//! (`local`) or is sent (`codec`, `client`) to a scheduler (`scheduler`, `placement`) and from there to executors
//! (`executor`). Where the plan is executed, an [`Answerer`] gets the request and the part (`border`, `read`), and its
//! answer travels back.

mod border;
mod part;
mod stores;
mod table;
mod read;
mod answer;
mod codec;
mod opened;
mod local;
mod client;
mod greeting;
mod placement;
mod scheduler;
mod giving_up;
mod executor;
mod library;
pub mod command;

pub use border::{Answerer, Control, Engine, EngineError, PartSource, Uncontrolled};
pub use client::{BallistaEngine, ClientOptions};
pub use executor::{ExecutorOptions, run_executor};
pub use library::{EngineTable, Library, message};
pub use local::{DataFusionEngine, Resources};
pub use part::PartDescription;
pub use scheduler::{SchedulerOptions, run_scheduler};
pub use table::{CsvFormat, TableOptions};

/// The version that all programs of a cluster must have, since they exchange plans and requests.
pub const VERSION: &str = concat!("xfold ", env!("CARGO_PKG_VERSION"));

/// The largest message between programs, in bytes. Answers are cut long before; requests and plans are not.
pub(crate) const MAX_MESSAGE_BYTES: u32 = 512 << 20;
