//! When an exploration stops, and the reason it gives.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use everypath_trace::Outcome;

use crate::statistics::Statistics;
use crate::tree::PathTree;

/// The share of the flips that may bring nothing where no run comes to an end.
const HOPELESS: usize = 8;

/// What an exploration is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Aim {
    /// The wanted goals: it ends when all of them are covered.
    #[default]
    Goals,
    /// All paths within the bounds.
    Paths,
}

/// What an exploration may use. `None` is no limit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Budget {
    /// What it is for.
    pub aim: Aim,
    /// What its runs and queries may cost, in nominal time.
    pub cost: Option<Duration>,
    /// Different paths.
    pub paths: Option<usize>,
    /// Flips in a row, feasible or not, that bring no new goal; only for [`Aim::Goals`].
    pub idle_flips: Option<usize>,
}

/// Why an exploration stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StopReason {
    /// All wanted goals are covered.
    Covered,
    /// No side is open.
    Exhausted,
    /// What its runs and queries may cost is spent.
    Cost,
    /// The clock struck.
    Time,
    /// The number of paths is reached.
    Paths,
    /// A formula is as large as it may become.
    Size,
    /// Too many flips in a row brought no new goal.
    NoProgress,
    /// The user cancelled it.
    Cancelled,
    /// The watcher stopped it.
    Watcher,
    /// The strategy knows no more flips, although sides are open.
    Strategy,
}

impl StopReason {
    /// The reason in a few words.
    pub fn sentence(&self) -> &'static str {
        match self {
            StopReason::Covered => "every goal is covered",
            StopReason::Exhausted => "every path within the bounds was explored",
            StopReason::Cost => "budget spent",
            StopReason::Time => "stopped by the clock",
            StopReason::Size => "the formula reached its limit of terms or gates",
            StopReason::Paths => "path budget spent",
            StopReason::NoProgress => "too many attempts in a row without new coverage",
            StopReason::Cancelled => "cancelled",
            StopReason::Watcher => "found what was looked for",
            StopReason::Strategy => "the search strategy has nothing left to try",
        }
    }
}

/// What an exploration knows of the world: a clock, for statistics and as the last
/// resort, and a bell, both given.
#[derive(Clone, Copy)]
pub struct Supervision<'a> {
    /// Time since some fixed moment; never goes back.
    pub clock: &'a dyn Fn() -> Duration,
    /// When it must be over, whatever is left of its budget.
    pub end: Option<Duration>,
    /// Set from outside to cancel.
    pub cancelled: &'a AtomicBool,
}

/// Watches one exploration's budget.
pub(crate) struct Meter<'a> {
    budget: &'a Budget,
    supervision: Supervision<'a>,
    start: Duration,
    before: Duration,
    spent: Duration,
    idle: usize,
}

