//! Relaxed worlds: what certainly and what possibly holds where an example is extended, if target atoms were free. What
//! holds in all stable models needs no rule; what holds in none can be derived by no hypothesis.

use super::{
    atoms::AtomSet,
    context::{Context, LISTED, Relaxed, RelaxedWorld, VIOLATED},
    ground::{self, Numbers, choice, constraint, normal},
    relax::{Reading, Relaxer},
    rule_space::RuleSpace,
};
use crate::{
    error::Result,
    task::{Example, Task},
};
use rustc_hash::FxHashMap;
use std::rc::Rc;
use xfold_asp::symbols::{Signature, Symbols};
use xfold_solve::{Limits, Propositional, Which};

/// How many stable models are guessed before it is asked what they have in common. Somewhat arbitrary: a guess is cheap,
/// and each atom on which two differ need not be asked for.
const N_GUESSES: u32 = 6;

/// The relaxed worlds of examples with one context, to be kept.
struct Known {
    context: Rc<Context>,
    /// One for each example; none if nothing extends it.
    worlds: Vec<Option<RelaxedWorld>>,
}

/// Relaxed worlds of before, by the examples and how these were read. None if a context is too large.
#[derive(Default)]
pub(super) struct Memory(FxHashMap<(Vec<usize>, Reading), Option<Known>>);

