//! Whatever is printed is read back, and says the same: rules for a table with any thresholds, names and categories.

use proptest::prelude::*;
use std::sync::Arc;
use xfold::table::{
    Categories, Cells, Column, Kind, Table,
    model::{Bound, ClassRule, Holds, Model, ModelColumn, Rule, Test},
    text,
};
use xfold_asp::SourceMap;

/// Numbers of every size, and those near each other.
fn number() -> impl Strategy<Value = f64> {
    let any = any::<f64>().prop_filter("finite", |value| value.is_finite());
    let large = (1i64..100, 14u32..23).prop_map(|(digits, zeros)| digits as f64 * 10f64.powi(zeros as i32));
    let short =
        (-99_999i32..99_999, 0i32..6).prop_map(|(digits, point)| f64::from(digits) / 10f64.powi(point));
    let beyond = (-9i64..9).prop_map(|off| ((1i64 << 53) + off) as f64);
    let edge = prop::sample::select(vec![
        0.0,
        -0.0,
        1e16,
        1e308,
        5e-324,
        2e9,
        -2e9,
        2e9 + 1.0,
        1e15,
        9e15,
        1e22,
        1e23,
    ]);
    prop_oneof![any, large, short, beyond, edge]
}

/// Names and categories: what a reader of tables may give.
fn word() -> impl Strategy<Value = String> {
    let any = "[^\\p{Cc}]{1,12}";
    let odd = prop::sample::select(vec![
        "not",
        "row",
        "ab0",
        "X",
        "_",
        "a\nb",
        "a\"b",
        "\\",
        "\\n",
        "%",
        "% column a: number",
        "5",
        "-5",
        "1.5",
        "é",
        "日本",
        "age",
        "age_missing",
        "age_above",
        "Age",
        "vote",
        "\u{2421}",
        "#true",
        "x y",
        "'",
        "a.b",
        ":-",
        "true",
        "t\tt",
    ]);
    prop_oneof![any.prop_map(|word| word), odd.prop_map(str::to_string)]
}

/// What a model is made of: names, numbers, and for each rule its tests as places in these.
#[derive(Debug, Clone)]
struct Parts {
    names: Vec<String>,
    classes: Vec<String>,
    numbers: Vec<f64>,
    values: Vec<String>,
    tests: Vec<(usize, u8, usize, usize)>,
}

fn parts() -> impl Strategy<Value = Parts> {
    let names = prop::collection::hash_set(word(), 4).prop_map(|names| {
        let mut names: Vec<String> = names.into_iter().collect();
        names.sort();
        names
    });
    let classes = prop::collection::hash_set(word(), 2).prop_map(|classes| classes.into_iter().collect());
    let tests = prop::collection::vec((0usize..3, 0u8..6, 0usize..8, 0usize..8), 1..9);
    (names, classes, prop::collection::vec(number(), 8), prop::collection::vec(word(), 8), tests)
        .prop_map(|(names, classes, numbers, values, tests)| Parts { names, classes, numbers, values, tests })
}

/// Two columns of numbers and one of categories, and a target.
fn model(parts: &Parts) -> Model {
    let kinds = [Kind::Number, Kind::Number, Kind::Category];
    let column = |(name, kind): (&String, Kind)| ModelColumn { name: name.clone(), kind, word: None };
    let columns = parts.names[..3].iter().zip(kinds).map(column).collect();
    let test = |&(column, holds, one, other): &(usize, u8, usize, usize)| {
        let (low, high) = (parts.numbers[one], parts.numbers[other]);
        let bound = if low < high { Bound::between(low, high) } else { Bound::Exact(low + 0.0) };
        let value = parts.values[one].clone();
        let holds = match (kinds[column], holds) {
            (_, 4) => Holds::Missing,
            (_, 5) => Holds::Present,
            (Kind::Number, 0 | 1) => Holds::AtMost(bound),
            (Kind::Number, _) => Holds::Above(bound),
            (Kind::Category, 0 | 1) => Holds::Is(value),
            (Kind::Category, _) => Holds::IsNot(value),
        };
        Test { column, holds }
    };
    let tests: Vec<Test> = parts.tests.iter().map(test).collect();
    let (own, exception) = tests.split_at(tests.len() / 2);
    let exception = Rule { tests: exception.to_vec(), ..Rule::default() };
    let rule = Rule { tests: own.to_vec(), exceptions: vec![exception], support: None };
    let first = ClassRule { theory: 0, class: parts.classes[0].clone(), after: Vec::new(), rule };
    let rest = ClassRule {
        theory: 0,
        class: parts.classes[1].clone(),
        after: vec![parts.classes[0].clone()],
        rule: Rule::default(),
    };
    Model { target: parts.names[3].clone(), columns, rules: vec![first, rest] }
}

