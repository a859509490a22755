//! Classes of projects that have a build tool.

use std::path::{Path, PathBuf};

use everypath_jdk::{Jdk, Project, is_project, modules_of};

use crate::target::{Target, files, is_wanted};
use everypath_generate::absolute;

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

fn in_module(target: &Target, module: &Project, class: String) -> Target {
    let mut one = target.clone();
    one.class = class;
    one.class_path.extend(module.classes.iter().cloned());
    one.class_path.extend(module.class_path.iter().cloned());
    one.sources.clone_from(&module.sources);
    one.tests = Some(module.tests.clone());
    one
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
