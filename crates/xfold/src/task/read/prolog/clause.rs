//! From Prolog's clauses to facts and rules of an answer set program, which means the same for what can be written so:
//! facts and rules over finite relations, `\+`, comparisons, and arithmetic outside of recursions.

use super::term::{Kind, Term};
use crate::{
    codes,
    task::program::{CONS, NIL},
};
use std::collections::BTreeSet;
use xfold_asp::{
    diagnostic::Diagnostic,
    span::Span,
    symbols::{Signature, Symbol, Symbols},
    syntax::{self, Atom, BinaryOp, BodyElement, CompareOp, Head, Literal, LiteralKind, Name, Rule, Sign},
    syntax::{Statement, StatementKind, UnaryOp},
};

/// The longest list: clingo reads it as terms inside each other.
pub(super) const MOST_ELEMENTS: usize = 1000;

/// Why a clause cannot be a rule, and where.
pub(in crate::task::read) type Refused = (String, Span);

/// Predicates of Prolog itself that search, change or print something, or take terms apart.
const BUILT_IN: [(&str, &[usize]); 56] = [
    ("append", &[2, 3]),
    ("arg", &[3]),
    ("assert", &[1]),
    ("asserta", &[1]),
    ("assertz", &[1]),
    ("atom", &[1]),
    ("atom_chars", &[2]),
    ("atom_codes", &[2]),
    ("atom_concat", &[3]),
    ("atom_length", &[2]),
    ("atomic", &[1]),
    ("bagof", &[3]),
    ("call", &[1, 2, 3, 4, 5]),
    ("clause", &[2]),
    ("compound", &[1]),
    ("concat_atom", &[2, 3]),
    ("consult", &[1]),
    ("copy_term", &[2]),
    ("delete", &[3]),
    ("findall", &[3, 4]),
    ("flatten", &[2]),
    ("forall", &[2]),
    ("format", &[1, 2, 3]),
    ("functor", &[3]),
    ("ground", &[1]),
    ("halt", &[0, 1]),
    ("integer", &[1]),
    ("last", &[2]),
    ("length", &[2]),
    ("maplist", &[2, 3, 4, 5]),
    ("max_list", &[2]),
    ("member", &[2]),
    ("min_list", &[2]),
    ("msort", &[2]),
    ("nb_getval", &[2]),
    ("nb_setval", &[2]),
    ("nl", &[0, 1]),
    ("nonvar", &[1]),
    ("nth0", &[3]),
    ("nth1", &[3]),
    ("number", &[1]),
    ("once", &[1]),
    ("print", &[1]),
    ("random", &[1]),
    ("retract", &[1]),
    ("retractall", &[1]),
    ("reverse", &[2]),
    ("select", &[3]),
    ("setof", &[3]),
    ("sort", &[2, 4]),
    ("sum_list", &[2]),
    ("sumlist", &[2]),
    ("tab", &[1]),
    ("term_to_atom", &[2]),
    ("var", &[1]),
    ("write", &[1, 2]),
];

/// Whether a predicate is one of Prolog's own, which no clause may define.
pub(crate) fn is_built_in(name: &str, arity: usize) -> bool {
    BUILT_IN.iter().any(|(built_in, arities)| *built_in == name && arities.contains(&arity))
}

/// The message for a clause that only Prolog can run.
pub(in crate::task::read) fn refused(clause: &Term, (what, at): &Refused) -> Diagnostic {
    let mut text = clause.to_string();
    if text.chars().count() > 80 {
        text = text.chars().take(79).chain(['…']).collect();
    }
    let message = format!("`{text}` cannot be used: {what}");
    let help = "nothing is read, printed or changed here: list what such a clause derives as facts";
    let diagnostic = Diagnostic::error(codes::REAL_PROLOG, message).at(*at, "");
    diagnostic.at(clause.span, "in this clause").help(help)
}

/// The atom of a clause that is a ground fact; `None` if it is something else.
pub(in crate::task::read) fn fact(term: &Term, symbols: &mut Symbols) -> Option<(Signature, Vec<Symbol>)> {
    let atom = head(term).ok()?;
    if atom.args.iter().any(|arg| !xfold_asp::is_ground(arg)) {
        return None;
    }
    xfold_asp::ground_atom(&atom, symbols)
}

/// A constant: what a name without arguments, a number or a text stands for.
pub(in crate::task::read) fn constant(term: &Term, symbols: &mut Symbols) -> Option<Symbol> {
    xfold_asp::ground_term(&plain(term).ok()?, symbols)
}

