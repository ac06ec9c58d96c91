//! How right rules are: a generated task of one world is judged on instances that it does not show.

use super::Generated;
use std::collections::HashSet;
use xfold_asp::symbols::{Signature, Symbols, show_atom};
use xfold_solve::{Clingo, Input, Limits, Query, Solver};

/// The share of unseen instances that the rules get right. With the unseen background they must have one stable model; the
/// reason is returned if they have not.
pub fn accuracy(generated: &Generated, rules: &str) -> Result<f64, String> {
    let mut input = Input::new();
    input.push(&generated.test_background, None);
    input.push(rules, None);
    let limits = Limits::none();
    let mut symbols = Symbols::default();
    let mut grounded = Clingo.ground(&input, &limits).map_err(|error| error.to_string())?;
    let head = Signature::new(generated.head.0, generated.head.1);
    let query = Query { most: 2, show: Some(vec![head.clone()]), ..Query::default() };
    let answer = grounded.solve(&query, &mut symbols, &limits).map_err(|error| error.to_string())?;
    let [model] = &answer.models[..] else {
        return Err(format!("{} stable models, not one", answer.models.len()));
    };
    let rows = model.atoms.group(&head).into_iter().flat_map(|group| group.rows());
    let derived: HashSet<String> = rows.map(|row| show_atom(&head, row, &symbols)).collect();
    let right = generated.test_true.iter().filter(|atom| derived.contains(*atom)).count()
        + generated.test_false.iter().filter(|atom| !derived.contains(*atom)).count();
    Ok(right as f64 / (generated.test_true.len() + generated.test_false.len()) as f64)
}
