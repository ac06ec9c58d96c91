//! Random facts, examples and bodies for the tests of the store, all decoded from one tape of choices: a shorter or
//! smaller tape is a simpler case, so proptest shrinks them without knowing what they are.

use std::{collections::BTreeSet, sync::Arc};
use xfold_store::{
    Arg, Comparison, Cut, Extension, Facts, Instance, InstanceSet, Instances, Relation, Step, Unit, Value,
    Values, Variable, WorldId,
};

/// The terms of all cases: constants without, numbers with their number.
pub const TERMS: [(&str, Option<i32>); 8] = [
    ("c1", None),
    ("3", Some(3)),
    ("-2", Some(-2)),
    ("c0", None),
    ("7", Some(7)),
    ("0", Some(0)),
    ("c2", None),
    ("4", Some(4)),
];

/// A source of choices. When it ends, every further choice is the first one.
pub struct Choices {
    tape: Vec<u32>,
    next: usize,
}

impl Choices {
    pub fn new(tape: Vec<u32>) -> Self {
        Self { tape, next: 0 }
    }

    /// One of `0..n`.
    pub fn below(&mut self, n: usize) -> usize {
        let choice = self.tape.get(self.next).copied().unwrap_or(0);
        self.next += 1;
        choice as usize % n
    }

    /// True in `percent` of a hundred cases.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) >= 100 - percent
    }

    pub fn one_of<T: Clone>(&mut self, options: &[T]) -> T {
        options[self.below(options.len())].clone()
    }
}

/// Which of the store's features a case may use.
#[derive(Clone, Copy)]
pub struct Shape {
    /// Several worlds, and predicates of which not all is known.
    pub worlds: bool,
}

/// The tuples of one predicate.
#[derive(Debug, Clone, Default)]
pub struct Tuples {
    pub shared: BTreeSet<Vec<Value>>,
    pub own: BTreeSet<(WorldId, Vec<Value>)>,
}

impl Tuples {
    fn extension(&self, arity: usize, bare: bool) -> Extension {
        // Where a relation has no tuple, its arity may be unknown too.
        let shared = if bare && self.shared.is_empty() {
            Relation::default()
        } else if arity > 0 && self.shared.len().is_multiple_of(2) {
            // As columns, in an order of their own and some of them twice, or sorted.
            let mut rows: Vec<&Vec<Value>> = self.shared.iter().collect();
            if !rows.len().is_multiple_of(4) {
                rows.extend_from_within(..rows.len() / 2);
                rows.reverse();
            }
            let column = |place: usize| rows.iter().map(|row| row[place]).collect();
            Relation::of_columns((0..arity).map(column).collect())
        } else {
            Relation::shared(arity, &self.shared)
        };
        let own = if bare && self.own.is_empty() {
            Relation::default()
        } else {
            Relation::per_world(arity, self.own.iter().map(|(world, row)| (*world, row)))
        };
        Extension::new(shared, own)
    }

    /// The tuples that hold in a world.
    pub fn of(&self, world: WorldId) -> impl Iterator<Item = &Vec<Value>> {
        let own = self.own.iter().filter(move |(of, _)| *of == world).map(|(_, row)| row);
        self.shared.iter().chain(own)
    }
}

/// One predicate: what is certain and, if that is not all, what is possible.
#[derive(Debug, Clone)]
pub struct Predicate {
    pub arity: usize,
    pub certain: Tuples,
    pub possible: Option<Tuples>,
    bare: bool,
}

/// One random case: facts and labelled instances.
#[derive(Debug, Clone)]
pub struct Case {
    /// The first one has the head's arity.
    pub predicates: Vec<Predicate>,
    pub instances: Vec<Instance>,
    pub n_head: usize,
    pub n_worlds: usize,
    /// The term with number `n` is the value `n * stride`: far apart, values are hashed.
    pub stride: u32,
    n_terms: usize,
}

