//! Measured costs, printed by `cargo test --release -p xfold-solve --test costs -- --ignored --nocapture`.

mod common;

use common::{assume, ground};
use std::time::Instant;
use xfold_asp::symbols::{Signature, Symbols};
use xfold_solve::{Clingo, Isolated, Limits, Query, Solver};

fn measure(name: &str, solver: &dyn Solver) {
    let start = Instant::now();
    let mut symbols = Symbols::default();
    let tiny = "{a; b}. c :- a. :- b, c.";
    let rounds = 300;
    for _ in 0..rounds {
        let query = Query { most: 1, ..Query::default() };
        ground(solver, tiny).solve(&query, &mut symbols, &Limits::none()).expect("it is tiny");
    }
    println!("{name}: ground and solve a tiny program: {:?}", start.elapsed() / rounds);
    let mut grounded = ground(solver, tiny);
    let start = Instant::now();
    let rounds = 3000;
    for _ in 0..rounds {
        let query = Query { most: 1, assumptions: assume("c"), ..Query::default() };
        grounded.solve(&query, &mut symbols, &Limits::none()).expect("it is tiny");
    }
    println!("{name}: another query under an assumption: {:?}", start.elapsed() / rounds);
    let start = Instant::now();
    let mut grounded = ground(solver, "p(X,Y) :- X = 1..1000, Y = 1..1000. {q(1..10)}.");
    println!("{name}: ground a million atoms: {:?}", start.elapsed());
    for show in [None, Some(vec![Signature::new("q", 1)])] {
        let start = Instant::now();
        let query = Query { most: 1, show, ..Query::default() };
        let answer = grounded.solve(&query, &mut symbols, &Limits::none()).expect("it is easy");
        println!("{name}: {} atoms of it: {:?}", answer.models[0].atoms.len(), start.elapsed());
    }
}

#[test]
#[ignore = "prints times, proves nothing"]
fn costs() {
    measure("in process", &Clingo);
    measure("isolated", &Isolated::new(env!("CARGO_BIN_EXE_xfold-solve-worker").into(), Vec::new()));
}
