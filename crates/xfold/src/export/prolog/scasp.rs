//! Export: rules as clauses of s(CASP): goal-directed, with constraints over numbers.

use super::{has_arithmetic, names, term_text};
use crate::{error::Result, export::cannot};
use xfold_asp::syntax::{Atom, BodyElement, CompareOp, Head, LiteralKind, Rule, Sign, Term, UnaryOp};

/// The program for s(CASP).
pub(in crate::export) fn program(rules: &[&Rule]) -> Result<String> {
    let mut text = "% for s(CASP); add the facts\n".to_string();
    text.push_str(&super::renamed_note(&super::signatures(rules)));
    if rules.iter().flat_map(|rule| &rule.body).any(compares_variables) {
        text.push_str(
            "% variables that are compared stand for numbers: s(CASP) has no order of other terms\n",
        );
    }
    for rule in rules {
        let body: Vec<String> = rule.body.iter().map(|element| goal(element, rule)).collect::<Result<_>>()?;
        let with = |head: &str, more: Option<String>| {
            let goals: Vec<String> = body.iter().cloned().chain(more).collect();
            match (head.is_empty(), goals.is_empty()) {
                (true, _) => format!(":- {}.\n", goals.join(", ")),
                (false, true) => format!("{head}.\n"),
                (false, false) => format!("{head} :- {}.\n", goals.join(", ")),
            }
        };
        match &rule.head {
            Head::None => text.push_str(&with("", None)),
            Head::Atom(atom) => text.push_str(&with(&self::atom(atom, rule)?, None)),
            // A free choice of one atom is a loop through its contrary.
            Head::Choice { left: None, right: None, elements } if elements.len() == 1 => {
                let element = &elements[0];
                let LiteralKind::Atom(chosen) = &element.literal.kind else { return Err(no_head(rule)) };
                let condition = element.condition.iter().cloned().map(BodyElement::Literal);
                let condition: Vec<String> =
                    condition.map(|element| goal(&element, rule)).collect::<Result<_>>()?;
                let contrary = Atom { negated: !chosen.negated, ..chosen.clone() };
                for (head, other) in [(chosen, &contrary), (&contrary, chosen)] {
                    let other = format!("not {}", atom(other, rule)?);
                    let more: Vec<String> = condition.iter().cloned().chain([other]).collect();
                    text.push_str(&with(&atom(head, rule)?, Some(more.join(", "))));
                }
            }
            Head::Choice { .. } | Head::Disjunction(_) => return Err(no_head(rule)),
        }
    }
    Ok(text)
}

fn no_head(rule: &Rule) -> crate::Error {
    cannot("s(CASP) has no choice with bounds and no disjunction", Some(rule.span), "export to clingo")
}

/// Whether a condition compares two variables by their order.
fn compares_variables(element: &BodyElement) -> bool {
    let BodyElement::Literal(literal) = element else { return false };
    let LiteralKind::Compare(left, chain) = &literal.kind else { return false };
    let is_variable = |term: &Term| matches!(term, Term::Variable(_));
    matches!(&chain[..], [(op, right)] if is_order(*op) && is_variable(left) && is_variable(right))
}

fn is_order(op: CompareOp) -> bool {
    !matches!(op, CompareOp::Equal | CompareOp::NotEqual)
}

fn atom(atom: &Atom, rule: &Rule) -> Result<String> {
    let args = atom.args.iter().map(|term| if has_arithmetic(term) { None } else { term_text(term) });
    let args: Option<Vec<String>> = args.collect();
    let Some(args) = args else {
        return Err(cannot(
            format!("`{atom}` computes inside of an atom"),
            Some(rule.span),
            "export to clingo",
        ));
    };
    let sign = if atom.negated { "-" } else { "" };
    let list = if args.is_empty() { String::new() } else { format!("({})", args.join(",")) };
    Ok(format!("{sign}{}{list}", names::exported(&atom.name, args.len())))
}

fn goal(element: &BodyElement, rule: &Rule) -> Result<String> {
    let refuse = || cannot(format!("`{element}` cannot be said there"), Some(rule.span), "export to clingo");
    let BodyElement::Literal(literal) = element else { return Err(refuse()) };
    match (&literal.kind, literal.sign) {
        (LiteralKind::Atom(atom), Sign::None) => self::atom(atom, rule),
        (LiteralKind::Atom(atom), Sign::Not) => Ok(format!("not {}", self::atom(atom, rule)?)),
        (LiteralKind::Compare(left, chain), Sign::None) => {
            let [(op, right)] = &chain[..] else { return Err(refuse()) };
            let numeric = is_number(left) || is_number(right);
            let may_be_number = |term: &Term| is_number(term) || matches!(term, Term::Variable(_));
            if is_order(*op) && !(may_be_number(left) && may_be_number(right)) {
                let what = format!("`{element}` orders terms that are no numbers");
                return Err(cannot(what, Some(rule.span), "export to clingo or prolog"));
            }
            let sign = match op {
                CompareOp::Equal if numeric => "#=",
                CompareOp::NotEqual if numeric => "#<>",
                CompareOp::Equal => "=",
                CompareOp::NotEqual => "\\=",
                CompareOp::Less => "#<",
                CompareOp::LessEqual => "#=<",
                CompareOp::Greater => "#>",
                CompareOp::GreaterEqual => "#>=",
            };
            let text = |term: &Term| term_text(term).ok_or_else(refuse);
            Ok(format!("{} {sign} {}", text(left)?, text(right)?))
        }
        _ => Err(refuse()),
    }
}

/// Whether a term is a number, whatever its variables stand for.
fn is_number(term: &Term) -> bool {
    match term {
        Term::Number(_) | Term::Decimal(_) => true,
        Term::Unary(UnaryOp::Minus, inner) => is_number(inner) || matches!(**inner, Term::Variable(_)),
        Term::Unary(..) | Term::Binary(..) => true,
        _ => false,
    }
}
