//! Finding the JDK.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use crate::command::{quiet, run};
use crate::compiler::Compiler;

/// Where systems put their JDKs.
const PLACES: [&str; 3] = [
    "/usr/lib/jvm",
    "/opt/java",
    "/Library/Java/JavaVirtualMachines",
];

/// An installed JDK. Its copies share one compiler, which stays up as long as any of them
/// is there.
#[derive(Clone, Debug)]
pub struct Jdk {
    /// Its directory.
    pub home: PathBuf,
    /// Its feature version: 8, 17, 25.
    pub version: u32,
    pub(crate) compiler: Arc<Compiler>,
}

impl Jdk {
    /// The JDK that the user named, else that of `JAVA_HOME`, else that of the
    /// `javac` on the path, else the newest where systems put them.
    pub fn find(named: Option<&Path>) -> Result<Jdk, String> {
        if let Some(home) = named {
            return Jdk::at(home)
                .ok_or_else(|| format!("{} is no JDK: it has no bin/javac", home.display()));
        }
        let variable = std::env::var_os("JAVA_HOME").map(PathBuf::from);
        let path = std::env::var_os("PATH").unwrap_or_default();
        let on_path = std::env::split_paths(&path)
            .map(|directory| directory.join("javac"))
            .find_map(|file| file.canonicalize().ok())
            .and_then(|file| Some(file.parent()?.parent()?.to_owned()));
        if let Some(found) = [variable, on_path]
            .into_iter()
            .flatten()
            .find_map(|home| Jdk::at(&home))
        {
            return Ok(found);
        }
        let mut installed: Vec<Jdk> = PLACES
            .iter()
            .filter_map(|place| fs::read_dir(place).ok())
            .flatten()
            .filter_map(|entry| Jdk::at(&entry.ok()?.path()))
            .collect();
        installed.sort_by(|a, b| (a.version, &b.home).cmp(&(b.version, &a.home)));
        installed.pop().ok_or_else(|| {
            "there is no JDK; install one (on Debian: apt-get install openjdk-17-jdk-headless), \
             or name its directory with --jdk"
                .to_owned()
        })
    }

    /// The JDK in a directory, if there is one.
    pub fn at(home: &Path) -> Option<Jdk> {
        // A JDK in a bundle has its files further down.
        let home = [home.to_owned(), home.join("Contents/Home")]
            .into_iter()
            .find(|home| home.join("bin/javac").is_file())?;
        let version = version_in_release(&home).or_else(|| version_of_javac(&home))?;
        Some(Jdk {
            home,
            version,
            compiler: Arc::default(),
        })
    }

    /// One of its tools.
    pub fn tool(&self, name: &str) -> PathBuf {
        self.home.join("bin").join(name)
    }
}

fn version_in_release(home: &Path) -> Option<u32> {
    let text = fs::read_to_string(home.join("release")).ok()?;
    let version = text
        .lines()
        .find_map(|line| line.strip_prefix("JAVA_VERSION="))?;
    feature(version.trim_matches('"'))
}

fn version_of_javac(home: &Path) -> Option<u32> {
    let mut command = quiet(home.join("bin/javac"));
    command.arg("-version");
    let ended = run(&mut command, Duration::from_secs(20)).ok()?;
    let text = format!("{}{}", ended.output, ended.errors);
    feature(text.split_whitespace().nth(1)?)
}

/// `1.8.0_402` is 8, `17.0.15` is 17.
fn feature(version: &str) -> Option<u32> {
    let mut parts = version.split(|c: char| !c.is_ascii_digit());
    match parts.next()?.parse().ok()? {
        1 => parts.next()?.parse().ok(),
        version => Some(version),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_numbered_two_ways() {
        assert_eq!(feature("1.8.0_402"), Some(8));
        assert_eq!(feature("17.0.15"), Some(17));
        assert_eq!(feature("25-ea"), Some(25));
        assert_eq!(feature("x"), None);
    }

    #[test]
    fn what_is_no_jdk_is_said_so() {
        let error = Jdk::find(Some(Path::new("/nowhere"))).unwrap_err();
        assert!(error.contains("/nowhere is no JDK"), "{error}");
    }
}
