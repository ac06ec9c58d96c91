//! A rule of the space under construction: its head, and with a body and a price a candidate for the choice.

use super::rule_space::{Lit, RuleSpace, TypeId};
use std::rc::Rc;

/// The head of a rule.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Shape {
    /// No head.
    Constraint,
    /// A normal rule: its literal counts among the space's heads.
    Normal(Lit),
    /// A choice: its literals count among the space's choices.
    Choice(Vec<Lit>),
}

/// A head with the types of its variables.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Head {
    pub(super) shape: Shape,
    pub(super) types: Vec<TypeId>,
}

/// Every head of a normal rule.
pub(super) fn normal_heads(space: &RuleSpace) -> Vec<Head> {
    let mut heads = Vec::new();
    for (number, schema) in space.heads.iter().enumerate() {
        space.literals(schema, number, &[], &mut |lit, types| {
            heads.push(Head { shape: Shape::Normal(lit), types: types.to_vec() });
        });
    }
    heads
}

/// What is known of a rule's price.
pub(super) struct Price {
    pub(super) cost: u64,
    /// Terms that `#final_bias` counts once for all rules.
    pub(super) intermediate: Vec<String>,
}

/// A rule that may be chosen.
#[derive(Debug, Clone)]
pub(super) struct Candidate {
    pub(super) head: Rc<Head>,
    /// The bounds of a choice.
    pub(super) low: usize,
    pub(super) high: usize,
    pub(super) body: Vec<Lit>,
    /// The types of all variables.
    pub(super) types: Vec<TypeId>,
    pub(super) cost: u64,
    /// Terms that `#final_bias` counts once for all rules.
    pub(super) intermediate: Vec<String>,
    /// With a fixed body: which instances of the head it derives, by world.
    pub(super) derived: Option<Rc<[u64]>>,
}

/// What a generator gives.
#[derive(Default)]
pub(super) struct Candidates {
    pub(super) rules: Vec<Candidate>,
    /// How many bodies were tested.
    pub(super) n_bodies: usize,
    /// Some part of the space was not looked at.
    pub(super) is_cut: bool,
    /// Longer bodies may give more rules.
    pub(super) is_deep: bool,
    /// Of queries: the length up to which no body is missing that could be part of something cheaper.
    pub(super) complete: Option<usize>,
}
