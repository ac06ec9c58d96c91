//! The choice: the cheapest subset of a pool of candidates that satisfies the examples, exact for the pool.
//!
//! - [`cover`], for set covers: what a rule does to the examples ([`effects`]) is known in advance. By branching
//!   ([`branch`]) where few rules are enough, else greedily ([`greedy`]) for a first bound.
//! - [`general`], for rules that depend on each other: bounds by multipliers ([`lagrange`]) leave rules out.
//!
//! In the end both ask the master problem ([`master`]), a program whose optimum is a choice. For general tasks
//! each example that fails adds a condition that a better choice has to fulfil ([`refute`]).

mod branch;
mod cover;
pub(super) mod effects;
mod final_bias;
mod general;
mod greedy;
mod lagrange;
mod master;
mod refute;

use super::{candidate::Candidate, instance::Instance, problem::Problem};
use crate::error::Result;

/// What a choice is made from.
pub(super) enum Pool {
    /// The candidates of a set cover.
    Cover(Vec<Candidate>),
    /// Candidates with their instances, by context.
    General(Vec<Candidate>, Vec<Vec<Instance>>),
}

/// The cheapest rules of a pool.
#[derive(Debug, Clone)]
pub(super) struct Cheapest {
    /// Candidates, then listed rules, by number.
    pub(super) rules: Vec<usize>,
    /// What rules and lost examples cost.
    pub(super) cost: u64,
    /// Nothing is cheaper.
    pub(super) is_proved: bool,
    /// How often the solver was asked.
    pub(super) n_calls: usize,
}

/// What was chosen, and from what.
pub(super) struct Chosen {
    /// The candidates that were left to choose from.
    pub(super) pool: Vec<Candidate>,
    /// None if no choice costs less than the bound of the problem. An error does not make `lower` less true.
    pub(super) cheapest: Result<Option<Cheapest>>,
    /// No choice costs less.
    pub(super) lower: u64,
}

/// Chooses the cheapest rules of a pool. What is found before long work is announced, with its cost.
pub(super) fn cheapest(
    problem: &Problem<'_>,
    pool: Pool,
    announce: &mut dyn FnMut(&[Candidate], u64),
) -> Result<Chosen> {
    match pool {
        Pool::Cover(pool) => cover::cheapest(problem, pool, announce),
        Pool::General(pool, instances) => general::cheapest(problem, pool, instances),
    }
}

#[cfg(test)]
mod tests {
    use super::{Chosen, Pool, cheapest};
    use crate::exact::{
        generate::levels, instance::distinct, instantiate::instances, print, problem::Problem,
        sample::with_problem,
    };

    /// The rules of a choice, printed, and what it costs.
    fn printed(chosen: Chosen, problem: &Problem<'_>) -> (Vec<String>, u64) {
        let best = chosen.cheapest.expect("there are no limits").expect("there is a solution");
        let rule = |&rule: &usize| print::rule(&chosen.pool[rule], problem).to_string();
        (best.rules.iter().map(rule).collect(), best.cost)
    }

    /// The cheapest choice as a cover, and as for general tasks.
    fn both(text: &str) -> [(Vec<String>, u64); 2] {
        with_problem(text, 2, |problem| {
            let pool = levels::candidates(problem).expect("there are no limits").rules;
            let all = instances(problem, &pool).expect("there are no limits").expect("they are few");
            let (general, instances) = distinct(pool.clone(), &all);
            [Pool::Cover(pool), Pool::General(general, instances)].map(|pool| {
                printed(cheapest(problem, pool, &mut |_, _| {}).expect("there are no limits"), problem)
            })
        })
    }

    const MODES: &str = "#modeh(p). #modeb(a, (positive)). #modeb(b, (positive)). #modeb(c, (positive)).";

    #[test]
    fn one_rule_for_all_is_cheaper_than_one_for_each() {
        let task =
            format!("{MODES} #pos({{p}}, {{}}, {{a. c.}}). #pos({{p}}, {{}}, {{b. c.}}). #pos({{}}, {{p}}).");
        assert_eq!(both(&task), [(vec!["p :- c.".to_owned()], 2), (vec!["p :- c.".to_owned()], 2)]);
    }

    #[test]
    fn an_example_is_lost_if_that_is_cheaper_than_a_rule() {
        let task = format!(
            "{MODES} #pos(a@9, {{p}}, {{}}, {{a.}}). #pos(b@1, {{p}}, {{}}, {{b.}}). #pos(c@9, {{}}, {{p}}, {{c.}})."
        );
        assert_eq!(both(&task), [(vec!["p :- a.".to_owned()], 3), (vec!["p :- a.".to_owned()], 3)]);
    }
}