impl Case {
    pub fn new(choices: &mut Choices, shape: Shape) -> Self {
        let n_worlds = if shape.worlds { 1 + choices.below(3) } else { 1 };
        let mut case = Self {
            predicates: Vec::new(),
            instances: Vec::new(),
            n_head: choices.one_of(&[1, 1, 2, 2, 0]),
            n_worlds,
            stride: choices.one_of(&[1, 97]),
            n_terms: 3 + choices.below(TERMS.len() - 2),
        };
        // Sometimes more predicates than the bits of one word.
        let n_fillers = choices.one_of(&[0, 0, 0, 0, 0, 61, 63, 64]);
        for number in 0..2 + choices.below(4) {
            let arity = if number == 0 { case.n_head } else { choices.one_of(&[1, 2, 2, 3, 0]) };
            let predicate = case.predicate(choices, arity, shape);
            case.predicates.push(predicate);
            if number == 0 {
                let filler = Predicate { arity: 1, certain: Tuples::default(), possible: None, bare: false };
                case.predicates.extend(std::iter::repeat_n(filler, n_fillers));
            }
        }
        case.add_instances(choices);
        case
    }

    fn predicate(&self, choices: &mut Choices, arity: usize, shape: Shape) -> Predicate {
        let (has_own, is_partial) =
            if shape.worlds { (choices.chance(50), choices.chance(30)) } else { (false, false) };
        let most = [1, 5, 12, 20][arity];
        let mut certain = Tuples::default();
        self.fill(choices, arity, most, has_own, &mut certain);
        let possible = is_partial.then(|| {
            let mut possible = certain.clone();
            self.fill(choices, arity, most / 2 + 1, has_own, &mut possible);
            possible
        });
        Predicate { arity, certain, possible, bare: choices.chance(30) }
    }

    /// Adds tuples, each of them either everywhere or in single worlds.
    fn fill(&self, choices: &mut Choices, arity: usize, most: usize, has_own: bool, tuples: &mut Tuples) {
        for _ in 0..choices.below(most + 1) {
            let row: Vec<Value> = (0..arity).map(|_| self.value(choices)).collect();
            if has_own && choices.chance(70) {
                let world = choices.below(self.n_worlds) as WorldId;
                if !tuples.shared.contains(&row) {
                    tuples.own.insert((world, row));
                }
            } else if !tuples.own.iter().any(|(_, own)| *own == row) {
                tuples.shared.insert(row);
            }
        }
    }

    fn add_instances(&mut self, choices: &mut Choices) {
        let n_examples = choices.one_of(&[1, 3, 6, 10, 14, 70]);
        for example in 0..n_examples {
            let (positive, weight) = (choices.chance(50), choices.one_of(&[1, 1, 1, 2, 5]));
            for _ in 0..choices.one_of(&[1, 1, 1, 2, 3]) {
                let args = (0..self.n_head).map(|_| self.value(choices)).collect();
                let world = choices.below(self.n_worlds) as WorldId;
                self.instances.push(Instance { example, world, args, positive, weight });
            }
        }
    }

    fn value(&self, choices: &mut Choices) -> Value {
        choices.below(self.n_terms) as Value * self.stride
    }

    /// The number a value stands for.
    pub fn number(&self, value: Value) -> Option<i32> {
        TERMS[(value / self.stride) as usize].1
    }

