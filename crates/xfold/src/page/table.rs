//! The page of a run on a table, from its report.

use super::{
    MOST_EXPLAINED, bar, card, explained, folded, head, notes, page, push_figures, settings, verdict,
};
use crate::{
    error::Result,
    explain::{Explanation, RowExplainer, escape},
    report::TableReport,
    table::{
        MISSING,
        model::{Model, Support},
        target::Classified,
        text,
    },
};
use std::fmt::Write;
use xfold_solve::Limits;

/// Rows that are judged between two looks at the limits.
const ROWS_BETWEEN_LOOKS: usize = 4_096;
/// Rows with a wrong class that are explained.
const MOST_WRONG: usize = 2;
/// With more classes than this, a table of all pairs says less than a line for each class.
const MOST_SQUARE: usize = 60;
/// With more classes than this, their names stand upright above the columns.
const MOST_FLAT: usize = 4;

/// The page of a run on a table, with [explanations of a few rows](explained_rows).
pub fn of_table(report: &TableReport, explanations: &[Explanation]) -> String {
    let judged = &report.verdict;
    let share = 100.0 * judged.right as f64 / judged.rows.max(1) as f64;
    let said = format!("{} of {} rows right ({share:.1} %)", judged.right, judged.rows);
    let mut body = head(&report.file, verdict(report.stop), &said);
    let mut figures = vec![
        ("rules", report.n_rules.to_string()),
        ("literals", report.n_literals.to_string()),
        ("F1", format!("{:.3}", judged.f1)),
        ("rows", report.rows.to_string()),
        ("columns", report.columns.len().to_string()),
        ("classes", report.classes.len().to_string()),
        ("seconds", format!("{:.2}", report.fit_seconds)),
        ("xfold", report.xfold.to_string()),
    ];
    if report.n_theories > 1 {
        figures.insert(0, ("theories", report.n_theories.to_string()));
    }
    push_figures(&mut body, &figures);
    card(&mut body, "Rules", &rules(report));
    card(&mut body, "Which classes were given", &confusion(&report.classes, &judged.confusion));
    explained(&mut body, explanations);
    let program: Vec<String> = report.program.lines().map(str::to_string).collect();
    folded(&mut body, "The program", &program);
    folded(&mut body, "How it was learned", &report.trace);
    notes(&mut body, &report.notes);
    settings(&mut body, &report.command, &report.settings);
    page(&report.file, &body)
}

/// Explanations of a few rows: the first of each class, and the first that the rules get wrong. When a limit is reached,
/// those that were made until then.
pub fn explained_rows(data: &Classified<'_>, model: &Model, limits: &Limits) -> Vec<Explanation> {
    let Ok(explainer) = RowExplainer::new(model, data.table) else { return Vec::new() };
    let rows = rows_to_explain(data, model, limits).unwrap_or_default();
    let explain = |row: usize| explainer.explain(row, &format!("row {}", row + 1), None, limits).ok();
    rows.into_iter().map_while(explain).collect()
}

/// The rows that are worth it; as few as there are if a limit is reached.
fn rows_to_explain(data: &Classified<'_>, model: &Model, limits: &Limits) -> Result<Vec<usize>> {
    let judge = model.on(data.table)?;
    let mut first_right: Vec<Option<usize>> = vec![None; data.classes.len()];
    let mut wrong: Vec<usize> = Vec::new();
    for row in 0..data.table.n_rows {
        if row % ROWS_BETWEEN_LOOKS == 0 && limits.reached().is_some() {
            break;
        }
        let label = data.labels[row];
        if label == MISSING {
            continue;
        }
        let given = judge.judge(row).map(|judgement| &judge.classes[judgement.class]);
        if given == data.classes.get(label as usize) {
            first_right[label as usize].get_or_insert(row);
        } else if wrong.len() < MOST_WRONG {
            wrong.push(row);
        }
        let n_right = first_right.iter().take(MOST_EXPLAINED - MOST_WRONG).flatten().count();
        if wrong.len() == MOST_WRONG && n_right == first_right.len().min(MOST_EXPLAINED - MOST_WRONG) {
            break;
        }
    }
    let right = first_right.into_iter().flatten().take(MOST_EXPLAINED - MOST_WRONG);
    Ok(right.chain(wrong).collect())
}

