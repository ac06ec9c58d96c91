//! Databases and graphs as tasks, for `learn`, `convert` and `export`: where the data is, what becomes of it, and what the
//! database itself says of the rules.

use super::{Failure, Outcome, StopReason};
use crate::{output::Paint, summary};
use std::path::{Path, PathBuf};
use xfold::{
    Error, Learned, Result, Task, codes,
    database::{
        self, Database, Dialect, Place, Source, Target, Vocabulary, facts, folder::Folder, graph::Graph, sql,
        verify,
    },
    report::Labels,
    table::read::is_table,
};
use xfold_asp::{
    diagnostic::{Diagnostic, Severity},
    parse_statements,
    span::SourceMap,
    symbols::Signature,
    syntax::{Rule, Statement, StatementKind},
    visit,
};

/// What a task was made of.
pub enum Data {
    /// Tables.
    Tables(Box<Tables>),
    /// Triples.
    Graph(Graph),
}

/// A database that was read.
pub struct Tables {
    source: Box<dyn Source>,
    database: Database,
    vocabulary: Vocabulary,
    target: Target,
}

/// What the database itself says of rules.
pub struct Said {
    /// A line for the user.
    pub line: String,
    /// Whether it contradicts the check.
    pub differs: bool,
}

/// Where the data is, if what is named on the command line is a database or a graph.
pub fn place(paths: &[PathBuf], triples: bool) -> std::result::Result<Option<Place>, Diagnostic> {
    let found = paths.iter().find_map(|path| {
        let place = if triples {
            Some(Place::Graph)
        } else if is_table(path) {
            None
        } else {
            Place::of(path)
        };
        place.map(|place| (path, place))
    });
    match found {
        Some((path, _)) if paths.len() > 1 => {
            let name = database::without_password(&path.to_string_lossy());
            let message = format!("{name} cannot be read together with other files");
            Err(Diagnostic::error(codes::DATABASE_OPTION, message).help("name it alone"))
        }
        Some((_, place)) => Ok(Some(place)),
        None => Ok(None),
    }
}

/// Reads the data and makes a task of it.
pub fn task(path: &Path, place: Place, target: Option<&str>) -> Outcome<(Task, Data)> {
    let Some(target) = target else {
        let name = database::without_password(&path.to_string_lossy());
        let (message, help) = match place {
            Place::Graph => {
                (format!("{name} needs --target, the relation to be learned"), "such as --target uncle")
            }
            _ => (
                format!("{name} needs --target, the column to be learned"),
                "a table and a column, such as --target customers.churned",
            ),
        };
        return Err(Diagnostic::error(codes::DATABASE_OPTION, message).help(help).into());
    };
    if place == Place::Graph {
        let graph = Graph::open(path)?;
        return Ok((graph.task(target)?, Data::Graph(graph)));
    }
    let mut source = open(path, place)?;
    let database = database::read(source.as_mut())?;
    let vocabulary = Vocabulary::new(&database);
    let target = Target::find(&database, &vocabulary, target)?;
    let task = facts::task(&database, &vocabulary, &target)?;
    Ok((task, Data::Tables(Box::new(Tables { source, database, vocabulary, target }))))
}

/// Reads the data that rules are about, and makes a task of it: numbers are scaled and days are counted as the comments
/// of the rules say.
pub fn task_of_rules(path: &Path, place: Place, (name, rules): (&str, &str)) -> Outcome<(Task, Data)> {
    if place == Place::Graph {
        let message = format!("{} is a graph, and rules are not checked or explained there", path.display());
        let help = "write it as a task first: xfold convert GRAPH --target RELATION --to las -o task.las";
        return Err(Diagnostic::error(codes::DATABASE_OPTION, message).help(help).into());
    }
    let mut sources = SourceMap::default();
    let (statements, found) = match sources.add(name, rules) {
        Some(file) => parse_statements(&sources, file),
        None => {
            let message = format!("{name} is too large");
            return Err(Diagnostic::error(codes::TOO_LARGE, message).into());
        }
    };
    if found.iter().any(|found| found.severity == Severity::Error) {
        return Err(Failure::new(Error::Diagnostics(found), sources));
    }
    let heads: Vec<Signature> = statements.iter().flat_map(visit::heads).collect();
    let mut source = open(path, place)?;
    let database = database::read(source.as_mut())?;
    let mut vocabulary = Vocabulary::new(&database);
    vocabulary.take_from(&database, rules);
    let target = Target::of_rules(&database, &vocabulary, &heads)?;
    let task = facts::task(&database, &vocabulary, &target)?;
    Ok((task, Data::Tables(Box::new(Tables { source, database, vocabulary, target }))))
}

/// Printed rules as a view on a database.
pub fn view(rules: &str, statements: &[Statement], path: &Path) -> Result<(String, Vec<Diagnostic>)> {
    let place = Place::of(path).filter(|place| *place != Place::Graph);
    let Some(place) = place else {
        let name = database::without_password(&path.to_string_lossy());
        let message = format!(
            "{name} is no database: expected a SQLite or DuckDB file, postgres://…, or a folder of tables"
        );
        return Err(Diagnostic::error(codes::DATABASE_FAILED, message).help("check the path").into());
    };
    let mut source = open(path, place)?;
    let database = database::read(source.as_mut())?;
    let mut vocabulary = Vocabulary::new(&database);
    vocabulary.take_from(&database, rules);
    let dialect = source.dialect().unwrap_or(Dialect::DuckDb);
    let query = sql::query(&database, &vocabulary, &rules_of(statements), dialect)?;
    Ok((query.view(), database.notes))
}

