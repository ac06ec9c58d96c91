//! Whether a body can hold for a binding, found by following its literals one after the other and ending at the first
//! way to satisfy them all. No binding is kept, so that it takes no memory, however many there are.

use crate::{
    cover::Cover,
    facts::{Facts, Lookup, Reading},
    instances::{Counts, InstanceSet},
    relation::{Value, WorldId},
    step::{Arg, Comparison, Cut, Step, Variable},
};
use rayon::prelude::*;
use std::ops::Range;

/// Examples that are looked at by one thread at a time.
const CHUNK: usize = 1024;

/// The examples for which the steps can hold, by label.
pub(crate) fn count_chain(facts: &Facts, cover: &Cover, steps: &[Step]) -> Counts {
    let chain = Chain::new(facts, steps, cover.columns.len());
    let examples: Vec<Range<usize>> = cover.examples().collect();
    let count = |examples: &[Range<usize>]| {
        let mut state = State::default();
        let mut counts = Counts::default();
        for rows in examples {
            let instance = cover.rows[rows.start] as usize;
            if rows.clone().any(|row| chain.holds(cover, row, &mut state)) {
                counts.add(cover.label(instance), cover.weight(instance));
            }
        }
        counts
    };
    if examples.len() <= CHUNK {
        count(&examples)
    } else {
        examples.par_chunks(CHUNK).map(count).reduce(Counts::default, |a, b| a + b)
    }
}

/// The instances for which the steps can hold.
pub(crate) fn covers(facts: &Facts, cover: &Cover, steps: &[Step]) -> InstanceSet {
    let chain = Chain::new(facts, steps, cover.columns.len());
    let rows: Vec<usize> = (0..cover.rows.len()).collect();
    let hits = |rows: &[usize]| {
        let mut state = State::default();
        let holds = |&row: &usize| chain.holds(cover, row, &mut state).then(|| cover.rows[row]);
        rows.iter().filter_map(holds).collect::<Vec<u32>>()
    };
    let all: Vec<Vec<u32>> =
        if rows.len() <= CHUNK { vec![hits(&rows)] } else { rows.par_chunks(CHUNK).map(hits).collect() };
    let mut set = InstanceSet::empty(cover.instances.len());
    all.into_iter().flatten().for_each(|instance| set.insert(instance as usize));
    set
}

/// Literals made ready to be followed.
struct Chain<'a> {
    facts: &'a Facts,
    stages: Vec<Stage<'a>>,
    n_variables: usize,
}

