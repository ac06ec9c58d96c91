//! Reachability: a recursive target.

use super::{
    Concept, Generated, World,
    attributes::{Attributes, Share, relation},
    draw_rich,
    random::Random,
};

const SHARES: [Share; 2] = [("red", 0.5), ("big", 0.5)];

/// Pairs of nodes joined by a path. 14–18 nodes, thinly connected.
pub(super) fn reachability(seed: u64, noise: f64) -> Generated {
    let mut random = Random::new(seed);
    let n_nodes = random.between(14, 18);
    let train = draw_rich(
        &mut random,
        |random| draw(random, "n", n_nodes),
        |(_, edges)| {
            let distances = distances(edges);
            let exactly = |steps: usize| distances.iter().flatten().filter(|d| **d == Some(steps)).count();
            let share = distances.iter().flatten().flatten().count() as f64 / (n_nodes * n_nodes) as f64;
            (1..=5).all(|steps| exactly(steps) >= 4) && (0.25..0.45).contains(&share)
        },
    );
    let test = draw(&mut random, "m", 20);
    let concept = Concept {
        head: ("reach", 2),
        types: &["node"],
        background: "",
        modes: "#modeh(reach(var(node),var(node))).\n#modeb(edge(var(node),var(node))).\n#modeb(red(var(node))).\n\
                #modeb(big(var(node))).\n#modeb(reach(var(node),var(node))).\n"
            .to_owned(),
        target: "reach(X,Y) :- edge(X,Y).\nreach(X,Y) :- edge(X,Z), reach(Z,Y).\n".to_owned(),
    };
    concept.task(world(&train), world(&test), noise, false, &mut random)
}

type Graph = (Attributes, Vec<Vec<usize>>);

fn draw(random: &mut Random, prefix: &str, n_nodes: usize) -> Graph {
    (Attributes::draw(random, prefix, n_nodes, &SHARES), relation(random, n_nodes, &[0, 1, 1, 1, 2]))
}

/// From each node to each node the least number of edges of a path, at least one.
fn distances(edges: &[Vec<usize>]) -> Vec<Vec<Option<usize>>> {
    let from = |start: usize| {
        let mut found = vec![None; edges.len()];
        let mut border = vec![start];
        for steps in 1..=edges.len() {
            let mut next = Vec::new();
            for &node in border.iter().flat_map(|&node| &edges[node]) {
                if found[node].is_none() {
                    found[node] = Some(steps);
                    next.push(node);
                }
            }
            border = next;
        }
        found
    };
    (0..edges.len()).map(from).collect()
}

fn world((nodes, edges): &Graph) -> World {
    let leaving = |node: usize, name: &str| {
        edges[node].iter().map(|&other| format!(" edge({name},{}).", nodes.objects[other])).collect()
    };
    let distances = distances(edges);
    let pairs = (0..edges.len()).flat_map(|from| (0..edges.len()).map(move |to| (from, to)));
    let instances = pairs.map(|(from, to)| {
        (format!("reach({},{})", nodes.objects[from], nodes.objects[to]), distances[from][to].is_some())
    });
    World::new(nodes.facts("node", leaving), instances)
}
