//! Shortest first: the smallest structures, then the fewest decisions.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use everypath_term::Terms;
use everypath_trace::Origin;

use crate::flip::Flip;
use crate::strategy::{Contribution, Strategy};
use crate::tree::{PathTree, SideId};

/// Shortest first. Options are numbered from the smallest (null, length 0),
/// so the sum of those taken measures the input's structure: it gives the
/// small examples of everything before it grows anything.
#[derive(Clone, Debug, Default)]
pub struct ShortestFirst {
    /// By pin or not, size, then discovery: sides of one run lie together.
    queue: BinaryHeap<Reverse<(bool, usize, SideId)>>,
}

impl ShortestFirst {
    /// With nothing learned yet.
    pub fn new() -> ShortestFirst {
        ShortestFirst::default()
    }
}

impl Strategy for ShortestFirst {
    fn pick(&mut self, tree: &PathTree) -> Option<Flip> {
        loop {
            let Reverse((_, _, side)) = self.queue.pop()?;
            if tree.is_open(side) {
                return Some(tree.flip(side));
            }
        }
    }

    fn learn(&mut self, _: &Terms, tree: &PathTree, contribution: &Contribution) {
        for side in tree.open_sides(contribution.created.clone()) {
            let is_pin = tree.origin(side) == Some(Origin::Pin);
            let size = tree.weight(side) + tree.depth(side);
            self.queue.push(Reverse((is_pin, size, side)));
        }
    }
}
