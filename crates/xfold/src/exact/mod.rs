//! Exact learning: the cheapest hypothesis of a declared space, for tasks in the manner of ILASP and FastLAS. It stands
//! beside the search on the path task → worlds → search → rules → check; its programs are printed and checked like any
//! other.
//!
//! [`ExactSearch::attempt`] is the whole learner: relax the worlds, generate rules, choose among them, claim.
//!
//! Each module uses only those before it in this list:
//!
//! - `bits`, `atoms`: sets as words of bits;
//! - `template`, `rule_space`, `canonical`: the literals of the declared space; `candidate`: a rule of the space under
//!   construction; `cost`: what it costs;
//! - `context`: what is known of the examples; `complete`: constants and bounds from the data; `within`: what a program
//!   from elsewhere costs in the space; `instance`: a candidate, ground; `ground`: programs for the solver;
//! - `relax`, `worlds`: each example's stable models if target atoms were free. What is certain or impossible there holds
//!   for every hypothesis; `negatives`: negative examples that are labels;
//! - `bit_sets`: bodies as sets of bindings; `problem`: what all further steps borrow;
//! - `generate`: candidates, thrown away before anything is ground; `instantiate`: what is left of them, ground;
//! - `choose`: the cheapest subset of the candidates; `kind`: which generator and which choice a task needs; `print`;
//! - `outcome`, `observe`: the result, and its receiver; `active`, `deepen`: which attempts are made.

mod active;
mod atoms;
mod bit_sets;
mod bits;
mod candidate;
mod canonical;
mod choose;
mod complete;
mod context;
mod cost;
mod deepen;
mod generate;
mod ground;
mod instance;
mod instantiate;
mod kind;
mod negatives;
mod observe;
mod outcome;
mod print;
mod problem;
mod relax;
mod rule_space;
#[cfg(test)]
mod sample;
mod template;
pub(crate) mod within;
mod worlds;

pub(crate) use deepen::USUAL_BODY;
pub use observe::Observer;
pub use outcome::{Claim, Exact, Outcome, Rival};

use crate::{
    error::{Error, Result},
    search::trace::Stage,
    task::{Dialect, Task},
    tuning::{Heuristic, Tuning},
};
use candidate::Candidate;
use choose::{Cheapest, Chosen};
use context::Relaxed;
use cost::Costs;
use deepen::FEW_BODIES;
use kind::TaskKind;
use problem::{Bounds, Problem};
use relax::{Reading, Relaxer};
use rule_space::RuleSpace;
use worlds::Memory;
use xfold_asp::{symbols::Symbols, syntax::Rule};
use xfold_solve::{Limits, Solver};

/// ILASP's bound on the literals of a rule.
const USUAL_LENGTH: usize = 5;

/// Looks for the cheapest hypothesis of the task's space that costs less than `upper`.
pub fn learn(
    task: &Task,
    max_body: Option<usize>,
    upper: Option<u64>,
    solver: &dyn Solver,
    limits: &Limits,
    progress: &mut dyn FnMut(&Exact),
) -> Result<Outcome> {
    let observer = &mut observe::FoundOnly(progress);
    learn_observed(task, max_body, upper, Tuning::default(), solver, limits, observer)
}

/// The same. The observer receives what happens, and may know a hypothesis from elsewhere.
pub fn learn_observed(
    task: &Task,
    max_body: Option<usize>,
    upper: Option<u64>,
    tuning: Tuning,
    solver: &dyn Solver,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Result<Outcome> {
    let mut symbols = task.symbols.clone();
    let mut search = ExactSearch {
        task,
        space: RuleSpace::completed(task, &mut symbols, solver, limits)?,
        symbols,
        solver,
        limits: limits.clone(),
        max_body,
        outcome: Outcome::default(),
        upper,
        cheapest: None,
        contexts: task.context_numbers(),
        memory: Memory::default(),
        active: Vec::new(),
        trusts_labels: tuning.has(Heuristic::Labels),
        tuning,
        observer,
        has_asked: false,
    };
    match search.run() {
        Ok(()) => {}
        Err(Error::Limit(limit)) => search.outcome.stopped = Some(limit),
        Err(error) => return Err(error),
    }
    Ok(search.outcome)
}

/// The state between attempts.
struct ExactSearch<'a> {
    task: &'a Task,
    space: RuleSpace,
    symbols: Symbols,
    solver: &'a dyn Solver,
    limits: Limits,
    max_body: Option<usize>,
    outcome: Outcome,
    /// Only what costs less is wanted.
    upper: Option<u64>,
    /// What the cheapest rule costs, and the longest bodies for which that is known.
    cheapest: Option<(u64, usize)>,
    /// Examples with the same context have the same number.
    contexts: Vec<usize>,
    /// Relaxed worlds of earlier attempts.
    memory: Memory,
    /// Examples that earlier attempts learned from, where these are not all.
    active: Vec<usize>,
    /// Nothing has shown yet that labels which are certain are not enough.
    trusts_labels: bool,
    tuning: Tuning,
    observer: &'a mut dyn Observer,
    /// The observer has been asked for a rival.
    has_asked: bool,
}

