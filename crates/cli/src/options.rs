//! The options: what can be typed, what help says about it, and how it becomes settings and limits.

use crate::{
    engines::{EngineName, EngineOptions},
    explain_options::{
        DIAGNOSE_HELP, DiagnoseOptions, EXPLAIN_HELP, EXPORT_HELP, ExplainOptions, ExportOptions,
    },
    memory,
    table_options::{EvalOptions, LayoutOptions, PredictOptions, TableOptions},
};
use clap::{
    Args, CommandFactory, FromArgMatches, Parser, Subcommand,
    builder::{PossibleValuesParser, TypedValueParser},
};
use std::{
    ffi::OsString,
    path::{Path, PathBuf},
    time::Duration,
};
use xfold::{
    Learner, Limits, Settings, Strategy, codes,
    convert::TaskLanguage,
    table::read::is_table,
    task::{
        Dialect,
        read::{FEW_FACTS_IN_FILES, Reading},
    },
};
use xfold_asp::diagnostic::Diagnostic;

/// Learns logic programs from examples: default rules with exceptions, verified by clingo.
#[derive(Debug, Parser)]
#[command(name = "xfold", version, after_help = TOP_HELP, disable_help_subcommand = true)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// Reads the command line. `-h` shows what most people need; help about `learn` leaves out what the files on the command
/// line make useless.
pub fn parse(args: Vec<OsString>) -> Result<Cli, clap::Error> {
    let is_short = args.iter().take_while(|arg| *arg != "--").any(|arg| arg == "-h");
    let has = |is_it: fn(&Path) -> bool| args.iter().skip(2).any(|arg| is_it(Path::new(arg)));
    let useless = match (has(is_table), has(Path::exists)) {
        (true, _) => Some(FOR_TASKS),
        (false, true) => Some(FOR_TABLES),
        (false, false) => None,
    };
    let hide = |arg: clap::Arg| {
        let is_useless = useless.is_some() && arg.get_help_heading() == useless;
        if is_useless { arg.hide(true) } else { arg }
    };
    let command = command(is_short).mut_subcommand("learn", |learn| learn.mut_args(hide));
    Cli::from_arg_matches(&command.try_get_matches_from(args)?)
}

/// The command with its help. In the short one, rare options are left out, and what stands below the options ends with
/// the examples. Not by clap's own short and long help: its long one has a paragraph for each option.
pub fn command(is_short: bool) -> clap::Command {
    let of_option = |arg: clap::Arg| {
        let is_rare = arg.is_hide_short_help_set();
        let is_hidden = arg.is_hide_set() || (is_short && is_rare);
        arg.hide_short_help(false).hide(is_hidden)
    };
    let of_command = |command: clap::Command| {
        let command = command.mut_args(of_option);
        let below = command.get_after_help().map(ToString::to_string).unwrap_or_default();
        match below.split_once("\n\n") {
            Some((examples, _)) if is_short => {
                let name = command.get_name().to_string();
                command.after_help(format!(
                    "{examples}\n\n`xfold {name} --help` says more and shows all options"
                ))
            }
            _ => command,
        }
    };
    Cli::command().mut_subcommands(of_command)
}

/// Heading of options that matter only if the input is a task.
const FOR_TASKS: &str = "For tasks";
/// Heading of options for databases and graphs.
pub const FOR_DATABASES: &str = "For databases and graphs";
/// Heading of options that matter only if the input is a table.
pub const FOR_TABLES: &str = "For tables";

