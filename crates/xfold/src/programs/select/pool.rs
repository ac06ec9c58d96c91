//! The pool: every rule that the search finished, whatever became of it, as a program whose rules can be switched.

use crate::{
    rules::Translator,
    search::{Clause, Finished, Found, Theory},
    worlds::{Bias, Worlds},
};
use std::fmt::Write;
use xfold_asp::{
    parse_rules,
    symbols::Signature,
    syntax::{Head, Rule},
    visit,
};

/// Chooses a rule of the pool, by its number.
pub(super) const ACTIVE: &str = "xfold_active";
/// Holds for a rule of the pool that a stable model violates.
pub(super) const VIOLATED: &str = "xfold_violated";

/// Finished rules, each once.
#[derive(Debug, Clone, Default)]
pub struct Pool {
    rules: Vec<Finished>,
    text: String,
}

impl Pool {
    /// A pool of these rules.
    pub fn new(rules: impl IntoIterator<Item = Finished>, worlds: &Worlds) -> Self {
        let mut pool = Self::default();
        for rule in rules {
            if !pool.rules.contains(&rule) {
                pool.rules.push(rule);
            }
        }
        let mut translator = Translator::new(&worlds.bias, &worlds.symbols, false);
        let mut text = format!("{{ {ACTIVE}(0..{}) }}.\n", pool.rules.len().saturating_sub(1));
        for (number, rule) in pool.rules.iter().enumerate() {
            match rule {
                Finished::Rule { target, clause } => {
                    let head = worlds.bias.targets[*target].signature.functor();
                    write_rule(&mut text, number, &head, clause, &mut translator);
                }
                Finished::Constraint(constraint) => {
                    write_constraint(&mut text, number, &translator.constraint(constraint));
                }
                Finished::Ground(rule) => write_constraint(&mut text, number, rule),
            }
        }
        for fact in translator.type_facts() {
            let _ = writeln!(text, "{fact}");
        }
        pool.text = text;
        pool
    }

    /// How many rules there are.
    pub fn len(&self) -> usize {
        self.rules.len()
    }

    /// The rules.
    pub fn rules(&self) -> &[Finished] {
        &self.rules
    }

    /// The program.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// The predicates of the program.
    pub(super) fn mentioned(&self) -> Vec<Signature> {
        let statements = parse_rules(&self.text).unwrap_or_default();
        let mut mentioned: Vec<Signature> = statements.iter().flat_map(visit::heads).collect();
        mentioned.extend(statements.iter().flat_map(visit::reads).map(|(read, _)| read));
        mentioned
    }

    /// What was found, with these rules of the pool in place of its own.
    pub fn found(&self, chosen: &[usize], found: &Found, bias: &Bias) -> Found {
        let theory = |target: usize| {
            let known = found.theories.iter().find(|theory| theory.target == target);
            let empty = || Theory { target, ..Theory::default() };
            Theory { clauses: Vec::new(), ..known.cloned().unwrap_or_else(empty) }
        };
        let mut theories: Vec<Theory> = (0..bias.targets.len()).map(theory).collect();
        let (mut constraints, mut ground_constraints) = (Vec::new(), Vec::new());
        for &number in chosen {
            match self.rules[number].clone() {
                Finished::Rule { target, clause } => theories[target].clauses.push(clause),
                Finished::Constraint(constraint) => constraints.push(constraint),
                Finished::Ground(rule) => ground_constraints.push(rule),
            }
        }
        theories.retain(|theory| !theory.clauses.is_empty());
        Found { theories, constraints, ground_constraints, n_completed: 0, ..found.clone() }
    }
}

/// The rule can be switched; what its exception means is fixed, since nothing else reads it.
fn write_rule(
    text: &mut String,
    number: usize,
    head: &str,
    clause: &Clause,
    translator: &mut Translator<'_>,
) {
    let mut n_exceptions = 0;
    let mut name = |clause: &Clause| {
        n_exceptions += 1;
        (clause.choice || !clause.exceptions.is_empty())
            .then(|| format!("xfold_exception_{number}_{n_exceptions}"))
    };
    let exception = name(clause);
    for rule in translator.rules(head, clause, exception.as_deref()) {
        let body = body_of(&rule);
        let Head::Atom(atom) = &rule.head else { continue };
        let _ = writeln!(text, "{atom} :- {ACTIVE}({number}){body}.");
        let _ = writeln!(text, "{VIOLATED}({number}) :- not {atom}{body}.");
    }
    if let (Some(exception), true) = (&exception, clause.choice) {
        let _ = writeln!(text, "{}", translator.loop_back(exception, head, clause));
    }
    let mut waiting: Vec<(String, &Clause)> = Vec::new();
    if let Some(exception) = exception {
        waiting.extend(clause.exceptions.iter().map(|inner| (exception.clone(), inner)));
    }
    while let Some((head, clause)) = waiting.pop() {
        let exception = name(clause);
        for rule in translator.rules(&head, clause, exception.as_deref()) {
            let _ = writeln!(text, "{rule}");
        }
        if let Some(exception) = exception {
            waiting.extend(clause.exceptions.iter().map(|inner| (exception.clone(), inner)));
        }
    }
}

fn write_constraint(text: &mut String, number: usize, rule: &Rule) {
    let body = body_of(rule);
    let _ = writeln!(text, ":- {ACTIVE}({number}){body}.");
    let _ = writeln!(text, "{VIOLATED}({number}) :- {}.", body.trim_start_matches(", "));
}

/// The body of a rule, to follow another literal.
fn body_of(rule: &Rule) -> String {
    rule.body.iter().fold(String::new(), |mut text, element| {
        let _ = write!(text, ", {element}");
        text
    })
}
