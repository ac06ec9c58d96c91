//! Reports in files: a page that is whole and needs nothing else, and the JSON of `--format json`.

mod common;

use common::{BIRDS, Run, arg, command, folder_with};
use std::fs;

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
    for part in
        ["Support of the rules", "Which classes were given", "row 1: pays is no", "the table says yes"]
    {
        assert!(page.contains(part), "{part}\n{page}");
    }
    let json: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(&data).expect("it was written")).expect("it is JSON");
    assert_eq!(json["target"], "pays");
}
