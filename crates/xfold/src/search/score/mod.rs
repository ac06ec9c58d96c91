//! Scores: how good a refinement, a finished clause, or a whole theory is. They see counts only.

pub(super) mod gain;
pub(super) mod length;
