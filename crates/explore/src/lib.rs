//! Exploration: the tree of all runs, the strategies that pick what to try
//! next, the loop that tries it, and the verdicts in the end. It knows no
//! language: programs are behind [`everypath_trace::Executor`].
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//! use std::time::Duration;
//!
//! use everypath_explore::{StopReason, Supervision, Task, explore, strategies::DepthFirst};
//! use everypath_solve::{Options, default_chain};
//! use everypath_term::{Terms, Value};
//! use everypath_trace::{Executor, Input, RunLimits, Trace, text::parse_trace};
//!
//! /// Whether `x < 3`, as a program.
//! struct Program;
//!
//! impl Executor for Program {
//!     fn run(&mut self, terms: &mut Terms, input: &Input, _: &RunLimits) -> Trace {
//!         let x = input.values.get("x").cloned().unwrap_or(Value::int(0));
//!         let taken = x < Value::int(3);
//!         let text = format!("branch {taken}: (< x:int 3)\noutcome: returned");
//!         let mut trace = parse_trace(terms, &text).unwrap();
//!         trace.input.values.insert("x".into(), x);
//!         trace
//!     }
//! }
//!
//! let found = explore(
//!     &mut Terms::new(),
//!     &mut Program,
//!     &mut *default_chain(&Options::default()),
//!     &mut DepthFirst::new(),
//!     &Task::all_paths(),
//!     Supervision { clock: &|| Duration::ZERO, end: None, cancelled: &AtomicBool::new(false) },
//!     &mut |_, _, _| everypath_explore::Next::Continue,
//! );
//! assert_eq!(found.stop, StopReason::Exhausted);
//! assert_eq!(found.tree.paths(), 2);
//! ```

mod boundaries;
mod budget;
mod cause;
pub mod classifier;
mod completions;
mod coverage;
mod explore;
mod flip;
mod implied;
mod insert;
mod release;
mod smaller;
mod statistics;
mod status;
pub mod strategies;
mod strategy;
#[cfg(test)]
mod tests;
mod text;
#[cfg(test)]
mod toy;
mod tree;
mod verdict;

pub use boundaries::boundaries;
pub use budget::{Aim, Budget, StopReason, Supervision};
pub use cause::{Cause, CauseKind, Obstacles, bound_words};
pub use coverage::Coverage;
pub use everypath_solve::Certificate;
pub use explore::{Event, Exploration, Next, Task, Tools, Watcher, explore, resume};
pub use flip::Flip;
pub use implied::without_implied;
pub use insert::Inserted;
pub use smaller::with_small_numbers;
pub use statistics::Statistics;
pub use status::{GaveUp, Status};
pub use strategy::{Contribution, Strategy};
pub use text::print_tree;
pub use tree::{NodeId, PathTree, Run, Segment, SideId, TreeOptions};
pub use verdict::{Reach, Verdict};
