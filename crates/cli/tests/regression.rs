//! Bugs that were fixed stay fixed. `UPDATE_EXPECT=1 cargo test -p xfold-cli --test regression` rewrites what is expected.
//!
//! A case is a folder `suite/regression/NAME` with the files that showed the bug and `case.md`, which says what was wrong
//! and has a session (see `common/session.rs`) that shows the right behaviour. The session runs in a copy of the folder.
//! Bugs that a session cannot show have a test of their own, next to the code.
#![cfg(unix)]

mod common;

use common::session::{copy, run_sessions};
use std::{
    env, fs,
    path::{Path, PathBuf},
};

#[test]
fn fixed_bugs_stay_fixed() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../suite/regression");
    let entries = fs::read_dir(folder).expect("the cases are there").flatten();
    let mut cases: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(|path| path.is_dir()).collect();
    cases.sort();
    let mut all = Vec::new();
    for case in cases {
        let document = case.join("case.md");
        let text =
            fs::read_to_string(&document).unwrap_or_else(|_| panic!("{} lacks case.md", case.display()));
        assert!(text.contains("```console\n$ "), "{} has no session", document.display());
        let place = tempfile::tempdir().expect("there is a folder for temporary files");
        copy(&case, place.path());
        let (found, wrong) = run_sessions(&text, place.path());
        if env::var_os("UPDATE_EXPECT").is_some() && found != text {
            fs::write(&document, found).expect("it can be written");
        }
        all.extend(wrong.iter().map(|wrong| format!("== {}\n{wrong}", document.display())));
    }
    assert!(all.is_empty(), "{}", all.join("\n"));
}
