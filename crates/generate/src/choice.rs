//! Which runs become tests.

use std::collections::BTreeSet;

use everypath_suite::{Candidate, Keep, Suite, minimise};
use everypath_trace::{GoalId, Outcome};
use indexmap::IndexMap;

use crate::program::Facts;
use crate::settings::Settings;

/// Chooses among candidates: those of public units first, and of them those on what the
/// program's own functions make. Structures that are made member by member, and then private
/// helpers, add only what the others do not cover, and with all paths no more than one test for each goal of it.
pub(crate) fn choose(candidates: &[Candidate], facts: &Facts, settings: &Settings) -> Suite {
    let keep = Keep {
        all_paths: settings.all_paths,
        features: settings.all_paths || settings.criteria.keep_what_differs(),
    };
    let (mut private, public): (Vec<Candidate>, Vec<Candidate>) = candidates
        .iter()
        .cloned()
        .partition(|candidate| is_private(facts, candidate));
    let covered: BTreeSet<GoalId> = public
        .iter()
        .flat_map(|candidate| candidate.goals.iter().copied())
        .collect();
    for candidate in &mut private {
        candidate.goals.retain(|goal| !covered.contains(goal));
    }
    private.retain(|candidate| !candidate.goals.is_empty() || candidate.outcome.is_failure());
    let (made, mut by_members): (Vec<Candidate>, Vec<Candidate>) = public
        .into_iter()
        .partition(|candidate| !is_by_members(facts, candidate));
    let covered: BTreeSet<GoalId> = made
        .iter()
        .flat_map(|candidate| candidate.goals.iter().copied())
        .collect();
    for candidate in &mut by_members {
        candidate.goals.retain(|goal| !covered.contains(goal));
    }
    by_members.retain(|candidate| !candidate.goals.is_empty() || candidate.outcome.is_failure());
    let mut suite = minimise(made, keep);
    let rest = minimise(by_members, keep);
    suite.tests.extend(rest.tests);
    suite.failures.extend(rest.failures);
    let helpers = Keep {
        all_paths: false,
        features: !settings.all_paths && keep.features,
    };
    let helpers = minimise(private, helpers);
    suite.tests.extend(helpers.tests);
    suite.failures.extend(helpers.failures);
    suite.failures.sort_by_key(Candidate::needs_members);
    // Who asks for marked goals or partitions alone wants one test for each.
    if settings.criteria.keep_what_differs() {
        add_units_without_goals(&mut suite, candidates, facts);
    }
    suite
}

/// Leaves of the failures of one kind at one place those of the unit that came to it
/// first, of a public one, or of one that needs arguments alone: one test of it is enough.
pub(crate) fn once_for_a_place(candidates: &mut Vec<Candidate>, facts: &Facts) {
    let place = |candidate: &Candidate| match &candidate.outcome {
        // Without a place it may be another one.
        Outcome::Crashed { at: Some(_), .. } => Some(candidate.outcome.without_sizes()),
        _ => None,
    };
    let mut ordered: Vec<&Candidate> = candidates.iter().collect();
    ordered.sort_by_key(|candidate| (is_private(facts, candidate), candidate.needs_members()));
    let mut first: IndexMap<Outcome, String> = IndexMap::new();
    for candidate in ordered {
        if let Some(place) = place(candidate) {
            let unit = first.entry(place);
            unit.or_insert_with(|| candidate.unit.clone());
        }
    }
    candidates.retain(|candidate| {
        place(candidate).is_none_or(|place| first.get(&place) == Some(&candidate.unit))
    });
}

/// Whether a candidate's structures are made member by member, although the program has
/// functions that make such.
fn is_by_members(facts: &Facts, candidate: &Candidate) -> bool {
    let mut units = facts.units.iter();
    candidate.needs_members() && units.any(|unit| unit.is_made && unit.function == candidate.unit)
}

/// Whether a candidate is of a private unit that nobody named.
fn is_private(facts: &Facts, candidate: &Candidate) -> bool {
    let mut units = facts.units.iter();
    !facts.is_named && units.any(|unit| unit.is_private && unit.name == candidate.unit)
}

/// Adds a test of each unit that has none because no goal asks for it: the smallest.
fn add_units_without_goals(chosen: &mut Suite, candidates: &[Candidate], facts: &Facts) {
    let mut smallest: IndexMap<&str, &Candidate> = IndexMap::new();
    for candidate in candidates.iter().filter(|one| one.outcome.is_finished()) {
        let known = smallest.entry(&candidate.unit).or_insert(candidate);
        if candidate.size < known.size {
            *known = candidate;
        }
    }
    for (unit, candidate) in smallest {
        let mut own = candidates.iter().filter(|one| one.unit == unit);
        let has_test = chosen.tests.iter().any(|test| test.unit == unit);
        let needs_test = facts
            .units
            .iter()
            .any(|known| known.name == unit && (known.needs_test || !known.is_private));
        if !has_test && needs_test && own.all(|one| one.goals.is_empty()) {
            chosen.tests.push(candidate.clone());
        }
    }
}

