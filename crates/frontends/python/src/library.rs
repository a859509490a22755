//! The worker's Python files, carried inside the executable and written to a
//! directory that lives as long as the run. What an interpreter makes of them when it
//! compiles them is kept in the user's cache: it takes longer than most modules need. Beside it
//! are sources of users as the worker rewrites them.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use everypath_confine::cache;
use serde_json::json;

use crate::executor::{LoadRequest, Loaded};

/// Each file with its path in the package; listed by the build script.
const FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/worker_files.rs"));

/// The package, and the places of it that hold files.
const PACKAGE: &str = "everypath_worker";
const FOLDERS: [&str; 2] = ["", "lower"];
/// Where an interpreter looks for compiled files.
const COMPILED: &str = "__pycache__";
/// Where sources are kept as they were rewritten.
const REWRITTEN: &str = "rewritten";
/// So many are rewritten again sooner than another process is started for them.
const FEW: usize = 16;
/// What the process is told that rewrites sources.
const REWRITE: &str = "import sys; sys.path.insert(0, sys.argv.pop(1)); \
                       from everypath_worker.rewritten import main; main()";
/// What compiled files that are kept begin with.
const KEPT: &str = "worker-";
/// Those that other interpreters or builds made before are kept, too, as long as there are few.
const MOST_KEPT: usize = 12;

/// The directory with the worker's package; removed when dropped.
#[derive(Debug)]
pub struct Library {
    directory: tempfile::TempDir,
}

impl Library {
    /// Writes the files.
    pub fn unpack() -> io::Result<Library> {
        let directory = tempfile::TempDir::with_prefix("everypath-")?;
        let package = directory.path().join(PACKAGE);
        for folder in FOLDERS {
            std::fs::create_dir_all(package.join(folder))?;
        }
        for (name, text) in FILES {
            std::fs::write(package.join(name), text)?;
        }
        Ok(Library { directory })
    }

    /// What to put on Python's path.
    pub fn path(&self) -> &Path {
        self.directory.path()
    }

    /// Brings along what an interpreter compiles the files to. Without it they are compiled
    /// in each process, so nothing is lost if it cannot be had. Tells where rewritten sources are
    /// kept for this interpreter.
    pub fn compile_for(&self, python: &Path) -> Option<PathBuf> {
        let cache = cache()?;
        let kept = cache.join(format!("{KEPT}{:016x}", identity(python)));
        if self.take(&kept).is_none() {
            let _ = self.keep(python, &cache, &kept);
        }
        Some(kept.join(REWRITTEN)).filter(|_| kept.is_dir())
    }

    /// Has sources rewritten that a worker had to rewrite, for workers that come later. That
    /// runs nothing of the user's.
    pub fn rewrite(
        &self,
        python: &Path,
        request: &LoadRequest,
        loaded: &Loaded,
    ) -> Option<Rewriting> {
        if request.rewritten.is_none() || loaded.rewritten.len() < FEW {
            return None;
        }
        let mut process = Command::new(python)
            .args(["-I", "-c", REWRITE])
            .arg(self.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .ok()?;
        let wanted = json!({
            "directory": request.rewritten,
            "kinds": request.goals,
            "files": loaded.rewritten,
        });
        // If it is gone, there is nothing to keep.
        let told = process
            .stdin
            .take()
            .map(|mut pipe| write!(pipe, "{wanted}"));
        told.and_then(Result::ok).map(|()| Rewriting(process))
    }

    /// Copies compiled files that were kept.
    fn take(&self, kept: &Path) -> Option<()> {
        for folder in FOLDERS {
            copy(&kept.join(folder), &self.compiled(folder)).ok()?;
        }
        Some(())
    }

    /// Has the files compiled, and keeps that: all of it, or nothing.
    fn keep(&self, python: &Path, cache: &Path, kept: &Path) -> io::Result<()> {
        // Nobody asks when a source was written: it is the one that was compiled.
        let status = Command::new(python)
            .args(["-I", "-m", "compileall", "-q"])
            .args(["--invalidation-mode", "unchecked-hash"])
            .arg(self.path().join(PACKAGE))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()?;
        if !status.success() {
            return Err(io::ErrorKind::Other.into());
        }
        std::fs::create_dir_all(cache)?;
        let new = tempfile::Builder::new()
            .prefix(".worker-")
            .tempdir_in(cache)?;
        for folder in FOLDERS {
            copy(&self.compiled(folder), &new.path().join(folder))?;
        }
        // Another command may have been faster.
        std::fs::rename(new.path(), kept)?;
        let _ = new.keep();
        forget_old(cache)
    }

    fn compiled(&self, folder: &str) -> PathBuf {
        self.path().join(PACKAGE).join(folder).join(COMPILED)
    }
}

/// A process that rewrites sources; it ends with the run at the latest.
#[derive(Debug)]
pub struct Rewriting(Child);

impl Drop for Rewriting {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// What compiled files depend on: the sources, and the interpreter.
fn identity(python: &Path) -> u64 {
    let mut hasher = DefaultHasher::new();
    FILES.hash(&mut hasher);
    let python = std::fs::canonicalize(python).unwrap_or_else(|_| python.to_owned());
    if let Ok(about) = std::fs::metadata(&python) {
        about.len().hash(&mut hasher);
        about.modified().ok().hash(&mut hasher);
    }
    python.hash(&mut hasher);
    hasher.finish()
}

/// Copies the compiled files of a folder into another.
fn copy(from: &Path, to: &Path) -> io::Result<()> {
    let entries = std::fs::read_dir(from)?;
    std::fs::create_dir_all(to)?;
    for entry in entries {
        let path = entry?.path();
        if let (Some("pyc"), Some(name)) = (
            path.extension().and_then(|end| end.to_str()),
            path.file_name(),
        ) {
            std::fs::copy(&path, to.join(name))?;
        }
    }
    Ok(())
}

/// Leaves only the newest of what is kept.
fn forget_old(cache: &Path) -> io::Result<()> {
    let mut kept = Vec::new();
    for entry in std::fs::read_dir(cache)? {
        let entry = entry?;
        if entry.file_name().to_string_lossy().starts_with(KEPT) {
            kept.push((entry.metadata()?.modified()?, entry.path()));
        }
    }
    kept.sort();
    let many = kept.len().saturating_sub(MOST_KEPT);
    for (_, path) in kept.into_iter().take(many) {
        std::fs::remove_dir_all(path)?;
    }
    Ok(())
}
