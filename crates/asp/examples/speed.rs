//! Measures how fast facts are read: `cargo run --release -p xfold-asp --example speed [number of facts]`.

use std::{fmt::Write, time::Instant};
use xfold_asp::{SourceMap, Symbols, parse_ground_atom, parse_program, parse_rules};

fn main() {
    let n: u64 = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(1_000_000);
    let mut text = String::new();
    for i in 0..n {
        let (from, to) = (i * 7919 % 100_003, i * 104_729 % 100_003);
        writeln!(text, "edge(n{from},n{to}).").expect("writing to a string");
    }
    let mut sources = SourceMap::default();
    sources.add("facts.lp", text.as_str());
    let start = Instant::now();
    let (program, errors) = parse_program(&sources);
    assert!(errors.is_empty());
    println!("{} facts, {} bytes: {:?}", program.facts.len(), text.len(), start.elapsed());

    let start = Instant::now();
    let mut symbols = Symbols::default();
    let n_atoms =
        text.lines().filter_map(|line| parse_ground_atom(&line[..line.len() - 1], &mut symbols)).count();
    println!("{n_atoms} atoms one by one: {:?}", start.elapsed());

    let rules = "p(X,Y) :- edge(X,Z), not q(Z,f(Y,1)), X < Y+2.\n".repeat(n as usize / 10);
    let start = Instant::now();
    let rules = parse_rules(&rules).expect("the rules are right");
    println!("{} rules: {:?}", rules.len(), start.elapsed());
}
