//! The command `xfold`: flags and glue. What is learned, and how, is in the library.

mod commands;
mod explain_options;
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

use clap::Parser;
use options::{Cli, Color, Command, Format};
use std::{ffi::OsString, process::ExitCode};
use xfold_asp::{
    diagnostic::{Diagnostic, Severity},
    span::SourceMap,
};

/// So that memory which cannot be had is a limit, and no abort.
#[global_allocator]
static MEMORY: xfold_solve::memory::Frugal = xfold_solve::memory::Frugal;

fn main() -> ExitCode {
    let (args, messages) = arguments();
    if messages.iter().any(|message| message.severity == Severity::Error) {
        let is_json = |pair: &[OsString]| pair[0] == "--format" && pair[1] == "json";
        let is_json = args.windows(2).any(is_json) || args.iter().any(|arg| arg == "--format=json");
        let format = if is_json { Format::Json } else { Format::Text };
        render::errors(&messages, &SourceMap::default(), format, output::Paint::new(Color::Auto));
        return commands::End::Error.into();
    }
    match Cli::parse_from(args).command {
        Command::Learn(options) => {
            commands::tell_about_flags(&options.common, &messages);
            commands::learn::run(&options).leave()
        }
        Command::Check(options) => commands::check::run(&options).leave(),
        Command::Convert(options) => commands::convert::run(&options).leave(),
        Command::Eval(options) => commands::eval::run(&options).leave(),
        Command::Diagnose(options) => commands::diagnose::run(&options).leave(),
        Command::Help { topic } => commands::help::help(topic.as_deref()).into(),
        Command::Completions { shell } => commands::help::completions(shell).into(),
        Command::Man { topic } => commands::help::man(topic.as_deref()).into(),
        Command::Export(options) => commands::export::run(&options).leave(),
        Command::Explain(options) => commands::explain::run(&options).leave(),
        Command::Predict(options) => commands::predict::run(&options).leave(),
        Command::Worker => xfold_solve::worker_main(),
    }
}

/// The words of the command line in our options. What is no text holds none of another program's.
fn arguments() -> (Vec<OsString>, Vec<Diagnostic>) {
    let given: Vec<OsString> = std::env::args_os().collect();
    let texts: Option<Vec<String>> = given.iter().map(|arg| arg.to_str().map(str::to_string)).collect();
    match texts {
        Some(texts) => {
            let translated = foreign::translate(texts);
            (translated.args.into_iter().map(OsString::from).collect(), translated.messages)
        }
        None => (given, Vec::new()),
    }
}