/// Adds the tests of a suite, with what they were chosen from, that another one lacks:
/// where tests could not be kept, those that were left out for them are needed.
pub(crate) fn add_missing(to: (&mut Suite, &mut Suite), from: (Suite, Suite)) {
    let (suite, chosen) = to;
    for (test, origin) in from.0.tests.into_iter().zip(from.1.tests) {
        let is_same = |one: &Candidate| one.unit == test.unit && one.input == test.input;
        if !suite.tests.iter().any(is_same) {
            suite.tests.push(test);
            chosen.tests.push(origin);
        }
    }
}

/// Takes out the candidates whose tests could not be kept.
pub(crate) fn without_dropped(
    candidates: &mut Vec<Candidate>,
    chosen: &Suite,
    is_kept: &dyn Fn(usize) -> bool,
) {
    let is_dropped = |index: usize| !is_kept(index);
    let dropped: Vec<&Candidate> = tests(chosen, &is_dropped).collect();
    candidates.retain(|candidate| {
        let is_dropped =
            |other: &&Candidate| other.unit == candidate.unit && other.input == candidate.input;
        !dropped.iter().any(is_dropped)
    });
}

/// Whether a candidate covers one of some goals.
pub(crate) fn covers_any(candidates: &[Candidate], goals: &BTreeSet<GoalId>) -> bool {
    let mut finished = candidates.iter().filter(|one| one.outcome.is_finished());
    finished.any(|candidate| candidate.goals.iter().any(|goal| goals.contains(goal)))
}

/// Whether other candidates cover goals of tests that were not kept, and none that was
/// does.
pub(crate) fn can_replace(
    candidates: &[Candidate],
    chosen: &Suite,
    is_kept: &dyn Fn(usize) -> bool,
) -> bool {
    let goals = |test: &Candidate| test.goals.clone();
    let covered: BTreeSet<GoalId> = tests(chosen, is_kept).flat_map(goals).collect();
    let is_dropped = |index: usize| !is_kept(index);
    let lost: BTreeSet<GoalId> = tests(chosen, &is_dropped)
        .flat_map(goals)
        .filter(|goal| !covered.contains(goal))
        .collect();
    covers_any(candidates, &lost)
}

fn tests<'a>(
    chosen: &'a Suite,
    wanted: &'a dyn Fn(usize) -> bool,
) -> impl Iterator<Item = &'a Candidate> {
    let tests = chosen.tests.iter().enumerate();
    tests
        .filter(|(index, _)| wanted(*index))
        .map(|(_, candidate)| candidate)
}

#[cfg(test)]
mod tests {
    use everypath_trace::{Fault, Input, Location, Trace};

    use super::*;
    use crate::program::Unit;

    fn candidate(number: u32, goals: &[u32]) -> Candidate {
        let mut input = Input::open();
        input.choices.insert("p".into(), number);
        let mut trace = Trace::ended(input, Outcome::Returned);
        trace.covered = goals.iter().map(|goal| GoalId(*goal)).collect();
        Candidate::from_trace("f", &trace)
    }

    #[test]
    fn units_that_no_goal_asks_for_have_a_test() {
        let mut plain = candidate(3, &[]);
        plain.unit = "g".to_owned();
        let all = vec![candidate(0, &[1]), candidate(1, &[1]), plain.clone(), plain];
        let mut chosen = Suite {
            tests: all[..1].to_vec(),
            failures: Vec::new(),
        };
        let units = ["f", "g"].map(|name| Unit {
            name: name.to_owned(),
            ..Unit::default()
        });
        let facts = Facts {
            units: units.to_vec(),
            ..Facts::default()
        };
        add_units_without_goals(&mut chosen, &all, &facts);
        let units: Vec<&str> = chosen.tests.iter().map(|test| test.unit.as_str()).collect();
        assert_eq!(units, ["f", "g"]);
    }

    #[test]
    fn a_failure_is_that_of_a_public_unit() {
        let failing = |unit: &str| Candidate {
            unit: unit.to_owned(),
            outcome: Outcome::Crashed {
                fault: Fault::Overflow,
                at: Some(Location {
                    file: "a.c".to_owned(),
                    line: 7,
                    column: 0,
                }),
            },
            ..candidate(0, &[])
        };
        let mut all = vec![failing("helper"), failing("f"), failing("f"), failing("g")];
        let unit = |name: &str, is_private: bool| Unit {
            name: name.to_owned(),
            is_private,
            ..Unit::default()
        };
        let facts = Facts {
            units: vec![unit("helper", true), unit("f", false), unit("g", false)],
            ..Facts::default()
        };
        once_for_a_place(&mut all, &facts);
        let units: Vec<&str> = all.iter().map(|one| one.unit.as_str()).collect();
        assert_eq!(units, ["f", "f"]);
    }

    #[test]
    fn what_was_dropped_is_replaced() {
        let all = vec![candidate(0, &[1]), candidate(1, &[2]), candidate(2, &[2])];
        let chosen = Suite {
            tests: all[..2].to_vec(),
            failures: Vec::new(),
        };
        let is_kept = |index: usize| index == 0;
        let mut left = all;
        without_dropped(&mut left, &chosen, &is_kept);
        assert_eq!(left.len(), 2);
        assert!(can_replace(&left, &chosen, &is_kept));
        assert!(!can_replace(&left[..1], &chosen, &is_kept));
    }
}
