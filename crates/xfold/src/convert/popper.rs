//! A task as Popper's three files.

use super::{
    Findings,
    prolog::{background, body_modes, checked_types, labels, target},
};
use crate::task::{Place, PlaceKind, Schema, Task};
use std::fmt::Write;
use xfold_asp::{diagnostic::Diagnostic, symbols::Signature};

/// The texts of a folder.
#[derive(Debug, Clone, Default)]
pub struct Popper {
    /// `bias.pl`
    pub bias: String,
    /// `bk.pl`
    pub bk: String,
    /// `exs.pl`
    pub exs: String,
    /// What the format cannot say, and was left out.
    pub notes: Vec<Diagnostic>,
}

/// Writes a task for Popper. A closed world has to be written out before ([`super::opened`]).
pub fn popper(task: &Task) -> Result<Popper, Vec<Diagnostic>> {
    let mut findings = Findings::default();
    let Some((target, types)) = target(task, &mut findings) else { return Err(findings.errors) };
    let mut popper = Popper { bk: background(task, &mut findings), ..Popper::default() };
    let [positive, negative] = labels(task, &target, &mut findings);
    for (label, atoms) in [("pos", positive), ("neg", negative)] {
        for atom in atoms {
            let _ = writeln!(popper.exs, "{label}({atom}).");
        }
    }
    let bias = &mut popper.bias;
    let _ = writeln!(bias, "head_pred({},{}).", target.name, target.arity);
    let mut written: Vec<&Signature> = Vec::new();
    let mut typed = vec![(target.clone(), types)];
    let mut directions = String::new();
    for (signature, mode) in body_modes(task) {
        let (Some(signature), Schema::Atom { places, negated, .. }) = (signature, &mode.schema) else {
            findings.lost("Popper compares no variables, so this mode is lost".to_string(), Some(mode.span));
            continue;
        };
        let is_variable = |place: &Place| matches!(place.kind, PlaceKind::Variable | PlaceKind::Bound);
        if *negated || !places.iter().all(is_variable) || signature.negated {
            let message = "Popper's literals are positive and have variables alone: this mode is lost";
            findings.lost(format!("{message} ({signature})"), Some(mode.span));
            continue;
        }
        if written.contains(&signature) {
            continue;
        }
        written.push(signature);
        if *signature == target {
            bias.push_str("enable_recursion.\n");
        } else {
            let _ = writeln!(bias, "body_pred({},{}).", signature.name, signature.arity);
        }
        typed.push((signature.clone(), places.iter().map(|place| place.of_type.clone()).collect()));
        // A place is an input if every mode of the predicate says so.
        let others = || body_modes(task).filter(|(other, _)| *other == Some(signature));
        let is_input = |at: usize| {
            others().all(|(_, mode)| match &mode.schema {
                Schema::Atom { places, .. } => places[at].kind == PlaceKind::Bound,
                Schema::Compare(..) => false,
            })
        };
        let words: Vec<&str> =
            (0..signature.arity).map(|at| if is_input(at) { "in" } else { "out" }).collect();
        if words.contains(&"in") {
            let _ = writeln!(directions, "direction({},{}).", signature.name, tuple(&words));
        }
    }
    for signature in checked_types(task, &typed[0].1.clone(), &mut findings) {
        let _ = writeln!(bias, "body_pred({},1).", signature.name);
        typed.push((signature.clone(), vec![signature.name]));
    }
    if written.is_empty() && task.body_modes.is_empty() {
        let span = task.examples.first().map(|example| example.span).unwrap_or_default();
        findings.no_counterpart(
            "Popper needs body predicates".to_string(),
            span,
            "give the task #modeb lines",
        );
    }
    for (signature, types) in typed.iter().filter(|(signature, _)| signature.arity > 0) {
        let types: Vec<&str> = types.iter().map(|of_type| of_type.as_str()).collect();
        let _ = writeln!(bias, "type({},{}).", signature.name, tuple(&types));
    }
    bias.push_str(&directions);
    let bounds = [
        ("max_vars", task.max_variables),
        ("max_body", task.shape.max_body),
        ("max_clauses", task.shape.max_rules),
    ];
    for (name, most) in bounds.into_iter().filter_map(|(name, most)| Some((name, most?))) {
        let _ = writeln!(bias, "{name}({most}).");
    }
    if task.shape.free_head == Some(true) {
        bias.push_str("non_datalog.\n");
    }
    for of_type in &task.shape.single_types {
        let _ = writeln!(bias, ":- clause(C), #count{{V : var_type(C,V,{of_type})}} != 1.");
    }
    popper.notes = findings.notes;
    if findings.errors.is_empty() { Ok(popper) } else { Err(findings.errors) }
}

fn tuple(words: &[&str]) -> String {
    match words {
        [word] => format!("({word},)"),
        words => format!("({})", words.join(",")),
    }
}
