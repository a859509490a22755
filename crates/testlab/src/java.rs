//! The JDKs of the machine, and their compiler.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::Need;

/// The JDKs with a compiler, each once: the one that `JAVA_HOME` names first,
/// then the installed ones by name.
pub fn jdks() -> Vec<PathBuf> {
    let named = std::env::var_os("JAVA_HOME").map(PathBuf::from);
    let installed = std::fs::read_dir("/usr/lib/jvm").into_iter().flatten();
    let mut installed: Vec<PathBuf> = installed.flatten().map(|entry| entry.path()).collect();
    installed.sort();
    let mut seen: Vec<PathBuf> = Vec::new();
    let mut found: Vec<PathBuf> = Vec::new();
    for jdk in named.into_iter().chain(installed) {
        let is_whole = jdk.join("lib/modules").is_file() && jdk.join("bin/javac").is_file();
        let real = jdk.canonicalize().unwrap_or_default();
        if is_whole && !seen.contains(&real) {
            seen.push(real);
            found.push(jdk);
        }
    }
    Need::Java
        .met((!found.is_empty()).then_some(found))
        .unwrap_or_default()
}

/// The first JDK.
pub fn jdk() -> Option<PathBuf> {
    jdks().into_iter().next()
}

/// Compiles sources, with tables for a debugger, into a directory.
pub fn compile_java(jdk: &Path, sources: &[PathBuf], into: &Path) {
    let ended = Command::new(jdk.join("bin/javac"))
        .args(["-g", "-nowarn", "-Xlint:none", "-encoding", "UTF-8", "-d"])
        .arg(into)
        .args(sources)
        .output()
        .expect("javac starts");
    let said = String::from_utf8_lossy(&ended.stderr);
    assert!(ended.status.success(), "{said}");
}
