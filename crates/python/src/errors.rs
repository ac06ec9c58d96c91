//! Messages of the library as Python exceptions with code, place and hint.

use pyo3::{exceptions::PyValueError, prelude::*};
use xfold::{Error, report::Note, task::read::Unreadable};
use xfold_asp::{diagnostic::Diagnostic, span::SourceMap};

/// Why something could not be done, as Python is told.
#[derive(Debug)]
pub struct Failure {
    /// `limit` if a limit came first, `internal` for a fault of xfold, `value` for what scikit-learn calls by no code, else
    /// `input`.
    kind: &'static str,
    notes: Vec<Note>,
}

impl Failure {
    /// Something is wrong with what was given.
    pub fn input(diagnostics: &[Diagnostic], sources: &SourceMap) -> Self {
        Self { kind: "input", notes: notes(diagnostics, sources) }
    }

    /// An error of the library, whose places are in these sources.
    pub fn of(error: Error, sources: &SourceMap) -> Self {
        let kind = if matches!(error, Error::Limit(_)) { "limit" } else { "input" };
        Self { kind, notes: notes(&error.into_diagnostics(), sources) }
    }

    /// With more that is worth knowing.
    pub fn with(mut self, diagnostics: &[Diagnostic], sources: &SourceMap) -> Self {
        self.notes.extend(notes(diagnostics, sources));
        self
    }

    /// Cells that no estimator takes, said as scikit-learn says it.
    pub fn value(message: String) -> Self {
        Self {
            kind: "value",
            notes: notes(&[Diagnostic::error(xfold::codes::NOT_FINITE, message)], &SourceMap::default()),
        }
    }

    /// A fault of xfold.
    pub fn internal(message: &str) -> Self {
        let found = Diagnostic::error(xfold::codes::SOLVER, format!("xfold failed: {message}"))
            .help("this is a fault of xfold: please report it with what you did");
        Self { kind: "internal", notes: notes(&[found], &SourceMap::default()) }
    }

    /// The exception.
    pub fn raise(self, py: Python<'_>) -> PyErr {
        if let ("value", [note]) = (self.kind, &self.notes[..]) {
            return PyValueError::new_err(note.message.clone());
        }
        let made = py
            .import("xfold._errors")
            .and_then(|errors| errors.getattr("from_json")?.call1((self.kind, to_json(&self.notes))));
        match made {
            Ok(exception) => PyErr::from_value(exception),
            Err(error) => error,
        }
    }
}

impl From<Unreadable> for Failure {
    fn from(unreadable: Unreadable) -> Self {
        Self::input(&unreadable.diagnostics, &unreadable.sources)
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self::of(error, &SourceMap::default())
    }
}

impl From<Diagnostic> for Failure {
    fn from(diagnostic: Diagnostic) -> Self {
        Self::input(&[diagnostic], &SourceMap::default())
    }
}

/// Messages with their places.
pub fn notes(diagnostics: &[Diagnostic], sources: &SourceMap) -> Vec<Note> {
    diagnostics.iter().map(|found| Note::new(found, sources)).collect()
}

/// A report as text.
pub fn to_json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).expect("reports have no maps and no values that JSON lacks")
}
