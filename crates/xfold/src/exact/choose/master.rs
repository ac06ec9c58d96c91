//! The master problem: a program that chooses rules by cost. Its choice is tried on the examples, and each that fails
//! ([`super::refute`]) adds something that every better choice fulfils.

use super::{
    Cheapest,
    effects::{Effect, Wanted},
    refute::Checker,
};
use crate::{
    error::{Error, Result},
    exact::{
        bits,
        candidate::Candidate,
        context::RelaxedWorld,
        ground::{choice, constraint, sum},
        instance::Instance,
        problem::Problem,
    },
};
use rustc_hash::FxHashMap;
use xfold_asp::symbols::Symbol;
use xfold_solve::{Found, LimitReached, Propositional, SolveError, Strategy, Which};

/// What costs more counts as much when choices are compared: clingo weighs with 32 bits.
const DEAREST: i32 = i32::MAX;
/// With more rules and examples that may be lost, a bound on the sum is a burden for the solver. Somewhat arbitrary.
const MOST_BOUNDED: usize = 600;
/// With at least this many rules and examples that may be lost, a good choice is looked for before the best. Somewhat
/// arbitrary: the optimum may take too long then.
const MANY_PRICED: usize = 10_000;
/// After how many conflicts a search within a bound is given up, and how often before no more is tried. Somewhat arbitrary:
/// a new search for the optimum may be quicker then.
const MOST_CONFLICTS: u32 = 2_000;
const MOST_GIVEN_UP: usize = 3;
/// How often in a row the bound is raised by one before the optimum is asked for. Somewhat arbitrary.
const MOST_RAISED: usize = 6;
/// How many ground rules the copies of one round may have together, so that the master grows slowly. Somewhat arbitrary.
const COPIED_A_ROUND: usize = 2_000;

/// The master problem: which rules to choose.
pub(super) struct Master<'a> {
    pub(super) problem: &'a Problem<'a>,
    pub(super) pool: &'a [Candidate],
    /// The instances of the pool, by context.
    pub(super) instances: Vec<Vec<Instance>>,
    pub(super) program: Propositional,
    /// The atoms of the master that choose candidates and listed rules.
    pub(super) active: Vec<u32>,
    /// The atoms of the master that give up an example, by its number.
    pub(super) lost: FxHashMap<usize, u32>,
    pub(super) checkers: FxHashMap<usize, Checker>,
    pub(super) n_calls: usize,
    /// No choice of the pool costs less.
    pub(super) lower: u64,
    /// What true literals of the master cost.
    pub(super) prices: Vec<(i32, i32)>,
    /// The master had an optimum when it was last asked.
    has_optimum: bool,
    /// How many searches within a bound were given up.
    n_given_up: usize,
    /// The atom of the master that says that a choice costs more than a bound.
    over: Option<(u64, u32)>,
    /// Positive worlds that have a copy, and need no check.
    pub(super) copied: Vec<bool>,
    /// The numbers of listed rules as terms.
    pub(super) switches: Vec<Symbol>,
}

impl<'a> Master<'a> {
    pub(super) fn new(
        problem: &'a Problem<'a>,
        pool: &'a [Candidate],
        instances: Vec<Vec<Instance>>,
    ) -> Result<Self> {
        let Problem { task, relaxed, limits, .. } = problem;
        let listed = &task.space.listed;
        let costs: Vec<u64> =
            pool.iter().map(|rule| rule.cost).chain(listed.iter().map(|rule| rule.cost)).collect();
        let soft: Vec<&RelaxedWorld> =
            relaxed.worlds.iter().filter(|world| world.penalty.is_some()).collect();
        let mut program = Propositional::new(limits)?;
        let mut prices: Vec<(i32, i32)> = Vec::new();
        let atoms = program.extend(costs.len() + soft.len(), |atoms| {
            let penalties = soft.iter().map(|world| u64::from(world.penalty.unwrap_or(0)));
            let priced = atoms.iter().zip(costs.iter().copied().chain(penalties));
            let priced = priced.filter(|(_, price)| *price > 0);
            prices
                .extend(priced.map(|(&atom, price)| (atom as i32, i32::try_from(price).unwrap_or(DEAREST))));
            (if atoms.is_empty() { vec![] } else { vec![choice(atoms.to_vec(), vec![])] }, prices.clone())
        })?;
        let (active, given_up) = atoms.split_at(costs.len());
        let lost = soft.iter().zip(given_up).map(|(world, &atom)| (world.example, atom)).collect();
        let mut symbols = problem.symbols.clone();
        let switches = (0..listed.len()).map(|number| symbols.number(number as i32)).collect();
        let mut own = Self {
            problem,
            pool,
            instances,
            program,
            active: active.to_vec(),
            lost,
            checkers: FxHashMap::default(),
            n_calls: 0,
            lower: 0,
            prices,
            has_optimum: false,
            n_given_up: 0,
            over: None,
            copied: vec![false; relaxed.worlds.len()],
            switches,
        };
        own.add_final_bias(&mut symbols)?;
        Ok(own)
    }

