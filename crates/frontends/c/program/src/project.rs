//! The project that a source is part of: what builds it, what it is compiled with, and how
//! tests come into that build without a change of the project's own files.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use everypath_emit::c::{AUTOMAKE_LISTS, BuildSystem, INDEX, Options};
use everypath_emit::is_ours;
use everypath_generate::{absolute, relative};

/// Rules for builds beside the tests: those of the suite, and those that bring in all suites
/// of the directory. Where nothing says how a project is built, the first only.
pub(crate) fn rules(root: &Path, tests: &Path, options: &Options) -> Vec<(PathBuf, String)> {
    let name = stem(tests);
    let systems = systems(root);
    let of_suite = |system: &BuildSystem| {
        let path = tests.with_extension(system.ending());
        (path, system.rules(&name, options))
    };
    if systems.is_empty() {
        let all = [BuildSystem::Make, BuildSystem::CMake];
        return all.iter().map(of_suite).collect();
    }
    let of_all = |system: &BuildSystem| {
        let directory = tests.parent().unwrap_or(Path::new(""));
        let path = directory.join(format!("{INDEX}.{}", system.ending()));
        let mut names = suites(directory, *system);
        names.insert(name.clone());
        let names: Vec<String> = names.into_iter().collect();
        let undefined = undefined(root, *system);
        (path, system.index(&options.directory, &names, &undefined))
    };
    let suites = systems.iter().map(of_suite);
    suites.chain(systems.iter().map(of_all)).collect()
}

/// What a person adds to a project so that it runs the suites of a directory, if that is
/// still to be done.
pub(crate) fn next_step(root: &Path, directory: &Path) -> Option<String> {
    let system = systems(root).into_iter().next()?;
    let file = system.project_file();
    let text = std::fs::read_to_string(root.join(file)).unwrap_or_default();
    let path = directory.join(format!("{INDEX}.{}", system.ending()));
    let place = relative(&absolute(&path), &absolute(root));
    // A person's file of that name brings nothing in.
    let is_taken = std::fs::read_to_string(&path).is_ok_and(|text| !is_ours(&text));
    match is_taken || text.contains(&place) {
        true => None,
        false => {
            let (runs, line) = (system.runs(), system.includes(&place));
            Some(format!(
                "to run the tests by `{runs}`, add to {file}: {line}"
            ))
        }
    }
}

/// What builds a project. A Makefile beside files that a Makefile is made from says nothing.
fn systems(root: &Path) -> Vec<BuildSystem> {
    let is_there = |system: &BuildSystem| root.join(system.project_file()).is_file();
    let makers = [BuildSystem::CMake, BuildSystem::Automake];
    let found: Vec<BuildSystem> = makers.into_iter().filter(is_there).collect();
    match found.is_empty() {
        true => [BuildSystem::Make].into_iter().filter(is_there).collect(),
        false => found,
    }
}

/// The suites of a directory that have rules of ours.
fn suites(directory: &Path, system: BuildSystem) -> BTreeSet<String> {
    let entries = std::fs::read_dir(directory).into_iter().flatten().flatten();
    let files = entries.map(|entry| entry.path());
    let rules = files.filter(|path| path.extension().is_some_and(|own| own == system.ending()));
    let ours = rules.filter(|path| {
        let text = std::fs::read_to_string(path).unwrap_or_default();
        is_ours(&text) && path.with_extension("c").is_file()
    });
    ours.map(|path| stem(&path)).collect()
}

/// The lists of Automake that a project does not have: what adds to them must make them.
fn undefined(root: &Path, system: BuildSystem) -> Vec<&'static str> {
    if system != BuildSystem::Automake {
        return Vec::new();
    }
    let text = std::fs::read_to_string(root.join(system.project_file())).unwrap_or_default();
    let defines = |list: &str| {
        let values = text.lines().filter_map(|line| line.strip_prefix(list));
        values
            .map(str::trim_start)
            .any(|rest| rest.starts_with('='))
    };
    let lists = AUTOMAKE_LISTS.into_iter();
    lists.filter(|list| !defines(list)).collect()
}

fn stem(path: &Path) -> String {
    let stem = path.file_stem().unwrap_or_default();
    stem.to_string_lossy().into_owned()
}

