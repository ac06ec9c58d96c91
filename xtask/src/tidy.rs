//! What no other tool checks. Sources open with a sentence about themselves and stay short; what is shipped has no
//! holes; texts name no machine; links between documents lead somewhere.

use crate::{
    order::{self, exported, module_of},
    source::{code_only, has_word, test_code},
};
use std::{
    collections::BTreeSet,
    fs,
    path::{Component, Path, PathBuf},
};

const MAX_LINES: usize = 800;
/// Folders of the repository that are made, not written.
const MADE: [&str; 5] = ["target", ".git", ".tools", ".venv", "node_modules"];
const TEXTS: [&str; 12] =
    ["rs", "md", "toml", "las", "lp", "txt", "py", "sh", "yml", "yaml", "cmake", "html"];
/// Each is split here, or this file would not be tidy itself.
const MACHINE_PATHS: [&str; 3] = [concat!("/", "work/"), concat!("/", "root/"), concat!("/", "home/")];
const NOTE_TO_SELF: &str = concat!("TO", "DO");
const HOLES: [(&str, &str); 3] = [
    (".unwrap()", "`unwrap` outside tests: return an error, or `expect` with the reason why it cannot fail"),
    ("todo!", "something is left to do"),
    ("unimplemented!", "something is not implemented"),
];

/// Checks the repository and prints what is not tidy.
pub fn tidy(root: &Path) -> Result<(), String> {
    let problems = problems(root);
    problems.iter().for_each(|problem| println!("{problem}"));
    match problems.len() {
        0 => Ok(()),
        1 => Err("one thing is not tidy".to_owned()),
        count => Err(format!("{count} things are not tidy")),
    }
}

/// Everything that is not tidy, as `path:line: sentence`.
fn problems(root: &Path) -> Vec<String> {
    let mut files = Vec::new();
    walk(root, &mut files);
    let read = |path: &PathBuf| {
        let name = path.strip_prefix(root).unwrap_or(path).to_path_buf();
        fs::read_to_string(path).ok().map(|text| (name, text))
    };
    let files: Vec<(PathBuf, String)> = files.iter().filter_map(read).collect();
    let is_rust = |name: &Path| name.extension().is_some_and(|extension| extension == "rs");
    let for_tests: BTreeSet<PathBuf> = files
        .iter()
        .filter(|(name, _)| is_rust(name))
        .flat_map(|(name, text)| test_code(name, text).files)
        .collect();
    let mut found = Vec::new();
    for (name, text) in &files {
        check_text(name, text, &mut found);
        if is_rust(name) && ["crates", "suite", "fuzz", "xtask"].iter().any(|folder| name.starts_with(folder))
        {
            check_rust(name, text, &mut found);
            if is_shipped(name) && !for_tests.contains(name) {
                check_holes(name, text, &mut found);
            }
        }
        if name.extension().is_some_and(|extension| extension == "md") {
            check_links(root, name, text, &mut found);
        }
    }
    check_order(&files, &for_tests, &mut found);
    found
}

/// Modules use those before them in the order of ARCHITECTURE.md, and no others.
fn check_order(files: &[(PathBuf, String)], for_tests: &BTreeSet<PathBuf>, found: &mut Vec<String>) {
    let text_of =
        |wanted: &str| files.iter().find(|(name, _)| name == Path::new(wanted)).map(|(_, text)| text);
    let Some(architecture) = text_of("ARCHITECTURE.md") else { return };
    let exported =
        text_of(&format!("{}/lib.rs", order::FOLDER)).map(|text| exported(text)).unwrap_or_default();
    let order = order::order(architecture);
    let place = |module: &str| order.iter().position(|known| *known == module);
    for (name, text) in files.iter().filter(|(name, _)| !for_tests.contains(name)) {
        let Some(module) = module_of(name) else { continue };
        let Some(own) = place(&module) else {
            tell(
                name,
                0,
                &format!("the module `{module}` has no place in the order of ARCHITECTURE.md"),
                found,
            );
            continue;
        };
        for (line, used) in order::uses(without_tests(text), &exported) {
            if place(&used).is_some_and(|other| other > own) {
                let sentence = format!(
                    "`{module}` uses `{used}`, which stands behind it in the order of ARCHITECTURE.md"
                );
                tell(name, line, &sentence, found);
            }
        }
    }
}

/// A source without the tests at its end.
fn without_tests(text: &str) -> &str {
    text.split("\n#[cfg(test)]\nmod tests {").next().unwrap_or(text)
}

/// All texts below a folder, sorted.
fn walk(folder: &Path, files: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> =
        fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    entries.sort();
    for path in entries {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() {
            if !MADE.contains(&name.as_str()) {
                walk(&path, files);
            }
        } else if path.extension().is_some_and(|extension| TEXTS.iter().any(|known| extension == *known)) {
            files.push(path);
        }
    }
}

