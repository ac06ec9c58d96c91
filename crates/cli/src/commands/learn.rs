//! `xfold learn`: reads a task, learns, prints the rules and what the solver says of them.

use super::{End, Voice, read_task, solver};
use crate::{
    files, interrupt,
    options::{Format, LearnOptions},
    output::{deliver, say, write_report},
    progress::Progress,
    render, summary, supervisor,
};
use std::{
    cell::{OnceCell, RefCell},
    path::PathBuf,
};
use xfold::{
    Error, Learned, Limits, Result, Settings, StopReason, Task,
    check::{self, RulesText},
    learn, page,
    report::{self, Report},
    rules::Narrator,
    search::trace::Silent,
};
use xfold_asp::{diagnostic::Diagnostic, span::SourceMap};

/// Runs the command.
pub fn run(options: &LearnOptions) -> End {
    let voice = Voice::new(&options.common);
    let limits = options.common.limits();
    interrupt::listen(&limits);
    supervisor::start_learning(&limits, voice, options.output.as_deref());
    super::use_threads(options.threads);
    if options.is_table() {
        return super::table::run(options, &limits, voice);
    }
    let settings = options.settings();
    if let Err(error) = settings.check() {
        return voice.errors(&[error], &SourceMap::default());
    }
    if let Err(error) = files::check(options.outputs(), options.task.iter().map(PathBuf::as_path)) {
        return voice.errors(&[error], &SourceMap::default());
    }
    let task = match read_task(&options.task, &options.reading) {
        Ok(task) => task,
        Err(unreadable) => return voice.errors(&unreadable.diagnostics, &unreadable.sources),
    };
    if let Err(error) = files::check_sources(options.outputs(), &task.sources) {
        return voice.errors(&[error], &SourceMap::default());
    }
    let trace = RefCell::new(Vec::new());
    match learn_and_show(options, &task, &settings, &limits, &trace) {
        // To free all that was learned from takes time, too.
        Ok(learned) => finish(options, &task, &learned, &limits, &trace.borrow(), voice).leave(),
        Err(error) => {
            let end = if matches!(error, Error::Limit(_)) { End::Limit } else { End::Error };
            let mut messages = error.into_diagnostics();
            messages.extend(task.notes.iter().cloned());
            voice.errors(&messages, &task.sources);
            end
        }
    }
}

/// Learns, with the trace or the progress that the options ask for.
fn learn_and_show(
    options: &LearnOptions,
    task: &Task,
    settings: &Settings,
    limits: &Limits,
    trace: &RefCell<Vec<String>>,
) -> Result<Learned> {
    let solver = solver()?;
    let common = &options.common;
    if options.wants_page() {
        let keep = |line: &str| {
            trace.borrow_mut().push(line.to_string());
            if common.verbose {
                say(line);
            }
        };
        return learn(task, settings, &solver, limits, &Narrator::new(keep));
    }
    if common.verbose {
        return learn(task, settings, &solver, limits, &Narrator::new(say));
    }
    if common.quiet || common.format == Format::Json {
        return learn(task, settings, &solver, limits, &Silent);
    }
    let progress = Progress::start(!common.has_time_limit());
    learn(task, settings, &solver, limits, &progress)
}

/// Prints the rules, and after that makes the report: whatever becomes of it, they are there.
fn finish(
    options: &LearnOptions,
    task: &Task,
    learned: &Learned,
    limits: &Limits,
    trace: &[String],
    voice: Voice,
) -> End {
    let known = OnceCell::new();
    let data = || known.get_or_init(|| data(task, learned, limits));
    let mut errors: Vec<Diagnostic> =
        print(options, task, learned, limits, data, voice).err().into_iter().collect();
    if let Some(file) = &options.report {
        let text = report(options, task, learned, data(), limits, trace);
        errors.extend(write_report(&text, file).err());
        if options.wants_page() && !matches!(learned.stop, StopReason::Limit(_)) {
            voice.cut_report(limits);
        }
    }
    if !errors.is_empty() {
        return voice.errors(&errors, &task.sources);
    }
    match learned.stop {
        StopReason::Verified => End::Holds,
        StopReason::NotVerified => End::Fails,
        StopReason::Limit(_) => End::Limit,
    }
}

/// The report for a file: a page, or JSON.
fn report(
    options: &LearnOptions,
    task: &Task,
    learned: &Learned,
    data: &Report,
    limits: &Limits,
    trace: &[String],
) -> String {
    if !options.wants_page() {
        return render::to_json(data) + "\n";
    }
    let explanations = match solver() {
        Ok(solver) => page::explained_atoms(task, learned, &solver, limits),
        Err(_) => Vec::new(),
    };
    page::of_task(data, &explanations, trace)
}

/// All that is known of the run.
fn data(task: &Task, learned: &Learned, limits: &Limits) -> Report {
    let mut report = Report::new(task, learned);
    report.command = super::command_line();
    if let Ok(solver) = solver() {
        report.rules = report::support(task, learned, &solver, limits);
    }
    report
}

fn print<'d>(
    options: &LearnOptions,
    task: &Task,
    learned: &Learned,
    limits: &Limits,
    data: impl Fn() -> &'d Report,
    voice: Voice,
) -> std::result::Result<(), Diagnostic> {
    voice.notes(&learned.notes, &task.sources);
    let text = match voice.format {
        Format::Text => {
            let predictions = predictions(task, learned, limits);
            let (above, below) = (summary::comments(learned), summary::shorter(learned));
            format!("{above}{}{below}{predictions}", learned.program())
        }
        Format::Json => render::to_json(data()) + "\n",
    };
    let delivered = deliver(&text, options.output.as_deref(), voice.format);
    voice.lines(&summary::of_run(learned, voice.paint));
    if learned.stop == StopReason::NotVerified && options.task != [PathBuf::from("-")] {
        voice.lines(&[format!("`xfold diagnose {}` tells what stands in the way", typed(&options.task))]);
    }
    delivered
}

/// The files of a task as they are typed; those with spaces in quotes.
fn typed(paths: &[PathBuf]) -> String {
    let shown = |path: &PathBuf| {
        let text = path.display().to_string();
        if text.contains(' ') { format!("'{text}'") } else { text }
    };
    paths.iter().map(shown).collect::<Vec<_>>().join(" ")
}

/// Comments that answer each `#predict` of the task.
fn predictions(task: &Task, learned: &Learned, limits: &Limits) -> String {
    if task.predictions.is_empty() {
        return String::new();
    }
    let rules = &learned.rules;
    let text = RulesText { text: &rules.text(), origin: None, statements: &rules.statements() };
    let answers =
        solver().map_err(Error::from).and_then(|solver| check::predict(task, &text, &solver, limits));
    match answers {
        Ok(answers) => answers.iter().map(|answer| format!("% {answer}\n")).collect(),
        Err(Error::Limit(limit)) => format!("% predict: not answered, stopped by the {limit}\n"),
        Err(Error::Diagnostics(errors)) => {
            errors.iter().map(|error| format!("% predict: {error}\n")).collect()
        }
    }
}
