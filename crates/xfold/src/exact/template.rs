//! Templates of literals, as modes declare them: matched with ground atoms, filled with terms, evaluated.

use crate::task::holder;
use xfold_asp::{
    Decimal, ground_term,
    symbols::{Signature, Symbol, SymbolKind, Symbols},
    syntax::{BinaryOp, LiteralKind, Term, UnaryOp},
    term_of,
};

/// The values at the places of a template, if a ground atom or comparison is an instance of it.
pub(super) fn matched(template: &[Term], args: &[Symbol], symbols: &Symbols) -> Option<Vec<Symbol>> {
    let mut values = Vec::new();
    let fits = template.iter().zip(args).all(|(term, &arg)| fits(term, arg, symbols, &mut values));
    fits.then_some(values)
}

fn fits(term: &Term, value: Symbol, symbols: &Symbols, values: &mut Vec<Symbol>) -> bool {
    if holder(term).is_some() {
        values.push(value);
        return true;
    }
    let mut all = |terms: &[Term], args: &[Symbol]| {
        terms.len() == args.len() && terms.iter().zip(args).all(|(t, &a)| fits(t, a, symbols, values))
    };
    match (term, &*symbols.kind(value)) {
        (Term::Number(a), SymbolKind::Number(b)) => a == b,
        (Term::Decimal(a), SymbolKind::Decimal(b)) => a == b,
        (Term::Text(a), SymbolKind::Text(b)) => a == b,
        (Term::Function(name, terms), SymbolKind::Function { negated: false, name: other, args }) => {
            name == other && all(terms, args)
        }
        (Term::Unary(UnaryOp::Minus, inner), SymbolKind::Number(b)) => {
            matches!(**inner, Term::Number(a) if a.checked_neg() == Some(*b))
        }
        (Term::Tuple(terms), SymbolKind::Tuple(args)) => all(terms, args),
        _ => false,
    }
}

/// Whether a term of a template is computed from its places, as in `var(n)+1`.
pub(super) fn computes(term: &Term) -> bool {
    match term {
        Term::Function(_, terms) | Term::Tuple(terms) => terms.iter().any(computes),
        Term::Unary(..) | Term::Binary(..) => n_places(term) > 0,
        _ => false,
    }
}

fn n_places(term: &Term) -> usize {
    if holder(term).is_some() {
        return 1;
    }
    match term {
        Term::Function(_, terms) | Term::Tuple(terms) => terms.iter().map(n_places).sum(),
        Term::Unary(_, inner) => n_places(inner),
        Term::Binary(_, pair) => n_places(&pair.0) + n_places(&pair.1),
        _ => 0,
    }
}

/// For each place of a template whether an atom shows its value: it stands there as it is, or with a number added.
pub(super) fn readable(template: &[Term]) -> Vec<bool> {
    let of_term = |term: &Term| match term {
        Term::Function(_, terms) | Term::Tuple(terms) if holder(term).is_none() => readable(terms),
        Term::Unary(..) | Term::Binary(..) => vec![shift(term).is_some(); n_places(term)],
        _ => vec![true; n_places(term)],
    };
    template.iter().flat_map(of_term).collect()
}

/// What is added to the one place of a term: 1 in `var(n)+1` and `1+var(n)`, -1 in `var(n)-1`.
fn shift(term: &Term) -> Option<Decimal> {
    let Term::Binary(op, pair) = term else { return None };
    let number = |term: &Term| match term {
        Term::Number(number) => Some(Decimal::whole(i64::from(*number))),
        Term::Decimal(number) => Some(*number),
        _ => None,
    };
    match (op, number(&pair.0), number(&pair.1)) {
        (BinaryOp::Add, _, Some(added)) => holder(&pair.0).map(|_| added),
        (BinaryOp::Add, Some(added), _) => holder(&pair.1).map(|_| added),
        (BinaryOp::Subtract, _, Some(taken)) => holder(&pair.0).map(|_| taken.negated()),
        _ => None,
    }
}

/// Which places of a template stand in no computed term.
pub(super) fn uncomputed(template: &[Term]) -> Vec<bool> {
    template.iter().flat_map(|term| vec![!computes(term); n_places(term)]).collect()
}

