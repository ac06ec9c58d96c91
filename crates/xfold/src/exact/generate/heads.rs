//! Every head of the space: normal rules, choices, and the empty head of constraints, which comes last.

use crate::{
    error::Result,
    exact::{
        candidate::{Candidates, Head, Shape, normal_heads},
        canonical::canonical,
        problem::Problem,
        rule_space::{Lit, TypeId},
    },
};
use rustc_hash::FxHashSet;

/// The most heads that are looked at. Somewhat arbitrary: it bounds memory.
const MOST_HEADS: usize = 100_000;

/// Gets the atoms of a choice head and the types of their variables; returns whether to go on.
type VisitHead<'a> = dyn FnMut(&[Lit], &[TypeId]) -> Result<bool> + 'a;

/// Every head of the space, or as many as there is memory for.
pub(super) fn heads(problem: &Problem<'_>, found: &mut Candidates) -> Result<Vec<Head>> {
    let declared = &problem.task.space;
    let mut heads = normal_heads(problem.space);
    let mut seen = FxHashSet::default();
    for size in declared.min_choice.max(1)..=declared.max_choice {
        choice_heads(problem, size, &mut Vec::new(), &[], &mut |lits, types| {
            problem.limits.spend(1);
            problem.check_limits()?;
            if heads.len() >= MOST_HEADS {
                found.is_cut = true;
            } else if seen.insert(canonical(lits, 0, types.len())) {
                heads.push(Head { shape: Shape::Choice(lits.to_vec()), types: types.to_vec() });
            }
            Ok(!found.is_cut)
        })?;
    }
    if problem.space.has_constraints() && problem.relaxed.has_negatives() {
        heads.push(Head { shape: Shape::Constraint, types: vec![] });
    }
    Ok(heads)
}

/// Calls `visit` with every choice of `size` atoms, until it returns false.
fn choice_heads(
    problem: &Problem<'_>,
    size: usize,
    lits: &mut Vec<Lit>,
    types: &[TypeId],
    visit: &mut VisitHead<'_>,
) -> Result<bool> {
    if lits.len() == size {
        return visit(lits, types);
    }
    let first = lits.last().map_or(0, |last| last.schema);
    for (number, schema) in problem.space.choices.iter().enumerate().skip(first) {
        let n_used = lits.iter().filter(|lit| lit.schema == number).count();
        if schema.recall.is_some_and(|recall| n_used >= recall as usize) {
            continue;
        }
        let mut next = Vec::new();
        problem.space.literals(schema, number, types, &mut |lit, types| next.push((lit, types.to_vec())));
        for (lit, now) in next {
            let in_order = lits.last().is_none_or(|last| *last < lit);
            if !in_order || (problem.task.space.one_head_variable && now.len() > 1) {
                continue;
            }
            lits.push(lit);
            let goes_on = choice_heads(problem, size, lits, &now, visit)?;
            lits.pop();
            if !goes_on {
                return Ok(false);
            }
        }
    }
    Ok(true)
}
