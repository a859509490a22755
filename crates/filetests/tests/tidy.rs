//! The shape of the tree: who may depend on whom, how long files are, and that
//! every crate and file says what it is.

use std::path::{Path, PathBuf};

/// What each crate may depend on; everything else would turn an arrow around.
const ALLOWED: &[(&str, &[&str])] = &[
    ("term", &[]),
    ("confine", &[]),
    ("trace", &["term"]),
    ("solve", &["term"]),
    ("explore", &["term", "trace", "solve"]),
    ("bounded", &["lowered", "solve", "term", "trace"]),
    ("bounded/lowered", &["term", "trace"]),
    ("suite", &["term", "trace"]),
    ("emit", &["recipe"]),
    ("merge", &["emit"]),
    ("report", &["explore", "trace"]),
    (
        "generate",
        &[
            "bounded", "emit", "explore", "lowered", "merge", "report", "solve", "suite", "term",
            "trace",
        ],
    ),
    ("cache", &["generate", "report"]),
    ("frontends/jvm/recipe", &[]),
    ("frontends/jvm/jdk", &["confine", "recipe"]),
    ("frontends/jvm/jml", &["recipe"]),
    ("frontends/jvm", &["lowered", "term", "trace", "recipe"]),
    (
        "frontends/jvm/program",
        &[
            "emit", "explore", "generate", "jdk", "jml", "jvm", "lowered", "report", "suite",
            "term", "trace",
        ],
    ),
    ("frontends/python/wire", &["term", "trace"]),
    (
        "frontends/python",
        &["confine", "lowered", "term", "trace", "python-wire"],
    ),
    (
        "frontends/python/extension",
        &["term", "trace", "python-wire"],
    ),
    // Its build script builds the extension.
    ("frontends/python/native", &[]),
    (
        "frontends/python/program",
        &[
            "confine",
            "emit",
            "explore",
            "generate",
            "lowered",
            "python",
            "python-native",
            "report",
            "term",
            "trace",
        ],
    ),
    (
        "frontends/c",
        &["c-runtime", "confine", "lowered", "term", "trace"],
    ),
    (
        "frontends/c/program",
        &[
            "c", "confine", "emit", "explore", "generate", "lowered", "report", "suite", "term",
            "trace",
        ],
    ),
    ("frontends/c/runtime", &[]),
    (
        "cli",
        &[
            "c",
            "c-program",
            "cache",
            "confine",
            "emit",
            "explore",
            "generate",
            "jdk",
            "jvm-program",
            "python-native",
            "python-program",
            "report",
            "solve",
            "trace",
        ],
    ),
    (
        "filetests",
        &[
            "explore",
            "python",
            "python-native",
            "solve",
            "term",
            "testlab",
            "trace",
        ],
    ),
    ("testlab", &[]),
    (
        "fuzz",
        &[
            "c",
            "c-runtime",
            "emit",
            "jml",
            "jvm",
            "python-wire",
            "solve",
            "term",
            "testlab",
            "trace",
        ],
    ),
];

/// The longest file; a longer one has more than one purpose.
const LONGEST: usize = 500;

/// Files that are longer, and how long they may be. They may become shorter.
const LONGER: &[(&str, usize)] = &[
    ("filetests/src/fuzz.rs", 533),
    ("frontends/c/recorder/contexts.c", 554),
    ("frontends/c/src/instrument/calls.rs", 510),
    ("frontends/c/src/instrument/function.rs", 501),
    ("frontends/jvm/src/lower/method.rs", 553),
    (
        "frontends/python/worker/everypath_worker/instrument.py",
        559,
    ),
];

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

/// The source files of a directory and those in it.
fn sources(directory: &Path, files: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(directory).expect("the directory can be read");
    for entry in entries {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            sources(&path, files);
        } else if ["rs", "py", "java", "c", "h"].contains(&ending(&path)) {
            files.push(path);
        }
    }
}

fn ending(path: &Path) -> &str {
    path.extension()
        .and_then(|end| end.to_str())
        .unwrap_or_default()
}

/// Whether a file says what it is, in the way of its language.
fn says_what_it_is(path: &Path, text: &str) -> bool {
    // Goldens look as users' files do.
    if path
        .components()
        .any(|part| part.as_os_str() == "cases" || part.as_os_str() == "subjects")
    {
        return true;
    }
    match ending(path) {
        "rs" => text.starts_with("//!"),
        "py" => text.starts_with("\"\"\""),
        "java" => text
            .lines()
            .take_while(|line| !line.ends_with('{'))
            .any(|line| line.starts_with("/**")),
        _ => text.starts_with("/*"),
    }
}

/// The directories of the workspace's crates, seen from `crates`.
fn members() -> Vec<String> {
    let manifest = read(&crates().join("../Cargo.toml"));
    manifest
        .lines()
        .filter_map(|line| line.trim().strip_prefix("\"crates/"))
        .map(|rest| rest.trim_end_matches([',', '"']).to_owned())
        .collect()
}

#[test]
fn dependencies_point_one_way() {
    for member in members() {
        let row = ALLOWED.iter().find(|(name, _)| *name == member);
        let Some((_, allowed)) = row else {
            panic!("crates/{member} has no row in the table of dependencies");
        };
        let manifest = read(&crates().join(&member).join("Cargo.toml"));
        for dependency in dependencies(&manifest) {
            assert!(
                allowed.contains(&dependency),
                "crates/{member} must not depend on {dependency}"
            );
        }
    }
}

#[test]
fn the_table_of_dependencies_names_crates_only() {
    let members = members();
    assert!(members.len() > 20, "the members are not found");
    for (name, _) in ALLOWED {
        assert!(
            members.iter().any(|member| member == name),
            "there is no crates/{name}"
        );
    }
}

#[test]
fn files_are_short_and_say_what_they_are() {
    let root = crates().canonicalize().expect("the crates are there");
    let mut files = Vec::new();
    sources(&root, &mut files);
    files.sort();
    assert!(files.len() > 100, "the sources are not found");
    let mut complaints = Vec::new();
    for file in files {
        let text = read(&file);
        let lines = text.lines().count();
        let name = file.strip_prefix(&root).expect("it is in crates");
        let name = name.display().to_string();
        let exception = LONGER.iter().find(|(longer, _)| *longer == name);
        let longest = exception.map_or(LONGEST, |(_, lines)| *lines);
        if lines > longest {
            complaints.push(format!("{name} has {lines} lines, more than {longest}"));
        }
        if exception.is_some() && lines <= LONGEST {
            complaints.push(format!("{name} is short now and needs no exception"));
        }
        if !says_what_it_is(&file, &text) {
            complaints.push(format!("{name} does not begin with what it is"));
        }
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}
