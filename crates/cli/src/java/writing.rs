//! From kept inputs to files: turned into recipes, observed in fresh JVMs,
//! written as tests, compiled and run before they are kept.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::Instant;

use everypath_emit::junit::{self, Case, Emitted, File, Outcome};
use everypath_emit::may_write;
use everypath_jdk::{
    Artifacts, Compilation, Diagnostic, JUNIT4, Jdk, Kept, LAUNCHER, ObserveRequest, TestOutcome,
    ValidateError, compile, validate,
};
use everypath_jvm::{JvmExecutor, Loaded};
use everypath_report::ModuleReport;
use everypath_suite::{Candidate, Suite};
use everypath_term::Terms;
use everypath_trace::{Executor, RunLimits};

use super::patience::patiently;
use super::promises::broken;
use super::recording::{Pictures, record};
use super::specifications::Specified;
use super::target::Target;
use everypath_generate::files::{save, shown};
use everypath_generate::settings::Settings;
use everypath_generate::verdicts::{KeptTests, dropped};
use everypath_generate::{Failure, FailureKind};

/// How much longer than one run a test may take.
const TEST_PATIENCE: u32 = 5;
/// How often a suite is written anew because tests were dropped from it.
const MOST_ROUNDS: usize = 8;
/// The most memory that observing may take, in megabytes.
const MOST_MEMORY: u64 = 1024;

/// What writing a suite needs.
pub struct Writing<'a> {
    /// The class.
    pub loaded: &'a Loaded,
    /// The settings.
    pub settings: &'a Settings,
    /// The JDK.
    pub jdk: &'a Jdk,
    /// What the user pointed at.
    pub target: &'a Target,
    /// What its source says of it.
    pub specified: Option<&'a Specified>,
}