fn rules_of(statements: &[Statement]) -> Vec<&Rule> {
    let rule = |statement: &'_ Statement| matches!(statement.kind, StatementKind::Rule(_));
    let rules = statements.iter().filter(|statement| rule(statement));
    rules
        .filter_map(
            |statement| if let StatementKind::Rule(rule) = &statement.kind { Some(rule) } else { None },
        )
        .collect()
}

#[cfg(feature = "databases")]
fn open(path: &Path, place: Place) -> Result<Box<dyn Source>> {
    match xfold_databases::open(place, path)? {
        Some(source) => Ok(source),
        None => Ok(Box::new(Folder::open(path)?)),
    }
}

#[cfg(not(feature = "databases"))]
fn open(path: &Path, place: Place) -> Result<Box<dyn Source>> {
    let what = match place {
        Place::Folder | Place::Graph => return Ok(Box::new(Folder::open(path)?)),
        Place::Sqlite => "a SQLite file",
        Place::DuckDb => "a DuckDB file",
        Place::Postgres => "a PostgreSQL server",
    };
    let name = database::without_password(&path.to_string_lossy());
    let message = format!("{name} is {what}, but this xfold was built without drivers of databases");
    let help = "build it with them: cargo install --locked --path crates/cli --features databases; or give a folder of the tables as CSV or Parquet";
    Err(Diagnostic::error(codes::NO_DRIVER, message).help(help).into())
}

impl Data {
    /// How many rows have a label. A closed world labels all pairs of a graph.
    pub fn n_labelled(&self) -> usize {
        match self {
            Data::Graph(_) => usize::MAX,
            Data::Tables(tables) => tables.target.n_labelled(true) + tables.target.n_labelled(false),
        }
    }

    /// The labelled rows, and the rows among them that rules find, in words.
    pub fn accuracy(&self, covered: Labels) -> Option<String> {
        let Data::Tables(tables) = self else { return None };
        let of = |label| tables.target.n_labelled(label) as u64;
        let name = Signature::new(&*tables.target.name, tables.vocabulary.keys[tables.target.table].len());
        Some(summary::of_labels(&name, covered, Labels { positive: of(true), negative: of(false) }))
    }

    /// The atom that says of a row what rules define, by the row's key: the values of its columns with commas between.
    pub fn atom_of(&self, key: &str) -> Result<String> {
        let Data::Tables(tables) = self else { return Ok(key.to_string()) };
        let Tables { database, target, .. } = tables.as_ref();
        let table = &database.tables[target.table];
        match facts::key_in(table, key) {
            Some(args) => Ok(format!("{}({args})", target.name)),
            None => {
                let names: Vec<&str> =
                    table.primary_key.iter().map(|&column| table.columns[column].name.as_str()).collect();
                let message = format!("{} has no row with the key {key}", table.name);
                let help = format!("rows are named by {}", names.join(", "));
                Err(Diagnostic::error(codes::BAD_QUESTION, message).help(help).into())
            }
        }
    }

    /// What predicates of a task or of rules say, as comments.
    pub fn legend(&self, statements: Option<&[Statement]>) -> String {
        let mentioned: Option<Vec<Signature>> = statements.map(|statements| {
            let reads = statements.iter().flat_map(visit::reads);
            reads.map(|(read, _)| read).collect()
        });
        let is_mentioned =
            |known: &Signature| mentioned.as_ref().is_none_or(|mentioned| mentioned.contains(known));
        match self {
            Data::Graph(graph) => graph.legend(is_mentioned),
            Data::Tables(tables) => facts::legend(&tables.database, &tables.vocabulary, is_mentioned),
        }
    }

    /// Runs the rules where the data is, and compares with the labels and what the check counted; none where there is
    /// nothing to ask.
    pub fn verify(&mut self, learned: &Learned, paint: Paint) -> Option<Said> {
        let theory = learned.found.theories.first()?;
        if learned.rules.rules.is_empty() || matches!(learned.stop, StopReason::Limit(_)) {
            return None;
        }
        self.compare(&learned.rules.statements(), theory.covered.into(), paint)
    }

    /// Runs rules where the data is, and compares with what was counted by label.
    pub fn compare(&mut self, statements: &[Statement], covered: Labels, paint: Paint) -> Option<Said> {
        let Data::Tables(tables) = self else { return None };
        let Tables { source, database, vocabulary, target } = tables.as_mut();
        let dialect = source.dialect()?;
        let found = sql::query(database, vocabulary, &rules_of(statements), dialect)
            .and_then(|query| verify::count(source.as_mut(), &query, database, target));
        let name = source.name();
        let (differs, said) = match found {
            Err(error) => {
                let messages: Vec<String> =
                    error.into_diagnostics().iter().map(|error| error.message.clone()).collect();
                (true, messages.join("; "))
            }
            Ok(found) => {
                let same = (found.positive, found.negative) == (covered.positive, covered.negative);
                let counts = format!("TP {}, FP {}", found.positive, found.negative);
                if same && found.unknown == 0 {
                    (false, format!("the rules as a view find the same rows there ({counts})"))
                } else {
                    let new = if found.unknown == 0 {
                        String::new()
                    } else {
                        format!(", and {} new rows", found.unknown)
                    };
                    (
                        true,
                        format!("the rules as a view find other rows there ({counts}{new}): did it change?"),
                    )
                }
            }
        };
        let state = if differs { paint.red("not verified") } else { paint.green("verified") };
        Some(Said { line: format!("{state} in {name}: {said}"), differs })
    }
}
