//! Mode declarations: which literals a rule may be made of.

use crate::codes;
use xfold_asp::{
    diagnostic::Diagnostic,
    span::Span,
    symbols::{Signature, Symbol, Symbols},
    syntax::{self, CompareOp, LiteralKind, Name, Sign, Term},
};
use xfold_store::Comparison;

/// One mode declaration.
#[derive(Debug, Clone)]
pub struct Mode {
    /// What it allows.
    pub schema: Schema,
    /// Where it was written.
    pub span: Span,
}

/// What a mode allows.
#[derive(Debug, Clone, PartialEq)]
pub enum Schema {
    /// `p(…)` or, with the flag, `not p(…)`.
    Atom {
        /// The predicate.
        signature: Signature,
        /// Its places.
        places: Vec<Place>,
        /// `not p(…)`
        negated: bool,
    },
    /// `var(t) != var(t)`, `var(t) < var(t)`
    Compare(Comparison, Name),
}

/// One place of a predicate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// What may stand here.
    pub kind: PlaceKind,
    /// The type's name; empty for a fixed term.
    pub of_type: Name,
}

/// What may stand at a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlaceKind {
    /// `var(t)`
    Variable,
    /// A variable that the head or a literal before has bound.
    Bound,
    /// `const(t)`
    Constant,
    /// `num(t)`: a number that is compared with thresholds.
    Number,
    /// A ground term, written out.
    Fixed(Symbol),
}

impl Schema {
    /// The predicate, unless it is a comparison.
    pub fn signature(&self) -> Option<&Signature> {
        match self {
            Schema::Atom { signature, .. } => Some(signature),
            Schema::Compare(..) => None,
        }
    }
}

/// Reads a mode from its syntax.
pub(super) fn read(mode: &syntax::Mode, span: Span, symbols: &mut Symbols) -> Result<Mode, Box<Diagnostic>> {
    let bad = |what: &str, help: &str| {
        Box::new(Diagnostic::error(codes::BAD_MODE, what.to_string()).at(mode.schema.span, "").help(help))
    };
    let schema = match &mode.schema.kind {
        LiteralKind::Atom(atom) => {
            if mode.schema.sign == Sign::NotNot {
                return Err(bad("a mode cannot have `not not`", "write `not p(…)` or `p(…)`"));
            }
            let mut places = Vec::with_capacity(atom.args.len());
            for arg in &atom.args {
                let place = place(arg, symbols).ok_or_else(|| {
                    bad(
                        &format!("`{arg}` is not understood in a mode"),
                        "each argument is var(type), const(type), num(type) or a plain term",
                    )
                })?;
                places.push(place);
            }
            Schema::Atom { signature: atom.signature(), places, negated: mode.schema.sign == Sign::Not }
        }
        LiteralKind::Compare(left, rest) => {
            let help =
                "comparisons have the form var(t) != var(t) or var(t) < var(t); use num(t) for thresholds";
            let [(op, right)] = &rest[..] else { return Err(bad("a chain of comparisons is no mode", help)) };
            let types = placeholder(left).zip(placeholder(right));
            let Some((("var" | "num" | "num_var", left), ("var" | "num" | "num_var", right))) = types else {
                return Err(bad("this comparison is not understood in a mode", help));
            };
            if left != right {
                return Err(bad("a comparison needs one type on both sides", help));
            }
            match op {
                CompareOp::NotEqual => Schema::Compare(Comparison::Differs, left),
                CompareOp::Less | CompareOp::Greater => Schema::Compare(Comparison::Less, left),
                _ => return Err(bad("only != and < are served between variables", help)),
            }
        }
        LiteralKind::Truth(_) => {
            return Err(bad("a truth value is no mode", "declare an atom: p(var(type))"));
        }
    };
    Ok(Mode { schema, span })
}

fn place(arg: &Term, symbols: &mut Symbols) -> Option<Place> {
    match placeholder(arg) {
        Some(("var", of_type)) => Some(Place { kind: PlaceKind::Variable, of_type }),
        Some(("const", of_type)) => Some(Place { kind: PlaceKind::Constant, of_type }),
        Some(("num" | "num_var", of_type)) => Some(Place { kind: PlaceKind::Number, of_type }),
        _ if mentions_placeholder(arg) => None,
        _ => {
            let symbol = xfold_asp::ground_term(arg, symbols)?;
            Some(Place { kind: PlaceKind::Fixed(symbol), of_type: Name::default() })
        }
    }
}

/// `var(t)` and its kin: the word and the type.
fn placeholder(term: &Term) -> Option<(&str, Name)> {
    let Term::Function(word, args) = term else { return None };
    match (&args[..], word.as_str()) {
        ([Term::Function(of_type, none)], word @ ("var" | "const" | "num" | "num_var"))
            if none.is_empty() =>
        {
            Some((word, of_type.clone()))
        }
        _ => None,
    }
}

fn mentions_placeholder(term: &Term) -> bool {
    match term {
        Term::Function(_, args) | Term::Tuple(args) | Term::Pool(args) | Term::Arguments(args) => {
            placeholder(term).is_some() || args.iter().any(mentions_placeholder)
        }
        Term::Unary(_, inner) => mentions_placeholder(inner),
        Term::Binary(_, pair) | Term::Interval(pair) => {
            mentions_placeholder(&pair.0) || mentions_placeholder(&pair.1)
        }
        _ => false,
    }
}
