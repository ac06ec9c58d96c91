//! Bodies as bits: one for each example, instance of the head and value of the other variables. A body is the AND of
//! its literals, so that testing one costs some words, not a join.

use super::{
    bits,
    candidate::{Head, Shape},
    context::{Context, RelaxedWorld, Row, n_tuples},
    rule_space::{Arg, Lit, RuleSpace, TypeId},
};
use crate::worlds::for_each_tuple;
use rustc_hash::FxHashMap;
use std::{collections::hash_map::Entry, rc::Rc};
use xfold_asp::symbols::{Symbol, Symbols};

/// The most bits of one body: four megabytes.
const MOST_BITS: usize = 1 << 25;
/// The most instances of a head in one example. Somewhat arbitrary: it bounds memory.
const MOST_TUPLES: usize = 200_000;

/// An instance of a head: the values of its variables and its atoms, where they may be learned (in a choice also facts,
/// each atom once).
#[derive(Debug, Clone)]
pub(super) struct Tuple {
    pub(super) values: Vec<Symbol>,
    pub(super) atoms: Vec<Option<u32>>,
}

/// The instances of a head in one context.
#[derive(Debug, Clone)]
pub(super) struct Cell {
    pub(super) context: usize,
    pub(super) tuples: Rc<Vec<Tuple>>,
}

/// Where the bits of each cell stand, for some types of further variables.
#[derive(Debug, Clone)]
pub(super) struct Layout {
    pub(super) types: Vec<TypeId>,
    pub(super) spans: Vec<Span>,
    pub(super) n_words: usize,
}

/// The bits of one cell.
#[derive(Debug, Clone)]
pub(super) struct Span {
    pub(super) start: usize,
    pub(super) n_words: usize,
    pub(super) n_tuples: usize,
    /// How many values each further variable has, and how far apart their bits are.
    pub(super) dims: Vec<(usize, usize)>,
    /// The bits of one tuple.
    pub(super) block: usize,
}

impl Span {
    pub(super) fn words(&self) -> std::ops::Range<usize> {
        self.start..self.start + self.n_words
    }
}

/// An instance of a literal: its atom, if it is no comparison, and its first bit.
type Placed = (Option<u32>, usize);

/// Makes sets of bindings for heads and literals of a space, in some contexts.
pub(super) struct BitSets<'a> {
    space: &'a RuleSpace,
    contexts: Vec<Rc<Context>>,
    symbols: &'a Symbols,
    /// The place of each value in its domain, by context and type.
    places: Vec<Vec<FxHashMap<Symbol, usize>>>,
}

impl<'a> BitSets<'a> {
    pub(super) fn new(space: &'a RuleSpace, contexts: &[Rc<Context>], symbols: &'a Symbols) -> Self {
        let places = |domain: &Vec<Symbol>| domain.iter().enumerate().map(|(place, &v)| (v, place)).collect();
        let places = contexts.iter().map(|context| context.domains.iter().map(places).collect()).collect();
        Self { space, contexts: contexts.to_vec(), symbols, places }
    }

    /// The place of a value in the domain of its type.
    pub(super) fn place(&self, context: usize, of_type: TypeId, value: Symbol) -> Option<u32> {
        self.places[context][of_type].get(&value).map(|&place| place as u32)
    }

    /// The instances of a head in each world; none if there are too many in one.
    pub(super) fn cells(&self, head: &Head, worlds: &[RelaxedWorld]) -> Option<Vec<Cell>> {
        let mut known: FxHashMap<usize, Rc<Vec<Tuple>>> = FxHashMap::default();
        let cell = |world: &RelaxedWorld| {
            let context = world.context;
            let tuples = match known.entry(context) {
                Entry::Occupied(known) => Rc::clone(known.get()),
                Entry::Vacant(place) => Rc::clone(place.insert(Rc::new(self.tuples(head, context)?))),
            };
            Some(Cell { context, tuples })
        };
        worlds.iter().map(cell).collect()
    }

