//! The worker's Python files, carried inside the executable and written to a
//! directory that lives as long as the run.

use std::io;
use std::path::{Path, PathBuf};

const FILES: &[(&str, &str)] = &[
    (
        "__init__.py",
        include_str!("../worker/everypath_worker/__init__.py"),
    ),
    (
        "calling.py",
        include_str!("../worker/everypath_worker/calling.py"),
    ),
    (
        "classes.py",
        include_str!("../worker/everypath_worker/classes.py"),
    ),
    (
        "contracts.py",
        include_str!("../worker/everypath_worker/contracts.py"),
    ),
    (
        "control.py",
        include_str!("../worker/everypath_worker/control.py"),
    ),
    (
        "defaults.py",
        include_str!("../worker/everypath_worker/defaults.py"),
    ),
    (
        "describe.py",
        include_str!("../worker/everypath_worker/describe.py"),
    ),
    (
        "guiding.py",
        include_str!("../worker/everypath_worker/guiding.py"),
    ),
    (
        "heap.py",
        include_str!("../worker/everypath_worker/heap.py"),
    ),
    (
        "hints.py",
        include_str!("../worker/everypath_worker/hints.py"),
    ),
    (
        "identity.py",
        include_str!("../worker/everypath_worker/identity.py"),
    ),
    (
        "infer.py",
        include_str!("../worker/everypath_worker/infer.py"),
    ),
    (
        "instrument.py",
        include_str!("../worker/everypath_worker/instrument.py"),
    ),
    (
        "known.py",
        include_str!("../worker/everypath_worker/known.py"),
    ),
    (
        "main.py",
        include_str!("../worker/everypath_worker/main.py"),
    ),
    (
        "standing.py",
        include_str!("../worker/everypath_worker/standing.py"),
    ),
    (
        "amounts.py",
        include_str!("../worker/everypath_worker/amounts.py"),
    ),
    (
        "moments.py",
        include_str!("../worker/everypath_worker/moments.py"),
    ),
    (
        "observe.py",
        include_str!("../worker/everypath_worker/observe.py"),
    ),
    (
        "observers.py",
        include_str!("../worker/everypath_worker/observers.py"),
    ),
    (
        "places.py",
        include_str!("../worker/everypath_worker/places.py"),
    ),
    (
        "rebuilding.py",
        include_str!("../worker/everypath_worker/rebuilding.py"),
    ),
    (
        "recipes.py",
        include_str!("../worker/everypath_worker/recipes.py"),
    ),
    (
        "reporting.py",
        include_str!("../worker/everypath_worker/reporting.py"),
    ),
    (
        "sandbox.py",
        include_str!("../worker/everypath_worker/sandbox.py"),
    ),
    (
        "search.py",
        include_str!("../worker/everypath_worker/search.py"),
    ),
    (
        "session.py",
        include_str!("../worker/everypath_worker/session.py"),
    ),
    (
        "shapes.py",
        include_str!("../worker/everypath_worker/shapes.py"),
    ),
    (
        "showing.py",
        include_str!("../worker/everypath_worker/showing.py"),
    ),
    (
        "sources.py",
        include_str!("../worker/everypath_worker/sources.py"),
    ),
    (
        "state.py",
        include_str!("../worker/everypath_worker/state.py"),
    ),
    (
        "units.py",
        include_str!("../worker/everypath_worker/units.py"),
    ),
];

/// The directory with the worker's package; removed when dropped.
#[derive(Debug)]
pub struct Library {
    directory: tempfile::TempDir,
}

impl Library {
    /// Writes the files.
    pub fn unpack() -> io::Result<Library> {
        let directory = tempfile::Builder::new().prefix("everypath-").tempdir()?;
        let package = directory.path().join("everypath_worker");
        std::fs::create_dir(&package)?;
        for (name, text) in FILES {
            std::fs::write(package.join(name), text)?;
        }
        Ok(Library { directory })
    }

    /// What to put on Python's path.
    pub fn path(&self) -> &Path {
        self.directory.path()
    }
}

/// The extension, which the same build puts beside the executable.
pub fn native_extension() -> io::Result<PathBuf> {
    let executable = std::env::current_exe()?;
    let name = "libeverypath_native.so";
    // A test's executable is one directory further down.
    executable
        .ancestors()
        .skip(1)
        .take(2)
        .map(|directory| directory.join(name))
        .find(|path| path.exists())
        .ok_or_else(|| {
            io::Error::new(
                io::ErrorKind::NotFound,
                format!(
                    "{name} is not beside {}; build everypath again",
                    executable.display()
                ),
            )
        })
}
