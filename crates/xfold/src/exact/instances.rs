//! The pool in each context: ground instances of the candidates, from bits, without a grounder; and what can be told
//! of an interpretation by looking at ground rules alone.

use super::{
    atoms::AtomSet,
    generate::Candidate,
    literals::{Arg, Language, Lit},
    relax::{Context, Relaxed, Row},
    tensor::{Cell, Head, Layout, Places, Shape, Span, Tensors, Tuple, for_each_bit},
};
use crate::error::{Error, Result};
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use std::{
    cmp::Reverse,
    hash::{Hash, Hasher},
    mem::discriminant,
    rc::Rc,
};
use xfold_asp::symbols::{Signature, Symbol, Symbols};
use xfold_solve::{GroundRule, Limits};

/// The most instances that are listed.
const MOST_INSTANCES: usize = 4_000_000;
/// The most words of literals that are remembered.
const MOST_CACHED: usize = 1 << 26;

/// A ground instance of a candidate. Fixed literals are left out, since they hold.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Instance {
    /// The candidate, by number.
    pub(super) rule: usize,
    /// The atoms of the head.
    pub(super) head: Vec<u32>,
    /// The atoms of the body, shifted by one; negative ones with `not`.
    pub(super) body: Vec<i32>,
}

impl Instance {
    /// What it says, whatever rule it comes from.
    fn text(&self) -> (&[u32], &[i32]) {
        (&self.head, &self.body)
    }

    pub(super) fn body_holds(&self, model: &AtomSet) -> bool {
        self.body.iter().all(|&literal| holds(literal, model))
    }
}

/// Whether a shifted literal holds.
pub(super) fn holds(literal: i32, model: &AtomSet) -> bool {
    model.contains(literal.unsigned_abs() - 1) == (literal > 0)
}

/// The bits of a literal.
type Bits = Rc<Vec<u64>>;

/// Lists the instances of candidates.
pub(super) struct Instantiator<'a> {
    pub(super) language: &'a Language,
    pub(super) relaxed: &'a Relaxed,
    pub(super) places: &'a Places,
    pub(super) symbols: &'a Symbols,
    pub(super) dependent: &'a FxHashSet<Signature>,
}

