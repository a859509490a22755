//! Jars: what is in one, and making one.

use std::fs::File;
use std::io::{self, BufReader, Write};
use std::path::Path;

use tempfile::NamedTempFile;
use zip::write::SimpleFileOptions;
use zip::{ZipArchive, ZipWriter};

/// The names of what is in a jar.
pub fn entries_of(jar: &Path) -> Result<Vec<String>, String> {
    let file = File::open(jar).map_err(|error| error.to_string())?;
    let archive = ZipArchive::new(BufReader::new(file)).map_err(|error| error.to_string())?;
    Ok(archive.file_names().map(str::to_owned).collect())
}

/// A jar in a directory, of names and what they hold; the same bytes for the same entries.
pub(crate) fn jar_of(entries: &[(String, Vec<u8>)], directory: &Path) -> io::Result<NamedTempFile> {
    let mut writer = ZipWriter::new(NamedTempFile::new_in(directory)?);
    for (name, bytes) in entries {
        writer.start_file(name.as_str(), SimpleFileOptions::default())?;
        writer.write_all(bytes)?;
    }
    Ok(writer.finish()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_goes_into_a_jar_is_in_it() {
        let directory = tempfile::tempdir().unwrap();
        let entries = ["a/B.class", "META-INF/x"].map(|name| (name.to_owned(), b"1".to_vec()));
        let jar = jar_of(&entries, directory.path()).unwrap();
        assert_eq!(entries_of(jar.path()).unwrap(), ["a/B.class", "META-INF/x"]);
        let text = directory.path().join("text");
        std::fs::write(&text, "no jar").unwrap();
        assert!(entries_of(&text).is_err());
    }
}
