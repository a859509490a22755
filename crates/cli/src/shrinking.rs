//! Making the inputs of a suite small, whatever the language.

use std::time::Instant;

use everypath_suite::{Candidate, Suite, shrink_read};
use everypath_term::Terms;
use everypath_trace::{Executor, Outcome, RunLimits};

use crate::settings::Settings;

/// Runs that making one input smaller may take.
const SHRINK_RUNS: usize = 40;
/// Such runs for each choice of an input, where runs are cheap.
pub const RUNS_FOR_A_CHOICE: usize = 4;
/// The part of the time for exploring that making inputs smaller may take: an
/// input that is not the smallest is still a test.
const SHRINK_SHARE: u32 = 4;

/// Makes the inputs of a suite smaller, as long as each still covers what it
/// did and ends as it did. `choose` says which unit the executor runs next,
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
        let runs = SHRINK_RUNS + for_a_choice * candidate.input.choices.len();
        shrink_read(&candidate.input, runs, &mut |input| {
            let trace = executor.run(&mut terms, input, &limits);
            let found = Candidate::from_trace(&candidate.unit, &trace);
            let same = ends_alike(&trace.outcome, &candidate.outcome)
                && contains_all(&found.goals, &candidate.goals)
                && contains_all(&found.features, &candidate.features);
            if same {
                smallest = Some(found.input);
            }
            same.then_some(trace.input)
        });
        if let Some(input) = smallest {
            candidate.input = input;
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
