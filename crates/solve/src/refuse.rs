//! What clingo must never see: scripts, includes and external calls, which could run code or read files, and
//! directives that would change what the rest of the text means.

use crate::{codes, input::Input};
use xfold_asp::{diagnostic::Diagnostic, span::Span};

/// Refuses a text with scripts, includes, theories, external calls, program parts other than `base`, or anything that
/// is not a logic program at all. Words in comments and strings are harmless.
pub fn refuse_scripts(input: &Input) -> Result<(), Vec<Diagnostic>> {
    let text = input.text().as_bytes();
    let mut refused = Vec::new();
    let mut refuse = |start: usize, end: usize, diagnostic: Diagnostic| {
        let place = input.origin_at(start).map(|span| Span::new(span.start, (span.start + (end - start) as u32).min(span.end)));
        refused.push(match place {
            Some(span) => diagnostic.at(span, ""),
            None => diagnostic,
        });
    };
    if text.starts_with(b"asp ") {
        let not = "this is a ground program in aspif, not a logic program";
        refuse(0, 3, Diagnostic::error(codes::NOT_A_PROGRAM, not));
    }
    // Whether the last token ends a term: `@` after a term gives a priority, elsewhere it calls a function.
    let mut after_term = false;
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        match byte {
            b'%' | b'#' if comment_end(text, at).is_some() => {
                at = comment_end(text, at).expect("it was found right now");
                continue;
            }
            b'"' => {
                at = string_end(text, at);
                after_term = true;
                continue;
            }
            b'#' => {
                let end = word_end(text, at + 1);
                if let Some(diagnostic) = directive(text, &text[at..end], end) {
                    refuse(at, end, diagnostic);
                }
                after_term = matches!(&text[at..end], b"#inf" | b"#infimum" | b"#sup" | b"#supremum");
                at = end;
                continue;
            }
            b'@' if !after_term => {
                let diagnostic = Diagnostic::error(codes::EXTERNAL_CALL, "external functions are not available")
                    .help("compute the values beforehand and give them as facts");
                refuse(at, word_end(text, at + 1), diagnostic);
            }
            b'_' | b'\'' | b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' => {
                let end = word_end(text, at).max(at + 1);
                after_term = &text[at..end] != b"not";
                at = end;
                continue;
            }
            0 => refuse(at, at + 1, Diagnostic::error(codes::NOT_A_PROGRAM, "the text holds a NUL character")),
            _ => {}
        }
        if !byte.is_ascii_whitespace() {
            after_term = matches!(byte, b')' | b'|');
        }
        at += 1;
    }
    if refused.is_empty() { Ok(()) } else { Err(refused) }
}

/// Why a directive is refused, if it is. `after` is the offset behind its name.
fn directive(text: &[u8], name: &[u8], after: usize) -> Option<Diagnostic> {
    Some(match name {
        b"#script" => Diagnostic::error(codes::SCRIPT, "scripts are not available")
            .help("compute the values beforehand and give them as facts"),
        b"#include" => Diagnostic::error(codes::INCLUDE, "this file cannot be included from here")
            .help("name a file inside the folder of the task, or list it in the task itself"),
        b"#theory" => Diagnostic::error(codes::THEORY, "theories are not available")
            .help("say it with arithmetic, e.g. X + Y < Z"),
        b"#program" => {
            let rest = text[after..].trim_ascii_start();
            let end = word_end(rest, 0);
            if &rest[..end] == b"base" && rest[end..].trim_ascii_start().starts_with(b".") {
                return None;
            }
            Diagnostic::error(codes::PROGRAM_PART, "only the part `base` of a program is used")
                .help("remove the directive; the rules after it then count like all others")
        }
        _ => return None,
    })
}

/// The end of a comment that starts here. Block comments nest, and hold line comments, as in clingo.
fn comment_end(text: &[u8], start: usize) -> Option<usize> {
    let line_end = |at: usize| text[at..].iter().position(|&byte| byte == b'\n').map_or(text.len(), |n| at + n);
    if text[start..].starts_with(b"#!") {
        return Some(line_end(start));
    }
    if !text[start..].starts_with(b"%") {
        return None;
    }
    let (mut depth, mut at) = (0, start);
    while at < text.len() {
        match &text[at..] {
            [b'%', b'*', ..] => (depth, at) = (depth + 1, at + 2),
            [b'*', b'%', ..] => (depth, at) = (depth - 1, at + 2),
            [b'%', ..] => at = line_end(at),
            _ => at += 1,
        }
        if depth == 0 {
            break;
        }
    }
    Some(at)
}

/// The end of a string. What is no string by clingo's rules ends after its quote, so that the rest is still looked at.
fn string_end(text: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    loop {
        match &text[at.min(text.len())..] {
            [b'"', ..] => return at + 1,
            [b'\\', b'"' | b'\\' | b'n', ..] => at += 2,
            [] | [b'\\' | b'\n', ..] => return start + 1,
            _ => at += 1,
        }
    }
}

fn word_end(text: &[u8], start: usize) -> usize {
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    text[start..].iter().position(|byte| !is_word(byte)).map_or(text.len(), |n| start + n)
}
