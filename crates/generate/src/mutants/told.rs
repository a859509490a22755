//! What the report says of mutants.

use std::collections::BTreeSet;

use everypath_report::{MutantReport, MutantsReport};
use everypath_trace::MutantId;

use super::hunt::Hunt;
use crate::verdicts::Chosen;

/// The mutants of a program, and what became of them by the tests that were kept.
pub(crate) fn report(hunt: &Hunt, chosen: &Chosen, is_asked: bool) -> MutantsReport {
    let tests = chosen.suite.tests.iter().enumerate();
    let killed: BTreeSet<MutantId> = tests
        .filter(|(index, _)| chosen.kept.contains_key(index))
        .flat_map(|(_, test)| test.kills.iter().copied())
        .collect();
    let mut report = MutantsReport {
        is_asked,
        ..MutantsReport::default()
    };
    for (id, mutant) in (0..).map(MutantId).zip(hunt.all()) {
        if killed.contains(&id) {
            report.killed += 1;
        } else if hunt.equivalent().contains(&id) {
            report.equivalent += 1;
        } else {
            report.survivors.push(MutantReport {
                line: mutant.line,
                column: mutant.column,
                function: mutant.function.clone(),
                operator: mutant.operator.name().to_owned(),
                change: mutant.change.clone(),
            });
        }
    }
    report
}
