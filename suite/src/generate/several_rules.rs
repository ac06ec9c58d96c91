//! Several rules for one target, one of them with an exception.

use super::{
    Concept, Generated, World,
    attributes::{Attributes, Share, unary_modes},
    draw_rich, growth,
    random::Random,
};

const SHARES: [Share; 8] = [
    ("oral", 0.5),
    ("essay", 0.5),
    ("lab", 0.45),
    ("poster", 0.45),
    ("thesis", 0.35),
    ("absent", 0.45),
    ("honours", 0.5),
    ("foreign", 0.4),
];

/// Three ways to pass. 60–80 objects, 6–8 attributes.
pub(super) fn several_rules(seed: u64, noise: f64) -> Generated {
    let mut random = Random::new(seed);
    let shares = &SHARES[..random.between(6, SHARES.len())];
    let n_objects = random.between(60, 80) * growth(noise);
    let train = draw_rich(
        &mut random,
        |random| Attributes::draw(random, "s", n_objects, shares),
        |table| {
            table.count(&["oral", "essay"], &["thesis", "lab"]) >= 5
                && table.count(&["lab", "poster"], &["thesis", "oral"]) >= 5
                && table.count(&["thesis"], &["absent", "essay", "poster"]) >= 4
                && table.count(&["thesis", "absent"], &["essay", "poster"]) >= 4
                && table.count(&["oral"], &["essay", "thesis", "lab"]) >= 4
                && table.count(&["lab"], &["poster", "thesis", "oral"]) >= 4
        },
    );
    let test = Attributes::draw(&mut random, "t", 100, shares);
    let concept = Concept {
        head: ("passes", 1),
        types: &["student"],
        background: "",
        modes: unary_modes("passes", "student", shares),
        target: "passes(X) :- oral(X), essay(X).\npasses(X) :- lab(X), poster(X).\n\
                 passes(X) :- thesis(X), not ab0(X).\nab0(X) :- absent(X).\n"
            .to_owned(),
    };
    concept.task(world(&train), world(&test), noise, false, &mut random)
}

fn world(table: &Attributes) -> World {
    let passes = |object| {
        let has = |name| table.has(object, name);
        has("oral") && has("essay") || has("lab") && has("poster") || has("thesis") && !has("absent")
    };
    World::new(table.facts("student", |_, _| String::new()), table.instances("passes", passes))
}
