//! The page of a run on a table.

use super::{
    MOST_EXPLAINED, bar, card, explained, folded, head, notes, page, push_figures, settings, verdict,
};
use crate::{
    explain::{Explanation, escape, explain_row},
    report::TableReport,
    table::{
        fit::Classified,
        model::{Model, Support},
        text,
    },
};
use std::fmt::Write;

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

/// Explanations of a few rows: the first of each class, and the first that the rules get wrong.
pub fn explained_rows(data: &Classified<'_>, model: &Model) -> Vec<Explanation> {
    let Ok(judge) = model.on(data.table) else { return Vec::new() };
    let class = |row: usize| data.classes.get(data.labels[row] as usize);
    let given = |row: usize| judge.judge(row).map(|judgement| &judge.classes[judgement.class]);
    let mut rows: Vec<usize> = Vec::new();
    for wanted in &data.classes {
        let own = |row: &usize| class(*row) == Some(wanted) && given(*row) == Some(wanted);
        rows.extend((0..data.table.n_rows).find(own));
        if rows.len() == MOST_EXPLAINED - 2 {
            break;
        }
    }
    let wrong = |row: &usize| class(*row).is_some() && class(*row) != given(*row);
    rows.extend((0..data.table.n_rows).filter(wrong).take(2));
    let name = |row: usize| format!("row {}", row + 1);
    rows.into_iter().filter_map(|row| explain_row(model, data.table, row, &name(row), None).ok()).collect()
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
    let vote = match report.n_theories > 1 {
        true => {
            "<p class=\"dim\">The class is what most of the theories say, in a tie what the first of them says.</p>"
        }
        false => "",
    };
    format!("<table><tr><th>rule</th><th>rows: right, and all that it covers</th></tr>{rows}</table>{vote}")
}

/// How often each class was given to the rows of each class; cells are the darker the more rows they stand for.
fn confusion(classes: &[String], confusion: &[Vec<u64>]) -> String {
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
            let class = match given == place {
                true => "hit",
                false if *count > 0 => "miss",
                false => "dim",
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
