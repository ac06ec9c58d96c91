//! Sums that are too large for clingo, which counts in 32 bits: what it says of them, in words, at the user's places.

use crate::{codes, input::Input, query::SolveError, scan::Tokens};
use xfold_asp::{diagnostic::Diagnostic, span::Span};

/// Sums that one message shows.
const MOST_SHOWN: usize = 4;
/// What a text with sums or costs has somewhere.
const SIGNS: [&str; 4] = ["#sum", ":~", "#minimi", "#maximi"];

/// The places at which a user's program adds up numbers.
#[derive(Debug, Clone, Default)]
pub(crate) struct Sums(Vec<Span>);

impl Sums {
    /// Finds them in a program.
    pub(crate) fn of(input: &Input) -> Self {
        let text = input.text();
        if !SIGNS.iter().any(|sign| text.contains(sign)) {
            return Self::default();
        }
        let bytes = text.as_bytes();
        let mut found = Vec::new();
        let mut open: Option<usize> = None;
        let mut last: &[u8] = b"";
        for range in Tokens::new(bytes) {
            let token = &bytes[range.clone()];
            let is_sum = matches!(token, b"#sum" | b"#minimize" | b"#minimise" | b"#maximize" | b"#maximise");
            if is_sum || (token == b"~" && last == b":") {
                open.get_or_insert(range.start - usize::from(token == b"~"));
            } else if token == b"." {
                found.extend(open.take().map(|start| (start, range.end)));
            }
            last = token;
        }
        let place = |(start, end): (usize, usize)| {
            let origin = input.origin_at(start)?;
            Some(Span::new(origin.start, (origin.start + (end - start) as u32).min(origin.end)))
        };
        Self(found.into_iter().filter_map(place).collect())
    }

    /// An error as the user should see it: one about a sum that is too large shows where sums are.
    pub(crate) fn explain(&self, error: SolveError) -> SolveError {
        let error = match error {
            SolveError::Failed(reason) => in_words(&reason),
            error => error,
        };
        match error {
            SolveError::Rejected(mut errors) => {
                errors
                    .iter_mut()
                    .filter(|error| error.code == codes::SUM_TOO_LARGE)
                    .for_each(|e| self.show(e));
                SolveError::Rejected(errors)
            }
            error => error,
        }
    }

    fn show(&self, error: &mut Diagnostic) {
        if self.0.is_empty() || !error.labels.is_empty() {
            return;
        }
        let words = if self.0.len() == 1 { "this sum" } else { "perhaps this sum" };
        error.labels.extend(self.0.iter().take(MOST_SHOWN).map(|span| (*span, words.to_owned())));
        error.help = Some("scale its numbers down, such as from metres to kilometres".to_owned());
    }
}

/// A reason for which clingo failed, in our words.
pub(crate) fn in_words(reason: &str) -> SolveError {
    let reason = without_place(reason);
    if !reason.contains("overflow") && !reason.contains("Value too large") {
        return SolveError::Failed(reason.to_owned());
    }
    let message = "a sum is too large for the solver: weights, costs, their total and what it is compared with \
                   must lie between -2147483648 and 2147483647";
    let error = Diagnostic::error(codes::SUM_TOO_LARGE, message);
    SolveError::Rejected(vec![error.help("scale penalties and costs down, such as from 1000000 to 1")])
}

/// A reason without the place in the solver's own source text: `bool Clasp::f(int)@1724: words` is `words`.
fn without_place(reason: &str) -> &str {
    // The name of a function may have colons itself.
    let place = reason.match_indices(": ").find(|(at, _)| is_place(&reason[..*at]));
    place.map_or(reason, |(at, _)| &reason[at + 2..])
}

fn is_place(text: &str) -> bool {
    text.rsplit_once('@').is_some_and(|(function, line)| {
        function.contains('(') && !line.is_empty() && line.bytes().all(|byte| byte.is_ascii_digit())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const REASON: &str = "bool Clasp::Asp::simplifySum(Head_t, const Potassco::AtomSpan&)@1724: Value too large for \
                          defined data type: Integer overflow!";

    fn explained(text: &str) -> Diagnostic {
        let mut input = Input::new();
        input.push("ours :- #sum { 1 : a } > 0.", None);
        input.push(text, Some(Span::new(100, 100 + text.len() as u32)));
        match Sums::of(&input).explain(SolveError::Failed(REASON.to_owned())) {
            SolveError::Rejected(mut errors) => errors.remove(0),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn sums_of_the_user_are_shown() {
        let text = "a(1..3). b :- #sum { X : a(X) } > 5. % #sum\n:~ a(X). [X@1,X] c(\"#sum\").";
        let error = explained(text);
        let places: Vec<&str> = error
            .labels
            .iter()
            .map(|(span, _)| &text[span.start as usize - 100..span.end as usize - 100])
            .collect();
        assert_eq!(places, ["#sum { X : a(X) } > 5.", ":~ a(X)."]);
        assert!(!error.message.contains("Clasp"), "{}", error.message);
        assert!(explained("a. b.").labels.is_empty(), "ours is not the user's");
    }

    #[test]
    fn other_reasons_lose_their_place_only() {
        assert_eq!(without_place("bool A::b(C)@12: it is: so"), "it is: so");
        for plain in ["it is: so", "a@b: c", "f(x)@: y", ""] {
            assert_eq!(without_place(plain), plain);
        }
    }
}
