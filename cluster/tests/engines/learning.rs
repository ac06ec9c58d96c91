//! Learning on engines: the rules of memory, to the byte, from files of Parquet and CSV, here and on a cluster, and whoever
//! is lost on the way.

use crate::nodes::{Process, address};
use datafusion::{
    arrow::{
        array::{ArrayRef, Float64Array, Int32Array, RecordBatch, StringArray},
        datatypes::{DataType, Field, Schema},
    },
    parquet::arrow::ArrowWriter,
};
use std::{
    fs::{self, File},
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
    sync::Arc,
    time::Duration,
};

/// Rows whose class follows a default with an exception, but for some.
struct Rows {
    ages: Vec<Option<i32>>,
    amounts: Vec<f64>,
    kinds: Vec<Option<&'static str>>,
    classes: Vec<Option<&'static str>>,
}

impl Rows {
    fn new(seed: u64, n_rows: usize) -> Self {
        let chance = |column: u64, row: usize| {
            let mut bits = (seed * 10 + column).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ (row as u64 + 1);
            for factor in [0xBF58_476D_1CE4_E5B9, 0x94D0_49BB_1331_11EB] {
                bits = (bits ^ (bits >> 29)).wrapping_mul(factor);
            }
            ((bits ^ (bits >> 31)) >> 11) as f64 / (1u64 << 53) as f64
        };
        let age = |row| (chance(1, row) > 0.05).then(|| 18 + (chance(2, row) * 60.0) as i32);
        let amount = |row| (chance(3, row) * 1e6).round() / 100.0;
        let kinds = ["gold", "silver", "plain", "x, \"y\""];
        let kind = |row| (chance(4, row) > 0.1).then(|| kinds[(chance(5, row) * 4.0) as usize]);
        let class = |row| {
            let is_yes =
                age(row).is_some_and(|age| age > 40) && kind(row) != Some("gold") || amount(row) > 9000.0;
            let is_wrong = chance(6, row) < 0.08;
            (chance(7, row) > 0.02).then(|| if is_yes == is_wrong { "no" } else { "yes" })
        };
        Self {
            ages: (0..n_rows).map(age).collect(),
            amounts: (0..n_rows).map(amount).collect(),
            kinds: (0..n_rows).map(kind).collect(),
            classes: (0..n_rows).map(class).collect(),
        }
    }

    fn bounds(&self, n_files: usize) -> Vec<(usize, usize)> {
        let n_rows = self.ages.len();
        (0..n_files).map(|file| (file * n_rows / n_files, (file + 1) * n_rows / n_files)).collect()
    }

    fn write_parquet(&self, folder: &Path, n_files: usize) -> String {
        fs::create_dir_all(folder).unwrap();
        let schema = Arc::new(Schema::new(vec![
            Field::new("age", DataType::Int32, true),
            Field::new("amount", DataType::Float64, false),
            Field::new("kind", DataType::Utf8, true),
            Field::new("class", DataType::Utf8, true),
        ]));
        for (number, (from, to)) in self.bounds(n_files).into_iter().enumerate() {
            let columns: Vec<ArrayRef> = vec![
                Arc::new(Int32Array::from(self.ages[from..to].to_vec())),
                Arc::new(Float64Array::from(self.amounts[from..to].to_vec())),
                Arc::new(StringArray::from(self.kinds[from..to].to_vec())),
                Arc::new(StringArray::from(self.classes[from..to].to_vec())),
            ];
            let file = File::create(folder.join(format!("{number:03}.parquet"))).unwrap();
            let mut writer = ArrowWriter::try_new(file, schema.clone(), None).unwrap();
            writer.write(&RecordBatch::try_new(schema.clone(), columns).unwrap()).unwrap();
            writer.close().unwrap();
        }
        folder.display().to_string()
    }

    fn write_csv(&self, folder: &Path, n_files: usize) -> String {
        fs::create_dir_all(folder).unwrap();
        for (number, (from, to)) in self.bounds(n_files).into_iter().enumerate() {
            let mut text = String::from("age;amount;kind;class\n");
            for row in from..to {
                let age = self.ages[row].map_or(String::new(), |age| age.to_string());
                let kind = self.kinds[row].unwrap_or("NA").replace('"', "\"\"");
                let class = self.classes[row].unwrap_or("");
                text += &format!("{age};{};\"{kind}\";{class}\n", self.amounts[row]);
            }
            fs::write(folder.join(format!("{number:03}.csv")), text).unwrap();
        }
        folder.display().to_string()
    }
}