    /// The optimum for a set cover; none if there is none, or none below `upper`.
    pub(super) fn cheapest_cover(
        &mut self,
        wanted: &Wanted,
        effects: &[Effect],
        upper: Option<u64>,
    ) -> Result<Option<Cheapest>> {
        let worlds = &self.problem.relaxed.worlds;
        let mut clauses = Vec::new();
        for (number, (world, _)) in wanted.pairs.iter().enumerate() {
            let derives = |effect: &Effect| bits::contains(&effect.wanted, number);
            let rules = effects.iter().zip(&self.active).filter(|(effect, _)| derives(effect));
            let mut body: Vec<i32> = rules.map(|(_, &atom)| -(atom as i32)).collect();
            body.extend(self.unless_lost(&worlds[*world]));
            clauses.push(constraint(body));
        }
        for (effect, &atom) in effects.iter().zip(&self.active) {
            bits::for_each(&effect.spoiled, |world| {
                let mut body = vec![atom as i32];
                body.extend(self.unless_lost(&worlds[world]));
                clauses.push(constraint(body));
            });
        }
        self.program.extend(0, |_| (clauses, vec![]))?;
        let first = self.descend(upper)?;
        let best = match &first {
            Some(first) if first.is_proved => None,
            _ => match self.optimum(true) {
                Err(Error::Limit(_)) if first.is_some() => None,
                best => best?,
            },
        };
        let best = best.map(|(_, best)| best);
        let Some(best) = best.into_iter().chain(first).min_by_key(|it| (it.cost, !it.is_proved)) else {
            return Ok(None);
        };
        if upper.is_none_or(|upper| best.cost < upper) {
            return Ok(Some(Cheapest { n_calls: self.n_calls, ..best }));
        }
        if best.is_proved { Ok(None) } else { Err(self.limit()) }
    }

    /// A good choice below `upper`, where there are many rules and the optimum may take too long. The cost is lowered
    /// step by step, for half of the time and work that are left.
    fn descend(&mut self, upper: Option<u64>) -> Result<Option<Cheapest>> {
        if self.prices.len() < MANY_PRICED {
            return Ok(None);
        }
        if let Some(most) = upper.and_then(|upper| i32::try_from(upper).ok()) {
            let (body, weights) = self.prices.iter().copied().unzip();
            let too_dear = sum(None, most, body, weights);
            self.program.extend(0, |_| (vec![too_dear], vec![]))?;
        }
        let mut limits = self.problem.limits.clone();
        if let Some(left) = limits.time_left() {
            limits = limits.with_time(left / 2);
        }
        if let Some(left) = limits.work_left() {
            limits = limits.with_work(left / 2);
        }
        self.n_calls += 1;
        let found = match self.program.solve(Which::Cheapest(Strategy::Descend), &[], &self.active, &limits) {
            Ok(found) => found,
            Err(SolveError::Limit(_)) => return Ok(None),
            Err(error) => return Err(error.into()),
        };
        let is_proved = found.complete;
        Ok(found.model.map(|active| Cheapest {
            rules: numbers_of(&active),
            cost: cost(found.cost),
            is_proved,
            n_calls: 0,
        }))
    }

    /// The literal that says that an example is not given up, if it may be.
    pub(super) fn unless_lost(&self, world: &RelaxedWorld) -> Option<i32> {
        self.lost.get(&world.example).map(|&atom| -(atom as i32))
    }

