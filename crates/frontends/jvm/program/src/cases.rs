//! The cases of a class: recipes observed in fresh JVMs, and their tests under JUnit.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use everypath_emit::junit::{self, Case, Outcome};
use everypath_emit::{Annotations, Emitted, File, FileKind};
use everypath_generate::{
    CaseNotes, Checked, Dropped, Failure, FailureKind, Kept, Naming, Outputs, Settings,
};
use everypath_jdk::{
    Artifacts, Compilation, Diagnostic, JUNIT4, Jdk, Kept as KeptRecipe, LAUNCHER, ObserveRequest,
    TestOutcome, ValidateError, compile, validate,
};
use everypath_suite::Candidate;

use crate::notes::note;
use crate::patience::patiently;
use crate::promises::broken;
use crate::specifications::Specified;
use crate::target::Target;

/// How much longer than one run a test may take.
const TEST_PATIENCE: u32 = 5;
/// The most memory that observing may take, in megabytes.
const MOST_MEMORY: u64 = 1024;

/// What was observed.
pub(crate) struct Cases<'a> {
    settings: &'a Settings,
    target: &'a Target,
    jdk: Jdk,
    /// What the class's source says of it.
    pub(crate) specified: Option<Specified>,
    options: junit::Options,
    cases: Vec<Case>,
    /// The objects of each case's input before and after the call.
    pictures: BTreeMap<u64, [serde_json::Value; 2]>,
}

