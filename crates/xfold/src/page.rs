//! The report of a run as a page: one file without outside links, light or dark as the reader's screen is.

use crate::{
    Task,
    check::RulesText,
    explain::{
        Asked, Bounds, Explanation, PROOF_STYLE, STYLE, Sentences, escape, explain_atoms, explain_row,
        section,
    },
    learn::Learned,
    report::{Labels, Note, Report, Stop},
    table::{
        LearnedTable,
        fit::Classified,
        model::{Model, Rule},
        text,
    },
};
use std::fmt::Write;
use xfold_asp::{
    symbols::{Signature, Symbol, Symbols},
    syntax::Atom,
    term_of,
};
use xfold_solve::{Limits, Solver};

/// Atoms or rows that are explained on a page.
const MOST_EXPLAINED: usize = 6;
/// Examples that are listed on a page.
const MOST_LISTED: usize = 200;
/// Worlds that are shown side by side.
const MOST_WORLDS: usize = 24;
/// Lines of the trace.
const MOST_LINES: usize = 2_000;

/// The page of a run on a task. `trace` is what a [`Narrator`](crate::search::trace::Narrator) said.
pub fn of_task(report: &Report, explanations: &[Explanation], trace: &[String]) -> String {
    let mut body = head(&report.files.join(", "), verdict(report.stop), "");
    let seconds = report.seconds.worlds + report.seconds.search + report.seconds.check;
    let figures = [
        ("rules", report.n_rules.to_string()),
        ("literals", report.n_literals.to_string()),
        ("seconds", format!("{seconds:.2}")),
        ("candidates counted", report.n_candidates.to_string()),
        ("calls of the solver", report.n_solver_calls.to_string()),
        ("xfold", report.xfold.to_string()),
    ];
    push_figures(&mut body, &figures);
    card(&mut body, "Rules", &format!("<pre>{}</pre>", escape(&report.program)));
    let mut rows = String::new();
    for target in &report.targets {
        let Labels { positive, negative } = target.examples;
        let _ = writeln!(
            rows,
            "<tr><td><code>{}</code>{}</td><td>{}</td><td>{}</td></tr>",
            escape(&target.predicate),
            if target.closed { " <span class=\"dim\">closed</span>" } else { "" },
            bar(target.covered.positive as f64, positive as f64),
            bar(target.covered.negative as f64, negative as f64)
        );
    }
    let table = format!(
        "<table><tr><th>target</th><th>positive instances derived</th><th>negative ones derived</th></tr>{rows}</table>"
    );
    card(&mut body, "Counts", &table);
    examples(&mut body, report);
    worlds(&mut body, report);
    explained(&mut body, explanations);
    folded(&mut body, "How it was learned", trace);
    notes(&mut body, &report.notes);
    let settings = serde_json::to_string_pretty(&report.settings).unwrap_or_default();
    let lines: Vec<String> = settings.lines().map(str::to_string).collect();
    folded(&mut body, "Settings", &lines);
    page(&report.files.join(", "), &body)
}

/// Explanations of the first atoms of the examples by the learned rules. What cannot be explained is left out.
pub fn explained_atoms(
    task: &Task,
    learned: &Learned,
    solver: &dyn Solver,
    limits: &Limits,
) -> Vec<Explanation> {
    let (program, statements) = (learned.rules.text(), learned.rules.statements());
    let rules = RulesText { text: &program, origin: None, statements: &statements };
    let mut all = Vec::new();
    let bounds = Bounds { models: 10, answers: 1, depth: 20 };
    // In turn one that should hold and one that should not, each of another example where there are several.
    let mut asked: Vec<(usize, bool, Atom)> = Vec::new();
    for place in 0..MOST_EXPLAINED {
        for wanted in [true, false] {
            for (number, example) in task.examples.iter().enumerate().filter(|(_, example)| example.positive)
            {
                let atoms = if wanted { &example.inclusions } else { &example.exclusions };
                let mut rows =
                    atoms.groups().iter().flat_map(|group| group.rows().map(|row| (&group.signature, row)));
                let atom = rows.nth(place).map(|(signature, row)| atom_of(signature, row, &task.symbols));
                asked.extend(atom.map(|atom| (number, wanted, atom)));
                if asked.len() >= MOST_EXPLAINED {
                    break;
                }
            }
        }
    }
    asked.sort_by_key(|(number, wanted, _)| (*number, !*wanted));
    for (number, _, atom) in asked.iter().take(MOST_EXPLAINED) {
        let example = Some(&task.examples[*number]).filter(|example| !example.context.is_empty());
        let asked = Asked { atom, example };
        let found = explain_atoms(task, &rules, asked, &Sentences::default(), &bounds, solver, limits);
        all.extend(found.map(|(explanations, _)| explanations).unwrap_or_default());
    }
    all
}

