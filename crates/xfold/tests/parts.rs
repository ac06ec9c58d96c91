//! Tables in parts: the same rules, to the byte, as from memory, in however many parts the rows lie and however many of
//! them are fetched.

use proptest::prelude::*;
use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering::SeqCst},
};
use xfold::{
    Clingo, Error, Limits, Result, StopReason,
    table::{
        Categories, Cells, Column, Kind, LearnedTable,
        evaluate::Evaluation,
        fit::FitOptions,
        learn,
        parts::{
            PartCache, PartRows, PartedTable, Parts, RawCells, RulesOnParts, Source, SourceColumn, Texts,
            Wanted, answer,
        },
        read::{self, Given, ReadOptions},
        target::{Classified, TargetOptions},
        text,
    },
};
use xfold_asp::diagnostic::Diagnostic;

/// A table as files would have it: numbers and texts by column, of which the last is the target.
#[derive(Debug, Clone)]
struct Sample {
    numbers: Vec<Vec<f64>>,
    texts: Vec<Vec<Option<String>>>,
}

/// A number between 0 and 1 that depends on a seed and a place only.
fn chance(seed: u64, place: usize) -> f64 {
    let mut bits =
        seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ (place as u64).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    ((bits ^ (bits >> 31)) >> 11) as f64 / (1u64 << 53) as f64
}

impl Sample {
    /// Rows whose class follows a default with an exception, but for one in ten.
    fn new(seed: u64, n_rows: usize, n_classes: usize) -> Self {
        let cell = |column: u64, row: usize| chance(seed * 100 + column, row);
        let few = |row| if cell(1, row) < 0.05 { f64::NAN } else { (cell(2, row) * 12.0).floor() };
        let many = |row| if cell(3, row) < 0.02 { f64::NAN } else { cell(4, row) * 1000.0 };
        let kinds = ["red", "green", "blue", "?", "grey", ""];
        let kind =
            |row| Some(kinds[(cell(5, row) * 6.0) as usize].to_string()).filter(|kind| !kind.is_empty());
        let class = |row| {
            let base = match (few(row) > 6.0, many(row) <= 371.0, kind(row).as_deref()) {
                (true, _, Some("red")) | (_, true, Some("blue")) => 0,
                (true, _, _) => 1 % n_classes,
                (_, true, _) => 2 % n_classes,
                _ => n_classes - 1,
            };
            let class = if cell(6, row) < 0.1 { (cell(7, row) * n_classes as f64) as usize } else { base };
            (cell(8, row) > 0.03).then(|| format!("class {class}"))
        };
        let rows = 0..n_rows;
        Self {
            numbers: vec![rows.clone().map(few).collect(), rows.clone().map(many).collect()],
            texts: vec![rows.clone().map(kind).collect(), rows.map(class).collect()],
        }
    }

    fn n_rows(&self) -> usize {
        self.texts[0].len()
    }

    fn source(&self) -> Source {
        let column =
            |name: &str, kind| SourceColumn { name: name.to_string(), kind: Some(kind), is_time: false };
        Source {
            name: "sample".to_string(),
            columns: vec![
                column("few", Kind::Number),
                column("many", Kind::Number),
                column("kind", Kind::Category),
                column("class", Kind::Category),
            ],
            decimal_comma: false,
        }
    }

    fn program_in_memory(&self, options: &FitOptions, target: &TargetOptions) -> String {
        self.learned_in_memory(options, target).program
    }

    fn learned_in_memory(&self, options: &FitOptions, target: &TargetOptions) -> LearnedTable {
        let numbers = self.numbers.iter().map(|cells| Cells::Numbers(Arc::new(cells.clone())));
        let texts = self.texts.iter().map(|texts| {
            let is_missing = |text: &&String| *text == "?";
            let mut values: Vec<String> = Vec::new();
            let mut code = |text: &Option<String>| {
                let text = text.as_ref().filter(|text| !is_missing(text))?;
                let place = values.iter().position(|value| value == text).unwrap_or_else(|| {
                    values.push(text.clone());
                    values.len() - 1
                });
                Some(place as u32)
            };
            let codes: Vec<Option<u32>> = texts.iter().map(&mut code).collect();
            Cells::Categories(Categories::from_codes(codes.into_iter(), &values))
        });
        let names = ["few", "many", "kind", "class"].map(str::to_string);
        let given = names.into_iter().zip(numbers.chain(texts));
        let given = given.map(|(name, cells)| Given { column: Column { name, cells }, asked: false });
        let table = read::columns("sample", given.collect(), Some(3)).expect("it is a table");
        let data = Classified::new(&table, target).expect("it has classes");
        let learned = learn(&data, options, &Clingo, &Limits::none()).expect("it can be learned");
        assert_eq!(learned.stop, StopReason::Verified);
        learned
    }