impl<'a> Meter<'a> {
    /// Goes on after what has been done already.
    pub(crate) fn resume(
        budget: &'a Budget,
        supervision: Supervision<'a>,
        done: &Statistics,
        idle: usize,
    ) -> Meter<'a> {
        let start = (supervision.clock)();
        Meter {
            budget,
            supervision,
            start,
            before: done.time,
            spent: done.cost,
            idle,
        }
    }

    /// All the time it took, by the clock.
    pub(crate) fn now(&self) -> Duration {
        self.before + (self.supervision.clock)().saturating_sub(self.start)
    }

    /// Flips in a row that brought no new goal.
    pub(crate) fn idle(&self) -> usize {
        self.idle
    }

    /// What everything cost.
    pub(crate) fn spent(&self) -> Duration {
        self.spent
    }

    /// Takes down what something cost.
    pub(crate) fn charge(&mut self, cost: Duration) {
        self.spent = self.spent.saturating_add(cost);
    }

    /// What is left to spend, if that is limited.
    pub(crate) fn left(&self) -> Option<Duration> {
        Some(self.budget.cost?.saturating_sub(self.spent))
    }

    /// A flip was tried.
    pub(crate) fn tried(&mut self, brought_goals: bool) {
        self.idle = if brought_goals { 0 } else { self.idle + 1 };
    }

    /// How many flips in a row may bring nothing: fewer where no run came to an end that a
    /// test can show, and some met what is not supported.
    fn idle_flips(&self, tree: &PathTree) -> Option<usize> {
        let mut outcomes = tree.runs().iter().map(|run| &run.trace.outcome);
        let is_hopeless = !outcomes.clone().any(Outcome::is_finished)
            && outcomes.any(|outcome| matches!(outcome, Outcome::Unsupported { .. }));
        let share = if is_hopeless { HOPELESS } else { 1 };
        self.budget.idle_flips.map(|idle| idle.div_ceil(share))
    }

    /// The reason to stop before the next run, if any. That there is nothing
    /// left to do comes before any limit: it is the better news.
    pub(crate) fn stop(&self, tree: &PathTree, runs_are_due: bool) -> Option<StopReason> {
        let for_goals = self.budget.aim == Aim::Goals;
        if !tree.runs().is_empty() && for_goals && tree.coverage().missing() == 0 {
            return Some(StopReason::Covered);
        }
        if !runs_are_due && tree.is_exhausted() {
            return Some(StopReason::Exhausted);
        }
        if self.supervision.cancelled.load(Ordering::Relaxed) {
            return Some(StopReason::Cancelled);
        }
        if self.budget.paths.is_some_and(|paths| tree.paths() >= paths) {
            return Some(StopReason::Paths);
        }
        if for_goals && self.idle_flips(tree).is_some_and(|idle| self.idle >= idle) {
            return Some(StopReason::NoProgress);
        }
        if self.left() == Some(Duration::ZERO) {
            return Some(StopReason::Cost);
        }
        let end = self.supervision.end;
        if end.is_some_and(|end| (self.supervision.clock)() >= end) {
            return Some(StopReason::Time);
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use everypath_term::Terms;
    use everypath_trace::GoalId;

    use super::*;
    use crate::explore::{Event, Exploration, Next, explore};
    use crate::strategies::{Combined, DepthFirst};
    use crate::toy::*;

    fn explore_within(set: impl FnOnce(&mut crate::explore::Task)) -> Exploration {
        let mut task = task(16);
        set(&mut task);
        explore_toy(&mut Combined::for_goals(&goals(16)), &task, triangle)
    }

    #[test]
    fn budgets_stop_with_their_reason() {
        fn check(expected: StopReason, paths: usize, set: impl FnOnce(&mut crate::explore::Task)) {
            let found = explore_within(set);
            assert_eq!((found.stop, found.tree.paths()), (expected, paths));
        }
        check(StopReason::Exhausted, 6, |_| {});
        check(StopReason::Paths, 3, |task| task.budget.paths = Some(3));
        check(StopReason::Cost, 0, |task| {
            task.budget.cost = Some(Duration::ZERO);
        });
        // A run has a price, and so has each of its decisions.
        check(StopReason::Cost, 1, |task| {
            task.budget.cost = Some(RUN + Duration::from_micros(1));
        });
        check(StopReason::Cost, 2, |task| {
            task.budget.cost = Some(RUN * 2);
        });
        check(StopReason::Covered, 1, |task| {
            task.budget.aim = Aim::Goals;
            task.wanted = vec![GoalId(0)];
        });
        check(StopReason::NoProgress, 2, |task| {
            task.budget.aim = Aim::Goals;
            task.wanted = vec![GoalId(99)];
            task.budget.idle_flips = Some(2);
        });
    }

    #[test]
    fn a_unit_whose_runs_never_end_is_left_early() {
        let flips = |is_supported: bool| {
            let mut task = task(16);
            task.budget.aim = Aim::Goals;
            task.wanted = vec![GoalId(99)];
            task.budget.idle_flips = Some(32);
            let found = explore_toy(&mut Combined::for_goals(&goals(16)), &task, |recorder| {
                recorder.choose("which", 60, false)?;
                match is_supported {
                    true => Ok(()),
                    false => Err(Outcome::Unsupported {
                        construct: "opens a socket".to_owned(),
                    }),
                }
            });
            assert_eq!(found.stop, StopReason::NoProgress);
            found.statistics.flips
        };
        assert_eq!((flips(true), flips(false)), (31, 3));
    }

    #[test]
    fn observers_users_and_clocks_stop_it() {
        let cancelled = AtomicBool::new(false);
        let now = Cell::new(Duration::ZERO);
        let clock = || {
            now.set(now.get() + Duration::from_millis(1));
            now.get()
        };
        let run = |stop_after: usize, cancel: bool, time: Option<Duration>| {
            let supervision = Supervision {
                clock: &clock,
                end: time.map(|time| now.get() + time),
                cancelled: &cancelled,
            };
            let task = task(16);
            let mut runs = 0;
            explore(
                &mut Terms::new(),
                &mut Toy(triangle),
                &mut BruteForce,
                &mut DepthFirst::new(),
                &task,
                supervision,
                &mut |_, statistics, event| {
                    runs += usize::from(matches!(event, Event::Run(_)));
                    assert_eq!(statistics.runs, runs);
                    if runs < stop_after {
                        return Next::Continue;
                    }
                    cancelled.store(cancel, std::sync::atomic::Ordering::Relaxed);
                    if cancel { Next::Continue } else { Next::Stop }
                },
            )
        };
        assert_eq!(run(2, false, None).stop, StopReason::Watcher);
        let timed = run(usize::MAX, false, Some(Duration::from_millis(9)));
        assert_eq!(timed.stop, StopReason::Time);
        assert!(timed.statistics.run_time > Duration::ZERO);
        assert_eq!(run(2, true, None).stop, StopReason::Cancelled);
    }
}
