//! `xfold explain`: why an atom or the class of a row follows from rules, or why not.

use super::{
    End, Voice, predict, read_rules_text, read_task_as, solver,
    table::{fail, read_table},
};
use crate::{
    explain_options::ExplainOptions,
    interrupt,
    options::Format,
    output::{Paint, try_file, write_result},
    render, supervisor,
};
use std::path::Path;
use xfold::{
    Error, Limits, Result, Task, codes,
    explain::{self, Document, Explanation, Question, explain_given, explain_row},
    table::read::is_table,
    task::read::Reading,
};
use xfold_asp::{diagnostic::Diagnostic, span::SourceMap};

/// Runs the command.
pub fn run(options: &ExplainOptions) -> End {
    let voice = Voice::new(&options.common);
    let limits = options.common.limits_of_short_work();
    interrupt::listen(&limits);
    supervisor::start(&limits, voice, "anything was explained");
    if let Some(Err(error)) = options.output.as_deref().map(try_file) {
        return voice.errors(&[Diagnostic::error(codes::CANNOT_WRITE, error)], &SourceMap::default());
    }
    if let Err(error) = in_order(options) {
        return voice.errors(&[error], &SourceMap::default());
    }
    if is_table(&options.data) {
        let mut sources = SourceMap::default();
        let explained = of_rows(options, &mut sources, &limits, voice);
        return match explained.and_then(|explanations| print(options, &explanations, voice)) {
            Ok(()) => End::Holds,
            Err(Error::Diagnostics(errors)) => voice.errors(&errors, &sources),
            Err(error) => fail(error, voice),
        };
    }
    let reading = Reading { background_only: true, ..options.reading.reading() };
    let mut task = match read_task_as(std::slice::from_ref(&options.data), &reading) {
        Ok(task) => task,
        Err(unreadable) => return voice.errors(&unreadable.diagnostics, &unreadable.sources),
    };
    let explained = of_atoms(options, &mut task, &limits, voice);
    match explained.and_then(|explanations| print(options, &explanations, voice)) {
        Ok(()) => End::Holds,
        Err(Error::Limit(limit)) => {
            let message = format!("the {limit} was reached before anything was explained");
            voice.errors(&[Diagnostic::error(codes::LIMIT, message)], &task.sources);
            End::Limit
        }
        Err(Error::Diagnostics(errors)) => voice.errors(&errors, &task.sources),
    }
}

fn print(options: &ExplainOptions, explanations: &[Explanation], voice: Voice) -> Result<()> {
    let text = if options.wants_html() {
        explain::page("Why?", explanations)
    } else if voice.format == Format::Json {
        render::to_json(&Document::new(explanations)) + "\n"
    } else {
        let style = match options.output {
            Some(_) => explain::Style::default(),
            None => Paint::for_result(options.common.color).style(),
        };
        let parts =
            explanations.iter().map(|explanation| explain::lines(explanation, &style).join("\n") + "\n");
        parts.collect::<Vec<_>>().join("\n")
    };
    let written = write_result(&text, options.output.as_deref());
    Ok(written.map_err(|error| Diagnostic::error(codes::CANNOT_WRITE, error))?)
}

fn of_atoms(
    options: &ExplainOptions,
    task: &mut Task,
    limits: &Limits,
    voice: Voice,
) -> Result<Vec<Explanation>> {
    only_for_tables(options)?;
    let rules = read_rules_text(&options.rules, "give a file of rules, or - for standard input")?;
    let templates =
        options.sentences.as_deref().map(|path| read_rules_text(path, "give a file of templates"));
    let templates = templates.transpose()?;
    let question = Question { atom: options.atom.as_deref(), example: options.example.as_deref() };
    let mut notes = Vec::new();
    let answers =
        explain_given(task, rules, templates, question, &options.bounds(), &solver()?, limits, &mut notes);
    voice.notes(&notes, &task.sources);
    let (explanations, n_more) = answers?;
    if n_more > 0 {
        voice.lines(&[format!("{n_more} more are not shown: --most says how many are")]);
    }
    Ok(explanations)
}

