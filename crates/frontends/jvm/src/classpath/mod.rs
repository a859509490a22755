//! Where classes are read from: the JDK and the user's directories and jars.

mod archive;
mod image;

use std::path::{Path, PathBuf};

pub use archive::Archive;
pub use image::Image;

/// A place with classes.
#[derive(Debug)]
enum Entry {
    Directory(PathBuf),
    Archive(Archive),
}

impl Entry {
    fn open(path: &Path, version: u32) -> Result<Entry, String> {
        if path.is_dir() {
            Ok(Entry::Directory(path.to_owned()))
        } else {
            Archive::open_for(path, version).map(Entry::Archive)
        }
    }

    fn read(&self, resource: &str) -> Option<Vec<u8>> {
        match self {
            Entry::Directory(directory) => std::fs::read(directory.join(resource)).ok(),
            Entry::Archive(archive) => archive.read(resource),
        }
    }

    fn list(&self) -> Vec<String> {
        match self {
            Entry::Directory(directory) => {
                let mut found = Vec::new();
                list_directory(directory, "", 0, &mut found);
                found.sort();
                found
            }
            Entry::Archive(archive) => archive.list(),
        }
    }
}

/// The classes of the platform.
#[derive(Debug)]
enum Platform {
    /// `lib/modules` of a JDK 9 or newer.
    Image(Image),
    /// The `jmods` of a JDK 9 or newer, or the `rt.jar` of a JDK 8.
    Archives(Vec<Archive>),
}

/// Where classes are read from: a JDK and the user's directories and jars.
#[derive(Debug)]
pub struct ClassPath {
    /// The JDK's directory.
    pub jdk: PathBuf,
    version: u32,
    platform: Platform,
    opened: Vec<Entry>,
}

impl ClassPath {
    /// Opens a class path.
    pub fn open(jdk: &Path, entries: &[PathBuf]) -> Result<ClassPath, String> {
        let platform = open_platform(jdk)?;
        let version = version_of(jdk);
        let opened = entries
            .iter()
            // As in `a.jar:`, which is easily written.
            .filter(|path| !path.as_os_str().is_empty())
            .map(|path| Entry::open(path, version))
            .collect::<Result<_, _>>()?;
        Ok(ClassPath {
            jdk: jdk.to_owned(),
            version,
            platform,
            opened,
        })
    }

    /// The bytes of a class of the platform, named with slashes.
    pub fn platform_class(&self, name: &str) -> Option<Vec<u8>> {
        match &self.platform {
            Platform::Image(image) => image.class(name),
            Platform::Archives(archives) => {
                let resource = format!("{name}.class");
                archives.iter().find_map(|archive| archive.read(&resource))
            }
        }
    }

    /// The bytes of a class of the user.
    pub fn user_class(&self, name: &str) -> Option<Vec<u8>> {
        let resource = format!("{name}.class");
        self.opened.iter().find_map(|entry| entry.read(&resource))
    }

    /// The bytes of any resource of the platform or the user.
    pub fn resource(&self, name: &str) -> Option<Vec<u8>> {
        let own = self.opened.iter().find_map(|entry| entry.read(name));
        own.or_else(|| match &self.platform {
            Platform::Image(image) => image.resource(name),
            Platform::Archives(archives) => archives.iter().find_map(|archive| archive.read(name)),
        })
    }

    /// The bytes of a resource of the user in each entry that has it.
    pub fn user_resources(&self, name: &str) -> Vec<Vec<u8>> {
        let entries = self.opened.iter();
        entries.filter_map(|entry| entry.read(name)).collect()
    }

    /// The names of the user's classes, with slashes, in the order of the
    /// entries and of their names.
    pub fn user_classes(&self) -> Vec<String> {
        let mut found = Vec::new();
        for entry in &self.opened {
            for resource in entry.list() {
                if let Some(name) = resource.strip_suffix(".class")
                    && !name.starts_with("META-INF/")
                    && !name.ends_with("module-info")
                    && !name.ends_with("package-info")
                {
                    found.push(name.to_owned());
                }
            }
        }
        found
    }

    /// Whether nobody else may add to the package of a class of the user, named
    /// with slashes: its jar is signed or sealed.
    pub fn is_closed(&self, class: &str) -> bool {
        let resource = format!("{class}.class");
        let mut entries = self.opened.iter();
        let holds = |entry: &&Entry| entry.read(&resource).is_some();
        let Some(Entry::Archive(archive)) = entries.find(holds) else {
            return false;
        };
        let manifest = archive.read("META-INF/MANIFEST.MF").unwrap_or_default();
        let manifest = String::from_utf8_lossy(&manifest).to_ascii_lowercase();
        let is_signature = |name: &String| name.starts_with("META-INF/") && name.ends_with(".SF");
        manifest
            .lines()
            .any(|line| line.trim_end() == "sealed: true")
            || archive.list().iter().any(is_signature)
    }

    /// The version of the JDK; 0 if it does not say.
    pub fn jdk_version(&self) -> u32 {
        self.version
    }
}

/// The version of a JDK, from its release file; 0 if it does not say.
fn version_of(jdk: &Path) -> u32 {
    let text = std::fs::read_to_string(jdk.join("release")).unwrap_or_default();
    let version = text
        .lines()
        .find_map(|line| line.strip_prefix("JAVA_VERSION="))
        .unwrap_or_default()
        .trim_matches('"');
    let version = version.strip_prefix("1.").unwrap_or(version);
    let digits: String = version.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().unwrap_or(0)
}

fn open_platform(jdk: &Path) -> Result<Platform, String> {
    let image = jdk.join("lib/modules");
    if image.is_file() {
        return Image::open(&image).map(Platform::Image);
    }
    for place in ["jre/lib/rt.jar", "lib/rt.jar"] {
        let jar = jdk.join(place);
        if jar.is_file() {
            return Archive::open(&jar, "").map(|archive| Platform::Archives(vec![archive]));
        }
    }
    let jmods = jdk.join("jmods");
    if let Ok(listing) = std::fs::read_dir(&jmods) {
        let mut files: Vec<PathBuf> = listing.flatten().map(|entry| entry.path()).collect();
        files.retain(|path| {
            path.extension()
                .is_some_and(|extension| extension == "jmod")
        });
        // The base module first: nearly every class is there.
        files.sort_by_key(|path| (!path.ends_with("java.base.jmod"), path.clone()));
        if !files.is_empty() {
            let archives = files.iter().map(|path| Archive::open(path, "classes/"));
            return archives.collect::<Result<_, _>>().map(Platform::Archives);
        }
    }
    Err(format!(
        "{} is no JDK: it has neither lib/modules nor jmods nor lib/rt.jar",
        jdk.display()
    ))
}

/// Directories nested deeper than this are not searched: a loop of links.
const DEEPEST: usize = 40;

fn list_directory(directory: &Path, prefix: &str, depth: usize, found: &mut Vec<String>) {
    let Ok(listing) = std::fs::read_dir(directory) else {
        return;
    };
    for entry in listing.flatten() {
        let Ok(name) = entry.file_name().into_string() else {
            continue;
        };
        let path = entry.path();
        if path.is_dir() {
            if depth < DEEPEST {
                list_directory(&path, &format!("{prefix}{name}/"), depth + 1, found);
            }
        } else {
            found.push(format!("{prefix}{name}"));
        }
    }
}
