//! How work runs beside Python: without its lock, in a thread of its own, so that Ctrl-C and progress are heard of
//! meanwhile; and the solver in a process that can be ended.

use crate::errors::Failure;
use pyo3::{prelude::*, types::PyModule};
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::{
    any::Any,
    ffi::OsString,
    panic::{AssertUnwindSafe, catch_unwind},
    path::PathBuf,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU32, Ordering},
        mpsc::{self, RecvTimeoutError, Sender},
    },
    thread,
    time::Duration,
};
use xfold::{Clingo, Isolated, Limits, Solver};

/// How often Python is asked whether a signal came.
const TICK: Duration = Duration::from_millis(40);
/// Fewer rows than this are worked on by one thread.
pub const FEW_ROWS: usize = 1024;
/// The stack of a thread: more than that of a main thread, as programs nest.
const STACK: usize = 16 << 20;
/// What a worker process runs: the module alone, without the package and what that imports.
const WORKER: &str = "import sys\n\
    from importlib.machinery import ExtensionFileLoader\n\
    from importlib.util import module_from_spec, spec_from_file_location\n\
    loader = ExtensionFileLoader('_xfold', sys.argv[1])\n\
    module = module_from_spec(spec_from_file_location('_xfold', sys.argv[1], loader=loader))\n\
    loader.exec_module(module)\n\
    module.worker()";

/// What a thread at work tells of itself.
pub type Progress = Sender<String>;

/// Work that has come to an end, perhaps before its time.
pub struct Ended<T> {
    /// What came of it.
    pub value: T,
    /// What Python raised meanwhile and has to be raised again: Ctrl-C, or an exception in the function that is told of the progress. Then the
    /// value is the best so far.
    pub raised: Option<PyErr>,
}

impl<T> Ended<T> {
    /// What came of work that has no best so far.
    pub fn whole(self) -> PyResult<T> {
        self.raised.map_or(Ok(self.value), Err)
    }
}

/// Runs some work while Python may do something else. Ctrl-C stops it, by the flag of its limits, and is raised when it
/// has ended. `progress` is called with each message that the work sends. A panic becomes an exception.
pub fn beside<T: Send>(
    py: Python<'_>,
    limits: &Limits,
    progress: Option<&Bound<'_, PyAny>>,
    work: impl FnOnce(Option<Progress>) -> Result<T, Failure> + Send,
) -> PyResult<Ended<T>> {
    let progress = progress.map(|progress| progress.clone().unbind());
    let stop = limits.stop_flag();
    let outcome = py.detach(|| {
        thread::scope(|scope| {
            let (told, messages) = mpsc::channel();
            let teller = progress.is_some().then(|| told.clone());
            let run = move || {
                let done = work(teller);
                // Wakes the waiting thread: no further event will come.
                drop(told);
                done
            };
            let worker = thread::Builder::new().name("xfold".to_owned()).stack_size(STACK);
            let worker =
                worker.spawn_scoped(scope, run).map_err(|error| Failure::internal(&error.to_string()));
            let worker = match worker {
                Ok(worker) => worker,
                Err(failure) => return (Ok(Err(failure)), None),
            };
            let mut raised: Option<PyErr> = None;
            loop {
                let heard = messages.recv_timeout(TICK);
                if matches!(heard, Err(RecvTimeoutError::Disconnected)) {
                    break;
                }
                if raised.is_some() {
                    continue;
                }
                let listened = Python::attach(|py| {
                    py.check_signals()?;
                    if let (Ok(message), Some(progress)) = (heard, &progress) {
                        progress.call1(py, (message,))?;
                    }
                    Ok(())
                });
                if let Err(error) = listened {
                    stop.store(true, Ordering::Relaxed);
                    raised = Some(error);
                }
            }
            (worker.join(), raised)
        })
    });
    match outcome {
        (Ok(Ok(value)), raised) => Ok(Ended { value, raised }),
        (_, Some(raised)) => Err(raised),
        (Ok(Err(failure)), None) => Err(failure.raise(py)),
        (Err(panic), None) => Err(of_panic(&*panic).raise(py)),
    }
}

