//! The files that a suite is written to: saved once, after their tests have passed.

use std::io::Write;
use std::path::{Path, PathBuf};

use everypath_emit::FileKind;

use crate::failure::{Failure, FailureKind};
use crate::program::Outputs;

impl Outputs {
    /// The same files in another directory.
    pub(crate) fn moved_to(&self, directory: &Path) -> Outputs {
        let moved = |path: &Path| directory.join(path.file_name().unwrap_or_default());
        Outputs {
            tests: moved(&self.tests),
            bugs: moved(&self.bugs),
            possible: moved(&self.possible),
        }
    }

    /// The file of a kind.
    pub fn path(&self, kind: FileKind) -> &Path {
        match kind {
            FileKind::Tests => &self.tests,
            FileKind::Bugs => &self.bugs,
            FileKind::Possible => &self.possible,
        }
    }

    /// The directory of the tests.
    pub(crate) fn directory(&self) -> PathBuf {
        let directory = self.tests.parent();
        directory.unwrap_or(Path::new("")).to_owned()
    }
}

/// How files begin that are not whole yet.
const UNFINISHED: &str = ".everypath-";

/// Writes a file, or removes what an earlier run left there. Whoever looks sees the old
/// file or the new one, whatever happens in between: also where the disk is full. A link
/// is replaced, and what it leads to stays as it is.
pub fn save(path: &Path, text: Option<&str>) -> Result<(), Failure> {
    let failed = |error: std::io::Error| {
        Failure::new(
            FailureKind::Files,
            format!("{} cannot be written: {error}", path.display()),
        )
    };
    let Some(text) = text else {
        return match std::fs::remove_file(path) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(failed(error)),
            _ => Ok(()),
        };
    };
    let directory = match path.parent() {
        Some(directory) if !directory.as_os_str().is_empty() => directory,
        _ => Path::new("."),
    };
    std::fs::create_dir_all(directory).map_err(failed)?;
    remove_unfinished(directory);
    let mut file = tempfile::Builder::new()
        .prefix(UNFINISHED)
        .permissions(permissions(path))
        .tempfile_in(directory)
        .map_err(failed)?;
    // Says that it is no leftover; where files cannot be locked, nothing is taken away.
    let _ = file.as_file().try_lock();
    file.write_all(text.as_bytes()).map_err(failed)?;
    file.persist(path).map_err(|error| failed(error.error))?;
    Ok(())
}

/// Takes away what a run that was killed left in a directory.
fn remove_unfinished(directory: &Path) {
    let Ok(entries) = std::fs::read_dir(directory) else {
        return;
    };
    for entry in entries.flatten() {
        let is_one = entry.file_name().to_string_lossy().starts_with(UNFINISHED);
        let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
        if is_one
            && is_file
            && let Ok(file) = std::fs::File::open(entry.path())
            && file.try_lock().is_ok()
        {
            let _ = std::fs::remove_file(entry.path());
        }
    }
}

/// Those of the file that is there, else those that a new file has.
fn permissions(path: &Path) -> std::fs::Permissions {
    use std::os::unix::fs::PermissionsExt;
    let known = std::fs::metadata(path).map(|known| known.permissions());
    // The process's mask takes away what others may not do.
    known.unwrap_or_else(|_| std::fs::Permissions::from_mode(0o666))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_whole_and_keeps_its_permissions() {
        use std::os::unix::fs::PermissionsExt;
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("tests/test_a.py");
        save(&path, Some("one")).unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o640)).unwrap();
        save(&path, Some("two")).unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "two");
        let mode = std::fs::metadata(&path).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o640);
        let entries = std::fs::read_dir(path.parent().unwrap()).unwrap();
        assert_eq!(entries.count(), 1, "nothing else is left there");
        save(&path, None).unwrap();
        assert!(!path.exists());
        save(&path, None).unwrap();
    }

    #[test]
    fn what_a_link_leads_to_stays_as_it_is() {
        let directory = tempfile::tempdir().unwrap();
        let (path, outside) = (directory.path().join("a"), directory.path().join("b"));
        std::fs::write(&outside, "mine").unwrap();
        std::os::unix::fs::symlink(&outside, &path).unwrap();
        save(&path, Some("text")).unwrap();
        assert_eq!(std::fs::read_to_string(&outside).unwrap(), "mine");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "text");
        assert!(!path.is_symlink());
    }

    #[test]
    fn what_a_killed_run_left_is_taken_away() {
        let directory = tempfile::tempdir().unwrap();
        let [left, held] = [".everypath-1", ".everypath-2"].map(|name| directory.path().join(name));
        std::fs::write(&left, "half").unwrap();
        let holder = std::fs::File::create(&held).unwrap();
        holder.try_lock().unwrap();
        save(&directory.path().join("a"), Some("text")).unwrap();
        assert!(!left.exists() && held.exists());
    }
}
