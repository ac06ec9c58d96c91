//! Readers: files in, a [`Task`] out. One file for each format. First station of the path, task.

mod aleph;
mod cells;
mod folder;
mod las;
mod popper;
pub(crate) mod prolog;

use super::{Dialect, Example, Task, decimals};
use crate::codes;
use folder::FactFiles;
use rustc_hash::FxHashSet;
use std::{
    io::Read,
    path::{Component, Path, PathBuf},
};
use xfold_asp::{
    diagnostic::{Diagnostic, Severity},
    span::{SourceMap, Span},
    symbols::{AtomGroup, Atoms, Symbol, Symbols, show_atom},
    syntax::{Program, StatementKind},
};
use xfold_solve::{Clingo, Solver};

/// How a task is to be read.
#[derive(Clone, Default)]
pub struct Reading<'s> {
    /// Whose conventions hold. None: those that the task's vocabulary shows.
    pub dialect: Option<Dialect>,
    /// The task is not to be learned from: it needs no examples.
    pub background_only: bool,
    /// For a folder of Popper's, the file of examples in place of `exs.pl`.
    pub examples: Option<PathBuf>,
    /// From how many facts on those in files may stay in columns, which only learning and checking can use. None: they are
    /// made plain facts.
    pub columns_from: Option<usize>,
    /// What solves a bias that is a program, as in Popper's tasks. None: clingo in this process, which a program that is
    /// hard to ground can hold up.
    pub solver: Option<&'s dyn Solver>,
}

/// With fewer facts in files than this, all that can be asked of a task is served.
pub const FEW_FACTS_IN_FILES: usize = 100_000;

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

/// Reads a task from files, which are taken together; `#include`s are followed inside the folder of each file. A folder
/// of Popper's, or any file of it, is a task; so are a folder with `task.las`, a stem of Aleph's files, any of them, their folder, and one file in
/// the form of Aleph's pack.
pub fn files<P: AsRef<Path>>(paths: &[P]) -> Result<Task, Unreadable> {
    files_as(paths, &Reading::default())
}

/// Reads a task from files, as [`files`] does, in a way that the user says.
pub fn files_as<P: AsRef<Path>>(paths: &[P], reading: &Reading<'_>) -> Result<Task, Unreadable> {
    let mut sources = SourceMap::default();
    let mut diagnostics = Vec::new();
    match layout(paths).and_then(|layout| layout.with_examples(reading.examples.as_deref())) {
        Ok(Layout::Las) => {}
        Ok(Layout::Popper(files)) => {
            let solver = reading.solver.unwrap_or(&Clingo);
            return other_format(&files, |sources, found| popper::task(sources, solver, found));
        }
        Ok(Layout::Aleph(files)) => return other_format(&files, aleph::task),
        Ok(Layout::Folder(folder)) => {
            let mut program = Program::default();
            load(&folder.join(folder::TASK), &mut sources, &mut program, &mut diagnostics);
            return match folder::read(&folder, &mut program.symbols) {
                Ok(files) => finish(sources, program, files, reading, diagnostics),
                Err(error) => {
                    diagnostics.push(error);
                    Err(Unreadable { sources, diagnostics })
                }
            };
        }
        Err(error) => return Err(Unreadable { sources, diagnostics: vec![error] }),
    }
    let mut program = Program::default();
    for path in paths {
        load(path.as_ref(), &mut sources, &mut program, &mut diagnostics);
    }
    finish(sources, program, FactFiles::default(), reading, diagnostics)
}

/// Reads a task from a text; `name` stands for the file in messages.
pub fn text(name: &str, text: &str) -> Result<Task, Unreadable> {
    text_as(name, text, &Reading::default())
}

/// Reads a task from a text, as [`text`] does, in a way that the user says.
pub fn text_as(name: &str, text: &str, reading: &Reading<'_>) -> Result<Task, Unreadable> {
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
    finish(sources, program, FactFiles::default(), reading, diagnostics)
}

fn finish(
    sources: SourceMap,
    program: Program,
    files: FactFiles,
    reading: &Reading<'_>,
    mut diagnostics: Vec<Diagnostic>,
) -> Result<Task, Unreadable> {
    let is_error = |diagnostic: &Diagnostic| diagnostic.severity == Severity::Error;
    if diagnostics.iter().any(is_error) {
        return Err(Unreadable { sources, diagnostics });
    }
    let mut task = las::task(program, files, reading.dialect, &mut diagnostics);
    if reading.background_only {
        diagnostics.retain(|diagnostic| diagnostic.code != codes::NO_EXAMPLES);
    }
    if !diagnostics.iter().any(is_error) {
        decimals::check(&task, &sources, &mut diagnostics);
    }
    task.sources = sources;
    if diagnostics.iter().any(is_error) {
        return Err(Unreadable { sources: task.sources, diagnostics });
    }
    task.notes = diagnostics;
    task.settle_tables(reading.columns_from.unwrap_or(usize::MAX));
    Ok(task)
}

/// How a task is laid out in files.
enum Layout {
    Las,
    /// A folder of ours, with facts in files.
    Folder(PathBuf),
    Popper(Vec<PathBuf>),
    Aleph(Vec<PathBuf>),
}

