//! Prints a generated task: `cargo run -p xfold-suite --example generate -- uncle 3 0.05`, with seed and share of wrong
//! labels; `… -- bench 1 100000 10000 50` with seed, facts, examples and predicates. `--test` prints the unseen data
//! with its labels as comments, `--target` the target program.

use std::{env, process::ExitCode};
use xfold_suite::generate::{Generated, bench, families};

fn main() -> ExitCode {
    let (flags, words): (Vec<String>, Vec<String>) =
        env::args().skip(1).partition(|word| word.starts_with("--"));
    let Some(task) = generate(&words) else {
        let names: Vec<&str> = families().iter().map(|(name, _)| *name).collect();
        eprintln!(
            "usage: generate FAMILY SEED [NOISE] [--test|--target], a family being {}",
            names.join(", ")
        );
        eprintln!("       generate bench SEED FACTS EXAMPLES PREDICATES [--test|--target]");
        return ExitCode::from(2);
    };
    match flags.first().map(String::as_str) {
        Some("--test") => {
            print!("{}", task.test_background);
            task.test_true.iter().for_each(|atom| println!("% true {atom}"));
            task.test_false.iter().for_each(|atom| println!("% false {atom}"));
        }
        Some("--target") => print!("{}", task.target),
        _ => print!("{}", task.train),
    }
    ExitCode::SUCCESS
}

fn generate(words: &[String]) -> Option<Generated> {
    let number = |place: usize| words.get(place)?.parse::<usize>().ok();
    let (name, seed) = (words.first()?, number(1)? as u64);
    if name == "bench" {
        return Some(bench::relational(seed, number(2)?, number(3)?, number(4)?));
    }
    let (_, family) = families().iter().find(|(known, _)| known == name)?;
    let noise = match words.get(2) {
        Some(text) => text.parse().ok()?,
        None => 0.0,
    };
    Some(family(seed, noise))
}
