//! SARIF 2.1: what a reviewer should look at, for code scanning.

use serde_json::{Value, json};

use crate::exceptions::SuspicionReport;
use crate::model::{GoalReport, ModuleReport, Report, VerdictKind};
use crate::test_report::{TestKind, TestReport};

const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// The rules, with what each says and how grave it is.
const BUG: &str = "bug";
const POSSIBLE: &str = "possible-bug";
const UNREACHABLE: &str = "unreachable-code";
const SUSPICIOUS: &str = "suspicious-exception";

/// The report as a SARIF log.
pub fn sarif(report: &Report) -> String {
    let results: Vec<Value> = report.modules.iter().flat_map(results).collect();
    let log = json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {
                "name": "Everypath",
                "version": report.version,
                "rules": [
                    rule(BUG, "A test shows a bug", "error"),
                    rule(POSSIBLE, "A test fails on an input that perhaps no caller makes", "note"),
                    rule(UNREACHABLE, "No input leads here, which is proved", "note"),
                    rule(SUSPICIOUS, "An exception that looks like a mistake", "warning"),
                ],
            }},
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    });
    serde_json::to_string_pretty(&log).expect("reports are plain data") + "\n"
}

fn rule(id: &str, words: &str, level: &str) -> Value {
    json!({
        "id": id,
        "shortDescription": {"text": words},
        "defaultConfiguration": {"level": level},
    })
}

fn results(module: &ModuleReport) -> Vec<Value> {
    let tests = module.tests.iter();
    let mut results: Vec<Value> = tests.filter_map(|test| failure(module, test)).collect();
    let proved = module
        .goals
        .iter()
        .filter(|goal| goal.verdict == VerdictKind::Unreachable);
    results.extend(proved.map(|goal| unreachable(module, goal)));
    let suspicions = module.suspicions.iter();
    results.extend(suspicions.map(|one| suspicious(module, one)));
    results
}

/// What a test that fails says, if it is one.
fn failure(module: &ModuleReport, test: &TestReport) -> Option<Value> {
    let (rule, level, file) = match test.kind {
        TestKind::Bug => (BUG, "error", &module.bugs_file),
        TestKind::Possible => (POSSIBLE, "note", &module.possible_file),
        TestKind::Kept | TestKind::Dropped => return None,
    };
    let own = module.goals.iter().filter(|goal| {
        test.unit == goal.function || test.unit.ends_with(&format!(".{}", goal.function))
    });
    let line = own.map(|goal| goal.line).min();
    let mut result = json!({
        "ruleId": rule,
        "level": level,
        "message": {"text": format!("{}: {}", test.unit, test.words())},
        "locations": [location(&module.file, line, None)],
        "partialFingerprints": {"test/v1": test.name},
    });
    if let Some(file) = file {
        let mut related = location(file, None, None);
        related["message"] = json!({"text": format!("{} shows it", test.name)});
        result["relatedLocations"] = json!([related]);
    }
    Some(result)
}

fn suspicious(module: &ModuleReport, one: &SuspicionReport) -> Value {
    let message = format!(
        "{}: nothing in the code says that this {} is meant",
        one.unit, one.exception
    );
    let mut result = json!({
        "ruleId": SUSPICIOUS,
        "level": "warning",
        "message": {"text": message},
        "locations": [location(&module.file, Some(one.line), None)],
    });
    if let (Some(file), Some(test)) = (&module.test_file, one.tests.first()) {
        let mut related = location(file, None, None);
        related["message"] = json!({"text": format!("{test} shows it")});
        result["relatedLocations"] = json!([related]);
    }
    result
}

fn unreachable(module: &ModuleReport, goal: &GoalReport) -> Value {
    json!({
        "ruleId": UNREACHABLE,
        "level": "note",
        "message": {"text": format!("{}: {}", goal.description, goal.reason)},
        "locations": [location(&module.file, Some(goal.line), Some(goal.column))],
    })
}

fn location(file: &str, line: Option<u32>, column: Option<u32>) -> Value {
    let mut place = json!({"artifactLocation": {"uri": uri(file)}});
    // Lines and columns are counted from one there.
    if let Some(line) = line.filter(|line| *line > 0) {
        place["region"] = json!({"startLine": line});
        if let Some(column) = column.filter(|column| *column > 0) {
            place["region"]["startColumn"] = json!(column);
        }
    }
    json!({"physicalLocation": place})
}

/// A path as a reference: what is no letter of one is written as its bytes.
fn uri(path: &str) -> String {
    let mut text = String::new();
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'_' | b'.' | b'~' => {
                text.push(char::from(byte));
            }
            _ => text += &format!("%{byte:02X}"),
        }
    }
    match text.strip_prefix('/') {
        Some(_) => format!("file://{text}"),
        None => text,
    }
}
