//! The CPython extension, built by this crate's build script and carried inside
//! the executable. What the extension does is in `frontends/python/extension`.

use std::io;
use std::path::{Path, PathBuf};

const EXTENSION: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/everypath_native.so"));

/// Writes the extension into a directory; where it is.
pub fn unpack(directory: &Path) -> io::Result<PathBuf> {
    let path = directory.join("everypath_native.so");
    std::fs::write(&path, EXTENSION)?;
    Ok(path)
}
