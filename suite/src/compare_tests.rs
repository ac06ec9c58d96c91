//! Which programs count as the same, and which do not.

use super::*;
use xfold_asp::parse_rules;

fn parsed(text: &str) -> Vec<Statement> {
    parse_rules(text).unwrap_or_else(|errors| panic!("{text}: {errors:?}"))
}

fn check(left: &str, right: &str, types: &[&str], expected: bool) {
    let (l, r) = (parsed(left), parsed(right));
    assert_eq!(same_rules(&l, &r, types), expected, "{left}  against  {right}");
    assert_eq!(same_rules(&r, &l, types), expected, "{right}  against  {left}");
    assert_eq!(difference(&l, &r, types).is_none(), expected, "{left}  against  {right}");
}

fn same(left: &str, right: &str) {
    check(left, right, &[], true);
}

fn other(left: &str, right: &str) {
    check(left, right, &[], false);
}

#[test]
fn variables_may_be_renamed_one_to_one() {
    same("p(X) :- q(X,Y), r(Y).", "p(A) :- q(A,B), r(B).");
    same("p(X,Y) :- q(X,Y).", "p(Y,X) :- q(Y,X).");
    other("p(X,Y) :- q(X,Y).", "p(X,Y) :- q(Y,X).");
    other("p(X) :- q(X,Y), r(Y).", "p(X) :- q(X,Y), r(X).");
    other("p(X) :- q(X,Y), r(Z), s(Y,Z).", "p(X) :- q(X,Y), r(Y), s(Y,Y).");
    other("p(X) :- q(X,X).", "p(X) :- q(X,Y).");
    // Names are bound anew in each rule.
    same("p(X) :- q(X). r(X) :- s(X).", "p(X) :- q(X). r(Y) :- s(Y).");
}

#[test]
fn order_does_not_count() {
    same("p(X) :- a(X), b(X). q(X) :- c(X).", "q(X) :- c(X). p(X) :- b(X), a(X).");
    same("p(X) :- e(X,Y), e(X,Z), Y != Z.", "p(X) :- Z != Y, e(X,Y), e(X,Z).");
    same("p(X) :- e(X,Y), e(Y,Z), e(Z,X).", "p(B) :- e(A,B), e(C,A), e(B,C).");
    other("p(X) :- e(X,Y), e(Y,Z), e(Z,X).", "p(B) :- e(A,B), e(C,A), e(C,B).");
    other("p(X) :- a(X), a(X).", "p(X) :- a(X).");
    other("p(X) :- a(X). p(X) :- b(X).", "p(X) :- a(X).");
    other("p(X) :- a(X). p(X) :- a(X).", "p(X) :- a(X). p(X) :- b(X).");
}

#[test]
fn invented_predicates_are_numbered_freely() {
    same("p(X) :- a(X), not ab0(X). ab0(X) :- b(X).", "p(X) :- a(X), not ab5(X). ab5(X) :- b(X).");
    same(
        "p(X) :- a(X), not ab0(X). p(X) :- b(X), not ab1(X). ab0(X) :- c(X). ab1(X) :- d(X).",
        "p(X) :- a(X), not ab1(X). p(X) :- b(X), not ab0(X). ab0(X) :- d(X). ab1(X) :- c(X).",
    );
    other(
        "p(X) :- a(X), not ab0(X). p(X) :- b(X), not ab1(X). ab0(X) :- c(X). ab1(X) :- d(X).",
        "p(X) :- a(X), not ab0(X). p(X) :- b(X), not ab1(X). ab0(X) :- d(X). ab1(X) :- c(X).",
    );
    other(
        "p(X) :- a(X), not ab0(X). p(X) :- b(X), not ab1(X). ab0(X) :- c(X). ab1(X) :- c(X).",
        "p(X) :- a(X), not ab0(X). p(X) :- b(X), not ab0(X). ab0(X) :- c(X). ab0(X) :- c(X).",
    );
    other("p(X) :- a(X), not ab0(X). ab0(X) :- b(X).", "p(X) :- a(X), ab0(X). ab0(X) :- b(X).");
    // Not invented: other names, also those that only look alike.
    other("p(X) :- abc(X).", "p(X) :- abd(X).");
    other("p(X) :- ab(X).", "p(X) :- ab0(X).");
}

