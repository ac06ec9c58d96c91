//! XFOLD: programs with several stable models (specification, section 10). [`generate`] learns rules from the positive
//! examples, [`repair`] makes choices of what was wrongly defined, [`test`] learns constraints from the negative ones.

mod generate;
mod repair;
mod short;
mod test;

pub use repair::repair;
pub use test::constraints;
