//! Examples: which atoms hold and which do not, and how that is written.

use super::super::random::Random;
use std::fmt::Write;

/// An atom and whether it holds.
pub type Literal = (String, bool);

/// An example of a generated task.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Example {
    /// The index of its training instance.
    pub instance: usize,
    /// Whether some stable model shall extend it, or none.
    pub positive: bool,
    /// Whether its sign was turned around.
    pub wrong: bool,
    /// What it says of atoms.
    pub literals: Vec<Literal>,
}

/// What an example costs that is left uncovered, in tasks in which some are wrong.
const PENALTY: usize = 10;

impl Example {
    pub(super) fn positive(instance: usize, literals: Vec<Literal>) -> Self {
        Example { instance, positive: true, wrong: false, literals }
    }

    pub(super) fn negative(instance: usize, literals: Vec<Literal>) -> Self {
        Example { instance, positive: false, wrong: false, literals }
    }

    /// Adds the example to the text of a task.
    pub(super) fn write(&self, number: usize, penalty: bool, context: Option<&str>, text: &mut String) {
        let atoms = |sign: bool| {
            let chosen = self.literals.iter().filter(|(_, holds)| *holds == sign);
            chosen.map(|(atom, _)| atom.as_str()).collect::<Vec<_>>().join(", ")
        };
        let (directive, letter) = if self.positive { ("#pos", 'p') } else { ("#neg", 'n') };
        let penalty = if penalty { format!("@{PENALTY}") } else { String::new() };
        let _ =
            write!(text, "{directive}({letter}{number}{penalty}, {{{}}}, {{{}}}", atoms(true), atoms(false));
        if let Some(context) = context {
            let _ = write!(text, ", {{\n  {}\n}}", context.trim_end().replace('\n', "\n  "));
        }
        text.push_str(").\n");
    }
}

/// Turns the signs of some examples around.
pub(super) fn flip(examples: &mut [Example], n_wrong: usize, random: &mut Random) {
    let mut order: Vec<usize> = (0..examples.len()).collect();
    random.shuffle(&mut order);
    for index in order.into_iter().take(n_wrong) {
        examples[index].positive = !examples[index].positive;
        examples[index].wrong = true;
    }
}