/// Rules and data are easily confused: what has examples, or is a table, is the data.
fn in_order(options: &ExplainOptions) -> std::result::Result<(), Diagnostic> {
    let (rules, data) = (&options.rules, &options.data);
    let has_examples = |path: &Path| {
        // A pipe can be read once only.
        let text =
            if path.is_file() { std::fs::read_to_string(path).unwrap_or_default() } else { String::new() };
        text.lines().any(|line| ["#pos(", "#neg("].iter().any(|start| line.trim_start().starts_with(start)))
    };
    let is_data = |path: &Path| is_table(path) || (path != Path::new("-") && has_examples(path));
    if !is_data(rules) || is_data(data) || !data.exists() {
        return Ok(());
    }
    let message = format!("{} comes first, but that is the place of the rules", rules.display());
    let help = format!("xfold explain {} {}", data.display(), rules.display());
    Err(Diagnostic::error(codes::BAD_QUESTION, message).help(help))
}

fn only_for_tables(options: &ExplainOptions) -> Result<()> {
    let given = [
        ("--row", options.row.is_some()),
        ("--class", options.class.is_some()),
        ("--id", options.id.is_some()),
    ];
    match given.iter().find(|(_, is_given)| *is_given) {
        None => Ok(()),
        Some((name, _)) => {
            let message = format!("{name} is about a table, but {} is none", options.data.display());
            Err(Diagnostic::error(codes::BAD_QUESTION, message).help("name an atom instead").into())
        }
    }
}

fn of_rows(
    options: &ExplainOptions,
    sources: &mut SourceMap,
    limits: &Limits,
    voice: Voice,
) -> Result<Vec<Explanation>> {
    if let Some(atom) = &options.atom {
        let message = format!("{} is a table, so there is no atom `{atom}`", options.data.display());
        let help = "name a row with --row N, and a class with --class if you ask for another one";
        return Err(Diagnostic::error(codes::BAD_QUESTION, message).help(help).into());
    }
    let (model, notes) = predict::read_rules(&options.rules, sources)?;
    voice.notes(&notes, sources);
    let read = predict::as_rules_read(&model, options.read_options());
    let table = read_table(&options.data, &read, limits, voice)?;
    voice.notes(&predict::doubts(&model, &table)?, sources);
    if let Some(class) = &options.class
        && !model.classes().contains(&class.as_str())
    {
        let message = format!("no rule gives the class `{class}`");
        let help = format!("the classes are {}", model.classes().join(", "));
        return Err(Diagnostic::error(codes::BAD_QUESTION, message).help(help).into());
    }
    let names = options.id.as_deref().map(|id| predict::row_names(&options.data, &read, id)).transpose()?;
    let name = |row: usize| match &names {
        Some(names) => names.values.get(names.codes[row] as usize).cloned().unwrap_or_default(),
        None => format!("row {}", row + 1),
    };
    let most = options.bounds().answers;
    let rows: Vec<usize> = match (&options.row, &names) {
        (None, _) => (0..table.n_rows.min(most)).collect(),
        (Some(wanted), Some(_)) => (0..table.n_rows).filter(|row| name(*row) == *wanted).take(most).collect(),
        (Some(wanted), None) => {
            wanted.parse::<usize>().ok().and_then(|row| row.checked_sub(1)).into_iter().collect()
        }
    };
    if rows.is_empty() || rows.iter().any(|row| *row >= table.n_rows) {
        return Err(no_row(options, &options.data, table.n_rows).into());
    }
    if options.row.is_none() && table.n_rows > most {
        voice.lines(&[format!("{} more rows are not shown: --row names one", table.n_rows - most)]);
    }
    rows.into_iter()
        .map(|row| explain_row(&model, &table, row, &name(row), options.class.as_deref()))
        .collect()
}

fn no_row(options: &ExplainOptions, data: &Path, n_rows: usize) -> Diagnostic {
    let wanted = options.row.as_deref().unwrap_or_default();
    let message = format!("{} has no row `{wanted}`", data.display());
    let help = match &options.id {
        Some(id) => format!("rows are named as the column {id} says"),
        None => format!("rows are numbered from 1 to {n_rows}; --id COLUMN says which column names them"),
    };
    Diagnostic::error(codes::BAD_QUESTION, message).help(help)
}
