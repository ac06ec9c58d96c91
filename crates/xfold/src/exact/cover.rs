//! Covering tasks: no negative example, and bodies that do not depend on what is learned. A rule is then the set of
//! wanted atoms that it derives and the set of examples that it spoils, and choosing rules is a set cover with prices.

use super::{
    cost::{Costs, Price},
    generate::{Bounds, Candidate, Candidates},
    literals::{Language, Lit},
    relax::Relaxed,
    tensor::{Cell, Head, Places, Tensors, Tuple, normal_heads},
};
use crate::error::{Error, Result};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;
use xfold_asp::symbols::Symbols;
use xfold_solve::Limits;

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
    /// World and atom of each.
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
            wanted: vec![0; self.pairs.len().div_ceil(64)],
            spoiled: vec![0; relaxed.worlds.len().div_ceil(64)],
        };
        for (world, atom) in derived {
            if let Some(&number) = self.index.get(&(world, atom)) {
                effect.wanted[number / 64] |= 1 << (number % 64);
            } else if !relaxed.worlds[world].possible.contains(atom) {
                effect.spoiled[world / 64] |= 1 << (world % 64);
            }
        }
        effect
    }
}

/// The effects of candidates with fixed bodies.
pub(super) fn effects(
    pool: &[Candidate],
    wanted: &Wanted,
    relaxed: &Relaxed,
    tensors: &Tensors<'_>,
) -> Vec<Effect> {
    let mut known = Tuples::default();
    let derived = pool.iter().map(|candidate| derived(candidate, relaxed, tensors, &mut known));
    derived.map(|pairs| wanted.effect(pairs.into_iter(), relaxed)).collect()
}

/// The instances of heads, by context.
pub(super) type Tuples = FxHashMap<Rc<Head>, Vec<Rc<Vec<Tuple>>>>;

/// What a candidate with a fixed body derives: worlds, by number, with their atoms.
pub(super) fn derived(
    candidate: &Candidate,
    relaxed: &Relaxed,
    tensors: &Tensors<'_>,
    known: &mut Tuples,
) -> Vec<(usize, u32)> {
    let tuples = known.entry(Rc::clone(&candidate.head)).or_insert_with(|| {
        let of = |context| Rc::new(tensors.tuples(&candidate.head, context).unwrap_or_default());
        (0..relaxed.contexts.len()).map(of).collect()
    });
    let derived = candidate.derived.as_deref().unwrap_or_default();
    let mut pairs = Vec::new();
    let mut start = 0;
    for (number, world) in relaxed.worlds.iter().enumerate() {
        let of = &tuples[world.context];
        for (place, tuple) in of.iter().enumerate() {
            if derived[start + place / 64] >> (place % 64) & 1 == 1 {
                pairs.extend(tuple.atoms.iter().flatten().map(|&atom| (number, atom)));
            }
        }
        start += of.len().div_ceil(64);
    }
    pairs
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
        if effect.wanted.iter().all(|word| *word == 0) {
            continue;
        }
        let known = best.entry(effect.clone()).or_insert(number);
        let is_better = candidate.cost < pool[*known].cost && candidate.intermediate.is_empty();
        if is_better {
            *known = number;
        }
    }
    let has_terms = pool.iter().any(|candidate| !candidate.intermediate.is_empty());
    let mut kept: Vec<usize> = match has_terms {
        true => (0..pool.len()).filter(|&n| effects[n].wanted.iter().any(|word| *word != 0)).collect(),
        false => best.into_values().collect(),
    };
    kept.sort_unstable();
    const MOST_COMPARED: usize = 8_000;
    if !has_terms && kept.len() <= MOST_COMPARED {
        let covers = |a: &[u64], b: &[u64]| a.iter().zip(b).all(|(a, b)| b & !a == 0);
        let dominated = |number: usize| {
            kept.iter().any(|&other| {
                other != number
                    && pool[other].cost <= pool[number].cost
                    && covers(&effects[other].wanted, &effects[number].wanted)
                    && covers(&effects[number].spoiled, &effects[other].spoiled)
            })
        };
        // What is left when the time is over stays: it does no harm.
        let is_kept = |&number: &usize| {
            limits.spend(super::work_on_bits(kept.len()));
            limits.reached().is_some() || !dominated(number)
        };
        kept = kept.iter().copied().filter(is_kept).collect();
    }
    let effects = kept.iter().map(|&number| effects[number].clone()).collect();
    let pool = kept.iter().map(|&number| pool[number].clone()).collect();
    (pool, effects)
}

