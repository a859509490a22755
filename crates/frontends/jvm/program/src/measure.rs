//! What other tools say of a Java suite: branch and line coverage by JaCoCo,
//! the mutation score by PIT.

use std::path::{Path, PathBuf};

use everypath_jdk::{
    Artifacts, Compilation, JUNIT4, Jdk, LAUNCHER, compile, coverage, mutation_score,
};
use everypath_jvm::ClassPath;
use everypath_report::Measured;

use crate::target::{Target, package_of};
use everypath_generate::Settings;
use everypath_generate::absolute;

/// What the settings ask for; a note says what could not be measured.
pub(crate) fn measured(settings: &Settings, jdk: &Jdk, target: &Target, tests: &Path) -> Measured {
    if !settings.coverage && !settings.mutation {
        return Measured::default();
    }
    let mut notes = Vec::new();
    let suite = match Suite::compile(jdk, target, tests) {
        Ok(suite) => suite,
        Err(why) => {
            return Measured {
                note: Some(why),
                ..Measured::default()
            };
        }
    };
    let mut take =
        |wanted: bool, measure: &dyn Fn() -> Result<f64, String>| match wanted.then(measure) {
            Some(Ok(percent)) => Some(percent),
            Some(Err(why)) => {
                notes.push(why);
                None
            }
            None => None,
        };
    let coverage = take(settings.coverage, &|| {
        // Other jars may hold several versions of a class, which JaCoCo refuses.
        let subject = class_files(jdk, target)?;
        let found = coverage(
            jdk,
            &suite.artifacts,
            &suite.class_path,
            &suite.class,
            &target.class,
            &[subject.path().to_owned()],
        )?;
        Ok(found.percent())
    });
    let mutation = take(settings.mutation, &|| {
        let subject = class_files(jdk, target)?;
        mutation_score(
            jdk,
            &suite.artifacts,
            &suite.class_path,
            &suite.class,
            &target.class,
            subject.path(),
        )
    });
    Measured {
        coverage,
        mutation,
        note: (!notes.is_empty()).then(|| notes.join("; ")),
    }
}

/// The class files of the target and the classes nested in it, in a directory
/// of their own.
fn class_files(jdk: &Jdk, target: &Target) -> Result<tempfile::TempDir, String> {
    let failed = |error: std::io::Error| format!("the suite was not measured: {error}");
    let directory = tempfile::TempDir::with_prefix("everypath-").map_err(failed)?;
    let class_path = ClassPath::open(&jdk.home, &target.class_path)?;
    let name = target.class.replace('.', "/");
    let nested = format!("{name}$");
    for class in class_path.user_classes() {
        let bytes = match class == name || class.starts_with(&nested) {
            true => class_path.user_class(&class),
            false => None,
        };
        if let Some(bytes) = bytes {
            let path = directory.path().join(format!("{class}.class"));
            std::fs::create_dir_all(path.parent().unwrap_or(directory.path())).map_err(failed)?;
            std::fs::write(path, &bytes).map_err(failed)?;
        }
    }
    Ok(directory)
}

/// A suite, compiled.
struct Suite {
    artifacts: Artifacts,
    class: String,
    class_path: Vec<PathBuf>,
    _classes: tempfile::TempDir,
}

impl Suite {
    fn compile(jdk: &Jdk, target: &Target, tests: &Path) -> Result<Suite, String> {
        let failed = |why: String| format!("the suite was not measured: {why}");
        let classes = tempfile::TempDir::with_prefix("everypath-")
            .map_err(|error| failed(error.to_string()))?;
        let artifacts = Artifacts::of_user();
        let mut class_path = target.class_path.clone();
        let mut with_junit = class_path.clone();
        let mut jars = vec![LAUNCHER];
        jars.extend(JUNIT4);
        with_junit.extend(artifacts.fetch(&jars)?);
        let said = compile(
            jdk,
            &Compilation {
                sources: vec![absolute(tests)],
                class_path: with_junit,
                out: classes.path().to_owned(),
                options: vec!["-nowarn".to_owned()],
                ..Compilation::default()
            },
        )
        .map_err(failed)?;
        if let Some(error) = said.iter().find(|one| one.error) {
            return Err(failed(error.message.clone()));
        }
        class_path.insert(0, classes.path().to_owned());
        let stem = tests.file_stem().unwrap_or_default().to_string_lossy();
        let text = std::fs::read_to_string(tests).map_err(|error| failed(error.to_string()))?;
        let class = match package_of(&text) {
            Some(package) => format!("{package}.{stem}"),
            None => stem.into_owned(),
        };
        Ok(Suite {
            artifacts,
            class,
            class_path,
            _classes: classes,
        })
    }
}
