//! `xfold learn`: walks the path task → worlds → search → rules → check, and prints the rules and the verdict.

use super::{
    Console, End, Failure, Outcome,
    database::{self, Data},
    on_engine, read_task, solver, supervised, table,
};
use crate::{
    engines::Engines,
    files,
    options::{Format, LearnOptions},
    output::{deliver, say, write_report},
    progress::Progress,
    render, summary, supervisor,
};
use std::{
    cell::{LazyCell, RefCell},
    path::PathBuf,
};
use xfold::{
    Error, Isolated, Learned, Limits, Result, Settings, StopReason, Task,
    check::{self, RulesText},
    database::Place,
    learn, page,
    report::{self, Report},
    rules::Narrator,
    search::trace::Silent,
};
use xfold_asp::diagnostic::Diagnostic;

/// Runs the command. Engines beyond memory are there if the options name one.
pub fn run(options: &LearnOptions, engines: Option<&dyn Engines>) -> End {
    supervised(&options.common, options.common.limits(), "anything was learned", |limits, console| {
        supervisor::print_best_to(options.output.as_deref());
        super::use_threads(options.threads);
        files::check(options.outputs(), options.task.iter().map(PathBuf::as_path))?;
        if let Some(engines) = options.engine.beyond_memory(engines) {
            on_engine::learn(options, engines, limits, console)
        } else if let Some(place) = database::place(&options.task, options.triples)? {
            run_data(options, place, limits, console)
        } else if options.is_table() {
            table::run(options, limits, console)
        } else {
            run_task(options, limits, console)
        }
    })
}

fn run_task(options: &LearnOptions, limits: &Limits, console: Console) -> Outcome {
    let settings = options.settings()?;
    let task = read_task(&options.task, &options.reading.reading_in_columns(), options.outputs())?;
    let run = Run { options, task: &task, solver: solver()?, limits, console };
    run.whole(&settings, None).map_err(|error| Failure::of_task(error, task))
}

/// Learns from a database or a graph.
fn run_data(options: &LearnOptions, place: Place, limits: &Limits, console: Console) -> Outcome {
    let target = options.target_of_data();
    let (task, data) = database::task(&options.task[0], place, target.as_deref())?;
    let settings = options.settings_for_data(data.n_labelled())?;
    let run = Run { options, task: &task, solver: solver()?, limits, console };
    run.whole(&settings, Some(data)).map_err(|error| Failure::of_task(error, task))
}

/// A run on a task.
struct Run<'a> {
    options: &'a LearnOptions,
    task: &'a Task,
    solver: Isolated,
    limits: &'a Limits,
    console: Console,
}

