//! A model in plain words.

use super::decimal;
use crate::table::model::{Holds, Model, Rule, Support, Test};

/// The rules as sentences, exceptions below the default they belong to.
pub fn words(model: &Model) -> String {
    let mut lines: Vec<String> = Vec::new();
    let mut last = None;
    let mut theory = 0;
    for rule in &model.rules {
        if rule.theory != theory {
            lines.push(format!("Theory {}:", rule.theory));
            (theory, last) = (rule.theory, None);
        }
        if rule.rule.tests.is_empty() {
            let word = if rule.after.is_empty() { "Always" } else { "Otherwise" };
            lines.push(format!("{word} {} is {}.{}", model.target, rule.class, figures(rule.rule.support)));
            continue;
        }
        let word = match last {
            None => "If",
            Some(class) if class == &rule.class => "Also if",
            Some(_) => "Otherwise, if",
        };
        last = Some(&rule.class);
        let then = format!("{} is {}", model.target, rule.class);
        say(model, &rule.rule, &format!("{word} "), &format!(", {then}"), 0, &mut lines);
    }
    if model.is_vote() {
        lines.push(format!(
            "{} is what most of the theories say, in a tie what the first of them says.",
            model.target
        ));
    }
    lines.join("\n") + "\n"
}

fn say(model: &Model, rule: &Rule, before: &str, after: &str, depth: usize, lines: &mut Vec<String>) {
    let tests: Vec<String> = rule.tests.iter().map(|test| phrase(model, test)).collect();
    let end = if rule.exceptions.is_empty() { "." } else { "," };
    let indent = "  ".repeat(depth);
    lines.push(format!("{indent}{before}{}{after}{end}{}", tests.join(" and "), figures(rule.support)));
    for (place, exception) in rule.exceptions.iter().enumerate() {
        let before = if place == 0 { "unless " } else { "or unless " };
        say(model, exception, before, "", depth + 1, lines);
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
