//! The pool in each context: ground instances of the candidates, from sets of bindings, without a grounder.

use super::{
    bit_sets::{BitSets, Cell, Layout, Span},
    bits,
    candidate::{Candidate, Head, Shape},
    context::Row,
    instance::Instance,
    problem::Problem,
    rule_space::{Arg, Lit},
};
use crate::error::Result;
use rustc_hash::FxHashMap;
use std::rc::Rc;
use xfold_asp::symbols::Symbol;

/// The most instances that are listed: some hundred megabytes.
const MOST_INSTANCES: usize = 4_000_000;
/// The most words of literals that are remembered: half a gigabyte.
const MOST_CACHED: usize = 1 << 26;
/// How many candidates are listed between two looks at the limits.
const CANDIDATES_PER_LOOK: usize = 64;

/// The atoms of each schema by what stands at their places.
type ByValues<'i> = Vec<FxHashMap<&'i [Symbol], u32>>;

/// The instances of all candidates, by context, in their order; none if there are too many.
pub(super) fn instances(problem: &Problem<'_>, pool: &[Candidate]) -> Result<Option<Vec<Vec<Instance>>>> {
    let contexts = &problem.relaxed.contexts;
    let atoms: Vec<ByValues<'_>> =
        contexts.iter().map(|context| context.rows.iter().map(|rows| by_values(rows)).collect()).collect();
    let mut instances: Vec<Vec<Instance>> = vec![Vec::new(); contexts.len()];
    let mut n_instances = 0;
    let mut instantiator =
        Instantiator { problem, cells: FxHashMap::default(), literals: FxHashMap::default(), n_cached: 0 };
    for (number, candidate) in pool.iter().enumerate() {
        problem.limits.spend(1);
        if number.is_multiple_of(CANDIDATES_PER_LOOK) {
            problem.check_limits()?;
        }
        let cells = instantiator.cells(&candidate.head);
        let n_head = candidate.head.types.len();
        let Some(layout) = problem.bit_sets.layout(&cells, &candidate.types[n_head..]) else {
            return Ok(None);
        };
        let mut bindings = instantiator.bindings(candidate, &cells, &layout);
        for place in merge_contexts(&mut bindings, &cells, &layout) {
            let (cell, span) = (&cells[place], &layout.spans[place]);
            let spot = Spot { cell, span, layout: &layout, n_head };
            let found = collect(problem, number, candidate, &bindings, &spot, &atoms[cell.context]);
            n_instances += found.len();
            instances[cell.context].extend(found);
        }
        if n_instances > MOST_INSTANCES {
            return Ok(None);
        }
    }
    Ok(Some(instances))
}

/// Sets of bindings that many candidates share.
struct Instantiator<'i> {
    problem: &'i Problem<'i>,
    cells: FxHashMap<Rc<Head>, Rc<Vec<Cell>>>,
    literals: FxHashMap<(Rc<Head>, Lit, Vec<usize>), Vec<u64>>,
    n_cached: usize,
}

impl Instantiator<'_> {
    fn cells(&mut self, head: &Rc<Head>) -> Rc<Vec<Cell>> {
        let Problem { bit_sets, relaxed, .. } = self.problem;
        let cells = || Rc::new(bit_sets.cells(head, &relaxed.worlds).unwrap_or_default());
        Rc::clone(self.cells.entry(Rc::clone(head)).or_insert_with(cells))
    }

    /// The bindings for which the body of a candidate may hold.
    fn bindings(&mut self, candidate: &Candidate, cells: &[Cell], layout: &Layout) -> Vec<u64> {
        if self.n_cached > MOST_CACHED {
            self.literals.clear();
            self.n_cached = 0;
        }
        let problem = self.problem;
        let n_head = candidate.head.types.len();
        let mut bindings = BitSets::ones(layout);
        for lit in &candidate.body {
            let negated = problem.space.body[lit.schema].negated;
            let may_hold = |world: usize, atom: Option<u32>| {
                let world = &problem.relaxed.worlds[world];
                let set = if negated { &world.certain } else { &world.possible };
                atom.is_none_or(|atom| set.contains(atom))
            };
            let key = (Rc::clone(&candidate.head), lit.clone(), layout.types.clone());
            let literal = self.literals.entry(key).or_insert_with(|| {
                self.n_cached += layout.n_words;
                problem.bit_sets.literal(lit, n_head, cells, layout, &may_hold)
            });
            bits::keep(&mut bindings, literal);
        }
        bindings
    }
}

/// Worlds with the same context have the same instances: the first of each context gets the bindings of all. Returns the
/// places of the first ones.
fn merge_contexts(bindings: &mut [u64], cells: &[Cell], layout: &Layout) -> Vec<usize> {
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
            bindings[from + word] |= bindings[span.start + word];
        }
    }
    first
}

/// The instances of a candidate in one context.
fn collect(
    problem: &Problem<'_>,
    number: usize,
    candidate: &Candidate,
    bindings: &[u64],
    spot: &Spot<'_>,
    atoms: &ByValues<'_>,
) -> Vec<Instance> {
    let Spot { cell, span, layout, n_head } = *spot;
    let context = &problem.relaxed.contexts[cell.context];
    let is_dependent = |lit: &&Lit| !problem.is_fixed(&problem.space.body[lit.schema]);
    let dependent: Vec<&Lit> = candidate.body.iter().filter(is_dependent).collect();
    let mut instances = Vec::new();
    let mut values: Vec<Symbol> = Vec::new();
    bits::for_each(&bindings[span.words()], |bit| {
        let tuple = &cell.tuples[bit / span.block];
        let mut body = Vec::with_capacity(dependent.len());
        for lit in &dependent {
            values.clear();
            values.extend(lit.args.iter().map(|arg| match arg {
                Arg::Var(variable) => {
                    problem.bit_sets.value(*variable as usize, n_head, cell, layout, span, bit)
                }
                Arg::Const(constant) => *constant,
                Arg::Range(..) => Symbol(u32::MAX),
            }));
            let Some(&atom) = atoms[lit.schema].get(&values[..]) else { continue };
            if context.facts.contains(atom) {
                continue;
            }
            let literal = atom as i32 + 1;
            body.push(if problem.space.body[lit.schema].negated { -literal } else { literal });
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
/// Where the instances of a candidate in one context stand.
#[derive(Clone, Copy)]
struct Spot<'s> {
    cell: &'s Cell,
    span: &'s Span,
    layout: &'s Layout,
    n_head: usize,
}

fn by_values(rows: &[Row]) -> FxHashMap<&[Symbol], u32> {
    rows.iter().filter_map(|row| Some((&row.values[..], row.atom?))).collect()
}
