//! Writing a suite until it shows what can be shown: where a test cannot be kept,
//! another run that covers the same takes its place.

use std::collections::BTreeSet;
use std::time::Instant;

use everypath_c::Together;
use everypath_report::ModuleReport;
use everypath_suite::{Candidate, Keep, Suite, minimise};
use everypath_trace::GoalId;
use indexmap::IndexMap;

use super::failures::by_arguments_first;
use super::stages::Staged;
use super::writing::Writing;
use everypath_generate::Failure;
use everypath_generate::verdicts::KeptTests;

/// How often a suite is written.
const MOST_ROUNDS: usize = 3;
/// The part of the time for exploring after which it is not written again.
const WRITING_SHARE: u32 = 2;

impl Writing<'_> {
    /// Chooses among the candidates, makes their inputs small and writes them as
    /// tests. What was written, and which of it was kept.
    pub fn all(
        &self,
        executor: &mut Staged,
        mut candidates: Vec<Candidate>,
        report: &mut ModuleReport,
    ) -> Result<(Suite, KeptTests), Failure> {
        let keep = Keep {
            all_paths: self.settings.all_paths,
            features: self.settings.criteria.keep_what_differs(),
        };
        let start = Instant::now();
        let mut round = 1;
        loop {
            let mut chosen = minimise(candidates.clone(), keep);
            by_arguments_first(&mut chosen.failures);
            one_without_goals(&mut chosen, &candidates);
            let mut suite = chosen.clone();
            // What one round reports is not true of the next.
            let mut attempt = report.clone();
            if !self.settings.all_paths {
                self.progress.phase("making inputs small");
                let clock = Instant::now();
                let _together = Together::begin();
                self.shrink(executor, &mut suite);
                let seconds = clock.elapsed().as_secs_f64();
                attempt.phases.insert("shrink".to_owned(), seconds);
            }
            self.progress.phase("writing and running the suite");
            let clock = Instant::now();
            let kept = self.write(executor, &suite, &mut attempt)?;
            let seconds = clock.elapsed().as_secs_f64();
            attempt.phases.insert("write".to_owned(), seconds);
            without_dropped(&mut candidates, &chosen, &kept);
            let lost = lost_goals(&chosen, &kept);
            let is_late = start.elapsed() > self.settings.time / WRITING_SHARE;
            if round == MOST_ROUNDS || is_late || !covers_any(&candidates, &lost) {
                *report = attempt;
                return Ok((suite, kept));
            }
            round += 1;
        }
    }
}

/// Adds a test of each unit that has none because no goal asks for it: the smallest.
fn one_without_goals(chosen: &mut Suite, candidates: &[Candidate]) {
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
        if !has_test && own.all(|one| one.goals.is_empty()) {
            chosen.tests.push(candidate.clone());
        }
    }
}

/// Takes out the candidates whose tests could not be kept.
fn without_dropped(candidates: &mut Vec<Candidate>, chosen: &Suite, kept: &KeptTests) {
    let dropped: Vec<&Candidate> = chosen
        .tests
        .iter()
        .enumerate()
        .filter(|(index, _)| !kept.contains_key(index))
        .map(|(_, candidate)| candidate)
        .collect();
    candidates.retain(|candidate| {
        let is_dropped =
            |other: &&Candidate| other.unit == candidate.unit && other.input == candidate.input;
        !dropped.iter().any(is_dropped)
    });
}

/// The goals of tests that were not kept, but for those of tests that were.
fn lost_goals(chosen: &Suite, kept: &KeptTests) -> BTreeSet<GoalId> {
    let goals = |is_kept: bool| {
        let tests = chosen.tests.iter().enumerate();
        tests
            .filter(move |(index, _)| kept.contains_key(index) == is_kept)
            .flat_map(|(_, candidate)| candidate.goals.iter().copied())
    };
    let covered: BTreeSet<GoalId> = goals(true).collect();
    goals(false)
        .filter(|goal| !covered.contains(goal))
        .collect()
}

fn covers_any(candidates: &[Candidate], goals: &BTreeSet<GoalId>) -> bool {
    let mut finished = candidates.iter().filter(|one| one.outcome.is_finished());
    finished.any(|candidate| candidate.goals.iter().any(|goal| goals.contains(goal)))
}

#[cfg(test)]
mod tests {
    use everypath_trace::{Input, Outcome, Trace};

    use super::*;

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
        one_without_goals(&mut chosen, &all);
        let units: Vec<&str> = chosen.tests.iter().map(|test| test.unit.as_str()).collect();
        assert_eq!(units, ["f", "g"]);
    }

    #[test]
    fn what_was_dropped_is_replaced() {
        let all = vec![candidate(0, &[1]), candidate(1, &[2]), candidate(2, &[2])];
        let chosen = Suite {
            tests: all[..2].to_vec(),
            failures: Vec::new(),
        };
        let kept = KeptTests::from([(0, "test_f".to_owned())]);
        let mut left = all;
        without_dropped(&mut left, &chosen, &kept);
        assert_eq!(left.len(), 2);
        let lost = lost_goals(&chosen, &kept);
        assert_eq!(lost, BTreeSet::from([GoalId(2)]));
        assert!(covers_any(&left, &lost));
        assert!(!covers_any(&left[..1], &lost));
    }
}
