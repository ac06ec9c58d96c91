//! Generated relational tasks: the learned rules judged by the solver on data they have not seen, and the verdict of the
//! check against the counts of the search.

use xfold::{Clingo, Learned, Limits, Settings, StopReason, learn, search::trace::Silent, task::read};
use xfold_suite::generate::{Generated, accuracy, families, relational};

const SEEDS: std::ops::RangeInclusive<u64> = 1..=2;

fn learned(generated: &Generated, settings: &Settings) -> Learned {
    let task = read::text("generated", &generated.train).expect("generated tasks are tasks");
    learn(&task, settings, &Clingo, &Limits::none(), &Silent).expect("it can be learned")
}

#[test]
fn relational_targets_are_found() {
    assert!(relational::families().len() >= 15);
    for (name, family) in relational::families() {
        for seed in SEEDS {
            let generated = family(seed, 0.0);
            let learned = learned(&generated, &Settings::default());
            let rules = learned.rules.text();
            assert_eq!(learned.stop, StopReason::Verified, "{name} {seed}\n{rules}");
            let accuracy = accuracy(&generated, &rules).expect("the learned program has one stable model");
            assert!(accuracy == 1.0, "{name} {seed}: {accuracy}\n{rules}\ntarget:\n{}", generated.target);
        }
    }
}

#[test]
fn relational_targets_are_found_among_wrong_labels() {
    let settings = Settings { noise: true, ..Settings::default() };
    let mut sum = 0.0;
    for (name, family) in relational::families() {
        let generated = family(1, 0.05);
        let rules = learned(&generated, &settings).rules.text();
        let accuracy = accuracy(&generated, &rules).expect("the learned program has one stable model");
        println!("{name}: {accuracy:.3}");
        assert!(accuracy >= 0.85, "{name}: {accuracy}\n{rules}\ntarget:\n{}", generated.target);
        sum += accuracy;
    }
    let mean = sum / relational::families().len() as f64;
    assert!(mean >= 0.97, "{mean}");
}

/// What the check counts from the printed text is what the search counted.
#[test]
fn check_and_search_agree() {
    for (name, family) in families().iter().chain(relational::families()) {
        for (noise, settings) in
            [(0.0, Settings::default()), (0.1, Settings { noise: true, ..Settings::default() })]
        {
            let learned = learned(&family(7, noise), &settings);
            let verdict = learned.verdict.as_ref().expect("it was checked");
            let derived = verdict.derived.as_ref().expect("there is one stable model");
            for theory in &learned.found.theories {
                assert_eq!(derived[theory.target], theory.covered, "{name}\n{}", learned.rules.text());
            }
        }
    }
}

/// Work is done in parallel, and its results do not depend on how many threads do it.
#[test]
fn threads_change_nothing() {
    let pools =
        [1, 2].map(|n| rayon::ThreadPoolBuilder::new().num_threads(n).build().expect("threads start"));
    // Some families are enough: all search in the same way.
    for (name, family) in relational::families().iter().step_by(3) {
        for (noise, settings) in
            [(0.0, Settings::default()), (0.05, Settings { noise: true, ..Settings::default() })]
        {
            let generated = family(5, noise);
            let [one, two] = [&pools[0], &pools[1]]
                .map(|pool| pool.install(|| learned(&generated, &settings).rules.text()));
            assert_eq!(one, two, "{name}");
        }
    }
}
