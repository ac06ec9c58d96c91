//! Inputs on which bodies are told apart: those of small examples, and what calls lead to from there.

use super::{language::Callable, run::Runner};
use rustc_hash::{FxHashMap, FxHashSet};
use xfold_asp::symbols::{Symbol, SymbolKind, Symbols};

/// Inputs of examples, of each label.
const EXAMPLES: usize = 12;
/// Inputs that one input leads to.
const NEXT: usize = 10;
/// Values of one type that one input leads to.
const VALUES: usize = 10;
/// Rounds in which predicates are applied to what an input has.
const ROUNDS: usize = 2;
/// Outputs that a call of the target may have in the sample.
const OUTPUTS: usize = 3;
/// Outputs to choose from.
const POOL: usize = 12;

/// An example: its input and its output, as tuples.
pub(super) type Pair = (u32, u32);

/// The sample.
pub(super) struct Sample {
    pub(super) inputs: Vec<u32>,
    /// The outputs that examples give an input.
    known: FxHashMap<u32, Vec<u32>>,
    /// Outputs that a call may have where no example tells.
    pool: Vec<u32>,
}

impl Sample {
    /// A sample of at most `most` inputs. Examples come with the smallest first.
    pub(super) fn new(
        runner: &mut Runner<'_, '_>,
        positives: &[Pair],
        negatives: &[Pair],
        most: usize,
    ) -> Self {
        let mut inputs: Vec<u32> = Vec::new();
        let mut seen = FxHashSet::default();
        for examples in [positives, negatives] {
            let mut different = FxHashSet::default();
            let small = examples.iter().filter(|(input, _)| different.insert(*input)).take(EXAMPLES);
            inputs.extend(small.map(|(input, _)| *input).filter(|input| seen.insert(*input)));
        }
        let mut known: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
        for (input, output) in positives {
            known.entry(*input).or_default().push(*output);
        }
        let mut pool: Vec<u32> = Vec::new();
        let mut queue: Vec<u32> = inputs.clone();
        let mut next = 0;
        while next < queue.len() && inputs.len() < most {
            let values = reachable(runner, queue[next]);
            next += 1;
            for input in combined(runner, &values, &runner.language.input_types(), NEXT) {
                if seen.insert(input) {
                    queue.push(input);
                    inputs.push(input);
                }
            }
            let types: Vec<usize> =
                runner.language.outputs.iter().map(|place| runner.language.types[*place]).collect();
            for output in combined(runner, &values, &types, 2) {
                if pool.len() < POOL && !pool.contains(&output) {
                    pool.push(output);
                }
            }
        }
        inputs.truncate(most);
        let given = positives.iter().map(|(_, output)| *output).take(POOL / 2);
        let mut all: Vec<u32> = Vec::new();
        for output in given.chain(pool) {
            if !all.contains(&output) {
                all.push(output);
            }
        }
        Self { inputs, known, pool: all }
    }

    /// The outputs that a call of the target has in the sample: always the same ones for an input.
    pub(super) fn outputs(&self, input: u32) -> Vec<u32> {
        let mut outputs = self.known.get(&input).cloned().unwrap_or_default();
        let mut place = (input as usize).wrapping_mul(7);
        for _ in 0..self.pool.len() {
            if outputs.len() >= OUTPUTS {
                break;
            }
            let output = self.pool[place % self.pool.len()];
            place += 5;
            if !outputs.contains(&output) {
                outputs.push(output);
            }
        }
        outputs
    }
}

/// The values of each type that an input leads to, the input's own first.
fn reachable(runner: &mut Runner<'_, '_>, input: u32) -> FxHashMap<usize, Vec<u32>> {
    let language = runner.language;
    let mut values: FxHashMap<usize, Vec<u32>> = FxHashMap::default();
    for (of_type, value) in language.input_types().into_iter().zip(runner.values(input).to_vec()) {
        add(&mut values, of_type, value);
    }
    for _ in 0..ROUNDS {
        let before = values.clone();
        for predicate in language.predicates.iter().filter(|predicate| predicate.number.is_some()) {
            for (of_type, value) in applied(runner, predicate, &before) {
                add(&mut values, of_type, value);
            }
        }
    }
    values
}

fn add(values: &mut FxHashMap<usize, Vec<u32>>, of_type: usize, value: u32) {
    let of_type = values.entry(of_type).or_default();
    if of_type.len() < VALUES && !of_type.contains(&value) {
        of_type.push(value);
    }
}

/// What a predicate computes from some values, with its input places known, or its first one if it has no directions.
fn applied(
    runner: &mut Runner<'_, '_>,
    predicate: &Callable,
    values: &FxHashMap<usize, Vec<u32>>,
) -> Vec<(usize, u32)> {
    let mut known: Vec<usize> =
        (0..predicate.places.len()).filter(|place| predicate.places[*place].is_input).collect();
    if known.is_empty() && predicate.places.len() > 1 {
        known.push(0);
    }
    let types: Vec<usize> = known.iter().map(|place| predicate.places[*place].of_type).collect();
    let mask = known.iter().fold(0, |mask, place| mask | 1u32 << place);
    let unknown: Vec<usize> = (0..predicate.places.len()).filter(|place| !known.contains(place)).collect();
    let mut found = Vec::new();
    for chosen in choices(values, &types, NEXT * 2) {
        let mut key = vec![predicate.number.unwrap_or_default(), mask];
        key.extend(chosen);
        let range = runner.answers.call(&key);
        for answer in runner.answers.values(range).chunks(unknown.len().max(1)).take(VALUES) {
            found.extend(
                unknown.iter().zip(answer).map(|(place, value)| (predicate.places[*place].of_type, *value)),
            );
        }
    }
    found
}

/// Tuples of values of these types, the smallest first.
fn combined(
    runner: &mut Runner<'_, '_>,
    values: &FxHashMap<usize, Vec<u32>>,
    types: &[usize],
    most: usize,
) -> Vec<u32> {
    let mut tuples = choices(values, types, most * most);
    tuples.sort_by_key(|tuple| size(tuple, &runner.answers.symbols));
    tuples.truncate(most);
    tuples.iter().map(|tuple| runner.tuple(tuple)).collect()
}

/// All ways to choose a value of each type, up to a number.
fn choices(values: &FxHashMap<usize, Vec<u32>>, types: &[usize], most: usize) -> Vec<Vec<u32>> {
    let mut tuples: Vec<Vec<u32>> = vec![Vec::new()];
    for of_type in types {
        let choice = values.get(of_type).map_or(&[][..], |values| &values[..]);
        let longer = tuples.iter().flat_map(|tuple| {
            choice.iter().map(move |value| tuple.iter().copied().chain([*value]).collect::<Vec<u32>>())
        });
        tuples = longer.take(most.max(1)).collect();
    }
    tuples
}

/// How large some terms are together: numbers by their value, others by how many names they have.
pub(super) fn size(values: &[u32], symbols: &Symbols) -> u64 {
    let mut size = 0;
    let mut open: Vec<Symbol> = values.iter().map(|value| Symbol(*value)).collect();
    while let Some(symbol) = open.pop() {
        match &*symbols.kind(symbol) {
            SymbolKind::Number(number) => size += 1 + u64::from(number.unsigned_abs() > 10),
            SymbolKind::Decimal(_) => size += 2,
            SymbolKind::Function { args, .. } | SymbolKind::Tuple(args) => {
                size += 1;
                open.extend(args.iter());
            }
            _ => size += 1,
        }
    }
    size
}
