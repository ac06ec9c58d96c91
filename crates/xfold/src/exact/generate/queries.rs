//! Covering tasks in one context as queries: what is wanted is an answer of the facts, and a rule is a query for it.
//!
//! A part of the body that shares no variable with the head holds for all instances of the head or for none, so bodies
//! grow from the head, each literal from variables that are there. They are evaluated by joins over the instances that
//! have a label; unlike bits for every binding, these do not grow with the number of variables that are allowed.
//!
//! Bodies in which no declaration is used twice come first, then those that use some twice, then all: most queries are
//! like that, and what they cost bounds the rest.

use crate::{
    error::Result,
    exact::{
        bit_sets::{BitSets, Tuple},
        bits,
        candidate::{Candidate, Candidates, Head, Price, normal_heads},
        canonical::canonical,
        context::Context,
        problem::{Bounds, Problem},
        rule_space::{Arg, Lit, TypeId},
    },
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;
use xfold_asp::symbols::Symbol;

/// Of all bodies, 1/8 may use no declaration twice, and 1/8 each at most twice, before the rest. Somewhat arbitrary: most
/// queries are like that, but these parts must not use up the whole.
const SHARE_OF_NARROW: usize = 8;
/// How many bodies are extended where there are too many for all. Somewhat arbitrary.
const BEAM: usize = 1_000;
/// The most bindings of a body. Somewhat arbitrary: it bounds the time for one join.
const MOST_BINDINGS: usize = 200_000;
/// The largest table of existing keys that is kept as bits: two megabytes.
const MOST_KEY_BITS: u64 = 1 << 24;
/// How many cells of a join are gone through in one unit of work.
const CELLS_PER_UNIT: u64 = 200;

/// The candidates of a cover in one context, and the length up to which none is missing.
pub(in crate::exact) fn candidates(problem: &Problem<'_>) -> Result<Candidates> {
    let mut found = Candidates::default();
    let mut complete = usize::MAX;
    let heads = normal_heads(problem.space);
    let n_heads = heads.len();
    for head in heads {
        let Some(tuples) = problem.bit_sets.tuples(&head, 0) else {
            found.is_cut = true;
            complete = 0;
            continue;
        };
        let mut search = HeadSearch::new(problem, Rc::new(head), &tuples);
        complete = complete.min(search.run(problem.bounds.max_bodies / n_heads, &mut found)?);
    }
    found.complete = Some(complete);
    Ok(found)
}

/// The search for the rules of one head.
struct HeadSearch<'s> {
    problem: &'s Problem<'s>,
    head: Rc<Head>,
    /// How many instances the head has, with or without a label.
    n_tuples: usize,
    /// The instances with a label: which they are, and the values of their variables. Wanted ones come first.
    instances: Vec<(usize, Vec<u32>)>,
    n_wanted: usize,
    /// Whether nothing else is wanted than instances of this head.
    is_only_head: bool,
    /// The facts of each schema, their values as numbers.
    relations: Vec<Rc<Relation>>,
    indexes: FxHashMap<(usize, Vec<Slot>), Rc<Index>>,
    seen: FxHashSet<u128>,
    /// What was kept, by what it derives.
    kept: FxHashMap<Vec<u64>, usize>,
    upper: Option<u64>,
    n_bodies: usize,
}

/// A body on the way: its literals, the types of all variables, and how promising it is.
struct Node {
    body: Vec<Lit>,
    types: Vec<TypeId>,
    n_wanted: usize,
    n_unwanted: usize,
}

/// What a place of a literal asks of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Slot {
    /// The value of a variable that is bound.
    Bound,
    /// Anything: a new variable.
    New,
    /// What stands at an earlier place.
    Same(usize),
    /// A constant, or a number between bounds.
    Fixed(Arg),
}

/// The rows of a schema, values by their number in the type's domain.
struct Relation {
    rows: Vec<Vec<u32>>,
    /// The symbols of each row, for what is compared with constants.
    symbols: Vec<Vec<Symbol>>,
    /// How many values each place may have.
    sizes: Vec<u64>,
}

/// The rows that fit a pattern of slots, by the values at bound places.
struct Index {
    keys: Keys,
    /// The values of new variables, by key; only where there are new ones.
    rows: FxHashMap<u64, Vec<Vec<u32>>>,
    /// How much a value at each bound place counts for in the key.
    strides: Vec<u64>,
}

