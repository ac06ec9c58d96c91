//! The commands, one file each, and what they share: exit codes, failures, reading a task, the solver.

pub mod check;
mod check_table;
pub mod convert;
mod database;
pub mod diagnose;
pub mod eval;
pub mod explain;
pub mod export;
pub mod help;
pub mod learn;
mod on_engine;
pub mod predict;
pub mod table;

use crate::{
    files, interrupt,
    options::{CommonOptions, Format},
    output::{Paint, say},
    render, supervisor,
};
use std::{
    ffi::OsString,
    path::{Path, PathBuf},
};
use xfold::{
    Error, Isolated, Limits, StopReason, Task, codes,
    database::Place,
    table::read::is_table,
    task::read::{self, Reading, Unreadable},
};
use xfold_asp::{diagnostic::Diagnostic, span::SourceMap};

/// How a command ends, as its exit code tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// Every example holds.
    Holds,
    /// Some example fails.
    Fails,
    /// The input or an option is wrong.
    Error,
    /// A limit came first.
    Limit,
}

impl End {
    fn code(self) -> u8 {
        match self {
            End::Holds => 0,
            End::Fails => 1,
            End::Error => 2,
            End::Limit => 3,
        }
    }

    /// Ends the process.
    pub fn leave(self) -> ! {
        // Unless the supervisor is about to end it.
        supervisor::work_writes();
        // A failure could not be reported any more.
        let _ = std::io::Write::flush(&mut std::io::stdout());
        xfold_solve::memory::end_solvers();
        std::process::exit(self.code().into())
    }

    /// The same while the thread that does the work may be at it: what is not flushed is lost, as that thread may hold the
    /// output.
    pub fn leave_at_once(self) -> ! {
        xfold_solve::memory::end_solvers();
        xfold_solve::end_at_once(self.code())
    }
}

impl From<StopReason> for End {
    fn from(stop: StopReason) -> Self {
        match stop {
            StopReason::Verified => End::Holds,
            StopReason::NotVerified => End::Fails,
            StopReason::Limit(_) => End::Limit,
        }
    }
}

/// Why a command has no result: messages, and the texts that they point into.
pub struct Failure {
    end: End,
    messages: Vec<Diagnostic>,
    sources: SourceMap,
}

/// How a command ended, or what a part of it found.
pub type Outcome<T = End> = Result<T, Failure>;

impl Failure {
    fn new(error: Error, sources: SourceMap) -> Self {
        match error {
            Error::Diagnostics(messages) => Self { end: End::Error, messages, sources },
            Error::Limit(limit) => {
                Self { end: End::Limit, messages: vec![supervisor::too_late(limit)], sources }
            }
        }
    }

    /// The same for a task, with what is worth knowing about it.
    fn of_task(error: Error, task: Task) -> Self {
        let mut failure = Self::new(error, task.sources);
        failure.messages.extend(task.notes);
        failure
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self::new(error, SourceMap::default())
    }
}

impl From<Diagnostic> for Failure {
    fn from(error: Diagnostic) -> Self {
        Error::from(error).into()
    }
}

impl From<Unreadable> for Failure {
    fn from(Unreadable { sources, diagnostics }: Unreadable) -> Self {
        Self::new(Error::Diagnostics(diagnostics), sources)
    }
}

/// Runs a command under its limits and tells what went wrong, if something did. `before` is what a limit may come before,
/// such as `anything was written`.
fn supervised(
    options: &CommonOptions,
    limits: Limits,
    before: &'static str,
    work: impl FnOnce(&Limits, Console) -> Outcome,
) -> End {
    let console = Console::new(options);
    interrupt::listen(&limits);
    supervisor::start(&limits, console, before);
    work(&limits, console).unwrap_or_else(|failure| console.fail(failure))
}

/// Messages on standard error, as the options want them.
#[derive(Debug, Clone, Copy)]
pub struct Console {
    format: Format,
    paint: Paint,
    quiet: bool,
}

impl Console {
    /// Messages as these options want them.
    pub fn new(options: &CommonOptions) -> Self {
        Self { format: options.format, paint: Paint::new(options.color), quiet: options.quiet }
    }

    /// How the result is written.
    pub fn format(self) -> Format {
        self.format
    }

    /// Whether there is something to say beside the result.
    pub fn is_on(self) -> bool {
        !self.quiet && self.format == Format::Text
    }

    fn lines(self, lines: &[String]) {
        if self.is_on() {
            lines.iter().for_each(|line| say(line));
        }
    }

