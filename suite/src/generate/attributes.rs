//! Objects with attributes that each holds or not, as the families over attributes use them.

use super::random::Random;
use std::fmt::Write;

/// Objects and their attributes.
pub(super) struct Attributes {
    /// The objects' names.
    pub(super) objects: Vec<String>,
    names: Vec<&'static str>,
    rows: Vec<u64>,
}

/// An attribute and how often it holds.
pub(super) type Share = (&'static str, f64);

impl Attributes {
    /// Draws objects `prefix1, prefix2, …`, each attribute on its own.
    pub(super) fn draw(random: &mut Random, prefix: &str, n_objects: usize, shares: &[Share]) -> Self {
        let row = |random: &mut Random| {
            shares
                .iter()
                .enumerate()
                .fold(0, |row, (bit, &(_, share))| row | u64::from(random.chance(share)) << bit)
        };
        Attributes {
            objects: (1..=n_objects).map(|number| format!("{prefix}{number}")).collect(),
            names: shares.iter().map(|&(name, _)| name).collect(),
            rows: (0..n_objects).map(|_| row(random)).collect(),
        }
    }

    /// Whether an object has an attribute.
    pub(super) fn has(&self, object: usize, name: &str) -> bool {
        self.bit(name).is_some_and(|bit| self.rows[object] >> bit & 1 == 1)
    }

    /// Gives an object an attribute, or takes it.
    pub(super) fn set(&mut self, object: usize, name: &str, value: bool) {
        if let Some(bit) = self.bit(name) {
            self.rows[object] = self.rows[object] & !(1 << bit) | u64::from(value) << bit;
        }
    }

    /// How many objects have all attributes of `with` and none of `without`.
    pub(super) fn count(&self, with: &[&str], without: &[&str]) -> usize {
        let fits = |&object: &usize| {
            with.iter().all(|name| self.has(object, name))
                && !without.iter().any(|name| self.has(object, name))
        };
        (0..self.objects.len()).filter(fits).count()
    }

    /// One line of facts for each object: its type, its attributes, and what `more` adds.
    pub(super) fn facts(&self, type_name: &str, more: impl Fn(usize, &str) -> String) -> String {
        let mut text = String::new();
        for (index, object) in self.objects.iter().enumerate() {
            let _ = write!(text, "{type_name}({object}).");
            for name in self.names.iter().filter(|name| self.has(index, name)) {
                let _ = write!(text, " {name}({object}).");
            }
            text.push_str(&more(index, object));
            text.push('\n');
        }
        text
    }

    /// The instances `head(object)` with what the concept says of each.
    pub(super) fn instances(&self, head: &str, holds: impl Fn(usize) -> bool) -> Vec<(String, bool)> {
        let objects = self.objects.iter().enumerate();
        objects.map(|(index, object)| (format!("{head}({object})"), holds(index))).collect()
    }

    fn bit(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|known| *known == name)
    }
}

/// Mode declarations for a target of one argument and attributes of the same type.
pub(super) fn unary_modes(head: &str, type_name: &str, shares: &[Share]) -> String {
    let mut text = format!("#modeh({head}(var({type_name}))).\n");
    for (name, _) in shares {
        let _ = writeln!(text, "#modeb({name}(var({type_name}))).");
    }
    text
}

/// A relation on the objects: for each the objects it leads to, so many as one of `fan_out` says, never itself.
pub(super) fn relation(random: &mut Random, n_objects: usize, fan_out: &[usize]) -> Vec<Vec<usize>> {
    let targets = |object| {
        let n_targets = random.pick(fan_out);
        random.some_of(n_targets, n_objects, object)
    };
    (0..n_objects).map(targets).collect()
}
