//! The parser's messages: what was found, what was expected, what to try.

use super::{MAX_HEIGHT, MAX_NESTING, Parser, directives};
use crate::{
    codes,
    diagnostic::{Diagnostic, did_you_mean},
    lexer::{Kind, Token},
};

impl Parser<'_, '_> {
    /// An error at the next token, which is not what was expected.
    pub(super) fn unexpected(&self, expected: &str) -> Box<Diagnostic> {
        let here = self.span(self.token.start, self.token.end);
        let error = match self.token.kind {
            Kind::OpenString => Diagnostic::error(
                codes::OPEN_STRING,
                "this string is not closed on its line",
            )
            .at(self.span(self.token.start, self.token.start + 1), "opened here")
            .help("add the closing quote; inside a string write \\\" for a quote and \\n for a new line"),
            Kind::OpenComment => Diagnostic::error(codes::OPEN_COMMENT, "this comment is not closed")
                .at(here, "opened here")
                .help("end it with `*%`; comments of this kind nest"),
            Kind::Unknown => Diagnostic::error(
                codes::UNKNOWN_CHARACTER,
                format!("found {}, which the language does not have; expected {expected}", self.found()),
            )
            .at(here, "not understood")
            .help("names are made of letters a to z, digits and `_`; put any other text in \"quotes\""),
            Kind::Keyword if !directives::is_known(self.word()) => return self.unknown_directive(),
            _ => {
                let message = format!("found {}, expected {expected}", self.found());
                let error = Diagnostic::error(codes::UNEXPECTED, message).at(here, "not expected here");
                match self.hint() {
                    Some(hint) => error.help(hint),
                    None => error,
                }
            }
        };
        Box::new(error)
    }

    /// The next token in words.
    pub(super) fn found(&self) -> String {
        match self.token.kind {
            Kind::End => "the end of the text".into(),
            Kind::Unknown => {
                let c = self.word().chars().next().unwrap_or(' ');
                if c.is_ascii() { format!("`{c}`") } else { format!("`{c}` (U+{:04X})", u32::from(c)) }
            }
            _ => {
                let word = self.word();
                let short: String = word.chars().take(30).collect();
                let dots = if short.len() < word.len() { "…" } else { "" };
                format!("`{short}{dots}`")
            }
        }
    }

    /// What writers of other dialects usually mean.
    fn hint(&self) -> Option<&'static str> {
        let before = self.text[..self.token.start].trim_end();
        match (self.token.kind, self.word()) {
            (Kind::Less, _) if before.ends_with('=') => Some("`=<` is written `<=` here"),
            (Kind::Backslash, _) if self.second().kind == Kind::Plus => Some("`\\+` is written `not` here"),
            (Kind::Equal, _) if before.ends_with('\\') => Some("`\\=` is written `!=` here"),
            (Kind::Identifier, "mod") => Some("the remainder is written `X \\ Y` here"),
            (Kind::Ampersand, _) => Some("theory atoms are not part of tasks"),
            (Kind::At, _) => Some("functions of scripts are never run in a task"),
            (Kind::Identifier, _) if before.ends_with(|c: char| c.is_alphanumeric() || c == ')') => {
                Some("a comma or full stop may be missing before it")
            }
            _ => None,
        }
    }

    /// An error where a full stop should be: at the end of the statement if the next one seems to have begun.
    pub(super) fn missing_stop(&self, expected: &str) -> Box<Diagnostic> {
        let between = &self.text[self.previous_end..self.token.start];
        let lexical = matches!(self.token.kind, Kind::OpenString | Kind::OpenComment | Kind::Unknown);
        if lexical || !(between.contains('\n') || self.token.kind == Kind::End) {
            return self.unexpected(expected);
        }
        let end = self.span(self.previous_end.saturating_sub(1), self.previous_end);
        let message = format!("found {} after this statement, expected {expected}", self.found());
        Box::new(Diagnostic::error(codes::MISSING_STOP, message).at(end, "ends here").help("end it with `.`"))
    }

    /// An error about a directive of this name: none has it, or it has no place in tasks.
    pub(super) fn unknown_directive(&self) -> Box<Diagnostic> {
        let (word, here) = (self.word(), self.span(self.token.start, self.token.end));
        let error =
            if directives::UNSUPPORTED.contains(&word) {
                Diagnostic::error(codes::UNSUPPORTED, format!("`{word}` is not part of tasks"))
                    .at(here, "not supported")
                    .help("leave it out; tasks are rules, facts, examples and modes")
            } else {
                let error =
                    Diagnostic::error(codes::UNKNOWN_DIRECTIVE, format!("there is no directive `{word}`"))
                        .at(here, "unknown");
                let near = did_you_mean(&word[1..], directives::known().map(|known| &known[1..]));
                error.help(near.map_or("the manual lists the directives".into(), |near| {
                    format!("did you mean `#{near}`?")
                }))
            };
        Box::new(error)
    }

    /// An error about code, which is refused.
    pub(super) fn code(&self, token: Token) -> Box<Diagnostic> {
        let word = &self.text[token.start..token.end];
        let error =
            Diagnostic::error(codes::CODE, format!("found `{word}`, but code in a task is never run"))
                .at(self.span(token.start, token.end), "code")
                .help("compute the facts beforehand and give them to the task as text");
        Box::new(error)
    }

    /// An error about a number beyond clingo's range.
    pub(super) fn too_large(&self, token: Token) -> Box<Diagnostic> {
        let word = &self.text[token.start..token.end];
        let short: String = word.chars().take(30).collect();
        let error = Diagnostic::error(
            codes::NUMBER_TOO_LARGE,
            format!("the number {short} is too large: clingo's numbers go from -2147483648 to 2147483647"),
        )
        .at(self.span(token.start, token.end), "too large")
        .help("scale it down, or write it in \"quotes\" if it is only a name");
        Box::new(error)
    }

    /// An error about nesting.
    pub(super) fn too_deep(&self) -> Box<Diagnostic> {
        let error = Diagnostic::error(
            codes::NESTED_TOO_DEEPLY,
            format!("nested too deeply: at most {MAX_NESTING} levels, and {MAX_HEIGHT} operators in a row, are read"),
        )
        .at(self.span(self.token.start, self.token.end), "too deep")
        .help("split it up with a predicate of its own");
        Box::new(error)
    }

    /// An error about something that is not an atom.
    pub(super) fn not_an_atom(&self, start: usize) -> Box<Diagnostic> {
        let text = &self.text[start..self.previous_end.max(start)];
        let short: String = text.chars().take(40).collect();
        let error =
            Diagnostic::error(codes::NOT_AN_ATOM, format!("found the term `{short}`, expected an atom"))
                .at(self.since(start), "not an atom");
        let help = match text.chars().next() {
            _ if self.word() == "is" => "`X is Y` is written `X = Y` here",
            Some(c) if c.is_uppercase() => {
                "a capital letter starts a variable; predicates start with a small letter"
            }
            Some('"') => "a string is a term; write an atom such as `name(\"text\")`",
            _ => "write a predicate such as `p(X)`, or a comparison such as `X < 3`",
        };
        Box::new(error.help(help))
    }
}
