//! Exceptions: the other side of every check whose number is a missing goal, then what
//! parts of the input may be, then what called code asks.

use std::collections::VecDeque;

use everypath_term::Terms;
use everypath_trace::{GoalId, Origin};
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

use crate::flip::Flip;
use crate::strategy::{Contribution, Strategy};
use crate::tree::{NodeId, PathTree, SideId};

/// Tries for one check: most hold on every path.
const TRIES: u32 = 4;

/// What a side may bring about, the most likely to throw first.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Place {
    /// The other side of a check that throws by itself.
    Check(u32),
    /// Another option of a kind of slot, such as none.
    Choice(String, u32),
    /// Another side of a question of code without goals, as in a library.
    Called(Option<GoalId>),
}

/// Sides of one place, in the order in which they were met.
#[derive(Clone, Debug, Default)]
struct Waiting {
    sides: VecDeque<SideId>,
    tries: u32,
}

/// Looks for exceptions, from what another strategy has explored. One run for each is
/// enough, and few tries, since nothing asks for them.
#[derive(Clone, Debug, Default)]
pub struct Exceptions {
    places: IndexMap<Place, Waiting, FxBuildHasher>,
}

impl Exceptions {
    /// What there is to look for in a tree.
    pub fn new(tree: &PathTree) -> Exceptions {
        let mut exceptions = Exceptions::default();
        exceptions.note(tree, tree.all_nodes());
        exceptions
    }

    fn note(&mut self, tree: &PathTree, nodes: std::ops::Range<NodeId>) {
        for side in tree.open_sides(nodes) {
            let place = match (tree.origin(side), tree.slot(side)) {
                (Some(Origin::Check(number)), _) => Place::Check(number),
                (None, Some(slot)) => Place::Choice(slot.kind(), tree.flip(side).option),
                (Some(Origin::Branch | Origin::Implicit), _) if tree.goal(side).is_none() => {
                    Place::Called(tree.near(side))
                }
                _ => continue,
            };
            self.places.entry(place).or_default().sides.push_back(side);
        }
    }
}

impl Strategy for Exceptions {
    fn pick(&mut self, tree: &PathTree) -> Option<Flip> {
        let is_wanted = |place: &Place| match place {
            Place::Check(number) => tree.coverage().is_missing(GoalId(*number)),
            Place::Choice(..) | Place::Called(_) => true,
        };
        let rank = |place: &Place| match place {
            Place::Check(_) => 0,
            Place::Choice(..) => 1,
            Place::Called(_) => 2,
        };
        // Stable: of those tried equally often the first that was met.
        let mut waiting: Vec<(u32, u32, &mut Waiting)> = self
            .places
            .iter_mut()
            .filter(|(place, waiting)| waiting.tries < TRIES && is_wanted(place))
            .map(|(place, waiting)| (waiting.tries, rank(place), waiting))
            .collect();
        waiting.sort_by_key(|(tries, rank, _)| (*tries, *rank));
        waiting.into_iter().find_map(|(_, _, waiting)| {
            loop {
                let side = waiting.sides.pop_front()?;
                if tree.is_open(side) {
                    waiting.tries += 1;
                    return Some(tree.flip(side));
                }
            }
        })
    }

    fn learn(&mut self, _: &Terms, tree: &PathTree, contribution: &Contribution) {
        self.note(tree, contribution.created.clone());
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;
    use std::time::Duration;

    use super::*;
    use crate::budget::{Aim, Supervision};
    use crate::explore::{Exploration, Next, Tools, resume};
    use crate::strategies::CoverageGuided;
    use crate::toy::{BruteForce, Recorder, Toy, goals, task};

    #[test]
    fn checks_of_missing_goals_are_flipped_once() {
        let mut task = task(2);
        task.budget.aim = Aim::Goals;
        let mut exploration = Exploration::new(&task);
        let mut terms = Terms::new();
        let mut toy = Toy(|r: &mut Recorder| {
            r.branch("(< x:int 3)", 0)?;
            // The number of a check is the goal of its other side.
            if r.check_at("(= y:int 7)", 2)? {
                r.cover(2);
            }
            Ok(())
        });
        let mut go_on = |exploration: &mut Exploration, strategy: &mut dyn Strategy| {
            let tools = Tools {
                terms: &mut terms,
                executor: &mut toy,
                solver: &mut BruteForce,
                strategy,
            };
            let supervision = Supervision {
                clock: &|| Duration::ZERO,
                end: None,
                cancelled: &AtomicBool::new(false),
            };
            resume(
                exploration,
                tools,
                &task,
                100,
                supervision,
                &mut |_, _, _| Next::Continue,
            );
        };
        go_on(&mut exploration, &mut CoverageGuided::new(&goals(2)));
        assert_eq!(exploration.tree.coverage().covered_by(GoalId(2)), None);
        let before = exploration.statistics.flips;
        exploration.want(&[GoalId(2)]);
        let mut strategy = Exceptions::new(&exploration.tree);
        go_on(&mut exploration, &mut strategy);
        assert!(exploration.tree.coverage().covered_by(GoalId(2)).is_some());
        assert_eq!(exploration.statistics.flips, before + 1);
    }
}
