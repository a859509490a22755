//! Targets: what the user points at.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use everypath_generate::{Failure, FailureKind, Module, Settings, Target as Named};

/// A target, by its language.
#[derive(Clone, Debug)]
pub enum Target {
    /// A Python module.
    Python(Named),
    /// A C file.
    C(Named),
}

impl Target {
    /// As the user wrote it.
    pub fn text(&self) -> &str {
        match self {
            Target::Python(target) | Target::C(target) => &target.text,
        }
    }
}

/// Whether files with an ending hold C; libraries may be headers only.
fn is_c(extension: &OsStr) -> bool {
    extension == "c" || extension == "h"
}

/// Directories that never hold the user's own modules.
const SKIPPED: &[&str] = &[
    "__pycache__",
    "node_modules",
    "venv",
    "build",
    "dist",
    "tests",
    "test",
];

/// The modules that a target names: one, or all of a directory.
pub fn resolve(text: &str, _settings: &Settings) -> Result<Vec<Target>, Failure> {
    let (place, part) = match text.split_once("::") {
        Some((place, part)) => (place, Some(part.replace("::", "."))),
        None => (text, None),
    };
    let path = Path::new(place);
    let target = |module: Module| {
        let is_c = matches!(&module, Module::File(path) if path.extension().is_some_and(is_c));
        let named = Named {
            text: text.to_owned(),
            module,
            part: part.clone(),
        };
        match is_c {
            true => Target::C(named),
            false => Target::Python(named),
        }
    };
    if path.is_dir() {
        if part.is_some() {
            return Err(Failure::new(
                FailureKind::Usage,
                format!(
                    "{place} is a directory: name the file that holds {}",
                    part.unwrap_or_default()
                ),
            ));
        }
        let mut files = Vec::new();
        walk(path, &mut files)?;
        if files.is_empty() {
            return Err(Failure::new(
                FailureKind::Target,
                format!("{place} holds no Python modules"),
            ));
        }
        return Ok(files
            .into_iter()
            .map(|file| target(Module::File(file)))
            .collect());
    }
    if path.is_file() {
        let known = |extension: &OsStr| extension == "py" || is_c(extension);
        if !path.extension().is_some_and(known) {
            return Err(Failure::new(
                FailureKind::Target,
                format!(
                    "{place} is no Python, Java or C file; Everypath reads .py, .java, .class, .jar, .c and .h files"
                ),
            ));
        }
        return Ok(vec![target(Module::File(path.to_owned()))]);
    }
    let dotted = !place.is_empty()
        && place.split('.').all(|name| {
            name.starts_with(|c: char| c.is_alphabetic() || c == '_')
                && name.chars().all(|c| c.is_alphanumeric() || c == '_')
        });
    let ending = path.extension();
    let is_source = ending.is_some_and(|ending| ending == "py" || is_c(ending));
    if dotted && !is_source {
        return Ok(vec![target(Module::Name(place.to_owned()))]);
    }
    let what = match ending.is_some_and(is_c) {
        true => "name a .c file, or a function of it such as file.c::function",
        false => "name a .py file, a directory or a module such as package.module",
    };
    Err(Failure::new(
        FailureKind::Target,
        format!("there is no file {place}; {what}"),
    ))
}

fn walk(directory: &Path, files: &mut Vec<PathBuf>) -> Result<(), Failure> {
    let unreadable = |error: std::io::Error| {
        Failure::new(
            FailureKind::Files,
            format!("{} cannot be read: {error}", directory.display()),
        )
    };
    let mut entries: Vec<PathBuf> = std::fs::read_dir(directory)
        .map_err(unreadable)?
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .collect();
    entries.sort();
    for path in entries {
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        if path.is_dir() {
            if !name.starts_with('.') && !SKIPPED.contains(&name.as_str()) {
                walk(&path, files)?;
            }
        } else if name.ends_with(".py")
            && !name.starts_with("test_")
            && !name.ends_with("_test.py")
            && !["conftest.py", "setup.py", "__main__.py"].contains(&name.as_str())
        {
            files.push(path);
        }
    }
    Ok(())
}
