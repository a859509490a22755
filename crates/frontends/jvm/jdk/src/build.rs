//! Our own Java: compiled once for each JDK, and kept.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::PathBuf;

use crate::artifacts::Artifacts;
use crate::home::Jdk;
use crate::javac::{Compilation, compile};

/// The directory with the classes of some files carried in the executable,
/// compiled with this JDK now or by an earlier run.
pub(crate) fn unpacked(
    jdk: &Jdk,
    artifacts: &Artifacts,
    name: &str,
    package: &str,
    files: &[(&str, &str)],
    class_path: &[PathBuf],
) -> Result<PathBuf, String> {
    let mut hasher = DefaultHasher::new();
    (files, jdk.version, class_path).hash(&mut hasher);
    let target = artifacts
        .directory()
        .join(format!("{name}-{:016x}", hasher.finish()));
    if target.is_dir() {
        return Ok(target);
    }
    let failed = |error: std::io::Error| format!("{} cannot be written: {error}", target.display());
    fs::create_dir_all(artifacts.directory()).map_err(failed)?;
    let work = tempfile::Builder::new()
        .prefix("unpacking-")
        .tempdir_in(artifacts.directory())
        .map_err(failed)?;
    let sources = work.path().join("sources").join(package);
    let classes = work.path().join("classes");
    fs::create_dir_all(&sources).map_err(failed)?;
    fs::create_dir_all(&classes).map_err(failed)?;
    for (name, text) in files {
        let path = if name.ends_with(".java") {
            sources.join(name)
        } else {
            classes.join(name)
        };
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent).map_err(failed)?;
        }
        fs::write(path, text).map_err(failed)?;
    }
    let found = compile(
        jdk,
        &Compilation {
            sources: files
                .iter()
                .filter(|(name, _)| name.ends_with(".java"))
                .map(|(name, _)| sources.join(name))
                .collect(),
            class_path: class_path.to_vec(),
            out: classes.clone(),
            options: vec!["-nowarn".to_owned()],
            ..Compilation::default()
        },
    )?;
    if let Some(error) = found.iter().find(|diagnostic| diagnostic.error) {
        return Err(format!("{name} does not compile: {}", error.message));
    }
    match fs::rename(&classes, &target) {
        // Another process was faster.
        Err(_) if target.is_dir() => Ok(target),
        result => result.map(|()| target.clone()).map_err(failed),
    }
}
