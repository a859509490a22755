//! Depth-first: the last decision of the last run that has an open side.

use everypath_term::Terms;

use crate::flip::Flip;
use crate::strategy::{Contribution, Strategy};
use crate::tree::{PathTree, SideId};

/// Depth-first. The longest prefix is kept, so that queries share the most;
/// loops are unrolled to their bound before anything else is tried.
#[derive(Clone, Debug, Default)]
pub struct DepthFirst {
    stack: Vec<SideId>,
}

impl DepthFirst {
    /// With nothing learned yet.
    pub fn new() -> DepthFirst {
        DepthFirst::default()
    }
}

impl Strategy for DepthFirst {
    fn pick(&mut self, tree: &PathTree) -> Option<Flip> {
        loop {
            let side = self.stack.pop()?;
            if tree.is_open(side) {
                return Some(tree.flip(side));
            }
        }
    }

    fn learn(&mut self, _: &Terms, tree: &PathTree, contribution: &Contribution) {
        self.stack
            .extend(tree.open_sides(contribution.created.clone()));
    }
}