/// The rule that a clause stands for; `None` if it can never hold.
pub(in crate::task::read) fn rule(clause: &Term) -> Result<Option<Statement>, Refused> {
    let (of_head, of_body) = match clause.parts() {
        Some((":-", [head, body])) => (head, body.conjuncts()),
        Some(("-->", [_, _])) => return Err(("it is a rule of a grammar".into(), clause.span)),
        _ => (clause, Vec::new()),
    };
    let head = head(of_head)?;
    let mut body = Vec::new();
    for goal in of_body {
        match goal.atom() {
            Some("true") => {}
            Some("fail" | "false") => return Ok(None),
            _ => body.push(literal(goal)?),
        }
    }
    is_safe(&head, &body)?;
    let body = body.into_iter().map(BodyElement::Literal).collect();
    let kind = StatementKind::Rule(Rule { head: Head::Atom(head), body, span: clause.span });
    Ok(Some(Statement { kind, span: clause.span }))
}

/// The atom of a head.
fn head(term: &Term) -> Result<Atom, Refused> {
    let Kind::Compound(name, args, _) = &term.kind else {
        return Err((format!("`{term}` is no head"), term.span));
    };
    if !is_plain(name) {
        return Err((format!("`{name}` is no name of a predicate that a rule can have"), term.span));
    }
    let args = args.iter().map(plain).collect::<Result<_, _>>()?;
    Ok(Atom { negated: false, name: name.clone(), args, span: term.span })
}

fn literal(goal: &Term) -> Result<Literal, Refused> {
    let no = |what: &str| Err((what.to_string(), goal.span));
    match goal.parts() {
        None => no("a goal that is a variable, number or list is called when it is known"),
        Some(("!", [])) => no("`!` cuts Prolog's search"),
        Some((";" | "|", _)) => no("`;` is a disjunction: write a clause for each side"),
        Some(("->" | "*->", _)) => no("`->` depends on Prolog's search"),
        Some(("\\+" | "not", [inner])) => {
            let mut literal = match inner.parts() {
                Some((",", _)) => return no("a negated conjunction: give it a predicate of its own"),
                _ => literal(inner)?,
            };
            if literal.sign != Sign::None {
                return no("a negation of a negation");
            }
            literal.sign = Sign::Not;
            Ok(Literal { span: goal.span, ..literal })
        }
        Some(("between", [low, high, number])) => {
            let range = syntax::Term::Interval(Box::new((arithmetic(low)?, arithmetic(high)?)));
            let kind = LiteralKind::Compare(arithmetic(number)?, vec![(CompareOp::Equal, range)]);
            Ok(Literal { sign: Sign::None, kind, span: goal.span })
        }
        Some((name, [left, right])) if comparison(name).is_some() => {
            let op = comparison(name).unwrap_or(CompareOp::Equal);
            let kind = LiteralKind::Compare(arithmetic(left)?, vec![(op, arithmetic(right)?)]);
            Ok(Literal { sign: Sign::None, kind, span: goal.span })
        }
        Some((name, args)) if is_built_in(name, args.len()) || name == "=.." => {
            no(&format!("`{name}` is one of Prolog's own predicates"))
        }
        Some(_) => {
            let atom = head(goal)?;
            Ok(Literal { sign: Sign::None, kind: LiteralKind::Atom(atom), span: goal.span })
        }
    }
}

fn comparison(name: &str) -> Option<CompareOp> {
    Some(match name {
        "=" | "==" | "=:=" | "is" => CompareOp::Equal,
        "\\=" | "\\==" | "=\\=" => CompareOp::NotEqual,
        "<" | "@<" => CompareOp::Less,
        "=<" | "@=<" => CompareOp::LessEqual,
        ">" | "@>" => CompareOp::Greater,
        ">=" | "@>=" => CompareOp::GreaterEqual,
        _ => return None,
    })
}

/// A term that stands for itself.
fn plain(term: &Term) -> Result<syntax::Term, Refused> {
    Ok(match &term.kind {
        Kind::Variable(name) if name == "_" => syntax::Term::Anonymous,
        Kind::Variable(name) => syntax::Term::Variable(name.clone()),
        Kind::Number(number) => syntax::Term::Number(*number),
        Kind::Decimal(number) => syntax::Term::Decimal(*number),
        Kind::Text(text) => syntax::Term::Text(text.clone()),
        Kind::List(terms, _) if terms.len() > MOST_ELEMENTS => {
            return Err((format!("it has a list of more than {MOST_ELEMENTS} elements"), term.span));
        }
        Kind::List(terms, rest) => {
            let first = terms.iter().map(plain).collect::<Result<Vec<_>, _>>()?;
            let last = match rest {
                Some(rest) => plain(rest)?,
                None => syntax::Term::Function(NIL.into(), Vec::new()),
            };
            let cons = |rest, first| syntax::Term::Function(CONS.into(), vec![first, rest]);
            first.into_iter().rev().fold(last, cons)
        }
        Kind::Compound(name, args, quoted) => {
            if args.is_empty() && *quoted && !is_plain(name) {
                return Ok(syntax::Term::Text(name.clone()));
            }
            if !is_plain(name) {
                return Err((format!("`{name}` is no name that a term can have"), term.span));
            }
            syntax::Term::Function(name.clone(), args.iter().map(plain).collect::<Result<_, _>>()?)
        }
    })
}

