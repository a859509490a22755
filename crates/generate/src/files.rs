//! Paths as users write them.

use std::path::{Component, Path, PathBuf};

/// The path from the root, links followed as far as it is there.
pub fn absolute(path: &Path) -> PathBuf {
    let here = std::env::current_dir().unwrap_or_default();
    let path = here.join(path);
    // What is not there yet has no links in it.
    let mut found = PathBuf::new();
    for component in path.components() {
        match component {
            Component::ParentDir => {
                found.pop();
            }
            Component::CurDir => {}
            other => found.push(other),
        }
        found = found.canonicalize().unwrap_or(found);
    }
    found
}

/// How to go from one directory to another.
pub fn relative(to: &Path, from: &Path) -> String {
    let (to, from): (Vec<Component>, Vec<Component>) =
        (to.components().collect(), from.components().collect());
    let common = to.iter().zip(&from).take_while(|(a, b)| a == b).count();
    let up = std::iter::repeat_n("..".to_owned(), from.len() - common);
    let down = to[common..]
        .iter()
        .map(|part| part.as_os_str().to_string_lossy().into_owned());
    let parts: Vec<String> = up.chain(down).collect();
    if parts.is_empty() {
        ".".to_owned()
    } else {
        parts.join("/")
    }
}

/// The path as the user would write it: relative to here if it is below.
pub fn shown(path: &Path) -> String {
    let here = std::env::current_dir().unwrap_or_default();
    path.strip_prefix(&here)
        .unwrap_or(path)
        .display()
        .to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_that_are_not_there_yet_lead_where_they_will() {
        let directory = tempfile::tempdir().unwrap();
        let root = directory.path().canonicalize().unwrap();
        std::fs::create_dir(root.join("a")).unwrap();
        std::os::unix::fs::symlink(root.join("a"), root.join("b")).unwrap();
        let check = |path: &str, expected: &str| {
            assert_eq!(absolute(&root.join(path)), root.join(expected));
        };
        check("a/../c/d", "c/d");
        check("b/./c", "a/c");
        check("c/../b", "a");
    }

    #[test]
    fn directories_are_reached_by_going_up_and_down() {
        let check = |to: &str, from: &str, expected: &str| {
            assert_eq!(relative(Path::new(to), Path::new(from)), expected);
        };
        check("/a/b", "/a/tests", "../b");
        check("/a", "/a/tests", "..");
        check("/a/b", "/a/b", ".");
        check("/a/b/c", "/a", "b/c");
    }
}
