//! The options of `explain`, `export` and `diagnose`.

use crate::{
    options::{CommonOptions, FOR_DATABASES, FOR_TABLES, ReadingOptions, one_of},
    table_options::LayoutOptions,
};
use clap::Args;
use std::path::{Path, PathBuf};
use xfold::{
    explain::Bounds,
    export::{Engine, ExportLanguage},
};

/// What help says below the options.
pub const EXPLAIN_HELP: &str = "\
EXAMPLES
  xfold explain rules.lp birds.las 'fly(tweety)'      why does it follow from rules and background?
  xfold explain rules.lp birds.las 'fly(polly)'       why not: the nearest rule, and what fails
  xfold explain rules.lp birds.las 'fly(X)'           each instance that holds
  xfold explain rules.lp birds.las                    each atom of the examples
  xfold explain rules.lp facts.lp 'fly(tweety)' -o why.html
  xfold explain rules.lp data.csv --row 3             why does row 3 have its class?
  xfold explain rules.lp data.csv --row 3 --class no  why not the class `no`?
  xfold explain rules.lp shop --row 17                the row of a database with the key 17

Sentences instead of atoms come from templates in the rules, also in comments there:
  % #pred fly(X) :: '@(X) can fly'.

EXIT CODES
  0  explained
  2  an error in the rules, the data or the options
  3  a limit came first";

/// Options of `explain`.
#[derive(Debug, Args)]
pub struct ExplainOptions {
    /// The rules, as `xfold learn` prints them; `-` is standard input
    pub rules: PathBuf,
    /// The task or facts that the rules are about, or for rules of a table a .csv, .tsv, .arff or .parquet file, or the
    /// database that they were learned from
    pub data: PathBuf,
    /// The atom to explain; with variables every instance that holds [default: those of the examples]
    #[arg(allow_hyphen_values = true)]
    pub atom: Option<String>,
    /// The example whose context counts
    #[arg(long, value_name = "NAME")]
    pub example: Option<String>,
    /// A file with more templates for sentences
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    pub sentences: Option<PathBuf>,
    /// Look at this many stable models
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=10_000), hide_short_help = true)]
    models: u32,
    /// Show this many steps below each other
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..=400), hide_short_help = true)]
    depth: u32,
    /// Explain this many atoms or rows
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..))]
    most: u32,
    /// How the task is read.
    #[command(flatten)]
    pub reading: ReadingOptions,
    /// The row to explain, by number from one on or, with --id, by name; in a database by its key, with commas between
    /// several columns [default: the first ones]
    #[arg(long, value_name = "ROW", allow_hyphen_values = true, help_heading = FOR_TABLES)]
    pub row: Option<String>,
    /// The class to explain [default: the one that the rules give]
    #[arg(long, value_name = "CLASS", allow_hyphen_values = true, help_heading = FOR_TABLES)]
    pub class: Option<String>,
    /// The column that names the rows [default: they are numbered]
    #[arg(long, value_name = "COLUMN", help_heading = FOR_TABLES, hide_short_help = true)]
    pub id: Option<String>,
    /// How the file is laid out.
    #[command(flatten)]
    pub layout: LayoutOptions,
    /// Write a page for a browser; so does -o with a name in .html
    #[arg(long, conflicts_with = "format", help_heading = "Output", hide_short_help = true)]
    html: bool,
    /// What is common to all commands.
    #[command(flatten)]
    pub common: CommonOptions,
    /// Write the explanation to FILE
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    pub output: Option<PathBuf>,
}

impl ExplainOptions {
    /// Bounds on the length of explanations.
    pub fn bounds(&self) -> Bounds {
        Bounds { models: self.models as usize, answers: self.most as usize, depth: self.depth as usize }
    }

    /// Whether a page is wanted.
    pub fn wants_html(&self) -> bool {
        let is_page = |path: &Path| path.extension().is_some_and(|end| end == "html" || end == "htm");
        self.html || self.output.as_deref().is_some_and(is_page)
    }
}

/// What help says below the options of `export`.
pub const EXPORT_HELP: &str = "\
EXAMPLES
  xfold learn data.csv --target label -o rules.lp
  xfold export rules.lp --to sql --table customers     a query for SQLite and DuckDB
  xfold export rules.lp --to sql --setup duckdb --data new.csv   how to load a file for it
  xfold export rules.lp --to sql --database shop       a view on the tables they were learned from
  xfold export rules.lp --to words                     sentences to read
  xfold export rules.lp --to dot | dot -Tsvg           rules and exceptions as a drawing
  xfold learn birds.las | xfold export - --to prolog   clauses for SWI-Prolog