    /// Tells what is worth knowing.
    pub fn notes(self, notes: &[Diagnostic], sources: &SourceMap) {
        if self.is_on() {
            render::notes(notes, sources, self.paint);
        }
    }

    /// What a limit has left out of a report.
    fn cut_report(self, limits: &Limits) {
        if let Some(limit) = limits.reached() {
            self.lines(&[format!(
                "the {limit} came before the report was complete: explanations are missing in it"
            )]);
        }
    }

    /// Tells why a command has no result.
    fn fail(self, Failure { end, messages, sources }: Failure) -> End {
        supervisor::work_writes();
        self.tell(&messages, &sources);
        end
    }

    /// Tells errors, also when the supervisor is about to end the process.
    pub fn tell(self, errors: &[Diagnostic], sources: &SourceMap) {
        render::errors(errors, sources, self.format, self.paint);
    }
}

/// What was typed, for a report.
fn command_line() -> Vec<String> {
    let mut words: Vec<String> =
        std::env::args_os().map(|word| database_address(&word.to_string_lossy())).collect();
    if let Some(program) = words.first_mut() {
        *program = "xfold".to_string();
    }
    words
}

/// A word of the command line; the address of a server without its password.
fn database_address(word: &str) -> String {
    match Place::of(Path::new(word)) {
        Some(Place::Postgres) => xfold::database::without_password(word),
        _ => word.to_string(),
    }
}

/// Bounds the threads, if the user does.
fn use_threads(threads: Option<u16>) {
    if let Some(threads) = threads {
        // Fails only if the pool was started before.
        let _ = rayon::ThreadPoolBuilder::new().num_threads(threads.into()).build_global();
    }
}

/// The error that a command wants a task, if a table is given.
fn refuse_tables(paths: &[PathBuf], help: &str) -> Result<(), Diagnostic> {
    match paths.iter().find(|path| is_table(path)) {
        None => Ok(()),
        Some(path) => {
            let message = format!("{} is a table, but a task is wanted here", path.display());
            Err(Diagnostic::error(codes::BAD_QUESTION, message).help(help))
        }
    }
}

/// Reads a task from files, or from standard input if that is all there is. None of its files may be an output.
fn read_task<'p>(
    paths: &[PathBuf],
    reading: &Reading<'_>,
    outputs: impl IntoIterator<Item = &'p Path>,
) -> Outcome<Task> {
    let stdin = Path::new("-");
    let task = match paths {
        [path] if path == stdin => read::text_as("<standard input>", &read_stdin()?, reading)?,
        paths if paths.iter().any(|path| path == stdin) => {
            let message = "standard input cannot be read together with files";
            let help = "save it to a file and name that";
            return Err(Diagnostic::error(codes::CANNOT_READ, message).help(help).into());
        }
        paths => read::files_as(paths, &Reading { solver: Some(&solver()?), ..reading.clone() })?,
    };
    files::check_sources(outputs, &task.sources)?;
    Ok(task)
}

/// The name and text of a file of rules, or of standard input. `help` says what may be given.
fn read_rules_text(path: &Path, help: &str) -> Result<(String, String), Diagnostic> {
    if path == Path::new("-") {
        return Ok(("<standard input>".to_string(), read_stdin()?));
    }
    if is_table(path) {
        let message = format!("{} is a table, but rules are wanted here", path.display());
        return Err(Diagnostic::error(codes::BAD_RULES, message).help(help));
    }
    Ok((path.display().to_string(), read::file_text(path, help)?))
}

/// The name and text of a file with templates for sentences, if there is one.
fn read_templates(path: Option<&Path>) -> Result<Option<(String, String)>, Diagnostic> {
    path.map(|path| read_rules_text(path, "give a file of templates")).transpose()
}

/// Adds a text to the sources, so that messages can point into it.
fn add_source(sources: &mut SourceMap, name: String, text: String) -> Result<(), Diagnostic> {
    let error = Diagnostic::error(codes::TOO_LARGE, format!("{name} is too large"));
    sources.add(name, text).map(drop).ok_or(error)
}

fn read_stdin() -> Result<String, Diagnostic> {
    read::whole_text(std::io::stdin().lock(), "standard input", "give a file instead")
}

/// The solver: this program again, in a process that can be ended when a limit is reached.
fn solver() -> Result<Isolated, Diagnostic> {
    let program = std::env::current_exe().map_err(|error| {
        Diagnostic::error(codes::SOLVER, format!("this program does not find itself: {error}"))
    })?;
    Ok(Isolated::new(program, vec![OsString::from("worker")]))
}
