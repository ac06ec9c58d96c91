//! Counting: how many examples of each label every candidate leaves, many candidates in one pass.
//!
//! Candidates that begin with the same join share it. What remains are single literals: tests on one variable, answered
//! together from the table of occurrences; tests on two variables, answered together from the table of pairs; one constant
//! against one variable, answered for all constants by one join; and the rest, tried one by one.

use crate::{
    cover::Cover,
    cuts::{count_cuts, count_cuts_behind},
    engine::Stop,
    exists::count_chain,
    facts::Facts,
    instances::Counts,
    join::{Probe, Test, extend_unbounded},
    keys::Keys,
    parts::{Outcome, Partial, in_parts},
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

/// Up to this many units behind a common join are followed one by one, which needs no bindings.
const FEW: usize = 2;

/// Counts every unit on a cover, which may be a part of a larger one.
pub(crate) fn count_units<U: Borrow<Unit>>(
    facts: &Facts,
    cover: &Cover,
    units: &[U],
    bounds: Bounds<'_>,
) -> Vec<Partial> {
    let units = units.iter().map(Borrow::borrow);
    let work: Vec<Work<'_>> = units.map(|unit| Work { steps: &unit.steps, cut: unit.cut }).collect();
    count_work(facts, cover, &work, bounds)
}

/// What bounds the counting.
#[derive(Clone, Copy)]
pub(crate) struct Bounds<'a> {
    /// The most bindings of a join, all parts together.
    pub(crate) most: usize,
    /// The most bindings that are held at a time: a larger join is made for one part of the examples after the other.
    pub(crate) at_once: usize,
    pub(crate) stop: &'a Stop,
}

/// What is left to do for a unit on a cover that its first steps have extended.
#[derive(Clone, Copy)]
struct Work<'a> {
    steps: &'a [Step],
    cut: Option<Variable>,
}

/// What is done for a group of units in one pass.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Job<'a> {
    /// They go on behind a common first step and read the same variables of the clause.
    Behind(&'a Step, u64),
    /// Tests on the occurrences of one variable's values, by number.
    Occurs(Variable),
    /// Tests on which predicates relate the values of two variables, by number.
    Pairs(Variable, Variable),
    /// One predicate, one variable at one place, constants at another.
    Constants(PredicateId, (Variable, usize), usize),
    /// A single step.
    Single(&'a Step),
    /// All cuts of a variable.
    Cuts(Variable),
    /// Nothing is left to do.
    Done,
}

/// Units that are counted together, each with the number of its test or its constant, where the job has such.
type Group<'a> = (Job<'a>, Vec<(usize, u32)>);

fn count_work(facts: &Facts, cover: &Cover, work: &[Work<'_>], bounds: Bounds<'_>) -> Vec<Partial> {
    let groups = plan(facts, cover, work);
    let run = |group: &Group<'_>| {
        if bounds.stop.is_stopped() { Vec::new() } else { run(facts, cover, work, group, bounds) }
    };
    let outcomes: Vec<Vec<(usize, Partial)>> = if groups.len() > 1 {
        groups.par_iter().map(run).collect()
    } else {
        groups.iter().map(run).collect()
    };
    let mut partials = vec![Partial::TOO_LARGE; work.len()];
    for (unit, partial) in outcomes.into_iter().flatten() {
        partials[unit] = partial;
    }
    partials
}

/// The groups, in the order of their first units.
fn plan<'a>(facts: &Facts, cover: &Cover, work: &[Work<'a>]) -> Vec<Group<'a>> {
    let mut groups: Vec<Group<'a>> = Vec::new();
    let mut places: FxHashMap<Job<'a>, usize> = FxHashMap::default();
    for (unit, work) in work.iter().enumerate() {
        let (job, number) = job(facts, work, cover.columns.len());
        let place = *places.entry(job).or_insert_with(|| {
            groups.push((job, Vec::new()));
            groups.len() - 1
        });
        groups[place].1.push((unit, number));
    }
    groups
}

