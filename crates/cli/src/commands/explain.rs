//! `xfold explain`: why an atom or the class of a row follows from rules, or why not.

use super::{
    End, Voice, check, predict, read_rules_text, read_task_as, solver,
    table::{fail, read_table},
};
use crate::{
    explain_options::ExplainOptions,
    interrupt,
    options::Format,
    output::{Paint, try_file, write_result},
    render,
};
use std::path::Path;
use xfold::{
    Error, Limits, Result, Task,
    check::RulesText,
    codes,
    explain::{self, Asked, Document, Explanation, Sentences, explain_atoms, explain_row},
    table::read::is_table,
    task::{Example, read::Reading},
};
use xfold_asp::{
    diagnostic::{Diagnostic, did_you_mean},
    parse_rules, parse_statements,
    span::SourceMap,
    symbols::{Signature, Symbols},
    syntax::{Atom, Head, Rule, Statement, StatementKind, Term},
    term_of, visit,
};

/// Runs the command.
pub fn run(options: &ExplainOptions) -> End {
    let voice = Voice::new(&options.common);
    let limits = options.common.limits();
    interrupt::listen(&limits);
    if let Some(Err(error)) = options.output.as_deref().map(try_file) {
        return voice.errors(&[Diagnostic::error(codes::CANNOT_WRITE, error)], &SourceMap::default());
    }
    if is_table(&options.data) {
        let explained = of_rows(options, &limits.clone().with_own_memory(), voice);
        return match explained.and_then(|explanations| print(options, &explanations, voice)) {
            Ok(()) => End::Holds,
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
    let mut sentences = Sentences::default();
    let (name, text) = read_rules_text(&options.rules, "give a file of rules, or - for standard input")?;
    let text = take_sentences(&mut sentences, &name, text, task)?;
    let rules = check::rules_of(&name, text, task)?;
    voice.notes(&rules.notes, &task.sources);
    let (mut statements, _) = parse_statements(&task.sources, task.sources.files().len() - 1);
    statements.retain(|statement| {
        matches!(
            statement.kind,
            StatementKind::Rule(_) | StatementKind::Const(..) | StatementKind::Defined(_)
        )
    });
    if let Some(path) = &options.sentences {
        let (name, text) = read_rules_text(path, "give a file of templates")?;
        take_sentences(&mut sentences, &name, text, task)?;
    }
    let text = RulesText { text: &rules.text, origin: Some(rules.span), statements: &statements };
    let solver = solver()?;
    let bounds = options.bounds();
    let mut explanations = Vec::new();
    let mut n_more = 0;
    for (atom, example) in questions(options, task, &statements, voice)? {
        if explanations.len() >= bounds.answers {
            n_more += 1;
            continue;
        }
        let asked = Asked { atom: &atom, example };
        let (mut found, more) = explain_atoms(task, &text, asked, &sentences, &bounds, &solver, limits)?;
        if found.is_empty() {
            let message = format!("no instance of {atom} holds");
            let help = "give the atom with values to see why it does not hold";
            voice.notes(&[Diagnostic::note(codes::BAD_QUESTION, message).help(help)], &task.sources);
        }
        explanations.append(&mut found);
        n_more += more;
    }
    if n_more > 0 {
        voice.lines(&[format!("{n_more} more are not shown: --most says how many are")]);
    }
    Ok(explanations)
}

/// The atoms to explain, each with the example in whose context it is.
fn questions<'t>(
    options: &ExplainOptions,
    task: &'t Task,
    rules: &[Statement],
    voice: Voice,
) -> Result<Vec<(Atom, Option<&'t Example>)>> {
    let example = match &options.example {
        None => None,
        Some(name) => Some(example_named(task, name)?),
    };
    let Some(text) = &options.atom else {
        let examples: Vec<&Example> =
            task.examples.iter().filter(|e| example.is_none_or(|o| o.name == e.name)).collect();
        let context = |e: &'t Example| (!e.context.is_empty() || example.is_some()).then_some(e);
        let atoms = examples
            .iter()
            .flat_map(|e| atoms_of(e, &task.symbols).into_iter().map(|atom| (atom, context(e))));
        let atoms: Vec<(Atom, Option<&Example>)> = atoms.collect();
        if atoms.is_empty() {
            let known: Vec<String> =
                rules.iter().flat_map(visit::heads).map(|head| head.to_string()).collect();
            let message = "there is no example, so it must be said what is to be explained";
            let help = format!("give an atom behind the data; the rules derive {}", known.join(", "));
            return Err(Diagnostic::error(codes::BAD_QUESTION, message).help(help).into());
        }
        return Ok(atoms);
    };
    let atom = atom_of(text)?;
    if example.is_none() && task.examples.iter().any(|example| !example.context.is_empty()) {
        let message = "examples have contexts of their own, which do not count here";
        let help = "say in which one with --example NAME";
        voice.notes(&[Diagnostic::warning(codes::BAD_QUESTION, message).help(help)], &task.sources);
    }
    voice.notes(&unknown_predicate(&atom, task, rules), &task.sources);
    Ok(vec![(atom, example)])
}

/// A warning if nothing speaks of an atom's predicate.
fn unknown_predicate(atom: &Atom, task: &Task, rules: &[Statement]) -> Vec<Diagnostic> {
    let contexts = task.examples.iter().flat_map(|example| &example.context);
    let mut known: Vec<Signature> = task.background.defined();
    for statement in rules.iter().chain(&task.background.statements).chain(contexts) {
        known.extend(visit::heads(statement));
        known.extend(visit::reads(statement).into_iter().map(|(read, _)| read));
    }
    let signature = atom.signature();
    if known.contains(&signature) {
        return Vec::new();
    }
    let names: Vec<String> = known.iter().map(ToString::to_string).collect();
    let message = format!("neither the rules nor the data mention {signature}");
    let warning = Diagnostic::warning(codes::BAD_QUESTION, message);
    vec![match did_you_mean(&signature.to_string(), names.iter().map(String::as_str)) {
        Some(near) => warning.help(format!("did you mean {near}?")),
        None => warning,
    }]
}

fn example_named<'t>(task: &'t Task, name: &str) -> Result<&'t Example> {
    let mut all = task.examples.iter().chain(&task.predictions);
    let found = all.clone().find(|example| example.name == name);
    Ok(found.ok_or_else(|| {
        let near = did_you_mean(name, all.clone().map(|example| example.name.as_str()));
        let help = match (near, all.next()) {
            (Some(near), _) => format!("did you mean `{near}`?"),
            (None, Some(first)) => format!("the first one is `{}`", first.name),
            (None, None) => "there is no example".to_string(),
        };
        Diagnostic::error(codes::BAD_QUESTION, format!("no example is called `{name}`")).help(help)
    })?)
}

