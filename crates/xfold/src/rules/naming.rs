//! Names for variables and for invented exceptions.

use crate::search::{Clause, VariableType};

/// The names of a clause's variables: `X`, `Y`, … and, for numbers, `A`, `B`, ….
pub fn variable_names(variables: &[VariableType]) -> Vec<String> {
    let (mut n_things, mut n_numbers) = (0, 0);
    let name = |variable: &VariableType| {
        let (count, letters, beyond) = if variable.is_number {
            (&mut n_numbers, "ABCDEFGH", 'N')
        } else {
            (&mut n_things, "XYZUVW", 'V')
        };
        *count += 1;
        match letters.chars().nth(*count - 1) {
            Some(letter) => letter.to_string(),
            None => format!("{beyond}{count}"),
        }
    };
    variables.iter().map(name).collect()
}

/// Gives out `ab0`, `ab1`, … in the order in which they are printed, leaving out names that the task uses.
pub(super) struct Exceptions<'a> {
    used: &'a dyn Fn(&str) -> bool,
    next: usize,
}

impl<'a> Exceptions<'a> {
    pub(super) fn new(used: &'a dyn Fn(&str) -> bool) -> Self {
        Self { used, next: 0 }
    }

    /// The name of a clause's exception, if it has one: the contrary if that is free, else a new one. Exceptions wait
    /// to be printed; equal ones share a name. A choice has an exception that is no clause, so it does not wait.
    pub(super) fn name(
        &mut self,
        clause: &Clause,
        contrary: Option<&str>,
        waiting: &mut Vec<(String, Vec<Clause>)>,
    ) -> Option<String> {
        if clause.choice {
            return Some(contrary.map_or_else(|| self.fresh(), str::to_string));
        }
        if clause.exceptions.is_empty() {
            return None;
        }
        if let Some((known, _)) = waiting.iter().find(|(_, clauses)| *clauses == clause.exceptions) {
            return Some(known.clone());
        }
        let name = contrary.map_or_else(|| self.fresh(), str::to_string);
        waiting.push((name.clone(), clause.exceptions.clone()));
        Some(name)
    }

    fn fresh(&mut self) -> String {
        loop {
            let name = format!("ab{}", self.next);
            self.next += 1;
            if !(self.used)(&name) {
                return name;
            }
        }
    }
}
