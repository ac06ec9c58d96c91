//! The facts of all worlds: for each predicate what is certain and what is possible, with indexes made on demand.

use crate::{
    relation::{Index, Relation, Value, WorldId},
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

    pub(crate) fn shared(&self) -> &Relation {
        &self.shared
    }

    /// Prepares look-ups by the places whose bits are set.
    pub(crate) fn by(&self, places: u32) -> Lookup<'_> {
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
pub(crate) struct Lookup<'a> {
    extension: &'a Extension,
    indexes: Arc<[Index; 2]>,
}

impl Lookup<'_> {
    /// The matching rows of the shared and of the world's own relation.
    pub(crate) fn rows(&self, world: WorldId, key: &[Value]) -> [(&Relation, &[u32]); 2] {
        let Extension { shared, own, .. } = self.extension;
        let own_rows = if own.is_empty() { &[][..] } else { self.indexes[1].probe(own, world, key) };
        [(shared, self.indexes[0].probe(shared, world, key)), (own, own_rows)]
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
    /// The number a value stands for, if it is one.
    pub numbers: Vec<Option<i32>>,
    /// The place of a value in the order of terms.
    pub ranks: Vec<u32>,
}

impl Values {
    /// The place of a value among the numbers: what is none is above all of them.
    pub(crate) fn among_numbers(&self, value: Value) -> i64 {
        self.numbers[value as usize].map_or(i64::MAX, i64::from)
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
        let certain = Arc::new(certain);
        self.predicates.push(Predicate { possible: Arc::clone(&certain), certain });
        self.predicates.len() - 1
    }

    /// Adds a predicate of which some atoms are only possible. `possible` includes the certain ones.
    pub fn add_partial(&mut self, certain: Extension, possible: Extension) -> PredicateId {
        self.predicates.push(Predicate { certain: Arc::new(certain), possible: Arc::new(possible) });
        self.predicates.len() - 1
    }

    /// The same facts with another extension for one predicate.
    pub fn with(&self, predicate: PredicateId, extension: Extension) -> Self {
        let mut other = self.clone();
        let certain = Arc::new(extension);
        other.predicates[predicate] = Predicate { possible: Arc::clone(&certain), certain };
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
