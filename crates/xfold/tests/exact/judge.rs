//! What holds by the definition: clingo on background, context and rules, and nothing else.

use crate::{space::Listed, tasks::Example};
use xfold::{Clingo, Limits, Solver};
use xfold_asp::symbols::Symbols;
use xfold_solve::{Grounded, Input, Query};

/// Some stable models of a program, as texts of atoms.
pub fn models(program: &str, most: usize) -> Vec<Vec<String>> {
    let (mut grounded, mut symbols) = (ground(program), Symbols::default());
    let query = Query { most, ..Query::default() };
    let answer = grounded.solve(&query, &mut symbols, &Limits::none()).expect("it can be solved");
    let shown = |model: &xfold_solve::Model| {
        let groups = model.atoms.groups().iter();
        let rows = groups.flat_map(|group| group.rows().map(|row| (group.signature.clone(), row.to_vec())));
        rows.map(|(signature, row)| xfold_asp::symbols::show_atom(&signature, &row, &symbols)).collect()
    };
    answer.models.iter().map(shown).collect()
}

fn ground(program: &str) -> Box<dyn Grounded> {
    let mut input = Input::new();
    input.push(program, None);
    Clingo.ground(&input, &Limits::none()).unwrap_or_else(|error| panic!("{error:?}\n{program}"))
}

/// Tells of each subset of some rules which examples it satisfies.
pub struct Judge<'a> {
    examples: &'a [Example],
    n_rules: usize,
    contexts: Vec<(&'a str, Box<dyn Grounded>)>,
    symbols: Symbols,
    /// How many programs were looked at.
    pub n_judged: usize,
}

impl<'a> Judge<'a> {
    pub fn new(background: &str, examples: &'a [Example], rules: &[Listed]) -> Self {
        let mut contexts: Vec<(&str, Box<dyn Grounded>)> = Vec::new();
        let switched = |(number, rule): (usize, &Listed)| {
            let text = rule.text.trim_end_matches('.');
            let joint = if text.contains(":-") { "," } else { " :-" };
            format!("{text}{joint} xact({number}).\n{{ xact({number}) }}.\n")
        };
        let rules_text: String = rules.iter().enumerate().map(switched).collect();
        for example in examples {
            if !contexts.iter().any(|(context, _)| *context == example.context) {
                let program = format!("{background}\n{}\n{rules_text}", example.context);
                contexts.push((&example.context, ground(&program)));
            }
        }
        Self { examples, n_rules: rules.len(), contexts, symbols: Symbols::default(), n_judged: 0 }
    }

    /// What the examples cost that a subset does not satisfy; none if one of them must hold.
    pub fn penalties(&mut self, subset: &[usize]) -> Option<u64> {
        self.n_judged += 1;
        let switches: Vec<(String, bool)> =
            (0..self.n_rules).map(|rule| (format!("xact({rule})"), subset.contains(&rule))).collect();
        let mut sum = 0;
        for example in self.examples {
            let mut assumptions = switches.clone();
            assumptions.extend(example.inclusions.iter().map(|atom| (atom.clone(), true)));
            assumptions.extend(example.exclusions.iter().map(|atom| (atom.clone(), false)));
            let query = Query { most: 1, assumptions, show: Some(vec![]), ..Query::default() };
            let context = self.contexts.iter_mut().find(|(context, _)| *context == example.context);
            let (_, program) = context.expect("each example's context is there");
            let answer = program.solve(&query, &mut self.symbols, &Limits::none()).expect("it can be solved");
            if answer.models.is_empty() == example.positive {
                sum += example.penalty?;
            }
        }
        Some(sum)
    }
}
