//! Candidate rules, level by level: a body is tested when it is made, and what no optimum needs is thrown away before
//! anything is ground.
//!
//! Dropped for good are bodies that can hold in no example (*dead*), rules whose head no positive example could use
//! (*no support*), constraints that forbid nothing in a negative example. Dropped, but extended, are rules that some
//! positive example refutes. Kept once are rules with a fixed body that derive the same. Where every example must hold
//! and each positive one has one model only, a constraint that is allowed makes all more special ones useless.

use super::heads::heads;
use crate::{
    error::Result,
    exact::{
        atoms::AtomSet,
        bit_sets::{BitSets, Cell, Layout},
        bits,
        candidate::{Candidate, Candidates, Head, Price, Shape},
        canonical::canonical,
        context::RelaxedWorld,
        problem::{Bounds, Problem},
        rule_space::{Arg, Lit, Schema, TypeId},
    },
    tuning::Heuristic,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;
use xfold_solve::GroundRule;

/// The most words of literals that are remembered: half a gigabyte.
const MOST_CACHED: usize = 1 << 26;

/// All candidates, for tasks of any kind.
pub(in crate::exact) fn candidates(problem: &Problem<'_>) -> Result<Candidates> {
    let mut found = Candidates::default();
    for head in heads(problem, &mut found)? {
        let mut bounds = problem.bounds;
        if head.shape == Shape::Constraint && needs_rules(problem) {
            // Constraints come last: some rule with a head is needed beside them.
            let cheapest = found.rules.iter().map(|rule| rule.cost).min().unwrap_or(0);
            bounds.upper = bounds.upper.map(|upper| upper.saturating_sub(cheapest));
        }
        let Some(cells) = problem.bit_sets.cells(&head, &problem.relaxed.worlds) else {
            found.is_cut = true;
            continue;
        };
        HeadSearch::new(problem, bounds, Rc::new(head), cells).run(&mut found)?;
    }
    Ok(found)
}

/// Whether some example that must hold includes what only a learned rule can derive.
fn needs_rules(problem: &Problem<'_>) -> bool {
    problem.relaxed.worlds.iter().any(|world| {
        let context = &problem.relaxed.contexts[world.context];
        let is_learned = |&atom: &u32| {
            let derives = |rule: &GroundRule| rule.head.contains(&atom);
            context.free.contains(atom) && !context.rules.iter().any(derives)
        };
        world.positive && world.penalty.is_none() && world.included.iter().any(is_learned)
    })
}

/// The bits of a literal: bindings for which it may hold, and for which it certainly does.
#[derive(Clone)]
struct Pair {
    possible: Vec<u64>,
    certain: Vec<u64>,
}

impl Pair {
    /// Keeps the bindings that are also in the other sets.
    fn keep(&mut self, other: &Pair) {
        bits::keep(&mut self.possible, &other.possible);
        bits::keep(&mut self.certain, &other.certain);
    }

    /// The same for one variable more, which may have any value.
    fn expanded(&self, from: &Layout, to: &Layout, n_hard: usize) -> Pair {
        let mut certain = self.certain.clone();
        certain.resize(from.n_words, 0);
        let certain = BitSets::expand(&certain, from, to)[..n_hard].to_vec();
        Pair { possible: BitSets::expand(&self.possible, from, to), certain }
    }
}

/// A body on the way.
struct Node {
    body: Vec<Lit>,
    types: Vec<TypeId>,
}

/// The search for the rules of one head.
struct HeadSearch<'s> {
    problem: &'s Problem<'s>,
    bounds: Bounds,
    /// Every example must hold, each positive one has one model only, and no rules are listed.
    all_total: bool,
    /// Some negative example can be extended.
    has_negatives: bool,
    head: Rc<Head>,
    cells: Vec<Cell>,
    /// A positive example may have instances of the head that are not looked at, since nothing mentions their atoms.
    hides: bool,
    layouts: FxHashMap<Vec<TypeId>, Option<Rc<Layout>>>,
    literals: FxHashMap<(Lit, Vec<TypeId>), Rc<Pair>>,
    n_cached: usize,
    /// For each layout the bindings whose head atom is possible.
    heads: FxHashMap<Vec<TypeId>, Rc<Vec<u64>>>,
    /// How many worlds must hold, and how many are positive: these come first.
    n_hard: usize,
    n_positive: usize,
    seen: FxHashSet<u128>,
    /// Bodies of constraints that need no special case: allowed ones, and special cases of these.
    general: FxHashSet<u128>,
    derived: FxHashMap<(usize, usize, Rc<[u64]>), usize>,
}

