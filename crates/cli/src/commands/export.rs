//! `xfold export`: rules in the languages of other programs.

use super::{End, Voice, read_rules_text};
use crate::{
    explain_options::{ExportLanguage, ExportOptions, SqlEngine},
    files, interrupt,
    options::Format,
    output::deliver,
    render, supervisor,
};
use serde::Serialize;
use std::path::Path;
use xfold::{
    Result, codes,
    export::{self, Engine, Language, SqlOptions},
    report::Note,
    table::{
        read::{self, ReadOptions, Unwatched},
        text,
    },
};
use xfold_asp::{diagnostic::Diagnostic, span::SourceMap};

/// Runs the command.
pub fn run(options: &ExportOptions) -> End {
    let voice = Voice::new(&options.common);
    let limits = options.common.limits_of_short_work();
    interrupt::listen(&limits);
    supervisor::start(&limits, voice, "anything was written");
    let inputs = std::iter::once(options.rules.as_path()).chain(options.sentences.as_deref());
    if let Err(error) = files::check(options.output.as_deref(), inputs) {
        return voice.errors(&[error], &SourceMap::default());
    }
    let mut sources = SourceMap::default();
    match export(options, &mut sources, voice) {
        Ok(()) => End::Holds,
        Err(error) => voice.errors(&error.into_diagnostics(), &sources),
    }
}

/// Exported rules for programs.
#[derive(Serialize)]
struct Report {
    version: u32,
    xfold: &'static str,
    text: String,
    notes: Vec<Note>,
}

fn export(options: &ExportOptions, sources: &mut SourceMap, voice: Voice) -> Result<()> {
    let help = "give the rules that `xfold learn` printed, or - for standard input";
    let (name, text) = read_rules_text(&options.rules, help)?;
    let language = match options.to {
        ExportLanguage::Clingo => Language::Clingo,
        ExportLanguage::Scasp => Language::Scasp,
        ExportLanguage::Prolog => Language::Prolog,
        ExportLanguage::Sql => Language::Sql,
        ExportLanguage::Json => Language::Json,
        ExportLanguage::Words => Language::Words,
        ExportLanguage::Dot => Language::Dot,
        ExportLanguage::Mermaid => Language::Mermaid,
    };
    let templates = options
        .sentences
        .as_deref()
        .map(|path| read_rules_text(path, "give a file of templates"))
        .transpose()?;
    let sql = SqlOptions { table: options.table.clone(), plain: options.plain };
    let (exported, notes) = match (options.setup, &options.data) {
        (Some(engine), Some(data)) => setup((name, text), options, engine, data, sources)?,
        _ => export::given_rules((name, text), templates, language, &sql, sources)?,
    };
    voice.notes(&notes, sources);
    let text = match voice.format {
        Format::Text => exported,
        Format::Json => {
            let notes = notes.iter().map(|note| Note::new(note, sources)).collect();
            let report = Report { version: 1, xfold: env!("CARGO_PKG_VERSION"), text: exported, notes };
            render::to_json(&report) + "\n"
        }
    };
    Ok(deliver(&text, options.output.as_deref(), voice.format)?)
}

/// The statements that load a file.
fn setup(
    (name, rules): (String, String),
    options: &ExportOptions,
    engine: SqlEngine,
    data: &Path,
    sources: &mut SourceMap,
) -> Result<(String, Vec<Diagnostic>)> {
    if options.to != ExportLanguage::Sql {
        let message = "--setup is for --to sql";
        return Err(Diagnostic::error(codes::CANNOT_EXPORT, message).help("say --to sql").into());
    }
    let too_large = || Diagnostic::error(codes::TOO_LARGE, format!("{name} is too large"));
    sources.add(name.as_str(), rules).ok_or_else(too_large)?;
    let (model, notes) = text::parse(sources)?;
    let engine = match engine {
        SqlEngine::DuckDb => Engine::DuckDb,
        SqlEngine::Sqlite => Engine::Sqlite,
    };
    let layout = read::layout(data, &ReadOptions::default(), &Unwatched)?;
    Ok((export::sql_setup(&model, engine, &options.table, &layout)?, notes))
}
