//! Jars that are fetched once, by their Maven coordinates, with the user's
//! own Maven and its settings, and kept in the user's cache.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::command::{quiet, run};

/// How long Maven may take for all of them.
const LIMIT: Duration = Duration::from_secs(600);

/// A jar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Artifact {
    /// Maven's group.
    pub group: &'static str,
    /// Maven's name.
    pub name: &'static str,
    /// The version.
    pub version: &'static str,
    /// Which of the artifact's jars, if it has several.
    pub classifier: Option<&'static str>,
}

/// JUnit's launcher with the engines for JUnit 5 and 4. This line runs on
/// Java 8 and newer.
pub const LAUNCHER: Artifact = Artifact {
    group: "org.junit.platform",
    name: "junit-platform-console-standalone",
    version: "1.11.4",
    classifier: None,
};

/// JUnit 4 and what it needs.
pub const JUNIT4: [Artifact; 2] = [
    Artifact {
        group: "junit",
        name: "junit",
        version: "4.13.2",
        classifier: None,
    },
    Artifact {
        group: "org.hamcrest",
        name: "hamcrest-core",
        version: "1.3",
        classifier: None,
    },
];

/// JaCoCo inside the JVM that runs the tests.
pub const JACOCO_AGENT: Artifact = Artifact {
    group: "org.jacoco",
    name: "org.jacoco.agent",
    version: "0.8.14",
    classifier: Some("runtime"),
};

/// JaCoCo's reports.
pub const JACOCO_CLI: Artifact = Artifact {
    group: "org.jacoco",
    name: "org.jacoco.cli",
    version: "0.8.14",
    classifier: Some("nodeps"),
};

const fn artifact(group: &'static str, name: &'static str, version: &'static str) -> Artifact {
    Artifact {
        group,
        name,
        version,
        classifier: None,
    }
}

/// PIT, its plugin for JUnit 5 and what they need.
pub(crate) const PIT: [Artifact; 12] = [
    artifact("org.pitest", "pitest", "1.17.4"),
    artifact("org.pitest", "pitest-entry", "1.17.4"),
    artifact("org.pitest", "pitest-command-line", "1.17.4"),
    artifact("org.pitest", "pitest-junit5-plugin", "1.2.1"),
    artifact("net.sf.jopt-simple", "jopt-simple", "4.9"),
    artifact("org.ow2.asm", "asm", "9.7.1"),
    artifact("org.ow2.asm", "asm-analysis", "9.7.1"),
    artifact("org.ow2.asm", "asm-commons", "9.7.1"),
    artifact("org.ow2.asm", "asm-tree", "9.7.1"),
    artifact("org.ow2.asm", "asm-util", "9.7.1"),
    artifact("org.apache.commons", "commons-text", "1.12.0"),
    artifact("org.apache.commons", "commons-lang3", "3.14.0"),
];

impl Artifact {
    /// The file's name, as Maven gives it.
    pub fn file_name(&self) -> String {
        match self.classifier {
            Some(classifier) => format!("{}-{}-{classifier}.jar", self.name, self.version),
            None => format!("{}-{}.jar", self.name, self.version),
        }
    }

    fn dependency(&self) -> String {
        let classifier = self
            .classifier
            .map(|classifier| format!("<classifier>{classifier}</classifier>"))
            .unwrap_or_default();
        format!(
            "<dependency><groupId>{}</groupId><artifactId>{}</artifactId>\
             <version>{}</version>{classifier}</dependency>\n",
            self.group, self.name, self.version
        )
    }
}

/// The cache of jars.
#[derive(Clone, Debug)]
pub struct Artifacts {
    directory: PathBuf,
}

impl Artifacts {
    /// The user's cache.
    pub fn of_user() -> Artifacts {
        let cache = everypath_confine::cache();
        Artifacts::at(cache.unwrap_or_else(|| std::env::temp_dir().join("everypath")))
    }

    /// A cache in a directory, which need not be there yet.
    pub(crate) fn at(directory: PathBuf) -> Artifacts {
        Artifacts { directory }
    }

    /// Where things are kept.
    pub fn directory(&self) -> &Path {
        &self.directory
    }

    /// The jar, if it was fetched before.
    pub fn cached(&self, artifact: &Artifact) -> Option<PathBuf> {
        let path = self.directory.join("jars").join(artifact.file_name());
        path.is_file().then_some(path)
    }

    /// The jars; those that are not there yet are fetched.
    pub fn fetch(&self, wanted: &[Artifact]) -> Result<Vec<PathBuf>, String> {
        let missing: Vec<&Artifact> = wanted
            .iter()
            .filter(|artifact| self.cached(artifact).is_none())
            .collect();
        if !missing.is_empty() {
            self.download(&missing)?;
        }
        wanted
            .iter()
            .map(|artifact| {
                self.cached(artifact)
                    .ok_or_else(|| format!("Maven did not bring {}", artifact.file_name()))
            })
            .collect()
    }

    fn download(&self, missing: &[&Artifact]) -> Result<(), String> {
        let names: Vec<String> = missing.iter().map(|one| one.file_name()).collect();
        let names = names.join(", ");
        let failed = |why: String| format!("{names} cannot be fetched with Maven: {why}");
        let work = tempfile::TempDir::with_prefix("everypath-")
            .map_err(|error| failed(error.to_string()))?;
        let dependencies: String = missing.iter().map(|one| one.dependency()).collect();
        let pom = work.path().join("pom.xml");
        let text = format!(
            "<project><modelVersion>4.0.0</modelVersion>\
             <groupId>everypath</groupId><artifactId>tools</artifactId><version>1</version>\n\
             <dependencies>\n{dependencies}</dependencies></project>\n"
        );
        fs::write(&pom, text).map_err(|error| failed(error.to_string()))?;
        let jars = work.path().join("jars");
        let mut command = quiet("mvn");
        command
            .args(["-q", "-B", "-f"])
            .arg(&pom)
            .arg("dependency:copy-dependencies")
            .arg("-DexcludeTransitive=true")
            .arg(format!("-DoutputDirectory={}", jars.display()));
        let ended = run(&mut command, LIMIT).map_err(|error| {
            failed(format!(
                "{error}; install Maven (on Debian: apt-get install maven), or put the files into {}",
                self.directory.join("jars").display()
            ))
        })?;
        if !ended.succeeded() {
            return Err(failed(format!(
                "it {}: {}",
                ended.words(),
                first_error(&ended.output)
            )));
        }
        let target = self.directory.join("jars");
        fs::create_dir_all(&target).map_err(|error| failed(error.to_string()))?;
        for artifact in missing {
            let name = artifact.file_name();
            // Copied beside and renamed, so that another process never sees half of it.
            let part = target.join(format!("{name}.{}", std::process::id()));
            fs::copy(jars.join(&name), &part)
                .and_then(|_| fs::rename(&part, target.join(&name)))
                .map_err(|error| failed(error.to_string()))?;
        }
        Ok(())
    }
}

fn first_error(output: &str) -> &str {
    output
        .lines()
        .find_map(|line| line.split_once("[ERROR] ").map(|(_, rest)| rest))
        .unwrap_or("it said nothing")
}
