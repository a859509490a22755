//! Counts of one exploration, for the report.

use std::time::Duration;

use crate::classifier::Record;

/// What an exploration did. Only the times depend on the machine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Runs of the subject.
    pub runs: usize,
    /// Runs that took a path of an earlier run.
    pub repeated: usize,
    /// Flips tried, of conditions and choices.
    pub flips: usize,
    /// Flips of choices, which need no solver.
    pub choices: usize,
    /// Queries answered with a model.
    pub sat: usize,
    /// Queries proved to have none.
    pub unsat: usize,
    /// Queries without an answer.
    pub unknown: usize,
    /// Runs that went another way than their flip predicted.
    pub divergences: usize,
    /// How predictions of infeasible flips turned out, if there were any.
    pub predictions: Option<Record>,
    /// Time in the executor.
    pub run_time: Duration,
    /// Time in the solver.
    pub solve_time: Duration,
    /// When a run covered a wanted goal for the first time, the last such run.
    pub last_new_goal: Duration,
    /// All the time it took.
    pub time: Duration,
    /// What its runs and queries cost, in nominal time: the same on every machine.
    pub cost: Duration,
}
