//! DataFusion in this process.

use crate::{
    sums::{Sums, ask, total},
    tables::{N_ROWS, TOTAL, rows_per_part, write_files, write_parquet},
};
use std::{
    fs,
    path::Path,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};
use xfold_cluster::{
    Answerer, Control, CsvFormat, DataFusionEngine, Engine, EngineError, PartSource, Resources, TableOptions,
    Uncontrolled,
};

fn open(location: &str, options: &TableOptions) -> Result<DataFusionEngine, EngineError> {
    let resources = Resources { n_threads: 2, memory_limit: None };
    DataFusionEngine::open(&[location.into()], options, resources, Arc::new(Sums::default()))
}

#[test]
fn the_same_answers_however_the_table_is_cut() {
    let folder = tempfile::tempdir().unwrap();
    let [one, two, seven] = ["one", "two", "seven"].map(|name| folder.path().join(name));
    for (folder, n_files) in [(&one, 1), (&two, 2), (&seven, 7)] {
        fs::create_dir(folder).unwrap();
        write_files(folder, n_files);
    }
    let location = |folder: &Path| folder.to_str().unwrap().to_string();
    let whole = |folder: &Path, rows, n_parts| {
        let engine = open(&location(folder), &rows_per_part(rows)).unwrap();
        assert_eq!(engine.parts().len(), n_parts);
        assert_eq!(engine.schema().fields().len(), 3);
        assert_eq!(total(&ask(&engine, "sum").unwrap()), TOTAL);
        ask(&engine, "rows").unwrap().concat()
    };
    let expected = whole(&one, 1000, 1);
    assert_eq!(expected.lines().count() as i64, N_ROWS);
    assert!(expected.starts_with("0=?\n1=n1\n"));
    for (folder, rows, n_parts) in
        [(&one, 10, 7), (&one, 29, 4), (&two, 1000, 2), (&two, 20, 4), (&seven, 5, 7)]
    {
        assert_eq!(whole(folder, rows, n_parts), expected);
    }
    let pattern = format!("{}/*.parquet", location(&seven));
    assert_eq!(ask(&open(&pattern, &TableOptions::default()).unwrap(), "rows").unwrap().concat(), expected);
}

#[test]
fn some_parts_are_asked_in_the_order_given() {
    let folder = tempfile::tempdir().unwrap();
    let engine = open(&write_files(folder.path(), 7), &TableOptions::default()).unwrap();
    let answers = engine.run(b"rows", Some(&[5, 0]), &Uncontrolled).unwrap();
    assert!(answers[0].starts_with(b"50=n0") && answers[1].starts_with(b"0=?"));
    assert_eq!(engine.run(b"rows", Some(&[]), &Uncontrolled).unwrap(), Vec::<Vec<u8>>::new());
    assert!(matches!(engine.run(b"rows", Some(&[7]), &Uncontrolled), Err(EngineError::Table(_))));
}

#[test]
fn a_part_that_is_kept_is_not_opened() {
    let folder = tempfile::tempdir().unwrap();
    let engine = open(&write_files(folder.path(), 2), &TableOptions::default()).unwrap();
    assert!(ask(&engine, "sum").unwrap().iter().all(|answer| answer.contains("read")));
    fs::remove_file(folder.path().join("part-01.parquet")).unwrap();
    let kept = ask(&engine, "sum").unwrap();
    assert!(kept.iter().all(|answer| answer.contains("kept")));
    assert_eq!(total(&kept), TOTAL);
    for error in [ask(&engine, "fresh").unwrap_err(), engine.check_unchanged().unwrap_err()] {
        let text = error.to_string();
        assert!(text.contains("part-01.parquet") && text.contains("not there"), "{text}");
    }
}

#[test]
fn long_answers_arrive_whole_and_panics_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let engine = open(&write_files(folder.path(), 1), &TableOptions::default()).unwrap();
    assert_eq!(engine.run(b"long 5000000", None, &Uncontrolled).unwrap(), [vec![7; 5_000_000]]);
    let error = ask(&engine, "panic").unwrap_err().to_string();
    assert!(error.contains("part-00.parquet") && error.contains("on purpose"), "{error}");
}

#[test]
fn csv_cells_are_text() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.csv"), "id;name\n1;\"two\nlines\"\n02;;\n").unwrap();
    fs::write(folder.path().join("b.csv"), "\u{feff}id;name\n3;x\n").unwrap();
    let options =
        TableOptions { csv: CsvFormat { delimiter: b';', has_header: true }, ..TableOptions::default() };
    let location = [folder.path().to_str().unwrap().to_string()];
    let cells = Arc::new(Cells::default());
    let resources = Resources { n_threads: 1, memory_limit: None };
    // The third line of a.csv has a cell too many, which is said with its file and line.
    let engine = DataFusionEngine::open(&location, &options, resources, cells.clone()).unwrap();
    let error = engine.run(b"", None, &Uncontrolled).unwrap_err().to_string();
    assert!(error.contains("a.csv") && error.contains("line"), "{error}");
    fs::write(folder.path().join("a.csv"), "id;name\n1;\"two\nlines\"\n02;\n").unwrap();
    cells.0.lock().unwrap().clear();
    let engine = DataFusionEngine::open(&location, &options, resources, cells.clone()).unwrap();
    assert_eq!(engine.parts().len(), 2);
    engine.run(b"", None, &Uncontrolled).unwrap();
    assert_eq!(*cells.0.lock().unwrap(), ["1|two\nlines", "02|", "3|x"]);
}

#[derive(Default)]
struct Cells(Mutex<Vec<String>>);