impl Writing<'_> {
    /// Writes the suite and says in the report what became of each candidate.
    pub fn write(
        &self,
        executor: &mut JvmExecutor,
        suite: &Suite,
        report: &mut ModuleReport,
    ) -> Result<KeptTests, Failure> {
        let candidates: Vec<&Candidate> = suite.tests.iter().chain(&suite.failures).collect();
        let (tests_path, bugs_path) = self.paths();
        for path in [&tests_path, &bugs_path] {
            if !self.settings.force {
                may_write(path).map_err(|error| {
                    let message = format!(
                        "{error}; use --force to overwrite it, or --out to write elsewhere"
                    );
                    Failure::new(FailureKind::Files, message)
                })?;
            }
        }
        let clock = Instant::now();
        let kept = self.recipes(executor, &candidates, report);
        let (mut cases, pictures) = self.observe(&kept, &candidates, report)?;
        let observed = clock.elapsed().as_secs_f64();
        report.phases.insert("observe".to_owned(), observed);
        let mut options = self.options();
        if self.settings.test_comments {
            options.comments = comments(&candidates, &self.loaded.goals, self.settings);
        }
        let mut emitted = junit::emit(&cases, &options);
        if self.settings.run_tests {
            let clock = Instant::now();
            self.settle(&mut cases, &mut options, &mut emitted, &candidates, report)?;
            let elapsed = clock.elapsed().as_secs_f64();
            report.phases.insert("run tests".to_owned(), elapsed);
        }
        save(
            &tests_path,
            emitted.tests.as_ref().map(|file| file.text.as_str()),
        )?;
        save(
            &bugs_path,
            emitted.bugs.as_ref().map(|file| file.text.as_str()),
        )?;
        for skipped in &emitted.skipped {
            report
                .tests
                .push(dropped(&candidates, skipped.id, &skipped.reason));
        }
        report.test_file = emitted.tests.as_ref().map(|_| shown(&tests_path));
        report.bugs_file = emitted.bugs.as_ref().map(|_| shown(&bugs_path));
        Ok(record(&emitted, &cases, &pictures, report))
    }

    /// What each candidate's test has to do.
    fn recipes(
        &self,
        executor: &mut JvmExecutor,
        candidates: &[&Candidate],
        report: &mut ModuleReport,
    ) -> Vec<Kept> {
        let limits = RunLimits {
            decisions: self.settings.max_depth,
            time: self.settings.timeout,
        };
        let mut kept = Vec::new();
        for (id, candidate) in candidates.iter().enumerate() {
            let unit = self
                .loaded
                .units
                .iter()
                .position(|unit| unit.name() == candidate.unit);
            let recipe = match unit.map(|unit| executor.choose(unit)) {
                Some(Ok(())) => {
                    // The executor knows how to build what it has just built.
                    executor.run(&mut Terms::new(), &candidate.input, &limits);
                    executor.recipe(&candidate.input)
                }
                Some(Err(error)) => Err(error),
                None => Err("its unit is unknown".to_owned()),
            };
            match recipe {
                Ok(recipe) => kept.push(Kept {
                    id: id as u64,
                    recipe,
                }),
                Err(why) => report.tests.push(dropped(candidates, id as u64, &why)),
            }
        }
        kept
    }

    fn observe(
        &self,
        kept: &[Kept],
        candidates: &[&Candidate],
        report: &mut ModuleReport,
    ) -> Result<(Vec<Case>, Pictures), Failure> {
        if kept.is_empty() {
            return Ok((Vec::new(), Pictures::new()));
        }
        let failure = |message: String| Failure::new(FailureKind::Target, message);
        let request = ObserveRequest {
            class_path: self.target.class_path.clone(),
            package: self.options().package,
            timeout: self.settings.timeout * 2,
            memory: (self.settings.memory >> 20).clamp(64, MOST_MEMORY),
            options: vec!["-ea".to_owned()],
            pictures: self.settings.pictures,
        };
        let observed = patiently(self.jdk, &request, kept, candidates).map_err(failure)?;
        for case in &observed.dropped {
            report
                .tests
                .push(dropped(candidates, case.id, &case.reason));
        }
        let mut broken =
            broken(self.jdk, &request, self.specified, kept, candidates).map_err(failure)?;
        let recipes: BTreeMap<u64, &Kept> = kept.iter().map(|one| (one.id, one)).collect();
        let mut cases = Vec::new();
        let mut pictures = Pictures::new();
        for (id, mut json) in observed.cases {
            let sides = ["picture_before", "picture_after"].map(|side| json[side].take());
            pictures.insert(id, sides);
            json["id"] = id.into();
            json["unit"] = candidates[id as usize].unit.clone().into();
            json["recipe"] =
                serde_json::to_value(&recipes[&id].recipe).expect("recipes are plain data");
            let mut case: Case = serde_json::from_value(json).map_err(|error| {
                failure(format!("the observer's answer is not understood: {error}"))
            })?;
            match broken.remove(&id) {
                Some(Ok(promise)) => {
                    case.outcome = Outcome::Violated {
                        clause: format!("{} does not hold", promise.clause),
                    };
                    case.recipe.promise = Some(promise);
                }
                Some(Err(why)) => {
                    report.tests.push(dropped(candidates, id, &why));
                    continue;
                }
                None => {}
            }
            match &case.outcome {
                Outcome::Threw { exact, .. } if exact == "java.lang.OutOfMemoryError" => {
                    let why = "it uses up the memory, and how much there is depends on the machine";
                    report.tests.push(dropped(candidates, id, why));
                }
                _ => cases.push(case),
            }
        }
        Ok((cases, pictures))
    }

    /// Compiles and runs the suite, and leaves out what does not compile or pass.
    fn settle(
        &self,
        cases: &mut Vec<Case>,
        options: &mut junit::Options,
        emitted: &mut Emitted,
        candidates: &[&Candidate],
        report: &mut ModuleReport,
    ) -> Result<(), Failure> {
        for _ in 0..MOST_ROUNDS {
            if emitted.tests.is_none() && emitted.bugs.is_none() {
                return Ok(());
            }
            let work = tempfile::Builder::new()
                .prefix("everypath-")
                .tempdir()
                .map_err(|error| Failure::new(FailureKind::Files, error.to_string()))?;
            let refused = self.compile(emitted, work.path(), options)?;
            let mut again = refused.changed;
            let mut out = refused.refused;
            // A call that the language does not allow, as one of an ambiguous
            // overload, reflection can make.
            for case in cases.iter_mut().filter(|case| case.call.visible) {
                if out.remove(&case.id).is_some() {
                    case.call.visible = false;
                    again = true;
                }
            }
            if out.is_empty() && !again {
                out = self.failing(emitted, work.path())?;
                again = !out.is_empty();
                // What depends on who calls, or when, is not asserted.
                for case in cases.iter_mut() {
                    if out.contains_key(&case.id)
                        && let Some(weakened) = case.weakened()
                    {
                        out.remove(&case.id);
                        *case = weakened;
                    }
                }
            }
            if out.is_empty() && !again {
                return Ok(());
            }
            again |= !out.is_empty();
            for (id, why) in &out {
                report.tests.push(dropped(candidates, *id, why));
            }
            cases.retain(|case| !out.contains_key(&case.id));
            if again {
                *emitted = junit::emit(cases, options);
            }
        }
        // What is still not settled is not kept.
        emitted.tests = None;
        report
            .warnings
            .push("the suite did not become stable, so it was not kept".to_owned());
        Ok(())
    }

    fn compile(
        &self,
        emitted: &Emitted,
        work: &Path,
        options: &mut junit::Options,
    ) -> Result<Refused, Failure> {
        let mut jars = vec![LAUNCHER];
        jars.extend(JUNIT4);
        let jars = Artifacts::of_user()
            .fetch(&jars)
            .map_err(|why| missing(&why))?;
        let mut class_path = self.target.class_path.clone();
        class_path.extend(jars);
        let failed = |error: std::io::Error| Failure::new(FailureKind::Files, error.to_string());
        let mut sources = Vec::new();
        for file in [&emitted.tests, &emitted.bugs].into_iter().flatten() {
            let path = work.join(&file.name);
            std::fs::write(&path, &file.text).map_err(failed)?;
            sources.push(path);
        }
        let said = compile(
            self.jdk,
            &Compilation {
                sources,
                class_path,
                out: work.to_owned(),
                options: vec!["-Xlint:all".to_owned()],
                ..Compilation::default()
            },
        )
        .map_err(|why| Failure::new(FailureKind::Target, why))?;
        let mut refused = Refused::default();
        for file in [&emitted.tests, &emitted.bugs].into_iter().flatten() {
            refused.read(file, &said, options);
        }
        Ok(refused)
    }

    /// The tests that do not pass, by case.
    fn failing(&self, emitted: &Emitted, classes: &Path) -> Result<BTreeMap<u64, String>, Failure> {
        let Some(file) = &emitted.tests else {
            return Ok(BTreeMap::new());
        };
        let mut class_path = vec![classes.to_owned()];
        class_path.extend(self.target.class_path.iter().cloned());
        let options = self.options();
        let class = match options.package.as_str() {
            "" => options.test_class(),
            package => format!("{package}.{}", options.test_class()),
        };
        let outcomes = validate(
            self.jdk,
            &Artifacts::of_user(),
            &class_path,
            &class,
            file.tests.len(),
            self.settings.timeout * TEST_PATIENCE,
        )
        .map_err(|error| match error {
            ValidateError::JUnitMissing(why) => missing(&why),
            ValidateError::NotRun(_) => Failure::new(FailureKind::Target, error.to_string()),
        })?;
        Ok(file
            .tests
            .iter()
            .filter_map(|test| match outcomes.get(&test.name) {
                Some(TestOutcome::Passed) => None,
                Some(TestOutcome::Failed(why)) => {
                    Some((test.id, format!("it failed when it was run: {why}")))
                }
                // A test before it took the JVM down; another round will tell.
                None if outcomes
                    .values()
                    .any(|outcome| *outcome != TestOutcome::Passed) =>
                {
                    None
                }
                None => Some((test.id, "it was not run".to_owned())),
            })
            .collect())
    }

    fn paths(&self) -> (PathBuf, PathBuf) {
        let options = self.options();
        let root = match (&self.settings.out, &self.target.tests) {
            (Some(out), _) => out.clone(),
            (None, Some(tests)) => tests.clone(),
            (None, None) => PathBuf::from("tests"),
        };
        let directory = root.join(options.package.replace('.', "/"));
        (
            directory.join(format!("{}.java", options.test_class())),
            directory.join(format!("{}.java", options.bugs_class())),
        )
    }

    fn options(&self) -> junit::Options {
        let mut options = junit::Options::new(&self.target.class);
        options.command = format!("everypath generate {}", self.target.text);
        options.patience = (self.settings.timeout.as_secs_f64() * 3.0).ceil() as u32;
        options.framework = self.settings.junit;
        let class = self.target.class.replace('.', "/");
        if self.loaded.class_path.is_closed(&class) {
            options.move_out();
        }
        options
    }
}

