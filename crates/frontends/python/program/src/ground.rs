//! What the suite of a module rests on: what it was loaded from, and what pytest reads.

use std::path::{Path, PathBuf};

use everypath_generate::{Ground, Settings, absolute};
use everypath_python::PythonExecutor;

/// What pytest reads in the directories above a test.
const READ_BY_PYTEST: [&str; 5] = [
    "conftest.py",
    "pytest.ini",
    "pyproject.toml",
    "tox.ini",
    "setup.cfg",
];

/// The ground of a module that was loaded.
pub(crate) fn of(executor: &mut PythonExecutor, settings: &Settings) -> Option<Ground> {
    let loaded = executor.ground().ok()?;
    let mut ground = Ground {
        files: loaded.files.into_iter().collect(),
        absent: loaded.absent.into_iter().collect(),
    };
    for file in read_by_pytest(settings.out.as_deref().unwrap_or(Path::new("tests"))) {
        match file.exists() {
            true => ground.files.insert(file),
            false => ground.absent.insert(file),
        };
    }
    Some(ground)
}

/// What pytest may read for tests that are written somewhere, from there up to here.
fn read_by_pytest(out: &Path) -> Vec<PathBuf> {
    let here = absolute(Path::new("."));
    let out = absolute(out);
    let above = out.ancestors().take_while(|place| place.starts_with(&here));
    let places = above.chain([here.as_path()]);
    places
        .flat_map(|place| READ_BY_PYTEST.map(|name| place.join(name)))
        .collect()
}
