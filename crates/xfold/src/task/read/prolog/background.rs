//! A background written as Prolog clauses, for the readers of Popper and Aleph tasks.

use super::{
    Term,
    compile::{Compiler, head_of},
    fact, refused, rule,
};
use crate::{
    codes,
    task::{Background, program},
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;
use xfold_asp::{
    diagnostic::Diagnostic,
    span::Span,
    symbols::{Atoms, Signature, Symbol, Symbols},
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
    facts: Atoms,
    statements: Vec<Statement>,
    /// The clauses that are no ground facts, and facts behind a clause of their predicate, in order.
    written: Vec<Written>,
    /// Predicates with clauses, and how many facts stood before the first one.
    n_before: FxHashMap<Signature, usize>,
    /// Why a clause is no rule of an answer set program.
    refused: Option<Span>,
    ignored: Vec<(String, Span)>,
}

/// What stands in a text.
enum Written {
    Clause(Term),
    Fact(Signature, Vec<Symbol>),
}

impl Known {
    /// Adds a ground fact.
    pub(in crate::task::read) fn fact(&mut self, signature: &Signature, args: &[Symbol]) {
        self.facts.push(signature, args);
        if !self.n_before.is_empty() && self.n_before.contains_key(signature) {
            self.written.push(Written::Fact(signature.clone(), args.to_vec()));
        }
    }

    /// Adds a clause.
    pub(in crate::task::read) fn clause(&mut self, clause: Term, symbols: &mut Symbols) {
        if let Some((signature, args)) = fact(&clause, symbols) {
            return self.fact(&signature, &args);
        }
        if let Some(signature) = head_of(&clause) {
            let n_before = self.facts.group(&signature).map_or(0, |group| group.len);
            self.n_before.entry(signature).or_insert(n_before);
        }
        match rule(&clause) {
            Ok(Some(statement)) => self.statements.push(statement),
            Ok(None) => {}
            Err((_, span)) => {
                self.refused.get_or_insert(span);
            }
        }
        self.written.push(Written::Clause(clause));
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

    /// What was read: facts and rules for clingo where these are enough, else a program.
    pub(in crate::task::read) fn finish(
        mut self,
        symbols: &mut Symbols,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Background {
        if let Some((_, first)) = self.ignored.first() {
            let mut names: Vec<&str> = self.ignored.iter().map(|(name, _)| name.as_str()).collect();
            names.sort_unstable();
            names.dedup();
            let message = format!("directives to Prolog have no effect: {}", names.join(", "));
            diagnostics.push(Diagnostic::note(codes::DIRECTIVE_IGNORED, message).at(*first, "the first one"));
        }
        let statements = std::mem::take(&mut self.statements);
        let background = Background {
            facts: Arc::new(std::mem::take(&mut self.facts)),
            statements,
            ..Background::default()
        };
        if self.refused.is_some() || need_not_end(&background) || asks_library(&background) {
            self.program(&background.facts, symbols, diagnostics)
        } else {
            background
        }
    }

    /// The background as a program, which is run where rules ask for it.
    fn program(&self, facts: &Atoms, symbols: &mut Symbols, diagnostics: &mut Vec<Diagnostic>) -> Background {
        let mut own: FxHashSet<Signature> = self.n_before.keys().cloned().collect();
        own.extend(facts.groups().iter().map(|group| group.signature.clone()));
        let mut compiler = Compiler::new(own, symbols);
        let mut plain = Atoms::default();
        for group in facts.groups() {
            let n_before = self.n_before.get(&group.signature);
            for row in group.rows().take(n_before.copied().unwrap_or(usize::MAX)) {
                if n_before.is_some() {
                    compiler.fact(&group.signature, row);
                    compiler
                        .program
                        .written
                        .push(program::Written::Fact(group.signature.clone(), row.to_vec()));
                } else {
                    plain.push(&group.signature, row);
                }
            }
        }
        let mut n_refused = 0;
        for written in &self.written {
            match written {
                Written::Fact(signature, args) => {
                    compiler.fact(signature, args);
                    compiler.program.written.push(program::Written::Fact(signature.clone(), args.clone()));
                }
                Written::Clause(clause) => match compiler.clause(clause) {
                    Ok(()) => compiler.program.written.push(program::Written::Clause(clause.span)),
                    Err(why) => {
                        n_refused += 1;
                        if n_refused <= MOST_REFUSED {
                            diagnostics.push(refused(clause, &why));
                        }
                    }
                },
            }
        }
        compiler.library();
        let mut program = compiler.program;
        let plain = Arc::new(plain);
        program.take_facts(Arc::clone(&plain));
        let undefined: Vec<String> = program.undefined().iter().map(|it| format!("`{it}`")).collect();
        if !undefined.is_empty() {
            let message = format!("clauses call {}, which nothing defines", undefined.join(", "));
            let help = "such a call fails; define it in the background, or check its name and arguments";
            diagnostics.push(Diagnostic::warning(codes::UNDEFINED_CALL, message).help(help));
        }
        Background { facts: plain, program: Some(Arc::new(program)), ..Background::default() }
    }
}

/// Whether some rule makes new terms out of what it derives.
fn need_not_end(background: &Background) -> bool {
    background.statements.iter().any(|statement| {
        let StatementKind::Rule(rule) = &statement.kind else { return false };
        let reached = || background.dependents([], visit::heads(statement));
        builds_terms(rule) && visit::reads(statement).iter().any(|(read, _)| reached().contains(read))
    })
}

/// Whether some rule calls a predicate that every Prolog has and the background does not define.
fn asks_library(background: &Background) -> bool {
    let reads = background.statements.iter().flat_map(visit::reads);
    let mut calls = reads.map(|(read, _)| read).filter(|read| !background.defines(read)).peekable();
    calls.peek().is_some() && {
        let mut symbols = Symbols::default();
        let mut compiler = Compiler::new(FxHashSet::default(), &mut symbols);
        compiler.library();
        calls.any(|read| compiler.program.defines(&read))
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
