//! What `xfold diagnose` finds: examples that are alike, and what would help.

mod common;

use common::{BIRDS, Run, arg, command, folder_with};
use serde_json::Value;

fn diagnose(task: &str, code: i32) -> Value {
    let (_folder, path) = folder_with("task.las", task);
    let run: Run =
        command(["diagnose", &arg(&path), "--format", "json"]).output().expect("it can be run").into();
    assert_eq!(run.code, Some(code), "{}", run.stderr);
    serde_json::from_str(&run.stdout).expect("it is JSON")
}

#[test]
fn nothing_to_find() {
    let found = diagnose(BIRDS, 0);
    assert_eq!(
        (&found["alike"], &found["trials"], &found["stop"]),
        (&Value::Array(vec![]), &Value::Array(vec![]), &Value::from("verified"))
    );
}

#[test]
fn a_missing_mode_is_named() {
    let task = "bird(a). bird(b). bird(c). bird(d). penguin(c). heavy(b). heavy(c). likes(a,b). likes(d,b). likes(b,d).
        #modeh(fly(var(any))). #modeb(bird(var(any))). #modeb(likes(var(any),var(any))).
        #pos({fly(a), fly(b)}, {fly(c), fly(d)}).";
    let found = diagnose(task, 0);
    // b is liked, c is not; a likes b as d does, but only d is liked: no two of them are alike.
    assert_eq!(found["alike"].as_array().map(Vec::len), Some(0), "{found}");
    let task = task.replace("#modeb(likes(var(any),var(any))).", "");
    let found = diagnose(&task, 0);
    let alike = found["alike"].as_array().expect("it is a list");
    assert_eq!(alike.len(), 2, "{found}");
    for pair in alike {
        assert_eq!(pair["negative"], "fly(c)");
        let by = pair["told_apart_by"].as_array().expect("it is a list");
        assert!(by.contains(&Value::from("penguin/1")) && by.contains(&Value::from("likes/2")), "{pair}");
        assert_eq!(by.contains(&Value::from("heavy/1")), pair["positive"] == "fly(a)", "{pair}");
    }
}

#[test]
fn modes_that_help_are_tried() {
    let task = "lamp(left; right). #modeh(lit(var(lamp))). #modeb(lamp(var(lamp))).
        #pos(first, {lit(left)}, {}, { day. }). #pos(second, {}, {lit(left)}, { night. }).
        #neg(third, {lit(left)}, {}, { night. }). #neg(fourth, {}, {lit(left)}, { day. }).";
    let found = diagnose(task, 1);
    assert_eq!(found["failing"].as_array().map(|failing| failing.is_empty()), Some(false));
    let trials = found["trials"].as_array().expect("it is a list");
    assert_eq!(trials[0]["helps"], false, "{found}");
    let helping = trials.iter().find(|trial| trial["helps"] == true).expect("one helps");
    let needed = helping["new_predicates"].as_array().expect("it is a list");
    assert!(needed.iter().any(|needed| needed == "day/0" || needed == "night/0"), "{found}");
}
