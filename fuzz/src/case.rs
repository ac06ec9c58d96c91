//! One input: files and options, drawn from a seed and a number, so that any case can be made again alone.

use crate::{
    corpus::{Corpus, File},
    text,
};
use xfold_suite::generate::random::Random;

/// What kind of input it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A task in clingo's language.
    Task,
    /// A folder of Popper's files.
    Popper,
    /// Aleph's files.
    Aleph,
    /// A table.
    Table,
    /// Saved rules for a table, changed.
    TableRules,
    /// Saved rules for a task, changed.
    TaskRules,
}

/// An input.
#[derive(Debug, Clone)]
pub struct Case {
    /// Its number in the campaign.
    pub number: u64,
    /// What kind of input it is.
    pub kind: Kind,
    /// Its files.
    pub files: Vec<File>,
    /// The file or folder that the commands are given.
    pub input: String,
    /// Options of `learn`.
    pub options: Vec<String>,
    /// What chooses the commands beside `learn`.
    pub choice: u64,
}

/// Options for tasks. Some do not fit each other, which must be told.
const TASK_OPTIONS: [&str; 26] = [
    "--noise",
    "--paper",
    "--learner fold",
    "--learner xfold",
    "--learner foil",
    "--max-body 0",
    "--max-body 2",
    "--max-depth 0",
    "--max-new 0",
    "--max-new 9999999999",
    "--max-vars 1",
    "--max-vars 4000000000",
    "--count bindings",
    "--open",
    "--lenient",
    "--constants",
    "--complete",
    "--choice-rules",
    "--exact",
    "--greedy",
    "--declared-only",
    "--free-head",
    "--tune=prune=off",
    "--tune=lookahead=off",
    "--brevity NaN",
    "--dialect ilasp",
];

/// Options for tables.
const TABLE_OPTIONS: [&str; 24] = [
    "--vote 3",
    "--max-rules 1",
    "--positive yes",
    "--describe no",
    "--numeric c0",
    "--categorical c0,c1",
    "--ignore c0",
    "--id c0",
    "--weights c0",
    "--weights label",
    "--class-weights balanced",
    "--class-weights yes=5,no=0",
    "--class-weights yes=1e300",
    "--header no",
    "--header yes",
    "--delimiter ;",
    "--paper",
    "--brevity 0",
    "--brevity 1e300",
    "--brevity -1",
    "--max-depth 0",
    "--max-depth 9",
    "--seed 18446744073709551615",
    "--target 1",
];

impl Case {
    /// The case with this number of a campaign.
    pub fn new(seed: u64, number: u64, corpus: &Corpus) -> Self {
        let mut random = Random::new(
            seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ number.wrapping_mul(0xd134_2543_de82_ef95),
        );
        let kinds = [
            Kind::Task,
            Kind::Task,
            Kind::Task,
            Kind::Task,
            Kind::Popper,
            Kind::Aleph,
            Kind::Table,
            Kind::Table,
            Kind::Table,
            Kind::Table,
            Kind::TableRules,
            Kind::TaskRules,
        ];
        let kind = random.pick(&kinds);
        let mut case = Self {
            number,
            kind,
            files: Vec::new(),
            input: String::new(),
            options: Vec::new(),
            choice: random.next_bits(),
        };
        match kind {
            Kind::Task | Kind::TaskRules => case.task(corpus, &mut random),
            Kind::Popper => case.folder(&corpus.popper, "popper", &mut random),
            Kind::Aleph => case.folder(&corpus.aleph, "", &mut random),
            Kind::Table | Kind::TableRules => case.table(corpus, &mut random),
        }
        let options: &[&str] = if case.is_table() { &TABLE_OPTIONS } else { &TASK_OPTIONS };
        for _ in 0..random.pick(&[0, 0, 0, 1, 1, 2]) {
            let words = random.pick(options).split(' ').map(str::to_owned);
            case.options.extend(words);
        }
        case
    }

    /// Whether it is about a table.
    pub fn is_table(&self) -> bool {
        matches!(self.kind, Kind::Table | Kind::TableRules)
    }

    fn task(&mut self, corpus: &Corpus, random: &mut Random) {
        let at = random.below(corpus.tasks.len());
        let task = &corpus.tasks[at];
        let other = &corpus.tasks[random.below(corpus.tasks.len())].text;
        self.options.clone_from(&task.options);
        self.input = "task.las".to_owned();
        if self.kind == Kind::TaskRules {
            self.files.push(File::new("task.las", task.text.clone()));
            // The program of the same task where there is one, else of any.
            let rules = corpus.rules.get(at).unwrap_or(&corpus.rules[random.below(corpus.rules.len())]);
            self.files.push(File::new("rules.lp", changed(rules, other, random)));
        } else if random.chance(0.05) {
            self.files.push(File::new("task.las", task.text.clone()));
        } else {
            self.files.push(File::new("task.las", changed(&task.text, other, random)));
        }
    }

