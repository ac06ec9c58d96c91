//! The command `xfold`: flags and glue. What is learned, and how, is in the library `xfold`.
//!
//! This is a library so that `xfold-cluster` has the same commands, with engines beyond memory plugged in.

mod commands;
mod engines;
mod explain_options;
mod files;
mod foreign;
mod interrupt;
mod memory;
mod options;
mod output;
mod progress;
mod render;
mod summary;
mod supervisor;
mod table_options;

pub use engines::{EngineName, Engines, OpenTable, TableOnEngine, Told, VERSION};
pub use memory::half_of_the_machine;

use commands::{Console, End};
use options::{Color, Command, Format};
use std::{ffi::OsString, process::ExitCode};
use xfold_asp::{
    diagnostic::{Diagnostic, Severity},
    span::SourceMap,
};

/// Turns a failed allocation into a limit that was reached, where Rust's own allocator would abort.
#[global_allocator]
static MEMORY: xfold_solve::memory::Frugal = xfold_solve::memory::Frugal;

/// Runs the command with these words, the first of which is the program. Without `engines`, a command that wants one
/// beyond memory is handed over to the program `xfold-cluster`.
pub fn main(given: Vec<OsString>, engines: Option<&dyn Engines>) -> ExitCode {
    let (args, messages) = translated(&given);
    let is_json = |pair: &[OsString]| pair[0] == "--format" && pair[1] == "json";
    let is_json = args.windows(2).any(is_json) || args.iter().any(|arg| arg == "--format=json");
    let format = if is_json { Format::Json } else { Format::Text };
    let fail = |messages: &[Diagnostic]| -> ! {
        render::errors(messages, &SourceMap::default(), format, output::Paint::new(Color::Auto));
        End::Error.leave()
    };
    if messages.iter().any(|message| message.severity == Severity::Error) {
        fail(&messages);
    }
    let cli = match options::parse(args) {
        Ok(cli) => cli,
        Err(error) if is_json && error.use_stderr() => fail(&[misuse(&error)]),
        Err(error) => error.exit(),
    };
    let is_beyond_memory = cli.command.engine().is_some_and(|engine| *engine != EngineName::Memory);
    if is_beyond_memory {
        let refused = match engines {
            Some(_) => engines::check_caller().err(),
            None => engines::hand_over(&given).err(),
        };
        if let Some(refused) = refused {
            fail(&[refused]);
        }
    }
    let end = match cli.command {
        Command::Learn(options) => {
            Console::new(&options.common).notes(&messages, &SourceMap::default());
            commands::learn::run(&options, engines)
        }
        Command::Check(options) => commands::check::run(&options, engines),
        Command::Convert(options) => commands::convert::run(&options),
        Command::Eval(options) => commands::eval::run(&options, engines),
        Command::Diagnose(options) => commands::diagnose::run(&options),
        Command::Help { topic } => commands::help::help(topic.as_deref()),
        Command::Completions { shell } => commands::help::completions(shell),
        Command::Man { topic } => commands::help::man(topic.as_deref()),
        Command::Export(options) => commands::export::run(&options),
        Command::Explain(options) => commands::explain::run(&options),
        Command::Predict(options) => commands::predict::run(&options, engines),
        Command::Worker => return xfold_solve::worker_main(),
    };
    end.leave()
}

/// What is wrong with the command line, as a message like all others.
fn misuse(error: &clap::Error) -> Diagnostic {
    let text = error.render().to_string();
    let mut parts = text.split("\n\n").map(|part| part.split_whitespace().collect::<Vec<_>>().join(" "));
    let first = parts.next().unwrap_or_default();
    let rest: Vec<String> = parts.filter(|part| !part.is_empty()).collect();
    let message = first.strip_prefix("error: ").unwrap_or(&first);
    Diagnostic::error(xfold::codes::USAGE, message).help(rest.join("; "))
}

/// The words of the command line, with options of other programs translated to ours. A command line that is not UTF-8
/// stays as it is.
fn translated(given: &[OsString]) -> (Vec<OsString>, Vec<Diagnostic>) {
    let texts: Option<Vec<String>> = given.iter().map(|arg| arg.to_str().map(str::to_string)).collect();
    match texts {
        Some(texts) => {
            let translated = foreign::translate(texts);
            (translated.args.into_iter().map(OsString::from).collect(), translated.messages)
        }
        None => (given.to_vec(), Vec::new()),
    }
}
