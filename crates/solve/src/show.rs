//! Takes `#show` out of a text. clingo computes brave and cautious consequences of shown atoms only, so a `#show`
//! would silently change the answers; which atoms are wanted is said by each query instead.

use crate::scan::{Tokens, ends_term, is_word};
use std::borrow::Cow;

/// The text with blanks in place of its `#show` statements, so that all positions stay.
///
/// A statement that is not well-formed stays as it is: clingo will complain about it. Otherwise a missing full stop
/// would take the next rule away too.
pub(crate) fn without_show(text: &str) -> Cow<'_, str> {
    if !text.contains("#show") {
        return Cow::Borrowed(text);
    }
    let mut bytes = text.as_bytes().to_vec();
    let source = text.as_bytes();
    let mut tokens = Tokens::new(source);
    while let Some(token) = tokens.next() {
        if &source[token.clone()] == b"#show"
            && let Some(end) = statement_end(source, &mut tokens)
        {
            for byte in &mut bytes[token.start..end] {
                if *byte != b'\n' {
                    *byte = b' ';
                }
            }
        }
    }
    // Whole tokens were blanked, so it is UTF-8 still.
    String::from_utf8(bytes).map_or(Cow::Borrowed(text), Cow::Owned)
}

/// The end of the statement whose rest the tokens are, if it looks like one: with a full stop, without `:-`, and
/// without two terms side by side.
fn statement_end(text: &[u8], tokens: &mut Tokens<'_>) -> Option<usize> {
    let mut last: &[u8] = b"";
    for token in tokens {
        let now = &text[token.clone()];
        let side_by_side = ends_term(last) && (is_word(&now[0]) && now != b"not" || now[0] == b'"');
        match now {
            b"." => return Some(token.end),
            _ if side_by_side || (last == b":" && now == b"-") => return None,
            b"#show" => return None,
            _ => last = now,
        }
    }
    None
}