fn xfold(words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_xfold-cluster"));
    command.args(words);
    command
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The rules that a run printed, which is to end well.
fn rules(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(0), "{}{}", text(&output.stdout), text(&output.stderr));
    text(&output.stdout)
}

fn learned(location: &str, engine: &str) -> String {
    rules(&xfold(&["learn", location, "--target", "class", "--engine", engine]).output().unwrap())
}

/// A scheduler and executors, as the program itself starts them.
struct Cluster {
    scheduler: Process,
    executors: Vec<Process>,
    engine: String,
}

impl Cluster {
    fn start(n_executors: usize) -> Self {
        let scheduler = Process::spawn(&mut xfold(&["scheduler", "--port", "0", "--executor-timeout", "4"]));
        let at = address(&scheduler);
        let words = ["executor", "--scheduler", &at, "--port", "0", "--grpc-port", "0", "--threads", "2"];
        let executors = (0..n_executors).map(|_| Process::spawn(&mut xfold(&words))).collect();
        scheduler.wait_for(&format!("({n_executors} in all)"));
        Self { engine: format!("ballista://{at}"), scheduler, executors }
    }
}

#[test]
fn datafusion_gives_the_rules_of_memory() {
    let folder = tempfile::tempdir().unwrap();
    for (seed, n_rows) in [(1, 40), (2, 900), (3, 5000)] {
        let rows = Rows::new(seed, n_rows);
        let at = |name: &str| folder.path().join(format!("{name}{seed}"));
        let expected = learned(&format!("{}/000.parquet", rows.write_parquet(&at("one"), 1)), "memory");
        assert_eq!(learned(&format!("{}/000.csv", rows.write_csv(&at("one_csv"), 1)), "memory"), expected);
        for n_files in [1, 2, 7] {
            let parquet = rows.write_parquet(&at(&format!("parquet{n_files}_")), n_files);
            assert_eq!(learned(&parquet, "datafusion"), expected, "{n_files} files of Parquet, seed {seed}");
            let csv = rows.write_csv(&at(&format!("csv{n_files}_")), n_files);
            assert_eq!(learned(&csv, "datafusion"), expected, "{n_files} files of CSV, seed {seed}");
        }
    }
}

#[test]
fn a_cluster_gives_the_rules_of_memory() {
    let folder = tempfile::tempdir().unwrap();
    let rows = Rows::new(4, 30_000);
    let one = rows.write_parquet(&folder.path().join("one"), 1);
    let expected = learned(&format!("{one}/000.parquet"), "memory");
    let parts = rows.write_parquet(&folder.path().join("seven"), 7);
    for n_executors in [1, 2] {
        let cluster = Cluster::start(n_executors);
        assert_eq!(learned(&one, &cluster.engine), expected, "one part, {n_executors} executors");
        assert_eq!(learned(&parts, &cluster.engine), expected, "seven parts, {n_executors} executors");
        assert_eq!(cluster.executors.len(), n_executors);
    }
}

