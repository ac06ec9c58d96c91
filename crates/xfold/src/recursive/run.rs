//! Runs programs: which outputs follow for an input, with the target's own calls answered by the program itself.
//!
//! Every input is solved once for a program, from the inputs that it calls up (tabling). Where a call leads back to itself,
//! its answers are completed in rounds. A program whose calls do not come to an end is refused.

use super::{
    clause::{Clause, Literal},
    language::{Language, MOST_VARIABLES},
};
use crate::task::program::Answers;
use rustc_hash::FxHashMap;

/// The deepest recursion.
const MOST_DEEP: usize = 400;
/// The most calls of one program for one input.
const MOST_CALLS: usize = 3_000;
/// The most rounds in which calls that lead back to themselves are completed.
const MOST_ROUNDS: usize = 30;

/// The program does not come to an end.
pub(super) struct Endless;

/// What the variables of a clause stand for.
pub(super) type Values = [u32; MOST_VARIABLES];

/// Runs programs over one background.
pub(super) struct Runner<'a, 'p> {
    pub(super) language: &'a Language,
    pub(super) answers: Answers<'p>,
    tuples: Tuples,
    /// What a clause without calls gives for an input, by the number of the clause.
    plain: FxHashMap<(usize, u32), Vec<u32>>,
    table: Table,
    /// Literals that were run.
    pub(super) n_run: u64,
}

/// Tuples of values, by number.
#[derive(Default)]
struct Tuples {
    numbers: FxHashMap<Box<[u32]>, u32>,
    all: Vec<Box<[u32]>>,
}

/// The calls of one program.
#[derive(Default)]
struct Table {
    numbers: FxHashMap<u32, usize>,
    calls: Vec<(u32, Vec<u32>)>,
    is_open: Vec<bool>,
    is_cyclic: bool,
}

/// A clause with its number, by which its results are remembered.
#[derive(Clone, Copy)]
pub(super) struct Numbered<'c> {
    pub(super) number: usize,
    pub(super) clause: &'c Clause,
}

impl<'a, 'p> Runner<'a, 'p> {
    pub(super) fn new(language: &'a Language, answers: Answers<'p>) -> Self {
        let (tuples, plain, table) = (Tuples::default(), FxHashMap::default(), Table::default());
        Self { language, answers, tuples, plain, table, n_run: 0 }
    }

    /// The number of a tuple.
    pub(super) fn tuple(&mut self, values: &[u32]) -> u32 {
        if let Some(&number) = self.tuples.numbers.get(values) {
            return number;
        }
        let number = self.tuples.all.len() as u32;
        self.tuples.numbers.insert(values.into(), number);
        self.tuples.all.push(values.into());
        number
    }

    /// The tuple of a number.
    pub(super) fn values(&self, tuple: u32) -> &[u32] {
        &self.tuples.all[tuple as usize]
    }

