//! The seam to strategies: which flip is tried next.

use std::ops::Range;

use everypath_term::Terms;
use everypath_trace::GoalId;

use crate::flip::Flip;
use crate::tree::{NodeId, PathTree};

/// Picks the next flip. A strategy keeps its own queue, fed by `learn`, and
/// skips what has been closed since: a pick must not scan the tree.
///
/// The solver keeps what it knows of the last query's prefix. Where a
/// strategy has no reason to prefer one flip, it should stay with the trace
/// of the last one and go on to the next deeper decision.
pub trait Strategy: Send {
    /// The next flip: an open side. `None` if the strategy knows no more.
    fn pick(&mut self, tree: &PathTree) -> Option<Flip>;

    /// A run was inserted into the tree.
    fn learn(&mut self, terms: &Terms, tree: &PathTree, contribution: &Contribution);
}

/// What a run brought.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contribution {
    /// The run in the tree that stands for its path.
    pub run: usize,
    /// Whether the path is new.
    pub is_new: bool,
    /// The nodes it added to the tree, from its first decision to its end:
    /// those after the flip that led to it.
    pub created: Range<NodeId>,
    /// The wanted goals that it is the first to cover.
    pub goals: Vec<GoalId>,
    /// The flip that it was made for; `None` for a seed.
    pub flip: Option<Flip>,
    /// Whether it went another way than the flip predicted.
    pub diverged: bool,
}
