//! What a result rests on, as it is written down: files with their digests, and files that were
//! not there. Paths below the current directory are written from there, so that a cache can be
//! taken elsewhere.

use std::path::Path;
use std::time::SystemTime;

use everypath_generate::{Ground, shown};
use serde::{Deserialize, Serialize};

use crate::files::{Files, digest_of_all};

/// The ground of a result.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Footing {
    /// Files with their digests.
    files: Vec<(String, String)>,
    /// Files that were not there.
    absent: Vec<String>,
}

impl Footing {
    /// The footing of a ground that has not changed since some moment; `None` if it has, or if
    /// a file of it cannot be read.
    pub(crate) fn of(ground: &Ground, files: &Files, since: SystemTime) -> Option<Footing> {
        let mut footing = Footing::default();
        for path in &ground.files {
            let changed = std::fs::metadata(path).and_then(|known| known.modified());
            if changed.ok()? >= since {
                return None;
            }
            footing.files.push((shown(path), files.digest(path)?));
        }
        footing.absent = ground.absent.iter().map(|path| shown(path)).collect();
        Some(footing)
    }

    /// Whether everything is as it was.
    pub(crate) fn holds(&self, files: &Files) -> bool {
        let is_absent = |path: &String| std::fs::symlink_metadata(path).is_err();
        let is_same = |(path, digest): &(String, String)| {
            files.digest(Path::new(path)).as_ref() == Some(digest)
        };
        self.files.iter().all(is_same) && self.absent.iter().all(is_absent)
    }

    /// What is not as it was.
    pub(crate) fn changed(&self, files: &Files) -> Vec<String> {
        let now = |path: &String| files.digest(Path::new(path));
        let changed = self
            .files
            .iter()
            .filter(|(path, digest)| now(path).as_ref() != Some(digest));
        let changed = changed.map(|(path, _)| path.clone());
        let new = self.absent.iter().filter(|path| Path::new(path).exists());
        changed.chain(new.cloned()).collect()
    }

    /// What tells it from other footings of the same module.
    pub(crate) fn digest(&self) -> String {
        let files = self.files.iter();
        let files = files.flat_map(|(path, digest)| [path.as_str(), digest.as_str()]);
        digest_of_all(files.chain(self.absent.iter().map(String::as_str)))
    }
}
