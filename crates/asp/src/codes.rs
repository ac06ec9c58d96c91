//! The codes of all messages of this crate, in one table. A code never changes its meaning; the manual lists them.

macro_rules! codes {
    ($($name:ident = $code:literal: $words:literal;)*) => {
        $(#[doc = $words] pub const $name: &str = $code;)*
        /// Every code with one line about it, in order.
        pub const ALL: &[(&str, &str)] = &[$(($code, $words)),*];
    };
}

codes! {
    UNEXPECTED = "E001": "something else was expected at this place";
    OPEN_STRING = "E002": "a string is not closed on its line";
    OPEN_COMMENT = "E003": "a comment that starts with %* is not closed";
    NUMBER_TOO_LARGE = "E004": "a number is outside clingo's range of 32 bits";
    UNKNOWN_CHARACTER = "E005": "a character that the language does not have";
    NOT_TEXT = "E006": "the file holds bytes that no text has";
    NESTED_TOO_DEEPLY = "E007": "brackets, signs or operators are nested too deeply";
    UNKNOWN_DIRECTIVE = "E008": "no directive has this name";
    UNSUPPORTED = "E009": "clingo has this, but tasks do not";
    CODE = "E010": "code in a task is never run";
    BAD_ESCAPE = "E011": "a string holds a backslash that starts no known escape";
    MISSING_STOP = "E012": "a statement does not end in a full stop";
    NOT_AN_ATOM = "E013": "an atom was expected, but something else stands there";
    NOT_GROUND = "E014": "an atom or name of an example is not ground";
    BAD_NUMBER = "E015": "a penalty, recall or bound is not a whole number of the right size";
    DIRECTIVE_IN_CONTEXT = "E016": "a directive stands inside an example's context";
    OPEN_CONTEXT = "E017": "an example's context is not closed";
    TOO_MANY_ERRORS = "E018": "there are more errors than are shown";
    PREDICATE_VARIABLE = "E019": "a predicate's name starts with a capital letter";
}

#[cfg(test)]
mod tests {
    #[test]
    fn codes_are_in_order_and_differ() {
        assert!(super::ALL.windows(2).all(|pair| pair[0].0 < pair[1].0));
    }
}
