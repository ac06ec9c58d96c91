//! Random tasks: what the search counts is what clingo counts for the printed program, for every learner; and FOLD
//! always explains what does not contradict itself.

use proptest::{
    prelude::*,
    test_runner::{Config, RngSeed},
};
use std::{fmt::Write, time::Duration};
use xfold::{
    Clingo, Learned, Learner, Limits, Settings, StopReason, learn, search::trace::Silent, task::read,
};
use xfold_store::Counts;

proptest! {
    #![proptest_config(Config { cases: 150, max_shrink_iters: 300, rng_seed: RngSeed::Fixed(1), failure_persistence: None, ..Config::default() })]

    #[test]
    fn the_search_counts_what_clingo_derives(tape in prop::collection::vec(0u32..10_000, 0..400)) {
        let Random { text, n_worlds } = random_task(&mut Choices { tape, next: 0 });
        let fold = Settings { learner: Learner::Fold, ..Settings::default() };
        let exact = check(&text, &fold);
        let published = check(&text, &Settings { paper: true, ..fold.clone() });
        if n_worlds == 1 {
            // Labels of one world do not contradict each other, and what has no pattern is listed.
            prop_assert_eq!(exact.stop, StopReason::Verified, "{}\n{}", text, exact.rules.text());
            prop_assert_eq!(published.stop, StopReason::Verified, "{}\n{}", text, published.rules.text());
        }
        check(&text, &Settings { noise: true, ..fold.clone() });
        check(&text, &Settings { learner: Learner::Foil, ..fold });
    }
}

#[test]
fn a_target_that_is_not_learned_exactly() {
    let text = "p(a). p(b). q(a). q(b).
        #modeh(t(var(any))). #modeh(s(var(any))). #modeb(p(var(any))).
        #pos(w, {t(a), s(a)}, {t(b), s(b)}).";
    check(text, &Settings { learner: Learner::Foil, ..Settings::default() });
}

#[test]
fn a_target_that_is_derived_where_it_has_no_label() {
    let text = "edge(c,a). edge(c,b). node(a). node(b). node(c).
        #modeh(t(var(node),var(node))). #modeb(edge(var(node),var(node))). #modeb(t(var(node),var(node))).
        #pos(w, {t(c,a), t(a,c)}, {t(a,a), t(b,c), t(b,b), t(a,b)}).";
    check(text, &Settings::default());
}

#[test]
fn constants_among_numbers() {
    let text = "size(a,4). size(b,-2). size(c,huge).
        #modeh(t(var(any))). #modeb(size(var(any),num(sizes))).
        #pos(w, {t(a)}, {t(b), t(c)}).";
    check(text, &Settings::default());
}

#[test]
fn contradictory_labels_of_two_worlds() {
    let text = "p(a). p(c). r(c). q(b).
        #modeh(t(var(any))). #modeb(p(var(any))). #modeb(r(var(any))).
        #pos(w0, {t(a)}, {t(b), t(c)}).
        #pos(w1, {}, {t(a)}).";
    check(text, &Settings { paper: true, ..Settings::default() });
}