    fn in_parts<'a>(&'a self, n_parts: usize, cache: &'a PartCache) -> InParts<'a> {
        let n_rows = self.n_rows();
        let bounds = (0..n_parts).map(|part| (part * n_rows / n_parts, (part + 1) * n_rows / n_parts));
        InParts { sample: self, bounds: bounds.collect(), cache, failing: None }
    }
}

/// The parts of a sample, in this process.
struct InParts<'a> {
    sample: &'a Sample,
    bounds: Vec<(usize, usize)>,
    cache: &'a PartCache,
    /// From this request on there is no answer.
    failing: Option<AtomicUsize>,
}

impl Parts for InParts<'_> {
    fn keys(&self) -> Vec<String> {
        self.bounds.iter().map(|bounds| format!("{bounds:?}")).collect()
    }

    fn run(&self, request: &[u8], _: &Limits) -> Result<Vec<Vec<u8>>> {
        if let Some(left) = &self.failing
            && left.fetch_update(SeqCst, SeqCst, |left| left.checked_sub(1)).is_err()
        {
            return Err(Diagnostic::error(xfold::codes::ENGINE, "the engine is gone").into());
        }
        let answered = self.bounds.iter().map(|bounds| {
            let mut rows = SomeRows { sample: self.sample, bounds: *bounds };
            answer(request, &mut rows, self.cache)
                .map_err(|error| Diagnostic::error(xfold::codes::ENGINE, error).into())
        });
        answered.collect()
    }
}

struct SomeRows<'a> {
    sample: &'a Sample,
    bounds: (usize, usize),
}

impl PartRows for SomeRows<'_> {
    fn key(&self) -> String {
        format!("{:?}", self.bounds)
    }

    fn read(
        &mut self,
        columns: &[Wanted],
        each: &mut dyn FnMut(&[RawCells]) -> std::result::Result<(), String>,
    ) -> std::result::Result<(), String> {
        let (mut start, end) = self.bounds;
        while start < end {
            let rows = start..end.min(start + 700);
            let cells = columns.iter().map(|wanted| match self.sample.numbers.get(wanted.place) {
                Some(numbers) => RawCells::Numbers(numbers[rows.clone()].to_vec()),
                None => {
                    let mut texts = Texts::default();
                    for text in &self.sample.texts[wanted.place - self.sample.numbers.len()][rows.clone()] {
                        texts.push(text.as_deref().map(str::as_bytes));
                    }
                    RawCells::Texts(texts)
                }
            });
            each(&cells.collect::<Vec<_>>())?;
            start = rows.end;
        }
        Ok(())
    }

    fn is_cancelled(&self) -> bool {
        false
    }
}

fn read_options() -> ReadOptions {
    ReadOptions { target: Some("class".to_string()), ..ReadOptions::default() }
}

fn cache(room: u64) -> PartCache {
    PartCache::new(room, std::env::temp_dir())
}

/// The program from parts, of which sets with up to so many cells are fetched.
fn program_of_parts(
    parts: &InParts<'_>,
    most_fetched: usize,
    options: &FitOptions,
    target: &TargetOptions,
) -> String {
    let limits = Limits::none();
    let table = PartedTable::open(parts, &parts.sample.source(), &read_options(), target, &limits);
    let table = table.expect("it is a table").with_most_fetched(most_fetched);
    let run = table.learn(options, &limits, None).expect("it can be learned");
    assert!(run.lost.is_none());
    assert_eq!(run.learned.stop, StopReason::Verified, "{}", run.learned.program);
    run.learned.program
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn parts_give_the_same_bytes_as_memory(
        seed in 0u64..10_000,
        n_rows in 30usize..4000,
        n_classes in 2usize..5,
        balanced in any::<bool>(),
        most_fetched in prop::sample::select(vec![0, 2000, 1 << 22]),
        room in prop::sample::select(vec![0, 20_000, 1 << 30]),
    ) {
        let sample = Sample::new(seed, n_rows, n_classes);
        let (options, target) = (FitOptions::default(), TargetOptions { balanced, ..TargetOptions::default() });
        let expected = sample.program_in_memory(&options, &target);
        for n_parts in [1, 2, 7] {
            let cache = cache(room);
            let program = program_of_parts(&sample.in_parts(n_parts, &cache), most_fetched, &options, &target);
            prop_assert_eq!(&program, &expected, "{} parts", n_parts);
        }
    }
}

