//! Messages for people: code, sentence, excerpt with the place underlined, what to try.
//!
//! Written by hand, as excerpts of examples need care: one line may be megabytes long, of which a window is shown while
//! the column stays the true one, and a control character of a strange file must not reach the terminal.

use crate::{
    options::Format,
    output::{Paint, print_only, say},
    summary::counted,
};
use serde::Serialize;
use xfold::{codes, report::Note};
use xfold_asp::{
    diagnostic::{Diagnostic, Severity},
    span::{SourceMap, Span},
};

/// Most characters of a line that are shown.
const WIDTH: usize = 100;
/// Characters shown before the place, if the line has more.
const BEFORE: usize = 30;
/// Most characters that are underlined; where a whole example is meant, its beginning is enough.
const UNDERLINED: usize = 50;
/// Most characters of a message.
const LONGEST: usize = 2000;

/// A value with the versions that every JSON document of the command begins with.
#[derive(Serialize)]
struct Versioned<'a, T> {
    /// The version of the document's form; it grows with every change that a reader may notice.
    version: u32,
    xfold: &'static str,
    #[serde(flatten)]
    value: &'a T,
}

/// What `--format json` prints where there is no result.
#[derive(Serialize)]
struct FailureReport {
    /// `limit` if nothing but a limit is in the way, else `error`.
    status: &'static str,
    errors: Vec<Note>,
    /// Warnings and notes found on the way.
    notes: Vec<Note>,
}

impl FailureReport {
    fn new(diagnostics: &[Diagnostic], sources: &SourceMap) -> Self {
        let is_error = |found: &&Diagnostic| found.severity == Severity::Error;
        let (errors, notes): (Vec<&Diagnostic>, Vec<&Diagnostic>) = diagnostics.iter().partition(is_error);
        let is_limit = errors.iter().all(|error| error.code == codes::LIMIT);
        let told = |found: Vec<&Diagnostic>| found.into_iter().map(|one| Note::new(one, sources)).collect();
        Self { status: if is_limit { "limit" } else { "error" }, errors: told(errors), notes: told(notes) }
    }
}

/// Prints errors, and warnings found on the way: as text to standard error; as JSON to standard output, which then has
/// no other document, or to standard error if there is one already.
pub fn errors(diagnostics: &[Diagnostic], sources: &SourceMap, format: Format, paint: Paint) {
    match format {
        Format::Json => {
            let document = versioned_json(&FailureReport::new(diagnostics, sources));
            if !print_only(&document) {
                say(document.trim_end());
            }
        }
        Format::Text => {
            notes(diagnostics, sources, paint);
            say(&paint.red(&total(diagnostics)));
        }
    }
}

/// Prints what is worth knowing to standard error.
pub fn notes(diagnostics: &[Diagnostic], sources: &SourceMap, paint: Paint) {
    for diagnostic in diagnostics {
        say(&message(diagnostic, sources, paint));
    }
}

/// A value as JSON that people can read too.
pub fn json(value: &impl Serialize) -> String {
    serde_json::to_string_pretty(value).expect("reports have no values that JSON lacks") + "\n"
}

/// The same for a value that does not say its version itself.
pub fn versioned_json(value: &impl Serialize) -> String {
    json(&Versioned { version: 1, xfold: env!("CARGO_PKG_VERSION"), value })
}

/// `2 errors, 1 warning`
fn total(diagnostics: &[Diagnostic]) -> String {
    let count = |severity: Severity, word: &str| {
        let count = diagnostics.iter().filter(|found| found.severity == severity).count();
        (count > 0).then(|| counted(count, word))
    };
    let parts = [count(Severity::Error, "error"), count(Severity::Warning, "warning")];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

fn message(diagnostic: &Diagnostic, sources: &SourceMap, paint: Paint) -> String {
    let Diagnostic { severity, code, message, labels, help } = diagnostic;
    let title = match severity {
        Severity::Error => paint.red(&format!("error[{code}]")),
        Severity::Warning => paint.yellow(&format!("warning[{code}]")),
        Severity::Note => paint.blue(&format!("note[{code}]")),
    };
    let mut out = format!("{title}: {}", paint.bold(&shortened(message)));
    let places: Vec<Place> =
        labels.iter().filter_map(|(span, words)| Place::new(*span, words, sources)).collect();
    let margin = places.iter().map(|place| place.line.to_string().len()).max().unwrap_or(1);
    let arrows = std::iter::once("-->").chain(std::iter::repeat(":::"));
    for (place, arrow) in places.iter().zip(arrows) {
        out.push_str(&place.render(arrow, margin, paint));
    }
    if let Some(help) = help {
        let sign = paint.blue("=");
        out.push_str(&format!("\n{:margin$} {sign} {}: {}", "", paint.bold("help"), shortened(help)));
    }
    out
}

/// A place in a file, and what is shown of it: one line, or a window of it.
struct Place<'a> {
    file: String,
    line: usize,
    column: usize,
    shown: String,
    /// Where the underlining starts in what is shown, and its length.
    mark: (usize, usize),
    words: &'a str,
}

