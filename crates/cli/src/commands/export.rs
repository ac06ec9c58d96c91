//! `xfold export`: rules in the languages of other programs.

use super::{End, Voice, read_rules_text};
use crate::{
    explain_options::{ExportLanguage, ExportOptions},
    interrupt,
    output::write_result,
    supervisor,
};
use xfold::{
    Result, codes,
    export::{self, Language, SqlOptions},
};
use xfold_asp::{diagnostic::Diagnostic, span::SourceMap};

/// Runs the command.
pub fn run(options: &ExportOptions) -> End {
    let voice = Voice::new(&options.common);
    let limits = options.common.limits_of_short_work();
    interrupt::listen(&limits);
    supervisor::start(&limits, voice, "anything was written");
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
    let templates = options
        .sentences
        .as_deref()
        .map(|path| read_rules_text(path, "give a file of templates"))
        .transpose()?;
    let sql = SqlOptions { table: options.table.clone() };
    let (exported, notes) = export::given_rules((name, text), templates, language, &sql, sources)?;
    voice.notes(&notes, sources);
    let written = write_result(&exported, options.output.as_deref());
    Ok(written.map_err(|error| Diagnostic::error(codes::CANNOT_WRITE, error))?)
}
