//! The page of a run on a task, from its report.

use super::{
    MOST_EXPLAINED, bar, card, explained, folded, head, notes, page, push_figures, settings, verdict,
};
use crate::{
    Task,
    check::{ExampleVerdict, RulesText},
    explain::{Asked, Bounds, Explanation, RuleSupport, Sentences, atom_with, escape, explain_atoms},
    learn::Learned,
    report::{Labels, Report},
};
use std::fmt::Write;
use xfold_asp::syntax::Atom;
use xfold_solve::{Limits, Solver};

/// Examples that are listed on a page.
const MOST_LISTED: usize = 200;
/// Worlds that are shown side by side.
const MOST_WORLDS: usize = 24;

/// The page of a run on a task. `trace` is what a [`Narrator`](crate::rules::Narrator) said.
pub fn of_task(report: &Report, explanations: &[Explanation], trace: &[String]) -> String {
    let mut body = head(&report.files.join(", "), verdict(report.stop), "");
    let seconds = report.seconds.worlds + report.seconds.search + report.seconds.check;
    let figures = [
        ("rules", report.n_rules.to_string()),
        ("literals", report.n_literals.to_string()),
        ("examples listed, not explained", report.n_listed.to_string()),
        ("seconds", format!("{seconds:.2}")),
        ("candidates counted", report.n_candidates.to_string()),
        ("calls of the solver", report.n_solver_calls.to_string()),
        ("xfold", report.xfold.to_string()),
    ];
    push_figures(&mut body, &figures);
    card(&mut body, "Rules", &format!("<pre>{}</pre>", escape(&report.program)));
    support(&mut body, report);
    let mut rows = String::new();
    for target in &report.targets {
        let Labels { positive, negative } = target.examples;
        let _ = writeln!(
            rows,
            "<tr><td><code>{}</code>{}</td><td>{}</td><td>{}</td></tr>",
            escape(&target.predicate),
            if target.closed { " <span class=\"dim\">closed</span>" } else { "" },
            share(target.covered.positive, positive),
            share(target.covered.negative, negative)
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
    settings(&mut body, &report.command, &report.settings);
    page(&report.files.join(", "), &body)
}

/// Explanations of the first atoms of the examples by the learned rules. What cannot be explained is left out.
pub fn explained_atoms(
    task: &Task,
    learned: &Learned,
    solver: &dyn Solver,
    limits: &Limits,
) -> Vec<Explanation> {
    let Ok(task) = &task.reached(&learned.rules.statements(), limits) else { return Vec::new() };
    // Explanations read plain facts only.
    if task.n_table_facts() > 0 {
        return Vec::new();
    }
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
                let atom = atoms.iter().nth(place);
                let atom = atom.map(|(signature, row)| atom_with(signature, row, &task.symbols));
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

/// What each rule derives, as bars.
fn support(body: &mut String, report: &Report) {
    if report.rules.is_empty() {
        return;
    }
    let all = |rule: &RuleSupport| rule.positive + rule.negative + rule.other;
    let greatest = report.rules.iter().map(all).max().unwrap_or(0) as f64;
    let mut rows = String::new();
    for rule in &report.rules {
        let RuleSupport { positive, negative, other, .. } = rule;
        let mut said = format!("{positive} wanted");
        for (count, what) in [(negative, "unwanted"), (other, "other")] {
            if *count > 0 {
                let _ = write!(said, ", {count} {what}");
            }
        }
        let _ = writeln!(
            rows,
            "<tr><td><code>{}</code></td><td class=\"bars\">{}</td></tr>",
            escape(&rule.rule),
            bar(*positive as f64, all(rule) as f64, greatest, &said)
        );
    }
    let table = format!("<table><tr><th>rule</th><th>instances that it derives</th></tr>{rows}</table>");
    card(body, "Support of the rules", &table);
}

/// A share as a bar with its figures.
fn share(part: u64, whole: u64) -> String {
    bar(part as f64, whole as f64, whole as f64, &format!("{part} of {whole}"))
}

fn examples(body: &mut String, report: &Report) {
    let Some(examples) = &report.examples else { return };
    let mut rows = String::new();
    for example in examples.iter().take(MOST_LISTED) {
        let (class, sign) = if example.holds { ("yes", "✓") } else { ("no", "✗") };
        let kind = if example.positive { "#pos" } else { "#neg" };
        let why = match &example.witness {
            _ if !example.holds => example.failures.join("; "),
            Some(witness) => format!("in a stable model: {}", witness.join(" ")),
            None => String::new(),
        };
        let _ = writeln!(
            rows,
            "<tr><td><span class=\"{class}\">{sign}</span> <code>{kind} {}</code></td><td class=\"dim\">{}</td></tr>",
            escape(&example.name),
            escape(&why)
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
        let open = if world.open.is_empty() {
            String::new()
        } else {
            format!("<p class=\"dim\">open: {}</p>", list(&world.open))
        };
        let own = |verdict: &&ExampleVerdict| verdict.name == world.example;
        let witness = report.examples.iter().flatten().find(own).and_then(|verdict| verdict.witness.as_ref());
        let rules = witness
            .filter(|witness| **witness != world.certain)
            .map_or(String::new(), |witness| format!("<p class=\"dim\">by the rules: {}</p>", list(witness)));
        let _ = writeln!(
            cards,
            "<div class=\"world\"><b>{}</b><p>{}</p>{open}{rules}</div>",
            escape(&world.example),
            list(&world.certain)
        );
    }
    card(body, "Worlds of the positive examples", &format!("<div class=\"worlds\">{cards}</div>"));
}
