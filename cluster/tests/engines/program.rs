//! The program `xfold-cluster` itself: what it prints, and how it ends.

use crate::nodes::{Process, address};
use std::{net::TcpListener, process::Command};

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
