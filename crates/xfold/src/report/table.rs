//! The report of a run on a table, after its check: what was read, how it was learned, what came out. Enough to run it
//! again.

use super::{Note, Stop, VERSION};
use crate::table::{
    Kind, LearnedTable, TableVerdict,
    fit::FitOptions,
    model::{ClassRule, Model, Rule},
    parts::{PartedTable, Traffic},
    read::ReadOptions,
    target::{Classified, TargetOptions},
    text,
};
use serde::Serialize;

/// What came out of a run on a table.
#[derive(Debug, Clone, Serialize)]
pub struct TableReport {
    /// The version of this form.
    pub version: u32,
    /// The version of xfold.
    pub xfold: &'static str,
    /// The command that was typed, if there was one.
    pub command: Vec<String>,
    /// The file of the table.
    pub file: String,
    /// Number of rows.
    pub rows: usize,
    /// The columns that rules may read, in order.
    pub columns: Vec<ColumnReport>,
    /// The column with the class.
    pub target: String,
    /// The classes.
    pub classes: Vec<String>,
    /// All settings in force, the seed among them.
    pub settings: TableSettings,
    /// How the run ended.
    pub stop: Stop,
    /// The program, as it is printed.
    pub program: String,
    /// The rules in plain words.
    pub words: String,
    /// The rules one by one, in order; exceptions follow the rule that they belong to.
    pub rules: Vec<RuleReport>,
    /// Number of theories; more than one of them vote.
    pub n_theories: usize,
    /// Number of rules, exceptions included, the default not.
    pub n_rules: usize,
    /// Number of tests in all rules.
    pub n_literals: usize,
    /// The brevity in the end; above that of the settings where there was a bound on the rules.
    pub brevity: f64,
    /// What the printed program says of the training rows.
    pub verdict: TableVerdict,
    /// How the rules were found, as `-v` prints it; empty if it was not kept.
    pub trace: Vec<String>,
    /// How long learning took.
    pub fit_seconds: f64,
    /// Bytes of the columns as they are searched: codes, and numbers where codes are bins.
    pub n_bytes: usize,
    /// What was asked of an engine beyond memory, if there was one.
    pub traffic: Option<Traffic>,
    /// What the user should know of the table and of how it was read.
    pub notes: Vec<Note>,
}

/// A column that rules may read.
#[derive(Debug, Clone, Serialize)]
pub struct ColumnReport {
    /// Its name.
    pub name: String,
    /// `number` or `category`.
    pub kind: String,
}

/// How a table is read and learned from.
#[derive(Debug, Clone, Default, Serialize)]
pub struct TableSettings {
    /// How it is read.
    pub read: ReadOptions,
    /// What the classes are, and what rows count for.
    pub target: TargetOptions,
    /// How rules are learned.
    pub fit: FitOptions,
}

/// A rule, or an exception to one.
#[derive(Debug, Clone, Serialize)]
pub struct RuleReport {
    /// The rule in words.
    pub text: String,
    /// How deep in exceptions: 0 for a rule that gives a class.
    pub depth: usize,
    /// The theory it belongs to, from one on, where several of them vote; else 0.
    pub theory: u32,
    /// The class that it gives, or keeps its rule from giving.
    pub class: String,
    /// The training rows that it covers, by weight, if that is known.
    pub rows: Option<f64>,
    /// Those of them that it is right about.
    pub right: Option<f64>,
}

/// The table that rules were learned from.
#[derive(Debug, Clone)]
pub struct LearnedFrom<'a> {
    /// Its file, or its name.
    pub file: &'a str,
    /// Number of rows.
    pub rows: usize,
    /// The columns that rules may read, in order.
    pub columns: Vec<(&'a str, Kind)>,
    /// The column with the class.
    pub target: &'a str,
    /// The classes.
    pub classes: &'a [String],
}

impl<'a> From<&'a Classified<'_>> for LearnedFrom<'a> {
    fn from(data: &'a Classified<'_>) -> Self {
        let columns = data.features.iter().map(|number| &data.table.columns[*number]);
        Self {
            file: &data.table.name,
            rows: data.table.n_rows,
            columns: columns.map(|column| (column.name.as_str(), column.kind())).collect(),
            target: &data.target,
            classes: &data.classes,
        }
    }
}

impl<'a> From<&'a PartedTable<'_>> for LearnedFrom<'a> {
    fn from(table: &'a PartedTable<'_>) -> Self {
        Self {
            file: &table.name,
            rows: table.n_rows as usize,
            columns: table.features.iter().map(|(name, kind)| (name.as_str(), *kind)).collect(),
            target: &table.target,
            classes: &table.classes,
        }
    }
}

impl TableReport {
    /// The report of a run. `trace` is what the [`Step`](crate::table::trace::Step)s say.
    pub fn new(
        data: LearnedFrom<'_>,
        learned: &LearnedTable,
        settings: TableSettings,
        trace: Vec<String>,
        notes: Vec<Note>,
    ) -> Self {
        let column =
            |(name, kind): &(&str, Kind)| ColumnReport { name: name.to_string(), kind: kind.to_string() };
        Self {
            version: VERSION,
            xfold: env!("CARGO_PKG_VERSION"),
            command: Vec::new(),
            file: data.file.to_string(),
            rows: data.rows,
            columns: data.columns.iter().map(column).collect(),
            target: data.target.to_string(),
            classes: data.classes.to_vec(),
            settings,
            stop: Stop::of(learned.stop),
            program: learned.program.clone(),
            words: text::words(&learned.model),
            rules: rules(&learned.model),
            n_theories: learned.model.theories().len(),
            n_rules: learned.model.n_rules(),
            n_literals: learned.model.n_literals(),
            brevity: learned.brevity,
            verdict: learned.verdict.clone(),
            trace,
            fit_seconds: learned.fit_time.as_secs_f64(),
            n_bytes: learned.n_bytes,
            traffic: None,
            notes,
        }
    }
}

/// The rules of a model one by one.
fn rules(model: &Model) -> Vec<RuleReport> {
    let mut sentences = text::sentences(model).into_iter();
    let mut out = Vec::new();
    for rule in &model.rules {
        add(rule, &rule.rule, 0, &mut sentences, &mut out);
    }
    out
}

fn add(
    of: &ClassRule,
    rule: &Rule,
    depth: usize,
    sentences: &mut impl Iterator<Item = String>,
    out: &mut Vec<RuleReport>,
) {
    out.push(RuleReport {
        text: sentences.next().unwrap_or_default(),
        depth,
        theory: of.theory,
        class: of.class.clone(),
        rows: rule.support.map(|support| support.rows),
        right: rule.support.map(|support| support.right),
    });
    rule.exceptions.iter().for_each(|exception| add(of, exception, depth + 1, sentences, out));
}
