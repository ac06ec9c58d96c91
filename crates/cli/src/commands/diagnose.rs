//! `xfold diagnose`: what stands in the way of learning a task.

use super::{End, Failure, read_task, refuse_tables, solver, supervised};
use crate::{
    explain_options::DiagnoseOptions,
    options::Format,
    output::{Paint, write_result},
    render, summary,
};
use xfold::{
    Settings,
    diagnose::{Alike, Diagnosis, Trial, diagnose},
};

/// Runs the command.
pub fn run(options: &DiagnoseOptions) -> End {
    supervised(&options.common, options.common.limits(), "anything was found", |limits, console| {
        let help = "a table always has rules; `xfold eval` tells how good they are on rows they were not learned from";
        refuse_tables(&options.task, help)?;
        let task = read_task(&options.task, &options.reading.reading(), None)?;
        let settings = Settings { noise: options.noise, ..Settings::default() };
        let (diagnosis, learned) = match diagnose(&task, &settings, &solver()?, limits) {
            Ok(found) => found,
            Err(error) => return Err(Failure::of_task(error, task)),
        };
        console.notes(&learned.notes, &task.sources);
        let text = match console.format {
            Format::Json => render::json(&diagnosis),
            Format::Text => {
                let paint = Paint::for_result(options.common.color);
                let mut lines = summary::of_run(&learned, paint);
                lines.extend(findings(&diagnosis, paint));
                lines.join("\n") + "\n"
            }
        };
        write_result(&text, None)?;
        Ok(learned.stop.into())
    })
}

/// What was found, line by line.
fn findings(diagnosis: &Diagnosis, paint: Paint) -> Vec<String> {
    let mut lines = Vec::new();
    for decimals in &diagnosis.decimals {
        let line =
            format!("decimals in quotes are texts, of which rules can only name single ones: {decimals}");
        lines.push(paint.bold(&line));
        lines.push("  scale them to whole numbers (3.7 as 37), so that rules can compare them".to_string());
    }
    for Alike { positive, negative, told_apart_by } in &diagnosis.alike {
        let line = format!(
            "no rule of these modes tells {positive}, which should hold, from {negative}, which should not, without naming them"
        );
        lines.push(paint.bold(&line));
        lines.push(if told_apart_by.is_empty() {
            "  nothing in the background tells them apart: add facts about one of them".to_string()
        } else {
            format!("  a mode would: {}", told_apart_by.join(", "))
        });
    }
    if diagnosis.n_more_alike > 0 {
        lines.push(format!("… and {} more examples of this kind", diagnosis.n_more_alike));
    }
    if !diagnosis.cut_by.is_empty() {
        lines.push(format!("bounds that cut the search: {}", diagnosis.cut_by.join(", ")));
    }
    for Trial { what, helps, program, new_predicates } in &diagnosis.trials {
        let verdict = if *helps { paint.green("helps") } else { paint.dim("does not help") };
        lines.push(format!("tried {what}: {verdict}"));
        if !new_predicates.is_empty() {
            lines.push(format!("  it needs a #modeb for {}", new_predicates.join(", ")));
        }
        let program = program.iter().flat_map(|program| program.lines());
        lines.extend(program.map(|line| format!("    {line}")));
    }
    if lines.is_empty() {
        lines.push("nothing stands in the way".to_string());
    }
    lines
}
