//! Coverage-guided: first the flips that lead to uncovered goals at once,
//! then those near uncovered goals, rarely tried places first.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

use everypath_term::Terms;
use everypath_trace::{GoalId, Goals, Origin};
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

use crate::flip::Flip;
use crate::strategy::{Contribution, Strategy};
use crate::tree::{PathTree, SideId};

/// What one earlier try at a place costs it, in goals of distance.
const TRY: u32 = 4;
/// Farther than this makes no difference.
const FAR: u32 = 64;
/// After so many tries an uncovered goal has no precedence any more: it may
/// be infeasible wherever it is met, as in a loop.
const PATIENCE: u32 = 8;

/// A place of the program, as far as decisions tell: all its open sides wait
/// in one queue, so that a try changes the rank of one queue only.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Place {
    /// A side of a branch, by its goal.
    Goal(GoalId),
    /// A check that leads to no goal of its own, by the goal near it.
    Check(Option<GoalId>, Origin),
    /// A choice of a slot, its numbers left out: `node3.next` is `node.next`.
    Choice(String),
}

#[derive(Clone, Debug, Default)]
struct Queue {
    sides: VecDeque<SideId>,
    tries: u32,
}

/// How good a place is; smaller is better. All parts but the last two only
/// grow, which allows to correct a rank when it comes up.
type Rank = (Tier, u32, SideId, usize);

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Tier {
    /// Leads to an uncovered goal at once, and has not been tried often.
    Uncovered,
    /// Any other branch, check or choice.
    Other,
    /// Another value for a pin.
    Pin,
}

/// Coverage-guided search.
#[derive(Clone, Debug)]
pub struct CoverageGuided {
    /// For each goal, the function that contains it, as a number.
    functions: Vec<usize>,
    /// For each goal, how many goals of its function lie between it and the
    /// nearest missing one, as of `covered`.
    distances: Vec<u32>,
    covered: usize,
    places: IndexMap<Place, Queue, FxBuildHasher>,
    ranks: BinaryHeap<Reverse<Rank>>,
}

impl CoverageGuided {
    /// With nothing learned yet.
    pub fn new(goals: &Goals) -> CoverageGuided {
        let mut names: IndexMap<&str, ()> = IndexMap::new();
        let functions = goals
            .0
            .iter()
            .map(|goal| names.insert_full(&goal.function, ()).0)
            .collect();
        CoverageGuided {
            functions,
            distances: Vec::new(),
            covered: usize::MAX,
            places: IndexMap::default(),
            ranks: BinaryHeap::new(),
        }
    }

    fn place(tree: &PathTree, side: SideId) -> Place {
        if let Some(goal) = tree.goal(side) {
            Place::Goal(goal)
        } else if let Some(slot) = tree.slot(side) {
            Place::Choice(slot.kind())
        } else {
            let origin = match tree.origin(side).unwrap_or(Origin::Branch) {
                Origin::Check(_) => Origin::Implicit,
                other => other,
            };
            Place::Check(tree.near(side), origin)
        }
    }

    fn rank(&self, tree: &PathTree, number: usize) -> Option<Rank> {
        let (place, queue) = self.places.get_index(number)?;
        let &side = queue.sides.front()?;
        let (tier, near) = match place {
            Place::Goal(goal) if tree.coverage().is_missing(*goal) && queue.tries < PATIENCE => {
                return Some((Tier::Uncovered, queue.tries, side, number));
            }
            Place::Goal(goal) if tree.origin(side) != Some(Origin::Pin) => {
                (Tier::Other, Some(*goal))
            }
            Place::Goal(goal) => (Tier::Pin, Some(*goal)),
            Place::Check(near, Origin::Pin) => (Tier::Pin, *near),
            Place::Check(near, _) => (Tier::Other, *near),
            Place::Choice(_) => (Tier::Other, tree.near(side)),
        };
        let distance = near
            .and_then(|goal| self.distances.get(goal.0 as usize))
            .map_or(FAR, |&distance| distance);
        Some((tier, queue.tries * TRY + distance, side, number))
    }

    /// Measures the distances again: two passes over the goals, which lie in
    /// the order of the source, each function's own.
    fn measure(&mut self, tree: &PathTree) {
        let coverage = tree.coverage();
        if coverage.covered() == self.covered {
            return;
        }
        self.covered = coverage.covered();
        let count = self.functions.len();
        self.distances.clear();
        self.distances.resize(count, FAR);
        let forward = 0..count;
        let backward = (0..count).rev();
        let mut last: Vec<u32> = vec![FAR; count];
        for goal in forward {
            self.approach(tree, goal, &mut last);
        }
        last.fill(FAR);
        for goal in backward {
            self.approach(tree, goal, &mut last);
        }
    }

    fn approach(&mut self, tree: &PathTree, goal: usize, last: &mut [u32]) {
        let last = &mut last[self.functions[goal]];
        *last = if tree.coverage().is_missing(GoalId(goal as u32)) {
            0
        } else {
            (*last + 1).min(FAR)
        };
        self.distances[goal] = self.distances[goal].min(*last);
    }
}

impl Strategy for CoverageGuided {
    fn pick(&mut self, tree: &PathTree) -> Option<Flip> {
        self.measure(tree);
        while let Some(Reverse(stored)) = self.ranks.pop() {
            let number = stored.3;
            let queue = &mut self.places[number];
            while queue.sides.front().is_some_and(|&side| !tree.is_open(side)) {
                queue.sides.pop_front();
            }
            let Some(rank) = self.rank(tree, number) else {
                continue;
            };
            if rank > stored {
                self.ranks.push(Reverse(rank));
                continue;
            }
            let queue = &mut self.places[number];
            queue.tries += 1;
            let side = queue.sides.pop_front().expect("it has a rank");
            if let Some(next) = self.rank(tree, number) {
                self.ranks.push(Reverse(next));
            }
            return Some(tree.flip(side));
        }
        None
    }

    fn learn(&mut self, _: &Terms, tree: &PathTree, contribution: &Contribution) {
        self.measure(tree);
        for side in tree.open_sides(contribution.created.clone()) {
            let entry = self.places.entry(Self::place(tree, side));
            let number = entry.index();
            let queue = entry.or_default();
            queue.sides.push_back(side);
            if queue.sides.len() == 1
                && let Some(rank) = self.rank(tree, number)
            {
                self.ranks.push(Reverse(rank));
            }
        }
    }
}
