//! The engines of this crate as the command wants them.

use std::sync::Arc;
use xfold_asp::diagnostic::Diagnostic;
use xfold_cli::{EngineName, Engines, OpenTable, TableOnEngine};
use xfold_cluster::{
    BallistaEngine, ClientOptions, CsvFormat, DataFusionEngine, Engine, EngineError, EngineTable, Library,
    Resources, TableOptions, message,
};

/// The engines.
pub struct Plugged;

impl Engines for Plugged {
    fn open(&self, engine: &EngineName, table: TableOnEngine) -> Result<Box<dyn OpenTable>, Diagnostic> {
        let csv = CsvFormat { delimiter: table.delimiter, has_header: table.has_header };
        let options = TableOptions { csv, ..TableOptions::default() };
        let opened: Result<Box<dyn Engine>, EngineError> = match engine {
            EngineName::Ballista(address) => {
                BallistaEngine::open(address, &table.locations, &options, ClientOptions::default())
                    .map(|engine| Box::new(engine) as Box<dyn Engine>)
            }
            EngineName::DataFusion | EngineName::Memory => {
                let default = Resources::default();
                let n_threads = table.n_threads.unwrap_or(default.n_threads);
                // A quarter for reading, a quarter for what is kept of the parts: the search and what the system keeps
                // back need the rest.
                let memory_limit = table.memory_limit.map(|bytes| bytes / 4);
                let answerer = Arc::new(Library::new(memory_limit, None));
                DataFusionEngine::open(
                    &table.locations,
                    &options,
                    Resources { n_threads, memory_limit },
                    answerer,
                )
                .map(|engine| Box::new(engine) as Box<dyn Engine>)
            }
        };
        let opened = opened.map_err(message)?;
        Ok(Box::new(EngineTable::new(opened, table.locations.join(" "), table.told)?))
    }
}
