//! Every sample task that we have is read without an error and comes back from print the same.

use std::{fs, io::Write as _, path::Path};
use xfold_asp::{SourceMap, fuzz::round_trip, parse_program};

#[test]
fn all_samples_are_read() {
    let shared = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    let folders = ["data/las", "data/las/paper", "data/las/scale", "spec/tasks"];
    let mut n_files = 0;
    for folder in folders {
        let Ok(entries) = fs::read_dir(shared.join(folder)) else {
            // Past the output of tests, which is not shown where they pass.
            let _ = writeln!(std::io::stderr(), "SKIPPED: {folder}, which is not next to the workspace");
            continue;
        };
        for path in entries.flatten().map(|entry| entry.path()) {
            if path.extension().is_none_or(|extension| extension != "las") {
                continue;
            }
            let text = fs::read_to_string(&path).expect("sample is readable");
            let mut sources = SourceMap::default();
            sources.add(path.display().to_string(), text.as_str());
            let (program, errors) = parse_program(&sources);
            let lines: Vec<String> = errors.iter().map(|error| error.one_line(&sources)).collect();
            assert!(lines.is_empty(), "{}", lines.join("\n"));
            assert!(!program.statements.is_empty());
            round_trip(&text);
            n_files += 1;
        }
    }
    eprintln!("{n_files} samples read");
}
