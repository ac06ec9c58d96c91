//! The exact part in a thread of its own: what it has found can be read at any time.
//!
//! How long it goes on is counted in work, never by the clock: [`Patience`].

use crate::{
    codes,
    error::{Error, Result},
    exact::{Claim, Exact, Observer, Outcome, Rival, learn_observed},
    search::trace::{Stage, Standing},
    task::Task,
    tuning::Tuning,
};
use std::{
    sync::{
        Arc, Condvar, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    thread::{self, Scope, ScopedJoinHandle},
    time::{Duration, Instant},
};
use xfold_asp::diagnostic::Diagnostic;
use xfold_solve::{Limits, Meter, Solver, work::SECOND};

/// How often one that waits looks at the limits.
const TICK: Duration = Duration::from_millis(10);
/// The stack of its thread: as large as that of a main thread.
const STACK: usize = 8 << 20;

/// What the exact part may work to improve a program of the space, or to prove that it is the cheapest.
const TO_IMPROVE: u64 = 5 * SECOND;
/// What it may at least where examples leave much open: there it may work as much again as it took to find the program.
const TO_IMPROVE_OPEN: u64 = SECOND * 2 / 5;
/// What it may where there is only a program beyond the space.
const TO_REPLACE: u64 = 15 * SECOND;
/// So many times as much, if the user set a time limit and so is willing to wait.
const PATIENCE_OF_LIMIT: u64 = 4;

/// How much the exact part works before it is content with the best program that is known.
#[derive(Debug, Clone, Copy)]
pub(super) struct Patience {
    /// If none is known.
    pub(super) usual: u64,
    /// The user set a time limit.
    pub(super) is_bounded: bool,
    /// Only limits of the user end it.
    pub(super) is_endless: bool,
}

impl Patience {
    /// What the meter shows at the end, with a program of the space that was known at a reading.
    fn end_after(self, found: u64, leaves_open: bool) -> u64 {
        let usual = if leaves_open { found.clamp(TO_IMPROVE_OPEN, TO_IMPROVE) } else { TO_IMPROVE };
        if self.is_endless { u64::MAX } else { found.saturating_add(self.longer(usual)) }
    }

    /// The same with a program beyond the space, or with none.
    fn end_without(self, holds: bool) -> u64 {
        match holds {
            _ if self.is_endless => u64::MAX,
            true => self.longer(TO_REPLACE).min(self.usual),
            false => self.usual,
        }
    }

    fn longer(self, work: u64) -> u64 {
        if self.is_bounded { work * PATIENCE_OF_LIMIT } else { work }
    }
}

/// What an exact search has to know of the greedy one beside it.
pub(super) struct Plan {
    pub(super) patience: Patience,
    /// Heuristics that are switched off.
    pub(super) tuning: Tuning,
    /// There is a greedy search, which may be waited for.
    pub(super) asks: bool,
    /// The work of the greedy search.
    pub(super) greedy: Meter,
    /// A greedy program is also wanted where the exact part settles the matter, for this much work at least.
    pub(super) for_shorter: Option<u64>,
}

/// What became of the greedy search.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Told {
    /// A program of the space that holds.
    pub(super) rival: Option<Rival>,
    /// Some program holds.
    pub(super) holds: bool,
}

/// A running exact search.
pub(super) struct Beside<'scope> {
    shared: Arc<Shared>,
    /// The thread, until it is waited for.
    thread: Option<ScopedJoinHandle<'scope, ()>>,
    limits: Limits,
    /// Ends the search before its limits do.
    enough: Arc<AtomicBool>,
    for_shorter: Option<u64>,
}

/// What both threads see.
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
    /// Set when the greedy search has become useless.
    settled: Arc<AtomicBool>,
    meter: Meter,
    patience: Patience,
    started: Instant,
}

#[derive(Default)]
struct State {
    standing: Standing,
    /// What was begun and found since it was asked for last.
    steps: Vec<Standing>,
    /// The best hypothesis, and after what time it was found.
    best: Option<(Exact, Duration)>,
    /// The search waits to be told of the greedy one.
    asks: bool,
    told: Option<Told>,
    outcome: Option<Result<Outcome>>,
    /// If the search has settled the matter: what its meter showed then.
    settled_at: Option<u64>,
}

