//! JUnit's XML: the tests with what became of them, for CI servers.

use super::xml::{element, text_element};
use crate::model::{ModuleReport, Report};
use crate::test_report::{TestKind, TestReport};

const HEAD: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";

/// The tests of a report: those that show bugs have failed, and those that could not be kept
/// or may show none were skipped.
pub fn junit_xml(report: &Report) -> String {
    let suites: String = report.modules.iter().map(suite).collect();
    let count = |kind: TestKind| -> usize {
        let modules = report.modules.iter();
        modules.map(|module| module.count(kind)).sum()
    };
    let all: usize = report.modules.iter().map(|module| module.tests.len()).sum();
    let attributes = [
        ("name", "everypath"),
        ("tests", &all.to_string()),
        ("failures", &count(TestKind::Bug).to_string()),
        ("errors", "0"),
    ];
    HEAD.to_owned() + &element("testsuites", &attributes, &suites)
}

fn suite(module: &ModuleReport) -> String {
    let cases: String = module.tests.iter().map(case).collect();
    let skipped = module.count(TestKind::Dropped) + module.count(TestKind::Possible);
    let attributes = [
        ("name", module.module.as_str()),
        ("file", &module.file),
        ("tests", &module.tests.len().to_string()),
        ("failures", &module.count(TestKind::Bug).to_string()),
        ("skipped", &skipped.to_string()),
        ("errors", "0"),
    ];
    element("testsuite", &attributes, &cases)
}

fn case(test: &TestReport) -> String {
    let words = test.words();
    let message = [("message", words.as_str())];
    let inside = match test.kind {
        TestKind::Kept => String::new(),
        TestKind::Bug => text_element("failure", &message, &test.source),
        TestKind::Dropped | TestKind::Possible => element("skipped", &message, ""),
    };
    let attributes = [("name", test.name.as_str()), ("classname", &test.unit)];
    element("testcase", &attributes, &inside)
}
