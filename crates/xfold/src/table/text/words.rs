//! A model in plain words. Part of the step text in read → columns → search → text → check.

use super::decimal;
use crate::table::model::{Holds, Model, Rule, Support, Test};

/// The rules as sentences, exceptions below the default they belong to.
pub fn words(model: &Model) -> String {
    let mut lines: Vec<String> = Vec::new();
    let mut theory = 0;
    for (of_theory, said) in said(model) {
        if of_theory != theory {
            lines.push(format!("Theory {of_theory}:"));
            theory = of_theory;
        }
        let Said { depth, sentence, support } = said;
        lines.push(format!("{}{sentence}{}", "  ".repeat(depth), figures(support)));
    }
    if model.is_vote() {
        lines.push(format!(
            "{} is what most of the theories say, in a tie what the first of them says.",
            model.target
        ));
    }
    lines.join("\n") + "\n"
}

/// A sentence for each rule and each exception, in the order in which they are printed, without what they did.
pub fn sentences(model: &Model) -> Vec<String> {
    said(model).into_iter().map(|(_, said)| said.sentence).collect()
}

/// What is said of a rule.
struct Said {
    depth: usize,
    sentence: String,
    support: Option<Support>,
}

/// The sentences, each with the theory that it is of.
fn said(model: &Model) -> Vec<(u32, Said)> {
    let mut all: Vec<(u32, Said)> = Vec::new();
    let mut last = None;
    for rule in &model.rules {
        last = last.filter(|(theory, _)| *theory == rule.theory);
        let then = format!("{} is {}", model.target, rule.class);
        if rule.rule.tests.is_empty() {
            let word = if rule.after.is_empty() { "Always" } else { "Otherwise" };
            let said = Said { depth: 0, sentence: format!("{word} {then}."), support: rule.rule.support };
            all.push((rule.theory, said));
            continue;
        }
        let word = match last {
            None => "If",
            Some((_, class)) if class == &rule.class => "Also if",
            Some(_) => "Otherwise, if",
        };
        last = Some((rule.theory, &rule.class));
        let mut own = Vec::new();
        say(model, &rule.rule, &format!("{word} "), &format!(", {then}"), 0, &mut own);
        all.extend(own.into_iter().map(|said| (rule.theory, said)));
    }
    all
}

fn say(model: &Model, rule: &Rule, before: &str, after: &str, depth: usize, out: &mut Vec<Said>) {
    let end = if rule.exceptions.is_empty() { "." } else { "," };
    let sentence = format!("{before}{}{after}{end}", tests(model, rule));
    out.push(Said { depth, sentence, support: rule.support });
    for (place, exception) in rule.exceptions.iter().enumerate() {
        let before = if place == 0 { "unless " } else { "or unless " };
        say(model, exception, before, "", depth + 1, out);
    }
}

/// The tests of a rule in words.
fn tests(model: &Model, rule: &Rule) -> String {
    rule.tests.iter().map(|test| phrase(model, test)).collect::<Vec<_>>().join(" and ")
}

/// When a rule applies, in one line: its tests, and its exceptions in parentheses.
pub(crate) fn condition(model: &Model, rule: &Rule) -> String {
    let exceptions: Vec<String> = rule.exceptions.iter().map(|other| condition(model, other)).collect();
    if exceptions.is_empty() {
        tests(model, rule)
    } else {
        format!("{} (unless {})", tests(model, rule), exceptions.join(", or "))
    }
}

/// A test in words.
pub(crate) fn phrase(model: &Model, test: &Test) -> String {
    let name = &model.columns[test.column].name;
    match &test.holds {
        Holds::AtMost(bound) => format!("{name} is at most {}", decimal(*bound)),
        Holds::Above(bound) => format!("{name} is above {}", decimal(*bound)),
        Holds::Is(value) => format!("{name} is {value}"),
        Holds::IsNot(value) => format!("{name} is known and not {value}"),
        Holds::Missing => format!("{name} is missing"),
        Holds::Present => format!("{name} is known"),
    }
}

fn figures(support: Option<Support>) -> String {
    support.map_or(String::new(), |support| format!(" ({})", super::support(support)))
}