impl<'scope> Beside<'scope> {
    /// Starts the search.
    pub(super) fn start<'env>(
        scope: &'scope Scope<'scope, 'env>,
        task: &'env Task,
        solver: &'env dyn Solver,
        max_body: Option<usize>,
        limits: &Limits,
        plan: Plan,
    ) -> Result<Self> {
        let enough = Arc::new(AtomicBool::new(false));
        let meter = Meter::default();
        let mut own = limits.clone().with_end(Arc::clone(&enough)).with_meter(meter.clone());
        if let Some(left) = limits.work_left() {
            own = own.with_work(left);
        }
        let shared = Arc::new(Shared {
            state: Mutex::default(),
            changed: Condvar::new(),
            settled: Arc::default(),
            meter: meter.clone(),
            patience: plan.patience,
            started: Instant::now(),
        });
        meter.end_at(plan.patience.usual);
        if plan.asks {
            // Without a program of its own the search goes on only as long as there is none from elsewhere.
            let at = plan.patience.end_after(0, false);
            let (shared, limits) = (Arc::clone(&shared), own.clone());
            meter.check_in_at(at, move || {
                shared.ask(&limits);
            });
        } else {
            lock(&shared.state).told = Some(Told::default());
        }
        let (its_limits, its_shared) = (own.clone(), Arc::clone(&shared));
        let for_shorter = plan.for_shorter;
        let work = move || {
            let mut observer = Teller { shared: Arc::clone(&its_shared), limits: its_limits.clone() };
            let outcome =
                learn_observed(task, max_body, None, plan.tuning, solver, &its_limits, &mut observer);
            its_shared.finish(outcome, &plan.greedy, for_shorter);
        };
        let thread = thread::Builder::new().name("exact".to_owned()).stack_size(STACK);
        let thread = thread.spawn_scoped(scope, work).map_err(|error| {
            Diagnostic::error(codes::SOLVER, format!("no thread for the exact part: {error}"))
        })?;
        Ok(Self { shared, thread: Some(thread), limits: own, enough, for_shorter })
    }

    /// What the search is doing.
    pub(super) fn standing(&self) -> Standing {
        lock(&self.shared.state).standing.clone()
    }

    /// The stages that were begun and the programs that were found since this was asked for last.
    pub(super) fn take_steps(&self) -> Vec<Standing> {
        std::mem::take(&mut lock(&self.shared.state).steps)
    }

    /// After what time the best hypothesis so far was found.
    pub(super) fn found_after(&self) -> Option<Duration> {
        lock(&self.shared.state).best.as_ref().map(|(_, after)| *after)
    }

    /// Tells the search what became of the greedy one.
    pub(super) fn tell(&self, told: Told) {
        lock(&self.shared.state).told.get_or_insert(told);
        self.shared.changed.notify_all();
    }

    /// Waits for the end of the search, but not longer than this; tells whether it has ended.
    pub(super) fn wait(&self, time: Duration) -> bool {
        let state = lock(&self.shared.state);
        let is_running = |state: &mut State| state.outcome.is_none() && !state.asks;
        let waited = self.shared.changed.wait_timeout_while(state, time, is_running);
        let has_outcome =
            waited.map_or_else(|poisoned| poisoned.into_inner().0, |(state, _)| state).outcome.is_some();
        has_outcome || self.thread.as_ref().is_none_or(ScopedJoinHandle::is_finished)
    }

    /// Whether a greedy program that took this much work is shown beside an optimum.
    pub(super) fn allows_shorter(&self, work: u64) -> bool {
        let settled_at = lock(&self.shared.state).settled_at;
        settled_at.is_none_or(|at| self.for_shorter.is_some_and(|least| work <= at.max(least)))
    }

    /// Ends the search if it has not ended, and gives what it has found.
    pub(super) fn end(&mut self) -> Result<Outcome> {
        let reached = self.limits.reached_outside();
        self.enough.store(true, Ordering::Relaxed);
        self.tell(Told::default());
        if let Some(Err(panic)) = self.thread.take().map(ScopedJoinHandle::join) {
            std::panic::resume_unwind(panic);
        }
        match lock(&self.shared.state).outcome.take().expect("the thread has left its outcome") {
            // Being told to end looks like the end of its time, whatever the reason is.
            Ok(mut outcome) => {
                outcome.stopped = outcome.stopped.map(|limit| reached.unwrap_or(limit));
                Ok(outcome)
            }
            Err(Error::Limit(limit)) => Err(Error::Limit(reached.unwrap_or(limit))),
            Err(error) => Err(error),
        }
    }

    /// Set once the search has settled the matter and the greedy program is of no use.
    pub(super) fn settled(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.shared.settled)
    }

    /// The limits of the search.
    pub(super) fn limits(&self) -> &Limits {
        &self.limits
    }
}

