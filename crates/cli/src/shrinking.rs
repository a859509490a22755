//! Making the inputs of a suite small, whatever the language.

use std::collections::HashMap;
use std::time::Instant;

use everypath_suite::{Candidate, Suite, shrink_read};
use everypath_term::Terms;
use everypath_trace::{Executor, GoalId, Outcome, RunLimits};

use crate::settings::Settings;

/// Runs that making one input smaller may take.
const SHRINK_RUNS: usize = 40;
/// Such runs for each choice of an input, where runs are cheap.
pub const RUNS_FOR_A_CHOICE: usize = 4;
/// The part of the time for exploring that making inputs smaller may take: an
/// input that is not the smallest is still a test.
const SHRINK_SHARE: u32 = 4;

/// Makes the inputs of a suite smaller, as long as each ends as it did, shows what
/// it did, and still covers what no other test does. `choose` says which unit the executor runs next,
/// and whether it can.
pub fn shrink_inputs<E: Executor>(
    executor: &mut E,
    suite: &mut Suite,
    settings: &Settings,
    choose: &mut dyn FnMut(&mut E, &str) -> bool,
) {
    shrink_choices(executor, suite, settings, 0, choose);
}

/// The same, with some more runs for each choice of an input.
pub fn shrink_choices<E: Executor>(
    executor: &mut E,
    suite: &mut Suite,
    settings: &Settings,
    for_a_choice: usize,
    choose: &mut dyn FnMut(&mut E, &str) -> bool,
) {
    let limits = RunLimits {
        decisions: match settings.c.contexts {
            Some(_) => settings.max_depth.max(crate::c::CARVED_DECISIONS),
            None => settings.max_depth,
        },
        time: settings.timeout,
    };
    let start = Instant::now();
    let mut current = String::new();
    let mut terms = Terms::new();
    let mut covered = Covered::by(&suite.tests);
    for candidate in suite.tests.iter_mut() {
        if start.elapsed() > settings.time / SHRINK_SHARE {
            return;
        }
        if candidate.outcome == Outcome::TimedOut {
            continue;
        }
        if current != candidate.unit {
            terms = Terms::new();
            current.clone_from(&candidate.unit);
            if !choose(executor, &current) {
                return;
            }
        }
        let mut smallest = None;
        let goals = covered.only(&candidate.goals);
        let runs = SHRINK_RUNS + for_a_choice * candidate.input.choices.len();
        shrink_read(&candidate.input, runs, &mut |input| {
            let trace = executor.run(&mut terms, input, &limits);
            let found = Candidate::from_trace(&candidate.unit, &trace);
            let same = shows_the_same(&found, candidate, &goals);
            if same {
                smallest = Some(found);
            }
            same.then_some(trace.input)
        });
        if let Some(found) = smallest {
            covered.replace(&candidate.goals, &found.goals);
            candidate.input = found.input;
            candidate.goals = found.goals;
        }
    }
}

/// Whether a run ended like another one, covers the goals and shows what it did.
pub fn shows_the_same(found: &Candidate, other: &Candidate, goals: &[GoalId]) -> bool {
    ends_alike(&found.outcome, &other.outcome)
        && contains_all(&found.goals, goals)
        && contains_all(&found.features, &other.features)
}

/// How many tests of a suite cover each goal: setting an input up covers some
/// that others cover too, and may go.
struct Covered(HashMap<GoalId, usize>);

impl Covered {
    fn by(tests: &[Candidate]) -> Covered {
        let mut covered = Covered(HashMap::new());
        for test in tests {
            covered.replace(&[], &test.goals);
        }
        covered
    }

    /// What only one test covers, of what it covers.
    fn only(&self, goals: &[GoalId]) -> Vec<GoalId> {
        let goals = goals.iter().copied();
        goals.filter(|goal| self.0[goal] == 1).collect()
    }

    fn replace(&mut self, old: &[GoalId], new: &[GoalId]) {
        for goal in new {
            *self.0.entry(*goal).or_default() += 1;
        }
        for goal in old {
            *self.0.entry(*goal).or_default() -= 1;
        }
    }
}

/// Whether every element of one sorted list is in the other.
fn contains_all<T: Ord>(all: &[T], some: &[T]) -> bool {
    some.iter().all(|thing| all.binary_search(thing).is_ok())
}

fn ends_alike(a: &Outcome, b: &Outcome) -> bool {
    match (a, b) {
        (Outcome::Threw { kind: a, .. }, Outcome::Threw { kind: b, .. }) => a == b,
        _ => a == b,
    }
}
