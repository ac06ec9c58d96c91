//! What kind of task it is: a set cover, queries over one set of facts, or one whose rules depend on each other. The kind
//! decides how [`super::generate`], [`super::cover`] or [`super::query`] makes its rules.

use super::{
    Search,
    cost::Costs,
    literals,
    relax::{Reading, Relaxed},
};
use crate::error::Result;
use rustc_hash::FxHashSet;
use xfold_asp::symbols::Signature;

impl Search<'_> {
    /// Predicates that depend on what is learned, or that rules derive which are no facts.
    pub(super) fn dependent(&self, relaxed: &Relaxed) -> FxHashSet<Signature> {
        let contexts = self.task.examples.iter().flat_map(|example| &example.context);
        let mut dependent = self.task.background.dependents(contexts, self.targets.iter().cloned());
        for context in &relaxed.contexts {
            for &atom in context.rules.iter().flat_map(|rule| &rule.head) {
                if let Some((signature, _)) = context.atoms.get(atom as usize)
                    && !dependent.contains(signature)
                {
                    dependent.insert(signature.clone());
                }
            }
        }
        let contexts = self.task.examples.iter().flat_map(|example| &example.context);
        self.task.background.dependents(contexts, dependent)
    }

    /// Whether the task is a set cover: nothing is forbidden but by examples that are positive, or can be read like
    /// that, and nothing that is learned is read.
    pub(super) fn is_cover(&self, relaxed: &mut Relaxed, dependent: &FxHashSet<Signature>) -> bool {
        let fixed = |schema: &literals::Schema| {
            schema.signature.as_ref().is_none_or(|signature| !dependent.contains(signature))
        };
        relaxed.contexts.iter().all(|context| context.simple)
            && self.language.choices.is_empty()
            && self.task.space.listed.is_empty()
            && self.language.body.iter().all(fixed)
            && relaxed.absorb_negatives()
    }

    /// Whether the rules of the task are queries.
    pub(super) fn asks_for_queries(&mut self) -> Result<bool> {
        let has_one_context = self.contexts.iter().all(|&context| context == 0);
        if !has_one_context || !self.read.is_empty() || !self.language.choices.is_empty() {
            return Ok(false);
        }
        let all: Vec<usize> = (0..self.task.examples.len()).collect();
        let Some(mut relaxed) = self.relaxed(&all, Reading::Open)? else { return Ok(false) };
        let costs = Costs::new(self.task, &self.language, &self.symbols, &self.limits);
        let dependent = self.dependent(&relaxed);
        Ok(relaxed.impossible.is_empty()
            && self.is_cover(&mut relaxed, &dependent)
            && self.is_query(&relaxed, &costs))
    }

    /// Whether rules are queries: all that is wanted is wanted of the same facts.
    pub(super) fn is_query(&self, relaxed: &Relaxed, costs: &Costs<'_>) -> bool {
        let is_hard = relaxed.worlds.iter().all(|world| world.penalty.is_none());
        let is_plain = costs.grows() && !costs.forbids && self.task.space.final_bias.is_empty();
        relaxed.contexts.len() == 1 && is_hard && is_plain && !self.is_critical(costs)
    }

    /// Whether rules derive the same whatever else is learned, so that what is certain of an example's target atoms are
    /// labels. The cheapest cover of the labels is then the cheapest hypothesis, if all that it does not give up holds.
    pub(super) fn is_labelled(&self, relaxed: &Relaxed, dependent: &FxHashSet<Signature>) -> bool {
        let fixed = |schema: &literals::Schema| {
            schema.signature.as_ref().is_none_or(|signature| !dependent.contains(signature))
        };
        relaxed.worlds.iter().all(|world| world.positive)
            && self.language.choices.is_empty()
            && self.task.space.listed.is_empty()
            && self.language.body.iter().all(fixed)
    }

    /// Whether bodies have only the variables of their heads, so that critical sets can be used.
    pub(super) fn is_critical(&self, costs: &Costs<'_>) -> bool {
        let variables = |schema: &literals::Schema| {
            let is_variable =
                |slot: &&(crate::task::space::Holder, usize)| slot.0 == crate::task::space::Holder::Variable;
            schema.slots.iter().filter(is_variable).map(|slot| slot.1).collect::<Vec<_>>()
        };
        let only_head = self.language.heads.iter().all(|head| {
            let of_head = variables(head);
            let bound = of_head.iter().all(|&of_type| self.language.is_bound_by_type(of_type));
            let full = of_head.len() >= self.language.max_variables
                || self.language.body.iter().all(|schema| variables(schema).is_empty());
            bound && full
        });
        only_head && costs.grows() && !costs.forbids
    }
}
