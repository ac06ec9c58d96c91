//! A scanner for what must be found in a text before clingo reads it: tokens, without comments and blanks.

use std::ops::Range;

/// The tokens of a text as ranges of it; the first byte tells the kind.
///
/// A token is a word (name, variable, number), a string, a word after `#`, two dots, or any other single byte.
pub(crate) struct Tokens<'t> {
    text: &'t [u8],
    at: usize,
}

impl<'t> Tokens<'t> {
    pub(crate) fn new(text: &'t [u8]) -> Self {
        Self { text, at: 0 }
    }
}

impl Iterator for Tokens<'_> {
    type Item = Range<usize>;

    fn next(&mut self) -> Option<Range<usize>> {
        loop {
            let start = self.at;
            let rest = self.text.get(start..)?;
            self.at = match rest {
                [] => return None,
                [b'%', ..] | [b'#', b'!', ..] => {
                    self.at = comment_end(self.text, start);
                    continue;
                }
                [blank, ..] if blank.is_ascii_whitespace() => {
                    self.at += 1;
                    continue;
                }
                [b'"', ..] => string_end(self.text, start),
                [b'.', b'.', ..] => start + 2,
                // No `'` in the names of directives: to clingo `#script'` is `#script` and then something else.
                [b'#', rest @ ..] => {
                    let is_name = |byte: &&u8| byte.is_ascii_alphanumeric() || **byte == b'_';
                    start + 1 + rest.iter().take_while(is_name).count()
                }
                [byte, ..] if is_word(byte) => word_end(self.text, start),
                _ => start + 1,
            };
            return Some(start..self.at);
        }
    }
}

pub(crate) fn is_word(byte: &u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'\'')
}

/// Whether a token can be the end of a term.
pub(crate) fn ends_term(token: &[u8]) -> bool {
    match token {
        b"not" => false,
        [b'#', ..] => matches!(token, b"#inf" | b"#infimum" | b"#sup" | b"#supremum"),
        [first, ..] => is_word(first) || matches!(first, b'"' | b')' | b'|'),
        [] => false,
    }
}

/// The end of a comment that starts here. Block comments nest, and hold line comments, as in clingo.
fn comment_end(text: &[u8], start: usize) -> usize {
    let line_end =
        |at: usize| text[at..].iter().position(|&byte| byte == b'\n').map_or(text.len(), |n| at + n);
    if text[start] == b'#' {
        return line_end(start);
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
    at
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
    text[start..].iter().position(|byte| !is_word(byte)).map_or(text.len(), |n| start + n)
}
