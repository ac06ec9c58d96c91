//! All bodies of a length, each that does something else on the sample once.
//!
//! A body is a table: a row for each input of the sample that passes it, and for each way to pass it. A literal that passes
//! every row and computes nothing new is left out, and so is a body whose table another one has already (observational
//! equivalence). What is left is a small part of all bodies, and no program is lost but those that differ on inputs outside
//! the sample only.

use super::{
    clause::{Body, Clause, Literal},
    language::{Language, MOST_VARIABLES},
    run::Runner,
    sample::Sample,
};
use rustc_hash::FxHashSet;
use std::hash::Hasher;

/// The most rows of a table, for each input of the sample.
const MOST_ROWS: usize = 30;

/// Grows bodies.
pub(super) struct Grower<'a, 'p> {
    pub(super) runner: Runner<'a, 'p>,
    pub(super) sample: Sample,
    /// How often a body may call the target.
    max_calls: usize,
    /// The bodies of the length reached, without those that cannot be finished.
    bodies: Vec<Body>,
    seen_bodies: FxHashSet<u64>,
    seen_clauses: FxHashSet<u64>,
    /// Rows that were made.
    pub(super) n_rows: u64,
}

/// The bindings of a body on the sample.
struct Table {
    /// The input of each row.
    origins: Vec<u32>,
    /// The values of each variable.
    columns: Vec<Vec<u32>>,
    /// The inputs of each call of the target, as tuples.
    calls: Vec<Vec<u32>>,
}

impl<'a, 'p> Grower<'a, 'p> {
    pub(super) fn new(runner: Runner<'a, 'p>, sample: Sample, max_calls: usize) -> Self {
        let empty = Body { types: runner.language.input_types(), ..Body::default() };
        let (seen_bodies, seen_clauses) = (FxHashSet::default(), FxHashSet::default());
        Self { runner, sample, max_calls, bodies: vec![empty], seen_bodies, seen_clauses, n_rows: 0 }
    }

