//! Lists, terms and numbers: short programs are learned from a few examples, and are right on unseen ones.

use std::{fs, path::Path};
use xfold::{
    Clingo, Limits, Settings, StopReason, Task,
    check::{GivenRules, verify_given},
    learn,
    search::trace::Silent,
    task::read,
};
use xfold_asp::parse_rules;
use xfold_suite::{difference, list_tasks};

/// The task of a folder with another file of examples.
fn with_examples(folder: &Path, examples: &str) -> Task {
    let name = folder.file_name().expect("it has a name").to_string_lossy().into_owned();
    let copy = std::env::temp_dir().join(format!("xfold_lists_{name}_{}", std::process::id()));
    fs::create_dir_all(&copy).expect("a folder can be made");
    for (from, to) in [("bk.pl", "bk.pl"), ("bias.pl", "bias.pl"), (examples, "exs.pl")] {
        fs::copy(folder.join(from), copy.join(to)).expect("the suite can be read");
    }
    let task = read::files(&[&copy]).unwrap_or_else(|error| panic!("{name}: {error}"));
    fs::remove_dir_all(&copy).expect("the copy can be removed");
    task
}

/// What is wrong with what is learned from a folder.
fn problem(folder: &Path) -> Option<String> {
    let task = with_examples(folder, "exs.pl");
    let learned = match learn(&task, &Settings::default(), &Clingo, &Limits::none(), &Silent) {
        Ok(learned) => learned,
        Err(error) => return Some(error.to_string()),
    };
    let text = learned.rules.text();
    if learned.stop != StopReason::Verified {
        return Some(format!("not verified:\n{text}"));
    }
    let mut unseen = with_examples(folder, "test.pl");
    let rules = GivenRules::new("learned", text.clone(), &mut unseen).expect("they are rules");
    let verdict =
        verify_given(&unseen, &rules, false, &Clingo, &Limits::none()).expect("they can be checked");
    if !verdict.all_hold() {
        return Some(format!("wrong on unseen examples:\n{text}{}", verdict.examples[0].failures.join("\n")));
    }
    let intended = fs::read_to_string(folder.join("rules.lp")).expect("the suite can be read");
    let intended = parse_rules(&intended).expect("they are rules");
    difference(&intended, &learned.rules.statements(), &[])
}

#[test]
fn short_programs_are_learned_that_are_right_on_unseen_examples() {
    let tasks = list_tasks();
    assert!(tasks.len() >= 20);
    let problems: Vec<String> = tasks
        .iter()
        .filter_map(|folder| problem(folder).map(|problem| format!("{}: {problem}", folder.display())))
        .collect();
    assert!(problems.is_empty(), "{} of {}\n{}", problems.len(), tasks.len(), problems.join("\n\n"));
}

#[test]
fn a_wrong_program_is_told_on_lists() {
    let folder = list_tasks().into_iter().find(|folder| folder.ends_with("last_of")).expect("it is there");
    let mut task = with_examples(&folder, "test.pl");
    let rules =
        GivenRules::new("wrong", "last_of(A,B) :- head(A,B).".to_string(), &mut task).expect("it is a rule");
    let verdict = verify_given(&task, &rules, false, &Clingo, &Limits::none()).expect("it can be checked");
    assert!(!verdict.all_hold());
}

#[test]
fn rules_that_do_not_end_are_told() {
    let folder = list_tasks().into_iter().find(|folder| folder.ends_with("length_of")).expect("it is there");
    let mut task = with_examples(&folder, "exs.pl");
    let endless = "length_of(A,B) :- zero(B), empty(A). length_of(A,B) :- cycle(A,C), length_of(C,B).
        length_of(A,B) :- zero(C), count(C,B), head(A,B). count(A,B) :- increment(A,C), count(C,B).";
    let rules = GivenRules::new("endless", endless.to_string(), &mut task).expect("they are rules");
    let error = verify_given(&task, &rules, false, &Clingo, &Limits::none()).expect_err("it does not end");
    assert!(error.to_string().contains("reach more than"), "{error}");
}
