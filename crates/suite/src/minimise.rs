//! Minimisation: the fewest and smallest candidates that show all there is.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};

use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use crate::candidate::{Candidate, ending};
use crate::size::is_link;

/// What to keep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Keep {
    /// Keep every different path, not just what is needed for the goals.
    pub all_paths: bool,
    /// Look at features that no goal asks for: of candidates that cover the
    /// same goals take the one that shows most, and add a few that show more.
    pub features: bool,
}

impl Default for Keep {
    fn default() -> Self {
        Keep {
            all_paths: false,
            features: true,
        }
    }
}

/// The candidates kept.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Suite {
    /// Those that show what a unit does: by unit in order of appearance,
    /// smallest first.
    pub tests: Vec<Candidate>,
    /// Those that show that a unit is wrong: one for each way in which it is,
    /// smallest first.
    pub failures: Vec<Candidate>,
}

/// Minimises candidates. The result depends on them and their order only.
/// Candidates that no test can show are dropped.
pub fn minimise(candidates: Vec<Candidate>, keep: Keep) -> Suite {
    let units = unit_order(&candidates);
    let (failures, finished): (Vec<_>, Vec<_>) = candidates
        .into_iter()
        .filter(|candidate| candidate.outcome.is_finished() || candidate.outcome.is_failure())
        .partition(|candidate| candidate.outcome.is_failure());
    let mut tests = without_duplicates(finished, keep);
    if !keep.all_paths {
        let chosen = cover(&tests, keep);
        let mut index = 0;
        tests.retain(|_| {
            index += 1;
            chosen.contains(&(index - 1))
        });
    }
    let mut failures = distinct_failures(failures);
    // Stable sorts: equals stay in the order in which they were found.
    let order = |candidate: &Candidate| (units[candidate.unit.as_str()], candidate.size);
    tests.sort_by_key(order);
    failures.sort_by_key(order);
    Suite { tests, failures }
}

fn unit_order(candidates: &[Candidate]) -> FxHashMap<String, usize> {
    let mut units = FxHashMap::default();
    for candidate in candidates {
        let next = units.len();
        if !units.contains_key(candidate.unit.as_str()) {
            units.insert(candidate.unit.clone(), next);
        }
    }
    units
}

/// One candidate of those with the same input, and one of those with the same
/// behaviour, the smallest. Where all paths are kept, only inputs count.
fn without_duplicates(candidates: Vec<Candidate>, keep: Keep) -> Vec<Candidate> {
    let mut inputs = FxHashSet::default();
    let mut kept: Vec<Candidate> = Vec::new();
    let mut behaviours: FxHashMap<Behaviour, usize> = FxHashMap::default();
    for candidate in candidates {
        if !inputs.insert((candidate.unit.clone(), input_key(&candidate))) {
            continue;
        }
        if keep.all_paths {
            kept.push(candidate);
            continue;
        }
        match behaviours.entry(behaviour(&candidate)) {
            std::collections::hash_map::Entry::Occupied(known) => {
                let known = &mut kept[*known.get()];
                if candidate.size < known.size {
                    *known = candidate;
                }
            }
            std::collections::hash_map::Entry::Vacant(new) => {
                new.insert(kept.len());
                kept.push(candidate);
            }
        }
    }
    kept
}

/// The slots in order: two inputs that differ in order alone are equal.
fn input_key(candidate: &Candidate) -> Vec<String> {
    let mut key: Vec<String> = everypath_trace::text::input_lines(&candidate.input).collect();
    key.sort_unstable();
    key
}

/// What a candidate shows: unit, goals and mutants, features, kind of end.
type Behaviour = (String, Vec<u64>, Vec<u64>, String);

fn behaviour(candidate: &Candidate) -> Behaviour {
    (
        candidate.unit.clone(),
        reasons(candidate),
        candidate.features.clone(),
        end_key(candidate),
    )
}

/// What a candidate is kept for, as opaque numbers: its goals and the mutants it kills.
fn reasons(candidate: &Candidate) -> Vec<u64> {
    let goals = candidate.goals.iter().map(|goal| u64::from(goal.0));
    let kills = candidate.kills.iter();
    let kills = kills.map(|mutant| u64::from(mutant.0) | 1 << 32);
    goals.chain(kills).collect()
}

