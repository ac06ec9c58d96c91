//! Candidate rules, level by level: a body is tested when it is made, and what no optimum needs is thrown away before
//! anything is ground.
//!
//! Dropped for good are bodies that can hold in no example (*dead*), rules whose head no positive example could use
//! (*no support*), constraints that forbid nothing in a negative example. Dropped, but extended, are rules that some
//! positive example refutes. Kept once are rules with a fixed body that derive the same. Where every example must hold
//! and each positive one has one model only, a constraint that is allowed makes all more special ones useless.

use super::{
    cost::{Costs, Price},
    literals::{Arg, Language, Lit, TypeId, canonical, is_safe},
    relax::Relaxed,
    tensor::{Cell, Head, Layout, Places, Shape, Tensors, for_each_bit, normal_heads},
    worlds::World,
};
use crate::{
    error::{Error, Result},
    task::Space,
    tuning::{Heuristic, Tuning},
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;
use xfold_asp::symbols::{Signature, Symbols};
use xfold_solve::{GroundRule, Limits};

/// A rule that may be chosen.
#[derive(Debug, Clone)]
pub(super) struct Candidate {
    pub(super) head: Rc<Head>,
    /// The bounds of a choice.
    pub(super) low: usize,
    pub(super) high: usize,
    pub(super) body: Vec<Lit>,
    /// The types of all variables.
    pub(super) types: Vec<TypeId>,
    pub(super) cost: u64,
    pub(super) intermediate: Vec<String>,
    /// With a fixed body: which instances of the head it derives, by world.
    pub(super) derived: Option<Rc<[u64]>>,
}

/// What bounds the search for candidates.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bounds {
    /// Most body literals.
    pub(super) max_body: usize,
    /// Most literals of a rule, with the atoms of a choice head.
    pub(super) max_length: usize,
    /// Rules that cost as much are of no use.
    pub(super) upper: Option<u64>,
    /// Most bodies to look at.
    pub(super) max_bodies: usize,
    /// Most rules to keep.
    pub(super) max_rules: usize,
    /// What any rule costs at least.
    pub(super) cheapest: u64,
}

/// What came of it.
#[derive(Default)]
pub(super) struct Candidates {
    pub(super) rules: Vec<Candidate>,
    /// How many bodies were tested.
    pub(super) n_bodies: usize,
    /// Some part of the space was not looked at.
    pub(super) is_cut: bool,
    /// Longer bodies may give more rules.
    pub(super) is_deep: bool,
}

/// Sees the atoms of a choice head and the types of their variables, and says whether to go on.
type VisitHead<'a> = dyn FnMut(&[Lit], &[TypeId]) -> Result<bool> + 'a;

pub(super) struct Generator<'a> {
    pub(super) language: &'a Language,
    pub(super) space: &'a Space,
    pub(super) relaxed: &'a Relaxed,
    pub(super) places: &'a Places,
    pub(super) symbols: &'a Symbols,
    pub(super) costs: &'a Costs<'a>,
    /// Predicates that depend on what is learned.
    pub(super) dependent: &'a FxHashSet<Signature>,
    pub(super) limits: &'a Limits,
    pub(super) bounds: Bounds,
    /// Every example must hold, and each positive one has one model only.
    pub(super) all_total: bool,
    pub(super) tuning: Tuning,
    /// Some negative example can be extended.
    pub(super) has_negatives: bool,
}

/// The bits of a literal: bindings for which it may hold, and for which it certainly does.
struct Pair {
    possible: Vec<u64>,
    certain: Vec<u64>,
}

/// A body on the way.
struct Node {
    body: Vec<Lit>,
    types: Vec<TypeId>,
}

