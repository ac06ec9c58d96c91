//! The engines of this crate as the command wants them: bytes in, bytes out, and messages with codes.

use std::sync::Arc;
use xfold::codes;
use xfold_asp::diagnostic::Diagnostic;
use xfold_cli::{EngineName, Engines, OpenTable, TableOnEngine};
use xfold_cluster::{
    Answerer, BallistaEngine, ClientOptions, Control, CsvFormat, DataFusionEngine, Engine, EngineError,
    Resources, TableOptions,
};

/// The engines, and who answers in this process.
pub struct Plugged {
    pub answerer: Arc<dyn Answerer>,
}

impl Engines for Plugged {
    fn open(&self, engine: &EngineName, table: &TableOnEngine) -> Result<Box<dyn OpenTable>, Diagnostic> {
        let csv = CsvFormat { delimiter: table.delimiter, has_header: table.has_header };
        let options = TableOptions { csv, ..TableOptions::default() };
        let opened: Result<Box<dyn Engine>, EngineError> = match engine {
            EngineName::Ballista(address) => {
                BallistaEngine::open(address, &table.locations, &options, ClientOptions::default())
                    .map(|engine| Box::new(engine) as Box<dyn Engine>)
            }
            EngineName::DataFusion | EngineName::Memory => {
                let default = Resources::default();
                // Half for reading, half for what is kept of the parts.
                let memory_limit = table.memory_limit.map(|bytes| bytes / 2);
                let resources =
                    Resources { n_threads: table.n_threads.unwrap_or(default.n_threads), memory_limit };
                DataFusionEngine::open(&table.locations, &options, resources, self.answerer.clone())
                    .map(|engine| Box::new(engine) as Box<dyn Engine>)
            }
        };
        Ok(Box::new(Opened(opened.map_err(told)?)))
    }
}

struct Opened(Box<dyn Engine>);

impl OpenTable for Opened {
    fn n_parts(&self) -> usize {
        self.0.parts().len()
    }

    fn columns(&self) -> Vec<(String, String)> {
        let column = |field: &Arc<datafusion::arrow::datatypes::Field>| {
            (field.name().clone(), field.data_type().to_string())
        };
        self.0.schema().fields().iter().map(column).collect()
    }

    fn run(
        &self,
        request: &[u8],
        parts: Option<&[usize]>,
        go_on: &(dyn Fn(usize, usize) -> bool + Sync),
    ) -> Result<Vec<Vec<u8>>, Diagnostic> {
        let control = Asking { go_on, is_over: Default::default() };
        self.0.run(request, parts, &control).map_err(told)
    }

    fn check_unchanged(&self) -> Result<(), Diagnostic> {
        self.0.check_unchanged().map_err(told)
    }
}

/// Progress and cancellation in one question.
struct Asking<'a> {
    go_on: &'a (dyn Fn(usize, usize) -> bool + Sync),
    is_over: std::sync::atomic::AtomicBool,
}

impl Control for Asking<'_> {
    fn progress(&self, parts_done: usize, parts: usize) {
        if !(self.go_on)(parts_done, parts) {
            self.is_over.store(true, std::sync::atomic::Ordering::Relaxed);
        }
    }

    fn is_cancelled(&self) -> bool {
        self.is_over.load(std::sync::atomic::Ordering::Relaxed)
    }
}

fn told(error: EngineError) -> Diagnostic {
    Diagnostic::error(codes::ENGINE, error.to_string())
}
