//! No process stays behind, whatever ended the work. In a file of its own, as it counts all children of the process.
#![cfg(target_os = "linux")]

mod common;

use std::time::Duration;
use xfold_asp::symbols::Symbols;
use xfold_solve::{Input, Isolated, Limits, Query, Solver};

#[test]
fn no_process_stays_behind() {
    for program in [
        "a.",
        "a(",
        "n(0). n(X+1) :- n(X).",
        &common::pigeons(12),
        "q(1..2000). :- q(X), q(Y), q(Z), X*Y+Z = -1.",
    ] {
        let solver = Isolated::new(env!("CARGO_BIN_EXE_xfold-solve-worker").into(), Vec::new());
        let limits = Limits::none().with_time(Duration::from_millis(100));
        let mut input = Input::new();
        input.push(program, None);
        if let Ok(mut grounded) = solver.ground(&input, &limits) {
            let _ = grounded.solve(&Query::default(), &mut Symbols::default(), &limits);
            assert!(children() <= 1, "{program}");
            drop(grounded);
            // What is idle serves the next program.
            assert!(solver.ground(&input, &Limits::none()).is_ok());
            assert_eq!(children(), 1, "{program}");
        }
        drop(solver);
        assert_eq!(children(), 0, "{program}");
    }
}

/// Children of this process, dead or alive: those that name it as their parent.
fn children() -> usize {
    let own = std::process::id().to_string();
    let processes = std::fs::read_dir("/proc").expect("Linux has it").flatten();
    let is_child =
        |stat: String| stat.rsplit(") ").next().and_then(|rest| rest.split(' ').nth(1)) == Some(&own);
    processes
        .filter_map(|process| std::fs::read_to_string(process.path().join("stat")).ok())
        .filter(|stat| is_child(stat.clone()))
        .count()
}