/// Rules whose bodies have only the variables of their heads, by *critical sets*: each literal of a body has to exclude
/// something unwanted that all others let through, or a shorter rule does as well.
pub(super) struct Critical<'a> {
    pub(super) language: &'a Language,
    pub(super) relaxed: &'a Relaxed,
    pub(super) places: &'a Places,
    pub(super) symbols: &'a Symbols,
    pub(super) costs: &'a Costs<'a>,
    pub(super) limits: &'a Limits,
    pub(super) bounds: Bounds,
}

struct Frame<'f> {
    critical: &'f Critical<'f>,
    head: Rc<Head>,
    lits: Vec<Lit>,
    bits: Vec<Vec<u64>>,
    /// Bits of instances that are wanted, and of those that must not be derived.
    wanted: Vec<u64>,
    unwanted: Vec<u64>,
    /// Of the latter those of examples that must hold.
    forbidden: Vec<u64>,
    /// Some example may be lost.
    has_soft: bool,
    found: &'f mut Candidates,
    best: FxHashMap<Vec<u64>, usize>,
}

impl Critical<'_> {
    pub(super) fn run(&self) -> Result<Candidates> {
        let mut found = Candidates::default();
        let tensors = Tensors {
            language: self.language,
            contexts: &self.relaxed.contexts,
            places: self.places,
            symbols: self.symbols,
        };
        for head in normal_heads(self.language) {
            let head = Rc::new(head);
            let mut cells = Vec::new();
            let mut known: FxHashMap<usize, Rc<Vec<Tuple>>> = FxHashMap::default();
            for world in &self.relaxed.worlds {
                let tuples = match known.get(&world.context) {
                    Some(known) => Rc::clone(known),
                    None => {
                        let Some(tuples) = tensors.tuples(&head, world.context) else {
                            found.is_cut = true;
                            return Ok(found);
                        };
                        let tuples = Rc::new(tuples);
                        known.insert(world.context, Rc::clone(&tuples));
                        tuples
                    }
                };
                cells.push(Cell { context: world.context, tuples });
            }
            let Some(layout) = tensors.layout(&cells, &[]) else {
                found.is_cut = true;
                return Ok(found);
            };
            let ones = Tensors::ones(&layout);
            let mut lits: Vec<(Lit, Vec<u64>)> = Vec::new();
            for (number, schema) in self.language.body.iter().enumerate() {
                self.language.literals(schema, number, &head.types, &mut |lit, types| {
                    if types.len() > head.types.len() {
                        return;
                    }
                    let mut bits =
                        tensors.literal(&lit, head.types.len(), &cells, &layout, &|world, atom| {
                            let world = &self.relaxed.worlds[world];
                            atom.is_none_or(|atom| world.certain.contains(atom))
                        });
                    bits.iter_mut().zip(&ones).for_each(|(word, ones)| *word &= ones);
                    lits.push((lit, bits));
                });
            }
            // Equal literals: the first stands for all.
            let mut seen = FxHashMap::default();
            lits.retain(|(_, bits)| seen.insert(bits.clone(), ()).is_none());
            let (lits, bits) = lits.into_iter().unzip();
            let mut wanted = vec![0u64; layout.n_words];
            let mut unwanted = wanted.clone();
            let mut forbidden = wanted.clone();
            for ((cell, span), world) in cells.iter().zip(&layout.spans).zip(&self.relaxed.worlds) {
                for (place, tuple) in cell.tuples.iter().enumerate() {
                    let Some(atom) = tuple.atoms[0] else { continue };
                    let (word, bit) = (span.start + place / 64, 1u64 << (place % 64));
                    if world.certain.contains(atom) {
                        wanted[word] |= bit;
                    } else if !world.possible.contains(atom) {
                        unwanted[word] |= bit;
                        if world.penalty.is_none() {
                            forbidden[word] |= bit;
                        }
                    }
                }
            }
            let mut frame = Frame {
                critical: self,
                head,
                lits,
                bits,
                wanted,
                unwanted,
                forbidden,
                has_soft: self.relaxed.worlds.iter().any(|world| world.penalty.is_some()),
                found: &mut found,
                best: FxHashMap::default(),
            };
            frame.visit(0, &mut Vec::new(), &ones, &[])?;
        }
        Ok(found)
    }
}