/// The rules in words, each with a bar for the rows that it covers.
fn rules(report: &TableReport) -> String {
    let greatest = report.rules.iter().filter_map(|rule| rule.rows).fold(1.0, f64::max);
    let mut rows = String::new();
    let mut theory = 0;
    for rule in &report.rules {
        if rule.theory != theory {
            theory = rule.theory;
            let _ = writeln!(rows, "<tr><th colspan=\"2\">Theory {theory}</th></tr>");
        }
        let bars = rule.rows.zip(rule.right).map_or(String::new(), |(rows, right)| {
            bar(right, rows, greatest, &text::support(Support { rows, right }))
        });
        let _ = writeln!(
            rows,
            "<tr><td style=\"padding-left:{:.1}rem\">{}</td><td class=\"bars\">{bars}</td></tr>",
            0.3 + 1.4 * rule.depth as f64,
            escape(&rule.text)
        );
    }
    let vote = if report.n_theories > 1 {
        "<p class=\"dim\">The class is what most of the theories say, in a tie what the first of them says.</p>"
    } else {
        ""
    };
    format!("<table><tr><th>rule</th><th>rows: right, and all that it covers</th></tr>{rows}</table>{vote}")
}

/// How often each class was given to the rows of each class; cells are the darker the more rows they stand for.
fn confusion(classes: &[String], confusion: &[Vec<u64>]) -> String {
    if classes.len() > MOST_SQUARE {
        return most_confused(classes, confusion);
    }
    let name = |place: usize| escape(classes.get(place).map_or("none", String::as_str));
    let n_given = confusion.iter().map(Vec::len).max().unwrap_or(0);
    let upright = if n_given > MOST_FLAT { " class=\"upright\"" } else { " class=\"number\"" };
    let mut table =
        "<div class=\"scroll\"><table class=\"confusion\"><tr><th>true class, given class →</th>".to_string();
    for place in 0..n_given {
        let _ = write!(table, "<th{upright}><span>{}</span></th>", name(place));
    }
    table.push_str("<th class=\"number dim\">right</th></tr>\n");
    for (place, row) in confusion.iter().enumerate() {
        let all: u64 = row.iter().sum();
        let _ = write!(table, "<tr><th>{}</th>", name(place));
        for (given, count) in row.iter().enumerate() {
            let class = match count {
                _ if given == place => "hit",
                0 => "dim",
                _ => "miss",
            };
            let strength = 55.0 * *count as f64 / all.max(1) as f64;
            let shown = if *count == 0 { "·".to_string() } else { count.to_string() };
            let _ =
                write!(table, "<td class=\"number {class}\" style=\"--part:{strength:.0}%\">{shown}</td>");
        }
        let right = row.get(place).copied().unwrap_or(0);
        let share = 100.0 * right as f64 / all.max(1) as f64;
        let _ = writeln!(table, "<td class=\"number dim\">{share:.0} %</td></tr>");
    }
    table + "</table></div>"
}

/// The same for very many classes: a line for each with the class that its rows get most often by mistake.
fn most_confused(classes: &[String], confusion: &[Vec<u64>]) -> String {
    let name = |place: usize| escape(classes.get(place).map_or("none", String::as_str));
    let mut table =
        "<table><tr><th>true class</th><th>rows: right, and all</th><th>most often taken for</th></tr>\n"
            .to_string();
    let greatest = confusion.iter().map(|row| row.iter().sum::<u64>()).max().unwrap_or(0) as f64;
    for (place, row) in confusion.iter().enumerate() {
        let (right, all) = (row.get(place).copied().unwrap_or(0), row.iter().sum::<u64>());
        let others = row.iter().enumerate().filter(|(given, count)| *given != place && **count > 0);
        // Of several that are as frequent, the first.
        let worst = others.max_by_key(|(given, count)| (**count, std::cmp::Reverse(*given)));
        let worst =
            worst.map_or(String::new(), |(given, count)| format!("{} ({count} of {all})", name(given)));
        let bars = bar(right as f64, all as f64, greatest, &format!("{right} of {all}"));
        let _ = writeln!(
            table,
            "<tr><th>{}</th><td class=\"bars\">{bars}</td><td>{worst}</td></tr>",
            name(place)
        );
    }
    table + "</table>"
}
