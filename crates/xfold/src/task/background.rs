//! The background of a task: facts apart from rules, which predicates depend on which, and the text for the solver. Part
//! of the first station of the path, task.

use super::{FactTable, program::PrologProgram};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;
use xfold_asp::{
    span::SourceMap,
    symbols::{Atoms, Signature, Symbols},
    syntax::{Statement, StatementKind},
    visit,
};
use xfold_solve::Input;

/// What is known before learning.
#[derive(Debug, Clone, Default)]
pub struct Background {
    /// Plain ground facts.
    pub facts: Arc<Atoms>,
    /// Facts that stay in columns. Nothing else of the background reads or defines their predicates.
    pub tables: Arc<Vec<FactTable>>,
    /// Rules, constraints, constants and whatever else the solver has to see.
    pub statements: Vec<Statement>,
    /// Clauses over terms that are run where rules ask for them; none if facts and statements are all there is.
    pub program: Option<Arc<PrologProgram>>,
}

impl Background {
    /// Whether a fact or a rule's head has this predicate.
    pub fn defines(&self, signature: &Signature) -> bool {
        self.facts.group(signature).is_some()
            || self.table(signature).is_some()
            || super::defines(&self.statements, signature)
            || self.program.as_ref().is_some_and(|program| program.defines(signature))
    }

    /// The facts of a predicate that stay in columns.
    pub fn table(&self, signature: &Signature) -> Option<&FactTable> {
        self.tables.iter().find(|table| table.signature == *signature)
    }

    /// Every predicate that a fact or a rule's head has, facts first, in order of appearance.
    pub fn defined(&self) -> Vec<Signature> {
        let facts = self.facts.groups().iter().map(|group| &group.signature);
        let facts = facts.chain(self.tables.iter().map(|table| &table.signature)).cloned();
        let mut seen = FxHashSet::default();
        let all = facts.chain(self.statements.iter().flat_map(visit::heads));
        all.filter(|signature| seen.insert(signature.clone())).collect()
    }

    /// Whether there are only facts, so that no solver is needed to know what holds.
    pub fn is_only_facts(&self, context: &[Statement]) -> bool {
        let ignorable = |statement: &Statement| {
            matches!(
                statement.kind,
                StatementKind::Const(..) | StatementKind::ShowSignature(_) | StatementKind::Defined(_)
            )
        };
        self.statements.iter().chain(context).all(ignorable)
    }

    /// The predicates that depend, directly or not, on one of these (which are included).
    pub fn dependents<'a>(
        &'a self,
        contexts: impl IntoIterator<Item = &'a Statement>,
        on: impl IntoIterator<Item = Signature>,
    ) -> FxHashSet<Signature> {
        let mut reached: FxHashSet<Signature> = on.into_iter().collect();
        let mut readers: FxHashMap<Signature, Vec<Signature>> = FxHashMap::default();
        for statement in self.statements.iter().chain(contexts) {
            let heads = visit::heads(statement);
            for (read, _) in visit::reads(statement) {
                readers.entry(read).or_default().extend(heads.iter().cloned());
            }
        }
        let mut open: Vec<Signature> = reached.iter().cloned().collect();
        while let Some(signature) = open.pop() {
            for reader in readers.get(&signature).into_iter().flatten() {
                if reached.insert(reader.clone()) {
                    open.push(reader.clone());
                }
            }
        }
        reached
    }

    /// Whether some constraint, or some rule, reads one of these predicates.
    pub fn reads_any(&self, context: &[Statement], signatures: &[Signature]) -> bool {
        let reads =
            |statement: &Statement| visit::reads(statement).iter().any(|(read, _)| signatures.contains(read));
        self.statements.iter().chain(context).any(reads)
    }

    /// The program for the solver: all statements, and the facts of the predicates that matter to them or are named
    /// in `needed`. A fact that nothing reads cannot change what else holds, so the others are left out.
    pub fn input(
        &self,
        sources: &SourceMap,
        symbols: &Symbols,
        context: &[Statement],
        needed: &[Signature],
    ) -> Input {
        let mut input = Input::new();
        let mut mentioned: FxHashSet<Signature> = needed.iter().cloned().collect();
        for statement in self.statements.iter().chain(context) {
            mentioned.extend(visit::heads(statement));
            mentioned.extend(visit::reads(statement).into_iter().map(|(read, _)| read));
            push_statement(&mut input, sources, statement);
        }
        for group in self.facts.groups() {
            let complement = Signature { negated: !group.signature.negated, ..group.signature.clone() };
            let clashes = self.facts.group(&complement).is_some();
            if mentioned.contains(&group.signature) || mentioned.contains(&complement) || clashes {
                input.push_facts(group, symbols);
            }
        }
        input
    }
}

/// Gives a statement to the solver, as the user wrote it where clingo reads it the same, else as we print it. What
/// concerns output or optimisation is left out.
pub(crate) fn push_statement(input: &mut Input, sources: &SourceMap, statement: &Statement) {
    if matches!(
        statement.kind,
        StatementKind::ShowSignature(_) | StatementKind::ShowTerm(..) | StatementKind::Weak { .. }
    ) {
        return;
    }
    let written = sources.text(statement.span);
    let printed = statement.to_string();
    let squeezed = |text: &str| text.split_whitespace().collect::<String>();
    if squeezed(written) == squeezed(&printed) {
        input.push(written, Some(statement.span));
    } else {
        input.push_rewritten(&printed, statement.span);
    }
}
