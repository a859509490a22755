//! What a suite rests on besides the options: as long as none of it changes, neither does the
//! suite.

use std::collections::BTreeSet;
use std::path::PathBuf;

/// The files that a program was made from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ground {
    /// Those that were read, or may be by a run: with another text, another suite.
    pub files: BTreeSet<PathBuf>,
    /// Those that would be read instead of others, if they were there.
    pub absent: BTreeSet<PathBuf>,
}

impl Ground {
    /// Some files, and nothing else.
    pub fn of(files: impl IntoIterator<Item = PathBuf>) -> Ground {
        Ground {
            files: files.into_iter().collect(),
            absent: BTreeSet::new(),
        }
    }
}
