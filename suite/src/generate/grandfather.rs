//! Grandfathers: a target of two arguments with a person in between; parents are defined by rules.

use super::{Concept, Generated, World, draw_rich, growth, people::People, random::Random};
use std::fmt::Write;

/// The father of a parent. About 15–30 people.
pub(super) fn grandfather(seed: u64, noise: f64) -> Generated {
    let mut random = Random::new(seed);
    let train = draw_rich(
        &mut random,
        |random| draw(random, "p", growth(noise)),
        |people| {
            let through = |is_male: bool| {
                let grandchildren = |&person: &usize| {
                    people
                        .parents(person)
                        .any(|p| people.is_male(p) == is_male && people.parents(p).next().is_some())
                };
                (0..people.len()).filter(grandchildren).count()
            };
            (15..=30).contains(&(people.len() / growth(noise))) && through(true) >= 5 && through(false) >= 5
        },
    );
    let test = draw(&mut random, "q", 1);
    let concept = Concept {
        head: ("grandfather", 2),
        types: &["person"],
        background: "parent(X,Y) :- father(X,Y).\nparent(X,Y) :- mother(X,Y).\n",
        modes: "#modeh(grandfather(var(person),var(person))).\n#modeb(father(var(person),var(person))).\n\
                #modeb(mother(var(person),var(person))).\n#modeb(parent(var(person),var(person))).\n"
            .to_owned(),
        target: "grandfather(X,Y) :- father(X,Z), parent(Z,Y).\n".to_owned(),
    };
    concept.task(world(&train), world(&test), noise, true, &mut random)
}

fn draw(random: &mut Random, prefix: &str, growth: usize) -> People {
    People::draw(random, prefix, &[2, 4, 2].map(|couples| couples * growth), (1, 3))
}

fn world(people: &People) -> World {
    let mut facts = String::new();
    for person in 0..people.len() {
        let _ = write!(facts, "person({}).", people.name(person));
        for parent in people.parents(person) {
            let relation = if people.is_male(parent) { "father" } else { "mother" };
            let _ = write!(facts, " {relation}({},{}).", people.name(parent), people.name(person));
        }
        facts.push('\n');
    }
    let is_grandfather = |older: usize, younger: usize| {
        people.is_male(older)
            && people.parents(younger).any(|parent| people.parents(parent).any(|p| p == older))
    };
    World::new(facts, people.instances("grandfather", is_grandfather))
}