/// Which keys exist.
enum Keys {
    Bits(Vec<u64>),
    Set(FxHashSet<u64>),
}

impl Keys {
    fn contains(&self, key: u64) -> bool {
        match self {
            Keys::Bits(bits) => bits::contains(bits, key as usize),
            Keys::Set(set) => set.contains(&key),
        }
    }
}

/// The bindings of a body, row by row: the number of the instance, then the values of the variables.
struct Bindings {
    width: usize,
    cells: Vec<u32>,
}

impl Bindings {
    fn rows(&self) -> impl Iterator<Item = &[u32]> {
        self.cells.chunks_exact(self.width)
    }
}

impl<'s> HeadSearch<'s> {
    fn new(problem: &'s Problem<'s>, head: Rc<Head>, tuples: &[Tuple]) -> Self {
        let relaxed = &problem.relaxed;
        let context = &relaxed.contexts[0];
        let (mut wanted, mut unwanted) = (Vec::new(), Vec::new());
        for (number, tuple) in tuples.iter().enumerate() {
            let Some(atom) = tuple.atoms[0] else { continue };
            let values = tuple.values.iter().zip(&head.types);
            let values = values.map(|(&value, &of_type)| problem.bit_sets.place(0, of_type, value));
            let Some(values) = values.collect::<Option<Vec<u32>>>() else { continue };
            if relaxed.worlds.iter().any(|world| !world.possible.contains(atom)) {
                unwanted.push((number, values));
            } else if relaxed.worlds.iter().any(|world| world.certain.contains(atom)) {
                wanted.push((number, values));
            }
        }
        let n_wanted = wanted.len();
        wanted.extend(unwanted);
        let is_wanted = |atom: &u32| relaxed.worlds.iter().any(|world| world.certain.contains(*atom));
        let is_only_head = context.free.iter().filter(is_wanted).count() == n_wanted;
        let relation = |schema: usize| Rc::new(Relation::new(problem, context, schema));
        Self {
            problem,
            head,
            n_tuples: tuples.len(),
            instances: wanted,
            n_wanted,
            is_only_head,
            relations: (0..problem.space.body.len()).map(relation).collect(),
            indexes: FxHashMap::default(),
            seen: FxHashSet::default(),
            kept: FxHashMap::default(),
            upper: problem.bounds.upper,
            n_bodies: 0,
        }
    }

    /// Keeps the rules of this head; tells up to which length all were looked at.
    fn run(&mut self, max_bodies: usize, found: &mut Candidates) -> Result<usize> {
        let mut complete = 0;
        for (most_uses, budget) in [
            (Some(1), max_bodies / SHARE_OF_NARROW),
            (Some(2), max_bodies / SHARE_OF_NARROW),
            (None, max_bodies),
        ] {
            self.seen.clear();
            self.n_bodies = 0;
            let is_all = self.levels(most_uses, budget, found, &mut complete)?;
            found.n_bodies += self.n_bodies;
            if most_uses.is_none() {
                found.is_cut |= !is_all;
                found.is_deep |= !is_all;
            }
        }
        Ok(complete)
    }

