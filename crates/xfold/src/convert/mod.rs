//! Translation of a [`Task`] to the language of another program, or to ours. One file for each format.
//!
//! It stands after the check, since some languages have no closed world: what it excludes is then written out, as
//! [`worlds`] and the check understand it.

mod aleph;
mod bias;
mod las;
mod modes;
mod names;
mod peers;
mod popper;
mod prolog;
mod shape;
mod types;

pub use aleph::{Aleph, aleph};
pub use las::las;
pub use popper::{Popper, popper};

use crate::{
    Settings,
    check::Requirements,
    codes,
    error::{Error, Result},
    task::{Dialect, Task, decimals::Scaling},
    worlds::{self, Worlds},
};
use names::with_small_types;
use rustc_hash::FxHashSet;
use xfold_asp::{diagnostic::Diagnostic, span::Span, symbols::Atoms};
use xfold_solve::{Limits, Solver};

/// A language that tasks are converted to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TaskLanguage {
    /// ILASP's.
    Ilasp,
    /// FastLAS's.
    Fastlas,
    /// Our own.
    Xfold,
    /// Popper's three files.
    Popper,
    /// Aleph's.
    Aleph,
}

/// A task in another language.
#[derive(Debug)]
pub struct Converted {
    /// The texts: one, or several with the names of their files (Popper) or their endings (Aleph).
    pub texts: Vec<(&'static str, String)>,
    /// What is lost, and what was added to keep the meaning.
    pub notes: Vec<Diagnostic>,
}

/// A task as it was written.
#[derive(Debug, Clone)]
pub struct Written {
    /// The text.
    pub text: String,
    /// What was added to keep the meaning, what is lost, and what the other program may refuse.
    pub notes: Vec<Diagnostic>,
}

/// The task in another language, with the reader's notes before the writer's. For Aleph, `in_files` asks for one text for
/// each of its files.
pub fn convert(
    task: &Task,
    to: TaskLanguage,
    in_files: bool,
    solver: &dyn Solver,
    limits: &Limits,
) -> Result<Converted> {
    let is_prolog = matches!(to, TaskLanguage::Popper | TaskLanguage::Aleph);
    let listed = task.background.program.as_ref().filter(|_| !is_prolog).map(|_| with_facts(task, limits));
    let task = listed.as_ref().unwrap_or(task);
    let is_closed = task.targets().iter().any(|target| task.is_closed(target, false));
    let mut opened_task = None;
    if is_closed && to != TaskLanguage::Xfold {
        let settings = Settings { lenient: true, ..Settings::default() };
        let (worlds, _) = worlds::of(task, &settings, solver, limits)?;
        opened_task = Some(opened(task, &worlds));
    }
    let task = opened_task.as_ref().unwrap_or(task);
    let allows_large = matches!(to, TaskLanguage::Ilasp | TaskLanguage::Xfold);
    let small = if allows_large { None } else { with_small_types(task) };
    let task = small.as_ref().unwrap_or(task);
    let las = |dialect| {
        // ILASP and FastLAS have whole numbers only.
        let scaling = match dialect {
            Dialect::Own => None,
            _ => Scaling::of(task, &task.sources).map_err(|error| vec![error])?,
        };
        let Some(scaling) = scaling else {
            let written = las(task, dialect)?;
            return Ok(Converted { texts: vec![("", written.text)], notes: written.notes });
        };
        let mut written = las(&scaling.lowered().map_err(|error| vec![error])?, dialect)?;
        let lines = scaling.in_words();
        let comments: String = lines.iter().map(|line| format!("% scaled: {line}\n")).collect();
        let message = format!("decimals are scaled to whole numbers: {}", lines.join("; "));
        written.notes.push(Diagnostic::note(codes::ADDED, message));
        Ok(Converted { texts: vec![("", comments + &written.text)], notes: written.notes })
    };
    let converted: std::result::Result<Converted, Vec<Diagnostic>> = match to {
        TaskLanguage::Ilasp => las(Dialect::Ilasp),
        TaskLanguage::Fastlas => las(Dialect::FastLas),
        TaskLanguage::Xfold => las(Dialect::Own),
        TaskLanguage::Popper => popper(task).map(|popper| Converted {
            texts: vec![("bias.pl", popper.bias), ("bk.pl", popper.bk), ("exs.pl", popper.exs)],
            notes: popper.notes,
        }),
        TaskLanguage::Aleph => aleph(task).map(|aleph| Converted {
            texts: if in_files { aleph.files().to_vec() } else { vec![("", aleph.one_file())] },
            notes: aleph.notes,
        }),
    };
    let mut converted = converted.map_err(Error::Diagnostics)?;
    converted.notes.splice(0..0, task.notes.iter().cloned());
    Ok(converted)
}

/// A copy of a task with facts in place of its program, for formats that have none.
fn with_facts(task: &Task, limits: &Limits) -> Task {
    let mut listed = task.listed(limits).into_owned();
    let message = "the background is a program in Prolog: written are the facts that it gives for terms near the examples";
    listed
        .notes
        .push(Diagnostic::warning(codes::LOST, message).help("rules that go further find nothing there"));
    listed
}

/// A copy of a task whose closed worlds are written out as exclusions, for formats that have none.
pub fn opened(task: &Task, worlds: &Worlds) -> Task {
    let mut opened = task.clone();
    opened.symbols = worlds.symbols.clone();
    for number in 0..task.examples.len() {
        let mut exclusions = Atoms::default();
        let mut seen = FxHashSet::default();
        for group in Requirements::of(task, worlds, number).into_forbidden().groups() {
            for row in group.rows().filter(|row| seen.insert((group.signature.clone(), row.to_vec()))) {
                exclusions.push(&group.signature, row);
            }
        }
        let n_added = exclusions.len().saturating_sub(task.examples[number].exclusions.len());
        opened.examples[number].exclusions = exclusions;
        if n_added > 0 {
            let example = &task.examples[number];
            let what =
                if n_added == 1 { "one exclusion".to_string() } else { format!("{n_added} exclusions") };
            let message = format!("the closed world of `{}` is written out: {what}", example.name);
            opened.notes.push(Diagnostic::note(codes::ADDED, message).at(example.span, ""));
        }
    }
    opened.closed.clear();
    opened.other_dialect = true;
    opened
}

/// What is found on the way.
#[derive(Debug, Default)]
struct Findings {
    errors: Vec<Diagnostic>,
    notes: Vec<Diagnostic>,
}

impl Findings {
    /// The other language cannot say this.
    fn no_counterpart(&mut self, message: String, span: Span, help: &str) {
        let error = Diagnostic::error(codes::NO_COUNTERPART, message).at(span, "");
        self.errors.push(error.help(help));
    }

    /// The other language says less. One warning of a kind is enough: a task may have hundreds of such lines.
    fn lost(&mut self, message: String, span: Option<Span>) {
        if self.notes.iter().any(|known| known.message == message) {
            return;
        }
        let warning = Diagnostic::warning(codes::LOST, message);
        self.notes.push(match span {
            Some(span) => warning.at(span, ""),
            None => warning,
        });
    }

    /// Something had to be added or replaced.
    fn added(&mut self, message: String) {
        self.notes.push(Diagnostic::note(codes::ADDED, message));
    }
}
