//! What the report says of the tests that were written.

use std::collections::BTreeMap;

use everypath_emit::junit::{Case, Emitted, File, Outcome};
use everypath_report::{ModuleReport, TestKind, TestReport};

use everypath_generate::verdicts::KeptTests;

/// The objects of each case's input before and after the call.
pub type Pictures = BTreeMap<u64, [serde_json::Value; 2]>;

/// The name of the test that a line begins.
pub fn test_of(line: &str) -> Option<&str> {
    let rest = line
        .strip_prefix("  void ")
        .or_else(|| line.strip_prefix("  public void "))?;
    rest.split_once('(').map(|(name, _)| name)
}

/// The cases of a file's tests, by name.
pub fn names_of(file: &File) -> BTreeMap<&str, u64> {
    file.tests
        .iter()
        .map(|(id, name)| (name.as_str(), *id))
        .collect()
}

/// The case of the test that each line, from 1, belongs to.
pub fn tests_by_line(file: &File) -> BTreeMap<usize, u64> {
    let ids = names_of(file);
    let mut current = None;
    let mut found = BTreeMap::new();
    for (index, line) in file.text.lines().enumerate() {
        if let Some(name) = test_of(line) {
            current = ids.get(name).copied();
        } else if line.starts_with("  private") {
            current = None;
        }
        if let Some(id) = current {
            found.insert(index + 1, id);
        }
    }
    found
}

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
        let sources = sources_of(file);
        for (id, name) in &file.tests {
            let Some(case) = by_id.get(id) else { continue };
            let [before, after] = pictures.get(id).cloned().unwrap_or_default();
            report.tests.push(TestReport {
                name: name.clone(),
                unit: case.unit.clone(),
                kind,
                note: sentence(&case.outcome),
                source: sources.get(id).cloned().unwrap_or_default(),
                before,
                after,
            });
            kept.insert(*id as usize, name.clone());
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

/// The text of each test of a file, by its case.
fn sources_of(file: &File) -> BTreeMap<u64, String> {
    let lines: Vec<&str> = file.text.lines().collect();
    let mut sources: BTreeMap<u64, String> = BTreeMap::new();
    for (line, id) in tests_by_line(file) {
        let source = sources.entry(id).or_default();
        // A test ends at its own brace; what follows introduces the next one.
        if source.ends_with("\n}\n") {
            continue;
        }
        let text = lines[line - 1];
        source.push_str(text.strip_prefix("  ").unwrap_or(text));
        source.push('\n');
    }
    for source in sources.values_mut() {
        source.truncate(source.trim_end().len());
    }
    sources
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file() -> File {
        File {
            name: "FooTest.java".to_owned(),
            text: "class FooTest {\n  @Test\n  void a() {\n    x();\n  }\n\n  @Test\n  void b() throws Exception {\n    y();\n  }\n\n  private static void z() {}\n}\n".to_owned(),
            tests: vec![(3, "a".to_owned()), (5, "b".to_owned())],
        }
    }

    #[test]
    fn lines_belong_to_tests() {
        let lines = tests_by_line(&file());
        assert_eq!(
            (lines.get(&4), lines.get(&9), lines.get(&12)),
            (Some(&3), Some(&5), None)
        );
        assert_eq!(sources_of(&file())[&3], "void a() {\n  x();\n}");
    }
}
