//! What the rules of a set cover do to the examples: no body depends on what is learned, so that a rule is the set of
//! wanted atoms that it derives and the set of examples that it spoils. Rules that others dominate are left out.

use crate::{
    error::Result,
    exact::{
        bit_sets::Tuple,
        bits,
        candidate::{Candidate, Head},
        context::{Relaxed, RelaxedWorld},
        problem::Problem,
        worlds::are_extended,
    },
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;
use xfold_solve::Limits;

/// The most rules of which each is compared with all others. Somewhat arbitrary: the work is quadratic.
const MOST_COMPARED: usize = 8_000;

/// What a rule does to the examples.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Effect {
    /// Wanted pairs of world and atom that it derives, by number.
    pub(super) wanted: Vec<u64>,
    /// Worlds that it spoils.
    pub(super) spoiled: Vec<u64>,
}

/// The wanted atoms of all examples.
pub(super) struct Wanted {
    /// RelaxedWorld and atom of each.
    pub(super) pairs: Vec<(usize, u32)>,
    index: FxHashMap<(usize, u32), usize>,
}

impl Wanted {
    pub(super) fn new(relaxed: &Relaxed) -> Self {
        let mut pairs = Vec::new();
        for (number, world) in relaxed.worlds.iter().enumerate() {
            let context = &relaxed.contexts[world.context];
            // What the background may derive, too, need not be learned.
            let known: FxHashSet<u32> = context.rules.iter().flat_map(|rule| rule.head.clone()).collect();
            let is_wanted = |atom: &u32| world.certain.contains(*atom) && !known.contains(atom);
            pairs.extend(context.free.iter().filter(is_wanted).map(|a| (number, a)));
        }
        let index = pairs.iter().enumerate().map(|(number, &pair)| (pair, number)).collect();
        Self { pairs, index }
    }

    /// The effect of a rule that derives these instances of its head.
    fn effect(&self, derived: impl Iterator<Item = (usize, u32)>, relaxed: &Relaxed) -> Effect {
        let mut effect = Effect {
            wanted: bits::of([].into_iter(), self.pairs.len()),
            spoiled: bits::of([].into_iter(), relaxed.worlds.len()),
        };
        for (world, atom) in derived {
            if let Some(&number) = self.index.get(&(world, atom)) {
                bits::insert(&mut effect.wanted, number);
            } else if !relaxed.worlds[world].possible.contains(atom) {
                bits::insert(&mut effect.spoiled, world);
            }
        }
        effect
    }
}

/// The effects of candidates with fixed bodies.
pub(super) fn effects(problem: &Problem<'_>, pool: &[Candidate], wanted: &Wanted) -> Vec<Effect> {
    let mut known = Tuples::default();
    let derived = pool.iter().map(|candidate| derived(problem, candidate, &mut known));
    derived.map(|pairs| wanted.effect(pairs.into_iter(), &problem.relaxed)).collect()
}

/// The instances of heads, by context.
type Tuples = FxHashMap<Rc<Head>, Vec<Rc<Vec<Tuple>>>>;

/// What a candidate with a fixed body derives: worlds, by number, with their atoms.
fn derived(problem: &Problem<'_>, candidate: &Candidate, known: &mut Tuples) -> Vec<(usize, u32)> {
    let relaxed = &problem.relaxed;
    let tuples = known.entry(Rc::clone(&candidate.head)).or_insert_with(|| {
        let of = |context| Rc::new(problem.bit_sets.tuples(&candidate.head, context).unwrap_or_default());
        (0..relaxed.contexts.len()).map(of).collect()
    });
    let derived = candidate.derived.as_deref().unwrap_or_default();
    let mut pairs = Vec::new();
    let mut start = 0;
    for (number, world) in relaxed.worlds.iter().enumerate() {
        let of = &tuples[world.context];
        for (place, tuple) in of.iter().enumerate() {
            if bits::contains(&derived[start..], place) {
                pairs.extend(tuple.atoms.iter().flatten().map(|&atom| (number, atom)));
            }
        }
        start += of.len().div_ceil(64);
    }
    pairs
}