enum Stage<'a> {
    /// `p(…)` with new variables at some places.
    Join {
        certain: Lookup<'a>,
        possible: Lookup<'a>,
        bound: Vec<Arg>,
        new: Vec<usize>,
    },
    /// `p(…)` or `not p(…)` over bound variables.
    Look {
        certain: Lookup<'a>,
        possible: Lookup<'a>,
        args: Vec<Arg>,
        holds: bool,
    },
    Compare(Comparison, Variable, Variable),
    Differ(&'a [(Variable, Variable)]),
    Threshold(Variable, Cut),
    Among(&'a [Vec<Value>]),
}

/// The values of a clause's variables, and room for keys.
#[derive(Default)]
struct State {
    binding: Vec<Value>,
    keys: Vec<Vec<Value>>,
    world: WorldId,
    reading: Option<Reading>,
    n_head: usize,
}

impl<'a> Chain<'a> {
    fn new(facts: &'a Facts, steps: &'a [Step], n_variables: usize) -> Self {
        let mut n_known = n_variables;
        let mut stages = Vec::with_capacity(steps.len());
        for step in steps {
            stages.push(match step {
                Step::Holds(predicate, args) | Step::Fails(predicate, args) => {
                    let is_new = |arg: &Arg| matches!(arg, Arg::Variable(variable) if *variable >= n_known);
                    let new: Vec<usize> = (0..args.len()).filter(|&place| is_new(&args[place])).collect();
                    let places = (0..args.len()).filter(|place| !new.contains(place));
                    let mask = places.fold(0u32, |mask, place| mask | 1 << place);
                    let bound: Vec<Arg> = args.iter().filter(|arg| !is_new(arg)).copied().collect();
                    let certain = facts.extension(*predicate, Reading::Certain).by(mask);
                    let possible = facts.extension(*predicate, Reading::Possible).by(mask);
                    let holds = matches!(step, Step::Holds(..));
                    n_known += new.len();
                    if new.is_empty() || !holds {
                        Stage::Look { certain, possible, args: bound, holds }
                    } else {
                        Stage::Join { certain, possible, bound, new }
                    }
                }
                Step::Compare(comparison, left, right) => Stage::Compare(*comparison, *left, *right),
                Step::Differ(pairs) => Stage::Differ(pairs),
                Step::Threshold(variable, cut) => Stage::Threshold(*variable, *cut),
                Step::Among(tuples) => Stage::Among(tuples),
            });
        }
        Self { facts, stages, n_variables }
    }

    fn holds(&self, cover: &Cover, row: usize, state: &mut State) -> bool {
        state.binding.clear();
        state.binding.extend((0..self.n_variables).map(|variable| cover.value(variable, row)));
        state.world = cover.world(row);
        state.reading = Some(cover.reading(row));
        state.n_head = cover.instances.arity();
        state.keys.resize_with(self.stages.len(), Vec::new);
        self.follow(0, state)
    }

    fn follow(&self, at: usize, state: &mut State) -> bool {
        let Some(stage) = self.stages.get(at) else { return true };
        let reading = state.reading.unwrap_or(Reading::Certain);
        match stage {
            Stage::Look { certain, possible, args, holds } => {
                fill(&mut state.keys[at], args, &state.binding);
                let reading = if *holds { reading } else { reading.negated() };
                let lookup = if reading == Reading::Certain { certain } else { possible };
                lookup.any(state.world, &state.keys[at]) == *holds && self.follow(at + 1, state)
            }
            Stage::Join { certain, possible, bound, new } => {
                fill(&mut state.keys[at], bound, &state.binding);
                let lookup = if reading == Reading::Certain { certain } else { possible };
                if at + 1 == self.stages.len() {
                    return lookup.any(state.world, &state.keys[at]);
                }
                let n_before = state.binding.len();
                let all = lookup.rows(state.world, &state.keys[at]);
                for (relation, rows) in all {
                    for row in rows {
                        state.binding.truncate(n_before);
                        let values = new.iter().map(|&place| relation.column(place)[row as usize]);
                        state.binding.extend(values);
                        if self.follow(at + 1, state) {
                            return true;
                        }
                    }
                }
                state.binding.truncate(n_before);
                false
            }
            test => self.passes(test, state) && self.follow(at + 1, state),
        }
    }

    fn passes(&self, test: &Stage<'_>, state: &mut State) -> bool {
        let value = |variable: &Variable| state.binding[*variable];
        match test {
            Stage::Compare(Comparison::Differs, left, right) => value(left) != value(right),
            Stage::Compare(Comparison::Less, left, right) => {
                let values = self.facts.values();
                values.order(value(left)) < values.order(value(right))
            }
            Stage::Differ(pairs) => pairs.iter().any(|(left, right)| value(left) != value(right)),
            Stage::Threshold(variable, cut) => {
                cut.holds_for(self.facts.values().among_numbers(value(variable)))
            }
            Stage::Among(tuples) => {
                let head = &state.binding[..state.n_head];
                tuples.binary_search_by(|tuple| tuple[..].cmp(head)).is_ok()
            }
            Stage::Join { .. } | Stage::Look { .. } => true,
        }
    }
}

fn fill(key: &mut Vec<Value>, args: &[Arg], binding: &[Value]) {
    key.resize(args.len(), 0);
    for (value, arg) in key.iter_mut().zip(args) {
        *value = match arg {
            Arg::Variable(variable) => binding[*variable],
            Arg::Constant(value) => *value,
        };
    }
}