impl Layout {
    /// The same with another file of examples, if one is named.
    fn with_examples(mut self, examples: Option<&Path>) -> Result<Self, Diagnostic> {
        match (&mut self, examples) {
            (Layout::Popper(files), Some(examples)) => files[2] = examples.to_path_buf(),
            (_, Some(examples)) => {
                let message = format!("{} cannot take the place of this task's examples", examples.display());
                let help = "another file of examples is for a folder with bk.pl, exs.pl and bias.pl (Popper)";
                return Err(Diagnostic::error(codes::BAD_EXAMPLE, message).help(help));
            }
            (_, None) => {}
        }
        Ok(self)
    }
}

/// What the names of files say about the format. A folder tells it by what is in it.
fn layout<P: AsRef<Path>>(paths: &[P]) -> Result<Layout, Diagnostic> {
    let [path] = paths else {
        let aleph: Vec<&Path> = paths.iter().map(AsRef::as_ref).filter(|path| is_of_aleph(path)).collect();
        return if aleph.len() == paths.len() {
            Ok(Layout::Aleph(aleph.into_iter().map(Path::to_path_buf).collect()))
        } else {
            Ok(Layout::Las)
        };
    };
    let path = path.as_ref();
    let popper = |folder: &Path| Layout::Popper(popper::FILES.map(|file| folder.join(file)).to_vec());
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    if path.is_dir() {
        if path.join(folder::TASK).is_file() {
            return Ok(Layout::Folder(path.to_path_buf()));
        }
        if popper::FILES.iter().any(|file| path.join(file).is_file()) {
            return Ok(popper(path));
        }
        return folder_of_aleph(path);
    }
    if popper::FILES.contains(&name) && popper::FILES.iter().all(|file| path.with_file_name(file).is_file()) {
        return Ok(popper(path.parent().unwrap_or(Path::new(""))));
    }
    if is_of_aleph(path) {
        return Ok(Layout::Aleph(with_stem(&path.with_extension(""))));
    }
    if !path.exists() && suffixed(path, "b").is_file() && suffixed(path, "f").is_file() {
        return Ok(Layout::Aleph(with_stem(path)));
    }
    let is_prolog = path.extension().is_some_and(|extension| extension == "pl");
    let is_one_file = || path.is_file() && text_of(path).is_ok_and(|text| aleph::is_one_file(&text));
    if is_prolog && is_one_file() { Ok(Layout::Aleph(vec![path.to_path_buf()])) } else { Ok(Layout::Las) }
}

fn is_of_aleph(path: &Path) -> bool {
    path.extension().is_some_and(|extension| ["b", "f", "n"].iter().any(|known| extension == *known))
}

/// The files of a stem. That there are no negatives is no mistake.
fn with_stem(stem: &Path) -> Vec<PathBuf> {
    let mut files = vec![suffixed(stem, "b"), suffixed(stem, "f")];
    files.extend(Some(suffixed(stem, "n")).filter(|negatives| negatives.is_file()));
    files
}

/// The stem with an extension; a dot in the stem stays.
fn suffixed(stem: &Path, extension: &str) -> PathBuf {
    let mut name = stem.as_os_str().to_owned();
    name.push(".");
    name.push(extension);
    name.into()
}

/// A folder with the files of one stem, or with one file for all.
fn folder_of_aleph(folder: &Path) -> Result<Layout, Diagnostic> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(|path| path.is_file()).collect();
    files.sort();
    let backgrounds: Vec<&PathBuf> =
        files.iter().filter(|path| path.extension().is_some_and(|extension| extension == "b")).collect();
    match backgrounds[..] {
        [background] => return Ok(Layout::Aleph(with_stem(&background.with_extension("")))),
        [first, second, ..] => {
            let names = [first, second].map(|path| path.display().to_string());
            let message = format!("{} holds several tasks: {}", folder.display(), names.join(", "));
            return Err(Diagnostic::error(codes::NOT_A_FOLDER, message).help("name the one to learn from"));
        }
        [] => {}
    }
    let message = format!("the folder {} holds no task", folder.display());
    let help = "a folder has task.las and perhaps facts/ and examples/, or bk.pl, exs.pl and bias.pl (Popper), or one stem with .b, .f and .n (Aleph)";
    Err(Diagnostic::error(codes::NOT_A_FOLDER, message).help(help))
}

/// Reads files into the sources and makes a task of them.
fn other_format(
    files: &[PathBuf],
    task: impl Fn(&SourceMap, &mut Vec<Diagnostic>) -> Task,
) -> Result<Task, Unreadable> {
    let mut sources = SourceMap::default();
    let mut diagnostics = Vec::new();
    for path in files {
        let name = path.display().to_string();
        let too_large = || Diagnostic::error(codes::TOO_LARGE, format!("{name} makes the task too large"));
        let added = text_of(path).and_then(|text| sources.add(name.as_str(), text).ok_or_else(too_large));
        diagnostics.extend(added.err());
    }
    if !diagnostics.is_empty() {
        return Err(Unreadable { sources, diagnostics });
    }
    let mut task = task(&sources, &mut diagnostics);
    let is_error = |diagnostic: &Diagnostic| diagnostic.severity == Severity::Error;
    if !diagnostics.iter().any(is_error) {
        decimals::check(&task, &sources, &mut diagnostics);
    }
    task.sources = sources;
    if diagnostics.iter().any(is_error) {
        return Err(Unreadable { sources: task.sources, diagnostics });
    }
    task.notes = diagnostics;
    Ok(task)
}

