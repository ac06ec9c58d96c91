//! The modes of a Popper or Aleph task as declarations of the other dialects, for `convert`.

use super::Findings;
use crate::task::{Declaration, Dialect, Mode, PlaceKind, Schema, Task};
use xfold_asp::syntax::{Atom, CompareOp, Literal, LiteralKind, Name, Sign, Term};
use xfold_store::Comparison;

/// A copy of a task that has modes and no declarations, with declarations. `None`: nothing is missing.
pub(super) fn declared(task: &Task, to: Dialect, findings: &mut Findings) -> Option<Task> {
    if !task.space.is_empty() || task.head_modes.is_empty() {
        return None;
    }
    let mut declared = task.clone();
    declared.space.heads = task.head_modes.iter().map(|mode| declaration(mode, task)).collect();
    declared.space.body = task.body_modes.iter().map(|mode| declaration(mode, task)).collect();
    let is_bound = |mode: &&Mode| match &mode.schema {
        Schema::Atom { places, .. } => places.iter().any(|place| place.kind == PlaceKind::Bound),
        Schema::Compare(..) => false,
    };
    if let Some(mode) = task.body_modes.iter().find(is_bound) {
        let message = "directions are lost: every place may have a new variable";
        findings.lost(message.to_string(), Some(mode.span));
    }
    for of_type in &task.shape.single_types {
        findings.lost(format!("that a rule has one variable of type {of_type} is lost"), None);
    }
    // In our own language `#maxv` would say that the task follows ILASP's conventions.
    if let Some(most) = declared.max_variables.take_if(|_| to == Dialect::Own) {
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
    Some(declared)
}

fn declaration(mode: &Mode, task: &Task) -> Declaration {
    let holder = |word: &str, of_type: &Name| {
        Term::Function(word.into(), vec![Term::Function(of_type.clone(), Vec::new())])
    };
    let (sign, kind) = match &mode.schema {
        Schema::Compare(comparison, of_type) => {
            let op = match comparison {
                Comparison::Differs => CompareOp::NotEqual,
                Comparison::Less => CompareOp::Less,
            };
            (Sign::None, LiteralKind::Compare(holder("var", of_type), vec![(op, holder("var", of_type))]))
        }
        Schema::Atom { signature, places, negated } => {
            let place = |place: &crate::task::Place| match place.kind {
                PlaceKind::Variable | PlaceKind::Bound => holder("var", &place.of_type),
                PlaceKind::Constant => holder("const", &place.of_type),
                PlaceKind::Number => holder("num", &place.of_type),
                PlaceKind::Fixed(symbol) => xfold_asp::term_of(symbol, &task.symbols),
            };
            let atom = Atom {
                negated: signature.negated,
                name: signature.name.clone(),
                args: places.iter().map(place).collect(),
                span: mode.span,
            };
            (if *negated { Sign::Not } else { Sign::None }, LiteralKind::Atom(atom))
        }
    };
    Declaration {
        literal: Literal { sign, kind, span: mode.span },
        recall: None,
        positive: false,
        negative: false,
        anti_reflexive: false,
        symmetric: false,
        span: mode.span,
    }
}
