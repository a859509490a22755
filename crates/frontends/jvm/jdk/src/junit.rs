//! Running suites with the real JUnit, in fresh JVMs.

use std::path::{Path, PathBuf};
use std::time::Duration;

use everypath_confine::{Confinement, World};
use indexmap::IndexMap;

use crate::artifacts::{Artifacts, JUNIT4, LAUNCHER};
use crate::build;
use crate::class_data::ClassData;
use crate::command::{QUICK, quiet, run};
use crate::home::Jdk;
use crate::javac::joined;
use crate::observer::{bounded, private_memory};

/// How long JUnit may take to start.
const START_LIMIT: Duration = Duration::from_secs(60);
/// The longest that a whole suite may take.
const LONGEST: Duration = Duration::from_secs(900);

/// What runs test classes, and its own, by which a JVM learns what classes it needs.
const MAIN: &str = "everypath.reporting.Running";
const REHEARSED: [&str; 2] = [
    "everypath.reporting.Rehearsal",
    "everypath.reporting.Rehearsal$Older",
];
/// The property that says where to tell what becomes of tests.
const REPORT: &str = "everypath.report";
/// What the classes of JUnit and of what it needs are called.
const PACKAGES: [&str; 5] = [
    "junit.",
    "org.apiguardian.",
    "org.hamcrest.",
    "org.junit.",
    "org.opentest4j.",
];

/// The orders in which the tests are run: the second shows tests that depend
/// on others.
const ORDERS: [&[&str]; 2] = [
    &[],
    &[
        "-Djunit.jupiter.testmethod.order.default=org.junit.jupiter.api.MethodOrderer$Random",
        "-Djunit.jupiter.execution.order.random.seed=11",
        "-XX:+UnlockExperimentalVMOptions",
        "-XX:hashCode=4",
    ],
];

/// What a test did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TestOutcome {
    /// It passed every time.
    Passed,
    /// It failed at least once; why.
    Failed(String),
}

/// Why tests could not be run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ValidateError {
    /// JUnit is not here and cannot be fetched.
    #[error("{0}")]
    JUnitMissing(String),
    /// The suite could not be run; why.
    #[error("the tests were not run: {0}")]
    NotRun(String),
}

/// What JUnit itself may take, in megabytes.
const OWN_MEMORY: u64 = 128;

/// Runs a compiled test class twice, and says of each test what it did. The
/// class path holds the tests and their subject; `limit` is for one test, `memory` the
/// megabytes that tests may take.
pub fn validate(
    jdk: &Jdk,
    artifacts: &Artifacts,
    class_path: &[PathBuf],
    class: &str,
    tests: usize,
    limit: Duration,
    memory: u64,
) -> Result<IndexMap<String, TestOutcome>, ValidateError> {
    let mut runner = Runner::new(jdk, artifacts)?;
    runner.memory = Some(memory + OWN_MEMORY);
    let runner = runner;
    let pass = |index: usize| {
        let limit = (START_LIMIT + limit * tests as u32).min(LONGEST);
        let world = World::all().nth(index).unwrap_or(World::FIRST);
        runner.run(class_path, class, world, ORDERS[index], limit, None)
    };
    let (first, second) = std::thread::scope(|scope| {
        let second = scope.spawn(|| pass(1));
        (pass(0), second.join())
    });
    let second = second.map_err(|_| ValidateError::NotRun("a thread failed".to_owned()))??;
    let mut outcomes = first?;
    for (test, outcome) in second {
        let entry = outcomes.entry(test).or_insert(outcome.clone());
        if *entry == TestOutcome::Passed {
            *entry = outcome;
        }
    }
    Ok(outcomes)
}

/// JUnit, ready to run.
pub(crate) struct Runner<'a> {
    jdk: &'a Jdk,
    /// Its jars, and that of what tells us what becomes of tests.
    jars: Vec<PathBuf>,
    /// The options that make it start sooner, if its jars come first.
    ready: Vec<String>,
    /// The megabytes that the JVM may take, if not what it chooses itself.
    memory: Option<u64>,
}

