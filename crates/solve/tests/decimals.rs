//! Programs with decimals: what is scaled comes back as it was, and means what it says.

use xfold_asp::{
    Decimal,
    symbols::{Symbols, show_atom},
};
use xfold_solve::{Clingo, Input, Limits, Query, SolveError, Solver};

/// The atoms of the one stable model of a program, sorted.
fn atoms(program: &str) -> Result<Vec<String>, SolveError> {
    let mut input = Input::new();
    input.push(program, None);
    let mut symbols = Symbols::default();
    let mut grounded = Clingo.ground(&input, &Limits::none())?;
    let answer = grounded.solve(&Query::default(), &mut symbols, &Limits::none())?;
    let atoms = answer.models[0].atoms.iter();
    let mut shown: Vec<String> = atoms.map(|(of, args)| show_atom(of, args, &symbols)).collect();
    shown.sort();
    Ok(shown)
}

fn check(program: &str, expected: &[&str]) {
    assert_eq!(atoms(program).expect("it has a model"), expected, "{program}");
}

fn refused(program: &str, words: &str) {
    let Err(SolveError::Rejected(errors)) = atoms(program) else { panic!("{program} is not refused") };
    assert!(
        errors[0].code == "E105" && errors[0].message.contains(words),
        "{program}: {}",
        errors[0].message
    );
    assert!(errors[0].help.is_some());
}

/// A generator of numbers, the same in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }

    fn decimal(&mut self) -> Decimal {
        let digits = self.below(200_000) as i64 - 100_000;
        Decimal::new(digits, self.below(5) as i16)
    }
}

#[test]
fn scaling_is_exact_and_has_a_way_back() {
    let mut random = Random(7);
    for _ in 0..60 {
        let (one, other): (Vec<Decimal>, Vec<Decimal>) =
            (0..6).map(|_| (random.decimal(), random.decimal())).unzip();
        let (bound, added) = (random.decimal(), random.decimal());
        // `q` never meets the others, so it is scaled on its own.
        let facts = one.iter().zip(&other).enumerate();
        let facts: String = facts.map(|(n, (a, b))| format!("p({n},{a}). q({n},f({b},c)).\n")).collect();
        let rules = format!(
            "above(N) :- p(N,X), X > {bound}. least(X) :- X = #min {{ Y : p(_,Y) }}.\n\
             sum(N,X+Y) :- p(N,X), Y = {added}. twice(N,2*X) :- p(N,X). same(N,X) :- q(N,f(X,c)).\n"
        );
        let mut expected = Vec::new();
        for (n, (a, b)) in one.iter().zip(&other).enumerate() {
            expected.extend([format!("p({n},{a})"), format!("q({n},f({b},c))"), format!("same({n},{b})")]);
            expected.extend((*a > bound).then(|| format!("above({n})")));
            expected.push(format!("sum({n},{})", a.plus(added).expect("it is small")));
            expected.push(format!("twice({n},{})", a.plus(*a).expect("it is small")));
        }
        expected.extend(one.iter().min().map(|least| format!("least({least})")));
        expected.sort();
        assert_eq!(atoms(&(facts + &rules)).expect("it has a model"), expected);
    }
}

#[test]
fn each_class_has_its_own_power() {
    // Beside whole numbers near the end of 32 bits, which do not meet it, a decimal is no trouble.
    check("id(2000000000). p(0.001). q(X) :- p(X).", &["id(2000000000)", "p(0.001)", "q(0.001)"]);
    check("p(1). p(2.50). q(X) :- p(X), X < 2.", &["p(1)", "p(2.5)", "q(1)"]);
    check("p(-0.5). p(|-0.5|). r(\"1.5\").", &["p(-0.5)", "p(0.5)", "r(\"1.5\")"]);
    check("#const c = 1.5. p(c). q(X) :- p(X), X = c.", &["p(1.5)", "q(1.5)"]);
}

#[test]
fn arithmetic_of_decimals() {
    check("p(1.5,0.25). area(X*Y) :- p(X,Y).", &["area(0.375)", "p(1.5,0.25)"]);
    check("p(1.5). q(X*10) :- p(X). q(0.125).", &["p(1.5)", "q(0.125)", "q(15)"]);
    check("p(3.7). rest(X \\ 2) :- p(X).", &["p(3.7)", "rest(1.7)"]);
    check("p(0.5;1.5;2). q(X) :- p(X), X = 1..3.", &["p(0.5)", "p(1.5)", "p(2)", "q(2)"]);
    check(
        "p(0.5;1.5). n(N) :- N = #count { X : p(X) }. s(S) :- S = #sum { X : p(X) }.",
        &["n(2)", "p(0.5)", "p(1.5)", "s(2)"],
    );
}

#[test]
fn what_cannot_be_scaled_is_refused() {
    refused("p(1.5). q(X/2) :- p(X).", "`/` is not computed for decimals");
    refused("p(1.5). q(X**2) :- p(X).", "`**` is not computed");
    refused("p(0.001). p(3000000).", "3000000 stands among numbers with 3 digits behind the point");
    refused("p(1.5). p(X*0.5) :- p(X), X > 1.", "a product is multiplied again and again");
    refused("p(1.5). :- #count { X : p(X) } > 2.5.", "what #count gives is a whole number");
    refused("p(1.5). q(X) :- p(X), X = 1..n.", "the range ends at n");
}

#[test]
fn assumptions_may_be_decimals() {
    let mut input = Input::new();
    input.push("{ p(1.5); p(2) }.", None);
    let mut symbols = Symbols::default();
    let mut grounded = Clingo.ground(&input, &Limits::none()).expect("it is right");
    let mut n_models = |atom: &str, value: bool| {
        let query = Query { assumptions: vec![(atom.into(), value)], ..Query::default() };
        grounded.solve(&query, &mut symbols, &Limits::none()).expect("there is no limit").models.len()
    };
    assert_eq!([n_models("p(1.5)", true), n_models("p(2)", false)], [2, 2]);
    // Digits that no atom has: it is false.
    assert_eq!([n_models("p(1.55)", true), n_models("p(1.55)", false)], [0, 4]);
}
