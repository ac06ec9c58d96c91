//! Generated tasks: ten seeds of every family, the learned rules judged by the solver on data they have not seen.

use xfold::{Clingo, Limits, Settings, Solver, StopReason, learn, search::trace::Silent, task::read};
use xfold_asp::symbols::{Signature, Symbols};
use xfold_solve::{Input, Query};
use xfold_suite::generate::{Generated, families};

const SEEDS: std::ops::RangeInclusive<u64> = 1..=10;

fn rules(generated: &Generated, settings: &Settings) -> String {
    let task = read::text("generated", &generated.train).expect("generated tasks are tasks");
    let learned = learn(&task, settings, &Clingo::default(), &Limits::none(), &Silent).expect("it can be learned");
    assert_eq!(learned.stop, StopReason::Verified, "{}\n{}", generated.train, learned.rules.text());
    learned.rules.text()
}

/// The share of unseen instances that the rules get right.
fn accuracy(generated: &Generated, rules: &str) -> f64 {
    let mut input = Input::new();
    input.push(&generated.test_background, None);
    input.push(rules, None);
    let limits = Limits::none();
    let mut symbols = Symbols::default();
    let mut grounded = Clingo::default().ground(&input, &limits).expect("the learned program is accepted");
    let head = Signature::new(generated.head.0, generated.head.1);
    let query = Query { most: 2, show: Some(vec![head.clone()]), ..Query::default() };
    let answer = grounded.solve(&query, &mut symbols, &limits).expect("it can be solved");
    assert_eq!(answer.models.len(), 1, "the learned program has one stable model");
    let derived: std::collections::HashSet<String> = answer.models[0]
        .atoms
        .group(&head)
        .into_iter()
        .flat_map(|group| group.rows().map(|row| xfold::rules::show_atom(&head, row, &symbols)).collect::<Vec<_>>())
        .collect();
    let right = generated.test_true.iter().filter(|atom| derived.contains(*atom)).count()
        + generated.test_false.iter().filter(|atom| !derived.contains(*atom)).count();
    right as f64 / (generated.test_true.len() + generated.test_false.len()) as f64
}

fn check(noise: f64, settings: &Settings, least: f64) {
    let mut failures = Vec::new();
    for (name, family) in families() {
        let mut sum = 0.0;
        for seed in SEEDS {
            let generated = family(seed, noise);
            let rules = rules(&generated, settings);
            let accuracy = accuracy(&generated, &rules);
            sum += accuracy;
            if accuracy < least {
                failures.push(format!("{name}, seed {seed}: {accuracy:.3}\n{rules}"));
            }
        }
        println!("{name}: {:.4}", sum / 10.0);
    }
    assert!(failures.is_empty(), "{} below {least}:\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn without_noise_unseen_data_is_predicted_exactly() {
    check(0.0, &Settings::default(), 1.0);
}

#[test]
fn with_ten_per_cent_wrong_labels_unseen_data_is_predicted_well() {
    check(0.1, &Settings { noise: true, ..Settings::default() }, 0.95);
}
