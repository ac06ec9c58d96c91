//! Active examples: where there are many contexts, the search learns from a few examples, checks the others, and takes in
//! those that fail.

use super::{
    Attempt, ExactSearch, Reach,
    relax::{Reading, observed, read_by_listed},
};
use crate::{error::Result, tuning::Heuristic};
use rustc_hash::FxHashSet;
use std::cmp::Reverse;
use xfold_asp::{symbols::Signature, syntax::Rule};
use xfold_solve::{Query, assumptions};

/// From more contexts on, some examples are learned from and the others checked. Somewhat arbitrary: fewer contexts are
/// quickly ground together.
pub(super) const MANY_CONTEXTS: usize = 8;
/// How many examples are learned from at first, where there are many. Somewhat arbitrary: few, so that the first
/// attempt is quick.
const FIRST_ACTIVE: usize = 4;

impl ExactSearch<'_> {
    /// Learns from some examples, checks the others, and takes in those that fail, until none does.
    pub(super) fn learn_actively(&mut self, all: &[usize], reach: Reach) -> Result<Option<Attempt>> {
        let mut active = self.first_active(all);
        loop {
            active.sort_unstable();
            let Some(attempt) = self.attempt(&active, reach, Reading::Open)? else {
                return Ok(None);
            };
            let Some(found) = &attempt.found else { return Ok(Some(attempt)) };
            if active.len() == all.len() {
                return Ok(Some(attempt));
            }
            let others: Vec<usize> = all.iter().copied().filter(|e| !active.contains(e)).collect();
            let failing = self.failing(&found.rules, &others, active.len())?;
            if failing.is_empty() {
                return Ok(Some(attempt));
            }
            active.extend(failing);
            self.active.clone_from(&active);
        }
    }

    /// The examples that are learned from at first: where there are many contexts, those with the longest ones, and all
    /// that failed before. What may be lost cannot be left out, as its penalty is part of the cost.
    fn first_active(&self, all: &[usize]) -> Vec<usize> {
        let all_hard = self.task.examples.iter().all(|example| example.penalty.is_none());
        let size = |example: usize| self.task.examples[example].context.len();
        let is_large = all.iter().any(|&example| size(example) > 0);
        let is_spread = self.n_contexts() > MANY_CONTEXTS && is_large;
        let has_variables = self.is_relational() || !self.task.space.listed.is_empty();
        if !self.tuning.has(Heuristic::Active) || !all_hard || !is_spread || !has_variables {
            return all.to_vec();
        }
        if !self.active.is_empty() {
            return self.active.clone();
        }
        let mut by_size = all.to_vec();
        by_size.sort_by_key(|&example| (Reverse(size(example)), example));
        by_size.truncate(FIRST_ACTIVE);
        by_size
    }

    pub(super) fn n_contexts(&self) -> usize {
        self.contexts.iter().collect::<FxHashSet<_>>().len()
    }

    /// Whether literals have variables.
    fn is_relational(&self) -> bool {
        self.space.schemas().any(|schema| schema.variable_types().next().is_some())
    }

    /// The first examples that a program fails on.
    fn failing(&mut self, rules: &[Rule], examples: &[usize], most: usize) -> Result<Vec<usize>> {
        let program: String = rules.iter().map(|rule| format!("{rule}\n")).collect();
        let mut failing = Vec::new();
        for &number in examples {
            let example = &self.task.examples[number];
            let needed: Vec<Signature> =
                observed(example).chain(self.space.signatures()).chain(read_by_listed(self.task)).collect();
            let mut input =
                self.task.background.input(&self.task.sources, &self.symbols, &example.context, &needed);
            input.push(&program, None);
            let mut ground = self.solver.ground(&input, &self.limits)?;
            let assumptions = assumptions(&example.inclusions, &example.exclusions, &self.symbols);
            let query = Query { most: 1, assumptions, show: Some(vec![]), ..Query::default() };
            let is_extended = !ground.solve(&query, &mut self.symbols, &self.limits)?.models.is_empty();
            if is_extended != example.positive {
                failing.push(number);
                if failing.len() == most {
                    break;
                }
            }
        }
        Ok(failing)
    }
}
