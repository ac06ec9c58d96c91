//! Two different neighbours: a rule that needs an inequality between new variables.

use super::{
    Concept, Generated, World,
    attributes::{Attributes, Share, relation, unary_modes},
    draw_rich, growth,
    random::Random,
};

const SHARES: [Share; 3] = [("red", 0.4), ("blue", 0.4), ("big", 0.5)];

/// A fork has edges to two different nodes. 20–30 nodes.
pub(super) fn two_neighbours(seed: u64, noise: f64) -> Generated {
    let mut random = Random::new(seed);
    let n_nodes = random.between(20, 30) * growth(noise);
    let train = draw_rich(
        &mut random,
        |random| draw(random, "v", n_nodes),
        |(_, edges)| {
            let of_degree = |low, high| edges.iter().filter(|to| (low..=high).contains(&to.len())).count();
            of_degree(0, 0) >= 3 && of_degree(1, 1) >= 6 && of_degree(2, 2) >= 4 && of_degree(2, 9) >= 7
        },
    );
    let test = draw(&mut random, "w", 60);
    let concept = Concept {
        head: ("fork", 1),
        types: &["node"],
        background: "",
        modes: unary_modes("fork", "node", &SHARES)
            + "#modeb(edge(var(node),var(node))).\n#modeb(var(node) != var(node)).\n",
        target: "fork(X) :- edge(X,Y), edge(X,Z), Y != Z.\n".to_owned(),
    };
    concept.task(world(&train), world(&test), noise, false, &mut random)
}

type Graph = (Attributes, Vec<Vec<usize>>);

fn draw(random: &mut Random, prefix: &str, n_nodes: usize) -> Graph {
    (Attributes::draw(random, prefix, n_nodes, &SHARES), relation(random, n_nodes, &[0, 1, 1, 2, 2, 3]))
}

fn world((nodes, edges): &Graph) -> World {
    let leaving = |node: usize, name: &str| {
        edges[node].iter().map(|&other| format!(" edge({name},{}).", nodes.objects[other])).collect()
    };
    World::new(nodes.facts("node", leaving), nodes.instances("fork", |node| edges[node].len() >= 2))
}
