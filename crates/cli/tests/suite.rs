//! Every task of the suite through the command line: the expected rules, whatever the number of threads, accepted by
//! clingo and by `check`.

mod common;

use common::{arg, has_model, xfold, xfold_with};
use xfold_suite::{SuiteTask, tasks};

fn learn(task: &SuiteTask, more: &[&str]) -> common::Run {
    let mut args = vec!["learn".to_owned(), arg(&task.path)];
    args.extend(task.options.iter().cloned());
    args.extend(more.iter().map(|&arg| arg.to_owned()));
    xfold(args)
}

#[test]
fn tasks_are_solved_and_verified() {
    let mut wrong = Vec::new();
    for task in ["fold", "xfold", "popper"].into_iter().flat_map(tasks) {
        let run = learn(&task, &["--threads", "1"]);
        let rules = xfold_asp::parse_rules(&run.stdout).unwrap_or_else(|e| panic!("{}: {e:?}", task.name));
        if let Err(difference) = task.judge(&rules) {
            wrong.push(format!("{}:\n{difference}", task.name));
        }
        assert_eq!(run.code, Some(0), "{}: {}", task.name, run.stderr);
        assert!(run.stderr.contains("verified: "), "{}: {}", task.name, run.stderr);
        assert!(has_model(&run.stdout), "{}: {}", task.name, run.stdout);

        let other = learn(&task, &["--threads", "2", "-q"]);
        assert_eq!((run.stdout, ""), (other.stdout, other.stderr.as_str()), "{}", task.name);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn learned_rules_are_checked() {
    for task in ["fold", "popper"].into_iter().flat_map(tasks).filter(|task| task.options.is_empty()) {
        let learned = learn(&task, &["-q"]);
        let checked = xfold_with(["check", &arg(&task.path), "-"], &learned.stdout);
        assert_eq!(checked.code, Some(0), "{}: {checked:?}", task.name);
        assert!(checked.stdout.contains(": covered\n"), "{}: {checked:?}", task.name);
    }
}

#[test]
fn reports_are_json() {
    for task in tasks("fold").into_iter().chain(tasks("xfold")) {
        let run = learn(&task, &["--format", "json"]);
        assert_eq!(run.stderr, "", "{}", task.name);
        let report: serde_json::Value = serde_json::from_str(&run.stdout).expect("it is JSON");
        assert_eq!(report["version"], 1);
        assert_eq!(report["stop"], "verified", "{}", task.name);
        assert_eq!(report["files"][0], arg(&task.path));
        let program = report["program"].as_str().expect("it is text");
        assert_eq!(program, learn(&task, &["-q"]).stdout, "{}", task.name);
        for rule in report["targets"]
            .as_array()
            .expect("a list")
            .iter()
            .flat_map(|t| t["rules"].as_array().expect("a list"))
        {
            assert!(program.contains(rule.as_str().expect("it is text")), "{}: {rule}", task.name);
        }
    }
}
