//! Names of predicates that SWI-Prolog lets one define. It has predicates of its own, some of which it compiles without
//! looking at a definition (`true`, `integer`), and words that are operators (`table`, `dynamic`). A predicate of such a
//! name gets another one; so does one that looks like a changed name, so that no two become one.

use crate::{symbols::Signature, syntax::Atom};

/// The predicates of SWI-Prolog's module `system`, and those by which a program changes it: a name, and its numbers of
/// arguments.
const BUILT_IN: &str = include_str!("built_in.txt");

/// Names that are operators, whatever number of arguments they have.
const OPERATORS: [&str; 20] = [
    "as",
    "discontiguous",
    "div",
    "divs",
    "dynamic",
    "initialization",
    "is",
    "meta_predicate",
    "mod",
    "modulo",
    "module_transparent",
    "multifile",
    "public",
    "rdiv",
    "rem",
    "table",
    "thread_initialization",
    "thread_local",
    "volatile",
    "xor",
];

/// What a changed name begins with.
const START: &str = "xfold_";

/// The name under which a predicate is exported.
pub fn exported(name: &str, arity: usize) -> String {
    if is_free(name, arity) { name.to_string() } else { format!("{START}{name}") }
}

/// Whether a word is an operator, so that it needs parentheses beside another one.
pub fn is_operator(word: &str) -> bool {
    OPERATORS.contains(&word)
}

/// The name of a predicate, with its sign.
pub fn of_signature(signature: &Signature) -> String {
    named(&signature.name, signature.arity, signature.negated)
}

/// The name of an atom's predicate, with its sign.
pub fn of_atom(atom: &Atom) -> String {
    named(&atom.name, atom.args.len(), atom.negated)
}

fn named(name: &str, arity: usize, negated: bool) -> String {
    if negated { format!("'-{name}'") } else { exported(name, arity) }
}

/// Whether a predicate may keep its name.
pub fn is_free(name: &str, arity: usize) -> bool {
    let is_built_in = BUILT_IN.lines().any(|line| {
        let mut words = line.split(' ');
        words.next() == Some(name) && words.any(|known| known.parse() == Ok(arity))
    });
    !is_built_in && !is_operator(name) && !name.starts_with(START)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_are_taken() {
        assert_eq!(exported("age", 2), "age");
        assert_eq!(exported("length", 2), "xfold_length");
        assert_eq!(exported("length", 1), "length");
        assert_eq!(exported("table", 2), "xfold_table");
        assert_eq!(exported("true", 0), "xfold_true");
        assert_eq!(exported("xfold_length", 2), "xfold_xfold_length");
        assert!(BUILT_IN.lines().all(|line| line.split(' ').count() > 1));
    }
}