fn atom_of(signature: &Signature, row: &[Symbol], symbols: &Symbols) -> Atom {
    let args = row.iter().map(|&arg| term_of(arg, symbols)).collect();
    Atom { negated: signature.negated, name: signature.name.clone(), args, span: Default::default() }
}

/// The page of a run on a table.
pub fn of_table(data: &Classified<'_>, learned: &LearnedTable, notes_of_run: &[Note]) -> String {
    let verdict_of = &learned.verdict;
    let share = 100.0 * verdict_of.right as f64 / verdict_of.rows.max(1) as f64;
    let said = format!("{} of {} rows right ({share:.1} %)", verdict_of.right, verdict_of.rows);
    let mut body = head(&data.table.name, verdict(Stop::of(learned.stop)), &said);
    let figures = [
        ("rules", learned.model.n_rules().to_string()),
        ("literals", learned.model.n_literals().to_string()),
        ("F1", format!("{:.3}", verdict_of.f1)),
        ("seconds", format!("{:.2}", learned.fit_time.as_secs_f64())),
        ("xfold", env!("CARGO_PKG_VERSION").to_string()),
    ];
    push_figures(&mut body, &figures);
    card(&mut body, "Rules", &format!("<pre>{}</pre>", escape(&text::words(&learned.model))));
    card(&mut body, "Support of the rules", &support(&learned.model));
    card(&mut body, "Which classes were given", &confusion(&data.classes, &verdict_of.confusion));
    explained(&mut body, &explained_rows(data, &learned.model));
    let program: Vec<String> = learned.program.lines().map(str::to_string).collect();
    folded(&mut body, "The program", &program);
    notes(&mut body, notes_of_run);
    page(&data.table.name, &body)
}

/// Explanations of a few rows: the first of each class, and the first that the rules get wrong.
fn explained_rows(data: &Classified<'_>, model: &Model) -> Vec<Explanation> {
    let Ok(judge) = model.on(data.table) else { return Vec::new() };
    let class = |row: usize| data.classes.get(data.labels[row] as usize);
    let given = |row: usize| judge.judge(row).map(|judgement| &judge.classes[judgement.class]);
    let mut rows: Vec<usize> = Vec::new();
    for wanted in &data.classes {
        let own = |row: &usize| class(*row) == Some(wanted) && given(*row) == Some(wanted);
        rows.extend((0..data.table.n_rows).find(own));
    }
    rows.truncate(MOST_EXPLAINED - 2);
    let wrong = |row: &usize| class(*row).is_some() && class(*row) != given(*row);
    rows.extend((0..data.table.n_rows).filter(wrong).take(2));
    let name = |row: usize| format!("row {}", row + 1);
    rows.into_iter().filter_map(|row| explain_row(model, data.table, row, &name(row), None).ok()).collect()
}

fn support(model: &Model) -> String {
    let mut rows = String::new();
    let mut texts = text::lines(model).rules.into_iter();
    let greatest =
        model.rules.iter().filter_map(|rule| rule.rule.support).map(|s| s.rows).fold(1.0, f64::max);
    for rule in &model.rules {
        support_of(&rule.rule, 0, greatest, &mut texts, &mut rows);
    }
    format!("<table><tr><th>rule</th><th>rows: right, and all that it covers</th></tr>{rows}</table>")
}

fn support_of(
    rule: &Rule,
    depth: usize,
    greatest: f64,
    texts: &mut impl Iterator<Item = (String, Option<crate::table::model::Support>)>,
    rows: &mut String,
) {
    let text = texts.next().map(|(text, _)| text).unwrap_or_default();
    let bars = rule.support.map_or(String::new(), |support| {
        let width = |n: f64| (100.0 * n / greatest).clamp(0.0, 100.0);
        format!(
            "<div class=\"bar\"><div class=\"all\" style=\"width:{:.1}%\"></div>\
             <div class=\"right\" style=\"width:{:.1}%\"></div></div><span class=\"dim\">{}</span>",
            width(support.rows),
            width(support.right),
            escape(&text::support(support))
        )
    });
    let _ = writeln!(
        rows,
        "<tr><td style=\"padding-left:{:.1}rem\"><code>{}</code></td><td>{bars}</td></tr>",
        0.3 + 1.2 * depth as f64,
        escape(&text)
    );
    rule.exceptions.iter().for_each(|exception| support_of(exception, depth + 1, greatest, texts, rows));
}

fn confusion(classes: &[String], confusion: &[Vec<u64>]) -> String {
    let mut table = "<table><tr><th>class</th>".to_string();
    let n_given = confusion.iter().map(Vec::len).max().unwrap_or(0);
    for place in 0..n_given {
        let name = classes.get(place).map_or("none", String::as_str);
        let _ = write!(table, "<th>given {}</th>", escape(name));
    }
    table.push_str("</tr>");
    for (place, row) in confusion.iter().enumerate() {
        let name = classes.get(place).map_or("", String::as_str);
        let _ = write!(table, "<tr><th>{}</th>", escape(name));
        for (given, count) in row.iter().enumerate() {
            let class = if given == place {
                "yes"
            } else if *count > 0 {
                "no"
            } else {
                "dim"
            };
            let _ = write!(table, "<td class=\"number {class}\">{count}</td>");
        }
        table.push_str("</tr>");
    }
    table + "</table>"
}

