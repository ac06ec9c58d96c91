//! The folders of the suite are whole: every task can be read, every answer is a program about the task's target.

use xfold_asp::{Head, SourceMap, StatementKind, parse_program, parse_rules};
use xfold_suite::{exact_tasks, groups, same_rules, tasks};

#[test]
fn there_are_tasks() {
    assert!(groups().iter().any(|group| group == "fold"));
    assert!(tasks("fold").len() >= 40);
}

#[test]
fn tasks_can_be_read() {
    for task in groups().iter().flat_map(|group| tasks(group)) {
        let mut sources = SourceMap::default();
        sources.add(task.name.as_str(), task.text.as_str());
        let (_, errors) = parse_program(&sources);
        let told: Vec<String> = errors.iter().map(|error| error.one_line(&sources)).collect();
        assert!(told.is_empty(), "{}: {}", task.name, told.join("\n"));
        assert!(task.text.starts_with('%'), "{} opens with a sentence about it", task.name);
    }
}

#[test]
fn tasks_with_known_costs_can_be_read() {
    let tasks = exact_tasks();
    assert!(tasks.len() >= 8);
    for task in tasks {
        let mut sources = SourceMap::default();
        sources.add(task.name.as_str(), task.text.as_str());
        assert!(parse_program(&sources).1.is_empty(), "{}", task.name);
        assert!(task.text.starts_with('%'), "{} opens with a sentence about it", task.name);
    }
}

#[test]
fn answers_are_programs() {
    for task in groups().iter().flat_map(|group| tasks(group)) {
        for answer in std::iter::once(&task.expected).chain(&task.alternatives) {
            let rules = parse_rules(answer).unwrap_or_else(|errors| panic!("{}: {errors:?}", task.name));
            assert_eq!(task.judge(&rules), Ok(()), "{}", task.name);
            assert!(!same_rules(&rules, &[], &[]), "{} has an empty answer", task.name);
            for rule in &rules {
                let StatementKind::Rule(rule) = &rule.kind else { panic!("{}: not a rule", task.name) };
                assert!(
                    matches!(rule.head, Head::Atom(_) | Head::None) && !rule.body.is_empty(),
                    "{}: {rule:?}",
                    task.name
                );
            }
        }
    }
}

#[test]
fn a_wrong_answer_is_told() {
    let penguin = tasks("fold").into_iter().find(|task| task.name == "penguin").expect("it is there");
    let wrong = parse_rules("fly(X) :- bird(X), not ab0(X). ab0(X) :- cat(X).").expect("these are rules");
    let told = penguin.judge(&wrong).expect_err("cats are no exceptions");
    assert!(told.contains("ab0(X) :- penguin(X).") && told.contains("ab0(X) :- cat(X)."), "{told}");
}
