//! `xfold export`: rules in the languages of other programs.

use super::{Console, End, Failure, add_source, database, read_rules_text, read_templates, supervised};
use crate::{explain_options::ExportOptions, files, options::Format, output::deliver, render};
use serde::Serialize;
use std::path::Path;
use xfold::{
    Error, Result, codes,
    export::{self, Engine, ExportLanguage, SqlOptions},
    report::Note,
    table::{
        read::{self, ReadOptions, Unwatched},
        text,
    },
};
use xfold_asp::{
    diagnostic::{Diagnostic, Severity},
    span::SourceMap,
};

/// Runs the command.
pub fn run(options: &ExportOptions) -> End {
    let limits = options.common.limits_of_short_work();
    supervised(&options.common, limits, "anything was written", |_, console| {
        let inputs = std::iter::once(options.rules.as_path()).chain(options.sentences.as_deref());
        files::check(options.output.as_deref(), inputs)?;
        let mut sources = SourceMap::default();
        export(options, &mut sources, console).map_err(|error| Failure::new(error, sources))?;
        Ok(End::Holds)
    })
}

/// Exported rules for programs.
#[derive(Serialize)]
struct ExportedRules {
    text: String,
    notes: Vec<Note>,
}

fn export(options: &ExportOptions, sources: &mut SourceMap, console: Console) -> Result<()> {
    let help = "give the rules that `xfold learn` printed, or - for standard input";
    let (name, text) = read_rules_text(&options.rules, help)?;
    let templates = read_templates(options.sentences.as_deref())?;
    let sql = SqlOptions { table: options.table.clone(), plain: options.plain };
    let (exported, notes) = match (options.setup, &options.data) {
        (Some(engine), Some(data)) => setup((name, text), options, engine, data, sources)?,
        _ if options.database.is_some() => {
            let database = options.database.as_deref().unwrap_or(Path::new(""));
            view((name, text), options, database, sources)?
        }
        _ => export::given_rules((name, text), templates, options.to, &sql, sources)?,
    };
    console.notes(&notes, sources);
    let text = match console.format {
        Format::Text => exported,
        Format::Json => {
            let notes = notes.iter().map(|note| Note::new(note, sources)).collect();
            render::versioned_json(&ExportedRules { text: exported, notes })
        }
    };
    Ok(deliver(&text, options.output.as_deref(), console.format)?)
}

/// A view on a database.
fn view(
    (name, rules): (String, String),
    options: &ExportOptions,
    database: &Path,
    sources: &mut SourceMap,
) -> Result<(String, Vec<Diagnostic>)> {
    if options.to != ExportLanguage::Sql {
        let message = "--database is for --to sql";
        return Err(Diagnostic::error(codes::CANNOT_EXPORT, message).help("say --to sql").into());
    }
    add_source(sources, name, rules.clone())?;
    let (statements, found) = xfold_asp::parse_statements(sources, 0);
    if found.iter().any(|found| found.severity == Severity::Error) {
        return Err(Error::Diagnostics(found));
    }
    database::view(&rules, &statements, database)
}

/// The statements that load a file.
fn setup(
    (name, rules): (String, String),
    options: &ExportOptions,
    engine: Engine,
    data: &Path,
    sources: &mut SourceMap,
) -> Result<(String, Vec<Diagnostic>)> {
    if options.to != ExportLanguage::Sql {
        let message = "--setup is for --to sql";
        return Err(Diagnostic::error(codes::CANNOT_EXPORT, message).help("say --to sql").into());
    }
    add_source(sources, name, rules)?;
    let (model, notes) = text::parse(sources)?;
    let layout = read::layout(data, &ReadOptions::default(), &Unwatched)?;
    Ok((export::sql_setup(&model, engine, &options.table, &layout)?, notes))
}