fn examples(body: &mut String, report: &Report) {
    let Some(examples) = &report.examples else { return };
    let mut rows = String::new();
    for example in examples.iter().take(MOST_LISTED) {
        let (class, sign) = if example.holds { ("yes", "✓") } else { ("no", "✗") };
        let kind = if example.positive { "#pos" } else { "#neg" };
        let why: Vec<String> = match example.holds {
            true => example
                .witness
                .iter()
                .map(|witness| format!("in a stable model: {}", witness.join(" ")))
                .collect(),
            false => example.failures.clone(),
        };
        let _ = writeln!(
            rows,
            "<tr><td><span class=\"{class}\">{sign}</span> <code>{kind} {}</code></td><td class=\"dim\">{}</td></tr>",
            escape(&example.name),
            escape(&why.join("; "))
        );
    }
    let n_more = examples.len().saturating_sub(MOST_LISTED);
    let more = if n_more > 0 { format!("<p class=\"dim\">… and {n_more} more</p>") } else { String::new() };
    card(body, "Examples", &format!("<table>{rows}</table>{more}"));
}

fn worlds(body: &mut String, report: &Report) {
    if report.worlds.len() < 2 {
        return;
    }
    let mut cards = String::new();
    for world in report.worlds.iter().take(MOST_WORLDS) {
        let list = |atoms: &[String]| {
            atoms.iter().map(|atom| format!("<code>{}</code> ", escape(atom))).collect::<String>()
        };
        let open = match world.open.is_empty() {
            true => String::new(),
            false => format!("<p class=\"dim\">open: {}</p>", list(&world.open)),
        };
        let _ = writeln!(
            cards,
            "<div class=\"world\"><b>{}</b><p>{}</p>{open}</div>",
            escape(&world.example),
            list(&world.certain)
        );
    }
    card(body, "Worlds of the positive examples", &format!("<div class=\"worlds\">{cards}</div>"));
}

fn explained(body: &mut String, explanations: &[Explanation]) {
    if !explanations.is_empty() {
        body.push_str("<h2 class=\"part\">Why?</h2>\n");
        explanations.iter().for_each(|explanation| section(explanation, body));
    }
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
    }
}

fn push_figures(body: &mut String, figures: &[(&str, String)]) {
    body.push_str("<div class=\"figures\">");
    for (name, value) in figures {
        let _ = write!(body, "<div><b>{}</b><span class=\"dim\">{name}</span></div>", escape(value));
    }
    body.push_str("</div>\n");
}

/// A share as a bar with its figures.
fn bar(part: f64, whole: f64) -> String {
    let width = if whole > 0.0 { (100.0 * part / whole).clamp(0.0, 100.0) } else { 0.0 };
    format!(
        "<div class=\"bar\"><div class=\"all\" style=\"width:100%\"></div><div class=\"right\" style=\"width:{width:.1}%\"></div></div>\
         <span class=\"dim\">{part} of {whole}</span>"
    )
}

fn page(title: &str, body: &str) -> String {
    let title = escape(title);
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>xfold: {title}</title>\n<style>\n{STYLE}{PROOF_STYLE}{PAGE_STYLE}</style>\n</head>\n<body>\n<main>\n\
         {body}</main>\n</body>\n</html>\n"
    )
}

const PAGE_STYLE: &str = "\
pre { white-space: pre-wrap; overflow-wrap: anywhere; margin: 0; font: .85rem/1.5 ui-monospace, 'DejaVu Sans Mono', monospace; }
table { border-collapse: collapse; width: 100%; } th { text-align: left; font-weight: 600; }
th, td { padding: .25rem .5rem .25rem .3rem; border-bottom: 1px solid var(--line); vertical-align: top; }
.number { text-align: right; font-variant-numeric: tabular-nums; }
.bar { position: relative; height: .6rem; min-width: 6rem; margin: .4rem 0 .1rem; }
.bar div { position: absolute; height: 100%; border-radius: .2rem; }
.bar .all { background: var(--line); } .bar .right { background: var(--bar); }
.figures { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; }
.figures b { display: block; font-size: 1.2rem; }
.worlds { display: grid; grid-template-columns: repeat(auto-fill, minmax(14rem, 1fr)); gap: .75rem; }
.world { border: 1px solid var(--line); border-radius: .4rem; padding: .5rem .75rem; } .world p { margin: .25rem 0 0; }
.part { margin-top: 1.5rem; } summary { cursor: pointer; } details pre { margin-top: .5rem; }
";
