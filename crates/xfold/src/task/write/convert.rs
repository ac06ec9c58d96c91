//! A task in the language of another program, all of them by one door.

use super::{aleph, las, names::with_small_types, opened, popper};
use crate::{
    Settings,
    error::{Error, Result},
    task::{Dialect, Task},
    worlds,
};
use xfold_asp::diagnostic::Diagnostic;
use xfold_solve::{Limits, Solver};

/// A language that tasks are converted to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Language {
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

/// The task in another language, with the reader's notes before the writer's. For Aleph, `in_files` asks for one text for
/// each of its files.
pub fn convert(
    task: &Task,
    to: Language,
    in_files: bool,
    solver: &dyn Solver,
    limits: &Limits,
) -> Result<Converted> {
    let is_closed = task.targets().iter().any(|target| task.is_closed(target, false));
    let opened = match is_closed && to != Language::Xfold {
        true => {
            let settings = Settings { lenient: true, ..Settings::default() };
            let (worlds, _) = worlds::of(task, &settings, solver, limits)?;
            Some(opened(task, &worlds))
        }
        false => None,
    };
    let task = opened.as_ref().unwrap_or(task);
    let allows_large = matches!(to, Language::Ilasp | Language::Xfold);
    let small = if allows_large { None } else { with_small_types(task) };
    let task = small.as_ref().unwrap_or(task);
    let las = |dialect| {
        let written = las(task, dialect)?;
        Ok(Converted { texts: vec![("", written.text)], notes: written.notes })
    };
    let converted: std::result::Result<Converted, Vec<Diagnostic>> = match to {
        Language::Ilasp => las(Dialect::Ilasp),
        Language::Fastlas => las(Dialect::FastLas),
        Language::Xfold => las(Dialect::Own),
        Language::Popper => popper(task).map(|popper| Converted {
            texts: vec![("bias.pl", popper.bias), ("bk.pl", popper.bk), ("exs.pl", popper.exs)],
            notes: popper.notes,
        }),
        Language::Aleph => aleph(task).map(|aleph| Converted {
            texts: if in_files { aleph.files().to_vec() } else { vec![("", aleph.one_file())] },
            notes: aleph.notes,
        }),
    };
    let mut converted = converted.map_err(Error::Diagnostics)?;
    converted.notes.splice(0..0, task.notes.iter().cloned());
    Ok(converted)
}
