//! Select: the cheapest subset of the pool that satisfies the examples, exact for the pool.
//!
//! A *master* program chooses rules by cost. Its choice is tried on the examples, and one that fails gives the master
//! something that every better choice fulfils: for a positive example with one possible model, rules that support what
//! has no support; for another positive one, a copy of the ground program in which the choice has to show a model; for
//! a negative one, rules that the found model violates, or one less of those that it stands on.

use super::{
    atoms::AtomSet,
    cover::{Effect, Wanted},
    generate::Candidate,
    ground::{self, Numbers},
    instances::{Instance, founded, of_rules, violated},
    relax::{Context, LISTED, Relaxed, VIOLATED},
    tensor::{Shape, for_each_bit},
    worlds::World,
};
use crate::{
    error::{Error, Result},
    task::Task,
};
use rustc_hash::FxHashMap;
use std::fmt::Write;
use xfold_asp::symbols::{Signature, Symbol, Symbols};
use xfold_solve::{
    ClingoProgram, Found, GroundRule, Input, LimitReached, Limits, Propositional, SolveError, Strategy, Which,
};

/// What costs more counts as much when choices are compared: clingo weighs with 32 bits.
const DEAREST: i32 = i32::MAX;
/// If a context has more instances, a choice is checked with its own ones only.
const MOST_SWITCHED: usize = 3_000;
/// The most rules and examples that may be lost for which a bound is a help and no burden.
const MOST_BOUNDED: usize = 600;
/// From so many rules and examples that may be lost on, good choices are looked for before the best.
const MANY_PRICED: usize = 10_000;
/// After how many conflicts a search within a bound is given up, and how often before no more is tried.
const MOST_CONFLICTS: u32 = 2_000;
const MOST_GIVEN_UP: usize = 3;
/// How often in a row the bound is raised by one before the optimum is asked for.
const MOST_RAISED: usize = 6;
/// How many ground rules copies of one round may have together.
const COPIED_A_ROUND: usize = 2_000;

/// The cheapest choice.
#[derive(Debug, Clone)]
pub(super) struct Selection {
    /// Candidates, then listed rules, by number.
    pub(super) chosen: Vec<usize>,
    /// What rules and lost examples cost.
    pub(super) cost: u64,
    /// Nothing is cheaper.
    pub(super) is_proved: bool,
    pub(super) n_calls: usize,
}

pub(super) struct Select<'a> {
    task: &'a Task,
    relaxed: &'a Relaxed,
    pool: &'a [Candidate],
    /// The instances of the pool, by context.
    instances: Vec<Vec<Instance>>,
    limits: &'a Limits,
    master: Propositional,
    /// The atoms of the master that choose candidates and listed rules.
    active: Vec<u32>,
    /// The atoms of the master that give up an example, by its number.
    lost: FxHashMap<usize, u32>,
    checkers: FxHashMap<usize, Checker>,
    pub(super) n_calls: usize,
    /// No choice of the pool costs less.
    pub(super) lower: u64,
    /// What true literals of the master cost.
    prices: Vec<(i32, i32)>,
    /// The master had an optimum when it was last asked.
    has_optimum: bool,
    /// How many searches within a bound were given up.
    n_given_up: usize,
    /// The atom of the master that says that a choice costs more than a bound.
    over: Option<(u64, u32)>,
    /// Positive worlds that have a copy, and need no check.
    copied: Vec<bool>,
    /// The numbers of listed rules as terms.
    switches: Vec<Symbol>,
}

/// The ground program of a context with all instances of the pool.
struct Checker {
    program: Propositional,
    atoms: Vec<u32>,
    /// The atoms that switch candidates on.
    active: Vec<u32>,
    /// The only choice it is good for, if it is not good for all.
    chosen: Option<Vec<usize>>,
}

fn constraint(body: Vec<i32>) -> GroundRule {
    GroundRule { choice: false, head: vec![], body, weights: None }
}

