//! Writers: a [`Task`] in, a text out that says the same to another program. One file for each format.

mod aleph;
mod bias;
mod convert;
mod declared;
mod las;
mod modes;
mod names;
mod peers;
mod popper;
mod prolog;
mod types;

pub use aleph::{Aleph, aleph};
pub use convert::{Converted, Language, convert};
pub use las::las;
pub use popper::{Popper, popper};

use super::Task;
use crate::{check::Requirements, codes, worlds::Worlds};
use rustc_hash::FxHashSet;
use xfold_asp::{diagnostic::Diagnostic, span::Span, symbols::Atoms};

/// A task as it was written.
#[derive(Debug, Clone)]
pub struct Written {
    /// The text.
    pub text: String,
    /// What was added to keep the meaning, what is lost, and what the other program may refuse.
    pub notes: Vec<Diagnostic>,
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