/// What is to be done for a unit, and the number of its test or its constant.
fn job<'a>(facts: &Facts, work: &Work<'a>, n_variables: usize) -> (Job<'a>, u32) {
    let [step, rest @ ..] = work.steps else {
        return (work.cut.map_or(Job::Done, Job::Cuts), 0);
    };
    if rest.is_empty() && work.cut.is_none() {
        return test(facts, step, n_variables).unwrap_or((Job::Single(step), 0));
    }
    let bit = |variable: usize| 1u64.checked_shl(variable as u32);
    let old = bit(n_variables).map_or(u64::MAX, |bit| bit - 1);
    let read = work.steps.iter().fold(0, |mask, step| mask | step.variables());
    let cut = work.cut.and_then(bit).unwrap_or(0);
    (Job::Behind(step, (read | cut) & old), 0)
}

/// A step that is one of many similar tests, which have one answer for all of them.
fn test(facts: &Facts, step: &Step, n_variables: usize) -> Option<(Job<'static>, u32)> {
    let Step::Holds(predicate, args) = step else { return None };
    let (mut variable, mut second, mut constant) = (None, None, None);
    for (place, arg) in args.iter().enumerate() {
        match *arg {
            Arg::Variable(old) if old < n_variables && variable.is_none() => variable = Some((old, place)),
            Arg::Variable(old) if old < n_variables && second.is_none() => second = Some((old, place)),
            Arg::Variable(old) if old < n_variables => return None,
            Arg::Variable(_) => {}
            Arg::Constant(value) if constant.is_none() => constant = Some((place, value)),
            Arg::Constant(_) => return None,
        }
    }
    match (variable?, second, constant) {
        ((first, place), Some((second, other)), None) => {
            let number = facts.pairs().number(*predicate, place, other)?;
            facts.is_plain(*predicate).then_some((Job::Pairs(first, second), number))
        }
        ((variable, place), None, None) => {
            let number = facts.occurrences().number(*predicate, place)?;
            facts.is_plain(*predicate).then_some((Job::Occurs(variable), number as u32))
        }
        (variable, None, Some((place, value))) => Some((Job::Constants(*predicate, variable, place), value)),
        (_, Some(_), Some(_)) => None,
    }
}

fn run(
    facts: &Facts,
    cover: &Cover,
    work: &[Work<'_>],
    (job, units): &Group<'_>,
    bounds: Bounds<'_>,
) -> Vec<(usize, Partial)> {
    let same =
        |outcome: Outcome| units.iter().map(|&(unit, _)| (unit, Partial::from(outcome.clone()))).collect();
    match *job {
        Job::Behind(step, read) => {
            let thin = cover.thinned(read);
            let of_units: Vec<Work<'_>> = units.iter().map(|&(unit, _)| work[unit]).collect();
            let by_key = |work: &Work<'_>| {
                work.cut.is_none() && !work.steps.iter().any(|step| matches!(step, Step::Among(_)))
            };
            let keys = if of_units.iter().all(by_key) { Keys::of(&thin, read) } else { None };
            let partials = match keys {
                Some(keys) => {
                    let finished = |batch: &Cover| {
                        let of_batch = count_behind(facts, batch, step, &of_units, bounds);
                        of_batch.into_iter().map(|partial| partial.finish(bounds.most)).collect()
                    };
                    keys.count(&thin, of_units.len(), finished).into_iter().map(Partial::from).collect()
                }
                None => count_behind(facts, &thin, step, &of_units, bounds),
            };
            units.iter().map(|&(unit, _)| unit).zip(partials).collect()
        }
        Job::Occurs(variable) => count_occurrences(facts, cover, variable, units),
        Job::Pairs(first, second) => count_pairs(facts, cover, first, second, units),
        Job::Constants(predicate, variable, place) => {
            count_constants(facts, cover, predicate, variable, place, units)
        }
        Job::Single(step) => same(Outcome::Plain(count_single(facts, cover, step))),
        Job::Cuts(variable) => same(Outcome::Cuts(count_cuts(facts, cover, variable))),
        Job::Done => same(Outcome::Plain(cover.counts())),
    }
}

