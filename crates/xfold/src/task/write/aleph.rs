//! A task as Aleph's three files.

use super::prolog::{background, body_modes, labels, target};
use crate::{
    codes,
    task::{Place, PlaceKind, Schema, Task},
};
use std::fmt::Write;
use xfold_asp::{diagnostic::Diagnostic, symbols::Symbols};
use xfold_store::Comparison;

/// The texts of the files of a stem.
#[derive(Debug, Clone, Default)]
pub struct Aleph {
    /// `.b`: modes, settings, background.
    pub background: String,
    /// `.f`
    pub positives: String,
    /// `.n`
    pub negatives: String,
    /// What the format cannot say, and was left out.
    pub notes: Vec<Diagnostic>,
}

/// Writes a task for Aleph. A place without a direction is an input in one mode and an output in the others.
pub fn aleph(task: &Task) -> Result<Aleph, Vec<Diagnostic>> {
    let (target, types) = target(task)?;
    let mut aleph = Aleph::default();
    let [positive, negative] = labels(task, &target, &types)?;
    let lines = |atoms: Vec<String>| atoms.into_iter().map(|atom| atom + ".\n").collect::<String>();
    (aleph.positives, aleph.negatives) = (lines(positive), lines(negative));
    let text = &mut aleph.background;
    let inputs: Vec<String> = types.iter().map(|of_type| format!("+{of_type}")).collect();
    let _ = writeln!(text, ":- modeh(*,{}).", atom(&target.name, &inputs));
    let mut determined = Vec::new();
    for (signature, mode) in body_modes(task) {
        match (&mode.schema, signature) {
            (Schema::Compare(comparison, of_type), _) => {
                let op = if *comparison == Comparison::Differs { "\\=" } else { "<" };
                let _ = writeln!(text, ":- modeb(*,+{of_type} {op} +{of_type}).");
            }
            (Schema::Atom { places, negated: false, .. }, Some(signature)) if !signature.negated => {
                if places.iter().any(|place| place.kind == PlaceKind::Number) {
                    aleph.notes.push(left_out("a place of numbers with thresholds", mode.span));
                    continue;
                }
                for args in arguments(places, &task.symbols) {
                    let _ = writeln!(text, ":- modeb(*,{}).", atom(&signature.name, &args));
                }
                if !determined.contains(signature) {
                    determined.push(signature.clone());
                }
            }
            _ => aleph.notes.push(left_out("a negated mode", mode.span)),
        }
    }
    for body in &determined {
        let _ = writeln!(
            text,
            ":- determination({}/{},{}/{}).",
            target.name, target.arity, body.name, body.arity
        );
    }
    let shape = &task.shape;
    let settings = [
        ("clauselength", shape.max_body.map(|most| most + 1)),
        ("i", shape.max_layers),
        ("minpos", shape.min_positives),
        ("clauses", shape.max_rules),
    ];
    for (name, value) in settings.into_iter().filter_map(|(name, value)| Some((name, value?))) {
        let _ = writeln!(text, ":- set({name},{value}).");
    }
    text.push_str(&background(task)?);
    Ok(aleph)
}

/// The ways to write the places of a mode.
fn arguments(places: &[Place], symbols: &Symbols) -> Vec<Vec<String>> {
    let write = |place: &Place, is_input: bool| match place.kind {
        PlaceKind::Variable if !is_input => format!("-{}", place.of_type),
        PlaceKind::Variable | PlaceKind::Bound | PlaceKind::Number => format!("+{}", place.of_type),
        PlaceKind::Constant => format!("#{}", place.of_type),
        PlaceKind::Fixed(symbol) => symbols.display(symbol).to_string(),
    };
    let free: Vec<usize> = (0..places.len()).filter(|&at| places[at].kind == PlaceKind::Variable).collect();
    let is_directed = places.iter().any(|place| place.kind == PlaceKind::Bound);
    let with_input = |input: Option<usize>| {
        places.iter().enumerate().map(|(at, place)| write(place, input == Some(at))).collect()
    };
    match is_directed || free.is_empty() {
        true => vec![with_input(None)],
        false => free.into_iter().map(|input| with_input(Some(input))).collect(),
    }
}

fn atom(name: &str, args: &[String]) -> String {
    if args.is_empty() { name.to_string() } else { format!("{name}({})", args.join(",")) }
}

fn left_out(what: &str, span: xfold_asp::span::Span) -> Diagnostic {
    let message = format!("Aleph cannot say this, so it is left out: {what}");
    Diagnostic::warning(codes::LEFT_OUT, message).at(span, "")
}
