//! Ground programs for the solver, rule by rule: a context with the instances of the pool, each switched by an atom.

use super::{
    candidate::{Candidate, Shape},
    context::{Context, LISTED, VIOLATED},
    instance::Instance,
};
use rustc_hash::FxHashMap;
use xfold_asp::symbols::Symbol;
use xfold_solve::GroundRule;

/// A rule with one atom as its head.
pub(super) fn normal(head: u32, body: Vec<i32>) -> GroundRule {
    GroundRule { choice: false, head: vec![head], body, weights: None }
}

pub(super) fn constraint(body: Vec<i32>) -> GroundRule {
    GroundRule { choice: false, head: vec![], body, weights: None }
}

/// Atoms that may hold or not.
pub(super) fn choice(head: Vec<u32>, body: Vec<i32>) -> GroundRule {
    GroundRule { choice: true, head, body, weights: None }
}

/// An atom that holds if the weights of true literals sum up to a bound; a constraint without an atom.
pub(super) fn sum(head: Option<u32>, bound: i32, body: Vec<i32>, weights: Vec<i32>) -> GroundRule {
    GroundRule { choice: false, head: head.into_iter().collect(), body, weights: Some((bound, weights)) }
}

/// The numbers of atoms in the solver.
pub(super) struct Numbers<'n> {
    /// Of a context's atoms.
    pub(super) atoms: &'n [u32],
    /// Of the switches of candidates.
    pub(super) active: &'n [u32],
    /// Of the switches of listed rules, by their numbers as terms, if the context's own are not to be free.
    pub(super) listed: Option<&'n FxHashMap<Symbol, u32>>,
    /// A literal that has to hold for anything to count. Constraints alone are not enough: rules may have no stable model
    /// either, as `p :- not p`.
    pub(super) guard: Option<i32>,
}

/// How many atoms beside those of the context its rules may need.
pub(super) fn n_helpers(context: &Context, instances: &[&Instance], pool: &[Candidate]) -> usize {
    let choices = instances.iter().filter(|i| matches!(pool[i.rule].head.shape, Shape::Choice(_))).count();
    let sums = context.rules.iter().filter(|rule| rule.weights.is_some()).count();
    2 * choices + sums
}

/// The rules of a context and of instances of the pool. `helpers` are new atoms, as many as [`n_helpers`] says.
pub(super) fn rules(
    context: &Context,
    instances: &[&Instance],
    pool: &[Candidate],
    numbers: &Numbers<'_>,
    helpers: &[u32],
) -> Vec<GroundRule> {
    let mut helpers = helpers.iter().copied();
    let mut rules = rules_of_context(context, numbers, &mut helpers);
    for instance in instances {
        add_instance(&mut rules, instance, &pool[instance.rule], numbers, &mut helpers);
    }
    rules
}

impl Numbers<'_> {
    /// A literal of the context, which is shifted by one, in the solver.
    fn literal(&self, literal: i32) -> i32 {
        self.atoms[literal.unsigned_abs() as usize - 1] as i32 * literal.signum()
    }
}

/// The next new atom.
fn helper(helpers: &mut dyn Iterator<Item = u32>) -> u32 {
    helpers.next().expect("they were counted")
}

/// Facts and rules of a context.
fn rules_of_context(
    context: &Context,
    numbers: &Numbers<'_>,
    helpers: &mut dyn Iterator<Item = u32>,
) -> Vec<GroundRule> {
    let facts = context.facts.iter().map(|fact| normal(numbers.atoms[fact as usize], vec![]));
    let mut rules: Vec<GroundRule> = facts.collect();
    if let Some(listed) = numbers.listed {
        for (atom, (_, args)) in context.atoms.iter().enumerate().filter(|(_, it)| it.0.name == LISTED) {
            rules.push(normal(numbers.atoms[atom], vec![listed[&args[0]] as i32]));
        }
    }
    let is_of_listed = |&atom: &u32| {
        let name = context.atoms.get(atom as usize).map(|(signature, _)| signature.name.as_str());
        matches!(name, Some(LISTED | VIOLATED))
    };
    for rule in &context.rules {
        if numbers.listed.is_some() && rule.head.iter().any(is_of_listed) {
            continue;
        }
        let mut moved = GroundRule {
            head: rule.head.iter().map(|&atom| numbers.atoms[atom as usize]).collect(),
            body: rule.body.iter().map(|&l| numbers.literal(l)).collect(),
            ..rule.clone()
        };
        match numbers.guard {
            Some(guard) if rule.weights.is_some() => {
                let sum = helper(helpers);
                let head = std::mem::replace(&mut moved.head, vec![sum]);
                let choice = std::mem::replace(&mut moved.choice, false);
                rules.push(GroundRule { choice, head, body: vec![sum as i32, guard], weights: None });
            }
            Some(guard) => moved.body.push(guard),
            None => {}
        }
        rules.push(moved);
    }
    rules
}

/// Adds an instance of a candidate; the bounds of a choice become constraints on sums.
fn add_instance(
    rules: &mut Vec<GroundRule>,
    instance: &Instance,
    candidate: &Candidate,
    numbers: &Numbers<'_>,
    helpers: &mut dyn Iterator<Item = u32>,
) {
    let head: Vec<u32> = instance.head.iter().map(|&atom| numbers.atoms[atom as usize]).collect();
    let mut body: Vec<i32> = instance.body.iter().map(|&l| numbers.literal(l)).collect();
    body.push(numbers.active[instance.rule] as i32);
    body.extend(numbers.guard);
    match &candidate.head.shape {
        Shape::Constraint => rules.push(constraint(body)),
        Shape::Normal(_) => rules.push(GroundRule { choice: false, head, body, weights: None }),
        Shape::Choice(_) => {
            let count = |bound: usize, atom: u32| {
                let atoms = head.iter().map(|&atom| atom as i32).collect();
                sum(Some(atom), bound as i32, atoms, vec![1; head.len()])
            };
            let with = |literal: i32| constraint(body.iter().copied().chain([literal]).collect());
            if candidate.low > 0 {
                let enough = helper(helpers);
                rules.extend([count(candidate.low, enough), with(-(enough as i32))]);
            }
            if candidate.high < head.len() {
                let too_many = helper(helpers);
                rules.extend([count(candidate.high + 1, too_many), with(too_many as i32)]);
            }
            rules.push(choice(head, body));
        }
    }
}
