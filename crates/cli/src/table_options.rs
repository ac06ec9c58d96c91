//! The options about tables: which columns mean what, how to evaluate, what to predict.

use crate::{
    engines::EngineOptions,
    options::{CommonOptions, FOR_TABLES, TuneOptions, one_of},
};
use clap::Args;
use std::path::PathBuf;
use xfold::{
    Result, Settings, codes,
    table::{read::ReadOptions, target::TargetOptions, text::FactsFor},
};
use xfold_asp::diagnostic::Diagnostic;

/// Options about the columns of a table that rules are learned from.
#[derive(Debug, Args)]
#[command(next_help_heading = FOR_TABLES)]
pub struct TableOptions {
    /// The column with the class, by name or number: learn from a table. Of a database TABLE.COLUMN, of a graph a relation
    #[arg(long, value_name = "COLUMN")]
    pub target: Option<String>,
    /// Two classes: VALUE against the rest; scores are for VALUE
    #[arg(long, value_name = "VALUE", allow_hyphen_values = true, hide_short_help = true)]
    pub positive: Option<String>,
    /// The class that the rules describe, of two [default: the rarer one]
    #[arg(long, value_name = "VALUE", allow_hyphen_values = true, hide_short_help = true)]
    pub describe: Option<String>,
    /// Columns to be read as numbers [default: those with numbers only]
    #[arg(long, value_name = "COLUMNS", hide_short_help = true)]
    numeric: Vec<String>,
    /// Columns to be read as categories
    #[arg(long, value_name = "COLUMNS", hide_short_help = true)]
    categorical: Vec<String>,
    /// Columns to be left out
    #[arg(long, value_name = "COLUMNS")]
    ignore: Vec<String>,
    /// The column that names the rows; it is not learned from
    #[arg(long, value_name = "COLUMN", hide_short_help = true)]
    id: Option<String>,
    /// The column with the weights of the rows
    #[arg(long, value_name = "COLUMN", hide_short_help = true)]
    weights: Option<String>,
    /// What rows of a class count for, such as yes=5,no=1, or `balanced`
    #[arg(long, value_name = "WEIGHTS", value_delimiter = ',', hide_short_help = true)]
    class_weights: Vec<String>,
    /// The most rules. For tables exceptions count, and literals get dearer until the rules are that few; else they do
    /// not count, and what the rules do not cover stays uncovered
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), help_heading = "Rules")]
    pub max_rules: Option<u32>,
    /// Let K theories vote, all but the first learned from a part of the columns at each step
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=999), hide_short_help = true)]
    pub vote: u16,
    /// How the file is laid out.
    #[command(flatten)]
    pub layout: LayoutOptions,
}

/// How a file of a table is laid out.
#[derive(Debug, Args)]
pub struct LayoutOptions {
    /// What stands between two cells, such as ';' or tab [default: found out]
    #[arg(long, value_name = "SIGN", value_parser = sign, help_heading = FOR_TABLES, hide_short_help = true)]
    delimiter: Option<u8>,
    /// Whether the first line has the names of the columns
    #[arg(long, value_parser = one_of(HEADER), default_value = "auto", value_name = "WHETHER",
        help_heading = FOR_TABLES, hide_short_help = true)]
    header: Header,
}

/// Whether the first line has the names; none if that is to be found out. Under its own name, as clap takes an
/// `Option` for an option that may be left out.
type Header = Option<bool>;

const HEADER: &[(&str, Header)] = &[("auto", None), ("yes", Some(true)), ("no", Some(false))];

/// Options of `eval`.
#[derive(Debug, Args)]
pub struct EvalOptions {
    /// The table: a .csv, .tsv, .arff or .parquet file
    pub data: PathBuf,
    /// The columns.
    #[command(flatten)]
    pub table: TableOptions,
    /// Who counts.
    #[command(flatten)]
    pub engine: EngineOptions,
    /// A number of folds, or a file with one sign for each row: a digit for its fold, `-` to leave it out
    #[arg(long, value_name = "K|FILE", default_value = "10", help_heading = "Evaluation")]
    pub folds: String,
    /// Deals the rows to folds, and chooses columns for --vote
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = "Evaluation", hide_short_help = true)]
    pub seed: u64,
    /// Put this share of the training labels wrong, to see what noise does
    #[arg(
        long,
        value_name = "SHARE",
        default_value_t = 0.0,
        help_heading = "Evaluation",
        hide_short_help = true
    )]
    pub flip: f64,
    /// What a literal costs against an error; more makes rules fewer and shorter
    #[arg(long, value_name = "W", default_value_t = Settings::default().brevity, help_heading = "Rules", hide_short_help = true)]
    pub brevity: f64,
    /// FOLD as published: exact on the training rows, without a price for rules
    #[arg(long, help_heading = "Rules", hide_short_help = true)]
    pub paper: bool,
    /// Deepest nesting of exceptions; 0 for rules without
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = "Rules", hide_short_help = true)]
    pub max_depth: usize,
    /// What is for comparisons only.
    #[command(flatten)]
    pub tune: TuneOptions,
    /// Use N threads; the rules do not depend on it [default: all processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024), help_heading = "Limits", hide_short_help = true)]
    pub threads: Option<u16>,
    /// What is common to all commands.
    #[command(flatten)]
    pub common: CommonOptions,
    /// Write the result to FILE
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    pub output: Option<PathBuf>,
}

