//! The table of pairs: for every two values, at which two places of which predicates they stand together. It answers for
//! all predicates at once which of them relate two variables.

use crate::{
    facts::{Facts, Reading},
    relation::Value,
    step::PredicateId,
};
use rustc_hash::FxHashMap;

/// The table is made for at least this many tests …
const FEWEST_TESTS: usize = 12;
/// … and has at most this many entries.
const MOST_ENTRIES: usize = 1_500_000;
/// Predicates with more places are left out.
const MOST_PLACES: usize = 4;

/// The table.
#[derive(Debug, Default)]
pub(crate) struct Pairs {
    /// The number of the test that two places of a predicate, the first one before the second, hold two values.
    numbers: FxHashMap<(PredicateId, usize, usize), u32>,
    /// For two values the tests that hold: a part of `tests`.
    parts: FxHashMap<u64, (u32, u32)>,
    tests: Vec<u32>,
}

impl Pairs {
    /// The table of the predicates that are the same in all worlds; empty where it would be of no use, or too large.
    pub(crate) fn new(facts: &Facts) -> Self {
        let mut numbers = FxHashMap::default();
        let mut n_entries = 0;
        let plain = (0..facts.n_predicates()).filter(|&predicate| facts.is_plain(predicate));
        let plain: Vec<PredicateId> = plain.collect();
        let relation = |predicate| facts.extension(predicate, Reading::Certain).shared();
        for &predicate in &plain {
            let arity = relation(predicate).arity();
            if !(2..=MOST_PLACES).contains(&arity) {
                continue;
            }
            for (first, second) in pairs(arity) {
                numbers.insert((predicate, first, second), numbers.len() as u32);
                n_entries += relation(predicate).len();
            }
        }
        if numbers.len() < FEWEST_TESTS || n_entries > MOST_ENTRIES {
            return Self::default();
        }
        let mut entries: Vec<(u64, u32)> = Vec::with_capacity(n_entries);
        for (&(predicate, first, second), &number) in &numbers {
            let (first, second) = (relation(predicate).column(first), relation(predicate).column(second));
            entries.extend(first.iter().zip(second).map(|(&first, &second)| (key(first, second), number)));
        }
        entries.sort_unstable();
        entries.dedup();
        let mut parts = FxHashMap::default();
        for (place, (key, _)) in entries.iter().enumerate() {
            parts.entry(*key).or_insert((place as u32, place as u32)).1 += 1;
        }
        Self { numbers, parts, tests: entries.into_iter().map(|(_, number)| number).collect() }
    }

    /// The number of a test, if the table has it.
    pub(crate) fn number(&self, predicate: PredicateId, first: usize, second: usize) -> Option<u32> {
        self.numbers.get(&(predicate, first, second)).copied()
    }

    /// How many tests there are.
    pub(crate) fn len(&self) -> usize {
        self.numbers.len()
    }

    /// The tests that hold for two values.
    pub(crate) fn of(&self, first: Value, second: Value) -> &[u32] {
        match self.parts.get(&key(first, second)) {
            Some(&(start, end)) => &self.tests[start as usize..end as usize],
            None => &[],
        }
    }
}

fn key(first: Value, second: Value) -> u64 {
    u64::from(first) << 32 | u64::from(second)
}

fn pairs(arity: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..arity).flat_map(move |first| (first + 1..arity).map(move |second| (first, second)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        facts::{Extension, Values},
        relation::Relation,
    };

    #[test]
    fn the_table_says_what_the_relations_say() {
        let values = Values { numbers: vec![None; 7], ranks: (0..7).collect(), block: None };
        let mut facts = Facts::new(values);
        let rows = |predicate: u32| -> Vec<[Value; 2]> {
            (0..7)
                .flat_map(|a| (0..7).map(move |b| [a, b]))
                .filter(|[a, b]| (a * 3 + b * 5) % 13 == predicate)
                .collect()
        };
        for predicate in 0..FEWEST_TESTS as u32 {
            facts.add(Extension::new(
                Relation::shared(2, rows(predicate)),
                Relation::per_world(2, [(0, [0; 2]); 0]),
            ));
        }
        let pairs = Pairs::new(&facts);
        assert_eq!(pairs.len(), FEWEST_TESTS);
        for predicate in 0..FEWEST_TESTS {
            let number = pairs.number(predicate, 0, 1).expect("every predicate has a test");
            for a in 0..7 {
                for b in 0..7 {
                    let holds = rows(predicate as u32).contains(&[a, b]);
                    assert_eq!(pairs.of(a, b).contains(&number), holds, "{predicate} {a} {b}");
                }
            }
        }
    }
}
