//! What is compiled once and kept: our own Java, and the user's projects with
//! their own tools.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::artifacts::Artifacts;
use crate::command::{quiet, run};
use crate::home::Jdk;
use crate::javac::{Compilation, compile};

/// How long a project's own tool may take.
const LIMIT: Duration = Duration::from_secs(1800);

/// The directory with the classes of some files carried in the executable,
/// compiled with this JDK now or by an earlier run.
pub(crate) fn unpacked(
    jdk: &Jdk,
    artifacts: &Artifacts,
    name: &str,
    package: &str,
    files: &[(&str, &str)],
    class_path: &[PathBuf],
) -> Result<PathBuf, String> {
    let mut hasher = DefaultHasher::new();
    (files, jdk.version, class_path).hash(&mut hasher);
    let target = artifacts
        .directory()
        .join(format!("{name}-{:016x}", hasher.finish()));
    if target.is_dir() {
        return Ok(target);
    }
    let failed = |error: std::io::Error| format!("{} cannot be written: {error}", target.display());
    fs::create_dir_all(artifacts.directory()).map_err(failed)?;
    let work = tempfile::Builder::new()
        .prefix("unpacking-")
        .tempdir_in(artifacts.directory())
        .map_err(failed)?;
    let sources = work.path().join("sources").join(package);
    let classes = work.path().join("classes");
    fs::create_dir_all(&sources).map_err(failed)?;
    fs::create_dir_all(&classes).map_err(failed)?;
    for (name, text) in files {
        let path = if name.ends_with(".java") {
            sources.join(name)
        } else {
            classes.join(name)
        };
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent).map_err(failed)?;
        }
        fs::write(path, text).map_err(failed)?;
    }
    let found = compile(
        jdk,
        &Compilation {
            sources: files
                .iter()
                .filter(|(name, _)| name.ends_with(".java"))
                .map(|(name, _)| sources.join(name))
                .collect(),
            class_path: class_path.to_vec(),
            out: classes.clone(),
            options: vec!["-nowarn".to_owned()],
            ..Compilation::default()
        },
    )?;
    if let Some(error) = found.iter().find(|diagnostic| diagnostic.error) {
        return Err(format!("{name} does not compile: {}", error.message));
    }
    match fs::rename(&classes, &target) {
        // Another process was faster.
        Err(_) if target.is_dir() => Ok(target),
        result => result.map(|()| target.clone()).map_err(failed),
    }
}

/// A project of a build tool, compiled.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Project {
    /// Its directory.
    pub root: PathBuf,
    /// Where its own classes are.
    pub classes: Vec<PathBuf>,
    /// Its dependencies.
    pub class_path: Vec<PathBuf>,
    /// Where its sources are.
    pub sources: Vec<PathBuf>,
    /// Where its tests belong.
    pub tests: PathBuf,
}

/// The project in a directory, compiled by its own tool; `None` if there is none.
pub fn project_of(root: &Path, jdk: &Jdk) -> Result<Option<Project>, String> {
    if root.join("pom.xml").is_file() {
        return maven(root, jdk).map(Some);
    }
    let gradle = ["build.gradle", "build.gradle.kts"];
    if gradle.iter().any(|name| root.join(name).is_file()) {
        return gradle_project(root, jdk).map(Some);
    }
    Ok(None)
}

fn tool(root: &Path, wrapper: &str, name: &str, jdk: &Jdk) -> std::process::Command {
    let wrapper = root.join(wrapper);
    let mut command = match wrapper.is_file() {
        true => quiet(wrapper),
        false => quiet(name),
    };
    command.current_dir(root).env("JAVA_HOME", &jdk.home);
    command
}

fn carry_out(command: &mut std::process::Command, what: &str) -> Result<String, String> {
    let ended = run(command, LIMIT)
        .map_err(|error| format!("{what} cannot be run: {error}; install it first"))?;
    if ended.succeeded() {
        return Ok(ended.output);
    }
    let all = format!("{}\n{}", ended.output, ended.errors);
    let first = all
        .lines()
        .find(|line| line.contains("ERROR") || line.contains("error:") || line.contains("wrong"))
        .unwrap_or(ended.last_words());
    Err(format!("{what} {}: {}", ended.words(), first.trim()))
}

fn maven(root: &Path, jdk: &Jdk) -> Result<Project, String> {
    let work = tempfile::Builder::new()
        .prefix("everypath-")
        .tempdir()
        .map_err(|error| error.to_string())?;
    let list = work.path().join("class-path");
    let mut command = tool(root, "mvnw", "mvn", jdk);
    command.args(["-q", "-B", "compile", "dependency:build-classpath"]);
    command.arg(format!("-Dmdep.outputFile={}", list.display()));
    carry_out(&mut command, "mvn compile")?;
    let text = fs::read_to_string(&list).unwrap_or_default();
    Ok(Project {
        root: root.to_owned(),
        classes: vec![root.join("target/classes")],
        class_path: std::env::split_paths(text.trim())
            .filter(|path| !path.as_os_str().is_empty())
            .collect(),
        sources: vec![root.join("src/main/java")],
        tests: root.join("src/test/java"),
    })
}

/// Prints where a Gradle project keeps what; given to it as an init script.
const GRADLE_QUESTION: &str = "\
allprojects { tasks.register('everypathPaths') {
    dependsOn 'classes'
    doLast {
        def main = project.extensions.getByType(SourceSetContainer).main
        main.output.classesDirs.each { println \"everypath classes $it\" }
        main.compileClasspath.each { println \"everypath library $it\" }
        main.java.srcDirs.each { println \"everypath sources $it\" }
    }
} }
";

fn gradle_project(root: &Path, jdk: &Jdk) -> Result<Project, String> {
    let work = tempfile::Builder::new()
        .prefix("everypath-")
        .tempdir()
        .map_err(|error| error.to_string())?;
    let script = work.path().join("paths.gradle");
    fs::write(&script, GRADLE_QUESTION).map_err(|error| error.to_string())?;
    let mut command = tool(root, "gradlew", "gradle", jdk);
    command.args(["-q", "--init-script"]).arg(&script);
    command.arg("everypathPaths");
    let output = carry_out(&mut command, "gradle classes")?;
    Ok(gradle_answer(root, &output))
}

fn gradle_answer(root: &Path, output: &str) -> Project {
    let all = |kind: &str| -> Vec<PathBuf> {
        let prefix = format!("everypath {kind} ");
        output
            .lines()
            .filter_map(|line| line.strip_prefix(&prefix))
            .map(PathBuf::from)
            .collect()
    };
    Project {
        root: root.to_owned(),
        classes: all("classes"),
        class_path: all("library"),
        sources: all("sources"),
        tests: root.join("src/test/java"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gradles_answer_is_read() {
        let project = gradle_answer(
            Path::new("/p"),
            "noise\neverypath classes /p/build/classes\neverypath library /x.jar\n\
             everypath sources /p/src/main/java\n",
        );
        assert_eq!(project.classes, [Path::new("/p/build/classes")]);
        assert_eq!(project.class_path, [Path::new("/x.jar")]);
        assert_eq!(project.sources, [Path::new("/p/src/main/java")]);
    }
}
