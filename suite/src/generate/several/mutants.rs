//! Does every part of the target program matter for the examples?
//!
//! A mutant is the target program without one rule, or without one literal of a body, or, in rules with a head, with
//! another predicate of the modes in a literal. If a mutant explains all examples as well, they do not tell it from the
//! target, and learning the mutant is not wrong. For rules with a head a positive example has to tell: a
//! negative one could be explained by a constraint instead.

use super::{Concept, Example, SeveralTask, judge::equivalent, sample::Program};
use xfold_asp::{
    Atom, BodyElement, Head, Literal, LiteralKind, Program as Syntax, Rule, Sign, SourceMap, Statement,
    StatementKind, parse_program, parse_rules,
};
use xfold_solve::SolveError;

impl SeveralTask {
    /// How many changes of one rule or literal of the target no example notices, though the judge would; zero in a
    /// telling task.
    pub fn n_untold(&self) -> Result<usize, SolveError> {
        let mut count = 0;
        for mutant in mutants(&self.concept) {
            let told = mutant.is_told(&self.concept, &self.instances, &self.examples);
            if !told && !equivalent(&mutant.text, self)?.equivalent {
                count += 1;
            }
        }
        Ok(count)
    }
}

/// The target program with something left out.
struct Mutant {
    /// The program.
    text: String,
    /// Whether it was a constraint that lost something.
    of_constraint: bool,
}

impl Mutant {
    /// Whether some example, other than wrong ones, tells the mutant from the target. A mutant that clingo does not take, such as one with an
    /// unsafe variable, is told from it.
    fn is_told(&self, concept: &Concept, instances: &[String], examples: &[Example]) -> bool {
        instances.iter().enumerate().any(|(index, facts)| {
            let Ok(mut program) = Program::ground(&format!("{}{facts}{}", concept.background, self.text))
            else {
                return true;
            };
            let telling = |example: &&Example| {
                example.instance == index && !example.wrong && (example.positive || self.of_constraint)
            };
            examples.iter().filter(telling).any(|example| {
                program.extends(&example.literals).is_ok_and(|extended| extended != example.positive)
            })
        })
    }
}

/// Everything that comes of the target program by one change.
///
/// # Panics
/// If the target program cannot be read.
fn mutants(concept: &Concept) -> Vec<Mutant> {
    let rules = parse_rules(&concept.target()).expect("target programs can be read");
    let mut sources = SourceMap::default();
    sources.add("modes", concept.modes.as_str());
    let (modes, _) = parse_program(&sources);
    let mut mutants = Vec::new();
    for (place, statement) in rules.iter().enumerate() {
        let StatementKind::Rule(rule) = &statement.kind else { continue };
        let of_constraint = matches!(rule.head, Head::None);
        let mut add = |changed: Option<Statement>| {
            let others = rules.iter().enumerate().filter(|(other, _)| *other != place).map(|(_, rule)| rule);
            let text = others.chain(&changed).map(|rule| format!("{rule}\n")).collect();
            mutants.push(Mutant { text, of_constraint });
        };
        add(None);
        let mut add_rule =
            |rule: Rule| add(Some(Statement { kind: StatementKind::Rule(rule), span: statement.span }));
        for literal in 0..rule.body.len() {
            let mut shorter = rule.clone();
            shorter.body.remove(literal);
            add_rule(shorter);
            if let Some(atom) = positive_atom(&rule.body[literal]).filter(|_| !of_constraint) {
                for other in other_predicates(&modes, atom) {
                    let mut changed = rule.clone();
                    changed.body[literal] = BodyElement::Literal(other);
                    add_rule(changed);
                }
            }
        }
    }
    mutants
}

/// The atom of a literal without `not`.
fn positive_atom(element: &BodyElement) -> Option<&Atom> {
    match element {
        BodyElement::Literal(Literal { sign: Sign::None, kind: LiteralKind::Atom(atom), .. }) => Some(atom),
        _ => None,
    }
}

/// The literals with the same arguments and another predicate of the modes.
fn other_predicates(modes: &Syntax, atom: &Atom) -> Vec<Literal> {
    let schemas = modes.statements.iter().filter_map(|statement| match &statement.kind {
        StatementKind::Mode(mode) => Some(&mode.schema),
        _ => None,
    });
    let others = schemas.filter_map(|schema| match (&schema.sign, &schema.kind) {
        (Sign::None, LiteralKind::Atom(other))
            if other.args.len() == atom.args.len() && other.name != atom.name =>
        {
            let atom = Atom { name: other.name.clone(), ..atom.clone() };
            Some(Literal { kind: LiteralKind::Atom(atom), ..schema.clone() })
        }
        _ => None,
    });
    others.collect()
}
