//! What the report says of the tests that were written.

use std::collections::BTreeMap;

use everypath_emit::junit::{Case, Emitted, Outcome};
use everypath_report::{ModuleReport, TestKind, TestReport};

use everypath_generate::verdicts::KeptTests;

/// The objects of each case's input before and after the call.
pub type Pictures = BTreeMap<u64, [serde_json::Value; 2]>;

/// Adds the written tests to the report.
pub fn record(
    emitted: &Emitted,
    cases: &[Case],
    pictures: &Pictures,
    report: &mut ModuleReport,
) -> KeptTests {
    let mut kept = KeptTests::new();
    let by_id: BTreeMap<u64, &Case> = cases.iter().map(|case| (case.id, case)).collect();
    for (file, kind) in [
        (&emitted.tests, TestKind::Kept),
        (&emitted.bugs, TestKind::Bug),
    ] {
        let Some(file) = file else { continue };
        for test in &file.tests {
            let Some(case) = by_id.get(&test.id) else {
                continue;
            };
            let [before, after] = pictures.get(&test.id).cloned().unwrap_or_default();
            report.tests.push(TestReport {
                name: test.name.clone(),
                unit: case.unit.clone(),
                kind,
                note: sentence(&case.outcome),
                source: file.source_of(test.id),
                before,
                after,
            });
            kept.insert(test.id as usize, test.name.clone());
        }
    }
    kept
}

/// How a case ended, in words.
fn sentence(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Returned { .. } => "returns".to_owned(),
        Outcome::Threw { exact, .. } => {
            format!(
                "throws {}",
                exact.rsplit(['.', '$']).next().unwrap_or(exact)
            )
        }
        Outcome::Violated { clause } => clause.clone(),
        Outcome::TimedOut => "does not end in time".to_owned(),
        Outcome::Crashed => "takes the JVM down".to_owned(),
    }
}