impl<'a> Cases<'a> {
    /// Nothing is observed yet. Tests of classes in a closed package stand elsewhere.
    pub(crate) fn new(
        settings: &'a Settings,
        target: &'a Target,
        jdk: Jdk,
        specified: Option<Specified>,
        is_closed: bool,
    ) -> Cases<'a> {
        let mut options = junit::Options::new(&target.class);
        options.command = format!("everypath generate {}", target.text);
        options.patience = (settings.timeout.as_secs_f64() * 3.0).ceil() as u32;
        options.framework = settings.java.junit.unwrap_or(target.junit);
        if is_closed {
            options.move_out();
        }
        Cases {
            settings,
            target,
            jdk,
            specified,
            options,
            cases: Vec::new(),
            pictures: BTreeMap::new(),
        }
    }

    /// Where tests go.
    pub(crate) fn outputs(&self, naming: &Naming) -> Outputs {
        if let Some((directory, stem)) = named_file(self.settings) {
            return Outputs {
                tests: directory.join(format!("{stem}Test.java")),
                bugs: directory.join(format!("{stem}BugsTest.java")),
                possible: directory.join(format!("{stem}PossibleTest.java")),
            };
        }
        let directory = self.root().join(self.options.package.replace('.', "/"));
        let file = |class: String| directory.join(format!("{class}.java"));
        let mut options = self.options.clone();
        options.stem = stem(&options.class, naming);
        Outputs {
            tests: file(options.test_class()),
            bugs: file(options.bugs_class()),
            possible: file(options.possible_class()),
        }
    }

    /// The directory below which packages are.
    fn root(&self) -> PathBuf {
        if let Some((directory, _)) = named_file(self.settings) {
            let depth = self
                .options
                .package
                .split('.')
                .filter(|name| !name.is_empty());
            let mut parents = directory.ancestors().skip(depth.count());
            return parents.next().unwrap_or(Path::new("")).to_owned();
        }
        let root = self.settings.out.clone().or(self.target.tests.clone());
        root.unwrap_or_else(|| PathBuf::from("tests"))
    }

    /// Takes names.
    pub(crate) fn name(&mut self, naming: &Naming) {
        self.options.stem = match named_file(self.settings) {
            Some((_, stem)) => stem,
            None => stem(&self.options.class, naming),
        };
    }

    /// What tests are compiled with, fetched where it is not there yet.
    pub(crate) fn junit(&self) -> Result<Vec<PathBuf>, Failure> {
        let mut jars = vec![LAUNCHER];
        jars.extend(JUNIT4);
        let artifacts = Artifacts::of_user();
        artifacts.fetch(&jars).map_err(|why| no_junit(&why))
    }

    /// Observes recipes instead of those before.
    pub(crate) fn observe(
        &mut self,
        kept: &[Kept],
        recipes: &[KeptRecipe],
    ) -> Result<Vec<Dropped>, Failure> {
        self.cases.clear();
        self.pictures.clear();
        self.options.raw.clear();
        self.options.lints.clear();
        if recipes.is_empty() {
            return Ok(Vec::new());
        }
        let failure = |message: String| Failure::new(FailureKind::Target, message);
        let candidates: Vec<&Candidate> = kept.iter().map(|one| one.candidate).collect();
        let request = ObserveRequest {
            class_path: self.target.class_path.clone(),
            package: self.options.package.clone(),
            timeout: self.settings.timeout * 2,
            memory: self.memory(),
            options: vec!["-ea".to_owned()],
            pictures: self.settings.pictures,
        };
        let observed = patiently(&self.jdk, &request, recipes, &candidates).map_err(failure)?;
        let drop = |id: u64, reason: &str| Dropped {
            id,
            reason: reason.to_owned(),
        };
        let unobserved = observed.dropped.iter();
        let mut dropped: Vec<Dropped> =
            unobserved.map(|case| drop(case.id, &case.reason)).collect();
        let specified = self.specified.as_ref();
        let mut broken =
            broken(&self.jdk, &request, specified, recipes, &candidates).map_err(failure)?;
        let recipes: BTreeMap<u64, &KeptRecipe> = recipes.iter().map(|one| (one.id, one)).collect();
        for (id, mut json) in observed.cases {
            let sides = ["picture_before", "picture_after"].map(|side| json[side].take());
            self.pictures.insert(id, sides);
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
                    dropped.push(drop(id, &why));
                    continue;
                }
                None => {}
            }
            if let Some(why) = differs(&candidates[id as usize].outcome, &case.outcome) {
                dropped.push(drop(id, &why));
                continue;
            }
            match &case.outcome {
                Outcome::Threw { exact, .. } if exact == "java.lang.OutOfMemoryError" => {
                    let why = "it uses up the memory, and how much there is depends on the machine";
                    dropped.push(drop(id, why));
                }
                _ => self.cases.push(case),
            }
        }
        Ok(dropped)
    }

    /// Writes the tests.
    pub(crate) fn write(&mut self, annotations: &Annotations) -> Emitted {
        self.options.annotations = annotations.clone();
        junit::emit(&self.cases, &self.options)
    }

    /// Compiles and runs tests. What does not compile is written in another way, or
    /// leaves; what does not pass asserts less, or leaves.
    pub(crate) fn check(
        &mut self,
        written: &Emitted,
        outputs: &Outputs,
        home: &Path,
    ) -> Result<Checked, Failure> {
        let directory = outputs.tests.parent().unwrap_or(Path::new("."));
        let refused = self.compile(written, outputs, directory, home)?;
        let mut checked = Checked {
            failed: refused.refused,
            revised: refused.changed,
            ..Checked::default()
        };
        // A call that the language does not allow, as one of an ambiguous overload,
        // reflection can make.
        for case in self.cases.iter_mut().filter(|case| case.call.visible) {
            if checked.failed.remove(&case.id).is_some() {
                case.call.visible = false;
                checked.revised = true;
            }
        }
        if !checked.failed.is_empty() || checked.revised {
            return Ok(checked);
        }
        if let Some(why) = refused.other {
            let message = format!("the tests do not compile: {why}");
            return Err(Failure::new(FailureKind::Target, message));
        }
        checked = self.failing(written, directory)?;
        // What depends on who calls, or when, is not asserted.
        for case in &mut self.cases {
            if checked.failed.contains_key(&case.id)
                && let Some(weakened) = case.weakened()
            {
                checked.failed.remove(&case.id);
                checked.revised = true;
                *case = weakened;
            }
        }
        Ok(checked)
    }

    fn compile(
        &mut self,
        written: &Emitted,
        outputs: &Outputs,
        directory: &Path,
        home: &Path,
    ) -> Result<Refused, Failure> {
        let mut class_path = self.target.class_path.clone();
        class_path.extend(self.junit()?);
        let written = || {
            let files = FileKind::ALL.into_iter();
            files.filter_map(|kind| Some((written.file(kind)?, outputs.path(kind))))
        };
        let mut options = vec!["-Xlint:all".to_owned()];
        // What a person added to a file that is there may use other classes of the tests.
        let is_there = |kind: FileKind| {
            let name = outputs.path(kind).file_name();
            name.is_some_and(|name| home.join(name).exists())
        };
        if FileKind::ALL.into_iter().any(is_there) {
            options.push("-sourcepath".to_owned());
            options.push(self.root().display().to_string());
        }
        let compilation = Compilation {
            sources: written().map(|(_, path)| path.to_owned()).collect(),
            class_path,
            out: directory.to_owned(),
            options,
            ..Compilation::default()
        };
        let said = compile(&self.jdk, &compilation)
            .map_err(|why| Failure::new(FailureKind::Target, why))?;
        let mut refused = Refused::default();
        for (file, _) in written() {
            refused.read(file, &said, &mut self.options);
        }
        Ok(refused)
    }

    /// The megabytes that what runs the subject may take.
    fn memory(&self) -> u64 {
        (self.settings.memory >> 20).clamp(64, MOST_MEMORY)
    }

    /// The tests that do not pass, by case, and those of a person, by name.
    fn failing(&self, written: &Emitted, classes: &Path) -> Result<Checked, Failure> {
        let Some(file) = &written.tests else {
            return Ok(Checked::default());
        };
        let mut class_path = vec![classes.to_owned()];
        class_path.extend(self.target.class_path.iter().cloned());
        let class = match self.options.package.as_str() {
            "" => self.options.test_class(),
            package => format!("{package}.{}", self.options.test_class()),
        };
        let outcomes = validate(
            &self.jdk,
            &Artifacts::of_user(),
            &class_path,
            &class,
            file.tests.len(),
            self.settings.timeout * TEST_PATIENCE,
            self.memory(),
        )
        .map_err(|error| match error {
            ValidateError::JUnitMissing(why) => no_junit(&why),
            ValidateError::NotRun(_) => Failure::new(FailureKind::Target, error.to_string()),
        })?;
        let has_failed = |outcome: &TestOutcome| *outcome != TestOutcome::Passed;
        let is_case = |name: &String| file.tests.iter().any(|test| test.name == *name);
        let theirs = outcomes.iter().filter(|(name, _)| !is_case(name));
        let theirs = theirs.filter_map(|(name, outcome)| match outcome {
            TestOutcome::Passed => None,
            TestOutcome::Failed(why) => Some((name.clone(), why.clone())),
        });
        let theirs = theirs.collect();
        let tests = file.tests.iter();
        let failed = tests
            .filter_map(|test| match outcomes.get(&test.name) {
                Some(TestOutcome::Passed) => None,
                Some(TestOutcome::Failed(why)) => {
                    Some((test.id, format!("it failed when it was run: {why}")))
                }
                // A test before it took the JVM down; another round will tell.
                None if outcomes.values().any(has_failed) => None,
                None => Some((test.id, "it was not run".to_owned())),
            })
            .collect();
        Ok(Checked {
            failed,
            revised: false,
            theirs,
        })
    }

    /// Forgets cases.
    pub(crate) fn discard(&mut self, cases: &BTreeSet<u64>) {
        self.cases.retain(|case| !cases.contains(&case.id));
    }

    /// What the report says of a case.
    pub(crate) fn notes(&self, id: u64) -> CaseNotes {
        let case = self.cases.iter().find(|case| case.id == id);
        let [before, after] = self.pictures.get(&id).cloned().unwrap_or_default();
        CaseNotes {
            note: case.map_or_else(String::new, note),
            weakened: case.map_or_else(Vec::new, |case| case.weakened.clone()),
            likelihood: case
                .filter(|case| junit::is_bug(case))
                .map(Case::likelihood),
            before,
            after,
            suspicion: None,
        }
    }

    /// The JDK.
    pub(crate) fn jdk(&self) -> &Jdk {
        &self.jdk
    }
}

