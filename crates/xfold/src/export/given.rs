//! First step of an export: rules are read from a text, which shows whether they are for a table or a program.

use super::{ExportLanguage, SqlOptions, program_rules, table_rules};
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
    language: ExportLanguage,
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
    use StatementKind::{Const, Defined, Rule, ShowSignature};
    let is_rule = |kind: &StatementKind| matches!(kind, Rule(_) | Const(..) | Defined(_) | ShowSignature(_));
    if let Some(other) = statements.iter().find(|statement| !is_rule(&statement.kind)) {
        let message = "this is no rule: a file of rules has rules, facts and constraints only";
        return Err(Diagnostic::error(codes::BAD_RULES, message).at(other.span, "").into());
    }
    Ok((program_rules(&statements, language, &sentences)?, Vec::new()))
}

/// Whether rules are for a table: comments at their top say which columns they read.
fn is_for_table(rules: &str) -> bool {
    let mut comments = rules.lines().filter_map(|line| line.strip_prefix('%'));
    comments.any(|comment| ["target ", "column "].iter().any(|word| comment.trim_start().starts_with(word)))
}
