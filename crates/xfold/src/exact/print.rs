//! Candidates as rules of a program.

use super::{
    candidate::{Candidate, Shape},
    problem::Problem,
    rule_space::{Arg, Lit, RuleSpace, Schema, TypeId},
    template::filled_literal,
};
use rustc_hash::FxHashSet;
use xfold_asp::{
    span::Span,
    symbols::{Symbol, Symbols},
    syntax::{Atom, BodyElement, CompareOp, Conditional, Head, Literal, LiteralKind, Rule, Sign, Term},
    term_of,
};

/// A candidate as a rule.
pub(super) fn rule(candidate: &Candidate, problem: &Problem<'_>) -> Rule {
    let Problem { space, symbols, .. } = problem;
    let span = Span::default();
    let mut extra = Vec::new();
    let head = match &candidate.head.shape {
        Shape::Constraint => Head::None,
        Shape::Normal(lit) => Head::Atom(atom(lit, &space.heads[lit.schema], space, symbols, &mut extra)),
        Shape::Choice(lits) => {
            let bound = |number: usize| Term::Number(number as i32);
            let elements = lits.iter().map(|lit| {
                let atom = atom(lit, &space.choices[lit.schema], space, symbols, &mut Vec::new());
                Conditional {
                    literal: Literal { sign: Sign::None, kind: LiteralKind::Atom(atom), span },
                    condition: vec![],
                }
            });
            Head::Choice {
                left: Some((bound(candidate.low), CompareOp::LessEqual)),
                elements: elements.collect(),
                right: Some((CompareOp::LessEqual, bound(candidate.high))),
            }
        }
    };
    let mut body: Vec<BodyElement> = Vec::new();
    for lit in &candidate.body {
        let schema = &space.body[lit.schema];
        let mut bounds = Vec::new();
        let args = arguments(lit, space, symbols, &mut bounds, extra.len());
        body.push(BodyElement::Literal(schema.literal(&mut args.into_iter())));
        body.extend(bounds.iter().cloned().map(BodyElement::Literal));
        extra.extend(bounds);
    }
    for variable in 0..candidate.types.len() {
        if let Some(of_type) = needs_type(candidate, variable, problem) {
            let args = vec![Term::Variable(name(variable))];
            let atom = Atom { negated: false, name: space.types[of_type].clone(), args, span };
            let literal = Literal { sign: Sign::None, kind: LiteralKind::Atom(atom), span };
            if !body.contains(&BodyElement::Literal(literal.clone())) {
                body.push(BodyElement::Literal(literal));
            }
        }
    }
    Rule { head, body, span }
}

/// The type whose atom a variable needs: where types are atoms, they are part of the rule, unless a literal only ever
/// binds the variable to values of its type.
fn needs_type(candidate: &Candidate, variable: usize, problem: &Problem<'_>) -> Option<TypeId> {
    let Problem { space, relaxed, .. } = problem;
    let of_type = candidate.types[variable];
    let keeps_to_type = |lit: &Lit| {
        let schema = &space.body[lit.schema];
        let mut places = (0..lit.args.len()).filter(|&place| lit.args[place] == Arg::Var(variable as u8));
        let within = |place: usize| {
            relaxed.contexts.iter().all(|context| {
                let domain: FxHashSet<Symbol> = context.domains[of_type].iter().copied().collect();
                context.rows[lit.schema].iter().all(|row| domain.contains(&row.values[place]))
            })
        };
        schema.is_positive_atom() && places.any(within)
    };
    let is_needed = space.is_bound_by_type(of_type) && !candidate.body.iter().any(keeps_to_type);
    is_needed.then_some(of_type)
}

fn atom(lit: &Lit, schema: &Schema, space: &RuleSpace, symbols: &Symbols, extra: &mut Vec<Literal>) -> Atom {
    // Heads have no numbers with bounds.
    let args = arguments(lit, space, symbols, extra, 0);
    match filled_literal(&schema.template, &mut args.into_iter()) {
        LiteralKind::Atom(atom) => atom,
        _ => unreachable!("heads are atoms"),
    }
}

/// The arguments of a literal; a range becomes a variable with bounds.
fn arguments(
    lit: &Lit,
    space: &RuleSpace,
    symbols: &Symbols,
    bounds: &mut Vec<Literal>,
    n_before: usize,
) -> Vec<Term> {
    lit.args
        .iter()
        .map(|arg| match arg {
            Arg::Var(variable) => Term::Variable(name(*variable as usize)),
            Arg::Const(constant) => term_of(*constant, symbols),
            Arg::Range(low, high) => {
                let variable = Term::Variable(format!("N{}", n_before + bounds.len()).into());
                let mut bound = |op: CompareOp, value: i32| {
                    let kind =
                        LiteralKind::Compare(variable.clone(), vec![(op, space.number_at(value, symbols))]);
                    bounds.push(Literal { sign: Sign::None, kind, span: Span::default() });
                };
                if let Some(low) = low {
                    bound(CompareOp::GreaterEqual, *low);
                }
                if let Some(high) = high {
                    bound(CompareOp::LessEqual, *high);
                }
                variable
            }
        })
        .collect()
}

/// `X`, `Y`, `Z`, …
fn name(variable: usize) -> xfold_asp::syntax::Name {
    match "XYZUVW".chars().nth(variable) {
        Some(letter) => letter.to_string().into(),
        None => format!("V{}", variable + 1).into(),
    }
}
