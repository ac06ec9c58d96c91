//! Whether a body can hold for a binding, found by following its literals one after the other and ending at the first
//! way to satisfy them all. No binding is kept, so that it takes no memory, however many there are.
//!
//! Where many tuples match a literal and the one behind it is about the same new variable, the two may change places: of
//! `section(Q,S), bought(C,Q)`, with S and C known, few products were bought, but many are in a section.

use crate::{
    cover::Cover,
    facts::{Facts, Lookup, Reading},
    instances::{Counts, InstanceSet},
    relation::{Value, WorldId},
    step::{Arg, Comparison, Cut, PredicateId, Step, Variable},
};
use rayon::prelude::*;
use std::{ops::Range, sync::OnceLock};

/// Examples that are looked at by one thread at a time.
const CHUNK: usize = 1024;

/// From this many matching tuples on, it is asked whether fewer match the next literal. Indexes for that are made only then.
const MANY: usize = 64;

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
        exchanged: Option<Exchanged<'a>>,
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

/// A join with one new variable and the literal behind it, which holds for it too, in the other order: the literal finds
/// values of the variable, and the join becomes a test.
struct Exchanged<'a> {
    join: PredicateId,
    of_join: &'a [Arg],
    next: PredicateId,
    /// Of the next literal the arguments that are known, and the place of the new variable.
    known: Vec<Arg>,
    place: usize,
    /// Certain and possible: the next literal by its known places, and the join by all places. Made when first needed.
    lookups: OnceLock<[[Lookup<'a>; 2]; 2]>,
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
        for (at, step) in steps.iter().enumerate() {
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
                    if new.is_empty() || !holds {
                        Stage::Look { certain, possible, args: bound, holds }
                    } else {
                        let exchanged = Exchanged::of(step, steps.get(at + 1), n_known);
                        n_known += new.len();
                        Stage::Join { certain, possible, bound, new, exchanged }
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
            Stage::Join { certain, possible, bound, new, exchanged } => {
                fill(&mut state.keys[at], bound, &state.binding);
                let lookup = if reading == Reading::Certain { certain } else { possible };
                if at + 1 == self.stages.len() {
                    return lookup.any(state.world, &state.keys[at]);
                }
                let n_before = state.binding.len();
                let all = lookup.rows(state.world, &state.keys[at]);
                let n_matches: usize = all.iter().map(|(_, rows)| rows.len()).sum();
                if let Some(exchanged) = exchanged.as_ref().filter(|_| n_matches >= MANY)
                    && let Some(holds) = self.follow_exchanged(exchanged, at, n_matches, state)
                {
                    return holds;
                }
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

    /// Follows a join and the literal behind it in the other order; `None` if more tuples match then.
    fn follow_exchanged(
        &self,
        exchanged: &Exchanged<'a>,
        at: usize,
        n_matches: usize,
        state: &mut State,
    ) -> Option<bool> {
        let [of_next, of_join] = exchanged.lookups(self.facts, state.reading.unwrap_or(Reading::Certain));
        fill(&mut state.keys[at + 1], &exchanged.known, &state.binding);
        let all = of_next.rows(state.world, &state.keys[at + 1]);
        if all.iter().map(|(_, rows)| rows.len()).sum::<usize>() >= n_matches {
            return None;
        }
        let n_before = state.binding.len();
        for (relation, rows) in all {
            for row in rows {
                state.binding.truncate(n_before);
                state.binding.push(relation.column(exchanged.place)[row as usize]);
                fill(&mut state.keys[at], exchanged.of_join, &state.binding);
                if of_join.any(state.world, &state.keys[at]) && self.follow(at + 2, state) {
                    return Some(true);
                }
            }
        }
        state.binding.truncate(n_before);
        Some(false)
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

impl<'a> Exchanged<'a> {
    /// The two steps in the other order, if each has one place for the one new variable and the second brings no other.
    fn of(join: &'a Step, next: Option<&'a Step>, n_known: usize) -> Option<Self> {
        let (Step::Holds(join, of_join), Step::Holds(next, of_next)) = (join, next?) else { return None };
        let is_new = |arg: &&Arg| matches!(arg, Arg::Variable(variable) if *variable >= n_known);
        let variable = Arg::Variable(n_known);
        let once = |args: &[Arg]| args.iter().filter(is_new).eq([&variable]);
        if of_next.len() == 1 || !once(of_join) || !once(of_next) {
            return None;
        }
        Some(Self {
            join: *join,
            of_join,
            next: *next,
            known: of_next.iter().filter(|arg| **arg != variable).copied().collect(),
            place: of_next.iter().position(|arg| *arg == variable)?,
            lookups: OnceLock::new(),
        })
    }

    fn lookups(&self, facts: &'a Facts, reading: Reading) -> &[Lookup<'a>; 2] {
        let [certain, possible] = self.lookups.get_or_init(|| {
            [Reading::Certain, Reading::Possible].map(|reading| {
                let all = |n_places: usize| u32::MAX >> (u32::BITS as usize - n_places);
                let known = all(self.known.len() + 1) & !(1 << self.place);
                let of_join = facts.extension(self.join, reading).by(all(self.of_join.len()));
                [facts.extension(self.next, reading).by(known), of_join]
            })
        });
        if reading == Reading::Certain { certain } else { possible }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        facts::{Extension, Values},
        instances::{Instance, Instances},
        relation::Relation,
    };
    use std::sync::Arc;

    #[test]
    fn literals_that_change_places_hold_for_the_same_examples() {
        // The values 0 to 39 are customers, 40 to 339 products, 340 to 342 sections.
        let n_values = 343;
        let values =
            Values { numbers: vec![None; n_values], ranks: (0..n_values as u32).collect(), block: None };
        let mut facts = Facts::new(values);
        let mut add = |rows: Vec<[Value; 2]>| {
            facts.add(Extension::new(Relation::shared(2, rows), Relation::per_world(2, [(0, [0; 2]); 0])))
        };
        let bought = add((0..120).map(|n| [n % 40, 40 + n * 97 % 300]).collect());
        let section = add((40..340).map(|product| [product, 340 + product * 7 % 11 % 3]).collect());
        let seen = add((0..200).map(|n| [n * 3 % 40, 40 + n * 31 % 300]).collect());
        let instance = |n: u32| Instance {
            example: n,
            world: 0,
            args: vec![n % 40, 340 + n / 40],
            positive: n.is_multiple_of(3),
            weight: 1,
        };
        let instances = Arc::new(Instances::new(2, (0..120).map(instance)));
        let cover = Cover::start(&instances, &instances.all(), false);
        let holds = |predicate, args: [usize; 2]| Step::Holds(predicate, args.map(Arg::Variable).to_vec());
        for last in [None, Some(holds(seen, [0, 2]))] {
            let with_last = |mut steps: Vec<Step>| {
                steps.extend(last.clone());
                count_chain(&facts, &cover, &steps)
            };
            let exchanged = with_last(vec![holds(section, [2, 1]), holds(bought, [0, 2])]);
            let in_order = with_last(vec![holds(bought, [0, 2]), holds(section, [2, 1])]);
            assert_eq!(exchanged, in_order);
            assert!(exchanged.pos > 0 && exchanged.neg > 0 && exchanged.pos + exchanged.neg < 120);
        }
    }
}
