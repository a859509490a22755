//! The formatters of the three languages leave the goldens alone. Where one of
//! them is missing, its test fails.

use std::path::{Path, PathBuf};
use std::process::Command;

use everypath_jdk::{Artifact, Artifacts, Jdk};

/// The style of generated C; `emit/src/layout.rs` says why.
const CLANG_FORMAT: &str = "--style={BasedOnStyle: LLVM, IndentWidth: 4, ColumnLimit: 0, \
                            SortIncludes: Never, AlignEscapedNewlines: DontAlign}";

const GOOGLE_JAVA_FORMAT: Artifact = Artifact {
    group: "com.google.googlejavaformat",
    name: "google-java-format",
    version: "1.22.0",
    classifier: Some("all-deps"),
};

/// The packages of the compiler that google-java-format looks into.
const EXPORTS: [&str; 6] = ["api", "code", "file", "parser", "tree", "util"];

/// The goldens of a language.
fn goldens(language: &str, ending: &str) -> Vec<PathBuf> {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let mut files = Vec::new();
    for entry in std::fs::read_dir(cases.join(language)).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            let inside = std::fs::read_dir(path).unwrap();
            files.extend(inside.map(|entry| entry.unwrap().path()));
        }
    }
    files.retain(|path| path.extension().is_some_and(|other| other == ending));
    files.sort();
    assert!(!files.is_empty(), "{language} has no goldens");
    files
}

/// Runs a formatter, which says nothing of what it would leave as it is.
fn check(command: &mut Command) {
    let ended = command
        .output()
        .unwrap_or_else(|error| panic!("{command:?} cannot be run: {error}"));
    let said = [ended.stdout, ended.stderr].concat();
    assert!(ended.status.success(), "{}", String::from_utf8_lossy(&said));
}

#[test]
fn ruff_leaves_pytest_files_alone() {
    check(
        Command::new("ruff")
            .args(["format", "--isolated", "--no-cache", "--diff"])
            .args(goldens("pytest", "py")),
    );
}

#[test]
fn clang_format_leaves_c_files_alone() {
    check(
        Command::new("clang-format")
            .args([CLANG_FORMAT, "--dry-run", "-Werror"])
            .args(goldens("c", "c")),
    );
}

#[test]
fn google_java_format_leaves_junit_files_alone() {
    let jdk = Jdk::find(None).expect("there is a JDK");
    let jars = Artifacts::of_user()
        .fetch(&[GOOGLE_JAVA_FORMAT])
        .expect("Maven brings google-java-format");
    let exports = EXPORTS.map(|package| {
        format!("--add-exports=jdk.compiler/com.sun.tools.javac.{package}=ALL-UNNAMED")
    });
    check(
        Command::new(jdk.tool("java"))
            .args(exports)
            .arg("-jar")
            .args(jars)
            .args(["--dry-run", "--set-exit-if-changed"])
            .args(goldens("junit", "java")),
    );
}
