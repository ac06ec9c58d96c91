//! Counting: how many examples of each label every candidate leaves, many candidates in one pass.
//!
//! Candidates that begin with the same join share it. What remains are single literals, in three kinds: tests on one
//! variable, answered together from the table of occurrences; tests on two variables, answered together from the table of
//! pairs; one constant against one variable, answered for all constants by one join; and the rest, tried one by one.

use crate::{
    cover::Cover,
    cuts::count_cuts,
    engine::Stop,
    exists::count_chain,
    facts::Facts,
    instances::Counts,
    join::{Probe, Test, extend},
    keys::Keys,
    relation::Value,
    step::{Arg, Cut, PredicateId, Step, Unit, Variable},
};
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use std::borrow::Borrow;

/// The outcome for one unit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Tally {
    /// What the unit leaves.
    Plain(Counts),
    /// What it leaves with each cut that may be best.
    Cuts(Vec<(Cut, Counts)>),
    /// Not counted: its join has more bindings than allowed, or the engine is stopped.
    TooLarge,
}

/// So few units behind a common join are followed one by one, which needs no bindings.
const FEW: usize = 2;

/// Counts every unit on a cover.
pub(crate) fn count_units<U: Borrow<Unit>>(
    facts: &Facts,
    cover: &Cover,
    units: &[U],
    most: usize,
    stop: &Stop,
) -> Vec<Tally> {
    let units = units.iter().map(Borrow::borrow);
    let work: Vec<Work<'_>> = units.map(|unit| Work { steps: &unit.steps, cut: unit.cut }).collect();
    count_work(facts, cover, &work, Bounds { most, stop })
}

/// What bounds the counting.
#[derive(Clone, Copy)]
struct Bounds<'a> {
    /// The most bindings of a join.
    most: usize,
    stop: &'a Stop,
}

/// What is left to do for a unit on a cover that its first steps have extended.
#[derive(Clone, Copy)]
struct Work<'a> {
    steps: &'a [Step],
    cut: Option<Variable>,
}

enum Job<'a> {
    /// Units that go on behind a common first step and read the same variables of the clause.
    Behind(&'a Step, u64, Vec<usize>),
    /// Tests on the occurrences of one variable's values: (unit, number of the test).
    Occurs(Variable, Vec<(usize, usize)>),
    /// Tests on which predicates relate the values of two variables: (unit, number of the test).
    Pairs(Variable, Variable, Vec<(usize, u32)>),
    /// One predicate, one variable at one place, constants at another: (unit, constant).
    Constants(PredicateId, (Variable, usize), usize, Vec<(usize, Value)>),
    /// A single step.
    Single(usize, &'a Step),
    /// All cuts of a variable.
    Cuts(usize, Variable),
    /// Nothing is left to do.
    Done(usize),
}

fn count_work(facts: &Facts, cover: &Cover, work: &[Work<'_>], bounds: Bounds<'_>) -> Vec<Tally> {
    let jobs = plan(facts, cover, work);
    let run = |job: &Job<'_>| match bounds.stop.is_stopped() {
        true => Vec::new(),
        false => run(facts, cover, work, job, bounds),
    };
    let outcomes: Vec<Vec<(usize, Tally)>> =
        if jobs.len() > 1 { jobs.par_iter().map(run).collect() } else { jobs.iter().map(run).collect() };
    let mut tallies = vec![Tally::TooLarge; work.len()];
    for (unit, tally) in outcomes.into_iter().flatten() {
        tallies[unit] = tally;
    }
    tallies
}

fn plan<'a>(facts: &Facts, cover: &Cover, work: &[Work<'a>]) -> Vec<Job<'a>> {
    let n_variables = cover.columns.len();
    let mut jobs = Vec::new();
    let mut behind: FxHashMap<(&Step, u64), usize> = FxHashMap::default();
    let old = 1u64.checked_shl(n_variables as u32).map_or(u64::MAX, |bit| bit - 1);
    let mut occurs: FxHashMap<Variable, usize> = FxHashMap::default();
    let mut pairs: FxHashMap<(Variable, Variable), usize> = FxHashMap::default();
    let mut constants: FxHashMap<(PredicateId, (Variable, usize), usize), usize> = FxHashMap::default();
    for (unit, Work { steps, cut }) in work.iter().enumerate() {
        let [step, rest @ ..] = steps else {
            jobs.push(cut.map_or(Job::Done(unit), |variable| Job::Cuts(unit, variable)));
            continue;
        };
        if !rest.is_empty() || cut.is_some() {
            let read = steps.iter().fold(0, |mask, step| mask | step.variables());
            let read =
                cut.map_or(read, |variable| read | 1u64.checked_shl(variable as u32).unwrap_or(0)) & old;
            let place = *behind.entry((step, read)).or_insert_with(|| {
                jobs.push(Job::Behind(step, read, Vec::new()));
                jobs.len() - 1
            });
            if let Job::Behind(_, _, units) = &mut jobs[place] {
                units.push(unit);
            }
            continue;
        }
        match shape(facts, step, n_variables) {
            Shape::Occurs(variable, number) => {
                let place = *occurs.entry(variable).or_insert_with(|| {
                    jobs.push(Job::Occurs(variable, Vec::new()));
                    jobs.len() - 1
                });
                if let Job::Occurs(_, tests) = &mut jobs[place] {
                    tests.push((unit, number));
                }
            }
            Shape::Pair(first, second, number) => {
                let place = *pairs.entry((first, second)).or_insert_with(|| {
                    jobs.push(Job::Pairs(first, second, Vec::new()));
                    jobs.len() - 1
                });
                if let Job::Pairs(_, _, tests) = &mut jobs[place] {
                    tests.push((unit, number));
                }
            }
            Shape::Constant(predicate, variable, place, value) => {
                let job = *constants.entry((predicate, variable, place)).or_insert_with(|| {
                    jobs.push(Job::Constants(predicate, variable, place, Vec::new()));
                    jobs.len() - 1
                });
                if let Job::Constants(_, _, _, values) = &mut jobs[job] {
                    values.push((unit, value));
                }
            }
            Shape::Other => jobs.push(Job::Single(unit, step)),
        }
    }
    jobs
}

