//! What sets a test apart: the conditions of its unit that it meets and the other tests of
//! the unit do not, or few of them.

use std::collections::BTreeMap;

use everypath_emit::{Condition, Conditions};
use everypath_suite::Candidate;
use everypath_trace::{GoalId, GoalKind, Step};

use crate::program::Facts;

/// So many conditions say enough of a test.
const MOST: usize = 6;

/// The conditions that set each test apart from those of the same unit, by its number, the
/// rarest first. They are true of the test's own call.
pub(crate) fn conditions(candidates: &[&Candidate], facts: &Facts) -> Conditions {
    let function_of: BTreeMap<&str, &str> = facts
        .units
        .iter()
        .map(|unit| (unit.name.as_str(), unit.function.as_str()))
        .collect();
    let ids = 0..candidates.len() as u64;
    ids.zip(candidates)
        .map(|(id, candidate)| {
            let siblings: Vec<&Candidate> = candidates
                .iter()
                .copied()
                .filter(|other| other.unit == candidate.unit)
                .collect();
            let function = function_of.get(candidate.unit.as_str()).copied();
            let found = function.map(|function| of(candidate, &siblings, function, facts));
            (id, found.unwrap_or_default())
        })
        .collect()
}

fn of(
    candidate: &Candidate,
    siblings: &[&Candidate],
    function: &str,
    facts: &Facts,
) -> Vec<Condition> {
    if is_set_up(candidate) {
        // What the calls before took of the same function is not true of the last.
        return Vec::new();
    }
    let goals = candidate.goals.iter().copied();
    let mut found: Vec<(usize, bool, GoalId)> = goals
        .filter(|goal| {
            facts.goals[*goal].function == function && is_steady(*goal, candidate, facts)
        })
        .map(|goal| {
            let covers = |other: &&&Candidate| other.goals.binary_search(&goal).is_ok();
            let sharing = siblings.iter().filter(covers).count();
            let is_operand = facts.goals[goal].kind == GoalKind::Condition;
            (sharing, is_operand, goal)
        })
        .filter(|(sharing, ..)| *sharing < siblings.len())
        .collect();
    // Of conditions that as many meet, the later one was decided last.
    found.sort_by_key(|(sharing, is_operand, goal)| {
        (*sharing, *is_operand, std::cmp::Reverse(*goal))
    });
    let conditions = found.into_iter().filter_map(|(.., goal)| {
        let condition = facts.goals[goal].condition.as_ref()?;
        Some(Condition {
            text: condition.text.clone(),
            holds: condition.holds,
        })
    });
    conditions.take(MOST).collect()
}

/// Whether a test takes one side of a condition and never the other.
fn is_steady(goal: GoalId, candidate: &Candidate, facts: &Facts) -> bool {
    let own = &facts.goals[goal];
    let Some(condition) = &own.condition else {
        return false;
    };
    let is_opposite = |other: &GoalId| {
        let other = &facts.goals[*other];
        let is_there = other.location == own.location && other.kind == own.kind;
        is_there
            && other
                .condition
                .as_ref()
                .is_some_and(|other| other.contradicts(condition))
    };
    !candidate.goals.iter().any(is_opposite)
}

/// Whether calls set the receiver or an argument up.
fn is_set_up(candidate: &Candidate) -> bool {
    let mut choices = candidate.input.choices.iter();
    choices.any(|(slot, &count)| {
        count > 0 && matches!(slot.split_last(), Some((_, Step::Calls | Step::Told)))
    })
}
