//! What tests of generated tasks share.

use std::collections::HashSet;
use xfold::{Clingo, Limits, Solver};
use xfold_asp::symbols::{Signature, Symbols};
use xfold_solve::{Input, Query};
use xfold_suite::generate::Generated;

/// The share of unseen instances that the rules get right. With the unseen background they have one stable model.
pub fn accuracy(generated: &Generated, rules: &str) -> f64 {
    let mut input = Input::new();
    input.push(&generated.test_background, None);
    input.push(rules, None);
    let limits = Limits::none();
    let mut symbols = Symbols::default();
    let mut grounded = Clingo.ground(&input, &limits).expect("the learned program is accepted");
    let head = Signature::new(generated.head.0, generated.head.1);
    let query = Query { most: 2, show: Some(vec![head.clone()]), ..Query::default() };
    let answer = grounded.solve(&query, &mut symbols, &limits).expect("it can be solved");
    assert_eq!(answer.models.len(), 1, "the learned program has one stable model");
    let rows = answer.models[0].atoms.group(&head).into_iter().flat_map(|group| group.rows());
    let derived: HashSet<String> =
        rows.map(|row| xfold_asp::symbols::show_atom(&head, row, &symbols)).collect();
    let right = generated.test_true.iter().filter(|atom| derived.contains(*atom)).count()
        + generated.test_false.iter().filter(|atom| !derived.contains(*atom)).count();
    right as f64 / (generated.test_true.len() + generated.test_false.len()) as f64
}
