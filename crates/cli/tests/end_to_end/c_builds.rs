//! What stands beside C tests: rules for Make and CMake, tests for Check and
//! CMocka, inputs in Test-Comp's format. The real tools run them.

use std::path::Path;
use std::process::Command;

use crate::c_lab::{CLab, Run};

use everypath_testlab::{Need, tool};

const UNIT: &str = r#"
#include "limits_of_unit.h"
int helper(int value);
int classify(int value, const char *word) {
    if (helper(value) > LARGEST) return 2;
    if (word && word[0] == NAME[0]) return 1;
    return 0;
}
"#;
const HELPER: &str = "int helper(int value) { return value > 100 ? value - 100 : 0; }\n";
const LIMITS: &str = "#define LARGEST 7\n";

/// A small project of two sources, and the suite of one of them.
fn project(more: &[&str]) -> (CLab, usize) {
    let lab = CLab::new(&[("unit.c", UNIT), ("helper.c", HELPER)]);
    std::fs::create_dir(lab.path("include")).unwrap();
    std::fs::write(lab.path("include/limits_of_unit.h"), LIMITS).unwrap();
    let mut arguments = vec![
        "generate",
        "unit.c",
        "--out",
        "out",
        "--json",
        "--no-config",
        "--sources",
        "helper.c",
        "--cflags=-Iinclude '-DNAME=\"ab c\"'",
    ];
    arguments.extend(more);
    let run = lab.run(&arguments);
    let (covered, goals) = run.coverage();
    assert_eq!(covered, goals, "{}", run.out);
    let text = lab.read("out/test_unit.c");
    let tests = text.matches("static void test_").count();
    assert!(tests >= 3, "{text}");
    (lab, tests)
}

/// Makes the code wrong: tests of it have to fail.
fn spoil(lab: &CLab) {
    let spoilt = UNIT.replace("return 1;", "return 3;");
    std::fs::write(lab.path("unit.c"), spoilt).unwrap();
}

fn run(lab: &CLab, program: &str, arguments: &[&str]) -> Run {
    let mut command = Command::new(program);
    command.args(arguments).current_dir(lab.path(""));
    Run::new(&command.output().unwrap_or_else(|error| {
        panic!("{program} cannot be run: {error}");
    }))
}

/// Whether tests that need a framework are left out.
fn is_left_out(need: Need, header: &str) -> bool {
    let found = Path::new("/usr/include").join(header).exists();
    need.met(found.then_some(())).is_none()
}

fn make(lab: &CLab) -> Run {
    let _ = std::fs::remove_file(lab.path("test_unit"));
    run(
        lab,
        "make",
        &["-s", "-f", "out/test_unit.mk", "check-test_unit"],
    )
}

#[test]
fn make_builds_and_runs_the_tests() {
    let (lab, tests) = project(&[]);
    let passing = make(&lab);
    assert!(
        passing.out.contains(&format!("{tests} tests, 0 failed")),
        "{}{}",
        passing.out,
        passing.errors
    );
    spoil(&lab);
    assert_ne!(make(&lab).code, 0);
}

#[test]
fn check_runs_the_tests() {
    if is_left_out(Need::Check, "check.h") {
        return;
    }
    let (lab, tests) = project(&["--framework", "check"]);
    let passing = make(&lab);
    let words = format!("100%: Checks: {tests}, Failures: 0, Errors: 0");
    assert!(
        passing.out.contains(&words),
        "{}{}",
        passing.out,
        passing.errors
    );
    assert_eq!(passing.code, 0);
    spoil(&lab);
    let failing = make(&lab);
    assert!(failing.out.contains("Failures: 1"), "{}", failing.out);
    assert_ne!(failing.code, 0);
}

#[test]
fn cmocka_runs_the_tests() {
    if is_left_out(Need::Cmocka, "cmocka.h") {
        return;
    }
    let (lab, tests) = project(&["--framework", "cmocka"]);
    let passing = make(&lab);
    let said = format!("{}{}", passing.out, passing.errors);
    assert!(
        said.contains(&format!("[  PASSED  ] {tests} test(s).")),
        "{said}"
    );
    assert_eq!(passing.code, 0);
    spoil(&lab);
    assert_ne!(make(&lab).code, 0);
}