fn end_key(candidate: &Candidate) -> String {
    use crate::candidate::Ending;
    match ending(&candidate.outcome) {
        Ending::Returned => "returned".to_owned(),
        Ending::Threw(kind) => format!("threw {kind}"),
        Ending::Exited => "exited".to_owned(),
        Ending::Other(outcome) => everypath_trace::text::print_outcome(&outcome.without_sizes()),
    }
}

/// One candidate for each failure: a unit and what it broke. One that needs arguments alone,
/// and the smallest.
fn distinct_failures(candidates: Vec<Candidate>) -> Vec<Candidate> {
    let mut failures: IndexMap<(String, String), Candidate, FxBuildHasher> = IndexMap::default();
    for candidate in candidates {
        let key = (candidate.unit.clone(), end_key(&candidate));
        let order = |one: &Candidate| (one.needs_members(), one.size);
        match failures.get_mut(&key) {
            Some(known) if order(&candidate) < order(known) => *known = candidate,
            Some(_) => {}
            None => {
                failures.insert(key, candidate);
            }
        }
    }
    failures.into_values().collect()
}

/// How many candidates may be added for features alone: this many, or one
/// for each `EXTRA_SHARE` that the goals need, if that is more.
const EXTRA: usize = 2;
/// See `EXTRA`.
const EXTRA_SHARE: usize = 4;
/// A suite that people read at one go: the added ones do not make a smaller
/// one larger than this.
const SMALL: usize = 15;

/// A greedy cover of the goals; those taken early that the later ones have
/// made redundant are dropped, largest first; then the few that show most
/// beyond the goals are added.
fn cover(candidates: &[Candidate], keep: Keep) -> BTreeSet<usize> {
    let goals: Vec<Vec<u64>> = candidates.iter().map(reasons).collect();
    let features: Vec<&[u64]> = candidates
        .iter()
        .map(|candidate| match keep.features {
            true => candidate.features.as_slice(),
            false => &[],
        })
        .collect();
    let mut goal_counts: Counts = FxHashMap::default();
    let mut seen: Counts = FxHashMap::default();
    let chosen = greedy(candidates, usize::MAX, |index, take| {
        let gain = (
            new_in(&goals[index], &goal_counts),
            new_in(features[index], &seen),
        );
        if take {
            add(&goals[index], &mut goal_counts);
            add(features[index], &mut seen);
        }
        if gain.0 == 0 { (0, 0) } else { gain }
    });
    let mut kept: BTreeSet<usize> = chosen.iter().copied().collect();
    let mut largest_first = chosen;
    largest_first.sort_by_key(|&index| Reverse((candidates[index].size, index)));
    for index in largest_first {
        if goals[index].iter().all(|goal| goal_counts[goal] > 1) {
            for goal in &goals[index] {
                *goal_counts.get_mut(goal).expect("counted") -= 1;
            }
            kept.remove(&index);
        }
    }
    let mut seen: Counts = FxHashMap::default();
    for &index in &kept {
        add(features[index], &mut seen);
    }
    let mut most = EXTRA.max(kept.len() / EXTRA_SHARE);
    if kept.len() < SMALL {
        most = most.min(SMALL - kept.len());
    }
    kept.extend(greedy(candidates, most, |index, take| {
        let gain = new_in(features[index], &seen);
        if take {
            add(features[index], &mut seen);
        }
        (gain, 0)
    }));
    // A unit without goals and features still has a test if it ran.
    if kept.is_empty() && !candidates.is_empty() {
        let smallest = (0..candidates.len()).min_by_key(|&index| candidates[index].size);
        kept.extend(smallest);
    }
    kept
}

/// Which of two candidates with the same gain is better: the one whose
/// structure has more kinds of links, since one without a rest hides what
/// becomes of it; then the smaller.
type Rank = (usize, Reverse<u64>);

fn rank(candidate: &Candidate) -> Rank {
    let links: FxHashSet<(String, bool)> = candidate
        .input
        .choices
        .iter()
        .filter(|(slot, _)| is_link(slot))
        .map(|(slot, &taken)| (slot.kind(), taken == 0))
        .collect();
    (links.len(), Reverse(candidate.size))
}

type Counts = FxHashMap<u64, usize>;