#[test]
fn comparisons_may_be_turned() {
    same("p(X) :- n(X,N), N > 11.", "p(X) :- n(X,N), 11 < N.");
    same("p(X) :- n(X,N), N > 11.", "p(X) :- n(X,N), N >= 12.");
    same("p(X) :- n(X,N), N <= 11.", "p(X) :- n(X,N), N < 12.");
    same("p(X) :- n(X,N), N <= 11.", "p(X) :- n(X,N), not N > 11.");
    same("p(X) :- n(X,N), 3 < N, N <= 7.", "p(X) :- n(X,M), 3 < M < 8.");
    same("p(X) :- X = (a;b;c).", "p(X) :- X = (c;a;b).");
    same("p(X,Y) :- q(Z,W), (X,Y) != (Z,W).", "p(X,Y) :- q(Z,W), (Z,W) != (X,Y).");
    other("p(X) :- n(X,N), N > 11.", "p(X) :- n(X,N), N > 12.");
    other("p(X) :- n(X,N), N > 11.", "p(X) :- n(X,N), N < 11.");
    other("p(X) :- n(X,N), m(X,M), N < M.", "p(X) :- n(X,N), m(X,M), M < N.");
    other("p(X) :- X = (a;b;c).", "p(X) :- X = (a;b).");
    other("p(X) :- X = a.", "p(X) :- X = b.");
}

#[test]
fn constants_and_signs_count() {
    same("p(X) :- c(X,\"New York\").", "p(Y) :- c(Y,\"New York\").");
    other("p(X) :- c(X,red).", "p(X) :- c(X,green).");
    other("p(X) :- c(X,red).", "p(X) :- c(X,\"red\").");
    other("p(X) :- c(X,f(1)).", "p(X) :- c(X,f(2)).");
    other("p(X) :- q(X).", "p(X) :- -q(X).");
    other("p(X) :- q(X).", "-p(X) :- q(X).");
    other("p(X) :- r(X), not q(X).", "p(X) :- r(X), q(X).");
    other(":- p(X), q(X).", "p(X) :- q(X).");
    same("{p(X)} :- q(X).", "{p(A)} :- q(A).");
    other("{p(X)} :- q(X).", "p(X) :- q(X).");
}

#[test]
fn anonymous_variables_are_variables_used_once() {
    same("p(X) :- q(X,_).", "p(X) :- q(X,Y).");
    same("p(X) :- q(X,_,_).", "p(X) :- q(X,Y,Z).");
    other("p(X) :- q(X,_,_).", "p(X) :- q(X,Y,Y).");
    other("p(X) :- r(X), not q(X,_).", "p(X) :- r(X), r(Y), not q(X,Y).");
}

#[test]
fn type_literals_are_left_aside_on_demand() {
    check("p(X) :- node(X), not q(X).", "p(X) :- not q(X).", &["node"], true);
    check("p(X) :- node(X), not q(X).", "p(X) :- not q(X).", &["edge"], false);
    check("p(X) :- X = a, any(X). any(a). any(b).", "p(X) :- X = a.", &["any"], true);
    check("p(X) :- q(X), not node(X).", "p(X) :- q(X).", &["node"], false);
    check("p(X) :- q(X), node(X,Y).", "p(X) :- q(X).", &["node"], false);
    check("p(X) :- node(X), q(X).", "p(X) :- node(X), r(X).", &["node"], false);
}

#[test]
fn the_difference_names_the_rules() {
    let expected = parsed("p(X) :- a(X), not ab0(X). ab0(X) :- b(X).");
    let found = parsed("p(X) :- a(X), not ab0(X). ab0(X) :- c(X).");
    let text = difference(&expected, &found, &[]).expect("they differ");
    assert_eq!(text, "missing:    ab0(X) :- b(X).\nunexpected: ab0(X) :- c(X).");
}