/// What is known while the rules of one head are looked at.
struct Ground<'g> {
    generator: &'g Generator<'g>,
    bounds: Bounds,
    tensors: Tensors<'g>,
    head: Rc<Head>,
    cells: Vec<Cell>,
    /// A positive example may have instances of the head that are not looked at, since nothing speaks of their atoms.
    hides: bool,
    layouts: FxHashMap<Vec<TypeId>, Option<Rc<Layout>>>,
    literals: FxHashMap<(Lit, Vec<TypeId>), Rc<Pair>>,
    n_cached: usize,
    /// For each layout the bindings whose head atom is possible.
    heads: FxHashMap<Vec<TypeId>, Rc<Vec<u64>>>,
    /// How many worlds must hold, and how many are positive.
    n_hard: usize,
    n_positive: usize,
    seen: FxHashSet<u128>,
    /// Bodies of constraints that need no special case: allowed ones, and special cases of these.
    general: FxHashSet<u128>,
    derived: FxHashMap<(usize, usize, Rc<[u64]>), usize>,
}

/// The most heads that are looked at.
const MOST_HEADS: usize = 100_000;
/// The most words of literals that are remembered.
const MOST_CACHED: usize = 1 << 26;

impl Generator<'_> {
    /// All candidates.
    pub(super) fn run(&self) -> Result<Candidates> {
        let mut found = Candidates::default();
        for head in self.heads(&mut found)? {
            let mut bounds = self.bounds;
            if head.shape == Shape::Constraint && self.needs_rules() {
                // Constraints come last: some rule with a head is needed beside them.
                let cheapest = found.rules.iter().map(|rule| rule.cost).min().unwrap_or(0);
                bounds.upper = bounds.upper.map(|upper| upper.saturating_sub(cheapest));
            }
            self.rules_of(Rc::new(head), bounds, &mut found)?;
        }
        Ok(found)
    }

    /// Whether some example that must hold includes what only a learned rule can derive.
    fn needs_rules(&self) -> bool {
        self.relaxed.worlds.iter().any(|world| {
            let context = &self.relaxed.contexts[world.context];
            let is_learned = |&atom: &u32| {
                let derives = |rule: &GroundRule| rule.head.contains(&atom);
                context.free.contains(atom) && !context.rules.iter().any(derives)
            };
            world.positive && world.penalty.is_none() && world.included.iter().any(is_learned)
        })
    }

    /// Every head of the space, or as many as there is memory for.
    fn heads(&self, found: &mut Candidates) -> Result<Vec<Head>> {
        let language = self.language;
        let mut heads = normal_heads(language);
        let mut seen = FxHashSet::default();
        for size in self.space.min_choice.max(1)..=self.space.max_choice {
            self.choice_heads(size, &mut Vec::new(), &[], &mut |lits, types| {
                self.limits.spend(1);
                if let Some(limit) = self.limits.reached() {
                    return Err(Error::Limit(limit));
                }
                if heads.len() >= MOST_HEADS {
                    found.is_cut = true;
                } else if seen.insert(canonical(lits, 0, types.len())) {
                    heads.push(Head { shape: Shape::Choice(lits.to_vec()), types: types.to_vec() });
                }
                Ok(!found.is_cut)
            })?;
        }
        if language.has_constraints() && self.has_negatives {
            heads.push(Head { shape: Shape::Constraint, types: vec![] });
        }
        Ok(heads)
    }

    /// Calls `visit` with every choice of so many atoms, until it says that there are enough.
    fn choice_heads(
        &self,
        size: usize,
        lits: &mut Vec<Lit>,
        types: &[TypeId],
        visit: &mut VisitHead<'_>,
    ) -> Result<bool> {
        if lits.len() == size {
            return visit(lits, types);
        }
        let first = lits.last().map_or(0, |last| last.schema);
        for (number, schema) in self.language.choices.iter().enumerate().skip(first) {
            let n_used = lits.iter().filter(|lit| lit.schema == number).count();
            if schema.recall.is_some_and(|recall| n_used >= recall as usize) {
                continue;
            }
            let mut next = Vec::new();
            self.language.literals(schema, number, types, &mut |lit, types| next.push((lit, types.to_vec())));
            for (lit, now) in next {
                let in_order = lits.last().is_none_or(|last| *last < lit);
                if !in_order || (self.space.one_head_variable && now.len() > 1) {
                    continue;
                }
                lits.push(lit);
                let goes_on = self.choice_heads(size, lits, &now, visit)?;
                lits.pop();
                if !goes_on {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    fn rules_of(&self, head: Rc<Head>, bounds: Bounds, found: &mut Candidates) -> Result<()> {
        let tensors = Tensors {
            language: self.language,
            contexts: &self.relaxed.contexts,
            places: self.places,
            symbols: self.symbols,
        };
        let mut by_context: FxHashMap<usize, Rc<Vec<super::tensor::Tuple>>> = FxHashMap::default();
        let mut cells = Vec::new();
        for world in &self.relaxed.worlds {
            let tuples = match by_context.get(&world.context) {
                Some(known) => Rc::clone(known),
                None => {
                    let Some(tuples) = tensors.tuples(&head, world.context) else {
                        found.is_cut = true;
                        return Ok(());
                    };
                    let tuples = Rc::new(tuples);
                    by_context.insert(world.context, Rc::clone(&tuples));
                    tuples
                }
            };
            cells.push(Cell { context: world.context, tuples });
        }
        let is_hidden = |(world, cell): (&World, &Cell)| {
            world.positive && tensors.hides(&head, world.context, &cell.tuples)
        };
        let hides = self.has_negatives && self.relaxed.worlds.iter().zip(&cells).any(is_hidden);
        let mut ground = Ground {
            generator: self,
            bounds,
            tensors,
            head,
            cells,
            hides,
            layouts: FxHashMap::default(),
            literals: FxHashMap::default(),
            n_cached: 0,
            heads: FxHashMap::default(),
            n_hard: 0,
            n_positive: 0,
            seen: FxHashSet::default(),
            general: FxHashSet::default(),
            derived: FxHashMap::default(),
        };
        ground.run(found)
    }

    fn is_fixed(&self, lit: &Lit) -> bool {
        let signature = self.language.body[lit.schema].signature.as_ref();
        signature.is_none_or(|signature| !self.dependent.contains(signature))
    }

    /// Whether the constraint with the same body takes the place of a rule that only kills models.
    fn may_constrain(&self) -> bool {
        self.language.has_constraints() && !self.costs.forbids
    }

    fn is_safe(&self, body: &[Lit], types: &[TypeId]) -> bool {
        is_safe(self.language, body, types)
    }
}

impl Ground<'_> {
    fn run(&mut self, found: &mut Candidates) -> Result<()> {
        let Bounds { max_body, max_length, max_bodies, max_rules, .. } = self.bounds;
        let n_head = match &self.head.shape {
            Shape::Constraint => 0,
            Shape::Normal(_) => 1,
            Shape::Choice(lits) => lits.len(),
        };
        let max_body = max_body.min(max_length.saturating_sub(n_head));
        let root = Node { body: vec![], types: self.head.types.clone() };
        let Some(layout) = self.layout(&root.types) else {
            found.is_cut = true;
            return Ok(());
        };
        self.count_worlds();
        let ones = Tensors::ones(&layout);
        let pair = Pair { certain: ones[..self.n_hard_words(&layout)].to_vec(), possible: ones };
        let mut level = Vec::new();
        if self.test(&root, &pair, &layout, found)? {
            level.push(root);
        }
        for n_body in 1..=max_body {
            let least = self.generator.costs.at_least(&Shape::Constraint, 0, 0, n_body);
            if self.bounds.upper.is_some_and(|upper| least >= upper) {
                return Ok(());
            }
            let mut next = Vec::new();
            for node in level {
                if found.n_bodies > max_bodies || found.rules.len() > max_rules {
                    found.is_cut = true;
                    return Ok(());
                }
                if let Some(limit) = self.generator.limits.reached() {
                    return Err(Error::Limit(limit));
                }
                self.extend(&node, found, &mut next)?;
            }
            level = next;
        }
        found.is_deep |= !level.is_empty();
        Ok(())
    }

    fn count_worlds(&mut self) {
        let worlds = &self.generator.relaxed.worlds;
        self.n_positive = worlds.iter().filter(|world| world.positive).count();
        self.n_hard = worlds.iter().filter(|world| world.positive && world.penalty.is_none()).count();
    }

    /// The first word after the worlds that must hold.
    fn n_hard_words(&self, layout: &Layout) -> usize {
        layout.spans.get(self.n_hard).map_or(layout.n_words, |span| span.start)
    }

    fn n_positive_words(&self, layout: &Layout) -> usize {
        layout.spans.get(self.n_positive).map_or(layout.n_words, |span| span.start)
    }

    fn layout(&mut self, types: &[TypeId]) -> Option<Rc<Layout>> {
        let further = &types[self.head.types.len()..];
        if let Some(known) = self.layouts.get(further) {
            return known.clone();
        }
        let layout = self.tensors.layout(&self.cells, further).map(Rc::new);
        self.layouts.insert(further.to_vec(), layout.clone());
        layout
    }

    fn literal(&mut self, lit: &Lit, layout: &Layout) -> Rc<Pair> {
        let key = (lit.clone(), layout.types.clone());
        if let Some(known) = self.literals.get(&key) {
            return Rc::clone(known);
        }
        let worlds = &self.generator.relaxed.worlds;
        let negated = self.generator.language.body[lit.schema].negated;
        let n_head = self.head.types.len();
        let holds =
            |set: &super::atoms::AtomSet, atom: Option<u32>| atom.is_none_or(|atom| set.contains(atom));
        let possible = |world: usize, atom| holds(&worlds[world].possible, atom);
        let certain = |world: usize, atom| holds(&worlds[world].certain, atom);
        let bits = |include: &dyn Fn(usize, Option<u32>) -> bool| {
            self.tensors.literal(lit, n_head, &self.cells, layout, include)
        };
        let n_hard = self.n_hard_words(layout);
        let pair = match negated {
            false => Pair { possible: bits(&possible), certain: bits(&certain)[..n_hard].to_vec() },
            true => Pair { possible: bits(&certain), certain: bits(&possible)[..n_hard].to_vec() },
        };
        if self.n_cached > MOST_CACHED {
            self.literals.clear();
            self.n_cached = 0;
        }
        self.n_cached += pair.possible.len() + pair.certain.len();
        let pair = Rc::new(pair);
        self.literals.insert(key, Rc::clone(&pair));
        pair
    }

    /// The bindings whose head atom is possible, for a normal rule; with any possible atom, for a choice.
    fn head_bits(&mut self, layout: &Rc<Layout>) -> Rc<Vec<u64>> {
        if let Some(known) = self.heads.get(&layout.types) {
            return Rc::clone(known);
        }
        let mut bits = vec![0u64; layout.n_words];
        let worlds = &self.generator.relaxed.worlds;
        for ((cell, span), world) in self.cells.iter().zip(&layout.spans).zip(worlds) {
            let out = &mut bits[span.words()];
            for (number, tuple) in cell.tuples.iter().enumerate() {
                if tuple.atoms.iter().flatten().any(|&atom| world.possible.contains(atom)) {
                    for bit in number * span.block..(number + 1) * span.block {
                        out[bit / 64] |= 1 << (bit % 64);
                    }
                }
            }
        }
        let bits = Rc::new(bits);
        self.heads.insert(layout.types.clone(), Rc::clone(&bits));
        bits
    }

    /// All bodies with one literal more.
    fn extend(&mut self, node: &Node, found: &mut Candidates, next: &mut Vec<Node>) -> Result<()> {
        let generator = self.generator;
        let language = generator.language;
        let Some(layout) = self.layout(&node.types) else { return Ok(()) };
        let mut here = {
            let ones = Tensors::ones(&layout);
            Pair { certain: ones[..self.n_hard_words(&layout)].to_vec(), possible: ones }
        };
        for lit in &node.body {
            let pair = self.literal(lit, &layout);
            and(&mut here.possible, &pair.possible);
            and(&mut here.certain, &pair.certain);
        }
        let first = node.body.last().map_or(0, |last| last.schema);
        let mut wider: FxHashMap<Vec<TypeId>, Rc<(Rc<Layout>, Pair)>> = FxHashMap::default();
        for (number, schema) in language.body.iter().enumerate().skip(first) {
            let n_used = node
                .body
                .iter()
                .filter(|lit| language.body[lit.schema].declaration == schema.declaration)
                .count();
            if schema.recall.is_some_and(|recall| n_used >= recall as usize) {
                continue;
            }
            // From the first literal that binds nothing on, no more variables can be bound.
            let binds = !schema.negated && schema.signature.is_some();
            if !binds && !generator.is_safe(&node.body, &node.types) {
                break;
            }
            let mut lits = Vec::new();
            language
                .literals(schema, number, &node.types, &mut |lit, types| lits.push((lit, types.to_vec())));
            for (lit, types) in lits {
                let is_new_variable = types.len() > node.types.len();
                if (is_new_variable && !binds && !language.is_bound_by_type(*types.last().unwrap_or(&0)))
                    || node.body.contains(&lit)
                    || self.is_contradiction(&lit, &node.body)
                {
                    continue;
                }
                let mut body = node.body.clone();
                body.push(lit);
                if !self.seen.insert(canonical(&body, self.head.types.len(), types.len())) {
                    continue;
                }
                let Some(child_layout) = self.layout(&types) else {
                    found.is_cut = true;
                    continue;
                };
                let lit = body.last().expect("it was pushed");
                let pair = self.literal(lit, &child_layout);
                let mut child;
                if is_new_variable {
                    let n_hard = self.n_hard_words(&child_layout);
                    let base = wider.entry(types.clone()).or_insert_with(|| {
                        let possible = Tensors::expand(&here.possible, &layout, &child_layout);
                        let certain =
                            Tensors::expand(&padded(&here.certain, layout.n_words), &layout, &child_layout);
                        let certain = certain[..n_hard].to_vec();
                        Rc::new((Rc::clone(&child_layout), Pair { possible, certain }))
                    });
                    child = Pair { possible: base.1.possible.clone(), certain: base.1.certain.clone() };
                } else {
                    child = Pair { possible: here.possible.clone(), certain: here.certain.clone() };
                }
                and(&mut child.possible, &pair.possible);
                and(&mut child.certain, &pair.certain);
                found.n_bodies += 1;
                // A constraint needs a body, even one that always holds.
                let has_rule = !node.body.is_empty() || self.head.shape != Shape::Constraint;
                let is_redundant = generator.tuning.has(Heuristic::Redundant)
                    && !is_new_variable
                    && has_rule
                    && !generator.costs.forbids
                    && generator.costs.grows()
                    && generator.is_fixed(lit)
                    && child.possible == here.possible
                    && generator.is_safe(&node.body, &node.types);
                if is_redundant {
                    continue;
                }
                let child_node = Node { body, types };
                if self.test(&child_node, &child, &child_layout, found)? {
                    next.push(child_node);
                }
            }
        }
        Ok(())
    }

    /// Whether a literal contradicts the body, or repeats the head.
    fn is_contradiction(&self, lit: &Lit, body: &[Lit]) -> bool {
        let language = self.generator.language;
        let schema = &language.body[lit.schema];
        let contradicts = |other: &Lit| {
            let other_schema = &language.body[other.schema];
            other.args == lit.args
                && other_schema.template == schema.template
                && other_schema.negated != schema.negated
        };
        let is_head = match &self.head.shape {
            Shape::Normal(head) => {
                language.heads[head.schema].template == schema.template
                    && head.args == lit.args
                    && (!schema.negated || self.generator.may_constrain())
            }
            _ => false,
        };
        is_head || body.iter().any(contradicts)
    }

    /// Tests a body, keeps the rules it makes, and tells whether longer bodies may be worth looking at.
    fn test(
        &mut self,
        node: &Node,
        bits: &Pair,
        layout: &Rc<Layout>,
        found: &mut Candidates,
    ) -> Result<bool> {
        let any = |words: &[u64]| words.iter().any(|word| *word != 0);
        let generator = self.generator;
        generator.limits.spend(super::work_on_bits(bits.possible.len()));
        if !any(&bits.possible) {
            return Ok(false);
        }
        let n_positive = self.n_positive_words(layout);
        let is_safe = generator.is_safe(&node.body, &node.types);
        match self.head.shape.clone() {
            Shape::Constraint => {
                if !any(&bits.possible[n_positive..]) {
                    return Ok(false);
                }
                if node.body.is_empty() {
                    return Ok(true);
                }
                let minimal = generator.tuning.has(Heuristic::General)
                    && generator.all_total
                    && generator.costs.grows()
                    && !generator.costs.forbids;
                let key = canonical(&node.body, 0, node.types.len());
                if minimal && self.has_general(node) {
                    self.general.insert(key);
                    return Ok(false);
                }
                let refuted = any(&bits.certain);
                if !refuted && is_safe {
                    self.keep(node, 0, 0, None, found)?;
                    if minimal {
                        self.general.insert(key);
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            Shape::Normal(_) => {
                let heads = self.head_bits(layout);
                let supported = meets(&bits.possible[..n_positive], &heads[..n_positive]);
                if !supported && self.is_droppable(node, &bits.possible[n_positive..]) {
                    return Ok(false);
                }
                let refuted = bits.certain.iter().zip(heads.iter()).any(|(body, head)| body & !head != 0);
                if !refuted && is_safe {
                    let derived = node
                        .body
                        .iter()
                        .all(|lit| generator.is_fixed(lit))
                        .then(|| project(&bits.possible, layout));
                    self.keep(node, 0, 0, derived, found)?;
                }
                Ok(true)
            }
            Shape::Choice(lits) => {
                let heads = self.head_bits(layout);
                let supported = meets(&bits.possible[..n_positive], &heads[..n_positive]);
                if !supported && self.is_droppable(node, &bits.possible[n_positive..]) {
                    return Ok(false);
                }
                if is_safe {
                    self.keep_choices(node, &lits, bits, layout, found)?;
                }
                Ok(true)
            }
        }
    }

    /// Whether a rule that no positive example is seen to use is of no use at all, as the constraint with the same body
    /// kills as many models of negative examples. There is no constraint without a body, a choice among several atoms may
    /// forbid that many of them hold together, and positive examples may have the body where nothing speaks of the head.
    fn is_droppable(&self, node: &Node, negative: &[u64]) -> bool {
        let is_several = matches!(&self.head.shape, Shape::Choice(lits) if lits.len() > 1);
        let is_replaced = self.generator.may_constrain() && !is_several && !node.body.is_empty();
        let kills = negative.iter().any(|word| *word != 0);
        !self.generator.has_negatives || (is_replaced && !(self.hides && kills))
    }

    /// Keeps a choice with every pair of bounds that no positive example refutes; only with the tightest, where that
    /// loses nothing.
    fn keep_choices(
        &mut self,
        node: &Node,
        lits: &[Lit],
        bits: &Pair,
        layout: &Layout,
        found: &mut Candidates,
    ) -> Result<()> {
        let worlds = &self.generator.relaxed.worlds;
        let n = lits.len();
        let (mut fewest, mut most) = (n, 0);
        for ((cell, span), world) in self.cells.iter().zip(&layout.spans).zip(worlds).take(self.n_hard) {
            for_each_bit(&bits.certain[span.words()], |bit| {
                let atoms = &cell.tuples[bit / span.block].atoms;
                let count = |set: &super::atoms::AtomSet| {
                    atoms.iter().flatten().filter(|&&atom| set.contains(atom)).count()
                };
                fewest = fewest.min(count(&world.possible));
                most = most.max(count(&world.certain));
            });
        }
        let highest = most.max(1);
        let is_fixed = node.body.iter().all(|lit| self.generator.is_fixed(lit));
        let derived = is_fixed.then(|| project(&bits.possible, layout));
        if self.generator.all_total {
            if fewest <= highest {
                self.keep(node, fewest, highest, derived, found)?;
            } else {
                // No positive example has the body: any bounds are allowed.
                for bound in highest..=fewest {
                    self.keep(node, bound, bound, derived.clone(), found)?;
                }
            }
            return Ok(());
        }
        for low in 0..=fewest {
            for high in low.max(highest)..=n {
                self.keep(node, low, high, derived.clone(), found)?;
            }
        }
        Ok(())
    }

    /// Whether a more general body of a constraint is allowed already: one without a literal, or with one occurrence
    /// of a variable replaced by a new one.
    fn has_general(&self, node: &Node) -> bool {
        let n = node.types.len();
        let known = |body: &[Lit], types: usize| self.general.contains(&compact_key(body, types));
        for left_out in 0..node.body.len() {
            let mut body = node.body.clone();
            body.remove(left_out);
            if !body.is_empty() && known(&body, n) {
                return true;
            }
        }
        if n >= self.generator.language.max_variables {
            return false;
        }
        for place in 0..node.body.len() {
            for slot in 0..node.body[place].args.len() {
                let Arg::Var(variable) = node.body[place].args[slot] else { continue };
                let n_uses = node.body.iter().flat_map(Lit::variables).filter(|v| *v == variable).count();
                if n_uses < 2 {
                    continue;
                }
                let mut body = node.body.clone();
                body[place].args[slot] = Arg::Var(n as u8);
                if known(&body, n + 1) {
                    return true;
                }
            }
        }
        false
    }

    fn keep(
        &mut self,
        node: &Node,
        low: usize,
        high: usize,
        derived: Option<Rc<[u64]>>,
        found: &mut Candidates,
    ) -> Result<()> {
        let Generator { costs, .. } = self.generator;
        let bounds = self.bounds;
        let least = costs.at_least(&self.head.shape, low, high, node.body.len());
        if bounds.upper.is_some_and(|upper| least >= upper) {
            return Ok(());
        }
        let Some(Price { cost, intermediate }) = costs.price(&self.head.shape, low, high, &node.body)? else {
            return Ok(());
        };
        if bounds.upper.is_some_and(|upper| cost >= upper) {
            return Ok(());
        }
        let candidate = Candidate {
            head: Rc::clone(&self.head),
            low,
            high,
            body: node.body.clone(),
            types: node.types.clone(),
            cost,
            intermediate,
            derived: derived.clone(),
        };
        if let Some(derived) = derived {
            match self.derived.get(&(low, high, Rc::clone(&derived))) {
                Some(&known) => {
                    let other = &mut found.rules[known];
                    let fewer = candidate.intermediate.iter().all(|t| other.intermediate.contains(t));
                    if candidate.cost < other.cost && fewer {
                        *other = candidate;
                        return Ok(());
                    }
                    if candidate.cost >= other.cost
                        && other.intermediate.iter().all(|t| candidate.intermediate.contains(t))
                    {
                        return Ok(());
                    }
                }
                None => {
                    self.derived.insert((low, high, derived), found.rules.len());
                }
            }
        }
        found.rules.push(candidate);
        Ok(())
    }
}

/// The key of a body whose variables may have gaps in their numbers.
fn compact_key(body: &[Lit], n_variables: usize) -> u128 {
    let mut names: Vec<Option<u8>> = vec![None; n_variables];
    let mut next = 0;
    let body: Vec<Lit> = body
        .iter()
        .map(|lit| {
            let args = lit.args.iter().map(|arg| match arg {
                Arg::Var(variable) => {
                    let name = names[*variable as usize].get_or_insert_with(|| {
                        next += 1;
                        next - 1
                    });
                    Arg::Var(*name)
                }
                other => *other,
            });
            Lit { schema: lit.schema, args: args.collect() }
        })
        .collect();
    canonical(&body, 0, next as usize)
}

fn and(bits: &mut [u64], other: &[u64]) {
    bits.iter_mut().zip(other).for_each(|(word, other)| *word &= other);
}

fn meets(bits: &[u64], other: &[u64]) -> bool {
    bits.iter().zip(other).any(|(word, other)| word & other != 0)
}

fn padded(bits: &[u64], n_words: usize) -> Vec<u64> {
    let mut padded = bits.to_vec();
    padded.resize(n_words, 0);
    padded
}

/// The instances of the head for which some binding of the other variables is set.
fn project(bits: &[u64], layout: &Layout) -> Rc<[u64]> {
    let n_words: usize = layout.spans.iter().map(|span| span.n_tuples.div_ceil(64)).sum();
    let mut projected = vec![0u64; n_words];
    let mut start = 0;
    for span in &layout.spans {
        for_each_bit(&bits[span.words()], |bit| {
            let tuple = bit / span.block;
            projected[start + tuple / 64] |= 1 << (tuple % 64);
        });
        start += span.n_tuples.div_ceil(64);
    }
    projected.into()
}
