//! Everything that the engine reads from outside, as functions of bytes that may be
//! anything: they give an error, an answer or nothing, and never panic or hang. One set of
//! functions for cargo-fuzz (`fuzz/`), which is led by coverage, and for a plain run of a
//! fixed number of cases, the same each time (`./x fuzz`, and the tests).

mod run;
mod targets;

pub use run::{Found, fuzz};
pub use targets::{TARGETS, Target, run, target};
