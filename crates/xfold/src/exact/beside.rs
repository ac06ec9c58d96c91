//! The exact part in a thread of its own: what it has found can be read at any time, and if it does not heed a limit (a
//! join or a preprocessing of the solver that cannot be interrupted), it is left behind.

use super::{Exact, Observer, Outcome, Rival, Stage, learn_observed};
use crate::{
    codes,
    error::{Error, Result},
    task::Task,
};
use std::{
    sync::{
        Arc, Condvar, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering},
        mpsc::{self, Receiver, RecvTimeoutError},
    },
    thread,
    time::{Duration, Instant},
};
use xfold_asp::diagnostic::Diagnostic;
use xfold_solve::{LimitReached, Limits};

/// How long the exact part may take to notice a limit before it is left behind.
const GRACE: Duration = Duration::from_millis(400);
/// How often a waiting exact part looks at its limits.
const TICK: Duration = Duration::from_millis(10);
/// The stack of its thread: as large as that of a main thread.
const STACK: usize = 8 << 20;

/// How many exact searches are at work, those included that were left behind.
static AT_WORK: AtomicUsize = AtomicUsize::new(0);

/// Whether an exact search is at work in this process: one that was left behind may be.
pub fn is_at_work() -> bool {
    AT_WORK.load(Ordering::Relaxed) > 0
}

/// Counts a search as long as it is there.
struct AtWork;

impl AtWork {
    fn begin() -> Self {
        AT_WORK.fetch_add(1, Ordering::Relaxed);
        Self
    }
}

impl Drop for AtWork {
    fn drop(&mut self) {
        AT_WORK.fetch_sub(1, Ordering::Relaxed);
    }
}

/// A running exact search.
pub(super) struct Beside {
    shared: Arc<Shared>,
    outcome: Receiver<Result<Outcome>>,
    limits: Limits,
    /// Ends the search before its limits do.
    enough: Arc<AtomicBool>,
    /// Set some time after the search has settled the matter.
    settled: Arc<AtomicBool>,
}

/// What an exact search is doing and has found.
#[derive(Debug, Clone, Default)]
pub struct Standing {
    /// Its stage.
    pub stage: Stage,
    /// What its best hypothesis costs.
    pub cost: Option<u64>,
    /// Examples leave open what holds beside them, so that a proof may take long.
    pub leaves_open: bool,
}

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    told: Condvar,
}

#[derive(Default)]
struct State {
    standing: Standing,
    best: Option<(Exact, Instant)>,
    /// The search waits to be told of a rival.
    asks: bool,
    /// What it was told, if it was.
    rival: Option<Option<Rival>>,
}

impl Beside {
    /// Starts the search. What runs beside it may go on for `linger` once it has settled the matter, or for as long as that
    /// took.
    pub(super) fn start(
        task: &Task,
        max_body: Option<usize>,
        limits: &Limits,
        linger: Option<Duration>,
    ) -> Result<Self> {
        let [enough, settled] = [(); 2].map(|()| Arc::new(AtomicBool::new(false)));
        let limits = limits.clone().with_end(Arc::clone(&enough));
        let shared = Arc::<Shared>::default();
        let (sender, outcome) = mpsc::channel();
        let (task, own_limits, own_shared) = (task.clone(), limits.clone(), Arc::clone(&shared));
        let is_over = Arc::clone(&settled);
        let work = move || {
            let start = Instant::now();
            let at_work = AtWork::begin();
            let mut observer = Teller { shared: own_shared, limits: own_limits.clone() };
            let outcome = learn_observed(&task, max_body, None, &own_limits, &mut observer);
            drop(at_work);
            let has_last_word = is_settled(&outcome);
            let _ = sender.send(outcome);
            if has_last_word {
                thread::sleep(linger.map_or(Duration::ZERO, |linger| linger.max(start.elapsed())));
                is_over.store(true, Ordering::Relaxed);
            }
        };
        thread::Builder::new().name("exact".to_owned()).stack_size(STACK).spawn(work).map_err(|error| {
            Diagnostic::error(codes::SOLVER, format!("no thread for the exact part: {error}"))
        })?;
        Ok(Self { shared, outcome, limits, enough, settled })
    }

