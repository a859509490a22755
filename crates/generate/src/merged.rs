//! The files of a suite and those that are there become one: what is new is put where a
//! person's work stays, and the difference is told.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use everypath_emit::{Emitted, File, FileKind};
use everypath_merge::{Changes, Fresh, Merged, merge, sign};
use everypath_report::{ChangesReport, DifferenceReport};
use similar::TextDiff;

use crate::failure::{Failure, FailureKind};
use crate::file_names::{Claims, Standing, Subject};
use crate::files::shown;
use crate::outputs::save;
use crate::program::Outputs;

/// The lines around each change that a difference shows.
const CONTEXT: usize = 3;
/// How the names of files end that were replaced although a person may have changed them.
const REPLACED: &str = "orig";

/// What decides how new files and old ones are put together.
pub(crate) struct Merger<'a> {
    pub(crate) subject: &'a Subject,
    pub(crate) claims: &'a Claims,
    /// The units of the cases.
    pub(crate) units: BTreeMap<u64, String>,
    /// The units that were asked for, if they are not all.
    pub(crate) asked_for: Option<BTreeSet<String>>,
    /// Whether what is there is replaced, whoever wrote it.
    pub(crate) force: bool,
}

/// A suite, as it would be saved.
#[derive(Default)]
pub(crate) struct Suite {
    /// Its files.
    pub(crate) written: Emitted,
    /// What became of the tests that were there, if there were files.
    pub(crate) changes: Option<ChangesReport>,
    /// The cases that a test of a person stands for, with its name.
    pub(crate) stood_for: BTreeMap<u64, String>,
    /// Whether something in it is a person's, or of an earlier run.
    pub(crate) is_mixed: bool,
    /// The files that are replaced although a person may have changed them.
    replaced: Vec<PathBuf>,
}

impl Merger<'_> {
    /// Puts new files where old ones are; `home` says where those are.
    pub(crate) fn merged(&self, written: Emitted, home: &Outputs) -> Result<Suite, Failure> {
        let mut suite = Suite::default();
        let mut file = |kind| self.file(written.file(kind), home.path(kind), &mut suite);
        let (tests, bugs) = (file(FileKind::Tests)?, file(FileKind::Bugs)?);
        let possible = file(FileKind::Possible)?;
        suite.written = Emitted {
            tests,
            bugs,
            possible,
            skipped: written.skipped,
        };
        Ok(suite)
    }

    fn file(
        &self,
        new: Option<&File>,
        path: &Path,
        suite: &mut Suite,
    ) -> Result<Option<File>, Failure> {
        let subject = self.subject.seen_from(path);
        let syntax = self.subject.syntax;
        let signed = || new.map(|file| sign(file, &self.units, &subject, syntax));
        let signature = match self.subject.standing(path, self.claims)? {
            Standing::Ours(signature) => signature,
            Standing::Free => return Ok(signed()),
            Standing::Unsigned => {
                suite.replaced.push(path.to_owned());
                return Ok(signed());
            }
            Standing::OfAnother | Standing::Persons if self.force => {
                suite.replaced.push(path.to_owned());
                return Ok(signed());
            }
            Standing::OfAnother | Standing::Persons => {
                let message = format!(
                    "{} was written by somebody else in the meantime and is left alone",
                    shown(path)
                );
                return Err(Failure::new(FailureKind::Files, message));
            }
        };
        let old = std::fs::read_to_string(path).unwrap_or_default();
        let fresh = Fresh {
            file: new,
            units: &self.units,
            asked_for: self.asked_for.as_ref(),
            subject: &subject,
            syntax,
        };
        let merged = merge(&old, &signature, &fresh);
        if self.force && merged.is_mixed {
            suite.replaced.push(path.to_owned());
            return Ok(signed());
        }
        let Merged {
            file,
            changes,
            stood_for,
            is_mixed,
        } = merged;
        add(suite.changes.get_or_insert_default(), changes);
        suite.stood_for.extend(stood_for);
        suite.is_mixed |= is_mixed;
        Ok(file)
    }
}

