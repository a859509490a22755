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
    (
        "lower/__init__.py",
        include_str!("../worker/everypath_worker/lower/__init__.py"),
    ),
    (
        "lower/answering.py",
        include_str!("../worker/everypath_worker/lower/answering.py"),
    ),
    (
        "lower/attributes.py",
        include_str!("../worker/everypath_worker/lower/attributes.py"),
    ),
    (
        "lower/binding.py",
        include_str!("../worker/everypath_worker/lower/binding.py"),
    ),
    (
        "lower/builder.py",
        include_str!("../worker/everypath_worker/lower/builder.py"),
    ),
    (
        "lower/callables.py",
        include_str!("../worker/everypath_worker/lower/callables.py"),
    ),
    (
        "lower/calls.py",
        include_str!("../worker/everypath_worker/lower/calls.py"),
    ),
    (
        "lower/entry.py",
        include_str!("../worker/everypath_worker/lower/entry.py"),
    ),
    (
        "lower/expressions.py",
        include_str!("../worker/everypath_worker/lower/expressions.py"),
    ),
    (
        "lower/functions.py",
        include_str!("../worker/everypath_worker/lower/functions.py"),
    ),
    (
        "lower/iteration.py",
        include_str!("../worker/everypath_worker/lower/iteration.py"),
    ),
    (
        "lower/layout.py",
        include_str!("../worker/everypath_worker/lower/layout.py"),
    ),
    (
        "lower/lowering.py",
        include_str!("../worker/everypath_worker/lower/lowering.py"),
    ),
    (
        "lower/numbers.py",
        include_str!("../worker/everypath_worker/lower/numbers.py"),
    ),
    (
        "lower/opening.py",
        include_str!("../worker/everypath_worker/lower/opening.py"),
    ),
    (
        "lower/operators.py",
        include_str!("../worker/everypath_worker/lower/operators.py"),
    ),
    (
        "lower/program.py",
        include_str!("../worker/everypath_worker/lower/program.py"),
    ),
    (
        "lower/runtime.py",
        include_str!("../worker/everypath_worker/lower/runtime.py"),
    ),
    (
        "lower/runtime_texts.py",
        include_str!("../worker/everypath_worker/lower/runtime_texts.py"),
    ),
    (
        "lower/sequences.py",
        include_str!("../worker/everypath_worker/lower/sequences.py"),
    ),
    (
        "lower/solution.py",
        include_str!("../worker/everypath_worker/lower/solution.py"),
    ),
    (
        "lower/statements.py",
        include_str!("../worker/everypath_worker/lower/statements.py"),
    ),
    (
        "lower/synthetic.py",
        include_str!("../worker/everypath_worker/lower/synthetic.py"),
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
        std::fs::create_dir_all(package.join("lower"))?;
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