impl Instantiator<'_> {
    /// The instances of all candidates, by context, in their order; none if there are too many.
    pub(super) fn run(&self, pool: &[Candidate], limits: &Limits) -> Result<Option<Vec<Vec<Instance>>>> {
        let tensors = Tensors {
            language: self.language,
            contexts: &self.relaxed.contexts,
            places: self.places,
            symbols: self.symbols,
        };
        let atoms: Vec<Vec<FxHashMap<&[Symbol], u32>>> = self
            .relaxed
            .contexts
            .iter()
            .map(|context| context.rows.iter().map(|rows| by_values(rows)).collect())
            .collect();
        let mut instances: Vec<Vec<Instance>> = vec![Vec::new(); self.relaxed.contexts.len()];
        let mut n_instances = 0;
        let mut cells: FxHashMap<Rc<Head>, Vec<Cell>> = FxHashMap::default();
        let mut cache: FxHashMap<(Rc<Head>, Lit, Vec<usize>), Bits> = FxHashMap::default();
        let mut n_cached = 0;
        for (number, candidate) in pool.iter().enumerate() {
            limits.spend(1);
            if let Some(limit) = limits.reached().filter(|_| number.is_multiple_of(64)) {
                return Err(Error::Limit(limit));
            }
            let cells = cells.entry(Rc::clone(&candidate.head)).or_insert_with(|| {
                let mut known: FxHashMap<usize, Rc<Vec<Tuple>>> = FxHashMap::default();
                let worlds = self.relaxed.worlds.iter();
                worlds
                    .map(|world| {
                        let tuples = known.entry(world.context).or_insert_with(|| {
                            Rc::new(tensors.tuples(&candidate.head, world.context).unwrap_or_default())
                        });
                        Cell { context: world.context, tuples: Rc::clone(tuples) }
                    })
                    .collect()
            });
            let n_head = candidate.head.types.len();
            let Some(layout) = tensors.layout(cells, &candidate.types[n_head..]) else { return Ok(None) };
            if n_cached > MOST_CACHED {
                cache.clear();
                n_cached = 0;
            }
            let mut bits = Tensors::ones(&layout);
            for lit in &candidate.body {
                let key = (Rc::clone(&candidate.head), lit.clone(), layout.types.clone());
                let pair = cache.entry(key).or_insert_with(|| {
                    n_cached += layout.n_words;
                    Rc::new(tensors.literal(lit, n_head, cells, &layout, &|world, atom| {
                        let world = &self.relaxed.worlds[world];
                        let negated = self.language.body[lit.schema].negated;
                        let set = if negated { &world.certain } else { &world.possible };
                        atom.is_none_or(|atom| set.contains(atom))
                    }))
                });
                bits.iter_mut().zip(pair.iter()).for_each(|(word, other)| *word &= other);
            }
            // Worlds with the same context have the same instances: each is listed once.
            let mut by_context: FxHashMap<usize, usize> = FxHashMap::default();
            let mut first: Vec<usize> = Vec::new();
            for (place, (cell, span)) in cells.iter().zip(&layout.spans).enumerate() {
                let known = *by_context.entry(cell.context).or_insert(place);
                if known == place {
                    first.push(place);
                    continue;
                }
                let from = layout.spans[known].start;
                for word in 0..span.n_words {
                    bits[from + word] |= bits[span.start + word];
                }
            }
            for place in first {
                let (cell, span) = (&cells[place], &layout.spans[place]);
                let spot = Spot { cell, span, layout: &layout, n_head };
                let found = self.collect(number, candidate, &bits, &spot, &tensors, &atoms[cell.context]);
                n_instances += found.len();
                instances[cell.context].extend(found);
            }
            if n_instances > MOST_INSTANCES {
                return Ok(None);
            }
        }
        Ok(Some(instances))
    }

    /// The instances of a candidate in one context.
    fn collect(
        &self,
        number: usize,
        candidate: &Candidate,
        bits: &[u64],
        spot: &Spot<'_>,
        tensors: &Tensors<'_>,
        atoms: &[FxHashMap<&[Symbol], u32>],
    ) -> Vec<Instance> {
        let Spot { cell, span, layout, n_head } = *spot;
        let context = &self.relaxed.contexts[cell.context];
        let is_dependent = |lit: &&Lit| {
            let signature = self.language.body[lit.schema].signature.as_ref();
            signature.is_some_and(|signature| self.dependent.contains(signature))
        };
        let dependent: Vec<&Lit> = candidate.body.iter().filter(is_dependent).collect();
        let mut instances = Vec::new();
        let mut values: Vec<Symbol> = Vec::new();
        for_each_bit(&bits[span.words()], |bit| {
            let tuple = &cell.tuples[bit / span.block];
            let mut body = Vec::with_capacity(dependent.len());
            for lit in &dependent {
                values.clear();
                values.extend(lit.args.iter().map(|arg| match arg {
                    Arg::Var(variable) => tensors.value(*variable as usize, n_head, cell, layout, span, bit),
                    Arg::Const(constant) => *constant,
                    Arg::Range(..) => Symbol(u32::MAX),
                }));
                let Some(&atom) = atoms[lit.schema].get(&values[..]) else { continue };
                if context.facts.contains(atom) {
                    continue;
                }
                let literal = atom as i32 + 1;
                body.push(if self.language.body[lit.schema].negated { -literal } else { literal });
            }
            body.sort_unstable();
            body.dedup();
            let head: Vec<u32> = tuple.atoms.iter().flatten().copied().collect();
            // What contradicts itself never fires, and what derives an atom from itself says nothing.
            let is_normal = matches!(candidate.head.shape, Shape::Normal(_));
            let is_circular = is_normal && head.iter().any(|&atom| body.contains(&(atom as i32 + 1)));
            if !is_circular && !body.iter().any(|literal| body.contains(&-literal)) {
                instances.push(Instance { rule: number, head, body });
            }
        });
        instances.sort_unstable();
        instances.dedup();
        instances
    }
}

/// Where the instances of a candidate in one context stand.
#[derive(Clone, Copy)]
struct Spot<'s> {
    cell: &'s Cell,
    span: &'s Span,
    layout: &'s Layout,
    n_head: usize,
}

/// The pool without rules that are the same as others in all contexts, or nothing, once they are ground: of each kind the
/// cheapest, then the constraint with most variables, then the first.
pub(super) fn distinct(
    pool: Vec<Candidate>,
    instances: &[Vec<Instance>],
) -> (Vec<Candidate>, Vec<Vec<Instance>>) {
    let ground = |rule: usize| instances.iter().map(move |all| of_rule(all, rule));
    let mut kinds: FxHashMap<u64, Vec<usize>> = FxHashMap::default();
    for (rule, candidate) in pool.iter().enumerate() {
        if ground(rule).all(<[Instance]>::is_empty) {
            continue;
        }
        let mut hasher = FxHasher::default();
        ground(rule).for_each(|same| same.iter().for_each(|instance| instance.text().hash(&mut hasher)));
        let is_same = |&other: &usize| {
            let kept = &pool[other];
            let is_alike = discriminant(&kept.head.shape) == discriminant(&candidate.head.shape)
                && (kept.low, kept.high) == (candidate.low, candidate.high)
                && kept.intermediate == candidate.intermediate;
            is_alike
                && ground(rule).zip(ground(other)).all(|(some, others)| {
                    some.len() == others.len() && some.iter().zip(others).all(|(a, b)| a.text() == b.text())
                })
        };
        let known = kinds.entry(hasher.finish()).or_default();
        let rank = |candidate: &Candidate| {
            let is_constraint = candidate.head.shape == Shape::Constraint;
            (candidate.cost, Reverse(if is_constraint { candidate.types.len() } else { 0 }))
        };
        match known.iter_mut().find(|other| is_same(other)) {
            Some(other) if rank(candidate) < rank(&pool[*other]) => *other = rule,
            Some(_) => {}
            None => known.push(rule),
        }
    }
    let mut kept: Vec<usize> = kinds.into_values().flatten().collect();
    kept.sort_unstable();
    let instances = instances.iter().map(|all| {
        let of_kept = kept.iter().enumerate().flat_map(|(rule, &before)| {
            of_rule(all, before).iter().map(move |instance| Instance { rule, ..instance.clone() })
        });
        of_kept.collect()
    });
    let instances = instances.collect();
    let mut is_kept = vec![false; pool.len()];
    kept.iter().for_each(|&rule| is_kept[rule] = true);
    let pool =
        pool.into_iter().zip(is_kept).filter_map(|(candidate, kept)| kept.then_some(candidate)).collect();
    (pool, instances)
}