/// As [`matched`], but of the places of computed terms only those have a value that can be read off.
pub(super) fn partly_matched(
    template: &[Term],
    args: &[Symbol],
    symbols: &mut Symbols,
) -> Option<Vec<Option<Symbol>>> {
    let mut values = Vec::new();
    for (term, &arg) in template.iter().zip(args) {
        if !computes(term) {
            let mut found = Vec::new();
            if !fits(term, arg, symbols, &mut found) {
                return None;
            }
            values.extend(found.into_iter().map(Some));
            continue;
        }
        let parts = match (term, &*symbols.kind(arg)) {
            (Term::Function(name, terms), SymbolKind::Function { negated: false, name: other, args })
                if name == other && terms.len() == args.len() =>
            {
                Some((terms, args.to_vec()))
            }
            (Term::Tuple(terms), SymbolKind::Tuple(args)) if terms.len() == args.len() => {
                Some((terms, args.to_vec()))
            }
            (Term::Function(..) | Term::Tuple(_), _) => return None,
            _ => None,
        };
        if let Some((terms, args)) = parts {
            values.extend(partly_matched(terms, &args, symbols)?);
            continue;
        }
        let sum = shift(term).zip(symbols.as_decimal(arg));
        match sum.and_then(|(added, sum)| symbols.decimal(sum.minus(added)?)) {
            Some(value) => values.push(Some(value)),
            None => values.resize(values.len() + n_places(term), None),
        }
    }
    Some(values)
}

/// A template's terms with their places filled.
pub(super) fn filled(term: &Term, args: &mut dyn Iterator<Item = Term>) -> Term {
    if holder(term).is_some() {
        return args.next().unwrap_or(Term::Anonymous);
    }
    match term {
        Term::Function(name, terms) => {
            Term::Function(name.clone(), terms.iter().map(|term| filled(term, args)).collect())
        }
        Term::Tuple(terms) => Term::Tuple(terms.iter().map(|term| filled(term, args)).collect()),
        Term::Unary(op, inner) => Term::Unary(*op, Box::new(filled(inner, args))),
        Term::Binary(op, pair) => {
            let left = filled(&pair.0, args);
            Term::Binary(*op, Box::new((left, filled(&pair.1, args))))
        }
        other => other.clone(),
    }
}

/// A template with its places filled.
pub(super) fn filled_literal(template: &LiteralKind, args: &mut dyn Iterator<Item = Term>) -> LiteralKind {
    match template {
        LiteralKind::Atom(atom) => {
            let mut atom = atom.clone();
            atom.args = atom.args.iter().map(|term| filled(term, args)).collect();
            LiteralKind::Atom(atom)
        }
        LiteralKind::Compare(first, rest) => {
            let first = filled(first, args);
            LiteralKind::Compare(first, rest.iter().map(|(op, term)| (*op, filled(term, args))).collect())
        }
        LiteralKind::Truth(truth) => LiteralKind::Truth(*truth),
    }
}

/// Whether a comparison holds for these values at its places.
pub(super) fn holds(template: &LiteralKind, values: &[Symbol], symbols: &mut Symbols) -> bool {
    let LiteralKind::Compare(first, rest) = template else { return true };
    let mut values = values.iter().copied();
    let Some(mut left) = value(first, &mut values, symbols) else { return false };
    for (op, term) in rest {
        let Some(right) = value(term, &mut values, symbols) else { return false };
        if !op.holds(symbols.compare(left, right)) {
            return false;
        }
        left = right;
    }
    true
}

/// The ground atom of a template with these values at its places.
pub(super) fn instance(
    template: &LiteralKind,
    values: &[Symbol],
    symbols: &mut Symbols,
) -> Option<(Signature, Vec<Symbol>)> {
    let LiteralKind::Atom(atom) = template else { return None };
    let mut values = values.iter().copied();
    let args: Option<Vec<Symbol>> = atom.args.iter().map(|term| value(term, &mut values, symbols)).collect();
    Some((atom.signature(), args?))
}

/// The value of a term whose places are filled; none where clingo would drop the instance.
fn value(term: &Term, values: &mut dyn Iterator<Item = Symbol>, symbols: &mut Symbols) -> Option<Symbol> {
    if holder(term).is_some() {
        return values.next();
    }
    let term = filled(term, &mut values.map(|value| term_of(value, symbols)));
    ground_term(&term, symbols)
}
