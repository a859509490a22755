//! A directory that belongs to one run. Its lock says that the run is alive, also to those
//! who cannot see its processes; one without a lock was left behind.

use std::fs::File;
use std::io;
use std::os::fd::AsRawFd;
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::path::{Path, PathBuf};

/// How the names of such directories begin.
const PREFIX: &str = "everypath-run-";
/// Names that are tried.
const MOST_NAMES: u32 = 100;

/// A directory that belongs to one run.
#[derive(Debug)]
pub(crate) struct Private {
    path: PathBuf,
    /// The directory itself, open for as long as the run lives; processes that run other
    /// programs do not inherit it.
    _lock: File,
}

impl Private {
    /// Makes a directory in another one.
    pub(crate) fn make(parent: &Path) -> io::Result<Private> {
        let own = std::process::id();
        for number in 0..MOST_NAMES {
            let path = parent.join(format!("{PREFIX}{own}-{number}"));
            match std::fs::DirBuilder::new().mode(0o700).create(&path) {
                Ok(()) => {}
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
                Err(error) => return Err(error),
            }
            // Somebody who cleans up may have seen it before it was locked.
            if let Some(lock) = locked(&path) {
                return Ok(Private { path, _lock: lock });
            }
        }
        Err(io::Error::from(io::ErrorKind::AlreadyExists))
    }

    /// Where it is.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Takes it away with all that is in it.
    pub(crate) fn remove(&self) {
        // What cannot be taken away now, the next run tries again.
        let _ = std::fs::remove_dir_all(&self.path);
    }

    /// Takes away the directories of runs that were killed.
    pub(crate) fn remove_abandoned(parent: &Path) {
        let Ok(entries) = std::fs::read_dir(parent) else {
            return;
        };
        for entry in entries.flatten() {
            let is_one = entry.file_name().to_string_lossy().starts_with(PREFIX);
            if is_one && let Some(_lock) = locked(&entry.path()) {
                let _ = std::fs::remove_dir_all(entry.path());
            }
        }
    }
}

/// The lock of a directory; `None` if somebody has it, or there is no such directory.
fn locked(path: &Path) -> Option<File> {
    let known = path
        .symlink_metadata()
        .ok()
        .filter(|known| known.is_dir())?;
    let directory = File::open(path).ok()?;
    // SAFETY: the descriptor is open.
    let taken = unsafe { libc::flock(directory.as_raw_fd(), libc::LOCK_EX | libc::LOCK_NB) };
    let is_same = directory.metadata().ok()?.ino() == known.ino();
    (taken == 0 && is_same && path.exists()).then_some(directory)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_holds_is_taken_away() {
        let parent = tempfile::tempdir().unwrap();
        let held = Private::make(parent.path()).unwrap();
        let left = Private::make(parent.path()).unwrap();
        std::fs::write(left.path().join("file"), "left").unwrap();
        let path = left.path().to_owned();
        drop(left);
        std::fs::create_dir(parent.path().join("everypath-other")).unwrap();
        Private::remove_abandoned(parent.path());
        assert!(held.path().is_dir() && !path.exists());
        assert!(parent.path().join("everypath-other").is_dir());
        held.remove();
        assert!(!held.path().exists());
    }
}
