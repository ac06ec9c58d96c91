//! A proof as a tree of lines, and the words that text and pages share.

use super::{Attempt, Because, Explanation, Failed, InModel, Models, Proof, RuleUse, Violated};
use crate::check::Entailment;

/// How parts of a line are marked; the default leaves them as they are.
#[derive(Debug, Clone, Copy)]
pub struct Style {
    /// What holds.
    pub good: fn(&str) -> String,
    /// What does not.
    pub bad: fn(&str) -> String,
    /// The rules.
    pub rule: fn(&str) -> String,
    /// What may be skipped.
    pub dim: fn(&str) -> String,
    /// The answer.
    pub bold: fn(&str) -> String,
}

impl Default for Style {
    fn default() -> Self {
        let plain: fn(&str) -> String = str::to_string;
        Self { good: plain, bad: plain, rule: plain, dim: plain, bold: plain }
    }
}

/// An explanation, line by line.
pub fn lines(explanation: &Explanation, style: &Style) -> Vec<String> {
    let mut writer = Writer { style, lines: Vec::new() };
    let mut title = (style.bold)(explanation.sentence.as_ref().unwrap_or(&explanation.asked));
    if explanation.sentence.is_some() {
        title.push_str(&(style.dim)(&format!("  {}", explanation.asked)));
    }
    if let Some(models) = &explanation.models {
        title.push_str(&format!(": {}", in_models(models)));
    }
    if let Some(example) = &explanation.example {
        title.push_str(&(style.dim)(&format!("  (context of example {example})")));
    }
    writer.lines.push(title);
    for InModel { model, atoms, proof } in &explanation.proofs {
        if !atoms.is_empty() {
            let atoms = (style.dim)(&atoms.join(" "));
            writer.lines.push(format!("{}: {atoms}", in_which_model(*model, proof)));
        }
        writer.node(proof, "", "");
    }
    if !explanation.forbidden_by.is_empty() {
        writer.lines.push(forbidding(explanation));
        for (place, Violated { rule, conditions }) in explanation.forbidden_by.iter().enumerate() {
            let is_last = place + 1 == explanation.forbidden_by.len();
            let (first, below) = if is_last { ("└─ ", "   ") } else { ("├─ ", "│  ") };
            writer.rule(rule, first);
            writer.children(conditions, None, below);
        }
    }
    writer.lines
}

/// What constraints do, in words.
pub(super) fn forbidding(explanation: &Explanation) -> String {
    let holds = explanation.models.as_ref().map(|models| models.holds);
    let (this, keeps, leaves) = match explanation.forbidden_by.len() {
        1 => ("this constraint", "keeps", "leaves"),
        _ => ("these constraints together", "keep", "leave"),
    };
    match holds {
        Some(Entailment::NoModel) => format!("There is none, since {this} {leaves} none:"),
        _ => format!("A rule could give it, but {this} {keeps} it out of every stable model:"),
    }
}

/// In which stable models something holds, in words.
pub(super) fn in_models(models: &Models) -> String {
    let Models { holds, n_seen, n_with, all_seen } = models;
    if *all_seen && *n_seen == 1 {
        return if *n_with == 1 { "holds" } else { "does not hold" }.to_string();
    }
    let seen = if *all_seen {
        format!("{n_with} of {n_seen}")
    } else {
        format!("{n_with} of the {n_seen} looked at, and there are more")
    };
    match holds {
        Entailment::NoModel => "the program has no stable model".to_string(),
        Entailment::Every => format!("holds in every stable model ({seen})"),
        Entailment::Some => format!("holds in some stable models, not in all ({seen})"),
        Entailment::None => format!("holds in no stable model ({seen})"),
    }
}

/// Whether something holds in one of several stable models, in words.
pub(super) fn in_which_model(model: Option<usize>, proof: &Proof) -> String {
    let name = model.map_or("another stable model".to_string(), |number| format!("stable model {number}"));
    format!("It {} in {name}", if proof.holds { "holds" } else { "does not hold" })
}

/// Why a rule whose conditions hold did not give something, in words.
pub(super) fn not_given(failed: &Failed) -> String {
    match failed {
        Failed::Condition { .. } => String::new(),
        Failed::NotChosen => "it is a choice, and was not chosen".to_string(),
        Failed::OtherHead { atom } => format!("{atom} holds instead"),
    }
}

