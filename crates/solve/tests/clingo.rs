//! The solver in the process: models, modes, assumptions, limits.

mod common;

use common::{ask, assume, ground, limit, models, pigeons};
use std::{
    sync::atomic::Ordering,
    thread,
    time::{Duration, Instant},
};
use xfold_asp::symbols::{Signature, Symbols};
use xfold_solve::{Clingo, Input, LimitReached, Limits, Query, Solver, Which};

#[test]
fn models_of_small_programs() {
    for (program, expected) in [
        ("a.", vec!["a"]),
        ("", vec![""]),
        ("a :- not b. b :- not a.", vec!["a", "b"]),
        ("a :- not a.", vec![]),
        ("a. :- a.", vec![]),
        ("p(1..2). q(X) :- p(X), X > 1.", vec!["p(1) p(2) q(2)"]),
        ("a. #show.", vec!["a"]),
        (
            "p(\"x\\\"y\\n\\\\\",f(-1,(a,),()),-g(#inf),#sup). -q(1).",
            vec!["-q(1) p(\"x\\\"y\\n\\\\\",f(-1,(a,),()),-g(#inf),#sup)"],
        ),
        ("{a; b}. :~ a. [2@1] :~ b. [1@2]", vec!["", "a", "a b", "b"]),
        ("a; b.", vec!["a", "b"]),
        ("n(0). n(s(X)) :- n(X), X != s(s(0)).", vec!["n(0) n(s(0)) n(s(s(0)))"]),
        ("#program base. a.", vec!["a"]),
        ("{a; b}. #project a/0. #show a/0.", vec!["", "a", "a b", "b"]),
        ("#external e. a :- not e.", vec!["a"]),
    ] {
        assert_eq!(models(&Clingo, program, Which::Any), expected, "{program}");
    }
}

#[test]
fn modes_in_any_order_on_one_ground_program() {
    let program = "1 {a; b; c} 2. :- c, not b. :~ a. [3@1] :~ b. [2@1] :~ c. [1@1] d :- a. d :- b.";
    let mut grounded = ground(&Clingo, program);
    let expected = [
        (Which::Any, vec!["a b d", "a d", "b c d", "b d"]),
        (Which::Brave, vec!["a b c d"]),
        (Which::Cautious, vec!["d"]),
        (Which::Optimal, vec!["b d @[2]"]),
    ];
    for first in 0..16 {
        for which in [first / 4, first % 4] {
            let (which, expected) = &expected[which];
            let (mut lines, answer) = ask(&mut *grounded, &Query { which: *which, ..Query::default() });
            lines.sort();
            assert_eq!(
                (&lines, answer.complete),
                (&expected.iter().map(|l| l.to_string()).collect(), true),
                "{which:?}"
            );
        }
    }
}

#[test]
fn optimal_models() {
    let tie = "1 {a; b; c} 1. :~ c. [1]";
    assert_eq!(models(&Clingo, tie, Which::Optimal), ["a @[0]", "b @[0]"]);
    assert_eq!(models(&Clingo, "{a; b}.", Which::Optimal), ["", "a", "a b", "b"], "no weak constraints");
    let two = "1 {a; b}. :~ a. [1@2] :~ b. [5@1]";
    assert_eq!(models(&Clingo, two, Which::Optimal), ["b @[0, 5]"], "highest priority first");
    let (lines, _) =
        ask(&mut *ground(&Clingo, tie), &Query { which: Which::Optimal, most: 1, ..Query::default() });
    assert_eq!(lines.len(), 1);
    assert!(models(&Clingo, "{a}. :- a. :- not a. :~ a. [1]", Which::Optimal).is_empty());
}

