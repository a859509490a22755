//! Making the inputs of a suite small, whatever the language.

use std::collections::HashMap;
use std::time::Duration;

use everypath_explore::{with_small_numbers, without_implied};
use everypath_solve::{Limits, Options, Solver, default_chain};
use everypath_suite::{Candidate, Suite, numbers, shrink_read, size};
use everypath_term::Terms;
use everypath_trace::{GoalId, Input, Outcome, Slot, Trace};

use crate::program::{Facts, Part, Units};
use crate::settings::Settings;

/// Runs that making one input smaller may take.
const SHRINK_RUNS: usize = 40;
/// Such runs for each choice of an input: what is built by choices has more to lose.
const RUNS_FOR_A_CHOICE: usize = 4;
/// The part of what exploring may cost that making inputs smaller may cost: an
/// input that is not the smallest is still a test.
const SHRINK_SHARE: u32 = 4;
/// Numbers of this many bits are easy to read.
const READABLE: u64 = 4;
/// What one question for smaller numbers may cost.
const QUESTION: Limits = Limits {
    conflicts: 200,
    gates: 10_000,
    bits: 64,
    cost: Duration::MAX,
};

/// Makes the inputs of a suite smaller, as long as each ends as it did, shows what it did,
/// and still covers what no other test does; then easier to read.
pub(crate) fn shrink_inputs(
    units: &mut dyn Units,
    facts: &Facts,
    suite: &mut Suite,
    settings: &Settings,
) {
    shrink_tests(units, facts, suite, settings);
    let limits = settings.run_limits();
    for candidate in suite.tests.iter_mut().chain(&mut suite.failures) {
        if choose(units, facts, &candidate.unit) {
            units.polish(candidate, &limits);
        }
    }
}

/// Chooses the unit that runs next, and says whether it can.
pub(crate) fn choose(units: &mut dyn Units, facts: &Facts, name: &str) -> bool {
    let unit = facts.units.iter().position(|unit| unit.name == name);
    unit.is_some_and(|unit| units.choose(unit, 0, Part::Call).is_ok())
}

fn shrink_tests(units: &mut dyn Units, facts: &Facts, suite: &mut Suite, settings: &Settings) {
    let limits = settings.run_limits();
    let mut spent = Duration::ZERO;
    let mut current = String::new();
    let (mut terms, mut solver) = (Terms::new(), solver());
    let mut covered = Covered::by(&suite.tests);
    for candidate in suite.tests.iter_mut() {
        if spent > settings.work / SHRINK_SHARE {
            return;
        }
        if candidate.outcome == Outcome::TimedOut {
            continue;
        }
        if current != candidate.unit {
            (terms, solver) = (Terms::new(), self::solver());
            current.clone_from(&candidate.unit);
            if !choose(units, facts, &current) {
                return;
            }
        }
        let goals = covered.only(&candidate.goals);
        let mut smallest = None;
        let mut still = |terms: &mut Terms, input: &Input| {
            let trace = units.run(terms, input, &limits);
            spent = spent.saturating_add(trace.cost);
            smallest = Some(showing_the_same(terms, &trace, candidate, &goals)?);
            Some(trace)
        };
        let mut from = candidate.input.clone();
        if has_large_numbers(&from)
            && let Some(trace) = still(&mut terms, &from)
            && let Some(smaller) = on_the_same_path(&mut terms, &mut *solver, &trace)
            && still(&mut terms, &smaller).is_some()
        {
            from = smaller;
        }
        let runs = SHRINK_RUNS + RUNS_FOR_A_CHOICE * from.choices.len();
        shrink_read(&from, runs, &mut |input| {
            still(&mut terms, input).map(|trace| trace.input)
        });
        if let Some(found) = smallest {
            covered.replace(&candidate.goals, &found.goals);
            candidate.input = found.input;
            candidate.goals = found.goals;
        }
    }
}

/// What finds smaller numbers, for one pool of terms.
fn solver() -> Box<dyn Solver> {
    default_chain(&Options::default())
}

/// Whether a number of an input is hard to read.
fn has_large_numbers(input: &Input) -> bool {
    let numbers = numbers(input);
    numbers.iter().any(|(_, number)| number.bits() > READABLE)
}

/// A smaller input that follows the path of a run: what shrinks only together
/// is out of reach where one slot changes at a time.
fn on_the_same_path(terms: &mut Terms, solver: &mut dyn Solver, trace: &Trace) -> Option<Input> {
    let numbers = numbers(&trace.input).into_iter();
    let slots: Vec<Slot> = numbers.map(|(slot, _)| slot.clone()).collect();
    let smaller = with_small_numbers(terms, solver, trace, &slots, QUESTION)?;
    (size(&smaller) < size(&trace.input)).then_some(smaller)
}

/// What a run is as a candidate, if it ended like another one, covers the goals and
/// shows what that did. That one may be from a tree, which has no decisions that
/// repeat, or as it was run; what repeats counts only if it was counted there.
pub fn showing_the_same(
    terms: &mut Terms,
    trace: &Trace,
    other: &Candidate,
    goals: &[GoalId],
) -> Option<Candidate> {
    let found = Candidate::from_trace(&other.unit, trace);
    if !found.outcome.is_like(&other.outcome) || !contains_all(&found.goals, goals) {
        return None;
    }
    if contains_all(&found.features, &other.features) {
        return Some(found);
    }
    let alone = without_implied(terms, trace.clone());
    let alone = Candidate::from_trace(&other.unit, &alone);
    contains_all(&alone.features, &other.features).then_some(alone)
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

#[cfg(test)]
mod tests {
    use everypath_trace::text::parse_trace;

    use super::*;

    /// Whether a run shows what one of a tree did.
    fn check(in_tree: &str, run: &str, expected: bool) {
        let mut terms = Terms::new();
        let mut parse = |text: &str| {
            let text = format!("{text}\noutcome: returned\n");
            parse_trace(&mut terms, &text).unwrap()
        };
        let (in_tree, run) = (parse(in_tree), parse(run));
        let other = Candidate::from_trace("f", &without_implied(&mut terms, in_tree));
        let found = showing_the_same(&mut terms, &run, &other, &[]);
        assert_eq!(found.is_some(), expected);
    }

    #[test]
    fn a_run_shows_what_it_did_in_a_tree() {
        let small = "branch true else 1: (<= x:int 5)";
        let odd = "branch true else 2: (<= y:int 5)";
        let again = "branch true else 3: (<= x:int 5)";
        let repeating = format!("{small}\n{again}\n{odd}");
        check(&repeating, &repeating, true);
        check(&repeating, &format!("{small}\n{odd}"), true);
        check(&repeating, &format!("{odd}\n{small}"), false);
    }
}