/// Learns and compares the counts.
fn check(text: &str, settings: &Settings) -> Learned {
    let task = read::text("task", text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let limits = Limits::none().with_time(Duration::from_secs(60));
    let learned = learn(&task, settings, &Clingo, &limits, &Silent)
        .unwrap_or_else(|error| panic!("{:?} in {settings:?}\n{text}", error.into_diagnostics()));
    let verdict = learned.verdict.as_ref().unwrap_or_else(|| panic!("{settings:?} does not end on\n{text}"));
    let derived = verdict.derived.as_ref().unwrap_or_else(|| panic!("several stable models of\n{text}"));
    let mut expected = vec![Counts::default(); derived.len()];
    for theory in &learned.found.theories {
        expected[theory.target] = theory.covered;
    }
    assert_eq!(expected, *derived, "{settings:?}\n{text}\n{}", learned.rules.text());
    learned
}

/// A source of choices. When it ends, every further choice is the first one.
struct Choices {
    tape: Vec<u32>,
    next: usize,
}

impl Choices {
    fn below(&mut self, n: usize) -> usize {
        let choice = self.tape.get(self.next).copied().unwrap_or(0);
        self.next += 1;
        choice as usize % n
    }

    fn chance(&mut self, percent: usize) -> bool {
        self.below(100) >= 100 - percent
    }
}

/// A random task.
struct Random {
    text: String,
    n_worlds: usize,
}

/// A task, mostly with one example: objects with properties, colours, numbers and relations, and one or two targets.
fn random_task(choices: &mut Choices) -> Random {
    let n_targets = if choices.chance(20) { 2 } else { 1 };
    let arity = if choices.chance(30) { 2 } else { 1 };
    let n_objects = if arity == 2 { 4 + choices.below(4) } else { 6 + choices.below(10) };
    let mut text = facts(choices, n_objects);
    // A type that the program defines, one that is only a name, and the type of everything.
    let of_type = ["object", "thing", "any"][choices.below(3)];
    if of_type == "object" {
        (0..n_objects).for_each(|o| write!(text, "object(o{o}). ").expect("text grows"));
    }
    let args = vec![format!("var({of_type})"); arity].join(",");
    for target in 0..n_targets {
        writeln!(text, "\n#modeh(t{target}({args})).").expect("text grows");
    }
    text += &body_modes(choices, of_type);
    let recursive = choices.chance(20);
    if recursive {
        writeln!(text, "#modeb(t0({args})).").expect("text grows");
    }
    let closed = choices.chance(40);
    for target in (0..n_targets).filter(|_| closed) {
        writeln!(text, "#cwa(t{target}/{arity}).").expect("text grows");
    }
    let n_worlds = if choices.chance(20) { 2 + choices.below(2) } else { 1 };
    for world in 0..n_worlds {
        let (mut included, mut excluded) = (Vec::new(), Vec::new());
        for target in 0..n_targets {
            labels(choices, target, arity, n_objects, closed, &mut included, &mut excluded);
        }
        let context = if n_worlds > 1 { facts(choices, n_objects) } else { String::new() };
        let (included, excluded) = (included.join(", "), excluded.join(", "));
        writeln!(text, "#pos(w{world}, {{{included}}}, {{{excluded}}}, {{{context}}}).").expect("text grows");
    }
    Random { text, n_worlds }
}

fn facts(choices: &mut Choices, n_objects: usize) -> String {
    let mut text = String::new();
    let mut fact = |atom: String| write!(text, "{atom}. ").expect("text grows");
    let density = 20 + choices.below(5) * 15;
    for object in 0..n_objects {
        for property in ["small", "old", "rare"] {
            if choices.chance(density) {
                fact(format!("{property}(o{object})"));
            }
        }
        if choices.chance(80) {
            fact(format!("colour(o{object},{})", ["red", "blue", "green"][choices.below(3)]));
        }
        // None, one or two numbers.
        for _ in 0..[1, 1, 1, 1, 2, 0][choices.below(6)] {
            fact(format!("size(o{object},{})", choices.below(10) as i32 - 2));
        }
        for _ in 0..choices.below(3) {
            fact(format!("near(o{object},o{})", choices.below(n_objects)));
        }
    }
    text
}

fn body_modes(choices: &mut Choices, of_type: &str) -> String {
    let mut text = String::new();
    let modes = [
        "small(var(T))",
        "old(var(T))",
        "rare(var(T))",
        "colour(var(T),const(colours))",
        "colour(var(T),var(colours))",
        "size(var(T),num(sizes))",
        "near(var(T),var(T))",
        "not old(var(T))",
        "var(T) != var(T)",
        "var(T) < var(T)",
    ];
    for (mode, percent) in modes.iter().zip([100, 90, 70, 60, 20, 60, 60, 15, 15, 10]) {
        if choices.chance(percent) {
            writeln!(text, "#modeb({}).", mode.replace('T', of_type)).expect("text grows");
        }
    }
    text
}

/// Labels of a target, at random.
fn labels(
    choices: &mut Choices,
    target: usize,
    arity: usize,
    n_objects: usize,
    closed: bool,
    included: &mut Vec<String>,
    excluded: &mut Vec<String>,
) {
    let (n_mentioned, n_positive) = (40 + choices.below(7) * 10, 20 + choices.below(7) * 10);
    for number in 0..n_objects.pow(arity as u32) {
        if !choices.chance(n_mentioned) {
            continue;
        }
        let args: Vec<String> = (0..arity as u32)
            .map(|place| format!("o{}", number / n_objects.pow(place) % n_objects))
            .collect();
        let atom = format!("t{target}({})", args.join(","));
        if choices.chance(n_positive) {
            included.push(atom);
        } else if !closed {
            excluded.push(atom);
        }
    }
}
