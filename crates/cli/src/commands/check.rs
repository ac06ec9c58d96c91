//! `xfold check`: asks the solver which examples of a task hold under given rules.

use super::{
    Console, End, Failure, Outcome, check_table, on_engine, read_rules_text, read_task, solver, supervised,
};
use crate::{
    engines::Engines,
    options::{CheckOptions, Format},
    output::write_result,
    render, summary,
};
use std::path::{Path, PathBuf};
use xfold::{
    Limits, Result, Task,
    check::{ExampleVerdict, GivenRules, verify_given},
    codes,
    report::CheckReport,
    table::read::is_table,
    task::read::Reading,
};
use xfold_asp::diagnostic::{Diagnostic, Severity};

/// Runs the command.
pub fn run(options: &CheckOptions, engines: Option<&dyn Engines>) -> End {
    let limits = options.common.limits_of_short_work();
    supervised(&options.common, limits, "every example was checked", |limits, console| {
        let Some((files, rules)) = options.task_and_rules() else {
            let error = Diagnostic::error(codes::BAD_RULES, "the rules to be checked are missing");
            let help = "xfold check TASK RULES; `-` reads the rules from standard input";
            return Err(error.help(help).into());
        };
        if let Some(engines) = options.engine.beyond_memory(engines) {
            return on_engine::check(options, files, rules, engines, limits, console);
        }
        match files {
            [data] if is_table(data) => check_table::run(options, data, rules, limits, console),
            files => check(options, files, rules, limits, console),
        }
    })
}

fn check(
    options: &CheckOptions,
    files: &[PathBuf],
    rules: &Path,
    limits: &Limits,
    console: Console,
) -> Outcome {
    let reading = Reading { examples: options.examples.clone(), ..options.reading.reading_in_columns() };
    let mut task = read_task(files, &reading, None)?;
    let mut notes: Vec<Diagnostic> = std::mem::take(&mut task.notes);
    notes.retain(|note| note.severity == Severity::Warning);
    let verdict = read_rules(rules, &mut task).and_then(|rules| {
        notes.extend(rules.notes.iter().cloned());
        verify_given(&task, &rules, options.open, &solver()?, limits)
    });
    let verdict = verdict.map_err(|error| Failure::new(error, std::mem::take(&mut task.sources)))?;
    console.notes(&notes, &task.sources);
    let text = match console.format {
        Format::Json => render::json(&CheckReport::new(&task.sources, &verdict, &notes)),
        Format::Text if options.common.quiet => String::new(),
        Format::Text => {
            let examples = verdict.examples.iter().flat_map(|example| lines(example, options.common.verbose));
            let all: Vec<String> = examples.chain([summary::holding(&verdict)]).collect();
            all.join("\n") + "\n"
        }
    };
    write_result(&text, None)?;
    Ok(if verdict.all_hold() { End::Holds } else { End::Fails })
}

/// Reads rules. Their text joins the task's sources, so that messages can point into it.
fn read_rules(path: &Path, task: &mut Task) -> Result<GivenRules> {
    let (name, text) = read_rules_text(path, "give a file of rules, or - for standard input")?;
    GivenRules::new(&name, text, task)
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
