//! Sessions in a document: commands that are run, with what they print.
//!
//! A block marked `console` is a session: after `$ ` stands a command, below it what a terminal shows, times aside. The
//! commands of one document run in one folder. A block of any other kind below `<!-- file: NAME -->` is a file in that
//! folder.

use std::{
    env, fs,
    path::Path,
    process::{Command, Stdio},
};

/// Between two fences, or outside of any.
enum Block {
    Text,
    Session,
    File(String),
    Other,
}

/// Runs the sessions of a document. Returns it with what the commands really printed, and which ones printed
/// something else than it says.
pub fn run_sessions(text: &str, folder: &Path) -> (String, Vec<String>) {
    let (mut found, mut wrong) = (String::new(), Vec::new());
    let (mut block, mut name) = (Block::Text, None);
    let mut content = String::new();
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        found.push_str(line);
        found.push('\n');
        match (&block, line.strip_prefix("```")) {
            (Block::Text, Some("console")) => block = Block::Session,
            (Block::Text, Some(_)) => block = name.take().map_or(Block::Other, Block::File),
            (Block::Text, None) => {
                let comment = line.strip_prefix("<!-- file: ").and_then(|rest| rest.strip_suffix(" -->"));
                name = comment.map(str::to_owned).or(name.filter(|_| line.trim().is_empty()));
            }
            (_, Some(_)) => {
                if let Block::File(name) = &block {
                    fs::write(folder.join(name), &content).expect("it can be written");
                }
                (block, content) = (Block::Text, String::new());
            }
            (Block::File(_), None) => content.extend([line, "\n"]),
            (Block::Other, None) => {}
            (Block::Session, None) => {
                let command = line.strip_prefix("$ ").unwrap_or_else(|| panic!("no command: {line}"));
                let mut expected = String::new();
                while let Some(line) =
                    lines.next_if(|line| !line.starts_with("$ ") && !line.starts_with("```"))
                {
                    expected.extend([line, "\n"]);
                }
                let printed = run(command, folder);
                if without_times(&printed) == without_times(&expected) {
                    found.push_str(&expected);
                } else {
                    found.push_str(&printed);
                    wrong.push(format!("$ {command}\n-- expected\n{expected}-- found\n{printed}"));
                }
            }
        }
    }
    assert!(matches!(block, Block::Text), "a block is not closed");
    (found, wrong)
}

/// What a terminal shows of a command.
pub fn run(command: &str, folder: &Path) -> String {
    let program = Path::new(env!("CARGO_BIN_EXE_xfold"));
    let paths = env::var_os("PATH").unwrap_or_default();
    let paths = program.parent().map(Path::to_path_buf).into_iter().chain(env::split_paths(&paths));
    let output = Command::new("sh")
        .args(["-c", &format!("exec 2>&1\n{command}")])
        .current_dir(folder)
        .env("PATH", env::join_paths(paths).expect("folders have no colon"))
        .stdin(Stdio::null())
        .output()
        .expect("there is a shell");
    String::from_utf8(output.stdout).expect("it is text")
}

/// The lines, with `…` for the time at the end of a verdict.
fn without_times(text: &str) -> Vec<String> {
    let line = |line: &str| match line.rsplit_once(" · ") {
        Some((before, time)) if time.ends_with(" ms") || time.ends_with(" s") => format!("{before} · …"),
        _ => line.to_owned(),
    };
    text.lines().map(line).collect()
}

/// Copies a folder with all that is in it.
pub fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("it can be made");
    for entry in fs::read_dir(from).expect("it is a folder").flatten() {
        let (from, to) = (entry.path(), to.join(entry.file_name()));
        if from.is_dir() {
            copy(&from, &to);
        } else {
            fs::copy(&from, &to).expect("it can be copied");
        }
    }
}