/// Where a rule stands and what it did, in words.
pub(super) fn remarks(rule: &RuleUse) -> String {
    let bindings: Vec<String> =
        rule.bindings.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    let mut parts = Vec::new();
    if !bindings.is_empty() {
        parts.push(format!("with {}", bindings.join(", ")));
    }
    parts.extend(rule.support.clone());
    if let (Some(file), Some(line)) = (&rule.file, rule.line) {
        parts.push(format!("{file}:{line}"));
    }
    parts.join("  ")
}

/// What stands behind a claim, in words, where there is nothing below it.
pub(super) fn ending(proof: &Proof) -> Option<String> {
    Some(match &proof.because {
        Because::Fact => "is a fact".to_string(),
        Because::Nothing { has_facts: true } => "it is not among the facts".to_string(),
        Because::Nothing { has_facts: false } => "no fact or rule is about it".to_string(),
        Because::Value { values, .. } if values.is_empty() => return None,
        Because::Value { values, .. } => values.clone(),
        Because::Above => "see above".to_string(),
        Because::Circular => "it could only come from itself".to_string(),
        Because::Cut => "not shown further".to_string(),
        Because::NoRule { .. } if !proof.holds => "no rule gives it".to_string(),
        Because::NoRule { .. } | Because::Rule { .. } => return None,
    })
}

struct Writer<'a> {
    style: &'a Style,
    lines: Vec<String>,
}

impl Writer<'_> {
    fn node(&mut self, proof: &Proof, first: &str, rest: &str) {
        let Style { good, bad, dim, .. } = self.style;
        let sign = if proof.holds { good("✓") } else { bad("✗") };
        let said = proof.sentence.as_ref().unwrap_or(&proof.claim);
        let mut line = format!("{}{sign} {said}", dim(first));
        if proof.sentence.is_some() {
            line.push_str(&dim(&format!("  {}", proof.claim)));
        }
        if let Some(ending) = ending(proof) {
            line.push_str(&dim(&format!("  {ending}")));
        }
        self.lines.push(line);
        match &proof.because {
            Because::Rule { rule, conditions } => {
                self.rule(rule, &format!("{rest}└─ "));
                self.children(conditions, None, &format!("{rest}   "));
            }
            Because::NoRule { tried, n_others } => {
                for (place, attempt) in tried.iter().enumerate() {
                    let is_last = place + 1 == tried.len() && *n_others == 0;
                    self.attempt(attempt, rest, is_last);
                }
                if *n_others > 0 {
                    self.lines.push(dim(&format!("{rest}└─ {n_others} more rules, further away")));
                }
            }
            Because::Value { of, .. } => self.children(of, None, rest),
            _ => {}
        }
    }

    fn attempt(&mut self, attempt: &Attempt, rest: &str, is_last: bool) {
        let (sign, below) = if is_last { ("└─ ", "   ") } else { ("├─ ", "│  ") };
        self.rule(&attempt.rule, &format!("{rest}{sign}"));
        let below = format!("{rest}{below}");
        if let Failed::Condition { proof } = &attempt.failed {
            return self.children(&attempt.met, Some(proof), &below);
        }
        for met in &attempt.met {
            self.node(met, &format!("{below}├─ "), &format!("{below}│  "));
        }
        let Style { bad, dim, .. } = self.style;
        let why = not_given(&attempt.failed);
        self.lines.push(format!("{}{} {why}", dim(&format!("{below}└─ ")), bad("✗")));
    }

    fn children(&mut self, proofs: &[Proof], last: Option<&Proof>, below: &str) {
        let all: Vec<&Proof> = proofs.iter().chain(last).collect();
        for (place, proof) in all.iter().enumerate() {
            let (sign, rest) = if place + 1 == all.len() { ("└─ ", "   ") } else { ("├─ ", "│  ") };
            self.node(proof, &format!("{below}{sign}"), &format!("{below}{rest}"));
        }
    }

    fn rule(&mut self, rule: &RuleUse, before: &str) {
        let Style { rule: mark, dim, .. } = self.style;
        let remarks = remarks(rule);
        let remarks = if remarks.is_empty() { String::new() } else { dim(&format!("  {remarks}")) };
        self.lines.push(format!("{}{}{remarks}", dim(before), mark(&rule.text)));
    }
}
