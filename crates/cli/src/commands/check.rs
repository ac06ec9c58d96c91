//! `xfold check`: asks the solver which examples of a task hold under given rules.

use super::{End, Voice, read_rules_text, read_task, solver};
use crate::{
    interrupt,
    options::{CheckOptions, Format},
    output::write_result,
    render, summary,
};
use std::path::Path;
use xfold::{
    Error, Limits, Result, Settings, Task,
    check::{self, ExampleVerdict, RulesText, Verdict},
    codes,
    report::CheckReport,
    worlds,
};
use xfold_asp::{
    diagnostic::{Diagnostic, Severity},
    parse_into,
    span::Span,
    symbols::Signature,
    syntax::{Atom, Head, Program, Rule, Statement, StatementKind, Term},
};

/// Runs the command.
pub fn run(options: &CheckOptions) -> End {
    let voice = Voice::new(&options.common);
    let limits = options.common.limits();
    interrupt::listen(&limits);
    let mut task = match read_task(&options.task, &options.reading) {
        Ok(task) => task,
        Err(unreadable) => return voice.errors(&unreadable.diagnostics, &unreadable.sources),
    };
    let mut notes: Vec<Diagnostic> = std::mem::take(&mut task.notes);
    notes.retain(|note| note.severity == Severity::Warning);
    let verdict = read_rules(&options.rules, &mut task)
        .and_then(|rules| verify(&task, &rules, options.open, &limits, &mut notes));
    match verdict {
        Ok(verdict) => print(options, &task, &verdict, &notes, voice),
        Err(Error::Limit(limit)) => {
            let message = format!("the {limit} was reached before every example was checked");
            voice.errors(&[Diagnostic::error(codes::LIMIT, message)], &task.sources)
        }
        Err(Error::Diagnostics(errors)) => voice.errors(&errors, &task.sources),
    }
}

/// Rules as they go to the solver, with what they mention.
pub(super) struct Rules {
    pub(super) text: String,
    pub(super) span: Span,
    statements: Vec<Statement>,
    pub(super) notes: Vec<Diagnostic>,
}

/// Reads rules. Their text joins the task's sources, so that messages can point into it.
fn read_rules(path: &Path, task: &mut Task) -> Result<Rules> {
    let (name, text) = read_rules_text(path, "give a file of rules, or - for standard input")?;
    rules_of(&name, text, task)
}

/// The rules of a text.
pub(super) fn rules_of(name: &str, text: String, task: &mut Task) -> Result<Rules> {
    let too_large = || Diagnostic::error(codes::TOO_LARGE, format!("{name} makes the task too large"));
    let file = task.sources.add(name, text.as_str()).ok_or_else(too_large)?;
    let mut program = Program::default();
    let mut found = parse_into(&task.sources, file, &mut program);
    let base = task.sources.files()[file].base;
    let mut rules = Rules {
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
                found.push(Diagnostic::error(codes::BAD_RULES, message).at(statement.span, "").help(help));
            }
        }
    }
    if found.iter().any(|found| found.severity == Severity::Error) {
        return Err(Error::Diagnostics(found));
    }
    rules.notes.append(&mut found);
    Ok(rules)
}

impl Rules {
    /// Hides a statement from the solver. Spaces instead of it keep all other positions.
    fn blank(&mut self, base: u32, span: Span) {
        let range = (span.start - base) as usize..(span.end - base) as usize;
        let blanks: String = self.text[range.clone()]
            .chars()
            .map(|c| if c == '\n' { "\n".into() } else { " ".repeat(c.len_utf8()) })
            .collect();
        self.text.replace_range(range, &blanks);
    }
}

/// A statement that stands for the facts of a predicate: it tells which predicate the rules define.
fn fact_of(signature: &Signature) -> Statement {
    let Signature { negated, name, arity } = signature.clone();
    let head = Head::Atom(Atom { negated, name, args: vec![Term::Anonymous; arity], span: Span::default() });
    let rule = Rule { head, body: Vec::new(), span: Span::default() };
    Statement { kind: StatementKind::Rule(rule), span: Span::default() }
}

fn verify(
    task: &Task,
    rules: &Rules,
    open: bool,
    limits: &Limits,
    notes: &mut Vec<Diagnostic>,
) -> Result<Verdict> {
    notes.extend(rules.notes.iter().cloned());
    let solver = solver()?;
    // Whether the background alone can agree with an example is no question here: the rules decide.
    let settings = Settings { open, lenient: true, ..Settings::default() };
    let (worlds, _) = worlds::of(task, &settings, &solver, limits)?;
    let text = RulesText { text: &rules.text, origin: Some(rules.span), statements: &rules.statements };
    check::verify(task, &worlds, &text, &solver, limits)
}

fn print(options: &CheckOptions, task: &Task, verdict: &Verdict, notes: &[Diagnostic], voice: Voice) -> End {
    voice.notes(notes, &task.sources);
    let text = match voice.format {
        Format::Json => render::to_json(&CheckReport::new(&task.sources, verdict, notes)) + "\n",
        Format::Text if options.common.quiet => String::new(),
        Format::Text => {
            let examples = verdict.examples.iter().flat_map(|example| lines(example, options.common.verbose));
            let all: Vec<String> = examples.chain([summary::holding(verdict)]).collect();
            all.join("\n") + "\n"
        }
    };
    if let Err(error) = write_result(&text, None) {
        return voice.errors(&[Diagnostic::error(codes::CANNOT_WRITE, error)], &task.sources);
    }
    if verdict.all_hold() { End::Holds } else { End::Fails }
}

/// What became of an example: a line, and why if it fails; if wanted, the atoms that show it.
fn lines(example: &ExampleVerdict, with_witness: bool) -> Vec<String> {
    let how = match (example.holds, example.positive) {
        (true, true) => "covered",
        (true, false) => "not covered, as it should be",
        (false, true) => "not covered",
        (false, false) => "covered, but should not be",
    };
    let price = if example.holds { String::new() } else { summary::price(example) };
    let mut lines = vec![format!("{}: {how}{price}", summary::title(example))];
    lines.extend(summary::reasons(example, usize::MAX));
    if let Some(witness) = example.witness.as_ref().filter(|_| with_witness && example.holds) {
        lines.push(format!("    in a stable model: {}", witness.join(" ")));
    }
    lines
}
