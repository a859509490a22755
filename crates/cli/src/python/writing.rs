//! From kept inputs to files: they are made small, observed in fresh
//! processes, written as tests, and run before they are kept.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Instant;

use everypath_emit::may_write;
use everypath_emit::pytest::{self, Case, Emitted, File, Given};
use everypath_python::{
    Kept, Launch, LoadRequest, Loaded, ObserveRequest, Observed, Observer, Phase, PythonExecutor,
    TestOutcome, ValidateError, Validator,
};
use everypath_report::{ModuleReport, TestKind, TestReport};
use everypath_suite::{Candidate, Suite};
use everypath_trace::Goals;

use crate::exit::{Failure, FailureKind};
use crate::files::{absolute, relative, save, shown};
use crate::settings::Settings;
use crate::shrinking::shrink_inputs;
use crate::target::Target;
use crate::verdicts::{KeptTests, dropped};

/// How much longer than one run a test may take.
const TEST_PATIENCE: u32 = 5;

/// Processes that writing needs, started while the module is explored.
pub struct Helpers {
    observer: Observer,
    validator: Option<Validator>,
}

impl Helpers {
    /// There will be many inputs to observe.
    pub fn expect_many(&mut self) {
        self.observer.expect_many();
    }
}

/// What writing a suite needs.
pub struct Writing<'a> {
    /// The module.
    pub loaded: &'a Loaded,
    /// The settings.
    pub settings: &'a Settings,
    /// The Python and the worker's library.
    pub launch: &'a Launch,
    /// What was loaded.
    pub request: &'a LoadRequest,
    /// What the user pointed at.
    pub target: &'a Target,
    /// The goals, for comments.
    pub goals: &'a Goals,
}