/// Runs some short work without Python's lock. A panic becomes an exception.
pub fn guarded<T: Send>(py: Python<'_>, work: impl FnOnce() -> Result<T, Failure> + Send) -> PyResult<T> {
    let outcome = py.detach(|| catch_unwind(AssertUnwindSafe(work)));
    outcome.unwrap_or_else(|panic| Err(of_panic(&*panic))).map_err(|failure| failure.raise(py))
}

fn of_panic(panic: &(dyn Any + Send)) -> Failure {
    let message = panic.downcast_ref::<String>().map(String::as_str);
    Failure::internal(
        message.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no reason is known"),
    )
}

/// Panics in a thread of its own, in one of a pool, or in Python's, to see what Python makes of it. Only builds for tests
/// have it.
#[cfg(debug_assertions)]
#[pyfunction]
#[pyo3(name = "__panic")]
pub fn panic(py: Python<'_>, place: &str) -> PyResult<()> {
    let panic = || -> Result<(), Failure> { panic!("a test of panics in {place}") };
    match place {
        "thread" => beside(py, &Limits::none(), None, |_| panic())?.whole(),
        "pool" => beside(py, &Limits::none(), None, |_| pool(None)?.install(panic))?.whole(),
        _ => guarded(py, panic),
    }
}

/// Threads for tables: of their own, as those of a process that was forked exist in its parent only.
pub fn pool(threads: Option<usize>) -> Result<Arc<ThreadPool>, Failure> {
    type Known = Option<(u32, Option<usize>, Arc<ThreadPool>)>;
    static POOL: Mutex<Known> = Mutex::new(None);
    let process = std::process::id();
    let mut known = POOL.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((owner, size, pool)) = &*known
        && (*owner, *size) == (process, threads)
    {
        return Ok(Arc::clone(pool));
    }
    let pool = ThreadPoolBuilder::new().num_threads(threads.unwrap_or(0)).stack_size(STACK).build();
    let pool = Arc::new(pool.map_err(|error| Failure::internal(&error.to_string()))?);
    // Threads that a fork left behind in the parent cannot be waited for.
    if let Some((owner, _, stranger)) = known.replace((process, threads, Arc::clone(&pool)))
        && owner != process
    {
        std::mem::forget(stranger);
    }
    Ok(pool)
}

/// Refuses tasks in a process that was forked after its parent had worked on one: its threads are missing.
pub fn refuse_after_fork() -> Result<(), Failure> {
    static OWNER: AtomicU32 = AtomicU32::new(0);
    let process = std::process::id();
    match OWNER.compare_exchange(0, process, Ordering::Relaxed, Ordering::Relaxed) {
        Err(owner) if owner != process => {
            let message = "this process was forked from one that used xfold, and has none of its threads";
            let help = "start processes with multiprocessing.get_context(\"spawn\")";
            Err(xfold_asp::diagnostic::Diagnostic::error(xfold::codes::SOLVER, message).help(help).into())
        }
        _ => Ok(()),
    }
}

/// The solver: Python again, with this module only, in a process that can be ended when a limit is reached. In this
/// process where Python does not say how it was started.
pub fn solver(py: Python<'_>) -> PyResult<Box<dyn Solver + Send + Sync>> {
    let executable: Option<PathBuf> = py.import("sys")?.getattr("executable")?.extract()?;
    let module: PathBuf = PyModule::import(py, "xfold._xfold")?.getattr("__file__")?.extract()?;
    Ok(match executable.filter(|executable| executable.is_file()) {
        Some(executable) => {
            let mut args: Vec<OsString> = ["-I", "-S", "-c", WORKER].map(OsString::from).to_vec();
            args.push(module.into());
            Box::new(Isolated::new(executable, args))
        }
        None => Box::new(Clingo),
    })
}

/// The whole of a worker process.
#[pyfunction]
pub fn worker(py: Python<'_>) {
    py.detach(|| {
        xfold_solve::worker_main();
    });
}
