//! The packages that are built in, judged by deny.toml: licences, packages in two versions, where they come from. cargo-deny
//! reads the same file and more of it, see `cargo xtask deny`; this test needs nothing but cargo.

use serde_json::Value;
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
    process::Command,
};

fn root() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The packages of the lock file, as cargo tells of them.
fn packages() -> Vec<Value> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--locked"])
        .current_dir(root())
        .output()
        .expect("cargo runs this test");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let mut metadata: Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
    match metadata["packages"].take() {
        Value::Array(packages) => packages,
        other => panic!("no packages: {other}"),
    }
}

/// The texts of a list in deny.toml: all in quotes from `name = [` to the bracket that ends it, comments left out.
fn list(text: &str, name: &str) -> Vec<String> {
    let start = text.find(&format!("\n{name} = [")).unwrap_or_else(|| panic!("deny.toml lacks {name}"));
    let lines = text[start..].lines().skip(1).map(|line| line.split('#').next().unwrap_or(""));
    let mut found = Vec::new();
    for line in lines {
        found.extend(line.split('"').skip(1).step_by(2).map(str::to_owned));
        if line.trim_end().ends_with(']') {
            break;
        }
    }
    found
}

/// Whether a licence expression can be met with the allowed licences: `OR` (also written `/`) needs one side, `AND` both.
fn is_met(expression: &str, allowed: &[String]) -> bool {
    let spaced = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let (met, used) = either(&words, allowed);
    met && used == words.len()
}

/// Reads an expression from the start of the words: whether it is met, and how many words it has.
fn either(words: &[&str], allowed: &[String]) -> (bool, usize) {
    let (mut met, mut used) = both(words, allowed);
    while words.get(used) == Some(&"OR") {
        let (other, more) = both(&words[used + 1..], allowed);
        (met, used) = (met || other, used + 1 + more);
    }
    (met, used)
}

fn both(words: &[&str], allowed: &[String]) -> (bool, usize) {
    let (mut met, mut used) = single(words, allowed);
    while words.get(used) == Some(&"AND") {
        let (other, more) = single(&words[used + 1..], allowed);
        (met, used) = (met && other, used + 1 + more);
    }
    (met, used)
}

fn single(words: &[&str], allowed: &[String]) -> (bool, usize) {
    match words {
        ["(", rest @ ..] => {
            let (met, used) = either(rest, allowed);
            (met, used + 2)
        }
        [name, "WITH", exception, ..] => (allowed.contains(&format!("{name} WITH {exception}")), 3),
        [name, ..] => (allowed.iter().any(|known| known == name), 1),
        [] => (false, 0),
    }
}

#[test]
fn licences_are_allowed() {
    let allowed = list(&fs::read_to_string(root().join("deny.toml")).expect("it is there"), "allow");
    let mut wrong = Vec::new();
    for package in packages() {
        let licence = package["license"].as_str().unwrap_or("none");
        if !is_met(licence, &allowed) {
            wrong.push(format!("{} {}: {licence}", package["name"], package["version"]));
        }
    }
    assert!(wrong.is_empty(), "licences that deny.toml does not allow:\n{}", wrong.join("\n"));
}

#[test]
fn no_package_is_there_twice() {
    let text = fs::read_to_string(root().join("deny.toml")).expect("it is there");
    let skipped: BTreeSet<String> =
        list(&text, "skip").into_iter().filter(|word| word.contains('@')).collect();
    let mut versions: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let text_of = |package: &Value, field: &str| package[field].as_str().unwrap_or_default().to_owned();
    for package in packages() {
        versions.entry(text_of(&package, "name")).or_default().insert(text_of(&package, "version"));
    }
    let known = |name: &str, version: &str| skipped.contains(&format!("{name}@{version}"));
    for (name, versions) in &versions {
        let counted: Vec<&String> = versions.iter().filter(|version| !known(name, version)).collect();
        assert!(counted.len() <= 1, "{name} is there in the versions {versions:?}");
    }
    for skipped in &skipped {
        let (name, version) = skipped.split_once('@').expect("a version is named");
        let versions = versions.get(name).cloned().unwrap_or_default();
        assert!(versions.contains(version) && versions.len() > 1, "{skipped} need not be skipped any more");
    }
}

#[test]
fn packages_come_from_the_registry() {
    let text = fs::read_to_string(root().join("deny.toml")).expect("it is there");
    let allowed = list(&text, "allow-registry");
    for package in packages() {
        match package["source"].as_str() {
            // Our own.
            None => assert!(
                package["name"].as_str().is_some_and(|name| name.starts_with("xfold") || name == "xtask"),
                "{} has no source",
                package["name"]
            ),
            Some(source) => assert!(
                allowed.iter().any(|registry| source == format!("registry+{registry}")),
                "{} comes from {source}",
                package["name"]
            ),
        }
    }
}

#[test]
fn expressions_are_read() {
    let allowed = ["MIT", "Zlib", "Apache-2.0 WITH LLVM-exception"].map(str::to_owned);
    for good in [
        "MIT",
        "GPL-3.0 OR MIT",
        "GPL-3.0/MIT",
        "(MIT OR GPL-3.0) AND Zlib",
        "Apache-2.0 WITH LLVM-exception",
    ] {
        assert!(is_met(good, &allowed), "{good}");
    }
    for bad in ["GPL-3.0", "MIT AND GPL-3.0", "(MIT OR Zlib) AND GPL-3.0", "Apache-2.0", "none", ""] {
        assert!(!is_met(bad, &allowed), "{bad}");
    }
}
