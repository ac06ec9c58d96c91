//! Rules that someone gave, as a text: for a table or a program, as the text shows.

use super::{Language, SqlOptions, program_rules, table_rules};
use crate::{
    codes,
    error::{Error, Result},
    explain::{Named, Sentences},
    table::text,
};
use xfold_asp::{
    diagnostic::{Diagnostic, Severity},
    parse_statements,
    span::SourceMap,
    syntax::StatementKind,
};

/// Rules of a text in another language, with what is worth knowing of them. Texts that messages point into join the
/// sources.
pub fn given_rules(
    (name, text): Named,
    templates: Option<Named>,
    language: Language,
    sql: &SqlOptions,
    sources: &mut SourceMap,
) -> Result<(String, Vec<Diagnostic>)> {
    let mut sentences = Sentences::default();
    if let Some((name, text)) = templates {
        sentences.take_from(&text, 0).inspect_err(|_| {
            sources.add(name, text.as_str());
        })?;
    }
    let rest = sentences.take_from(&text, 0).inspect_err(|_| {
        sources.add(name.as_str(), text.as_str());
    })?;
    let too_large = || Diagnostic::error(codes::TOO_LARGE, format!("{name} is too large"));
    let file = sources.add(name.as_str(), rest).ok_or_else(too_large)?;
    if is_for_table(&text) {
        let (model, notes) = text::parse(sources)?;
        return Ok((table_rules(&model, language, sql)?, notes));
    }
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
    Ok((program_rules(&statements, language, &sentences)?, Vec::new()))
}

/// Whether rules are for a table: comments at their top say which columns they read.
pub fn is_for_table(rules: &str) -> bool {
    rules.lines().any(|line| {
        line.strip_prefix('%').is_some_and(|rest| {
            let rest = rest.trim_start();
            rest.starts_with("target ") || rest.starts_with("column ")
        })
    })
}
