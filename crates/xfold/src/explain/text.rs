//! A proof as a tree of lines. Pages ([`html`](super::html)) draw the same tree, with the same words.

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
        writer.claim(proof, "", "");
    }
    if !explanation.forbidden_by.is_empty() {
        writer.lines.push(forbidding(explanation));
        writer.branches(&forbidding_rules(explanation), "");
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

/// A branch of the tree that text and pages draw.
pub(super) enum Branch<'a> {
    /// A claim, which has branches of its own.
    Claim(&'a Proof),
    /// A rule, and its conditions.
    Rule(&'a RuleUse, Vec<Branch<'a>>),
    /// Why a rule whose conditions hold gave something else.
    NotGiven(String),
    /// So many rules are not shown.
    More(usize),
}

/// What stands below a claim.
pub(super) fn below(proof: &Proof) -> Vec<Branch<'_>> {
    match &proof.because {
        Because::Rule { rule, conditions } => vec![rule_with(rule, conditions)],
        Because::NoRule { tried, n_others } => {
            let more = (*n_others > 0).then_some(Branch::More(*n_others));
            tried.iter().map(attempt).chain(more).collect()
        }
        Because::Value { of, .. } => of.iter().map(Branch::Claim).collect(),
        _ => Vec::new(),
    }
}

/// The constraints that forbid what was asked for.
pub(super) fn forbidding_rules(explanation: &Explanation) -> Vec<Branch<'_>> {
    explanation.forbidden_by.iter().map(|Violated { rule, conditions }| rule_with(rule, conditions)).collect()
}

fn rule_with<'a>(rule: &'a RuleUse, conditions: &'a [Proof]) -> Branch<'a> {
    Branch::Rule(rule, conditions.iter().map(Branch::Claim).collect())
}

fn attempt(Attempt { rule, met, failed }: &Attempt) -> Branch<'_> {
    let failed = match failed {
        Failed::Condition { proof } => Branch::Claim(proof),
        Failed::NotChosen => Branch::NotGiven("it is a choice, and was not chosen".to_string()),
        Failed::OtherHead { atom } => Branch::NotGiven(format!("{atom} holds instead")),
    };
    Branch::Rule(rule, met.iter().map(Branch::Claim).chain([failed]).collect())
}

struct Writer<'a> {
    style: &'a Style,
    lines: Vec<String>,
}

impl Writer<'_> {
    /// A claim behind `first`, and what is below it behind `rest`.
    fn claim(&mut self, proof: &Proof, first: &str, rest: &str) {
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
        self.branches(&below(proof), rest);
    }

    fn branches(&mut self, branches: &[Branch<'_>], indent: &str) {
        let Style { bad, dim, rule: mark, .. } = self.style;
        for (place, branch) in branches.iter().enumerate() {
            let (sign, rest) =
                if place + 1 == branches.len() { ("└─ ", "   ") } else { ("├─ ", "│  ") };
            let (first, rest) = (format!("{indent}{sign}"), format!("{indent}{rest}"));
            match branch {
                Branch::Claim(proof) => self.claim(proof, &first, &rest),
                Branch::Rule(rule, conditions) => {
                    let remarks = remarks(rule);
                    let remarks = if remarks.is_empty() { remarks } else { dim(&format!("  {remarks}")) };
                    self.lines.push(format!("{}{}{remarks}", dim(&first), mark(&rule.text)));
                    self.branches(conditions, &rest);
                }
                Branch::NotGiven(why) => self.lines.push(format!("{}{} {why}", dim(&first), bad("✗"))),
                Branch::More(n) => self.lines.push(dim(&format!("{first}{n} more rules, further away"))),
            }
        }
    }
}
