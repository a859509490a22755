//! Running test files under the real pytest, in fresh processes.

use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use indexmap::IndexMap;
use serde::Deserialize;

use crate::lines::{End, Lines};

/// How long pytest may take to start and to collect.
const START_LIMIT: Duration = Duration::from_secs(120);
/// Tests that may hang or crash before the rest is given up.
const MOST_LOSSES: usize = 20;
/// pytest's exit code for a file without tests.
const NOTHING_COLLECTED: i32 = 5;

/// What a test did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TestOutcome {
    /// It passed every time.
    Passed,
    /// It failed at least once; the first line of why.
    Failed(String),
}

/// Why tests could not be run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ValidateError {
    /// This Python has no pytest.
    PytestMissing,
    /// The file could not be collected, or pytest not started; why.
    NotRun(String),
}

impl std::fmt::Display for ValidateError {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ValidateError::PytestMissing => formatter.write_str("this Python has no pytest"),
            ValidateError::NotRun(why) => write!(formatter, "the tests were not run: {why}"),
        }
    }
}

impl std::error::Error for ValidateError {}

/// A line of the reporting plugin.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Line {
    Started(String),
    Passed(String),
    Failed(String, String),
    Collection(String),
    Missing(String),
    Ended(i32),
}

/// Runs a file twice, from the directory that users would run it from, and
/// says of each test what it did. `limit` is for one test.
pub fn validate(
    python: &Path,
    library: &Path,
    file: &Path,
    directory: &Path,
    limit: Duration,
) -> Result<IndexMap<String, TestOutcome>, ValidateError> {
    let run = |seed: &str| run_file(python, library, file, directory, limit, seed);
    let (first, second) = std::thread::scope(|scope| {
        let second = scope.spawn(|| run("11"));
        (run("7"), second.join())
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

fn run_file(
    python: &Path,
    library: &Path,
    file: &Path,
    directory: &Path,
    limit: Duration,
    seed: &str,
) -> Result<IndexMap<String, TestOutcome>, ValidateError> {
    let mut outcomes: IndexMap<String, TestOutcome> = IndexMap::new();
    let mut lost: Vec<String> = vec![];
    loop {
        let child = start(python, library, file, directory, seed, &lost)
            .map_err(|error| ValidateError::NotRun(error.to_string()))?;
        let mut lines = Lines::new(child);
        let mut running: Option<String> = None;
        let end = loop {
            let wait = if running.is_some() {
                limit
            } else {
                START_LIMIT
            };
            let line = match lines.next(wait) {
                Ok(line) => line,
                Err(end) => break end,
            };
            let Ok(line) = serde_json::from_slice::<Line>(&line) else {
                continue;
            };
            match line {
                Line::Started(test) => running = Some(test),
                Line::Passed(test) => {
                    running = None;
                    outcomes.entry(test).or_insert(TestOutcome::Passed);
                }
                Line::Failed(test, why) => {
                    running = None;
                    outcomes.insert(test, TestOutcome::Failed(why));
                }
                Line::Collection(why) => return Err(ValidateError::NotRun(why)),
                Line::Missing(why) if why.contains("'pytest'") => {
                    return Err(ValidateError::PytestMissing);
                }
                Line::Missing(why) => return Err(ValidateError::NotRun(why)),
                Line::Ended(0 | 1 | NOTHING_COLLECTED) => return Ok(outcomes),
                Line::Ended(code) => {
                    let why = format!("pytest ended with code {code}");
                    return Err(ValidateError::NotRun(why));
                }
            }
        };
        let why = match end {
            End::TimedOut => "it did not end".to_owned(),
            End::Died(how) => format!("pytest was {how}"),
        };
        let Some(test) = running else {
            return Err(ValidateError::NotRun(why));
        };
        outcomes.insert(test.clone(), TestOutcome::Failed(why));
        lost.push(test);
        if lost.len() > MOST_LOSSES {
            return Err(ValidateError::NotRun(format!(
                "{MOST_LOSSES} tests took pytest down"
            )));
        }
    }
}

fn start(
    python: &Path,
    library: &Path,
    file: &Path,
    directory: &Path,
    seed: &str,
    lost: &[String],
) -> std::io::Result<std::process::Child> {
    let file = file.canonicalize()?;
    let mut command = Command::new(python);
    command
        .arg("-c")
        .arg("import sys; sys.path.insert(0, sys.argv.pop(1)); from everypath_worker.reporting import main; del sys.path[:2]; main()")
        .arg(library)
        .arg(&file)
        .args(lost)
        .current_dir(directory)
        .env("PYTHONHASHSEED", seed)
        .env("PYTHONDONTWRITEBYTECODE", "1")
        // Plain tests need no plugins, and each takes its time to load.
        .env("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .process_group(0)
        .spawn()
}
