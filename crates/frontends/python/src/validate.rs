//! Running test files under the real pytest, in fresh processes.

use std::io::Write;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use indexmap::IndexMap;
use serde::Deserialize;
use tempfile::TempDir;

use crate::confined::{confinement, surround};
use crate::lines::{End, Lines};

/// How long pytest may take to start.
const START_LIMIT: Duration = Duration::from_secs(60);
/// Tests that may hang or crash before the rest is given up.
const MOST_LOSSES: usize = 20;
/// Files from this size on are compiled in halves, one by each process.
const LARGE: u64 = 256 << 10;
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
    Compiled(PathBuf),
    Started(String),
    Passed(String),
    Failed(String, String),
    Collection(String),
    Missing(String),
    Ended(i32),
}

/// The hash seeds of the two runs of a file.
const SEEDS: [&str; 2] = ["7", "11"];

/// What the tests may do and take.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Side effects that are allowed.
    pub allow: Vec<String>,
    /// How long the module may take to be imported.
    pub patience: Duration,
    /// Bytes of memory.
    pub memory: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            allow: Vec::new(),
            patience: Duration::from_secs(60),
            memory: 2 << 30,
        }
    }
}

/// What pytest itself may take, in bytes.
const OWN_MEMORY: u64 = 512 << 20;

/// Runs files under pytest. Processes are started ahead, so that pytest is
/// loaded by the time there is a file.
pub struct Validator {
    python: PathBuf,
    library: PathBuf,
    directory: PathBuf,
    allow: Vec<String>,
    /// How long a file may take to be collected.
    patience: Duration,
    /// The most memory that tests may take, in bytes.
    memory: u64,
    /// The only place that tests may write to.
    scratch: Option<TempDir>,
    ahead: Vec<Option<Waiting>>,
}

/// A process that loads pytest and waits for a file.
struct Waiting {
    stdin: ChildStdin,
    lines: Lines,
}

/// Where a file is, and where it will be.
struct Places {
    file: PathBuf,
    home: Option<PathBuf>,
}

/// How two processes share the compilation of a large file.
struct Sharing {
    /// Where this process saves its half.
    piece: PathBuf,
    /// Tells the other that it is there.
    done: Sender<PathBuf>,
    /// Where the half of the other one is, once it is there.
    other: Receiver<PathBuf>,
}

impl Sharing {
    /// One for each process, with files in a directory.
    fn between_two(directory: &Path) -> (Sharing, Sharing) {
        let (first, from_first) = channel();
        let (second, from_second) = channel();
        let sharing = |name: &str, done, other| Sharing {
            piece: directory.join(name),
            done,
            other,
        };
        (
            sharing("first", first, from_second),
            sharing("second", second, from_first),
        )
    }

    /// The half of the other process, for that of this one; `None` if the
    /// other one has failed.
    fn exchange(&self, piece: PathBuf) -> Option<PathBuf> {
        // Nobody may be there to take it.
        let _ = self.done.send(piece);
        self.other.recv().ok()
    }
}

impl Validator {
    /// Starts processes in the directory that users would run tests from.
    pub fn start(python: &Path, library: &Path, directory: &Path, limits: &Limits) -> Validator {
        let mut validator = Validator {
            python: python.to_owned(),
            library: library.to_owned(),
            directory: directory.to_owned(),
            allow: limits.allow.clone(),
            patience: START_LIMIT + limits.patience,
            memory: limits.memory.saturating_add(OWN_MEMORY),
            // Without it nothing can be written, and large files are compiled twice.
            scratch: tempfile::TempDir::with_prefix("everypath-").ok(),
            ahead: vec![],
        };
        // What fails here fails again when it is needed, and says so.
        validator.ahead = SEEDS
            .iter()
            .map(|seed| validator.process(seed).ok())
            .collect();
        validator
    }

