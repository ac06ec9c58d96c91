//! Tables: what is printed is what was learned, for any table; and known rules are found again.

use proptest::prelude::*;
use std::{fs, path::Path, sync::atomic::Ordering};
use xfold::{
    Clingo, Limits, StopReason,
    table::{
        Cells, CheckedBy, Table,
        evaluate::{self, EvaluateOptions},
        fit::FitOptions,
        learn,
        model::{Bound, Holds, Model},
        read::{self, ReadOptions, Unwatched},
        target::{Classified, TargetOptions},
        text,
    },
};
use xfold_asp::SourceMap;

fn read_text(text: &str, options: &ReadOptions) -> Table {
    let folder = tempfile::tempdir().expect("there is a folder for temporary files");
    let path = folder.path().join("t.csv");
    fs::write(&path, text).expect("it can be written");
    read::file(&path, options, &Unwatched).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn target(name: &str) -> (ReadOptions, TargetOptions) {
    let read = ReadOptions { target: Some(name.to_string()), ..ReadOptions::default() };
    (read, TargetOptions::default())
}

fn parsed(program: &str) -> Model {
    let mut sources = SourceMap::default();
    sources.add("rules.lp", program);
    text::parse(&sources).unwrap_or_else(|error| panic!("{error}\n{program}")).0
}

/// A table with decimals, categories with odd names, missing cells and several classes.
fn any_table() -> impl Strategy<Value = String> {
    let number = prop_oneof![
        4 => (-500i32..500).prop_map(|n| (f64::from(n) / 100.0).to_string()),
        1 => (0i64..9).prop_map(|n| (n * 123_456_789_012).to_string()),
        1 => (0u32..9).prop_map(|n| (1_700_000_000.0 + f64::from(n) / 1000.0).to_string()),
        1 => Just("?".to_string()),
    ];
    let category =
        prop::sample::select(vec!["red", "\"it's \"\"so\"\"\"", "not", "Ünï", "-", "7", "?", "\"a,b\""]);
    let class = prop::sample::select(vec!["yes", "no", "<=50K"]);
    let row = (number.clone(), number, category, class, 0u32..10);
    prop::collection::vec(row, 4..60).prop_map(|rows| {
        let mut text = "Größe (cm),ab1,row,class\n".to_string();
        for (place, (a, b, c, class, luck)) in rows.iter().enumerate() {
            // Two classes at least, and something to find.
            let class = match place {
                0 => "yes",
                1 => "no",
                _ if *luck < 7 => {
                    if a.starts_with('-') {
                        "yes"
                    } else {
                        "no"
                    }
                }
                _ => class,
            };
            text.push_str(&format!("{a},{b},{c},{class}\n"));
        }
        text
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn what_is_printed_is_what_was_learned(
        table in any_table(),
        brevity in prop::sample::select(vec![0.02, 0.1, 0.4]),
        vote in prop::sample::select(vec![1, 1, 2, 4, 5]),
    ) {
        let (mut read, task) = target("class");
        read.categorical = vec!["row".to_string()];
        let table = read_text(&table, &read);
        let data = Classified::new(&table, &task).expect("there are two classes");
        let options = FitOptions { brevity, max_depth: 2, vote, ..FitOptions::default() };
        let learned = learn(&data, &options, &Clingo, &Limits::none()).unwrap_or_else(|error| panic!("{error}"));
        // clingo has read the text and gives every row the class that the search counted.
        prop_assert_eq!(learned.stop, StopReason::Verified, "{}", learned.program);
        prop_assert_eq!(learned.verdict.by, CheckedBy::Clingo);
        let back = parsed(&learned.program);
        prop_assert_eq!(text::program(&back), learned.program.clone());
        prop_assert_eq!((back.is_vote(), back.theories().len()), (vote > 1, vote));
        let (model, read) = (learned.model.on(&table).expect("it is sound"), back.on(&table).expect("it is sound"));
        for row in 0..table.n_rows {
            prop_assert_eq!(model.judge(row), read.judge(row), "{}", learned.program);
        }
    }
}

/// Rows with a hidden rule: over 37 and from the north, unless paid in cash; one label in `noise` is wrong.
fn hidden_rule(n_rows: usize, noise: u64) -> String {
    let mut state = 7u64;
    let mut random = |n: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % n
    };
    let mut text = "age,region,paid,weight,label\n".to_string();
    for _ in 0..n_rows {
        let age = random(700) as f64 / 10.0;
        let (north, cash) = (random(2) == 0, random(4) == 0);
        let wrong = noise > 0 && random(noise) == 0;
        let label = (age > 37.0 && north && !cash) != wrong;
        let region = if north { "north" } else { ["south", "east"][random(2) as usize] };
        let paid = if cash { "cash" } else { "card" };
        text.push_str(&format!(
            "{age},{region},{paid},{},{}\n",
            random(1000),
            if label { "yes" } else { "no" }
        ));
    }
    text
}

#[test]
fn a_hidden_rule_is_found() {
    for (n_rows, noise) in [(1000, 0), (3000, 20), (30_000, 10), (600_000, 10)] {
        let (read, task) = target("label");
        let table = read_text(&hidden_rule(n_rows, noise), &read);
        let data = Classified::new(&table, &task).expect("there are two classes");
        let learned = learn(&data, &FitOptions::default(), &Clingo, &Limits::none())
            .unwrap_or_else(|error| panic!("{error}"));
        let model = &learned.model;
        assert!(model.n_rules() <= 2 && model.n_literals() <= 4, "{}", learned.program);
        let bounds =
            model.rules.iter().flat_map(|rule| &rule.rule.tests).filter_map(|test| match test.holds {
                Holds::Above(bound) | Holds::AtMost(bound) => Some(bound),
                _ => None,
            });
        let bounds: Vec<Bound> = bounds.collect();
        assert!(bounds.iter().all(|bound| (bound.value() - 37.0).abs() < 0.5), "{}", learned.program);
        assert_eq!(bounds.len(), 1);
    }
}

#[test]
fn weights_stand_for_rows() {
    let text = hidden_rule(300, 10);
    let lines: Vec<&str> = text.lines().collect();
    // Every third row twice, or with the weight two.
    let doubled =
        lines[1..].iter().enumerate().flat_map(|(n, line)| vec![*line; 1 + usize::from(n % 3 == 0)]);
    let doubled = format!("{}\n{}\n", lines[0], doubled.collect::<Vec<_>>().join("\n"));
    let weigh = |(n, line): (usize, &&str)| format!("{line},{}", 1 + usize::from(n % 3 == 0));
    let weighted: Vec<String> = lines[1..].iter().enumerate().map(weigh).collect();
    let weighted = format!("{},w\n{}\n", lines[0], weighted.join("\n"));
    let program = |text: &str, weights: Option<&str>| {
        let (mut read, task) = target("label");
        read.weights = weights.map(str::to_string);
        let table = read_text(text, &read);
        let data = Classified::new(&table, &task).expect("there are two classes");
        let learned = learn(&data, &FitOptions::default(), &Clingo, &Limits::none());
        learned.unwrap_or_else(|error| panic!("{error}")).program
    };
    assert_eq!(program(&doubled, None), program(&weighted, Some("w")));
}

#[test]
fn a_readers_budget_is_kept() {
    let (read, task) = target("label");
    let table = read_text(&hidden_rule(500, 4), &read);
    let data = Classified::new(&table, &task).expect("there are two classes");
    let fitted = |max_rules| {
        let options = FitOptions { brevity: 0.02, max_rules, ..FitOptions::default() };
        learn(&data, &options, &Clingo, &Limits::none())
            .unwrap_or_else(|error| panic!("{error}"))
            .model
            .n_rules()
    };
    assert!(fitted(None) > 3);
    assert!(fitted(Some(3)) <= 3);
}

#[test]
fn edited_rules_are_understood() {
    let model = parsed(
        "% target label\n% column age: number times 10\n% column colour: category\n\
         label(X,yes) :- age(X,A), 105 < A, A < 200, not colour(X,red), not ab7(X). % 3 of 4 rows\n\
         ab7(X) :- colour(X,C), C != blue.\n\
         label(Y,no) :- row(Y), not label(Y,yes).\n",
    );
    let (mut read, _) = target("label");
    read.target = None;
    read.known = Some(model.columns.iter().map(|column| (column.name.clone(), column.kind)).collect());
    let table = read_text(
        "age,colour\n10.5,blue\n10.6,blue\n19.9,blue\n20,blue\n11,red\n11,green\n11,?\n?,blue\n",
        &read,
    );
    let judge = model.on(&table).expect("it is sound");
    let said: Vec<&str> = (0..table.n_rows)
        .map(|row| judge.judge(row).map_or("", |judgement| judge.classes[judgement.class].as_str()))
        .collect();
    assert_eq!(said, ["no", "yes", "yes", "no", "no", "no", "yes", "no"]);
    assert_eq!(model.rules[0].rule.support.map(|support| support.right), Some(3.0));
}

#[test]
fn kinds_of_columns() {
    let text = "id;when;size;colour;empty;label\n1;2020-01-02;1,5;red;;a\n2;2021-01-02;2,5;7;;b\n3;2022-01-02;?;red;NA;a\n";
    let (read, _) = target("label");
    let table = read_text(text, &read);
    let names: Vec<&str> = table.columns.iter().map(|column| column.name.as_str()).collect();
    assert_eq!(names, ["id", "size", "colour", "label"]);
    let Cells::Numbers(size) = &table.columns[1].cells else { panic!("size has numbers") };
    assert_eq!(size[..2], [1.5, 2.5]);
    assert!(size[2].is_nan());
}

#[test]
fn folds_have_their_share_of_every_class() {
    let (read, task) = target("label");
    let table = read_text(&hidden_rule(203, 5), &read);
    let data = Classified::new(&table, &task).expect("there are two classes");
    let folds = evaluate::stratified(&data, 10, 3).unwrap_or_else(|error| panic!("{error}"));
    for fold in 0..10 {
        let n = folds.iter().filter(|other| **other == fold).count();
        assert!((20..=21).contains(&n), "{n}");
    }
    let evaluation =
        evaluate::cross_validate(&data, &folds, &EvaluateOptions::default(), &Limits::none(), &|_, _| ());
    let evaluation = evaluation.unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(evaluation.folds.len(), 10);
    assert_eq!(evaluation.confusion.iter().flatten().sum::<u64>(), 203);

    // A limit that comes after the second fold leaves the figures of two.
    let limits = Limits::none();
    let stop = |done: usize, _: usize| limits.stop_flag().store(done == 2, Ordering::Relaxed);
    let evaluation = evaluate::cross_validate(&data, &folds, &EvaluateOptions::default(), &limits, &stop);
    let evaluation = evaluation.unwrap_or_else(|error| panic!("{error}"));
    assert_eq!((evaluation.folds.len(), evaluation.n_folds, evaluation.stopped.is_some()), (2, 10, true));
}

/// The public tables beside the repository, if they are there: a few of them must come out as well as ever.
#[test]
fn public_tables() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    if !data.exists() {
        xfold_suite::skipped(format_args!("the shared tables, since there is no {}", data.display()));
        return;
    }
    for (name, column, positive, least) in [
        ("iris", "class", "Iris-versicolor", 0.95),
        ("labor", "class", "good", 0.94),
        ("acute_nephritis", "nephritis", "yes", 1.0),
        ("ecoli", "label", "cp", 0.95),
        ("titanic", "Survived", "0", 0.86),
    ] {
        let (read, mut task) = target(column);
        task.positive = Some(positive.to_string());
        let table = read::file(&data.join(format!("tables/{name}.csv")), &read, &Unwatched)
            .unwrap_or_else(|error| panic!("{error}"));
        let classified = Classified::new(&table, &task).unwrap_or_else(|error| panic!("{error}"));
        let text = fs::read_to_string(data.join(format!("folds/{name}.txt"))).expect("the folds are there");
        let folds = evaluate::given(&classified, name, &text).unwrap_or_else(|error| panic!("{error}"));
        let options = EvaluateOptions::default();
        let evaluation = evaluate::cross_validate(&classified, &folds, &options, &Limits::none(), &|_, _| ());
        let mean = evaluation.unwrap_or_else(|error| panic!("{error}")).mean;
        assert!(mean.accuracy >= least, "{name}: {}", mean.accuracy);
    }
}

#[test]
fn facts_follow_the_program() {
    for (low, high) in [
        ("0", "1e-30"),
        ("-0.0", "1e-30"),
        ("1", "1e300"),
        ("0.3", "0.30000000000000004"),
        ("-1e300", "-2"),
        ("1700000000.123", "1700000000.124"),
    ] {
        let rows = format!("{low},a,p\n{high},a,q\n").repeat(8);
        let (read, task) = target("y");
        let table = read_text(&format!("v,w,y\n{rows}"), &read);
        let data = Classified::new(&table, &task).expect("there are two classes");
        let learned = learn(&data, &FitOptions::default(), &Clingo, &Limits::none())
            .unwrap_or_else(|error| panic!("{error}"));
        assert_eq!((learned.stop, learned.verdict.right), (StopReason::Verified, 16), "{}", learned.program);
    }
    // Also where the rules were written by hand.
    for (header, literal, fact) in [
        ("v: number compared", "v_above(X,\"5\")", "row(1). v_above(1,\"5\"). v(1,\"7.5\").\n"),
        ("v: number times 100", "v(X,V), V > 500", "row(1). v(1,750).\n"),
        ("speed \"v\": number", "speed(X,V), V > 5", "row(1). speed(1,8).\n"),
    ] {
        let model = parsed(&format!("% target y\n% column {header}\ny(X,q) :- {literal}.\n"));
        let known = model.columns.iter().map(|column| (column.name.clone(), column.kind)).collect();
        let table = read_text("v\n7.5\n", &ReadOptions { known: Some(known), ..ReadOptions::default() });
        assert_eq!(text::facts(&model, &table, 0..1), fact);
    }
}

#[test]
fn a_parquet_file_is_the_table_that_was_written() {
    use parquet::{
        data_type::{ByteArray, ByteArrayType, DoubleType, Int64Type},
        file::writer::SerializedFileWriter,
        schema::parser::parse_message_type,
    };

    let schema = "message table {
        required int64 count; optional double size; required binary label (UTF8);
    }";
    let schema = parse_message_type(schema).expect("the schema is well-formed");
    let folder = tempfile::tempdir().expect("there is a folder for temporary files");
    let path = folder.path().join("t.parquet");
    let file = fs::File::create(&path).expect("it can be written");
    let mut writer =
        SerializedFileWriter::new(file, schema.into(), Default::default()).expect("it can be begun");
    // Two groups of rows; the second size of each is missing.
    for group in 0..2 {
        let mut rows = writer.next_row_group().expect("a group can be begun");
        let mut column = rows.next_column().expect("a column can be begun").expect("there is a column");
        let counts = [3 * group, 3 * group + 1, 3 * group + 2];
        column.typed::<Int64Type>().write_batch(&counts, None, None).expect("numbers can be written");
        column.close().expect("the column can be ended");
        let mut column = rows.next_column().expect("a column can be begun").expect("there is a column");
        let sizes = column.typed::<DoubleType>();
        sizes.write_batch(&[0.5, -1.25], Some(&[1, 0, 1]), None).expect("numbers can be written");
        column.close().expect("the column can be ended");
        let mut column = rows.next_column().expect("a column can be begun").expect("there is a column");
        let labels = ["yes", "no", "no"].map(ByteArray::from);
        column.typed::<ByteArrayType>().write_batch(&labels, None, None).expect("text can be written");
        column.close().expect("the column can be ended");
        rows.close().expect("the group can be ended");
    }
    writer.close().expect("the file can be ended");

    let from_parquet = read::file(&path, &target("label").0, &Unwatched).expect("it can be read");
    let text = "count,size,label\n0,0.5,yes\n1,,no\n2,-1.25,no\n3,0.5,yes\n4,,no\n5,-1.25,no\n";
    let from_text = read_text(text, &target("label").0);
    let shown = |table: &Table| format!("{} {:?}", table.n_rows, table.columns);
    assert_eq!(shown(&from_parquet), shown(&from_text));
}
