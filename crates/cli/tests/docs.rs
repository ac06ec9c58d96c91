//! The manual: its commands do what it says, and it leaves out no error code, option or field of the report.
//! `UPDATE_EXPECT=1 cargo test -p xfold-cli --test docs` rewrites what the commands print.
//!
//! A block marked `console` is a session: after `$ ` stands a command, below it what a terminal shows, times aside. The
//! commands of one document run in one temporary folder that has a copy of `examples/`. A block of any other kind below
//! `<!-- file: NAME -->` is a file in that folder.
#![cfg(unix)]

use std::{
    collections::BTreeSet,
    env, fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
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

/// Between two fences, or outside of any.
enum Block {
    Text,
    Session,
    File(String),
    Other,
}

/// Runs the sessions of a document. Returns it with what the commands really printed, and which ones printed
/// something else than it says.
fn run_sessions(text: &str, folder: &Path) -> (String, Vec<String>) {
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
fn run(command: &str, folder: &Path) -> String {
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

fn copy(from: &Path, to: &Path) {
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
    check_described(&report, of_tasks);

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
