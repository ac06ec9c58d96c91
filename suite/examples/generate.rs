//! Prints a generated task: `cargo run -p xfold-suite --example generate -- uncle 3 0.05`, with seed and share of wrong
//! labels; `… -- bench 1 100000 10000 50` with seed, facts, examples and predicates; `… -- colouring 1 64 10` with seed,
//! nodes and examples, `… -- queens 1 8` with seed and size, for several stable models. `--test` prints the unseen data
//! with its labels as comments, `--target` the target program.

use std::{env, process::ExitCode};
use xfold_solve::SolveError;
use xfold_suite::generate::{Generated, all_families, bench, several::large};

fn main() -> ExitCode {
    let (flags, words): (Vec<String>, Vec<String>) =
        env::args().skip(1).partition(|word| word.starts_with("--"));
    if let Some(task) = generate_large(&words) {
        return match task {
            Ok(text) => {
                print!("{text}");
                ExitCode::SUCCESS
            }
            Err(error) => {
                eprintln!("{error}");
                ExitCode::from(2)
            }
        };
    }
    let Some(task) = generate(&words) else {
        let names: Vec<&str> = all_families().map(|(name, _)| *name).collect();
        eprintln!(
            "usage: generate FAMILY SEED [NOISE] [--test|--target], a family being {}",
            names.join(", ")
        );
        eprintln!("       generate bench SEED FACTS EXAMPLES PREDICATES [--test|--target]");
        eprintln!("       generate colouring SEED NODES EXAMPLES | generate queens SEED SIZE");
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

/// A large task with several stable models.
fn generate_large(words: &[String]) -> Option<Result<String, SolveError>> {
    let number = |place: usize| words.get(place)?.parse::<usize>().ok();
    match words.first()?.as_str() {
        "colouring" => Some(large::colouring(number(1)? as u64, number(2)?, number(3)?)),
        "queens" => Some(large::queens(number(1)? as u64, number(2)?)),
        _ => None,
    }
}

fn generate(words: &[String]) -> Option<Generated> {
    let number = |place: usize| words.get(place)?.parse::<usize>().ok();
    let (name, seed) = (words.first()?, number(1)? as u64);
    if name == "bench" {
        return Some(bench::relational(seed, number(2)?, number(3)?, number(4)?));
    }
    let (_, family) = all_families().find(|(known, _)| known == name)?;
    let noise = match words.get(2) {
        Some(text) => text.parse().ok()?,
        None => 0.0,
    };
    Some(family(seed, noise))
}
