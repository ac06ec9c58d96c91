//! Constants in rules: objects with values from small sets.

use super::{
    Concept, Generated, World,
    attributes::{Attributes, Share},
    draw_rich, growth,
    random::Random,
};

const SHARES: [Share; 2] = [("heavy", 0.5), ("hollow", 0.4)];
const HUES: [&str; 5] = ["red", "red", "green", "blue", "white"];
const SOLIDS: [&str; 4] = ["ball", "cube", "cone", "ring"];
const STUFFS: [&str; 3] = ["wood", "steel", "glass"];

/// Red things are lifted, unless balls, or heavy things of steel. 60–80 objects.
pub(super) fn constants(seed: u64, noise: f64) -> Generated {
    let mut random = Random::new(seed);
    let n_objects = random.between(60, 80) * growth(noise);
    let train = draw_rich(
        &mut random,
        |random| Blocks::draw(random, "b", n_objects),
        |blocks| {
            let count = |fits: &dyn Fn(Block) -> bool| {
                (0..n_objects).filter(|&block| fits(blocks.get(block))).count()
            };
            count(&|b| b.red && !b.ball && !b.steel && !b.heavy) >= 5
                && count(&|b| b.red && !b.ball && b.steel && b.heavy) >= 5
                && count(&|b| b.red && !b.ball && b.steel && !b.heavy) >= 4
                && count(&|b| b.red && !b.ball && !b.steel && b.heavy) >= 4
                && count(&|b| b.red && b.ball && !(b.steel && b.heavy)) >= 5
                && count(&|b| !(b.red || b.ball || b.steel && b.heavy)) >= 8
        },
    );
    let test = Blocks::draw(&mut random, "a", 120);
    let concept = Concept {
        head: ("lifted", 1),
        types: &["block"],
        background: "hue(red;green;blue;white).\nsolid(ball;cube;cone;ring).\nstuff(wood;steel;glass).\n",
        modes: "#modeh(lifted(var(block))).\n#modeb(paint(var(block),const(hue))).\n\
                #modeb(form(var(block),const(solid))).\n#modeb(made_of(var(block),const(stuff))).\n\
                #modeb(heavy(var(block))).\n#modeb(hollow(var(block))).\n"
            .to_owned(),
        target: "lifted(X) :- paint(X,red), not ab0(X).\nab0(X) :- form(X,ball).\n\
                 ab0(X) :- made_of(X,steel), heavy(X).\n"
            .to_owned(),
    };
    concept.task(train.world(), test.world(), noise, false, &mut random)
}

struct Blocks {
    table: Attributes,
    hue: Vec<&'static str>,
    solid: Vec<&'static str>,
    stuff: Vec<&'static str>,
}

/// What the concept sees of a block.
struct Block {
    red: bool,
    ball: bool,
    steel: bool,
    heavy: bool,
}

impl Blocks {
    fn draw(random: &mut Random, prefix: &str, n_objects: usize) -> Self {
        let table = Attributes::draw(random, prefix, n_objects, &SHARES);
        let mut values = |choices: &[&'static str]| (0..n_objects).map(|_| random.pick(choices)).collect();
        Blocks { table, hue: values(&HUES), solid: values(&SOLIDS), stuff: values(&STUFFS) }
    }

    fn get(&self, block: usize) -> Block {
        Block {
            red: self.hue[block] == "red",
            ball: self.solid[block] == "ball",
            steel: self.stuff[block] == "steel",
            heavy: self.table.has(block, "heavy"),
        }
    }

    fn world(&self) -> World {
        let values = |block: usize, name: &str| {
            let Blocks { hue, solid, stuff, .. } = self;
            format!(
                " paint({name},{}). form({name},{}). made_of({name},{}).",
                hue[block], solid[block], stuff[block]
            )
        };
        let lifted = |block: usize| {
            let Block { red, ball, steel, heavy } = self.get(block);
            red && !ball && !(steel && heavy)
        };
        World::new(self.table.facts("block", values), self.table.instances("lifted", lifted))
    }
}