/// The instances of a candidate, among those of all in their order.
fn of_rule(instances: &[Instance], rule: usize) -> &[Instance] {
    let start = instances.partition_point(|instance| instance.rule < rule);
    let end = start + instances[start..].partition_point(|instance| instance.rule == rule);
    &instances[start..end]
}

/// The instances of chosen candidates, among those of all in their order.
pub(super) fn of_rules<'i>(instances: &'i [Instance], rules: &[usize]) -> Vec<&'i Instance> {
    let mut found = Vec::new();
    rules.iter().for_each(|&rule| found.extend(of_rule(instances, rule)));
    found
}

fn by_values(rows: &[Row]) -> FxHashMap<&[Symbol], u32> {
    rows.iter().filter_map(|row| Some((&row.values[..], row.atom?))).collect()
}

/// The candidates of which an interpretation violates an instance.
pub(super) fn violated(instances: &[Instance], pool: &[Candidate], model: &AtomSet) -> Vec<usize> {
    let mut found: Vec<usize> = Vec::new();
    for instance in instances {
        if found.last() == Some(&instance.rule) || !instance.body_holds(model) {
            continue;
        }
        let candidate = &pool[instance.rule];
        let n_true = instance.head.iter().filter(|&&atom| model.contains(atom)).count();
        let is_violated = match &candidate.head.shape {
            Shape::Constraint => true,
            Shape::Normal(_) => n_true == 0,
            Shape::Choice(_) => n_true < candidate.low || n_true > candidate.high,
        };
        if is_violated {
            found.push(instance.rule);
        }
    }
    found
}

/// The atoms of an interpretation that ground rules and the instances of chosen candidates derive, each by what was
/// derived before or is given; `not` is read in the interpretation.
pub(super) fn founded(
    context: &Context,
    instances: &[Instance],
    chosen: &[usize],
    given: &[u32],
    model: &AtomSet,
) -> AtomSet {
    let mut derived = AtomSet::with_capacity(context.atoms.len());
    context.facts.iter().chain(given.iter().copied()).for_each(|atom| {
        derived.insert(atom);
    });
    let chosen: Vec<&Instance> =
        of_rules(instances, chosen).into_iter().filter(|instance| instance.body_holds(model)).collect();
    let rules: Vec<&GroundRule> = context.rules.iter().filter(|rule| sum_holds(rule, model)).collect();
    loop {
        let mut changed = false;
        for rule in &rules {
            if is_supported(rule, model, &derived) {
                for &atom in rule.head.iter().filter(|&&atom| model.contains(atom)) {
                    changed |= derived.insert(atom);
                }
            }
        }
        for instance in &chosen {
            let is_supported = instance.body.iter().all(|&l| l < 0 || derived.contains(l as u32 - 1));
            if is_supported {
                for &atom in instance.head.iter().filter(|&&atom| model.contains(atom)) {
                    changed |= derived.insert(atom);
                }
            }
        }
        if !changed {
            return derived;
        }
    }
}

fn sum_holds(rule: &GroundRule, model: &AtomSet) -> bool {
    match &rule.weights {
        None => rule.body.iter().all(|&literal| holds(literal, model)),
        Some((bound, weights)) => {
            let held = rule.body.iter().zip(weights).filter(|(literal, _)| holds(**literal, model));
            held.map(|(_, weight)| i64::from(*weight)).sum::<i64>() >= i64::from(*bound)
        }
    }
}

fn is_supported(rule: &GroundRule, model: &AtomSet, derived: &AtomSet) -> bool {
    let supports = |literal: i32| match literal > 0 {
        true => derived.contains(literal as u32 - 1),
        false => holds(literal, model),
    };
    match &rule.weights {
        None => rule.body.iter().all(|&literal| supports(literal)),
        Some((bound, weights)) => {
            let held = rule.body.iter().zip(weights).filter(|(literal, _)| supports(**literal));
            held.map(|(_, weight)| i64::from(*weight)).sum::<i64>() >= i64::from(*bound)
        }
    }
}