    /// The outputs of a program for an input.
    pub(super) fn outputs(&mut self, program: &[Numbered<'_>], input: u32) -> Result<&[u32], Endless> {
        self.table = Table::default();
        self.solve(program, input, 0)?;
        let mut n_rounds = 0;
        while self.table.is_cyclic {
            self.table.is_cyclic = false;
            n_rounds += 1;
            if n_rounds > MOST_ROUNDS {
                return Err(Endless);
            }
            let mut is_changed = false;
            for number in 0..self.table.calls.len() {
                let before = self.table.calls[number].1.len();
                self.complete(program, number, 0)?;
                is_changed |= self.table.calls[number].1.len() > before;
            }
            self.table.is_cyclic = is_changed;
        }
        Ok(&self.table.calls[0].1)
    }

    /// Solves a call, unless that is done or under way. Returns its number.
    fn solve(&mut self, program: &[Numbered<'_>], input: u32, depth: usize) -> Result<usize, Endless> {
        if let Some(&number) = self.table.numbers.get(&input) {
            self.table.is_cyclic |= self.table.is_open[number];
            return Ok(number);
        }
        let number = self.table.calls.len();
        if depth > MOST_DEEP || number > MOST_CALLS {
            return Err(Endless);
        }
        self.table.numbers.insert(input, number);
        self.table.calls.push((input, Vec::new()));
        self.table.is_open.push(true);
        self.complete(program, number, depth)?;
        self.table.is_open[number] = false;
        Ok(number)
    }

    /// Adds what follows for a call, from what is known of others.
    fn complete(&mut self, program: &[Numbered<'_>], number: usize, depth: usize) -> Result<(), Endless> {
        let input = self.table.calls[number].0;
        for numbered in program {
            let found = if numbered.clause.is_recursive() {
                let mut found = Vec::new();
                let mut values = self.start(input);
                self.body(program, numbered.clause, 0, &mut values, depth, &mut found)?;
                found
            } else {
                self.plain(*numbered, input)
            };
            let known = &mut self.table.calls[number].1;
            for output in found {
                if !known.contains(&output) {
                    known.push(output);
                }
            }
        }
        Ok(())
    }

    fn start(&self, input: u32) -> Values {
        let mut values = [0; MOST_VARIABLES];
        let known = &self.tuples.all[input as usize];
        values[..known.len()].copy_from_slice(known);
        values
    }

    /// The outputs of a clause that calls no target.
    pub(super) fn plain(&mut self, numbered: Numbered<'_>, input: u32) -> Vec<u32> {
        if let Some(found) = self.plain.get(&(numbered.number, input)) {
            return found.clone();
        }
        let mut found = Vec::new();
        let mut values = self.start(input);
        // A clause without calls comes to an end.
        let _ = self.body(&[], numbered.clause, 0, &mut values, 0, &mut found);
        self.plain.insert((numbered.number, input), found.clone());
        found
    }

    fn body(
        &mut self,
        program: &[Numbered<'_>],
        clause: &Clause,
        from: usize,
        values: &mut Values,
        depth: usize,
        found: &mut Vec<u32>,
    ) -> Result<(), Endless> {
        let Some(literal) = clause.body.literals.get(from) else {
            let mut output = [0; MOST_VARIABLES];
            for (place, variable) in clause.outputs.iter().enumerate() {
                output[place] = values[usize::from(*variable)];
            }
            let output = self.tuple(&output[..clause.outputs.len()]);
            if !found.contains(&output) {
                found.push(output);
            }
            return Ok(());
        };
        self.n_run += 1;
        if self.language.predicates[literal.predicate].number.is_none() {
            return self.recursive(program, clause, from, values, depth, found);
        }
        let (key, n_key) = self.key(literal, values);
        let range = self.answers.call(&key[..n_key]);
        let n_computed = literal.computed().count();
        if n_computed == 0 {
            return match range.is_empty() {
                true => Ok(()),
                false => self.body(program, clause, from + 1, values, depth, found),
            };
        }
        for answer in range.step_by(n_computed) {
            for (offset, variable) in literal.computed().enumerate() {
                values[usize::from(variable)] = self.answers.values(answer + offset..answer + offset + 1)[0];
            }
            self.body(program, clause, from + 1, values, depth, found)?;
        }
        Ok(())
    }

    /// The key of a call of the background.
    pub(super) fn key(&self, literal: &Literal, values: &Values) -> ([u32; MOST_VARIABLES + 2], usize) {
        let mut key = [0; MOST_VARIABLES + 2];
        key[0] = self.language.predicates[literal.predicate].number.unwrap_or_default();
        let mut n_key = 2;
        for (place, variable) in literal.args.iter().enumerate() {
            if literal.is_known(*variable) {
                key[1] |= 1 << place;
                key[n_key] = values[usize::from(*variable)];
                n_key += 1;
            }
        }
        (key, n_key)
    }

    /// A call of the target.
    fn recursive(
        &mut self,
        program: &[Numbered<'_>],
        clause: &Clause,
        from: usize,
        values: &mut Values,
        depth: usize,
        found: &mut Vec<u32>,
    ) -> Result<(), Endless> {
        let language = self.language;
        let literal = &clause.body.literals[from];
        let input = self.called(literal, values);
        let number = self.solve(program, input, depth + 1)?;
        let mut next = 0;
        while let Some(&output) = self.table.calls[number].1.get(next) {
            next += 1;
            let mut fits = true;
            for (offset, place) in language.outputs.iter().enumerate() {
                let (variable, value) = (literal.args[*place], self.tuples.all[output as usize][offset]);
                if literal.is_known(variable) {
                    fits &= values[usize::from(variable)] == value;
                } else {
                    values[usize::from(variable)] = value;
                }
            }
            if fits {
                self.body(program, clause, from + 1, values, depth, found)?;
            }
        }
        Ok(())
    }

    /// The input of a call of the target.
    pub(super) fn called(&mut self, literal: &Literal, values: &Values) -> u32 {
        let mut input = [0; MOST_VARIABLES];
        for (offset, place) in self.language.inputs.iter().enumerate() {
            input[offset] = values[usize::from(literal.args[*place])];
        }
        self.tuple(&input[..self.language.inputs.len()])
    }
}