/// An option that has one of some named values.
pub fn one_of<T: Clone + Send + Sync + 'static>(
    choices: &'static [(&'static str, T)],
) -> impl TypedValueParser<Value = T> {
    let value = |name: String| {
        let choice = choices.iter().find(|(known, _)| *known == name);
        choice.map(|(_, value)| value.clone()).expect("other names are refused")
    };
    PossibleValuesParser::new(choices.iter().map(|(name, _)| *name)).map(value)
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Learn rules from a task and print them, verified by clingo
    #[command(after_help = LEARN_HELP)]
    Learn(Box<LearnOptions>),
    /// Check rules against the examples of a task
    #[command(after_help = CHECK_HELP, override_usage = "xfold check [OPTIONS] <TASK>... <RULES>")]
    Check(CheckOptions),
    /// Write a task in another language
    #[command(after_help = CONVERT_HELP)]
    Convert(ConvertOptions),
    /// Cross-validate on a table: how good are rules on rows that they were not learned from?
    #[command(after_help = EVAL_HELP)]
    Eval(Box<EvalOptions>),
    /// Give the rows of a table their classes by saved rules
    #[command(after_help = PREDICT_HELP)]
    Predict(PredictOptions),
    /// Tell why an atom or the class of a row follows from rules, or why not
    #[command(after_help = EXPLAIN_HELP)]
    Explain(ExplainOptions),
    /// Tell what stands in the way of learning a task
    #[command(after_help = DIAGNOSE_HELP)]
    Diagnose(DiagnoseOptions),
    /// Write rules in another language: Prolog, SQL, words and others
    #[command(after_help = EXPORT_HELP)]
    Export(ExportOptions),
    /// Tell about a command, an error code or tuning
    #[command(after_help = HELP_HELP)]
    Help {
        /// A command, the code of an error such as E213, or `tuning`
        topic: Option<String>,
    },
    /// Print a script that completes commands and options in a shell
    #[command(after_help = COMPLETIONS_HELP)]
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print a page for man
    #[command(after_help = MAN_HELP)]
    Man {
        /// The command that the page is about [default: all]
        topic: Option<String>,
    },
    /// The solver's process.
    #[command(hide = true)]
    Worker,
}

impl Command {
    /// The engine that counts rows, for commands that can have another than memory.
    pub fn engine(&self) -> Option<&EngineName> {
        match self {
            Self::Learn(options) => Some(&options.engine.engine),
            Self::Eval(options) => Some(&options.engine.engine),
            Self::Predict(options) => Some(&options.engine.engine),
            Self::Check(options) => Some(&options.engine.engine),
            _ => None,
        }
    }
}

const TOP_HELP: &str = "\
A task is a text: what is known (facts and rules), examples of what should follow, and the
predicates that rules may use. From it xfold goes this way:

    task -> worlds -> search -> rules -> check
    read    solve     count     print    ask clingo

Save this as birds.las

    bird(X) :- penguin(X).
    bird(tweety).  bird(et).  penguin(polly).  cat(kitty).
    #modeh(fly(var(any))).
    #modeb(bird(var(any))).  #modeb(penguin(var(any))).
    #pos({fly(tweety), fly(et)}, {fly(polly), fly(kitty)}).

and run `xfold learn birds.las`. It prints

    fly(X) :- bird(X), not ab0(X).
    ab0(X) :- penguin(X).";

const LEARN_HELP: &str = "\
EXAMPLES
  xfold learn birds.las                     learn and verify; rules on standard output
  xfold learn birds.las -v                  show how: literals with their gain, exceptions
  xfold learn birds.las -o rules.lp         write the rules to a file
  xfold learn birds.las | clingo - facts.lp use the rules at once
  xfold learn facts.lp examples.las         a task in several files
  xfold learn noisy.las --noise             some labels are wrong
  xfold learn big.las --time-limit 30       the best rules found within 30 seconds
  xfold learn birds.las --format json       everything about the run, for programs
  xfold learn birds.las --report run.html   a page with rules, counts, examples and explanations
  xfold learn data.csv --target label       rules for the classes of a table
  xfold learn shop --target orders.late     rules over the tables of a database, here a folder

OUTPUT
  Standard output has the rules and % comments only, or with --format json one JSON object.
  Standard error has notes and the verdict. With --format json it is empty (but for the trace
  of -v), and errors are a JSON object on standard output.
  Rules come before the report: if that cannot be written, they are there.

HELP
  `xfold learn data.csv --help` shows what concerns tables only, and with a file of a task what
  concerns tasks. `xfold help tuning` lists what --tune sets.

