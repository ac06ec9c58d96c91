//! What ILASP 3.1 and FastLAS 2.1 read of clingo's language: rules rewritten where that is easy, and a warning where
//! they would refuse one.

use super::Findings;
use crate::{
    codes,
    task::{Dialect, consts::Consts, consts::substitute},
};
use xfold_asp::{
    diagnostic::Diagnostic,
    rewrite,
    span::Span,
    syntax::{
        BodyElement, CompareOp, Conditional, Head, Literal, LiteralKind, Rule, Statement, StatementKind, Term,
    },
};

/// The statements that a program reads, `#const` names replaced by their values.
pub(super) fn statements(
    statements: &[Statement],
    consts: &Consts,
    to: Dialect,
    findings: &mut Findings,
) -> Vec<Statement> {
    let mut kept = Vec::new();
    for statement in statements {
        match &statement.kind {
            StatementKind::Rule(rule) => {
                let rule = self::rule(rule, consts, to, findings);
                kept.push(Statement { kind: StatementKind::Rule(rule), span: statement.span });
            }
            // Neither says anything of what holds: an external atom is false unless a rule derives it.
            StatementKind::Const(..)
            | StatementKind::ShowSignature(_)
            | StatementKind::ShowTerm(..)
            | StatementKind::Defined(_)
            | StatementKind::External(..) => {}
            other => {
                let message = format!("`{other}` is nothing that {to} reads");
                findings.no_counterpart(message, statement.span, "rules, facts and constraints are");
            }
        }
    }
    kept
}

/// A rule as a program reads it.
pub(super) fn rule(rule: &Rule, consts: &Consts, to: Dialect, findings: &mut Findings) -> Rule {
    let mut rule = rule.clone();
    if !consts.is_empty() {
        rewrite::terms(&mut rule, &mut |term| *term = substitute(term, consts, 0));
    }
    if to == Dialect::FastLas {
        bound_choice(&mut rule);
    }
    if let Some(feature) = refused(&mut rule, to) {
        refuse(feature, rule.span, to, findings);
    }
    rule
}

/// FastLAS wants both bounds of a choice.
fn bound_choice(rule: &mut Rule) {
    let Head::Choice { left, elements, right } = &mut rule.head else { return };
    let is_one_atom = |element: &Conditional| {
        element.condition.is_empty()
            && matches!(&element.literal.kind, LiteralKind::Atom(atom) if atom.args.iter().all(is_one_term))
    };
    if left.is_none() {
        *left = Some((Term::Number(0), CompareOp::LessEqual));
    }
    if right.is_none() && elements.iter().all(is_one_atom) {
        *right = Some((CompareOp::LessEqual, Term::Number(elements.len() as i32)));
    }
}

/// Whether a term stands for one term and not for several.
fn is_one_term(term: &Term) -> bool {
    match term {
        Term::Anonymous | Term::Interval(_) | Term::Pool(_) | Term::Arguments(_) => false,
        Term::Function(_, args) | Term::Tuple(args) => args.iter().all(is_one_term),
        Term::Unary(_, inner) => is_one_term(inner),
        Term::Binary(_, pair) => is_one_term(&pair.0) && is_one_term(&pair.1),
        _ => true,
    }
}

/// The first thing in a rule that a program does not read.
fn refused(rule: &mut Rule, to: Dialect) -> Option<&'static str> {
    if rule.body.iter().any(|element| matches!(element, BodyElement::Aggregate(..))) {
        return Some("an aggregate");
    }
    let has_condition =
        |elements: &[Conditional]| elements.iter().any(|element| !element.condition.is_empty());
    let in_body = rule.body.iter().any(|element| matches!(element, BodyElement::Conditional(_)));
    match &rule.head {
        Head::Disjunction(_) => return Some("a disjunction"),
        Head::Choice { elements, .. } if has_condition(elements) => return Some("a condition `a : b`"),
        Head::Choice { right: None, .. } if to == Dialect::FastLas => return Some("a choice with one bound"),
        Head::Choice { left, right, .. } => {
            let is_plain = |op: &CompareOp| *op == CompareOp::LessEqual;
            let plain = left.iter().all(|(_, op)| is_plain(op)) && right.iter().all(|(op, _)| is_plain(op));
            if !plain {
                return Some("a bound with another comparison than `<=`");
            }
        }
        _ => {}
    }
    if in_body {
        return Some("a condition `a : b`");
    }
    if to == Dialect::FastLas {
        return None;
    }
    let mut found = None;
    rewrite::atoms(rule, &mut |atom| {
        if atom.negated {
            found = Some("classical negation");
        }
    });
    rewrite::literals(rule, &mut |literal| {
        if is_left_arithmetic(literal) {
            found = Some("arithmetic on the left of a comparison");
        }
    });
    found
}

fn is_left_arithmetic(literal: &Literal) -> bool {
    matches!(&literal.kind, LiteralKind::Compare(Term::Binary(..), _))
}

/// Warns, once for each thing: a task may have hundreds of such rules.
fn refuse(feature: &str, span: Span, to: Dialect, findings: &mut Findings) {
    let version = if to == Dialect::Ilasp { "ILASP 3" } else { "FastLAS 2" };
    let message = format!("{version} does not read {feature}");
    if findings.notes.iter().all(|known| known.message != message) {
        let warning = Diagnostic::warning(codes::REFUSED_THERE, message).at(span, "the first");
        findings.notes.push(warning.help("it is written as it stands; say it in another way"));
    }
}
