//! Facts as columns of small integers, and the counting that learning rests on.
//!
//! A learner of rules asks one question again and again: if this literal is added to the clause, how many examples of
//! each label does it still cover? Here that is a join of the clause's bindings with a relation, counted by label.
//!
//! - [`Facts`] holds the atoms of all worlds: those common to all worlds once, others with their world.
//! - [`Instances`] are the examples: a world, the head's arguments, a label, a weight.
//! - A [`Cover`] is what a clause covers: the bindings of its variables for each instance.
//! - [`Step`] is a literal in integers, [`Unit`] what is tried as one refinement.
//! - [`Engine`] answers: how many examples ([`Counts`]) does each of these units leave?
//!
//! Nothing here knows of rules, programs or text.
//!
//! ```
//! use std::sync::Arc;
//! use xfold_store::*;
//!
//! // Values 0..3 are tweety, polly, kitty; predicates are bird and penguin.
//! let mut facts = Facts::new(Values { numbers: vec![None; 3], ranks: vec![0, 1, 2], block: None });
//! let unary = |rows: &[u32]| Extension::new(Relation::shared(1, rows.iter().map(|v| [*v])), Relation::default());
//! let bird = facts.add(unary(&[0, 1]));
//! let penguin = facts.add(unary(&[1]));
//!
//! // tweety flies; polly and kitty do not.
//! let instance = |value, positive| Instance { example: value, world: 0, args: vec![value], positive, weight: 1 };
//! let examples = Arc::new(Instances::new(1, [instance(0, true), instance(1, false), instance(2, false)]));
//!
//! let engine = Engine::new(facts);
//! let all = engine.start(&examples, &examples.all(), false);
//! let holds = |predicate| Unit::one(Step::Holds(predicate, vec![Arg::Variable(0)]));
//! let tallies = engine.count(&all, &[holds(bird), holds(penguin)]);
//! assert_eq!(tallies[0], Tally::Plain(Counts { pos: 1, neg: 1 }));
//! assert_eq!(tallies[1], Tally::Plain(Counts { pos: 0, neg: 1 }));
//! ```

mod count;
mod cover;
mod cuts;
mod engine;
mod exists;
mod facts;
mod instances;
mod join;
mod keys;
mod occurrences;
mod pairs;
mod parts;
mod relation;
mod sorted;
mod step;
pub mod table;

pub use count::Tally;
pub use cover::Cover;
pub use engine::Engine;
pub use facts::{Block, Extension, Facts, Lookup, Reading, Values};
pub use instances::{Counts, Instance, InstanceSet, Instances};
pub use join::TooManyBindings;
pub use parts::Answer;
pub use relation::{Index, Relation, RowNumbers, Rows, Value, WorldId};
pub use step::{Arg, Comparison, Cut, PredicateId, Step, Unit, Variable};