impl Writing<'_> {
    /// Makes the inputs of a suite smaller, as long as each still covers what
    /// it did and ends as it did.
    pub fn shrink(&self, executor: &mut PythonExecutor, suite: &mut Suite) {
        shrink_inputs(executor, suite, self.settings, &mut |executor, unit| {
            executor
                .choose(unit, Phase::Call, self.settings.strategy.into())
                .is_ok()
        });
    }

    /// Starts the processes that will be needed.
    pub fn prepare(&self) -> Helpers {
        let request = ObserveRequest {
            path: self.request.path.clone(),
            name: self.request.name.clone(),
            root: Some(self.loaded.root.clone()),
            scope: self.settings.scope.clone(),
            invariant: self.settings.invariant.clone(),
            observer_arguments: self.settings.observer_arguments,
            timeout: self.settings.timeout.as_secs_f64() * 2.0,
            allow: self.settings.allow.clone(),
            memory: Some(self.settings.memory),
        };
        let (python, library) = (&self.launch.python, &self.launch.library);
        let directory = std::env::current_dir().unwrap_or_default();
        Helpers {
            observer: Observer::start(python, library, request),
            validator: self
                .settings
                .run_tests
                .then(|| Validator::start(python, library, &directory)),
        }
    }

    /// Writes the suite and says in the report what became of each candidate.
    pub fn write(
        &self,
        suite: &Suite,
        helpers: &mut Helpers,
        report: &mut ModuleReport,
    ) -> Result<KeptTests, Failure> {
        let candidates: Vec<&Candidate> = suite.tests.iter().chain(&suite.failures).collect();
        let clock = Instant::now();
        let cases = self.observe(&candidates, helpers, report)?;
        report
            .phases
            .insert("observe".to_owned(), clock.elapsed().as_secs_f64());
        let (tests_path, bugs_path) = self.paths();
        let options = self.options(&tests_path);
        let mut cases = cases;
        let mut emitted = self.emit(&cases, &options, &candidates);
        for path in [&tests_path, &bugs_path] {
            if !self.settings.force {
                may_write(path).map_err(|error| {
                    Failure::new(
                        FailureKind::Files,
                        format!(
                            "{error}; use --force to overwrite it, or --out to write elsewhere"
                        ),
                    )
                })?;
            }
        }
        save(&tests_path, text_of(&emitted.tests))?;
        save(&bugs_path, text_of(&emitted.bugs))?;
        let clock = Instant::now();
        if let (Some(validator), Some(file)) = (&mut helpers.validator, &emitted.tests) {
            let mut failed = self.failing(validator, &tests_path, file)?;
            if !failed.is_empty() {
                // What was observed once was not what always happens.
                let doubtful: Vec<u64> = failed.keys().copied().collect();
                let observed = helpers.observer.twice(&kept_of(&candidates, &doubtful));
                let settled = self.settled(observed, &candidates, report)?;
                cases.retain(|case| !failed.contains_key(&case.id));
                for case in settled {
                    let place = cases.partition_point(|other| other.id < case.id);
                    cases.insert(place, case);
                }
                emitted = self.emit(&cases, &options, &candidates);
                save(&tests_path, text_of(&emitted.tests))?;
                if let Some(file) = &emitted.tests {
                    failed = self.failing(validator, &tests_path, file)?;
                }
            }
            report
                .phases
                .insert("run tests".to_owned(), clock.elapsed().as_secs_f64());
            if !failed.is_empty() {
                for (id, why) in &failed {
                    report.tests.push(dropped(
                        &candidates,
                        *id,
                        &format!("it failed when it was run: {why}"),
                    ));
                }
                cases.retain(|case| !failed.contains_key(&case.id));
                emitted = self.emit(&cases, &options, &candidates);
                save(&tests_path, text_of(&emitted.tests))?;
            }
        }
        for skipped in &emitted.skipped {
            report
                .tests
                .push(dropped(&candidates, skipped.id, &skipped.reason));
        }
        report.test_file = emitted.tests.as_ref().map(|_| shown(&tests_path));
        report.bugs_file = emitted.bugs.as_ref().map(|_| shown(&bugs_path));
        Ok(record(&emitted, &cases, self.settings.pictures, report))
    }

    fn emit(
        &self,
        cases: &[Case],
        options: &pytest::Options,
        candidates: &[&Candidate],
    ) -> Emitted {
        let mut emitted = pytest::emit(cases, options);
        if self.settings.test_comments {
            for file in [&mut emitted.tests, &mut emitted.bugs]
                .into_iter()
                .flatten()
            {
                file.text = self.commented(file, candidates);
            }
        }
        emitted
    }

    /// The file's text with comments in each test that say what it covers.
    fn commented(&self, file: &File, candidates: &[&Candidate]) -> String {
        let ids: BTreeMap<&str, u64> = file
            .tests
            .iter()
            .map(|(id, name)| (name.as_str(), *id))
            .collect();
        let mut text = String::with_capacity(file.text.len());
        for line in file.text.lines() {
            text.push_str(line);
            text.push('\n');
            let name = line
                .strip_prefix("def ")
                .and_then(|rest| rest.split_once('('));
            let Some(id) = name.and_then(|(name, _)| ids.get(name)) else {
                continue;
            };
            for goal in &candidates[*id as usize].goals {
                let goal = &self.goals[*goal];
                if self.settings.criteria.ask_for(goal.kind) {
                    let place = goal.location.line;
                    text.push_str(&format!("    # line {place}: {}\n", goal.description));
                }
            }
        }
        text
    }

    fn observe(
        &self,
        candidates: &[&Candidate],
        helpers: &mut Helpers,
        report: &mut ModuleReport,
    ) -> Result<Vec<Case>, Failure> {
        let all: Vec<u64> = (0..candidates.len() as u64).collect();
        let kept = kept_of(candidates, &all);
        let observer = &mut helpers.observer;
        // Tests that are run before they are kept tell if they saw a chance.
        let observed = match self.settings.run_tests {
            true => observer.once(&kept),
            false => observer.twice(&kept),
        };
        self.settled(observed, candidates, report)
    }

    /// The cases that can be written; the others go to the report.
    fn settled(
        &self,
        observed: Result<Observed, String>,
        candidates: &[&Candidate],
        report: &mut ModuleReport,
    ) -> Result<Vec<Case>, Failure> {
        let failure = |message: String| Failure::new(FailureKind::Target, message);
        let observed = observed.map_err(failure)?;
        for case in &observed.dropped {
            report
                .tests
                .push(dropped(candidates, case.id, &case.reason));
        }
        let parse = |case: &String| {
            let mut case = Case::parse(case).map_err(|error| {
                failure(format!("the observer's answer is not understood: {error}"))
            })?;
            case.given = self.given(candidates[case.id as usize], &case.questions);
            Ok(case)
        };
        in_parallel(&observed.cases, &parse)
    }

    /// What the observers of its class say of a candidate's receiver, asked in
    /// the words of the observed case if they have arguments. Those that may
    /// not be asked are not.
    fn given(&self, candidate: &Candidate, questions: &[String]) -> Vec<Given> {
        let asked = self.loaded.partitions.iter().find_map(|partition| {
            let count: u32 = partition.answers.iter().product();
            let goals = partition.first..partition.first + count;
            let goal = candidate
                .goals
                .iter()
                .find(|goal| goals.contains(&goal.0))?;
            Some((partition, goal.0 - partition.first))
        });
        let Some((partition, mut rest)) = asked else {
            return Vec::new();
        };
        let mut given = Vec::new();
        for (place, answers) in partition.answers.iter().enumerate() {
            let said = rest % answers;
            rest /= answers;
            let observer = questions.get(place).or(partition.observers.get(place));
            if let (Some(observer), true) = (observer, said < 2) {
                given.push(Given {
                    observer: observer.clone(),
                    answer: said == 1,
                });
            }
        }
        given
    }

    /// The tests that do not pass, by case.
    fn failing(
        &self,
        validator: &mut Validator,
        path: &Path,
        file: &File,
    ) -> Result<BTreeMap<u64, String>, Failure> {
        let limit = self.settings.timeout * TEST_PATIENCE;
        let outcomes = validator.validate(path, limit).map_err(|error| match error {
            ValidateError::PytestMissing => Failure::new(
                FailureKind::Environment,
                format!(
                    "{} has no pytest, so the suite in {} was not run: install it with `{} -m pip install pytest`, or give --run-tests false",
                    self.launch.python.display(),
                    path.display(),
                    self.launch.python.display(),
                ),
            ),
            ValidateError::NotRun(_) => Failure::new(FailureKind::Target, error.to_string()),
        })?;
        Ok(file
            .tests
            .iter()
            .filter_map(|(id, name)| match outcomes.get(name) {
                Some(TestOutcome::Passed) => None,
                Some(TestOutcome::Failed(why)) => Some((*id, why.clone())),
                None => Some((*id, "it was not run".to_owned())),
            })
            .collect())
    }

    fn paths(&self) -> (PathBuf, PathBuf) {
        let names = pytest::Options::new(&self.loaded.module);
        let out = self
            .settings
            .out
            .clone()
            .unwrap_or_else(|| PathBuf::from("tests"));
        if out.extension().is_some_and(|extension| extension == "py") {
            let stem = out
                .file_stem()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned();
            let bugs = out.with_file_name(format!("{stem}_bugs.py"));
            return (out, bugs);
        }
        (
            out.join(names.file_name()),
            out.join(names.bugs_file_name()),
        )
    }

    fn options(&self, tests: &Path) -> pytest::Options {
        let mut options = pytest::Options::new(&self.loaded.module);
        options.command = format!("everypath generate {}", self.target.text);
        options.patience = (self.settings.timeout.as_secs_f64() * 3.0).ceil() as u32;
        let installed = self.loaded.root.contains("site-packages")
            || self.loaded.root.contains("dist-packages");
        if !installed {
            let directory = absolute(tests.parent().unwrap_or(Path::new("")));
            options.root_on_path = Some(relative(
                &absolute(Path::new(&self.loaded.root)),
                &directory,
            ));
        }
        options
    }
}

