//! Ground programs for the solver, rule by rule: a context with the instances of the pool, each switched by an atom.

use super::{
    generate::Candidate,
    instances::Instance,
    relax::{Context, LISTED, VIOLATED},
    tensor::Shape,
};
use rustc_hash::FxHashMap;
use xfold_asp::symbols::Symbol;
use xfold_solve::GroundRule;

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
    let mut helper = move || helpers.next().expect("they were counted");
    let literal = |literal: i32| {
        let number = numbers.atoms[literal.unsigned_abs() as usize - 1] as i32;
        if literal < 0 { -number } else { number }
    };
    let plain = |head: Vec<u32>, body: Vec<i32>| GroundRule { choice: false, head, body, weights: None };
    let mut rules: Vec<GroundRule> =
        context.facts.iter().map(|fact| plain(vec![numbers.atoms[fact as usize]], vec![])).collect();
    let name = |atom: u32| context.atoms.get(atom as usize).map(|(signature, _)| signature.name.as_str());
    for (atom, (signature, args)) in context.atoms.iter().enumerate() {
        if let (Some(listed), true) = (numbers.listed, signature.name == LISTED) {
            rules.push(plain(vec![numbers.atoms[atom]], vec![listed[&args[0]] as i32]));
        }
    }
    for rule in &context.rules {
        let is_switch = rule.head.iter().any(|&atom| name(atom) == Some(LISTED));
        let tells_violation = rule.head.iter().any(|&atom| name(atom) == Some(VIOLATED));
        if numbers.listed.is_some() && (is_switch || tells_violation) {
            continue;
        }
        let mut moved = GroundRule {
            head: rule.head.iter().map(|&atom| numbers.atoms[atom as usize]).collect(),
            body: rule.body.iter().map(|&l| literal(l)).collect(),
            ..rule.clone()
        };
        match numbers.guard {
            Some(guard) if rule.weights.is_some() => {
                let sum = helper();
                let head = std::mem::replace(&mut moved.head, vec![sum]);
                let choice = std::mem::replace(&mut moved.choice, false);
                rules.push(GroundRule { choice, head, body: vec![sum as i32, guard], weights: None });
            }
            Some(guard) => moved.body.push(guard),
            None => {}
        }
        rules.push(moved);
    }
    for instance in instances {
        let candidate = &pool[instance.rule];
        let head: Vec<u32> = instance.head.iter().map(|&atom| numbers.atoms[atom as usize]).collect();
        let mut body: Vec<i32> = instance.body.iter().map(|&l| literal(l)).collect();
        body.push(numbers.active[instance.rule] as i32);
        body.extend(numbers.guard);
        match &candidate.head.shape {
            Shape::Constraint => rules.push(plain(vec![], body)),
            Shape::Normal(_) => rules.push(plain(head, body)),
            Shape::Choice(_) => {
                let count = |bound: usize, sum: u32| GroundRule {
                    choice: false,
                    head: vec![sum],
                    body: head.iter().map(|&atom| atom as i32).collect(),
                    weights: Some((bound as i32, vec![1; head.len()])),
                };
                if candidate.low > 0 {
                    let enough = helper();
                    rules.push(count(candidate.low, enough));
                    let mut body = body.clone();
                    body.push(-(enough as i32));
                    rules.push(plain(vec![], body));
                }
                if candidate.high < head.len() {
                    let too_many = helper();
                    rules.push(count(candidate.high + 1, too_many));
                    let mut body = body.clone();
                    body.push(too_many as i32);
                    rules.push(plain(vec![], body));
                }
                rules.push(GroundRule { choice: true, head, body, weights: None });
            }
        }
    }
    rules
}