    fn folder(&mut self, folders: &[Vec<File>], name: &str, random: &mut Random) {
        let folder = &folders[random.below(folders.len())];
        let chosen = random.below(folder.len());
        for (at, file) in folder.iter().enumerate() {
            let text = String::from_utf8_lossy(&file.bytes).into_owned();
            let bytes = if at == chosen || random.chance(0.2) {
                changed(&text, &text, random)
            } else {
                file.bytes.clone()
            };
            let path = if name.is_empty() { file.name.clone() } else { format!("{name}/{}", file.name) };
            self.files.push(File { name: path, bytes });
        }
        self.input = if name.is_empty() { folder[0].name.clone() } else { name.to_owned() };
    }

    fn table(&mut self, corpus: &Corpus, random: &mut Random) {
        let at = random.below(corpus.tables.len());
        let mut grid = corpus.tables[at].clone();
        let target = grid.names.last().cloned().unwrap_or_default();
        if self.kind == Kind::TableRules {
            self.files.push(File::new("data.csv", grid.csv(&mut Random::new(0))));
            let rules = &corpus.table_rules[at];
            let other = &corpus.table_rules[random.below(corpus.table_rules.len())];
            self.files.push(File::new("rules.lp", changed(rules, other, random)));
        } else if random.chance(0.05) {
            let file = &corpus.raw_tables[random.below(corpus.raw_tables.len())];
            let end = file.name.rsplit('.').next().unwrap_or("csv");
            self.files.push(File::new(format!("data.{end}"), text::by_byte(file.bytes.clone(), random)));
        } else {
            grid.mutate(random);
            let (name, mut bytes) = match random.below(8) {
                0 | 1 => ("data.arff", grid.arff(random)),
                2 | 3 => match grid.parquet() {
                    Some(bytes) => ("data.parquet", bytes),
                    None => ("data.csv", grid.csv(random)),
                },
                _ => ("data.csv", grid.csv(random)),
            };
            let n_bytes = if name == "data.parquet" {
                random.pick(&[0, 0, 1, 2, 4, 16])
            } else {
                random.pick(&[0, 0, 0, 0, 1])
            };
            for _ in 0..n_bytes {
                bytes = parquet_or_text(bytes, name, random);
            }
            self.files.push(File::new(name, bytes));
        }
        self.input = self.files[0].name.clone();
        self.options.extend(["--target".to_owned(), target]);
    }
}

/// Most texts are changed so that they can still be read, or the reader alone would be tried.
fn changed(text: &str, other: &str, random: &mut Random) -> Vec<u8> {
    if random.chance(0.65) { text::mutate_gently(text, random) } else { text::mutate(text, other, random) }
}

/// Changes bytes; those of Parquet one by one, and preferably where its description is: at the end.
fn parquet_or_text(mut bytes: Vec<u8>, name: &str, random: &mut Random) -> Vec<u8> {
    if name != "data.parquet" {
        return text::by_byte(bytes, random);
    }
    let near_end = bytes.len().min(random.pick(&[12, 200, 600, 100_000]));
    let at = bytes.len() - near_end + random.below(near_end);
    match random.below(4) {
        0 => bytes[at] = random.pick(&[0, 1, 0x7f, 0x80, 0xff]),
        1 => bytes[at] ^= 1 << random.below(8),
        2 => bytes[at] = bytes[at].wrapping_add(random.pick(&[1, 255])),
        _ => {
            let end = (at + 8).min(bytes.len());
            bytes[at..end].fill(0xff);
        }
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{corpus::Task, table::Grid};

    #[test]
    fn a_case_can_be_made_again() {
        let file = |name: &str| vec![File::new(name, "p(1).")];
        let corpus = Corpus {
            tasks: vec![Task { text: "p(1).".to_owned(), options: Vec::new() }],
            tables: vec![Grid::random(&mut Random::new(1))],
            table_rules: vec!["p(X) :- row(X).".to_owned()],
            raw_tables: file("wrong.csv"),
            popper: vec![file("bk.pl")],
            aleph: vec![file("t.b")],
            rules: vec!["p(X) :- q(X).".to_owned()],
        };
        for number in 0..300 {
            let [one, two] = [0, 0].map(|_| Case::new(3, number, &corpus));
            assert_eq!((one.files, one.options, one.choice), (two.files, two.options, two.choice));
        }
    }
}