/// A table with all the numbers and categories, the numbers beside the thresholds, and missing cells.
fn table(parts: &Parts, model: &Model) -> Table {
    let mut numbers = parts.numbers.clone();
    let rules = model.rules.iter().flat_map(|rule| std::iter::once(&rule.rule).chain(&rule.rule.exceptions));
    for test in rules.flat_map(|rule| &rule.tests) {
        if let Holds::AtMost(bound) | Holds::Above(bound) = test.holds {
            let value = bound.value();
            numbers.extend([value, value.next_up(), value.next_down()].into_iter().filter(|v| v.is_finite()));
        }
    }
    numbers.push(f64::NAN);
    let n_rows = numbers.len();
    let turned: Vec<f64> = (0..n_rows).map(|row| numbers[(row * 7 + 3) % n_rows]).collect();
    let codes = (0..n_rows as u32).map(|row| Some(row % 9));
    let cells = [
        Cells::Numbers(Arc::new(numbers)),
        Cells::Numbers(Arc::new(turned)),
        Cells::Categories(Categories::from_codes(codes, &parts.values)),
    ];
    let columns =
        model.columns.iter().zip(cells).map(|(column, cells)| Column { name: column.name.clone(), cells });
    Table {
        name: "t".to_string(),
        columns: columns.collect(),
        n_rows,
        target: None,
        id: None,
        weights: None,
        notes: Vec::new(),
    }
}

fn read(program: &str) -> Model {
    let mut sources = SourceMap::default();
    sources.add("rules.lp", program).expect("it is short");
    match text::parse(&sources) {
        Ok((model, _)) => model,
        Err(error) => panic!("{error}\n{program}"),
    }
}

fn judged(model: &Model, table: &Table) -> Vec<Option<String>> {
    let judge = model.on(table).expect("classes wait for earlier ones");
    let class = |row| judge.judge(row).map(|judgement| judge.classes[judgement.class].clone());
    (0..table.n_rows).map(class).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn printed_rules_are_read_back(parts in parts()) {
        let model = model(&parts);
        let table = table(&parts, &model);
        let program = text::program(&model);
        let again = read(&program);
        prop_assert_eq!(&again.target, &model.target);
        let names = |model: &Model| model.columns.iter().map(|c| (c.name.clone(), c.kind)).collect::<Vec<_>>();
        prop_assert_eq!(names(&again), names(&model));
        prop_assert_eq!(judged(&again, &table), judged(&model, &table), "{}", program);
        // Printed once more, nothing changes; facts have the names and numbers of the rules.
        prop_assert_eq!(text::program(&again), program);
        prop_assert_eq!(
            text::facts(&again, &table, 0..table.n_rows),
            text::facts(&model, &table, 0..table.n_rows)
        );
    }

    #[test]
    fn printed_rules_are_exported(parts in parts()) {
        use xfold::export::{ExportLanguage, SqlOptions, table_rules};
        let model = read(&text::program(&model(&parts)));
        for language in [ExportLanguage::Sql, ExportLanguage::Json, ExportLanguage::Words, ExportLanguage::Prolog, ExportLanguage::Scasp] {
            let exported = table_rules(&model, language, &SqlOptions::default());
            prop_assert!(exported.is_ok(), "{:?}", language);
        }
        let printed = table_rules(&model, ExportLanguage::Clingo, &SqlOptions::default());
        prop_assert_eq!(text::program(&read(&printed.expect("it is a program"))), text::program(&model));
    }
}