/// Counts units that go on behind a common first step.
fn count_behind<'a>(
    facts: &Facts,
    cover: &Cover,
    step: &Step,
    work: &[Work<'a>],
    bounds: Bounds<'_>,
) -> Vec<Partial> {
    if work.len() <= FEW && work.iter().all(|work| work.cut.is_none()) {
        let plain = |work: &Work<'a>| Outcome::Plain(count_chain(facts, cover, work.steps)).into();
        return work.iter().map(plain).collect();
    }
    if let ([only], Step::Holds(predicate, args)) = (work, step)
        && let ([_], Some(variable)) = (only.steps, only.cut)
        && variable >= cover.columns.len()
    {
        let probe = Probe::new(facts, *predicate, args, cover.columns.len());
        let place = probe.new[variable - cover.columns.len()];
        let (counts, n_bindings) = count_cuts_behind(facts, cover, &probe, place);
        let mut partial = Partial::from(Outcome::Cuts(counts));
        partial.went_through(n_bindings);
        return vec![if n_bindings > bounds.most { Partial::TOO_LARGE } else { partial }];
    }
    let behind = |work: &Work<'a>| Work { steps: &work.steps[1..], cut: work.cut };
    let behind: Vec<Work<'a>> = work.iter().map(behind).collect();
    // A literal that brings no variable leaves fewer bindings, so that no bound holds for it.
    let is_new = |arg: &Arg| matches!(arg, Arg::Variable(variable) if *variable >= cover.columns.len());
    let joins = matches!(step, Step::Holds(_, args) if args.iter().any(is_new));
    let counted = in_parts(facts, cover, step, joins, bounds, |part| {
        let extended = extend_unbounded(facts, part, step);
        let mut partials = count_work(facts, &extended, &behind, bounds);
        let n_bindings = if joins { extended.n_bindings() } else { 0 };
        partials.iter_mut().for_each(|partial| partial.went_through(n_bindings));
        partials
    });
    counted.unwrap_or_else(|| vec![Partial::TOO_LARGE; work.len()])
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
    tests: &[(usize, u32)],
) -> Vec<(usize, Partial)> {
    let table = facts.occurrences();
    let n_words = table.words_per_value();
    let mut wanted = vec![0u64; n_words];
    tests.iter().for_each(|&(_, number)| wanted[number as usize / 64] |= 1 << (number % 64));
    let mut counts = vec![Counts::default(); n_words * 64];
    let mut bits = vec![0u64; n_words];
    for rows in cover.examples() {
        let instance = cover.rows[rows.start] as usize;
        bits.fill(0);
        for row in rows {
            table.add(cover.value(variable, row), &mut bits);
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
    tests.iter().map(|&(unit, number)| (unit, Outcome::Plain(counts[number as usize]).into())).collect()
}

fn count_pairs(
    facts: &Facts,
    cover: &Cover,
    first: Variable,
    second: Variable,
    tests: &[(usize, u32)],
) -> Vec<(usize, Partial)> {
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
    tests.iter().map(|&(unit, number)| (unit, Outcome::Plain(counts[number as usize]).into())).collect()
}

fn count_constants(
    facts: &Facts,
    cover: &Cover,
    predicate: PredicateId,
    (variable, bound): (Variable, usize),
    place: usize,
    values: &[(usize, Value)],
) -> Vec<(usize, Partial)> {
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
                for matching in matches {
                    let Some(&slot) = slots.get(&relation.column(place)[matching as usize]) else { continue };
                    if last_seen[slot] != example {
                        last_seen[slot] = example;
                        counts[slot].add(label, weight);
                    }
                }
            }
        }
    }
    values.iter().map(|&(unit, value)| (unit, Outcome::Plain(counts[slots[&value]]).into())).collect()
}