/// The directory and the name, without its ending, of a test class that the user named by
/// its file.
pub(crate) fn named_file(settings: &Settings) -> Option<(PathBuf, String)> {
    let out = settings.out.as_ref()?;
    let name = out.file_name()?.to_string_lossy().into_owned();
    let stem = name.strip_suffix(".java")?;
    let stem = stem.strip_suffix("Test").unwrap_or(stem);
    let directory = out.parent().unwrap_or(Path::new(""));
    Some((directory.to_owned(), stem.to_owned()))
}

/// What the test classes of a class are called.
fn stem(class: &str, naming: &Naming) -> String {
    let own = junit::stem_of(class);
    let number = naming.qualifiers.concat();
    match naming.is_beside {
        true => format!("{own}{number}Everypath"),
        false => format!("{own}{number}"),
    }
}

/// How the real machine ends in another way than the interpreter did: then nobody knows what
/// it covers.
fn differs(ours: &everypath_trace::Outcome, real: &Outcome) -> Option<String> {
    use everypath_trace::Outcome as Ours;
    match (ours, real) {
        (Ours::Returned, Outcome::Threw { exact, .. }) => {
            Some(format!("the JVM throws {exact}, the interpreter returned"))
        }
        (Ours::Threw { kind, .. }, Outcome::Returned { .. }) => {
            Some(format!("the JVM returns, the interpreter threw {kind}"))
        }
        (Ours::Threw { kind, .. }, Outcome::Threw { exact, .. }) if kind != exact => Some(format!(
            "the JVM throws {exact}, the interpreter threw {kind}"
        )),
        _ => None,
    }
}

fn no_junit(why: &str) -> Failure {
    let message = format!("{why}; or give --run-tests false to keep the suite without running it");
    Failure::new(FailureKind::Environment, message)
}

/// What the compiler says of tests.
#[derive(Default)]
struct Refused {
    /// The tests that do not compile, and why.
    refused: BTreeMap<u64, String>,
    /// Whether tests are to be written in another way.
    changed: bool,
    /// Why what is no test of ours does not compile.
    other: Option<String>,
}

impl Refused {
    fn read(&mut self, file: &File, said: &[Diagnostic], options: &mut junit::Options) {
        for one in said.iter().filter(|one| one.file.ends_with(&file.name)) {
            let Some(id) = file.test_at(one.line).map(|test| test.id) else {
                if one.error {
                    self.other.get_or_insert(one.message.clone());
                }
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
