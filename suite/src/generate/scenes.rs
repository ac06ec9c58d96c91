//! Tasks about wholes with parts: scenes of pieces that have a colour, a size and a position and may touch. What makes a
//! scene positive is several literals away from it, and a single literal says little.

use super::{Concept, Family, Generated, World, draw_rich, growth, random::Random};
use std::fmt::Write;

const COLOURS: [&str; 3] = ["red", "green", "blue"];
const SIZES: [&str; 3] = ["small", "medium", "large"];
const POSITIONS: [&str; 4] = ["left", "right", "upright", "lying"];

/// A piece: what it is, and the pieces of its scene that it touches.
#[derive(Default)]
struct Piece {
    colour: usize,
    size: usize,
    position: usize,
    touches: Vec<usize>,
}

impl Piece {
    fn is(&self, property: &str) -> bool {
        [COLOURS[self.colour], SIZES[self.size], POSITIONS[self.position]].contains(&property)
    }

    fn is_all(&self, properties: &[&str]) -> bool {
        properties.iter().all(|property| self.is(property))
    }
}

struct Scene(Vec<Piece>);

impl Scene {
    fn draw(random: &mut Random) -> Self {
        let mut pieces: Vec<Piece> = Vec::new();
        for number in 0..random.between(3, 6) {
            let touches = (0..number).filter(|_| random.chance(0.3)).collect();
            let (colour, size) = (random.below(COLOURS.len()), random.below(SIZES.len()));
            pieces.push(Piece { colour, size, position: random.below(POSITIONS.len()), touches });
        }
        Self(pieces)
    }

    /// Whether a piece has all of these properties.
    fn has(&self, properties: &[&str]) -> bool {
        self.0.iter().any(|piece| piece.is_all(properties))
    }

    /// Whether a piece with the first properties touches one with the others.
    fn touch(&self, one: &[&str], other: &[&str]) -> bool {
        let touches_other = |piece: &Piece| piece.touches.iter().any(|&number| self.0[number].is_all(other));
        self.0.iter().any(|piece| piece.is_all(one) && touches_other(piece))
    }

    fn facts(&self, name: &str, facts: &mut String) {
        let _ = write!(facts, "scene({name}).");
        for (number, piece) in self.0.iter().enumerate() {
            let _ = write!(facts, " part({name},{name}p{number}). piece({name}p{number}).");
            for property in [COLOURS[piece.colour], SIZES[piece.size], POSITIONS[piece.position]] {
                let _ = write!(facts, " {property}({name}p{number}).");
            }
            for other in &piece.touches {
                let _ = write!(facts, " touches({name}p{number},{name}p{other}).");
            }
        }
        facts.push('\n');
    }
}

fn world(scenes: &[Scene], prefix: char, holds: fn(&Scene) -> bool) -> World {
    let mut facts = String::new();
    let mut labels = Vec::new();
    for (number, scene) in scenes.iter().enumerate() {
        let name = format!("{prefix}{number}");
        scene.facts(&name, &mut facts);
        labels.push((format!("target({name})"), holds(scene)));
    }
    World::new(facts, labels)
}

fn generate(rules: &str, holds: fn(&Scene) -> bool, seed: u64, noise: f64) -> Generated {
    let mut random = Random::new(seed);
    let draw = |n_scenes: usize| {
        move |random: &mut Random| (0..n_scenes).map(|_| Scene::draw(random)).collect::<Vec<_>>()
    };
    let is_rich = |scenes: &Vec<Scene>| {
        let n_positive = scenes.iter().filter(|scene| holds(scene)).count();
        n_positive >= 12 && scenes.len() - n_positive >= 12
    };
    let train = draw_rich(&mut random, draw(150 * growth(noise).min(2)), is_rich);
    let test = draw_rich(&mut random, draw(300), is_rich);
    let mut modes = String::from("#modeh(target(var(scene))).\n#modeb(part(var(scene),var(piece))).\n");
    for property in COLOURS.iter().chain(&SIZES).chain(&POSITIONS) {
        let _ = writeln!(modes, "#modeb({property}(var(piece))).");
    }
    modes.push_str("#modeb(touches(var(piece),var(piece))).\n");
    let types: &[&str] = &["scene", "piece"];
    let concept = Concept { head: ("target", 1), types, background: "", modes, target: rules.to_owned() };
    concept.task(world(&train, 's', holds), world(&test, 't', holds), noise, false, &mut random)
}

macro_rules! families {
    ($($name:ident = $rules:literal, $holds:expr;)*) => {
        $(fn $name(seed: u64, noise: f64) -> Generated {
            generate($rules, $holds, seed, noise)
        })*

        /// All families of scenes with their names.
        pub fn families() -> &'static [(&'static str, Family)] {
            &[$((stringify!($name), $name)),*]
        }
    };
}

families! {
    one_piece = "target(X) :- part(X,P), blue(P), upright(P), small(P).\n",
        |scene| scene.has(&["blue", "upright", "small"]);
    touching = "target(X) :- part(X,P), red(P), touches(P,Q), blue(Q), upright(Q).\n",
        |scene| scene.touch(&["red"], &["blue", "upright"]);
    two_pieces = "target(X) :- part(X,P), red(P), small(P), part(X,Q), blue(Q), upright(Q).\n",
        |scene| scene.has(&["red", "small"]) && scene.has(&["blue", "upright"]);
    two_ways = "target(X) :- part(X,P), red(P), left(P).\ntarget(X) :- part(X,P), touches(P,Q), small(Q), upright(Q).\n",
        |scene| scene.has(&["red", "left"]) || scene.touch(&[], &["small", "upright"]);
    three_ways = "target(X) :- part(X,P), red(P), small(P), left(P).\ntarget(X) :- part(X,P), touches(P,Q), blue(Q), upright(Q), large(P).\ntarget(X) :- part(X,P), green(P), large(P), lying(P).\n",
        |scene| {
            scene.has(&["red", "small", "left"])
                || scene.touch(&["large"], &["blue", "upright"])
                || scene.has(&["green", "large", "lying"])
        };
    unless_touching_red = "target(X) :- part(X,P), blue(P), small(P), not ab0(X).\nab0(X) :- part(X,P), touches(P,Q), red(Q), large(Q).\n",
        |scene| scene.has(&["blue", "small"]) && !scene.touch(&[], &["red", "large"]);
}
