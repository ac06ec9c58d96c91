//! What the declarations of a space leave to the data: constants that only the background knows, types that are predicates,
//! and the numbers that occur.

use super::{
    context::Relaxed,
    rule_space::{RuleSpace, TypeId},
};
use crate::{
    error::Result,
    task::{Holder, Task, defines},
};
use rustc_hash::FxHashSet;
use xfold_asp::{
    symbols::{Signature, Symbol, SymbolKind, Symbols},
    syntax::{Head, StatementKind, Term},
    term_of,
};
use xfold_solve::{Limits, Query, Solver};

impl RuleSpace {
    /// The space of a task, with constants and predicates of types that only the background knows.
    pub(super) fn completed(
        task: &Task,
        symbols: &mut Symbols,
        solver: &dyn Solver,
        limits: &Limits,
    ) -> Result<Self> {
        let mut space = Self::new(task);
        for of_type in 0..space.types.len() {
            let signature = Signature::new(space.types[of_type].clone(), 1);
            space.is_predicate[of_type] = task.background.defines(&signature)
                || task.examples.iter().any(|example| defines(&example.context, &signature));
        }
        let wanted: Vec<TypeId> =
            (0..space.types.len()).filter(|&of_type| space.needs_constants(of_type)).collect();
        if wanted.is_empty() {
            return Ok(space);
        }
        let needed: Vec<Signature> =
            wanted.iter().map(|&of_type| Signature::new(space.types[of_type].clone(), 1)).collect();
        let input = task.background.input(&task.sources, symbols, &[], &needed);
        let mut program = solver.ground(&input, limits)?;
        let query = Query { most: 1, show: Some(needed.clone()), ..Query::default() };
        let answer = program.solve(&query, symbols, limits)?;
        for (&of_type, signature) in wanted.iter().zip(&needed) {
            let mut constants: Vec<Symbol> = Vec::new();
            for model in &answer.models {
                let rows = model.atoms.group(signature).into_iter().flat_map(|group| group.rows());
                constants.extend(rows.map(|row| row[0]));
            }
            constants.extend(facts_of_contexts(task, signature, symbols));
            constants.sort_by(|&a, &b| symbols.compare(a, b));
            constants.dedup();
            space.constants[of_type] = constants;
        }
        Ok(space)
    }

    /// Whether some literal has constants of a type that no declaration lists.
    fn needs_constants(&self, of_type: TypeId) -> bool {
        let is_used = || self.schemas().any(|schema| schema.slots.contains(&(Holder::Constant, of_type)));
        self.constants[of_type].is_empty() && self.is_predicate[of_type] && is_used()
    }

    /// Sets the bounds that numbers may have in rules: the values that occur.
    pub(super) fn set_bounds(&mut self, relaxed: &Relaxed, symbols: &Symbols) {
        let mut found: Vec<FxHashSet<Symbol>> = vec![FxHashSet::default(); self.types.len()];
        for context in &relaxed.contexts {
            for (schema, rows) in self.body.iter().zip(&context.rows) {
                for (slot, (_, of_type)) in
                    schema.slots.iter().enumerate().filter(|(_, (holder, _))| *holder == Holder::Number)
                {
                    found[*of_type].extend(rows.iter().map(|row| row.values[slot]));
                }
            }
        }
        let numbers = found.iter().flatten().copied().filter(|&value| symbols.as_decimal(value).is_some());
        let mut line: Vec<Symbol> = numbers.collect();
        let has_fraction = |value: &Symbol| matches!(&*symbols.kind(*value), SymbolKind::Decimal(_));
        if line.iter().any(has_fraction) {
            line.sort_by(|&a, &b| symbols.compare(a, b));
            line.dedup();
            self.number_line = line;
        }
        let bounds = found.into_iter().map(|values| {
            let mut bounds: Vec<i32> =
                values.into_iter().filter_map(|value| self.place_of(value, symbols)).collect();
            bounds.sort_unstable();
            bounds
        });
        self.bounds = bounds.collect();
    }

    /// A number as bounds know it: itself or, beside decimals, its place among the numbers that occur.
    pub(super) fn place_of(&self, value: Symbol, symbols: &Symbols) -> Option<i32> {
        if self.number_line.is_empty() {
            return symbols.as_number(value);
        }
        symbols.as_decimal(value)?;
        Some(self.number_line.partition_point(|&other| symbols.compare(other, value).is_lt()) as i32)
    }

    /// The number at a bound.
    pub(super) fn number_at(&self, bound: i32, symbols: &Symbols) -> Term {
        let on_line = usize::try_from(bound).ok().and_then(|place| self.number_line.get(place));
        on_line.map_or(Term::Number(bound), |&value| term_of(value, symbols))
    }
}

/// The arguments of a predicate in facts of contexts.
fn facts_of_contexts(task: &Task, signature: &Signature, symbols: &mut Symbols) -> Vec<Symbol> {
    let mut found = Vec::new();
    for statement in task.examples.iter().flat_map(|example| &example.context) {
        if let StatementKind::Rule(rule) = &statement.kind
            && let Head::Atom(atom) = &rule.head
            && atom.signature() == *signature
            && let Some((_, args)) = xfold_asp::ground_atom(atom, symbols)
        {
            found.push(args[0]);
        }
    }
    found
}