impl Relaxer<'_> {
    /// The relaxed worlds of these examples, whose contexts have these numbers. None if some are too large.
    pub(super) fn worlds(
        &self,
        examples: &[usize],
        numbers: &[usize],
        memory: &mut Memory,
        symbols: &mut Symbols,
    ) -> Result<Option<Relaxed>> {
        let mut places: FxHashMap<usize, usize> = FxHashMap::default();
        let mut by_context: Vec<Vec<usize>> = Vec::new();
        for &example in examples {
            let place = *places.entry(numbers[example]).or_insert(by_context.len());
            if place == by_context.len() {
                by_context.push(Vec::new());
            }
            by_context[place].push(example);
        }
        let mut relaxed = Relaxed::default();
        for same in by_context {
            let key = (same, self.reading);
            if !memory.0.contains_key(&key) {
                let of_any = |reading| memory.0.get(&(key.0.clone(), reading));
                let other =
                    [Reading::Open, Reading::Closed, Reading::Complemented].into_iter().find_map(of_any);
                let context = match other {
                    Some(known) => known.as_ref().map(|known| Rc::clone(&known.context)),
                    None => self.context(&key.0, &mut relaxed.n_calls, symbols)?.map(Rc::new),
                };
                let known = match context {
                    Some(context) => {
                        let worlds = self.worlds_of(&context, &key.0, &mut relaxed.n_calls)?;
                        Some(Known { context, worlds })
                    }
                    None => None,
                };
                memory.0.insert(key.clone(), known);
            }
            let Some(known) = &memory.0[&key] else { return Ok(None) };
            for (&example, world) in key.0.iter().zip(&known.worlds) {
                match world {
                    Some(world) => {
                        relaxed
                            .worlds
                            .push(RelaxedWorld { context: relaxed.contexts.len(), ..world.clone() });
                    }
                    None if self.task.examples[example].positive => relaxed.impossible.push(example),
                    None => {}
                }
            }
            relaxed.contexts.push(Rc::clone(&known.context));
        }
        // Positive ones that must hold first, then those that may be lost, then negative ones.
        relaxed.worlds.sort_by_key(|world| (!world.positive, world.penalty.is_some(), world.example));
        Ok(Some(relaxed))
    }

    /// The worlds of examples that share a context; none for those that nothing extends.
    fn worlds_of(
        &self,
        context: &Context,
        examples: &[usize],
        n_calls: &mut usize,
    ) -> Result<Vec<Option<RelaxedWorld>>> {
        if context.simple {
            return Ok(examples.iter().map(|&example| self.settle(context, example)).collect());
        }
        let mut freed = Freed::new(context, true, self.limits)?;
        let mut worlds = Vec::with_capacity(examples.len());
        for &example in examples {
            worlds.push(match self.requirements(context, example) {
                Some((included, excluded)) => {
                    let found = self.consequences(&mut freed, context, &included, &excluded)?;
                    found.map(|(certain, possible)| {
                        self.world(context, example, certain, possible, included, excluded)
                    })
                }
                None => None,
            });
        }
        *n_calls += freed.n_calls;
        Ok(worlds)
    }

    /// The world of an example where only facts hold beside what is learned.
    fn settle(&self, context: &Context, example: usize) -> Option<RelaxedWorld> {
        let (included, excluded) = self.requirements(context, example)?;
        let is_known = |atom: &u32| context.facts.contains(*atom);
        let derivable = |atom: &u32| is_known(atom) || context.free.contains(*atom);
        if !included.iter().all(derivable) || excluded.iter().any(is_known) {
            return None;
        }
        let mut certain = context.facts.clone();
        included.iter().for_each(|&atom| {
            certain.insert(atom);
        });
        let mut possible = context.facts.clone();
        context.free.iter().for_each(|atom| {
            possible.insert(atom);
        });
        excluded.iter().for_each(|&atom| possible.remove(atom));
        Some(self.world(context, example, certain, possible, included, excluded))
    }

    /// The atoms an example includes and excludes; none if it includes what nothing derives.
    fn requirements(&self, context: &Context, example: usize) -> Option<(Vec<u32>, Vec<u32>)> {
        let Example { positive, inclusions, exclusions, .. } = &self.task.examples[example];
        let mut included = Vec::new();
        for group in inclusions.groups() {
            for row in group.rows() {
                included.push(context.atom(&group.signature, row)?);
            }
        }
        let rows = exclusions.groups().iter().flat_map(|g| g.rows().map(move |row| (&g.signature, row)));
        let mut excluded: Vec<u32> =
            rows.filter_map(|(signature, row)| context.atom(signature, row)).collect();
        if self.reading != Reading::Open && *positive {
            let given = included.clone();
            for atom in context.free.iter().filter(|atom| !given.contains(atom)) {
                let (signature, args) = &context.atoms[atom as usize];
                if is_observed(self.task, signature) {
                    excluded.push(atom);
                } else if self.reading == Reading::Complemented {
                    let mut counterparts = counterparts(self.task, self.space, signature).peekable();
                    if counterparts.peek().is_none() {
                        continue;
                    }
                    let is_given = |other: &Signature| {
                        context.atom(other, args).is_some_and(|atom| given.contains(&atom))
                    };
                    if counterparts.any(is_given) { excluded.push(atom) } else { included.push(atom) }
                }
            }
        }
        excluded.sort_unstable();
        excluded.dedup();
        Some((included, excluded))
    }

    /// What holds in all and what in some of the stable models that have these atoms, and not those; none if there are
    /// no such models.
    fn consequences(
        &self,
        freed: &mut Freed,
        context: &Context,
        included: &[u32],
        excluded: &[u32],
    ) -> Result<Option<(AtomSet, AtomSet)>> {
        let asked: Vec<i32> = included
            .iter()
            .map(|&atom| freed.atoms[atom as usize] as i32)
            .chain(excluded.iter().map(|&atom| -(freed.atoms[atom as usize] as i32)))
            .collect();
        let Some(first) = freed.model(Which::Any, &asked, self.limits)? else { return Ok(None) };
        if !self.task.space.listed.is_empty() && self.space.body.is_empty() {
            // Nothing is generated, so that nothing has to be known.
            let mut all = AtomSet::with_capacity(context.atoms.len());
            (0..context.atoms.len() as u32).for_each(|atom| {
                all.insert(atom);
            });
            return Ok(Some((context.facts.clone(), all)));
        }
        let common = self.common(freed, context, &asked, first)?;
        let is_settled = |atom: u32| context.free.contains(atom) && !common.touched.contains(atom);
        let mut certain = AtomSet::with_capacity(context.atoms.len());
        let mut possible = AtomSet::with_capacity(context.atoms.len());
        for atom in 0..context.atoms.len() as u32 {
            let signature = &context.atoms[atom as usize].0;
            // Free atoms that nothing reads and no example mentions are of no interest.
            let is_known = context.free.contains(atom) || context.facts.contains(atom);
            let is_idle =
                self.space.targets.contains(signature) && self.task.space.listed.is_empty() && !is_known;
            if is_idle || [LISTED, VIOLATED].contains(&signature.name.as_str()) {
                continue;
            }
            // What no rule touches is as the example says, or open.
            if common.always[atom as usize] && (!is_settled(atom) || included.contains(&atom)) {
                certain.insert(atom);
            }
            if common.ever[atom as usize] || (is_settled(atom) && !excluded.contains(&atom)) {
                possible.insert(atom);
            }
        }
        Ok(Some((certain, possible)))
    }

    /// What the stable models with these literals have in common, given one of them.
    fn common(
        &self,
        freed: &mut Freed,
        context: &Context,
        asked: &[i32],
        first: Vec<bool>,
    ) -> Result<Common> {
        let mut touched = AtomSet::with_capacity(context.atoms.len());
        for rule in &context.rules {
            let body = rule.body.iter().map(|literal| literal.unsigned_abs() - 1);
            for atom in rule.head.iter().copied().chain(body) {
                touched.insert(atom);
            }
        }
        let mut common = Common { always: first.clone(), ever: first, touched };
        for seed in 1..=N_GUESSES {
            if common.open().is_empty() {
                return Ok(common);
            }
            if let Some(model) = freed.model(Which::Random(seed), asked, self.limits)? {
                common.take(&model);
            }
        }
        // In most cases the guesses have shown all that may differ; else each atom is asked for.
        let Some(model) = freed.other(&common.open(), asked, self.limits)? else { return Ok(common) };
        common.take(&model);
        for (atom, holds) in common.open() {
            if common.is_open(atom) {
                let number = freed.atoms[atom as usize] as i32;
                let mut asked = asked.to_vec();
                asked.push(if holds { -number } else { number });
                if let Some(model) = freed.model(Which::Any, &asked, self.limits)? {
                    common.take(&model);
                }
            }
        }
        Ok(common)
    }

    fn world(
        &self,
        context: &Context,
        example: usize,
        certain: AtomSet,
        possible: AtomSet,
        included: Vec<u32>,
        excluded: Vec<u32>,
    ) -> RelaxedWorld {
        let Example { positive, penalty, .. } = &self.task.examples[example];
        RelaxedWorld {
            example,
            context: 0,
            positive: *positive,
            penalty: *penalty,
            certain: certain.resized(context.atoms.len()),
            possible: possible.resized(context.atoms.len()),
            included,
            excluded,
        }
    }
}