    fn language(&self) -> &'a Language {
        self.runner.language
    }

    /// Finished clauses whose bodies are one literal longer than the bodies reached; `go_on` may end it.
    pub(super) fn finished(&mut self, mut go_on: impl FnMut(&mut Self) -> bool) -> Vec<Clause> {
        let mut clauses = Vec::new();
        let bodies = std::mem::take(&mut self.bodies);
        for body in &bodies {
            if !go_on(self) {
                break;
            }
            let table = self.table(body);
            let dangling = body.dangling(self.language().inputs.len());
            for literal in self.literals(body) {
                if !self.may_finish(&literal, &dangling) {
                    continue;
                }
                if let Some((body, table)) = self.child(body, &table, literal) {
                    self.finish(&body, &table, &mut clauses);
                }
            }
        }
        self.bodies = bodies;
        clauses
    }

    /// Makes the bodies one literal longer.
    pub(super) fn grow(&mut self, mut go_on: impl FnMut(&mut Self) -> bool) {
        let mut longer = Vec::new();
        let n_inputs = self.language().inputs.len();
        for body in std::mem::take(&mut self.bodies) {
            if !go_on(self) {
                break;
            }
            let table = self.table(&body);
            for literal in self.literals(&body) {
                let Some((child, table)) = self.child(&body, &table, literal) else { continue };
                let room = self.language().max_body - child.literals.len();
                let most_read =
                    self.language().predicates.iter().map(|it| it.places.len()).max().unwrap_or(0);
                if child.dangling(n_inputs).len() > room * most_read + self.language().outputs.len() {
                    continue;
                }
                if self.seen_bodies.insert(table.signature(&child.types)) {
                    longer.push(child);
                }
            }
        }
        self.bodies = longer;
    }

    /// Whether a clause may end in a literal: it reads what nothing else reads, but for outputs.
    fn may_finish(&self, literal: &Literal, dangling: &[u8]) -> bool {
        let left = dangling.iter().filter(|variable| !literal.args.contains(variable));
        let n_inputs = self.language().inputs.len() as u8;
        let left: Vec<u8> = left.copied().collect();
        left.len() <= self.language().outputs.len() && left.iter().all(|variable| *variable >= n_inputs)
    }

    /// All literals that may follow in a body.
    fn literals(&self, body: &Body) -> Vec<Literal> {
        let mut literals = Vec::new();
        let n_known = body.types.len() as u8;
        for (number, predicate) in self.language().predicates.iter().enumerate() {
            if predicate.number.is_none() && body.n_calls >= self.max_calls {
                continue;
            }
            let needs_known =
                !predicate.places.iter().any(|place| place.is_input) && predicate.places.len() > 1;
            let mut tuples: Vec<(Vec<u8>, u8)> = vec![(Vec::new(), n_known)];
            for place in &predicate.places {
                let mut longer = Vec::new();
                for (args, next) in &tuples {
                    let fits = |variable: &u8| {
                        body.types[usize::from(*variable)] == place.of_type && !args.contains(variable)
                    };
                    for variable in (0..n_known).filter(fits) {
                        longer.push((with(args, variable), *next));
                    }
                    if !place.is_input && usize::from(*next) < self.language().max_variables {
                        longer.push((with(args, *next), next + 1));
                    }
                }
                tuples = longer;
            }
            for (args, _) in tuples {
                let has_known = args.iter().any(|variable| *variable < n_known);
                let literal = Literal { predicate: number, args, n_known, filters: false };
                if (has_known || !needs_known) && !body.literals.iter().any(|other| is_same(other, &literal))
                {
                    literals.push(literal);
                }
            }
        }
        literals
    }

    /// A body with one more literal, and its table; none if that does nothing, or passes nothing.
    fn child(&mut self, body: &Body, table: &Table, mut literal: Literal) -> Option<(Body, Table)> {
        let predicate = &self.language().predicates[literal.predicate];
        let is_call = predicate.number.is_none();
        let extended = self.extend(table, &literal)?;
        literal.filters = !table.passes(&extended);
        let is_test = literal.computed().next().is_none();
        if is_test && !is_call && !literal.filters && !self.reads_first(body, &literal) {
            return None;
        }
        let mut child = body.clone();
        for (place, variable) in literal.args.iter().enumerate() {
            if !literal.is_known(*variable) {
                child.types.push(predicate.places[place].of_type);
            }
        }
        let n_inputs = self.language().inputs.len();
        let is_output = |new: usize| {
            self.language().outputs.iter().any(|place| self.language().types[*place] == child.types[new])
        };
        // An output may be what an input is, as in `f(A,B) :- empty(A), empty(B)`.
        let is_copy = |new: usize| {
            let from = if is_output(new) { n_inputs } else { 0 };
            (from..new).any(|old| {
                child.types[old] == child.types[new] && extended.columns[old] == extended.columns[new]
            })
        };
        if !is_call && (body.types.len()..child.types.len()).any(is_copy) {
            return None;
        }
        if is_call {
            let call = extended.calls.last()?;
            let is_own = call.iter().zip(&extended.origins).all(|(call, origin)| call == origin);
            if is_own || extended.calls[..extended.calls.len() - 1].contains(call) {
                return None;
            }
            child.n_calls += 1;
        }
        child.literals.push(literal);
        Some((child, extended))
    }

    /// Whether a literal reads an input that no other does: that makes the clause safe, even where it always holds.
    fn reads_first(&self, body: &Body, literal: &Literal) -> bool {
        let n_inputs = self.language().inputs.len();
        let unread = body.dangling(n_inputs);
        literal.args.iter().any(|variable| usize::from(*variable) < n_inputs && unread.contains(variable))
    }

    fn table(&mut self, body: &Body) -> Table {
        let inputs = self.sample.inputs.clone();
        let n_inputs = self.language().inputs.len();
        let column = |place: usize| inputs.iter().map(|input| self.runner.values(*input)[place]).collect();
        let columns = (0..n_inputs).map(column).collect();
        let mut table = Table { origins: inputs, columns, calls: Vec::new() };
        for literal in &body.literals {
            if let Some(extended) = self.extend(&table, literal) {
                table = extended;
            }
        }
        table
    }

    /// The table behind a literal; none if no row passes, or too many do.
    fn extend(&mut self, table: &Table, literal: &Literal) -> Option<Table> {
        let language = self.language();
        let is_call = language.predicates[literal.predicate].number.is_none();
        let computed: Vec<u8> = literal.computed().collect();
        let mut rows: Vec<u32> = Vec::new();
        let mut new: Vec<Vec<u32>> = vec![Vec::new(); computed.len()];
        let mut inputs = Vec::new();
        let mut values = [0; MOST_VARIABLES];
        for row in 0..table.origins.len() {
            for variable in literal.args.iter().filter(|variable| literal.is_known(**variable)) {
                values[usize::from(*variable)] = table.columns[usize::from(*variable)][row];
            }
            if is_call {
                let input = self.runner.called(literal, &values);
                for output in self.sample.outputs(input) {
                    if let Some(found) = self.fitting(literal, output, &values) {
                        rows.push(row as u32);
                        inputs.push(input);
                        new.iter_mut().zip(found).for_each(|(column, value)| column.push(value));
                    }
                }
                continue;
            }
            let (key, n_key) = self.runner.key(literal, &values);
            let range = self.runner.answers.call(&key[..n_key]);
            for answer in self.runner.answers.values(range).chunks(computed.len().max(1)) {
                rows.push(row as u32);
                new.iter_mut().zip(answer).for_each(|(column, value)| column.push(*value));
            }
        }
        self.n_rows += (table.origins.len() + rows.len()) as u64;
        if rows.is_empty() || rows.len() > MOST_ROWS * self.sample.inputs.len() {
            return None;
        }
        let take = |column: &Vec<u32>| rows.iter().map(|row| column[*row as usize]).collect();
        let columns = table.columns.iter().map(take).chain(new).collect();
        let mut calls: Vec<Vec<u32>> = table.calls.iter().map(take).collect();
        if is_call {
            calls.push(inputs);
        }
        Some(Table { origins: take(&table.origins), columns, calls })
    }

    /// What an output gives to the variables that a call of the target computes; none if it contradicts what is known.
    fn fitting(&self, literal: &Literal, output: u32, values: &[u32]) -> Option<Vec<u32>> {
        let mut found = Vec::new();
        for (offset, place) in self.language().outputs.iter().enumerate() {
            let (variable, value) = (literal.args[*place], self.runner.values(output)[offset]);
            if !literal.is_known(variable) {
                found.push(value);
            } else if values[usize::from(variable)] != value {
                return None;
            }
        }
        Some(found)
    }

    /// The clauses of a body: one for each choice of outputs, if every literal has a use.
    fn finish(&mut self, body: &Body, table: &Table, clauses: &mut Vec<Clause>) {
        let n_inputs = self.language().inputs.len();
        let mut choices: Vec<Vec<u8>> = vec![Vec::new()];
        for place in &self.language().outputs {
            let of_type = self.language().types[*place];
            let mut longer = Vec::new();
            for chosen in &choices {
                let fits = |variable: &u8| {
                    body.types[usize::from(*variable)] == of_type && !chosen.contains(variable)
                };
                longer
                    .extend((n_inputs as u8..body.types.len() as u8).filter(fits).map(|it| with(chosen, it)));
            }
            choices = longer;
        }
        let target = self.language().predicates.iter().position(|predicate| predicate.number.is_none());
        let mut calls: Vec<u32> = table.calls.first().cloned().unwrap_or_default();
        calls.sort_unstable();
        calls.dedup();
        for outputs in choices {
            let clause = Clause { body: body.clone(), outputs, calls: calls.clone() };
            if clause.is_tight(n_inputs) && self.seen_clauses.insert(table.meaning(&clause, target)) {
                clauses.push(clause);
            }
        }
    }
}

