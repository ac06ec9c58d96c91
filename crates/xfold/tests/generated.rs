//! Generated tasks: ten seeds of every family, the learned rules judged by the solver on data they have not seen.

use xfold::{Clingo, Limits, Settings, StopReason, learn, search::trace::Silent, task::read};
use xfold_suite::generate::{Generated, accuracy, families};

const SEEDS: std::ops::RangeInclusive<u64> = 1..=10;

fn rules(generated: &Generated, settings: &Settings) -> String {
    let task = read::text("generated", &generated.train).expect("generated tasks are tasks");
    let learned = learn(&task, settings, &Clingo, &Limits::none(), &Silent).expect("it can be learned");
    assert_eq!(learned.stop, StopReason::Verified, "{}\n{}", generated.train, learned.rules.text());
    learned.rules.text()
}

/// The accuracy of every seed, for each family.
fn accuracies(noise: f64, settings: &Settings) -> Vec<(&'static str, Vec<f64>)> {
    let run = |family: xfold_suite::generate::Family, seed| {
        let generated = family(seed, noise);
        let rules = rules(&generated, settings);
        let accuracy = accuracy(&generated, &rules).expect("the learned program has one stable model");
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
