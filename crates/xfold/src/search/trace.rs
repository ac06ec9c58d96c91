//! The trace: what the search tells while it works, for `-v` and for progress.
//!
//! Events are in integers, as the search itself. A [`Narrator`](crate::rules::Narrator) turns them into lines that people
//! read.

use super::{Clause, Found, VariableType};
use crate::worlds::Worlds;
use std::fmt;
use xfold_store::{Counts, Step, Value};

/// Something that happened.
#[derive(Debug, Clone)]
pub enum Event {
    /// A target is begun.
    Target {
        /// The target, by number.
        target: usize,
        /// Its examples.
        total: Counts,
    },
    /// The target is tried once more, another way; the shorter theory wins.
    Again {
        /// Which way, in words.
        how: &'static str,
    },
    /// There are many examples, so that a theory is begun on a sample of them.
    Sample {
        /// The examples of the sample.
        total: Counts,
    },
    /// What was found on the sample. It is improved on all examples.
    Begun {
        /// The theory.
        clauses: Vec<Clause>,
    },
    /// A constraint was added.
    Constraint {
        /// The constraint.
        constraint: super::Constraint,
    },
    /// Another target was compared with this one.
    Feature {
        /// The other target's predicate.
        other: xfold_store::PredicateId,
        /// How they correlate.
        correlation: f64,
        /// The least correlation possible.
        least: f64,
        /// Whether `not other` joins the candidates.
        excludes: bool,
    },
    /// A free choice was weighed against a definition.
    Choice {
        /// The choice.
        clause: Clause,
        /// Its bits.
        choosing: f64,
        /// The definition's bits.
        definition: f64,
    },
    /// Whole programs were compared, with a target as it was learned and explained another way.
    Weighed {
        /// The other way.
        clauses: Vec<Clause>,
        /// The target, by number.
        target: usize,
        /// The bits of the program so far; none if it fails a positive example.
        now: Option<f64>,
        /// The bits of the other program.
        then: Option<f64>,
    },
    /// The best candidates for a clause were counted.
    Candidates {
        /// How deep in exceptions.
        depth: usize,
        /// The clause to be refined.
        clause: Clause,
        /// What it covers.
        counts: Counts,
        /// The best refinements, best first; empty: none has gain.
        tried: Vec<Tried>,
    },
    /// A refinement was chosen.
    Chosen {
        /// How deep in exceptions.
        depth: usize,
        /// The refined clause.
        clause: Clause,
        /// What it covers.
        counts: Counts,
        /// The same world by world, where a target has a few of them.
        worlds: Vec<InWorld>,
    },
    /// Positives and negatives of a clause are exchanged, to learn its exception.
    Swap {
        /// How deep in exceptions.
        depth: usize,
        /// The default.
        clause: Clause,
        /// What it covers.
        counts: Counts,
    },
    /// An exception was learned.
    Exception {
        /// How deep in exceptions.
        depth: usize,
        /// The default with its exception.
        clause: Clause,
    },
    /// No exception explains the negatives that a clause covers.
    NoException {
        /// How deep in exceptions.
        depth: usize,
        /// The default.
        clause: Clause,
    },
    /// Positives without a pattern were listed.
    Listed {
        /// How deep in exceptions.
        depth: usize,
        /// The listing clause.
        clause: Clause,
    },
    /// A clause was finished.
    Learned {
        /// How deep in exceptions.
        depth: usize,
        /// The clause.
        clause: Clause,
        /// Positives still to be covered.
        left: usize,
    },
}

/// What a clause covers in one world.
#[derive(Debug, Clone)]
pub struct InWorld {
    /// The world, by number.
    pub world: u32,
    /// The arguments of the positive instances.
    pub positives: Vec<Vec<Value>>,
    /// The arguments of the negative instances.
    pub negatives: Vec<Vec<Value>>,
}

/// A refinement that was counted.
#[derive(Debug, Clone)]
pub struct Tried {
    /// What it adds.
    pub steps: Vec<Step>,
    /// The variables it brings.
    pub new: Vec<VariableType>,
    /// What it leaves.
    pub counts: Counts,
    /// Its gain, in bits.
    pub gain: f64,
}

/// Receives the events of a search.
pub trait Trace {
    /// Whether anything is to be told; making events costs time.
    fn is_on(&self) -> bool;

    /// The worlds are known and the search begins: what the integers of the events stand for.
    fn begin(&self, _worlds: &Worlds) {}

    /// Something happened.
    fn event(&self, event: Event);

    /// How far the exact part is, from time to time.
    fn exact(&self, _standing: &Standing) {}

    /// The exact part began a stage or found a cheaper program: each is told once.
    fn exact_step(&self, _standing: &Standing) {}

    /// The search is over and the check begins.
    fn end(&self, _found: &Found) {}
}

/// Drops all events.
#[derive(Debug, Clone, Copy, Default)]
pub struct Silent;

impl Trace for Silent {
    fn is_on(&self) -> bool {
        false
    }

    fn event(&self, _: Event) {}
}

/// What an exact search is doing and has found.
#[derive(Debug, Clone, Default)]
pub struct Standing {
    /// Its stage.
    pub stage: Stage,
    /// What its best hypothesis costs.
    pub cost: Option<u64>,
    /// Examples leave open what holds beside them, so that a proof may take long.
    pub leaves_open: bool,
}

/// What an exact search is doing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Stage {
    /// Solving the relaxed examples.
    #[default]
    Worlds,
    /// Making rules whose bodies have at most this many literals.
    Rules {
        /// The bound.
        max_body: usize,
    },
    /// Choosing among the rules that are left of all bodies.
    Choice {
        /// How many bodies were tested.
        n_bodies: usize,
        /// How many rules were left.
        n_rules: usize,
    },
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stage::Worlds => f.write_str("worlds of the examples"),
            Stage::Rules { max_body } => write!(f, "rules with bodies up to {max_body}"),
            Stage::Choice { n_bodies, n_rules } => {
                write!(f, "choosing among {n_rules} rules left of {n_bodies} bodies")
            }
        }
    }
}
