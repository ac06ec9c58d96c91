//! Relational tasks over nodes with colours and three kinds of links: chains of literals, shared variables, inequality,
//! recursion, constants, exceptions over relations. Each concept is a rule for a solver and a function for the labels.

use super::{Concept, Family, Generated, World, draw_rich, growth, random::Random};
use std::fmt::Write;

const PROPERTIES: [&str; 3] = ["red", "big", "old"];
const LINKS: [&str; 3] = ["edge", "likes", "near"];
const COLOURS: [&str; 4] = ["amber", "green", "violet", "white"];

/// Nodes, what they are, and how they are linked.
struct Net {
    prefix: &'static str,
    /// For each node and property.
    is: Vec<[bool; 3]>,
    colour: Vec<usize>,
    /// For each kind of link and node, the nodes it leads to.
    to: [Vec<Vec<usize>>; 3],
}

const RED: usize = 0;
const BIG: usize = 1;
const EDGE: usize = 0;
const LIKES: usize = 1;
const NEAR: usize = 2;

/// What a target of one argument, or of two, means.
enum Means {
    One(fn(&Net, usize) -> bool),
    Two(fn(&Net, usize, usize) -> bool),
}

/// A target with its meaning.
struct Relational {
    means: Means,
    rules: &'static str,
    /// Body modes beside those of properties and links.
    modes: &'static str,
    /// Edges lead from lower to higher numbers only.
    is_acyclic: bool,
}

impl Net {
    fn draw(random: &mut Random, prefix: &'static str, n_nodes: usize, is_acyclic: bool) -> Self {
        let mut net = Net {
            prefix,
            is: (0..n_nodes).map(|_| [0.35, 0.35, 0.5].map(|share| random.chance(share))).collect(),
            colour: (0..n_nodes).map(|_| random.below(COLOURS.len())).collect(),
            to: [(); 3].map(|()| vec![Vec::new(); n_nodes]),
        };
        for (kind, degrees) in [(EDGE, [1, 2, 2, 3]), (LIKES, [0, 1, 1, 2]), (NEAR, [0, 1, 2, 2])] {
            for node in 0..n_nodes {
                for _ in 0..degrees[random.below(4)] {
                    let other = match is_acyclic && kind == EDGE {
                        true if node + 1 >= n_nodes => continue,
                        true => node + 1 + random.below((n_nodes - node - 1).min(6)),
                        // Links stay in the neighbourhood, so that they meet.
                        false => (node + n_nodes + random.below(9) - 4) % n_nodes,
                    };
                    if other != node && !net.to[kind][node].contains(&other) {
                        net.to[kind][node].push(other);
                    }
                }
            }
        }
        net
    }

    fn len(&self) -> usize {
        self.is.len()
    }

    fn links(&self, kind: usize, from: usize, to: usize) -> bool {
        self.to[kind][from].contains(&to)
    }

    /// Whether a link of this kind leads to a node for which something holds.
    fn leads(&self, kind: usize, from: usize, holds: impl Fn(usize) -> bool) -> bool {
        self.to[kind][from].iter().any(|&node| holds(node))
    }

    fn is_reached(&self, from: usize, to: usize) -> bool {
        let (mut open, mut seen) = (self.to[EDGE][from].clone(), vec![false; self.len()]);
        while let Some(node) = open.pop() {
            if node == to {
                return true;
            }
            if !std::mem::replace(&mut seen[node], true) {
                open.extend(&self.to[EDGE][node]);
            }
        }
        false
    }

    fn world(&self, means: &Means) -> World {
        let name = |node: usize| format!("{}{node}", self.prefix);
        let mut facts = String::new();
        for node in 0..self.len() {
            let _ = write!(facts, "node({0}). colour({0},{1}).", name(node), COLOURS[self.colour[node]]);
            for (property, _) in PROPERTIES.iter().zip(self.is[node]).filter(|(_, is)| *is) {
                let _ = write!(facts, " {property}({}).", name(node));
            }
            for (link, to) in LINKS.iter().zip(&self.to) {
                to[node].iter().for_each(|&other| {
                    let _ = write!(facts, " {link}({},{}).", name(node), name(other));
                });
            }
            facts.push('\n');
        }
        let nodes = 0..self.len();
        match means {
            Means::One(holds) => {
                World::new(facts, nodes.map(|x| (format!("target({})", name(x)), holds(self, x))))
            }
            Means::Two(holds) => {
                let pairs = nodes.clone().flat_map(|x| nodes.clone().map(move |y| (x, y)));
                let label = |(x, y)| (format!("target({},{})", name(x), name(y)), holds(self, x, y));
                World::new(facts, pairs.map(label))
            }
        }
    }
}

fn generate(concept: &Relational, seed: u64, noise: f64) -> Generated {
    let mut random = Random::new(seed);
    let arity = match concept.means {
        Means::One(_) => 1,
        Means::Two(_) => 2,
    };
    // With pairs there are many instances of few nodes.
    let n_nodes = if arity == 1 { 120 } else { 24 } * growth(noise).min(2);
    let is_rich = |net: &Net| {
        let world = net.world(&concept.means);
        world.positive.len() >= 12 && world.negative.len() >= 12
    };
    let draw = |random: &mut Random| Net::draw(random, "v", n_nodes, concept.is_acyclic);
    let train = draw_rich(&mut random, draw, is_rich);
    let test =
        draw_rich(&mut random, |random| Net::draw(random, "w", n_nodes + 10, concept.is_acyclic), is_rich);
    let mut modes = String::new();
    let head = vec!["var(node)"; arity].join(",");
    let _ = writeln!(modes, "#modeh(target({head})).");
    PROPERTIES.iter().for_each(|property| {
        let _ = writeln!(modes, "#modeb({property}(var(node))).");
    });
    LINKS.iter().for_each(|link| {
        let _ = writeln!(modes, "#modeb({link}(var(node),var(node))).");
    });
    modes.push_str(concept.modes);
    let written = Concept {
        head: ("target", arity),
        types: &["node"],
        background: "",
        modes,
        target: concept.rules.to_owned(),
    };
    written.task(train.world(&concept.means), test.world(&concept.means), noise, arity == 2, &mut random)
}