EXIT CODES
  0  verified: every example holds (with --noise: the counts reported are exact)
  1  not verified: some example fails
  2  an error in the task or the options
  3  a limit or Ctrl-C came first; the best rules so far are printed";

const CHECK_HELP: &str = "\
EXAMPLES
  xfold check birds.las rules.lp            does every example hold?
  xfold check birds.las rules.lp -v         with the atoms of a stable model for each
  xfold learn birds.las | xfold check birds.las -
  xfold check data.csv rules.lp             which rows of a table get their class?
  xfold check shop rules.lp                 how many labelled rows of a database do its rules get right?

EXIT CODES
  0  every example holds, or every row gets its class
  1  some example fails, or some row does not get its class
  2  an error in the task, the rules or the options
  3  a limit or Ctrl-C came first";

const CONVERT_HELP: &str = "\
EXAMPLES
  xfold convert birds.las --to ilasp              the task for ILASP, on standard output
  xfold convert birds.las --to fastlas -o f.las   for FastLAS, into a file
  xfold convert old.las --to xfold                for xfold, modes with their sign
  xfold convert shop --target orders.late --to las   the task that a database is, to be edited

What the other language cannot say is an error that names the line. What is lost, what was added
to keep the meaning, and what the other program will not read is told on standard error.

EXIT CODES
  0  written
  2  an error in the task or the options, or something has no counterpart
  3  a limit came first";

const EVAL_HELP: &str = "\
EXAMPLES
  xfold eval data.csv --target label                    ten folds, every class its share in each
  xfold eval data.csv --target label --positive yes     scores for one class
  xfold eval data.csv --target label --folds folds.txt  given folds: one digit for each row
  xfold eval data.csv --target label --format json      for programs

EXIT CODES
  0  done
  2  an error in the table or the options
  3  a limit or Ctrl-C came first";

const PREDICT_HELP: &str = "\
EXAMPLES
  xfold learn old.csv --target label -o rules.lp        save rules; edit them if you like
  xfold predict rules.lp new.csv                        CSV: row, class, share of training rows
                                                        on which the rule was right
  xfold predict rules.lp new.csv --facts | clingo - rules.lp

EXIT CODES
  0  done
  2  an error in the rules, the table or the options
  3  a limit or Ctrl-C came first";

const HELP_HELP: &str = "\
EXAMPLES
  xfold help learn      what `learn` can do
  xfold help E213       what an error means, and what to try
  xfold help tuning     parts of the search that --tune sets, for comparisons";

const COMPLETIONS_HELP: &str = "\
EXAMPLES
  xfold completions bash > ~/.local/share/bash-completion/completions/xfold
  xfold completions zsh > _xfold            into a folder of $fpath
  xfold completions fish > ~/.config/fish/completions/xfold.fish";

const MAN_HELP: &str = "\
EXAMPLES
  xfold man | man -l -                      read the page
  xfold man learn > xfold-learn.1           the page of one command";

/// Options of `learn`. The short help has those that most people need; each other one is hidden there.
#[derive(Debug, Args)]
pub struct LearnOptions {
    /// Files of the task, taken together; `-` is standard input. Or a folder of Popper's or Aleph's files, or a table: a
    /// .csv, .tsv, .arff or .parquet file. Or a database: a folder of tables, a SQLite or DuckDB file, postgres://…; or
    /// triples in a .nt file
    #[arg(required = true, value_name = "TASK")]
    pub task: Vec<PathBuf>,

