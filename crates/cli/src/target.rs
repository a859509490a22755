//! Targets: what the user points at, in any language.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use everypath_generate::{Failure, FailureKind, Module, Settings, Target as Named};
use everypath_jvm_program as java;

/// A target, by its language.
#[derive(Clone, Debug)]
pub(crate) enum Target {
    /// A Python module.
    Python(Named),
    /// A Java class.
    Java(java::Target),
    /// A C source.
    C(Named),
}

impl Target {
    /// As the user wrote it.
    pub(crate) fn text(&self) -> &str {
        match self {
            Target::Python(target) | Target::C(target) => &target.text,
            Target::Java(target) => &target.text,
        }
    }
}

/// What a text names: targets, and what is wrong with the others of a directory.
pub(crate) type Resolved = (Vec<Target>, Vec<Failure>);

/// What Everypath reads.
const READS: &str = "Everypath reads .py, .java, .class, .jar, .c and .h files";

/// Directories that never hold the user's own modules.
const SKIPPED: &[&str] = &[
    "__pycache__",
    "node_modules",
    "venv",
    "build",
    "dist",
    "target",
    "tests",
    "test",
];

/// The languages of files by their endings; libraries of C may be headers only.
fn language(path: &Path) -> Option<fn(Named) -> Target> {
    match path.extension().and_then(OsStr::to_str) {
        Some("py") => Some(Target::Python),
        Some("c" | "h") => Some(Target::C),
        _ => None,
    }
}

/// The targets that a text names: one, or all of a directory.
pub(crate) fn resolve(
    text: &str,
    settings: &Settings,
    jdks: &mut java::Jdks,
) -> Result<Resolved, Failure> {
    if java::is_java(text, settings) {
        return Ok((classes(text, settings, jdks)?, Vec::new()));
    }
    let (place, part) = match text.split_once("::") {
        Some((place, part)) => (place, Some(part.replace("::", "."))),
        None => (text, None),
    };
    let path = Path::new(place);
    let named = |module: Module| Named {
        text: text.to_owned(),
        module,
        part: part.clone(),
    };
    let wrong = |message: String| Err(Failure::new(FailureKind::Target, message));
    if path.is_dir() {
        return match part {
            Some(part) => {
                let message = format!("{place} is a directory: name the file that holds {part}");
                Err(Failure::new(FailureKind::Usage, message))
            }
            None => directory(text, path, settings, jdks),
        };
    }
    let language = language(path);
    if path.is_file() {
        return match language {
            Some(language) => {
                let target = language(named(Module::File(path.to_owned())));
                Ok((vec![target], Vec::new()))
            }
            None if java::is_java(place, settings) => wrong(format!(
                "{text} is no target: a method of a Java source is named as in File.java#method, \
                 and a class of a jar by its own name, with --classpath {place}"
            )),
            None => wrong(format!("{place} is no Python, Java or C file; {READS}")),
        };
    }
    let is_name = |name: &str| {
        name.starts_with(|c: char| c.is_alphabetic() || c == '_')
            && name.chars().all(|c| c.is_alphanumeric() || c == '_')
    };
    if language.is_none() && place.split('.').all(is_name) {
        let module = named(Module::Name(place.to_owned()));
        return Ok((vec![Target::Python(module)], Vec::new()));
    }
    let what = match path.extension().and_then(OsStr::to_str) {
        Some("c" | "h") => "name a .c file, or a function of it such as file.c::function",
        _ => "name a .py file, a directory or a module such as package.module",
    };
    wrong(format!("there is no file {place}; {what}"))
}

fn classes(text: &str, settings: &Settings, jdks: &mut java::Jdks) -> Result<Vec<Target>, Failure> {
    let found = java::resolve(text, settings, &jdks.find(settings)?)?;
    Ok(found.into_iter().map(Target::Java).collect())
}