#[test]
fn votes_and_named_classes_give_the_same_bytes() {
    let sample = Sample::new(3, 3000, 4);
    let positive = TargetOptions {
        positive: Some("class 2".to_string()),
        class_weights: vec![("class 2".to_string(), 2.5), ("class 0".to_string(), 0.25)],
        balanced: false,
    };
    let vote = FitOptions { vote: 3, ..FitOptions::default() };
    for (options, target) in [(vote, TargetOptions::default()), (FitOptions::default(), positive)] {
        let expected = sample.program_in_memory(&options, &target);
        let cache = cache(1 << 30);
        assert_eq!(program_of_parts(&sample.in_parts(2, &cache), 0, &options, &target), expected);
    }
}

#[test]
fn many_rows_give_the_same_bytes() {
    let sample = Sample::new(5, 150_000, 2);
    let (options, target) = (FitOptions::default(), TargetOptions::default());
    let expected = sample.program_in_memory(&options, &target);
    let cache = cache(1 << 20);
    assert_eq!(program_of_parts(&sample.in_parts(3, &cache), 10_000, &options, &target), expected);
}

#[test]
fn an_engine_that_is_gone_leaves_an_error() {
    let sample = Sample::new(7, 2000, 2);
    let limits = Limits::none();
    let (options, target) = (FitOptions::default(), TargetOptions::default());
    let mut n_answered = 0;
    loop {
        let cache = cache(1 << 30);
        let mut parts = sample.in_parts(2, &cache);
        parts.failing = Some(n_answered.into());
        let table = PartedTable::open(&parts, &sample.source(), &read_options(), &target, &limits);
        let run = table.and_then(|table| table.with_most_fetched(0).learn(&options, &limits, None));
        match run {
            Err(Error::Diagnostics(messages)) => assert_eq!(messages[0].message, "the engine is gone"),
            Err(Error::Limit(limit)) => panic!("there is no {limit}"),
            Ok(run) if run.lost.is_none() => break,
            Ok(run) => assert!(!text::words(&run.learned.model).is_empty()),
        }
        n_answered += 1;
    }
    assert!(n_answered > 10, "{n_answered} requests");
}

/// The test below starts itself again on a small disk, whose folder is in this variable.
const SMALL_DISK: &str = "XFOLD_TEST_SMALL_DISK";

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_of_the_cache_is_told() {
    use std::{env, process::Command};
    let sample = Sample::new(9, 60_000, 2);
    if let Some(folder) = env::var_os(SMALL_DISK) {
        let cache = PartCache::new(0, folder.into());
        let parts = sample.in_parts(2, &cache);
        let (options, target, limits) = (FitOptions::default(), TargetOptions::default(), Limits::none());
        let table = PartedTable::open(&parts, &sample.source(), &read_options(), &target, &limits);
        let Err(Error::Diagnostics(messages)) = table.and_then(|table| table.learn(&options, &limits, None))
        else {
            panic!("there is no room for the codes");
        };
        let message = &messages[0].message;
        assert!(
            message.starts_with("cannot keep its codes in /") && message.contains("No space left"),
            "{message}"
        );
        return;
    }
    // A disk of its own, which ends with the process: no right of root is needed where users have name spaces.
    let alone = ["--user", "--map-root-user", "--mount", "sh", "-c"];
    let mount = "mount -t tmpfs -o size=256k tmpfs /mnt";
    if !Command::new("unshare").args(alone).arg(mount).output().is_ok_and(|output| output.status.success()) {
        eprintln!("SKIPPED: a small disk cannot be made here");
        return;
    }
    let again = Command::new("unshare")
        .args(alone)
        .arg(format!("{mount} && exec \"$0\" --exact a_full_disk_of_the_cache_is_told --nocapture"))
        .arg(env::current_exe().expect("this test has a name"))
        .env(SMALL_DISK, "/mnt")
        .output()
        .expect("it was started before");
    assert!(again.status.success(), "{}", String::from_utf8_lossy(&again.stderr));
    assert!(String::from_utf8_lossy(&again.stdout).contains("1 passed"));
}