impl Run<'_> {
    /// Learns, prints, and ends the process; with data that can be asked, what it says of the rules is told as well.
    fn whole(&self, settings: &Settings, data: Option<Data>) -> Result<End> {
        let mut trace = Vec::new();
        let mut learned = self.learn(settings, &mut trace)?;
        let (mut legend, mut said) = (String::new(), None);
        if let Some(mut data) = data {
            legend = data.legend(Some(&learned.rules.statements()));
            said = data.verify(&learned, self.console.paint);
            // Freeing the data would take time.
            std::mem::forget(data);
        }
        if said.as_ref().is_some_and(|said| said.differs) && learned.stop == StopReason::Verified {
            learned.stop = StopReason::NotVerified;
        }
        let said = said.map(|said| said.line);
        let ended = self.finish(&learned, &trace, &legend, said);
        // Freeing all that was learned from would take time, so the process ends here.
        ended.unwrap_or_else(|failure| self.console.fail(failure)).leave()
    }

    /// Learns, with the trace or the progress that the options ask for.
    fn learn(&self, settings: &Settings, kept: &mut Vec<String>) -> Result<Learned> {
        let Run { task, solver, limits, .. } = self;
        let common = &self.options.common;
        if self.options.wants_page() || common.verbose {
            let lines = RefCell::new(kept);
            let tell = |line: &str| {
                if self.options.wants_page() {
                    lines.borrow_mut().push(line.to_string());
                }
                if common.verbose {
                    say(line);
                }
            };
            return learn(task, settings, solver, limits, &Narrator::new(tell));
        }
        if !self.console.is_on() {
            return learn(task, settings, solver, limits, &Silent);
        }
        let progress = Progress::start(!common.has_time_limit());
        learn(task, settings, solver, limits, &progress)
    }

    /// Prints what was learned, and makes the report.
    fn finish(&self, learned: &Learned, trace: &[String], legend: &str, said: Option<String>) -> Outcome {
        let Run { options, task, limits, console, .. } = *self;
        let report = LazyCell::new(|| {
            let rules = report::support(task, learned, &self.solver, limits);
            Report { command: super::command_line(), rules, ..Report::new(task, learned) }
        });
        console.notes(&learned.notes, &task.sources);
        let text = match console.format {
            Format::Text => {
                let (above, below) = (summary::comments(learned), summary::shorter(learned));
                format!("{above}{legend}{}{below}{}", learned.program(), self.predictions(learned))
            }
            Format::Json => render::json(&*report),
        };
        let mut lines = summary::of_run(learned, console.paint);
        let from_data = said.is_some();
        lines.extend(said);
        if learned.stop == StopReason::NotVerified && !from_data && options.task != [PathBuf::from("-")] {
            let task = typed(&options.task);
            lines.push(format!("`xfold diagnose {task}` tells what stands in the way"));
        }
        let page = || {
            let explanations = page::explained_atoms(task, learned, &self.solver, limits);
            page::of_task(&report, &explanations, trace)
        };
        let data = || render::json(&*report);
        let printed = Printed { text, lines, stop: learned.stop };
        printed.deliver(options, page, data, limits, console)
    }

    /// Comments that answer each `#predict` of the task.
    fn predictions(&self, learned: &Learned) -> String {
        if self.task.predictions.is_empty() {
            return String::new();
        }
        let rules = &learned.rules;
        let text = RulesText { text: &rules.text(), origin: None, statements: &rules.statements() };
        match check::predict(self.task, &text, &self.solver, self.limits) {
            Ok(answers) => answers.iter().map(|answer| format!("% {answer}\n")).collect(),
            Err(Error::Limit(limit)) => format!("% predict: not answered, stopped by the {limit}\n"),
            Err(Error::Diagnostics(errors)) => {
                errors.iter().map(|error| format!("% predict: {error}\n")).collect()
            }
        }
    }
}

/// What a run on a task or a table prints.
pub(super) struct Printed {
    /// The rules, or the report if JSON is wanted.
    pub(super) text: String,
    /// The verdict and figures.
    pub(super) lines: Vec<String>,
    pub(super) stop: StopReason,
}

impl Printed {
    /// Prints the rules first and then makes the report, as a page or as data, so that a failing report does not cost the
    /// rules.
    pub(super) fn deliver(
        &self,
        options: &LearnOptions,
        page: impl FnOnce() -> String,
        data: impl FnOnce() -> String,
        limits: &Limits,
        console: Console,
    ) -> Outcome {
        let delivered = deliver(&self.text, options.output.as_deref(), console.format);
        let mut errors: Vec<Diagnostic> = delivered.err().into_iter().collect();
        console.lines(&self.lines);
        if let Some(file) = &options.report {
            let text = if options.wants_page() { page() } else { data() };
            errors.extend(write_report(&text, file).err());
            if options.wants_page() && !matches!(self.stop, StopReason::Limit(_)) {
                console.cut_report(limits);
            }
        }
        if errors.is_empty() { Ok(self.stop.into()) } else { Err(Error::Diagnostics(errors).into()) }
    }
}

/// The files of a task as they are typed; those with spaces in quotes.
fn typed(paths: &[PathBuf]) -> String {
    let shown = |path: &PathBuf| {
        let text = path.display().to_string();
        if text.contains(' ') { format!("'{text}'") } else { text }
    };
    paths.iter().map(shown).collect::<Vec<_>>().join(" ")
}
