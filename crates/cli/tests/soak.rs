//! Short forms of `cargo xtask soak`: learning again and again, in threads, and interrupted at random moments. In a file of
//! its own, as other tests of the process would disturb the figures.
#![cfg(target_os = "linux")]

use std::path::Path;
use xfold_fuzz::soak;

const XFOLD: &str = env!("CARGO_BIN_EXE_xfold");

/// One test, so that nothing else runs meanwhile.
#[test]
fn repeated_crowded_and_interrupted() {
    let told = soak::library(40, Path::new(XFOLD)).unwrap_or_else(|wrong| panic!("{wrong}"));
    println!("{told}");
    let count = soak::threads(2).unwrap_or_else(|wrong| panic!("{wrong}"));
    println!("{count} results of eight threads are the same");
    let told = soak::signals(16, 7, Path::new(XFOLD)).unwrap_or_else(|wrong| panic!("{wrong}"));
    println!("{told}");
}
