//! `xfold check`: asks the solver which examples of a task hold under given rules.

use super::{
    Console, End, Failure, Outcome, check_table,
    database::{self, Data},
    on_engine, read_rules_text, read_task, solver, supervised,
};
use crate::{
    engines::Engines,
    options::{CheckOptions, Format},
    output::write_result,
    render, summary,
};
use std::path::{Path, PathBuf};
use xfold::{
    Limits, Task,
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
    let Given { mut task, rules, mut data } = read(options, files, rules)?;
    let mut notes: Vec<Diagnostic> = std::mem::take(&mut task.notes);
    notes.retain(|note| note.severity == Severity::Warning);
    let (name, text) = rules;
    let verdict = GivenRules::new(&name, text, &mut task).and_then(|rules| {
        notes.extend(rules.notes.iter().cloned());
        let verdict = verify_given(&task, &rules, options.open, &solver()?, limits)?;
        Ok((verdict, rules.statements))
    });
    let (verdict, statements) =
        verdict.map_err(|error| Failure::new(error, std::mem::take(&mut task.sources)))?;
    console.notes(&notes, &task.sources);
    let report = CheckReport::new(&task.sources, &verdict, &notes);
    let covered = report.covered.as_ref().and_then(|all| all.first().copied());
    let in_data = data
        .as_mut()
        .zip(covered)
        .map(|(data, covered)| (data.accuracy(covered), data.compare(&statements, covered, console.paint)));
    let (accuracy, said) = in_data.unwrap_or_default();
    let text = match console.format {
        Format::Json => render::json(&report),
        Format::Text if options.common.quiet => String::new(),
        Format::Text => {
            let examples = verdict.examples.iter().flat_map(|example| lines(example, options.common.verbose));
            let all: Vec<String> = examples.chain([summary::holding(&verdict)]).chain(accuracy).collect();
            all.join("\n") + "\n"
        }
    };
    write_result(&text, None)?;
    let differs = said.as_ref().is_some_and(|said| said.differs);
    console.lines(&said.map(|said| said.line).into_iter().collect::<Vec<_>>());
    Ok(if verdict.all_hold() && !differs { End::Holds } else { End::Fails })
}

/// What is to be checked.
struct Given {
    task: Task,
    /// The name and text of the rules.
    rules: (String, String),
    /// Where the task comes from, if it is a database.
    data: Option<Data>,
}

/// Reads the task and the rules. Of a database the rules say which column they are about.
fn read(options: &CheckOptions, files: &[PathBuf], rules: &Path) -> Outcome<Given> {
    let text = || read_rules_text(rules, "give a file of rules, or - for standard input");
    if let Some(place) = database::place(files, false)? {
        let rules = text()?;
        let (task, data) = database::task_of_rules(&files[0], place, (&rules.0, &rules.1))?;
        return Ok(Given { task, rules, data: Some(data) });
    }
    let reading = Reading { examples: options.examples.clone(), ..options.reading.reading_in_columns() };
    let task = read_task(files, &reading, None)?;
    match text() {
        Ok(rules) => Ok(Given { task, rules, data: None }),
        Err(error) => Err(Failure::new(error.into(), task.sources)),
    }
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
