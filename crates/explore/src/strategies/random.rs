//! Random: any open side, each as likely as the others.

use everypath_term::Terms;

use crate::flip::Flip;
use crate::strategy::{Contribution, Strategy};
use crate::tree::{PathTree, SideId};
use everypath_trace::Chance;

/// Random choice from a seed: the same seed gives the same order.
#[derive(Clone, Debug)]
pub struct Random {
    chance: Chance,
    sides: Vec<SideId>,
}

impl Random {
    /// With nothing learned yet.
    pub fn new(seed: u64) -> Random {
        Random {
            chance: Chance::new(seed),
            sides: Vec::new(),
        }
    }
}

impl Strategy for Random {
    fn pick(&mut self, tree: &PathTree) -> Option<Flip> {
        while !self.sides.is_empty() {
            let index = self.chance.below(self.sides.len());
            let side = self.sides.swap_remove(index);
            if tree.is_open(side) {
                return Some(tree.flip(side));
            }
        }
        None
    }

    fn learn(&mut self, _: &Terms, tree: &PathTree, contribution: &Contribution) {
        self.sides
            .extend(tree.open_sides(contribution.created.clone()));
    }
}
