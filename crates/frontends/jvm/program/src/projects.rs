//! Classes of projects that have a build tool.

use std::path::{Path, PathBuf};

use everypath_emit::junit::Framework;
use everypath_jdk::{Jdk, Project, is_project, modules_of};

use crate::target::{Target, files, is_wanted};
use everypath_generate::{Failure, FailureKind, absolute};

/// Every class of a project's modules.
pub(crate) fn of_project(target: &Target, modules: &[Project]) -> Vec<Target> {
    let mut found = Vec::new();
    for module in modules {
        for directory in &module.classes {
            for file in files(directory, "class") {
                let inside = file.strip_prefix(directory).unwrap_or(&file);
                let name = inside.with_extension("").display().to_string();
                if is_wanted(&name) {
                    found.push(in_module(target, module, name.replace('/', ".")));
                }
            }
        }
    }
    found
}

/// The classes of the project around a place whose sources are there or below it; none if
/// it is in no directory of sources that a build tool knows.
pub(crate) fn below(
    target: &Target,
    place: &Path,
    jdk: &Jdk,
) -> Result<Option<Vec<Target>>, Failure> {
    if around(place).is_none() {
        return Ok(None);
    }
    // The outermost: modules are compiled with what they need of each other.
    let root = place.ancestors().filter(|one| is_project(one)).last();
    let modules = root.map_or(Ok(Vec::new()), |root| modules_of(root, jdk));
    let modules = modules.map_err(|why| Failure::new(FailureKind::Target, why))?;
    let mut found = of_project(target, &modules);
    found.retain(|one| {
        let file = format!("{}.java", one.class.replace('.', "/"));
        let mut files = one.sources.iter().map(|root| root.join(&file));
        files.any(|file| file.starts_with(place) && file.is_file())
    });
    Ok(Some(found).filter(|found| !found.is_empty()))
}

/// The nearest project among whose sources a place is.
fn around(place: &Path) -> Option<&Path> {
    let nearest = place.ancestors().find(|one| is_project(one))?;
    place.starts_with(nearest.join("src")).then_some(nearest)
}

/// Where the tests of a source belong whose project cannot be built.
pub(crate) fn tests_around(place: &Path) -> Option<PathBuf> {
    around(place).map(|root| root.join("src/test/java"))
}

fn in_module(target: &Target, module: &Project, class: String) -> Target {
    let mut one = target.clone();
    one.class = class;
    one.class_path.extend(module.classes.iter().cloned());
    one.class_path.extend(module.class_path.iter().cloned());
    one.sources.clone_from(&module.sources);
    one.tests = Some(module.tests.clone());
    one.junit = junit_of(module);
    one
}

/// The JUnit that a module's tests are for: the older one where it has no other.
fn junit_of(module: &Project) -> Framework {
    let has = |start: &str| {
        let files = module
            .test_class_path
            .iter()
            .filter_map(|path| path.file_name());
        let mut names = files.map(|name| name.to_string_lossy());
        names.any(|name| name.starts_with(start))
    };
    match has("junit-4") && !has("junit-jupiter") {
        true => Framework::JUnit4,
        false => Framework::JUnit5,
    }
}

/// A class of the project around a place, which may be a source that does not
/// compile alone or a class that needs the project's libraries.
pub(crate) fn of_project_around(
    target: &Target,
    place: &Path,
    class: &str,
    jdk: &Jdk,
) -> Option<Target> {
    let place = absolute(place);
    // The outermost: modules are compiled with what they need of each other.
    let root = place.ancestors().filter(|one| is_project(one)).last()?;
    let modules = modules_of(root, jdk).ok()?;
    let file = format!("{}.class", class.replace('.', "/"));
    let module = modules.iter().find(|module| {
        let holds = |directory: &PathBuf| directory.join(&file).is_file();
        module.classes.iter().any(holds)
    })?;
    Some(in_module(target, module, class.to_owned()))
}
