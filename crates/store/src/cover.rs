//! Covers: the bindings of a clause's variables for each instance it still covers.

use crate::{
    facts::Reading,
    instances::{Counts, InstanceSet, Instances},
    relation::{Value, WorldId},
    step::Variable,
};
use hashbrown::HashTable;
use rustc_hash::FxHasher;
use std::{borrow::Cow, hash::Hasher, sync::Arc};

/// So few bindings of an instance are compared with each other one by one.
const FEW_ROWS: usize = 24;

/// The bindings of a clause: one row for each way in which its body can hold for an instance, ordered by instance.
#[derive(Debug, Clone)]
pub struct Cover {
    pub(crate) instances: Arc<Instances>,
    /// The labels are exchanged: an exception is being learned.
    pub(crate) swapped: bool,
    pub(crate) rows: Vec<u32>,
    pub(crate) columns: Vec<Vec<Value>>,
}

impl Cover {
    /// The cover of the clause without a body: every instance of the set, bound to the head's variables.
    pub fn start(instances: &Arc<Instances>, set: &InstanceSet, swapped: bool) -> Self {
        let rows: Vec<u32> = set.iter().map(|instance| instance as u32).collect();
        let gather = |place| {
            let column = instances.column(place);
            rows.iter().map(|&instance| column[instance as usize]).collect()
        };
        let columns = (0..instances.arity()).map(gather).collect();
        Self { instances: Arc::clone(instances), swapped, rows, columns }
    }

    /// Number of bindings.
    pub fn n_bindings(&self) -> usize {
        self.rows.len()
    }

    /// The instances that have a binding.
    pub fn set(&self) -> InstanceSet {
        let mut set = InstanceSet::empty(self.instances.len());
        self.rows.iter().for_each(|&instance| set.insert(instance as usize));
        set
    }

    /// The examples that have a binding, by label.
    pub fn counts(&self) -> Counts {
        let mut counts = Counts::default();
        for rows in self.examples() {
            let instance = self.rows[rows.start] as usize;
            counts.add(self.label(instance), self.weight(instance));
        }
        counts
    }

    /// The bindings, by label.
    pub fn binding_counts(&self) -> Counts {
        let mut counts = Counts::default();
        self.rows.iter().for_each(|&instance| counts.add(self.label(instance as usize), 1));
        counts
    }

    /// The bindings of about `most` examples of each label, evenly taken; `None` if that is most of them.
    pub(crate) fn sample(&self, most: usize) -> Option<Self> {
        let (mut n_pos, mut n_neg) = (0, 0);
        for rows in self.examples() {
            if self.label(self.rows[rows.start] as usize) { n_pos += 1 } else { n_neg += 1 }
        }
        let strides = [n_pos, n_neg].map(|n: usize| n.div_ceil(most).max(1));
        if strides == [1, 1] || (n_pos / strides[0] + n_neg / strides[1]) * 2 > n_pos + n_neg {
            return None;
        }
        let mut sample = self.emptied(self.columns.len());
        let mut seen = [0usize; 2];
        for rows in self.examples() {
            let label = usize::from(!self.label(self.rows[rows.start] as usize));
            if seen[label].is_multiple_of(strides[label]) {
                sample.rows.extend_from_slice(&self.rows[rows.clone()]);
                for (to, from) in sample.columns.iter_mut().zip(&self.columns) {
                    to.extend_from_slice(&from[rows.clone()]);
                }
            }
            seen[label] += 1;
        }
        Some(sample)
    }

    /// For each example one binding for every way to bind these variables: enough to tell where literals hold that read
    /// no others.
    pub(crate) fn thinned(&self, variables: u64) -> Cow<'_, Self> {
        let read: Vec<&[Value]> = (0..self.columns.len().min(64))
            .filter(|variable| variables >> variable & 1 == 1)
            .map(|variable| self.columns[variable].as_slice())
            .collect();
        let is_head = (0..self.instances.arity()).fold(0u64, |mask, place| mask | 1 << place);
        let only_head = variables & !is_head == 0;
        let mut kept: Vec<usize> = Vec::new();
        let mut seen = HashTable::<usize>::new();
        let same = |one: usize, other: usize| read.iter().all(|column| column[one] == column[other]);
        let hash = |row: usize| {
            let mut hasher = FxHasher::default();
            read.iter().for_each(|column| hasher.write_u32(column[row]));
            hasher.finish()
        };
        let mut start = 0;
        while start < self.rows.len() {
            let instance = self.rows[start];
            let n_rows = self.rows[start..].iter().take_while(|other| **other == instance).count();
            let first = kept.len();
            kept.push(start);
            let rows = start + 1..start + n_rows;
            if only_head {
                // Every binding of an instance has the same head.
            } else if n_rows <= FEW_ROWS {
                for row in rows {
                    if !kept[first..].iter().any(|&other| same(row, other)) {
                        kept.push(row);
                    }
                }
            } else {
                seen.clear();
                seen.insert_unique(hash(start), start, |&row| hash(row));
                for row in rows {
                    let hashed = hash(row);
                    if seen.find(hashed, |&other| same(row, other)).is_none() {
                        seen.insert_unique(hashed, row, |&row| hash(row));
                        kept.push(row);
                    }
                }
            }
            start += n_rows;
        }
        if kept.len() == self.rows.len() {
            return Cow::Borrowed(self);
        }
        let mut thinned = self.emptied(0);
        thinned.rows = kept.iter().map(|&row| self.rows[row]).collect();
        let gather = |column: &Vec<Value>| kept.iter().map(|&row| column[row]).collect();
        thinned.columns = self.columns.iter().map(gather).collect();
        Cow::Owned(thinned)
    }

    /// The rows of each example in turn.
    pub(crate) fn examples(&self) -> impl Iterator<Item = std::ops::Range<usize>> + '_ {
        let mut next = 0;
        std::iter::from_fn(move || {
            let start = next;
            let example = self.instances.example(*self.rows.get(start)? as usize);
            next += 1;
            while self.rows.get(next).is_some_and(|&row| self.instances.example(row as usize) == example) {
                next += 1;
            }
            Some(start..next)
        })
    }

    pub(crate) fn label(&self, instance: usize) -> bool {
        self.instances.is_positive(instance) != self.swapped
    }

    pub(crate) fn weight(&self, instance: usize) -> u64 {
        u64::from(self.instances.weight(instance))
    }

    pub(crate) fn world(&self, row: usize) -> WorldId {
        self.instances.world(self.rows[row] as usize)
    }

    pub(crate) fn reading(&self, row: usize) -> Reading {
        self.instances.reading().unwrap_or_else(|| {
            if self.label(self.rows[row] as usize) { Reading::Possible } else { Reading::Certain }
        })
    }

    pub(crate) fn value(&self, variable: Variable, row: usize) -> Value {
        self.columns[variable][row]
    }

    /// The same instances and labels without any binding, to be filled.
    pub(crate) fn emptied(&self, n_columns: usize) -> Self {
        Self {
            instances: Arc::clone(&self.instances),
            swapped: self.swapped,
            rows: Vec::new(),
            columns: vec![Vec::new(); n_columns],
        }
    }
}
