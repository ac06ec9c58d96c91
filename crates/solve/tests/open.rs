//! Programs as ground rules: shown after grounding, given without a text, and the cheapest model so far.

use xfold_asp::symbols::{Signature, Symbols};
use xfold_solve::{Clingo, GroundRule, Input, Keep, Limits, Propositional, Solver, Strategy, Which};

fn input(text: &str) -> Input {
    let mut input = Input::new();
    input.push(text, None);
    input
}

#[test]
fn ground_rules_are_shown_with_their_atoms() {
    let text = "q(1). { p(1) }. r :- p(1), not s. s :- 2 { p(1); r; t }. { t }.";
    let mut program =
        Clingo.ground_and_keep(&input(text), Keep::Rules, &Limits::none()).expect("it is ground");
    let mut symbols = Symbols::default();
    let ground = program.take_rules(&mut symbols, &Limits::none()).expect("it is shown");
    let number = |name: &str, arity: usize| {
        let names = ground.atoms.groups().iter().flat_map(|group| vec![&group.signature; group.len]);
        let place = names.into_iter().position(|other| *other == Signature::new(name, arity));
        ground.numbers[place.expect("it has an atom")]
    };
    assert!(number("q", 1).1);
    let (p, r, s) = (number("p", 1).0, number("r", 0).0, number("s", 0).0);
    assert!(ground.rules.iter().any(|rule| rule.choice && rule.head == [p] && rule.body.is_empty()));
    let is_r = |body: &[i32]| body.contains(&(p as i32)) && body.contains(&-(s as i32));
    assert!(ground.rules.iter().any(|rule| rule.head == [r] && is_r(&rule.body)));
    assert!(ground.rules.iter().any(|rule| rule.weights.as_ref().is_some_and(|(bound, _)| *bound == 2)));
}

#[test]
fn ground_rules_need_no_text() {
    let mut program = Propositional::new(&Limits::none()).expect("it is empty");
    let rule = |choice, head: &[u32], body: &[i32]| GroundRule {
        choice,
        head: head.to_vec(),
        body: body.to_vec(),
        weights: None,
    };
    let act = program
        .extend(3, |a| {
            let costs = a.iter().zip([3, 2, 2]).map(|(&atom, cost)| (atom as i32, cost)).collect();
            (vec![rule(true, a, &[])], costs)
        })
        .expect("it grows");
    let cheapest = Which::Cheapest(Strategy::Cores);
    let lit = |atom: u32| atom as i32;
    program.extend(0, |_| (vec![rule(false, &[], &[-lit(act[0]), -lit(act[1])])], vec![])).expect("it grows");
    let found = program.solve(cheapest, &[], &act, &Limits::none()).expect("it is solved");
    assert_eq!((found.model, found.cost, found.complete), (Some(vec![false, true, false]), 2, true));
    // Two atoms that support each other hold only with something outside.
    let new = program
        .extend(2, |n| {
            let rules = vec![
                rule(false, &[n[0]], &[lit(n[1])]),
                rule(false, &[n[1]], &[lit(n[0])]),
                rule(false, &[n[1]], &[lit(act[0])]),
                rule(false, &[], &[-lit(n[0])]),
            ];
            (rules, vec![])
        })
        .expect("it grows");
    let found = program.solve(cheapest, &[], &act, &Limits::none()).expect("it is solved");
    assert_eq!((found.model, found.cost), (Some(vec![true, false, false]), 3));
    let found = program.solve(Which::Any, &[-lit(act[0])], &new, &Limits::none()).expect("it is solved");
    assert_eq!((found.model, found.core), (None, vec![-lit(act[0])]));
}