#[test]
fn assumptions_and_cores() {
    let program = "fact. {a; b; c}. :- a, b. never :- a, b. eq :- c. forced :- not other. other :- not forced. :- other.";
    let mut grounded = ground(&Clingo, program);
    for (assumptions, found, core) in [
        ("", true, vec![]),
        ("a", true, vec![]),
        ("c a b", false, vec![1, 2]),
        ("a -b", true, vec![]),
        ("fact -nowhere(1) b", true, vec![]),
        ("a nowhere(1)", false, vec![1]),
        ("a -fact", false, vec![1]),
        ("a c -a", false, vec![0, 2]),
        ("b a a", false, vec![0, 1]),
        ("eq -c", false, vec![0, 1]),
        ("c other", false, vec![1]),
        ("c -forced", false, vec![1]),
        ("forced -other", true, vec![]),
        ("never", false, vec![0]),
        ("", true, vec![]),
    ] {
        let query = Query { most: 1, assumptions: assume(assumptions), ..Query::default() };
        let (lines, answer) = ask(&mut *grounded, &query);
        assert_eq!(!lines.is_empty(), found, "{assumptions}");
        assert!(found || answer.complete, "{assumptions}");
        // clingo's cores need not be smallest, but they must be enough.
        assert!(core.iter().all(|index| answer.core.contains(index)), "{assumptions}: {:?}", answer.core);
        assert!(!found || answer.core.is_empty());
        if !found {
            let assumptions = answer.core.iter().map(|&index| query.assumptions[index].clone()).collect();
            assert!(ask(&mut *grounded, &Query { assumptions, ..query }).0.is_empty());
        }
    }
    let (_, answer) = ask(
        &mut *ground(&Clingo, "{a}. :- a. :- not a."),
        &Query { assumptions: assume("a"), ..Query::default() },
    );
    assert_eq!((answer.models.len(), answer.core.len()), (0, 0), "no model at all");
    let query = Query { assumptions: vec![("p(X".to_owned(), true)], ..Query::default() };
    assert!(grounded.solve(&query, &mut Symbols::default(), &Limits::none()).is_err());
}

#[test]
fn brave_and_cautious_under_assumptions() {
    let mut grounded = ground(&Clingo, "{a; b; c}. :- a, b. d :- a. d :- b.");
    for (which, assumptions, expected) in [
        (Which::Brave, "a", vec!["a c d"]),
        (Which::Cautious, "a", vec!["a d"]),
        (Which::Cautious, "d -a", vec!["b d"]),
        (Which::Brave, "a b", vec![]),
        (Which::Cautious, "", vec![""]),
    ] {
        let query = Query { which, assumptions: assume(assumptions), ..Query::default() };
        assert_eq!(ask(&mut *grounded, &query).0, expected, "{which:?} {assumptions}");
    }
}

#[test]
fn show_directives_change_nothing() {
    for show in
        ["", "#show.", "#show x/1.", "#show c : a. #show.", "#show\n%*.*%f(X,\".\") : X = 1..2 % .\n."]
    {
        for (which, expected) in [(Which::Brave, "a b d"), (Which::Cautious, "d"), (Which::Optimal, "d @[0]")]
        {
            let program = format!("{{a; b}}. {show} :~ a. [1] :~ b. [1] d :- a. d :- not a.");
            assert_eq!(models(&Clingo, &program, which), [expected], "{which:?} {show}");
        }
    }
}

#[test]
fn shown_predicates_only() {
    let mut grounded = ground(&Clingo, "p(1..2). p(a,b). -p(3). {q}. #show q/0.");
    let minus = Signature { negated: true, ..Signature::new("p", 1) };
    let show = vec![Signature::new("p", 2), minus, Signature::new("p", 2), Signature::new("nowhere", 7)];
    let query = Query { most: 1, show: Some(show), ..Query::default() };
    assert_eq!(ask(&mut *grounded, &query).0, ["-p(3) p(a,b)"]);
    assert_eq!(ask(&mut *grounded, &Query { most: 1, show: Some(vec![]), ..Query::default() }).0, [""]);
}

#[test]
fn a_few_of_very_many_models() {
    let start = Instant::now();
    let mut grounded = ground(&Clingo, "{a(1..40)}.");
    let (lines, answer) = ask(&mut *grounded, &Query { most: 2, ..Query::default() });
    assert_eq!((lines.len(), answer.complete), (2, false));
    assert_ne!(lines[0], lines[1]);
    for (which, atoms) in [(Which::Brave, 40), (Which::Cautious, 0)] {
        let (_, answer) = ask(&mut *grounded, &Query { which, ..Query::default() });
        assert_eq!((answer.models.len(), answer.models[0].atoms.len(), answer.complete), (1, atoms, true));
    }
    assert!(start.elapsed() < Duration::from_secs(2));
}

#[test]
fn the_same_order_of_models_each_time() {
    let run = || {
        ask(
            &mut *ground(&Clingo, "1 {q(X,1..6)} 1 :- X = 1..4. :- q(X,Y), q(Z,Y), X < Z."),
            &Query::default(),
        )
        .0
    };
    let first = run();
    assert_eq!(first.len(), 360);
    assert_eq!(run(), first);
}

