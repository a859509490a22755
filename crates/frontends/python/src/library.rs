//! The worker's Python files, carried inside the executable and written to a
//! directory that lives as long as the run.

use std::io;
use std::path::Path;

/// Each file with its path in the package; listed by the build script.
const FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/worker_files.rs"));

/// The directory with the worker's package; removed when dropped.
#[derive(Debug)]
pub struct Library {
    directory: tempfile::TempDir,
}

impl Library {
    /// Writes the files.
    pub fn unpack() -> io::Result<Library> {
        let directory = tempfile::TempDir::with_prefix("everypath-")?;
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