/// A term beside a comparison, where arithmetic is evaluated.
fn arithmetic(term: &Term) -> Result<syntax::Term, Refused> {
    let both = |left: &Term, right: &Term| Ok(Box::new((arithmetic(left)?, arithmetic(right)?)));
    let op = |name: &str| {
        Some(match name {
            "+" => BinaryOp::Add,
            "-" => BinaryOp::Subtract,
            "*" => BinaryOp::Multiply,
            "/" | "//" => BinaryOp::Divide,
            "mod" | "rem" => BinaryOp::Modulo,
            "**" | "^" => BinaryOp::Power,
            _ => return None,
        })
    };
    match term.parts() {
        Some((name, [left, right])) if op(name).is_some() => {
            Ok(syntax::Term::Binary(op(name).unwrap_or(BinaryOp::Add), both(left, right)?))
        }
        Some(("-", [inner])) => Ok(syntax::Term::Unary(UnaryOp::Minus, Box::new(arithmetic(inner)?))),
        Some(("abs", [inner])) => Ok(syntax::Term::Unary(UnaryOp::Absolute, Box::new(arithmetic(inner)?))),
        _ => plain(term),
    }
}

/// Whether a name can stand in an answer set program as it is.
pub(super) fn is_plain(name: &Name) -> bool {
    let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    name.starts_with(|c: char| c.is_ascii_lowercase()) && name.chars().all(word) && name != "not"
}

/// Every variable has to be bound by a literal that is not negated.
fn is_safe(head: &Atom, body: &[Literal]) -> Result<(), Refused> {
    let mut bound = BTreeSet::new();
    for literal in body.iter().filter(|literal| literal.sign == Sign::None) {
        if let LiteralKind::Atom(atom) = &literal.kind {
            atom.args.iter().for_each(|arg| variables(arg, &mut bound));
        }
    }
    loop {
        let before = bound.len();
        for literal in body.iter().filter(|literal| literal.sign == Sign::None) {
            let LiteralKind::Compare(left, rest) = &literal.kind else { continue };
            let [(CompareOp::Equal, right)] = &rest[..] else { continue };
            for (one, other) in [(left, right), (right, left)] {
                let mut needed = BTreeSet::new();
                variables(other, &mut needed);
                if let (syntax::Term::Variable(name), true) = (one, needed.is_subset(&bound)) {
                    bound.insert(name.clone());
                }
            }
        }
        if bound.len() == before {
            break;
        }
    }
    let free = |terms: &[&syntax::Term]| {
        let mut all = BTreeSet::new();
        terms.iter().for_each(|term| variables(term, &mut all));
        all.into_iter().find(|name| !bound.contains(name))
    };
    let complain =
        |name: &str, span| Err((format!("no literal of the body that is not negated binds {name}"), span));
    if head.args.iter().any(|arg| matches!(arg, syntax::Term::Anonymous)) {
        return complain("`_` of the head", head.span);
    }
    if let Some(name) = free(&head.args.iter().collect::<Vec<_>>()) {
        return complain(&format!("`{name}`"), head.span);
    }
    for literal in body {
        let terms: Vec<&syntax::Term> = match &literal.kind {
            LiteralKind::Atom(atom) => atom.args.iter().collect(),
            LiteralKind::Compare(left, rest) => {
                std::iter::once(left).chain(rest.iter().map(|(_, t)| t)).collect()
            }
            LiteralKind::Truth(_) => Vec::new(),
        };
        if let Some(name) = free(&terms) {
            return complain(&format!("`{name}`"), literal.span);
        }
    }
    Ok(())
}

fn variables(term: &syntax::Term, names: &mut BTreeSet<Name>) {
    match term {
        syntax::Term::Variable(name) => {
            names.insert(name.clone());
        }
        syntax::Term::Function(_, args) => args.iter().for_each(|arg| variables(arg, names)),
        syntax::Term::Unary(_, inner) => variables(inner, names),
        syntax::Term::Binary(_, pair) | syntax::Term::Interval(pair) => {
            variables(&pair.0, names);
            variables(&pair.1, names);
        }
        _ => {}
    }
}
