//! Programs compared as rules: what differs only in names of variables, in order, in the numbering of invented
//! predicates, in the way a comparison is written or in type literals is the same.
//!
//! Rules are matched by backtracking: a one-to-one mapping between the rules, one between the invented predicates
//! `ab0, ab1, …` of the whole programs, and one between the variables of each pair of rules. Hypotheses are small.

use std::collections::HashMap;
use xfold_asp::{
    Statement,
    syntax::{
        Aggregate, AggregateSet, Atom, BodyElement, CompareOp, Conditional, Head, Literal, LiteralKind, Rule,
        Sign, StatementKind, Term,
    },
};

/// Whether two programs are the same as rules, literals of the given types left aside.
///
/// ```
/// use xfold_asp::parse_rules;
/// let left = parse_rules("fly(X) :- bird(X), not ab0(X). ab0(X) :- weight(X,N), N > 11.").unwrap();
/// let right = parse_rules("ab3(B) :- 11 < W, weight(B,W). fly(A) :- not ab3(A), bird(A), any(A).").unwrap();
/// assert!(xfold_suite::same_rules(&left, &right, &["any"]));
/// assert!(!xfold_suite::same_rules(&left, &right, &[]));
/// ```
pub fn same_rules(left: &[Statement], right: &[Statement], types: &[&str]) -> bool {
    match_all(&normal_form(left, types), &normal_form(right, types))
}

/// What differs between two programs, in the sense of [`same_rules`], for people to read: the rules of one that have
/// no counterpart in the other. `None` if the programs are the same.
pub fn difference(expected: &[Statement], found: &[Statement], types: &[&str]) -> Option<String> {
    let (left, right) = (normal_form(expected, types), normal_form(found, types));
    if match_all(&left, &right) {
        return None;
    }
    let mut taken = vec![false; right.len()];
    let mut lines = Vec::new();
    for rule in &left {
        let fits =
            |&index: &usize| !taken[index] && match_all(std::slice::from_ref(rule), &right[index..=index]);
        let counterpart = (0..right.len()).find(fits);
        match counterpart {
            Some(index) => taken[index] = true,
            None => lines.push(format!("missing:    {}", rule.text)),
        }
    }
    lines.extend(
        right.iter().zip(taken).filter(|(_, t)| !t).map(|(rule, _)| format!("unexpected: {}", rule.text)),
    );
    if lines.is_empty() {
        lines.push(
            "each rule has a counterpart, but the invented predicates are connected otherwise".to_owned(),
        );
    }
    Some(lines.join("\n"))
}

/// A statement in the form that is compared.
struct NormalRule {
    text: String,
    head: Part,
    body: Vec<Part>,
}

/// A head, a body literal or another statement, with its terms in order of appearance.
#[derive(Clone)]
struct Part {
    /// Everything but the terms; parts of different shape never match.
    shape: String,
    /// The invented predicate it is about.
    invented: Option<String>,
    terms: Vec<Term>,
    /// The two terms may change places.
    symmetric: bool,
}

impl Part {
    fn new(shape: impl Into<String>, terms: Vec<Term>) -> Self {
        Part { shape: shape.into(), invented: None, terms, symmetric: false }
    }
}

// ---- normal form ----

fn normal_form(program: &[Statement], types: &[&str]) -> Vec<NormalRule> {
    program.iter().filter_map(|statement| normal_statement(statement, types)).collect()
}

