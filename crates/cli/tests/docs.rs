//! The manual: its commands do what it says, and it leaves out no error code, option or field of the report.
//! `UPDATE_EXPECT=1 cargo test -p xfold-cli --test docs` rewrites what the commands print.
//!
//! The commands of one document run in one temporary folder that has a copy of `examples/`; `common/session.rs` says how
//! they are written.
#![cfg(unix)]

mod common;

use common::session::{copy, run, run_sessions};
use std::{
    collections::BTreeSet,
    env, fs,
    path::{Path, PathBuf},
};

/// The documents whose commands are run: the front page and the chapters.
fn documents() -> Vec<PathBuf> {
    let mut documents = vec![root().join("README.md")];
    documents.extend(chapters());
    documents
}

fn chapters() -> Vec<PathBuf> {
    let entries = fs::read_dir(root().join("docs/src")).expect("the manual is there").flatten();
    let mut chapters: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    chapters.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    chapters.sort();
    assert!(chapters.len() >= 6);
    chapters
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn commands_do_what_the_manual_says() {
    let mut all = Vec::new();
    for document in documents() {
        let folder = tempfile::tempdir().expect("there is a folder for temporary files");
        copy(&root().join("examples"), &folder.path().join("examples"));
        let text = read(&document);
        let (found, wrong) = run_sessions(&text, folder.path());
        if env::var_os("UPDATE_EXPECT").is_some() && found != text {
            fs::write(&document, found).expect("it can be written");
        }
        all.extend(wrong.iter().map(|wrong| format!("== {}\n{wrong}", document.display())));
    }
    assert!(all.is_empty(), "{}", all.join("\n"));
}

#[test]
fn the_index_has_every_code() {
    let tables = [xfold_asp::codes::ALL, xfold_solve::codes::ALL, xfold::codes::ALL];
    let mut expected: Vec<String> =
        tables.into_iter().flatten().map(|(code, line)| format!("| {code} | {line} |")).collect();
    expected.sort();
    let text = read(&root().join("docs/src/errors.md"));
    let found: Vec<&str> = text.lines().filter(|line| line.starts_with("| E")).collect();
    assert_eq!(found, expected, "errors.md should list\n{}", expected.join("\n"));
}

#[test]
fn the_contents_name_every_chapter() {
    let contents = read(&root().join("docs/src/SUMMARY.md"));
    for chapter in chapters() {
        let name = chapter.file_name().and_then(|name| name.to_str()).expect("its name is text");
        assert!(name == "SUMMARY.md" || contents.contains(&format!("({name})")), "{name}");
    }
}

#[test]
fn options_are_those_of_the_command() {
    let help = |command: &str| run(&format!("xfold {command} --help"), Path::new("."));
    let known = flags(
        &["learn", "check", "convert", "eval", "predict", "explain", "export", "diagnose"].map(help).concat(),
    );
    let mut named = BTreeSet::new();
    for document in documents() {
        let text = read(&document);
        let code = text.split('`').skip(1).step_by(2).filter(|code| code.starts_with("--"));
        named.extend(code.flat_map(flags));
    }
    let unknown: Vec<&String> = named.difference(&known).collect();
    assert!(unknown.is_empty(), "the manual has options that the command lacks: {unknown:?}");
    let unnamed: Vec<&String> = known.difference(&named).collect();
    assert!(unnamed.is_empty(), "the manual does not tell about {unnamed:?}");
}

/// The words that begin with two dashes.
fn flags(text: &str) -> BTreeSet<String> {
    let words = text.split(|c: char| !(c.is_ascii_alphabetic() || c == '-'));
    words.filter(|word| word.starts_with("--") && word.len() > 2).map(str::to_owned).collect()
}

#[test]
fn the_report_is_described() {
    let task = "bird(tweety). cat(tom). #pos({fly(tweety)}, {fly(tom)}).";
    let printed = run(&format!("echo '{task}' | xfold learn - --format json"), Path::new("."));
    let report: serde_json::Value = serde_json::from_str(&printed).expect("it is JSON");
    let text = read(&root().join("docs/src/formats.md"));
    let (_, text) = text.split_once("\n## The report\n").expect("the chapter is there");
    let (of_tasks, of_tables) = text.split_once("\n### The report of a table\n").expect("so is this one");
    let (of_tables, of_failures) =
        of_tables.split_once("\n## One document, whatever happens\n").expect("and this one");
    check_described(&report, of_tasks);
    let printed = run("xfold learn missing.las --format json", Path::new("."));
    check_described(&serde_json::from_str(&printed).expect("it is JSON"), of_failures);

    let folder = tempfile::tempdir().expect("there is a folder for temporary files");
    let rows: String = (0..20).map(|n| format!("{n},{}\n", if n > 9 { "old" } else { "young" })).collect();
    fs::write(folder.path().join("ages.csv"), format!("age,class\n{rows}")).expect("it can be written");
    let command = "xfold learn ages.csv --target class --format json";
    let report: serde_json::Value = serde_json::from_str(&run(command, folder.path())).expect("it is JSON");
    check_described(&report, of_tables);
    for (group, fields) in report["settings"].as_object().expect("they are an object") {
        for field in fields.as_object().expect("each group is an object").keys() {
            assert!(of_tables.contains(&format!("`{field}`")), "settings.{group}.{field} is not described");
        }
    }
}

/// Each field of a report has a row in a table of the manual, and each row is about a field.
fn check_described(report: &serde_json::Value, text: &str) {
    let rows = text.lines().filter_map(|line| line.strip_prefix("| `")?.split_once("` |"));
    let described: BTreeSet<&str> = rows.map(|(field, _)| field).collect();
    let fields: BTreeSet<&str> =
        report.as_object().expect("it is an object").keys().map(String::as_str).collect();
    assert_eq!(described, fields);
}