/// The model in a printed program.
fn model_of(program: &str) -> xfold::table::model::Model {
    let mut sources = xfold_asp::SourceMap::default();
    sources.add("<program>", program).expect("it is not large");
    text::parse(&sources).expect("what was printed can be read").0
}

#[test]
fn given_rules_are_checked_by_the_parts() {
    let sample = Sample::new(11, 2500, 3);
    let learned = sample.learned_in_memory(&FitOptions::default(), &TargetOptions::default());
    let source = sample.source();
    for n_parts in [1, 7] {
        let cache = cache(1 << 30);
        let parts = sample.in_parts(n_parts, &cache);
        let rules = RulesOnParts::new(&parts, &source, &learned.model, &ReadOptions::default());
        let checked = rules.expect("columns are there").check(&Limits::none()).expect("it can be checked");
        assert_eq!(checked.classes.len(), 3);
        assert_eq!(checked.verdict.rows, learned.verdict.rows);
        assert_eq!(checked.verdict.right, learned.verdict.right);
        assert_eq!(checked.verdict.confusion, learned.verdict.confusion);
    }
}

#[test]
fn predictions_are_written_part_by_part() {
    let sample = Sample::new(12, 1500, 2);
    let model = model_of(&sample.program_in_memory(&FitOptions::default(), &TargetOptions::default()));
    let source = sample.source();
    let folder = tempfile::tempdir().expect("a folder can be made");
    let mut said: Vec<Vec<(f64, String)>> = Vec::new();
    for n_parts in [1, 3] {
        let cache = cache(1 << 30);
        let parts = sample.in_parts(n_parts, &cache);
        let rules =
            RulesOnParts::new(&parts, &source, &model, &ReadOptions::default()).expect("columns are there");
        let to = folder.path().join(format!("{n_parts}"));
        let n_rows = rules.predict(None, &to.display().to_string(), &Limits::none());
        assert_eq!(n_rows.expect("it can be written"), 1500);
        let mut rows = Vec::new();
        for part in 0..n_parts {
            let file = to.join(format!("part-{part:05}.parquet"));
            let known = vec![("row".to_string(), Kind::Number), ("class".to_string(), Kind::Category)];
            let options = ReadOptions { known: Some(known), ..ReadOptions::default() };
            let table = read::file(&file, &options, &read::Unwatched).expect("it is a Parquet file");
            let (Cells::Numbers(numbers), Cells::Categories(classes)) =
                (&table.columns[0].cells, &table.columns[1].cells)
            else {
                panic!("rows are numbers, classes are texts");
            };
            let classes = classes.codes.iter().map(|code| classes.values[*code as usize].clone());
            rows.extend(numbers.iter().copied().zip(classes));
        }
        assert!(rows.iter().zip(1..).all(|((row, _), number)| *row == f64::from(number)));
        said.push(rows);
    }
    assert_eq!(said[0], said[1]);
}

#[test]
fn folds_do_not_depend_on_the_parts() {
    let sample = Sample::new(13, 3000, 2);
    let mut evaluations: Vec<Evaluation> = Vec::new();
    for (n_parts, most_fetched) in [(1, 1 << 22), (2, 0), (7, 0)] {
        let cache = cache(1 << 30);
        let parts = sample.in_parts(n_parts, &cache);
        let (target, limits) = (TargetOptions::default(), Limits::none());
        let table = PartedTable::open(&parts, &sample.source(), &read_options(), &target, &limits);
        let table = table.expect("it is a table").with_most_fetched(most_fetched);
        let evaluation = table.cross_validate(5, 1, &FitOptions::default(), &limits, &|_, _| ());
        evaluations.push(evaluation.expect("it can be evaluated"));
    }
    let accuracies =
        |evaluation: &Evaluation| -> Vec<f64> { evaluation.folds.iter().map(|f| f.accuracy).collect() };
    assert!(evaluations[0].mean.accuracy > 0.85, "{:?}", accuracies(&evaluations[0]));
    for other in &evaluations[1..] {
        assert_eq!(accuracies(other), accuracies(&evaluations[0]));
        assert_eq!(other.confusion, evaluations[0].confusion);
    }
}
