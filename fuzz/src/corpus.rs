//! What is mutated: the tasks of the suite and its generators, tables, and folders of Popper's and Aleph's files.

use crate::{
    child::{Bounds, run},
    table::Grid,
};
use std::{
    fs,
    path::{Path, PathBuf},
    time::Duration,
};
use xfold_suite::generate::{families, random::Random, several::large};

/// Longer texts take long and tell little more.
const LONGEST: usize = 12_000;
const BOUNDS: Bounds = Bounds { time: Duration::from_secs(60), memory: 1 << 32 };

/// A file of an input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct File {
    /// Its name in the folder of the case.
    pub name: String,
    /// What is in it.
    pub bytes: Vec<u8>,
}

impl File {
    /// A file of text.
    pub fn new(name: impl Into<String>, text: impl Into<Vec<u8>>) -> Self {
        Self { name: name.into(), bytes: text.into() }
    }
}

/// A task with the options that it needs.
#[derive(Debug, Clone)]
pub struct Task {
    /// Its text.
    pub text: String,
    /// Options of `learn`.
    pub options: Vec<String>,
}

/// All that is mutated.
#[derive(Debug, Default)]
pub struct Corpus {
    /// Tasks in clingo's language.
    pub tasks: Vec<Task>,
    /// Tables as cells, the class in the last column.
    pub tables: Vec<Grid>,
    /// What is learned from each of these tables.
    pub table_rules: Vec<String>,
    /// Tables as the suite has them, with their file names.
    pub raw_tables: Vec<File>,
    /// Folders of Popper's files.
    pub popper: Vec<Vec<File>>,
    /// Aleph's files of one stem.
    pub aleph: Vec<Vec<File>>,
    /// Programs for tasks.
    pub rules: Vec<String>,
}

impl Corpus {
    /// Reads the suite, and lets the command convert some of its tasks.
    pub fn new(xfold: &Path) -> Self {
        let mut corpus = Self::default();
        for group in xfold_suite::groups() {
            for task in xfold_suite::tasks(&group) {
                corpus.rules.push(task.expected.clone());
                corpus.add(task.text, task.options);
            }
        }
        for task in xfold_suite::exact_tasks() {
            corpus.add(task.text, Vec::new());
        }
        for (_, family) in families() {
            corpus.add(family(1, 0.0).train, Vec::new());
        }
        if let Ok(text) = large::colouring(1, 5, 2) {
            corpus.add(text, Vec::new());
        }
        corpus.suite_errors();
        let mut random = Random::new(1);
        corpus.tables = (0..16).map(|_| Grid::random(&mut random)).collect();
        corpus.learn_tables(xfold);
        corpus.folders(xfold);
        corpus
    }

    fn add(&mut self, text: String, options: Vec<String>) {
        if text.len() <= LONGEST {
            self.tasks.push(Task { text, options });
        }
    }

    /// The tasks, folders and tables that the suite has to show messages.
    fn suite_errors(&mut self) {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../suite/errors");
        for case in sorted(&root) {
            for path in sorted(&case) {
                let name = file_name(&path);
                let Ok(bytes) = fs::read(&path) else {
                    if path.is_dir() {
                        let files: Vec<File> = sorted(&path).iter().filter_map(|path| read(path)).collect();
                        let is_popper = files.iter().any(|file| file.name == "bk.pl");
                        if is_popper { self.popper.push(files) } else { self.aleph.push(files) }
                    }
                    continue;
                };
                let end = path.extension().and_then(|end| end.to_str()).unwrap_or_default();
                match end {
                    "las" => {
                        if let Ok(text) = String::from_utf8(bytes) {
                            self.add(text, Vec::new());
                        }
                    }
                    "csv" | "arff" | "tsv" | "parquet" => self.raw_tables.push(File { name, bytes }),
                    _ => {}
                }
            }
        }
    }

    fn learn_tables(&mut self, xfold: &Path) {
        for grid in &self.tables {
            let place = tempfile::tempdir().expect("there is a folder for temporary files");
            fs::write(place.path().join("data.csv"), grid.csv(&mut Random::new(0)))
                .expect("it can be written");
            let ran = run(
                xfold,
                &["learn", "data.csv", "--target", "label"].map(str::to_owned),
                place.path(),
                &BOUNDS,
            );
            self.table_rules.push(ran.printed());
        }
    }

    /// Tasks of the suite in the languages of Popper and Aleph.
    fn folders(&mut self, xfold: &Path) {
        let tasks: Vec<String> = self.tasks.iter().take(30).map(|task| task.text.clone()).collect();
        for text in tasks.iter().filter(|text| text.len() < 4000) {
            let place = tempfile::tempdir().expect("there is a folder for temporary files");
            fs::write(place.path().join("task.las"), text).expect("it can be written");
            for (language, output) in [("popper", "popper"), ("aleph", "task.b")] {
                let words = ["convert", "task.las", "--to", language, "-o", output];
                let ran = run(xfold, &words.map(str::to_owned), place.path(), &BOUNDS);
                if ran.code != Some(0) {
                    continue;
                }
                if language == "popper" {
                    let files = sorted(&place.path().join("popper"));
                    self.popper.push(files.iter().filter_map(|path| read(path)).collect());
                } else {
                    let files = ["task.b", "task.f", "task.n"].map(|name| place.path().join(name));
                    self.aleph.push(files.iter().filter_map(|path| read(path)).collect());
                }
            }
        }
    }
}

fn sorted(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    paths
}

fn read(path: &Path) -> Option<File> {
    Some(File { name: file_name(path), bytes: fs::read(path).ok()? })
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
