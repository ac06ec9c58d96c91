//! Progress: what the run is doing, on one line of a terminal, while it takes long enough to wonder.

use crate::output::say;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::{
    cell::{Cell, RefCell},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc::{self, RecvTimeoutError, Sender},
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};
use xfold::{
    LimitReached, Limits,
    search::{
        Found,
        trace::{Event, Standing, Trace},
    },
    table::read::Watch,
    worlds::Worlds,
};

/// Shorter runs show nothing, so that nothing flickers.
const PATIENCE: Duration = Duration::from_millis(400);
/// After this time a user may wonder whether grounding ends.
const WONDERING: Duration = Duration::from_secs(10);
const TICK: Duration = Duration::from_millis(100);

/// Shows the stages of a run.
pub struct Progress {
    bar: ProgressBar,
    targets: RefCell<Vec<String>>,
    n_clauses: Cell<usize>,
    target: Cell<usize>,
    /// The positives of the target, and when it was begun.
    begun: Cell<(usize, Instant)>,
    in_worlds: Arc<AtomicBool>,
    watcher: Option<(Sender<()>, JoinHandle<()>)>,
}

impl Progress {
    /// Starts the line, if standard error is a terminal. `hinting` tells the user of the time limit if grounding takes
    /// long.
    pub fn start(hinting: bool) -> Self {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden())
            .with_style(ProgressStyle::default_spinner());
        bar.set_message("worlds: solving the background");
        let in_worlds = Arc::new(AtomicBool::new(true));
        let (over, waits) = mpsc::channel::<()>();
        let (shown, is_solving) = (bar.clone(), Arc::clone(&in_worlds));
        let watch = move || {
            let waited = |time| waits.recv_timeout(time) == Err(RecvTimeoutError::Timeout);
            if !waited(PATIENCE) {
                return;
            }
            // Draws nothing unless it is a terminal.
            shown.set_draw_target(ProgressDrawTarget::stderr());
            shown.enable_steady_tick(TICK);
            if hinting && waited(WONDERING - PATIENCE) && is_solving.load(Ordering::Relaxed) {
                shown.suspend(|| say("still grounding the background; --time-limit SECONDS bounds it"));
            }
        };
        Self {
            bar,
            targets: RefCell::default(),
            n_clauses: Cell::new(0),
            target: Cell::new(0),
            begun: Cell::new((0, Instant::now())),
            in_worlds,
            watcher: Some((over, thread::spawn(watch))),
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some((over, watcher)) = self.watcher.take() {
            drop(over);
            let _ = watcher.join();
        }
        self.bar.finish_and_clear();
    }
}

impl Trace for Progress {
    fn is_on(&self) -> bool {
        true
    }

    fn begin(&self, worlds: &Worlds) {
        self.in_worlds.store(false, Ordering::Relaxed);
        let names = worlds.bias.targets.iter().map(|target| target.signature.to_string());
        self.targets.replace(names.collect());
    }

    fn event(&self, event: Event) {
        let left = match event {
            Event::Target { target, total } => {
                self.target.set(target);
                self.n_clauses.set(0);
                self.begun.set((total.pos as usize, Instant::now()));
                total.pos as usize
            }
            Event::Learned { depth: 0, left, .. } => {
                self.n_clauses.set(self.n_clauses.get() + 1);
                left
            }
            _ => return,
        };
        let targets = self.targets.borrow();
        let name = targets.get(self.target.get()).map_or("", String::as_str);
        let clauses = self.n_clauses.get();
        let (total, begun) = self.begun.get();
        let time = estimate(total.saturating_sub(left), left, begun.elapsed());
        self.bar.set_message(format!("search: {name}, {clauses} clauses, {left} positives left{time}"));
    }

    fn exact(&self, standing: &Standing) {
        self.in_worlds.store(false, Ordering::Relaxed);
        let best = standing.cost.map_or(String::new(), |cost| format!(", best cost {cost}"));
        self.bar.set_message(format!("exact: {}{best}", standing.stage));
    }

    fn end(&self, _: &Found) {
        self.bar.set_message("check: asking clingo");
    }
}

/// How long what is left takes if it goes as fast as what is done; nothing if nothing is done or left.
fn estimate(done: usize, left: usize, elapsed: Duration) -> String {
    if done == 0 || left == 0 {
        return String::new();
    }
    let seconds = elapsed.as_secs_f64() * left as f64 / done as f64;
    format!(", about {} s", seconds.ceil())
}

/// A bar for work of known length: reading a table, learning for each fold.
pub struct Bar {
    bar: ProgressBar,
    watcher: Option<(Sender<()>, JoinHandle<()>)>,
}

impl Bar {
    /// Starts the bar, if it is wanted and standard error is a terminal.
    pub fn start(wanted: bool, what: &'static str) -> Self {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden())
            .with_style(ProgressStyle::default_spinner());
        bar.set_message(what);
        let (over, waits) = mpsc::channel::<()>();
        let shown = bar.clone();
        let watch = move || {
            if waits.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
                // Draws nothing unless it is a terminal.
                shown.set_draw_target(ProgressDrawTarget::stderr());
                shown.enable_steady_tick(TICK);
            }
        };
        Self { bar, watcher: wanted.then(|| (over, thread::spawn(watch))) }
    }

    /// Other work begins, of a length that is not known yet.
    pub fn begin(&self, what: &str) {
        self.bar.set_message(what.to_string());
        self.bar.set_style(ProgressStyle::default_spinner());
        self.bar.unset_length();
        self.bar.reset();
    }

    /// `done` of `total`. What is left is taken to go as fast as what is done.
    pub fn set(&self, done: u64, total: u64) {
        if self.bar.length() != Some(total) {
            let style = ProgressStyle::with_template("{msg} {wide_bar} {percent} %, about {eta} left");
            self.bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
            self.bar.set_length(total);
        }
        self.bar.set_position(done);
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        if let Some((over, watcher)) = self.watcher.take() {
            drop(over);
            let _ = watcher.join();
        }
        self.bar.finish_and_clear();
    }
}

/// A bar for reading, which ends when a limit is reached.
pub struct Reading<'a> {
    bar: Bar,
    limits: &'a Limits,
}

impl<'a> Reading<'a> {
    /// A bar, shown if it `is_on`.
    pub fn start(is_on: bool, limits: &'a Limits) -> Self {
        Self { bar: Bar::start(is_on, "reading"), limits }
    }
}

impl Watch for Reading<'_> {
    fn read(&self, done: u64, total: u64) -> Option<LimitReached> {
        self.bar.set(done, total);
        self.limits.reached()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn estimates() {
        assert_eq!(estimate(0, 7, Duration::from_secs(3)), "");
        assert_eq!(estimate(7, 0, Duration::from_secs(3)), "");
        assert_eq!(estimate(20, 30, Duration::from_secs(4)), ", about 6 s");
    }
}
