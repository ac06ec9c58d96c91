//! A task as Popper's three files, for `convert`.

use super::{
    Findings,
    prolog::{background, checked_types, labels, target},
};
use crate::task::{Place, PlaceKind, Schema, Task};
use std::fmt::Write;
use xfold_asp::{diagnostic::Diagnostic, symbols::Signature, syntax::Name};

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
    let mut predicates = Predicates::of(task, &target, &mut findings);
    let bias = &mut popper.bias;
    let _ = writeln!(bias, "head_pred({},{}).", target.name, target.arity);
    bias.push_str(&predicates.lines);
    let has_predicates = !predicates.typed.is_empty();
    for signature in checked_types(task, &types, &mut findings) {
        let _ = writeln!(bias, "body_pred({},1).", signature.name);
        predicates.typed.push((signature.clone(), vec![signature.name]));
    }
    if !has_predicates && task.body_modes().next().is_none() {
        let span = task.examples.first().map(|example| example.span).unwrap_or_default();
        let message = "Popper needs body predicates".to_string();
        findings.no_counterpart(message, span, "give the task #modeb lines");
    }
    let (name, arity) = (target.name.clone(), target.arity);
    let typed = std::iter::once((target, types)).chain(predicates.typed);
    for (signature, types) in typed.filter(|(signature, _)| signature.arity > 0) {
        let types: Vec<&str> = types.iter().map(|of_type| of_type.as_str()).collect();
        let _ = writeln!(bias, "type({},{}).", signature.name, tuple(&types));
    }
    bias.push_str(&predicates.directions);
    if !task.shape.outputs.is_empty() && !predicates.lines.contains("enable_recursion") {
        let word = |at| if task.shape.outputs.contains(&at) { "out" } else { "in" };
        let words: Vec<&str> = (0..arity).map(word).collect();
        let _ = writeln!(bias, "direction({name},{}).", tuple(&words));
    }
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

/// What body modes become.
#[derive(Default)]
struct Predicates {
    /// `body_pred(p,2).`, or `enable_recursion.` for the target.
    lines: String,
    /// `direction(p,(in,out)).`
    directions: String,
    /// The types of each predicate's arguments.
    typed: Vec<(Signature, Vec<Name>)>,
}

impl Predicates {
    fn of(task: &Task, target: &Signature, findings: &mut Findings) -> Self {
        let mut this = Self::default();
        for (schema, span) in task.body_modes() {
            let Schema::Atom { signature, places, negated } = schema else {
                let message = "Popper compares no variables, so this mode is lost";
                findings.lost(message.to_string(), Some(span));
                continue;
            };
            let is_variable = |place: &Place| matches!(place.kind, PlaceKind::Variable | PlaceKind::Bound);
            if *negated || !places.iter().all(is_variable) || signature.negated {
                let message = "Popper's literals are positive and have variables alone: this mode is lost";
                findings.lost(format!("{message} ({signature})"), Some(span));
                continue;
            }
            if this.typed.iter().any(|(known, _)| known == signature) {
                continue;
            }
            if signature == target {
                this.lines.push_str("enable_recursion.\n");
            } else {
                let _ = writeln!(this.lines, "body_pred({},{}).", signature.name, signature.arity);
            }
            this.typed.push((signature.clone(), places.iter().map(|place| place.of_type.clone()).collect()));
            // A place is an input if every mode of the predicate says so.
            let is_input = |at: usize| {
                task.body_modes().all(|(other, _)| match other {
                    Schema::Atom { signature: of, places, .. } if of == signature => {
                        places[at].kind == PlaceKind::Bound
                    }
                    _ => true,
                })
            };
            let words: Vec<&str> =
                (0..signature.arity).map(|at| if is_input(at) { "in" } else { "out" }).collect();
            if words.contains(&"in") {
                let _ = writeln!(this.directions, "direction({},{}).", signature.name, tuple(&words));
            }
        }
        this
    }
}

fn tuple(words: &[&str]) -> String {
    match words {
        [word] => format!("({word},)"),
        words => format!("({})", words.join(",")),
    }
}
