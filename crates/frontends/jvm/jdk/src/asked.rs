//! What classes may ask about their surroundings, as their files tell: a name stands in a
//! class file as it is.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Names of what answers otherwise elsewhere, or the next time.
const UNCERTAIN: [&str; 24] = [
    "Calendar",
    "Charset",
    "Instant",
    "InetAddress",
    "Locale",
    "LocalDate",
    "LocalTime",
    "Process",
    "Random",
    "Runtime",
    "Thread",
    "TimeZone",
    "ZonedDate",
    "currentTimeMillis",
    "getProperty",
    "getenv",
    "identityHashCode",
    "java/io/File",
    "java/nio/file",
    "java/util/Date",
    "nanoTime",
    "parallel",
    "random",
    "shuffle",
];
/// The most class files that are looked at.
const MOST_FILES: usize = 500;
/// The longest name of a variable.
const LONGEST: usize = 40;

/// What classes may ask about their surroundings.
#[derive(Debug, Default)]
pub(crate) struct Asked {
    /// Whether answers may differ.
    pub(crate) is_uncertain: bool,
    /// What may be names of variables of the environment.
    pub(crate) variables: BTreeSet<String>,
    /// What may be names of properties.
    pub(crate) properties: BTreeSet<String>,
    /// Whether they may open connections.
    pub(crate) connects: bool,
}

/// What asks for a property.
const PROPERTIES: [&str; 4] = ["getProperty", "getBoolean", "getInteger", "getLong"];
/// What classes that open connections are named after.
const CONNECTIONS: [&str; 3] = ["java/net/", "javax/net/", "java/nio/channels"];

impl Asked {
    /// What the classes in directories may ask; of jars nothing is known.
    pub(crate) fn by(class_path: &[PathBuf]) -> Asked {
        let mut files = Vec::new();
        for entry in class_path.iter().filter(|entry| entry.is_dir()) {
            collect(entry, &mut files);
        }
        let mut asked = Asked {
            is_uncertain: files.is_empty() || files.len() >= MOST_FILES,
            connects: files.is_empty() || files.len() >= MOST_FILES,
            ..Asked::default()
        };
        for bytes in files.iter().flat_map(std::fs::read) {
            asked.read(&bytes);
        }
        asked
    }

    fn read(&mut self, bytes: &[u8]) {
        let holds = |name: &str| {
            bytes
                .windows(name.len())
                .any(|part| part == name.as_bytes())
        };
        self.is_uncertain |= UNCERTAIN.iter().any(|name| holds(name));
        self.connects |= CONNECTIONS.iter().any(|name| holds(name));
        if holds("getenv") {
            self.variables.extend(texts(bytes).filter_map(variable));
        }
        if PROPERTIES.iter().any(|name| holds(name)) {
            self.properties.extend(texts(bytes).filter_map(property));
        }
    }
}

fn collect(directory: &Path, files: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(directory).into_iter().flatten().flatten();
    for path in entries.map(|entry| entry.path()) {
        if files.len() >= MOST_FILES {
            return;
        }
        if path.is_dir() {
            collect(&path, files);
        } else if path
            .extension()
            .is_some_and(|extension| extension == "class")
        {
            files.push(path);
        }
    }
}

/// The short texts of a class file.
fn texts(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    const TEXT: u8 = 1;
    (0..bytes.len()).filter_map(move |start| {
        let [TEXT, high, low, rest @ ..] = &bytes[start..] else {
            return None;
        };
        let length = usize::from(*high) << 8 | usize::from(*low);
        let text = rest.get(..length)?;
        (2..LONGEST).contains(&length).then_some(text)
    })
}

/// A text that may be the name of a variable.
fn variable(text: &[u8]) -> Option<String> {
    let is_letter = |byte: &u8| byte.is_ascii_uppercase() || byte.is_ascii_digit() || *byte == b'_';
    let is_name = text[0].is_ascii_uppercase() && text.iter().all(is_letter);
    is_name.then(|| String::from_utf8_lossy(text).into_owned())
}

/// A text that may be the name of a property.
fn property(text: &[u8]) -> Option<String> {
    let is_letter = |byte: &u8| byte.is_ascii_alphanumeric() || b"._-".contains(byte);
    let is_name = text[0].is_ascii_alphabetic() && text.iter().all(is_letter);
    is_name.then(|| String::from_utf8_lossy(text).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stand_in_class_files_as_they_are() {
        let mut asked = Asked::default();
        asked.read(b"\x01\x00\x08API_HOST\x01\x00\x04Code\x01\x00\x06getenv");
        assert!(asked.is_uncertain);
        assert_eq!(
            asked.variables.into_iter().collect::<Vec<_>>(),
            ["API_HOST"]
        );
        let mut asked = Asked::default();
        asked.read(b"\x01\x00\x08app.mode\x01\x00\x0bgetProperty\x01\x00\x0djava/net/URLs");
        assert!(asked.connects && asked.properties.contains("app.mode"));
        let mut quiet = Asked::default();
        quiet.read(b"\x01\x00\x08API_HOST\x01\x00\x04Code");
        assert!(!quiet.is_uncertain && quiet.variables.is_empty() && quiet.properties.is_empty());
    }
}
