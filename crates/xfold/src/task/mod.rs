//! The task: what is asked. First station of the path task → worlds → search → rules → check.

pub(crate) mod background;
pub(crate) mod consts;
pub(crate) mod decimals;
pub(crate) mod facts;
mod dialect;
mod modes;
pub(crate) mod program;
pub mod read;
pub mod space;

pub use background::Background;
pub use dialect::Dialect;
pub use facts::FactTable;
pub use modes::{Holder, Mode, Place, PlaceKind, Schema, holder};
pub(crate) use modes::{places, too_wide};
pub use program::PrologProgram;
pub use space::Space;

use crate::error::Result;
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use xfold_asp::{
    diagnostic::Diagnostic,
    span::{SourceMap, Span},
    symbols::{Atoms, Signature, Symbol, Symbols},
    syntax::{Name, Statement},
    visit,
};
use xfold_solve::Limits;

/// A learning task: background, bias and examples, as they were written, checked for form.
#[derive(Debug, Clone, Default)]
pub struct Task {
    /// The texts, for positions in messages.
    pub sources: SourceMap,
    /// The ground terms of the task.
    pub symbols: Symbols,
    /// What is known.
    pub background: Background,
    /// `#constant(type, c)`: constants of a type beside those the facts give.
    pub constants: Vec<(Name, Symbol)>,
    /// The examples, in order.
    pub examples: Vec<Example>,
    /// `#predict`: examples that nothing is learned from; whether they hold is told afterwards.
    pub predictions: Vec<Example>,
    /// Targets declared closed by `#cwa`.
    pub closed: Vec<Signature>,
    /// `#maxv`: most variables in a rule.
    pub max_variables: Option<usize>,
    /// What else the task says about the shape of rules.
    pub shape: Shape,
    /// Some directive of ILASP or FastLAS beyond modes and examples occurs, so nothing is closed by default.
    pub other_dialect: bool,
    /// The rules that the task allows.
    pub space: Space,
    /// Why the greedy search has nothing to work with, if it has not: a mode that only the exact part understands.
    pub only_exact: Option<Span>,
    /// What the user should know of how the task was read.
    pub notes: Vec<Diagnostic>,
}

/// What a Popper or Aleph task says about the shape of rules.
#[derive(Debug, Clone, Default)]
pub struct Shape {
    /// Most literals in a body.
    pub max_body: Option<usize>,
    /// Most rules for the target.
    pub max_rules: Option<usize>,
    /// How many literals may lie between the head and a new variable.
    pub max_layers: Option<usize>,
    /// A rule has at most one variable of each of these types.
    pub single_types: Vec<Name>,
    /// Whether a head variable may be missing in the body; by default where its type is a predicate.
    pub free_head: Option<bool>,
    /// The fewest positive examples for which a rule is worth it.
    pub min_positives: Option<usize>,
    /// Some labels may be wrong.
    pub tolerant: bool,
    /// Predicates `c/1` that hold of the constant `c` alone and are printed as that constant.
    pub constants: Vec<Signature>,
    /// The places of the target that rules compute from the others.
    pub outputs: Vec<usize>,
    /// The task says which places of a literal have to be known, predicate by predicate.
    pub has_directions: bool,
}

/// A partial interpretation: what a stable model must contain and must not contain.
#[derive(Debug, Clone)]
pub struct Example {
    /// Its name, given or numbered (`p1`, `n1`).
    pub name: String,
    /// `#pos`: some stable model extends it. `#neg`: none does.
    pub positive: bool,
    /// What it costs to leave it uncovered. None: it must be covered.
    pub penalty: Option<u32>,
    /// Atoms that must hold.
    pub inclusions: Atoms,
    /// Atoms that must not hold.
    pub exclusions: Atoms,
    /// A program of its own.
    pub context: Vec<Statement>,
    /// Where it stands.
    pub span: Span,
}

impl Task {
    /// The head modes that the greedy search can use, in order. Without any, the targets are inferred.
    pub fn head_modes(&self) -> impl Iterator<Item = (&Schema, Span)> {
        self.space.heads.iter().filter_map(|mode| Some((mode.schema.as_ref()?, mode.span)))
    }