fn tell(name: &Path, line: usize, sentence: &str, found: &mut Vec<String>) {
    found.push(format!("{}:{}: {sentence}", name.display(), line + 1));
}

fn check_text(name: &Path, text: &str, found: &mut Vec<String>) {
    for (number, line) in text.lines().enumerate() {
        if let Some(path) = MACHINE_PATHS.iter().find(|path| line.contains(**path)) {
            tell(name, number, &format!("`{path}…` is a path of one machine"), found);
        }
        if has_word(line, NOTE_TO_SELF) {
            tell(
                name,
                number,
                &format!("`{NOTE_TO_SELF}`: do it, or say in a sentence what is missing"),
                found,
            );
        }
    }
}

fn check_rust(name: &Path, text: &str, found: &mut Vec<String>) {
    if !text.starts_with("//!") {
        tell(name, 0, "the file does not open with what it is about (`//!`)", found);
    }
    let n_lines = text.lines().count();
    if n_lines > MAX_LINES {
        tell(name, MAX_LINES, &format!("the file has {n_lines} lines, over {MAX_LINES}: split it"), found);
    }
    if !name.starts_with("crates/solve") {
        for (number, line) in code_only(text).lines().enumerate() {
            if has_word(line, "unsafe") {
                tell(name, number, "`unsafe` outside crates/solve", found);
            }
        }
    }
}

/// Whether a source belongs to a library or command: `crates/*/src`.
fn is_shipped(name: &Path) -> bool {
    let parts: Vec<Component> = name.components().collect();
    parts.first() == Some(&Component::Normal("crates".as_ref()))
        && parts.get(2) == Some(&Component::Normal("src".as_ref()))
}

fn check_holes(name: &Path, text: &str, found: &mut Vec<String>) {
    let tests = test_code(name, text).lines;
    for (number, line) in code_only(text).lines().enumerate() {
        if tests.iter().any(|range| range.contains(&number)) {
            continue;
        }
        for (hole, sentence) in HOLES {
            if line.contains(hole) {
                tell(name, number, sentence, found);
            }
        }
    }
}

fn check_links(root: &Path, name: &Path, text: &str, found: &mut Vec<String>) {
    let folder = root.join(name.parent().unwrap_or(Path::new("")));
    for (number, target) in links(text) {
        let path = target.split('#').next().unwrap_or("");
        if !path.is_empty() && !folder.join(path).exists() {
            tell(name, number, &format!("the link `{target}` leads nowhere"), found);
        }
    }
}

/// The relative links of a document with their lines, those in code left out.
fn links(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let mut in_code = false;
    for (number, line) in text.lines().enumerate() {
        if line.trim_start().starts_with("```") {
            in_code = !in_code;
        }
        if in_code {
            continue;
        }
        // Every second piece between backticks is code.
        let prose: Vec<&str> = line.split('`').step_by(2).collect();
        for rest in prose.join("`").split("](").skip(1) {
            let target = rest.split([')', ' ']).next().unwrap_or("");
            if !target.contains(':') && !target.starts_with('#') {
                found.push((number, target.to_owned()));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(name: &str, text: &str) -> Vec<String> {
        let mut found = Vec::new();
        check_text(Path::new(name), text, &mut found);
        check_rust(Path::new(name), text, &mut found);
        check_holes(Path::new(name), text, &mut found);
        found
    }

    #[test]
    fn the_repository_is_tidy() {
        let found = problems(&crate::root());
        assert!(found.is_empty(), "\n{}", found.join("\n"));
    }

    #[test]
    fn a_good_file_passes() {
        let text = "//! Good.\n/// `x.unwrap()`\nfn a() {}\n#[cfg(test)]\nmod tests {\n  fn b() { c().unwrap(); }\n}\n";
        assert_eq!(check("crates/a/src/lib.rs", text), Vec::<String>::new());
    }

    #[test]
    fn a_bad_file_is_told() {
        let text = format!(
            "fn a() {{ b().unwrap(); }}\n// {NOTE_TO_SELF}: see {}a\nunsafe fn c() {{}}\n",
            MACHINE_PATHS[0]
        );
        let found = check("crates/a/src/lib.rs", &text);
        let lines: Vec<&str> = found.iter().filter_map(|problem| problem.split(':').nth(1)).collect();
        assert_eq!(lines, ["2", "2", "1", "3", "1"], "{found:?}");
    }

    #[test]
    fn only_crates_are_shipped() {
        assert!(is_shipped(Path::new("crates/a/src/b/c.rs")));
        assert!(!is_shipped(Path::new("crates/a/tests/b.rs")));
        assert!(!is_shipped(Path::new("suite/src/lib.rs")));
    }

    #[test]
    fn links_are_found() {
        let text =
            "See [a](b.md#c), [d](https://e.org) and `[f](g)`.\n```\n[h](i)\n```\n[j](#k) [l](m/n.md)\n";
        assert_eq!(links(text), [(0, "b.md#c".to_owned()), (4, "m/n.md".to_owned())]);
    }
}
