//! Is what was learned the same as the target, on instances that the learner has not seen?

use super::{Concept, SeveralTask, sample::Program};
use std::{collections::BTreeSet, time::Duration};
use xfold_solve::{Limits, SolveError};

/// The judge's answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Judgement {
    /// Whether the stable models agree on every unseen instance.
    pub equivalent: bool,
    /// Whether the learned program has so many stable models that not all were seen: then "equivalent" is about those
    /// that were.
    pub capped: bool,
}

/// So many stable models of a learned program are looked at.
const MOST_MODELS: usize = 10_000;
/// Time for the stable models of a learned program on one instance.
const TIME: Duration = Duration::from_secs(30);

/// Compares a learned program with the target of the task: the same stable models on every unseen instance, as far as
/// atoms of targets and observed atoms go. Other atoms, such as `-p(a)` and `ab0(a)`, do not matter.
pub fn equivalent(learned: &str, task: &SeveralTask) -> Result<Judgement, SolveError> {
    let concept = &task.concept;
    let mut judgement = Judgement { equivalent: true, capped: false };
    for facts in &task.unseen {
        let wanted = target_models(concept, facts, 0)?;
        let mut program = Program::ground(&format!("{}{facts}{learned}\n", concept.background))?;
        let limits = Limits::none().with_time(TIME);
        let (models, complete) = program.models(&concept.shown(), MOST_MODELS, &limits)?;
        let found: BTreeSet<_> = models.into_iter().collect();
        if found != wanted {
            return Ok(Judgement { equivalent: false, capped: !complete && found.is_subset(&wanted) });
        }
        judgement.capped |= !complete;
    }
    Ok(judgement)
}

/// The stable models of the target program on an instance, at most so many (0 for all).
pub(super) fn target_models(
    concept: &Concept,
    facts: &str,
    most: usize,
) -> Result<BTreeSet<BTreeSet<String>>, SolveError> {
    let mut program = Program::ground(&format!("{}{facts}{}", concept.background, concept.target()))?;
    let (models, _) = program.models(&concept.shown(), most, &Limits::none())?;
    Ok(models.into_iter().collect())
}
