//! What the units that were explored so far have found, for those that come next.

use std::collections::BTreeSet;

use everypath_explore::{Cause, StopReason, Verdict};
use everypath_trace::{Bound, GoalId};

use everypath_generate::explored::Explored;

/// The goals that were covered.
pub fn covered(explored: &[Explored]) -> BTreeSet<GoalId> {
    explored
        .iter()
        .flat_map(|unit| &unit.verdicts)
        .filter(|(_, verdict)| matches!(verdict, Verdict::Covered { .. }))
        .map(|(goal, _)| *goal)
        .collect()
}

/// The goals that were not covered because buffers or texts would have to be longer.
pub fn too_long(explored: &[Explored]) -> BTreeSet<GoalId> {
    let covered = covered(explored);
    let cause = Cause::Bound(Bound::Length);
    let verdicts = explored.iter().flat_map(|unit| &unit.verdicts);
    verdicts
        .filter(
            |(_, verdict)| matches!(verdict, Verdict::Missed { cause: own, .. } if *own == cause),
        )
        .map(|(goal, _)| *goal)
        .filter(|goal| !covered.contains(goal))
        .collect()
}

/// Whether it was left because its time was used up.
pub fn is_out_of_time(explored: &Explored) -> bool {
    explored.report.stop == StopReason::Time.sentence()
}

/// Whether a run came to an end that a test can show.
pub fn has_finished(explored: &Explored) -> bool {
    let mut candidates = explored.candidates.iter();
    candidates.any(|candidate| candidate.outcome.is_finished())
}
