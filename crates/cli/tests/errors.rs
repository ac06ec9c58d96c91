//! Tasks that are wrong, and what is said about them. `UPDATE_EXPECT=1 cargo test -p xfold-cli --test errors` rewrites
//! what is expected.
//!
//! A case is a folder `suite/errors/<name>` with `wrong.las`, or a table such as `wrong.csv` (missing in the case of a
//! missing file), optionally `command` with another command than `learn` and `args` with more arguments, and
//! `expected.txt`: the exit code and standard error, times left out.

mod common;

use common::{Run, command, folder_with};
use std::{
    fs,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

/// Even what has to be stopped by a limit ends within this time, also where other tests take most of the machine.
const LONGEST: Duration = Duration::from_secs(30);

fn run_in(folder: &Path, args: &[&str]) -> Run {
    let started = Instant::now();
    let name = fs::read_to_string(folder.join("command")).unwrap_or("learn".to_owned());
    let run = command([name.trim(), &wrong_file(folder), "--color", "never"])
        .args(args)
        .current_dir(folder)
        .output()
        .expect("the command can be run");
    assert!(started.elapsed() < LONGEST, "{}: {:?}", folder.display(), started.elapsed());
    run.into()
}

/// The name of the file that is wrong.
fn wrong_file(folder: &Path) -> String {
    let names = fs::read_dir(folder).expect("it is a folder").flatten().map(|entry| entry.file_name());
    let mut names = names.filter_map(|name| name.into_string().ok());
    names.find(|name| name.starts_with("wrong.")).unwrap_or("wrong.las".to_owned())
}

/// The exit code and standard error, with `…` for times.
fn told(run: &Run) -> String {
    let mut lines = vec![format!("exit {}", run.code.expect("it ended by itself"))];
    lines.extend(run.stderr.lines().map(|line| match line.rsplit_once(" · ") {
        Some((before, time)) if time.ends_with('s') => format!("{before} · …"),
        _ => line.to_owned(),
    }));
    lines.join("\n") + "\n"
}

fn cases() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../suite/errors");
    let entries = fs::read_dir(folder).expect("the cases are there").flatten();
    let mut cases: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(|path| path.is_dir()).collect();
    cases.sort();
    assert!(cases.len() >= 15);
    cases
}