fn add(all: &mut ChangesReport, more: Changes) {
    all.kept.extend(more.kept);
    all.updated.extend(more.updated);
    all.added.extend(more.added);
    all.removed.extend(more.removed);
}

impl Suite {
    /// New files, as if nothing else were there.
    pub(crate) fn alone(written: Emitted) -> Suite {
        Suite {
            written,
            ..Suite::default()
        }
    }

    /// Keeps copies of the files that are replaced although a person may have changed them;
    /// says so.
    pub(crate) fn keep_replaced(&self, home: &Outputs) -> Result<Vec<String>, Failure> {
        let mut said = Vec::new();
        for path in &self.replaced {
            let mut kinds = FileKind::ALL.into_iter();
            let kind = kinds.find(|kind| home.path(*kind) == path);
            let new = kind.and_then(|kind| self.written.file(kind));
            let old = std::fs::read(path).unwrap_or_default();
            let is_same = new.is_some_and(|file| file.text.as_bytes() == old);
            if is_same {
                continue;
            }
            let copy = copy_of(path);
            std::fs::copy(path, &copy).map_err(|error| {
                let message = format!("{} cannot be written: {error}", copy.display());
                Failure::new(FailureKind::Files, message)
            })?;
            said.push(format!(
                "{} was replaced; as it was, it is {}",
                shown(path),
                shown(&copy)
            ));
        }
        Ok(said)
    }

    /// How the files that are there would change.
    pub(crate) fn differences(&self, home: &Outputs) -> Vec<DifferenceReport> {
        let all = FileKind::ALL.into_iter().filter_map(|kind| {
            let text = self.written.file(kind).map(|file| file.text.as_str());
            difference(home.path(kind), text)
        });
        all.collect()
    }

    /// Saves the files, each at once; one without anything in it goes.
    pub(crate) fn save(&self, home: &Outputs) -> Result<(), Failure> {
        for kind in FileKind::ALL {
            let file = self.written.file(kind);
            save(home.path(kind), file.map(|file| file.text.as_str()))?;
        }
        Ok(())
    }
}

/// A name beside a file that nothing has.
fn copy_of(path: &Path) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let numbers = (2..).map(|number| number.to_string());
    let mut names = std::iter::once(String::new())
        .chain(numbers)
        .map(|number| path.with_file_name(format!("{name}.{REPLACED}{number}")));
    names
        .find(|copy| !copy.exists())
        .unwrap_or_else(|| path.with_extension(REPLACED))
}

/// How a file would change, if it would.
pub(crate) fn difference(path: &Path, new: Option<&str>) -> Option<DifferenceReport> {
    let bytes = std::fs::read(path).unwrap_or_default();
    let old = String::from_utf8_lossy(&bytes);
    let new = new.unwrap_or_default();
    if old == new {
        return None;
    }
    let file = shown(path);
    let diff = TextDiff::from_lines(old.as_ref(), new)
        .unified_diff()
        .context_radius(CONTEXT)
        .header(&file, &file)
        .to_string();
    Some(DifferenceReport { file, diff })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_are_told_as_patches() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("a.py");
        std::fs::write(&path, "one\ntwo\n").unwrap();
        assert_eq!(difference(&path, Some("one\ntwo\n")), None);
        let told = difference(&path, Some("one\nthree\n")).unwrap().diff;
        assert!(
            told.contains("@@ -1,2 +1,2 @@\n one\n-two\n+three\n"),
            "{told}"
        );
        assert!(difference(&path, None).is_some());
        assert_eq!(difference(&directory.path().join("b"), None), None);
    }

    #[test]
    fn copies_do_not_replace_copies() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("a.py");
        assert_eq!(copy_of(&path), directory.path().join("a.py.orig"));
        std::fs::write(directory.path().join("a.py.orig"), "").unwrap();
        assert_eq!(copy_of(&path), directory.path().join("a.py.orig2"));
    }
}