impl Answerer for Cells {
    fn answer(&self, _: &[u8], part: &mut dyn PartSource) -> Result<Vec<u8>, String> {
        use datafusion::arrow::array::AsArray;
        part.for_each_batch(None, &mut |batch| {
            let [ids, names] = [0, 1].map(|at| batch.column(at).as_string::<i32>());
            for (id, name) in ids.iter().zip(names) {
                self.0.lock().unwrap().push(format!("{}|{}", id.unwrap_or(""), name.unwrap_or("")));
            }
            Ok(())
        })?;
        Ok(vec![])
    }
}

#[test]
fn files_that_do_not_belong_together_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let error_for = |files: &[(&str, &str)]| {
        fs::read_dir(folder.path()).unwrap().for_each(|file| fs::remove_file(file.unwrap().path()).unwrap());
        files.iter().for_each(|(name, text)| fs::write(folder.path().join(name), text).unwrap());
        let opened = open(folder.path().to_str().unwrap(), &TableOptions::default());
        opened.err().expect("refused").to_string()
    };
    let text = error_for(&[("a.csv", "x,y\n1,2\n"), ("b.csv", "x,z\n1,2\n")]);
    assert!(text.contains("b.csv") && text.contains("`z`") && text.contains("`y`"), "{text}");
    let text = error_for(&[("a.csv", "x,y\n1,2\n"), ("b.csv", "x\n1\n")]);
    assert!(text.contains("b.csv") && text.contains("1 columns"), "{text}");
    let text = error_for(&[("a.csv", "x,y\n1,2\n"), ("b.parquet", "PAR1 no")]);
    assert!(text.contains("different formats"), "{text}");
    let text = error_for(&[("a.parquet", "this is no parquet file")]);
    assert!(text.contains("a.parquet") && text.contains("not a whole Parquet file"), "{text}");
    let text = error_for(&[("readme.md", "nothing")]);
    assert!(text.contains(".parquet, .csv or .tsv"), "{text}");
    let missing = open("/no/such/table.parquet", &TableOptions::default()).err().unwrap().to_string();
    assert!(missing.contains("/no/such/table.parquet"), "{missing}");
    let store = open("s3://bucket/table.parquet", &TableOptions::default()).err().unwrap().to_string();
    assert!(store.contains("s3://bucket") && store.contains("support"), "{store}");
}

#[test]
fn a_file_that_changed_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let engine = open(&write_files(folder.path(), 2), &TableOptions::default()).unwrap();
    engine.check_unchanged().unwrap();
    write_parquet(&folder.path().join("part-01.parquet"), 35..71, 10);
    for error in [ask(&engine, "fresh").unwrap_err(), engine.check_unchanged().unwrap_err()] {
        assert!(matches!(error, EngineError::Part { part: 1, .. }));
        let text = error.to_string();
        assert!(text.contains("part-01.parquet") && text.contains("changed"), "{text}");
    }
}

#[test]
fn corrupt_pages_are_found_when_they_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let location = write_files(folder.path(), 2);
    corrupt(&folder.path().join("part-01.parquet"));
    let engine = open(&location, &TableOptions::default()).unwrap();
    let error = ask(&engine, "fresh").unwrap_err();
    assert!(matches!(error, EngineError::Part { part: 1, .. }), "{error:?}");
    assert!(error.to_string().contains("part-01.parquet"), "{error}");
}

/// Overwrites the pages but not the footer.
pub fn corrupt(file: &Path) {
    let mut bytes = fs::read(file).unwrap();
    let middle = bytes.len() / 2;
    bytes[4..middle].fill(0xff);
    fs::write(file, bytes).unwrap();
}

#[test]
fn a_memory_limit_holds() {
    let folder = tempfile::tempdir().unwrap();
    let location = [write_files(folder.path(), 7)];
    let open = |memory_limit| {
        let resources = Resources { n_threads: 4, memory_limit: Some(memory_limit) };
        let answerer = Arc::new(Sums::default());
        DataFusionEngine::open(&location, &TableOptions::default(), resources, answerer).unwrap()
    };
    let needed = open(1 << 20).parts().iter().map(|part| part.column_bytes[1]).max().unwrap();
    assert!(needed > 50, "{needed}");
    // Enough for one part at a time: the others wait.
    assert_eq!(total(&ask(&open(needed), "sum").unwrap()), TOTAL);
    let error = ask(&open(needed - 1), "sum").unwrap_err();
    assert!(matches!(error, EngineError::Part { .. }));
    let text = error.to_string();
    assert!(text.contains("memory") && text.contains(&format!("{needed} bytes")), "{text}");
}

/// Cancels once a number of parts is done.
#[derive(Default)]
pub struct Recorded {
    pub seen: Mutex<Vec<(usize, usize)>>,
    pub is_cancelled: AtomicBool,
}

impl Control for Recorded {
    fn progress(&self, parts_done: usize, parts: usize) {
        self.seen.lock().unwrap().push((parts_done, parts));
    }

    fn is_cancelled(&self) -> bool {
        self.is_cancelled.load(Ordering::Relaxed)
    }
}

#[test]
fn progress_is_told_and_cancellation_heard() {
    let folder = tempfile::tempdir().unwrap();
    let engine = open(&write_files(folder.path(), 7), &TableOptions::default()).unwrap();
    let control = Recorded::default();
    engine.run(b"slow 150", None, &control).unwrap();
    let seen = control.seen.lock().unwrap().clone();
    assert!(seen.is_sorted() && seen.last() == Some(&(7, 7)), "{seen:?}");
    assert!(seen.iter().any(|&(done, _)| 0 < done && done < 7), "{seen:?}");
    let control = Recorded::default();
    let begun = Instant::now();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(200));
            control.is_cancelled.store(true, Ordering::Relaxed);
        });
        assert_eq!(engine.run(b"slow 60000", None, &control), Err(EngineError::Cancelled));
    });
    assert!(begun.elapsed() < Duration::from_secs(20));
}
