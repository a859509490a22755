//! Novelty: first the flips of runs that did something no run did before. A
//! run is new not only by a goal: two branches taken one after the other, or
//! one taken more often than ever, are steps on the way to one.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::hash::{Hash, Hasher};

use everypath_term::Terms;
use everypath_trace::{Decision, GoalId, Origin};
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};

use crate::flip::Flip;
use crate::strategy::{Contribution, Strategy};
use crate::tree::{PathTree, SideId};

/// A goal that no run covered before counts like so many other novelties.
const GOAL: u64 = 16;
/// Scores are fractions of this.
const UNIT: u64 = 1 << 20;

/// Where a side is, as far as decisions tell.
type Place = (Option<GoalId>, Option<GoalId>, Option<Origin>);

/// One run's share of the search.
#[derive(Clone, Debug)]
struct Parent {
    sides: Vec<SideId>,
    novelty: u64,
    tries: u64,
}

impl Parent {
    fn score(&self) -> u64 {
        (self.novelty + 1) * UNIT / (self.tries + 1)
    }
}

/// Novelty search.
#[derive(Clone, Debug, Default)]
pub struct Novelty {
    seen: FxHashSet<u64>,
    parents: Vec<Parent>,
    ranks: BinaryHeap<(u64, Reverse<usize>)>,
    tries: FxHashMap<Place, u64>,
}

impl Novelty {
    /// With nothing learned yet.
    pub fn new() -> Novelty {
        Novelty::default()
    }

    fn place(tree: &PathTree, side: SideId) -> Place {
        (tree.goal(side), tree.near(side), tree.origin(side))
    }

    /// How much of a run no run before it did.
    fn novelty(&mut self, tree: &PathTree, run: usize) -> u64 {
        let mut counts: FxHashMap<(GoalId, bool), u32> = FxHashMap::default();
        let mut last = None;
        let mut new = 0;
        for decision in tree.trace(run).decisions {
            let Decision::Condition {
                taken,
                other_side: Some(goal),
                ..
            } = decision
            else {
                continue;
            };
            let here = (goal, taken);
            let count = counts.entry(here).or_default();
            *count += 1;
            let bucket = u32::BITS - count.leading_zeros();
            new += u64::from(self.seen.insert(feature(&(here, bucket))));
            new += u64::from(self.seen.insert(feature(&(last, here))));
            last = Some(here);
        }
        new
    }

    /// The side of a parent whose place has been tried least.
    fn best(&self, tree: &PathTree, parent: &Parent) -> Option<usize> {
        (0..parent.sides.len())
            .filter(|&index| tree.is_open(parent.sides[index]))
            .min_by_key(|&index| {
                let side = parent.sides[index];
                let place = Self::place(tree, side);
                let tries = self.tries.get(&place).copied().unwrap_or(0);
                let pin = tree.origin(side) == Some(Origin::Pin);
                (pin, tries, index)
            })
    }
}

impl Strategy for Novelty {
    fn pick(&mut self, tree: &PathTree) -> Option<Flip> {
        while let Some((_, Reverse(number))) = self.ranks.pop() {
            let Some(index) = self.best(tree, &self.parents[number]) else {
                self.parents[number].sides = Vec::new();
                continue;
            };
            let parent = &mut self.parents[number];
            let side = parent.sides.swap_remove(index);
            parent.tries += 1;
            self.ranks.push((parent.score(), Reverse(number)));
            *self.tries.entry(Self::place(tree, side)).or_default() += 1;
            return Some(tree.flip(side));
        }
        None
    }

    fn learn(&mut self, _: &Terms, tree: &PathTree, contribution: &Contribution) {
        if !contribution.is_new {
            return;
        }
        let novelty = self.novelty(tree, contribution.run) + GOAL * contribution.goals.len() as u64;
        let parent = Parent {
            sides: tree.open_sides(contribution.created.clone()).collect(),
            novelty,
            tries: 0,
        };
        if parent.sides.is_empty() {
            return;
        }
        let number = self.parents.len();
        self.ranks.push((parent.score(), Reverse(number)));
        self.parents.push(parent);
    }
}

fn feature(what: &impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    what.hash(&mut hasher);
    hasher.finish()
}
