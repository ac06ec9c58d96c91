//! `xfold explain`: why an atom or the class of a row follows from rules, or why not.

use super::{
    Console, End, Failure, database, predict, read_rules_text, read_task, read_templates, solver, supervised,
    table::read_table,
};
use crate::{
    explain_options::ExplainOptions,
    files,
    options::Format,
    output::{Paint, deliver},
    render,
};
use std::path::Path;
use xfold::{
    Error, Limits, Result, Task, codes,
    explain::{self, Document, Explanation, Question, RowExplainer, explain_given},
    report::Note,
    table::read::is_table,
    task::read::Reading,
};
use xfold_asp::{diagnostic::Diagnostic, span::SourceMap};

/// Runs the command.
pub fn run(options: &ExplainOptions) -> End {
    let limits = options.common.limits_of_short_work();
    supervised(&options.common, limits, "anything was explained", |limits, console| {
        let inputs = [options.rules.as_path(), &options.data].into_iter().chain(options.sentences.as_deref());
        files::check(options.output.as_deref(), inputs)?;
        in_order(options)?;
        let mut sources = SourceMap::default();
        let explained = if is_table(&options.data) {
            of_rows(options, &mut sources, limits, console)
        } else if let Some(place) = database::place(std::slice::from_ref(&options.data), false)? {
            let rules = rules_text(options)?;
            let (mut task, data) = database::task_of_rules(&options.data, place, (&rules.0, &rules.1))?;
            let atom = options.row.as_deref().map(|key| data.atom_of(key)).transpose()?;
            let asked = options.atom.clone().or(atom);
            let explained = of_atoms(options, &mut task, (rules, asked), limits, console);
            sources = task.sources;
            explained
        } else {
            only_for_tables(options)?;
            let reading = Reading { background_only: true, ..options.reading.reading() };
            let data = std::slice::from_ref(&options.data);
            let mut task = read_task(data, &reading, options.output.as_deref())?;
            let explained = rules_text(options).and_then(|rules| {
                of_atoms(options, &mut task, (rules, options.atom.clone()), limits, console)
            });
            sources = task.sources;
            explained
        };
        explained
            .and_then(|explained| print(options, &explained, &sources, console))
            .map_err(|error| Failure::new(error, sources))
    })
}

/// What was explained, and what is worth knowing about it.
struct Explained {
    explanations: Vec<Explanation>,
    notes: Vec<Diagnostic>,
}

fn print(
    options: &ExplainOptions,
    explained: &Explained,
    sources: &SourceMap,
    console: Console,
) -> Result<End> {
    let Explained { explanations, notes } = explained;
    console.notes(notes, sources);
    let text = if options.wants_html() {
        explain::page("Why?", explanations)
    } else if console.format == Format::Json {
        let notes = notes.iter().map(|note| Note::new(note, sources)).collect();
        render::json(&Document { notes, ..Document::new(explanations) })
    } else {
        let style = match options.output {
            Some(_) => explain::Style::default(),
            None => Paint::for_result(options.common.color).style(),
        };
        let parts =
            explanations.iter().map(|explanation| explain::lines(explanation, &style).join("\n") + "\n");
        parts.collect::<Vec<_>>().join("\n")
    };
    deliver(&text, options.output.as_deref(), console.format)?;
    let is_cut = notes.iter().any(|note| note.code == codes::LIMIT);
    Ok(if is_cut { End::Limit } else { End::Holds })
}

/// The name and text of the rules.
fn rules_text(options: &ExplainOptions) -> Result<(String, String)> {
    Ok(read_rules_text(&options.rules, "give a file of rules, or - for standard input")?)
}

fn of_atoms(
    options: &ExplainOptions,
    task: &mut Task,
    (rules, atom): ((String, String), Option<String>),
    limits: &Limits,
    console: Console,
) -> Result<Explained> {
    let templates = read_templates(options.sentences.as_deref())?;
    let question = Question { atom: atom.as_deref(), example: options.example.as_deref() };
    let mut notes = Vec::new();
    let answers =
        explain_given(task, rules, templates, question, &options.bounds(), &solver()?, limits, &mut notes);
    let (explanations, n_more) = answers.inspect_err(|_| console.notes(&notes, &task.sources))?;
    if n_more > 0 {
        console.lines(&[format!("{n_more} more are not shown: --most says how many are")]);
    }
    Ok(Explained { explanations, notes })
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
    let given = [("--row", &options.row), ("--class", &options.class), ("--id", &options.id)];
    let Some((name, _)) = given.iter().find(|(_, value)| value.is_some()) else { return Ok(()) };
    let message = format!("{name} is about a table, but {} is none", options.data.display());
    Err(Diagnostic::error(codes::BAD_QUESTION, message).help("name an atom instead").into())
}

fn of_rows(
    options: &ExplainOptions,
    sources: &mut SourceMap,
    limits: &Limits,
    console: Console,
) -> Result<Explained> {
    if let Some(atom) = &options.atom {
        let message = format!("{} is a table, so there is no atom `{atom}`", options.data.display());
        let help = "name a row with --row N, and a class with --class if you ask for another one";
        return Err(Diagnostic::error(codes::BAD_QUESTION, message).help(help).into());
    }
    let (model, mut notes) = predict::read_rules(&options.rules, sources)?;
    let read = predict::as_rules_read(&model, options.layout.read_options());
    let table = read_table(&options.data, &read, limits, console)?;
    notes.extend(predict::doubts(&model, &table)?);
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
    let rows: Vec<usize> = match &options.row {
        None => (0..table.n_rows.min(most)).collect(),
        Some(wanted) if names.is_some() => {
            (0..table.n_rows).filter(|row| name(*row) == *wanted).take(most).collect()
        }
        Some(wanted) => wanted.parse::<usize>().ok().and_then(|row| row.checked_sub(1)).into_iter().collect(),
    };
    if rows.is_empty() || rows.iter().any(|row| *row >= table.n_rows) {
        return Err(no_row(options, table.n_rows).into());
    }
    if options.row.is_none() && table.n_rows > most {
        console.lines(&[format!("{} more rows are not shown: --row names one", table.n_rows - most)]);
    }
    let explainer = RowExplainer::new(&model, &table)?;
    let mut explanations = Vec::new();
    for (done, &row) in rows.iter().enumerate() {
        match explainer.explain(row, &name(row), options.class.as_deref(), limits) {
            Err(Error::Limit(limit)) if done > 0 => {
                notes.push(explain::cut_by(limit, rows.len() - done));
                break;
            }
            explained => explanations.push(explained?),
        }
    }
    Ok(Explained { explanations, notes })
}

fn no_row(options: &ExplainOptions, n_rows: usize) -> Diagnostic {
    let wanted = options.row.as_deref().unwrap_or_default();
    let message = format!("{} has no row `{wanted}`", options.data.display());
    let help = match &options.id {
        Some(id) => format!("rows are named as the column {id} says"),
        None => format!("rows are numbered from 1 to {n_rows}; --id COLUMN says which column names them"),
    };
    Diagnostic::error(codes::BAD_QUESTION, message).help(help)
}