fn normal_statement(statement: &Statement, types: &[&str]) -> Option<NormalRule> {
    let text = statement.to_string();
    let StatementKind::Rule(rule) = &statement.kind else {
        return Some(NormalRule { head: Part::new(text.clone(), Vec::new()), body: Vec::new(), text });
    };
    let is_type = |atom: &Atom| !atom.negated && atom.args.len() == 1 && types.contains(&atom.name.as_str());
    // A fact about a type belongs to the type literals.
    if rule.body.is_empty() && matches!(&rule.head, Head::Atom(atom) if is_type(atom)) {
        return None;
    }
    let mut fresh = 0;
    let mut body = Vec::new();
    for element in &rule.body {
        match element {
            BodyElement::Literal(literal) => match &literal.kind {
                LiteralKind::Atom(atom) if literal.sign == Sign::None && is_type(atom) => {}
                _ => normal_literal(literal, &mut fresh, &mut body),
            },
            BodyElement::Conditional(conditional) => body.push(conditional_part(conditional)),
            BodyElement::Aggregate(sign, aggregate) => body.push(aggregate_part(*sign, aggregate)),
        }
    }
    Some(NormalRule { text, head: head_part(rule), body })
}

fn head_part(rule: &Rule) -> Part {
    match &rule.head {
        Head::None => Part::new("constraint", Vec::new()),
        Head::Atom(atom) => atom_part("", atom),
        Head::Disjunction(elements) => merge("disjunction", elements.iter().map(conditional_part)),
        Head::Choice { left, elements, right } => {
            let bound = |op: &CompareOp, term: &Term| Part::new(format!("{op:?}"), vec![term.clone()]);
            let left = left.iter().map(|(term, op)| bound(op, term));
            let right = right.iter().map(|(op, term)| bound(op, term));
            merge("choice", left.chain(elements.iter().map(conditional_part)).chain(right))
        }
    }
}

/// Adds a literal to the body, a chain of comparisons as its links. `fresh` numbers the anonymous variables of
/// positive atoms, which are like variables that occur nowhere else.
fn normal_literal(literal: &Literal, fresh: &mut usize, body: &mut Vec<Part>) {
    match &literal.kind {
        LiteralKind::Atom(atom) if literal.sign == Sign::None => {
            let mut part = atom_part("", atom);
            part.terms.iter_mut().for_each(|term| name_anonymous(term, fresh));
            body.push(part);
        }
        LiteralKind::Compare(first, links) if literal.sign == Sign::None => {
            let mut left = first;
            for (op, right) in links {
                body.push(comparison_part(left, *op, right));
                left = right;
            }
        }
        LiteralKind::Compare(left, links) if literal.sign == Sign::Not && links.len() == 1 => {
            let (op, right) = &links[0];
            body.push(comparison_part(left, contrary(*op), right));
        }
        _ => body.push(literal_part(literal)),
    }
}

fn name_anonymous(term: &mut Term, fresh: &mut usize) {
    match term {
        Term::Anonymous => {
            *fresh += 1;
            *term = Term::Variable(format!("_{fresh}").into());
        }
        Term::Function(_, args) | Term::Tuple(args) => {
            args.iter_mut().for_each(|arg| name_anonymous(arg, fresh))
        }
        _ => {}
    }
}

fn atom_part(prefix: &str, atom: &Atom) -> Part {
    let sign = if atom.negated { "-" } else { "" };
    let digits = atom.name.strip_prefix("ab").unwrap_or("");
    let is_invented = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let name = if is_invented { "ab#" } else { atom.name.as_str() };
    Part {
        shape: format!("{prefix}{sign}{name}/{}", atom.args.len()),
        invented: is_invented.then(|| atom.name.to_string()),
        terms: atom.args.clone(),
        symmetric: false,
    }
}

/// A comparison, turned so that it says `<`, `=` or `!=`. In clingo's order nothing lies between neighbouring whole
/// numbers, so `X <= 4` is `X < 5`.
fn comparison_part(left: &Term, op: CompareOp, right: &Term) -> Part {
    let (left, op, right) = match op {
        CompareOp::Greater => (right, CompareOp::Less, left),
        CompareOp::GreaterEqual => (right, CompareOp::LessEqual, left),
        other => (left, other, right),
    };
    let strict = match (op, left, right) {
        (CompareOp::LessEqual, _, Term::Number(value)) => {
            value.checked_add(1).map(|next| (left.clone(), Term::Number(next)))
        }
        (CompareOp::LessEqual, Term::Number(value), _) => {
            value.checked_sub(1).map(|next| (Term::Number(next), right.clone()))
        }
        _ => None,
    };
    let (op, terms) = match strict {
        Some((left, right)) => (CompareOp::Less, vec![left, right]),
        None => (op, vec![left.clone(), right.clone()]),
    };
    let symmetric = matches!(op, CompareOp::Equal | CompareOp::NotEqual);
    Part { symmetric, ..Part::new(format!("{op:?}"), terms) }
}