impl<'a> Place<'a> {
    fn new(span: Span, words: &'a str, sources: &'a SourceMap) -> Option<Self> {
        let position = sources.position(span)?;
        let file = sources.file_at(span.start)?;
        let start = floor(&file.text, (span.start - file.base) as usize);
        let end = floor(&file.text, (span.end.max(span.start) - file.base) as usize);
        let line_start = file.text[..start].rfind('\n').map_or(0, |newline| newline + 1);
        let line_end = file.text[start..].find('\n').map_or(file.text.len(), |newline| start + newline);
        let (before, after) = (&file.text[line_start..start], &file.text[start..line_end]);
        let n_marked = file.text[start..end.clamp(start, line_end)].trim_end().chars().count().max(1);

        let n_before = position.column - 1;
        let skipped = if n_before + n_marked <= WIDTH { 0 } else { n_before.saturating_sub(BEFORE) };
        let mut shown = String::new();
        if skipped > 0 {
            shown.push('…');
        }
        shown.extend(before.chars().skip(skipped).map(visible));
        let mark = shown.chars().count();
        let room = WIDTH.saturating_sub(mark);
        shown.extend(after.chars().take(room).map(visible));
        if after.chars().nth(room).is_some() {
            shown.push('…');
        }
        Some(Self {
            file: position.file.chars().map(visible).collect(),
            line: position.line,
            column: position.column,
            shown: shown.trim_end().to_string(),
            mark: (mark, n_marked.min(room.max(1)).min(UNDERLINED)),
            words,
        })
    }

    fn render(&self, arrow: &str, margin: usize, paint: Paint) -> String {
        let Self { file, line, column, shown, mark: (at, length), words } = self;
        let (arrow, bar) = (paint.blue(arrow), paint.blue("|"));
        let number = paint.blue(&format!("{line:>margin$}"));
        let underline = paint.red(&"^".repeat(*length));
        let lines = [
            format!("{:margin$}{arrow} {file}:{line}:{column}", ""),
            format!("{:margin$} {bar}", ""),
            format!("{number} {bar} {shown}"),
            format!("{:margin$} {bar} {:at$}{underline} {words}", "", ""),
        ];
        lines.iter().map(|line| format!("\n{}", line.trim_end())).collect()
    }
}

/// The nearest boundary between characters at or before a place.
fn floor(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rfind(|&at| text.is_char_boundary(at)).unwrap_or(0)
}

/// One character of width one that cannot steer a terminal.
fn visible(c: char) -> char {
    match c {
        '\t' => ' ',
        c if c.is_control() => '\u{fffd}',
        c => c,
    }
}

fn shortened(text: &str) -> String {
    let mut shown: String = text.chars().take(LONGEST).map(visible).collect();
    if text.chars().nth(LONGEST).is_some() {
        shown.push('…');
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::Color;

    fn rendered(text: &str, start: usize, end: usize) -> String {
        let mut sources = SourceMap::default();
        sources.add("t.las", text);
        let found = Diagnostic::error("E000", "wrong")
            .at(Span::new(start as u32, end as u32), "here")
            .help("mend it");
        message(&found, &sources, Paint::new(Color::Never))
    }

    #[test]
    fn an_excerpt() {
        let expected =
            "error[E000]: wrong\n --> t.las:2:3\n  |\n2 | a bad one\n  |   ^^^ here\n  = help: mend it";
        assert_eq!(rendered("first\na bad one\nlast", 8, 11), expected);
    }

    #[test]
    fn a_span_of_many_lines_is_cut_at_the_first() {
        assert!(rendered("p({\na,\nb}).", 0, 10).contains("1 | p({\n  | ^^^ here"));
    }

    #[test]
    fn a_long_line_is_shown_around_the_place() {
        let text = format!("{}bad{}", "x".repeat(100_000), "y".repeat(100_000));
        let out = rendered(&text, 100_000, 100_003);
        assert!(out.len() < 500, "{out}");
        assert!(out.contains("t.las:1:100001") && out.contains("xbady") && out.contains('…'), "{out}");
        let (excerpt, marks) = (out.lines().nth(3), out.lines().nth(4));
        let at = |line: Option<&str>, what: char| line.and_then(|line| line.chars().position(|c| c == what));
        assert_eq!(at(excerpt, 'b'), at(marks, '^'));
    }

    #[test]
    fn odd_places() {
        for text in ["", "ä", "\u{1b}[31m\t", "a\r\nb"] {
            for start in 0..text.len() + 3 {
                let out = rendered(text, start, start + 1);
                assert!(!out.contains('\u{1b}') && out.contains("t.las:"), "{out}");
            }
        }
    }
}