/// Some candidates, as the observer takes them.
fn kept_of(candidates: &[&Candidate], ids: &[u64]) -> Vec<Kept> {
    ids.iter()
        .map(|&id| Kept {
            id,
            unit: candidates[id as usize].unit.clone(),
            input: candidates[id as usize].input.clone(),
        })
        .collect()
}

fn text_of(file: &Option<File>) -> Option<&str> {
    file.as_ref().map(|file| file.text.as_str())
}

/// Adds the written tests to the report.
fn record(
    emitted: &Emitted,
    cases: &[Case],
    pictures: bool,
    report: &mut ModuleReport,
) -> KeptTests {
    let mut kept = KeptTests::new();
    let by_id: BTreeMap<u64, &Case> = cases.iter().map(|case| (case.id, case)).collect();
    for (file, kind) in [
        (&emitted.tests, TestKind::Kept),
        (&emitted.bugs, TestKind::Bug),
    ] {
        let Some(file) = file else { continue };
        let sources = sources_of(&file.text);
        for (id, name) in &file.tests {
            let Some(case) = by_id.get(id) else { continue };
            // The objects before and after the call, for the report's pictures.
            let graph = |nodes| match pictures {
                true => serde_json::json!({
                    "receiver": case.receiver,
                    "arguments": case.arguments,
                    "nodes": nodes,
                }),
                false => serde_json::Value::Null,
            };
            report.tests.push(TestReport {
                name: name.clone(),
                unit: case.unit.clone(),
                kind,
                note: sentence(&case.outcome),
                source: sources.get(name.as_str()).cloned().unwrap_or_default(),
                before: graph(&case.before),
                after: graph(&case.after),
            });
            kept.insert(*id as usize, name.clone());
        }
    }
    kept
}