macro_rules! families {
    ($($name:ident = $rules:literal, $modes:literal, $acyclic:literal, $means:expr;)*) => {
        $(fn $name(seed: u64, noise: f64) -> Generated {
            let concept = Relational { means: $means, rules: $rules, modes: $modes, is_acyclic: $acyclic };
            generate(&concept, seed, noise)
        })*

        /// All relational families with their names.
        pub fn families() -> &'static [(&'static str, Family)] {
            &[$((stringify!($name), $name)),*]
        }
    };
}

families! {
    chain_of_three = "target(X) :- edge(X,Y), likes(Y,Z), red(Z).\n", "", false,
        Means::One(|net, x| net.leads(EDGE, x, |y| net.leads(LIKES, y, |z| net.is[z][RED])));
    chain_of_four = "target(X) :- edge(X,Y), likes(Y,Z), near(Z,U), big(U).\n", "", false,
        Means::One(|net, x| {
            net.leads(EDGE, x, |y| net.leads(LIKES, y, |z| net.leads(NEAR, z, |u| net.is[u][BIG])))
        });
    two_steps = "target(X,Y) :- edge(X,Z), likes(Z,Y).\n", "", false,
        Means::Two(|net, x, y| net.leads(EDGE, x, |z| net.links(LIKES, z, y)));
    three_steps = "target(X,Y) :- edge(X,Z), near(Z,U), likes(U,Y).\n", "", false,
        Means::Two(|net, x, y| net.leads(EDGE, x, |z| net.leads(NEAR, z, |u| net.links(LIKES, u, y))));
    triangle = "target(X) :- edge(X,Y), near(Y,Z), edge(X,Z).\n", "", false,
        Means::One(|net, x| net.leads(EDGE, x, |y| net.leads(NEAR, y, |z| net.links(EDGE, x, z))));
    common_red = "target(X,Y) :- edge(X,Z), edge(Y,Z), red(Z).\n", "", false,
        Means::Two(|net, x, y| net.leads(EDGE, x, |z| net.links(EDGE, y, z) && net.is[z][RED]));
    siblings = "target(X,Y) :- edge(Z,X), edge(Z,Y), X != Y.\n", "#modeb(var(node) != var(node)).\n", false,
        Means::Two(|net, x, y| x != y && (0..net.len()).any(|z| net.links(EDGE, z, x) && net.links(EDGE, z, y)));
    two_red = "target(X) :- edge(X,Y), red(Y), edge(X,Z), red(Z), Y != Z.\n", "#modeb(var(node) != var(node)).\n", false,
        Means::One(|net, x| net.to[EDGE][x].iter().filter(|&&y| net.is[y][RED]).count() >= 2);
    descendants = "target(X,Y) :- edge(X,Y).\ntarget(X,Y) :- edge(X,Z), target(Z,Y).\n",
        "#modeb(target(var(node),var(node))).\n", true,
        Means::Two(|net, x, y| net.is_reached(x, y));
    leads_to_red = "target(X) :- likes(X,Y), red(Y).\ntarget(X) :- edge(X,Y), target(Y).\n",
        "#modeb(target(var(node))).\n", true,
        Means::One(|net, x| {
            let likes_red = |x: usize| net.leads(LIKES, x, |y| net.is[y][RED]);
            likes_red(x) || (0..net.len()).any(|y| likes_red(y) && net.is_reached(x, y))
        });
    amber_neighbour = "target(X) :- edge(X,Y), colour(Y,amber).\n", "#modeb(colour(var(node),const(colour))).\n", false,
        Means::One(|net, x| net.leads(EDGE, x, |y| net.colour[y] == 0));
    green_unless_near_violet = "target(X) :- colour(X,green), not ab0(X).\nab0(X) :- near(X,Y), colour(Y,violet).\n",
        "#modeb(colour(var(node),const(colour))).\n", false,
        Means::One(|net, x| net.colour[x] == 1 && !net.leads(NEAR, x, |y| net.colour[y] == 2));
    same_colour = "target(X,Y) :- edge(X,Y), colour(X,C), colour(Y,C).\n", "#modeb(colour(var(node),var(colour))).\n", false,
        Means::Two(|net, x, y| net.links(EDGE, x, y) && net.colour[x] == net.colour[y]);
    unless_liked = "target(X,Y) :- edge(X,Y), not ab0(X,Y).\nab0(X,Y) :- likes(X,Y).\n", "", false,
        Means::Two(|net, x, y| net.links(EDGE, x, y) && !net.links(LIKES, x, y));
    unless_near_big = "target(X) :- edge(X,Y), red(Y), not ab0(X).\nab0(X) :- near(X,Y), big(Y).\n", "", false,
        Means::One(|net, x| net.leads(EDGE, x, |y| net.is[y][RED]) && !net.leads(NEAR, x, |y| net.is[y][BIG]));
    either_way = "target(X) :- edge(X,Y), red(Y).\ntarget(X) :- likes(X,Y), near(Y,Z), big(Z).\n", "", false,
        Means::One(|net, x| {
            let by_edge = net.leads(EDGE, x, |y| net.is[y][RED]);
            by_edge || net.leads(LIKES, x, |y| net.leads(NEAR, y, |z| net.is[z][BIG]))
        });
}
