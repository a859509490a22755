//! The shape of the tree: who may depend on whom, how long files are, and that
//! every crate and file says what it is.

use std::path::{Path, PathBuf};

/// What each crate may depend on; everything else would turn an arrow around.
const ALLOWED: &[(&str, &[&str])] = &[
    ("term", &[]),
    ("trace", &["term"]),
    ("solve", &["term"]),
    ("explore", &["term", "trace", "solve"]),
    ("bounded", &["lowered", "solve", "term", "trace"]),
    ("bounded/lowered", &["term", "trace"]),
    ("suite", &["term", "trace"]),
    ("emit", &["trace", "suite", "recipe"]),
    ("frontends/jvm/recipe", &[]),
    ("frontends/jvm/jdk", &["recipe"]),
    ("frontends/jvm/jml", &["recipe"]),
    ("frontends/jvm", &["lowered", "term", "trace", "recipe"]),
    ("report", &["explore", "suite", "trace"]),
    ("frontends/python/wire", &["term", "trace"]),
    (
        "frontends/python",
        &["lowered", "term", "trace", "python-wire"],
    ),
    (
        "frontends/python/extension",
        &["term", "trace", "python-wire"],
    ),
];

/// The longest file; a longer one has more than one purpose.
const LONGEST: usize = 800;

fn crates() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The crates of ours that a manifest's `[dependencies]` name.
fn dependencies(manifest: &str) -> Vec<&str> {
    manifest
        .lines()
        .skip_while(|line| *line != "[dependencies]")
        .skip(1)
        .take_while(|line| !line.starts_with('['))
        .filter_map(|line| line.strip_prefix("everypath-"))
        .map(|rest| rest.split(['.', ' ']).next().unwrap_or(rest))
        .collect()
}

fn sources(directory: &Path, files: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(directory).expect("the directory can be read");
    for entry in entries {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            sources(&path, files);
        } else if path
            .extension()
            .is_some_and(|end| end == "rs" || end == "py")
        {
            files.push(path);
        }
    }
}

#[test]
fn dependencies_point_one_way() {
    for (name, allowed) in ALLOWED {
        let manifest = read(&crates().join(name).join("Cargo.toml"));
        for dependency in dependencies(&manifest) {
            assert!(
                allowed.contains(&dependency),
                "crates/{name} must not depend on {dependency}"
            );
        }
    }
}

#[test]
fn files_are_short_and_say_what_they_are() {
    let mut files = Vec::new();
    sources(&crates(), &mut files);
    files.sort();
    assert!(files.len() > 100, "the sources are not found");
    for file in files {
        let text = read(&file);
        let lines = text.lines().count();
        assert!(
            lines <= LONGEST,
            "{} has {lines} lines, more than {LONGEST}",
            file.display()
        );
        let says = text.starts_with("//!") || text.starts_with("\"\"\"") || text.starts_with("#");
        assert!(says, "{} does not begin with what it is", file.display());
    }
}