enum Shape {
    Occurs(Variable, usize),
    Pair(Variable, Variable, u32),
    Constant(PredicateId, (Variable, usize), usize, Value),
    Other,
}

fn shape(facts: &Facts, step: &Step, n_variables: usize) -> Shape {
    let Step::Holds(predicate, args) = step else { return Shape::Other };
    let (mut variable, mut second, mut constant) = (None, None, None);
    for (place, arg) in args.iter().enumerate() {
        match *arg {
            Arg::Variable(old) if old < n_variables && variable.is_none() => variable = Some((old, place)),
            Arg::Variable(old) if old < n_variables && second.is_none() => second = Some((old, place)),
            Arg::Variable(old) if old < n_variables => return Shape::Other,
            Arg::Variable(_) => {}
            Arg::Constant(value) if constant.is_none() => constant = Some((place, value)),
            Arg::Constant(_) => return Shape::Other,
        }
    }
    if let (Some((first, place)), Some((second, other)), None) = (variable, second, constant) {
        return match facts.pairs().number(*predicate, place, other) {
            Some(number) if facts.is_plain(*predicate) => Shape::Pair(first, second, number),
            _ => Shape::Other,
        };
    }
    match (variable, constant) {
        _ if second.is_some() => Shape::Other,
        (Some((variable, place)), None) => match facts.occurrences().number(*predicate, place) {
            Some(number) if facts.is_plain(*predicate) => Shape::Occurs(variable, number),
            _ => Shape::Other,
        },
        (Some(variable), Some((place, value))) => Shape::Constant(*predicate, variable, place, value),
        _ => Shape::Other,
    }
}

fn run(
    facts: &Facts,
    cover: &Cover,
    work: &[Work<'_>],
    job: &Job<'_>,
    bounds: Bounds<'_>,
) -> Vec<(usize, Tally)> {
    match job {
        Job::Behind(step, read, units) => {
            let thin = cover.thinned(*read);
            let of_units: Vec<Work<'_>> = units.iter().map(|&unit| work[unit]).collect();
            let by_key = |work: &Work<'_>| {
                work.cut.is_none() && !work.steps.iter().any(|step| matches!(step, Step::Among(_)))
            };
            let keys = if of_units.iter().all(by_key) { Keys::of(&thin, *read) } else { None };
            let tallies = match keys {
                Some(keys) => keys.count(&thin, of_units.len(), |batch| {
                    count_behind(facts, batch, step, &of_units, bounds)
                }),
                None => count_behind(facts, &thin, step, &of_units, bounds),
            };
            units.iter().copied().zip(tallies).collect()
        }
        Job::Occurs(variable, tests) => count_occurrences(facts, cover, *variable, tests),
        Job::Pairs(first, second, tests) => count_pairs(facts, cover, *first, *second, tests),
        Job::Constants(predicate, variable, place, values) => {
            count_constants(facts, cover, *predicate, *variable, *place, values)
        }
        Job::Single(unit, step) => vec![(*unit, Tally::Plain(count_single(facts, cover, step)))],
        Job::Cuts(unit, variable) => vec![(*unit, Tally::Cuts(count_cuts(facts, cover, *variable)))],
        Job::Done(unit) => vec![(*unit, Tally::Plain(cover.counts()))],
    }
}

