//! Messages to the user: a code, a sentence, places in the source, what to try.

use crate::span::{SourceMap, Span};
use std::fmt;

/// How bad it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Something the user may want to know; nothing is lost.
    Note,
    /// Probably not what was meant; work goes on.
    Warning,
    /// The input cannot be used.
    Error,
}

/// One message with its places in the source.
#[derive(Debug, Clone)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// A stable code, such as `E002`, listed in the manual.
    pub code: &'static str,
    /// What was found and what was expected, as one sentence without a full stop.
    pub message: String,
    /// Places, the main one first, each with a few words (possibly none).
    pub labels: Vec<(Span, String)>,
    /// What to try.
    pub help: Option<String>,
}

impl Diagnostic {
    /// An error.
    pub fn error(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(Severity::Error, code, message)
    }

    /// A warning.
    pub fn warning(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(Severity::Warning, code, message)
    }

    /// A note.
    pub fn note(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(Severity::Note, code, message)
    }

    fn new(severity: Severity, code: &'static str, message: impl Into<String>) -> Self {
        Self { severity, code, message: message.into(), labels: Vec::new(), help: None }
    }

    /// Adds a place with a few words about it.
    pub fn at(mut self, span: Span, words: impl Into<String>) -> Self {
        self.labels.push((span, words.into()));
        self
    }

    /// Says what to try.
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// `file:line:column: error[E002]: message`, on one line, with the help behind it.
    pub fn one_line(&self, sources: &SourceMap) -> String {
        let place = self.labels.first().and_then(|(span, _)| sources.position(*span));
        let place = place.map_or(String::new(), |position| format!("{position}: "));
        let help = self.help.as_ref().map_or(String::new(), |help| format!(" ({help})"));
        format!("{place}{self}{help}")
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let severity = match self.severity {
            Severity::Note => "note",
            Severity::Warning => "warning",
            Severity::Error => "error",
        };
        write!(f, "{severity}[{}]: {}", self.code, self.message)
    }
}

/// Asks whether the candidate nearest in spelling was meant, if there is one that is near enough.
pub fn suggestion<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<String> {
    did_you_mean(word, candidates).map(|near| format!("did you mean `{near}`?"))
}

/// The candidate nearest in spelling to `word`, if it is near enough to be what was meant.
pub fn did_you_mean<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    candidates
        .into_iter()
        .filter(|candidate| *candidate != word)
        .map(|candidate| (strsim::damerau_levenshtein(word, candidate), candidate))
        .filter(|(distance, candidate)| {
            *distance <= 1 + candidate.chars().count().min(word.chars().count()) / 4
        })
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}