/// How a case ended, in words.
fn sentence(outcome: &pytest::Outcome) -> String {
    use pytest::Outcome;
    match outcome {
        Outcome::Returned { .. } => "returns".to_owned(),
        Outcome::Raised { qualname, .. } => format!("raises {qualname}"),
        Outcome::Violated { clause, .. } => clause.clone(),
        Outcome::TimedOut => "does not end in time".to_owned(),
        Outcome::Crashed { how } => format!("takes the process down: {how}"),
        Outcome::Rejected { clause } => format!("is no input of the unit: {clause}"),
        Outcome::Unsupported { what } => format!("cannot be observed: {what}"),
    }
}

/// The text of each test of a file, by its name.
fn sources_of(text: &str) -> BTreeMap<&str, String> {
    let mut sources: BTreeMap<&str, String> = BTreeMap::new();
    let mut current: Option<&str> = None;
    for line in text.lines() {
        if let Some(rest) = line.strip_prefix("def ") {
            current = rest.split_once('(').map(|(name, _)| name);
        } else if !line.is_empty() && !line.starts_with([' ', ')']) {
            current = None;
        }
        if let Some(name) = current {
            let source = sources.entry(name).or_default();
            source.push_str(line);
            source.push('\n');
        }
    }
    for source in sources.values_mut() {
        source.truncate(source.trim_end().len());
    }
    sources
}

/// What a function makes of each item, in their order, on two threads.
fn in_parallel<T: Sync, R: Send, E: Send>(
    items: &[T],
    function: &(dyn Fn(&T) -> Result<R, E> + Sync),
) -> Result<Vec<R>, E> {
    let (one, other) = items.split_at(items.len() / 2);
    let all = |items: &[T]| items.iter().map(function).collect::<Result<Vec<R>, E>>();
    let (one, other) = std::thread::scope(|scope| {
        let one = scope.spawn(|| all(one));
        let other = all(other);
        (one.join().expect("no item panics"), other)
    });
    let mut results = one?;
    results.extend(other?);
    Ok(results)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directories_are_reached_by_going_up_and_down() {
        let check = |to: &str, from: &str, expected: &str| {
            assert_eq!(relative(Path::new(to), Path::new(from)), expected);
        };
        check("/a/b", "/a/tests", "../b");
        check("/a", "/a/tests", "..");
        check("/a/b", "/a/b", ".");
        check("/a/b/c", "/a", "b/c");
    }

    #[test]
    fn a_tests_source_ends_where_the_next_begins() {
        let text = "def test_a():\n    x = (\n        1\n    )\n\n    assert x\n\n\ndef test_b():\n    pass\n";
        assert_eq!(
            sources_of(text)["test_a"],
            "def test_a():\n    x = (\n        1\n    )\n\n    assert x"
        );
        assert_eq!(sources_of(text)["test_b"], "def test_b():\n    pass");
    }
}
