//! `xfold convert`: reads a task and writes it in another language.

use super::{End, Voice, read_task, solver};
use crate::{
    interrupt,
    options::{ConvertOptions, Format, Target},
    output::{try_file, write_result},
    render,
};
use serde::Serialize;
use xfold::{
    Error, Limits, Settings, Task, codes,
    report::Note,
    task::{
        Dialect,
        write::{self, Written},
    },
    worlds,
};
use xfold_asp::{diagnostic::Diagnostic, span::SourceMap};

/// Runs the command.
pub fn run(options: &ConvertOptions) -> End {
    let voice = Voice::new(&options.common);
    let limits = options.common.limits();
    interrupt::listen(&limits);
    if let Some(Err(error)) = options.output.as_deref().map(try_file) {
        return voice.errors(&[Diagnostic::error(codes::CANNOT_WRITE, error)], &SourceMap::default());
    }
    let task = match read_task(&options.task, &options.reading) {
        Ok(task) => task,
        Err(unreadable) => return voice.errors(&unreadable.diagnostics, &unreadable.sources),
    };
    match convert(&task, options.to, &limits) {
        Ok(written) => print(options, &task, &written, voice),
        Err(error) => {
            let end = if matches!(error, Error::Limit(_)) { End::Limit } else { End::Error };
            voice.errors(&error.into_diagnostics(), &task.sources);
            end
        }
    }
}

/// The task in another language, with the reader's notes before the writer's.
fn convert(task: &Task, to: Target, limits: &Limits) -> Result<Written, Error> {
    let dialect = match to {
        Target::Ilasp => Dialect::Ilasp,
        Target::Fastlas => Dialect::FastLas,
        Target::Xfold => Dialect::Own,
    };
    let is_closed = task.targets().iter().any(|target| task.is_closed(target, false));
    let opened = match is_closed && dialect != Dialect::Own {
        true => {
            let settings = Settings { lenient: true, ..Settings::default() };
            let (worlds, _) = worlds::of(task, &settings, &solver()?, limits)?;
            Some(write::opened(task, &worlds))
        }
        false => None,
    };
    let task = opened.as_ref().unwrap_or(task);
    let mut written = write::las(task, dialect).map_err(Error::Diagnostics)?;
    written.notes.splice(0..0, task.notes.iter().cloned());
    Ok(written)
}

/// A converted task for programs.
#[derive(Serialize)]
struct Report {
    version: u32,
    xfold: &'static str,
    text: String,
    notes: Vec<Note>,
}

fn print(options: &ConvertOptions, task: &Task, written: &Written, voice: Voice) -> End {
    voice.notes(&written.notes, &task.sources);
    let text = match voice.format {
        Format::Text => written.text.clone(),
        Format::Json => {
            let notes = written.notes.iter().map(|note| Note::new(note, &task.sources)).collect();
            let text = written.text.clone();
            render::to_json(&Report { version: 1, xfold: env!("CARGO_PKG_VERSION"), text, notes }) + "\n"
        }
    };
    match write_result(&text, options.output.as_deref()) {
        Ok(()) => End::Holds,
        Err(error) => voice.errors(&[Diagnostic::error(codes::CANNOT_WRITE, error)], &task.sources),
    }
}