    /// What the search is doing.
    pub(super) fn standing(&self) -> Standing {
        lock(&self.shared.state).standing.clone()
    }

    /// When the best hypothesis so far was found.
    pub(super) fn found_at(&self) -> Option<Instant> {
        lock(&self.shared.state).best.as_ref().map(|(_, at)| *at)
    }

    /// Tells the search of a hypothesis from elsewhere, or that there is none to wait for.
    pub(super) fn tell(&self, rival: Option<Rival>) {
        lock(&self.shared.state).rival.get_or_insert(rival);
        self.shared.told.notify_all();
    }

    /// Waits for the end, or until the search waits for a rival, but not longer than so.
    pub(super) fn wait(&self, time: Duration) -> Option<Result<Outcome>> {
        let end = Instant::now() + time;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            match self.outcome.recv_timeout(left.min(TICK)) {
                Ok(outcome) => return Some(outcome),
                Err(RecvTimeoutError::Disconnected) => return Some(Err(broken())),
                Err(RecvTimeoutError::Timeout) if left.is_zero() => return None,
                Err(RecvTimeoutError::Timeout) if lock(&self.shared.state).asks => return None,
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Ends the search, and gives what it has found.
    pub(super) fn end(&self) -> Result<Outcome> {
        let reached = self.limits.reached();
        self.enough.store(true, Ordering::Relaxed);
        self.tell(None);
        match self.outcome.recv_timeout(GRACE) {
            // Being told to end looks like the end of its time, whatever the reason is.
            Ok(Ok(outcome)) => {
                Ok(Outcome { stopped: outcome.stopped.map(|limit| reached.unwrap_or(limit)), ..outcome })
            }
            Ok(Err(Error::Limit(limit))) => Err(Error::Limit(reached.unwrap_or(limit))),
            Ok(Err(error)) => Err(error),
            Err(RecvTimeoutError::Disconnected) => Err(broken()),
            Err(RecvTimeoutError::Timeout) => {
                let best = lock(&self.shared.state).best.clone();
                let limit = reached.unwrap_or(LimitReached::Time);
                Ok(Outcome { best: best.map(|(best, _)| best), ..Outcome::stopped(limit) })
            }
        }
    }

    /// Set some time after the search has settled the matter.
    pub(super) fn settled(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.settled)
    }

    /// The limits of the search.
    pub(super) fn limits(&self) -> &Limits {
        &self.limits
    }
}

/// Whether the exact part has the last word.
pub(super) fn is_settled(outcome: &Result<Outcome>) -> bool {
    match outcome {
        Ok(outcome) => outcome.stopped.is_none() && outcome.best.is_some(),
        Err(error) => !matches!(error, Error::Limit(_)),
    }
}

fn broken() -> Error {
    Diagnostic::error(codes::SOLVER, "the exact part failed: this is a fault of xfold").into()
}

/// The observer inside the thread.
struct Teller {
    shared: Arc<Shared>,
    limits: Limits,
}

impl Observer for Teller {
    fn stage(&mut self, stage: Stage) {
        lock(&self.shared.state).standing.stage = stage;
    }

    fn leaves_open(&mut self) {
        lock(&self.shared.state).standing.leaves_open = true;
    }

    fn found(&mut self, best: &Exact) {
        let mut state = lock(&self.shared.state);
        // What is no better than before was found before.
        let known = state.best.as_ref().filter(|(known, _)| known.cost == best.cost).map(|(_, at)| *at);
        state.standing.cost = Some(best.cost);
        state.best = Some((best.clone(), known.unwrap_or_else(Instant::now)));
    }

    fn rival(&mut self) -> Option<Rival> {
        let mut state = lock(&self.shared.state);
        state.asks = true;
        while state.rival.is_none() && self.limits.reached().is_none() {
            state = self
                .shared
                .told
                .wait_timeout(state, TICK)
                .map_or_else(|poisoned| poisoned.into_inner().0, |(state, _)| state);
        }
        state.asks = false;
        state.rival.flatten()
    }
}

/// What is behind the lock is whole at any time, so that of a thread that failed is as good as any.
fn lock(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}
