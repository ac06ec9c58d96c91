//! The report of a run as a page: one file without outside links, light or dark as the reader's screen is. Behind the
//! path, after `report` and `explain`.

mod table;
mod task;

pub use table::{explained_rows, of_table};
pub use task::{explained_atoms, of_task};

use crate::{
    explain::{Explanation, document, escape, section},
    report::{Note, Stop},
};
use serde::Serialize;
use std::fmt::Write;

/// Atoms or rows that are explained on a page.
const MOST_EXPLAINED: usize = 6;
/// Lines of the trace.
const MOST_LINES: usize = 2_000;

fn explained(body: &mut String, explanations: &[Explanation]) {
    if !explanations.is_empty() {
        body.push_str("<h2 class=\"part\">Why?</h2>\n");
        explanations.iter().for_each(|explanation| section(explanation, body));
    }
}

/// The settings, and the command that was typed.
fn settings(body: &mut String, command: &[String], settings: &impl Serialize) {
    let mut lines = Vec::new();
    if !command.is_empty() {
        lines.push(format!("$ {}", command.join(" ")));
    }
    let text = serde_json::to_string_pretty(settings).unwrap_or_default();
    lines.extend(text.lines().map(str::to_string));
    folded(body, "Settings", &lines);
}

fn notes(body: &mut String, notes: &[Note]) {
    let lines: Vec<String> =
        notes.iter().map(|note| format!("{}[{}]: {}", note.severity, note.code, note.message)).collect();
    folded(body, "Notes", &lines);
}

fn folded(body: &mut String, title: &str, lines: &[String]) {
    if lines.is_empty() {
        return;
    }
    let shown: Vec<String> = lines.iter().take(MOST_LINES).map(|line| escape(line)).collect();
    let n_more = lines.len().saturating_sub(MOST_LINES);
    let more = if n_more > 0 { format!("\n… and {n_more} lines more") } else { String::new() };
    let _ = writeln!(
        body,
        "<section class=\"card\"><details><summary><b>{}</b></summary><pre>{}{more}</pre></details></section>",
        escape(title),
        shown.join("\n")
    );
}

fn card(body: &mut String, title: &str, content: &str) {
    let _ = writeln!(body, "<section class=\"card\"><h2>{}</h2>\n{content}</section>", escape(title));
}

fn head(name: &str, (class, word): (&str, &str), said: &str) -> String {
    let said = if said.is_empty() { String::new() } else { format!(": {}", escape(said)) };
    format!("<h1>{}</h1>\n<p><span class=\"{class}\">{word}</span>{said}</p>\n", escape(name))
}

fn verdict(stop: Stop) -> (&'static str, &'static str) {
    match stop {
        Stop::Verified => ("yes", "verified"),
        Stop::NotVerified => ("no", "not verified"),
        Stop::TimeLimit => ("no", "stopped by the time limit"),
        Stop::MemoryLimit => ("no", "stopped by the memory limit"),
        Stop::Interrupt => ("no", "stopped by the user"),
        Stop::WorkBound => ("no", "stopped by the bound on work"),
    }
}

fn push_figures(body: &mut String, figures: &[(&str, String)]) {
    body.push_str("<div class=\"figures\">");
    for (name, value) in figures {
        let _ = write!(body, "<div><b>{}</b><span class=\"dim\">{name}</span></div>", escape(value));
    }
    body.push_str("</div>\n");
}

/// A bar for a part and a whole, where the longest bar stands for `greatest`, with what it says.
fn bar(part: f64, whole: f64, greatest: f64, said: &str) -> String {
    let width = |n: f64| if greatest > 0.0 { (100.0 * n / greatest).clamp(0.0, 100.0) } else { 0.0 };
    format!(
        "<div class=\"bar\"><div class=\"all\" style=\"width:{:.1}%\"></div>\
         <div class=\"right\" style=\"width:{:.1}%\"></div></div><span class=\"dim\">{}</span>",
        width(whole),
        width(part),
        escape(said)
    )
}

fn page(title: &str, body: &str) -> String {
    document(&format!("xfold: {title}"), PAGE_STYLE, body)
}

const PAGE_STYLE: &str = "\
pre { white-space: pre-wrap; overflow-wrap: anywhere; margin: 0; font: .85rem/1.5 ui-monospace, 'DejaVu Sans Mono', monospace; }
table { border-collapse: collapse; width: 100%; } th { text-align: left; font-weight: 600; }
th, td { padding: .25rem .5rem .25rem .3rem; border-bottom: 1px solid var(--line); vertical-align: top; }
tr:last-child > td, tr:last-child > th { border-bottom: 0; } td { overflow-wrap: anywhere; }
.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.bar { position: relative; height: .6rem; min-width: 5rem; margin: .4rem 0 .1rem; }
.bar div { position: absolute; height: 100%; border-radius: .2rem; }
.bar .all { background: var(--line); } .bar .right { background: var(--bar); }
.bars { width: 30%; }
.figures { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; }
.figures b { display: block; font-size: 1.2rem; }
.scroll { overflow-x: auto; } .confusion { width: auto; } .confusion td { min-width: 2rem; }
.confusion th { white-space: nowrap; vertical-align: bottom; }
.confusion th:first-child { position: sticky; left: 0; background: var(--card); }
.confusion .upright { padding: .25rem .3rem; } .upright span { writing-mode: vertical-rl; transform: rotate(180deg); }
.hit { background: color-mix(in srgb, var(--yes) var(--part), transparent); }
.miss { background: color-mix(in srgb, var(--no) var(--part), transparent); }
.worlds { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(14rem, 100%), 1fr)); gap: .75rem; }
.world { border: 1px solid var(--line); border-radius: .4rem; padding: .5rem .75rem; } .world p { margin: .25rem 0 0; }
.part { margin-top: 1.5rem; } summary { cursor: pointer; } details pre { margin-top: .5rem; }
@media (max-width: 36rem) { main { padding: .5rem; } .card { padding: .75rem; } .bars { width: 38%; } }
";
