//! What each rule does: how many instances it derives in stable models that agree with the positive examples, by label.

use super::{
    body::{Body, BodySearch, Budget, Order},
    program::ProgramIndex,
    world::{Bindings, GroundAtom, WorldIndex, ground_atoms},
};
use crate::{
    check::RulesText,
    error::{Error, Result},
    task::{Example, Task},
};
use rustc_hash::FxHashSet;
use serde::Serialize;
use xfold_asp::{
    symbols::{Atoms, Signature, Symbols},
    syntax::Head,
};
use xfold_solve::{Limits, Query, Solver, assumptions};

/// Examples that are looked at.
const MOST_EXAMPLES: usize = 50;
/// Steps of joins for one rule in one stable model.
const MOST_STEPS: u64 = 2_000_000;

/// What a rule derives.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RuleSupport {
    /// The rule.
    pub rule: String,
    /// Instances that it derives and an example wants.
    pub positive: u64,
    /// Instances that it derives and an example does not want.
    pub negative: u64,
    /// Other instances that it derives.
    pub other: u64,
}

/// What the rules derive, summed over one stable model for each positive example, up to fifty of them. `closed` are the
/// predicates of which whatever an example does not want is unwanted. Rules without an atom in the head are left out, and
/// none are counted if a stable model is missing.
pub(crate) fn rule_support(
    task: &Task,
    rules: &RulesText<'_>,
    closed: &[Signature],
    solver: &dyn Solver,
    limits: &Limits,
) -> Result<Vec<RuleSupport>> {
    let mut all: Vec<RuleSupport> = Vec::new();
    for example in task.examples.iter().filter(|example| example.positive).take(MOST_EXAMPLES) {
        let Some((model, symbols)) = agreeing(task, rules, example, solver, limits)? else { continue };
        let world = WorldIndex::new(&model, &symbols);
        let program = ProgramIndex::new(&task.background.facts, rules.statements.iter(), &task.sources);
        let [wanted, excluded]: [FxHashSet<GroundAtom>; 2] =
            [&example.inclusions, &example.exclusions].map(|atoms| ground_atoms(atoms).collect());
        let mut number = 0;
        for (rule, own) in program.rules.iter().enumerate() {
            if !matches!(own.rule.head, Head::Atom(_)) || own.rule.body.is_empty() {
                continue;
            }
            if all.len() == number {
                all.push(RuleSupport { rule: own.text.clone(), positive: 0, negative: 0, other: 0 });
            }
            let support = &mut all[number];
            for atom in derived(&program, rule, &world, limits) {
                if wanted.contains(&atom) {
                    support.positive += 1;
                } else if excluded.contains(&atom) || closed.contains(&atom.0) {
                    support.negative += 1;
                } else {
                    support.other += 1;
                }
            }
            // Counts that a limit has cut short would be wrong.
            if let Some(limit) = limits.reached() {
                return Err(Error::Limit(limit));
            }
            number += 1;
        }
    }
    Ok(all)
}

/// A stable model of background, rules and context that has what an example wants and nothing that it excludes.
fn agreeing(
    task: &Task,
    rules: &RulesText<'_>,
    example: &Example,
    solver: &dyn Solver,
    limits: &Limits,
) -> Result<Option<(Atoms, Symbols)>> {
    let mut needed: Vec<Signature> = rules.signatures().collect();
    needed.sort();
    needed.dedup();
    let mut symbols = task.symbols.clone();
    let mut input = task.background.input(&task.sources, &symbols, &example.context, &needed);
    input.push(rules.text, rules.origin);
    let assumptions = assumptions(&example.inclusions, &example.exclusions, &task.symbols);
    let mut grounded = solver.ground(&input, limits)?;
    let query = |assumptions| Query { most: 1, assumptions, show: Some(needed.clone()), ..Query::default() };
    let mut answer = grounded.solve(&query(assumptions), &mut symbols, limits)?;
    if answer.models.is_empty() {
        // Where labels are wrong, no stable model agrees; any tells what the rules do.
        answer = grounded.solve(&query(Vec::new()), &mut symbols, limits)?;
    }
    Ok(answer.models.into_iter().next().map(|model| (model.atoms, symbols)))
}

/// The instances of a rule's head whose body holds.
fn derived(
    program: &ProgramIndex<'_>,
    rule: usize,
    world: &WorldIndex,
    limits: &Limits,
) -> FxHashSet<GroundAtom> {
    let derivation = program.derivation(rule, 0);
    let budget = Budget::new(MOST_STEPS, limits);
    let search = BodySearch { world, order: Order::Cheapest, budget: &budget };
    let mut found: FxHashSet<GroundAtom> = FxHashSet::default();
    let body = Body::new(&derivation.body, &derivation.atom.args);
    search.solutions(&body, &Bindings::new(), &mut |bindings| {
        found.extend(search.ground(derivation.atom, bindings));
        true
    });
    found
}