    /// Bodies of growing length that use no declaration more often than `most_uses` says. Tells whether none was left
    /// out up to the longest.
    fn levels(
        &mut self,
        most_uses: Option<u32>,
        budget: usize,
        found: &mut Candidates,
        complete: &mut usize,
    ) -> Result<bool> {
        let Bounds { max_body, usual_body, .. } = self.problem.bounds;
        let root = Node { body: vec![], types: self.head.types.clone(), n_wanted: 0, n_unwanted: 0 };
        let mut level = Vec::new();
        let whole: Vec<u64> = bits::of(0..self.instances.len(), self.instances.len());
        if let Some(root) = self.test(root, &whole, found)? {
            level.push(root);
        }
        let mut is_all = true;
        for n_body in 1..=max_body {
            let least = self.problem.costs.at_least(&self.head.shape, 0, 0, n_body);
            if level.is_empty() || self.upper.is_some_and(|upper| least >= upper) {
                break;
            }
            if n_body > usual_body && most_uses.is_none() && self.is_all_derived() {
                found.is_deep = true;
                return Ok(is_all);
            }
            if self.n_bodies > budget {
                is_all = false;
                // Many wanted and few unwanted instances first; then those that say more with as many literals.
                level.sort_by_key(|node| (node.n_unwanted + self.n_wanted - node.n_wanted, node.types.len()));
                level.truncate(BEAM);
            }
            let mut next = Vec::new();
            for node in &level {
                self.problem.check_limits()?;
                is_all &= self.extend(node, most_uses, found, &mut next)?;
            }
            self.bound_from_above(found);
            // What derives only a part of what is wanted needs another rule beside it.
            let least = self.problem.costs.at_least(&self.head.shape, 0, 0, n_body + 1);
            let cheapest = self.kept.values().map(|&rule| found.rules[rule].cost).fold(least, u64::min);
            let is_partial = |node: &Node| node.n_wanted < self.n_wanted || !self.is_only_head;
            let is_too_dear = self.upper.is_some_and(|upper| least + cheapest >= upper);
            next.retain(|node| !(is_too_dear && is_partial(node)));
            level = next;
            if is_all && most_uses.is_none() {
                *complete = n_body;
            }
        }
        if is_all && most_uses.is_none() {
            found.is_deep |= !level.is_empty();
            *complete = max_body;
        }
        Ok(is_all)
    }

    /// Tests every body with one literal more. Tells whether none had to be left out.
    fn extend(
        &mut self,
        node: &Node,
        most_uses: Option<u32>,
        found: &mut Candidates,
        next: &mut Vec<Node>,
    ) -> Result<bool> {
        let space = self.problem.space;
        let Some(bindings) = self.bindings(&node.body, node.types.len()) else { return Ok(false) };
        for (number, schema) in space.body.iter().enumerate() {
            let most = most_uses.into_iter().chain(schema.recall).min();
            if most.is_some_and(|most| space.n_uses(schema, node.body.iter()) >= most as usize) {
                continue;
            }
            let binds = schema.is_positive_atom();
            let mut lits = Vec::new();
            space.literals(schema, number, &node.types, &mut |lit, types| {
                let is_new = types.len() > node.types.len();
                let is_connected = lit.variables().any(|v| (v as usize) < node.types.len());
                let is_closed = lit.variables().next().is_none();
                if (is_connected || is_closed) && (binds || !is_new) && !node.body.contains(&lit) {
                    lits.push((lit, types.to_vec()));
                }
            });
            for (lit, types) in lits {
                let mut body = node.body.clone();
                body.push(lit.clone());
                if !self.seen.insert(canonical(&body, self.head.types.len(), types.len())) {
                    continue;
                }
                self.n_bodies += 1;
                self.problem.limits.spend(1 + bindings.cells.len() as u64 / CELLS_PER_UNIT);
                let is_new = types.len() > node.types.len();
                let (covered, is_narrower) = self.covered(&lit, node.types.len(), &bindings);
                let is_bound = || space.is_safe(&node.body, &node.types);
                if !is_new && !is_narrower && is_bound() {
                    continue;
                }
                let child = Node { body, types, n_wanted: 0, n_unwanted: 0 };
                next.extend(self.test(child, &covered, found)?);
            }
        }
        Ok(true)
    }

    /// Keeps a rule that derives nothing unwanted, and gives back a body that may be worth extending.
    fn test(&mut self, mut node: Node, covered: &[u64], found: &mut Candidates) -> Result<Option<Node>> {
        let n_covered: usize = covered.iter().map(|word| word.count_ones() as usize).sum();
        let is_covered = |&instance: &usize| bits::contains(covered, instance);
        node.n_wanted = (0..self.n_wanted).filter(is_covered).count();
        node.n_unwanted = n_covered - node.n_wanted;
        if node.n_wanted == 0 {
            return Ok(None);
        }
        if node.n_unwanted > 0 || !self.problem.space.is_safe(&node.body, &node.types) {
            return Ok(Some(node));
        }
        let shape = &self.head.shape;
        let Some(Price { cost, intermediate }) = self.problem.costs.price(shape, 0, 0, &node.body)? else {
            return Ok(Some(node));
        };
        if self.upper.is_some_and(|upper| cost >= upper) {
            return Ok(None);
        }
        let is_cheaper = |known: &usize| cost < found.rules[*known].cost;
        if self.kept.get(covered).is_some_and(|known| !is_cheaper(known)) {
            return Ok(None);
        }
        self.kept.insert(covered.to_vec(), found.rules.len());
        let derived = self.instances.iter().enumerate().filter(|(place, _)| is_covered(place));
        let derived = bits::of(derived.map(|(_, (tuple, _))| *tuple), self.n_tuples);
        let n_worlds = self.problem.relaxed.worlds.len();
        found.rules.push(Candidate {
            head: Rc::clone(&self.head),
            low: 0,
            high: 0,
            body: node.body,
            types: node.types,
            cost,
            intermediate,
            derived: Some(derived.repeat(n_worlds).into()),
        });
        Ok(None)
    }

