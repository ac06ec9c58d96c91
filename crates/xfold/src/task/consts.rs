//! `#const`: names that stand for values. Part of the first station of the path, task.

use rustc_hash::FxHashMap;
use xfold_asp::syntax::{Name, Statement, StatementKind, Term};

/// What `#const` names stand for.
pub(crate) type Consts = FxHashMap<Name, Term>;

/// The definitions among statements; of two for one name the last counts.
pub(crate) fn definitions(statements: &[Statement]) -> Consts {
    let definition = |statement: &Statement| match &statement.kind {
        StatementKind::Const(name, term) => Some((name.clone(), term.clone())),
        _ => None,
    };
    statements.iter().filter_map(definition).collect()
}

/// Replaces `#const` names by their values.
pub(crate) fn substitute(term: &Term, consts: &Consts, depth: usize) -> Term {
    let all = |args: &[Term]| args.iter().map(|arg| substitute(arg, consts, depth)).collect();
    let both = |pair: &(Term, Term)| {
        Box::new((substitute(&pair.0, consts, depth), substitute(&pair.1, consts, depth)))
    };
    match term {
        Term::Function(name, args) if args.is_empty() => match consts.get(name) {
            // A chain of definitions ends at the latest when every constant was used once.
            Some(value) if depth <= consts.len() => substitute(value, consts, depth + 1),
            _ => term.clone(),
        },
        Term::Function(name, args) => Term::Function(name.clone(), all(args)),
        Term::Tuple(args) => Term::Tuple(all(args)),
        Term::Pool(args) => Term::Pool(all(args)),
        Term::Arguments(args) => Term::Arguments(all(args)),
        Term::Unary(op, inner) => Term::Unary(*op, Box::new(substitute(inner, consts, depth))),
        Term::Binary(op, pair) => Term::Binary(*op, both(pair)),
        Term::Interval(pair) => Term::Interval(both(pair)),
        _ => term.clone(),
    }
}