fn new_in(things: &[u64], counts: &Counts) -> usize {
    things
        .iter()
        .filter(|thing| !counts.contains_key(thing))
        .count()
}

fn add(things: &[u64], counts: &mut Counts) {
    for thing in things {
        *counts.entry(*thing).or_default() += 1;
    }
}

/// Takes the candidate that gains most, at most `most` times, until none
/// gains anything; at equal gain the better by rank, then the first. A gain only
/// shrinks, so a stale one is corrected when it comes up. `gain` is asked for
/// a candidate's gain, and told when it is taken.
fn greedy(
    candidates: &[Candidate],
    most: usize,
    mut gain: impl FnMut(usize, bool) -> (usize, usize),
) -> Vec<usize> {
    let mut queue: BinaryHeap<((usize, usize), Rank, Reverse<usize>)> = (0..candidates.len())
        .map(|index| (gain(index, false), rank(&candidates[index]), Reverse(index)))
        .collect();
    let mut chosen = Vec::new();
    while let Some((stored, rank, Reverse(index))) = queue.pop() {
        if chosen.len() == most {
            break;
        }
        let now = gain(index, false);
        if now == (0, 0) {
            continue;
        }
        if now < stored {
            queue.push((now, rank, Reverse(index)));
            continue;
        }
        gain(index, true);
        chosen.push(index);
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::{parse_suite, print_suite};

    /// Minimises the tests of a suite's text.
    fn check(keep: Keep, text: &str, expected: &str) {
        let given = parse_suite(text).unwrap_or_else(|error| panic!("{error}"));
        let suite = minimise(given.tests, keep);
        assert_eq!(print_suite(&suite), expected);
    }

    const GOALS: Keep = Keep {
        all_paths: false,
        features: false,
    };

    fn test(unit: &str, x: i64, goals: &str, outcome: &str) -> String {
        let size =
            crate::size(&everypath_trace::text::parse_input(&format!("value {x}: x")).unwrap());
        format!(
            "test: {unit}\n  value {x}: x\n  goals: {goals}\n  outcome: {outcome}\n  size: {size}\n"
        )
    }

    fn tests(of: &[(i64, &str)]) -> String {
        of.iter()
            .map(|(x, goals)| test("f", *x, goals, "returned"))
            .collect()
    }

    #[test]
    fn fewest_then_smallest() {
        check(
            GOALS,
            &tests(&[(0, "1"), (9, "1 2 3"), (8, "4"), (2, "1 2 3"), (1, "4 1")]),
            &tests(&[(1, "4 1"), (2, "1 2 3")]),
        );
    }

    #[test]
    fn those_made_redundant_later_go() {
        // The largest is taken first, then three that cover it together.
        check(
            GOALS,
            &tests(&[(9, "1 2 3 4"), (1, "1 2 5"), (2, "3 4 6")]),
            &tests(&[(1, "1 2 5"), (2, "3 4 6")]),
        );
    }

    #[test]
    fn duplicates_go_even_if_all_paths_stay() {
        let all = Keep {
            all_paths: true,
            features: true,
        };
        let same = [(1, "1"), (1, "1"), (2, "1")];
        check(all, &tests(&same), &tests(&same[1..]));
        check(GOALS, &tests(&same), &tests(&same[..1]));
    }

    #[test]
    fn failures_are_kept_apart() {
        let violated = r#"violated "x >= 0""#;
        let text = [
            test("f", 4, "1", violated),
            test("f", 1, "1", violated),
            test("f", 2, "1", "timed-out"),
            test("g", 3, "1", violated),
            test("f", 5, "1", "returned"),
            test("f", 6, "1 2", r#"rejected "x > 0""#),
        ];
        let failure = |index: usize| text[index].replace("test:", "failure:");
        let expected = [text[4].clone(), failure(1), failure(2), failure(3)];
        check(GOALS, &text.concat(), &expected.concat());
    }

    #[test]
    fn features_keep_what_goals_do_not_ask_for() {
        let with = |x: i64, features: &str| {
            test("f", x, "1", "returned")
                .replace("  outcome", &format!("  features: {features}\n  outcome"))
        };
        let text = [with(1, "a"), with(2, "a b"), with(3, "b")];
        check(Keep::default(), &text.concat(), &text[1]);
        check(GOALS, &text.concat(), &text[0]);
    }
}
