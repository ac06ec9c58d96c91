//! `--format json`: every run of every command puts exactly one document on standard output, whatever comes out.

mod common;

use common::{BIRDS, BIRDS_RULES, Run, arg, command, folder_with, xfold};
use serde_json::Value;
use std::{fs, path::Path};

const TABLE: &str = "age,free\n10,yes\n12,yes\n15,yes\n30,no\n40,no\n50,no\n";
const TABLE_RULES: &str = "% target free; row(X) holds for each row\n% column age: number\n\
                           free(X,yes) :- age(X,A), A <= 20.\nfree(X,no) :- row(X), not free(X,yes).\n";

/// The only document on standard output.
fn document(run: &Run) -> Value {
    serde_json::from_str(&run.stdout).unwrap_or_else(|error| panic!("{error}: {run:?}"))
}

fn run_in(folder: &Path, line: &str) -> Run {
    let args = line.split_whitespace().chain(["--format", "json"]);
    command(args).current_dir(folder).output().expect("it can be run").into()
}

fn folder() -> tempfile::TempDir {
    let (folder, _) = folder_with("birds.las", BIRDS);
    let files =
        [("rules.lp", BIRDS_RULES), ("data.csv", TABLE), ("table.lp", TABLE_RULES), ("broken.las", "p(")];
    for (name, text) in files {
        fs::write(folder.path().join(name), text).expect("it can be written");
    }
    folder
}

#[test]
fn results_are_one_document() {
    let folder = folder();
    for line in [
        "learn birds.las",
        "learn birds.las -o out.json",
        "learn data.csv --target free",
        "learn data.csv --target free --words",
        "learn birds.las --report run.html",
        "check birds.las rules.lp",
        "check data.csv table.lp",
        "convert birds.las --to ilasp",
        "convert birds.las --to popper",
        "convert birds.las --to ilasp -o converted.json",
        "eval data.csv --target free --folds 2",
        "predict table.lp data.csv",
        "predict table.lp data.csv --facts",
        "explain rules.lp birds.las",
        "explain table.lp data.csv",
        "explain table.lp data.csv -o why.html",
        "diagnose birds.las",
        "export rules.lp --to prolog",
        "export table.lp --to sql",
        "export table.lp --to json",
    ] {
        let run = run_in(folder.path(), line);
        assert_eq!(run.stderr, "", "{line}");
        let found = document(&run);
        assert!(found.get("errors").is_none(), "{line}: {found}");
        assert!(matches!(run.code, Some(0 | 1)), "{line}: {run:?}");
    }
    let written: Value =
        serde_json::from_str(&fs::read_to_string(folder.path().join("out.json")).expect("it was written"))
            .expect("it is JSON");
    assert_eq!(written["stop"], "verified");
}

#[test]
fn errors_and_limits_are_one_document() {
    let folder = folder();
    for (line, status, code) in [
        ("learn broken.las", "error", 2),
        ("learn missing.las", "error", 2),
        ("learn data.csv --target nothing", "error", 2),
        ("learn birds.las -o birds.las", "error", 2),
        ("learn birds.las --max-body 1000", "error", 2),
        ("learn birds.las --what", "error", 2),
        ("learn", "error", 2),
        ("learn birds.las --time-limit never", "error", 2),
        ("learn birds.las --time-limit 0.000001", "limit", 3),
        ("learn data.csv --target free --time-limit 0.000001", "limit", 3),
        ("check birds.las", "error", 2),
        ("check birds.las rules.lp --time-limit 0.000001", "limit", 3),
        ("convert broken.las --to ilasp", "error", 2),
        ("convert data.csv --to ilasp", "error", 2),
        ("eval data.csv --target nothing", "error", 2),
        ("predict rules.lp data.csv", "error", 2),
        ("predict table.lp data.csv --time-limit 0.000001", "limit", 3),
        ("explain rules.lp birds.las --row 1", "error", 2),
        ("explain rules.lp birds.las --time-limit 0.000001", "limit", 3),
        ("explain table.lp data.csv --time-limit 0.000001", "limit", 3),
        ("diagnose broken.las", "error", 2),
        ("export rules.lp --to sql", "error", 2),
        ("what", "error", 2),
    ] {
        let run = run_in(folder.path(), line);
        assert_eq!((run.code, run.stderr.as_str()), (Some(code), ""), "{line}: {run:?}");
        let found = document(&run);
        assert_eq!(found["status"], status, "{line}: {found}");
        assert_eq!(found["version"], 1, "{line}: {found}");
        let errors = found["errors"].as_array().expect("a list");
        assert!(!errors.is_empty(), "{line}");
        assert!(errors.iter().all(|error| error["code"].as_str().is_some_and(|code| code.starts_with('E'))));
    }
    let run = run_in(folder.path(), "learn birds.las --what");
    assert_eq!(document(&run)["errors"][0]["code"], "E259");
    assert_eq!(document(&run)["errors"][0]["message"], "unexpected argument '--what' found");
}

/// Work that does not look at its limits is ended from outside of it; there is a document all the same.
#[test]
#[cfg(unix)]
fn what_does_not_come_back_is_one_document() {
    let folder = folder();
    let made = std::process::Command::new("mkfifo").arg(folder.path().join("pipe.las")).status();
    assert!(made.expect("there is mkfifo").success());
    for line in
        ["learn pipe.las", "convert pipe.las --to ilasp", "check pipe.las rules.lp", "diagnose pipe.las"]
    {
        let run = run_in(folder.path(), &format!("{line} --time-limit 0.3"));
        assert_eq!((run.code, run.stderr.as_str()), (Some(3), ""), "{line}: {run:?}");
        assert_eq!(document(&run)["status"], "limit", "{line}");
    }
}

/// A document that cannot go to its file goes to standard output, and the error beside it.
#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_loses_no_document() {
    let folder = folder();
    std::os::unix::fs::symlink("/dev/full", folder.path().join("full.html")).expect("it can be made");
    for line in ["learn birds.las -o /dev/full", "learn birds.las --report full.html"] {
        let run = run_in(folder.path(), line);
        assert_eq!(run.code, Some(2), "{run:?}");
        assert_eq!(document(&run)["stop"], "verified");
        let failed: Value = serde_json::from_str(&run.stderr).expect("it is JSON");
        assert_eq!(failed["errors"][0]["code"], "E280");
    }
}

#[test]
fn help_stays_text() {
    let run = xfold(["learn", "--format", "json", "--help"]);
    assert_eq!(run.code, Some(0));
    assert!(run.stdout.contains("EXIT CODES"), "{}", run.stdout);
    let (_folder, path) = folder_with("birds.las", BIRDS);
    let run = xfold(["learn", &arg(&path), "--what"]);
    assert!(run.stderr.starts_with("error: unexpected argument"), "{run:?}");
}