    /// Runs a file twice and says of each test what it did. `limit` is for
    /// one test; `home` is where the file will be, with what it may import.
    pub fn validate(
        &mut self,
        file: &Path,
        home: Option<&Path>,
        limit: Duration,
    ) -> Result<IndexMap<String, TestOutcome>, ValidateError> {
        let mut ahead = std::mem::take(&mut self.ahead).into_iter().flatten();
        let (one, other) = (ahead.next(), ahead.next());
        let not_run = |error: std::io::Error| ValidateError::NotRun(error.to_string());
        let is_large = file.metadata().map_err(not_run)?.len() >= LARGE;
        let scratch = self.scratch.as_ref().filter(|_| is_large);
        let (left, right) = match scratch.map(|scratch| Sharing::between_two(scratch.path())) {
            Some((left, right)) => (Some(left), Some(right)),
            None => (None, None),
        };
        let home = home.and_then(|home| home.canonicalize().ok());
        let places = Places {
            file: file.canonicalize().map_err(not_run)?,
            home,
        };
        let run = |half, waiting, sharing| self.run_file(&places, limit, half, waiting, sharing);
        let (first, second) = std::thread::scope(|scope| {
            let second = scope.spawn(|| run(1, other, right));
            (run(0, one, left), second.join())
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
        &self,
        places: &Places,
        limit: Duration,
        half: usize,
        mut waiting: Option<Waiting>,
        mut sharing: Option<Sharing>,
    ) -> Result<IndexMap<String, TestOutcome>, ValidateError> {
        let not_run = |error: std::io::Error| ValidateError::NotRun(error.to_string());
        let mut outcomes: IndexMap<String, TestOutcome> = IndexMap::new();
        let mut lost: Vec<String> = vec![];
        loop {
            let Waiting {
                mut stdin,
                mut lines,
            } = match waiting.take() {
                Some(process) => process,
                None => self.process(SEEDS[half]).map_err(not_run)?,
            };
            let request = serde_json::json!({
                "file": places.file,
                "home": places.home,
                "lost": lost,
                "half": half,
                "piece": sharing.as_ref().map(|sharing| &sharing.piece),
            });
            // A process that is gone is noticed when it does not answer.
            let _ = stdin.write_all(format!("{request}\n").as_bytes());
            let shared = sharing.take().map(|sharing| (sharing, stdin));
            match follow(&mut lines, [limit, self.patience], shared, &mut outcomes)? {
                None => return Ok(outcomes),
                Some(test) => lost.push(test),
            }
            if lost.len() > MOST_LOSSES {
                return Err(ValidateError::NotRun(format!(
                    "{MOST_LOSSES} tests took pytest down"
                )));
            }
        }
    }

    fn process(&self, seed: &str) -> std::io::Result<Waiting> {
        let mut command = Command::new(&self.python);
        surround(&mut command, &self.allow);
        // Tests that do not end run in a process of their own.
        let mut confinement = confinement(&self.allow).alone(false);
        if let Some(scratch) = &self.scratch {
            confinement = confinement.writing(scratch.path());
            command.env("TMPDIR", scratch.path());
        }
        confinement.memory(self.memory).apply(&mut command)?;
        let mut child = command
            .arg("-c")
            .arg("import sys; sys.path.insert(0, sys.argv.pop(1)); from everypath_worker.trial import main; del sys.path[:2]; main()")
            .arg(&self.library)
            .current_dir(&self.directory)
            .env("PYTHONHASHSEED", seed)
            .env("PYTHONDONTWRITEBYTECODE", "1")
            // Plain tests need no plugins, and each takes its time to load.
            .env("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .process_group(0)
            .spawn()?;
        let stdin = child.stdin.take().expect("the pipe was asked for");
        Ok(Waiting {
            stdin,
            lines: Lines::new(child),
        })
    }
}

/// Notes what each test of one process does; the test that took it down, if
/// one did.
fn follow(
    lines: &mut Lines,
    [limit, start_limit]: [Duration; 2],
    mut shared: Option<(Sharing, ChildStdin)>,
    outcomes: &mut IndexMap<String, TestOutcome>,
) -> Result<Option<String>, ValidateError> {
    let mut running: Option<String> = None;
    let mut last: Option<String> = None;
    let end = loop {
        let wait = if running.is_some() {
            limit
        } else {
            start_limit
        };
        let line = match lines.next(wait) {
            Ok(line) => line,
            Err(end) => break end,
        };
        let Ok(line) = serde_json::from_slice::<Line>(&line) else {
            continue;
        };
        match line {
            Line::Compiled(piece) => {
                if let Some((sharing, mut stdin)) = shared.take() {
                    let other = serde_json::json!(sharing.exchange(piece));
                    let _ = stdin.write_all(format!("{other}\n").as_bytes());
                }
            }
            Line::Started(test) => {
                last = Some(test.clone());
                running = Some(test);
            }
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
            Line::Ended(0 | 1 | NOTHING_COLLECTED) => return Ok(None),
            Line::Ended(code) => {
                let why = format!("pytest ended with code {code}");
                // What pytest stands on was there until this one took it away.
                let Some(test) = last else {
                    return Err(ValidateError::NotRun(why));
                };
                outcomes.insert(test.clone(), TestOutcome::Failed(why));
                return Ok(Some(test));
            }
        }
    };
    let why = match end {
        End::TimedOut => "it did not end".to_owned(),
        End::Died(how) => format!("pytest was {how}"),
    };
    match running {
        Some(test) => {
            outcomes.insert(test.clone(), TestOutcome::Failed(why));
            Ok(Some(test))
        }
        None => Err(ValidateError::NotRun(why)),
    }
}

/// Runs a file twice, from the directory that users would run it from.
pub fn validate(
    python: &Path,
    library: &Path,
    file: &Path,
    directory: &Path,
    limit: Duration,
) -> Result<IndexMap<String, TestOutcome>, ValidateError> {
    Validator::start(python, library, directory, &Limits::default()).validate(file, None, limit)
}
