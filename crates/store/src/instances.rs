//! Examples: labelled instances of a target, each in its world; sets of them; and counts by label.

use crate::{
    facts::Reading,
    relation::{Value, WorldId},
};
use std::ops;

/// How many examples of each label, by weight.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Counts {
    /// Positive examples.
    pub pos: u64,
    /// Negative examples.
    pub neg: u64,
}

impl Counts {
    /// The counts with the labels exchanged.
    pub fn swapped(self) -> Self {
        Self { pos: self.neg, neg: self.pos }
    }

    pub(crate) fn add(&mut self, positive: bool, weight: u64) {
        if positive { self.pos += weight } else { self.neg += weight }
    }
}

impl ops::Add for Counts {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { pos: self.pos + other.pos, neg: self.neg + other.neg }
    }
}

impl ops::Sub for Counts {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self { pos: self.pos - other.pos, neg: self.neg - other.neg }
    }
}

impl ops::AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

/// One labelled instance.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Instance {
    /// The example it belongs to. An example with several instances counts once, if one of them is covered.
    pub example: u32,
    /// The world it is judged in.
    pub world: WorldId,
    /// The head's arguments.
    pub args: Vec<Value>,
    /// Its label.
    pub positive: bool,
    /// What it counts for. An instance of weight 0 has no label: it is there because a recursion may go through it.
    pub weight: u32,
}

/// The labelled instances of a target, in columns, ordered by example.
#[derive(Debug, Clone, Default)]
pub struct Instances {
    examples: Vec<u32>,
    worlds: Vec<WorldId>,
    columns: Vec<Vec<Value>>,
    positive: Vec<bool>,
    weights: Vec<u32>,
    /// How all of them read what is not certain, whatever their label.
    reading: Option<Reading>,
}

impl Instances {
    /// Instances of a target with `arity` arguments. They must come ordered by example.
    pub fn new(arity: usize, instances: impl IntoIterator<Item = Instance>) -> Self {
        let mut all = Self { columns: vec![Vec::new(); arity], ..Self::default() };
        for instance in instances {
            debug_assert!(all.examples.last().is_none_or(|last| *last <= instance.example));
            all.examples.push(instance.example);
            all.worlds.push(instance.world);
            all.positive.push(instance.positive);
            all.weights.push(instance.weight);
            for (column, value) in all.columns.iter_mut().zip(&instance.args) {
                column.push(*value);
            }
        }
        all
    }

    /// Some of the instances, in their order. They get new numbers.
    pub fn some(&self, set: &InstanceSet) -> Self {
        let instance = |number: usize| Instance {
            example: self.examples[number],
            world: self.worlds[number],
            args: self.args(number),
            positive: self.positive[number],
            weight: self.weights[number],
        };
        Self { reading: self.reading, ..Self::new(self.arity(), set.iter().map(instance)) }
    }

    /// The same instances, all reading what is not certain in one way.
    pub fn read_as(mut self, reading: Reading) -> Self {
        self.reading = Some(reading);
        self
    }

    pub(crate) fn reading(&self) -> Option<Reading> {
        self.reading
    }

    /// The instances of a world. They stand together: instances come world by world.
    pub fn of_world(&self, world: u32) -> std::ops::Range<usize> {
        let start = self.worlds.partition_point(|other| *other < world);
        start..start + self.worlds[start..].partition_point(|other| *other == world)
    }

    /// Number of instances.
    pub fn len(&self) -> usize {
        self.examples.len()
    }

    /// Whether there is no instance.
    pub fn is_empty(&self) -> bool {
        self.examples.is_empty()
    }

    /// Number of arguments.
    pub fn arity(&self) -> usize {
        self.columns.len()
    }

    /// One argument of every instance.
    pub fn column(&self, place: usize) -> &[Value] {
        &self.columns[place]
    }

    /// The arguments of an instance.
    pub fn args(&self, instance: usize) -> Vec<Value> {
        self.columns.iter().map(|column| column[instance]).collect()
    }

