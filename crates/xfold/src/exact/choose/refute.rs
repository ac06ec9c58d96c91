//! What a choice that fails on an example tells the master, as something that every better choice fulfils: for a positive
//! example with one possible model, rules that support what has no support; for another positive one, a copy of the
//! ground program in which the choice has to show a model; for a negative one, rules that the found model violates, or
//! one less of those that it stands on.

use super::master::Master;
use crate::{
    error::Result,
    exact::{
        atoms::AtomSet,
        candidate::Shape,
        context::{Context, LISTED, RelaxedWorld, VIOLATED},
        ground::{self, Numbers, choice, constraint, normal},
        instance::{Instance, founded, of_rules, violated},
    },
};
use rustc_hash::FxHashMap;
use xfold_asp::symbols::{Signature, Symbol};
use xfold_solve::{Propositional, Which};

/// If a context has more instances, a choice is checked with its own ones only. Somewhat arbitrary: below, one program for
/// all choices keeps what the solver learned.
const MOST_SWITCHED: usize = 3_000;
/// How many instances are gone through in one unit of work.
const INSTANCES_PER_UNIT: u64 = 50;

/// The ground program of a context with all instances of the pool.
pub(super) struct Checker {
    program: Propositional,
    atoms: Vec<u32>,
    /// The atoms that switch candidates on.
    active: Vec<u32>,
    /// The only choice it is good for, if it is not good for all.
    chosen: Option<Vec<usize>>,
}

impl Master<'_> {
    /// A positive example with one possible model that may be lost is lost with each rule that its model violates.
    pub(super) fn forbid_violations(&mut self) -> Result<()> {
        let mut clauses = Vec::new();
        for world in self.problem.relaxed.worlds.iter().filter(|world| self.is_total(world)) {
            for rule in violated(&self.instances[world.context], self.pool, &world.certain) {
                let mut body = vec![self.active[rule] as i32];
                body.extend(self.unless_lost(world));
                clauses.push(constraint(body));
            }
        }
        self.program.extend(0, |_| (clauses, vec![]))?;
        Ok(())
    }

    /// Whether a positive example can be judged without the solver.
    fn is_total(&self, world: &RelaxedWorld) -> bool {
        let context = &self.problem.relaxed.contexts[world.context];
        world.positive && world.is_total() && !context.opaque && self.problem.task.space.listed.is_empty()
    }

    /// If a choice fails on an example, tells the master what a better choice fulfils. Returns how many ground rules that
    /// added, 0 if the choice does not fail.
    pub(super) fn refute(&mut self, chosen: &[usize], place: usize) -> Result<usize> {
        let relaxed = &self.problem.relaxed;
        let world = &relaxed.worlds[place];
        self.problem.limits.spend(1 + self.instances[world.context].len() as u64 / INSTANCES_PER_UNIT);
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
        self.program.extend(0, |_| (vec![constraint(body)], vec![]))?;
        Ok(1)
    }

    /// For a positive example with one possible model: one of the rules that support what has no support yet.
    fn support(&mut self, chosen: &[usize], world: &RelaxedWorld) -> Result<usize> {
        let context = &self.problem.relaxed.contexts[world.context];
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
        self.program.extend(0, |_| (vec![constraint(body)], vec![]))?;
        Ok(1)
    }

    /// A stable model of a choice that extends an example.
    fn model(&mut self, chosen: &[usize], world: &RelaxedWorld) -> Result<Option<AtomSet>> {
        let context = &self.problem.relaxed.contexts[world.context];
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
        let found = checker.program.solve(Which::Any, &asked, named, self.problem.limits)?;
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
        let context = &self.problem.relaxed.contexts[number];
        let all = &self.instances[number];
        let is_for_one = all.len() > MOST_SWITCHED + context.rules.len();
        let instances: Vec<&Instance> = if is_for_one { of_rules(all, chosen) } else { all.iter().collect() };
        let mut program = Propositional::new(self.problem.limits)?;
        let n_helpers = ground::n_helpers(context, &instances, self.pool);
        let n_context = context.n_numbers;
        let n_pool = self.pool.len();
        let all = program.extend(n_context + n_pool + n_helpers, |all| {
            let (atoms, others) = all.split_at(n_context);
            let (active, helpers) = others.split_at(n_pool);
            let numbers = Numbers { atoms, active, listed: None, guard: None };
            let mut rules = ground::rules(context, &instances, self.pool, &numbers, helpers);
            if is_for_one {
                let of_chosen = chosen.iter().filter_map(|&rule| active.get(rule));
                rules.extend(of_chosen.map(|&atom| normal(atom, vec![])));
            } else if !active.is_empty() {
                rules.push(choice(active.to_vec(), vec![]));
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
                let listed = &self.problem.task.space.listed[rule - self.pool.len()];
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
        let world = &self.problem.relaxed.worlds[place];
        let context = &self.problem.relaxed.contexts[world.context];
        self.copied[place] = true;
        let is_possible = |instance: &&Instance| {
            instance.body.iter().all(|&literal| {
                let atom = literal.unsigned_abs() - 1;
                if literal > 0 { world.possible.contains(atom) } else { !world.certain.contains(atom) }
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
        self.program.extend(context.n_numbers + n_helpers, |all| {
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
