//! Facts that come in files, one predicate each, and stay in columns: by the hundred million they would not fit otherwise.
//! Part of the first station of the path, task.

use super::{Task, defines};
use rustc_hash::FxHashSet;
use std::sync::Arc;
use xfold_asp::{
    symbols::{AtomGroup, Signature, Symbol},
    visit,
};
use xfold_store::{Extension, Relation};

/// The facts of one predicate, in rising order of their symbols, each once.
#[derive(Debug, Clone)]
pub struct FactTable {
    /// The predicate.
    pub signature: Signature,
    /// The file, or the folder of files, for messages.
    pub file: String,
    /// The facts. They hold in every world.
    pub extension: Arc<Extension>,
}

impl FactTable {
    /// The facts of columns of symbols, one column for each place.
    pub(crate) fn new(signature: Signature, file: String, columns: Vec<Vec<u32>>) -> Self {
        let extension = Extension::new(Relation::of_columns(columns), Relation::default());
        Self { signature, file, extension: Arc::new(extension) }
    }

    /// How many facts there are.
    pub fn len(&self) -> usize {
        self.relation().len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The facts as columns.
    pub fn relation(&self) -> &Relation {
        self.extension.shared()
    }

    /// What stands at a place.
    pub(crate) fn column(&self, place: usize) -> impl Iterator<Item = Symbol> + '_ {
        self.relation().column(place).iter().map(|&value| Symbol(value))
    }

    /// Some of the facts, by their numbers, as atoms.
    pub(crate) fn atoms(&self, rows: impl IntoIterator<Item = u32>) -> AtomGroup {
        let mut group = AtomGroup { signature: self.signature.clone(), len: 0, args: Vec::new() };
        let relation = self.relation();
        for row in rows {
            group.len += 1;
            let args = (0..relation.arity()).map(|place| Symbol(relation.column(place)[row as usize]));
            group.args.extend(args);
        }
        group
    }
}

impl Task {
    /// How many facts are in columns.
    pub fn n_table_facts(&self) -> usize {
        self.background.tables.iter().map(FactTable::len).sum()
    }

    /// Turns facts in columns into plain ones where they are fewer than `fewest`, or where the task needs more than to look
    /// them up: rules of the background or a context read them, examples speak of them, or there are several worlds.
    pub(super) fn settle_tables(&mut self, fewest: usize) {
        let tables = std::mem::take(&mut self.background.tables);
        let n_facts: usize = tables.iter().map(FactTable::len).sum();
        let one_world = matches!(&self.examples[..], [only] if only.positive && only.context.is_empty())
            && self.predictions.is_empty()
            && !self.space.is_meant
            && self.only_exact.is_none();
        let mut mentioned: FxHashSet<Signature> = self.background.defined().into_iter().collect();
        for statement in &self.background.statements {
            mentioned.extend(visit::reads(statement).into_iter().map(|(read, _)| read));
        }
        for example in &self.examples {
            let groups = example.inclusions.groups().iter().chain(example.exclusions.groups());
            mentioned.extend(groups.map(|group| group.signature.clone()));
        }
        mentioned.extend(self.targets());
        let stays = |table: &FactTable| {
            let complement = Signature { negated: true, ..table.signature.clone() };
            one_world
                && n_facts >= fewest
                && !mentioned.contains(&table.signature)
                && !mentioned.contains(&complement)
                && !defines(&self.background.statements, &complement)
        };
        let (kept, plain): (Vec<FactTable>, Vec<FactTable>) =
            Arc::unwrap_or_clone(tables).into_iter().partition(stays);
        let facts = Arc::make_mut(&mut self.background.facts);
        for table in plain {
            let group = table.atoms(0..table.len() as u32);
            group.rows().for_each(|row| facts.push(&table.signature, row));
        }
        self.background.tables = Arc::new(kept);
    }
}
