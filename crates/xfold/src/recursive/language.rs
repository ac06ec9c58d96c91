//! What clauses may be made of: the target and the predicates of the background, with their types and directions.

use crate::{
    Settings,
    settings::MAX_BODY,
    task::{PlaceKind, PrologProgram, Schema, Task},
};
use xfold_asp::{symbols::Signature, syntax::Name};

/// The most variables of a clause, whatever the task says.
pub(super) const MOST_VARIABLES: usize = 16;
/// The most variables of a clause where the task does not say how many.
const USUAL_VARIABLES: usize = 6;

/// What clauses may be made of.
pub(super) struct Language {
    /// The target, as it is called in bodies, comes last if rules may be recursive.
    pub(super) predicates: Vec<Callable>,
    pub(super) target: Signature,
    /// The places of the target that a call knows, and those that it computes.
    pub(super) inputs: Vec<usize>,
    pub(super) outputs: Vec<usize>,
    /// The types of the target's places.
    pub(super) types: Vec<usize>,
    pub(super) max_body: usize,
    pub(super) max_variables: usize,
    pub(super) max_rules: Option<usize>,
}

/// A predicate that bodies may have.
pub(super) struct Callable {
    /// Its number in the program; none for the target.
    pub(super) number: Option<u32>,
    pub(super) signature: Signature,
    pub(super) places: Vec<Place>,
}

/// A place of a predicate.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub(super) of_type: usize,
    /// A call has to know it.
    pub(super) is_input: bool,
}

impl Language {
    /// The language of a task, as far as it has variables only. None if the task does not say enough.
    pub(super) fn of(task: &Task, program: &PrologProgram, settings: &Settings) -> Option<Self> {
        let (Schema::Atom { signature: target, places: head, .. }, _) = task.head_modes().next()? else {
            return None;
        };
        let mut types: Vec<Name> = Vec::new();
        let mut number = |name: &Name| match types.iter().position(|known| known == name) {
            Some(number) => number,
            None => {
                types.push(name.clone());
                types.len() - 1
            }
        };
        let outputs = task.shape.outputs.clone();
        let inputs: Vec<usize> = (0..target.arity).filter(|place| !outputs.contains(place)).collect();
        let of_head: Vec<usize> = head.iter().map(|place| number(&place.of_type)).collect();
        let mut predicates = Vec::new();
        for (schema, _) in task.body_modes() {
            let Schema::Atom { signature, places, negated: false } = schema else { continue };
            let is_plain = |kind| matches!(kind, PlaceKind::Variable | PlaceKind::Bound);
            if !places.iter().all(|place| is_plain(place.kind)) {
                continue;
            }
            let is_target = signature == target;
            let place = |(place, it): (usize, &crate::task::Place)| Place {
                of_type: number(&it.of_type),
                is_input: if is_target { inputs.contains(&place) } else { it.kind == PlaceKind::Bound },
            };
            let places = places.iter().enumerate().map(place).collect();
            let own = program.find(signature).filter(|_| program.defines(signature));
            if is_target || own.is_some() {
                let number = own.filter(|_| !is_target).map(|number| number as u32);
                predicates.push(Callable { number, signature: signature.clone(), places });
            }
        }
        predicates.sort_by_key(|predicate| predicate.number.is_none());
        let max_body = match (settings.max_body, task.shape.max_body) {
            (MAX_BODY, Some(of_task)) => of_task,
            (asked, _) => asked,
        };
        let max_variables = settings.max_vars.or(task.max_variables).unwrap_or(USUAL_VARIABLES);
        Some(Self {
            predicates,
            target: target.clone(),
            inputs,
            outputs,
            types: of_head,
            max_body,
            max_variables: max_variables.min(MOST_VARIABLES),
            max_rules: settings.max_rules.or(task.shape.max_rules),
        })
    }

    /// The types of what a call of the target knows.
    pub(super) fn input_types(&self) -> Vec<usize> {
        self.inputs.iter().map(|place| self.types[*place]).collect()
    }
}
