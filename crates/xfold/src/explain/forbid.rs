//! Why something is in no stable model although rules could give it, or why there is none at all: constraints that
//! together forbid it, no one of which could be left out.
//!
//! They are found by leaving out one constraint after the other: what still has no model is done without. So each that
//! stays is needed, and a stable model of the program without it shows which instance it forbids.

use super::{
    Bounds, Sentences, Violated,
    program::ProgramIndex,
    prove::Prover,
    tree::ProofBuilder,
    world::{GroundAtom, WorldIndex},
};
use crate::{
    check::{self, RulesText},
    error::Result,
    task::{Example, Task, background::push_statement},
};
use rustc_hash::FxHashSet;
use xfold_asp::{
    symbols::{Signature, Symbols, show_atom},
    syntax::{Head, Rule, Statement, StatementKind},
    visit,
};
use xfold_solve::{Input, Limits, Model, Query, Solver};

/// With more constraints than this, no minimal set of them is computed.
const MOST_CONSTRAINTS: usize = 200;

/// A program whose constraints can be left out.
pub(super) struct Relaxed<'a> {
    pub(super) task: &'a Task,
    pub(super) rules: &'a RulesText<'a>,
    pub(super) example: Option<&'a Example>,
    pub(super) solver: &'a dyn Solver,
    pub(super) limits: &'a Limits,
}

impl Relaxed<'_> {
    /// The constraints that keep an atom out of every stable model or, without an atom, leave no stable model. None if
    /// it would not hold without them either.
    pub(super) fn minimal_set(
        &self,
        program: &ProgramIndex<'_>,
        atom: Option<&GroundAtom>,
        symbols: &Symbols,
        sentences: &Sentences,
        bounds: &Bounds,
    ) -> Result<Vec<Violated>> {
        let statements = self.statements();
        let constraints: Vec<usize> =
            (0..statements.len()).filter(|number| constraint(statements[*number]).is_some()).collect();
        if constraints.is_empty() || constraints.len() > MOST_CONSTRAINTS {
            return Ok(Vec::new());
        }
        let mut read: Vec<Signature> = constraints
            .iter()
            .flat_map(|number| visit::reads(statements[*number]))
            .map(|(signature, _)| signature)
            .chain(atom.map(|atom| atom.0.clone()))
            .collect();
        read.sort();
        read.dedup();
        let show = program.dependencies(&read);
        let mut symbols = symbols.clone();
        let mut model = |kept: &[usize]| self.model(&statements, kept, atom, &show, &mut symbols);
        if model(&[])?.is_none() {
            return Ok(Vec::new());
        }
        let mut kept = constraints.clone();
        for number in constraints {
            let others: Vec<usize> = kept.iter().copied().filter(|other| *other != number).collect();
            if model(&others)?.is_none() {
                kept = others;
            }
        }
        let mut needed = Vec::new();
        for number in &kept {
            let others: Vec<usize> = kept.iter().copied().filter(|other| other != number).collect();
            let (Some(model), Some(rule)) = (model(&others)?, constraint(statements[*number])) else {
                continue;
            };
            needed.push((model, rule));
        }
        let mut found = Vec::new();
        for (model, rule) in needed {
            let world = WorldIndex::new(&model.atoms, &symbols);
            let prover = Prover::new(program, &world, self.limits);
            found.extend(ProofBuilder::new(prover, sentences, bounds).violation(rule)?);
        }
        Ok(found)
    }

    fn statements(&self) -> Vec<&Statement> {
        let context = self.example.map_or(&[][..], |example| &example.context[..]);
        self.task.background.statements.iter().chain(context).chain(self.rules.statements).collect()
    }

    /// A stable model, with the atom if there is one, of all rules and some constraints.
    fn model(
        &self,
        statements: &[&Statement],
        kept: &[usize],
        atom: Option<&GroundAtom>,
        show: &[Signature],
        symbols: &mut Symbols,
    ) -> Result<Option<Model>> {
        let kept: FxHashSet<usize> = kept.iter().copied().collect();
        let mut input = Input::new();
        let mut mentioned: FxHashSet<Signature> = show.iter().cloned().collect();
        for (number, statement) in statements.iter().enumerate() {
            mentioned.extend(check::mentioned(statement));
            if constraint(statement).is_none() || kept.contains(&number) {
                if statement.span.end > statement.span.start {
                    push_statement(&mut input, &self.task.sources, statement);
                } else {
                    input.push(&statement.to_string(), None);
                }
            }
        }
        for group in self.task.background.facts.groups() {
            let complement = Signature { negated: !group.signature.negated, ..group.signature.clone() };
            if mentioned.contains(&group.signature) || mentioned.contains(&complement) {
                input.push_facts(group, &self.task.symbols);
            }
        }
        let assumed = atom.map(|atom| (show_atom(&atom.0, &atom.1, symbols), true));
        let query = Query {
            most: 1,
            assumptions: assumed.into_iter().collect(),
            show: Some(show.to_vec()),
            ..Query::default()
        };
        let answer = self.solver.ground(&input, self.limits)?.solve(&query, symbols, self.limits)?;
        Ok(answer.models.into_iter().next())
    }
}

/// The rule of a constraint.
fn constraint(statement: &Statement) -> Option<&Rule> {
    match &statement.kind {
        StatementKind::Rule(rule) if matches!(rule.head, Head::None) => Some(rule),
        _ => None,
    }
}
