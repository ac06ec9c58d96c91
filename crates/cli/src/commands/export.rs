//! `xfold export`: rules in the languages of other programs.

use super::{End, Voice, read_rules_text};
use crate::{
    explain_options::{ExportLanguage, ExportOptions},
    output::write_result,
};
use xfold::{
    Error, Result, codes,
    explain::Sentences,
    export::{self, Language, SqlOptions},
    table::text,
};
use xfold_asp::{
    diagnostic::{Diagnostic, Severity},
    parse_statements,
    span::SourceMap,
    syntax::StatementKind,
};

/// Runs the command.
pub fn run(options: &ExportOptions) -> End {
    let voice = Voice::new(&options.common);
    let mut sources = SourceMap::default();
    match export(options, &mut sources, voice) {
        Ok(()) => End::Holds,
        Err(error) => voice.errors(&error.into_diagnostics(), &sources),
    }
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
    let is_table = text.lines().any(|line| {
        line.strip_prefix('%').is_some_and(|rest| {
            let rest = rest.trim_start();
            rest.starts_with("target ") || rest.starts_with("column ")
        })
    });
    let mut sentences = Sentences::default();
    if let Some(path) = &options.sentences {
        let (name, text) = read_rules_text(path, "give a file of templates")?;
        sentences.take_from(&text, 0).inspect_err(|_| {
            sources.add(name, text.as_str());
        })?;
    }
    let rest = sentences.take_from(&text, 0).inspect_err(|_| {
        sources.add(name.as_str(), text.as_str());
    })?;
    let too_large = || Diagnostic::error(codes::TOO_LARGE, format!("{name} is too large"));
    let file = sources.add(name.as_str(), rest).ok_or_else(too_large)?;
    let exported = if is_table {
        let (model, notes) = text::parse(sources)?;
        voice.notes(&notes, sources);
        export::table_rules(&model, language, &SqlOptions { table: options.table.clone() })?
    } else {
        let (statements, found) = parse_statements(sources, file);
        if found.iter().any(|found| found.severity == Severity::Error) {
            return Err(Error::Diagnostics(found));
        }
        let is_rule = |kind: &StatementKind| {
            matches!(
                kind,
                StatementKind::Rule(_)
                    | StatementKind::Const(..)
                    | StatementKind::Defined(_)
                    | StatementKind::ShowSignature(_)
            )
        };
        if let Some(other) = statements.iter().find(|statement| !is_rule(&statement.kind)) {
            let message = "this is no rule: a file of rules has rules, facts and constraints only";
            return Err(Diagnostic::error(codes::BAD_RULES, message).at(other.span, "").into());
        }
        export::program_rules(&statements, language, &sentences)?
    };
    let written = write_result(&exported, options.output.as_deref());
    Ok(written.map_err(|error| Diagnostic::error(codes::CANNOT_WRITE, error))?)
}