    /// The place of a value in the order of terms: numbers first, by value, then constants by name.
    pub fn rank(&self, value: Value) -> u32 {
        let key = |(name, number): (&'static str, Option<i32>)| (number.is_none(), number, name);
        let own = key(TERMS[(value / self.stride) as usize]);
        TERMS.iter().filter(|term| key(**term) < own).count() as u32
    }

    /// The facts for the store.
    pub fn facts(&self) -> Facts {
        let all = 0..TERMS.len() as u32 * self.stride;
        let values = Values {
            numbers: all.clone().map(|value| self.number(value)).collect(),
            ranks: all.map(|value| self.rank(value)).collect(),
            block: None,
        };
        let mut facts = Facts::new(values);
        for Predicate { arity, certain, possible, bare } in &self.predicates {
            let certain = certain.extension(*arity, *bare);
            match possible {
                Some(possible) => facts.add_partial(certain, possible.extension(*arity, *bare)),
                None => facts.add(certain),
            };
        }
        facts
    }

    /// The instances for the store.
    pub fn store_instances(&self) -> Arc<Instances> {
        Arc::new(Instances::new(self.n_head, self.instances.iter().cloned()))
    }

    /// Some of the instances.
    pub fn some_instances(&self, choices: &mut Choices) -> InstanceSet {
        let all = choices.chance(60);
        InstanceSet::from_fn(self.instances.len(), |_| all || choices.chance(70))
    }

    /// A step for a clause of `n_variables` variables, and the number of variables after it.
    pub fn step(&self, choices: &mut Choices, n_variables: usize) -> (Step, usize) {
        let variable = |choices: &mut Choices| -> Variable { choices.below(n_variables) };
        let kind = choices.below(if n_variables > 0 { 16 } else { 11 });
        let step = match kind {
            0..8 => return self.holds(choices, n_variables),
            8 | 9 => {
                let predicate = choices.below(self.predicates.len());
                let arg = |choices: &mut Choices| {
                    if n_variables > 0 && choices.chance(75) {
                        Arg::Variable(choices.below(n_variables))
                    } else {
                        Arg::Constant(self.value(choices))
                    }
                };
                Step::Fails(predicate, (0..self.predicates[predicate].arity).map(|_| arg(choices)).collect())
            }
            10 => {
                let n_tuples = choices.below(8);
                let tuple = |_| (0..self.n_head).map(|_| self.value(choices)).collect();
                let tuples: BTreeSet<Vec<Value>> = (0..n_tuples).map(tuple).collect();
                Step::Among(tuples.into_iter().collect())
            }
            11 | 12 => {
                let comparison = choices.one_of(&[Comparison::Less, Comparison::Differs]);
                Step::Compare(comparison, variable(choices), variable(choices))
            }
            13 => Step::Differ(
                (0..1 + choices.below(2)).map(|_| (variable(choices), variable(choices))).collect(),
            ),
            _ => {
                let bound = choices.below(11) as i32 - 3;
                let cut = choices.one_of(&[Cut::Above(bound), Cut::AtMost(bound)]);
                Step::Threshold(variable(choices), cut)
            }
        };
        (step, n_variables)
    }

    fn holds(&self, choices: &mut Choices, n_variables: usize) -> (Step, usize) {
        let n_given = self.predicates.len();
        // Fillers are many and empty: mostly the first and the last predicates are read.
        let predicate = match choices.below(6) {
            0 => choices.below(n_given),
            1 => 0,
            back => n_given - 1 - (back - 2) % n_given.min(4),
        };
        let mut after = n_variables;
        let mut arg = || match choices.below(8) {
            0..4 if n_variables > 0 => Arg::Variable(choices.below(n_variables)),
            4 | 5 => Arg::Constant(self.value(choices)),
            _ => {
                after += 1;
                Arg::Variable(after - 1)
            }
        };
        let args = (0..self.predicates[predicate].arity).map(|_| arg()).collect();
        (Step::Holds(predicate, args), after)
    }

    /// Units for a clause of `n_variables` variables, many of them with first steps in common.
    pub fn units(&self, choices: &mut Choices, n_variables: usize) -> Vec<Unit> {
        let mut prefixes: Vec<(Vec<Step>, usize)> = vec![(Vec::new(), n_variables)];
        let mut units = Vec::new();
        for _ in 0..choices.one_of(&[1, 4, 12, 24]) {
            let (mut steps, mut variables) = choices.one_of(&prefixes);
            if steps.len() < 3 && choices.chance(90) {
                let (step, after) = self.step(choices, variables);
                steps.push(step);
                variables = after;
                prefixes.push((steps.clone(), variables));
            }
            let cut = (variables > 0 && choices.chance(25)).then(|| choices.below(variables));
            if cut.is_some() || !steps.is_empty() {
                units.push(Unit { steps, cut });
            }
        }
        units
    }
}