    /// The instances of a head in a context; none if there are too many.
    pub(super) fn tuples(&self, head: &Head, context: usize) -> Option<Vec<Tuple>> {
        let n_body = self.space.body.len();
        let known = &self.contexts[context];
        match &head.shape {
            Shape::Constraint => Some(vec![Tuple { values: vec![], atoms: vec![] }]),
            Shape::Normal(lit) => {
                let mut tuples = Vec::new();
                for row in &known.rows[n_body + lit.schema] {
                    let free = row.atom.filter(|&atom| known.free.contains(atom));
                    let Some(values) = free.and(self.bind(lit, row, head.types.len(), context, &head.types))
                    else {
                        continue;
                    };
                    tuples.push(Tuple { values, atoms: vec![row.atom] });
                }
                (tuples.len() <= MOST_TUPLES).then_some(tuples)
            }
            Shape::Choice(lits) => self.choice_tuples(lits, &head.types, known),
        }
    }

    /// The instances of a choice head: all values of its variables for which some atom of it may be chosen.
    fn choice_tuples(&self, lits: &[Lit], types: &[TypeId], known: &Context) -> Option<Vec<Tuple>> {
        let first = self.space.body.len() + self.space.heads.len();
        // What holds anyway counts for the bounds.
        let counts = |atom: &u32| known.free.contains(*atom) || known.facts.contains(*atom);
        let by_values = |lit: &Lit| -> FxHashMap<Vec<Symbol>, u32> {
            let rows = known.rows[first + lit.schema].iter();
            rows.filter_map(|row| Some((row.values.clone(), row.atom.filter(counts)?))).collect()
        };
        let by_values: Vec<FxHashMap<Vec<Symbol>, u32>> = lits.iter().map(by_values).collect();
        let domains: Vec<&[Symbol]> = types.iter().map(|&of_type| &known.domains[of_type][..]).collect();
        if n_tuples(&domains)? > MOST_TUPLES {
            return None;
        }
        let mut tuples = Vec::new();
        let add = |values: &[Symbol]| {
            let atom = |(lit, by_values): (&Lit, &FxHashMap<Vec<Symbol>, u32>)| {
                let args = lit.args.iter().map(|arg| match arg {
                    Arg::Var(variable) => values[*variable as usize],
                    Arg::Const(constant) => *constant,
                    Arg::Range(..) => unreachable!("heads have no ranges"),
                });
                by_values.get(&args.collect::<Vec<_>>()).copied()
            };
            let mut atoms: Vec<Option<u32>> = lits.iter().zip(&by_values).map(atom).collect();
            // A choice is among a set: an atom counts once.
            for place in 1..atoms.len() {
                if atoms[..place].contains(&atoms[place]) {
                    atoms[place] = None;
                }
            }
            if atoms.iter().any(Option::is_some) {
                tuples.push(Tuple { values: values.to_vec(), atoms });
            }
        };
        for_each_tuple(&domains, add);
        Some(tuples)
    }

    /// Whether a head has instances in a context that are no tuples: atoms that nothing mentions, so that a rule may
    /// derive them or not.
    pub(super) fn hides(&self, head: &Head, context: usize, tuples: &[Tuple]) -> bool {
        let known = &self.contexts[context];
        let sizes = head.types.iter().map(|&of_type| known.domains[of_type].len());
        let n_instances = sizes.fold(1usize, usize::saturating_mul);
        let n_facts = match &head.shape {
            Shape::Normal(lit) => known.rows[self.space.body.len() + lit.schema]
                .iter()
                .filter(|row| row.atom.is_some_and(|atom| known.facts.contains(atom)))
                .filter(|row| self.bind(lit, row, head.types.len(), context, &head.types).is_some())
                .count(),
            _ => 0,
        };
        tuples.len() + n_facts < n_instances
    }