LANGUAGES
  clingo, scasp, prolog   the rules; facts come from you or, for tables, `xfold predict --facts`
  sql                     rules for a table: a SELECT with all columns and the predicted class;
                          for a database, a view
  json, words             data, or sentences
  dot, mermaid            a graph

EXIT CODES
  0  written
  2  an error in the rules or the options, or the language cannot say it
  3  a limit or Ctrl-C came first";

/// Options of `export`.
#[derive(Debug, Args)]
pub struct ExportOptions {
    /// The rules, as `xfold learn` prints them; `-` is standard input
    pub rules: PathBuf,
    /// The language to write
    #[arg(long, value_parser = one_of(RULE_LANGUAGES), value_name = "LANGUAGE")]
    pub to: ExportLanguage,
    /// For sql: the name of the table in the database
    #[arg(long, value_name = "NAME", default_value = "rows")]
    pub table: String,
    /// For sql: the columns have the types of the rules, so the query has what every database knows, and no more
    #[arg(long, conflicts_with = "setup", hide_short_help = true)]
    pub plain: bool,
    /// For sql: print the statements that load the file of --data as xfold reads it, instead of the query
    #[arg(long, value_parser = one_of(ENGINES), value_name = "ENGINE", requires = "data", hide_short_help = true)]
    pub setup: Option<Engine>,
    /// For --setup: the file with the rows
    #[arg(long, value_name = "FILE", requires = "setup", hide_short_help = true)]
    pub data: Option<PathBuf>,
    /// For sql: a view on the tables of a database that the rules were learned from: a SQLite or DuckDB file,
    /// postgres://…, or a folder of tables
    #[arg(long, value_name = "DATABASE", conflicts_with_all = ["setup", "plain"])]
    pub database: Option<PathBuf>,
    /// For words: a file with more templates for sentences
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    pub sentences: Option<PathBuf>,
    /// What is common to all commands.
    #[command(flatten)]
    pub common: CommonOptions,
    /// Write to FILE
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    pub output: Option<PathBuf>,
}

/// The databases that load files.
const ENGINES: &[(&str, Engine)] = &[("duckdb", Engine::DuckDb), ("sqlite", Engine::Sqlite)];

/// The languages that rules are exported to.
const RULE_LANGUAGES: &[(&str, ExportLanguage)] = &[
    ("clingo", ExportLanguage::Clingo),
    ("scasp", ExportLanguage::Scasp),
    ("prolog", ExportLanguage::Prolog),
    ("sql", ExportLanguage::Sql),
    ("json", ExportLanguage::Json),
    ("words", ExportLanguage::Words),
    ("dot", ExportLanguage::Dot),
    ("mermaid", ExportLanguage::Mermaid),
];

/// What help says below the options of `diagnose`.
pub const DIAGNOSE_HELP: &str = "\
EXAMPLES
  xfold diagnose task.las                   why is there no solution, or one that lists examples?
  xfold diagnose task.las --format json     for programs

It learns as `xfold learn` does, then tells which examples no rule of the modes can tell apart and
which mode would, which bound cut the search, and whether longer rules or more modes help: each is
tried for about 20 seconds of counted work.

EXIT CODES
  as for `xfold learn`";

/// Options of `diagnose`.
#[derive(Debug, Args)]
pub struct DiagnoseOptions {
    /// Files of the task, taken together, or a folder of Popper's or Aleph's files, or a database or graph; `-` is standard
    /// input
    #[arg(required = true, value_name = "TASK")]
    pub task: Vec<PathBuf>,
    /// How the task is read.
    #[command(flatten)]
    pub reading: ReadingOptions,
    /// Some labels may be wrong
    #[arg(long)]
    pub noise: bool,
    /// For a database, the column to be learned, as TABLE.COLUMN or TABLE.COLUMN=VALUE; for a graph, the relation
    #[arg(long, value_name = "TARGET", help_heading = FOR_DATABASES)]
    pub target: Option<String>,
    /// What is common to all commands.
    #[command(flatten)]
    pub common: CommonOptions,
}