impl Frame<'_> {
    /// Looks at a body and all longer ones that use later literals.
    fn visit(
        &mut self,
        first: usize,
        body: &mut Vec<usize>,
        bits: &[u64],
        critical: &[Vec<u64>],
    ) -> Result<()> {
        self.found.n_bodies += 1;
        self.critical.limits.spend(super::work_on_bits(bits.len() * (1 + critical.len())));
        if self.found.n_bodies.is_multiple_of(1024)
            && let Some(limit) = self.critical.limits.reached()
        {
            return Err(Error::Limit(limit));
        }
        let Bounds { max_body, max_bodies, max_rules, upper, .. } = self.critical.bounds;
        if self.found.n_bodies > max_bodies || self.found.rules.len() > max_rules {
            self.found.is_cut = true;
            return Ok(());
        }
        if !bits.iter().zip(&self.forbidden).any(|(bits, forbidden)| bits & forbidden != 0) {
            self.keep(body, bits)?;
        }
        let unwanted: Vec<u64> = bits.iter().zip(&self.unwanted).map(|(a, b)| a & b).collect();
        if unwanted.iter().all(|word| *word == 0) {
            return Ok(());
        }
        // A rule that does not derive all that is wanted needs another one beside it, if nothing may be lost.
        let costs = self.critical.costs;
        let is_enough = bits.iter().zip(&self.wanted).all(|(a, b)| b & !a == 0);
        let others = if is_enough || self.has_soft { 0 } else { self.critical.bounds.cheapest };
        let least = costs.at_least(&self.head.shape, 0, 0, body.len() + 1) + others;
        if upper.is_some_and(|upper| least >= upper) {
            return Ok(());
        }
        if body.len() == max_body {
            self.found.is_deep = true;
            return Ok(());
        }
        for lit in first..self.lits.len() {
            if !self.may_add(body, lit) {
                continue;
            }
            let with = &self.bits[lit];
            let narrower: Vec<u64> = bits.iter().zip(with).map(|(a, b)| a & b).collect();
            if !narrower.iter().zip(&self.wanted).any(|(a, b)| a & b != 0) {
                continue;
            }
            let own: Vec<u64> = unwanted.iter().zip(with).map(|(a, b)| a & !b).collect();
            if own.iter().all(|word| *word == 0) {
                continue;
            }
            let mut next: Vec<Vec<u64>> = Vec::with_capacity(critical.len() + 1);
            for set in critical {
                let left: Vec<u64> = set.iter().zip(with).map(|(a, b)| a & b).collect();
                if left.iter().all(|word| *word == 0) {
                    break;
                }
                next.push(left);
            }
            if next.len() < critical.len() {
                continue;
            }
            next.push(own);
            body.push(lit);
            self.visit(lit + 1, body, &narrower, &next)?;
            body.pop();
        }
        Ok(())
    }

    /// Whether the recall of its declaration allows one more.
    fn may_add(&self, body: &[usize], lit: usize) -> bool {
        let schema = |lit: usize| &self.critical.language.body[self.lits[lit].schema];
        let new = schema(lit);
        let n_used = body.iter().filter(|&&other| schema(other).declaration == new.declaration).count();
        new.recall.is_none_or(|recall| n_used < recall as usize)
    }

    fn keep(&mut self, body: &[usize], bits: &[u64]) -> Result<()> {
        if !bits.iter().zip(&self.wanted).any(|(a, b)| a & b != 0) {
            return Ok(());
        }
        let lits: Vec<Lit> = body.iter().map(|&lit| self.lits[lit].clone()).collect();
        let bound: Vec<u8> = lits
            .iter()
            .filter(|lit| {
                let schema = &self.critical.language.body[lit.schema];
                !schema.negated && schema.signature.is_some()
            })
            .flat_map(Lit::variables)
            .collect();
        let is_safe = self.head.types.iter().enumerate().all(|(variable, &of_type)| {
            bound.contains(&(variable as u8)) || self.critical.language.is_bound_by_type(of_type)
        });
        if !is_safe {
            return Ok(());
        }
        let Bounds { upper, .. } = self.critical.bounds;
        let Some(Price { cost, intermediate }) = self.critical.costs.price(&self.head.shape, 0, 0, &lits)?
        else {
            return Ok(());
        };
        if upper.is_some_and(|upper| cost >= upper) {
            return Ok(());
        }
        let candidate = Candidate {
            head: Rc::clone(&self.head),
            low: 0,
            high: 0,
            types: self.head.types.clone(),
            body: lits,
            cost,
            intermediate,
            derived: Some(bits.into()),
        };
        let has_terms = !candidate.intermediate.is_empty();
        match self.best.get(bits) {
            Some(&known) if !has_terms => {
                if cost < self.found.rules[known].cost {
                    self.found.rules[known] = candidate;
                }
            }
            _ => {
                self.best.insert(bits.to_vec(), self.found.rules.len());
                self.found.rules.push(candidate);
            }
        }
        Ok(())
    }
}
