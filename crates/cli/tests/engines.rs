//! Engines beyond memory are another program, which takes the place of this one.
#![cfg(unix)]

use std::{
    fs,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    process::{Command, Output},
    sync::{Mutex, MutexGuard, PoisonError},
};

const LEARN: &[&str] = &["learn", "data/*.parquet", "--target", "label", "--engine", "datafusion"];

/// One test at a time: a program that is being written cannot be run, and a process that another test starts meanwhile
/// holds it open.
fn alone_at_work() -> MutexGuard<'static, ()> {
    static TURN: Mutex<()> = Mutex::new(());
    TURN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A copy of the program with nothing beside it.
fn alone(folder: &Path) -> PathBuf {
    let copy = folder.join("xfold");
    fs::copy(env!("CARGO_BIN_EXE_xfold"), &copy).expect("it can be copied");
    copy
}

fn script(file: &Path, text: &str) {
    fs::create_dir_all(file.parent().expect("it is in a folder")).expect("it can be written");
    fs::write(file, format!("#!/bin/sh\n{text}\n")).expect("it can be written");
    fs::set_permissions(file, fs::Permissions::from_mode(0o755)).expect("it can be written");
}

fn run(program: &Path, path: &Path, words: &[&str]) -> Output {
    Command::new(program).args(words).env("PATH", path).output().expect("it can be run")
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn says_how_to_get_a_program_that_is_missing() {
    let _turn = alone_at_work();
    let folder = tempfile::tempdir().expect("there is a folder for temporary files");
    let program = alone(folder.path());
    let output = run(&program, Path::new("/nowhere"), LEARN);
    let text = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{text}");
    assert!(
        text.contains("[E360]") && text.contains("xfold-cluster") && text.contains("cargo build"),
        "{text}"
    );
    let output = run(&program, Path::new("/nowhere"), &[LEARN, &["--format", "json"]].concat());
    assert!(stdout(&output).contains("\"E360\""), "{}", stdout(&output));
}

#[test]
fn hands_over_to_the_other_program() {
    let _turn = alone_at_work();
    let folder = tempfile::tempdir().expect("there is a folder for temporary files");
    let program = alone(folder.path());
    let path = folder.path().join("bin");
    script(&path.join("xfold-cluster"), "echo \"$XFOLD_CALLER_VERSION|$*\"; exit 7");
    let output = run(&program, &path, LEARN);
    let version = env!("CARGO_PKG_VERSION");
    let expected = format!("{version}|learn data/*.parquet --target label --engine datafusion\n");
    assert_eq!((output.status.code(), stdout(&output)), (Some(7), expected));
    // The one beside this program comes first.
    script(&folder.path().join("xfold-cluster"), "echo beside");
    assert_eq!(stdout(&run(&program, &path, LEARN)), "beside\n");
    for words in [
        &["eval", "a.csv", "--target", "x", "--engine", "ballista://node:1"][..],
        &["predict", "rules.lp", "a.csv", "--engine", "datafusion"],
        &["check", "a.csv", "rules.lp", "--engine", "datafusion"],
    ] {
        assert_eq!(stdout(&run(&program, &path, words)), "beside\n");
    }
}

#[test]
fn memory_is_this_program() {
    let _turn = alone_at_work();
    let folder = tempfile::tempdir().expect("there is a folder for temporary files");
    let program = alone(folder.path());
    script(&folder.path().join("xfold-cluster"), "echo never");
    let table = folder.path().join("ages.csv");
    let rows: String = (0..20).map(|n| format!("{n},{}\n", if n > 9 { "old" } else { "young" })).collect();
    fs::write(&table, format!("age,class\n{rows}")).expect("it can be written");
    let words = ["learn", table.to_str().expect("its name is text"), "--target", "class", "-q"];
    let plain = run(&program, Path::new("/nowhere"), &words);
    let named = run(&program, Path::new("/nowhere"), &[&words[..], &["--engine", "memory"]].concat());
    assert_eq!(plain.status.code(), Some(0));
    assert_eq!(stdout(&plain), stdout(&named));
    let wrong = run(&program, Path::new("/nowhere"), &[&words[..], &["--engine", "spark"]].concat());
    assert_eq!(wrong.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&wrong.stderr).contains("ballista://HOST:PORT"));
}
