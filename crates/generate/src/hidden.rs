//! What the scope hides: goals that longer inputs may reach.

use std::collections::BTreeSet;

use everypath_explore::{Cause, Verdict};
use everypath_trace::{Bound, GoalId, Step};

use crate::schedule::Found;
use crate::work::Exploring;

/// The units whose goals nothing covers because texts or arrays would have to be longer,
/// with those goals.
pub(crate) fn hidden_by_length(
    found: &[Found],
    exploring: &Exploring,
) -> Vec<(usize, Vec<GoalId>)> {
    let facts = exploring.plan.facts();
    let explored = || found.iter().flat_map(|one| one.legs.iter().flatten());
    let verdicts = || explored().flat_map(|(_, found)| &found.verdicts);
    let covered: BTreeSet<GoalId> = verdicts()
        .filter(|(_, verdict)| matches!(verdict, Verdict::Covered { .. }))
        .map(|(goal, _)| *goal)
        .collect();
    let is_length = |cause: &Cause| match cause {
        Cause::Bound(bound) => *bound == Bound::Length,
        Cause::Scope { slot } => slot.steps().last() == Some(Step::Length),
        _ => false,
    };
    let hidden: BTreeSet<GoalId> = verdicts()
        .filter(|(_, verdict)| matches!(verdict, Verdict::Missed { cause, .. } if is_length(cause)))
        .map(|(goal, _)| *goal)
        .filter(|goal| !covered.contains(goal))
        .collect();
    let units = facts.units.iter().enumerate();
    units
        .map(|(index, unit)| {
            let goals = unit.goals.iter().copied();
            let is_own = |goal: &GoalId| facts.goals[*goal].function == unit.function;
            let hidden = goals.filter(|goal| is_own(goal) && hidden.contains(goal));
            (index, hidden.collect())
        })
        .filter(|(_, hidden): &(usize, Vec<GoalId>)| !hidden.is_empty())
        .collect()
}
