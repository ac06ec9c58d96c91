//! Uncles from parents alone: a long chain of relations, a property and an inequality.

use super::{Concept, Generated, World, draw_rich, growth, people::People, random::Random};
use std::fmt::Write;

/// Men with a parent in common with a parent. About 18–30 people.
pub(super) fn uncle(seed: u64, noise: f64) -> Generated {
    let mut random = Random::new(seed);
    let train = draw_rich(
        &mut random,
        |random| draw(random, "p", growth(noise)),
        |people| {
            let pairs = siblings_of_parents(people);
            let count =
                |fits: &dyn Fn(usize, usize) -> bool| pairs.iter().filter(|(x, p)| fits(*x, *p)).count();
            // Uncles and aunts, with and without children of their own; uncles through fathers and mothers.
            (18..=30).contains(&(people.len() / growth(noise)))
                && count(&|x, _| people.is_male(x) && people.has_children(x)) >= 3
                && count(&|x, _| people.is_male(x) && !people.has_children(x)) >= 3
                && count(&|x, _| !people.is_male(x) && people.has_children(x)) >= 5
                && count(&|x, _| !people.is_male(x) && !people.has_children(x)) >= 2
                && count(&|x, p| people.is_male(x) && people.is_male(p)) >= 4
                && count(&|x, p| people.is_male(x) && !people.is_male(p)) >= 4
        },
    );
    let test = draw(&mut random, "q", 1);
    let concept = Concept {
        head: ("uncle", 2),
        types: &["person"],
        background: "",
        modes: "#modeh(uncle(var(person),var(person))).\n#modeb(parent(var(person),var(person))).\n\
                #modeb(male(var(person))).\n#modeb(female(var(person))).\n#modeb(var(person) != var(person)).\n"
            .to_owned(),
        target: "uncle(X,Y) :- male(X), parent(Z,X), parent(Z,U), parent(U,Y), X != U.\n".to_owned(),
    };
    concept.task(world(&train), world(&test), noise, true, &mut random)
}

fn draw(random: &mut Random, prefix: &str, growth: usize) -> People {
    People::draw(random, prefix, &[2, 4].map(|couples| couples * growth), (2, 4))
}

/// For each child and each sibling of one of its parents: the sibling and the parent.
fn siblings_of_parents(people: &People) -> Vec<(usize, usize)> {
    let everybody = 0..people.len();
    let of_child =
        |child: usize| people.parents(child).flat_map(|parent| everybody.clone().map(move |x| (x, parent)));
    everybody.clone().flat_map(of_child).filter(|&(x, parent)| people.are_siblings(x, parent)).collect()
}

fn world(people: &People) -> World {
    let mut facts = String::new();
    for person in 0..people.len() {
        let name = people.name(person);
        let sex = if people.is_male(person) { "male" } else { "female" };
        let _ = write!(facts, "person({name}). {sex}({name}).");
        for parent in people.parents(person) {
            let _ = write!(facts, " parent({},{name}).", people.name(parent));
        }
        facts.push('\n');
    }
    let is_uncle = |older: usize, younger: usize| {
        people.is_male(older) && people.parents(younger).any(|parent| people.are_siblings(older, parent))
    };
    World::new(facts, people.instances("uncle", is_uncle))
}