/// The compilation database of a source, if there is one between it and here: in a directory
/// above it, or in the `build` of one.
pub(crate) fn database(source: &Path, root: &Path) -> Option<PathBuf> {
    let (source, root) = (absolute(source), absolute(root));
    let above = source.ancestors().skip(1);
    let above = above.take_while(|directory| directory.starts_with(&root));
    let places = above.flat_map(|directory| [directory.to_owned(), directory.join("build")]);
    let files = places.map(|place| place.join("compile_commands.json"));
    files.into_iter().find(|file| file.is_file())
}

/// What a source is compiled with that has to know what `configure` found.
pub(crate) fn configured(root: &Path) -> Vec<String> {
    match root.join("config.h").is_file() && root.join("config.status").is_file() {
        true => vec!["-DHAVE_CONFIG_H".to_owned(), "-I.".to_owned()],
        false => Vec::new(),
    }
}

/// The flags that name a directory.
const PATHS: [&str; 4] = ["-idirafter", "-isystem", "-iquote", "-I"];

/// Flags that are meant for one directory, for another one: paths below that are relative to
/// it, all others absolute.
pub(crate) fn moved(flags: &[String], from: &Path, to: &Path) -> Vec<String> {
    let (from, to) = (absolute(from), absolute(to));
    let seen = |path: &str| {
        let path = absolute(&from.join(path));
        match path.starts_with(&to) {
            true => relative(&path, &to),
            false => path.display().to_string(),
        }
    };
    let mut found = Vec::new();
    let mut flags = flags.iter();
    while let Some(flag) = flags.next() {
        match PATHS.iter().find(|stem| flag.starts_with(*stem)) {
            Some(stem) if flag == stem => {
                found.push(flag.clone());
                found.extend(flags.next().map(|path| seen(path)));
            }
            Some(stem) => found.push(format!("{stem}{}", seen(&flag[stem.len()..]))),
            None => found.push(flag.clone()),
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn directory(files: &[(&str, &str)]) -> tempfile::TempDir {
        let directory = tempfile::tempdir().unwrap();
        for (name, text) in files {
            let path = directory.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        directory
    }

    #[test]
    fn lists_that_a_project_has_are_not_made_again() {
        let project = directory(&[("Makefile.am", "TESTS = a\nEXTRA_DIST += b\n")]);
        let missing = undefined(project.path(), BuildSystem::Automake);
        assert_eq!(missing, ["EXTRA_DIST", "CLEANFILES"]);
    }

    #[test]
    fn what_makes_the_makefile_comes_first() {
        let project = directory(&[("Makefile", ""), ("CMakeLists.txt", "")]);
        assert_eq!(systems(project.path()), [BuildSystem::CMake]);
        let project = directory(&[("Makefile", "")]);
        assert_eq!(systems(project.path()), [BuildSystem::Make]);
        assert!(systems(directory(&[]).path()).is_empty());
    }

    #[test]
    fn the_line_is_said_until_it_is_there() {
        let project = directory(&[("CMakeLists.txt", "project(a)\n")]);
        let (root, tests) = (project.path(), project.path().join("tests"));
        let said = next_step(root, &tests).expect("it is to be done");
        assert!(
            said.ends_with("CMakeLists.txt: include(tests/everypath.cmake)"),
            "{said}"
        );
        std::fs::write(
            root.join("CMakeLists.txt"),
            "include(tests/everypath.cmake)\n",
        )
        .unwrap();
        assert_eq!(next_step(root, &tests), None);
    }

    #[test]
    fn flags_of_a_build_directory_are_seen_from_the_project() {
        let project = directory(&[("build/a.h", ""), ("include/b.h", "")]);
        let root = project.path();
        let own = format!("-I{}", root.join("include").display());
        let flags = [
            own.as_str(),
            "-I",
            "../lib",
            "-I.",
            "-DX=1",
            "-isystem/usr/x",
        ];
        let moved = moved(&flags.map(str::to_owned), &root.join("build"), root);
        let expected = [
            "-Iinclude",
            "-I",
            "lib",
            "-Ibuild",
            "-DX=1",
            "-isystem/usr/x",
        ];
        assert_eq!(moved, expected);
    }
}
