//! What is in files, by digest, each read once for a command.

use std::collections::HashMap;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use sha2::{Digest, Sha256};

/// How much of a file is read at a time.
const CHUNK: usize = 1 << 16;
/// How many letters tell a digest from others.
const LETTERS: usize = 32;

/// The digests of files, as they were when they were first asked for.
#[derive(Debug, Default)]
pub struct Files(Mutex<HashMap<PathBuf, Option<String>>>);

impl Files {
    /// The digest of a file; `None` if it cannot be read.
    pub fn digest(&self, path: &Path) -> Option<String> {
        let mut known = self
            .0
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner());
        if let Some(found) = known.get(path) {
            return found.clone();
        }
        let found = digest_of(path);
        known.insert(path.to_owned(), found.clone());
        found
    }
}

/// The digest of a file as it is now; `None` if it cannot be read.
fn digest_of(path: &Path) -> Option<String> {
    let mut file = File::open(path).ok()?;
    let mut digest = Sha256::new();
    let mut chunk = vec![0; CHUNK];
    loop {
        match file.read(&mut chunk).ok()? {
            0 => return Some(short(digest)),
            count => digest.update(&chunk[..count]),
        }
    }
}

/// The digest of some texts, in order.
pub(crate) fn digest_of_all<'a>(texts: impl IntoIterator<Item = &'a str>) -> String {
    let mut digest = Sha256::new();
    for text in texts {
        digest.update((text.len() as u64).to_le_bytes());
        digest.update(text);
    }
    short(digest)
}

fn short(digest: Sha256) -> String {
    let mut text = format!("{:x}", digest.finalize());
    text.truncate(LETTERS);
    text
}
