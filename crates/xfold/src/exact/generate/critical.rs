//! Rules whose bodies have only the variables of their heads, by *critical sets*: each literal of a body has to exclude
//! something unwanted that all others let through, or a shorter rule does as well.

use crate::{
    error::Result,
    exact::{
        bit_sets::{BitSets, Cell, Layout},
        bits,
        candidate::{Candidate, Candidates, Head, Price, normal_heads},
        problem::Problem,
        rule_space::Lit,
    },
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// How many bodies are visited between two looks at the limits: a look takes longer than a visit.
const BODIES_PER_LOOK: usize = 1024;

/// The candidates of a cover whose bodies have no variables of their own.
pub(in crate::exact) fn candidates(problem: &Problem<'_>) -> Result<Candidates> {
    let mut found = Candidates::default();
    for head in normal_heads(problem.space) {
        let cells = problem.bit_sets.cells(&head, &problem.relaxed.worlds);
        let layout = cells.as_ref().and_then(|cells| problem.bit_sets.layout(cells, &[]));
        let (Some(cells), Some(layout)) = (cells, layout) else {
            found.is_cut = true;
            return Ok(found);
        };
        let mut search = HeadSearch::new(problem, head, &cells, &layout, &mut found);
        search.visit(0, &mut Vec::new(), &BitSets::ones(&layout), &[])?;
    }
    Ok(found)
}

/// The search for the rules of one head. All sets are sets of its instances in all worlds.
struct HeadSearch<'s> {
    problem: &'s Problem<'s>,
    head: Rc<Head>,
    /// The literals of bodies, and for which instances they hold.
    lits: Vec<(Lit, Vec<u64>)>,
    /// Instances that are wanted, and those that must not be derived.
    wanted: Vec<u64>,
    unwanted: Vec<u64>,
    /// Of the latter those of examples that must hold.
    forbidden: Vec<u64>,
    found: &'s mut Candidates,
    /// The rules that were kept, by what they derive.
    best: FxHashMap<Vec<u64>, usize>,
}

impl<'s> HeadSearch<'s> {
    fn new(
        problem: &'s Problem<'s>,
        head: Head,
        cells: &[Cell],
        layout: &Layout,
        found: &'s mut Candidates,
    ) -> Self {
        let mut wanted = vec![0u64; layout.n_words];
        let mut unwanted = wanted.clone();
        let mut forbidden = wanted.clone();
        for ((cell, span), world) in cells.iter().zip(&layout.spans).zip(&problem.relaxed.worlds) {
            for (place, tuple) in cell.tuples.iter().enumerate() {
                let Some(atom) = tuple.atoms[0] else { continue };
                let bit = span.start * 64 + place;
                if world.certain.contains(atom) {
                    bits::insert(&mut wanted, bit);
                } else if !world.possible.contains(atom) {
                    bits::insert(&mut unwanted, bit);
                    if world.penalty.is_none() {
                        bits::insert(&mut forbidden, bit);
                    }
                }
            }
        }
        let lits = literals(problem, &head, cells, layout);
        let (head, best) = (Rc::new(head), FxHashMap::default());
        Self { problem, head, lits, wanted, unwanted, forbidden, found, best }
    }

