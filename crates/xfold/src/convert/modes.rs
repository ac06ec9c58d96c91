//! Body modes of any dialect, for `convert`: a literal, and the signs with which it may be used.

use crate::task::{Dialect, Mode, Space};
use xfold_asp::{
    rewrite,
    span::Span,
    syntax::{Atom, Literal, LiteralKind, Name, Sign, Term},
};

/// A body mode.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct BodyMode {
    /// The literal, without a sign.
    pub literal: Literal,
    /// It may be used as it is.
    pub positive: bool,
    /// It may be used with `not`.
    pub negative: bool,
    pub recall: Option<u32>,
    pub anti_reflexive: bool,
    pub symmetric: bool,
    pub span: Span,
}

/// The body modes of a space under the conventions of a dialect. Two that differ in the sign only are one, unless a
/// recall counts their uses.
pub(super) fn body(space: &Space, dialect: Dialect) -> Vec<BodyMode> {
    let mut modes: Vec<BodyMode> = Vec::new();
    for mode in &space.body {
        let mode = read(mode, dialect);
        let other = modes.iter_mut().find(|other| {
            other.positive != mode.positive
                && other.negative != mode.negative
                && mode.recall.is_none()
                && is_same_but_sign(other, &mode)
        });
        match other {
            Some(other) => (other.positive, other.negative) = (true, true),
            None => modes.push(mode),
        }
    }
    modes
}

/// The mode of a type's own atom: `t(var(t))`.
pub(super) fn of_type(name: &Name) -> BodyMode {
    let place = Term::Function("var".into(), vec![Term::Function(name.clone(), Vec::new())]);
    let span = Span::default();
    let atom = Atom { negated: false, name: name.clone(), args: vec![place], span };
    BodyMode {
        literal: Literal { sign: Sign::None, kind: LiteralKind::Atom(atom), span },
        positive: true,
        negative: false,
        recall: None,
        anti_reflexive: false,
        symmetric: false,
        span,
    }
}

fn is_same_but_sign(one: &BodyMode, other: &BodyMode) -> bool {
    let BodyMode { literal, recall, anti_reflexive, symmetric, .. } = other;
    (&one.literal, one.recall, one.anti_reflexive, one.symmetric)
        == (literal, *recall, *anti_reflexive, *symmetric)
}

fn read(mode: &Mode, dialect: Dialect) -> BodyMode {
    let signs = mode.signs(dialect);
    BodyMode {
        literal: Literal { sign: Sign::None, ..mode.literal.clone() },
        positive: signs.contains(&false),
        negative: signs.contains(&true),
        recall: mode.recall,
        anti_reflexive: mode.anti_reflexive,
        symmetric: mode.symmetric,
        span: mode.span,
    }
}

/// The literal with another word for `num(t)` and `num_var(t)`.
pub(super) fn with_number_word(literal: &Literal, word: &str) -> Literal {
    let mut literal = literal.clone();
    rewrite::of_literal(&mut literal, &mut |term| {
        exchange(term, &mut |term| {
            if let Term::Function(name, args) = term
                && (name == "num" || name == "num_var")
                && args.len() == 1
            {
                *name = word.into();
            }
        });
    });
    literal
}

/// Calls `change` with a term and every term inside of it, from the outside in.
pub(super) fn exchange(term: &mut Term, change: &mut impl FnMut(&mut Term)) {
    change(term);
    match term {
        Term::Function(_, terms) | Term::Tuple(terms) | Term::Pool(terms) | Term::Arguments(terms) => {
            terms.iter_mut().for_each(|inner| exchange(inner, change));
        }
        Term::Interval(pair) | Term::Binary(_, pair) => {
            exchange(&mut pair.0, change);
            exchange(&mut pair.1, change);
        }
        Term::Unary(_, inner) => exchange(inner, change),
        _ => {}
    }
}
