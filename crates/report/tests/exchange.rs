//! The formats of other tools, of a sample report: goldens, which `BLESS=1` writes anew.

use std::path::Path;

use everypath_report::{Report, annotations, cobertura, junit_xml, lcov, sarif};

fn check(format: fn(&Report) -> String, name: &str) {
    let text = include_str!("sample.json");
    let report: Report = serde_json::from_str(text).expect("the sample is a report");
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests")
        .join(name);
    let text = format(&report);
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, &text).expect("the golden can be written");
    }
    let golden = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(text, golden, "look at it and bless it with BLESS=1");
}

#[test]
fn code_scanning_gets_bugs_and_unreachable_code() {
    check(sarif, "sample.sarif");
}

#[test]
fn servers_get_the_tests() {
    check(junit_xml, "sample.junit.xml");
}

#[test]
fn viewers_get_what_is_covered() {
    check(lcov, "sample.lcov");
    check(cobertura, "sample.cobertura.xml");
}

#[test]
fn workflows_get_annotations() {
    check(annotations, "sample.annotations");
}