    /// Some labels may be wrong: prefer short rules to exact ones
    #[arg(long, help_heading = FOR_TASKS)]
    noise: bool,
    /// How the task is read.
    #[command(flatten)]
    pub reading: ReadingOptions,
    /// Default rules with exceptions in one world (fold), programs with several stable models (xfold), plain clauses
    /// for comparison (foil); auto is xfold where the task has several worlds, else fold
    #[arg(long, value_parser = one_of(LEARNERS), default_value = "auto", value_name = "NAME",
        help_heading = FOR_TASKS, hide_short_help = true)]
    learner: Learner,
    /// Where the task declares a space: look for the cheapest hypothesis only, never greedily
    #[arg(long, conflicts_with = "greedy", help_heading = FOR_TASKS, hide_short_help = true)]
    exact: bool,
    /// Where the task declares a space: learn greedily only; the program may go beyond the space
    #[arg(long, help_heading = FOR_TASKS, hide_short_help = true)]
    greedy: bool,
    /// Where the task declares a space: no rule beyond it, even if none within it satisfies the examples
    #[arg(long, help_heading = FOR_TASKS, hide_short_help = true)]
    declared_only: bool,
    /// Instances that no example mentions stay open, also where they would count as negative
    #[arg(long, help_heading = FOR_TASKS, hide_short_help = true)]
    open: bool,
    /// Do not warn of examples with atoms that the background cannot derive; they are taken as given
    #[arg(long, help_heading = FOR_TASKS, hide_short_help = true)]
    lenient: bool,
    /// Where the task has no modes: rules may mention constants
    #[arg(long, help_heading = FOR_TASKS)]
    constants: bool,
    /// For programs with several stable models: add constraints that all positive examples fulfil by no accident
    #[arg(long, help_heading = FOR_TASKS, hide_short_help = true)]
    complete: bool,
    /// Most literals in a body, exceptions not counted
    #[arg(long, value_name = "N", default_value_t = Settings::default().max_body, help_heading = FOR_TASKS)]
    max_body: usize,
    /// Most variables in a rule beside those of its head
    #[arg(long, value_name = "N", default_value_t = Settings::default().max_new, help_heading = FOR_TASKS,
        hide_short_help = true)]
    max_new: usize,
    /// Most variables in a rule, those of its head included [default: those of the head and --max-new]
    #[arg(long, value_name = "N", help_heading = FOR_TASKS, hide_short_help = true)]
    max_vars: Option<usize>,
    /// Print a free choice as a choice rule, not as a loop through classical negation
    #[arg(long, help_heading = FOR_TASKS, hide_short_help = true)]
    choice_rules: bool,
    /// Rules or nothing: examples without a pattern stay uncovered instead of being listed by name
    #[arg(long, help_heading = FOR_TASKS)]
    no_list: bool,
    /// Leave out literals that only give a variable its type: to read, not to run
    #[arg(long, help_heading = FOR_TASKS, hide_short_help = true)]
    hide_types: bool,

    /// The file has triples of a graph: three columns, head, relation and tail
    #[arg(long, help_heading = FOR_DATABASES, hide_short_help = true)]
    pub triples: bool,
    /// The columns of a table.
    #[command(flatten)]
    pub table: TableOptions,
    /// Who counts.
    #[command(flatten)]
    pub engine: EngineOptions,
    /// Print the rules in plain words, to read and not to run
    #[arg(long, help_heading = FOR_TABLES)]
    pub words: bool,
    /// Chooses the columns for --vote; nothing else is random
    #[arg(long, value_name = "N", help_heading = FOR_TABLES, hide_short_help = true)]
    pub seed: Option<u64>,

    /// Deepest nesting of exceptions; 0 for rules without [default: 5, for tables 1]
    #[arg(long, value_name = "N", help_heading = "Rules", hide_short_help = true)]
    max_depth: Option<usize>,
    /// With --noise and for tables: what a literal costs against an error; more makes rules fewer and shorter
    #[arg(long, value_name = "W", default_value_t = Settings::default().brevity, help_heading = "Rules",
        hide_short_help = true)]
    brevity: f64,
    /// FOLD as published: one path, an exception only at its end, lists where nothing has gain
    #[arg(long, help_heading = "Rules", hide_short_help = true)]
    paper: bool,
    /// Heuristics to switch off, for comparisons.
    #[command(flatten)]
    tune: TuneOptions,

    /// What is common to all commands.
    #[command(flatten)]
    pub common: CommonOptions,
    /// Write the rules to FILE, which is replaced only when they are complete
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    pub output: Option<PathBuf>,
    /// Write a report of the run: a page for a browser (.html), or data (.json)
    #[arg(long, value_name = "FILE", value_parser = report_file, help_heading = "Output")]
    pub report: Option<PathBuf>,
    /// Use N threads; the rules do not depend on it [default: all processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024), help_heading = "Limits",
        hide_short_help = true)]
    pub threads: Option<u16>,
}