    /// The optimum; none if no subset satisfies what must hold for less than `upper`.
    pub(super) fn cheapest(&mut self, upper: Option<u64>) -> Result<Option<Cheapest>> {
        self.forbid_violations()?;
        let mut order: Vec<usize> = (0..self.problem.relaxed.worlds.len()).collect();
        loop {
            let Some((lost, best)) = self.optimum(false)? else { return Ok(None) };
            if upper.is_some_and(|upper| best.cost >= upper) {
                return Ok(None);
            }
            let mut failed = Vec::new();
            let mut n_copied = 0;
            for &world in &order {
                if lost.contains(&self.problem.relaxed.worlds[world].example) || self.copied[world] {
                    continue;
                }
                let size = self.refute(&best.rules, world)?;
                if size == 0 {
                    continue;
                }
                failed.push(world);
                // One clause a round; copies of small programs come several at a time.
                n_copied += size;
                if !self.copied[world] || n_copied > COPIED_A_ROUND {
                    break;
                }
            }
            if failed.is_empty() {
                return Ok(Some(Cheapest { is_proved: true, n_calls: self.n_calls, ..best }));
            }
            order.retain(|world| !failed.contains(world));
            order.splice(0..0, failed);
        }
    }

    /// The optimum of the master, with the examples that it gives up. Without a proof only where that is good enough.
    fn optimum(&mut self, good_enough: bool) -> Result<Option<(Vec<usize>, Cheapest)>> {
        let examples: Vec<usize> = self.lost.keys().copied().collect();
        let mut atoms = self.active.clone();
        atoms.extend(examples.iter().map(|example| self.lost[example]));
        let found = match self.within_bound(&atoms)? {
            Some(found) => found,
            None => {
                self.n_calls += 1;
                self.program.solve(Which::Cheapest(Strategy::Cores), &[], &atoms, self.problem.limits)?
            }
        };
        self.lower = self.lower.max(cost(found.lower));
        self.has_optimum = found.complete;
        let Some(model) = found.model else { return Ok(None) };
        if !found.complete && !good_enough {
            return Err(self.limit());
        }
        let (active, given_up) = model.split_at(self.active.len());
        let lost = numbers_of(given_up).into_iter().map(|place| examples[place]).collect();
        let (cost, is_proved) = (cost(found.cost), found.complete);
        Ok(Some((lost, Cheapest { rules: numbers_of(active), cost, is_proved, n_calls: 0 })))
    }

    /// The limit that came before a proof.
    fn limit(&self) -> Error {
        Error::Limit(self.problem.limits.reached().unwrap_or(LimitReached::Work))
    }

    /// The optimum of a master that had one before and has grown since: what costs no more than that, or a little more.
    /// Clauses that the solver learned stay good, which a new search for the optimum would not use.
    fn within_bound(&mut self, atoms: &[u32]) -> Result<Option<Found>> {
        let is_small = self.prices.len() <= MOST_BOUNDED;
        let is_tried = self.has_optimum && self.n_given_up <= MOST_GIVEN_UP && is_small;
        if !is_tried || self.prices.iter().any(|(_, price)| *price < 0) {
            return Ok(None);
        }
        for _ in 0..MOST_RAISED {
            let (bound, over) = match self.over {
                Some((bound, over)) if bound == self.lower => (bound, over),
                _ => {
                    let Ok(least) = i32::try_from(self.lower + 1) else { return Ok(None) };
                    let (body, weights) = self.prices.iter().copied().unzip();
                    let over = self
                        .program
                        .extend(1, |atoms| (vec![sum(Some(atoms[0]), least, body, weights)], vec![]))?[0];
                    self.over = Some((self.lower, over));
                    (self.lower, over)
                }
            };
            self.n_calls += 1;
            let asked = [-(over as i32)];
            let Some(found) = self.program.try_solve(&asked, atoms, MOST_CONFLICTS, self.problem.limits)?
            else {
                self.n_given_up += 1;
                return Ok(None);
            };
            if found.model.is_some() {
                let bound = i64::try_from(bound).unwrap_or(i64::MAX);
                return Ok(Some(Found { cost: bound, lower: bound, complete: true, ..found }));
            }
            if found.core.is_empty() {
                // Nothing is left, whatever it costs.
                return Ok(Some(Found { complete: true, ..found }));
            }
            self.lower += 1;
        }
        Ok(None)
    }
}

/// The places of what is true.
fn numbers_of(holds: &[bool]) -> Vec<usize> {
    (0..holds.len()).filter(|&number| holds[number]).collect()
}

/// A cost that the solver tells.
fn cost(told: i64) -> u64 {
    u64::try_from(told).unwrap_or(0)
}