/// Whether every example holds whose labels a choice of rules with fixed bodies derives.
pub(in crate::exact) fn confirms(
    problem: &Problem<'_>,
    chosen: &[usize],
    pool: &[Candidate],
) -> Result<bool> {
    let relaxed = &problem.relaxed;
    let mut derived: Vec<Vec<u32>> = vec![Vec::new(); relaxed.worlds.len()];
    let mut known = Tuples::default();
    for &rule in chosen {
        for (world, atom) in self::derived(problem, &pool[rule], &mut known) {
            derived[world].push(atom);
        }
    }
    let mut by_context: Vec<Vec<(&RelaxedWorld, Vec<u32>)>> = vec![Vec::new(); relaxed.contexts.len()];
    for (world, derived) in relaxed.worlds.iter().zip(derived) {
        let context = &relaxed.contexts[world.context];
        let is_known = |atom: u32| context.rules.iter().any(|rule| rule.head.contains(&atom));
        let is_wanted = |atom: &u32| world.certain.contains(*atom) && !is_known(*atom);
        let covers = context.free.iter().filter(is_wanted).all(|atom| derived.contains(&atom));
        if covers && derived.iter().all(|&atom| world.possible.contains(atom)) {
            by_context[world.context].push((world, derived));
        }
    }
    for (context, worlds) in relaxed.contexts.iter().zip(by_context) {
        if !are_extended(context, &worlds, problem.limits)?.iter().all(|holds| *holds) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Leaves out rules that are too dear for anything below a cost: the examples that a rule spoils are lost with it.
pub(super) fn affordable(
    pool: Vec<Candidate>,
    effects: Vec<Effect>,
    relaxed: &Relaxed,
    upper: u64,
) -> (Vec<Candidate>, Vec<Effect>) {
    let is_affordable = |(candidate, effect): &(Candidate, Effect)| {
        let mut cost = candidate.cost;
        bits::for_each(&effect.spoiled, |world| {
            cost = cost.saturating_add(relaxed.worlds[world].penalty.map_or(u64::MAX, u64::from));
        });
        cost < upper
    };
    pool.into_iter().zip(effects).filter(is_affordable).unzip()
}

/// Drops rules that derive nothing wanted, and those that another rule dominates: it costs no more, derives as much and
/// spoils no more.
pub(super) fn undominated(
    pool: Vec<Candidate>,
    effects: Vec<Effect>,
    limits: &Limits,
) -> (Vec<Candidate>, Vec<Effect>) {
    let mut best: FxHashMap<Effect, usize> = FxHashMap::default();
    for (number, (candidate, effect)) in pool.iter().zip(&effects).enumerate() {
        if bits::is_empty(&effect.wanted) {
            continue;
        }
        let known = best.entry(effect.clone()).or_insert(number);
        let is_better = candidate.cost < pool[*known].cost && candidate.intermediate.is_empty();
        if is_better {
            *known = number;
        }
    }
    let has_terms = pool.iter().any(|candidate| !candidate.intermediate.is_empty());
    let mut kept: Vec<usize> = if has_terms {
        (0..pool.len()).filter(|&rule| !bits::is_empty(&effects[rule].wanted)).collect()
    } else {
        best.into_values().collect()
    };
    kept.sort_unstable();
    if !has_terms && kept.len() <= MOST_COMPARED {
        let dominated = |number: usize| {
            kept.iter().any(|&other| {
                other != number
                    && pool[other].cost <= pool[number].cost
                    && bits::covers(&effects[other].wanted, &effects[number].wanted)
                    && bits::covers(&effects[number].spoiled, &effects[other].spoiled)
            })
        };
        // What is left when the time is over stays: it does no harm.
        let is_kept = |&number: &usize| {
            limits.spend(bits::work_on(kept.len()));
            limits.reached().is_some() || !dominated(number)
        };
        kept = kept.iter().copied().filter(is_kept).collect();
    }
    let effects = kept.iter().map(|&number| effects[number].clone()).collect();
    let pool = kept.iter().map(|&number| pool[number].clone()).collect();
    (pool, effects)
}
