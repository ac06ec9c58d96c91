//! Rules: what was learned, as a program. Fourth station of the path task → worlds → search → rules → check.

mod constants;
mod naming;
mod narrator;
mod translate;

pub use naming::variable_names;
pub use narrator::Narrator;
pub use translate::Translator;

use crate::{
    Learner, Settings,
    search::{Clause, Found, Theory},
    task::{Task, defines},
    worlds::Worlds,
};
use xfold_asp::{
    symbols::Signature,
    syntax::{BodyElement, CompareOp, Literal, LiteralKind, Rule, Statement, StatementKind, Term},
};

/// A learned program.
#[derive(Debug, Clone, Default)]
pub struct Hypothesis {
    /// The rules, defaults before the exceptions they need.
    pub rules: Vec<Rule>,
    /// Facts for types that the task names but does not define, where a rule needs one.
    pub type_facts: Vec<Rule>,
    /// Those of the rules that no example asks for: constraints added by completion.
    pub completed: Vec<Rule>,
    /// The targets whose unmentioned instances counted as negative.
    pub closed: Vec<Signature>,
    /// Rules, by number, that go beyond the declared space, and why.
    pub beyond: Vec<(usize, String)>,
}

impl Hypothesis {
    /// The program of what was found. `hide_types` leaves out the literals that only make a rule safe: for reading.
    pub fn new(found: &Found, task: &Task, worlds: &Worlds, settings: &Settings, hide_types: bool) -> Self {
        let mut translator = Translator::new(&worlds.bias, &worlds.symbols, hide_types);
        let used = |name: &str| task.uses_name(name);
        let mut names = naming::Exceptions::new(&used);
        let mut rules = Vec::new();
        let mut waiting: Vec<(String, Vec<Clause>)> = Vec::new();
        for theory in &found.theories {
            let head = &worlds.bias.targets[theory.target].signature;
            let contrary = contrary_name(theory, head, task, settings);
            for clause in &theory.clauses {
                if clause.choice && settings.choice_rules {
                    rules.push(translator.choice_rule(&head.functor(), clause));
                    continue;
                }
                let exception = names.name(clause, contrary.as_deref(), &mut waiting);
                rules.extend(translator.rules(&head.functor(), clause, exception.as_deref()));
                if let Some(exception) = exception.filter(|_| clause.choice) {
                    rules.push(translator.loop_back(&exception, &head.functor(), clause));
                }
            }
        }
        let mut next = 0;
        while let Some((name, clauses)) = waiting.get(next).cloned() {
            for clause in &clauses {
                let exception = names.name(clause, None, &mut waiting);
                rules.extend(translator.rules(&name, clause, exception.as_deref()));
            }
            next += 1;
        }
        let (asked, completed) = found.constraints.split_at(found.constraints.len() - found.n_completed);
        rules.extend(asked.iter().map(|constraint| translator.constraint(constraint)));
        let completed: Vec<Rule> =
            completed.iter().map(|constraint| translator.constraint(constraint)).collect();
        rules.extend(completed.iter().cloned());
        rules.extend(found.ground_constraints.iter().cloned());
        let constants = &task.shape.constants;
        let mut rules: Vec<Rule> =
            rules.into_iter().map(|rule| constants::with_constants(rule, constants)).collect();
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
            completed,
            beyond: Vec::new(),
        }
    }

    /// The program as text that clingo accepts: one rule a line, comments first.
    pub fn text(&self) -> String {
        let closed = self.closed.iter().map(|signature| format!("% closed world: {signature}\n"));
        let line = |(number, rule): (usize, &Rule)| {
            let beyond = self.beyond.iter().find(|(beyond, _)| *beyond == number);
            match (self.completed.contains(rule), beyond) {
                (true, _) => format!("{rule}  % by completion: no example asks for it\n"),
                (false, Some((_, why))) => format!("{rule}  % beyond the declared space: {why}\n"),
                (false, None) => format!("{rule}\n"),
            }
        };
        let rules = self.rules.iter().chain(&self.type_facts).enumerate().map(line);
        closed.chain(rules).collect()
    }

    /// The program as statements.
    pub fn statements(&self) -> Vec<Statement> {
        let statement = |rule: &Rule| Statement { kind: StatementKind::Rule(rule.clone()), span: rule.span };
        self.rules.iter().chain(&self.type_facts).map(statement).collect()
    }

    /// Number of literals in all bodies. A list, `X = (a;b;c)`, counts as many as it has values.
    pub fn n_literals(&self) -> usize {
        let n_values = |element: &BodyElement| match element {
            BodyElement::Literal(Literal { kind: LiteralKind::Compare(_, rest), .. }) => match &rest[..] {
                [(CompareOp::Equal, Term::Pool(values))] => values.len(),
                _ => 1,
            },
            _ => 1,
        };
        self.rules.iter().flat_map(|rule| &rule.body).map(n_values).sum()
    }
}

/// The classical contrary of a target, where it can name the target's exception: in XFOLD, if the target has one clause
/// and the task defines neither the target nor its contrary, so that nothing else can clash with it.
fn contrary_name(theory: &Theory, head: &Signature, task: &Task, settings: &Settings) -> Option<String> {
    let contrary = Signature { negated: !head.negated, ..head.clone() };
    let is_defined = |signature: &Signature| {
        task.background.defines(signature) || task.examples.iter().any(|e| defines(&e.context, signature))
    };
    let free = settings.learner == Learner::Xfold && theory.clauses.len() == 1;
    (free && !head.negated && !is_defined(head) && !is_defined(&contrary)).then(|| contrary.functor())
}
