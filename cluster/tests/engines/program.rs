//! The program `xfold-cluster` itself: what it prints, and how it ends.

use crate::{
    nodes::{Process, address},
    tables::write_files,
};
use std::{
    fs,
    net::TcpListener,
    process::{Command, Output},
};

fn program(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_xfold-cluster"));
    command.args(arguments);
    command
}

#[test]
#[cfg(unix)]
fn starts_and_ends_as_a_service_does() {
    let mut scheduler = Process::spawn(&mut program(&["scheduler", "--port", "0"]));
    let at = address(&scheduler);
    assert!(at.starts_with("127.0.0.1:"), "{at}");
    let arguments = ["executor", "--scheduler", &at, "--port", "0", "--grpc-port", "0", "--threads", "1"];
    let mut executor = Process::spawn(&mut program(&arguments));
    executor.wait_for("registered with the scheduler");
    scheduler.wait_for("registered (1 in all)");
    executor.signal("TERM");
    assert_eq!(executor.code(), Some(0));
    scheduler.wait_for("lost (0 left)");
    scheduler.signal("INT");
    assert_eq!(scheduler.code(), Some(0));
}

#[test]
fn says_what_is_wrong() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    for (arguments, expected) in [
        (vec!["scheduler", "--port", &port], "cannot listen at"),
        (vec!["scheduler", "--bind", "0.0.0.0", "--port", "0"], "--advertise"),
        (vec!["executor", "--scheduler", "127.0.0.1:1", "--wait", "0"], "no scheduler of xfold answers"),
    ] {
        let output = program(&arguments).output().unwrap();
        let text = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{text}");
        assert!(text.starts_with("error: ") && text.contains(expected), "{text}");
    }
}

fn texts(output: &Output) -> (String, String) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&output.stdout), text(&output.stderr))
}

#[test]
fn has_the_commands_of_xfold() {
    let folder = tempfile::tempdir().unwrap();
    let task = folder.path().join("birds.las");
    // The solver is this program again, as a worker.
    fs::write(&task, "bird(tweety). bird(et). cat(kitty). #pos({fly(tweety), fly(et)}, {fly(kitty)}).")
        .unwrap();
    let output = program(&["learn", task.to_str().unwrap()]).output().unwrap();
    let (rules, said) = texts(&output);
    assert_eq!(output.status.code(), Some(0), "{said}");
    assert!(rules.contains("fly(X) :- bird(X)."), "{rules}");
    let (help, _) = texts(&program(&["--help"]).output().unwrap());
    assert!(help.contains("scheduler") && help.contains("commands of xfold"), "{help}");
}

#[test]
fn engines_are_plugged_in() {
    let folder = tempfile::tempdir().unwrap();
    let table = write_files(folder.path(), 7);
    let learn = |location: &str, engine: &str| {
        let words = ["learn", location, "--target", "name", "--engine", engine];
        let output = program(&words).output().unwrap();
        (output.status.code(), texts(&output).1)
    };
    let (code, said) = learn("/no/such/folder/*.parquet", "datafusion");
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("[E361]") && said.contains("/no/such/folder"), "{said}");
    let nobody = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string();
    let (code, said) = learn(&table, &format!("ballista://{nobody}"));
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("[E361]") && said.contains(&nobody), "{said}");
    // Started by an xfold of another version.
    let mut other = program(&["learn", &table, "--target", "name", "--engine", "datafusion"]);
    let (_, said) = texts(&other.env("XFOLD_CALLER_VERSION", "0.0.1").output().unwrap());
    assert!(said.contains("[E360]") && said.contains("0.0.1"), "{said}");
}
