//! Freed controls give their memory back. In a file of its own, as other tests of the process would disturb it.
#![cfg(target_os = "linux")]

mod common;

use common::{ask, ground};
use xfold_solve::{Clingo, Query};

#[test]
fn controls_do_not_leak() {
    let resident = || {
        let statm = std::fs::read_to_string("/proc/self/statm").expect("Linux has it");
        statm.split(' ').nth(1).and_then(|pages| pages.parse::<usize>().ok()).expect("a number of pages") * 4
    };
    let round = |times: usize| {
        for _ in 0..times {
            let mut grounded = ground(&Clingo, "{a(1..5)}. b :- not c.");
            assert_eq!(ask(&mut *grounded, &Query { most: 1, ..Query::default() }).0.len(), 1);
        }
    };
    round(200);
    let before = resident();
    round(2000);
    let after = resident();
    // A leaked control is 31 kB, which would be 62 MB.
    assert!(after < before + 6_000, "{before} kB before, {after} kB after");
}
