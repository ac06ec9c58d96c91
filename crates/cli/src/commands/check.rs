//! `xfold check`: asks the solver which examples of a task hold under given rules.

use super::{End, Voice, check_table, read_rules_text, read_task, solver};
use crate::{
    interrupt,
    options::{CheckOptions, Format},
    output::write_result,
    render, summary, supervisor,
};
use std::path::Path;
use xfold::{
    Error, Result, Task,
    check::{ExampleVerdict, GivenRules, Verdict, verify_given},
    codes,
    report::CheckReport,
    table::read::is_table,
};
use xfold_asp::{
    diagnostic::{Diagnostic, Severity},
    span::SourceMap,
};

/// Runs the command.
pub fn run(options: &CheckOptions) -> End {
    let voice = Voice::new(&options.common);
    let limits = options.common.limits_of_short_work();
    interrupt::listen(&limits);
    supervisor::start(&limits, voice, "everything was checked");
    let Some((files, rules)) = options.task_and_rules() else {
        let error = Diagnostic::error(codes::BAD_RULES, "the rules to be checked are missing");
        let error = error.help("xfold check TASK RULES; `-` reads the rules from standard input");
        return voice.errors(&[error], &SourceMap::default());
    };
    if let [data] = files
        && is_table(data)
    {
        return check_table::run(options, data, rules, &limits, voice);
    }
    let mut task = match read_task(files, &options.reading) {
        Ok(task) => task,
        Err(unreadable) => return voice.errors(&unreadable.diagnostics, &unreadable.sources),
    };
    let mut notes: Vec<Diagnostic> = std::mem::take(&mut task.notes);
    notes.retain(|note| note.severity == Severity::Warning);
    let verdict = read_rules(rules, &mut task).and_then(|rules| {
        notes.extend(rules.notes.iter().cloned());
        verify_given(&task, &rules, options.open, &solver()?, &limits)
    });
    match verdict {
        Ok(verdict) => print(options, &task, &verdict, &notes, voice),
        Err(Error::Limit(limit)) => {
            let message = format!("the {limit} was reached before every example was checked");
            let error = Diagnostic::error(codes::LIMIT, message).help(Error::what_helps(limit));
            voice.errors(&[error], &task.sources);
            End::Limit
        }
        Err(Error::Diagnostics(errors)) => voice.errors(&errors, &task.sources),
    }
}

/// Reads rules. Their text joins the task's sources, so that messages can point into it.
fn read_rules(path: &Path, task: &mut Task) -> Result<GivenRules> {
    let (name, text) = read_rules_text(path, "give a file of rules, or - for standard input")?;
    GivenRules::new(&name, text, task)
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