impl Runner<'_> {
    pub(crate) fn new<'a>(
        jdk: &'a Jdk,
        artifacts: &Artifacts,
    ) -> Result<Runner<'a>, ValidateError> {
        let mut wanted = vec![LAUNCHER];
        wanted.extend(JUNIT4);
        let mut jars = artifacts
            .fetch(&wanted)
            .map_err(ValidateError::JUnitMissing)?;
        let reporting = build::reporting(jdk, artifacts, &jars[..1]);
        jars.push(reporting.map_err(ValidateError::NotRun)?);
        let data = ClassData {
            jdk,
            artifacts,
            name: "junit",
            jars: &jars,
        };
        let ready = data.options(|command, work| {
            command
                .arg(format!("-D{REPORT}={}", work.join("report").display()))
                .arg(MAIN)
                .args(REHEARSED);
            Ok(())
        });
        Ok(Runner {
            jdk,
            jars,
            ready,
            memory: None,
        })
    }

    /// A class path with JUnit on it, and the options for it. Ours comes first, for a
    /// project may bring a part of another JUnit that does not work with the other parts
    /// of ours, unless JUnit is what is tested.
    fn class_path(&self, others: &[PathBuf], class: &str) -> (Vec<PathBuf>, &[String]) {
        let (jars, others) = (self.jars.iter().cloned(), others.iter().cloned());
        if PACKAGES.iter().any(|package| class.starts_with(package)) {
            return (others.chain(jars).collect(), &[]);
        }
        (jars.chain(others).collect(), &self.ready)
    }

    pub(crate) fn run(
        &self,
        class_path: &[PathBuf],
        class: &str,
        world: World,
        options: &[&str],
        limit: Duration,
        written: Option<&Path>,
    ) -> Result<IndexMap<String, TestOutcome>, ValidateError> {
        let failed = |error: std::io::Error| ValidateError::NotRun(error.to_string());
        let work = tempfile::TempDir::with_prefix("everypath-").map_err(failed)?;
        let report = work.path().join("report");
        let (all, ready) = self.class_path(class_path, class);
        let mut command = quiet(self.jdk.tool("java"));
        // The time is that of this machine: one more that tests pass at.
        world.surround(&mut command, &["LD_LIBRARY_PATH"]);
        command.env("LC_ALL", "C.UTF-8");
        command
            .args(world.properties())
            // Build tools run tests with assertions on.
            .arg("-ea")
            .args(QUICK)
            .args(ready)
            .args(self.memory.map(bounded).into_iter().flatten())
            .arg(format!("-Djava.io.tmpdir={}", work.path().display()))
            .args(options)
            .arg(format!("-D{REPORT}={}", report.display()))
            .arg("-cp")
            .arg(joined(&all))
            .args([MAIN, class])
            .current_dir(work.path());
        let mut confinement = Confinement::new().writing(work.path()).alone(true);
        if let Some(memory) = self.memory {
            confinement = confinement.private_memory(private_memory(memory));
        }
        if let Some(directory) = written {
            confinement = confinement.writing(directory);
        }
        confinement.apply(&mut command).map_err(failed)?;
        let ended = run(&mut command, limit).map_err(failed)?;
        let text = std::fs::read_to_string(&report).unwrap_or_default();
        let (mut outcomes, running) = read(&text)?;
        if let Some(test) = running {
            let why = format!("the JVM {}", ended.words());
            outcomes.insert(test, TestOutcome::Failed(why));
        }
        if outcomes.is_empty() {
            return Err(ValidateError::NotRun(format!(
                "JUnit {}: {}",
                ended.words(),
                ended.last_words()
            )));
        }
        Ok(outcomes)
    }
}

/// What the listener wrote: the outcomes, and the test that did not end.
fn read(text: &str) -> Result<(IndexMap<String, TestOutcome>, Option<String>), ValidateError> {
    let mut outcomes = IndexMap::new();
    let mut running = None;
    for line in text.lines() {
        let mut parts = line.splitn(3, '\t');
        let (kind, test) = (parts.next(), parts.next().unwrap_or_default());
        let why = parts.next().unwrap_or_default();
        match kind {
            Some("started") => running = Some(test.to_owned()),
            Some("passed") => {
                running = None;
                outcomes
                    .entry(test.to_owned())
                    .or_insert(TestOutcome::Passed);
            }
            Some("failed") => {
                running = None;
                outcomes.insert(test.to_owned(), TestOutcome::Failed(why.to_owned()));
            }
            Some("broken") => return Err(ValidateError::NotRun(why.to_owned())),
            _ => {}
        }
    }
    Ok((outcomes, running))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_test_that_did_not_end_is_known() {
        let (outcomes, running) =
            read("started\ta\npassed\ta\tnull\nstarted\tb\nfailed\tb\twhy\nstarted\tc\n").unwrap();
        assert_eq!(outcomes["a"], TestOutcome::Passed);
        assert_eq!(outcomes["b"], TestOutcome::Failed("why".to_owned()));
        assert_eq!(running.as_deref(), Some("c"));
    }
}
