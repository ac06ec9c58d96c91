//! Exports: rules in the languages of other programs. Behind the path task → worlds → search → rules → check: it starts
//! from printed rules, so what was edited by hand is exported as it is.
//!
//! What another language cannot say is refused with the rule that says it. The exported rules predict what the rules
//! themselves do; the tests run them in SQLite, DuckDB and SWI-Prolog where these are installed.
//!
//! ```
//! use xfold::export::{ExportLanguage, SqlOptions, given_rules};
//!
//! let rules = ("rules.lp".to_string(), "fly(X) :- bird(X), not ab0(X).\nab0(X) :- penguin(X).\n".to_string());
//! let sql = SqlOptions { table: "rows".to_string(), ..SqlOptions::default() };
//! let (words, notes) = given_rules(rules, None, ExportLanguage::Words, &sql, &mut Default::default())?;
//! assert_eq!(words, "fly(X) if bird(X), unless ab0(X).\nab0(X) if penguin(X).\n");
//! assert!(notes.is_empty());
//! # Ok::<(), xfold::Error>(())
//! ```

mod given;
mod graph;
mod json;
mod prolog;
mod sql;
mod words;

pub use given::given_rules;
pub use sql::{Engine, SqlOptions, setup as sql_setup};

use crate::{
    codes,
    error::Result,
    explain::Sentences,
    table::{model::Model, text},
};
use xfold_asp::{
    diagnostic::Diagnostic,
    span::Span,
    syntax::{Rule, Statement, StatementKind},
};

/// A language to export to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExportLanguage {
    /// clingo's own.
    Clingo,
    /// s(CASP): goal-directed, with constraints over numbers.
    Scasp,
    /// SWI-Prolog.
    Prolog,
    /// A query for a database.
    Sql,
    /// Data for programs.
    Json,
    /// Sentences.
    Words,
    /// A graph for Graphviz.
    Dot,
    /// A graph for Mermaid.
    Mermaid,
}

/// Rules for a table in another language.
pub fn table_rules(model: &Model, language: ExportLanguage, options: &SqlOptions) -> Result<String> {
    match language {
        ExportLanguage::Clingo => Ok(text::program(model)),
        ExportLanguage::Words => Ok(text::words(model)),
        ExportLanguage::Sql => sql::query(model, options),
        ExportLanguage::Json => Ok(json::of_model(model)),
        ExportLanguage::Dot => Ok(graph::dot(&graph::of_model(model))),
        ExportLanguage::Mermaid => Ok(graph::mermaid(&graph::of_model(model))),
        ExportLanguage::Prolog | ExportLanguage::Scasp => {
            if model.is_vote() {
                let message =
                    "theories that vote cannot be exported there: their votes are counted by aggregates";
                return Err(cannot(message, None, "export them to sql, or learn without --vote"));
            }
            // The printed program has whole numbers, as the facts that `xfold predict --facts` writes.
            let program = text::program(model);
            let statements = xfold_asp::parse_rules(&program).map_err(crate::Error::Diagnostics)?;
            let rules = rules_of(&statements);
            match language {
                ExportLanguage::Prolog => prolog::program(&rules, &text::Vocabulary::new(model).signatures()),
                _ => prolog::scasp(&rules),
            }
        }
    }
}

/// Rules of a program in another language.
fn program_rules(
    statements: &[Statement],
    language: ExportLanguage,
    sentences: &Sentences,
) -> Result<String> {
    let rules = rules_of(statements);
    match language {
        ExportLanguage::Clingo => Ok(statements.iter().map(|statement| format!("{statement}\n")).collect()),
        ExportLanguage::Prolog => prolog::program(&rules, &[]),
        ExportLanguage::Scasp => prolog::scasp(&rules),
        ExportLanguage::Json => Ok(json::of_rules(&rules)),
        ExportLanguage::Words => Ok(words::of_rules(&rules, sentences)),
        ExportLanguage::Dot => Ok(graph::dot(&graph::of_rules(&rules))),
        ExportLanguage::Mermaid => Ok(graph::mermaid(&graph::of_rules(&rules))),
        ExportLanguage::Sql => {
            let message = "only rules for a table can be a query: these are a program";
            Err(cannot(message, None, "export them to clingo, scasp or prolog"))
        }
    }
}

fn rules_of(statements: &[Statement]) -> Vec<&Rule> {
    statements
        .iter()
        .filter_map(|statement| match &statement.kind {
            StatementKind::Rule(rule) => Some(rule),
            _ => None,
        })
        .collect()
}

fn cannot(what: impl Into<String>, span: Option<Span>, help: &str) -> crate::Error {
    let error = Diagnostic::error(codes::CANNOT_EXPORT, what.into());
    let error = match span {
        Some(span) => error.at(span, ""),
        None => error,
    };
    if help.is_empty() { error.into() } else { error.help(help).into() }
}