fn atoms_of(example: &Example, symbols: &Symbols) -> Vec<Atom> {
    let groups = example.inclusions.groups().iter().chain(example.exclusions.groups());
    let atom = |signature: &Signature, args: Vec<Term>| Atom {
        negated: signature.negated,
        name: signature.name.clone(),
        args,
        span: Default::default(),
    };
    groups
        .flat_map(|group| {
            let rows = group.rows().map(|row| row.iter().map(|&arg| term_of(arg, symbols)).collect());
            rows.map(|args| atom(&group.signature, args)).collect::<Vec<Atom>>()
        })
        .collect()
}

/// An atom as it is typed; a `not` before it and a full stop behind it do not matter.
fn atom_of(text: &str) -> Result<Atom> {
    let bare = text.trim().trim_end_matches('.');
    let bare = bare.strip_prefix("not ").unwrap_or(bare);
    let statements = parse_rules(&format!("{bare}.")).unwrap_or_default();
    match &statements[..] {
        [Statement { kind: StatementKind::Rule(Rule { head: Head::Atom(atom), body, .. }), .. }]
            if body.is_empty() =>
        {
            Ok(atom.clone())
        }
        _ => {
            let message = format!("`{text}` is no atom");
            let help = "such as 'fly(tweety)', in quotes so that the shell leaves it alone";
            Err(Diagnostic::error(codes::BAD_QUESTION, message).help(help).into())
        }
    }
}

/// Takes the templates out of a text. If one is wrong, the text joins the sources so that the message can show it.
fn take_sentences(sentences: &mut Sentences, name: &str, text: String, task: &mut Task) -> Result<String> {
    let base = task.sources.files().last().map_or(0, |file| file.base + file.text.len() as u32 + 1);
    Ok(sentences.take_from(&text, base).inspect_err(|_| {
        task.sources.add(name, text.as_str());
    })?)
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

fn of_rows(options: &ExplainOptions, limits: &Limits, voice: Voice) -> Result<Vec<Explanation>> {
    if let Some(atom) = &options.atom {
        let message = format!("{} is a table, so there is no atom `{atom}`", options.data.display());
        let help = "name a row with --row N, and a class with --class if you ask for another one";
        return Err(Diagnostic::error(codes::BAD_QUESTION, message).help(help).into());
    }
    let mut sources = SourceMap::default();
    let (model, notes) = predict::read_rules(&options.rules, &mut sources)?;
    voice.notes(&notes, &sources);
    let read = predict::as_rules_read(&model, options.read_options());
    let table = read_table(&options.data, &read, limits, voice)?;
    voice.notes(&predict::doubts(&model, &table)?, &sources);
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
        None => format!("rows are numbered from 1 to {n_rows}"),
    };
    Diagnostic::error(codes::BAD_QUESTION, message).help(help)
}
