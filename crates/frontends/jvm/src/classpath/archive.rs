//! Jars and jmods.

use std::fmt;
use std::fs::File;
use std::io::{BufReader, Read};
use std::path::Path;
use std::sync::Mutex;

use zip::ZipArchive;

/// A class larger than this is none: the format allows less.
const LARGEST: u64 = 64 << 20;

/// Where classes for one version of Java are.
const VERSIONS: &str = "META-INF/versions/";

/// A zip file with classes.
pub struct Archive {
    /// Where files are looked for, the first place that has one first.
    prefixes: Vec<String>,
    zip: Mutex<ZipArchive<BufReader<File>>>,
}

impl fmt::Debug for Archive {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        write!(formatter, "Archive({:?})", self.prefixes)
    }
}

impl Archive {
    /// Opens an archive whose classes lie under a prefix.
    pub fn open(path: &Path, prefix: &str) -> Result<Archive, String> {
        let said = |error: &dyn fmt::Display| format!("{}: {error}", path.display());
        let file = File::open(path).map_err(|error| said(&error))?;
        let zip = ZipArchive::new(BufReader::new(file)).map_err(|error| said(&error))?;
        Ok(Archive {
            prefixes: vec![prefix.to_owned()],
            zip: Mutex::new(zip),
        })
    }

    /// Opens a user's archive, which may have classes of its own for versions
    /// of Java up to the given one.
    pub fn open_for(path: &Path, version: u32) -> Result<Archive, String> {
        let mut archive = Archive::open(path, "")?;
        let manifest = archive.read("META-INF/MANIFEST.MF").unwrap_or_default();
        let manifest = String::from_utf8_lossy(&manifest).to_ascii_lowercase();
        let is_said = |line: &str| line.trim_end() == "multi-release: true";
        if !manifest.lines().any(is_said) {
            return Ok(archive);
        }
        let mut versions: Vec<u32> = Vec::new();
        for name in archive.list() {
            let rest = name.strip_prefix(VERSIONS);
            let number = rest.and_then(|rest| rest.split('/').next()?.parse().ok());
            versions.extend(number.filter(|number| (9..=version).contains(number)));
        }
        versions.sort_unstable();
        versions.dedup();
        for number in versions {
            archive.prefixes.insert(0, format!("{VERSIONS}{number}/"));
        }
        Ok(archive)
    }

    /// The bytes of a file in it.
    pub fn read(&self, resource: &str) -> Option<Vec<u8>> {
        let mut zip = self.zip.lock().ok()?;
        for prefix in &self.prefixes {
            let Ok(file) = zip.by_name(&format!("{prefix}{resource}")) else {
                continue;
            };
            let mut bytes = Vec::new();
            file.take(LARGEST).read_to_end(&mut bytes).ok()?;
            return Some(bytes);
        }
        None
    }

    /// The names of the files in it, in order.
    pub fn list(&self) -> Vec<String> {
        let Ok(zip) = self.zip.lock() else {
            return Vec::new();
        };
        let prefix = self.prefixes.last().map_or("", String::as_str);
        let mut names: Vec<String> = zip
            .file_names()
            .filter_map(|name| name.strip_prefix(prefix))
            .map(str::to_owned)
            .collect();
        names.sort();
        names
    }
}
