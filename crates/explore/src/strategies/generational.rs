//! Generational search: all flips of one run, then those of the child that
//! brought the most new coverage.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};
use std::ops::Range;

use everypath_term::Terms;
use everypath_trace::Origin;

use crate::flip::Flip;
use crate::strategy::{Contribution, Strategy};
use crate::tree::{NodeId, PathTree, SideId};

/// Generational search. A run's bound, below which its parent's flips lie, is
/// where its own nodes begin: the tree gives each open side to one run only.
/// A run that diverged scores nothing, which lets the search recover.
#[derive(Clone, Debug, Default)]
pub struct Generational {
    /// The rest of the run that is being expanded, first decision first.
    current: VecDeque<SideId>,
    /// The runs to expand: best score first, then the oldest.
    waiting: BinaryHeap<(usize, Reverse<usize>)>,
    /// What each run added, by the number in `waiting`.
    created: Vec<Range<NodeId>>,
    /// Other values of pins: tried when nothing else is left.
    pins: VecDeque<SideId>,
}

impl Generational {
    /// With nothing learned yet.
    pub fn new() -> Generational {
        Generational::default()
    }

    fn expand(&mut self, tree: &PathTree, nodes: Range<NodeId>) {
        for side in tree.open_sides(nodes) {
            if tree.origin(side) == Some(Origin::Pin) {
                self.pins.push_back(side);
            } else {
                self.current.push_back(side);
            }
        }
    }
}

impl Strategy for Generational {
    fn pick(&mut self, tree: &PathTree) -> Option<Flip> {
        loop {
            while let Some(side) = self.current.pop_front() {
                if tree.is_open(side) {
                    return Some(tree.flip(side));
                }
            }
            if let Some((_, Reverse(number))) = self.waiting.pop() {
                let nodes = self.created[number].clone();
                self.expand(tree, nodes);
                continue;
            }
            let pin = self.pins.pop_front()?;
            if tree.is_open(pin) {
                return Some(tree.flip(pin));
            }
        }
    }

    fn learn(&mut self, _: &Terms, _: &PathTree, contribution: &Contribution) {
        if contribution.created.is_empty() {
            return;
        }
        let score = if contribution.diverged {
            0
        } else {
            contribution.goals.len()
        };
        self.waiting.push((score, Reverse(self.created.len())));
        self.created.push(contribution.created.clone());
    }
}