#[test]
fn wrong_tasks_are_explained() {
    let mut wrong = Vec::new();
    for case in cases() {
        let args = fs::read_to_string(case.join("args")).unwrap_or_default();
        let args: Vec<&str> = args.split_whitespace().collect();
        let (found, file) = (told(&run_in(&case, &args)), case.join("expected.txt"));
        if std::env::var_os("UPDATE_EXPECT").is_some() {
            fs::write(&file, &found).expect("it can be written");
        }
        let expected = fs::read_to_string(&file).unwrap_or_default();
        if found != expected {
            wrong.push(format!("== {}\n-- expected\n{expected}-- found\n{found}", case.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Codes that no case can show, each with the test that produces it and the reason.
const SHOWN_ELSEWHERE: &[(&str, &str, &str)] = &[
    ("E203", "", "four gigabytes of text are too much for a test"),
    ("E251", "", "the solver does not fail at will"),
    ("E295", "", "it takes a space that is too large to be searched"),
    ("E129", "", "clingo has no further remark today"),
    ("E259", "crates/cli/tests/json.rs", "as text, what is wrong with the command line has no code"),
    ("E353", "crates/cli/tests/databases.rs", "files have no columns of a declared kind"),
    ("E303", "crates/cli/tests/tables.rs", "a line of that length is made by the test"),
    ("E360", "crates/cli/tests/engines.rs", "it depends on what is installed"),
    ("E361", "cluster/tests/engines/program.rs", "the default build has no engine beyond memory"),
];

#[test]
fn every_code_is_produced() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let read = |path: &Path| fs::read_to_string(path).unwrap_or_default();
    let cases: String = cases().iter().map(|case| read(&case.join("expected.txt"))).collect();
    // Our reader refuses most of what clingo would, so clingo's own messages are tested at the solver.
    let solver = read(&root.join("crates/solve/tests/messages.rs"));
    for (codes, texts) in [
        (xfold_asp::codes::ALL, vec![&cases]),
        (xfold::codes::ALL, vec![&cases]),
        (xfold_solve::codes::ALL, vec![&cases, &solver]),
    ] {
        for (code, line) in codes {
            let is_shown = texts.iter().any(|text| text.contains(&format!("[{code}]")));
            match SHOWN_ELSEWHERE.iter().find(|(known, ..)| known == code) {
                None => assert!(is_shown, "no case of suite/errors has {code}: {line}"),
                Some((_, "", _)) => assert!(!is_shown, "{code} has a case now"),
                Some((_, file, _)) => assert!(read(&root.join(file)).contains(code), "{file} lacks {code}"),
            }
        }
    }
}

#[test]
fn json_says_the_same() {
    for case in cases() {
        let args = fs::read_to_string(case.join("args")).unwrap_or_default();
        if args.contains("-limit") {
            // It takes its time, and tells nothing new.
            continue;
        }
        let args: Vec<&str> = args.split_whitespace().chain(["--format", "json"]).collect();
        let run = run_in(&case, &args);
        if matches!(run.code, Some(0 | 1)) {
            assert_eq!(run.stderr, "", "{}", case.display());
            continue;
        }
        assert_eq!(run.stderr, "", "{}", case.display());
        let failed: serde_json::Value = serde_json::from_str(&run.stdout).expect("it is JSON");
        let text = fs::read_to_string(case.join("expected.txt")).expect("it is there");
        let lists = ["errors", "notes"].map(|list| failed[list].as_array().expect("a list"));
        assert!(!lists[0].is_empty(), "{}", case.display());
        for error in lists.into_iter().flatten() {
            let title = format!("[{}]: ", error["code"].as_str().expect("a code"));
            assert!(text.contains(&title), "{}: {error}", case.display());
            if let (Some(file), Some(line)) = (error["file"].as_str(), error["line"].as_u64()) {
                let place = format!("{file}:{line}:{}", error["column"]);
                assert!(text.contains(&place), "{}: {error}", case.display());
            }
        }
    }
}

#[test]
fn bytes_that_are_no_text() {
    let (folder, path) = folder_with("wrong.las", "");
    fs::write(path, [b"bird(tweety).\nb".as_slice(), &[0xff, 0xfe, 0, 1]].concat())
        .expect("it can be written");
    let run = run_in(folder.path(), &[]);
    assert_eq!(run.code, Some(2));
    assert!(run.stderr.contains("wrong.las:2:2: this is not UTF-8 text"), "{}", run.stderr);

    let (folder, _) = folder_with("wrong.las", "bird(tweety).\n\0\n");
    let run = run_in(folder.path(), &[]);
    assert_eq!(run.code, Some(2));
    assert!(run.stderr.contains("wrong.las:2:1"), "{}", run.stderr);
}

#[test]
fn many_open_parentheses() {
    let (folder, _) = folder_with("wrong.las", &format!("p{}", "(".repeat(200_000)));
    let run = run_in(folder.path(), &[]);
    assert_eq!(run.code, Some(2));
    assert!(run.stderr.contains("wrong.las:1:") && run.stderr.contains("too deep"), "{}", run.stderr);
    assert!(run.stderr.len() < 2000, "the excerpt is short: {}", run.stderr.len());
}

#[test]
fn a_very_long_example() {
    let atoms: Vec<String> = (0..20_000).map(|number| format!("p({number})")).collect();
    let text = format!("q(1).\n#modeh(p(var(n))).\n#pos({{{},r(1)}},{{}}).\n", atoms.join(","));
    let (folder, _) = folder_with("wrong.las", &text);
    let run = run_in(folder.path(), &[]);
    assert_eq!(run.code, Some(2));
    assert!(run.stderr.contains("r(1)") && run.stderr.contains("wrong.las:3:"), "{}", run.stderr);
    assert!(run.stderr.len() < 2000, "the excerpt is short: {}", run.stderr.len());
}
