//! From ground terms and atoms of the syntax to symbols, with clingo's arithmetic.

use crate::{
    decimal::Decimal,
    symbols::{Signature, Symbol, SymbolKind, Symbols},
    syntax::{Atom, BinaryOp, Head, Name, Statement, StatementKind, Term, UnaryOp},
};

/// The value of a ground term, arithmetic included; `None` if it has variables, stands for several terms (intervals,
/// pools) or has no value (`1/0`, `a+1`, a result beyond 32 bits).
pub fn ground_term(term: &Term, symbols: &mut Symbols) -> Option<Symbol> {
    let kind = evaluate(term, symbols, true)?;
    Some(symbols.intern(kind))
}

/// The predicate and the arguments of a ground atom; `None` as for [`ground_term`].
pub fn ground_atom(atom: &Atom, symbols: &mut Symbols) -> Option<(Signature, Vec<Symbol>)> {
    let args = atom.args.iter().map(|term| ground_term(term, symbols)).collect::<Option<_>>()?;
    Some((atom.signature(), args))
}

/// A ground term as syntax: what [`ground_term`] reads back.
pub fn term_of(symbol: Symbol, symbols: &Symbols) -> Term {
    let all = |args: &[Symbol]| args.iter().map(|&arg| term_of(arg, symbols)).collect();
    match &*symbols.kind(symbol) {
        SymbolKind::Infimum => Term::Infimum,
        SymbolKind::Supremum => Term::Supremum,
        SymbolKind::Number(number) => Term::Number(*number),
        SymbolKind::Decimal(number) => Term::Decimal(*number),
        SymbolKind::Text(text) => Term::Text(text.clone()),
        SymbolKind::Tuple(args) => Term::Tuple(all(args)),
        SymbolKind::Function { negated: false, name, args } => Term::Function(name.clone(), all(args)),
        SymbolKind::Function { negated: true, name, args } => {
            Term::Unary(UnaryOp::Minus, Box::new(Term::Function(name.clone(), all(args))))
        }
    }
}

/// Whether a term has no variables and stands for one term only.
pub fn is_ground(term: &Term) -> bool {
    match term {
        Term::Variable(_) | Term::Anonymous | Term::Interval(_) | Term::Pool(_) | Term::Arguments(_) => false,
        Term::Number(_) | Term::Decimal(_) | Term::Text(_) | Term::Infimum | Term::Supremum => true,
        Term::Function(_, args) | Term::Tuple(args) => args.iter().all(is_ground),
        Term::Unary(_, inner) => is_ground(inner),
        Term::Binary(_, sides) => is_ground(&sides.0) && is_ground(&sides.1),
    }
}

/// The atom of a statement that is a fact and needs no evaluation; those that `#const` defines do.
pub(crate) fn plain_fact(
    statement: &Statement,
    constants: &[Name],
    symbols: &mut Symbols,
) -> Option<(Signature, Vec<Symbol>)> {
    let StatementKind::Rule(rule) = &statement.kind else { return None };
    let Head::Atom(atom) = &rule.head else { return None };
    if !rule.body.is_empty() || atom.args.iter().any(|term| mentions(term, constants)) {
        return None;
    }
    let known = symbols.len();
    let plain = |term, symbols: &mut Symbols| evaluate(term, symbols, false).map(|kind| symbols.intern(kind));
    let args: Option<Vec<Symbol>> = atom.args.iter().map(|term| plain(term, symbols)).collect();
    if args.is_none() {
        symbols.truncate(known);
    }
    Some((atom.signature(), args?))
}

fn mentions(term: &Term, constants: &[Name]) -> bool {
    match term {
        Term::Function(name, args) if args.is_empty() => constants.contains(name),
        Term::Function(_, args) | Term::Tuple(args) => args.iter().any(|term| mentions(term, constants)),
        Term::Unary(_, inner) => mentions(inner, constants),
        _ => false,
    }
}

