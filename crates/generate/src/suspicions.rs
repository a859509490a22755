//! Exceptions that look like mistakes: what tests and the report say of them. Which do is the
//! front end's to know.

use everypath_report::{ModuleReport, SuspicionReport};

use crate::program::Suspicion;

/// What a test says of itself that shows one.
pub(crate) fn comment(suspicion: &Suspicion) -> String {
    let exception = &suspicion.exception;
    format!("Suspicious: nothing in the code says that this {exception} is meant.")
}

/// Says in the report that a test of a unit shows one. Those of one line are one.
pub(crate) fn record(suspicion: &Suspicion, unit: &str, test: &str, report: &mut ModuleReport) {
    let Suspicion { exception, line } = suspicion;
    let is_same = |one: &&mut SuspicionReport| {
        one.line == *line && one.exception == *exception && one.unit == unit
    };
    match report.suspicions.iter_mut().find(is_same) {
        Some(known) => known.tests.push(test.to_owned()),
        None => report.suspicions.push(SuspicionReport {
            line: *line,
            unit: unit.to_owned(),
            exception: exception.clone(),
            tests: vec![test.to_owned()],
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_that_show_the_same_are_listed_together() {
        let mut report = ModuleReport::default();
        let suspicion = |line: u32| Suspicion {
            exception: "TypeError".to_owned(),
            line,
        };
        for (line, test) in [(3, "test_a"), (3, "test_b"), (7, "test_c")] {
            record(&suspicion(line), "f", test, &mut report);
        }
        let found: Vec<(u32, usize)> = report
            .suspicions
            .iter()
            .map(|one| (one.line, one.tests.len()))
            .collect();
        assert_eq!(found, [(3, 2), (7, 1)]);
    }
}