fn missing(why: &str) -> Failure {
    Failure::new(
        FailureKind::Environment,
        format!("{why}; or give --run-tests false to keep the suite without running it"),
    )
}

/// What the compiler says of tests.
#[derive(Default)]
struct Refused {
    /// The tests that do not compile, and why.
    refused: BTreeMap<u64, String>,
    /// Whether tests are to be written in another way.
    changed: bool,
}

impl Refused {
    fn read(&mut self, file: &File, said: &[Diagnostic], options: &mut junit::Options) {
        for one in said.iter().filter(|one| one.file.ends_with(&file.name)) {
            let Some(id) = file.test_at(one.line).map(|test| test.id) else {
                continue;
            };
            if !one.error {
                let lint = one
                    .message
                    .strip_prefix('[')
                    .and_then(|rest| rest.split_once(']'));
                if let Some((lint, _)) = lint {
                    let lints = options.lints.entry(id).or_default();
                    self.changed |= lints.insert(lint.to_owned());
                }
            } else if options.raw.insert(id) {
                // Perhaps the compiler likes it better with raw types.
                let lints: BTreeSet<String> = ["rawtypes", "unchecked"].map(String::from).into();
                options.lints.entry(id).or_default().extend(lints);
                self.changed = true;
            } else {
                let why = format!("its test does not compile: {}", one.message);
                self.refused.entry(id).or_insert(why);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use everypath_emit::Written;

    use super::*;

    fn file() -> File {
        File {
            name: "FooTest.java".to_owned(),
            text: "class FooTest {\n  @Test\n  void a() {\n    x();\n  }\n}\n".to_owned(),
            tests: vec![Written {
                id: 3,
                name: "a".to_owned(),
                lines: 1..5,
            }],
        }
    }

    #[test]
    fn a_test_is_written_raw_before_it_is_given_up() {
        let error = Diagnostic {
            file: "/tmp/FooTest.java".into(),
            line: 4,
            column: 0,
            error: true,
            message: "no".to_owned(),
        };
        let mut options = junit::Options::new("Foo");
        let mut refused = Refused::default();
        refused.read(&file(), std::slice::from_ref(&error), &mut options);
        assert!(refused.changed && refused.refused.is_empty() && options.raw.contains(&3));
        let mut refused = Refused::default();
        refused.read(&file(), &[error], &mut options);
        assert!(!refused.changed && refused.refused.contains_key(&3));
    }
}
