//! What is known of each goal in the end.

use std::collections::{BTreeMap, BTreeSet};

use everypath_emit::{Comments, FileKind, Likelihood, Weakened};
use everypath_explore::Verdict;
use everypath_report::{
    CertificateReport, ExceptionReport, GoalReport, GroundReport, ModuleReport, TestKind,
    TestReport, VerdictKind, WeakenedReport,
};
use everypath_suite::{Candidate, Suite};
use everypath_trace::{Goal, GoalId, GoalKind, Goals};
use indexmap::IndexMap;
use indexmap::map::Entry;

use crate::explored::Explored;
use crate::settings::Settings;

/// The tests that were kept: each candidate's number and the test's name.
pub(crate) type KeptTests = BTreeMap<usize, String>;

/// The tests that were chosen, and what became of them.
pub(crate) struct Chosen {
    /// What was to become tests.
    pub suite: Suite,
    /// What did.
    pub kept: KeptTests,
    /// The goals that a run of ours reached and the real program, on its input, did not.
    pub diverged: BTreeSet<GoalId>,
    /// The goals that tests which were not kept would have covered, and why not.
    pub discarded: BTreeMap<GoalId, String>,
}

/// The verdict of each goal, over all units that may reach it.
pub(crate) fn verdicts(
    goals: &Goals,
    is_wanted: &dyn Fn(GoalId) -> bool,
    explored: &[Explored],
    chosen: &Chosen,
    report: &mut ModuleReport,
) {
    let mut merged: IndexMap<GoalId, Verdict> = IndexMap::new();
    let mut blocked: IndexMap<GoalId, String> = IndexMap::new();
    for unit in explored {
        for (goal, verdict) in &unit.verdicts {
            if let Some(why) = &unit.blocked {
                blocked
                    .entry(*goal)
                    .or_insert_with(|| format!("no test for {}: {why}", unit.report.name));
            }
            match merged.entry(*goal) {
                Entry::Vacant(place) => {
                    place.insert(verdict.clone());
                }
                Entry::Occupied(mut place) => {
                    let known = place.get().clone();
                    place.insert(known.or(verdict.clone()));
                }
            }
        }
        report.units.push(unit.report.clone());
        for loss in &unit.losses {
            if !report.losses.contains(loss) {
                report.losses.push(loss.clone());
            }
        }
    }
    let mut settled: Vec<(GoalId, Verdict)> = merged
        .into_iter()
        .filter(|(goal, _)| is_wanted(*goal))
        .collect();
    settled.sort_by_key(|(goal, _)| *goal);
    let Chosen {
        suite,
        kept,
        diverged,
        discarded,
    } = chosen;
    let candidates: Vec<&Candidate> = suite.tests.iter().chain(&suite.failures).collect();
    let tests_of = |id: GoalId| {
        let covers = |index: usize| candidates[index].goals.binary_search(&id).is_ok();
        let tests = kept.iter().filter(|(index, _)| covers(**index));
        tests.map(|(_, name)| name.clone()).collect::<Vec<String>>()
    };
    report.exceptions = exceptions(goals, &tests_of);
    for (id, verdict) in settled {
        let goal = &goals[id];
        let tests = tests_of(id);
        let verdict = shown(verdict, goal, &tests, &mut report.warnings);
        let mut kind = VerdictKind::of(&verdict);
        let mut reason = verdict.reason();
        if kind == VerdictKind::Unreachable
            && let Some(why) = blocked.get(&id)
        {
            kind = VerdictKind::NoTest;
            reason.clone_from(why);
        }
        if kind == VerdictKind::Covered && tests.is_empty() {
            kind = VerdictKind::NoTest;
            reason = match (diverged.contains(&id), discarded.get(&id)) {
                (true, _) => {
                    "the same input goes another way without our models, or elsewhere".to_owned()
                }
                (false, Some(why)) => format!("reached, but its test was discarded: {why}"),
                (false, None) => "reached, but every test for it was discarded".to_owned(),
            };
        }
        let certificate = verdict
            .certificate()
            .filter(|_| kind == VerdictKind::Unreachable);
        if kind != VerdictKind::NoTest {
            report.proofs.count(&verdict);
        }
        report.goals.push(GoalReport {
            line: goal.location.line,
            column: goal.location.column,
            function: goal.function.clone(),
            description: goal.description.clone(),
            kind: goal.kind.name().to_owned(),
            verdict: kind,
            reason,
            certificate: certificate.map(CertificateReport::from),
            tests,
        });
    }
}

