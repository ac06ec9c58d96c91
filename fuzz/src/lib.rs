//! What tries to break the command: inputs that are mutated from the suite's and run through all commands under judges
//! that know no input ([`campaign`]), runs that are repeated, crowded and interrupted ([`soak`]); and what measures the
//! learner: its heuristics, switched off one at a time ([`ablate`]).
//!
//! A campaign is drawn from a seed, case by case: the same seed gives the same inputs on every machine. `cargo xtask fuzz`
//! and `cargo xtask soak` are the long forms; the tests of the command run short ones.
#![cfg(target_os = "linux")]

pub mod ablate;
pub mod campaign;
pub mod case;
pub mod child;
pub mod corpus;
pub mod judge;
pub mod oracle;
pub mod play;
pub mod soak;
pub mod table;
pub mod text;