    /// The values of the first variables if a row is an instance of a literal.
    fn bind(
        &self,
        lit: &Lit,
        row: &Row,
        n_variables: usize,
        context: usize,
        types: &[TypeId],
    ) -> Option<Vec<Symbol>> {
        let mut values: Vec<Option<Symbol>> = vec![None; n_variables];
        for (arg, &value) in lit.args.iter().zip(&row.values) {
            match *arg {
                Arg::Var(variable) => {
                    let known = &mut values[variable as usize];
                    let in_domain = self.places[context][types[variable as usize]].contains_key(&value);
                    if known.is_some_and(|known| known != value) || !in_domain {
                        return None;
                    }
                    *known = Some(value);
                }
                Arg::Const(constant) if constant != value => return None,
                Arg::Range(low, high) if !self.is_within(value, low, high) => return None,
                Arg::Const(_) | Arg::Range(..) => {}
            }
        }
        values.into_iter().collect()
    }

    /// Whether a value may stand where a literal has a constant or bounds.
    pub(super) fn is_instance(&self, arg: Arg, value: Symbol) -> bool {
        match arg {
            Arg::Var(_) => true,
            Arg::Const(constant) => constant == value,
            Arg::Range(low, high) => self.is_within(value, low, high),
        }
    }

    fn is_within(&self, value: Symbol, low: Option<i32>, high: Option<i32>) -> bool {
        // Other terms are above all numbers, as in clingo.
        match self.space.place_of(value, self.symbols) {
            Some(value) => low.is_none_or(|low| low <= value) && high.is_none_or(|high| value <= high),
            None => high.is_none(),
        }
    }

    /// Where bits stand for further variables of these types; none if there would be too many.
    pub(super) fn layout(&self, cells: &[Cell], types: &[TypeId]) -> Option<Layout> {
        let mut spans = Vec::with_capacity(cells.len());
        let mut start = 0;
        for cell in cells {
            let mut block = 1usize;
            let mut dims = vec![(0, 0); types.len()];
            for (place, &of_type) in types.iter().enumerate().rev() {
                let size = self.contexts[cell.context].domains[of_type].len();
                dims[place] = (size, block);
                block = block.checked_mul(size)?;
            }
            let bits = block.checked_mul(cell.tuples.len())?;
            if bits > MOST_BITS {
                return None;
            }
            let n_words = bits.div_ceil(64);
            spans.push(Span { start, n_words, n_tuples: cell.tuples.len(), dims, block });
            start += n_words;
        }
        (start <= MOST_BITS / 64).then_some(Layout { types: types.to_vec(), spans, n_words: start })
    }

    /// Every bit that stands for a binding.
    pub(super) fn ones(layout: &Layout) -> Vec<u64> {
        let mut bits = vec![0; layout.n_words];
        for span in &layout.spans {
            bits::insert_run(&mut bits[span.words()], 0, span.block * span.n_tuples);
        }
        bits
    }

    /// The bindings that make an atom of a literal one of those that `include` names (a comparison always is). For a
    /// literal with `not`, the others.
    pub(super) fn literal(
        &self,
        lit: &Lit,
        n_head: usize,
        cells: &[Cell],
        layout: &Layout,
        include: &dyn Fn(usize, Option<u32>) -> bool,
    ) -> Vec<u64> {
        let schema = &self.space.body[lit.schema];
        let mut bits = vec![0u64; layout.n_words];
        let mut known: Option<(usize, Vec<Placed>)> = None;
        for (number, (cell, span)) in cells.iter().zip(&layout.spans).enumerate() {
            if known.as_ref().is_none_or(|(context, _)| *context != cell.context) {
                known = Some((cell.context, self.placed(lit, n_head, cell, layout, span)));
            }
            let (_, placed) = known.as_ref().expect("it was just set");
            let out = &mut bits[span.words()];
            let (outer, run) = unused(lit, n_head, span);
            let has_head = lit.variables().any(|variable| (variable as usize) < n_head);
            let n_repeats = if has_head { 1 } else { cell.tuples.len() };
            for &(_, start) in placed.iter().filter(|(atom, _)| include(number, *atom)) {
                (0..n_repeats).for_each(|tuple| set_all(out, start + tuple * span.block, &outer, run));
            }
            if schema.negated {
                out.iter_mut().for_each(|word| *word = !*word);
            }
        }
        bits
    }

