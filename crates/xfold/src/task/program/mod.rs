//! A background that is a program in Prolog: clauses over terms, which are run where rules ask for them. Part of the
//! first station of the path, task.
//!
//! A relation over lists or numbers has no end, so it cannot be listed. What rules ask of it can: `tail(L,T)` with a
//! known `L` has one answer. [`machine`] finds the answers to one call as Prolog does, within a bound on steps;
//! [`answers`] remembers them; [`reach`] collects what given rules ask for when they start from the examples. The result is
//! a finite set of facts, and with it the task is one like others: clingo checks the rules over it.
//!
//! Terms are interned. `[H|T]` is `cons(H,T)` and `[]` is `nil`, so that clingo can read them.

mod answers;
mod arithmetic;
mod around;
mod built_in;
mod library;
mod machine;
mod reach;

pub(crate) use answers::Answers;
pub(crate) use around::around;
pub(crate) use built_in::BuiltIn;
pub(crate) use library::library;
pub(crate) use reach::reached;

use rustc_hash::FxHashMap;
use std::sync::Arc;
use xfold_asp::{
    span::Span,
    symbols::{Atoms, Signature, Symbol, SymbolKind, Symbols},
    syntax::Name,
};

/// The functor of a list with a first element and a rest.
pub(crate) const CONS: &str = "cons";
/// The empty list.
pub(crate) const NIL: &str = "nil";

/// The elements of a list, if a term is one.
pub(crate) fn elements(list: Symbol, symbols: &Symbols) -> Option<Vec<Symbol>> {
    let mut elements = Vec::new();
    let mut rest = list;
    loop {
        match &*symbols.kind(rest) {
            SymbolKind::Function { negated: false, name, args } => match args[..] {
                [first, last] if name == CONS => {
                    elements.push(first);
                    rest = last;
                }
                [] if name == NIL => return Some(elements),
                _ => return None,
            },
            _ => return None,
        }
    }
}

/// A program in Prolog: clauses by predicate, and ground facts.
#[derive(Debug, Clone, Default)]
pub struct PrologProgram {
    predicates: Vec<Predicate>,
    numbers: FxHashMap<Signature, usize>,
    facts: Arc<Atoms>,
    /// The rows of the facts of a predicate by their first argument.
    by_first: FxHashMap<Signature, FxHashMap<Symbol, Vec<usize>>>,
    /// What the user wrote, the facts aside, in order.
    pub(crate) written: Vec<Written>,
}

/// A clause as the user wrote it.
#[derive(Debug, Clone)]
pub(crate) enum Written {
    /// A clause, by its place in the sources.
    Clause(Span),
    /// A fact of a predicate that has clauses as well.
    Fact(Signature, Vec<Symbol>),
}

/// The clauses of one predicate, in order.
#[derive(Debug, Clone)]
pub(crate) struct Predicate {
    pub(crate) signature: Signature,
    pub(crate) clauses: Vec<Clause>,
}

/// `head :- body.`
#[derive(Debug, Clone)]
pub(crate) struct Clause {
    pub(crate) head: Vec<Pattern>,
    pub(crate) body: Goal,
    pub(crate) n_variables: usize,
}

/// A term of a clause.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Pattern {
    /// A variable of the clause, by number.
    Variable(u32),
    /// A term without variables.
    Ground(Symbol),
    /// A function term with variables.
    Compound(Name, Vec<Pattern>),
}

/// What a body asks for.
#[derive(Debug, Clone)]
pub(crate) enum Goal {
    /// `true`
    True,
    /// `fail`
    Fail,
    /// `!`
    Cut,
    /// `a, b`
    Both(Box<(Goal, Goal)>),
    /// `a ; b`
    Either(Box<(Goal, Goal)>),
    /// `a -> b ; c`
    IfThenElse(Box<(Goal, Goal, Goal)>),
    /// `\+ a`
    Not(Box<Goal>),
    /// `findall(Term, a, List)`
    FindAll(Box<(Pattern, Goal, Pattern)>),
    /// A predicate of the program, by number.
    Call(usize, Vec<Pattern>),
    /// One of Prolog's own.
    BuiltIn(BuiltIn, Vec<Pattern>),
    /// `call(G, …)` of a goal that is known only when it is run.
    Meta(Vec<Pattern>),
}

impl PrologProgram {
    /// The number of a predicate, whether or not it has clauses yet.
    pub(crate) fn number(&mut self, signature: &Signature) -> usize {
        if let Some(&number) = self.numbers.get(signature) {
            return number;
        }
        self.predicates.push(Predicate { signature: signature.clone(), clauses: Vec::new() });
        self.numbers.insert(signature.clone(), self.predicates.len() - 1);
        self.predicates.len() - 1
    }

    /// The number of a predicate that the program mentions.
    pub(crate) fn find(&self, signature: &Signature) -> Option<usize> {
        self.numbers.get(signature).copied()
    }

    pub(crate) fn predicate(&self, number: usize) -> &Predicate {
        &self.predicates[number]
    }

    /// Adds a clause behind the others of its predicate.
    pub(crate) fn add(&mut self, predicate: usize, clause: Clause) {
        self.predicates[predicate].clauses.push(clause);
    }

    /// Gives the program its ground facts.
    pub(crate) fn take_facts(&mut self, facts: Arc<Atoms>) {
        for group in facts.groups().iter().filter(|group| group.signature.arity > 0) {
            let mut by_first: FxHashMap<Symbol, Vec<usize>> = FxHashMap::default();
            for (number, row) in group.rows().enumerate() {
                by_first.entry(row[0]).or_default().push(number);
            }
            self.by_first.insert(group.signature.clone(), by_first);
        }
        facts.groups().iter().for_each(|group| {
            self.number(&group.signature);
        });
        self.facts = facts;
    }

    /// Whether a clause or a fact defines the predicate.
    pub fn defines(&self, signature: &Signature) -> bool {
        self.facts.group(signature).is_some()
            || self.find(signature).is_some_and(|number| !self.predicates[number].clauses.is_empty())
    }

    /// The predicates that clauses define.
    pub fn defined(&self) -> impl Iterator<Item = &Signature> {
        self.predicates.iter().filter(|it| !it.clauses.is_empty()).map(|it| &it.signature)
    }

    /// Predicates that some clause calls and nothing defines.
    pub(crate) fn undefined(&self) -> Vec<&Signature> {
        let signatures = self.predicates.iter().map(|predicate| &predicate.signature);
        signatures.filter(|signature| !self.defines(signature)).collect()
    }
}
