//! What clingo must never see: scripts, includes and external calls, which could run code or read files, and
//! directives that would change what the rest of the text means.

use crate::{
    codes,
    input::Input,
    scan::{Tokens, ends_term},
};
use xfold_asp::{diagnostic::Diagnostic, span::Span};

/// Refuses a text with scripts, includes, theories, external calls, program parts other than `base`, or anything that
/// is not a logic program at all. Words in comments and strings are harmless.
pub fn refuse_scripts(input: &Input) -> Result<(), Vec<Diagnostic>> {
    let text = input.text().as_bytes();
    let mut refused = Vec::new();
    let mut refuse = |start: usize, end: usize, diagnostic: Diagnostic| {
        let length = (end - start) as u32;
        refused.push(match input.origin_at(start) {
            Some(span) => diagnostic.at(Span::new(span.start, (span.start + length).min(span.end)), ""),
            None => diagnostic,
        });
    };
    if text.starts_with(b"asp ") {
        let words = "this is a ground program in aspif, not a logic program";
        refuse(0, 3, Diagnostic::error(codes::NOT_A_PROGRAM, words));
    }
    // In comments and strings too, as the text would end there for clingo.
    if let Some(at) = text.iter().position(|&byte| byte == 0) {
        refuse(at, at + 1, Diagnostic::error(codes::NOT_A_PROGRAM, "the text holds a NUL character"));
    }
    let mut last: &[u8] = b"";
    let mut tokens = Tokens::new(text);
    while let Some(range) = tokens.next() {
        let token = &text[range.clone()];
        let diagnostic = match token {
            // After a term `@` gives a priority, elsewhere it calls a function.
            b"@" if !ends_term(last) => {
                let words = "external functions are not available";
                let new = Diagnostic::error(codes::EXTERNAL_CALL, words);
                Some(new.help("compute the values beforehand and give them as facts"))
            }
            [b'#', ..] => directive(token, || {
                let mut next = || tokens.next().map(|range| &text[range]);
                (next() == Some(b"base")) && next() == Some(b".")
            }),
            _ => None,
        };
        if let Some(diagnostic) = diagnostic {
            refuse(range.start, range.end, diagnostic);
        }
        last = token;
    }
    if refused.is_empty() { Ok(()) } else { Err(refused) }
}

/// Why a directive is refused, if it is. The function tells whether `base.` follows.
fn directive(name: &[u8], base_follows: impl FnOnce() -> bool) -> Option<Diagnostic> {
    Some(match name {
        b"#script" => Diagnostic::error(codes::SCRIPT, "scripts are not available")
            .help("compute the values beforehand and give them as facts"),
        b"#include" => Diagnostic::error(codes::INCLUDE, "this file cannot be included from here")
            .help("name a file inside the folder of the task, or list it in the task itself"),
        b"#theory" => Diagnostic::error(codes::THEORY, "theories are not available")
            .help("say it with arithmetic, e.g. X + Y < Z"),
        b"#program" if !base_follows() => {
            Diagnostic::error(codes::PROGRAM_PART, "only the part `base` of a program is used")
                .help("remove the directive; the rules after it then count like all others")
        }
        _ => return None,
    })
}
