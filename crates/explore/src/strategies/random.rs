//! Random: any open side, each as likely as the others.

use crate::flip::Flip;
use crate::strategy::{News, Strategy};
use crate::tree::{PathTree, SideId};

/// Random choice from a seed: the same seed gives the same order.
#[derive(Clone, Debug)]
pub struct Random {
    state: u64,
    sides: Vec<SideId>,
}

impl Random {
    /// With nothing learned yet.
    pub fn new(seed: u64) -> Random {
        Random {
            state: seed,
            sides: Vec::new(),
        }
    }

    /// A number below `end`. Splitmix64: a counter whose value is mixed, good
    /// enough to choose by, and the same on every machine.
    fn below(&mut self, end: usize) -> usize {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^= mixed >> 31;
        ((u128::from(mixed) * end as u128) >> 64) as usize
    }
}

impl Strategy for Random {
    fn pick(&mut self, tree: &PathTree) -> Option<Flip> {
        while !self.sides.is_empty() {
            let index = self.below(self.sides.len());
            let side = self.sides.swap_remove(index);
            if tree.is_open(side) {
                return Some(tree.flip(side));
            }
        }
        None
    }

    fn learn(&mut self, tree: &PathTree, news: &News) {
        self.sides.extend(tree.open_sides(news.created.clone()));
    }
}