#[test]
fn time_limit_while_solving_and_life_after_it() {
    let mut grounded = ground(&Clingo, &format!("{} {{x}}.", pigeons(12)));
    let start = Instant::now();
    let limits = Limits::none().with_time(Duration::from_millis(200));
    assert_eq!(
        limit(grounded.solve(&Query::default(), &mut Symbols::default(), &limits)),
        LimitReached::Time
    );
    assert!(start.elapsed() < Duration::from_secs(2), "{:?}", start.elapsed());
    let query = Query { assumptions: assume("in(1,1) in(2,1)"), ..Query::default() };
    assert_eq!(ask(&mut *grounded, &query).1.core, [0, 1]);
}

#[test]
fn time_limit_while_grounding() {
    let mut input = Input::new();
    input.push("n(0). n(X+1) :- n(X). m(X) :- n(X), not k(X). k(X) :- n(X), not m(X).", None);
    let start = Instant::now();
    let limits = Limits::none().with_time(Duration::from_millis(200));
    assert_eq!(limit(Clingo.ground(&input, &limits)), LimitReached::Time);
    assert!(start.elapsed() < Duration::from_secs(2), "{:?}", start.elapsed());
}

#[test]
fn grounding_limits_do_not_last_into_later_queries() {
    let mut input = Input::new();
    input.push("{a(1..500)}. :- #count{X : a(X)} > 250.", None);
    let limits = Limits::none();
    let mut grounded = Clingo.ground(&input, &limits).expect("no limit is reached");
    limits.stop_flag().store(true, Ordering::Relaxed);
    assert_eq!(ask(&mut *grounded, &Query { most: 1, ..Query::default() }).0.len(), 1);
}

#[test]
fn stop_flag_from_another_thread() {
    for program in [pigeons(12), "n(0). n(X+1) :- n(X).".to_owned()] {
        let limits = Limits::none();
        let flag = limits.stop_flag();
        let stopper = thread::spawn(move || {
            thread::sleep(Duration::from_millis(100));
            flag.store(true, Ordering::Relaxed);
        });
        let mut input = Input::new();
        input.push(&program, None);
        let start = Instant::now();
        let result = Clingo
            .ground(&input, &limits)
            .and_then(|mut grounded| grounded.solve(&Query::default(), &mut Symbols::default(), &limits));
        assert_eq!(limit(result), LimitReached::Interrupt);
        assert!(start.elapsed() < Duration::from_secs(2), "{:?}", start.elapsed());
        stopper.join().expect("the stopper does not panic");
    }
}

#[test]
fn several_controls_in_two_threads() {
    let work = |seed: usize| {
        for round in 0..200 {
            let text = format!("{{p{seed}_{round}(1..4)}}. x :- p{seed}_{round}(2).");
            let mut two = [ground(&Clingo, &text), ground(&Clingo, &text)];
            for grounded in &mut two {
                assert_eq!(ask(&mut **grounded, &Query::default()).0.len(), 16);
            }
        }
    };
    thread::scope(|scope| {
        scope.spawn(|| work(1));
        scope.spawn(|| work(2));
    });
    let mut moved = ground(&Clingo, "a.");
    let lines = thread::spawn(move || ask(&mut *moved, &Query::default()).0).join().expect("no panic");
    assert_eq!(lines, ["a"]);
}

#[test]
fn deep_terms_do_not_end_the_stack() {
    let mut grounded = ground(&Clingo, "d(0,z). d(N+1,s(T)) :- d(N,T), N < 2000. top(T) :- d(2000,T).");
    let query = Query { show: Some(vec![Signature::new("top", 1)]), ..Query::default() };
    let mut symbols = Symbols::default();
    let answer = grounded.solve(&query, &mut symbols, &Limits::none()).expect("no limit is reached");
    assert_eq!((answer.models.len(), symbols.len()), (1, 2001));
}

#[test]
fn random_models_differ_by_seed_and_repeat() {
    let mut grounded = ground(&Clingo, "{p(1..20)}.");
    let mut draw = |seed| {
        let query = Query { which: Which::Random(seed), most: 1, ..Query::default() };
        ask(&mut *grounded, &query).0.concat()
    };
    let first: Vec<String> = (0..8).map(&mut draw).collect();
    let distinct: std::collections::BTreeSet<&String> = first.iter().collect();
    assert!(distinct.len() > 4, "{first:?}");
    let mut again = ground(&Clingo, "{p(1..20)}.");
    let query = Query { which: Which::Random(0), most: 1, ..Query::default() };
    assert_eq!(ask(&mut *again, &query).0.concat(), first[0]);
}
