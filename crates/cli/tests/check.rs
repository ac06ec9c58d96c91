//! `xfold check`: rules that someone else wrote.

mod common;

use common::{BIRDS, BIRDS_RULES, arg, folder_with, xfold, xfold_with};

/// Checks rules against the birds.
fn check(rules: &str, more: &[&str]) -> common::Run {
    let (_folder, task) = folder_with("birds.las", BIRDS);
    let task = arg(&task);
    xfold_with(["check", &task, "-"].iter().chain(more), rules)
}

#[test]
fn right_rules_hold() {
    let run = check(BIRDS_RULES, &[]);
    assert_eq!(run.stdout, "#pos p1: covered\n1 of 1 example holds (4 atoms)\n");
    assert_eq!((run.stderr.as_str(), run.code), ("", Some(0)));
    let run = check(BIRDS_RULES, &["-v"]);
    assert!(run.stdout.contains("    in a stable model: fly(et) fly(tweety)\n"), "{}", run.stdout);
    let run = check(BIRDS_RULES, &["-q"]);
    assert_eq!((run.stdout.as_str(), run.code), ("", Some(0)));
}

#[test]
fn wrong_rules_fail_with_reasons() {
    let run = check("fly(X) :- bird(X), X != et.", &[]);
    assert_eq!(run.code, Some(1));
    let expected = "#pos p1: not covered
    fly(et) is included, but not derived
    fly(polly) is excluded, but derived
0 of 1 example holds (4 atoms)
";
    assert_eq!(run.stdout, expected);
}

#[test]
fn facts_constraints_and_output_directives_are_rules_too() {
    assert_eq!(check("fly(tweety). fly(et).", &[]).code, Some(0));
    assert_eq!(check("fly(tweety). fly(et). bird(rex). :- fly(rex).", &[]).code, Some(0));
    assert_eq!(check("fly((tweety;et)).\n#show bird/1.\n:~ fly(X). [1,X]", &[]).code, Some(0));
    let run = check("{fly(X)} :- bird(X).", &["-v"]);
    assert_eq!(run.code, Some(0), "some stable model extends the example: {run:?}");
    let run = check(":- bird(tweety).", &[]);
    assert_eq!(run.code, Some(1));
    assert!(run.stdout.contains("no stable model"), "{}", run.stdout);
}

#[test]
fn the_answer_is_json_on_demand() {
    let run = check(BIRDS_RULES, &["--format", "json"]);
    let report: serde_json::Value = serde_json::from_str(&run.stdout).expect("it is JSON");
    assert_eq!(report["all_hold"], true);
    assert_eq!(report["examples"][0]["witness"], serde_json::json!(["fly(et)", "fly(tweety)"]));
    let run = check("fly(X", &["--format", "json"]);
    let failed: serde_json::Value = serde_json::from_str(&run.stdout).expect("it is JSON");
    let errors = &failed["errors"];
    assert_eq!((&failed["status"], &failed["version"]), (&"error".into(), &1.into()));
    assert_eq!(errors[0]["file"], "<standard input>");
    assert_eq!((errors[0]["line"].as_u64(), run.code), (Some(1), Some(2)));
}

#[test]
fn errors_point_into_the_rules() {
    for (rules, place, words) in [
        ("ok.\nfly(X) :- bird(X) fly(Y).", "<standard input>:2:19", "expected"),
        ("ok.\nfly(X) :- not penguin(X).", "<standard input>:2:5", "bound by no positive literal"),
        ("#pos({fly(et)},{}).", "<standard input>:1:1", "this is no rule"),
        ("#modeh(fly(var(any))).", "<standard input>:1:1", "this is no rule"),
        ("#include \"other.lp\".", "<standard input>:1:1", "this is no rule"),
        ("#script (lua) x #end.", "<standard input>:1:1", "never run"),
    ] {
        let run = check(rules, &[]);
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{rules}: {run:?}");
        assert!(run.stderr.contains(place) && run.stderr.contains(words), "{rules}: {}", run.stderr);
    }
    let missing = xfold(["check", "no.las", "no.lp"]);
    assert_eq!(missing.code, Some(2));
    let (_folder, task) = folder_with("birds.las", BIRDS);
    let missing = xfold(["check", &arg(&task), "no.lp"]);
    assert!(missing.stderr.contains("cannot read no.lp"), "{}", missing.stderr);
}

#[test]
fn limits_hold() {
    let run = check("n(0). n(X+1) :- n(X).", &["--time-limit", "0.5"]);
    assert_eq!(run.code, Some(3), "{run:?}");
    assert!(run.stderr.contains("time limit was reached before every example was checked"), "{}", run.stderr);
}
