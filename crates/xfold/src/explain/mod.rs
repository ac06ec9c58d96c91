//! Explanations: why something follows from rules, or why it does not. Behind the path task → worlds → search → rules →
//! check: it starts from printed rules and data, as the check does.
//!
//! There is one shape, [`Proof`], for programs ([`explain_atoms`]) and for tables ([`RowExplainer`]); text, JSON and HTML
//! are made from it. A proof of a program is found in a stable model that the solver gave: every step is an instance of
//! a rule whose body holds there, and no atom rests on itself.
//!
//! ```
//! use xfold::{Clingo, Limits, explain::{Bounds, Question, Style, explain_given, lines}, task::read};
//!
//! let facts = "bird(tweety). bird(polly). penguin(polly).";
//! let reading = read::Reading { background_only: true, ..Default::default() };
//! let mut task = read::text_as("facts.lp", facts, &reading)?;
//! let rules = "fly(X) :- bird(X), not ab0(X). ab0(X) :- penguin(X).";
//! let question = Question { atom: Some("fly(tweety)"), example: None };
//! let (found, _) = explain_given(
//!     &mut task, ("rules.lp".into(), rules.into()), None, question,
//!     &Bounds::default(), &Clingo, &Limits::none(), &mut Vec::new(),
//! )?;
//! assert_eq!(lines(&found[0], &Style::default()), [
//!     "fly(tweety): holds",
//!     "✓ fly(tweety)",
//!     "└─ fly(X) :- bird(X), not ab0(X).  with X = tweety  rules.lp:1",
//!     "   ├─ ✓ bird(tweety)  is a fact",
//!     "   └─ ✓ not ab0(tweety)",
//!     "      └─ ab0(X) :- penguin(X).  with X = tweety  rules.lp:1",
//!     "         └─ ✗ penguin(tweety)  it is not among the facts",
//! ]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod body;
mod forbid;
mod html;
mod program;
mod prove;
mod question;
mod relational;
mod sentences;
mod support;
mod table;
mod text;
mod tree;
mod world;

pub(crate) use body::variables;
pub use html::page;
pub(crate) use html::{document, escape, section};
pub(crate) use question::atom_with;
pub use question::{Named, Question, explain_given};
pub use relational::{Asked, explain_atoms};
pub use sentences::Sentences;
pub use support::RuleSupport;
pub(crate) use support::rule_support;
pub use table::RowExplainer;
pub use text::{Style, lines};

use crate::{check::Entailment, codes, note::Note};
use serde::Serialize;
use xfold_asp::diagnostic::Diagnostic;
use xfold_solve::LimitReached;

/// The version of the JSON form; it grows with every change that a reader may notice.
const VERSION: u32 = 1;

/// Bounds on the length of explanations.
#[derive(Debug, Clone, Copy)]
pub struct Bounds {
    /// Most stable models to look at.
    pub models: usize,
    /// Most atoms, or rows, to explain.
    pub answers: usize,
    /// Most steps below each other.
    pub depth: usize,
}

impl Default for Bounds {
    fn default() -> Self {
        Self { models: 10, answers: 10, depth: 50 }
    }
}

/// The warning that a limit came before everything was explained.
pub fn cut_by(limit: LimitReached, n_left: usize) -> Diagnostic {
    Diagnostic::warning(codes::LIMIT, format!("the {limit} was reached: {n_left} more are not explained"))
}

/// The answer to one question.
#[derive(Debug, Clone, Serialize)]
pub struct Explanation {
    /// What was asked: an atom, or the class of a row.
    pub asked: String,
    /// The same as a sentence, if there is a template for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sentence: Option<String>,
    /// The example whose context counts, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub example: Option<String>,
    /// In which stable models it holds; for tables: none of these.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub models: Option<Models>,
    /// Why: one proof, or two if it holds in some stable models only.
    pub proofs: Vec<InModel>,
    /// If it holds in no stable model although rules could give it, or there is no stable model: constraints that
    /// together forbid it, none of which could be left out.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub forbidden_by: Vec<Violated>,
}

