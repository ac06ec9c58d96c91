//! Settings: one table, used by every front end, checked before use.

use crate::{codes, tuning::Tuning};
use serde::{Deserialize, Serialize};
use xfold_asp::diagnostic::Diagnostic;

/// Which learner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Learner {
    /// Chosen from the task: xfold if it has several worlds, else fold.
    #[default]
    Auto,
    /// Default rules with exceptions, in one world.
    Fold,
    /// Answer set programs with several stable models: rules that generate, constraints that test.
    Xfold,
    /// Plain clauses with negated literals, for comparison.
    Foil,
}

/// Whether hypotheses of a declared space are searched exactly.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Strategy {
    /// Exactly, where a task written for ILASP or FastLAS declares a space; greedily else, and where that takes long.
    #[default]
    Auto,
    /// Only greedily.
    Greedy,
    /// Only exactly.
    Exact,
}

/// What the information gain counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Count {
    /// Examples.
    #[default]
    Examples,
    /// Bindings, as the paper says.
    Bindings,
}

/// Most literals in a body, unless the user or the task says.
pub(crate) const MAX_BODY: usize = 6;

/// Most new variables in a clause, unless the user or the task says.
pub(crate) const MAX_NEW: usize = 3;

/// How to learn.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// The learner.
    pub learner: Learner,
    /// Greedy or exact.
    pub search: Strategy,
    /// Only rules of the declared space: no invented predicates, no literals without a mode.
    pub declared_only: bool,
    /// The algorithm as published, corrected: one path, an exception only at its end, enumeration at the first zero.
    pub paper: bool,
    /// Wrong labels are expected: description length decides, not exact coverage.
    pub noise: bool,
    /// Rules or nothing: no example is named in a list, and what has no pattern stays uncovered.
    pub no_list: bool,
    /// In the tolerant mode, what a literal costs against errors; more makes theories shorter.
    pub brevity: f64,
    /// What the gain counts.
    pub count: Count,
    /// Most literals in a body, exceptions not counted.
    pub max_body: usize,
    /// Most variables in a clause beside the head's, unless `max_vars` says.
    pub max_new: usize,
    /// Most variables in a clause, the head's included.
    pub max_vars: Option<usize>,
    /// Most clauses of a target, those of exceptions not counted.
    pub max_rules: Option<usize>,
    /// Deepest nesting of exceptions.
    pub max_depth: usize,
    /// Head variables that the body does not use are allowed even if no predicate gives their type.
    pub free_head: bool,
    /// Instances that no example mentions stay open, even where one positive example would close the world.
    pub open: bool,
    /// Included atoms that the background cannot derive are taken as given.
    pub lenient: bool,
    /// Inferred modes also offer constants.
    pub constants: bool,
    /// In XFOLD, constraints that no negative example asks for are added where random stable models show that the
    /// positive examples fulfil them by no accident.
    pub complete: bool,
    /// A free choice is printed as a choice rule, not as a loop through classical negation.
    pub choice_rules: bool,
    /// Printed rules leave out literals that only bind a variable to its type.
    pub hide_types: bool,
    /// Heuristics that are switched off.
    pub tuning: Tuning,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            learner: Learner::Auto,
            search: Strategy::Auto,
            declared_only: false,
            paper: false,
            noise: false,
            no_list: false,
            brevity: 0.4,
            count: Count::Examples,
            max_body: MAX_BODY,
            max_new: MAX_NEW,
            max_vars: None,
            max_rules: None,
            max_depth: 5,
            free_head: false,
            open: false,
            lenient: false,
            constants: false,
            complete: false,
            choice_rules: false,
            hide_types: false,
            tuning: Tuning::default(),
        }
    }
}

/// What `--tune` sets beside the heuristics of [`tuning`](crate::tuning): name, values, meaning.
pub const TUNABLE: [(&str, &str, &str); 2] = [
    (
        "count",
        "examples or bindings",
        "what the gain of a literal counts; the papers count bindings of variables",
    ),
    (
        "free-head",
        "off or on",
        "head variables that the body does not use, also where no predicate gives their type",
    ),
];

impl Settings {
    /// Sets what is for comparisons only, by its name: a heuristic, or what [`TUNABLE`] lists.
    pub fn tune(&mut self, name: &str, value: &str) -> Result<(), Diagnostic> {
        match (name, value) {
            ("count", "examples") => self.count = Count::Examples,
            ("count", "bindings") => self.count = Count::Bindings,
            ("free-head", "on" | "off") => self.free_head = value == "on",
            _ => match TUNABLE.iter().find(|(known, ..)| *known == name) {
                None => self.tuning.set(name, value)?,
                Some((_, values, _)) => {
                    let message = format!("{name} is `{value}`, but must be {values}");
                    return Err(Diagnostic::error(codes::SETTINGS, message));
                }
            },
        }
        Ok(())
    }

    /// Checks every range.
    pub fn check(&self) -> Result<(), Diagnostic> {
        let outside = |name: &str, range: &str, found: String| {
            let message = format!("{name} is {found}, but must be {range}");
            Err(Diagnostic::error(codes::SETTINGS, message))
        };
        if !(1..=64).contains(&self.max_body) {
            return outside("max-body", "from 1 to 64", self.max_body.to_string());
        }
        if self.max_new > 32 {
            return outside("max-new", "at most 32", self.max_new.to_string());
        }
        if self.max_vars.is_some_and(|most| !(1..=64).contains(&most)) {
            return outside("max-vars", "from 1 to 64", self.max_vars.unwrap_or(0).to_string());
        }
        if self.max_rules == Some(0) {
            return outside("max-rules", "at least 1", "0".to_string());
        }
        if self.max_depth > 32 {
            return outside("max-depth", "at most 32", self.max_depth.to_string());
        }
        if !(self.brevity > 0.0 && self.brevity <= 100.0) {
            return outside("brevity", "above 0 and at most 100", self.brevity.to_string());
        }
        if self.learner == Learner::Foil && (self.paper || self.noise) {
            let message = "--learner foil stands for itself: it goes with neither --paper nor --noise";
            return Err(Diagnostic::error(codes::SETTINGS, message));
        }
        if self.learner == Learner::Xfold && (self.paper || self.noise) {
            let message = "--learner xfold goes with neither --paper nor --noise: those are modes of fold";
            return Err(Diagnostic::error(codes::SETTINGS, message));
        }
        let greedy_only = self.paper || self.noise || self.learner != Learner::Auto;
        if self.search == Strategy::Exact && greedy_only {
            let message = "--exact goes with none of --learner, --paper and --noise: those are greedy";
            return Err(Diagnostic::error(codes::SETTINGS, message));
        }
        if self.search == Strategy::Greedy && self.declared_only {
            let message = "--declared-only needs the exact part: it does not go with --greedy";
            return Err(Diagnostic::error(codes::SETTINGS, message));
        }
        if self.paper && self.noise {
            let message = "the published algorithm has no tolerant mode: choose one of --paper and --noise";
            return Err(Diagnostic::error(codes::SETTINGS, message));
        }
        Ok(())
    }
}
