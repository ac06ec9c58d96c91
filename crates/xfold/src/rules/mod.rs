//! Rules: what was learned, as a program. Fourth station of the path task → worlds → search → rules → check.

mod naming;
mod translate;

pub use naming::variable_names;
pub use translate::Translator;

use crate::{
    search::{Clause, Theory},
    worlds::Worlds,
};
use xfold_asp::{
    symbols::{Signature, Symbol, Symbols},
    syntax::Rule,
};

/// A learned program.
#[derive(Debug, Clone, Default)]
pub struct Hypothesis {
    /// The rules, defaults before the exceptions they need.
    pub rules: Vec<Rule>,
    /// Facts for types that the task names but does not define, where a rule needs one.
    pub type_facts: Vec<Rule>,
    /// The targets whose unmentioned instances counted as negative.
    pub closed: Vec<Signature>,
}

impl Hypothesis {
    /// The program of some theories. `hide_types` leaves out the literals that only make a rule safe: for reading.
    pub fn new(theories: &[Theory], worlds: &Worlds, used: &dyn Fn(&str) -> bool, hide_types: bool) -> Self {
        let mut translator = Translator::new(&worlds.bias, &worlds.symbols, hide_types);
        let mut names = naming::Exceptions::new(used);
        let mut rules = Vec::new();
        let mut waiting: Vec<(String, Vec<Clause>)> = Vec::new();
        for theory in theories {
            let head = &worlds.bias.targets[theory.target].signature;
            for clause in &theory.clauses {
                let exception = names.name(clause, &mut waiting);
                rules.extend(translator.rules(&head.functor(), clause, exception.as_deref()));
            }
        }
        let mut next = 0;
        while let Some((name, clauses)) = waiting.get(next).cloned() {
            for clause in &clauses {
                let exception = names.name(clause, &mut waiting);
                rules.extend(translator.rules(&name, clause, exception.as_deref()));
            }
            next += 1;
        }
        let mut seen = Vec::new();
        rules.retain(|rule| {
            let is_new = !seen.contains(rule);
            if is_new {
                seen.push(rule.clone());
            }
            is_new
        });
        let closed = worlds.bias.targets.iter().filter(|target| target.closed);
        Self {
            closed: closed.map(|target| target.signature.clone()).collect(),
            type_facts: translator.type_facts(),
            rules,
        }
    }

    /// The program as text that clingo accepts: one rule a line, comments first.
    pub fn text(&self) -> String {
        let closed = self.closed.iter().map(|signature| format!("% closed world: {signature}\n"));
        let rules = self.rules.iter().chain(&self.type_facts).map(|rule| format!("{rule}\n"));
        closed.chain(rules).collect()
    }

    /// Number of literals in all bodies.
    pub fn n_literals(&self) -> usize {
        self.rules.iter().map(|rule| rule.body.len()).sum()
    }
}

/// A ground atom as text.
pub fn show_atom(signature: &Signature, args: &[Symbol], symbols: &Symbols) -> String {
    let functor = signature.functor();
    if args.is_empty() {
        return functor;
    }
    let args: Vec<String> = args.iter().map(|&arg| symbols.display(arg).to_string()).collect();
    format!("{functor}({})", args.join(","))
}
