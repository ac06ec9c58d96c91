//! A model as a program that clingo accepts. Part of the step text in read → columns → search → text → check.

use super::{Values, Vocabulary, compared, constant, scaled, vote};
use crate::table::{
    Kind,
    model::{Bound, ClassRule, Holds, Model, Rule, Support, Test},
};
use std::fmt::Write;

/// A program in parts: comments about its columns, and a rule on each line.
#[derive(Debug, Clone)]
pub struct Lines {
    /// Comments, without the sign.
    pub header: Vec<String>,
    /// Each rule, with what it did as a comment.
    pub rules: Vec<(String, Option<Support>)>,
}

/// The whole text.
pub fn program(model: &Model) -> String {
    let Lines { header, rules } = lines(model);
    let mut text = String::new();
    for line in header {
        let _ = writeln!(text, "% {line}");
    }
    for (rule, support) in rules {
        text.push_str(&rule);
        if let Some(support) = support {
            let Support { rows, right } = support;
            let share = if rows > 0.0 { 100.0 * right / rows } else { 0.0 };
            let _ = write!(text, "  % {} ({share:.1} %)", super::support(support));
        }
        text.push('\n');
    }
    text
}

/// Classes that a rule of [`short_rules`] names after `not`.
const FEW_AFTER: usize = 8;

/// The rules to be read beside each other: where a rule waits for very many classes, only the first and the last are
/// named. So the text grows with the number of rules, not with its square.
pub(crate) fn short_rules(model: &Model) -> Vec<String> {
    let vocabulary = Vocabulary::new(model);
    let mut writer = Writer { vocabulary: &vocabulary, rules: Vec::new(), n_abs: 0, most_after: FEW_AFTER };
    model.rules.iter().for_each(|rule| writer.class_rule(rule));
    writer.rules.into_iter().map(|(rule, _)| rule).collect()
}

/// The program in parts.
pub fn lines(model: &Model) -> Lines {
    let vocabulary = Vocabulary::new(model);
    let quoted = |name: &str, predicate: &str| {
        if name == predicate { String::new() } else { format!(" {}", serde_json::Value::from(name)) }
    };
    let mut header = vec![format!(
        "target {}{}; {}(X) holds for each row",
        vocabulary.target,
        quoted(&model.target, &vocabulary.target),
        vocabulary.row
    )];
    for (column, word) in model.columns.iter().zip(&vocabulary.columns) {
        let values = match word.values {
            Values::Categories => Kind::Category.to_string(),
            Values::Scaled(0) => Kind::Number.to_string(),
            Values::Scaled(power) if power > 0 => format!("number times 1{}", "0".repeat(power as usize)),
            Values::Scaled(power) => {
                format!("number divided by 1{}", "0".repeat(power.unsigned_abs() as usize))
            }
            Values::Compared => "number compared".to_string(),
        };
        header.push(format!("column {}{}: {values}", word.predicate, quoted(&column.name, &word.predicate)));
    }
    header.extend(vocabulary.vote.as_deref().map(vote::header));
    let mut writer = Writer { vocabulary: &vocabulary, rules: Vec::new(), n_abs: 0, most_after: usize::MAX };
    model.rules.iter().for_each(|rule| writer.class_rule(rule));
    if let Some(vote) = &vocabulary.vote {
        let counting = vote::counting(vote, &vocabulary.target, &vocabulary.row);
        writer.rules.extend(counting.map(|rule| (rule, None)));
    }
    Lines { header, rules: writer.rules }
}

struct Writer<'a> {
    vocabulary: &'a Vocabulary,
    rules: Vec<(String, Option<Support>)>,
    n_abs: usize,
    /// With more classes after `not` than this, some are left out.
    most_after: usize,
}

impl Writer<'_> {
    fn class_rule(&mut self, rule: &ClassRule) {
        let atom = |class: &String| match &self.vocabulary.vote {
            Some(vote) => format!("{vote}(X,{},{})", rule.theory, constant(class)),
            None => format!("{}(X,{})", self.vocabulary.target, constant(class)),
        };
        let not = |class: &String| format!("not {}", atom(class));
        let after = match &rule.after[..] {
            [first, others @ .., last] if rule.after.len() > self.most_after => {
                vec![not(first), format!("… {} more …", others.len()), not(last)]
            }
            all => all.iter().map(not).collect(),
        };
        self.rule(atom(&rule.class), &rule.rule, after);
    }

    /// A rule, and below it those of its exceptions.
    fn rule(&mut self, head: String, rule: &Rule, mut rest: Vec<String>) {
        let mut body = self.tests(&rule.tests);
        if body.is_empty() {
            body.push(format!("{}(X)", self.vocabulary.row));
        }
        let ab = (!rule.exceptions.is_empty()).then(|| {
            self.n_abs += 1;
            format!("ab{}(X)", self.n_abs - 1)
        });
        rest.extend(ab.iter().map(|ab| format!("not {ab}")));
        body.extend(rest);
        self.rules.push((format!("{head} :- {}.", body.join(", ")), rule.support));
        if let Some(ab) = ab {
            for exception in &rule.exceptions {
                self.rule(ab.clone(), exception, Vec::new());
            }
        }
    }

    fn tests(&self, tests: &[Test]) -> Vec<String> {
        let mut out: Vec<String> = Vec::new();
        // The variable of each column that was read already.
        let mut variables: Vec<(usize, String)> = Vec::new();
        for test in tests {
            let word = &self.vocabulary.columns[test.column];
            let name = &word.predicate;
            let mut compare = |sign: &str, bound: Bound, out: &mut Vec<String>| {
                let number =
                    if let Values::Scaled(power) = word.values { scaled(bound, power) } else { None };
                let Some(number) = number else {
                    let comparison = if sign == ">" { "above" } else { "at_most" };
                    out.push(format!("{name}_{comparison}(X,\"{}\")", compared(bound)));
                    return;
                };
                let variable = variable_of(test.column, name, &mut variables, out);
                out.push(format!("{variable} {sign} {number}"));
            };
            match &test.holds {
                Holds::AtMost(bound) => compare("<=", *bound, &mut out),
                Holds::Above(bound) => compare(">", *bound, &mut out),
                Holds::Is(value) => out.push(format!("{name}(X,{})", constant(value))),
                Holds::IsNot(value) => {
                    let variable = variable_of(test.column, name, &mut variables, &mut out);
                    out.push(format!("{variable} != {}", constant(value)));
                }
                Holds::Missing => out.push(format!("{name}_missing(X)")),
                Holds::Present => out.push(format!("{name}(X,_)")),
            }
        }
        out
    }
}

/// The variable of a column; a literal that binds it is added if it is new.
fn variable_of(
    column: usize,
    predicate: &str,
    variables: &mut Vec<(usize, String)>,
    out: &mut Vec<String>,
) -> String {
    if let Some((_, variable)) = variables.iter().find(|(known, _)| *known == column) {
        return variable.clone();
    }
    let letter = predicate.chars().next().unwrap_or('v').to_ascii_uppercase();
    let names = std::iter::once(letter.to_string()).chain((2..).map(|n| format!("{letter}{n}")));
    let is_free = |name: &String| name != "X" && variables.iter().all(|(_, taken)| taken != name);
    let variable = names.into_iter().find(is_free).unwrap_or_default();
    out.push(format!("{predicate}(X,{variable})"));
    variables.push((column, variable.clone()));
    variable
}