impl<'s> HeadSearch<'s> {
    fn new(problem: &'s Problem<'s>, bounds: Bounds, head: Rc<Head>, cells: Vec<Cell>) -> Self {
        let worlds = &problem.relaxed.worlds;
        let has_negatives = problem.relaxed.has_negatives();
        let is_hidden = |(world, cell): (&RelaxedWorld, &Cell)| {
            world.positive && problem.bit_sets.hides(&head, world.context, &cell.tuples)
        };
        let hides = has_negatives && worlds.iter().zip(&cells).any(is_hidden);
        Self {
            problem,
            bounds,
            all_total: problem.is_hard() && problem.is_total() && problem.task.space.listed.is_empty(),
            has_negatives,
            head,
            cells,
            hides,
            layouts: FxHashMap::default(),
            literals: FxHashMap::default(),
            n_cached: 0,
            heads: FxHashMap::default(),
            n_hard: worlds.iter().filter(|world| world.positive && world.penalty.is_none()).count(),
            n_positive: worlds.iter().filter(|world| world.positive).count(),
            seen: FxHashSet::default(),
            general: FxHashSet::default(),
            derived: FxHashMap::default(),
        }
    }

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
        let mut level = Vec::new();
        let all = self.bindings(&root, &layout);
        if self.test(&root, &all, &layout, found)? {
            level.push(root);
        }
        for n_body in 1..=max_body {
            let least = self.problem.costs.least(n_body);
            if self.bounds.is_too_dear(least) {
                return Ok(());
            }
            let mut next = Vec::new();
            for node in level {
                if found.n_bodies > max_bodies || found.rules.len() > max_rules {
                    found.is_cut = true;
                    return Ok(());
                }
                self.problem.check_limits()?;
                self.extend(&node, found, &mut next)?;
            }
            level = next;
        }
        found.is_deep |= !level.is_empty();
        Ok(())
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
        let layout = self.problem.bit_sets.layout(&self.cells, further).map(Rc::new);
        self.layouts.insert(further.to_vec(), layout.clone());
        layout
    }

    fn literal(&mut self, lit: &Lit, layout: &Layout) -> Rc<Pair> {
        let key = (lit.clone(), layout.types.clone());
        if let Some(known) = self.literals.get(&key) {
            return Rc::clone(known);
        }
        let worlds = &self.problem.relaxed.worlds;
        let negated = self.problem.space.body[lit.schema].negated;
        let n_head = self.head.types.len();
        let holds = |set: &AtomSet, atom: Option<u32>| atom.is_none_or(|atom| set.contains(atom));
        let possible = |world: usize, atom| holds(&worlds[world].possible, atom);
        let certain = |world: usize, atom| holds(&worlds[world].certain, atom);
        let bits = |include: &dyn Fn(usize, Option<u32>) -> bool| {
            self.problem.bit_sets.literal(lit, n_head, &self.cells, layout, include)
        };
        let n_hard = self.n_hard_words(layout);
        let pair = if negated {
            Pair { possible: bits(&certain), certain: bits(&possible)[..n_hard].to_vec() }
        } else {
            Pair { possible: bits(&possible), certain: bits(&certain)[..n_hard].to_vec() }
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
        let worlds = &self.problem.relaxed.worlds;
        for ((cell, span), world) in self.cells.iter().zip(&layout.spans).zip(worlds) {
            let out = &mut bits[span.words()];
            for (number, tuple) in cell.tuples.iter().enumerate() {
                if tuple.atoms.iter().flatten().any(|&atom| world.possible.contains(atom)) {
                    bits::insert_run(out, number * span.block, span.block);
                }
            }
        }
        let bits = Rc::new(bits);
        self.heads.insert(layout.types.clone(), Rc::clone(&bits));
        bits
    }

    /// The bindings of a body.
    fn bindings(&mut self, node: &Node, layout: &Layout) -> Pair {
        let ones = BitSets::ones(layout);
        let mut pair = Pair { certain: ones[..self.n_hard_words(layout)].to_vec(), possible: ones };
        for lit in &node.body {
            pair.keep(&self.literal(lit, layout));
        }
        pair
    }

    /// Tests all bodies with one literal more; those that are worth it go to the next level.
    fn extend(&mut self, node: &Node, found: &mut Candidates, next: &mut Vec<Node>) -> Result<()> {
        let space = self.problem.space;
        let Some(layout) = self.layout(&node.types) else { return Ok(()) };
        let here = self.bindings(node, &layout);
        let mut wider: FxHashMap<Vec<TypeId>, Pair> = FxHashMap::default();
        let first = node.body.last().map_or(0, |last| last.schema);
        for (number, schema) in space.body.iter().enumerate().skip(first) {
            let n_used = space.n_uses(schema, node.body.iter());
            if schema.recall.is_some_and(|recall| n_used >= recall as usize) {
                continue;
            }
            // From the first literal that binds nothing on, no more variables can be bound.
            if !schema.is_positive_atom() && !space.is_safe(&node.body, &node.types) {
                break;
            }
            for child in self.children(node, schema, number) {
                let Some(child_layout) = self.layout(&child.types) else {
                    found.is_cut = true;
                    continue;
                };
                let lit = child.body.last().expect("a child has a literal more");
                let pair = self.literal(lit, &child_layout);
                let is_wider = child.types.len() > node.types.len();
                let mut bindings = if is_wider {
                    let n_hard = self.n_hard_words(&child_layout);
                    let expanded = || here.expanded(&layout, &child_layout, n_hard);
                    wider.entry(child.types.clone()).or_insert_with(expanded).clone()
                } else {
                    here.clone()
                };
                bindings.keep(&pair);
                found.n_bodies += 1;
                if self.test(&child, &bindings, &child_layout, found)? {
                    next.push(child);
                }
            }
        }
        Ok(())
    }

    /// The bodies with one more literal of a schema that were not seen before and may hold.
    fn children(&mut self, node: &Node, schema: &Schema, number: usize) -> Vec<Node> {
        let space = self.problem.space;
        let mut children = Vec::new();
        space.literals(schema, number, &node.types, &mut |lit, types| {
            let is_wider = types.len() > node.types.len();
            let is_unbound = is_wider
                && !schema.is_positive_atom()
                && !types.last().is_some_and(|&of_type| space.is_bound_by_type(of_type));
            if is_unbound || node.body.contains(&lit) || self.is_contradiction(&lit, &node.body) {
                return;
            }
            let body: Vec<Lit> = node.body.iter().cloned().chain([lit]).collect();
            if self.seen.insert(canonical(&body, self.head.types.len(), types.len())) {
                children.push(Node { body, types: types.to_vec() });
            }
        });
        children
    }

    fn is_fixed(&self, lit: &Lit) -> bool {
        self.problem.is_fixed(&self.problem.space.body[lit.schema])
    }

    /// Whether the constraint with the same body takes the place of a rule that only kills models.
    fn may_constrain(&self) -> bool {
        self.problem.space.has_constraints() && !self.problem.costs.forbids
    }

    /// Whether a literal contradicts the body, or repeats the head.
    fn is_contradiction(&self, lit: &Lit, body: &[Lit]) -> bool {
        let space = self.problem.space;
        let schema = &space.body[lit.schema];
        let contradicts = |other: &Lit| {
            let other_schema = &space.body[other.schema];
            other.args == lit.args
                && other_schema.template == schema.template
                && other_schema.negated != schema.negated
        };
        let is_head = match &self.head.shape {
            Shape::Normal(head) => {
                space.heads[head.schema].template == schema.template
                    && head.args == lit.args
                    && (!schema.negated || self.may_constrain())
            }
            _ => false,
        };
        is_head || body.iter().any(contradicts)
    }

    /// Tests a body, keeps the rules it makes, and tells whether longer bodies may be worth looking at.
    fn test(
        &mut self,
        node: &Node,
        bindings: &Pair,
        layout: &Rc<Layout>,
        found: &mut Candidates,
    ) -> Result<bool> {
        self.problem.limits.spend(bits::work_on(bindings.possible.len()));
        if bits::is_empty(&bindings.possible) {
            return Ok(false);
        }
        if self.head.shape == Shape::Constraint {
            return self.test_constraint(node, bindings, layout, found);
        }
        let (positive, negative) = bindings.possible.split_at(self.n_positive_words(layout));
        let heads = self.head_bits(layout);
        if !bits::meets(positive, &heads) && self.is_droppable(node, negative) {
            return Ok(false);
        }
        if !self.problem.space.is_safe(&node.body, &node.types) {
            return Ok(true);
        }
        let is_fixed = node.body.iter().all(|lit| self.is_fixed(lit));
        let derived = || is_fixed.then(|| project(&bindings.possible, layout));
        match self.head.shape.clone() {
            Shape::Choice(lits) => self.keep_choices(node, lits.len(), bindings, layout, derived(), found)?,
            // Some positive example refutes a rule that derives what cannot hold there.
            _ if !bits::covers(&heads, &bindings.certain) => {}
            _ => self.keep(node, 0, 0, derived(), found)?,
        }
        Ok(true)
    }

    /// The same for constraints: they have to forbid something in a negative example, and nothing that is certain in a
    /// positive one.
    fn test_constraint(
        &mut self,
        node: &Node,
        bindings: &Pair,
        layout: &Layout,
        found: &mut Candidates,
    ) -> Result<bool> {
        if bits::is_empty(&bindings.possible[self.n_positive_words(layout)..]) {
            return Ok(false);
        }
        if node.body.is_empty() {
            return Ok(true);
        }
        let problem = self.problem;
        let is_general_enough = problem.tuning.has(Heuristic::General)
            && self.all_total
            && problem.costs.grows()
            && !problem.costs.forbids;
        let key = canonical(&node.body, 0, node.types.len());
        if is_general_enough && self.has_general(node) {
            self.general.insert(key);
            return Ok(false);
        }
        if bits::is_empty(&bindings.certain) && problem.space.is_safe(&node.body, &node.types) {
            self.keep(node, 0, 0, None, found)?;
            if is_general_enough {
                self.general.insert(key);
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether a rule that no positive example is seen to use is of no use at all, as the constraint with the same body
    /// kills as many models of negative examples. There is no constraint without a body, a choice among several atoms may
    /// forbid that many of them hold together, and positive examples may have the body where nothing mentions the head.
    fn is_droppable(&self, node: &Node, negative: &[u64]) -> bool {
        let is_several = matches!(&self.head.shape, Shape::Choice(lits) if lits.len() > 1);
        let is_replaced = self.may_constrain() && !is_several && !node.body.is_empty();
        let kills = !bits::is_empty(negative);
        !self.has_negatives || (is_replaced && !(self.hides && kills))
    }

    /// Keeps a choice with every pair of bounds that no positive example refutes; only with the tightest, where that
    /// loses nothing.
    fn keep_choices(
        &mut self,
        node: &Node,
        n: usize,
        bindings: &Pair,
        layout: &Layout,
        derived: Option<Rc<[u64]>>,
        found: &mut Candidates,
    ) -> Result<()> {
        let worlds = &self.problem.relaxed.worlds;
        let (mut fewest, mut most) = (n, 0);
        for ((cell, span), world) in self.cells.iter().zip(&layout.spans).zip(worlds).take(self.n_hard) {
            bits::for_each(&bindings.certain[span.words()], |bit| {
                let atoms = &cell.tuples[bit / span.block].atoms;
                let count =
                    |set: &AtomSet| atoms.iter().flatten().filter(|&&atom| set.contains(atom)).count();
                fewest = fewest.min(count(&world.possible));
                most = most.max(count(&world.certain));
            });
        }
        let highest = most.max(1);
        if self.all_total {
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
        if n >= self.problem.space.max_variables {
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
        let (costs, bounds) = (&self.problem.costs, self.bounds);
        let least = costs.at_least(&self.head.shape, low, high, node.body.len());
        if bounds.is_too_dear(least) {
            return Ok(());
        }
        let Some(Price { cost, intermediate }) = costs.price(&self.head.shape, low, high, &node.body)? else {
            return Ok(());
        };
        if bounds.is_too_dear(cost) {
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

/// The instances of the head for which some binding of the other variables is set.
fn project(bits: &[u64], layout: &Layout) -> Rc<[u64]> {
    let n_words: usize = layout.spans.iter().map(|span| span.n_tuples.div_ceil(64)).sum();
    let mut projected = vec![0u64; n_words];
    let mut start = 0;
    for span in &layout.spans {
        bits::for_each(&bits[span.words()], |bit| {
            let tuple = bit / span.block;
            bits::insert(&mut projected[start..], tuple);
        });
        start += span.n_tuples.div_ceil(64);
    }
    projected.into()
}

#[cfg(test)]
mod tests {
    use super::candidates;
    use crate::exact::{print, sample::with_problem};

    /// The candidates of a task, printed, with their costs.
    fn rules(text: &str, max_body: usize) -> Vec<(String, u64)> {
        with_problem(text, max_body, |problem| {
            let found = candidates(problem).expect("there are no limits");
            found.rules.iter().map(|rule| (print::rule(rule, problem).to_string(), rule.cost)).collect()
        })
    }

    #[test]
    fn rules_that_an_example_refutes_are_extended_and_not_kept() {
        let task = "bird(1..2). penguin(2). #pos({fly(1)}, {fly(2)}). #maxv(1).
            #modeh(fly(var(animal))). #modeb(bird(var(animal))). #modeb(penguin(var(animal))).";
        assert_eq!(rules(task, 1), []);
        assert_eq!(rules(task, 2), [("fly(X) :- bird(X), not penguin(X).".to_owned(), 3)]);
    }

    #[test]
    fn constraints_forbid_something_in_a_negative_example() {
        let task = "#pos({}, {}, {a.}). #neg({}, {}, {a. b.}). #modeh(p). #modeb(a). #modeb(b).";
        assert_eq!(rules(task, 2), [(":- b.".to_owned(), 1)]);
    }
}