/// How much of the space an attempt looks at.
#[derive(Clone, Copy)]
struct Reach {
    /// Most literals of a body.
    max_body: usize,
    /// Most bodies.
    max_bodies: usize,
}

/// What one attempt gives.
#[derive(Default)]
struct Attempt {
    found: Option<Solution>,
    n_bodies: usize,
    n_candidates: usize,
    n_calls: usize,
    /// Something was left out.
    is_cut: bool,
    /// Bodies of any length were looked at.
    is_unbounded: bool,
    /// Of queries: the length up to which all bodies were looked at.
    complete: Option<usize>,
}

/// Rules, with what they and the lost examples cost.
struct Solution {
    rules: Vec<Rule>,
    cost: u64,
    /// Nothing within reach is cheaper.
    is_proved: bool,
}

impl Solution {
    /// A choice from a pool, where examples with these penalties are lost anyway.
    fn new(cheapest: &Cheapest, pool: &[Candidate], problem: &Problem<'_>, lost: u64) -> Self {
        let rule = |&number: &usize| match pool.get(number) {
            Some(candidate) => print::rule(candidate, problem),
            None => problem.task.space.listed[number - pool.len()].rule.clone(),
        };
        let rules = cheapest.rules.iter().map(rule).collect();
        Self { rules, cost: cheapest.cost + lost, is_proved: cheapest.is_proved }
    }
}

