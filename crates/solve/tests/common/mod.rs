//! What the tests share: programs as text in, models as sorted text out.
#![allow(dead_code)] // each test file uses its part of it

use xfold_asp::symbols::Symbols;
use xfold_solve::{Answer, Grounded, Input, Limits, Model, Query, SolveError, Solver, Which};

/// A ground program, or a panic with the reason.
pub fn ground(solver: &dyn Solver, program: &str) -> Box<dyn Grounded> {
    let mut input = Input::new();
    input.push(program, None);
    solver.ground(&input, &Limits::none()).expect("the program is fine")
}

/// The answer to a query, with each model as one line of sorted atoms, and its cost behind it if it has one.
pub fn ask(grounded: &mut dyn Grounded, query: &Query) -> (Vec<String>, Answer) {
    let mut symbols = Symbols::default();
    let answer = grounded.solve(query, &mut symbols, &Limits::none()).expect("no limit is reached");
    (answer.models.iter().map(|model| line(model, &symbols)).collect(), answer)
}

/// All models of a program in one mode, sorted.
pub fn models(solver: &dyn Solver, program: &str, which: Which) -> Vec<String> {
    let mut lines = ask(&mut *ground(solver, program), &Query { which, ..Query::default() }).0;
    lines.sort();
    lines
}

/// A model as one line.
pub fn line(model: &Model, symbols: &Symbols) -> String {
    let mut atoms = Vec::new();
    for group in model.atoms.groups() {
        for row in group.rows() {
            let args: Vec<_> = row.iter().map(|&arg| symbols.display(arg).to_string()).collect();
            let args = if args.is_empty() { String::new() } else { format!("({})", args.join(",")) };
            atoms.push(format!("{}{args}", group.signature.functor()));
        }
    }
    atoms.sort();
    let cost = if model.cost.is_empty() { String::new() } else { format!(" @{:?}", model.cost) };
    format!("{}{cost}", atoms.join(" "))
}

/// Assumptions from text: `a -b` assumes `a` and denies `b` (`~` instead of `-` for a classical minus).
pub fn assume(text: &str) -> Vec<(String, bool)> {
    let read = |word: &str| match word.strip_prefix('-') {
        Some(atom) => (atom.replace('~', "-"), false),
        None => (word.replace('~', "-"), true),
    };
    text.split_whitespace().map(read).collect()
}

/// The limit in an error, or a panic.
pub fn limit<T>(result: Result<T, SolveError>) -> xfold_solve::LimitReached {
    match result {
        Err(SolveError::Limit(limit)) => limit,
        Err(other) => panic!("{other}"),
        Ok(_) => panic!("no limit was reached"),
    }
}

/// No way to put `n` pigeons into `n - 1` holes, which takes a solver ages to find out for twelve.
pub fn pigeons(n: usize) -> String {
    format!("1 {{ in(P,1..{}) }} 1 :- P = 1..{n}. :- in(P,H), in(Q,H), P < Q.", n - 1)
}