/// Everything below a directory: Python modules, C sources, Java classes.
fn directory(
    text: &str,
    path: &Path,
    settings: &Settings,
    jdks: &mut java::Jdks,
) -> Result<Resolved, Failure> {
    let mut files = Vec::new();
    walk(path, &mut files)?;
    let mut targets: Vec<Target> = Vec::new();
    let mut failures = Vec::new();
    for file in files {
        let Some(language) = language(&file) else {
            continue;
        };
        targets.push(language(Named {
            text: file.display().to_string(),
            module: Module::File(file),
            part: None,
        }));
    }
    if java::holds_java(path) {
        match classes(text, settings, jdks) {
            Ok(found) => targets.extend(found),
            // What is wrong with one language does not spoil the others.
            Err(failure) if !targets.is_empty() => failures.push(failure),
            Err(failure) => return Err(failure),
        }
    }
    if targets.is_empty() {
        let message = format!("{text} holds nothing to test; {READS}");
        return Err(Failure::new(FailureKind::Target, message));
    }
    Ok((targets, failures))
}

fn walk(directory: &Path, files: &mut Vec<PathBuf>) -> Result<(), Failure> {
    let unreadable = |error: std::io::Error| {
        let message = format!("{} cannot be read: {error}", directory.display());
        Failure::new(FailureKind::Files, message)
    };
    let mut entries: Vec<PathBuf> = std::fs::read_dir(directory)
        .map_err(unreadable)?
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .collect();
    entries.sort();
    for path in entries {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if path.is_dir() {
            if !name.starts_with('.') && !SKIPPED.contains(&&*name) {
                walk(&path, files)?;
            }
        } else if is_module(&name) {
            files.push(path);
        }
    }
    Ok(())
}

/// Whether a file of a directory is one to test: headers are tested by who includes them.
fn is_module(name: &str) -> bool {
    let Some((stem, ending)) = name.rsplit_once('.') else {
        return false;
    };
    let is_test = stem.starts_with("test_") || stem.ends_with("_test");
    let is_set_up = ["conftest", "setup", "__main__"].contains(&stem) && ending == "py";
    matches!(ending, "py" | "c") && !is_test && !is_set_up
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arguments::Options;

    fn names(text: &str) -> Result<Vec<String>, Failure> {
        let settings = crate::settings::settings(&Options::default()).unwrap();
        let name = |target: Target| match target {
            Target::Java(target) => format!("java {}", target.class),
            Target::Python(target) => format!("python {}", shown(&target)),
            Target::C(target) => format!("c {}", shown(&target)),
        };
        let (targets, _) = resolve(text, &settings, &mut java::Jdks::default())?;
        Ok(targets.into_iter().map(name).collect())
    }

    fn shown(target: &Named) -> String {
        let module = match &target.module {
            Module::File(path) => path.display().to_string(),
            Module::Name(name) => name.clone(),
        };
        match &target.part {
            Some(part) => format!("{module} {part}"),
            None => module,
        }
    }

    fn check(text: &str, expected: Result<&str, &str>) {
        match (names(text), expected) {
            (Ok(found), Ok(expected)) => assert_eq!(found, [expected]),
            (Err(failure), Err(part)) => assert!(failure.message.contains(part), "{failure}"),
            (found, _) => panic!("{text}: {found:?}"),
        }
    }

    #[test]
    fn targets_are_files_modules_and_their_parts() {
        check("package.module", Ok("python package.module"));
        check("json::Class::method", Ok("python json Class.method"));
        check("missing/file.py", Err("there is no file missing/file.py"));
        check("missing/file.c", Err("file.c::function"));
        check("Cargo.toml", Err("is no Python, Java or C file"));
        check("src::Class", Err("is a directory"));
        let java = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../../examples/Cart.java::total"
        );
        check(java, Err("File.java#method"));
    }

    #[test]
    fn a_directory_holds_modules_of_all_languages() {
        let directory = tempfile::tempdir().unwrap();
        let root = directory.path();
        std::fs::create_dir_all(root.join("tests")).unwrap();
        for file in ["a.py", "b.c", "b.h", "test_a.py", "setup.py", "tests/x.py"] {
            std::fs::write(root.join(file), "").unwrap();
        }
        let source = "public class A { static int f(int x) { return x; } }";
        std::fs::write(root.join("A.java"), source).unwrap();
        let found = names(&root.display().to_string()).unwrap();
        let shown = root.display();
        let expected = [
            format!("python {shown}/a.py"),
            format!("c {shown}/b.c"),
            "java A".to_owned(),
        ];
        assert_eq!(found, expected);
    }
}
