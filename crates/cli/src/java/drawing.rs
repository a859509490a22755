//! Inputs drawn at random, for objects: what state a receiver must be in is
//! often no condition of any path that is known, so there is nothing to solve.
//! A run on such an input costs far less than a query. Those that cover
//! something missing, or come next to it, are explored from.

use std::collections::BTreeMap;

use everypath_explore::PathTree;
use everypath_jvm::JvmExecutor;
use everypath_term::Terms;
use everypath_trace::{Decision, GoalId, Input, Outcome, RunLimits, Trace};

/// Inputs that are drawn in a row.
const DRAWN: u64 = 24;
/// Instructions after which no more are.
const MOST_INSTRUCTIONS: u64 = 1_000_000;
/// Inputs that come next to one goal.
const MOST_NEAR: u32 = 6;
/// An input with fewer choices is no object worth drawing.
const LEAST_CHOICES: usize = 3;

/// One unit's inputs that are drawn.
#[derive(Debug, Default)]
pub struct Drawing {
    seed: u64,
    drawn: u64,
    /// How many inputs that came next to a goal are explored from.
    near: BTreeMap<GoalId, u32>,
    /// Whether all inputs so far had few choices.
    is_plain: bool,
}

impl Drawing {
    /// Draws from a seed.
    pub fn new(seed: u64, unit: usize) -> Drawing {
        // Units draw far from each other.
        let seed = seed.wrapping_add((unit as u64) << 40);
        Drawing {
            seed,
            ..Drawing::default()
        }
    }

    /// Draws a few inputs; those to explore from.
    pub fn some(
        &mut self,
        executor: &mut JvmExecutor,
        tree: &PathTree,
        limits: &RunLimits,
    ) -> Vec<Input> {
        let mut found = Vec::new();
        if self.is_plain || tree.coverage().missing() == 0 {
            return found;
        }
        let start = executor.executed();
        let mut choices = 0;
        for _ in 0..DRAWN {
            self.drawn += 1;
            let seed = self.seed.wrapping_add(self.drawn << 16);
            let trace = executor.run_drawn(&mut Terms::new(), seed, limits);
            let is_choice = |decision: &&Decision| matches!(decision, Decision::Choice { .. });
            choices = choices.max(trace.decisions.iter().filter(is_choice).count());
            if self.is_worth(tree, &trace) {
                found.push(trace.input);
            }
            if executor.executed() - start > MOST_INSTRUCTIONS {
                break;
            }
        }
        self.is_plain = choices < LEAST_CHOICES;
        found
    }

    fn is_worth(&mut self, tree: &PathTree, trace: &Trace) -> bool {
        if !matches!(trace.outcome, Outcome::Returned | Outcome::Threw { .. }) {
            return false;
        }
        let coverage = tree.coverage();
        if trace.covered.iter().any(|goal| coverage.is_missing(*goal)) {
            return true;
        }
        let mut is_near = false;
        for decision in &trace.decisions[trace.entry..] {
            let Decision::Condition {
                other_side: Some(goal),
                ..
            } = decision
            else {
                continue;
            };
            if coverage.is_missing(*goal) {
                let near = self.near.entry(*goal).or_default();
                is_near |= *near < MOST_NEAR;
                *near += 1;
            }
        }
        is_near
    }
}
