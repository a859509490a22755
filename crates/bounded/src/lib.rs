//! Exhaustive within a scope: a unit and what makes its input are encoded as
//! one formula, and an incremental solver is asked for runs that cover what is
//! not covered yet, until there is none left. Knows no language.

mod bounds;
mod cover;
mod decode;
pub mod encode;
mod iterate;
mod scope;
#[cfg(test)]
mod tests;

pub use bounds::{Bounds, tighten};
pub use cover::{Claim, Covered, Replay, Task, Verdict, cover};
pub use decode::sizes;
pub use iterate::Sweep;
pub use scope::Scope;
