//! What is known of the lines of a module: how many tests come to each, and of its
//! branches how many take each outcome.

use std::collections::BTreeMap;

use crate::model::{ModuleReport, VerdictKind};

/// A line that holds goals.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Line {
    /// The tests that come here; one test counts once.
    pub(super) tests: usize,
    /// For each outcome of its branches, the tests that take it.
    pub(super) outcomes: Vec<usize>,
}

impl Line {
    /// The outcomes that a test takes.
    pub(super) fn taken(&self) -> usize {
        self.outcomes.iter().filter(|tests| **tests > 0).count()
    }
}

/// The lines of a module that hold goals which can be reached.
pub(super) fn lines(module: &ModuleReport) -> BTreeMap<u32, Line> {
    let mut lines: BTreeMap<u32, Line> = BTreeMap::new();
    let mut tests: BTreeMap<u32, Vec<&str>> = BTreeMap::new();
    let reachable = module
        .goals
        .iter()
        .filter(|goal| goal.verdict != VerdictKind::Unreachable);
    for goal in reachable {
        let line = lines.entry(goal.line).or_default();
        // A test that a person changed has another name; that it covers is known.
        let count = match goal.verdict {
            VerdictKind::Covered => goal.tests.len().max(1),
            _ => 0,
        };
        if goal.kind == "branch" {
            line.outcomes.push(count);
        }
        let here = tests.entry(goal.line).or_default();
        for test in &goal.tests {
            if !here.contains(&test.as_str()) {
                here.push(test);
            }
        }
        line.tests = line.tests.max(here.len()).max(usize::from(count > 0));
    }
    lines
}
