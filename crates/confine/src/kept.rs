//! Where Everypath keeps what it made for itself and will need again: subjects may read it,
//! and write nothing there.

use std::path::PathBuf;

/// The user's cache, if there is a place for one.
pub fn cache() -> Option<PathBuf> {
    let named = std::env::var_os("XDG_CACHE_HOME").map(PathBuf::from);
    let usual = || Some(PathBuf::from(std::env::var_os("HOME")?).join(".cache"));
    let base = named.filter(|path| path.is_absolute()).or_else(usual)?;
    Some(base.join("everypath"))
}