#[test]
fn ctest_runs_the_tests() {
    if !tool(Need::Cmake, "cmake") {
        return;
    }
    let (lab, _) = project(&[]);
    let lists = "cmake_minimum_required(VERSION 3.12)\nproject(unit C)\nenable_testing()\ninclude(out/test_unit.cmake)\n";
    std::fs::write(lab.path("CMakeLists.txt"), lists).unwrap();
    let configured = run(&lab, "cmake", &["-S", ".", "-B", "build"]);
    assert_eq!(configured.code, 0, "{}", configured.errors);
    let tested = |lab: &CLab| {
        let built = run(lab, "cmake", &["--build", "build"]);
        assert_eq!(built.code, 0, "{}{}", built.out, built.errors);
        run(lab, "ctest", &["--test-dir", "build"])
    };
    let passing = tested(&lab);
    assert!(
        passing
            .out
            .contains("100% tests passed, 0 tests failed out of 1"),
        "{}",
        passing.out
    );
    spoil(&lab);
    assert_ne!(tested(&lab).code, 0);
}

/// The elements of a file, by name and text: enough XML for what is written.
fn elements(text: &str, name: &str) -> Vec<String> {
    let (open, close) = (format!("<{name}"), format!("</{name}>"));
    text.split(&open)
        .skip(1)
        .filter_map(|rest| {
            let rest = rest.split_once('>')?.1;
            Some(rest.split_once(&close)?.0.to_owned())
        })
        .collect()
}

#[test]
fn inputs_are_written_for_test_comp() {
    let (lab, tests) = project(&["--format", "testcomp"]);
    let directory = lab.path("out/test_unit.testcomp");
    let metadata = lab.read("out/test_unit.testcomp/metadata.xml");
    // The format prescribes the elements and their order.
    let order = [
        "sourcecodelang",
        "producer",
        "specification",
        "programfile",
        "programhash",
        "entryfunction",
        "architecture",
        "creationtime",
    ];
    let places: Vec<Option<usize>> = order
        .iter()
        .map(|name| metadata.find(&format!("<{name}>")))
        .collect();
    assert!(places.iter().all(Option::is_some), "{metadata}");
    assert!(places.is_sorted(), "{metadata}");
    let sum = run(&lab, "sha256sum", &["unit.c"]).out;
    let hash = elements(&metadata, "programhash");
    assert_eq!(hash, [sum.split(' ').next().unwrap()]);
    let mut cases = 0;
    let mut values = Vec::new();
    for entry in std::fs::read_dir(&directory).unwrap().flatten() {
        let text = std::fs::read_to_string(entry.path()).unwrap();
        assert!(text.starts_with("<?xml version=\"1.0\""), "{text}");
        if !text.contains("<!DOCTYPE testcase ") {
            continue;
        }
        cases += 1;
        assert_eq!(elements(&text, "testcase").len(), 1, "{text}");
        let inputs = elements(&text, "input");
        let number = |input: &String| input.parse::<i64>().unwrap_or_else(|_| panic!("{text}"));
        values.extend(inputs.iter().map(number).take(1));
    }
    assert_eq!(cases, tests);
    // One test has to get past the limit.
    assert!(values.iter().any(|value| *value > 107), "{values:?}");
    // A second run replaces what is ours, and nothing else.
    std::fs::write(directory.join("old.xml"), "<testcase></testcase>").unwrap();
    std::fs::write(directory.join("notes"), "mine").unwrap();
    let again = lab.run(&[
        "generate",
        "unit.c",
        "--out",
        "out",
        "--no-config",
        "--sources=helper.c",
        "--format=testcomp",
        "--no-cache",
        "--cflags=-Iinclude '-DNAME=\"ab c\"'",
    ]);
    assert_eq!(again.code, 0, "{}", again.errors);
    assert!(!directory.join("old.xml").exists());
    assert!(directory.join("notes").exists());
}
