//! Covers: the bindings of a clause's variables for each instance it still covers.

use crate::{
    facts::Reading,
    instances::{Counts, InstanceSet, Instances},
    relation::{Value, World},
    step::Variable,
};
use std::sync::Arc;

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

    pub(crate) fn world(&self, row: usize) -> World {
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
