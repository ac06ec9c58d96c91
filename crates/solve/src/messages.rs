//! clingo's messages in our words, at the user's places.
//!
//! A message of clingo is a text such as
//!
//! ```text
//! <block>:3:1-10: error: unsafe variables in:
//!   p(X):-[#inc_base].
//! <block>:3:3-4: note: 'X' is unsafe
//! ```
//!
//! with lines and columns (in bytes, from one) of the text given to it; [`Input`] knows where that came from.

use crate::{codes, input::Input, query::SolveError};
use serde::{Deserialize, Serialize};
use xfold_asp::{
    diagnostic::{Diagnostic, Severity},
    span::Span,
};

/// A message as clingo gave it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct RawMessage {
    /// clingo's number for the kind of message.
    pub(crate) code: i32,
    /// Its text, possibly of several lines.
    pub(crate) text: String,
}

impl RawMessage {
    const OPERATION_UNDEFINED: i32 = 0;
    const ERROR: i32 = 1;
    const ATOM_UNDEFINED: i32 = 2;
    const GLOBAL_VARIABLE: i32 = 5;

    pub(crate) fn is_error(&self) -> bool {
        self.code == Self::ERROR
    }
}

/// The errors among the messages, as the reason of a rejection.
pub(crate) fn rejection(messages: &[RawMessage], input: &Input) -> SolveError {
    let errors: Vec<_> = messages.iter().filter(|message| message.is_error()).cloned().collect();
    let mut errors = diagnostics(&errors, input);
    if errors.iter().any(|error| error.code == codes::LEXICAL) {
        // clingo skips what it cannot read, so its complaints about the syntax of the rest mislead.
        errors.retain(|error| error.code != codes::SYNTAX);
    }
    SolveError::Rejected(errors)
}

/// All messages as diagnostics. Those that say the same of several places become one.
pub(crate) fn diagnostics(messages: &[RawMessage], input: &Input) -> Vec<Diagnostic> {
    let mut all: Vec<Diagnostic> = Vec::new();
    for message in messages {
        let new = diagnostic(message, input);
        // Errors are told one by one, but for a character that is unexpected in each of its bytes.
        let may_join = new.severity != Severity::Error || new.code == codes::LEXICAL;
        let same = |old: &&mut Diagnostic| may_join && old.code == new.code && old.message == new.message;
        match all.iter_mut().find(same) {
            Some(old) => {
                for (span, words) in new.labels {
                    // Spans compare equal wherever they stand, hence the starts.
                    if old.labels.iter().all(|(known, _)| known.start != span.start) {
                        old.labels.push((span, words));
                    }
                }
            }
            None => all.push(new),
        }
    }
    all
}

fn diagnostic(message: &RawMessage, input: &Input) -> Diagnostic {
    let lines: Vec<Line<'_>> = message.text.lines().map(Line::read).collect();
    let head = lines.first().map_or("", |line| line.text);
    // The line below the head repeats the rule or term in clingo's words.
    let detail = lines.get(1).filter(|line| line.place.is_none()).map_or("", |line| line.text.trim());
    let new = match message.code {
        RawMessage::ERROR => return error(head, detail, &lines, input),
        RawMessage::OPERATION_UNDEFINED => {
            let inner = detail.strip_prefix('(').and_then(|inner| inner.strip_suffix(')'));
            let what = inner.filter(|inner| !inner.contains(['(', ')'])).unwrap_or(detail);
            Diagnostic::warning(codes::UNDEFINED_OPERATION, format!("`{what}` is undefined for some values"))
                .help("instances with such values are left out; bind the operands to numbers, e.g. by their type")
        }
        RawMessage::ATOM_UNDEFINED => {
            Diagnostic::note(codes::UNDEFINED_ATOM, format!("{} occurs in no head", signature(detail)))
                .help("its atoms are false; check the spelling and the number of arguments")
        }
        RawMessage::GLOBAL_VARIABLE => Diagnostic::warning(
            codes::GLOBAL_VARIABLE,
            format!("the variable {detail} of an aggregate's tuple is bound outside of the aggregate"),
        )
        .help("rename it if it was meant to be local"),
        _ => Diagnostic::note(codes::OTHER_REMARK, [head, detail].join(" ").trim().to_owned()),
    };
    label(new, lines.first(), "", input)
}

