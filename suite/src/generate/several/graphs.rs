//! Sets of nodes of a graph (independent, covering, dominating), and Hamiltonian cycles.

use super::{Concept, Family, Purpose, signatures};
use crate::generate::random::Random;
use std::fmt::Write;

const CHOICE: &str = "in(X) :- node(X), not -in(X).\n-in(X) :- node(X), not in(X).\n";
const SYMMETRY: &str = "edge(X,Y) :- edge(Y,X).\n";
const INDEPENDENT: &str = ":- in(X), edge(X,Y), in(Y).";
const DOMINATING: &str = ":- node(X), not in(X), not near(X).";

pub(super) fn families() -> Vec<Family> {
    vec![
        node_set("independent_set", "", &[INDEPENDENT]),
        node_set("maximal_independent_set", NEAR, &[INDEPENDENT, DOMINATING]),
        node_set("vertex_cover", "", &[":- edge(X,Y), not in(X), not in(Y)."]),
        node_set("dominating_set", NEAR, &[DOMINATING]),
        in_step(),
        guards(),
        hamiltonian(),
        hamiltonian().several("hamiltonian_graphs"),
    ]
}

/// Neighbours of chosen nodes, as background.
const NEAR: &str = "near(X) :- edge(X,Y), in(Y).\n";

/// Any set of nodes `in(X)` that the constraints allow.
fn node_set(name: &str, background: &str, constraints: &[&str]) -> Family {
    let near = if background.is_empty() { "" } else { "#modeb(not near(var(node))).\n" };
    let concept = Concept {
        background: format!("{SYMMETRY}{background}"),
        modes: format!("#modeh(in(var(node))).\n#modeb(edge(var(node),var(node))).\n{near}"),
        targets: signatures([("in", 1)]),
        rules: CHOICE.to_owned(),
        constraints: constraints.iter().map(|constraint| (*constraint).to_owned()).collect(),
        space: "{ in(X) } :- node(X).\n".to_owned(),
        ..Concept::default()
    };
    Family::one(name, concept, draw_nodes)
}

/// Two targets in step: an independent set, and what is near it.
fn in_step() -> Family {
    let concept = Concept {
        background: SYMMETRY.to_owned(),
        modes: "#modeh(in(var(node))).\n#modeh(near(var(node))).\n#modeb(edge(var(node),var(node))).\n"
            .to_owned(),
        targets: signatures([("in", 1), ("near", 1)]),
        rules: format!("{CHOICE}{NEAR}"),
        constraints: vec![INDEPENDENT.to_owned()],
        space: "{ in(X); near(X) } :- node(X).\n".to_owned(),
        ..Concept::default()
    };
    Family::one("two_targets_in_step", concept, draw_nodes)
}

/// Guards are chosen, what they watch follows, and every node is one or the other: from complete examples it looks as
/// if each of the two were only the contrary of the other.
fn guards() -> Family {
    let concept = Concept {
        background: SYMMETRY.to_owned(),
        modes: "#modeh(guard(var(node))).\n#modeh(watched(var(node))).\n#modeb(edge(var(node),var(node))).\n"
            .to_owned(),
        targets: signatures([("guard", 1), ("watched", 1)]),
        rules: "{ guard(X) } :- node(X).\nwatched(X) :- edge(X,Y), guard(Y).\n".to_owned(),
        constraints: vec![
            ":- guard(X), watched(X).".to_owned(),
            ":- node(X), not guard(X), not watched(X).".to_owned(),
        ],
        space: "{ guard(X); watched(X) } :- node(X).\n".to_owned(),
        ..Concept::default()
    };
    Family::one("guards", concept, draw_nodes)
}

/// A cycle through all nodes of a directed graph.
fn hamiltonian() -> Family {
    let concept = Concept {
        background: "reached(Y) :- start(X), in(X,Y).\nreached(Y) :- reached(X), in(X,Y).\n".to_owned(),
        modes: "#modeh(in(var(node),var(node))).\n#modeb(edge(var(node),var(node))).\n\
                #modeb(not reached(var(node))).\n#modeb(var(node) != var(node)).\n"
            .to_owned(),
        targets: signatures([("in", 2)]),
        rules: "{ in(X,Y) } :- edge(X,Y).\n".to_owned(),
        constraints: [
            ":- in(X,Y), in(X,Z), Y != Z.",
            ":- in(X,Y), in(Z,Y), X != Z.",
            ":- node(X), not reached(X).",
        ]
        .map(str::to_owned)
        .to_vec(),
        space: "{ in(X,Y) } :- node(X), node(Y).\n".to_owned(),
        ..Concept::default()
    };
    Family::one("hamiltonian", concept, |random, purpose| {
        let (low, high) = if purpose == Purpose::Training { (5, 6) } else { (4, 5) };
        let n_nodes = random.between(low, high);
        directed(random, n_nodes, 0.5)
    })
}

fn draw_nodes(random: &mut Random, purpose: Purpose) -> String {
    let (low, high) = if purpose == Purpose::Training { (6, 8) } else { (5, 7) };
    let n_nodes = random.between(low, high);
    undirected(random, n_nodes, 0.35)
}

/// A graph whose edges are written in one direction; at least two edges.
pub(super) fn undirected(random: &mut Random, n_nodes: usize, density: f64) -> String {
    loop {
        let pairs = (1..=n_nodes).flat_map(|x| (x + 1..=n_nodes).map(move |y| (x, y)));
        let edges: Vec<(usize, usize)> = pairs.filter(|_| random.chance(density)).collect();
        if edges.len() >= 2 {
            return facts(n_nodes, &edges);
        }
    }
}

/// A directed graph with a marked first node; a cycle through all nodes is among its edges.
fn directed(random: &mut Random, n_nodes: usize, density: f64) -> String {
    let mut cycle: Vec<usize> = (1..=n_nodes).collect();
    random.shuffle(&mut cycle);
    let in_cycle = |x, y| (0..n_nodes).any(|place| (cycle[place], cycle[(place + 1) % n_nodes]) == (x, y));
    let pairs = (1..=n_nodes).flat_map(|x| (1..=n_nodes).map(move |y| (x, y))).filter(|(x, y)| x != y);
    let edges: Vec<_> = pairs.filter(|&(x, y)| random.chance(density) || in_cycle(x, y)).collect();
    format!("{}start(1).\n", facts(n_nodes, &edges))
}

fn facts(n_nodes: usize, edges: &[(usize, usize)]) -> String {
    let mut text = format!("node(1..{n_nodes}).\n");
    for (count, (x, y)) in edges.iter().enumerate() {
        let _ = write!(text, "{}edge({x},{y}).", if count == 0 { "" } else { " " });
    }
    text.push('\n');
    text
}
