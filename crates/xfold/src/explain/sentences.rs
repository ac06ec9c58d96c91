//! Sentences for atoms, from templates per predicate as s(CASP) has them:
//! `#pred fly(X) :: '@(X) can fly'.`
//!
//! clingo does not know `#pred`, so a template may also stand in a comment of the rules: `% #pred …`.

use crate::{check::blanked, codes};
use xfold_asp::{
    diagnostic::Diagnostic,
    parse_rules,
    span::Span,
    symbols::{Signature, Symbol, Symbols},
    syntax::{Atom, Head, Rule, StatementKind, Term},
};

/// Templates, in order; the first that fits counts.
#[derive(Debug, Clone, Default)]
pub struct Sentences {
    templates: Vec<Template>,
}

#[derive(Debug, Clone)]
struct Template {
    negated: bool,
    signature: Signature,
    args: Vec<Term>,
    text: String,
}

impl Sentences {
    /// Takes the templates of a text. Returns the text with blanks in their place, so that the rest can be read as rules
    /// with the same positions. `base` is where the text starts among the sources.
    pub fn take_from(&mut self, text: &str, base: u32) -> Result<String, Diagnostic> {
        let mut rest = String::with_capacity(text.len());
        for line in text.split_inclusive('\n') {
            let start = base + rest.len() as u32;
            let bare = line.trim_start_matches(['%', ' ', '\t']);
            if !bare.starts_with("#pred ") {
                rest.push_str(line);
                continue;
            }
            let end = start + line.trim_end().len() as u32;
            let span = Span::new(start + (line.len() - bare.len()) as u32, end);
            let template = template(bare.trim_end()).ok_or_else(|| {
                Diagnostic::error(codes::BAD_SENTENCE, "this template is not understood")
                    .at(span, "")
                    .help("one line for each, such as: #pred fly(X) :: '@(X) can fly'.")
            })?;
            self.templates.push(template);
            rest.push_str(&blanked(line));
        }
        Ok(rest)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.templates.is_empty()
    }

    /// The sentence of an atom with variables; constants of a template must be the same.
    pub(crate) fn of_pattern(&self, atom: &Atom) -> Option<String> {
        let signature = atom.signature();
        let args: Vec<String> = atom.args.iter().map(ToString::to_string).collect();
        let mut own = self.templates.iter().filter(|t| t.signature == signature && !t.negated);
        own.find_map(|template| template.fill(&args, &args))
    }

    /// The sentence of an atom, or of `not` and the atom.
    pub(super) fn of_atom(
        &self,
        signature: &Signature,
        args: &[Symbol],
        negated: bool,
        symbols: &Symbols,
    ) -> Option<String> {
        let shown = |symbol: Symbol| match &*symbols.kind(symbol) {
            xfold_asp::SymbolKind::Text(text) => text.to_string(),
            _ => symbols.display(symbol).to_string(),
        };
        let values: Vec<String> = args.iter().map(|&arg| shown(arg)).collect();
        let written: Vec<String> = args.iter().map(|&arg| symbols.display(arg).to_string()).collect();
        let fitting = |wanted: bool| {
            let mut own =
                self.templates.iter().filter(move |t| t.signature == *signature && t.negated == wanted);
            own.find_map(|template| template.fill(&values, &written))
        };
        if !negated {
            return fitting(false);
        }
        fitting(true).or_else(|| Some(format!("it is not the case that {}", fitting(false)?)))
    }
}

impl Template {
    /// The sentence with values; none if a constant of the template is another one.
    fn fill(&self, values: &[String], written: &[String]) -> Option<String> {
        let mut bound: Vec<(&str, &str)> = Vec::new();
        for ((term, value), written) in self.args.iter().zip(values).zip(written) {
            match term {
                Term::Variable(name) => bound.push((name, value)),
                Term::Anonymous => {}
                other if other.to_string() == *written => {}
                _ => return None,
            }
        }
        let mut out = String::new();
        let mut rest = self.text.as_str();
        while let Some(at) = rest.find("@(") {
            out.push_str(&rest[..at]);
            let Some(end) = rest[at..].find(')') else { break };
            // A type behind the variable, as in @(X:person), is for reading only.
            let name = rest[at + 2..at + end].split(':').next().unwrap_or_default().trim();
            match bound.iter().find(|(known, _)| *known == name) {
                Some((_, value)) => out.push_str(value),
                None => out.push_str(&rest[at..=at + end]),
            }
            rest = &rest[at + end + 1..];
        }
        out.push_str(rest);
        Some(out)
    }
}

/// `#pred fly(X) :: '@(X) can fly'.`
fn template(line: &str) -> Option<Template> {
    let rest = line.strip_prefix("#pred ")?.trim().strip_suffix('.')?;
    let (atom, text) = rest.split_once("::")?;
    let text = text.trim();
    let text = match text.chars().next()? {
        '\'' => text.strip_prefix('\'')?.strip_suffix('\'')?.replace("''", "'"),
        '"' => text.strip_prefix('"')?.strip_suffix('"')?.replace("\\\"", "\""),
        _ => return None,
    };
    let atom = atom.trim();
    let (negated, atom) = match atom.strip_prefix("not ") {
        Some(atom) => (true, atom),
        None => (false, atom),
    };
    let statements = parse_rules(&format!("{atom}.")).ok()?;
    let [statement] = &statements[..] else { return None };
    let StatementKind::Rule(Rule { head: Head::Atom(atom), body, .. }) = &statement.kind else { return None };
    body.is_empty().then(|| Template { negated, signature: atom.signature(), args: atom.args.clone(), text })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn templates_are_filled() {
        let mut sentences = Sentences::default();
        let text = "fly(X) :- bird(X).\n% #pred fly(X) :: '@(X:animal) can''t but fly'.\n#pred not fly(et) :: \"ET walks\".\n";
        let rest = sentences.take_from(text, 0).expect("both are templates");
        assert_eq!(rest.len(), text.len());
        assert_eq!(rest.trim(), "fly(X) :- bird(X).");
        let mut symbols = Symbols::default();
        let (et, jo) = (symbols.constant("et"), symbols.constant("jo"));
        let fly = Signature::new("fly", 1);
        assert_eq!(sentences.of_atom(&fly, &[jo], false, &symbols).as_deref(), Some("jo can't but fly"));
        assert_eq!(sentences.of_atom(&fly, &[et], true, &symbols).as_deref(), Some("ET walks"));
        let other = sentences.of_atom(&fly, &[jo], true, &symbols);
        assert_eq!(other.as_deref(), Some("it is not the case that jo can't but fly"));
        assert!(sentences.take_from("#pred fly(X) : 'x'.", 0).is_err());
    }
}
