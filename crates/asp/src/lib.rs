//! Text to syntax and back. (Front page to be written.)

pub mod diagnostic;
pub mod span;
pub mod symbols;
pub mod syntax;