/// Says if there is nothing to learn from, or if an example has both labels.
fn check_labels(task: &Task, diagnostics: &mut Vec<Diagnostic>) {
    let example = &task.examples[0];
    if example.inclusions.is_empty() {
        let message = "the task has no positive example, so there is nothing to learn from";
        diagnostics.push(Diagnostic::error(codes::NO_EXAMPLES, message).at(example.span, ""));
    }
    for atom in in_both(&example.inclusions, &example.exclusions, &task.symbols) {
        let message = format!("{atom} is a positive and a negative example");
        let error = Diagnostic::error(codes::CONTRADICTION, message).at(example.span, "");
        diagnostics.push(error.help("leave one of the two out"));
    }
}

/// Of each predicate the first excluded atom that is also included.
fn in_both(inclusions: &Atoms, exclusions: &Atoms, symbols: &Symbols) -> Vec<String> {
    let first = |excluded: &AtomGroup| {
        let included: FxHashSet<&[Symbol]> = inclusions.group(&excluded.signature)?.rows().collect();
        let row = excluded.rows().find(|row| included.contains(row))?;
        Some(show_atom(&excluded.signature, row, symbols))
    };
    exclusions.groups().iter().filter_map(first).collect()
}

/// The one example of a task that lists its positives and negatives.
fn labelled_example(name: &str, inclusions: Atoms, exclusions: Atoms, span: Span) -> Example {
    let (name, context) = (name.to_string(), Vec::new());
    Example { name, positive: true, penalty: None, inclusions, exclusions, context, span }
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
        let text = match text_of(&path) {
            Ok(text) => text,
            Err(error) => {
                diagnostics.push(match included_at {
                    Some(span) => error.at(span, "included here"),
                    None => error,
                });
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

/// Bytes that are read at once.
const READ_AT_ONCE: u64 = 16 << 20;
/// Bytes of a character in UTF-8, at most.
const LONGEST_CHARACTER: usize = 4;

fn text_of(path: &Path) -> Result<String, Diagnostic> {
    file_text(path, "check the path and its permissions")
}

/// The text of a file, or why it cannot be read; `help` says what to give instead.
pub fn file_text(path: &Path, help: &str) -> Result<String, Diagnostic> {
    let name = path.display().to_string();
    let file = std::fs::File::open(path).map_err(|error| {
        Diagnostic::error(codes::CANNOT_READ, format!("cannot read {name}: {error}")).help(help)
    })?;
    whole_text(file, &name, help)
}

/// All text that a reader gives, up to the size that positions can have; `name` is that of the file.
pub fn whole_text(mut from: impl Read, name: &str, help: &str) -> Result<String, Diagnostic> {
    let mut bytes = Vec::new();
    let mut n_valid = 0;
    let most = u64::from(u32::MAX);
    loop {
        let before = bytes.len();
        let read = (&mut from).take(READ_AT_ONCE).read_to_end(&mut bytes).map_err(|error| {
            Diagnostic::error(codes::CANNOT_READ, format!("cannot read {name}: {error}")).help(help)
        })?;
        if bytes.len() as u64 > most {
            let message = format!("{name} is larger than the four gigabytes that a text may have");
            return Err(Diagnostic::error(codes::TOO_LARGE, message).help("does it end at all?"));
        }
        // A device may give zeros for ever.
        if read as u64 == READ_AT_ONCE && bytes[before..].iter().all(|&byte| byte == 0) {
            let message = format!("{name} holds nothing but zeros from byte {before} on");
            return Err(Diagnostic::error(codes::NOT_TEXT, message).help("is this the right file?"));
        }
        // Input that is not text is refused at once: it may have no end.
        let is_text = match std::str::from_utf8(&bytes[n_valid..]) {
            Ok(_) => true,
            Err(error) => error.error_len().is_none(),
        };
        n_valid = bytes.len().saturating_sub(LONGEST_CHARACTER).max(n_valid);
        while n_valid > 0 && bytes.get(n_valid).is_some_and(|byte| byte & 0xc0 == 0x80) {
            n_valid -= 1;
        }
        if read == 0 || !is_text {
            break;
        }
    }
    String::from_utf8(bytes).map_err(|error| {
        let valid = error.utf8_error().valid_up_to();
        let before = &error.as_bytes()[..valid];
        let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
        let start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        let message = format!("{name}:{line}:{}: this is not UTF-8 text (byte {valid})", valid - start + 1);
        Diagnostic::error(codes::NOT_TEXT, message).help("tasks and rules are text; is this the right file?")
    })
}

fn canonical_folder(folder: &Path) -> Option<PathBuf> {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    folder.canonicalize().ok()
}
