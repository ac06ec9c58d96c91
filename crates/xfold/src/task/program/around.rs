//! What the predicates of a program say of the terms near the examples: for searches that need finite relations, and for
//! formats that have no programs. Bounded in every direction, so rules that go further find nothing there.

use super::{Answers, PrologProgram};
use crate::task::{PlaceKind, Schema, Task};
use rustc_hash::FxHashMap;
use std::sync::Arc;
use xfold_asp::{
    symbols::{Atoms, Signature, Symbol},
    syntax::Name,
};
use xfold_solve::Limits;

/// Rounds in which predicates are applied to the values found so far.
const ROUNDS: usize = 4;
/// The most values of a type.
const MOST_VALUES: usize = 600;
/// The most calls of a predicate in one round.
const MOST_CALLS: usize = 4_000;

/// The task with facts near the examples in place of its program, and without recursion.
pub(crate) fn around(task: &Task, limits: &Limits) -> Task {
    let Some(program) = &task.background.program else { return task.clone() };
    let mut near =
        Near { answers: Answers::new(program, task.symbols.clone()), values: FxHashMap::default() };
    for (schema, _) in task.head_modes() {
        let Schema::Atom { signature, places, .. } = schema else { continue };
        for example in &task.examples {
            for atoms in [&example.inclusions, &example.exclusions] {
                for row in atoms.group(signature).into_iter().flat_map(|group| group.rows()) {
                    places.iter().zip(row).for_each(|(place, value)| near.add(&place.of_type, *value));
                }
            }
        }
    }
    for _ in 0..ROUNDS {
        if limits.reached().is_some() {
            break;
        }
        near.round(task, program);
    }
    let mut facts = Atoms::clone(&task.background.facts);
    for (signature, args) in near.answers.atoms() {
        facts.push(signature, &args);
    }
    let mut listed = Task { symbols: near.answers.symbols, other_dialect: true, ..task.clone() };
    let targets = task.targets();
    let is_there = |signature: &Signature| !targets.contains(signature) && facts.group(signature).is_some();
    listed.space.body.retain(|mode| mode.signature().is_none_or(|signature| is_there(&signature)));
    listed.background.facts = Arc::new(super::reach::distinct(&facts));
    listed.background.program = None;
    listed
}

struct Near<'p> {
    answers: Answers<'p>,
    /// The values of each type.
    values: FxHashMap<Name, Vec<Symbol>>,
}

impl Near<'_> {
    fn add(&mut self, of_type: &Name, value: Symbol) {
        let values = self.values.entry(of_type.clone()).or_default();
        if values.len() < MOST_VALUES && !values.contains(&value) {
            values.push(value);
        }
    }

    /// Applies every predicate to the values that are there.
    fn round(&mut self, task: &Task, program: &PrologProgram) {
        let before = self.values.clone();
        for (schema, _) in task.body_modes() {
            let Schema::Atom { signature, places, .. } = schema else { continue };
            let Some(predicate) = program.find(signature).filter(|_| program.defines(signature)) else {
                continue;
            };
            let mut known: Vec<usize> =
                (0..places.len()).filter(|place| places[*place].kind == PlaceKind::Bound).collect();
            if known.is_empty() && places.len() > 1 {
                known.push(0);
            }
            let mask = known.iter().fold(0, |mask, place| mask | 1u32 << place);
            let types: Vec<&Name> = known.iter().map(|place| &places[*place].of_type).collect();
            for chosen in choices(&before, &types) {
                let mut key = vec![predicate as u32, mask];
                key.extend(chosen.iter().map(|value| value.0));
                let range = self.answers.call(&key);
                let unknown: Vec<usize> = (0..places.len()).filter(|place| !known.contains(place)).collect();
                let found = self.answers.values(range).to_vec();
                for answer in found.chunks(unknown.len().max(1)) {
                    for (place, value) in unknown.iter().zip(answer) {
                        self.add(&places[*place].of_type, Symbol(*value));
                    }
                }
            }
        }
    }
}

/// Ways to choose a value of each type, the first ones.
fn choices(values: &FxHashMap<Name, Vec<Symbol>>, types: &[&Name]) -> Vec<Vec<Symbol>> {
    let mut tuples: Vec<Vec<Symbol>> = vec![Vec::new()];
    for of_type in types {
        let choice = values.get(*of_type).map_or(&[][..], |values| &values[..]);
        let longer = tuples.iter().flat_map(|tuple| {
            choice.iter().map(move |value| tuple.iter().copied().chain([*value]).collect::<Vec<Symbol>>())
        });
        tuples = longer.take(MOST_CALLS).collect();
    }
    tuples
}
