//! Joins: a cover extended by one step, and the question whether a single binding can be.

use crate::{
    cover::Cover,
    facts::{Facts, Lookup, Reading},
    relation::Value,
    step::{Arg, Comparison, Step, Variable},
};

/// A join would have more bindings than the engine allows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooManyBindings;

/// Extends a cover by a step, if the result has at most `most` bindings.
pub(crate) fn extend(
    facts: &Facts,
    cover: &Cover,
    step: &Step,
    most: usize,
) -> Result<Cover, TooManyBindings> {
    if let Step::Holds(predicate, args) = step {
        let probe = Probe::new(facts, *predicate, args, cover.columns.len());
        if !probe.new.is_empty() && probe.n_bindings(cover) > most {
            return Err(TooManyBindings);
        }
    }
    Ok(extend_unbounded(facts, cover, step))
}

/// Extends a cover by a step, however many bindings the result has.
pub(crate) fn extend_unbounded(facts: &Facts, cover: &Cover, step: &Step) -> Cover {
    match step {
        Step::Holds(predicate, args) => {
            let probe = Probe::new(facts, *predicate, args, cover.columns.len());
            if probe.new.is_empty() {
                filter(cover, |row, key| probe.any(cover, row, key))
            } else {
                probe.join(cover)
            }
        }
        _ => {
            let test = Test::new(facts, step, cover.columns.len());
            filter(cover, |row, key| test.holds(cover, row, key))
        }
    }
}

fn filter(cover: &Cover, mut keep: impl FnMut(usize, &mut Vec<Value>) -> bool) -> Cover {
    let mut key = Vec::new();
    let kept: Vec<usize> = (0..cover.rows.len()).filter(|&row| keep(row, &mut key)).collect();
    let mut out = cover.emptied(0);
    out.rows = kept.iter().map(|&row| cover.rows[row]).collect();
    out.columns = cover.columns.iter().map(|column| kept.iter().map(|&row| column[row]).collect()).collect();
    out
}

/// A step made ready to be tried on single bindings.
pub(crate) enum Test<'a> {
    Holds(Probe<'a>),
    Fails(Probe<'a>),
    Compare(&'a Facts, Comparison, Variable, Variable),
    Differ(&'a [(Variable, Variable)]),
    Threshold(&'a Facts, Variable, crate::step::Cut),
    Among(&'a [Vec<Value>]),
}

impl<'a> Test<'a> {
    /// Prepares a step for covers of `n_variables` variables.
    pub(crate) fn new(facts: &'a Facts, step: &'a Step, n_variables: usize) -> Self {
        match step {
            Step::Holds(predicate, args) => Test::Holds(Probe::new(facts, *predicate, args, n_variables)),
            Step::Fails(predicate, args) => Test::Fails(Probe::new(facts, *predicate, args, n_variables)),
            Step::Compare(comparison, left, right) => Test::Compare(facts, *comparison, *left, *right),
            Step::Differ(pairs) => Test::Differ(pairs),
            Step::Threshold(variable, cut) => Test::Threshold(facts, *variable, *cut),
            Step::Among(tuples) => Test::Among(tuples),
        }
    }

    /// Whether the step can hold for a binding.
    pub(crate) fn holds(&self, cover: &Cover, row: usize, key: &mut Vec<Value>) -> bool {
        match self {
            Test::Holds(probe) => probe.any(cover, row, key),
            Test::Fails(probe) => probe.none(cover, row, key),
            Test::Compare(facts, comparison, left, right) => {
                let (left, right) = (cover.value(*left, row), cover.value(*right, row));
                match comparison {
                    Comparison::Differs => left != right,
                    Comparison::Less => facts.values().order(left) < facts.values().order(right),
                }
            }
            Test::Differ(pairs) => {
                pairs.iter().any(|&(left, right)| cover.value(left, row) != cover.value(right, row))
            }
            Test::Threshold(facts, variable, cut) => {
                cut.holds_for(facts.values().among_numbers(cover.value(*variable, row)))
            }
            Test::Among(tuples) => {
                key.clear();
                key.extend((0..cover.instances.arity()).map(|place| cover.value(place, row)));
                tuples.binary_search(key).is_ok()
            }
        }
    }
}

/// A literal's look-up: which places are bound, and by what.
pub(crate) struct Probe<'a> {
    certain: Lookup<'a>,
    possible: Lookup<'a>,
    bound: Vec<Arg>,
    /// Places whose values become new variables, in the order of these.
    pub(crate) new: Vec<usize>,
}

impl<'a> Probe<'a> {
    pub(crate) fn new(facts: &'a Facts, predicate: usize, args: &[Arg], n_variables: usize) -> Self {
        let is_new = |arg: &Arg| matches!(arg, Arg::Variable(variable) if *variable >= n_variables);
        let (mut places, mut bound, mut new) = (0u32, Vec::new(), Vec::new());
        for (place, arg) in args.iter().enumerate() {
            if is_new(arg) {
                new.push(place);
            } else {
                places |= 1 << place;
                bound.push(*arg);
            }
        }
        Self {
            certain: facts.extension(predicate, Reading::Certain).by(places),
            possible: facts.extension(predicate, Reading::Possible).by(places),
            bound,
            new,
        }
    }

    pub(crate) fn lookup(&self, reading: Reading) -> &Lookup<'a> {
        match reading {
            Reading::Certain => &self.certain,
            Reading::Possible => &self.possible,
        }
    }

    pub(crate) fn key(&self, cover: &Cover, row: usize, key: &mut Vec<Value>) {
        key.resize(self.bound.len(), 0);
        for (value, arg) in key.iter_mut().zip(&self.bound) {
            *value = match arg {
                Arg::Variable(variable) => cover.value(*variable, row),
                Arg::Constant(value) => *value,
            };
        }
    }

    fn any(&self, cover: &Cover, row: usize, key: &mut Vec<Value>) -> bool {
        self.key(cover, row, key);
        self.lookup(cover.reading(row)).any(cover.world(row), key)
    }

    fn none(&self, cover: &Cover, row: usize, key: &mut Vec<Value>) -> bool {
        self.key(cover, row, key);
        !self.lookup(cover.reading(row).negated()).any(cover.world(row), key)
    }

    fn n_bindings(&self, cover: &Cover) -> usize {
        let mut key = Vec::new();
        (0..cover.rows.len()).map(|row| self.n_matches(cover, row, &mut key)).sum()
    }

    /// How many tuples match a binding.
    pub(crate) fn n_matches(&self, cover: &Cover, row: usize, key: &mut Vec<Value>) -> usize {
        self.key(cover, row, key);
        self.lookup(cover.reading(row)).count(cover.world(row), key)
    }

    fn join(&self, cover: &Cover) -> Cover {
        let mut from: Vec<u32> = Vec::new();
        let mut new: Vec<Vec<Value>> = vec![Vec::new(); self.new.len()];
        let mut key = Vec::new();
        for row in 0..cover.rows.len() {
            self.key(cover, row, &mut key);
            for (relation, matches) in self.lookup(cover.reading(row)).rows(cover.world(row), &key) {
                if matches.is_empty() {
                    continue;
                }
                from.extend(std::iter::repeat_n(row as u32, matches.len()));
                for (column, &place) in new.iter_mut().zip(&self.new) {
                    matches.gather(relation.column(place), column);
                }
            }
        }
        let gather = |column: &Vec<Value>| from.iter().map(|&row| column[row as usize]).collect();
        let mut out = cover.emptied(0);
        out.rows = gather(&cover.rows);
        out.columns = cover.columns.iter().map(gather).chain(new).collect();
        out
    }
}