impl ExactSearch<'_> {
    /// The cheapest hypothesis for some examples. None if the worlds are too large.
    fn attempt(&mut self, examples: &[usize], reach: Reach, reading: Reading) -> Result<Option<Attempt>> {
        // Relax the worlds.
        self.observer.stage(Stage::Worlds);
        let Some(relaxed) = self.relaxed(examples, reading)? else { return Ok(None) };
        let is_cut = relaxed.contexts.iter().any(|context| context.is_cut);
        let mut attempt = Attempt { n_calls: relaxed.n_calls, is_cut, ..Attempt::default() };
        let Some(lost) = self.lost(&relaxed) else {
            self.outcome.impossible = relaxed.impossible;
            return Ok(Some(attempt));
        };
        self.space.set_bounds(&relaxed, &self.symbols);
        let limits = &self.limits.clone();
        let mut problem =
            Problem::new(self.task, &self.space, &self.symbols, self.solver, limits, self.tuning, relaxed);
        let kind = TaskKind::of(&mut problem, self.trusts_labels);
        problem.bounds = self.bounds(&problem.costs, kind, reach, lost);

        // Generate rules.
        self.observer.stage(Stage::Rules { max_body: reach.max_body });
        let is_open = reading == Reading::Open;
        if is_open && kind.needs_levels(&problem) && !problem.is_total() {
            self.observer.leaves_open();
        }
        let candidates = kind.generate(&problem)?;
        (attempt.is_unbounded, attempt.complete) = (!candidates.is_deep, candidates.complete);
        attempt.is_cut |= candidates.is_cut;
        if candidates.is_cut && reach.max_bodies == FEW_BODIES && kind != TaskKind::Queries {
            return Ok(Some(attempt));
        }
        attempt.n_bodies = candidates.n_bodies;
        let (n_bodies, n_rules) = (candidates.n_bodies, candidates.rules.len());
        if is_open && !candidates.is_cut && examples.len() == self.task.examples.len() {
            self.cheapest = cheapest_of(&candidates.rules, reach.max_body, self.cheapest);
        }

        // Choose among them.
        self.observer.stage(Stage::Choice { n_bodies, n_rules });
        let announce = &mut |rules: &[Candidate], cost: u64| {
            let rules = rules.iter().map(|rule| print::rule(rule, &problem)).collect();
            let cost = cost + lost;
            let best = Exact { rules, cost, n_body: reach.max_body, n_bodies, ..Exact::default() };
            if kind.is_sure() {
                self.observer.found(&best);
                self.outcome.best = Some(best);
            }
        };
        let Some(chosen) = kind.choose(&problem, candidates.rules, announce)? else {
            attempt.is_cut = true;
            return Ok(Some(attempt));
        };
        attempt.n_candidates = chosen.pool.len();
        if is_open && !attempt.is_cut {
            let lower = self.lower(&chosen, &problem, attempt.is_unbounded, lost);
            self.outcome.lower = self.outcome.lower.max(lower);
        }

        // Claim what was chosen.
        let Some(cheapest) = chosen.cheapest? else { return Ok(Some(attempt)) };
        if !kind.confirms(&problem, &cheapest.rules, &chosen.pool)? {
            // The labels that are certain are not enough: everything is looked at.
            self.trusts_labels = false;
            return self.attempt(examples, reach, reading);
        }
        attempt.n_calls += cheapest.n_calls;
        attempt.found = Some(Solution::new(&cheapest, &chosen.pool, &problem, lost));
        Ok(Some(attempt))
    }

    fn all_examples(&self) -> Vec<usize> {
        (0..self.task.examples.len()).collect()
    }

    /// The relaxed worlds of some examples. None if they are too large.
    fn relaxed(&mut self, examples: &[usize], reading: Reading) -> Result<Option<Relaxed>> {
        let relaxer = Relaxer {
            task: self.task,
            space: &self.space,
            solver: self.solver,
            limits: &self.limits,
            reading,
        };
        relaxer.worlds(examples, &self.contexts, &mut self.memory, &mut self.symbols)
    }

    /// The penalties of examples that no hypothesis satisfies. None if one of them must hold.
    fn lost(&self, relaxed: &Relaxed) -> Option<u64> {
        let penalty = |&example: &usize| self.task.examples[example].penalty.map(u64::from);
        relaxed.impossible.iter().map(penalty).sum()
    }

    /// What bounds an attempt in which examples with these penalties are lost anyway.
    fn bounds(&self, costs: &Costs<'_>, kind: TaskKind, reach: Reach, lost: u64) -> Bounds {
        let Reach { max_body, max_bodies } = reach;
        let is_usual = max_body <= USUAL_BODY && self.space.dialect != Dialect::FastLas;
        Bounds {
            max_body,
            usual_body: self.usual_body(),
            max_length: if is_usual { USUAL_LENGTH } else { usize::MAX },
            upper: self.upper.map(|upper| upper.saturating_sub(lost)),
            max_bodies,
            max_rules: kind.max_rules(),
            cheapest: self.cheapest.map_or(0, |(cost, n_body)| cost.min(costs.least(n_body + 1))),
        }
    }

    /// What every hypothesis costs at least, by what is known after a choice.
    fn lower(&self, chosen: &Chosen, problem: &Problem<'_>, is_unbounded: bool, lost: u64) -> u64 {
        let Bounds { max_body, upper, usual_body, .. } = problem.bounds;
        let lower = match &chosen.cheapest {
            Ok(Some(Cheapest { cost, is_proved: true, .. })) => *cost,
            Ok(None) => u64::MAX,
            _ => chosen.lower,
        };
        let lower = lower.min(upper.unwrap_or(u64::MAX)).saturating_add(lost);
        let is_all = is_unbounded || max_body >= usual_body;
        if is_all { lower } else { lower.min(problem.costs.least(max_body + 1)) }
    }
}

/// What the cheapest rule costs, given what is known of rules with shorter bodies.
fn cheapest_of(rules: &[Candidate], max_body: usize, known: Option<(u64, usize)>) -> Option<(u64, usize)> {
    let cost = rules.iter().map(|rule| rule.cost).min();
    cost.map_or(known, |cost| Some((known.map_or(cost, |(known, _)| known.min(cost)), max_body)))
}