    /// Whether each wanted instance is derived by a rule that was kept.
    fn is_all_derived(&self) -> bool {
        let is_derived = |instance: usize| self.kept.keys().any(|covered| bits::contains(covered, instance));
        (0..self.n_wanted).all(is_derived)
    }

    /// What some of the rules cost that derive all that is wanted: what costs more is of no use.
    fn bound_from_above(&mut self, found: &Candidates) {
        if !self.is_only_head {
            return;
        }
        let mut open = bits::of(0..self.n_wanted, self.instances.len());
        let mut cost = 0;
        while !bits::is_empty(&open) {
            let gain = |covered: &[u64]| -> u64 {
                open.iter().zip(covered).map(|(open, covered)| u64::from((open & covered).count_ones())).sum()
            };
            let rules = self.kept.iter().map(|(covered, &rule)| (gain(covered), covered, rule));
            let best = rules.filter(|(gain, ..)| *gain > 0).max_by(|(gain, _, rule), (other, _, than)| {
                let (price, other_price) = (found.rules[*rule].cost, found.rules[*than].cost);
                (gain * other_price).cmp(&(other * price)).then(than.cmp(rule))
            });
            let Some((_, covered, rule)) = best else { return };
            cost += found.rules[rule].cost;
            open = bits::without(&open, covered);
        }
        self.upper = Some(self.upper.map_or(cost + 1, |upper| upper.min(cost + 1)));
    }

    /// All bindings of a body; none if there are too many.
    fn bindings(&mut self, body: &[Lit], n_variables: usize) -> Option<Bindings> {
        let n_head = self.head.types.len();
        let mut width = 1 + n_head;
        let mut cells = Vec::with_capacity(self.instances.len() * width);
        for (number, (_, values)) in self.instances.iter().enumerate() {
            cells.push(number as u32);
            cells.extend(values);
        }
        let mut bindings = Bindings { width, cells };
        for lit in body {
            let (index, bound) = self.index(lit, width - 1);
            let n_new = 1 + lit.variables().map(usize::from).max().unwrap_or(0);
            let wider = width.max(1 + n_new);
            let mut cells = Vec::new();
            for row in bindings.rows() {
                let key = index.key(row, &bound);
                if self.problem.space.body[lit.schema].negated {
                    if !index.keys.contains(key) {
                        cells.extend(row);
                    }
                } else if wider == width {
                    if index.keys.contains(key) {
                        cells.extend(row);
                    }
                } else {
                    for new in index.rows.get(&key).into_iter().flatten() {
                        cells.extend(row);
                        cells.extend(new);
                    }
                }
            }
            if cells.len() / wider > MOST_BINDINGS {
                return None;
            }
            width = wider;
            bindings = Bindings { width, cells };
        }
        debug_assert_eq!(width, 1 + n_variables);
        Some(bindings)
    }

    /// The instances that a literal leaves, and whether it leaves out any binding.
    fn covered(&mut self, lit: &Lit, n_known: usize, bindings: &Bindings) -> (Vec<u64>, bool) {
        let (index, bound) = self.index(lit, n_known);
        let negated = self.problem.space.body[lit.schema].negated;
        let mut covered = vec![0u64; self.instances.len().div_ceil(64)];
        let mut is_narrower = false;
        for row in bindings.rows() {
            if index.keys.contains(index.key(row, &bound)) != negated {
                bits::insert(&mut covered, row[0] as usize);
            } else {
                is_narrower = true;
            }
        }
        (covered, is_narrower)
    }

