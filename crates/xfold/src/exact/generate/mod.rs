//! The candidates of a space: rules are thrown away as soon as the relaxed worlds refute them, or no optimum needs them,
//! before anything is ground. Which generator is used depends on [`super::kind`].
//!
//! - [`levels`]: bodies of growing length, for any task;
//! - [`critical`]: for covers, where bodies have only the variables of their heads;
//! - [`queries`]: for covers in one context, where bodies are joins.

pub(super) mod critical;
mod heads;
pub(super) mod levels;
pub(super) mod queries;