/// What is known of a goal when tests that were kept are looked at, too: variants of inputs may
/// cover what the search did not.
fn shown(verdict: Verdict, goal: &Goal, tests: &[String], warnings: &mut Vec<String>) -> Verdict {
    let Some(test) = tests.first() else {
        return verdict;
    };
    // What a proof takes for granted a test may change; one that takes nothing is wrong.
    if matches!(&verdict, Verdict::Unreachable { premises, .. } if premises.is_empty()) {
        warnings.push(format!(
            "internal error: line {}: {} was proved unreachable, and {test} covers it; \
             please report this",
            goal.location.line, goal.description
        ));
    }
    match verdict {
        Verdict::Covered { run } => Verdict::Covered { run },
        _ => Verdict::Covered { run: 0 },
    }
}

/// The exceptions that tests show.
fn exceptions(goals: &Goals, tests_of: &dyn Fn(GoalId) -> Vec<String>) -> Vec<ExceptionReport> {
    let all = (0..goals.0.len() as u32).map(GoalId);
    all.filter(|goal| goals[*goal].kind == GoalKind::Exception)
        .map(|id| ExceptionReport {
            line: goals[id].location.line,
            function: goals[id].function.clone(),
            description: goals[id].description.clone(),
            tests: tests_of(id),
        })
        .filter(|exception| !exception.tests.is_empty())
        .collect()
}

/// What the test of each candidate covers, in words, if tests are to say it.
pub(crate) fn comments(candidates: &[&Candidate], goals: &Goals, settings: &Settings) -> Comments {
    if !settings.test_comments {
        return Comments::new();
    }
    let wanted = |candidate: &Candidate| {
        let goals = candidate.goals.iter().map(|goal| &goals[*goal]);
        let goals = goals.filter(|goal| settings.criteria.ask_for(goal.kind));
        goals
            .map(|goal| format!("line {}: {}", goal.location.line, goal.description))
            .collect()
    };
    let ids = 0..candidates.len() as u64;
    ids.zip(candidates)
        .map(|(id, candidate)| (id, wanted(candidate)))
        .collect()
}

/// A candidate that became no test, and why.
pub(crate) fn dropped(candidates: &[&Candidate], id: u64, why: &str) -> TestReport {
    TestReport {
        name: format!("case {id}"),
        unit: candidates
            .get(id as usize)
            .map_or_else(String::new, |candidate| candidate.unit.clone()),
        kind: TestKind::Dropped,
        note: why.to_owned(),
        source: String::new(),
        before: serde_json::Value::Null,
        after: serde_json::Value::Null,
        weakened: Vec::new(),
        grounds: Vec::new(),
    }
}

/// What a test leaves out, as the report says it.
pub(crate) fn weakened(left: &[Weakened]) -> Vec<WeakenedReport> {
    let words = |one: &Weakened| WeakenedReport {
        what: one.what.words().to_owned(),
        reason: one.why.words().to_owned(),
    };
    left.iter().map(words).collect()
}

/// Why callers can make an input, or perhaps cannot.
pub(crate) fn grounds(likelihood: Option<&Likelihood>) -> Vec<GroundReport> {
    let grounds = likelihood.map(Likelihood::grounds).unwrap_or_default();
    let said = grounds.into_iter().map(|(word, words)| GroundReport {
        ground: word.to_owned(),
        reason: words,
    });
    said.collect()
}

/// What the tests of a file are in the report.
pub(crate) fn kind_of(kind: FileKind) -> TestKind {
    match kind {
        FileKind::Tests => TestKind::Kept,
        FileKind::Bugs => TestKind::Bug,
        FileKind::Possible => TestKind::Possible,
    }
}

#[cfg(test)]
mod tests {
    use everypath_explore::{Cause, Reach};
    use everypath_trace::Location;

    use super::*;

    fn check(verdict: Verdict, tests: &[&str], is_covered: bool, warned: usize) {
        let goal = Goal {
            kind: GoalKind::Branch,
            location: Location {
                file: "a.py".to_owned(),
                line: 3,
                column: 0,
            },
            description: "`x > 3` is true".to_owned(),
            function: "f".to_owned(),
            condition: None,
        };
        let tests: Vec<String> = tests.iter().map(|&name| name.to_owned()).collect();
        let mut warnings = Vec::new();
        let found = shown(verdict, &goal, &tests, &mut warnings);
        assert_eq!(matches!(found, Verdict::Covered { .. }), is_covered);
        assert_eq!(warnings.len(), warned, "{warnings:?}");
    }

    #[test]
    fn a_test_that_covers_a_goal_outranks_everything_else() {
        let missed = Verdict::Missed {
            reach: Reach::Seen,
            cause: Cause::Unstable,
        };
        let proved = Verdict::Unreachable {
            premises: Vec::new(),
            certificate: None,
        };
        check(missed.clone(), &[], false, 0);
        check(missed, &["test_a"], true, 0);
        check(proved.clone(), &[], false, 0);
        check(proved, &["test_a"], true, 1);
        check(Verdict::Covered { run: 4 }, &["test_a"], true, 0);
    }
}
