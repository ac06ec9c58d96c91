//! Ground instances of candidates, and what ground rules alone say of an interpretation.

use super::{
    atoms::AtomSet,
    candidate::{Candidate, Shape},
    context::Context,
};
use rustc_hash::{FxHashMap, FxHasher};
use std::{
    cmp::Reverse,
    hash::{Hash, Hasher},
    mem::discriminant,
};
use xfold_solve::GroundRule;

/// A ground instance of a candidate. Fixed literals are left out, since they hold.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Instance {
    /// The candidate, by number.
    pub(super) rule: usize,
    /// The atoms of the head.
    pub(super) head: Vec<u32>,
    /// The atoms of the body, shifted by one; negative ones with `not`.
    pub(super) body: Vec<i32>,
}

impl Instance {
    /// What it says, whatever rule it comes from.
    fn text(&self) -> (&[u32], &[i32]) {
        (&self.head, &self.body)
    }

    pub(super) fn body_holds(&self, model: &AtomSet) -> bool {
        self.body.iter().all(|&literal| holds(literal, model))
    }
}

/// Whether a shifted literal holds.
pub(super) fn holds(literal: i32, model: &AtomSet) -> bool {
    model.contains(literal.unsigned_abs() - 1) == (literal > 0)
}

/// The pool without rules that are the same as others in all contexts, or nothing, once they are ground: of each kind the
/// cheapest, then the constraint with most variables, then the first.
pub(super) fn distinct(
    pool: Vec<Candidate>,
    instances: &[Vec<Instance>],
) -> (Vec<Candidate>, Vec<Vec<Instance>>) {
    let ground = |rule: usize| instances.iter().map(move |all| of_rule(all, rule));
    let mut kinds: FxHashMap<u64, Vec<usize>> = FxHashMap::default();
    for (rule, candidate) in pool.iter().enumerate() {
        if ground(rule).all(<[Instance]>::is_empty) {
            continue;
        }
        let mut hasher = FxHasher::default();
        ground(rule).for_each(|same| same.iter().for_each(|instance| instance.text().hash(&mut hasher)));
        let is_same = |&other: &usize| {
            let kept = &pool[other];
            let is_alike = discriminant(&kept.head.shape) == discriminant(&candidate.head.shape)
                && (kept.low, kept.high) == (candidate.low, candidate.high)
                && kept.intermediate == candidate.intermediate;
            is_alike
                && ground(rule).zip(ground(other)).all(|(some, others)| {
                    some.len() == others.len() && some.iter().zip(others).all(|(a, b)| a.text() == b.text())
                })
        };
        let known = kinds.entry(hasher.finish()).or_default();
        let rank = |candidate: &Candidate| {
            let is_constraint = candidate.head.shape == Shape::Constraint;
            (candidate.cost, Reverse(if is_constraint { candidate.types.len() } else { 0 }))
        };
        match known.iter_mut().find(|other| is_same(other)) {
            Some(other) if rank(candidate) < rank(&pool[*other]) => *other = rule,
            Some(_) => {}
            None => known.push(rule),
        }
    }
    let mut kept: Vec<usize> = kinds.into_values().flatten().collect();
    kept.sort_unstable();
    let instances = instances.iter().map(|all| {
        let of_kept = kept.iter().enumerate().flat_map(|(rule, &before)| {
            of_rule(all, before).iter().map(move |instance| Instance { rule, ..instance.clone() })
        });
        of_kept.collect()
    });
    let instances = instances.collect();
    let mut is_kept = vec![false; pool.len()];
    kept.iter().for_each(|&rule| is_kept[rule] = true);
    let pool =
        pool.into_iter().zip(is_kept).filter_map(|(candidate, kept)| kept.then_some(candidate)).collect();
    (pool, instances)
}

/// The instances of a candidate, among those of all in their order.
fn of_rule(instances: &[Instance], rule: usize) -> &[Instance] {
    let start = instances.partition_point(|instance| instance.rule < rule);
    let end = start + instances[start..].partition_point(|instance| instance.rule == rule);
    &instances[start..end]
}

/// The instances of chosen candidates, among those of all in their order.
pub(super) fn of_rules<'i>(instances: &'i [Instance], rules: &[usize]) -> Vec<&'i Instance> {
    let mut found = Vec::new();
    rules.iter().for_each(|&rule| found.extend(of_rule(instances, rule)));
    found
}

/// The candidates of which an interpretation violates an instance.
pub(super) fn violated(instances: &[Instance], pool: &[Candidate], model: &AtomSet) -> Vec<usize> {
    let mut found: Vec<usize> = Vec::new();
    for instance in instances {
        if found.last() == Some(&instance.rule) || !instance.body_holds(model) {
            continue;
        }
        let candidate = &pool[instance.rule];
        let n_true = instance.head.iter().filter(|&&atom| model.contains(atom)).count();
        let is_violated = match &candidate.head.shape {
            Shape::Constraint => true,
            Shape::Normal(_) => n_true == 0,
            Shape::Choice(_) => n_true < candidate.low || n_true > candidate.high,
        };
        if is_violated {
            found.push(instance.rule);
        }
    }
    found
}

/// The atoms of an interpretation that ground rules and the instances of chosen candidates derive, each by what was
/// derived before or is given; `not` is read in the interpretation.
pub(super) fn founded(
    context: &Context,
    instances: &[Instance],
    chosen: &[usize],
    given: &[u32],
    model: &AtomSet,
) -> AtomSet {
    let mut derived = AtomSet::with_capacity(context.atoms.len());
    context.facts.iter().chain(given.iter().copied()).for_each(|atom| {
        derived.insert(atom);
    });
    let chosen: Vec<&Instance> =
        of_rules(instances, chosen).into_iter().filter(|instance| instance.body_holds(model)).collect();
    let rules: Vec<&GroundRule> =
        context.rules.iter().filter(|rule| body_holds(rule, |literal| holds(literal, model))).collect();
    loop {
        let mut changed = false;
        for rule in &rules {
            if is_supported(rule, model, &derived) {
                for &atom in rule.head.iter().filter(|&&atom| model.contains(atom)) {
                    changed |= derived.insert(atom);
                }
            }
        }
        for instance in &chosen {
            let is_supported = instance.body.iter().all(|&l| l < 0 || derived.contains(l as u32 - 1));
            if is_supported {
                for &atom in instance.head.iter().filter(|&&atom| model.contains(atom)) {
                    changed |= derived.insert(atom);
                }
            }
        }
        if !changed {
            return derived;
        }
    }
}

/// Whether the body of a ground rule holds, if these literals do.
fn body_holds(rule: &GroundRule, holds: impl Fn(i32) -> bool) -> bool {
    match &rule.weights {
        None => rule.body.iter().all(|&literal| holds(literal)),
        Some((bound, weights)) => {
            let held = rule.body.iter().zip(weights).filter(|(literal, _)| holds(**literal));
            held.map(|(_, weight)| i64::from(*weight)).sum::<i64>() >= i64::from(*bound)
        }
    }
}

fn is_supported(rule: &GroundRule, model: &AtomSet, derived: &AtomSet) -> bool {
    body_holds(
        rule,
        |literal| {
            if literal > 0 { derived.contains(literal as u32 - 1) } else { holds(literal, model) }
        },
    )
}
