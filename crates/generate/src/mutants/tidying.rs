//! Tidying: the runs that kill mutants become few, and their inputs small.

use std::collections::BTreeSet;

use everypath_suite::{Candidate, shrink_read, with_fewer_calls};
use everypath_term::Terms;
use everypath_trace::{GoalId, Input, MutantId};

use super::Prey;
use super::found::{Found, ends_alike};
use super::hunt::Hunt;
use crate::program::Facts;
use crate::shrink::{choose, showing_the_same};

/// Runs that making one found input smaller may take.
const SHRINK_RUNS: usize = 20;
/// The same where each run is dear.
const DEAR_RUNS: usize = 2;
/// Tests that may stand for another one.
const STAND_INS: usize = 6;

impl Hunt {
    /// Leaves out each test that others can stand for: they cover what it does, end as it
    /// does, and kill what it was there for.
    pub(super) fn without_spare(&mut self, mut kept: Vec<Found>, facts: &Facts) -> Vec<Found> {
        let mut order: Vec<usize> = (0..kept.len()).collect();
        order.sort_by_key(|&index| kept[index].test.kills.len());
        let mut is_spare = vec![false; kept.len()];
        for index in order {
            let one = kept[index].clone();
            let others: Vec<usize> = (0..kept.len())
                .filter(|&other| other != index && !is_spare[other])
                .collect();
            let counted = one
                .test
                .goals
                .iter()
                .filter(|goal| facts.counted.contains(goal));
            let is_covered = |goal: &GoalId| {
                let mut others = others.iter().map(|&other| &kept[other].test.goals);
                others.any(|goals| goals.binary_search(goal).is_ok())
            };
            if !counted.copied().all(|goal| is_covered(&goal)) {
                continue;
            }
            let ends_alike = |other: &usize| ends_alike(&kept[*other].test, &one.test);
            let others: Vec<usize> = others.into_iter().filter(ends_alike).collect();
            let mut taken: Vec<(usize, MutantId)> = Vec::new();
            for &mutant in &one.test.kills {
                let wanted = BTreeSet::from([mutant]);
                let mut stand_ins = others.iter().copied().take(STAND_INS);
                let stand_in = stand_ins.find(|&other| {
                    let test = kept[other].test.clone();
                    !self
                        .look(&test.unit, &test.input, &wanted)
                        .killed
                        .is_empty()
                });
                match stand_in {
                    Some(other) => taken.push((other, mutant)),
                    None => break,
                }
            }
            if !others.is_empty() && taken.len() == one.test.kills.len() {
                is_spare[index] = true;
                for (other, mutant) in taken {
                    kept[other].test.kills.push(mutant);
                    kept[other].test.kills.sort_unstable();
                }
            }
        }
        let mut spare = is_spare.into_iter();
        kept.retain(|_| !spare.next().unwrap_or_default());
        kept
    }

    /// Makes the input of a found run smaller, as long as it kills what it is there for.
    pub(super) fn shrink(&mut self, prey: &mut Prey, one: &mut Found) {
        let goals = one.test.goals.clone();
        let runs = self.runs_for_shrinking();
        self.smaller(prey, one, &goals, &move |input, still| {
            shrink_read(input, runs, still);
        });
    }

    /// Leaves out calls before the one under test that nothing which the test is there for
    /// needs: neither its goals, nor how it ends, nor its mutants.
    pub(super) fn without_needless_calls(
        &mut self,
        prey: &mut Prey,
        one: &mut Found,
        goals: &[GoalId],
    ) {
        let runs = self.runs_for_shrinking();
        self.smaller(prey, one, goals, &move |input, still| {
            with_fewer_calls(input, runs, still);
        });
    }

    /// Runs that making an input smaller may take: few where each has to be made ready.
    fn runs_for_shrinking(&self) -> usize {
        match self.mutants.batch() {
            1 => SHRINK_RUNS,
            _ => DEAR_RUNS,
        }
    }

    /// Makes the input of a test smaller, as long as the test covers some goals and kills
    /// what it is there for.
    fn smaller(&mut self, prey: &mut Prey, one: &mut Found, goals: &[GoalId], how: &Smaller) {
        if !choose(prey.units, prey.facts, &one.test.unit) {
            return;
        }
        let wanted: BTreeSet<MutantId> = one.test.kills.iter().copied().collect();
        let mut terms = Terms::new();
        let mut smallest = None;
        let before = one.test.clone();
        how(&before.input, &mut |input| {
            let trace = prey.units.run(&mut terms, input, &prey.limits);
            self.charge(trace.cost);
            let like = Candidate {
                features: Vec::new(),
                ..before.clone()
            };
            let mut smaller = showing_the_same(&mut terms, &trace, &like, goals)?;
            let look = self.look(&before.unit, &smaller.input, &wanted);
            if look.killed.len() < wanted.len() {
                return None;
            }
            smaller.kills.clone_from(&before.kills);
            smallest = Some(smaller);
            Some(trace.input)
        });
        if let Some(smaller) = smallest {
            one.test = smaller;
        }
    }
}

/// A way to make an input smaller, as long as a run of it will do.
type Smaller = dyn Fn(&Input, &mut dyn FnMut(&Input) -> Option<Input>);
