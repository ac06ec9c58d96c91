//! LEARN, PRUNE and REVISE by example: ten rows, of which the first five should be positive, but one label is wrong.

use super::{super::column_rule::ColumnRule, *};
use crate::search::columns::{Fit, Rows, Tests};
use std::{rc::Rc, sync::Arc};
use xfold_solve::Limits;
use xfold_store::table::{CellTest, CodeRange, Column, Columns, RowSet};

/// The column that the labels follow, but for the fifth row.
const CAUSE: u32 = 0;
/// A column in which the fifth row has a value of its own among the first five.
const CHANCE: u32 = 1;

fn columns() -> Columns {
    let cause = [1, 1, 1, 1, 1, 0, 0, 0, 0, 0];
    let chance = [0, 1, 0, 1, 2, 0, 1, 2, 1, 0];
    let column = |codes: [u32; 10], n_codes| Column::categorical(codes.into_iter(), n_codes);
    Columns::new(vec![column(cause, 2), column(chance, 3)], 10)
}

fn rows() -> RowSet {
    RowSet::new(vec![0, 1, 2, 3], vec![4, 5, 6, 7, 8, 9])
}

fn how(limits: &Limits) -> Fit<'_> {
    Fit {
        brevity: 0.4,
        max_depth: 3,
        paper: false,
        sample: None,
        tuning: Tuning::default(),
        unit: 1.0,
        limits,
        listener: None,
    }
}

/// The rule of one test: a column has a value.
fn has_value(column: u32, value: u32) -> ColumnRule {
    let test = CellTest::Codes(CodeRange { column, first: value, last: value });
    ColumnRule { tests: vec![test], exceptions: Vec::new() }
}

fn rules_of(theory: Vec<Part<Tests<'_>>>) -> Vec<ColumnRule> {
    theory.into_iter().map(|part| part.rule).collect()
}

/// Does something with the table's language, in a code for ten examples and five tests.
fn with_scheme<T>(act: impl FnOnce(&Scheme<'_, Tests<'_>>, &Rc<Rows>) -> T) -> T {
    let (columns, limits) = (columns(), Limits::none());
    let language = Tests::new(Arc::new(columns), how(&limits));
    act(&Scheme::new(&language, Length::new(10, 5, 0.4)), &language.rows(rows()))
}

#[test]
fn learn_takes_the_rule_and_leaves_the_wrong_label() {
    with_scheme(|scheme, rows| {
        let learned = scheme.learn(rows, 0, &|_, _| true);
        assert_eq!(learned.rules, [has_value(CAUSE, 1)]);
        assert_eq!(scheme.language.count(&learned.left), Counts { pos: 0, neg: 5 });
    });
}

#[test]
fn learn_finds_nothing_where_nothing_is_wanted() {
    with_scheme(|scheme, rows| {
        let learned = scheme.learn(rows, 0, &|_, _| false);
        assert_eq!(learned.rules, []);
        assert_eq!(scheme.language.count(&learned.left), Counts { pos: 4, neg: 6 });
    });
}

#[test]
fn prune_drops_an_exception_for_one_row() {
    with_scheme(|scheme, rows| {
        let exact = has_value(CAUSE, 1).except(vec![has_value(CHANCE, 2)]);
        let theory = scheme.theory(vec![exact]);
        assert_eq!(scheme.errors(&theory, rows), 0);
        let pruned = scheme.prune(theory, rows);
        assert_eq!(scheme.errors(&pruned, rows), 1);
        assert_eq!(rules_of(pruned), [has_value(CAUSE, 1)]);
    });
}

#[test]
fn prune_drops_a_rule_that_is_mostly_wrong() {
    with_scheme(|scheme, rows| {
        let theory = scheme.theory(vec![has_value(CHANCE, 2), has_value(CAUSE, 1)]);
        assert_eq!(rules_of(scheme.prune(theory, rows)), [has_value(CAUSE, 1)]);
    });
}

#[test]
fn revise_grows_another_rule_in_place_of_a_bad_one() {
    with_scheme(|scheme, rows| {
        let theory = scheme.theory(vec![has_value(CHANCE, 2)]);
        let before = scheme.cost(&theory, rows);
        let revised = scheme.revise(theory, rows);
        assert!(scheme.cost(&revised, rows) < before);
        assert_eq!(rules_of(revised), [has_value(CAUSE, 1)]);
    });
}

#[test]
fn of_equal_choices_the_first_is_kept() {
    let mut cheapest = Cheapest { cost: 2.0, rank: 1, choice: "first" };
    cheapest.consider(2.0, 2, || "second");
    assert_eq!(cheapest.choice, "first");
    cheapest.consider(2.0 + EQUAL / 2.0, 0, || "of less rank");
    assert_eq!(cheapest.choice, "of less rank");
    cheapest.consider(1.0, 3, || "cheaper");
    assert_eq!(cheapest.choice, "cheaper");
}
