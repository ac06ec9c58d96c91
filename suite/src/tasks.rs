//! The folders: found, read, and able to judge a learned program.

use crate::compare::difference;
use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};
use xfold_asp::{Statement, parse_rules};

/// A task of the suite, as it stands in its folder.
#[derive(Debug, Clone)]
pub struct SuiteTask {
    /// The folder's name.
    pub name: String,
    /// The path of `task.las`, or the folder itself if that is a task of Popper's.
    pub path: PathBuf,
    /// The text of the task; of a task of Popper's, its bias.
    pub text: String,
    /// The text of the program to be learned.
    pub expected: String,
    /// Texts of other programs that are right as well.
    pub alternatives: Vec<String>,
    /// Command-line flags that the task needs.
    pub options: Vec<String>,
}

impl SuiteTask {
    /// The names of the types in the task's modes, and `any`: literals of these may be added for safety.
    pub fn types(&self) -> Vec<String> {
        let mut types = BTreeSet::from(["any".to_owned()]);
        for line in self.text.lines().filter_map(|line| line.strip_prefix("type(")) {
            let words = line.split(|sign: char| !sign.is_alphanumeric() && sign != '_').skip(1);
            types.extend(words.filter(|word| !word.is_empty()).map(str::to_owned));
        }
        for line in self.text.lines().filter(|line| line.trim_start().starts_with("#mode")) {
            for opening in ["var(", "const(", "num("] {
                types.extend(line.split(opening).skip(1).filter_map(|rest| {
                    let name = rest.split(')').next()?.trim();
                    (!name.is_empty()).then(|| name.to_owned())
                }));
            }
        }
        types.into_iter().collect()
    }

    /// Whether a learned program is one of the right answers; if not, how it differs from the first of them.
    ///
    /// # Panics
    /// If an answer in the task's folder is no program.
    pub fn judge(&self, learned: &[Statement]) -> Result<(), String> {
        let types = self.types();
        let types: Vec<&str> = types.iter().map(String::as_str).collect();
        let differs = |answer: &String| match parse_rules(answer) {
            Ok(rules) => difference(&rules, learned, &types),
            Err(errors) => panic!("an expected program of {} is none: {errors:?}", self.name),
        };
        match differs(&self.expected) {
            Some(text) if self.alternatives.iter().all(|answer| differs(answer).is_some()) => Err(text),
            _ => Ok(()),
        }
    }
}

/// A task of the group `exact`, of which the least cost is known.
#[derive(Debug, Clone)]
pub struct ExactTask {
    /// The folder's name.
    pub name: String,
    /// The text of the task.
    pub text: String,
    /// What the best program costs; none if there is no program.
    pub cost: Option<u64>,
}

/// The tasks with known costs, sorted by name.
///
/// # Panics
/// If a file of a task is missing, or its cost is neither a number nor `none`.
pub fn exact_tasks() -> Vec<ExactTask> {
    let task = |folder: &PathBuf| {
        let name = name_of(folder);
        let read = |file: &str| {
            fs::read_to_string(folder.join(file)).unwrap_or_else(|error| panic!("{name}/{file}: {error}"))
        };
        let cost = match read("cost").trim() {
            "none" => None,
            number => Some(number.parse().unwrap_or_else(|_| panic!("{name}: {number} is no cost"))),
        };
        ExactTask { text: read("task.las"), cost, name }
    };
    folders(&root().join("exact")).iter().map(task).collect()
}

/// The names of the groups: the folders of the suite that hold tasks with expected programs, sorted.
pub fn groups() -> Vec<String> {
    let holds_tasks = |folder: &Path| folders(folder).iter().any(|task| task.join("expected.lp").is_file());
    folders(root()).into_iter().filter(|folder| holds_tasks(folder)).map(|folder| name_of(&folder)).collect()
}

/// The tasks of a group, sorted by name.
///
/// # Panics
/// If there is no such group, or a file of a task is missing.
pub fn tasks(group: &str) -> Vec<SuiteTask> {
    let tasks: Vec<SuiteTask> = folders(&root().join(group)).iter().map(|folder| read_task(folder)).collect();
    assert!(!tasks.is_empty(), "the suite has no group {group}");
    tasks
}

/// The folders of tasks over lists, terms and numbers, sorted by name: Popper's files, `test.pl` with unseen examples, and
/// `rules.lp`, the intended program.
pub fn list_tasks() -> Vec<PathBuf> {
    folders(&root().join("lists"))
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The folders inside a folder, sorted; none if there is no such folder.
fn folders(parent: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(parent).into_iter().flatten().flatten();
    let mut found: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(|path| path.is_dir()).collect();
    found.sort();
    found
}

fn name_of(folder: &Path) -> String {
    folder.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned())
}

fn read_task(folder: &Path) -> SuiteTask {
    let read = |file: &str| {
        let path = folder.join(file);
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    };
    let exists = |file: &str| folder.join(file).is_file();
    let is_popper = exists("bias.pl");
    let more = (2..).map(|number| format!("expected_{number}.lp")).take_while(|file| exists(file));
    SuiteTask {
        name: name_of(folder),
        path: if is_popper { folder.to_path_buf() } else { folder.join("task.las") },
        text: read(if is_popper { "bias.pl" } else { "task.las" }),
        expected: read("expected.lp"),
        alternatives: more.map(|file| read(&file)).collect(),
        options: match exists("options") {
            true => read("options").split_whitespace().map(str::to_owned).collect(),
            false => Vec::new(),
        },
    }
}