/// Whether some example mentions a target.
pub(super) fn is_observed(task: &Task, target: &Signature) -> bool {
    let speaks = |example: &Example| {
        example.inclusions.group(target).is_some() || example.exclusions.group(target).is_some()
    };
    task.examples.iter().any(speaks)
}

/// Observed targets that range over the same types as another one.
pub(super) fn counterparts<'a>(
    task: &'a Task,
    space: &'a RuleSpace,
    target: &'a Signature,
) -> impl Iterator<Item = &'a Signature> {
    let heads = || space.heads.iter().chain(&space.choices);
    let own = heads().find(|head| head.signature.as_ref() == Some(target)).map(|head| &head.slots);
    let alike =
        heads().filter(move |head| Some(&head.slots) == own).filter_map(|head| head.signature.as_ref());
    alike.filter(move |&other| other != target && is_observed(task, other))
}

/// What stable models have in common.
struct Common {
    /// Atoms that hold in all of them, and in some, by number.
    always: Vec<bool>,
    ever: Vec<bool>,
    /// Atoms of rules: others hold as facts, or freely, or never.
    touched: AtomSet,
}

impl Common {
    fn take(&mut self, model: &[bool]) {
        for (atom, &holds) in model.iter().enumerate() {
            self.always[atom] &= holds;
            self.ever[atom] |= holds;
        }
    }

    fn is_open(&self, atom: u32) -> bool {
        self.always[atom as usize] == self.ever[atom as usize] && self.touched.contains(atom)
    }

    /// Atoms of rules that were the same in all models, and whether they hold.
    fn open(&self) -> Vec<(u32, bool)> {
        let atoms = (0..self.always.len() as u32).filter(|&atom| self.is_open(atom));
        atoms.map(|atom| (atom, self.always[atom as usize])).collect()
    }
}

/// Whether a stable model extends each of some examples with this context, if these target atoms are derived.
pub(super) fn are_extended(
    context: &Context,
    worlds: &[(&RelaxedWorld, Vec<u32>)],
    limits: &Limits,
) -> Result<Vec<bool>> {
    let mut freed = Freed::new(context, false, limits)?;
    let free: Vec<u32> = context.free.iter().collect();
    let mut extended = Vec::with_capacity(worlds.len());
    for (world, derived) in worlds {
        let literal = |atom: u32, holds: bool| {
            let number = freed.atoms[atom as usize] as i32;
            if holds { number } else { -number }
        };
        let mut asked: Vec<i32> = world.included.iter().map(|&atom| literal(atom, true)).collect();
        asked.extend(world.excluded.iter().map(|&atom| literal(atom, false)));
        asked.extend(
            free.iter()
                .zip(&freed.switches)
                .map(|(atom, &switch)| if derived.contains(atom) { switch as i32 } else { -(switch as i32) }),
        );
        extended.push(freed.model(Which::Any, &asked, limits)?.is_some());
    }
    Ok(extended)
}

