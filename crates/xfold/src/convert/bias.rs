//! `#bias`: constraints on rules in the words of one dialect or the other, and what they cost.
//!
//! ILASP says `head(X)`, `body(X)`, `body(naf(X))` and `constraint`, FastLAS `in_head(X)`, `in_body(X)` and
//! `in_body(neg(X))`. Costs are FastLAS's alone: ILASP counts literals, which in FastLAS is the usual pair of lines.

use super::{Findings, modes::exchange};
use crate::task::{
    Dialect,
    space::{Space, speaks_fastlas},
};
use xfold_asp::{
    rewrite,
    span::Span,
    syntax::{Atom, BodyElement, Head, Literal, LiteralKind, Name, Rule, Sign, StatementKind, Term},
};

/// What FastLAS needs to count literals as ILASP does.
pub(super) const LENGTH: [&str; 2] = ["penalty(1, head).", "penalty(1, body(X)) :- in_body(X)."];
/// What forbids constraints where body modes alone allow them.
pub(super) const NO_CONSTRAINTS: &str = ":- constraint.";

/// Whether some `#bias` forbids constraints.
pub(super) fn forbids_constraints(space: &Space) -> bool {
    let rules = |text: &Name| xfold_asp::parse_rules(text).unwrap_or_default();
    space
        .bias
        .iter()
        .flat_map(|(text, _)| rules(text))
        .any(|statement| statement.to_string() == NO_CONSTRAINTS)
}

/// The programs of `#bias` in the words of FastLAS; costs are kept if there are any.
pub(super) fn for_fastlas(space: &Space, findings: &mut Findings) -> Vec<String> {
    let mut programs = Vec::new();
    for (text, span) in &space.bias {
        if speaks_fastlas(text) {
            programs.push(text.to_string());
            continue;
        }
        for mut rule in rules(text, *span, findings) {
            if says_constraint(&mut rule) {
                continue;
            }
            if rule.head == Head::None && rule.body.is_empty() {
                let message = "this #bias allows constraints only, and FastLAS learns none".to_string();
                findings.no_counterpart(message, *span, "leave it out, or learn with another program");
                continue;
            }
            if let Some(word) = newer_word(&rule) {
                let message = format!("`{word}` in #bias has no counterpart in FastLAS");
                let help = "constraints over head(X), body(X) and body(naf(X)) can be converted";
                findings.no_counterpart(message, *span, help);
                continue;
            }
            rewrite::atoms(&mut rule, &mut |atom| {
                rename(atom, &[("head", "in_head"), ("body", "in_body")], ("naf", "neg"))
            });
            programs.push(rule.to_string());
        }
    }
    programs
}

/// The programs of `#bias` in the words of ILASP, which are ours too, for a reader `to` that counts literals.
pub(super) fn for_ilasp(space: &Space, to: Dialect, findings: &mut Findings) -> Vec<String> {
    let mut programs = Vec::new();
    let mut costs: Vec<(Rule, Span)> = Vec::new();
    for (text, span) in &space.bias {
        if !speaks_fastlas(text) {
            programs.push(text.to_string());
            continue;
        }
        for mut rule in rules(text, *span, findings) {
            match cost_word(&rule) {
                Some("penalty") => costs.push((rule, *span)),
                // What `#final_bias` reads, which is told below.
                Some(_) => {}
                None => {
                    rewrite::atoms(&mut rule, &mut |atom| {
                        rename(atom, &[("in_head", "head"), ("in_body", "body")], ("neg", "naf"))
                    });
                    programs.push(rule.to_string());
                }
            }
        }
    }
    let is_usual = costs.iter().filter(|(rule, _)| is_usual_head(rule)).count() == 1
        && costs.iter().filter(|(rule, _)| is_usual_body(rule)).count() == 1
        && costs.len() == 2;
    if let Some((_, span)) = costs.first().filter(|_| !is_usual) {
        let message = format!("these costs are lost: for {to} a rule costs the number of its literals");
        findings.lost(message, Some(*span));
    }
    if let Some((_, span)) = space.final_bias.first() {
        findings.lost(
            format!("#final_bias is lost: for {to} a rule costs the number of its literals"),
            Some(*span),
        );
    }
    programs
}

