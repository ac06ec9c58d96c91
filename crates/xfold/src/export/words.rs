//! Export: rules of a program in words. Those of a table are in `table::text`.

use crate::explain::Sentences;
use xfold_asp::syntax::{Atom, BodyElement, Head, Literal, LiteralKind, Rule, Sign};

/// A sentence for each rule; templates say atoms in words.
pub(super) fn of_rules(rules: &[&Rule], sentences: &Sentences) -> String {
    rules.iter().map(|rule| sentence(rule, sentences) + "\n").collect()
}

fn sentence(rule: &Rule, sentences: &Sentences) -> String {
    let (unless, conditions): (Vec<&BodyElement>, Vec<&BodyElement>) =
        rule.body.iter().partition(|element| is_exception(element));
    let list = |elements: &[&BodyElement]| {
        let parts: Vec<String> = elements.iter().map(|element| condition(element, sentences)).collect();
        parts.join(" and ")
    };
    let exceptions: Vec<String> = unless
        .iter()
        .map(|element| match element {
            BodyElement::Literal(Literal { kind: LiteralKind::Atom(atom), .. }) => said(atom, sentences),
            other => condition(other, sentences),
        })
        .collect();
    if matches!(rule.head, Head::None) && conditions.is_empty() {
        let what = if exceptions.len() == 1 { "this does not hold" } else { "none of these holds" };
        return format!("It is impossible that {what}: {}.", exceptions.join(", "));
    }
    let head = match &rule.head {
        Head::None => format!("It is impossible that {}", list(&conditions)),
        Head::Atom(atom) => said(atom, sentences),
        Head::Choice { left, elements, right } => {
            let elements: Vec<String> = elements.iter().map(|element| element.literal.to_string()).collect();
            let least = left.as_ref().map(|(term, _)| format!("at least {term} of "));
            let most = right.as_ref().map(|(_, term)| format!("at most {term} of "));
            let bounds = [least, most].into_iter().flatten().collect::<Vec<_>>().join("and ");
            format!("Freely choose {bounds}{}", elements.join(", "))
        }
        Head::Disjunction(elements) => {
            let elements: Vec<String> = elements.iter().map(|element| element.literal.to_string()).collect();
            format!("Either {}", elements.join(" or "))
        }
    };
    let conditions = match (&rule.head, conditions.is_empty()) {
        (Head::None, _) | (_, true) => String::new(),
        _ => format!(" if {}", list(&conditions)),
    };
    let exceptions =
        if exceptions.is_empty() { String::new() } else { format!(", unless {}", exceptions.join(" or ")) };
    format!("{head}{conditions}{exceptions}.")
}

/// Whether a condition is an exception: `not` in front of an atom.
fn is_exception(element: &BodyElement) -> bool {
    matches!(element, BodyElement::Literal(Literal { sign: Sign::Not, kind: LiteralKind::Atom(_), .. }))
}

fn condition(element: &BodyElement, sentences: &Sentences) -> String {
    match element {
        BodyElement::Literal(Literal { sign: Sign::None, kind: LiteralKind::Atom(atom), .. }) => {
            said(atom, sentences)
        }
        other => other.to_string(),
    }
}

fn said(atom: &Atom, sentences: &Sentences) -> String {
    sentences.of_pattern(atom).unwrap_or_else(|| atom.to_string())
}