/// The ground program of a context, in which targets may be free.
struct Freed {
    program: Propositional,
    /// The numbers of the context's atoms in the program.
    atoms: Vec<u32>,
    /// Atoms that derive the free ones: what is derived is not what holds, as the background may derive it, too.
    switches: Vec<u32>,
    /// How many of the atoms have a name.
    n_named: usize,
    n_calls: usize,
}

impl Freed {
    /// The program with targets that are free, or derived as switches say.
    fn new(context: &Context, is_free: bool, limits: &Limits) -> Result<Self> {
        let mut program = Propositional::new(limits)?;
        let n_helpers = ground::n_helpers(context, &[], &[]);
        let free: Vec<u32> = context.free.iter().collect();
        let mut atoms = program.extend(context.n_numbers + free.len() + n_helpers, |all| {
            let (atoms, others) = all.split_at(context.n_numbers);
            let (switches, helpers) = others.split_at(free.len());
            let numbers = Numbers { atoms, active: &[], listed: None, guard: None };
            let mut rules = ground::rules(context, &[], &[], &numbers, helpers);
            let numbers: Vec<u32> = free.iter().map(|&atom| atoms[atom as usize]).collect();
            let chosen = if is_free { numbers.clone() } else { switches.to_vec() };
            if !chosen.is_empty() {
                rules.push(choice(chosen, vec![]));
            }
            if !is_free {
                let derived = numbers.iter().zip(switches);
                rules.extend(derived.map(|(&atom, &switch)| normal(atom, vec![switch as i32])));
            }
            (rules, vec![])
        })?;
        atoms.truncate(context.n_numbers + free.len());
        let switches = atoms.split_off(context.n_numbers);
        Ok(Self { program, atoms, switches, n_named: context.atoms.len(), n_calls: 0 })
    }

    /// Which atoms hold in a stable model with these literals, if there is one.
    fn model(&mut self, which: Which, asked: &[i32], limits: &Limits) -> Result<Option<Vec<bool>>> {
        self.n_calls += 1;
        Ok(self.program.solve(which, asked, &self.atoms[..self.n_named], limits)?.model)
    }

    /// A stable model in which not all of these atoms are as they are said to be.
    fn other(&mut self, open: &[(u32, bool)], asked: &[i32], limits: &Limits) -> Result<Option<Vec<bool>>> {
        if open.is_empty() {
            return Ok(None);
        }
        let atoms = &self.atoms;
        let differs = self.program.extend(1, |new| {
            let mut body: Vec<i32> = open
                .iter()
                .map(|&(atom, holds)| {
                    let number = atoms[atom as usize] as i32;
                    if holds { number } else { -number }
                })
                .collect();
            body.push(new[0] as i32);
            (vec![choice(vec![new[0]], vec![]), constraint(body)], vec![])
        })?;
        let mut asked = asked.to_vec();
        asked.push(differs[0] as i32);
        self.model(Which::Any, &asked, limits)
    }
}

#[cfg(test)]
mod tests {
    use crate::exact::{context::Relaxed, sample::with_problem};

    /// Whether an atom is certain and whether it is possible in the first world.
    fn status(relaxed: &Relaxed, name: &str) -> (bool, bool) {
        let world = &relaxed.worlds[0];
        let atoms = &relaxed.contexts[world.context].atoms;
        let atom = atoms.iter().position(|(signature, _)| signature.name == name).expect("it is an atom");
        (world.certain.contains(atom as u32), world.possible.contains(atom as u32))
    }

    #[test]
    fn what_an_example_includes_settles_what_is_learned() {
        let task = "bird. stays :- not fly. #modeh(fly). #modeb(bird).";
        with_problem(&format!("{task} #pos({{stays}}, {{}})."), 1, |problem| {
            assert_eq!(status(&problem.relaxed, "bird"), (true, true));
            assert_eq!(status(&problem.relaxed, "stays"), (true, true));
            assert_eq!(status(&problem.relaxed, "fly"), (false, false));
            assert!(problem.is_total());
        });
        // An example that says nothing leaves it open.
        with_problem(&format!("{task} #pos({{}}, {{}})."), 1, |problem| {
            assert_eq!(status(&problem.relaxed, "fly"), (false, true));
            assert!(!problem.is_total());
        });
    }

    #[test]
    fn what_the_background_forbids_is_impossible() {
        with_problem("bird. :- fly. #pos({fly}, {}). #modeh(fly). #modeb(bird).", 1, |problem| {
            assert_eq!(problem.relaxed.impossible, [0]);
        });
    }
}
