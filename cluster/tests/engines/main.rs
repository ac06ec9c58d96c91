//! What engines promise: the same answers wherever parts are answered, and a clear end whatever happens.
//!
//! One program for all of it, since linking takes longer than running. It is also the scheduler and the executors:
//! they are started as processes of this very program, which then answers as [`sums::Sums`] does.

// A test that cannot go on has failed.
#![allow(clippy::unwrap_used)]

mod sums;
mod tables;
mod nodes;

mod local;
mod cluster;
mod faults;
mod program;
mod learning;