/// Options of `predict`.
#[derive(Debug, Args)]
pub struct PredictOptions {
    /// Rules for a table, as `xfold learn` prints them; `-` is standard input
    pub rules: PathBuf,
    /// The table: a .csv, .tsv, .arff or .parquet file
    pub data: PathBuf,
    /// The column that names the rows [default: they are numbered]
    #[arg(long, value_name = "COLUMN", help_heading = FOR_TABLES)]
    pub id: Option<String>,
    /// How the file is laid out.
    #[command(flatten)]
    pub layout: LayoutOptions,
    /// Who counts.
    #[command(flatten)]
    pub engine: EngineOptions,
    /// Print the rows as facts for the rules instead, for clingo or for the rules as Prolog
    #[arg(long, value_parser = one_of(FACTS_FOR), value_name = "READER", num_args = 0..=1, require_equals = true,
        default_missing_value = "clingo", help_heading = "Output")]
    pub facts: Option<FactsFor>,
    /// What is common to all commands.
    #[command(flatten)]
    pub common: CommonOptions,
    /// Write the result to FILE
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    pub output: Option<PathBuf>,
}

const FACTS_FOR: &[(&str, FactsFor)] = &[("clingo", FactsFor::Clingo), ("prolog", FactsFor::Prolog)];

impl LayoutOptions {
    /// How to read a file of this layout, if nothing else is said of it.
    pub fn read_options(&self) -> ReadOptions {
        ReadOptions { delimiter: self.delimiter, header: self.header, ..ReadOptions::default() }
    }
}

impl TableOptions {
    /// How to read the table.
    pub fn read_options(&self) -> ReadOptions {
        ReadOptions {
            target: self.target.clone(),
            numeric: names(&self.numeric),
            categorical: names(&self.categorical),
            ignore: names(&self.ignore),
            id: self.id.clone(),
            weights: self.weights.clone(),
            ..self.layout.read_options()
        }
    }

    /// What the target is, and what rows count for.
    pub fn target_options(&self) -> Result<TargetOptions> {
        let balanced = self.class_weights == ["balanced"];
        let mut class_weights = Vec::new();
        for part in self.class_weights.iter().filter(|_| !balanced) {
            let split =
                part.rsplit_once('=').and_then(|(class, weight)| Some((class, weight.parse::<f64>().ok()?)));
            match split.filter(|(_, weight)| *weight >= 0.0 && weight.is_finite()) {
                Some((class, weight)) => class_weights.push((class.to_string(), weight)),
                None => {
                    let message = format!("--class-weights: expected CLASS=NUMBER, found `{part}`");
                    let help = "such as yes=5,no=1, or balanced";
                    return Err(Diagnostic::error(codes::BAD_WEIGHT, message).help(help).into());
                }
            }
        }
        Ok(TargetOptions { positive: self.positive.clone(), class_weights, balanced })
    }
}

/// The names in lists with commas; a name that has a comma itself is in quotes.
fn names(lists: &[String]) -> Vec<String> {
    let mut names = Vec::new();
    for list in lists {
        let (mut name, mut is_quoted) = (String::new(), false);
        for c in list.chars() {
            match c {
                '"' => is_quoted = !is_quoted,
                ',' if !is_quoted => names.push(std::mem::take(&mut name)),
                c => name.push(c),
            }
        }
        names.push(name);
    }
    names
}

fn sign(text: &str) -> std::result::Result<u8, String> {
    match text {
        "tab" | "\\t" | "\t" => Ok(b'\t'),
        "comma" => Ok(b','),
        "semicolon" => Ok(b';'),
        _ => match text.as_bytes() {
            [byte] if byte.is_ascii_graphic() || *byte == b' ' => Ok(*byte),
            _ => Err("expected one sign, such as ';', or tab".to_string()),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::names;

    #[test]
    fn lists_of_names() {
        let lists = ["a,b c", "\"size, in cm\",d"].map(str::to_string);
        assert_eq!(names(&lists), ["a", "b c", "size, in cm", "d"]);
    }
}