/// What a term evaluates to; without `arithmetic` only terms that are their own value.
fn evaluate(term: &Term, symbols: &mut Symbols, arithmetic: bool) -> Option<SymbolKind> {
    let mut all = |terms: &[Term]| -> Option<Box<[Symbol]>> {
        terms
            .iter()
            .map(|term| evaluate(term, symbols, arithmetic).map(|kind| symbols.intern(kind)))
            .collect()
    };
    Some(match term {
        Term::Number(value) => SymbolKind::Number(*value),
        Term::Decimal(number) => SymbolKind::Decimal(*number),
        Term::Text(text) => SymbolKind::Text(text.clone()),
        Term::Infimum => SymbolKind::Infimum,
        Term::Supremum => SymbolKind::Supremum,
        Term::Function(name, args) => {
            SymbolKind::Function { negated: false, name: name.clone(), args: all(args)? }
        }
        Term::Tuple(args) => SymbolKind::Tuple(all(args)?),
        Term::Unary(UnaryOp::Minus, inner) if matches!(**inner, Term::Function(..)) || arithmetic => {
            match evaluate(inner, symbols, arithmetic)? {
                SymbolKind::Number(value) => SymbolKind::Number(value.checked_neg()?),
                SymbolKind::Decimal(number) => SymbolKind::Decimal(number.negated()),
                SymbolKind::Function { negated, name, args } => {
                    SymbolKind::Function { negated: !negated, name, args }
                }
                _ => return None,
            }
        }
        Term::Unary(op, inner) if arithmetic => {
            let value = match evaluate(inner, symbols, true)? {
                SymbolKind::Number(value) => value,
                SymbolKind::Decimal(number) if *op == UnaryOp::Absolute => {
                    return Some(SymbolKind::Decimal(if number.digits < 0 {
                        number.negated()
                    } else {
                        number
                    }));
                }
                _ => return None,
            };
            SymbolKind::Number(if *op == UnaryOp::Absolute { value.checked_abs()? } else { !value })
        }
        Term::Binary(op, sides) if arithmetic => {
            let (left, right) = (evaluate(&sides.0, symbols, true)?, evaluate(&sides.1, symbols, true)?);
            match (left, right) {
                (SymbolKind::Number(left), SymbolKind::Number(right)) => {
                    SymbolKind::Number(calculate(*op, left, right)?)
                }
                (left, right) => with_fractions(*op, decimal_of(&left)?, decimal_of(&right)?)?,
            }
        }
        _ => return None,
    })
}

fn decimal_of(kind: &SymbolKind) -> Option<Decimal> {
    match kind {
        SymbolKind::Number(value) => Some(Decimal::whole(i64::from(*value))),
        SymbolKind::Decimal(number) => Some(*number),
        _ => None,
    }
}

/// The exact result where one of the numbers has a fraction; a quotient need not have one.
fn with_fractions(op: BinaryOp, left: Decimal, right: Decimal) -> Option<SymbolKind> {
    let result = match op {
        BinaryOp::Add => left.plus(right),
        BinaryOp::Subtract => left.minus(right),
        BinaryOp::Multiply => left.times(right),
        BinaryOp::Modulo => left.modulo(right),
        BinaryOp::Divide | BinaryOp::Power | BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => None,
    }?;
    match result.as_whole() {
        Some(whole) => Some(SymbolKind::Number(whole)),
        None => (result.scale > 0).then_some(SymbolKind::Decimal(result)),
    }
}

/// Division and remainder round towards zero, and a negative power is zero: as in clingo.
fn calculate(op: BinaryOp, left: i32, right: i32) -> Option<i32> {
    match op {
        BinaryOp::Add => left.checked_add(right),
        BinaryOp::Subtract => left.checked_sub(right),
        BinaryOp::Multiply => left.checked_mul(right),
        BinaryOp::Divide => left.checked_div(right),
        BinaryOp::Modulo => left.checked_rem(right),
        BinaryOp::Power if right < 0 => (left != 0).then_some(0),
        BinaryOp::Power => left.checked_pow(right.unsigned_abs()),
        BinaryOp::And => Some(left & right),
        BinaryOp::Or => Some(left | right),
        BinaryOp::Xor => Some(left ^ right),
    }
}