impl<'a> Select<'a> {
    pub(super) fn new(
        task: &'a Task,
        relaxed: &'a Relaxed,
        pool: &'a [Candidate],
        instances: Vec<Vec<Instance>>,
        symbols: &Symbols,
        limits: &'a Limits,
    ) -> Result<Self> {
        let listed = &task.space.listed;
        let costs: Vec<u64> =
            pool.iter().map(|rule| rule.cost).chain(listed.iter().map(|rule| rule.cost)).collect();
        let soft: Vec<&World> = relaxed.worlds.iter().filter(|world| world.penalty.is_some()).collect();
        let mut master = Propositional::new(limits)?;
        let choose =
            |atoms: &[u32]| GroundRule { choice: true, head: atoms.to_vec(), body: vec![], weights: None };
        let mut prices: Vec<(i32, i32)> = Vec::new();
        let atoms = master.extend(costs.len() + soft.len(), |atoms| {
            let penalties = soft.iter().map(|world| u64::from(world.penalty.unwrap_or(0)));
            let priced = atoms.iter().zip(costs.iter().copied().chain(penalties));
            let priced = priced.filter(|(_, price)| *price > 0);
            prices
                .extend(priced.map(|(&atom, price)| (atom as i32, i32::try_from(price).unwrap_or(DEAREST))));
            (if atoms.is_empty() { vec![] } else { vec![choose(atoms)] }, prices.clone())
        })?;
        let (active, given_up) = atoms.split_at(costs.len());
        let lost = soft.iter().zip(given_up).map(|(world, &atom)| (world.example, atom)).collect();
        let mut symbols = symbols.clone();
        let switches = (0..listed.len()).map(|number| symbols.number(number as i32)).collect();
        let mut select = Self {
            task,
            relaxed,
            pool,
            instances,
            limits,
            master,
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
        select.add_final_bias(&mut symbols)?;
        Ok(select)
    }

    /// What `#final_bias` costs: once for each term that some chosen rule has.
    fn add_final_bias(&mut self, symbols: &mut Symbols) -> Result<()> {
        let mut terms: Vec<&String> = self.pool.iter().flat_map(|rule| &rule.intermediate).collect();
        terms.sort();
        terms.dedup();
        if self.task.space.final_bias.is_empty() || terms.is_empty() {
            return Ok(());
        }
        let mut text = String::new();
        for term in &terms {
            let _ = writeln!(text, "{{ intermediate({term}) }}.");
        }
        for (bias, _) in &self.task.space.final_bias {
            let _ = writeln!(text, "{bias}");
        }
        let mut input = Input::new();
        input.push(&text, None);
        let ground = ClingoProgram::new(&input, true, self.limits)?.take_program(symbols, self.limits)?;
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
        self.master.extend(highest + 1, |atoms| {
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
                            let body = vec![active[rule] as i32];
                            rules.push(GroundRule {
                                choice: false,
                                head: vec![of(*number)],
                                body,
                                weights: None,
                            });
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

    /// The optimum for a set cover; none if there is none, or none below `upper`.
    pub(super) fn cover(
        &mut self,
        wanted: &Wanted,
        effects: &[Effect],
        upper: Option<u64>,
    ) -> Result<Option<Selection>> {
        let worlds = &self.relaxed.worlds;
        let mut clauses = Vec::new();
        for (number, (world, _)) in wanted.pairs.iter().enumerate() {
            let derives = |effect: &Effect| effect.wanted[number / 64] >> (number % 64) & 1 == 1;
            let rules = effects.iter().zip(&self.active).filter(|(effect, _)| derives(effect));
            let mut body: Vec<i32> = rules.map(|(_, &atom)| -(atom as i32)).collect();
            body.extend(self.unless_lost(&worlds[*world]));
            clauses.push(constraint(body));
        }
        for (effect, &atom) in effects.iter().zip(&self.active) {
            for_each_bit(&effect.spoiled, |world| {
                let mut body = vec![atom as i32];
                body.extend(self.unless_lost(&worlds[world]));
                clauses.push(constraint(body));
            });
        }
        self.master.extend(0, |_| (clauses, vec![]))?;
        let first = self.descend(upper)?;
        let best = match &first {
            Some(first) if first.is_proved => None,
            _ => match self.best(true) {
                Err(Error::Limit(_)) if first.is_some() => None,
                best => best?,
            },
        };
        let best = best.map(|(chosen, _, cost, is_proved)| Selection { chosen, cost, is_proved, n_calls: 0 });
        let Some(best) = best.into_iter().chain(first).min_by_key(|it| (it.cost, !it.is_proved)) else {
            return Ok(None);
        };
        match upper.is_some_and(|upper| best.cost >= upper) {
            true if best.is_proved => Ok(None),
            true => Err(Error::Limit(self.limits.reached().unwrap_or(LimitReached::Work))),
            false => Ok(Some(Selection { n_calls: self.n_calls, ..best })),
        }
    }

    /// A good choice below `upper`, where there are so many rules that the optimum may not be had: from above, for half
    /// of the time and work that are left.
    fn descend(&mut self, upper: Option<u64>) -> Result<Option<Selection>> {
        if self.prices.len() < MANY_PRICED {
            return Ok(None);
        }
        if let Some(most) = upper.and_then(|upper| i32::try_from(upper).ok()) {
            let (body, weights) = self.prices.iter().copied().unzip();
            let too_dear = GroundRule { choice: false, head: vec![], body, weights: Some((most, weights)) };
            self.master.extend(0, |_| (vec![too_dear], vec![]))?;
        }
        let mut limits = self.limits.clone();
        if let Some(left) = limits.time_left() {
            limits = limits.with_time(left / 2);
        }
        if let Some(left) = limits.work_left() {
            limits = limits.with_work(left / 2);
        }
        self.n_calls += 1;
        let found = match self.master.solve(Which::Cheapest(Strategy::Descend), &[], &self.active, &limits) {
            Ok(found) => found,
            Err(SolveError::Limit(_)) => return Ok(None),
            Err(error) => return Err(error.into()),
        };
        Ok(found.model.map(|active| Selection {
            chosen: (0..active.len()).filter(|&rule| active[rule]).collect(),
            cost: u64::try_from(found.cost).unwrap_or(0),
            is_proved: found.complete,
            n_calls: 0,
        }))
    }

    /// The literal that says that an example is not given up, if it may be.
    fn unless_lost(&self, world: &World) -> Option<i32> {
        self.lost.get(&world.example).map(|&atom| -(atom as i32))
    }

    /// The optimum; none if no subset satisfies what must hold for less than `upper`.
    pub(super) fn run(&mut self, upper: Option<u64>) -> Result<Option<Selection>> {
        self.forbid_violations()?;
        let mut order: Vec<usize> = (0..self.relaxed.worlds.len()).collect();
        loop {
            let Some((chosen, lost, cost, _)) = self.best(false)? else { return Ok(None) };
            if upper.is_some_and(|upper| cost >= upper) {
                return Ok(None);
            }
            let mut failed = Vec::new();
            let mut n_copied = 0;
            for &world in &order {
                if lost.contains(&self.relaxed.worlds[world].example) || self.copied[world] {
                    continue;
                }
                let size = self.object(&chosen, world)?;
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
                return Ok(Some(Selection { chosen, cost, is_proved: true, n_calls: self.n_calls }));
            }
            order.retain(|world| !failed.contains(world));
            order.splice(0..0, failed);
        }
    }

    /// The optimum of the master: chosen rules, lost examples, cost, and whether it is proved. Without a proof only
    /// where that is good enough.
    #[allow(clippy::type_complexity)]
    fn best(&mut self, good_enough: bool) -> Result<Option<(Vec<usize>, Vec<usize>, u64, bool)>> {
        let examples: Vec<usize> = self.lost.keys().copied().collect();
        let mut atoms = self.active.clone();
        atoms.extend(examples.iter().map(|example| self.lost[example]));
        let found = match self.within_bound(&atoms)? {
            Some(found) => found,
            None => {
                self.n_calls += 1;
                self.master.solve(Which::Cheapest(Strategy::Cores), &[], &atoms, self.limits)?
            }
        };
        self.lower = self.lower.max(u64::try_from(found.lower).unwrap_or(0));
        self.has_optimum = found.complete;
        let Some(model) = found.model else { return Ok(None) };
        if !found.complete && !good_enough {
            return Err(Error::Limit(self.limits.reached().unwrap_or(LimitReached::Work)));
        }
        let (active, lost) = model.split_at(self.active.len());
        let chosen = (0..active.len()).filter(|&rule| active[rule]).collect();
        let lost =
            examples.iter().zip(lost).filter(|(_, lost)| **lost).map(|(example, _)| *example).collect();
        Ok(Some((chosen, lost, u64::try_from(found.cost).unwrap_or(0), found.complete)))
    }

    /// The optimum of a master that had one before and has grown since: what costs no more than that, or a little more.
    /// Clauses that the solver learned stay good, which a new search for the optimum would not use.
    fn within_bound(&mut self, atoms: &[u32]) -> Result<Option<Found>> {
        let most = MOST_BOUNDED;
        let is_tried = self.has_optimum && self.n_given_up <= MOST_GIVEN_UP && self.prices.len() <= most;
        if !is_tried || self.prices.iter().any(|(_, price)| *price < 0) {
            return Ok(None);
        }
        for _ in 0..MOST_RAISED {
            let (bound, over) = match self.over {
                Some((bound, over)) if bound == self.lower => (bound, over),
                _ => {
                    let Ok(least) = i32::try_from(self.lower + 1) else { return Ok(None) };
                    let (body, weights) = self.prices.iter().copied().unzip();
                    let sum = |atoms: &[u32]| GroundRule {
                        choice: false,
                        head: atoms.to_vec(),
                        body,
                        weights: Some((least, weights)),
                    };
                    let over = self.master.extend(1, |atoms| (vec![sum(atoms)], vec![]))?[0];
                    self.over = Some((self.lower, over));
                    (self.lower, over)
                }
            };
            self.n_calls += 1;
            let asked = [-(over as i32)];
            let Some(found) = self.master.try_solve(&asked, atoms, MOST_CONFLICTS, self.limits)? else {
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

    /// A positive example with one possible model that may be lost is lost with each rule that its model violates.
    fn forbid_violations(&mut self) -> Result<()> {
        let mut clauses = Vec::new();
        for world in self.relaxed.worlds.iter().filter(|world| self.is_total(world)) {
            for rule in violated(&self.instances[world.context], self.pool, &world.certain) {
                let mut body = vec![self.active[rule] as i32];
                body.extend(self.unless_lost(world));
                clauses.push(constraint(body));
            }
        }
        self.master.extend(0, |_| (clauses, vec![]))?;
        Ok(())
    }

    /// Whether a positive example can be judged without the solver.
    fn is_total(&self, world: &World) -> bool {
        let context = &self.relaxed.contexts[world.context];
        world.positive && world.is_total() && !context.opaque && self.task.space.listed.is_empty()
    }

    /// If a choice fails on an example, tells the master; returns how much that added, 0 if it does not fail.
    fn object(&mut self, chosen: &[usize], place: usize) -> Result<usize> {
        let relaxed = self.relaxed;
        let world = &relaxed.worlds[place];
        self.limits.spend(1 + self.instances[world.context].len() as u64 / 50);
        if self.is_total(world) {
            return self.support(chosen, world);
        }
        let Some(model) = self.model(chosen, world)? else {
            return if world.positive { self.copy(place) } else { Ok(0) };
        };
        if world.positive {
            return Ok(0);
        }
        let context = &relaxed.contexts[world.context];
        let mut rules = violated(&self.instances[world.context], self.pool, &model);
        rules.extend(self.violated_listed(context, &model));
        rules.retain(|rule| chosen.binary_search(rule).is_err());
        let needed = self.needed(chosen, context, world.context, &model);
        let mut body: Vec<i32> = rules.iter().map(|&rule| -(self.active[rule] as i32)).collect();
        body.extend(needed.iter().map(|&rule| self.active[rule] as i32));
        body.extend(self.unless_lost(world));
        self.master.extend(0, |_| (vec![constraint(body)], vec![]))?;
        Ok(1)
    }

    /// For a positive example with one possible model: one of the rules that support what has no support yet.
    fn support(&mut self, chosen: &[usize], world: &World) -> Result<usize> {
        let context = &self.relaxed.contexts[world.context];
        let instances = &self.instances[world.context];
        let model = &world.certain;
        let derived = founded(context, instances, chosen, &[], model);
        let mut unfounded = AtomSet::with_capacity(context.atoms.len());
        for atom in model.iter().filter(|&atom| !derived.contains(atom)) {
            unfounded.insert(atom);
        }
        if unfounded.is_empty() {
            return Ok(0);
        }
        let mut rules: Vec<usize> = Vec::new();
        for instance in instances.iter().filter(|instance| chosen.binary_search(&instance.rule).is_err()) {
            let supports = instance.head.iter().any(|&atom| unfounded.contains(atom))
                && instance.body_holds(model)
                && instance
                    .body
                    .iter()
                    .all(|&literal| literal < 0 || !unfounded.contains(literal as u32 - 1));
            if supports && rules.last() != Some(&instance.rule) {
                rules.push(instance.rule);
            }
        }
        let mut body: Vec<i32> = rules.iter().map(|&rule| -(self.active[rule] as i32)).collect();
        body.extend(self.unless_lost(world));
        self.master.extend(0, |_| (vec![constraint(body)], vec![]))?;
        Ok(1)
    }

    /// A stable model of a choice that extends an example.
    fn model(&mut self, chosen: &[usize], world: &World) -> Result<Option<AtomSet>> {
        let context = &self.relaxed.contexts[world.context];
        let is_known = |checker: &Checker| checker.chosen.as_ref().is_none_or(|known| known == chosen);
        if !self.checkers.get(&world.context).is_some_and(is_known) {
            let checker = self.checker(world.context, chosen)?;
            self.checkers.insert(world.context, checker);
        }
        let checker = self.checkers.get_mut(&world.context).expect("it was just made");
        let number = |atom: u32| checker.atoms[atom as usize] as i32;
        let mut asked: Vec<i32> = world.included.iter().map(|&atom| number(atom)).collect();
        asked.extend(world.excluded.iter().map(|&atom| -number(atom)));
        for (rule, &atom) in checker.active.iter().enumerate() {
            let is_chosen = chosen.binary_search(&rule).is_ok();
            asked.push(if is_chosen { atom as i32 } else { -(atom as i32) });
        }
        for (listed, switch) in self.switches.iter().enumerate() {
            if let Some(atom) = context.atom(&Signature::new(LISTED, 1), &[*switch]) {
                let is_chosen = chosen.binary_search(&(self.pool.len() + listed)).is_ok();
                asked.push(if is_chosen { number(atom) } else { -number(atom) });
            }
        }
        self.n_calls += 1;
        let named = &checker.atoms[..context.atoms.len()];
        let found = checker.program.solve(Which::Any, &asked, named, self.limits)?;
        Ok(found.model.map(|holds| {
            let mut model = AtomSet::with_capacity(context.atoms.len());
            for (atom, _) in holds.iter().enumerate().filter(|(_, holds)| **holds) {
                let is_switch = context.atoms[atom].0.name == LISTED;
                if !is_switch {
                    model.insert(atom as u32);
                }
            }
            model
        }))
    }

    /// A checker for a context: for every choice or, where the pool has many instances, for this one.
    fn checker(&self, number: usize, chosen: &[usize]) -> Result<Checker> {
        let context = &self.relaxed.contexts[number];
        let all = &self.instances[number];
        let is_for_one = all.len() > MOST_SWITCHED + context.rules.len();
        let instances: Vec<&Instance> = match is_for_one {
            true => of_rules(all, chosen),
            false => all.iter().collect(),
        };
        let mut program = Propositional::new(self.limits)?;
        let n_helpers = ground::n_helpers(context, &instances, self.pool);
        let n_context = context.n_numbers;
        let n_pool = self.pool.len();
        let all = program.extend(n_context + n_pool + n_helpers, |all| {
            let (atoms, others) = all.split_at(n_context);
            let (active, helpers) = others.split_at(n_pool);
            let numbers = Numbers { atoms, active, listed: None, guard: None };
            let mut rules = ground::rules(context, &instances, self.pool, &numbers, helpers);
            match is_for_one {
                true => rules.extend(chosen.iter().filter_map(|&rule| active.get(rule)).map(|&atom| {
                    GroundRule { choice: false, head: vec![atom], body: vec![], weights: None }
                })),
                false if active.is_empty() => {}
                false => {
                    rules.push(GroundRule {
                        choice: true,
                        head: active.to_vec(),
                        body: vec![],
                        weights: None,
                    });
                }
            }
            (rules, vec![])
        })?;
        let atoms = all[..n_context].to_vec();
        let active = if is_for_one { vec![] } else { all[n_context..n_context + n_pool].to_vec() };
        Ok(Checker { program, atoms, active, chosen: is_for_one.then(|| chosen.to_vec()) })
    }

    /// The listed rules that a model violates.
    fn violated_listed(&self, context: &Context, model: &AtomSet) -> Vec<usize> {
        let violated = Signature::new(VIOLATED, 1);
        let is_violated =
            |switch: &Symbol| context.atom(&violated, &[*switch]).is_some_and(|atom| model.contains(atom));
        let listed = self.switches.iter().enumerate().filter(|(_, switch)| is_violated(switch));
        listed.map(|(listed, _)| self.pool.len() + listed).collect()
    }

    /// As few of the chosen rules as a model can stand on.
    fn needed(&self, chosen: &[usize], context: &Context, number: usize, model: &AtomSet) -> Vec<usize> {
        let instances = &self.instances[number];
        let is_constraint = |rule: usize| match self.pool.get(rule) {
            Some(candidate) => candidate.head.shape == Shape::Constraint,
            None => {
                let listed = &self.task.space.listed[rule - self.pool.len()];
                listed.rule.head == xfold_asp::syntax::Head::None
            }
        };
        let mut needed: Vec<usize> = chosen.iter().copied().filter(|&rule| !is_constraint(rule)).collect();
        if context.opaque {
            return needed;
        }
        let is_founded = |rules: &[usize]| {
            let switches: Vec<u32> = rules.iter().filter_map(|&rule| self.switch(rule, context)).collect();
            let mut model = model.clone();
            switches.iter().for_each(|&atom| {
                model.insert(atom);
            });
            let derived = founded(context, instances, rules, &switches, &model);
            model.iter().all(|atom| derived.contains(atom))
        };
        if !is_founded(&needed) {
            return needed;
        }
        let mut place = 0;
        while place < needed.len() {
            let rule = needed.remove(place);
            if !is_founded(&needed) {
                needed.insert(place, rule);
                place += 1;
            }
        }
        needed
    }

    /// The atom of a context that switches a listed rule on.
    fn switch(&self, rule: usize, context: &Context) -> Option<u32> {
        let listed = rule.checked_sub(self.pool.len())?;
        self.switches.get(listed).and_then(|number| context.atom(&Signature::new(LISTED, 1), &[*number]))
    }

    /// Gives the master a copy of an example's ground program, in which the choice has to have a model.
    fn copy(&mut self, place: usize) -> Result<usize> {
        let world = &self.relaxed.worlds[place];
        let context = &self.relaxed.contexts[world.context];
        self.copied[place] = true;
        let is_possible = |instance: &&Instance| {
            instance.body.iter().all(|&literal| match literal > 0 {
                true => world.possible.contains(literal as u32 - 1),
                false => !world.certain.contains(literal.unsigned_abs() - 1),
            })
        };
        let instances: Vec<&Instance> = self.instances[world.context].iter().filter(is_possible).collect();
        let n_helpers = ground::n_helpers(context, &instances, self.pool);
        let guard = self.unless_lost(world);
        let (active, listed) = self.active.split_at(self.pool.len());
        let listed: FxHashMap<Symbol, u32> =
            self.switches.iter().copied().zip(listed.iter().copied()).collect();
        let pool = self.pool;
        let mut n_rules = 0;
        self.master.extend(context.n_numbers + n_helpers, |all| {
            let (atoms, helpers) = all.split_at(context.n_numbers);
            let numbers = Numbers { atoms, active, listed: Some(&listed), guard };
            let mut rules = ground::rules(context, &instances, pool, &numbers, helpers);
            let required = world.included.iter().map(|&atom| -(atoms[atom as usize] as i32));
            let forbidden = world.excluded.iter().map(|&atom| atoms[atom as usize] as i32);
            for literal in required.chain(forbidden) {
                let mut body = vec![literal];
                body.extend(guard);
                rules.push(constraint(body));
            }
            n_rules = rules.len();
            (rules, vec![])
        })?;
        Ok(n_rules.max(1))
    }
}
