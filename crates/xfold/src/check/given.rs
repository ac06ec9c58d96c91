//! Rules that were not learned here: a file, or what someone typed, as they go to the check and to explanations.

use super::{RulesText, Verdict, verify};
use crate::{
    Settings, codes,
    error::{Error, Result},
    task::Task,
    worlds,
};
use xfold_asp::{
    diagnostic::{Diagnostic, Severity},
    parse_into,
    span::Span,
    symbols::Signature,
    syntax::{Atom, Head, Program, Rule, Statement, StatementKind, Term},
};
use xfold_solve::{Limits, Solver};

/// Rules as they go to the solver, with what they mention.
#[derive(Debug)]
pub struct GivenRules {
    /// The text; what does not concern the examples is blanked.
    pub text: String,
    /// Its place among the task's sources.
    pub span: Span,
    /// The rules, and a statement for the facts of each predicate.
    pub statements: Vec<Statement>,
    /// What the user should know of them.
    pub notes: Vec<Diagnostic>,
}

impl GivenRules {
    /// The rules of a text, which joins the task's sources so that messages can point into it.
    pub fn new(name: &str, text: String, task: &mut Task) -> Result<Self> {
        let too_large = || Diagnostic::error(codes::TOO_LARGE, format!("{name} makes the task too large"));
        let file = task.sources.add(name, text.as_str()).ok_or_else(too_large)?;
        let mut program = Program::default();
        let mut found = parse_into(&task.sources, file, &mut program);
        let base = task.sources.files()[file].base;
        let mut rules = Self {
            span: Span::new(base, base + text.len() as u32),
            text,
            statements: program.facts.groups().iter().map(|group| fact_of(&group.signature)).collect(),
            notes: Vec::new(),
        };
        for statement in program.statements {
            match &statement.kind {
                StatementKind::Rule(_) | StatementKind::Const(..) | StatementKind::Defined(_) => {
                    rules.statements.push(statement);
                }
                StatementKind::ShowSignature(_) | StatementKind::ShowTerm(..) => {
                    rules.blank(base, statement.span)
                }
                StatementKind::Weak { .. } => {
                    let message = "weak constraints do not matter for the examples and are left out";
                    rules.notes.push(Diagnostic::note(codes::WEAK_DROPPED, message).at(statement.span, ""));
                    rules.blank(base, statement.span);
                }
                _ => {
                    let message = "this is no rule: a file of rules has rules, facts and constraints only";
                    let help = "examples, modes and other directives belong into the task";
                    found
                        .push(Diagnostic::error(codes::BAD_RULES, message).at(statement.span, "").help(help));
                }
            }
        }
        if found.iter().any(|found| found.severity == Severity::Error) {
            return Err(Error::Diagnostics(found));
        }
        rules.notes.append(&mut found);
        Ok(rules)
    }

    /// Hides a statement from the solver. Spaces instead of it keep all other positions.
    fn blank(&mut self, base: u32, span: Span) {
        let range = (span.start - base) as usize..(span.end - base) as usize;
        let blanks = blanked(&self.text[range.clone()]);
        self.text.replace_range(range, &blanks);
    }
}

/// Spaces of the same length as a text, on as many lines.
pub(crate) fn blanked(text: &str) -> String {
    text.chars().map(|c| if c == '\n' { "\n".to_string() } else { " ".repeat(c.len_utf8()) }).collect()
}

/// Checks rules that were given against every example of a task.
pub fn verify_given(
    task: &Task,
    rules: &GivenRules,
    open: bool,
    solver: &dyn Solver,
    limits: &Limits,
) -> Result<Verdict> {
    // `lenient`: the background alone need not agree with the examples, since the rules decide.
    let settings = Settings { open, lenient: true, ..Settings::default() };
    let task = &task.reached(&rules.statements, limits)?;
    let (worlds, _) = worlds::of(task, &settings, solver, limits)?;
    let text = RulesText { text: &rules.text, origin: Some(rules.span), statements: &rules.statements };
    verify(task, &worlds, &text, solver, limits)
}

/// A statement that stands for the facts of a predicate: it tells which predicate the rules define.
fn fact_of(signature: &Signature) -> Statement {
    let Signature { negated, name, arity } = signature.clone();
    let head = Head::Atom(Atom { negated, name, args: vec![Term::Anonymous; arity], span: Span::default() });
    let rule = Rule { head, body: Vec::new(), span: Span::default() };
    Statement { kind: StatementKind::Rule(rule), span: Span::default() }
}
