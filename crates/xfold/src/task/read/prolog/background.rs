//! A background written as Prolog clauses, for the readers of Popper and Aleph tasks.

use super::{Term, fact, refused, rule};
use crate::{codes, task::Background};
use std::sync::Arc;
use xfold_asp::{
    diagnostic::Diagnostic,
    span::Span,
    symbols::{Atoms, Symbols},
    syntax::{self, BodyElement, Head, LiteralKind, Rule, Statement, StatementKind},
    visit,
};

/// Directives that change nothing of what clauses mean.
const HARMLESS: [&str; 12] = [
    "dynamic",
    "discontiguous",
    "multifile",
    "table",
    "style_check",
    "use_module",
    "module",
    "set_prolog_flag",
    "ensure_loaded",
    "encoding",
    "set_stream",
    "yap_flag",
];

/// The most clauses that are refused one by one, each with a message.
const MOST_REFUSED: usize = 10;

/// Facts and rules, as they are read.
#[derive(Default)]
pub(in crate::task::read) struct Known {
    pub(in crate::task::read) facts: Atoms,
    statements: Vec<Statement>,
    ignored: Vec<(String, Span)>,
    n_refused: usize,
}

impl Known {
    /// Adds a clause, or tells why it cannot be one.
    pub(in crate::task::read) fn clause(
        &mut self,
        clause: &Term,
        symbols: &mut Symbols,
        diagnostics: &mut Vec<Diagnostic>,
    ) {
        if let Some((signature, args)) = fact(clause, symbols) {
            return self.facts.push(&signature, &args);
        }
        match rule(clause) {
            Ok(Some(statement)) => self.statements.push(statement),
            Ok(None) => {}
            Err(why) => {
                self.n_refused += 1;
                if self.n_refused <= MOST_REFUSED {
                    diagnostics.push(refused(clause, &why));
                }
            }
        }
    }

    /// Adds a directive that belongs to no task format.
    pub(in crate::task::read) fn directive(
        &mut self,
        directive: &Term,
        clause: &Term,
        diagnostics: &mut Vec<Diagnostic>,
    ) {
        match directive.parts() {
            Some((name, _)) if HARMLESS.contains(&name) => self.ignored.push((name.to_string(), clause.span)),
            _ => diagnostics
                .push(refused(clause, &("it is a directive that is never run here".into(), clause.span))),
        }
    }

    /// What was read. Clauses that would derive without end are told.
    pub(in crate::task::read) fn finish(self, diagnostics: &mut Vec<Diagnostic>) -> Background {
        let background =
            Background { facts: Arc::new(self.facts), statements: self.statements, ..Background::default() };
        for statement in &background.statements {
            let StatementKind::Rule(rule) = &statement.kind else { continue };
            if !builds_terms(rule) {
                continue;
            }
            let reached = background.dependents([], visit::heads(statement));
            if visit::reads(statement).iter().any(|(read, _)| reached.contains(read)) {
                let message = format!(
                    "`{}` makes new terms out of what it derives, which need not end",
                    statement.to_string().trim_end_matches('.')
                );
                let help = "list the values as facts, such as succ(1,2). succ(2,3).";
                let error = Diagnostic::error(codes::REAL_PROLOG, message);
                diagnostics.push(error.at(statement.span, "").help(help));
            }
        }
        if let Some((_, first)) = self.ignored.first() {
            let mut names: Vec<&str> = self.ignored.iter().map(|(name, _)| name.as_str()).collect();
            names.sort_unstable();
            names.dedup();
            let message = format!("directives to Prolog have no effect: {}", names.join(", "));
            diagnostics.push(Diagnostic::note(codes::DIRECTIVE_IGNORED, message).at(*first, "the first one"));
        }
        background
    }
}

/// Whether a rule computes numbers or has function terms with variables in its head.
fn builds_terms(rule: &Rule) -> bool {
    let in_head = match &rule.head {
        Head::Atom(atom) => {
            atom.args.iter().any(|arg| matches!(arg, syntax::Term::Function(_, args) if !args.is_empty()))
        }
        _ => false,
    };
    let computes = |element: &BodyElement| match element {
        BodyElement::Literal(literal) => match &literal.kind {
            LiteralKind::Compare(left, rest) => {
                std::iter::once(left).chain(rest.iter().map(|(_, term)| term)).any(is_computed)
            }
            _ => false,
        },
        _ => false,
    };
    in_head || rule.body.iter().any(computes)
}

fn is_computed(term: &syntax::Term) -> bool {
    matches!(term, syntax::Term::Binary(..) | syntax::Term::Unary(..))
}