/// Counts units that go on behind a common first step.
fn count_behind<'a>(
    facts: &Facts,
    cover: &Cover,
    step: &Step,
    work: &[Work<'a>],
    bounds: Bounds<'_>,
) -> Vec<Tally> {
    if work.len() <= FEW && work.iter().all(|work| work.cut.is_none()) {
        return work.iter().map(|work| Tally::Plain(count_chain(facts, cover, work.steps))).collect();
    }
    match extend(facts, cover, step, bounds.most) {
        Ok(extended) => {
            let behind = |work: &Work<'a>| Work { steps: &work.steps[1..], cut: work.cut };
            count_work(facts, &extended, &work.iter().map(behind).collect::<Vec<_>>(), bounds)
        }
        Err(_) => vec![Tally::TooLarge; work.len()],
    }
}

fn count_single(facts: &Facts, cover: &Cover, step: &Step) -> Counts {
    let test = Test::new(facts, step, cover.columns.len());
    let mut counts = Counts::default();
    let mut key = Vec::new();
    for mut rows in cover.examples() {
        let instance = cover.rows[rows.start] as usize;
        if rows.any(|row| test.holds(cover, row, &mut key)) {
            counts.add(cover.label(instance), cover.weight(instance));
        }
    }
    counts
}

fn count_occurrences(
    facts: &Facts,
    cover: &Cover,
    variable: Variable,
    tests: &[(usize, usize)],
) -> Vec<(usize, Tally)> {
    let table = facts.occurrences();
    let n_words = table.words_per_value();
    let mut wanted = vec![0u64; n_words];
    tests.iter().for_each(|&(_, number)| wanted[number / 64] |= 1 << (number % 64));
    let mut counts = vec![Counts::default(); n_words * 64];
    let mut bits = vec![0u64; n_words];
    for rows in cover.examples() {
        let instance = cover.rows[rows.start] as usize;
        bits.fill(0);
        for row in rows {
            bits.iter_mut().zip(table.of(cover.value(variable, row))).for_each(|(bits, of)| *bits |= of);
        }
        let (label, weight) = (cover.label(instance), cover.weight(instance));
        for (place, (bits, wanted)) in bits.iter().zip(&wanted).enumerate() {
            let mut rest = bits & wanted;
            while rest != 0 {
                counts[place * 64 + rest.trailing_zeros() as usize].add(label, weight);
                rest &= rest - 1;
            }
        }
    }
    tests.iter().map(|&(unit, number)| (unit, Tally::Plain(counts[number]))).collect()
}

fn count_pairs(
    facts: &Facts,
    cover: &Cover,
    first: Variable,
    second: Variable,
    tests: &[(usize, u32)],
) -> Vec<(usize, Tally)> {
    let table = facts.pairs();
    let mut counts = vec![Counts::default(); table.len()];
    let mut last_seen = vec![usize::MAX; table.len()];
    for (example, rows) in cover.examples().enumerate() {
        let instance = cover.rows[rows.start] as usize;
        let (label, weight) = (cover.label(instance), cover.weight(instance));
        for row in rows {
            for &number in table.of(cover.value(first, row), cover.value(second, row)) {
                if last_seen[number as usize] != example {
                    last_seen[number as usize] = example;
                    counts[number as usize].add(label, weight);
                }
            }
        }
    }
    tests.iter().map(|&(unit, number)| (unit, Tally::Plain(counts[number as usize]))).collect()
}

fn count_constants(
    facts: &Facts,
    cover: &Cover,
    predicate: PredicateId,
    (variable, bound): (Variable, usize),
    place: usize,
    values: &[(usize, Value)],
) -> Vec<(usize, Tally)> {
    let slots: FxHashMap<Value, usize> =
        values.iter().enumerate().map(|(slot, &(_, value))| (value, slot)).collect();
    // Only the bound place matters for the look-up; every other argument counts as new.
    let n_variables = cover.columns.len();
    let n_places = bound.max(place) + 1;
    let args: Vec<Arg> =
        (0..n_places).map(|p| Arg::Variable(if p == bound { variable } else { n_variables + p })).collect();
    let probe = Probe::new(facts, predicate, &args, n_variables);
    let mut counts = vec![Counts::default(); values.len()];
    let mut last_seen = vec![usize::MAX; values.len()];
    let mut key = Vec::new();
    for (example, rows) in cover.examples().enumerate() {
        let instance = cover.rows[rows.start] as usize;
        let (label, weight) = (cover.label(instance), cover.weight(instance));
        for row in rows {
            probe.key(cover, row, &mut key);
            for (relation, matches) in probe.lookup(cover.reading(row)).rows(cover.world(row), &key) {
                for &matching in matches {
                    let Some(&slot) = slots.get(&relation.column(place)[matching as usize]) else { continue };
                    if last_seen[slot] != example {
                        last_seen[slot] = example;
                        counts[slot].add(label, weight);
                    }
                }
            }
        }
    }
    values.iter().map(|&(unit, value)| (unit, Tally::Plain(counts[slots[&value]]))).collect()
}
