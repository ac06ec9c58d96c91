//! Changing statements in place: every atom, every literal, or every term of them.

use crate::syntax::{
    Aggregate, AggregateSet, Atom, BodyElement, Conditional, Head, Literal, LiteralKind, Rule, Term,
};

/// Calls `change` with every literal of a rule but the plain atom of a head, conditions and aggregates included.
pub fn literals(rule: &mut Rule, change: &mut impl FnMut(&mut Literal)) {
    match &mut rule.head {
        Head::None | Head::Atom(_) => {}
        Head::Disjunction(elements) | Head::Choice { elements, .. } => {
            elements.iter_mut().for_each(|element| of_conditional(element, change));
        }
    }
    rule.body.iter_mut().for_each(|element| of_element(element, change));
}

/// Calls `change` with every atom of a rule.
pub fn atoms(rule: &mut Rule, change: &mut impl FnMut(&mut Atom)) {
    if let Head::Atom(atom) = &mut rule.head {
        change(atom);
    }
    literals(rule, &mut |literal| {
        if let LiteralKind::Atom(atom) = &mut literal.kind {
            change(atom);
        }
    });
}

/// Calls `change` with every term that is an argument, a side of a comparison or a bound; what is inside of these is
/// for `change` to look at.
///
/// ```
/// use xfold_asp::{StatementKind, Term, parse_rules, rewrite};
/// let mut rules = parse_rules("p(n) :- q(n,X), X < n, 1 { r(Y) : s(Y,n) } n.").unwrap();
/// let StatementKind::Rule(rule) = &mut rules[0].kind else { panic!("it is a rule") };
/// rewrite::terms(rule, &mut |term| {
///     if *term == Term::Function("n".into(), vec![]) {
///         *term = Term::Number(4);
///     }
/// });
/// assert_eq!(rules[0].to_string(), "p(4) :- q(4,X), X < 4, 1 { r(Y) : s(Y,4) } 4.");
/// ```
pub fn terms(rule: &mut Rule, change: &mut impl FnMut(&mut Term)) {
    match &mut rule.head {
        Head::Atom(atom) => atom.args.iter_mut().for_each(&mut *change),
        Head::Choice { left, right, .. } => bounds(left, right, change),
        Head::None | Head::Disjunction(_) => {}
    }
    for element in &mut rule.body {
        if let BodyElement::Aggregate(_, Aggregate { left, set, right }) = element {
            bounds(left, right, change);
            if let AggregateSet::Function(_, elements) = set {
                elements.iter_mut().flat_map(|(terms, _)| terms).for_each(&mut *change);
            }
        }
    }
    literals(rule, &mut |literal| of_literal(literal, change));
}

/// The terms of one literal.
pub fn of_literal(literal: &mut Literal, change: &mut impl FnMut(&mut Term)) {
    match &mut literal.kind {
        LiteralKind::Atom(atom) => atom.args.iter_mut().for_each(change),
        LiteralKind::Compare(first, chain) => {
            change(first);
            chain.iter_mut().for_each(|(_, term)| change(term));
        }
        LiteralKind::Truth(_) => {}
    }
}

fn bounds<L, R>(
    left: &mut Option<(Term, L)>,
    right: &mut Option<(R, Term)>,
    change: &mut impl FnMut(&mut Term),
) {
    if let Some((term, _)) = left {
        change(term);
    }
    if let Some((_, term)) = right {
        change(term);
    }
}

fn of_conditional(conditional: &mut Conditional, change: &mut impl FnMut(&mut Literal)) {
    change(&mut conditional.literal);
    conditional.condition.iter_mut().for_each(change);
}

fn of_element(element: &mut BodyElement, change: &mut impl FnMut(&mut Literal)) {
    match element {
        BodyElement::Literal(literal) => change(literal),
        BodyElement::Conditional(conditional) => of_conditional(conditional, change),
        BodyElement::Aggregate(_, Aggregate { set: AggregateSet::Set(elements), .. }) => {
            elements.iter_mut().for_each(|element| of_conditional(element, change));
        }
        BodyElement::Aggregate(_, Aggregate { set: AggregateSet::Function(_, elements), .. }) => {
            elements.iter_mut().flat_map(|(_, condition)| condition).for_each(change);
        }
    }
}