    /// For each instance of a literal the first bit of its bindings; within a tuple, if it uses no variable of the head.
    fn placed(&self, lit: &Lit, n_head: usize, cell: &Cell, layout: &Layout, span: &Span) -> Vec<Placed> {
        let places = &self.places[cell.context];
        let rows = &self.contexts[cell.context].rows[lit.schema];
        let head_slots: Vec<u8> = lit.variables().filter(|&variable| (variable as usize) < n_head).collect();
        let mut by_key: FxHashMap<Vec<Symbol>, Vec<Placed>> = FxHashMap::default();
        let mut further: Vec<Option<usize>> = vec![None; layout.types.len()];
        let mut all = Vec::new();
        'rows: for row in rows {
            further.fill(None);
            let mut key = Vec::with_capacity(head_slots.len());
            for (arg, &value) in lit.args.iter().zip(&row.values) {
                match *arg {
                    Arg::Const(constant) if constant != value => continue 'rows,
                    Arg::Range(low, high) if !self.is_within(value, low, high) => continue 'rows,
                    Arg::Const(_) | Arg::Range(..) => {}
                    Arg::Var(variable) if (variable as usize) < n_head => key.push(value),
                    Arg::Var(variable) => {
                        let axis = variable as usize - n_head;
                        let Some(&place) = places[layout.types[axis]].get(&value) else { continue 'rows };
                        if further[axis].is_some_and(|known| known != place) {
                            continue 'rows;
                        }
                        further[axis] = Some(place);
                    }
                }
            }
            let offset = further.iter().zip(&span.dims).map(|(place, dim)| place.unwrap_or(0) * dim.1).sum();
            if head_slots.is_empty() {
                all.push((row.atom, offset));
            } else {
                by_key.entry(key).or_default().push((row.atom, offset));
            }
        }
        if !by_key.is_empty() {
            let mut key = Vec::with_capacity(head_slots.len());
            for (number, tuple) in cell.tuples.iter().enumerate() {
                key.clear();
                key.extend(head_slots.iter().map(|&variable| tuple.values[variable as usize]));
                let found = by_key.get(&key).into_iter().flatten();
                all.extend(found.map(|&(atom, offset)| (atom, number * span.block + offset)));
            }
        }
        all
    }

    /// Bits for fewer variables, repeated for each value of the further ones, which come last.
    pub(super) fn expand(bits: &[u64], from: &Layout, to: &Layout) -> Vec<u64> {
        let mut expanded = vec![0u64; to.n_words];
        for (old, new) in from.spans.iter().zip(&to.spans) {
            let run = new.block.checked_div(old.block).unwrap_or(0);
            let words = &bits[old.words()];
            let out = &mut expanded[new.words()];
            bits::for_each(words, |bit| bits::insert_run(out, bit * run, run));
        }
        expanded
    }

    /// The value of a variable in the binding of a bit.
    pub(super) fn value(
        &self,
        variable: usize,
        n_head: usize,
        cell: &Cell,
        layout: &Layout,
        span: &Span,
        bit: usize,
    ) -> Symbol {
        let tuple = &cell.tuples[bit / span.block];
        if variable < n_head {
            return tuple.values[variable];
        }
        let axis = variable - n_head;
        let (size, stride) = span.dims[axis];
        self.contexts[cell.context].domains[layout.types[axis]][(bit / stride) % size]
    }
}

/// Axes that a literal does not use, whose bits are all set: the outer ones, and the run that the innermost make.
fn unused(lit: &Lit, n_head: usize, span: &Span) -> (Vec<(usize, usize)>, usize) {
    let mut run = 1;
    let mut outer = Vec::new();
    let mut inner = true;
    for (axis, &(size, stride)) in span.dims.iter().enumerate().rev() {
        let is_used = lit.variables().any(|variable| variable as usize == n_head + axis);
        match (is_used, inner) {
            (true, _) => inner = false,
            (false, true) => run *= size,
            (false, false) => outer.push((size, stride)),
        }
    }
    (outer, run)
}

fn set_all(out: &mut [u64], start: usize, outer: &[(usize, usize)], run: usize) {
    match outer.split_first() {
        None => bits::insert_run(out, start, run),
        Some((&(size, stride), rest)) => {
            (0..size).for_each(|place| set_all(out, start + place * stride, rest, run));
        }
    }
}