fn contrary(op: CompareOp) -> CompareOp {
    match op {
        CompareOp::Equal => CompareOp::NotEqual,
        CompareOp::NotEqual => CompareOp::Equal,
        CompareOp::Less => CompareOp::GreaterEqual,
        CompareOp::LessEqual => CompareOp::Greater,
        CompareOp::Greater => CompareOp::LessEqual,
        CompareOp::GreaterEqual => CompareOp::Less,
    }
}

fn literal_part(literal: &Literal) -> Part {
    let prefix = format!("{:?} ", literal.sign);
    match &literal.kind {
        LiteralKind::Atom(atom) => atom_part(&prefix, atom),
        LiteralKind::Compare(first, links) => {
            let ops: Vec<CompareOp> = links.iter().map(|(op, _)| *op).collect();
            let terms = std::iter::once(first).chain(links.iter().map(|(_, term)| term)).cloned().collect();
            Part::new(format!("{prefix}{ops:?}"), terms)
        }
        LiteralKind::Truth(value) => Part::new(format!("{prefix}{value}"), Vec::new()),
    }
}

/// Conditional literals and aggregates are rare in hypotheses: their inner order counts.
fn conditional_part(conditional: &Conditional) -> Part {
    merge(
        "conditional",
        std::iter::once(&conditional.literal).chain(&conditional.condition).map(literal_part),
    )
}

fn aggregate_part(sign: Sign, aggregate: &Aggregate) -> Part {
    let mut parts = Vec::new();
    parts.extend(
        aggregate.left.iter().map(|(term, op)| Part::new(format!("left {op:?}"), vec![term.clone()])),
    );
    match &aggregate.set {
        AggregateSet::Set(elements) => parts.extend(elements.iter().map(conditional_part)),
        AggregateSet::Function(function, elements) => {
            for (terms, condition) in elements {
                parts.push(Part::new(format!("{function:?}"), terms.clone()));
                parts.extend(condition.iter().map(literal_part));
            }
        }
    }
    parts.extend(
        aggregate.right.iter().map(|(op, term)| Part::new(format!("right {op:?}"), vec![term.clone()])),
    );
    merge(&format!("{sign:?} aggregate"), parts.into_iter())
}

/// Several parts as one. Invented predicates inside keep their names.
fn merge(name: &str, parts: impl Iterator<Item = Part>) -> Part {
    let mut merged = Part::new(name, Vec::new());
    for part in parts {
        merged.shape.push_str(&format!("({} {})", part.shape, part.invented.unwrap_or_default()));
        merged.terms.extend(part.terms);
    }
    merged
}

// ---- matching ----

/// A one-to-one mapping between names of the left and the right side.
#[derive(Default, Clone)]
struct Bijection {
    forth: HashMap<String, String>,
    back: HashMap<String, String>,
}

impl Bijection {
    /// Whether the two names belong together; they do from now on, if neither is bound.
    fn bind(&mut self, left: &str, right: &str) -> bool {
        match (self.forth.get(left), self.back.get(right)) {
            (None, None) => {
                self.forth.insert(left.to_owned(), right.to_owned());
                self.back.insert(right.to_owned(), left.to_owned());
                true
            }
            (bound, _) => bound.is_some_and(|name| name == right),
        }
    }
}

fn match_all(left: &[NormalRule], right: &[NormalRule]) -> bool {
    left.len() == right.len()
        && match_rules(left, right, &mut vec![false; right.len()], &Bijection::default())
}

