//! Runs that kill mutants, and which of them are enough.

use std::collections::{BTreeMap, BTreeSet};

use everypath_suite::{Candidate, Keep, Suite, minimise};
use everypath_trace::{GoalId, MutantId};
use indexmap::IndexMap;

use crate::program::Facts;

/// A run that may become a test, with the one among the candidates that it was made from.
#[derive(Clone)]
pub(super) struct Found {
    pub(super) test: Candidate,
    pub(super) origin: Candidate,
    pub(super) reached: BTreeSet<MutantId>,
    /// Whether its input is as small as it gets.
    pub(super) is_small: bool,
}

/// How often each mutant may be tried, and was.
pub(super) struct Tries {
    most: u32,
    made: BTreeMap<MutantId, u32>,
}

impl Found {
    /// A run that is a test as it is, unless its input can be made smaller.
    pub(super) fn new(test: Candidate, origin: Candidate, is_small: bool) -> Found {
        Found {
            test,
            origin,
            reached: BTreeSet::new(),
            is_small,
        }
    }
}

impl Tries {
    pub(super) fn new(most: u32) -> Tries {
        Tries {
            most,
            made: BTreeMap::new(),
        }
    }

    /// Those that may be tried again.
    pub(super) fn open(&self, alive: &BTreeSet<MutantId>) -> BTreeSet<MutantId> {
        let made = |mutant: &MutantId| self.made.get(mutant).copied().unwrap_or(0);
        let alive = alive.iter().copied();
        alive.filter(|mutant| made(mutant) < self.most).collect()
    }

    pub(super) fn count(&mut self, tried: &Found) {
        for mutant in &tried.reached {
            *self.made.entry(*mutant).or_default() += 1;
        }
    }
}

/// Candidates in an order in which each unit, and what is new in each, comes early.
pub(super) fn spread<'a>(pool: impl Iterator<Item = &'a Candidate>) -> Vec<&'a Candidate> {
    let mut by_unit: IndexMap<&str, Vec<&Candidate>> = IndexMap::new();
    for candidate in pool {
        by_unit.entry(&candidate.unit).or_default().push(candidate);
    }
    for all in by_unit.values_mut() {
        // Those that show most first; they are different from each other, and long.
        all.sort_by_key(|one| std::cmp::Reverse(one.features.len()));
    }
    let most = by_unit.values().map(Vec::len).max().unwrap_or(0);
    let turns = (0..most).flat_map(|turn| by_unit.values().filter_map(move |all| all.get(turn)));
    turns.copied().collect()
}

/// Whether two tests are of one unit and show one way in which it ends.
pub(super) fn ends_alike(one: &Candidate, other: &Candidate) -> bool {
    one.unit == other.unit && one.outcome.is_like(&other.outcome)
}

/// The goals that tests are kept for and that only one of them covers.
pub(super) fn only_of(kept: &[Found], index: usize, facts: &Facts) -> Vec<GoalId> {
    let others = || kept.iter().enumerate().filter(|(other, _)| *other != index);
    let is_shared =
        |goal: &GoalId| others().any(|(_, other)| other.test.goals.binary_search(goal).is_ok());
    let goals = kept[index].test.goals.iter().copied();
    let goals = goals.filter(|goal| facts.counted.contains(goal));
    goals.filter(|goal| !is_shared(goal)).collect()
}

/// The fewest that cover what the suite covered and kill what any of them does; each way in
/// which a unit ended in a test has one.
pub(super) fn fewest(found: Vec<Found>, suite: &Suite, facts: &Facts) -> Vec<Found> {
    let counted = |one: &Found| {
        let mut test = one.test.clone();
        test.goals.retain(|goal| facts.counted.contains(goal));
        test
    };
    let all: Vec<Candidate> = found.iter().map(counted).collect();
    let keep = Keep {
        all_paths: false,
        features: false,
    };
    let mut tests = minimise(all, keep).tests;
    for test in &suite.tests {
        if !tests.iter().any(|one| ends_alike(one, test)) {
            tests.push(test.clone());
        }
    }
    let place = |unit: &str| suite.tests.iter().position(|test| test.unit == unit);
    tests.sort_by_key(|test| place(&test.unit));
    let of = |test: Candidate| {
        let same = |one: &&Found| one.test.unit == test.unit && one.test.input == test.input;
        found.iter().find(same).cloned()
    };
    tests.into_iter().filter_map(of).collect()
}
