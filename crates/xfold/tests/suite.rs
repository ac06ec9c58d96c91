//! The suite through the library: every task gives the expected rules, and the solver confirms them.

use xfold::{
    Clingo, Learned, Limits, Settings, StopReason, Strategy, exact::Claim, learn, search::trace::Silent,
    task::read,
};
use xfold_asp::parse_rules;
use xfold_suite::SuiteTask;

/// The settings that a task's options ask for.
fn settings(options: &[String]) -> Settings {
    let mut settings = Settings::default();
    for option in options {
        match option.as_str() {
            "--noise" => settings.noise = true,
            "--open" => settings.open = true,
            "--constants" => settings.constants = true,
            other => panic!("the suite's library run does not know {other}"),
        }
    }
    settings
}

fn run(task: &SuiteTask) -> Result<Learned, String> {
    let read = read::files(&[&task.path]).map_err(|unreadable| unreadable.to_string())?;
    learn(&read, &settings(&task.options), &Clingo, &Limits::none(), &Silent).map_err(|e| e.to_string())
}

#[test]
fn every_task_gives_the_expected_rules() {
    let mut failures = Vec::new();
    for task in ["fold", "xfold", "popper"].into_iter().flat_map(xfold_suite::tasks) {
        let outcome = run(&task).and_then(|learned| {
            let text = learned.rules.text();
            let rules = parse_rules(&text).map_err(|errors| format!("{errors:?}"))?;
            task.judge(&rules).map_err(|difference| format!("{difference}\nlearned:\n{text}"))?;
            match learned.stop {
                StopReason::Verified => Ok(()),
                other => Err(format!("{other:?}: {:?}", learned.verdict)),
            }
        });
        if let Err(reason) = outcome {
            failures.push(format!("{}: {reason}", task.name));
        }
    }
    assert!(failures.is_empty(), "{} tasks failed:\n\n{}", failures.len(), failures.join("\n\n"));
}

/// Tasks whose intended rules are missed are still explained, by other rules.
#[test]
fn hard_tasks_are_explained() {
    for task in xfold_suite::tasks("hard") {
        let learned = run(&task).unwrap_or_else(|reason| panic!("{}: {reason}", task.name));
        assert_eq!(learned.stop, StopReason::Verified, "{}", task.name);
    }
}

/// Tasks of other dialects with a known least cost: it is found, proved, and the program holds.
#[test]
fn exact_tasks_cost_what_is_known() {
    let mut failures = Vec::new();
    for task in xfold_suite::exact_tasks() {
        let read = read::text(&task.name, &task.text).unwrap_or_else(|e| panic!("{}: {e}", task.name));
        let settings = Settings { search: Strategy::Exact, ..Settings::default() };
        let learned = learn(&read, &settings, &Clingo, &Limits::none(), &Silent)
            .unwrap_or_else(|error| panic!("{}: {error}", task.name));
        let found = learned.exact.as_ref().map(|proof| proof.cost);
        let is_proved = learned.exact.as_ref().is_none_or(|proof| proof.claim != Claim::Best);
        let is_right = (learned.stop == StopReason::Verified) == task.cost.is_some();
        if found != task.cost || !is_proved || !is_right {
            let text = learned.rules.text();
            failures.push(format!("{}: {:?}, {:?}\n{text}", task.name, learned.stop, learned.exact));
        }
    }
    assert!(failures.is_empty(), "{} tasks failed:\n\n{}", failures.len(), failures.join("\n\n"));
}