    /// The world of an instance.
    pub fn world(&self, instance: usize) -> WorldId {
        self.worlds[instance]
    }

    /// The example of an instance.
    pub fn example(&self, instance: usize) -> u32 {
        self.examples[instance]
    }

    /// The label of an instance.
    pub fn is_positive(&self, instance: usize) -> bool {
        self.positive[instance]
    }

    /// The weight of an instance.
    pub fn weight(&self, instance: usize) -> u32 {
        self.weights[instance]
    }

    /// All instances, with a label or without.
    pub fn all(&self) -> InstanceSet {
        InstanceSet::from_fn(self.len(), |_| true)
    }

    /// The instances of a label.
    pub fn labelled(&self, positive: bool) -> InstanceSet {
        InstanceSet::from_fn(self.len(), |instance| {
            self.weights[instance] > 0 && self.positive[instance] == positive
        })
    }

    /// Counts the examples of a set by label, each once.
    pub fn count(&self, set: &InstanceSet) -> Counts {
        let mut counts = Counts::default();
        let mut last = None;
        for instance in set.iter() {
            if last != Some(self.examples[instance]) {
                last = Some(self.examples[instance]);
                counts.add(self.positive[instance], u64::from(self.weights[instance]));
            }
        }
        counts
    }
}

/// A set of instances, one bit each.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct InstanceSet {
    words: Vec<u64>,
}

impl InstanceSet {
    /// The empty set, with room for `len` instances.
    pub fn empty(len: usize) -> Self {
        Self { words: vec![0; len.div_ceil(64)] }
    }

    /// The instances for which `member` holds.
    pub fn from_fn(len: usize, mut member: impl FnMut(usize) -> bool) -> Self {
        let mut set = Self::empty(len);
        (0..len).filter(|&instance| member(instance)).for_each(|instance| set.insert(instance));
        set
    }

    /// Adds an instance.
    pub fn insert(&mut self, instance: usize) {
        self.words[instance / 64] |= 1 << (instance % 64);
    }

    /// Whether the set holds an instance.
    pub fn contains(&self, instance: usize) -> bool {
        self.words[instance / 64] >> (instance % 64) & 1 == 1
    }

    /// The members, in order.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.words.iter().enumerate().flat_map(|(place, &word)| {
            std::iter::successors((word != 0).then_some(word), |rest| {
                let rest = rest & (rest - 1);
                (rest != 0).then_some(rest)
            })
            .map(move |rest| place * 64 + rest.trailing_zeros() as usize)
        })
    }

    /// Number of members.
    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether there is no member.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|word| *word == 0)
    }

    /// Members of both.
    pub fn and(&self, other: &Self) -> Self {
        self.zip(other, |a, b| a & b)
    }

    /// Members of either.
    pub fn or(&self, other: &Self) -> Self {
        self.zip(other, |a, b| a | b)
    }

    /// Members of this one that are not in the other.
    pub fn minus(&self, other: &Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }

    fn zip(&self, other: &Self, with: impl Fn(u64, u64) -> u64) -> Self {
        Self { words: self.words.iter().zip(&other.words).map(|(a, b)| with(*a, *b)).collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn some_instances_keep_what_is_known_of_them() {
        let instance = |n: u32| Instance {
            example: n / 2,
            world: n % 3,
            args: vec![n, 10 * n],
            positive: n.is_multiple_of(2),
            weight: n + 1,
        };
        let all = Instances::new(2, (0..6).map(instance));
        let some = all.some(&InstanceSet::from_fn(6, |n| [1, 2, 5].contains(&n)));
        let expected = Instances::new(2, [1, 2, 5].map(instance));
        assert_eq!(format!("{some:?}"), format!("{expected:?}"));
        let certain = all.read_as(Reading::Certain).some(&InstanceSet::empty(6));
        assert!(certain.is_empty() && certain.reading() == Some(Reading::Certain));
    }
}