fn error(head: &str, detail: &str, lines: &[Line<'_>], input: &Input) -> Diagnostic {
    if let Some(found) = head.strip_prefix("syntax error, unexpected ") {
        return syntax_error(found, lines, input);
    }
    if let Some(found) = head.strip_prefix("lexer error, unexpected ") {
        return lexical_error(found, lines, input);
    }
    if head.starts_with("unsafe variables in") {
        return unsafe_variables(detail, lines, input);
    }
    let (code, words) = match head {
        _ if head.starts_with("redefinition of constant") => {
            (codes::CONSTANT, "the constant is given twice: ")
        }
        _ if head.starts_with("cyclic constant") => (codes::CONSTANT, "the constant refers to itself: "),
        _ => (codes::OTHER_ERROR, head),
    };
    let new = Diagnostic::error(code, format!("{} {detail}", words.trim_end()).trim().to_owned());
    let new = label(new, lines.first(), "", input);
    notes(lines).fold(new, |new, note| label(new, Some(note), note.text, input))
}

fn syntax_error(found: &str, lines: &[Line<'_>], input: &Input) -> Diagnostic {
    // clingo may list what it expected, which is rarely what the user wants to know.
    let found = found.split(", expecting ").next().unwrap_or(found);
    let new = Diagnostic::error(codes::SYNTAX, format!("unexpected {}", token(found)));
    let mut new = label(new, lines.first(), "", input);
    if new.labels.is_empty()
        && let Some(end) = lines.first().and_then(|line| line.place).and_then(|place| place.before(input))
    {
        // It is our own text that was unexpected, as the user's before it is not complete.
        new.message = "unexpected end of the text".to_owned();
        return new.at(end, "").help("is a full stop or closing bracket missing?");
    }
    match found {
        "<IDENTIFIER>" | "<VARIABLE>" => new.help("is a full stop or comma missing before it?"),
        "EOF" | "<EOF>" => new.help("is a full stop or closing bracket missing?"),
        _ => new,
    }
}

fn lexical_error(found: &str, lines: &[Line<'_>], input: &Input) -> Diagnostic {
    let new = Diagnostic::error(codes::LEXICAL, format!("unexpected {}", token(found)));
    let mut new = label(new, lines.first(), "", input);
    if found.is_ascii() {
        return new;
    }
    // clingo reads bytes and reports each of them, so the character is read from the text itself.
    let character = lines.first().and_then(|line| line.place).and_then(|place| place.character(input));
    new.message = character.map_or(new.message, |character| format!("unexpected `{character}`"));
    new.help("outside of strings and comments only ASCII characters are allowed")
}

fn unsafe_variables(detail: &str, lines: &[Line<'_>], input: &Input) -> Diagnostic {
    let named = |line: &Line<'_>| line.text.split('\'').nth(1).unwrap_or("").to_owned();
    let mut names: Vec<String> = notes(lines).map(named).collect();
    names.dedup();
    let anonymous = names.iter().any(|name| name.starts_with('#'));
    names.retain(|name| !name.starts_with('#'));
    if anonymous {
        names.push("_".to_owned());
    }
    let list = names.join(", ");
    let (noun, verb) = if names.len() == 1 { ("variable", "is") } else { ("variables", "are") };
    let message = format!("{noun} {list} {verb} bound by no positive literal");
    let new = Diagnostic::error(codes::UNSAFE, message);
    let mut new = notes(lines).fold(new, |new, note| label(new, Some(note), "not bound", input));
    if new.labels.is_empty() {
        new = label(new, lines.first(), "", input);
    }
    if new.labels.is_empty() {
        // Not the user's text, so show the rule itself.
        new.message = format!("{} in `{}`", new.message, rule(detail));
    }
    new.help(format!("bind {list} by a positive literal, e.g. its type"))
}

/// The lines behind the first one that name a place.
fn notes<'a, 't>(lines: &'a [Line<'t>]) -> impl Iterator<Item = &'a Line<'t>> {
    lines.iter().skip(1).filter(|line| line.place.is_some())
}

/// Adds the place of a line, if it is the user's.
fn label(diagnostic: Diagnostic, line: Option<&Line<'_>>, words: &str, input: &Input) -> Diagnostic {
    match line.and_then(|line| line.place).and_then(|place| place.span(input)) {
        Some(span) => diagnostic.at(span, words),
        None => diagnostic,
    }
}

/// A token of clingo's grammar, as we say it.
fn token(found: &str) -> String {
    match found {
        "EOF" | "<EOF>" | "end of file" => "end of the text".to_owned(),
        "<IDENTIFIER>" => "name".to_owned(),
        "<VARIABLE>" => "variable".to_owned(),
        "<NUMBER>" => "number".to_owned(),
        "<STRING>" => "string".to_owned(),
        other => format!("`{other}`"),
    }
}

/// `p(X,f(Y))` as `p/2`.
fn signature(atom: &str) -> String {
    let (name, args) = atom.split_once('(').unwrap_or((atom, ""));
    let (mut depth, mut quoted, mut escaped) = (0_i32, false, false);
    let mut arity = usize::from(!args.is_empty() && args != ")");
    for c in args.chars() {
        match c {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' => quoted = !quoted,
            _ if quoted => {}
            '(' => depth += 1,
            ')' => depth -= 1,
            ',' if depth == 0 => arity += 1,
            _ => {}
        }
    }
    format!("{name}/{arity}")
}

/// A rule as clingo repeats it, without the marks of its rewriting.
fn rule(detail: &str) -> String {
    let plain = detail.replace("[#inc_base];", "").replace("[#inc_base]", "").replace(";#inc_base", "");
    plain.replace(":-.", ".").replace(":-", " :- ").trim().to_owned()
}

/// A line of a message: its place, if it names one, and the text behind it.
struct Line<'m> {
    place: Option<Place>,
    text: &'m str,
}

/// A range of lines and columns, both from one.
#[derive(Clone, Copy)]
struct Place {
    start: (usize, usize),
    end: (usize, usize),
}

impl<'m> Line<'m> {
    /// Reads `<block>:1:2-3:4: error: text`, where the end may lack its line or be missing.
    fn read(line: &'m str) -> Self {
        let read = || {
            let rest = line.strip_prefix("<block>:")?;
            let (place, rest) = rest.split_once(": ")?;
            let (_, text) = rest.split_once(": ")?;
            let (start, end) = place.split_once('-').unwrap_or((place, ""));
            let (line, column) = start.split_once(':')?;
            let start = (line.parse().ok()?, column.parse().ok()?);
            let end = match end.split_once(':') {
                Some((line, column)) => (line.parse().ok()?, column.parse().ok()?),
                None => (start.0, end.parse().unwrap_or(start.1)),
            };
            Some(Self { place: Some(Place { start, end }), text })
        };
        read().unwrap_or(Self { place: None, text: line })
    }
}

impl Place {
    /// The character at the start of the place.
    fn character(self, input: &Input) -> Option<char> {
        input.text()[input.offset(self.start.0, self.start.1)?..].chars().next()
    }

    /// The user's last character before the place.
    fn before(self, input: &Input) -> Option<Span> {
        let before = input.text()[..input.offset(self.start.0, self.start.1)?].trim_ascii_end();
        let (offset, last) = before.char_indices().next_back()?;
        let span = input.origin_at(offset)?;
        Some(Span::new(span.start, (span.start + last.len_utf8() as u32).min(span.end)))
    }

    /// The user's span of the place, at least one character long, as an empty one would be invisible.
    fn span(self, input: &Input) -> Option<Span> {
        let start = input.origin(self.start.0, self.start.1)?;
        let end = input.origin(self.end.0, self.end.1).map_or(start.end, |end| end.start);
        let one = self.character(input).map_or(0, char::len_utf8) as u32;
        Some(Span::new(start.start, end.max(start.start + one).min(start.end)))
    }
}
