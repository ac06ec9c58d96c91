//! Constants that a task has as predicates: `scissors(X)`, which holds of `scissors` alone, is written by naming the
//! constant in the place of `X`. Part of the fourth station of the path, rules.

use xfold_asp::{
    symbols::Signature,
    syntax::{BodyElement, Head, Literal, LiteralKind, Name, Rule, Sign, Term},
};

/// The rule with the constants of these predicates in the place of variables.
pub(super) fn with_constants(mut rule: Rule, constants: &[Signature]) -> Rule {
    while let Some((at, variable, constant)) = first_of(&rule, constants) {
        rule.body.remove(at);
        let constant = Term::Function(constant, Vec::new());
        if let Head::Atom(atom) = &mut rule.head {
            atom.args.iter_mut().for_each(|arg| put(arg, &variable, &constant));
        }
        for element in &mut rule.body {
            let BodyElement::Literal(literal) = element else { continue };
            match &mut literal.kind {
                LiteralKind::Atom(atom) => {
                    atom.args.iter_mut().for_each(|arg| put(arg, &variable, &constant));
                }
                LiteralKind::Compare(left, rest) => {
                    put(left, &variable, &constant);
                    rest.iter_mut().for_each(|(_, right)| put(right, &variable, &constant));
                }
                LiteralKind::Truth(_) => {}
            }
        }
    }
    rule
}

/// Where the first literal of such a predicate stands, with its variable and the constant.
fn first_of(rule: &Rule, constants: &[Signature]) -> Option<(usize, Name, Name)> {
    let is_literal = |element: &BodyElement| matches!(element, BodyElement::Literal(_));
    if !matches!(rule.head, Head::Atom(_) | Head::None) || !rule.body.iter().all(is_literal) {
        return None;
    }
    rule.body.iter().enumerate().find_map(|(at, element)| match element {
        BodyElement::Literal(Literal { sign: Sign::None, kind: LiteralKind::Atom(atom), .. })
            if constants.contains(&atom.signature()) =>
        {
            match &atom.args[..] {
                [Term::Variable(variable)] => Some((at, variable.clone(), atom.name.clone())),
                _ => None,
            }
        }
        _ => None,
    })
}

/// Puts a constant in the place of a variable.
fn put(term: &mut Term, variable: &Name, constant: &Term) {
    match term {
        Term::Variable(name) if name == variable => *term = constant.clone(),
        Term::Function(_, args) | Term::Tuple(args) | Term::Pool(args) | Term::Arguments(args) => {
            args.iter_mut().for_each(|arg| put(arg, variable, constant));
        }
        Term::Unary(_, inner) => put(inner, variable, constant),
        Term::Binary(_, pair) | Term::Interval(pair) => {
            put(&mut pair.0, variable, constant);
            put(&mut pair.1, variable, constant);
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use xfold_asp::{parse_rules, syntax::StatementKind};

    #[test]
    fn a_constant_stands_in_the_place_of_its_variable() {
        let text = "p(X,Y) :- q(X,Z), rock(Z), Y != Z, won(Y), not ab0(X,Y).";
        let statements = parse_rules(text).expect("it is a rule");
        let StatementKind::Rule(rule) = &statements[0].kind else { panic!("no rule") };
        let constants = [Signature::new("rock", 1), Signature::new("won", 1)];
        let printed = with_constants(rule.clone(), &constants).to_string();
        assert_eq!(printed, "p(X,won) :- q(X,rock), won != rock, not ab0(X,won).");
    }
}
