//! Everything but: a default without conditions.

use super::{
    Concept, Generated, World,
    attributes::{Attributes, Share, unary_modes},
    draw_rich, growth,
    random::Random,
};

const SHARES: [Share; 6] = [
    ("expired", 0.3),
    ("recalled", 0.45),
    ("opened", 0.45),
    ("imported", 0.5),
    ("organic", 0.5),
    ("large", 0.4),
];

/// Items are on the shelf, unless expired, or recalled and opened. 60–80 objects, 4–6 attributes.
pub(super) fn everything_but(seed: u64, noise: f64) -> Generated {
    let mut random = Random::new(seed);
    let shares = &SHARES[..random.between(4, SHARES.len())];
    let n_objects = random.between(60, 80) * growth(noise);
    let train = draw_rich(
        &mut random,
        |random| Attributes::draw(random, "i", n_objects, shares),
        |table| {
            table.count(&["expired"], &[]) >= 10
                && table.count(&["recalled", "opened"], &["expired"]) >= 6
                && table.count(&["recalled"], &["expired", "opened"]) >= 6
                && table.count(&["opened"], &["expired", "recalled"]) >= 6
                && table.count(&[], &["expired", "recalled", "opened"]) >= 6
        },
    );
    let test = Attributes::draw(&mut random, "j", 100, shares);
    let concept = Concept {
        head: ("shelved", 1),
        types: &["item"],
        background: "",
        modes: unary_modes("shelved", "item", shares),
        target:
            "shelved(X) :- item(X), not ab0(X).\nab0(X) :- expired(X).\nab0(X) :- recalled(X), opened(X).\n"
                .to_owned(),
    };
    concept.task(world(&train), world(&test), noise, false, &mut random)
}

fn world(table: &Attributes) -> World {
    let shelved = |object| {
        let has = |name| table.has(object, name);
        !(has("expired") || has("recalled") && has("opened"))
    };
    World::new(table.facts("item", |_, _| String::new()), table.instances("shelved", shelved))
}
