//! A task as Aleph's three files, for `convert`.

use super::{
    Findings,
    prolog::{background, checked_types, labels, target},
};
use crate::task::{Place, PlaceKind, Schema, Task};
use std::fmt::Write;
use xfold_asp::diagnostic::Diagnostic;
use xfold_store::Comparison;

/// The parts of a task for Aleph.
#[derive(Debug, Clone, Default)]
pub struct Aleph {
    modes: String,
    settings: Vec<(&'static str, usize)>,
    background: String,
    positives: String,
    negatives: String,
    /// What the format cannot say, and was left out.
    pub notes: Vec<Diagnostic>,
}

impl Aleph {
    /// The three files of a stem, by their endings.
    pub fn files(&self) -> [(&'static str, String); 3] {
        let settings = self.settings.iter().map(|(name, value)| format!(":- set({name},{value}).\n"));
        let settings: String = settings.collect();
        let background = format!("{}{settings}\n{}", self.modes, self.background);
        [("b", background), ("f", self.positives.clone()), ("n", self.negatives.clone())]
    }

    /// One file, as the pack of SWI-Prolog reads it.
    pub fn one_file(&self) -> String {
        let mut text = ":- use_module(library(aleph)).\n:- aleph.\n".to_string();
        for (name, value) in &self.settings {
            let _ = writeln!(text, ":- aleph_set({name},{value}).");
        }
        text.push_str(&self.modes);
        let sections = [("bg", &self.background), ("in_pos", &self.positives), ("in_neg", &self.negatives)];
        for (name, lines) in sections {
            let _ = write!(text, "\n:- begin_{name}.\n{lines}:- end_{name}.\n");
        }
        text + "\n:- aleph_read_all.\n"
    }
}

/// Writes a task for Aleph. A place without a direction is an input in one mode and an output in the others.
/// A closed world has to be written out before ([`super::opened`]).
pub fn aleph(task: &Task) -> Result<Aleph, Vec<Diagnostic>> {
    let mut findings = Findings::default();
    let Some((target, types)) = target(task, &mut findings) else { return Err(findings.errors) };
    let mut aleph = Aleph { background: background(task, &mut findings), ..Aleph::default() };
    let [positive, negative] = labels(task, &target, &mut findings);
    let lines = |atoms: Vec<String>| atoms.into_iter().map(|atom| atom + ".\n").collect::<String>();
    (aleph.positives, aleph.negatives) = (lines(positive), lines(negative));
    let text = &mut aleph.modes;
    let is_output = |at: usize| task.background.program.is_some() && task.shape.outputs.contains(&at);
    let sign = |at: usize| if is_output(at) { "-" } else { "+" };
    let places: Vec<String> =
        types.iter().enumerate().map(|(at, of_type)| format!("{}{of_type}", sign(at))).collect();
    let _ = writeln!(text, ":- modeh(*,{}).", atom(&target.name, &places));
    let mut determined = Vec::new();
    for (schema, span) in task.body_modes() {
        match schema {
            Schema::Compare(comparison, of_type) => {
                let op = if *comparison == Comparison::Differs { "\\=" } else { "<" };
                let _ = writeln!(text, ":- modeb(*,+{of_type} {op} +{of_type}).");
            }
            Schema::Atom { signature, places, negated: false } if !signature.negated => {
                if places.iter().any(|place| place.kind == PlaceKind::Number) {
                    let message = "Aleph has no thresholds on numbers in modes: this mode is lost";
                    findings.lost(format!("{message} ({signature})"), Some(span));
                    continue;
                }
                for args in arguments(places, task) {
                    let _ = writeln!(text, ":- modeb(*,{}).", atom(&signature.name, &args));
                }
                if !determined.contains(signature) {
                    determined.push(signature.clone());
                }
            }
            _ => findings.lost("Aleph has no modes with `not`: this mode is lost".to_string(), Some(span)),
        }
    }
    for signature in checked_types(task, &types, &mut findings) {
        let _ = writeln!(text, ":- modeb(*,{0}(+{0})).", signature.name);
        determined.push(signature);
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
    aleph.settings = settings.into_iter().filter_map(|(name, value)| Some((name, value?))).collect();
    for of_type in task.shape.single_types.iter().filter(|of_type| !types.contains(of_type)) {
        let message = format!("that a rule has one variable of type {of_type} is lost: Aleph cannot say it");
        findings.lost(message, None);
    }
    aleph.notes = findings.notes;
    if findings.errors.is_empty() { Ok(aleph) } else { Err(findings.errors) }
}

/// The ways to write the places of a mode. What may occur once in a rule is always the head's.
fn arguments(places: &[Place], task: &Task) -> Vec<Vec<String>> {
    let is_bound =
        |place: &Place| place.kind == PlaceKind::Bound || task.shape.single_types.contains(&place.of_type);
    let write = |place: &Place, is_input: bool| match place.kind {
        PlaceKind::Variable if !is_input && !is_bound(place) => format!("-{}", place.of_type),
        PlaceKind::Variable | PlaceKind::Bound | PlaceKind::Number => format!("+{}", place.of_type),
        PlaceKind::Constant => format!("#{}", place.of_type),
        PlaceKind::Fixed(symbol) => task.symbols.display(symbol).to_string(),
    };
    let free: Vec<usize> = (0..places.len()).filter(|&at| places[at].kind == PlaceKind::Variable).collect();
    let with_input = |input: Option<usize>| {
        places.iter().enumerate().map(|(at, place)| write(place, input == Some(at))).collect()
    };
    // A program is called as its directions say.
    let is_directed = task.background.program.is_some() && task.shape.has_directions;
    if places.iter().any(is_bound) || free.is_empty() || is_directed {
        vec![with_input(None)]
    } else {
        free.into_iter().map(|input| with_input(Some(input))).collect()
    }
}

fn atom(name: &str, args: &[String]) -> String {
    if args.is_empty() { name.to_string() } else { format!("{name}({})", args.join(",")) }
}
