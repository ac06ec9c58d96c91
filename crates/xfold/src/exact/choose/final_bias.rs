//! What `#final_bias` costs, as a part of the master problem.

use super::master::Master;
use crate::{
    error::Result,
    exact::{ground::normal, problem::Problem},
};
use xfold_asp::symbols::{Symbol, Symbols};
use xfold_solve::{GroundRule, Input, Keep};

impl Master<'_> {
    /// The program of `#final_bias`, with a choice for each term that some rule has. None if it says nothing.
    fn bias_text(&self) -> Option<String> {
        let bias = &self.problem.task.space.final_bias;
        let mut terms: Vec<&String> = self.pool.iter().flat_map(|rule| &rule.intermediate).collect();
        terms.sort();
        terms.dedup();
        if bias.is_empty() || terms.is_empty() {
            return None;
        }
        let choices = terms.iter().map(|term| format!("{{ intermediate({term}) }}.\n"));
        Some(choices.chain(bias.iter().map(|(bias, _)| format!("{bias}\n"))).collect())
    }

    /// Adds what `#final_bias` costs: once for each term that some chosen rule has.
    pub(super) fn add_final_bias(&mut self, symbols: &mut Symbols) -> Result<()> {
        let Some(text) = self.bias_text() else { return Ok(()) };
        let mut input = Input::new();
        input.push(&text, None);
        let Problem { solver, limits, .. } = *self.problem;
        let ground = solver.ground_and_keep(&input, Keep::Rules, limits)?.take_rules(symbols, limits)?;
        let highest = ground
            .rules
            .iter()
            .flat_map(|rule| rule.head.iter().copied().chain(rule.body.iter().map(|l| l.unsigned_abs())))
            .chain(ground.numbers.iter().map(|(number, _)| *number))
            .max()
            .unwrap_or(0) as usize;
        let groups = ground.atoms.groups().iter();
        let named =
            groups.flat_map(|group| group.rows().map(|row| (group.signature.name.clone(), row.to_vec())));
        let named: Vec<(_, Vec<Symbol>, u32)> =
            named.zip(&ground.numbers).map(|((name, row), (number, _))| (name, row, *number)).collect();
        let (pool, active) = (self.pool, &self.active);
        let mut terms_cost = Vec::new();
        self.program.extend(highest + 1, |atoms| {
            let of = |number: u32| atoms[number as usize];
            let moved = |rule: &GroundRule| GroundRule {
                head: rule.head.iter().map(|&atom| of(atom)).collect(),
                body: rule.body.iter().map(|&l| of(l.unsigned_abs()) as i32 * l.signum()).collect(),
                ..rule.clone()
            };
            let is_term = |rule: &&GroundRule| {
                rule.choice
                    && named.iter().any(|(name, _, number)| name == "intermediate" && rule.head == [*number])
            };
            let mut rules: Vec<GroundRule> =
                ground.rules.iter().filter(|rule| !is_term(rule)).map(moved).collect();
            let mut costs = Vec::new();
            for (name, row, number) in &named {
                if name == "intermediate" {
                    let term = symbols.display(row[0]).to_string();
                    for (rule, candidate) in pool.iter().enumerate() {
                        if candidate.intermediate.contains(&term) {
                            rules.push(normal(of(*number), vec![active[rule] as i32]));
                        }
                    }
                } else if name == "penalty" && row.len() == 2 {
                    let weight = symbols.as_number(row[0]).unwrap_or(0);
                    costs.push((of(*number) as i32, weight));
                }
            }
            terms_cost.clone_from(&costs);
            (rules, costs)
        })?;
        self.prices.extend(terms_cost);
        Ok(())
    }
}
