//! Exploration: the tree of all runs, the strategies that pick what to try
//! next, the loop that tries it, and the verdicts in the end. It knows no
//! language: programs are behind [`everypath_trace::Executor`].

mod budget;
mod cause;
mod coverage;
mod explore;
mod flip;
mod insert;
mod statistics;
mod status;
pub mod strategies;
mod strategy;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod toy;
mod tree;
mod verdict;

pub use budget::{Aim, Budget, StopReason, Surroundings};
pub use cause::{Cause, CauseKind, Obstacles, bound_words};
pub use coverage::Coverage;
pub use explore::{Event, Exploration, Next, Observer, Task, explore};
pub use flip::Flip;
pub use insert::Inserted;
pub use statistics::Statistics;
pub use status::{GaveUp, Status};
pub use strategy::{News, Strategy};
pub use tree::{NodeId, Part, PathTree, Run, SideId, TreeOptions};
pub use verdict::{Sight, Verdict};
