//! The engine against clingo: a body covers the examples that clingo derives for it from the same facts as text.

mod common;

use common::{Case, Choices, Predicate, Shape, TERMS};
use proptest::{
    prelude::*,
    test_runner::{Config, RngSeed},
};
use std::{collections::BTreeSet, fmt::Write};
use xfold_asp::symbols::{Signature, Symbols};
use xfold_solve::{Clingo, Input, Limits, Query, Solver};
use xfold_store::{Arg, Comparison, Counts, Cut, Engine, Step, Tally, Value, Variable};

const SHAPE: Shape = Shape { worlds: false };

proptest! {
    #![proptest_config(Config { cases: 300, rng_seed: RngSeed::Fixed(1), failure_persistence: None, ..Config::default() })]

    #[test]
    fn a_body_covers_what_clingo_derives(tape in prop::collection::vec(0u32..10_000, 0..1200)) {
        let mut choices = Choices::new(tape);
        let case = Case::new(&mut choices, SHAPE);
        let (set, swapped) = (case.some_instances(&mut choices), choices.chance(40));
        let instances = case.store_instances();
        let engine = Engine::new(case.facts());
        let start = engine.start(&instances, &set, swapped);

        // Of every cut that is counted, a body of its own.
        let units = case.units(&mut choices, case.n_head);
        let mut counted: Vec<(Vec<Step>, Counts)> = Vec::new();
        for (unit, tally) in units.iter().zip(engine.count(&start, &units)) {
            match (tally, unit.cut) {
                (Tally::Cuts(cuts), Some(variable)) => counted.extend(cuts.into_iter().map(|(cut, counts)| {
                    let threshold = Step::Threshold(variable, cut);
                    (unit.steps.iter().cloned().chain([threshold]).collect(), counts)
                })),
                (Tally::Plain(counts), None) => counted.push((unit.steps.clone(), counts)),
                (tally, _) => panic!("{unit:?} gave {tally:?}"),
            }
        }

        let mut text = facts(&case);
        for instance in set.iter() {
            let given = &case.instances[instance];
            let args = given.args.iter().map(|value| term(&case, *value));
            let args: Vec<String> = [given.example.to_string()].into_iter().chain(args).collect();
            writeln!(text, "instance({}).", args.join(",")).expect("text grows");
        }
        for (number, (body, _)) in counted.iter().enumerate() {
            rule(&case, number, body, &mut text);
        }
        let derived = derived(&text);
        for (number, (_, counts)) in counted.iter().enumerate() {
            let mut by_clingo = Counts::default();
            for example in derived.iter().filter(|(of, _)| *of == number as i32).map(|(_, example)| *example) {
                let given = case.instances.iter().find(|given| given.example == example as u32);
                let given = given.expect("clingo derives examples that were given");
                let side = if given.positive != swapped { &mut by_clingo.pos } else { &mut by_clingo.neg };
                *side += u64::from(given.weight);
            }
            prop_assert_eq!(*counts, by_clingo, "body {} of\n{}", number, text);
        }
    }
}

/// The pairs of body and example that clingo derives.
fn derived(text: &str) -> BTreeSet<(i32, i32)> {
    let mut input = Input::new();
    input.push(text, None);
    let mut grounded = Clingo.ground(&input, &Limits::none()).expect("clingo reads the text");
    let mut symbols = Symbols::default();
    let covered = Signature::new("covered", 2);
    let query = Query { show: Some(vec![covered.clone()]), ..Query::default() };
    let answer = grounded.solve(&query, &mut symbols, &Limits::none()).expect("clingo solves it");
    assert_eq!(answer.models.len(), 1, "facts and rules without circles have one stable model");
    let rows = answer.models[0].atoms.group(&covered).into_iter().flat_map(|group| group.rows());
    let number = |symbol| symbols.as_number(symbol).expect("bodies and examples are numbers");
    rows.map(|row| (number(row[0]), number(row[1]))).collect()
}

fn facts(case: &Case) -> String {
    let mut text = String::new();
    for (predicate, Predicate { certain, .. }) in case.predicates.iter().enumerate() {
        for row in certain.of(0) {
            let args: Vec<String> = row.iter().map(|value| term(case, *value)).collect();
            writeln!(text, "{}.", atom(predicate, &args)).expect("text grows");
        }
    }
    for (name, _) in TERMS.iter().filter(|(_, number)| number.is_some()) {
        writeln!(text, "number({name}).").expect("text grows");
    }
    text
}

/// `covered(Number,Example) :- instance(Example,V0,…), body.`, with facts for the lists in the body.
fn rule(case: &Case, number: usize, body: &[Step], text: &mut String) {
    let head: Vec<String> = (0..case.n_head).map(variable).collect();
    let bound = ["E".to_string()].into_iter().chain(head.iter().cloned()).collect::<Vec<_>>().join(",");
    let mut literals = vec![format!("instance({bound})")];
    for (place, step) in body.iter().enumerate() {
        let arg = |arg: &Arg| match arg {
            Arg::Variable(number) => variable(*number),
            Arg::Constant(value) => term(case, *value),
        };
        let args = |args: &[Arg]| args.iter().map(arg).collect::<Vec<_>>();
        literals.push(match step {
            Step::Holds(predicate, given) => atom(*predicate, &args(given)),
            Step::Fails(predicate, given) => format!("not {}", atom(*predicate, &args(given))),
            Step::Compare(comparison, left, right) => {
                let sign = if *comparison == Comparison::Less { "<" } else { "!=" };
                format!("{} {sign} {}", variable(*left), variable(*right))
            }
            Step::Differ(pairs) => {
                let (left, right): (Vec<String>, Vec<String>) =
                    pairs.iter().map(|(left, right)| (variable(*left), variable(*right))).unzip();
                format!("({},) != ({},)", left.join(","), right.join(","))
            }
            Step::Threshold(number, Cut::Above(bound)) => {
                format!("{} > {bound}", variable(*number))
            }
            Step::Threshold(number, Cut::AtMost(bound)) => {
                format!("{} <= {bound}", variable(*number))
            }
            Step::Among(tuples) => {
                for tuple in tuples {
                    let terms: String =
                        tuple.iter().map(|value| format!(",{}", term(case, *value))).collect();
                    writeln!(text, "listed({number},{place}{terms}).").expect("text grows");
                }
                let head: String = head.iter().map(|name| format!(",{name}")).collect();
                format!("listed({number},{place}{head})")
            }
        });
    }
    writeln!(text, "covered({number},E) :- {}.", literals.join(", ")).expect("text grows");
}

fn atom(predicate: usize, args: &[String]) -> String {
    if args.is_empty() { format!("p{predicate}") } else { format!("p{predicate}({})", args.join(",")) }
}

fn variable(number: Variable) -> String {
    format!("V{number}")
}

fn term(case: &Case, value: Value) -> String {
    TERMS[(value / case.stride) as usize].0.to_string()
}
