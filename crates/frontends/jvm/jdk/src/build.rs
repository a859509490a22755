//! Our own Java: compiled once for each JDK, and kept as a jar.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::path::{Path, PathBuf};

use crate::artifacts::Artifacts;
use crate::home::Jdk;
use crate::jar::jar_of;
use crate::javac::{Compilation, compile_alone};

/// Files by their names, as they are carried in the executable.
pub(crate) type Files = [(&'static str, &'static str)];

macro_rules! files {
    ($directory:literal, $($name:literal),+ $(,)?) => {
        &[$(($name, include_str!(concat!("../observer/", $directory, "/", $name)))),+]
    };
}

/// How they are compiled. To put texts together by code that is made on the way takes a JVM
/// longer than all the texts that ours ever puts together.
const OPTIONS: [&str; 2] = ["-nowarn", "-XDstringConcat=inline"];

/// What carries out recipes, and what compiles.
pub(crate) const OBSERVER: &Files = files![
    "everypath",
    "Clock.java",
    "Compiling.java",
    "Defaults.java",
    "Describing.java",
    "Facts.java",
    "Failure.java",
    "Json.java",
    "Loader.java",
    "Observer.java",
    "Picture.java",
    "Primitives.java",
    "Stage.java",
    "StandIn.java",
    "Subclass.java",
    "Surroundings.java",
    "Temporary.java",
];

/// What runs tests with JUnit and tells what becomes of them.
const REPORTING: &Files = files![
    "reporting",
    "Rehearsal.java",
    "Reporting.java",
    "Running.java",
    "META-INF/services/org.junit.platform.launcher.TestExecutionListener",
];

/// The jar of what carries out recipes and compiles.
pub(crate) fn observer(jdk: &Jdk, artifacts: &Artifacts) -> Result<PathBuf, String> {
    packed(jdk, artifacts, "observer", "everypath", OBSERVER, &[])
}

/// The jar of what runs tests, for a jar of JUnit.
pub(crate) fn reporting(
    jdk: &Jdk,
    artifacts: &Artifacts,
    junit: &[PathBuf],
) -> Result<PathBuf, String> {
    let package = "everypath/reporting";
    packed(jdk, artifacts, "reporting", package, REPORTING, junit)
}

/// A jar with the classes of some files, compiled with this JDK now or by an earlier run.
fn packed(
    jdk: &Jdk,
    artifacts: &Artifacts,
    name: &str,
    package: &str,
    files: &Files,
    class_path: &[PathBuf],
) -> Result<PathBuf, String> {
    let mut hasher = DefaultHasher::new();
    // Names of jars have versions in them; where they are does not matter.
    let jars: Vec<_> = class_path.iter().map(|jar| jar.file_name()).collect();
    (files, OPTIONS, jdk.version, jars).hash(&mut hasher);
    let target = artifacts
        .directory()
        .join(format!("{name}-{:016x}.jar", hasher.finish()));
    if target.is_file() {
        return Ok(target);
    }
    let failed = |error: io::Error| format!("{} cannot be written: {error}", target.display());
    fs::create_dir_all(artifacts.directory()).map_err(failed)?;
    let work = tempfile::TempDir::with_prefix("everypath-").map_err(failed)?;
    let sources = unpack(files, &work.path().join("sources").join(package)).map_err(failed)?;
    let classes = work.path().join("classes");
    let compilation = Compilation {
        sources,
        class_path: class_path.to_vec(),
        out: classes.clone(),
        // To put texts together by code that is made on the way takes a JVM longer than all
        // the texts that ours ever puts together.
        options: ["-nowarn", "-XDstringConcat=inline"]
            .map(String::from)
            .into(),
        ..Compilation::default()
    };
    let found = compile_alone(jdk, &compilation)?;
    if let Some(error) = found.iter().find(|diagnostic| diagnostic.error) {
        return Err(format!("{name} does not compile: {}", error.message));
    }
    let mut entries: Vec<(String, Vec<u8>)> = Vec::new();
    let others = files.iter().filter(|(name, _)| !name.ends_with(".java"));
    entries.extend(others.map(|(name, text)| ((*name).to_owned(), text.as_bytes().to_vec())));
    collect(&classes, "", &mut entries).map_err(failed)?;
    let jar = jar_of(&entries, artifacts.directory()).map_err(failed)?;
    // Whoever was faster: a JVM remembers when the jar was made.
    match jar.persist_noclobber(&target) {
        Err(_) if target.is_file() => Ok(target),
        result => result.map(|_| target.clone()).map_err(|e| failed(e.error)),
    }
}

/// Writes the sources among some files into a directory; where they are.
pub(crate) fn unpack(files: &Files, directory: &Path) -> io::Result<Vec<PathBuf>> {
    fs::create_dir_all(directory)?;
    let sources = files.iter().filter(|(name, _)| name.ends_with(".java"));
    let write = |(name, text): &(&str, &str)| {
        let path = directory.join(name);
        fs::write(&path, text)?;
        Ok(path)
    };
    sources.map(write).collect()
}

/// The files below a directory, in order.
fn collect(directory: &Path, prefix: &str, found: &mut Vec<(String, Vec<u8>)>) -> io::Result<()> {
    let entries: io::Result<Vec<_>> = fs::read_dir(directory)?.collect();
    let mut entries = entries?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            collect(&entry.path(), &format!("{name}/"), found)?;
        } else {
            found.push((name, fs::read(entry.path())?));
        }
    }
    Ok(())
}
