//! Failures: the other side of every check, and one more turn of every loop.

use std::collections::VecDeque;

use everypath_term::Terms;
use everypath_trace::{GoalId, Origin};
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

use crate::flip::Flip;
use crate::strategy::{Contribution, Strategy};
use crate::tree::{PathTree, SideId};

/// Tries for one check: most hold on every path, and some in all turns of a loop
/// but the last.
const TRIES: u32 = 8;
/// Turns that are added to one loop.
const TURNS: u32 = 24;

/// Looks for runs that fail, from what another strategy has explored. One failure
/// for each check is enough.
#[derive(Clone, Debug, Default)]
pub struct Failures {
    checks: IndexMap<u32, Waiting, FxBuildHasher>,
    loops: IndexMap<Loop, Waiting, FxBuildHasher>,
}

/// A loop, as far as decisions tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Loop {
    /// One whose branch leads to a goal.
    Own(GoalId),
    /// One of what is called near a goal and has no goals, as in a library.
    Called(Option<GoalId>),
}

/// Sides of one check or loop, in the order in which they were met.
#[derive(Clone, Debug, Default)]
struct Waiting {
    sides: VecDeque<SideId>,
    tries: u32,
    has_failed: bool,
}

impl Waiting {
    /// The first and the last in turn.
    fn next(&mut self, tree: &PathTree) -> Option<SideId> {
        loop {
            let side = match self.tries % 2 {
                0 => self.sides.pop_front()?,
                _ => self.sides.pop_back()?,
            };
            if tree.is_open(side) {
                self.tries += 1;
                return Some(side);
            }
        }
    }

    /// The last.
    fn last(&mut self, tree: &PathTree) -> Option<SideId> {
        let side = self.sides.pop_back().filter(|&side| tree.is_open(side))?;
        self.tries += 1;
        Some(side)
    }
}

impl Failures {
    /// What there is to look for in a tree.
    pub fn new(tree: &PathTree) -> Failures {
        let mut failures = Failures::default();
        for run in 0..tree.runs().len() {
            failures.note_failure(tree, run);
        }
        failures.note_sides(tree, tree.open_sides(tree.all_nodes()));
        failures
    }

    fn note_failure(&mut self, tree: &PathTree, run: usize) {
        if !tree.runs()[run].trace.outcome.is_failure() {
            return;
        }
        if let Some(Origin::Check(number)) = tree.last_origin(run) {
            self.checks.entry(number).or_default().has_failed = true;
        }
    }

    fn note_sides(&mut self, tree: &PathTree, sides: impl Iterator<Item = SideId>) {
        let mut deepest: IndexMap<Loop, SideId, FxBuildHasher> = IndexMap::default();
        for side in sides {
            let of = match tree.origin(side) {
                Some(Origin::Check(number)) => {
                    self.checks.entry(number).or_default().sides.push_back(side);
                    continue;
                }
                Some(Origin::Branch) => match tree.goal(side) {
                    Some(goal) => Loop::Own(goal),
                    None => Loop::Called(tree.near(side)),
                },
                _ => continue,
            };
            let known = deepest.entry(of).or_insert(side);
            if tree.depth(side) > tree.depth(*known) {
                *known = side;
            }
        }
        for (of, side) in deepest {
            if matches!(of, Loop::Called(_)) || tree.was_decided_above(side) {
                self.loops.entry(of).or_default().sides.push_back(side);
            }
        }
    }
}

impl Strategy for Failures {
    fn pick(&mut self, tree: &PathTree) -> Option<Flip> {
        // Stable: of those tried equally often the first that was met.
        let mut checks: Vec<&mut Waiting> = self.checks.values_mut().collect();
        checks.retain(|check| check.tries < TRIES && !check.has_failed);
        checks.sort_by_key(|check| check.tries);
        let found = checks.into_iter().find_map(|check| check.next(tree));
        let side = found.or_else(|| {
            let mut loops: Vec<&mut Waiting> = self.loops.values_mut().collect();
            loops.retain(|turns| turns.tries < TURNS);
            loops.sort_by_key(|turns| turns.tries);
            loops.into_iter().find_map(|turns| turns.last(tree))
        })?;
        Some(tree.flip(side))
    }

    fn learn(&mut self, _: &Terms, tree: &PathTree, contribution: &Contribution) {
        self.note_failure(tree, contribution.run);
        self.note_sides(tree, tree.open_sides(contribution.created.clone()));
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;
    use std::time::Duration;

    use everypath_term::Terms;
    use everypath_trace::{Fault, Outcome};

    use super::*;
    use crate::budget::{Aim, Supervision};
    use crate::explore::{Exploration, Next, Task, Tools, resume};
    use crate::strategies::CoverageGuided;
    use crate::toy::{BruteForce, Recorder, Run, Toy, goals, task};

    fn failure(condition: &str) -> Run {
        let condition = condition.to_owned();
        let fault = Fault::Assertion { condition };
        Err(Outcome::Crashed { fault, at: None })
    }

    /// Covers a program's goals, then looks for failures: how those ended that were
    /// found, and in how many flips.
    fn failures(wanted: u32, program: fn(&mut Recorder) -> Run) -> (Vec<String>, usize) {
        let mut task: Task = task(wanted);
        task.budget.aim = Aim::Goals;
        let mut exploration = Exploration::new(&task);
        let mut terms = Terms::new();
        let mut go_on =
            |exploration: &mut Exploration, task: &Task, strategy: &mut dyn Strategy| {
                let tools = Tools {
                    terms: &mut terms,
                    executor: &mut Toy(program),
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
                    task,
                    1000,
                    supervision,
                    &mut |_, _, _| Next::Continue,
                );
            };
        go_on(
            &mut exploration,
            &task,
            &mut CoverageGuided::new(&goals(wanted)),
        );
        let before = exploration.statistics.flips;
        task.budget.aim = Aim::Paths;
        let mut strategy = Failures::new(&exploration.tree);
        go_on(&mut exploration, &task, &mut strategy);
        let runs = exploration.tree.runs().iter();
        let ends = runs.filter_map(|run| match &run.trace.outcome {
            Outcome::Crashed {
                fault: Fault::Assertion { condition },
                ..
            } => Some(condition.clone()),
            _ => None,
        });
        (ends.collect(), exploration.statistics.flips - before)
    }

    #[test]
    fn each_check_fails_once() {
        let (ends, flips) = failures(2, |r| {
            r.branch("(< x:int 3)", 0)?;
            for _ in 0..2 {
                if r.check_at("(= y:int 7)", 1)? {
                    return failure("y");
                }
            }
            if r.check_at("(= z:int 100)", 2)? {
                return failure("z");
            }
            Ok(())
        });
        assert_eq!(ends, ["y"]);
        // The other check cannot fail: one flip for each side of the branch.
        assert_eq!(flips, 3);
    }

    #[test]
    fn loops_take_more_turns() {
        let (ends, _) = failures(2, |r| {
            for turn in 0..10 {
                if turn == 6 {
                    return failure("too many");
                }
                if !r.branch(&format!("(< {turn} n:int)"), 0)? {
                    break;
                }
            }
            Ok(())
        });
        assert_eq!(ends, ["too many"]);
    }
}
