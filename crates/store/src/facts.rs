//! The facts of all worlds: for each predicate what is certain and what is possible, with indexes made on demand.

use crate::{
    relation::{Index, Relation, Rows, Value, WorldId},
    step::PredicateId,
};
use rustc_hash::FxHashMap;
use std::sync::{Arc, OnceLock, RwLock};

/// How an instance reads facts in a world of which not all is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Reading {
    /// An atom holds if it is possible; for positive instances.
    Possible,
    /// An atom holds if it is certain; for negative instances.
    Certain,
}

impl Reading {
    /// Under a negation the readings change places.
    pub fn negated(self) -> Self {
        match self {
            Reading::Possible => Reading::Certain,
            Reading::Certain => Reading::Possible,
        }
    }
}

/// The atoms of one predicate: those common to all worlds, and those of single worlds.
#[derive(Debug, Default)]
pub struct Extension {
    shared: Relation,
    own: Relation,
    indexes: RwLock<FxHashMap<u32, Arc<[Index; 2]>>>,
}

impl Extension {
    /// Puts the atoms that hold everywhere and those of single worlds together.
    pub fn new(shared: Relation, own: Relation) -> Self {
        Self { shared, own, indexes: RwLock::default() }
    }

    /// Whether all atoms are common to all worlds.
    pub fn is_shared(&self) -> bool {
        self.own.is_empty()
    }

    /// The atoms that are common to all worlds.
    pub fn shared(&self) -> &Relation {
        &self.shared
    }

    /// Prepares look-ups by the places whose bits are set.
    pub fn by(&self, places: u32) -> Lookup<'_> {
        let read = self.indexes.read().expect("no panic while an index is held").get(&places).cloned();
        let indexes = read.unwrap_or_else(|| {
            let mut indexes = self.indexes.write().expect("no panic while an index is held");
            let make = || Arc::new([Index::new(&self.shared, places), Index::new(&self.own, places)]);
            Arc::clone(indexes.entry(places).or_insert_with(make))
        });
        Lookup { extension: self, indexes }
    }
}

/// Look-ups in an extension by fixed places.
pub struct Lookup<'a> {
    extension: &'a Extension,
    indexes: Arc<[Index; 2]>,
}

impl Lookup<'_> {
    /// The matching rows of the shared and of the world's own relation. Each is a relation in an order of its own, unless
    /// it was [made of columns](Relation::of_columns): only then are the numbers of its rows of use elsewhere.
    pub fn rows(&self, world: WorldId, key: &[Value]) -> [(&Relation, Rows<'_>); 2] {
        let Extension { shared, own, .. } = self.extension;
        let [of_shared, of_own] = &*self.indexes;
        let own_rows = if own.is_empty() { Rows::NONE } else { of_own.probe(own, world, key) };
        let shared_rows = of_shared.probe(shared, world, key);
        [(of_shared.relation(shared), shared_rows), (of_own.relation(own), own_rows)]
    }

    /// Whether any row matches.
    pub(crate) fn any(&self, world: WorldId, key: &[Value]) -> bool {
        self.rows(world, key).iter().any(|(_, rows)| !rows.is_empty())
    }

    /// How many rows match.
    pub(crate) fn count(&self, world: WorldId, key: &[Value]) -> usize {
        self.rows(world, key).iter().map(|(_, rows)| rows.len()).sum()
    }
}

#[derive(Debug, Clone)]
struct Predicate {
    certain: Arc<Extension>,
    possible: Arc<Extension>,
}

/// What a value is to comparisons.
#[derive(Debug, Clone, Default)]
pub struct Values {
    /// The number a value stands for, if it is one; those of the block are left out.
    pub numbers: Vec<Option<i32>>,
    /// The place of a value in the order of terms; those of the block are left out, and do not count.
    pub ranks: Vec<u32>,
    /// Values that are numbers in rising order, by the million.
    pub block: Option<Block>,
}

/// Values that stand together and are numbers in rising order.
#[derive(Debug, Clone)]
pub struct Block {
    /// The first of them.
    pub first: Value,
    /// The numbers.
    pub numbers: Arc<Vec<i32>>,
    /// For each value outside the block, how many of these numbers come before it in the order of terms.
    pub before: Vec<u32>,
}

