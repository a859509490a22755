//! Files beside the tests, such as rules for a build: each is one piece, which is rewritten
//! as long as nobody changed it.

use std::path::Path;

use everypath_emit::{MARKER, is_ours};
use everypath_merge::{is_untouched_whole, signed_whole};
use everypath_report::DifferenceReport;

use crate::failure::Failure;
use crate::files::shown;
use crate::merged::difference;
use crate::outputs::save;

/// Whether a file may be replaced: nothing is there, or what is there is as it was written.
fn is_free(path: &Path) -> bool {
    let Ok(text) = std::fs::read_to_string(path) else {
        return !path.exists();
    };
    match is_untouched_whole(&text) {
        Some(is_untouched) => is_untouched,
        // Earlier versions did not sign what they wrote.
        None => is_ours(&text) || text.trim().is_empty(),
    }
}

/// What is written, with its digest if it says whose it is.
fn signed(text: &str) -> String {
    match text.contains(MARKER) {
        true => signed_whole(text),
        false => text.to_owned(),
    }
}

/// Saves a file; says if a person's is left alone instead.
pub(crate) fn save_beside(path: &Path, text: &str, force: bool) -> Result<Option<String>, Failure> {
    if !force && !is_free(path) {
        let file = shown(path);
        return Ok(Some(format!("{file} is a person's and is left alone")));
    }
    save(path, Some(&signed(text)))?;
    Ok(None)
}

/// How a file would change, if it would.
pub(crate) fn difference_beside(path: &Path, text: &str) -> Option<DifferenceReport> {
    let may_change = is_free(path) || !text.contains(MARKER);
    may_change
        .then(|| difference(path, Some(&signed(text))))
        .flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_person_changed_is_left_alone() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("test_a.mk");
        let text = |rule: &str| format!("# {MARKER}: x\n{rule}\n");
        assert_eq!(save_beside(&path, &text("a: b"), false).unwrap(), None);
        assert_eq!(difference_beside(&path, &text("a: b")), None);
        assert_eq!(save_beside(&path, &text("a: c"), false).unwrap(), None);
        let own = std::fs::read_to_string(&path).unwrap();
        assert!(own.contains("a: c"));
        std::fs::write(&path, own.replace("a: c", "a: mine")).unwrap();
        assert!(save_beside(&path, &text("a: d"), false).unwrap().is_some());
        assert_eq!(difference_beside(&path, &text("a: d")), None);
        assert!(std::fs::read_to_string(&path).unwrap().contains("mine"));
        save_beside(&path, &text("a: d"), true).unwrap();
        assert!(std::fs::read_to_string(&path).unwrap().contains("a: d"));
    }
}
