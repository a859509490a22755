//! Runs that kill mutants, and which of them are enough.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use everypath_suite::{Candidate, Keep, Suite, minimise};
use everypath_trace::{GoalId, Mutant, MutantId};
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

/// How many times as often mutants of what functions share may be tried.
const FOR_SHARED: u32 = 3;

/// How often each mutant may be tried, and was.
pub(super) struct Tries {
    most: u32,
    made: BTreeMap<MutantId, u32>,
}

/// What runs that cover the same goals of a unit were seen to reach: others that do will
/// hardly reach more, and need not be looked at for it.
#[derive(Default)]
pub(super) struct Places {
    reached: HashMap<(String, Vec<GoalId>), BTreeSet<MutantId>>,
}

impl Places {
    /// Whether a run may reach one of some mutants, all of which were open before.
    pub(super) fn may_reach(&self, run: &Candidate, open: &BTreeSet<MutantId>) -> bool {
        let like = self.reached.get(&(run.unit.clone(), run.goals.clone()));
        like.is_none_or(|reached| !reached.is_disjoint(open))
    }

    /// Takes down what a run was seen to reach.
    pub(super) fn learn(&mut self, run: &Found) {
        let place = (run.test.unit.clone(), run.test.goals.clone());
        let reached = self.reached.entry(place).or_default();
        reached.extend(&run.reached);
    }
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

    /// Those that may be tried again. A constant that is no function's own is reached by many
    /// tests, few of which depend on it.
    pub(super) fn open(&self, alive: &BTreeSet<MutantId>, all: &[Mutant]) -> BTreeSet<MutantId> {
        let made = |mutant: &MutantId| self.made.get(mutant).copied().unwrap_or(0);
        let most = |mutant: &MutantId| match all[mutant.0 as usize].is_shared() {
            true => self.most * FOR_SHARED,
            false => self.most,
        };
        let alive = alive.iter().copied();
        alive.filter(|mutant| made(mutant) < most(mutant)).collect()
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

/// Leaves out what another run of the same origin shows with values that tell more: those come
/// first, and what is left of the others kills nothing that they do not.
pub(super) fn without_plain(found: Vec<Found>) -> Vec<Found> {
    let mut kept: Vec<Found> = Vec::new();
    for one in found {
        let is_told = kept.iter().any(|told| told.origin == one.origin);
        if !is_told || !one.test.kills.is_empty() {
            kept.push(one);
        }
    }
    kept
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

#[cfg(test)]
mod tests {
    use everypath_trace::{Input, Outcome};

    use super::*;

    fn run(goals: &[u32], reached: &[u32]) -> Found {
        let test = Candidate {
            unit: "f".to_owned(),
            input: Input::default(),
            goals: goals.iter().copied().map(GoalId).collect(),
            features: Vec::new(),
            kills: Vec::new(),
            outcome: Outcome::Returned,
            size: 0,
        };
        let mut found = Found::new(test.clone(), test, true);
        found.reached = reached.iter().copied().map(MutantId).collect();
        found
    }

    #[test]
    fn runs_of_the_same_goals_reach_the_same_mutants() {
        let mut places = Places::default();
        let open = |mutants: &[u32]| mutants.iter().copied().map(MutantId).collect();
        assert!(places.may_reach(&run(&[1, 2], &[]).test, &open(&[7])));
        places.learn(&run(&[1, 2], &[3, 4]));
        assert!(places.may_reach(&run(&[1, 2], &[]).test, &open(&[4, 7])));
        assert!(!places.may_reach(&run(&[1, 2], &[]).test, &open(&[7])));
        assert!(places.may_reach(&run(&[1], &[]).test, &open(&[7])));
    }
}
