//! Generated tasks: ten seeds of every family, the learned rules judged by the solver on data they have not seen.

use xfold::{Clingo, Limits, Settings, Solver, StopReason, learn, search::trace::Silent, task::read};
use xfold_asp::symbols::{Signature, Symbols};
use xfold_solve::{Input, Query};
use xfold_suite::generate::{Generated, families};

const SEEDS: std::ops::RangeInclusive<u64> = 1..=10;

fn rules(generated: &Generated, settings: &Settings) -> String {
    let task = read::text("generated", &generated.train).expect("generated tasks are tasks");
    let learned = learn(&task, settings, &Clingo, &Limits::none(), &Silent).expect("it can be learned");
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
    let mut grounded = Clingo.ground(&input, &limits).expect("the learned program is accepted");
    let head = Signature::new(generated.head.0, generated.head.1);
    let query = Query { most: 2, show: Some(vec![head.clone()]), ..Query::default() };
    let answer = grounded.solve(&query, &mut symbols, &limits).expect("it can be solved");
    assert_eq!(answer.models.len(), 1, "the learned program has one stable model");
    let derived: std::collections::HashSet<String> = answer.models[0]
        .atoms
        .group(&head)
        .into_iter()
        .flat_map(|group| {
            group.rows().map(|row| xfold::rules::show_atom(&head, row, &symbols)).collect::<Vec<_>>()
        })
        .collect();
    let right = generated.test_true.iter().filter(|atom| derived.contains(*atom)).count()
        + generated.test_false.iter().filter(|atom| !derived.contains(*atom)).count();
    right as f64 / (generated.test_true.len() + generated.test_false.len()) as f64
}

/// The accuracy of every seed, for each family.
fn accuracies(noise: f64, settings: &Settings) -> Vec<(&'static str, Vec<f64>)> {
    let run = |family: xfold_suite::generate::Family, seed| {
        let generated = family(seed, noise);
        let rules = rules(&generated, settings);
        let accuracy = accuracy(&generated, &rules);
        if accuracy < 1.0 {
            println!("seed {seed}: {accuracy:.3}\n{rules}");
        }
        accuracy
    };
    let of_family = |family| SEEDS.map(|seed| run(family, seed)).collect();
    families().iter().map(|(name, family)| (*name, of_family(*family))).collect()
}

#[test]
fn without_noise_unseen_data_is_predicted_exactly() {
    for (name, accuracies) in accuracies(0.0, &Settings::default()) {
        assert!(accuracies.iter().all(|accuracy| *accuracy == 1.0), "{name}: {accuracies:?}");
    }
}

#[test]
fn with_ten_per_cent_wrong_labels_unseen_data_is_predicted_well() {
    for (name, accuracies) in accuracies(0.1, &Settings { noise: true, ..Settings::default() }) {
        let mean = accuracies.iter().sum::<f64>() / accuracies.len() as f64;
        println!("{name}: {mean:.4}");
        assert!(mean >= 0.95, "{name}: {mean} of {accuracies:?}");
        assert!(accuracies.iter().all(|accuracy| *accuracy >= 0.8), "{name}: {accuracies:?}");
    }
}
