//! Running the command `xfold` and looking at what it leaves.
#![allow(dead_code)] // Each test file uses a part of it.

pub mod session;

use std::{
    ffi::OsStr,
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};
use xfold_asp::symbols::Symbols;
use xfold_solve::{Clingo, Input, Limits, Query, Solver};

/// What a run left.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Run {
    pub stdout: String,
    pub stderr: String,
    /// The exit code; none if a signal ended it.
    pub code: Option<i32>,
}

impl From<Output> for Run {
    fn from(output: Output) -> Self {
        Self {
            stdout: String::from_utf8(output.stdout).expect("standard output is text"),
            stderr: String::from_utf8(output.stderr).expect("standard error is text"),
            code: output.status.code(),
        }
    }
}

/// The command, without colours whatever the environment says.
pub fn command<A: AsRef<OsStr>>(args: impl IntoIterator<Item = A>) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_xfold"));
    command.args(args).env_remove("NO_COLOR").stdin(Stdio::null());
    command
}

/// Runs the command.
pub fn xfold<A: AsRef<OsStr>>(args: impl IntoIterator<Item = A>) -> Run {
    command(args).output().expect("the command can be run").into()
}

/// Runs the command with a text on standard input.
pub fn xfold_with<A: AsRef<OsStr>>(args: impl IntoIterator<Item = A>, stdin: &str) -> Run {
    let mut command = command(args);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the command can be run");
    // A wrong option may end it before it reads.
    let _ = child.stdin.take().expect("it is piped").write_all(stdin.as_bytes());
    child.wait_with_output().expect("it ends").into()
}

/// A folder for one test, with a file in it.
pub fn folder_with(name: &str, text: &str) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("there is a folder for temporary files");
    let path = folder.path().join(name);
    std::fs::write(&path, text).expect("it can be written");
    (folder, path)
}

/// A path as an argument.
pub fn arg(path: &Path) -> String {
    path.to_str().expect("the path is text").to_owned()
}

/// The path of a task of the suite.
pub fn suite_task(name: &str) -> String {
    let task = xfold_suite::tasks("fold").into_iter().find(|task| task.name == name);
    arg(&task.expect("the suite has it").path)
}

/// Whether a program has a stable model. Fails if clingo does not accept it.
pub fn has_model(program: &str) -> bool {
    let mut input = Input::new();
    input.push(program, None);
    let mut grounded =
        Clingo.ground(&input, &Limits::none()).unwrap_or_else(|error| panic!("{error}\n{program}"));
    let answer = grounded.solve(&Query::default(), &mut Symbols::default(), &Limits::none());
    !answer.unwrap_or_else(|error| panic!("{error}\n{program}")).models.is_empty()
}

/// The birds of the help text.
pub const BIRDS: &str = "
bird(X) :- penguin(X).
bird(tweety).  bird(et).  penguin(polly).  cat(kitty).
#modeh(fly(var(any))).
#modeb(bird(var(any))).  #modeb(penguin(var(any))).
#pos({fly(tweety), fly(et)}, {fly(polly), fly(kitty)}).
";

/// The rules learned for them.
pub const BIRDS_RULES: &str = "fly(X) :- bird(X), not ab0(X).\nab0(X) :- penguin(X).\n";
