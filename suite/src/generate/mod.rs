//! Seeded generators of tasks with one world whose target program is known: training data as a task, unseen data with
//! the right answers to judge what was learned.
//!
//! Labels are computed here, directly from the concept, not by a solver. Worlds are drawn again until every case that
//! the target tells apart occurs several times, so that the target can be identified.
//!
//! Tasks with several stable models are in [`several`].
//!
//! ```
//! for (name, family) in xfold_suite::generate::families() {
//!     let task = family(1, 0.0);
//!     assert!(task.train.contains("#cwa("), "{name} has a closed world where no label is wrong");
//!     assert!(!task.test_true.is_empty() && !task.test_false.is_empty());
//! }
//! ```

mod attributes;
pub mod bench;
mod constants;
mod everything_but;
mod grandfather;
mod judge;
mod people;
pub mod random;
mod reachability;
pub mod relational;
mod relational_exception;
pub mod rows;
pub mod columns;
pub mod scale;
pub mod scenes;
pub mod several;
mod several_rules;
pub mod shop;
mod three_level;
mod thresholds;
mod two_neighbours;
mod uncle;

pub use judge::accuracy;

use random::Random;

/// A generated task.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Generated {
    /// The text of the training task.
    pub train: String,
    /// Background for the unseen instances: facts about other objects, and the background rules.
    pub test_background: String,
    /// The target program.
    pub target: String,
    /// Name and number of arguments of the target predicate.
    pub head: (&'static str, usize),
    /// The types of the task: predicates that a learner may add to a rule for safety.
    pub types: &'static [&'static str],
    /// The unseen instances that hold, as atoms.
    pub test_true: Vec<String>,
    /// The unseen instances that do not hold, as atoms.
    pub test_false: Vec<String>,
}

/// A generator: seed and share of wrong training labels in, task out.
pub type Family = fn(u64, f64) -> Generated;

/// All families of tasks with their names.
pub fn families() -> &'static [(&'static str, Family)] {
    &[
        ("three_level", three_level::three_level),
        ("everything_but", everything_but::everything_but),
        ("relational_exception", relational_exception::relational_exception),
        ("grandfather", grandfather::grandfather),
        ("uncle", uncle::uncle),
        ("two_neighbours", two_neighbours::two_neighbours),
        ("reachability", reachability::reachability),
        ("thresholds", thresholds::thresholds),
        ("several_rules", several_rules::several_rules),
        ("constants", constants::constants),
    ]
}

/// All families of one world, of every kind.
pub fn all_families() -> impl Iterator<Item = &'static (&'static str, Family)> {
    families().iter().chain(relational::families()).chain(scenes::families())
}

/// What stays the same over all seeds of a family, or nearly so.
struct Concept {
    /// Name and number of arguments of the target.
    head: (&'static str, usize),
    types: &'static [&'static str],
    /// Rules and facts of the background that hold for training and test.
    background: &'static str,
    modes: String,
    target: String,
}

/// Objects, their facts, and which instances of the target hold.
struct World {
    facts: String,
    positive: Vec<String>,
    negative: Vec<String>,
}

impl World {
    /// Sorts the instances by what the concept says of them.
    fn new(facts: String, instances: impl IntoIterator<Item = (String, bool)>) -> Self {
        let (positive, negative): (Vec<_>, Vec<_>) = instances.into_iter().partition(|(_, holds)| *holds);
        let atoms = |labelled: Vec<(String, bool)>| labelled.into_iter().map(|(atom, _)| atom).collect();
        World { facts, positive: atoms(positive), negative: atoms(negative) }
    }
}

/// Where labels may be wrong, negative instances are listed, and at most so many times as many as positive ones: with
/// a target of two arguments the wrong labels would else outnumber the right positive ones.
const LISTED_NEGATIVES: usize = 3;

impl Concept {
    /// Writes the task. Without noise the world is closed; with noise all labels used are listed, and the share
    /// `noise` of them, rounded, is turned around. With `sample`, only some of the negatives are listed.
    fn task(self, train: World, test: World, noise: f64, sample: bool, random: &mut Random) -> Generated {
        let World { facts, mut positive, mut negative } = train;
        if noise > 0.0 {
            if sample {
                random.shuffle(&mut negative);
                negative.truncate(positive.len() * LISTED_NEGATIVES);
            }
            flip(&mut positive, &mut negative, noise, random);
        }
        let (name, arity) = self.head;
        let mut text = format!("{}{facts}\n{}\n", self.background, self.modes);
        text.push_str(&format!("#pos(w, {{\n  {}\n}}, {{", positive.join(", ")));
        if noise > 0.0 {
            text.push_str(&format!("\n  {}\n}}).\n", negative.join(", ")));
        } else {
            text.push_str(&format!("}}).\n#cwa({name}/{arity}).\n"));
        }
        Generated {
            train: text,
            test_background: format!("{}{}", self.background, test.facts),
            target: self.target,
            head: self.head,
            types: self.types,
            test_true: test.positive,
            test_false: test.negative,
        }
    }
}

/// Moves a share of all instances to the other side.
fn flip(positive: &mut Vec<String>, negative: &mut Vec<String>, share: f64, random: &mut Random) {
    let total = positive.len() + negative.len();
    let mut order: Vec<usize> = (0..total).collect();
    random.shuffle(&mut order);
    let mut wrong = vec![false; total];
    order.iter().take((share * total as f64).round() as usize).for_each(|&index| wrong[index] = true);
    let n_positive = positive.len();
    let all = std::mem::take(positive).into_iter().chain(std::mem::take(negative));
    for (index, atom) in all.enumerate() {
        if (index < n_positive) != wrong[index] { positive.push(atom) } else { negative.push(atom) }
    }
}

/// How many times larger the training world is: where some labels are wrong, more are needed to see through them.
fn growth(noise: f64) -> usize {
    if noise > 0.0 { 3 } else { 1 }
}

/// Draws worlds until one is rich enough.
///
/// # Panics
/// If ten thousand worlds were not: then the family's probabilities are wrong.
fn draw_rich<T>(random: &mut Random, mut draw: impl FnMut(&mut Random) -> T, rich: impl Fn(&T) -> bool) -> T {
    (0..10_000).map(|_| draw(random)).find(rich).expect("a family draws rich worlds often")
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