/// Pairs the first rule of the left side with any free rule of the right side, and so on.
fn match_rules(
    left: &[NormalRule],
    right: &[NormalRule],
    taken: &mut Vec<bool>,
    invented: &Bijection,
) -> bool {
    let Some((rule, rest)) = left.split_first() else { return true };
    for index in 0..right.len() {
        if taken[index] || rule.body.len() != right[index].body.len() {
            continue;
        }
        taken[index] = true;
        let other = &right[index];
        let state = Names { invented: invented.clone(), variables: Bijection::default() };
        let found = match_part(&rule.head, &other.head, &state).into_iter().any(|state| {
            match_body(&rule.body, &other.body, &mut vec![false; other.body.len()], state, &mut |names| {
                match_rules(rest, right, taken, &names.invented)
            })
        });
        if found {
            return true;
        }
        taken[index] = false;
    }
    false
}

#[derive(Clone)]
struct Names {
    invented: Bijection,
    variables: Bijection,
}

/// Pairs the literals of two bodies in every possible way, until `then` agrees.
fn match_body(
    left: &[Part],
    right: &[Part],
    taken: &mut Vec<bool>,
    names: Names,
    then: &mut dyn FnMut(&Names) -> bool,
) -> bool {
    let Some((part, rest)) = left.split_first() else { return then(&names) };
    for index in 0..right.len() {
        if taken[index] {
            continue;
        }
        taken[index] = true;
        for names in match_part(part, &right[index], &names) {
            if match_body(rest, right, taken, names, then) {
                return true;
            }
        }
        taken[index] = false;
    }
    false
}

/// The ways in which two parts match, each with the names bound by it: none, one, or two.
fn match_part(left: &Part, right: &Part, names: &Names) -> Vec<Names> {
    if left.shape != right.shape || left.terms.len() != right.terms.len() {
        return Vec::new();
    }
    let mut names = names.clone();
    if let (Some(left), Some(right)) = (&left.invented, &right.invented)
        && !names.invented.bind(left, right)
    {
        return Vec::new();
    }
    let turned = left.symmetric.then(|| right.terms.iter().rev().collect::<Vec<_>>());
    std::iter::once(right.terms.iter().collect::<Vec<_>>())
        .chain(turned)
        .filter_map(|terms| {
            let mut names = names.clone();
            left.terms.iter().zip(terms).all(|(l, r)| match_term(l, r, &mut names.variables)).then_some(names)
        })
        .collect()
}

fn match_term(left: &Term, right: &Term, variables: &mut Bijection) -> bool {
    let mut all = |left: &[Term], right: &[Term]| {
        left.len() == right.len() && left.iter().zip(right).all(|(l, r)| match_term(l, r, variables))
    };
    match (left, right) {
        (Term::Variable(l), Term::Variable(r)) => variables.bind(l, r),
        (Term::Function(f, l), Term::Function(g, r)) => f == g && all(l, r),
        (Term::Tuple(l), Term::Tuple(r)) => all(l, r),
        (Term::Pool(l), Term::Pool(r)) => all(&sorted(l), &sorted(r)),
        (Term::Interval(l), Term::Interval(r)) => {
            match_term(&l.0, &r.0, variables) && match_term(&l.1, &r.1, variables)
        }
        (Term::Unary(f, l), Term::Unary(g, r)) => f == g && match_term(l, r, variables),
        (Term::Binary(f, l), Term::Binary(g, r)) => {
            f == g && match_term(&l.0, &r.0, variables) && match_term(&l.1, &r.1, variables)
        }
        _ => left == right,
    }
}

/// The order of a pool's alternatives does not count.
fn sorted(pool: &[Term]) -> Vec<Term> {
    let mut terms = pool.to_vec();
    terms.sort_by_key(|term| format!("{term:?}"));
    terms
}

#[cfg(test)]
#[path = "compare_tests.rs"]
mod tests;