impl Table {
    /// Whether every row has a row in a table behind it.
    fn passes(&self, behind: &Table) -> bool {
        if behind.origins.len() < self.origins.len() {
            return false;
        }
        // Rows stay in order, so a row that is missing is a gap.
        let n = self.columns.len();
        let mut row = 0;
        for next in 0..behind.origins.len() {
            let is_row =
                |row: usize| (0..n).all(|column| self.columns[column][row] == behind.columns[column][next]);
            if !is_row(row) {
                row += 1;
                if row == self.origins.len() || !is_row(row) {
                    return false;
                }
            }
        }
        row + 1 == self.origins.len()
    }

    /// A number for the table, whatever the order of its variables.
    fn signature(&self, types: &[usize]) -> u64 {
        let columns = self.columns.iter().zip(types).map(|(column, of_type)| hash(*of_type as u64, column));
        let calls = self.calls.iter().map(|call| hash(u64::MAX, call));
        columns.chain(calls).fold(hash(1 << 40, &self.origins), u64::wrapping_add)
    }

    /// A number for what a clause says on the sample: which outputs follow, from which outputs of which calls. `target` is
    /// the number of the target among the predicates.
    fn meaning(&self, clause: &Clause, target: Option<usize>) -> u64 {
        let calls = clause.body.literals.iter().filter(|literal| Some(literal.predicate) == target);
        let called: Vec<u8> =
            calls.flat_map(Literal::computed).chain(clause.outputs.iter().copied()).collect();
        let mut seen = FxHashSet::default();
        let mut sum = 0u64;
        for row in 0..self.origins.len() {
            let values = called.iter().map(|variable| self.columns[usize::from(*variable)][row]);
            let inputs = self.calls.iter().map(|call| call[row]);
            let all: Vec<u32> = values.chain(inputs).chain([self.origins[row]]).collect();
            let number = hash(0, &all);
            if seen.insert(number) {
                sum = sum.wrapping_add(number);
            }
        }
        sum
    }
}

fn with(args: &[u8], variable: u8) -> Vec<u8> {
    args.iter().copied().chain([variable]).collect()
}

/// Whether two literals call the same with the same known variables, and compute new ones at the same places.
fn is_same(one: &Literal, other: &Literal) -> bool {
    one.predicate == other.predicate
        && one.args.iter().zip(&other.args).all(|(a, b)| a == b || !(one.is_known(*a) || other.is_known(*b)))
}

fn hash(seed: u64, values: &[u32]) -> u64 {
    let mut hasher = rustc_hash::FxHasher::default();
    hasher.write_u64(seed);
    values.iter().for_each(|value| hasher.write_u32(*value));
    let mixed = hasher.finish();
    (mixed ^ (mixed >> 32)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}