/// What is for comparisons only.
#[derive(Debug, Args)]
pub struct TuneOptions {
    /// For comparisons: set part of the search, such as lookahead=off; `xfold help tuning` lists what there is
    #[arg(long, value_name = "NAME=VALUE", help_heading = "Rules", hide_short_help = true)]
    tune: Vec<String>,
}

impl TuneOptions {
    /// Changes settings as these options say.
    pub fn apply(&self, settings: &mut Settings) -> Result<(), Diagnostic> {
        for option in &self.tune {
            let (name, value) = option.split_once('=').ok_or_else(|| {
                let message = format!("--tune: expected NAME=VALUE, found `{option}`");
                Diagnostic::error(codes::SETTINGS, message)
                    .help("such as lookahead=off; see `xfold help tuning`")
            })?;
            settings.tune(name, value)?;
        }
        Ok(())
    }
}

/// Options of `check`.
#[derive(Debug, Args)]
pub struct CheckOptions {
    /// Files of the task, taken together, or a folder of Popper's or Aleph's files, or a table or database; and last the
    /// rules, of which `-` is standard input
    #[arg(required = true, value_name = "TASK... RULES")]
    files: Vec<PathBuf>,
    /// How the task is read.
    #[command(flatten)]
    pub reading: ReadingOptions,
    /// For a folder of Popper's, another file of examples in place of exs.pl, such as unseen ones
    #[arg(long, value_name = "FILE", help_heading = FOR_TASKS)]
    pub examples: Option<PathBuf>,
    /// Instances that no example mentions may hold, also where `learn` would count them as negative
    #[arg(long)]
    pub open: bool,
    /// How the file of a table is laid out.
    #[command(flatten)]
    pub layout: LayoutOptions,
    /// Who counts.
    #[command(flatten)]
    pub engine: EngineOptions,
    /// What is common to all commands.
    #[command(flatten)]
    pub common: CommonOptions,
}

impl CheckOptions {
    /// The files of the task, and that of the rules; none if there is one file only.
    pub fn task_and_rules(&self) -> Option<(&[PathBuf], &Path)> {
        // One list, so that options may stand between the files.
        let (rules, task) = self.files.split_last()?;
        (!task.is_empty()).then_some((task, rules))
    }
}

/// Options of `convert`.
#[derive(Debug, Args)]
pub struct ConvertOptions {
    /// Files of the task, taken together; `-` is standard input. Or a folder of Popper's or Aleph's files, or a database
    /// or graph
    #[arg(required = true, value_name = "TASK")]
    pub task: Vec<PathBuf>,
    /// The language to write
    #[arg(long, value_parser = one_of(TASK_LANGUAGES), value_name = "LANGUAGE")]
    pub to: TaskLanguage,
    /// For a database, the column to be learned, as TABLE.COLUMN or TABLE.COLUMN=VALUE; for a graph, the relation
    #[arg(long, value_name = "TARGET", help_heading = FOR_DATABASES)]
    pub target: Option<String>,
    /// The file has triples of a graph: three columns, head, relation and tail
    #[arg(long, help_heading = FOR_DATABASES, hide_short_help = true)]
    pub triples: bool,
    /// How the task is read.
    #[command(flatten)]
    pub reading: ReadingOptions,
    /// Write the task to FILE. For Popper, the folder of its files; for Aleph, FILE.b stands for FILE.b, .f and .n
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    pub output: Option<PathBuf>,
    /// What is common to all commands.
    #[command(flatten)]
    pub common: CommonOptions,
}

