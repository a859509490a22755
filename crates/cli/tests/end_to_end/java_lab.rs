//! A lab for Java: sources in, suites out, run by the real JUnit.

use crate::lab::{Ended, Lab};

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use everypath_jdk::{
    Artifacts, ClassCoverage, Compilation, JUNIT4, Jdk, LAUNCHER, TestOutcome, compile, coverage,
    validate,
};
use everypath_testlab::Need;

/// The JDK of the tests. Those that run at the same time share one, and its compiler with it.
pub(crate) fn jdk() -> Option<Arc<Jdk>> {
    static SHARED: Mutex<Weak<Jdk>> = Mutex::new(Weak::new());
    let mut shared = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(jdk) = shared.upgrade() {
        return Some(jdk);
    }
    let jdk = Arc::new(Need::Java.met(Jdk::find(None).ok())?);
    *shared = Arc::downgrade(&jdk);
    Some(jdk)
}

/// A lab with sources in it, by file name.
pub(crate) fn with(sources: &[(&str, &str)]) -> Option<(Lab, Arc<Jdk>)> {
    let jdk = jdk()?;
    let mut lab = Lab::bare();
    for (name, text) in sources {
        lab.write(name, text);
    }
    Some((lab, jdk))
}

/// Runs `everypath generate` with `--out out` and no configuration.
pub(crate) fn generate(lab: &Lab, arguments: &[&str]) -> Ended {
    let mut all = vec!["generate", "--no-config", "--out", "out"];
    all.extend(arguments);
    lab.run(&all)
}

/// Compiles sources of the lab into its directory `classes`, which is part of
/// the lab from then on.
pub(crate) fn compile_into_classes(lab: &mut Lab, jdk: &Jdk, sources: &[&str]) {
    let out = lab.path("classes");
    std::fs::create_dir_all(&out).expect("a directory");
    let said = compile(
        jdk,
        &Compilation {
            sources: sources.iter().map(|name| lab.path(name)).collect(),
            out,
            ..Compilation::default()
        },
    )
    .expect("javac runs");
    assert!(said.iter().all(|one| !one.error), "{said:?}");
    lab.accept();
}

/// Compiles the sources of a subject and its suite into a directory and runs the suite with
/// JUnit; whether each test passed.
pub(crate) fn outcomes(
    lab: &Lab,
    jdk: &Jdk,
    suite: &str,
    work: &Path,
    source: &str,
) -> BTreeMap<String, bool> {
    let artifacts = Artifacts::of_user();
    let class_path = artifacts.fetch(&[LAUNCHER]).expect("Maven brings JUnit");
    let compilation = Compilation {
        sources: vec![lab.path(source), lab.path(suite)],
        class_path,
        out: work.to_owned(),
        ..Compilation::default()
    };
    let said = compile(jdk, &compilation).expect("javac runs");
    assert!(said.is_empty(), "{said:?}\n{}", lab.read(suite));
    let class = Path::new(suite).file_stem().expect("a file");
    let class = class.to_string_lossy();
    let (class_path, limit) = ([work.to_owned()], Duration::from_secs(5));
    let outcomes = validate(jdk, &artifacts, &class_path, &class, 100, limit, 1024);
    let outcomes = outcomes.expect("JUnit runs").into_iter();
    outcomes
        .map(|(test, outcome)| (test, outcome == TestOutcome::Passed))
        .collect()
}

/// Compiles a suite against classes, runs it with JUnit, and measures what it
/// covers of its subject with JaCoCo.
pub(crate) fn check_suite(
    lab: &Lab,
    jdk: &Jdk,
    suite: &str,
    classes: &Path,
    subject: &str,
) -> ClassCoverage {
    let artifacts = Artifacts::of_user();
    let mut jars = vec![LAUNCHER];
    jars.extend(JUNIT4);
    let work = tempfile::tempdir().expect("a directory");
    let mut class_path = vec![classes.to_owned()];
    class_path.extend(artifacts.fetch(&jars).expect("Maven brings JUnit"));
    let said = compile(
        jdk,
        &Compilation {
            sources: vec![lab.path(suite)],
            class_path,
            out: work.path().to_owned(),
            options: vec!["-Xlint:all".to_owned()],
            ..Compilation::default()
        },
    )
    .expect("javac runs");
    assert!(said.is_empty(), "{said:?}\n{}", lab.read(suite));
    let class = suite
        .trim_start_matches("out/")
        .trim_end_matches(".java")
        .replace('/', ".");
    let class_path = [work.path().to_owned(), classes.to_owned()];
    let outcomes = validate(
        jdk,
        &artifacts,
        &class_path,
        &class,
        100,
        Duration::from_secs(5),
        512,
    )
    .expect("JUnit runs");
    for (test, outcome) in &outcomes {
        assert_eq!(*outcome, TestOutcome::Passed, "{test}\n{}", lab.read(suite));
    }
    coverage(
        jdk,
        &artifacts,
        &class_path,
        &class,
        subject,
        &[classes.to_owned()],
    )
    .expect("JaCoCo measures")
}
