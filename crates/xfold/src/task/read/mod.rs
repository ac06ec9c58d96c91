//! Readers: files in, a [`Task`] out. One file for each format.

mod las;

use super::Task;
use crate::codes;
use std::path::{Component, Path, PathBuf};
use xfold_asp::{
    diagnostic::{Diagnostic, Severity},
    span::SourceMap,
    syntax::{Program, StatementKind},
};

/// A task that cannot be used: the messages, and the texts they point into.
#[derive(Debug)]
pub struct Unreadable {
    /// The texts that were read.
    pub sources: SourceMap,
    /// What is wrong, in order of discovery; at least one error.
    pub diagnostics: Vec<Diagnostic>,
}

impl std::fmt::Display for Unreadable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let lines: Vec<String> = self.diagnostics.iter().map(|d| d.one_line(&self.sources)).collect();
        f.write_str(&lines.join("\n"))
    }
}

impl std::error::Error for Unreadable {}

/// Reads a task from files, which are taken together; `#include`s are followed inside the folder of each file.
pub fn files<P: AsRef<Path>>(paths: &[P]) -> Result<Task, Unreadable> {
    let mut sources = SourceMap::default();
    let mut diagnostics = Vec::new();
    let mut program = Program::default();
    for path in paths {
        load(path.as_ref(), &mut sources, &mut program, &mut diagnostics);
    }
    finish(sources, program, diagnostics)
}

/// Reads a task from a text; `name` stands for the file in messages.
pub fn text(name: &str, text: &str) -> Result<Task, Unreadable> {
    let mut sources = SourceMap::default();
    let mut diagnostics = Vec::new();
    let mut program = Program::default();
    add(name, text.to_string(), &mut sources, &mut program, &mut diagnostics);
    for statement in &program.statements {
        if matches!(statement.kind, StatementKind::Include(_)) {
            let message = "an include needs a file to be relative to";
            let refused = Diagnostic::error(codes::INCLUDE_OUTSIDE, message).at(statement.span, "");
            diagnostics.push(refused.help("give the task as a file"));
        }
    }
    finish(sources, program, diagnostics)
}

fn finish(
    sources: SourceMap,
    program: Program,
    mut diagnostics: Vec<Diagnostic>,
) -> Result<Task, Unreadable> {
    let is_error = |diagnostic: &Diagnostic| diagnostic.severity == Severity::Error;
    if diagnostics.iter().any(is_error) {
        return Err(Unreadable { sources, diagnostics });
    }
    let mut task = las::task(program, &mut diagnostics);
    task.sources = sources;
    if diagnostics.iter().any(is_error) {
        return Err(Unreadable { sources: task.sources, diagnostics });
    }
    task.notes = diagnostics;
    Ok(task)
}

fn add(
    name: &str,
    text: String,
    sources: &mut SourceMap,
    program: &mut Program,
    diagnostics: &mut Vec<Diagnostic>,
) {
    match sources.add(name, text) {
        Some(file) => diagnostics.extend(xfold_asp::parse_into(sources, file, program)),
        None => {
            diagnostics.push(Diagnostic::error(codes::TOO_LARGE, format!("{name} makes the task too large")))
        }
    }
}

/// Loads a file and, in turn, what it includes.
fn load(path: &Path, sources: &mut SourceMap, program: &mut Program, diagnostics: &mut Vec<Diagnostic>) {
    let mut waiting = vec![(path.to_path_buf(), None)];
    let folder = path.parent().map(Path::to_path_buf).unwrap_or_default();
    let mut loaded: Vec<PathBuf> = Vec::new();
    while let Some((path, included_at)) = waiting.pop() {
        if loaded.contains(&path) {
            continue;
        }
        loaded.push(path.clone());
        let name = path.display().to_string();
        let mut fail = |code, message: String, help: &str| {
            let failed = Diagnostic::error(code, message).help(help);
            diagnostics.push(match included_at {
                Some(span) => failed.at(span, "included here"),
                None => failed,
            });
        };
        let bytes = match std::fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) => {
                fail(
                    codes::CANNOT_READ,
                    format!("cannot read {name}: {error}"),
                    "check the path and its permissions",
                );
                continue;
            }
        };
        let text = match String::from_utf8(bytes) {
            Ok(text) => text,
            Err(error) => {
                let valid = error.utf8_error().valid_up_to();
                let line = error.as_bytes()[..valid].iter().filter(|&&byte| byte == b'\n').count() + 1;
                let start =
                    error.as_bytes()[..valid].iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
                let message =
                    format!("{name}:{line}:{}: this is not UTF-8 text (byte {valid})", valid - start + 1);
                fail(codes::NOT_TEXT, message, "a task is a text file; is this the right file?");
                continue;
            }
        };
        let first_new = program.statements.len();
        add(&name, text, sources, program, diagnostics);
        let mut includes = Vec::new();
        program.statements = std::mem::take(&mut program.statements)
            .into_iter()
            .enumerate()
            .filter(|(number, statement)| match &statement.kind {
                StatementKind::Include(file) if *number >= first_new => {
                    includes.push((file.clone(), statement.span));
                    false
                }
                _ => true,
            })
            .map(|(_, statement)| statement)
            .collect();
        for (file, span) in includes {
            let relative = Path::new(file.as_str());
            let inside =
                relative.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
            let target = folder.join(relative);
            let stays = || match (target.canonicalize(), canonical_folder(&folder)) {
                (Ok(target), Some(folder)) => target.starts_with(folder),
                _ => true,
            };
            if inside && stays() {
                waiting.push((target, Some(span)));
            } else {
                let message = format!("`{file}` is outside the task's folder");
                let refused = Diagnostic::error(codes::INCLUDE_OUTSIDE, message).at(span, "");
                diagnostics
                    .push(refused.help("copy the file beside the task, or name it on the command line"));
            }
        }
    }
}

fn canonical_folder(folder: &Path) -> Option<PathBuf> {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    folder.canonicalize().ok()
}
