//! Exceptions to exceptions to exceptions, over attributes.

use super::{
    Concept, Generated, World,
    attributes::{Attributes, Share, unary_modes},
    draw_rich, growth,
    random::Random,
};

const RELEVANT: [Share; 4] = [("member", 0.8), ("late", 0.55), ("excused", 0.6), ("repeat", 0.45)];
const IRRELEVANT: [Share; 4] = [("young", 0.5), ("local", 0.5), ("paid", 0.4), ("senior", 0.5)];

/// Members enter, unless late, unless excused, unless that happened before. 60–80 objects, 4–8 attributes.
pub(super) fn three_level(seed: u64, noise: f64) -> Generated {
    let mut random = Random::new(seed);
    let n_irrelevant = random.between(0, IRRELEVANT.len());
    let shares: Vec<Share> = RELEVANT.into_iter().chain(IRRELEVANT.into_iter().take(n_irrelevant)).collect();
    let n_objects = random.between(60, 80) * growth(noise);
    let train = draw_rich(
        &mut random,
        |random| Attributes::draw(random, "v", n_objects, &shares),
        |table| {
            table.count(&["member"], &["late"]) >= 6
                && table.count(&["member", "late"], &["excused"]) >= 6
                && table.count(&["member", "late", "excused"], &["repeat"]) >= 5
                && table.count(&["member", "late", "excused", "repeat"], &[]) >= 5
                && table.count(&["late", "excused"], &["member", "repeat"]) >= 2
                && table.count(&[], &["member", "late"]) >= 3
        },
    );
    let test = Attributes::draw(&mut random, "u", 100, &shares);
    let concept = Concept {
        head: ("enters", 1),
        types: &["visitor"],
        background: "",
        modes: unary_modes("enters", "visitor", &shares),
        target: "enters(X) :- member(X), not ab0(X).\nab0(X) :- late(X), not ab1(X).\n\
                 ab1(X) :- excused(X), not ab2(X).\nab2(X) :- repeat(X).\n"
            .to_owned(),
    };
    concept.task(world(&train), world(&test), noise, false, &mut random)
}

fn world(table: &Attributes) -> World {
    let enters = |object| {
        let has = |name| table.has(object, name);
        let exception_to_exception = has("excused") && !has("repeat");
        let exception = has("late") && !exception_to_exception;
        has("member") && !exception
    };
    World::new(table.facts("visitor", |_, _| String::new()), table.instances("enters", enters))
}
