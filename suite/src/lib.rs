//! Tasks with known answers.
