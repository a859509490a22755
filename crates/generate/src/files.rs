//! Paths as users write them, and files that are written for them.

use std::path::{Component, Path, PathBuf};

use crate::failure::{Failure, FailureKind};

/// The path from the root, links followed if it is there.
pub fn absolute(path: &Path) -> PathBuf {
    let here = std::env::current_dir().unwrap_or_default();
    let path = here.join(path);
    path.canonicalize().unwrap_or(path)
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

/// Writes a file, or removes what an earlier run left there.
pub fn save(path: &Path, text: Option<&str>) -> Result<(), Failure> {
    let failed = |error: std::io::Error| {
        Failure::new(
            FailureKind::Files,
            format!("{} cannot be written: {error}", path.display()),
        )
    };
    match text {
        Some(text) => {
            if let Some(directory) = path.parent() {
                std::fs::create_dir_all(directory).map_err(failed)?;
            }
            std::fs::write(path, text).map_err(failed)
        }
        None if path.exists() => std::fs::remove_file(path).map_err(failed),
        None => Ok(()),
    }
}
