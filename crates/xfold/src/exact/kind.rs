//! What kind of task it is: a set cover, queries over one set of facts, or one whose rules depend on each other. The kind
//! decides how rules are generated, how they are chosen, and whether the choice has to be confirmed.

use super::{
    candidate::{Candidate, Candidates},
    choose::{self, Chosen, Pool, effects},
    generate::{critical, levels, queries},
    instance::distinct,
    instantiate::instances,
    problem::Problem,
    rule_space::TypeId,
};
use crate::{error::Result, tuning::Heuristic};

/// The most rules of which a general choice is made. Somewhat arbitrary: each rule is an atom of the master problem, with
/// all its instances.
const MOST_CANDIDATES: usize = 60_000;
/// The same for covers, where a rule has no instances.
const MOST_COVERING: usize = 4 * MOST_CANDIDATES;

/// The kinds of tasks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TaskKind {
    /// A set cover in which all that is wanted is wanted of the same facts: rules are queries.
    Queries,
    /// A set cover: nothing is forbidden but by examples that are positive, or can be read like that, and nothing that is
    /// learned is read. A rule is then the set of wanted atoms that it derives and the set of examples that it spoils.
    Cover,
    /// Rules derive the same whatever else is learned, so that what is certain of an example's target atoms are labels. The
    /// cheapest cover of the labels is the cheapest hypothesis, if all that it does not give up holds.
    Labels,
    /// Rules depend on each other, or on the stable models of an example.
    General,
}

impl TaskKind {
    /// The kind of a problem. Negative examples of a cover become labels of positive ones.
    pub(super) fn of(problem: &mut Problem<'_>, trusts_labels: bool) -> Self {
        let space = problem.space;
        let is_fixed = space.choices.is_empty()
            && problem.task.space.listed.is_empty()
            && space.body.iter().all(|schema| problem.is_fixed(schema));
        if !is_fixed {
            return TaskKind::General;
        }
        let is_simple = problem.relaxed.contexts.iter().all(|context| context.simple);
        if is_simple && problem.relaxed.absorb_negatives() {
            let is_query = problem.tuning.has(Heuristic::Queries) && has_queries(problem);
            return if is_query { TaskKind::Queries } else { TaskKind::Cover };
        }
        let is_labelled = trusts_labels && !problem.relaxed.has_negatives();
        if is_labelled { TaskKind::Labels } else { TaskKind::General }
    }

    /// The most rules that are kept for the choice.
    pub(super) fn max_rules(self) -> usize {
        if self == TaskKind::General { MOST_CANDIDATES } else { MOST_COVERING }
    }

    /// Whether rules are generated level by level, and none of the quicker ways can be taken.
    pub(super) fn needs_levels(self, problem: &Problem<'_>) -> bool {
        match self {
            TaskKind::Queries => false,
            TaskKind::Cover | TaskKind::Labels => {
                !(problem.tuning.has(Heuristic::Cover) && has_only_head_variables(problem))
            }
            TaskKind::General => true,
        }
    }

    /// The rules that may be part of a cheapest hypothesis.
    pub(super) fn generate(self, problem: &Problem<'_>) -> Result<Candidates> {
        if self.needs_levels(problem) {
            levels::candidates(problem)
        } else if self == TaskKind::Queries {
            queries::candidates(problem)
        } else {
            critical::candidates(problem)
        }
    }

    /// The cheapest of these rules that satisfy the examples. None if they are too many.
    pub(super) fn choose(
        self,
        problem: &Problem<'_>,
        pool: Vec<Candidate>,
        announce: &mut dyn FnMut(&[Candidate], u64),
    ) -> Result<Option<Chosen>> {
        let pool = if self == TaskKind::General {
            if pool.len() > MOST_CANDIDATES {
                return Ok(None);
            }
            let Some(all) = instances(problem, &pool)? else { return Ok(None) };
            let (pool, instances) = distinct(pool, &all);
            Pool::General(pool, instances)
        } else {
            Pool::Cover(pool)
        };
        choose::cheapest(problem, pool, announce).map(Some)
    }

    /// Whether a choice needs no confirmation.
    pub(super) fn is_sure(self) -> bool {
        self != TaskKind::Labels
    }

    /// Whether a choice, by number, satisfies the examples. Labels that are certain need not be all there is.
    pub(super) fn confirms(self, problem: &Problem<'_>, rules: &[usize], pool: &[Candidate]) -> Result<bool> {
        if self.is_sure() { Ok(true) } else { effects::confirms(problem, rules, pool) }
    }
}

/// Whether the rules of a cover are queries: there is one context, and bodies have variables of their own.
fn has_queries(problem: &Problem<'_>) -> bool {
    let costs = &problem.costs;
    let is_plain = costs.grows() && !costs.forbids && problem.task.space.final_bias.is_empty();
    let has_one_context = problem.relaxed.contexts.len() == 1;
    has_one_context && problem.is_hard() && is_plain && !has_only_head_variables(problem)
}

/// Whether bodies have only the variables of their heads, so that critical sets can be used.
fn has_only_head_variables(problem: &Problem<'_>) -> bool {
    let space = problem.space;
    let has_no_others = space.heads.iter().all(|head| {
        let types: Vec<TypeId> = head.variable_types().collect();
        let is_bound = types.iter().all(|&of_type| space.is_bound_by_type(of_type));
        let is_full = types.len() >= space.max_variables
            || space.body.iter().all(|schema| schema.variable_types().next().is_none());
        is_bound && is_full
    });
    has_no_others && problem.costs.grows() && !problem.costs.forbids
}

#[cfg(test)]
mod tests {
    use super::TaskKind;
    use crate::exact::sample::with_problem;

    fn kind(text: &str) -> TaskKind {
        with_problem(text, 2, |problem| TaskKind::of(problem, true))
    }

    #[test]
    fn a_cover_derives_what_positive_examples_want() {
        let modes = "#modeh(fly). #modeb(bird). #modeb(penguin).";
        let examples = "#pos({fly}, {}, {bird.}). #pos({}, {fly}, {bird. penguin.}).";
        assert_eq!(kind(&format!("{examples} {modes}")), TaskKind::Cover);
        // A negative example of one atom says that the atom does not hold.
        let negative = "#pos({}, {}, {penguin.}). #neg({fly}, {}, {penguin.}).";
        assert_eq!(kind(&format!("{examples} {negative} {modes}")), TaskKind::Cover);
        // Bodies that read what is learned make rules depend on each other.
        assert_eq!(kind(&format!("{examples} {modes} #modeh(swim). #modeb(swim).")), TaskKind::General);
    }

    #[test]
    fn queries_ask_one_set_of_facts() {
        let task = "parent(a, b). parent(b, c). #pos({grand(a)}, {grand(b)}).
            #modeh(grand(var(person))). #modeb(parent(var(person), var(person))). #maxv(3).";
        assert_eq!(kind(task), TaskKind::Queries);
    }

    #[test]
    fn labels_are_told_by_the_background() {
        let task = "dark :- not lit. #pos({dark}, {}, {cut.}). #pos({}, {dark}, {wired.}).
            #modeh(lit). #modeb(wired). #modeb(cut).";
        assert_eq!(kind(task), TaskKind::Labels);
        assert_eq!(with_problem(task, 2, |problem| TaskKind::of(problem, false)), TaskKind::General);
    }
}