    /// Looks at a body and all longer ones that use later literals. `critical` has for each literal of the body the
    /// unwanted instances that it alone excludes.
    fn visit(
        &mut self,
        first: usize,
        body: &mut Vec<usize>,
        derived: &[u64],
        critical: &[Vec<u64>],
    ) -> Result<()> {
        self.found.n_bodies += 1;
        self.problem.limits.spend(bits::work_on(derived.len() * (1 + critical.len())));
        if self.found.n_bodies.is_multiple_of(BODIES_PER_LOOK) {
            self.problem.check_limits()?;
        }
        let bounds = &self.problem.bounds;
        if self.found.n_bodies > bounds.max_bodies || self.found.rules.len() > bounds.max_rules {
            self.found.is_cut = true;
            return Ok(());
        }
        if !bits::meets(derived, &self.forbidden) {
            self.keep(body, derived)?;
        }
        let unwanted = bits::both(derived, &self.unwanted);
        if bits::is_empty(&unwanted) || bounds.is_too_dear(self.least_with_more(body, derived)) {
            return Ok(());
        }
        if body.len() == bounds.max_body {
            self.found.is_deep = true;
            return Ok(());
        }
        for lit in first..self.lits.len() {
            if !self.may_add(body, lit) {
                continue;
            }
            let with = &self.lits[lit].1;
            let narrower = bits::both(derived, with);
            let own = bits::without(&unwanted, with);
            if !bits::meets(&narrower, &self.wanted) || bits::is_empty(&own) {
                continue;
            }
            let left =
                critical.iter().map(|set| Some(bits::both(set, with)).filter(|set| !bits::is_empty(set)));
            let Some(mut next) = left.collect::<Option<Vec<_>>>() else { continue };
            next.push(own);
            body.push(lit);
            self.visit(lit + 1, body, &narrower, &next)?;
            body.pop();
        }
        Ok(())
    }

    /// What a hypothesis costs at least that has a rule with this body and one literal more. A rule that does not derive
    /// all that is wanted needs another one beside it, if nothing may be lost.
    fn least_with_more(&self, body: &[usize], derived: &[u64]) -> u64 {
        let is_enough = bits::covers(derived, &self.wanted) || !self.problem.is_hard();
        let others = if is_enough { 0 } else { self.problem.bounds.cheapest };
        self.problem.costs.at_least(&self.head.shape, 0, 0, body.len() + 1) + others
    }

    /// Whether the recall of its declaration allows one more.
    fn may_add(&self, body: &[usize], lit: usize) -> bool {
        let space = self.problem.space;
        let schema = &space.body[self.lits[lit].0.schema];
        let n_used = space.n_uses(schema, body.iter().map(|&other| &self.lits[other].0));
        schema.recall.is_none_or(|recall| n_used < recall as usize)
    }

    /// Keeps a rule, once for each set that rules derive.
    fn keep(&mut self, body: &[usize], derived: &[u64]) -> Result<()> {
        if !bits::meets(derived, &self.wanted) {
            return Ok(());
        }
        let lits: Vec<Lit> = body.iter().map(|&lit| self.lits[lit].0.clone()).collect();
        let Some(Price { cost, intermediate }) = self.problem.costs.price(&self.head.shape, 0, 0, &lits)?
        else {
            return Ok(());
        };
        if self.problem.bounds.is_too_dear(cost) {
            return Ok(());
        }
        let has_terms = !intermediate.is_empty();
        let candidate = Candidate {
            head: Rc::clone(&self.head),
            low: 0,
            high: 0,
            types: self.head.types.clone(),
            body: lits,
            cost,
            intermediate,
            derived: Some(derived.into()),
        };
        match self.best.get(derived) {
            Some(&known) if !has_terms => {
                if cost < self.found.rules[known].cost {
                    self.found.rules[known] = candidate;
                }
            }
            _ => {
                self.best.insert(derived.to_vec(), self.found.rules.len());
                self.found.rules.push(candidate);
            }
        }
        Ok(())
    }
}

/// The body literals over the variables of a head, with the instances for which they hold: of equal ones the first.
fn literals(problem: &Problem<'_>, head: &Head, cells: &[Cell], layout: &Layout) -> Vec<(Lit, Vec<u64>)> {
    let ones = BitSets::ones(layout);
    let n_head = head.types.len();
    let is_certain = |world: usize, atom: Option<u32>| {
        atom.is_none_or(|atom| problem.relaxed.worlds[world].certain.contains(atom))
    };
    let mut lits = Vec::new();
    let mut seen = FxHashSet::default();
    for (number, schema) in problem.space.body.iter().enumerate() {
        problem.space.literals(schema, number, &head.types, &mut |lit, types| {
            if types.len() > n_head {
                return;
            }
            let mut holds = problem.bit_sets.literal(&lit, n_head, cells, layout, &is_certain);
            bits::keep(&mut holds, &ones);
            if seen.insert(holds.clone()) {
                lits.push((lit, holds));
            }
        });
    }
    lits
}