impl Values {
    /// How many values there are.
    pub fn len(&self) -> usize {
        self.ranks.len() + self.block.as_ref().map_or(0, |block| block.numbers.len())
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The place of a value among the numbers: what is none is above all of them.
    pub(crate) fn among_numbers(&self, value: Value) -> i64 {
        match self.place(value) {
            Ok((number, _)) => i64::from(number),
            Err(place) => self.numbers[place].map_or(i64::MAX, i64::from),
        }
    }

    /// What is less for a value that is before another one in the order of terms.
    pub(crate) fn order(&self, value: Value) -> (u32, u32) {
        match (self.place(value), &self.block) {
            (Ok((_, place)), _) => (place, u32::MAX),
            (Err(place), Some(block)) => (block.before[place], self.ranks[place]),
            (Err(place), None) => (0, self.ranks[place]),
        }
    }

    /// The number and the place of a value of the block, or the place of another one.
    fn place(&self, value: Value) -> Result<(i32, u32), usize> {
        match &self.block {
            Some(block) if value >= block.first => {
                let place = value - block.first;
                match block.numbers.get(place as usize) {
                    Some(&number) => Ok((number, place)),
                    None => Err(value as usize - block.numbers.len()),
                }
            }
            _ => Err(value as usize),
        }
    }
}

/// All facts of a task, in all its worlds.
#[derive(Debug, Clone)]
pub struct Facts {
    predicates: Vec<Predicate>,
    values: Arc<Values>,
    /// Made when first needed, shared with copies in which a predicate was replaced.
    occurrences: Arc<OnceLock<crate::occurrences::Occurrences>>,
    pairs: Arc<OnceLock<crate::pairs::Pairs>>,
    /// Predicates replaced after the table of occurrences was shared.
    replaced: Vec<PredicateId>,
}

impl Facts {
    /// No predicates yet.
    pub fn new(values: Values) -> Self {
        Self {
            predicates: Vec::new(),
            values: Arc::new(values),
            occurrences: Arc::default(),
            pairs: Arc::default(),
            replaced: Vec::new(),
        }
    }

    /// Adds a predicate of which everything is known.
    pub fn add(&mut self, certain: Extension) -> PredicateId {
        self.add_shared(Arc::new(certain))
    }

    /// Adds a predicate of which everything is known, and whose atoms are held elsewhere too.
    pub fn add_shared(&mut self, certain: Arc<Extension>) -> PredicateId {
        self.predicates.push(Predicate { possible: Arc::clone(&certain), certain });
        self.predicates.len() - 1
    }

    /// Adds a predicate of which some atoms are only possible. `possible` includes the certain ones.
    pub fn add_partial(&mut self, certain: Extension, possible: Extension) -> PredicateId {
        self.predicates.push(Predicate { certain: Arc::new(certain), possible: Arc::new(possible) });
        self.predicates.len() - 1
    }

    /// The same facts with other extensions for one predicate: what is certain of it, and what is possible.
    pub fn with(&self, predicate: PredicateId, certain: Arc<Extension>, possible: Arc<Extension>) -> Self {
        let mut other = self.clone();
        other.predicates[predicate] = Predicate { certain, possible };
        other.replaced.push(predicate);
        other
    }

    /// Number of predicates.
    pub fn n_predicates(&self) -> usize {
        self.predicates.len()
    }

    /// Number of atoms that are possible in some world.
    pub fn n_atoms(&self) -> usize {
        self.predicates.iter().map(|p| p.possible.shared.len() + p.possible.own.len()).sum()
    }

    pub(crate) fn extension(&self, predicate: PredicateId, reading: Reading) -> &Extension {
        match reading {
            Reading::Possible => &self.predicates[predicate].possible,
            Reading::Certain => &self.predicates[predicate].certain,
        }
    }

    /// Whether a predicate is the same for every reading and in every world.
    pub(crate) fn is_plain(&self, predicate: PredicateId) -> bool {
        let Predicate { certain, possible } = &self.predicates[predicate];
        Arc::ptr_eq(certain, possible) && certain.is_shared() && !self.replaced.contains(&predicate)
    }

    pub(crate) fn values(&self) -> &Values {
        &self.values
    }

    pub(crate) fn occurrences(&self) -> &crate::occurrences::Occurrences {
        self.occurrences.get_or_init(|| crate::occurrences::Occurrences::new(self))
    }

    pub(crate) fn pairs(&self) -> &crate::pairs::Pairs {
        self.pairs.get_or_init(|| crate::pairs::Pairs::new(self))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_of_numbers_stands_among_the_other_values() {
        // The values 0 to 6: 5, a, then -3, 4, 9 in a block, then 6, b.
        let block = Block { first: 2, numbers: Arc::new(vec![-3, 4, 9]), before: vec![2, 3, 2, 3] };
        let values = Values {
            numbers: vec![Some(5), None, Some(6), None],
            ranks: vec![0, 2, 1, 3],
            block: Some(block),
        };
        assert_eq!(values.len(), 7);
        let in_order = [2, 3, 0, 5, 4, 1, 6];
        for pair in in_order.windows(2) {
            assert!(values.order(pair[0]) < values.order(pair[1]), "{pair:?}");
        }
        let numbers: Vec<i64> = in_order.iter().map(|&value| values.among_numbers(value)).collect();
        assert_eq!(numbers, [-3, 4, 5, 6, 9, i64::MAX, i64::MAX]);
    }
}