impl ConvertOptions {
    /// Whether the output is the stem of several files, as for Aleph.
    pub fn is_stem(&self) -> bool {
        self.output.as_deref().and_then(Path::extension).is_some_and(|ending| ending == "b")
    }
}

/// The languages that tasks are converted to.
const TASK_LANGUAGES: &[(&str, TaskLanguage)] = &[
    ("ilasp", TaskLanguage::Ilasp),
    ("fastlas", TaskLanguage::Fastlas),
    ("xfold", TaskLanguage::Xfold),
    ("las", TaskLanguage::Xfold),
    ("popper", TaskLanguage::Popper),
    ("aleph", TaskLanguage::Aleph),
];

/// How a task is read.
#[derive(Debug, Args)]
pub struct ReadingOptions {
    /// Whose conventions a task follows [default: what its directives show]
    #[arg(long, value_parser = one_of(DIALECTS), value_name = "NAME", help_heading = FOR_TASKS, hide_short_help = true)]
    dialect: Option<Dialect>,
}

const DIALECTS: &[(&str, Dialect)] =
    &[("ilasp", Dialect::Ilasp), ("fastlas", Dialect::FastLas), ("xfold", Dialect::Own)];

impl ReadingOptions {
    /// How to read a task.
    pub fn reading(&self) -> Reading<'static> {
        Reading { dialect: self.dialect, ..Reading::default() }
    }

    /// How to read a task from which is learned, or whose rules are checked: many facts in files stay in columns.
    pub fn reading_in_columns(&self) -> Reading<'static> {
        Reading { columns_from: Some(FEW_FACTS_IN_FILES), ..self.reading() }
    }
}

/// What is common to all commands.
#[derive(Debug, Args)]
pub struct CommonOptions {
    /// Stop after this time, such as 30 or 0.5, or none [default: none for learn, eval and diagnose, else 600]
    #[arg(long, value_name = "SECONDS", value_parser = seconds, help_heading = "Limits")]
    time_limit: Option<Duration>,
    /// Memory of this process and its solvers together, such as 500M or 2G [default: half of the machine's]
    #[arg(long, value_name = "BYTES", value_parser = memory::bytes, help_heading = "Limits", hide_short_help = true)]
    memory_limit: Option<u64>,
    /// Text for people and clingo, or one JSON object for programs
    #[arg(long, value_parser = one_of(FORMATS), default_value = "text", help_heading = "Output")]
    pub format: Format,
    /// Say nothing but errors
    #[arg(short, long, conflicts_with = "verbose", help_heading = "Output")]
    pub quiet: bool,
    /// Say more: how rules are learned, which atoms an example has
    #[arg(short, long, help_heading = "Output")]
    pub verbose: bool,
    /// Colours on standard error: auto is on a terminal, unless NO_COLOR is set
    #[arg(long, value_parser = one_of(COLORS), default_value = "auto", value_name = "WHEN", help_heading = "Output",
        hide_short_help = true)]
    pub color: Color,
}

/// How a result is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    Text,
    Json,
}

const FORMATS: &[(&str, Format)] = &[("text", Format::Text), ("json", Format::Json)];

/// When there are colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Color {
    Auto,
    Always,
    Never,
}

const COLORS: &[(&str, Color)] = &[("auto", Color::Auto), ("always", Color::Always), ("never", Color::Never)];

const LEARNERS: &[(&str, Learner)] =
    &[("auto", Learner::Auto), ("fold", Learner::Fold), ("xfold", Learner::Xfold), ("foil", Learner::Foil)];

impl LearnOptions {
    /// Whether a page is wanted.
    pub fn wants_page(&self) -> bool {
        self.report.as_deref().is_some_and(|path| path.extension().is_some_and(|end| end == "html"))
    }

    /// The files that are written.
    pub fn outputs(&self) -> impl Iterator<Item = &Path> {
        self.output.as_deref().into_iter().chain(self.report.as_deref())
    }

