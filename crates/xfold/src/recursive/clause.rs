//! A clause: a body in the order in which it is run, and which of its variables the head has.

use super::language::Language;
use xfold_asp::{
    span::Span,
    syntax::{Atom, BodyElement, Head, Literal as SyntaxLiteral, LiteralKind, Name, Rule, Sign, Term},
};

/// A literal: a predicate of the language, and a variable for each place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Literal {
    /// The predicate, by number in the language.
    pub(super) predicate: usize,
    /// The variables. Those that are known before are inputs of the call, the others are computed by it.
    pub(super) args: Vec<u8>,
    /// How many variables are known before.
    pub(super) n_known: u8,
    /// Some bindings do not pass it.
    pub(super) filters: bool,
}

impl Literal {
    pub(super) fn is_known(&self, variable: u8) -> bool {
        variable < self.n_known
    }

    /// The variables that it computes.
    pub(super) fn computed(&self) -> impl Iterator<Item = u8> + '_ {
        self.args.iter().copied().filter(|variable| !self.is_known(*variable))
    }
}

/// A body that grows. The first variables are the inputs of the target.
#[derive(Debug, Clone, Default)]
pub(super) struct Body {
    pub(super) literals: Vec<Literal>,
    /// The type of each variable.
    pub(super) types: Vec<usize>,
    /// How often it calls the target.
    pub(super) n_calls: usize,
}

/// A finished clause.
#[derive(Debug, Clone)]
pub(super) struct Clause {
    pub(super) body: Body,
    /// The variables at the target's output places.
    pub(super) outputs: Vec<u8>,
    /// Inputs that it calls the target with on the sample.
    pub(super) calls: Vec<u32>,
}

impl Body {
    /// The variables that a literal computes, and that no other reads; those of literals that filter do not count.
    pub(super) fn dangling(&self, n_inputs: usize) -> Vec<u8> {
        let is_read = |variable: u8| {
            let reads = |literal: &Literal| literal.is_known(variable) && literal.args.contains(&variable);
            self.literals.iter().any(reads)
        };
        let mut dangling: Vec<u8> = (0..n_inputs as u8).filter(|variable| !is_read(*variable)).collect();
        for literal in &self.literals {
            if !literal.filters && !literal.computed().any(is_read) {
                dangling.extend(literal.computed());
            }
        }
        dangling
    }
}

impl Clause {
    /// Its size as programs compete by it: the head counts, too.
    pub(super) fn size(&self) -> usize {
        1 + self.body.literals.len()
    }

    pub(super) fn is_recursive(&self) -> bool {
        self.body.n_calls > 0
    }

    /// Whether every literal has a use, and the body reads every input.
    pub(super) fn is_tight(&self, n_inputs: usize) -> bool {
        let dangling = self.body.dangling(n_inputs);
        if dangling.iter().any(|variable| usize::from(*variable) < n_inputs) {
            return false;
        }
        let has_use = |literal: &Literal| {
            literal.filters
                || literal.computed().next().is_none()
                || literal
                    .computed()
                    .any(|variable| self.outputs.contains(&variable) || !dangling.contains(&variable))
        };
        self.body.literals.iter().all(has_use)
    }

    /// The clause as a rule. Variables are named in order: those of the head first.
    pub(super) fn rule(&self, language: &Language) -> Rule {
        let mut numbers: Vec<Option<usize>> = vec![None; self.body.types.len()];
        for (number, place) in language.inputs.iter().enumerate() {
            numbers[number] = Some(*place);
        }
        for (variable, place) in self.outputs.iter().zip(&language.outputs) {
            numbers[usize::from(*variable)] = Some(*place);
        }
        let mut next = language.target.arity;
        let mut name = |variable: u8| {
            let number = numbers[usize::from(variable)].get_or_insert_with(|| {
                next += 1;
                next - 1
            });
            Term::Variable(variable_name(*number))
        };
        let atom = |name: &Name, args: Vec<Term>| Atom {
            negated: false,
            name: name.clone(),
            args,
            span: Span::default(),
        };
        let literal = |literal: &Literal| {
            let args = literal.args.iter().map(|variable| name(*variable)).collect();
            let kind = LiteralKind::Atom(atom(&language.predicates[literal.predicate].signature.name, args));
            BodyElement::Literal(SyntaxLiteral { sign: Sign::None, kind, span: Span::default() })
        };
        let body = self.body.literals.iter().map(literal).collect();
        let args = (0..language.target.arity).map(|place| Term::Variable(variable_name(place))).collect();
        Rule { head: Head::Atom(atom(&language.target.name, args)), body, span: Span::default() }
    }
}

/// `A`, `B`, …, `Z`, `A1`, …
fn variable_name(number: usize) -> Name {
    let letter = char::from(b'A' + (number % 26) as u8);
    match number / 26 {
        0 => letter.to_string().into(),
        round => format!("{letter}{round}").into(),
    }
}
