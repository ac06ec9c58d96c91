//! `xfold diagnose`: what stands in the way of learning a task.

use super::{End, Voice, read_task, refuse_tables, solver};
use crate::{
    explain_options::DiagnoseOptions,
    interrupt,
    options::Format,
    output::{Paint, write_result},
    render, summary, supervisor,
};
use xfold::{
    Error, Settings, StopReason, codes,
    diagnose::{Alike, Diagnosis, Trial, diagnose},
};
use xfold_asp::{diagnostic::Diagnostic, span::SourceMap};

/// Runs the command.
pub fn run(options: &DiagnoseOptions) -> End {
    let voice = Voice::new(&options.common);
    let limits = options.common.limits();
    interrupt::listen(&limits);
    supervisor::start(&limits, voice, "anything was found");
    let help =
        "a table always has rules; `xfold eval` tells how good they are on rows they were not learned from";
    if let Err(error) = refuse_tables(&options.task, help) {
        return voice.errors(&[error], &SourceMap::default());
    }
    let task = match read_task(&options.task, &options.reading) {
        Ok(task) => task,
        Err(unreadable) => return voice.errors(&unreadable.diagnostics, &unreadable.sources),
    };
    let settings = Settings { noise: options.noise, ..Settings::default() };
    let outcome =
        solver().map_err(Error::from).and_then(|solver| diagnose(&task, &settings, &solver, &limits));
    let (diagnosis, learned) = match outcome {
        Ok(found) => found,
        Err(error) => {
            let end = if matches!(error, Error::Limit(_)) { End::Limit } else { End::Error };
            let mut messages = error.into_diagnostics();
            messages.extend(task.notes.iter().cloned());
            voice.errors(&messages, &task.sources);
            return end;
        }
    };
    voice.notes(&learned.notes, &task.sources);
    let text = match voice.format {
        Format::Json => render::to_json(&diagnosis) + "\n",
        Format::Text => {
            let paint = Paint::for_result(options.common.color);
            let mut lines = summary::of_run(&learned, paint);
            lines.extend(findings(&diagnosis, paint));
            lines.join("\n") + "\n"
        }
    };
    if let Err(error) = write_result(&text, None) {
        return voice.errors(&[Diagnostic::error(codes::CANNOT_WRITE, error)], &task.sources);
    }
    match learned.stop {
        StopReason::Verified => End::Holds,
        StopReason::NotVerified => End::Fails,
        StopReason::Limit(_) => End::Limit,
    }
}

/// What was found, line by line.
fn findings(diagnosis: &Diagnosis, paint: Paint) -> Vec<String> {
    let mut lines = Vec::new();
    for Alike { positive, negative, told_apart_by } in &diagnosis.alike {
        let line = format!(
            "no rule of these modes tells {positive}, which should hold, from {negative}, which should not, without naming them"
        );
        lines.push(paint.bold(&line));
        lines.push(match told_apart_by.is_empty() {
            true => "  nothing in the background tells them apart: add facts about one of them".to_string(),
            false => format!("  a mode would: {}", told_apart_by.join(", ")),
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