/// The rules of a program in quotes.
fn rules(text: &str, span: Span, findings: &mut Findings) -> Vec<Rule> {
    let statements = match xfold_asp::parse_rules(text) {
        Ok(statements) => statements,
        Err(errors) => {
            let reason = errors.first().map_or(String::new(), |error| format!(": {}", error.message));
            let message = format!("the program of this #bias cannot be read{reason}");
            findings.no_counterpart(message, span, "only a program that can be read can be converted");
            return Vec::new();
        }
    };
    let mut rules = Vec::new();
    for statement in statements {
        match statement.kind {
            StatementKind::Rule(rule) => rules.push(rule),
            other => {
                let message = format!("`{other}` in #bias cannot be converted");
                findings.no_counterpart(message, span, "rules and constraints can");
            }
        }
    }
    rules
}

fn rename(atom: &mut Atom, predicates: &[(&str, &str)], sign: (&str, &str)) {
    let Some((_, to)) = predicates.iter().find(|(from, _)| atom.name == *from && atom.args.len() == 1) else {
        return;
    };
    atom.name = (*to).into();
    exchange(&mut atom.args[0], &mut |term| {
        if let Term::Function(name, args) = term
            && *name == sign.0
            && args.len() == 1
        {
            *name = sign.1.into();
        }
    });
}

/// Whether a rule speaks of constraints only, which FastLAS does not have; else what says that a rule is none is left
/// out of it.
fn says_constraint(rule: &mut Rule) -> bool {
    let about = |element: &BodyElement| match element {
        BodyElement::Literal(Literal { sign, kind: LiteralKind::Atom(atom), .. }) => {
            (atom.name == "constraint" && atom.args.is_empty()).then_some(*sign)
        }
        _ => None,
    };
    if rule.body.iter().any(|element| about(element) == Some(Sign::None)) {
        return true;
    }
    rule.body.retain(|element| about(element).is_none());
    false
}

/// A word of ILASP 3.5 and later, where `#bias` generates rules instead of refusing some.
fn newer_word(rule: &Rule) -> Option<Name> {
    const NEWER: [&str; 7] = ["naf", "var__", "in_head", "lb", "ub", "allow_disjunction", "weight"];
    let generated = |name: &Name| NEWER.contains(&name.as_str());
    let defines = xfold_asp::visit::rule_heads(rule).into_iter().map(|head| head.name);
    let reads = xfold_asp::visit::rule_reads(rule).into_iter().map(|(read, _)| read.name);
    let mut defined = defines.filter(|name| generated(name) || name == "head" || name == "body");
    defined.next().or_else(|| reads.into_iter().find(generated))
}

/// `penalty` or `intermediate`, if a rule defines it.
fn cost_word(rule: &Rule) -> Option<&'static str> {
    let Head::Atom(atom) = &rule.head else { return None };
    ["penalty", "intermediate"].into_iter().find(|word| atom.name == *word)
}

/// `penalty(1, …).`, whatever tells it apart, also with `in_head(_)` behind it.
fn is_usual_head(rule: &Rule) -> bool {
    let Head::Atom(atom) = &rule.head else { return false };
    let is_head = |element: &BodyElement| match element {
        BodyElement::Literal(Literal { sign: Sign::None, kind: LiteralKind::Atom(atom), .. }) => {
            atom.name == "in_head"
        }
        _ => false,
    };
    costs_one(atom) && rule.body.len() <= 1 && rule.body.iter().all(is_head)
}

/// `penalty(1, body(X)) :- in_body(X).`
fn is_usual_body(rule: &Rule) -> bool {
    let (Head::Atom(head), [BodyElement::Literal(body)]) = (&rule.head, &rule.body[..]) else { return false };
    let LiteralKind::Atom(read) = &body.kind else { return false };
    let is_counted = |term: &Term| match term {
        Term::Function(_, args) => args == &read.args,
        term => read.args.first() == Some(term),
    };
    let is_variable = matches!(read.args[..], [Term::Variable(_)]);
    costs_one(head)
        && body.sign == Sign::None
        && read.name == "in_body"
        && is_variable
        && is_counted(&head.args[1])
}

fn costs_one(atom: &Atom) -> bool {
    atom.name == "penalty" && atom.args.len() == 2 && atom.args[0] == Term::Number(1)
}
