//! What rules say of the `#predict` statements of a task: does each hold in some stable model, in every one, in none?
//! After the check, on the same text.

use super::RulesText;
use crate::{
    error::Result,
    task::{Example, Task},
};
use serde::Serialize;
use xfold_asp::symbols::Signature;
use xfold_solve::{Limits, Query, Solver, assumptions};

/// The answer to one `#predict`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Prediction {
    /// Its name.
    pub name: String,
    /// In which stable models of background, context and rules it holds.
    pub holds: Entailment,
}

/// In which stable models something holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Entailment {
    /// In all of them, and there is one.
    Every,
    /// In some, but not in all.
    Some,
    /// In none of them.
    None,
    /// There is no stable model.
    NoModel,
}

impl std::fmt::Display for Prediction {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let how = match self.holds {
            Entailment::Every => "holds in every stable model",
            Entailment::Some => "holds in some stable model, not in every one",
            Entailment::None => "holds in no stable model",
            Entailment::NoModel => "there is no stable model",
        };
        write!(f, "predict {}: {how}", self.name)
    }
}

/// Answers every `#predict` of a task under some rules, in order.
pub fn predict(
    task: &Task,
    rules: &RulesText<'_>,
    solver: &dyn Solver,
    limits: &Limits,
) -> Result<Vec<Prediction>> {
    let task = &task.reached(rules.statements, limits)?;
    let answer = |prediction| {
        let holds = entailment(task, prediction, rules, solver, limits)?;
        Ok(Prediction { name: prediction.name.clone(), holds })
    };
    task.predictions.iter().map(answer).collect()
}

fn entailment(
    task: &Task,
    asked: &Example,
    rules: &RulesText<'_>,
    solver: &dyn Solver,
    limits: &Limits,
) -> Result<Entailment> {
    let groups = asked.inclusions.groups().iter().chain(asked.exclusions.groups());
    let needed: Vec<Signature> =
        groups.map(|group| group.signature.clone()).chain(rules.signatures()).collect();
    let mut symbols = task.symbols.clone();
    let mut input = task.background.input(&task.sources, &symbols, &asked.context, &needed);
    input.push(rules.text, rules.origin);
    let mut grounded = solver.ground(&input, limits)?;
    let wanted = assumptions(&asked.inclusions, &asked.exclusions, &symbols);
    let mut has_model = |assumptions: Vec<(String, bool)>| -> Result<bool> {
        let query = Query { most: 1, assumptions, show: Some(Vec::new()), ..Query::default() };
        Ok(!grounded.solve(&query, &mut symbols, limits)?.models.is_empty())
    };
    if !has_model(wanted.clone())? {
        return Ok(if has_model(Vec::new())? { Entailment::None } else { Entailment::NoModel });
    }
    for (atom, value) in wanted {
        if has_model(vec![(atom, !value)])? {
            return Ok(Entailment::Some);
        }
    }
    Ok(Entailment::Every)
}
