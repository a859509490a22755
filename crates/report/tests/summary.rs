//! What a terminal shows of a report.

use everypath_report::{
    CertificateReport, GoalReport, GroundReport, ModuleReport, Report, TestKind, TestReport,
    VerdictKind, WeakenedReport, summary,
};

fn goal(line: u32, description: &str, verdict: VerdictKind, reason: &str) -> GoalReport {
    GoalReport {
        line,
        column: 1,
        function: "f".to_owned(),
        description: description.to_owned(),
        kind: "branch".to_owned(),
        verdict,
        reason: reason.to_owned(),
        certificate: None,
        tests: Vec::new(),
    }
}

fn test(kind: TestKind, note: &str) -> TestReport {
    TestReport {
        name: "case 3".to_owned(),
        unit: "f".to_owned(),
        kind,
        note: note.to_owned(),
        source: String::new(),
        before: serde_json::Value::Null,
        after: serde_json::Value::Null,
        weakened: Vec::new(),
        grounds: Vec::new(),
    }
}

fn check(module: ModuleReport, expected: &str) {
    let report = Report {
        modules: vec![module],
        ..Report::default()
    };
    assert_eq!(summary(&report), expected);
}

#[test]
fn a_reason_that_places_share_is_said_once() {
    let scope = "3 objects per class, 10 iterations per loop";
    let covered = goal(1, "`a` is true", VerdictKind::Covered, "a run covers it");
    let mut proved = goal(1, "`a` is false", VerdictKind::Unreachable, "infeasible");
    proved.certificate = Some(CertificateReport {
        refutations: 2,
        lemmas: 17,
        cuts: 0,
    });
    let doubtful = TestReport {
        grounds: vec![GroundReport {
            ground: "stand-in".to_owned(),
            reason: "something stands in for `door`".to_owned(),
        }],
        ..test(TestKind::Possible, "a crash")
    };
    check(
        ModuleReport {
            file: "f.py".to_owned(),
            goals: vec![
                goal(12, "`c` is true", VerdictKind::UnreachableInScope, scope),
                goal(
                    29,
                    "loop `for x in y` ends",
                    VerdictKind::OutOfBudget,
                    "time budget spent",
                ),
                covered,
                proved,
                goal(4, "`b` is true", VerdictKind::UnreachableInScope, scope),
            ],
            tests: vec![
                test(TestKind::Kept, "returns"),
                test(TestKind::Bug, "does not end in time"),
                test(TestKind::Dropped, "it differs from run to run"),
                doubtful,
            ],
            warnings: vec!["a line to read".to_owned()],
            test_file: Some("test_f.py".to_owned()),
            ..ModuleReport::default()
        },
        "f.py: 1 test, 1 bug, 1 possible; 1 of 4 branch outcomes covered, 1 more proved unreachable (1 certified)
  cannot be reached within the scope (3 objects per class, 10 iterations per loop):
    4: `b` is true
    12: `c` is true
  29: not covered: loop `for x in y` ends (time budget spent)
  BUG f: does not end in time
  possible f: a crash (something stands in for `door`)
  discarded case 3: it differs from run to run
  note: a line to read
  wrote test_f.py
",
    );
}

#[test]
fn what_many_tests_or_guesses_have_in_common_is_said_once() {
    let dropped = || test(TestKind::Dropped, "it depends on its surroundings");
    let module = ModuleReport {
        file: "f.py".to_owned(),
        tests: vec![dropped(), dropped()],
        guesses: (1..=7).map(|n| format!("guess {n}")).collect(),
        ..ModuleReport::default()
    };
    let guesses: String = (1..=5).map(|n| format!("  note: guess {n}\n")).collect();
    check(
        module,
        &format!(
            "f.py: 0 tests; 0 of 0 branch outcomes covered\n  \
             discarded 2 tests: it depends on its surroundings\n{guesses}  \
             … and 2 notes of this kind (--html shows all)\n"
        ),
    );
}

#[test]
fn what_is_too_much_to_list_is_counted() {
    let budget = |line| goal(line, "`a` is true", VerdictKind::OutOfBudget, "cancelled");
    let module = ModuleReport {
        file: "f.py".to_owned(),
        goals: (1..=14).map(budget).collect(),
        ..ModuleReport::default()
    };
    let places: String = (1..=12)
        .map(|line| format!("    {line}: `a` is true\n"))
        .collect();
    check(
        module,
        &format!(
            "f.py: 0 tests; 0 of 14 branch outcomes covered\n  not covered (cancelled):\n{places}  \
             … and 2 more not covered (--html shows all)\n"
        ),
    );
}

#[test]
fn what_tests_leave_out_is_counted_by_its_reason() {
    let left = |what: &str| WeakenedReport {
        what: what.to_owned(),
        reason: "it is not the same in all worlds".to_owned(),
    };
    let weakened = |parts: &[&str]| TestReport {
        weakened: parts.iter().copied().map(left).collect(),
        ..test(TestKind::Kept, "returns")
    };
    check(
        ModuleReport {
            file: "f.py".to_owned(),
            tests: vec![
                weakened(&["result"]),
                weakened(&[]),
                weakened(&["result", "state"]),
            ],
            ..ModuleReport::default()
        },
        "f.py: 3 tests; 0 of 0 branch outcomes covered
  weakened 2 tests: the result is left out (it is not the same in all worlds)
  weakened 1 test: the state is left out (it is not the same in all worlds)
",
    );
}
