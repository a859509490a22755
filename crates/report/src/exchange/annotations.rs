//! Workflow commands of GitHub: notes that stand beside the lines of a change.

use std::fmt::Write;

use crate::model::Report;
use crate::test_report::TestKind;

/// A line for each bug, and one for each module with what is not covered.
pub fn annotations(report: &Report) -> String {
    let mut text = String::new();
    for module in &report.modules {
        let file = property(&module.file);
        for test in module
            .tests
            .iter()
            .filter(|test| test.kind == TestKind::Bug)
        {
            let title = property(&format!("{} shows a bug", test.name));
            let words = message(&format!("{}: {}", test.unit, test.note));
            let _ = writeln!(text, "::error file={file},title={title}::{words}");
        }
        for goal in module.goals.iter().filter(|goal| goal.verdict.is_missed()) {
            let words = message(&format!(
                "{}: {} ({})",
                goal.verdict.words(),
                goal.description,
                goal.reason
            ));
            let _ = writeln!(text, "::notice file={file},line={}::{words}", goal.line);
        }
    }
    text
}

fn message(text: &str) -> String {
    text.replace('%', "%25")
        .replace('\r', "%0D")
        .replace('\n', "%0A")
}

fn property(text: &str) -> String {
    message(text).replace(':', "%3A").replace(',', "%2C")
}