/// A constraint with an instance that it forbids: one that would hold without it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Violated {
    /// The constraint.
    pub rule: RuleUse,
    /// Its conditions, all of which would hold.
    pub conditions: Vec<Proof>,
}

/// In which stable models something holds.
#[derive(Debug, Clone, Serialize)]
pub struct Models {
    /// In all, some or none of all stable models.
    pub holds: Entailment,
    /// How many were looked at.
    pub n_seen: usize,
    /// In how many of these it holds.
    pub n_with: usize,
    /// Whether these are all.
    pub all_seen: bool,
}

/// A proof in one stable model.
#[derive(Debug, Clone, Serialize)]
pub struct InModel {
    /// The number of the stable model, from one on, if it is one of those looked at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model: Option<usize>,
    /// The atoms that tell this stable model from others, if there are others.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub atoms: Vec<String>,
    /// The proof.
    pub proof: Proof,
}

/// Why something holds, or why it does not.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Proof {
    /// What it is about, in the language of the rules: `fly(tweety)`, `not ab0(tweety)`, `17 > 12`, `member is no`.
    pub claim: String,
    /// The same as a sentence, if there is a template for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sentence: Option<String>,
    /// Whether it holds.
    pub holds: bool,
    /// Why.
    pub because: Because,
}

impl Proof {
    fn new(claim: String, holds: bool, because: Because) -> Self {
        Self { claim, sentence: None, holds, because }
    }
}

/// Why something holds or not. Of a claim with `not`, this is about what stands behind the `not`.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Because {
    /// It is a fact.
    Fact,
    /// A rule gives it, since all its conditions hold.
    Rule {
        /// The rule.
        rule: RuleUse,
        /// Its conditions, as they are written.
        conditions: Vec<Proof>,
    },
    /// No rule gives it.
    NoRule {
        /// Each rule that could, nearest first.
        tried: Vec<Attempt>,
        /// Further rules that are not shown.
        n_others: usize,
    },
    /// Nothing speaks of it: no rule derives its predicate, and it is not among the facts.
    Nothing {
        /// Whether there are facts of its predicate.
        has_facts: bool,
    },
    /// A comparison, an aggregate or a condition over several atoms was computed.
    Value {
        /// What the values are.
        values: String,
        /// The atoms that were counted.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        of: Vec<Proof>,
    },
    /// This was explained before, or is being explained.
    Above,
    /// It could only come from what needs it itself.
    Circular,
    /// The explanation goes on, but a bound ended it here.
    Cut,
}

/// A rule that was tried for something and did not give it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Attempt {
    /// The rule.
    pub rule: RuleUse,
    /// Conditions that hold.
    pub met: Vec<Proof>,
    /// The first one that does not.
    pub failed: Failed,
}

/// Why a rule did not give something.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Failed {
    /// A condition does not hold.
    Condition {
        /// Why not.
        proof: Box<Proof>,
    },
    /// All conditions hold, but the choice was another one.
    NotChosen,
    /// All conditions hold, but another atom of the head does, too.
    OtherHead {
        /// The other atom.
        atom: String,
    },
}

/// A rule with values for its variables.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RuleUse {
    /// The rule.
    pub text: String,
    /// Values of its variables, in order of their names.
    pub bindings: Vec<(String, String)>,
    /// The file it stands in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// Its line there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// What it did on the rows it was learned from, if that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub support: Option<String>,
}

impl RuleUse {
    /// A rule without variables that stands in no file.
    fn plain(text: String, support: Option<String>) -> Self {
        Self { text, bindings: Vec::new(), file: None, line: None, support }
    }
}

/// Explanations with their version, for programs to read.
#[derive(Debug, Serialize)]
pub struct Document<'a> {
    /// The version of this form.
    pub version: u32,
    /// The program's version.
    pub xfold: &'static str,
    /// The explanations.
    pub explanations: &'a [Explanation],
    /// What is worth knowing about them, such as a limit that cut them short.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<Note>,
}

impl<'a> Document<'a> {
    /// The document of some explanations.
    pub fn new(explanations: &'a [Explanation]) -> Self {
        Self { version: VERSION, xfold: env!("CARGO_PKG_VERSION"), explanations, notes: Vec::new() }
    }
}
