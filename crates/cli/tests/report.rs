//! Reports in files: a page that is whole and needs nothing else, and the JSON of `--format json`.

mod common;

use common::{BIRDS, Run, arg, command, folder_with};
use std::{fs, path::Path};

fn run(args: &[&str]) -> Run {
    command(args.iter().copied()).output().expect("the command can be run").into()
}

/// Fails if a page refers to anything outside or leaves an element open.
fn check_page(page: &str) {
    assert!(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>\n"));
    for outside in ["http:", "https:", "<script", "<link", "<img", "url("] {
        assert!(!page.contains(outside), "{outside}");
    }
    for element in
        ["section", "details", "ul", "li", "table", "tr", "td", "th", "div", "p", "pre", "code", "span"]
    {
        let opened =
            page.matches(&format!("<{element}>")).count() + page.matches(&format!("<{element} ")).count();
        assert_eq!(opened, page.matches(&format!("</{element}>")).count(), "{element}");
    }
}

#[test]
fn a_page_of_a_task() {
    let (folder, path) = folder_with("birds.las", BIRDS);
    let file = folder.path().join("run.html");
    let learned = run(&["learn", &arg(&path), "--report", &arg(&file)]);
    assert_eq!(learned.code, Some(0), "{}", learned.stderr);
    let page = fs::read_to_string(&file).expect("it was written");
    check_page(&page);
    for part in
        ["verified", "fly(X) :- bird(X), not ab0(X).", "fly(tweety)", "How it was learned", "max_body"]
    {
        assert!(page.contains(part), "{part}");
    }
    assert!(learned.stdout.contains("ab0(X) :- penguin(X)."), "the rules are printed as ever");
}

#[test]
fn the_json_is_that_of_the_command() {
    let (folder, path) = folder_with("birds.las", BIRDS);
    let file = folder.path().join("run.json");
    let printed = run(&["learn", &arg(&path), "--format", "json", "--report", &arg(&file)]).stdout;
    assert_eq!(fs::read_to_string(&file).expect("it was written"), printed);
    let wrong = run(&["learn", &arg(&path), "--report", "run.txt"]);
    assert_eq!(wrong.code, Some(2));
}

#[test]
fn a_page_of_a_table() {
    let rows: String = (0..60)
        .map(|n| {
            format!(
                "{n},{},{}\n",
                if n % 3 == 0 { "a<b" } else { "c" },
                if n > 30 || n == 7 { "yes" } else { "no" }
            )
        })
        .collect();
    let (folder, path) = folder_with("rows.csv", &format!("age,kind,pays\n{rows}"));
    let (file, data) = (folder.path().join("run.html"), folder.path().join("run.json"));
    for report in [&file, &data] {
        let learned = run(&["learn", &arg(&path), "--target", "pays", "--report", &arg(report)]);
        assert_eq!(learned.code, Some(0), "{}", learned.stderr);
    }
    let page = fs::read_to_string(&file).expect("it was written");
    check_page(&page);
    for part in [
        "rows: right, and all that it covers",
        "If age is at most 30, pays is no.",
        "Which classes were given",
        "row 1: pays is no",
        "the table says yes",
        "How it was learned",
        "class no: 30 rows of it, 30 of others",
        "--report",
    ] {
        assert!(page.contains(part), "{part}\n{page}");
    }
    let json: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(&data).expect("it was written")).expect("it is JSON");
    assert_eq!(json["target"], "pays");
    assert_eq!(json["settings"]["fit"]["seed"], 1);
    assert_eq!(json["settings"]["read"]["target"], "pays");
    let rules = json["rules"].as_array().expect("they are a list");
    assert_eq!((&rules[0]["rows"], &rules[0]["right"]), (&31.0.into(), &30.0.into()));
    // What the report says is enough to run it again.
    let words: Vec<&str> =
        json["command"].as_array().expect("words").iter().filter_map(|word| word.as_str()).collect();
    assert_eq!(words[0], "xfold");
    let again = run(&words[1..]);
    assert_eq!(again.stdout, json["program"].as_str().expect("it is text"));
}

#[test]
fn rules_of_a_task_with_what_they_derive() {
    let (folder, path) = folder_with("birds.las", BIRDS);
    let file = folder.path().join("run.html");
    let printed = run(&["learn", &arg(&path), "--format", "json", "--report", &arg(&file)]).stdout;
    let json: serde_json::Value = serde_json::from_str(&printed).expect("it is JSON");
    let rules = json["rules"].as_array().expect("they are a list");
    assert_eq!(rules[0]["rule"], "fly(X) :- bird(X), not ab0(X).");
    assert_eq!((&rules[0]["positive"], &rules[0]["negative"]), (&2.into(), &0.into()));
    assert_eq!((&rules[1]["rule"], &rules[1]["other"]), (&"ab0(X) :- penguin(X).".into(), &1.into()));
    let page = fs::read_to_string(&file).expect("it was written");
    check_page(&page);
    assert!(page.contains("instances that it derives") && page.contains("2 wanted"), "{page}");
}

#[test]
fn worlds_stand_side_by_side() {
    let task = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/colouring/task.las");
    let folder = tempfile::tempdir().expect("there is a folder");
    let file = folder.path().join("run.html");
    let learned = run(&["learn", &arg(&task), "--report", &arg(&file)]);
    assert_eq!(learned.code, Some(0), "{}", learned.stderr);
    let page = fs::read_to_string(&file).expect("it was written");
    check_page(&page);
    assert!(page.contains("Worlds of the positive examples"));
    assert!(page.matches("class=\"world\"").count() >= 2);
}

#[test]
fn what_fails_points_to_diagnose() {
    let task = "p(a). p(b). #modeh(q(var(any))). #modeb(p(var(any))). #pos({q(a)}, {q(b)}).";
    let (_folder, path) = folder_with("my task.las", task);
    let learned = run(&["learn", &arg(&path), "--exact"]);
    assert_eq!(learned.code, Some(1));
    let told = format!("`xfold diagnose '{}'` tells what stands in the way", arg(&path));
    assert!(learned.stderr.contains(&told), "{}", learned.stderr);
    let quiet = run(&["learn", &arg(&path), "--exact", "--quiet"]);
    assert_eq!(quiet.stderr, "");
}