    /// The body modes that the greedy search can use, in order. Without any, they are inferred.
    pub fn body_modes(&self) -> impl Iterator<Item = (&Schema, Span)> {
        self.space.body.iter().filter_map(|mode| Some((mode.schema.as_ref()?, mode.span)))
    }

    /// Whether the task was written for Popper or Aleph: only these say whether a head variable may be free.
    pub(crate) fn is_prolog(&self) -> bool {
        self.shape.free_head.is_some()
    }

    /// The targets: the predicates of the head modes or, without any, the predicates of the examples that the
    /// background does not define.
    pub fn targets(&self) -> Vec<Signature> {
        let mut targets: Vec<Signature> = Vec::new();
        let declared = self.head_modes().filter_map(|(schema, _)| schema.signature());
        let mut add = |signature: &Signature| {
            if !targets.contains(signature) {
                targets.push(signature.clone());
            }
        };
        if !self.space.listed.is_empty() || self.only_exact.is_some() {
            self.space.targets().into_iter().for_each(|target| add(&target));
        } else if self.head_modes().next().is_none() {
            for example in &self.examples {
                for group in example.inclusions.groups().iter().chain(example.exclusions.groups()) {
                    if !self.background.defines(&group.signature)
                        && !defines(&example.context, &group.signature)
                    {
                        add(&group.signature);
                    }
                }
            }
        } else {
            declared.for_each(add);
        }
        targets
    }

    /// For each example the number of its context: equal contexts have the same number, in order of appearance.
    pub fn context_numbers(&self) -> Vec<usize> {
        let mut known: FxHashMap<String, usize> = FxHashMap::default();
        let text = |context: &[Statement]| context.iter().map(|s| format!("{s}\n")).collect::<String>();
        let contexts = self.examples.iter().map(|example| text(&example.context));
        contexts
            .map(|context| {
                let next = known.len();
                *known.entry(context).or_insert(next)
            })
            .collect()
    }

    /// Whether a predicate of this name occurs, in any sign and arity.
    pub(crate) fn uses_name(&self, name: &str) -> bool {
        let contexts = self.examples.iter().flat_map(|example| &example.context);
        let in_statement = |statement: &Statement| {
            visit::heads(statement).iter().any(|head| head.name == name)
                || visit::reads(statement).iter().any(|(read, _)| read.name == name)
        };
        let mut declared = self.space.body.iter().filter_map(Mode::signature);
        self.background.facts.groups().iter().any(|group| group.signature.name == name)
            || self.background.tables.iter().any(|table| table.signature.name == name)
            || declared.any(|signature| signature.name == name)
            || self.targets().iter().any(|target| target.name == name)
            || self.background.statements.iter().chain(contexts).any(in_statement)
    }

    /// The task with the facts that these rules can ask for, where its background is a program; else the task itself.
    pub fn reached<'t>(&'t self, rules: &[Statement], limits: &Limits) -> Result<Cow<'t, Task>> {
        program::reached(self, rules, limits)
    }

    /// The task with facts near the examples where its background is a program; else the task itself.
    pub(crate) fn listed(&self, limits: &Limits) -> Cow<'_, Task> {
        match self.background.program {
            Some(_) => Cow::Owned(program::around(self, limits)),
            None => Cow::Borrowed(self),
        }
    }

    /// Whether instances of a target that an example does not mention count as excluded.
    pub fn is_closed(&self, target: &Signature, open: bool) -> bool {
        if open {
            return false;
        }
        let one_positive = self.examples.len() == 1 && self.examples[0].positive && !self.other_dialect;
        let nothing_excluded =
            || self.targets().iter().all(|t| self.examples[0].exclusions.group(t).is_none());
        self.closed.contains(target) || (one_positive && self.closed.is_empty() && nothing_excluded())
    }
}

/// Whether a statement among these has the predicate in its head.
pub(crate) fn defines(statements: &[Statement], signature: &Signature) -> bool {
    statements.iter().any(|statement| visit::heads(statement).contains(signature))
}
