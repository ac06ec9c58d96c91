//! Colouring a graph: a predicate for each colour, or one relation of nodes and colours.

use super::{Concept, Family, Purpose, graphs, signatures};
use crate::generate::random::Random;
use std::fmt::Write;
use xfold_asp::symbols::Signature;

const COLOURS: [&str; 6] = ["red", "green", "blue", "yellow", "brown", "white"];

pub(super) fn families() -> Vec<Family> {
    vec![
        colours(3),
        colours(4),
        colours(6),
        colours(3).several("colouring_3_graphs"),
        relation(),
        relation().several("colouring_relation_graphs"),
    ]
}

/// `red(X)`, `green(X)`, …: each node has exactly one of these colours.
fn colours(count: usize) -> Family {
    let colours = &COLOURS[..count];
    let mut concept = Concept {
        modes: "#modeb(edge(var(node),var(node))).\n".to_owned(),
        targets: colours.iter().map(|colour| Signature::new(*colour, 1)).collect(),
        ..Concept::default()
    };
    for colour in colours {
        let others: Vec<String> =
            colours.iter().filter(|other| *other != colour).map(|other| format!("not {other}(X)")).collect();
        let _ = writeln!(concept.modes, "#modeh({colour}(var(node))).");
        let _ = writeln!(concept.rules, "{colour}(X) :- node(X), {}.", others.join(", "));
        let _ = writeln!(concept.space, "{{ {colour}(X) }} :- node(X).");
        concept.constraints.push(format!(":- {colour}(X), edge(X,Y), {colour}(Y)."));
    }
    let judged = if count > 3 { (3, 4) } else { (4, 5) };
    Family::one(format!("colouring_{count}"), concept, move |random, purpose| draw(random, purpose, judged))
}

/// `colour(X,C)`, of which each node has to have one.
fn relation() -> Family {
    let concept = Concept {
        background: "hue(red;green;blue).\ncoloured(X) :- colour(X,C).\n".to_owned(),
        modes: "#modeh(colour(var(node),var(hue))).\n#modeb(edge(var(node),var(node))).\n\
                #modeb(not coloured(var(node))).\n#modeb(var(hue) != var(hue)).\n"
            .to_owned(),
        targets: signatures([("colour", 2)]),
        rules: "{ colour(X,C) } :- node(X), hue(C).\n".to_owned(),
        constraints: [
            ":- colour(X,C), edge(X,Y), colour(Y,C).",
            ":- colour(X,C), colour(X,D), C != D.",
            ":- node(X), not coloured(X).",
        ]
        .map(str::to_owned)
        .to_vec(),
        space: "{ colour(X,C) } :- node(X), hue(C).\n".to_owned(),
        ..Concept::default()
    };
    Family::one("colouring_relation", concept, |random, purpose| draw(random, purpose, (4, 5)))
}

fn draw(random: &mut Random, purpose: Purpose, judged: (usize, usize)) -> String {
    let (low, high) = if purpose == Purpose::Training { (5, 8) } else { judged };
    let n_nodes = random.between(low, high);
    graphs::undirected(random, n_nodes, 0.45)
}
