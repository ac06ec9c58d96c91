//! A short campaign of mutated inputs, the same on every machine: `cargo xtask fuzz` is the long form.
#![cfg(target_os = "linux")]

use std::{path::PathBuf, thread};
use xfold_fuzz::campaign::{Plan, campaign};

/// Counted, not timed, so that the same inputs are tried everywhere.
const INPUTS: u64 = 400;

#[test]
fn mutated_inputs_break_nothing() {
    let plan = Plan {
        xfold: PathBuf::from(env!("CARGO_BIN_EXE_xfold")),
        seed: 20,
        cases: Some(INPUTS),
        first: 0,
        time: None,
        jobs: thread::available_parallelism().map_or(2, usize::from),
        keep: Some(PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("fuzz")),
    };
    let found = campaign(&plan);
    println!("{}", found.summary());
    assert_eq!(found.n_cases, INPUTS);
    // A campaign that no longer reaches the commands, or decides nothing, would find nothing.
    for command in ["learn", "check", "eval", "predict", "explain", "export", "convert", "diagnose"] {
        let good = found.outcome.ends.get(&(command.to_owned(), 0)).copied().unwrap_or(0);
        assert!(good > 0, "no `xfold {command}` ended well:\n{}", found.summary());
    }
    assert!(found.outcome.decided[0] > 300, "{}", found.summary());
    assert!(found.lines.is_empty(), "{}", found.summary());
}