    /// The rows that fit a literal whose first `n_known` variables are bound, and the columns of these variables
    /// among the bindings.
    fn index(&mut self, lit: &Lit, n_known: usize) -> (Rc<Index>, Vec<usize>) {
        let mut bound = Vec::new();
        let mut slots = Vec::with_capacity(lit.args.len());
        for (place, arg) in lit.args.iter().enumerate() {
            slots.push(match *arg {
                Arg::Var(variable) if (variable as usize) < n_known => {
                    bound.push(1 + variable as usize);
                    Slot::Bound
                }
                Arg::Var(_) => match lit.args[..place].iter().position(|other| other == arg) {
                    Some(earlier) => Slot::Same(earlier),
                    None => Slot::New,
                },
                fixed => Slot::Fixed(fixed),
            });
        }
        let key = (lit.schema, slots);
        if let Some(known) = self.indexes.get(&key) {
            return (Rc::clone(known), bound);
        }
        let index = Rc::new(Index::new(&self.relations[lit.schema], &key.1, &self.problem.bit_sets));
        self.indexes.insert(key, Rc::clone(&index));
        (index, bound)
    }
}

impl Relation {
    fn new(problem: &Problem<'_>, context: &Context, schema: usize) -> Self {
        let types: Vec<TypeId> = problem.space.body[schema].slots.iter().map(|slot| slot.1).collect();
        let (mut rows, mut symbols) = (Vec::new(), Vec::new());
        for row in &context.rows[schema] {
            let holds = row.atom.is_none_or(|atom| context.facts.contains(atom));
            let values = row.values.iter().zip(&types);
            // A constant need not be among the values of its type.
            let values = values.map(|(&value, &of_type)| {
                problem.bit_sets.place(0, of_type, value).unwrap_or(context.domains[of_type].len() as u32)
            });
            if holds {
                rows.push(values.collect());
                symbols.push(row.values.clone());
            }
        }
        let sizes = types.iter().map(|&of_type| context.domains[of_type].len() as u64 + 1).collect();
        Self { rows, symbols, sizes }
    }
}

impl Index {
    fn new(relation: &Relation, slots: &[Slot], bit_sets: &BitSets<'_>) -> Self {
        let mut strides = Vec::new();
        let mut n_keys = 1u64;
        for (slot, &size) in slots.iter().zip(&relation.sizes) {
            if *slot == Slot::Bound {
                strides.push(n_keys);
                n_keys = n_keys.saturating_mul(size);
            }
        }
        let mut keys = if n_keys <= MOST_KEY_BITS {
            Keys::Bits(vec![0; (n_keys as usize).div_ceil(64)])
        } else {
            Keys::Set(FxHashSet::default())
        };
        let mut rows: FxHashMap<u64, Vec<Vec<u32>>> = FxHashMap::default();
        for (row, symbols) in relation.rows.iter().zip(&relation.symbols) {
            let is_known = |place: usize| u64::from(row[place]) + 1 < relation.sizes[place];
            let fits = slots.iter().enumerate().all(|(place, slot)| match slot {
                Slot::Bound | Slot::New => is_known(place),
                Slot::Same(earlier) => row[*earlier] == row[place] && is_known(place),
                Slot::Fixed(arg) => bit_sets.is_instance(*arg, symbols[place]),
            });
            if !fits {
                continue;
            }
            let of = |wanted: Slot| {
                let places = slots.iter().zip(row).filter(move |(slot, _)| **slot == wanted);
                places.map(|(_, &value)| value)
            };
            let key: u64 =
                of(Slot::Bound).zip(&strides).map(|(value, stride)| u64::from(value) * stride).sum();
            match &mut keys {
                Keys::Bits(bits) => bits::insert(bits, key as usize),
                Keys::Set(set) => {
                    set.insert(key);
                }
            }
            if slots.contains(&Slot::New) {
                rows.entry(key).or_default().push(of(Slot::New).collect());
            }
        }
        Self { keys, rows, strides }
    }

    fn key(&self, row: &[u32], bound: &[usize]) -> u64 {
        bound.iter().zip(&self.strides).map(|(&column, stride)| u64::from(row[column]) * stride).sum()
    }
}
