//! `xfold convert`: reads a task and writes it in another language.

use super::{End, Voice, read_task, refuse_tables, solver};
use crate::{
    files, interrupt,
    options::{ConvertOptions, Format, Target},
    output::{deliver, write_result},
    render, supervisor,
};
use serde::Serialize;
use std::{
    fs,
    path::{Path, PathBuf},
};
use xfold::{
    Error, Task, codes,
    convert::{self, Converted},
    report::Note,
};
use xfold_asp::{diagnostic::Diagnostic, span::SourceMap};

/// Runs the command.
pub fn run(options: &ConvertOptions) -> End {
    let voice = Voice::new(&options.common);
    let limits = options.common.limits_of_short_work();
    interrupt::listen(&limits);
    supervisor::start(&limits, voice, "anything was written");
    let is_json = options.common.format == Format::Json;
    if options.to == Target::Popper && options.output.is_none() && !is_json {
        let error = Diagnostic::error(codes::CANNOT_WRITE, "a task for Popper is a folder of three files");
        return voice.errors(&[error.help("name the folder with -o")], &SourceMap::default());
    }
    let outputs = outputs(options);
    let is_folder = options.to == Target::Popper && !is_json;
    let checked = match is_folder {
        // The folder may not be there yet, so whether it can be written to shows later.
        true => {
            files::refuse(outputs.iter().map(PathBuf::as_path), options.task.iter().map(PathBuf::as_path))
        }
        false => {
            files::check(outputs.iter().map(PathBuf::as_path), options.task.iter().map(PathBuf::as_path))
        }
    };
    if let Err(error) = checked {
        return voice.errors(&[error], &SourceMap::default());
    }
    let help = "for the rows of a table as facts: xfold predict RULES TABLE --facts";
    if let Err(error) = refuse_tables(&options.task, help) {
        return voice.errors(&[error], &SourceMap::default());
    }
    let task = match read_task(&options.task, &options.reading) {
        Ok(task) => task,
        Err(unreadable) => return voice.errors(&unreadable.diagnostics, &unreadable.sources),
    };
    if let Err(error) = files::check_sources(outputs.iter().map(PathBuf::as_path), &task.sources) {
        return voice.errors(&[error], &SourceMap::default());
    }
    let is_stem =
        options.output.as_deref().is_some_and(|file| file.extension().is_some_and(|ending| ending == "b"));
    match solver()
        .map_err(Error::from)
        .and_then(|solver| convert::convert(&task, options.to.language(), is_stem, &solver, &limits))
    {
        Ok(converted) => print(options, &task, converted, voice),
        Err(error) => {
            let end = if matches!(error, Error::Limit(_)) { End::Limit } else { End::Error };
            voice.errors(&error.into_diagnostics(), &task.sources);
            end
        }
    }
}

/// The files that are written.
fn outputs(options: &ConvertOptions) -> Vec<PathBuf> {
    let Some(output) = &options.output else { return Vec::new() };
    let is_stem = output.extension().is_some_and(|ending| ending == "b");
    match options.to {
        _ if options.common.format == Format::Json => vec![output.clone()],
        Target::Popper => ["bk.pl", "bias.pl", "exs.pl"].map(|name| output.join(name)).to_vec(),
        Target::Aleph if is_stem => ["b", "f", "n"].map(|ending| output.with_extension(ending)).to_vec(),
        _ => vec![output.clone()],
    }
}

/// A converted task for programs.
#[derive(Serialize)]
struct Report {
    version: u32,
    xfold: &'static str,
    /// The text, if there is one file.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    /// The files, if there are several.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    files: Vec<File>,
    notes: Vec<Note>,
}

#[derive(Serialize)]
struct File {
    name: &'static str,
    text: String,
}

fn print(options: &ConvertOptions, task: &Task, converted: Converted, voice: Voice) -> End {
    voice.notes(&converted.notes, &task.sources);
    let output = options.output.as_deref();
    let written = match voice.format {
        Format::Text => match &converted.texts[..] {
            [("", text)] => deliver(text, output, voice.format),
            texts => write_texts(texts, options.to, output)
                .map_err(|error| Diagnostic::error(codes::CANNOT_WRITE, error)),
        },
        Format::Json => {
            let notes = converted.notes.iter().map(|note| Note::new(note, &task.sources)).collect();
            let mut report =
                Report { version: 1, xfold: env!("CARGO_PKG_VERSION"), text: None, files: Vec::new(), notes };
            for (name, text) in converted.texts {
                match name {
                    "" => report.text = Some(text),
                    name => report.files.push(File { name, text }),
                }
            }
            deliver(&(render::to_json(&report) + "\n"), output, voice.format)
        }
    };
    match written {
        Ok(()) => End::Holds,
        Err(error) => voice.errors(&[error], &task.sources),
    }
}

fn write_texts(texts: &[(&'static str, String)], to: Target, output: Option<&Path>) -> Result<(), String> {
    if let (Target::Popper, Some(folder)) = (to, output) {
        fs::create_dir_all(folder).map_err(|error| format!("cannot make {}: {error}", folder.display()))?;
    }
    for (name, text) in texts {
        let file = match (to, output) {
            (Target::Popper, Some(folder)) => Some(folder.join(name)),
            (Target::Aleph, Some(stem)) if !name.is_empty() => Some(stem.with_extension(name)),
            (_, file) => file.map(Path::to_path_buf),
        };
        write_result(text, file.as_deref())?;
    }
    Ok(())
}
