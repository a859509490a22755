//! Breadth-first: the open side with the fewest decisions above it.

use std::collections::VecDeque;

use everypath_term::Terms;

use crate::flip::Flip;
use crate::strategy::{Contribution, Strategy};
use crate::tree::{PathTree, SideId};

/// Breadth-first, in order of discovery at each depth.
#[derive(Clone, Debug, Default)]
pub struct BreadthFirst {
    levels: Vec<VecDeque<SideId>>,
    /// No level above this one holds anything.
    first: usize,
}

impl BreadthFirst {
    /// With nothing learned yet.
    pub fn new() -> BreadthFirst {
        BreadthFirst::default()
    }
}

impl Strategy for BreadthFirst {
    fn pick(&mut self, tree: &PathTree) -> Option<Flip> {
        while let Some(level) = self.levels.get_mut(self.first) {
            match level.pop_front() {
                Some(side) if tree.is_open(side) => return Some(tree.flip(side)),
                Some(_) => {}
                None => self.first += 1,
            }
        }
        None
    }

    fn learn(&mut self, _: &Terms, tree: &PathTree, contribution: &Contribution) {
        for side in tree.open_sides(contribution.created.clone()) {
            let depth = tree.depth(side);
            if depth >= self.levels.len() {
                self.levels.resize_with(depth + 1, VecDeque::new);
            }
            self.levels[depth].push_back(side);
            self.first = self.first.min(depth);
        }
    }
}