/// `cargo xtask stores` starts a store with a bucket and names it by the variables that its own tools read.
#[test]
#[cfg(feature = "stores")]
fn a_table_in_an_object_store_gives_the_rules_of_memory() {
    use object_store::{ObjectStoreExt, aws::AmazonS3Builder};
    if std::env::var_os("AWS_ENDPOINT").is_none() {
        eprintln!("SKIPPED: AWS_ENDPOINT names no store; `cargo xtask stores` starts one");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let rows = Rows::new(6, 5000);
    let one = rows.write_parquet(&folder.path().join("one"), 1);
    let expected = learned(&format!("{one}/000.parquet"), "memory");
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let store = AmazonS3Builder::from_env().with_bucket_name("tables").build().unwrap();
    let cluster = Cluster::start(2);
    for (format, files) in [
        ("parquet", rows.write_parquet(&folder.path().join("parquet"), 3)),
        ("csv", rows.write_csv(&folder.path().join("csv"), 3)),
    ] {
        for number in 0..3 {
            let name = format!("{number:03}.{format}");
            let bytes = fs::read(Path::new(&files).join(&name)).unwrap();
            let put = store.put(&format!("{format}/{name}").into(), bytes.into());
            runtime.block_on(put).unwrap();
        }
        let there = format!("s3://tables/{format}/");
        for engine in ["datafusion", &cluster.engine] {
            let mut command = xfold(&["learn", &there, "--target", "class", "--engine", engine]);
            if format == "csv" {
                command.args(["--delimiter", ";"]);
            }
            assert_eq!(rules(&command.output().unwrap()), expected, "{there} on {engine}");
        }
    }
    let missing = learned_or_error("s3://tables/nothing/", "datafusion");
    assert!(missing.contains("there is no such file"), "{missing}");
}

#[cfg(feature = "stores")]
fn learned_or_error(location: &str, engine: &str) -> String {
    let output = xfold(&["learn", location, "--target", "class", "--engine", engine]).output().unwrap();
    text(&output.stderr)
}

#[test]
fn given_rules_are_checked_evaluated_and_predict() {
    let folder = tempfile::tempdir().unwrap();
    let rows = Rows::new(5, 3000);
    let parts = rows.write_parquet(&folder.path().join("parts"), 3);
    let whole = format!("{}/000.parquet", rows.write_parquet(&folder.path().join("whole"), 1));
    let file: PathBuf = folder.path().join("rules.lp");
    fs::write(&file, learned(&parts, "datafusion")).unwrap();
    let file = file.display().to_string();
    let last = |output: Output| text(&output.stdout).lines().last().unwrap_or_default().to_string();
    let checked = xfold(&["check", &parts, &file, "--engine", "datafusion"]).output().unwrap();
    assert_eq!(checked.status.code(), Some(1), "some labels are wrong");
    let in_memory = xfold(&["check", &whole, &file]).output().unwrap();
    let expected = last(in_memory).split(", and clingo").next().unwrap().to_string();
    assert!(expected.contains("rows right"), "{expected}");
    assert_eq!(last(checked), expected);
    let words =
        ["eval", &parts, "--target", "class", "--folds", "3", "--engine", "datafusion", "--format", "json"];
    let evaluated = rules(&xfold(&words).output().unwrap());
    assert!(evaluated.contains("\"n_folds\": 3"), "{evaluated}");
    let to = folder.path().join("predicted");
    let words = ["predict", &file, &parts, "--engine", "datafusion", "-o", to.to_str().unwrap()];
    rules(&xfold(&words).output().unwrap());
    let mut names: Vec<String> =
        fs::read_dir(&to).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    assert_eq!(names, ["part-00000.parquet", "part-00001.parquet", "part-00002.parquet"]);
    let again = xfold(&words).output().unwrap();
    assert_eq!(again.status.code(), Some(2), "nothing is overwritten");
}

/// Starts learning, and gives it back when the first rule was told.
fn begin(location: &str, engine: &str) -> Process {
    let mut command =
        xfold(&["learn", location, "--target", "class", "--engine", engine, "-v", "--describe", "yes"]);
    let process = Process::spawn(command.stdout(Stdio::null()));
    process.wait_for("class");
    process
}

#[test]
fn an_executor_that_is_lost_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let rows = Rows::new(6, 60_000);
    let parts = rows.write_parquet(&folder.path().join("parts"), 7);
    let expected = learned(&parts, "datafusion");
    let mut cluster = Cluster::start(2);
    let engine = cluster.engine.clone();
    let words = ["learn", &parts, "--target", "class", "--engine", &engine];
    let run = xfold(&words).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(700));
    cluster.executors[0].kill();
    assert_eq!(rules(&run.wait_with_output().unwrap()), expected);
}

#[test]
fn a_scheduler_that_is_lost_ends_the_run() {
    let folder = tempfile::tempdir().unwrap();
    let parts = Rows::new(7, 60_000).write_parquet(&folder.path().join("parts"), 7);
    let mut cluster = Cluster::start(1);
    let mut run = begin(&parts, &cluster.engine);
    cluster.scheduler.kill();
    // The best rules so far, or none yet.
    let code = run.code();
    assert!(code == Some(3) || code == Some(2), "{code:?}");
    run.wait_for("[E361]");
}

#[test]
fn a_table_that_is_corrupt_or_changes_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path().join("parts");
    let parts = Rows::new(8, 3000).write_parquet(&at, 3);
    let bytes = fs::read(at.join("001.parquet")).unwrap();
    let mut damaged = bytes.clone();
    damaged[40..bytes.len() / 2].fill(7);
    fs::write(at.join("001.parquet"), damaged).unwrap();
    let output = xfold(&["learn", &parts, "--target", "class", "--engine", "datafusion"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let said = text(&output.stderr);
    assert!(said.contains("001.parquet") && said.contains("[E361]"), "{said}");
}
