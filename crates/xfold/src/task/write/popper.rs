//! A task as Popper's three files.

use super::prolog::{background, body_modes, cannot, labels, target};
use crate::{
    codes,
    task::{Place, PlaceKind, Schema, Task},
};
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

/// Writes a task for Popper.
pub fn popper(task: &Task) -> Result<Popper, Vec<Diagnostic>> {
    let (target, types) = target(task)?;
    let mut popper = Popper { bk: background(task)?, ..Popper::default() };
    let [positive, negative] = labels(task, &target, &types)?;
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
            popper.notes.push(left_out("a comparison", mode.span));
            continue;
        };
        let is_variable = |place: &Place| matches!(place.kind, PlaceKind::Variable | PlaceKind::Bound);
        if *negated || !places.iter().all(is_variable) || signature.negated {
            popper.notes.push(left_out("a mode with a constant, a number or a negation", mode.span));
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
        if places.iter().any(|place| place.kind == PlaceKind::Bound) {
            let word = |place: &Place| if place.kind == PlaceKind::Bound { "in" } else { "out" };
            let words: Vec<&str> = places.iter().map(word).collect();
            let _ = writeln!(directions, "direction({},{}).", signature.name, tuple(&words));
        }
    }
    if written.is_empty() && task.body_modes.is_empty() {
        return Err(cannot("Popper needs body predicates: give the task modes", None));
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
    Ok(popper)
}

fn left_out(what: &str, span: xfold_asp::span::Span) -> Diagnostic {
    let message = format!("Popper cannot say this, so it is left out: {what}");
    Diagnostic::warning(codes::LEFT_OUT, message).at(span, "")
}

fn tuple(words: &[&str]) -> String {
    match words {
        [word] => format!("({word},)"),
        words => format!("({})", words.join(",")),
    }
}