impl Drop for Beside<'_> {
    /// Where an error ends the run, the thread would be waited for in vain.
    fn drop(&mut self) {
        self.enough.store(true, Ordering::Relaxed);
        self.tell(Told::default());
    }
}

impl Shared {
    /// Waits to be told of the greedy search. From then on the search has as much patience as that calls for.
    fn ask(&self, limits: &Limits) -> Told {
        let mut state = lock(&self.state);
        state.asks = true;
        self.changed.notify_all();
        while state.told.is_none() && limits.reached_outside().is_none() {
            let waited = self.changed.wait_timeout(state, TICK);
            state = waited.map_or_else(|poisoned| poisoned.into_inner().0, |(state, _)| state);
        }
        state.asks = false;
        let told = state.told.unwrap_or_default();
        if state.best.is_none() {
            self.meter.end_at(match told.rival {
                Some(_) => self.patience.end_after(self.meter.spent(), state.standing.leaves_open),
                None => self.patience.end_without(told.holds),
            });
        }
        told
    }

    /// Keeps the outcome. If the matter is settled, the greedy search is ended, or bounded where a shorter program is of
    /// interest.
    fn finish(&self, outcome: Result<Outcome>, greedy: &Meter, for_shorter: Option<u64>) {
        let mut state = lock(&self.state);
        let work = self.meter.spent();
        if is_settled(&outcome) {
            state.settled_at = Some(work);
            match for_shorter {
                Some(least) => greedy.end_at(work.max(least)),
                None => self.settled.store(true, Ordering::Relaxed),
            }
        }
        state.outcome = Some(outcome);
        self.changed.notify_all();
    }
}

/// Whether the exact part has the last word.
fn is_settled(outcome: &Result<Outcome>) -> bool {
    match outcome {
        Ok(outcome) => {
            outcome.stopped.is_none() && outcome.best.as_ref().is_some_and(|best| best.claim != Claim::Best)
        }
        Err(error) => !matches!(error, Error::Limit(_)),
    }
}

/// The observer inside the thread.
struct Teller {
    shared: Arc<Shared>,
    limits: Limits,
}

impl Observer for Teller {
    fn stage(&mut self, stage: Stage) {
        let mut state = lock(&self.shared.state);
        state.standing.stage = stage;
        let standing = state.standing.clone();
        state.steps.push(standing);
    }

    fn leaves_open(&mut self) {
        lock(&self.shared.state).standing.leaves_open = true;
    }

    fn found(&mut self, best: &Exact) {
        let mut state = lock(&self.shared.state);
        // What is no better than before was found before.
        let known = state.best.as_ref().filter(|(known, _)| known.cost == best.cost).map(|(_, after)| *after);
        if known.is_none() {
            let end = self.shared.patience.end_after(self.shared.meter.spent(), state.standing.leaves_open);
            self.shared.meter.end_at(end);
        }
        state.standing.cost = Some(best.cost);
        if known.is_none() {
            let standing = state.standing.clone();
            state.steps.push(standing);
        }
        state.best = Some((best.clone(), known.unwrap_or_else(|| self.shared.started.elapsed())));
    }

    fn rival(&mut self) -> Option<Rival> {
        self.shared.ask(&self.limits).rival
    }
}

/// The state is always consistent, so a poisoned lock may be read.
fn lock(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}
