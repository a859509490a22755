//! Jars and jmods.

use std::fmt;
use std::fs::File;
use std::io::{BufReader, Read};
use std::path::Path;
use std::sync::Mutex;

use zip::ZipArchive;

/// A class larger than this is none: the format allows less.
const LARGEST: u64 = 64 << 20;

/// A zip file with classes.
pub struct Archive {
    prefix: String,
    zip: Mutex<ZipArchive<BufReader<File>>>,
}

impl fmt::Debug for Archive {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        write!(formatter, "Archive({:?})", self.prefix)
    }
}

impl Archive {
    /// Opens an archive whose classes lie under a prefix.
    pub fn open(path: &Path, prefix: &str) -> Result<Archive, String> {
        let said = |error: &dyn fmt::Display| format!("{}: {error}", path.display());
        let file = File::open(path).map_err(|error| said(&error))?;
        let zip = ZipArchive::new(BufReader::new(file)).map_err(|error| said(&error))?;
        Ok(Archive {
            prefix: prefix.to_owned(),
            zip: Mutex::new(zip),
        })
    }

    /// The bytes of a file in it.
    pub fn read(&self, resource: &str) -> Option<Vec<u8>> {
        let mut zip = self.zip.lock().ok()?;
        let file = zip.by_name(&format!("{}{resource}", self.prefix)).ok()?;
        let mut bytes = Vec::new();
        file.take(LARGEST).read_to_end(&mut bytes).ok()?;
        Some(bytes)
    }

    /// The names of the files in it, in order.
    pub fn list(&self) -> Vec<String> {
        let Ok(zip) = self.zip.lock() else {
            return Vec::new();
        };
        let mut names: Vec<String> = zip
            .file_names()
            .filter_map(|name| name.strip_prefix(self.prefix.as_str()))
            .map(str::to_owned)
            .collect();
        names.sort();
        names
    }
}
