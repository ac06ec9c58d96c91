//! Fuzz target: any text is read without a panic, and what is read is printed and read again the same.
//! Run with `cargo fuzz run round_trip` in `crates/asp`.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| xfold_asp::fuzz::round_trip(text));
