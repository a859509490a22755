//! What a suite does not cover, grouped so that a reason which several places
//! share, such as the bounds of a scope, is said once.

use crate::model::{GoalReport, ModuleReport, VerdictKind};

/// Goals that were missed for one reason.
#[derive(Clone, Debug)]
pub struct Misses<'a> {
    /// The verdict on all of them.
    pub verdict: VerdictKind,
    /// Why, in words.
    pub reason: &'a str,
    /// The goals, by line.
    pub goals: Vec<&'a GoalReport>,
}

impl ModuleReport {
    /// What was missed: by line within a reason, and the reasons by their
    /// first line.
    pub fn misses(&self) -> Vec<Misses<'_>> {
        let goals = self.goals.iter();
        let mut goals: Vec<&GoalReport> = goals.filter(|goal| goal.verdict.is_missed()).collect();
        goals.sort_by_key(|goal| (goal.line, goal.column));
        let mut groups: Vec<Misses> = Vec::new();
        for goal in goals {
            let shares = |group: &&mut Misses| {
                group.verdict.words() == goal.verdict.words() && group.reason == goal.reason
            };
            match groups.iter_mut().find(shares) {
                Some(group) => group.goals.push(goal),
                None => groups.push(Misses {
                    verdict: goal.verdict,
                    reason: &goal.reason,
                    goals: vec![goal],
                }),
            }
        }
        groups
    }
}
