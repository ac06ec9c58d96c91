//! A default about an object with an exception about its neighbours.

use super::{
    Concept, Generated, World,
    attributes::{Attributes, Share, relation, unary_modes},
    draw_rich, growth,
    random::Random,
};

const SHARES: [Share; 5] = [("heated", 0.65), ("leaky", 0.35), ("used", 0.5), ("dark", 0.5), ("tiled", 0.4)];

/// Heated rooms are warm, unless beside a leaky one. 50–70 objects, 2–5 attributes, one relation.
pub(super) fn relational_exception(seed: u64, noise: f64) -> Generated {
    let mut random = Random::new(seed);
    let shares = &SHARES[..random.between(2, SHARES.len())];
    let n_objects = random.between(50, 70) * growth(noise);
    let train = draw_rich(
        &mut random,
        |random| Rooms::draw(random, "r", n_objects, shares),
        |rooms| {
            let count = |heated: bool, beside_leaky: bool| {
                let fits = |&room: &usize| {
                    rooms.table.has(room, "heated") == heated && rooms.is_beside_leaky(room) == beside_leaky
                };
                (0..n_objects).filter(fits).count()
            };
            count(true, true) >= 8
                && count(true, false) >= 8
                && count(false, true) >= 4
                && count(false, false) >= 4
        },
    );
    let test = Rooms::draw(&mut random, "q", 90, shares);
    let concept = Concept {
        head: ("warm", 1),
        types: &["room"],
        background: "",
        modes: unary_modes("warm", "room", shares) + "#modeb(beside(var(room),var(room))).\n",
        target: "warm(X) :- heated(X), not ab0(X).\nab0(X) :- beside(X,Y), leaky(Y).\n".to_owned(),
    };
    concept.task(train.world(), test.world(), noise, false, &mut random)
}

struct Rooms {
    table: Attributes,
    beside: Vec<Vec<usize>>,
}

impl Rooms {
    fn draw(random: &mut Random, prefix: &str, n_objects: usize, shares: &[Share]) -> Self {
        let table = Attributes::draw(random, prefix, n_objects, shares);
        Rooms { table, beside: relation(random, n_objects, &[0, 1, 1, 2]) }
    }

    fn is_beside_leaky(&self, room: usize) -> bool {
        self.beside[room].iter().any(|&other| self.table.has(other, "leaky"))
    }

    fn world(&self) -> World {
        let beside = |room: usize, name: &str| {
            self.beside[room]
                .iter()
                .map(|&other| format!(" beside({name},{}).", self.table.objects[other]))
                .collect()
        };
        let warm = |room| self.table.has(room, "heated") && !self.is_beside_leaky(room);
        World::new(self.table.facts("room", beside), self.table.instances("warm", warm))
    }
}
