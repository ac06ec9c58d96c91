//! Large tasks for the benchmark: graph colouring and queens of any size. Stable models come from the solver, guessed at
//! random; violations are pairs of atoms that the target program forbids.

use super::super::random::Random;
use std::{collections::BTreeSet, fmt::Write};
use xfold_asp::symbols::Symbols;
use xfold_solve::{Clingo, Input, Limits, Query, SolveError, Solver, Which};

/// Edges for each node.
const DEGREE: f64 = 1.6;

/// Colouring with three colours, as in the paper: a graph, colourings of it, and for each colour neighbours that share
/// it.
pub fn colouring(seed: u64, nodes: usize, examples: usize) -> Result<String, SolveError> {
    let mut random = Random::new(seed);
    let mut edges: BTreeSet<(usize, usize)> =
        (1..nodes).map(|node| (random.below(node) + 1, node + 1)).collect();
    let wanted = ((nodes as f64 * DEGREE) as usize).min(nodes * (nodes - 1) / 2 - usize::from(nodes == 4));
    while edges.len() < wanted {
        let (one, other) = (random.below(nodes) + 1, random.below(nodes) + 1);
        if one != other {
            edges.insert((one.min(other), one.max(other)));
        }
    }
    let mut text = format!("% A generated graph of {nodes} nodes.\nnode(1..{nodes}).\n");
    for (one, other) in &edges {
        let _ = writeln!(text, "edge({one},{other}).");
    }
    let colours = ["red", "green", "blue"];
    let mut target = String::from("1 { red(X); green(X); blue(X) } 1 :- node(X).\n");
    for colour in colours {
        let _ = writeln!(target, ":- {colour}(X), edge(X,Y), {colour}(Y).");
    }
    let models = models(&format!("{text}{target}"), examples, &colours)?;
    for colour in colours {
        let _ = writeln!(text, "#modeh({colour}(var(node))).");
    }
    text.push_str("#modeb(edge(var(node),var(node))).\n");
    let all = colours.iter().flat_map(|colour| (1..=nodes).map(move |node| format!("{colour}({node})")));
    write_positives(&mut text, &models, &all.collect::<Vec<_>>());
    let edges: Vec<(usize, usize)> = edges.into_iter().collect();
    for number in 0..6.max(examples) {
        let ((one, other), colour) = (random.pick(&edges), colours[number % 3]);
        let _ = writeln!(text, "#neg(n{number}, {{{colour}({one}), {colour}({other})}}, {{}}).");
    }
    Ok(text)
}

/// Queens on a board of this size, with attack predicates, as in the paper.
pub fn queens(seed: u64, size: usize) -> Result<String, SolveError> {
    let mut random = Random::new(seed);
    let mut text = format!(
        "% Queens on a generated board.\nrow(1..{size}). column(1..{size}).\n\
         attack_r(X,Y,X,V) :- row(X), column(Y), column(V), Y != V, queen(X,V).\n\
         attack_c(X,Y,U,Y) :- row(X), column(Y), row(U), X != U, queen(U,Y).\n\
         attack_d(X,Y,U,V) :- row(X), column(Y), queen(U,V), X != U, |X-U| = |Y-V|.\n"
    );
    let target = format!(
        "{{ queen(X,Y) }} :- row(X), column(Y).\n:- {{ queen(X,Y) }} != {size}.\n\
         :- queen(X,Y), attack_r(X,Y,_,_).\n:- queen(X,Y), attack_c(X,Y,_,_).\n:- queen(X,Y), attack_d(X,Y,_,_).\n"
    );
    let models = models(&format!("{text}{target}"), 4, &["queen"])?;
    text.push_str("#modeh(queen(var(row),var(column))).\n");
    for kind in ["attack_r", "attack_c", "attack_d"] {
        let _ = writeln!(text, "#modeb({kind}(var(row),var(column),var(row),var(column))).");
    }
    let all = (1..=size).flat_map(|row| (1..=size).map(move |column| format!("queen({row},{column})")));
    write_positives(&mut text, &models, &all.collect::<Vec<_>>());
    for number in 0..12 {
        let (row, column, step) = (random.between(1, size - 1), random.between(1, size - 1), 1);
        let other = [(row, column + step), (row + step, column), (row + step, column + step)][number % 3];
        let _ = writeln!(
            text,
            "#neg(n{number}, {{queen({row},{column}), queen({},{})}}, {{}}).",
            other.0, other.1
        );
    }
    Ok(text)
}

/// Different stable models of a program, as the atoms of some predicates.
fn models(text: &str, most: usize, predicates: &[&str]) -> Result<Vec<BTreeSet<String>>, SolveError> {
    let mut input = Input::new();
    input.push(text, None);
    let mut grounded = Clingo.ground(&input, &Limits::none())?;
    let mut symbols = Symbols::default();
    let mut found: Vec<BTreeSet<String>> = Vec::new();
    for seed in 0..4 * most as u32 {
        let query = Query { which: Which::Random(seed), most: 1, ..Query::default() };
        let answer = grounded.solve(&query, &mut symbols, &Limits::none())?;
        let Some(model) = answer.models.first() else { break };
        let groups = model.atoms.groups().iter();
        let groups = groups.filter(|group| predicates.contains(&group.signature.name.as_str()));
        let atoms = groups.flat_map(|group| {
            let name = group.signature.functor();
            let show = |row: &[xfold_asp::symbols::Symbol]| {
                let args: Vec<String> = row.iter().map(|&arg| symbols.display(arg).to_string()).collect();
                format!("{name}({})", args.join(","))
            };
            group.rows().map(show).collect::<Vec<_>>()
        });
        let atoms: BTreeSet<String> = atoms.collect();
        if !found.contains(&atoms) {
            found.push(atoms);
        }
        if found.len() == most {
            break;
        }
    }
    Ok(found)
}

fn write_positives(text: &mut String, models: &[BTreeSet<String>], all: &[String]) {
    for (number, model) in models.iter().enumerate() {
        let others: Vec<&str> =
            all.iter().filter(|atom| !model.contains(*atom)).map(String::as_str).collect();
        let atoms: Vec<&str> = model.iter().map(String::as_str).collect();
        let _ = writeln!(text, "#pos(p{number}, {{{}}}, {{{}}}).", atoms.join(", "), others.join(", "));
    }
}
