//! What the pipeline promises whatever the language: a defect costs one unit, nothing of
//! the user's is overwritten, no test is saved that has not passed, and cancelling keeps
//! what there is.

mod toy;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use everypath_generate::FailureKind;
use everypath_generate::settings::Engine;
use everypath_report::{ModuleReport, TestKind};
use toy::{Nature, Toy};

/// How many tests of each function were kept.
fn kept(report: &ModuleReport) -> BTreeMap<&str, usize> {
    let mut kept = BTreeMap::new();
    for test in report
        .tests
        .iter()
        .filter(|test| test.kind == TestKind::Kept)
    {
        *kept.entry(test.unit.as_str()).or_default() += 1;
    }
    kept
}

fn saved(directory: &Path) -> Option<String> {
    std::fs::read_to_string(directory.join("test_toy.txt")).ok()
}

/// The one warning of a program in which a function has a defect of ours, between two
/// that have none.
fn warning_of(nature: Nature, engine: Engine, of_its_own: usize) -> String {
    let directory = tempfile::tempdir().unwrap();
    let cancelled = AtomicBool::new(false);
    let functions = [
        ("first", Nature::Plain),
        ("broken", nature),
        ("last", Nature::Plain),
    ];
    let mut program = Toy::new(&functions, directory.path(), &cancelled);
    let report = program.generate(engine).unwrap();
    let mut expected = BTreeMap::from([("first", 2), ("last", 2)]);
    expected.extend((of_its_own > 0).then_some(("broken", of_its_own)));
    assert_eq!(kept(&report), expected);
    let text = saved(directory.path()).expect("a suite");
    assert_eq!(text.matches("\nfirst ").count(), 2, "{text}");
    let [warning] = &report.warnings[..] else {
        panic!("{:?}", report.warnings);
    };
    warning.clone()
}

#[test]
fn a_panic_in_a_run_costs_only_that_unit() {
    let warning = warning_of(Nature::BreaksWhenRun, Engine::Concolic, 0);
    assert_eq!(
        warning,
        "broken: internal error (a number is too large); please report it with this target \
         and the options"
    );
}

#[test]
fn a_panic_in_the_bounded_engine_costs_nothing_that_was_found() {
    let warning = warning_of(Nature::BreaksWhenLowered, Engine::Auto, 1);
    assert!(warning.starts_with("broken: "), "{warning}");
    assert!(
        warning.contains("(a block is nowhere); please report it"),
        "{warning}"
    );
}

#[test]
fn a_suite_goes_beside_what_the_user_wrote() {
    let directory = tempfile::tempdir().unwrap();
    let mine = "# mine\n";
    std::fs::write(directory.path().join("test_toy.txt"), mine).unwrap();
    let cancelled = AtomicBool::new(false);
    for _ in 0..2 {
        let mut program = Toy::new(&[("first", Nature::Plain)], directory.path(), &cancelled);
        let report = program.generate(Engine::Concolic).unwrap();
        assert_eq!(saved(directory.path()).as_deref(), Some(mine));
        let file = report.test_file.expect("a suite");
        assert!(file.ends_with("test_toy.beside.txt"), "{file}");
        assert!(
            report.warnings[0].contains("is not Everypath's and is left alone"),
            "{:?}",
            report.warnings
        );
    }
    // There as well: now there is no place left, and that is said before any work begins.
    std::fs::write(directory.path().join("test_toy.beside.txt"), mine).unwrap();
    let mut program = Toy::new(&[("first", Nature::Plain)], directory.path(), &cancelled);
    let failure = program.generate(Engine::Concolic).unwrap_err();
    assert_eq!(failure.kind, FailureKind::Files, "{failure}");
    assert_eq!(program.units.runs, 0);
}

#[test]
fn lines_that_a_person_added_stay_and_nothing_else_changes() {
    let directory = tempfile::tempdir().unwrap();
    let cancelled = AtomicBool::new(false);
    let run = || {
        let mut program = Toy::new(&[("first", Nature::Plain)], directory.path(), &cancelled);
        program.generate(Engine::Concolic).unwrap()
    };
    assert_eq!(run().changes, None);
    let fresh = saved(directory.path()).expect("a suite");
    let changes = run().changes.expect("a file was there");
    assert_eq!(changes, everypath_report::ChangesReport::default());
    assert_eq!(saved(directory.path()).as_ref(), Some(&fresh));
    let edited = fresh.replace("first 1\n", "first 1\nmine = 3\n");
    assert_ne!(edited, fresh);
    std::fs::write(directory.path().join("test_toy.txt"), &edited).unwrap();
    assert_eq!(run().changes.unwrap().kept, ["mine"]);
    assert_eq!(saved(directory.path()), Some(edited));
}

#[test]
fn a_test_that_fails_is_never_saved() {
    let directory = tempfile::tempdir().unwrap();
    let cancelled = AtomicBool::new(false);
    let functions = [("first", Nature::Plain), ("last", Nature::Plain)];
    let mut program = Toy::new(&functions, directory.path(), &cancelled);
    program.failing.insert("first".to_owned());
    let report = program.generate(Engine::Concolic).unwrap();
    assert_eq!(kept(&report), BTreeMap::from([("last", 2)]));
    let dropped = report
        .tests
        .iter()
        .filter(|test| test.kind == TestKind::Dropped);
    assert!(dropped.clone().count() > 0);
    assert!(dropped.into_iter().all(|test| test.unit == "first"));
    let text = saved(directory.path()).expect("a suite");
    assert!(!text.contains("first"), "{text}");
    program.failing.insert("last".to_owned());
    let report = program.generate(Engine::Concolic).unwrap();
    assert_eq!((report.test_file, saved(directory.path())), (None, None));
}

#[test]
fn cancelling_keeps_what_was_found() {
    let directory = tempfile::tempdir().unwrap();
    let cancelled = AtomicBool::new(false);
    let functions = [("first", Nature::Cancels), ("last", Nature::Plain)];
    let mut program = Toy::new(&functions, directory.path(), &cancelled);
    let report = program.generate(Engine::Concolic).unwrap();
    assert_eq!(kept(&report), BTreeMap::from([("first", 1)]));
    assert_eq!(report.warnings, [""; 0]);
    // The user goes on pressing keys: nothing is found at all.
    let mut program = Toy::new(&functions, directory.path(), &cancelled);
    let report = program.generate(Engine::Concolic).unwrap();
    assert_eq!(
        report.warnings,
        ["it was cancelled before a test was found"]
    );
    assert_eq!((program.units.runs, report.test_file), (0, None));
}

#[test]
fn tests_are_kept_for_mutants_that_they_kill() {
    let directory = tempfile::tempdir().unwrap();
    let cancelled = AtomicBool::new(false);
    let mut program = Toy::new(&[("f", Nature::Plain)], directory.path(), &cancelled);
    program.has_mutants = true;
    let report = program.generate(Engine::Concolic).unwrap();
    let mutants = report.mutants.expect("it has mutants");
    assert_eq!((mutants.killed, mutants.equivalent), (1, 1));
    let survivors: Vec<&str> = mutants
        .survivors
        .iter()
        .map(|one| one.change.as_str())
        .collect();
    assert_eq!(survivors, ["> → ?"]);
}
