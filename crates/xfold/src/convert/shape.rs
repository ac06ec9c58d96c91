//! What a Popper or Aleph task says about the shape of rules and the other dialects cannot say, for `convert`.

use super::Findings;
use crate::task::{Dialect, PlaceKind, Schema, Shape, Task};

/// A copy of a Popper or Aleph task without its shape, which is lost. `None`: it is a task of another program.
pub(super) fn without_shape(task: &Task, to: Dialect, findings: &mut Findings) -> Option<Task> {
    if !task.is_prolog() {
        return None;
    }
    let mut shapeless = Task { shape: Shape::default(), ..task.clone() };
    if task.space.heads.is_empty() {
        // Body modes alone would ask for constraints.
        shapeless.space.body.clear();
        return Some(shapeless);
    }
    let is_bound = |schema: &Schema| match schema {
        Schema::Atom { places, .. } => places.iter().any(|place| place.kind == PlaceKind::Bound),
        Schema::Compare(..) => false,
    };
    if let Some((_, span)) = task.body_modes().find(|(schema, _)| is_bound(schema)) {
        let message = "directions are lost: every place may have a new variable";
        findings.lost(message.to_string(), Some(span));
    }
    for of_type in &task.shape.single_types {
        findings.lost(format!("that a rule has one variable of type {of_type} is lost"), None);
    }
    // In our own language `#maxv` would say that the task follows ILASP's conventions.
    if let Some(most) = shapeless.max_variables.take_if(|_| to == Dialect::Own) {
        findings.lost(format!("the bound on variables is lost: use --max-vars ({most})"), None);
    }
    let shape = &task.shape;
    let bounds = [
        ("the bound on literals in a body is lost: use --max-body", shape.max_body),
        ("the bound on rules is lost: use --max-rules", shape.max_rules),
        ("the bound on how far a variable is from the head is lost", shape.max_layers),
        ("the fewest positive examples of a rule are lost", shape.min_positives),
    ];
    for (message, most) in bounds {
        if let Some(most) = most {
            findings.lost(format!("{message} ({most})"), None);
        }
    }
    if shape.tolerant {
        findings.lost("that labels may be wrong is lost: use --noise".to_string(), None);
    }
    Some(shapeless)
}
