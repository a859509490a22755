//! Inputs drawn at random, for objects: what state a receiver must be in is
//! often no condition of any path that is known, so there is nothing to solve.
//! A run on such an input costs far less than a query. Those that cover
//! something missing, or come next to it, are explored from.

use std::collections::{BTreeMap, BTreeSet};

use everypath_explore::PathTree;
use everypath_generate::Units;
use everypath_term::Value;
use everypath_trace::{Chance, Decision, GoalId, Input, Outcome, RunLimits, Trace};

/// Inputs that are drawn in a row.
const DRAWN: u64 = 24;
/// Instructions after which no more are.
const MOST_INSTRUCTIONS: u64 = 1_000_000;
/// Inputs that come next to one goal.
const MOST_NEAR: u32 = 6;
/// Runs that inputs are drawn like.
const MOST_PARENTS: usize = 64;
/// An input with fewer choices and no fraction is not worth drawing: what its
/// conditions say is easily solved.
const LEAST_CHOICES: usize = 3;

/// One unit's inputs that are drawn.
#[derive(Debug, Default)]
pub(crate) struct Drawing {
    seed: u64,
    drawn: u64,
    /// How many inputs that came next to a goal are explored from.
    near: BTreeMap<GoalId, u32>,
    /// Whether all inputs so far had few choices, and no fraction.
    is_plain: bool,
    /// What runs covered that inputs are drawn like.
    seen: BTreeSet<Vec<GoalId>>,
    /// Their inputs.
    parents: Vec<Input>,
    /// The runs of the tree that have been looked at for them.
    looked_at: usize,
}

impl Drawing {
    /// Draws from a seed.
    pub(crate) fn new(seed: u64, unit: usize) -> Drawing {
        // Units draw far from each other.
        let seed = seed.wrapping_add((unit as u64) << 40);
        Drawing {
            seed,
            ..Drawing::default()
        }
    }

    /// Draws a few inputs, more if the unit has stalled; those to explore from.
    pub(crate) fn some(
        &mut self,
        units: &mut dyn Units,
        tree: &PathTree,
        limits: &RunLimits,
        stalled: u32,
    ) -> Vec<Input> {
        let mut found = Vec::new();
        if self.is_plain || tree.coverage().missing() == 0 {
            return found;
        }
        for run in &tree.runs()[self.looked_at..] {
            self.adopt(&run.trace);
        }
        self.looked_at = tree.runs().len();
        let start = units.work();
        let mut choices = 0;
        let mut has_fraction = false;
        for _ in 0..DRAWN << stalled.min(2) {
            self.drawn += 1;
            let seed = self.seed.wrapping_add(self.drawn << 16);
            let input = self.like(seed);
            let Some(trace) = units.draw(&input, seed, limits) else {
                break;
            };
            self.adopt(&trace);
            let is_choice = |decision: &&Decision| matches!(decision, Decision::Choice { .. });
            choices = choices.max(trace.decisions.iter().filter(is_choice).count());
            let is_fraction =
                |value: &Value| matches!(value, Value::Float32(_) | Value::Float64(_));
            has_fraction |= trace.input.values.values().any(is_fraction);
            if self.is_worth(tree, &trace) {
                found.push(trace.input);
            }
            if units.work() - start > MOST_INSTRUCTIONS {
                break;
            }
        }
        self.is_plain = choices < LEAST_CHOICES && !has_fraction;
        found
    }

    /// Draws like a run from now on, if none before it covered the same.
    fn adopt(&mut self, trace: &Trace) {
        if trace.outcome.is_finished() && self.seen.insert(trace.covered.clone()) {
            if self.parents.len() == MOST_PARENTS {
                self.parents.remove(0);
            }
            self.parents.push(trace.input.clone());
        }
    }

    /// An open input, or one that is open where chance says and else like that
    /// of a run that covered something of its own.
    fn like(&self, seed: u64) -> Input {
        let mut chance = Chance::new(!seed);
        if self.parents.is_empty() || chance.below(4) == 0 {
            return Input::open();
        }
        let mut input = self.parents[chance.below(self.parents.len())].clone();
        let one_in = 2 << chance.below(4);
        input.choices.retain(|_, _| chance.below(one_in) != 0);
        input.values.retain(|_, _| chance.below(one_in) != 0);
        input
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