    /// What is to be learned from a database or a graph.
    pub fn target_of_data(&self) -> Option<String> {
        let target = self.table.target.as_ref()?;
        let value = self.table.positive.as_ref().map_or(String::new(), |value| format!("={value}"));
        Some(format!("{target}{value}"))
    }

    /// The settings for a database or a graph with so many labelled rows or pairs: where there are many, some labels are
    /// wrong; of few, chance explains as much as any rule that tolerates errors.
    pub fn settings_for_data(&self, n_labelled: usize) -> Result<Settings, Diagnostic> {
        let settings = self.settings()?;
        let is_free = !settings.paper && matches!(settings.learner, Learner::Auto | Learner::Fold);
        let is_tolerant = is_free && n_labelled >= MANY_LABELS;
        Ok(Settings { noise: settings.noise || is_tolerant, ..settings })
    }

    /// Whether a table is to be learned from.
    pub fn is_table(&self) -> bool {
        self.table.target.is_some() || self.task.iter().any(|path| is_table(path))
    }

    /// The deepest nesting of exceptions in rules for a table.
    pub fn max_depth_of_tables(&self) -> usize {
        self.max_depth.unwrap_or(1)
    }

    /// The settings that these options ask for.
    pub fn settings(&self) -> Result<Settings, Diagnostic> {
        let mut settings = Settings {
            learner: self.learner,
            search: match (self.exact, self.greedy) {
                (true, _) => Strategy::Exact,
                (_, true) => Strategy::Greedy,
                _ => Strategy::Auto,
            },
            declared_only: self.declared_only,
            no_list: self.no_list,
            paper: self.paper,
            noise: self.noise,
            brevity: self.brevity,
            max_body: self.max_body,
            max_new: self.max_new,
            max_vars: self.max_vars,
            max_rules: self.table.max_rules.map(|most| most as usize),
            max_depth: self.max_depth.unwrap_or(Settings::default().max_depth),
            open: self.open,
            lenient: self.lenient,
            constants: self.constants,
            complete: self.complete,
            choice_rules: self.choice_rules,
            hide_types: self.hide_types,
            ..Settings::default()
        };
        self.tune.apply(&mut settings)?;
        settings.check()?;
        Ok(settings)
    }
}

impl CommonOptions {
    /// The limits that these options ask for; time runs from now on. There is no time limit by default, since what is
    /// learned must not depend on a clock that the user did not set.
    pub fn limits(&self) -> Limits {
        self.limits_or(None)
    }

    /// The same for a command that is not expected to take long.
    pub fn limits_of_short_work(&self) -> Limits {
        self.limits_or(Some(USUAL_TIME))
    }

    fn limits_or(&self, usual: Option<Duration>) -> Limits {
        let mut limits = Limits::none();
        if let Some(bytes) = self.memory_limit.or_else(memory::half_of_the_machine) {
            limits = limits.with_memory(bytes).with_own_memory();
        }
        match self.time_limit.or(usual) {
            Some(time) => limits.with_time(time).with_reserve(),
            None => limits,
        }
    }

    /// Whether the user bounds the time.
    pub fn has_time_limit(&self) -> bool {
        self.time_limit.is_some()
    }
}

fn report_file(text: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    let end = path.extension().and_then(|end| end.to_str()).unwrap_or_default();
    if ["html", "json"].contains(&end) {
        Ok(path)
    } else {
        Err("expected a name in .html or .json".to_string())
    }
}

/// From so many labelled rows of a database on, some labels are expected to be wrong.
pub const MANY_LABELS: usize = 100;

/// The time of commands that do not learn, unless the user says otherwise.
const USUAL_TIME: Duration = Duration::from_secs(600);

fn seconds(text: &str) -> Result<Duration, String> {
    if text == "none" {
        return Ok(Duration::MAX);
    }
    let wrong = || "expected a number of seconds above 0, such as 30 or 0.5, or none".to_string();
    let seconds: f64 = text.parse().map_err(|_| wrong())?;
    let time = Duration::try_from_secs_f64(seconds).map_err(|_| wrong())?;
    if time.is_zero() { Err(wrong()) } else { Ok(time) }
}
