//! `xfold eval`: cross-validation on a table.

use super::{
    Console, End, on_engine, supervised,
    table::{fit_options, read_table, target_options},
};
use crate::{
    engines::Engines, files, options::Format, output::deliver, progress::Bar, render,
    table_options::EvalOptions,
};
use serde::Serialize;
use std::path::Path;
use xfold::{
    Limits, Result, Settings, codes,
    table::{
        evaluate::{self, EvaluateOptions, Evaluation, Folds, Scores},
        fit::FitOptions,
        target::Classified,
    },
};
use xfold_asp::{diagnostic::Diagnostic, span::SourceMap};

/// Runs the command.
pub fn run(options: &EvalOptions, engines: Option<&dyn Engines>) -> End {
    supervised(&options.common, options.common.limits(), "any fold was done", |limits, console| {
        super::use_threads(options.threads);
        files::check(options.output.as_deref(), [options.data.as_path(), Path::new(&options.folds)])?;
        Ok(evaluate(options, engines, limits, console)?)
    })
}

fn evaluate(
    options: &EvalOptions,
    engines: Option<&dyn Engines>,
    limits: &Limits,
    console: Console,
) -> Result<End> {
    let mut settings = Settings { brevity: options.brevity, paper: options.paper, ..Settings::default() };
    options.tune.apply(&mut settings)?;
    settings.check()?;
    if !(0.0..1.0).contains(&options.flip) {
        let message = format!("--flip is {}, but must be at least 0 and less than 1", options.flip);
        return Err(Diagnostic::error(codes::SETTINGS, message).into());
    }
    let fit = FitOptions { seed: options.seed, ..fit_options(&settings, &options.table, options.max_depth)? };
    let bar = Bar::start(console.is_on(), "folds");
    let told = |done: usize, all: usize| bar.set(done as u64, all as u64);
    let evaluated = match options.engine.beyond_memory(engines) {
        Some(engines) => on_engine::evaluate(options, &fit, engines, limits, console, &told)?,
        None => in_memory(options, fit, limits, console, &told)?,
    };
    drop(bar);
    let Evaluated { file, target, rows, evaluation } = &evaluated;
    let text = match console.format {
        Format::Json => {
            let report = EvaluationReport { file, target, rows: *rows, evaluation };
            render::json(&report)
        }
        Format::Text => shown(evaluation),
    };
    deliver(&text, options.output.as_deref(), console.format)?;
    let Some(limit) = evaluation.stopped else { return Ok(End::Holds) };
    let (done, all) = (evaluation.folds.len(), evaluation.n_folds);
    console.lines(&[format!(
        "stopped by the {limit}: {done} of {all} folds are done, and the figures are theirs"
    )]);
    Ok(End::Limit)
}

/// What was evaluated, and how it went.
pub(super) struct Evaluated {
    pub(super) file: String,
    pub(super) target: String,
    pub(super) rows: usize,
    pub(super) evaluation: Evaluation,
}

fn in_memory(
    options: &EvalOptions,
    fit: FitOptions,
    limits: &Limits,
    console: Console,
    told: &dyn Fn(usize, usize),
) -> Result<Evaluated> {
    let target = target_options(&options.data, &options.table, limits)?;
    let table = read_table(&options.data, &options.table.read_options(), limits, console)?;
    let data = Classified::new(&table, &target)?;
    console.notes(&data.notes, &SourceMap::default());
    let folds = folds(options, &data)?;
    let how = EvaluateOptions { fit, flip: options.flip, seed: options.seed };
    let evaluation = evaluate::cross_validate(&data, &folds, &how, limits, told)?;
    Ok(Evaluated { file: table.name.clone(), target: data.target.clone(), rows: table.n_rows, evaluation })
}

/// Folds from a number, or from a file.
fn folds(options: &EvalOptions, data: &Classified<'_>) -> Result<Folds> {
    if let Ok(number) = options.folds.parse::<usize>() {
        return evaluate::stratified(data, number, options.seed);
    }
    let help = "give a number such as 10, or a file with one sign for each row";
    let text = xfold::task::read::file_text(Path::new(&options.folds), help)?;
    evaluate::given(data, &options.folds, &text)
}

#[derive(Serialize)]
struct EvaluationReport<'a> {
    file: &'a str,
    target: &'a str,
    rows: usize,
    #[serde(flatten)]
    evaluation: &'a Evaluation,
}

/// A table for people.
fn shown(evaluation: &Evaluation) -> String {
    let Evaluation { classes, positive, folds, mean, confusion, .. } = evaluation;
    let about = match positive {
        Some(class) => format!("F1 ({class})"),
        None => "F1 (mean)".to_string(),
    };
    let mut lines = vec![format!(
        "{:>6}  {:>8}  {about:>9}  {:>6}  {:>6}  {:>8}  {:>9}",
        "fold", "accuracy", "MCC", "rules", "literals", "fit"
    )];
    let width = about.chars().count().max(9);
    let line = |name: &str, scores: &Scores| {
        format!(
            "{name:>6}  {:>8.4}  {:>width$.4}  {:>6.3}  {:>6.1}  {:>8.1}  {:>6.1} ms",
            scores.accuracy,
            scores.f1,
            scores.mcc,
            scores.rules,
            scores.literals,
            1000.0 * scores.fit_seconds
        )
    };
    lines.extend(folds.iter().enumerate().map(|(number, scores)| line(&(number + 1).to_string(), scores)));
    lines.push(line("mean", mean));
    lines.push(String::new());
    lines.push("confusion: rows are the true classes, columns the predicted ones".to_string());
    let names = classes.iter().map(|class| class.chars().count());
    let width = names.chain(confusion.iter().flatten().map(|n| n.to_string().len())).max().unwrap_or(1);
    let cells = |cells: Vec<String>| {
        cells.iter().map(|cell| format!("{cell:>width$}")).collect::<Vec<_>>().join("  ")
    };
    lines.push(format!("{:>width$}  {}", "", cells(classes.clone())));
    for (class, row) in classes.iter().zip(confusion) {
        lines.push(format!("{class:>width$}  {}", cells(row.iter().map(ToString::to_string).collect())));
    }
    lines.join("\n") + "\n"
}
