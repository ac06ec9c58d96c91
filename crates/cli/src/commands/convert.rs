//! `xfold convert`: reads a task and writes it in another language.

use super::{Console, End, Failure, Outcome, database, read_task, refuse_tables, solver, supervised};
use crate::{
    files,
    options::{ConvertOptions, Format},
    output::{deliver, write_result},
    render,
};
use serde::Serialize;
use std::{
    fs,
    path::{Path, PathBuf},
};
use xfold::{
    Limits, Task, codes,
    convert::{self, Converted, TaskLanguage},
    report::Note,
};
use xfold_asp::diagnostic::Diagnostic;

/// Runs the command.
pub fn run(options: &ConvertOptions) -> End {
    let limits = options.common.limits_of_short_work();
    supervised(&options.common, limits, "anything was written", |limits, console| {
        convert_task(options, limits, console)
    })
}

fn convert_task(options: &ConvertOptions, limits: &Limits, console: Console) -> Outcome {
    let is_folder = options.to == TaskLanguage::Popper && options.common.format == Format::Text;
    if is_folder && options.output.is_none() {
        let error = Diagnostic::error(codes::CANNOT_WRITE, "a task for Popper is a folder of three files");
        return Err(error.help("name the folder with -o").into());
    }
    let outputs = outputs(options);
    let outputs = || outputs.iter().map(PathBuf::as_path);
    let inputs = options.task.iter().map(PathBuf::as_path);
    // The folder may not be there yet, so whether it can be written to shows later.
    if is_folder {
        files::refuse(outputs(), inputs)?
    } else {
        files::check(outputs(), inputs)?
    }
    let help = "for the rows of a table as facts: xfold predict RULES TABLE --facts";
    let place = database::place(&options.task, options.triples)?;
    let mut legend = String::new();
    let task = match place {
        Some(place) => {
            let (task, data) = database::task(&options.task[0], place, options.target.as_deref())?;
            if options.to == TaskLanguage::Xfold {
                legend = data.legend(None);
            }
            task
        }
        None => {
            refuse_tables(&options.task, help)?;
            read_task(&options.task, &options.reading.reading(), outputs())?
        }
    };
    match convert::convert(&task, options.to, options.is_stem(), &solver()?, limits) {
        Ok(mut converted) => {
            converted.texts.iter_mut().for_each(|(_, text)| text.insert_str(0, &legend));
            print(options, &task, converted, console)
        }
        Err(error) => Err(Failure::new(error, task.sources)),
    }
}

/// The files that are written.
fn outputs(options: &ConvertOptions) -> Vec<PathBuf> {
    let Some(output) = &options.output else { return Vec::new() };
    match options.to {
        _ if options.common.format == Format::Json => vec![output.clone()],
        TaskLanguage::Popper => ["bk.pl", "bias.pl", "exs.pl"].map(|name| output.join(name)).to_vec(),
        TaskLanguage::Aleph if options.is_stem() => {
            ["b", "f", "n"].map(|ending| output.with_extension(ending)).to_vec()
        }
        _ => vec![output.clone()],
    }
}

/// A converted task for programs.
#[derive(Serialize)]
struct ConvertedTask {
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

fn print(options: &ConvertOptions, task: &Task, converted: Converted, console: Console) -> Outcome {
    console.notes(&converted.notes, &task.sources);
    let output = options.output.as_deref();
    match (console.format, &converted.texts[..]) {
        (Format::Text, [("", text)]) => deliver(text, output, console.format)?,
        (Format::Text, texts) => write_texts(texts, options.to, output)?,
        (Format::Json, _) => {
            let notes = converted.notes.iter().map(|note| Note::new(note, &task.sources)).collect();
            let mut report = ConvertedTask { text: None, files: Vec::new(), notes };
            for (name, text) in converted.texts {
                match name {
                    "" => report.text = Some(text),
                    name => report.files.push(File { name, text }),
                }
            }
            deliver(&render::versioned_json(&report), output, console.format)?;
        }
    }
    Ok(End::Holds)
}

/// Writes a task that is several texts: the files of a folder, or files that share a stem.
fn write_texts(texts: &[(&str, String)], to: TaskLanguage, output: Option<&Path>) -> Result<(), Diagnostic> {
    if let (TaskLanguage::Popper, Some(folder)) = (to, output) {
        fs::create_dir_all(folder).map_err(|error| {
            let message = format!("cannot make {}: {error}", folder.display());
            Diagnostic::error(codes::CANNOT_WRITE, message)
        })?;
    }
    for (name, text) in texts {
        let file = match (to, output) {
            (TaskLanguage::Popper, Some(folder)) => Some(folder.join(name)),
            (TaskLanguage::Aleph, Some(stem)) if !name.is_empty() => Some(stem.with_extension(name)),
            (_, file) => file.map(Path::to_path_buf),
        };
        write_result(text, file.as_deref())?;
    }
    Ok(())
}
