//! Diagnostics as data, for reports and explanations: the message with its place in the user's file.

use serde::Serialize;
use xfold_asp::{
    diagnostic::{Diagnostic, Severity},
    span::SourceMap,
};

/// A message with its place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Note {
    /// `error`, `warning` or `note`.
    pub severity: &'static str,
    /// A stable code, such as `E213`.
    pub code: &'static str,
    /// The file it is about.
    pub file: Option<String>,
    /// The line, from one.
    pub line: Option<usize>,
    /// The column in characters, from one.
    pub column: Option<usize>,
    /// What was found.
    pub message: String,
    /// What to try.
    pub help: Option<String>,
}

impl Note {
    /// A message, with its main place found in the sources.
    pub fn new(diagnostic: &Diagnostic, sources: &SourceMap) -> Self {
        let place = diagnostic.labels.first().and_then(|(span, _)| sources.position(*span));
        Self {
            severity: match diagnostic.severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
                Severity::Note => "note",
            },
            code: diagnostic.code,
            file: place.as_ref().map(|place| place.file.to_string()),
            line: place.as_ref().map(|place| place.line),
            column: place.as_ref().map(|place| place.column),
            message: diagnostic.message.clone(),
            help: diagnostic.help.clone(),
        }
    }
}
