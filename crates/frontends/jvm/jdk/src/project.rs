//! The user's projects, compiled with their own tools, which also say where
//! things are. A project may have several modules.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use crate::command::{QUICK, quiet, run};
use crate::home::Jdk;

/// How long a project's own tool may take.
const LIMIT: Duration = Duration::from_secs(1800);
/// What makes a directory a Gradle project.
const GRADLE_FILES: [&str; 4] = [
    "build.gradle",
    "build.gradle.kts",
    "settings.gradle",
    "settings.gradle.kts",
];
/// Where Maven is asked to write the class path of a module, from its directory.
const MAVEN_ANSWER: &str = "target/everypath-class-path";
/// How deep modules may lie in a project.
const DEPTH: usize = 6;

/// A module of a build tool's project, compiled.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Project {
    /// Its directory.
    pub root: PathBuf,
    /// Where its own classes are.
    pub classes: Vec<PathBuf>,
    /// Its dependencies.
    pub class_path: Vec<PathBuf>,
    /// What its tests are compiled with.
    pub test_class_path: Vec<PathBuf>,
    /// Where its sources are.
    pub sources: Vec<PathBuf>,
    /// Where its tests belong.
    pub tests: PathBuf,
}

/// Whether a directory is that of a project with a build tool.
pub fn is_project(root: &Path) -> bool {
    is_maven(root) || is_gradle(root)
}

fn is_maven(root: &Path) -> bool {
    root.join("pom.xml").is_file()
}

fn is_gradle(root: &Path) -> bool {
    GRADLE_FILES.iter().any(|name| root.join(name).is_file())
}

/// The modules of the project in a directory, compiled by its own tool; none
/// if the directory is not that of a project.
pub fn modules_of(root: &Path, jdk: &Jdk) -> Result<Vec<Project>, String> {
    if is_maven(root) {
        return maven(root, jdk);
    }
    if is_gradle(root) {
        return gradle(root, jdk);
    }
    Ok(Vec::new())
}

/// The project's own copy of the tool if it has one.
fn tool(root: &Path, wrapper: &str, name: &str, jdk: &Jdk) -> Command {
    let wrapper = root.join(wrapper);
    let mut command = match wrapper.is_file() {
        true => quiet(wrapper),
        false => quiet(name),
    };
    command.current_dir(root).env("JAVA_HOME", &jdk.home);
    command
}

fn carry_out(command: &mut Command, what: &str) -> Result<String, String> {
    let ended = run(command, LIMIT)
        .map_err(|error| format!("{what} cannot be run: {error}; install it first"))?;
    if ended.succeeded() {
        return Ok(ended.output);
    }
    let all = format!("{}\n{}", ended.output, ended.errors);
    let why = complaint(&all).unwrap_or_else(|| ended.last_words().to_owned());
    Err(format!("{what} {}: {why}", ended.words()))
}

/// What a tool says is wrong: a compiler's error if there is one, else its own.
fn complaint(said: &str) -> Option<String> {
    let lines: Vec<&str> = said.lines().map(str::trim).collect();
    let compiler = lines.iter().find(|line| line.contains(": error: "));
    if let Some(line) = compiler {
        return Some((*line).to_owned());
    }
    if let Some(at) = lines.iter().position(|line| line.contains("went wrong")) {
        let after = lines[at + 1..].iter().take_while(|line| !line.is_empty());
        let after: Vec<&str> = after.copied().collect();
        return (!after.is_empty()).then(|| after.join(" "));
    }
    let own = lines.iter().find_map(|line| line.strip_prefix("[ERROR] "));
    own.map(str::to_owned)
}

fn maven(root: &Path, jdk: &Jdk) -> Result<Vec<Project>, String> {
    let mut command = tool(root, "mvnw", "mvn", jdk);
    // Mostly there is nothing left to compile, and Maven's own start is all that it takes.
    if std::env::var_os("MAVEN_OPTS").is_none() {
        command.env("MAVEN_OPTS", QUICK.join(" "));
    }
    command.args(["-q", "-B", "compile", "dependency:build-classpath"]);
    // A relative path is one of each module.
    command.arg(format!("-Dmdep.outputFile={MAVEN_ANSWER}"));
    carry_out(&mut command, "mvn compile")?;
    let mut found = Vec::new();
    maven_modules(root, DEPTH, &mut found);
    Ok(found)
}

fn maven_modules(root: &Path, depth: usize, found: &mut Vec<Project>) {
    let answer = root.join(MAVEN_ANSWER);
    let classes = root.join("target/classes");
    if let Ok(text) = fs::read_to_string(&answer) {
        // It was written for us; if it stays there, it is in nobody's way.
        let _ = fs::remove_file(&answer);
        if classes.is_dir() {
            let class_path: Vec<PathBuf> = std::env::split_paths(text.trim())
                .filter(|path| !path.as_os_str().is_empty())
                .collect();
            found.push(Project {
                root: root.to_owned(),
                classes: vec![classes],
                test_class_path: class_path.clone(),
                class_path,
                sources: vec![root.join("src/main/java")],
                tests: root.join("src/test/java"),
            });
        }
    }
    if depth == 0 {
        return;
    }
    let mut inside: Vec<PathBuf> = fs::read_dir(root)
        .map(|entries| entries.flatten().map(|entry| entry.path()).collect())
        .unwrap_or_default();
    inside.sort();
    let named = |path: &Path, name: &str| path.file_name() == Some(OsStr::new(name));
    for directory in inside {
        if is_maven(&directory) || (directory.is_dir() && !named(&directory, "src")) {
            let hidden = directory
                .file_name()
                .is_some_and(|name| name.to_string_lossy().starts_with('.'));
            if !hidden && !named(&directory, "target") {
                maven_modules(&directory, depth - 1, found);
            }
        }
    }
}

/// Prints where the modules of a Gradle project keep what; given to it as an
/// init script. What the action uses is found before, so that it also runs where
/// actions may not ask for their project.
const GRADLE_QUESTION: &str = "\
allprojects { module ->
    module.afterEvaluate {
        if (module.plugins.hasPlugin('java')) {
            def main = module.sourceSets.main
            def home = module.projectDir
            def classes = main.output.classesDirs
            def libraries = main.runtimeClasspath + main.compileClasspath
            def sources = main.allJava.srcDirs
            def test = module.sourceSets.test
            def tests = test.java.srcDirs
            def frameworks = test.compileClasspath
            module.tasks.create('everypathPaths') {
                dependsOn main.output, libraries
                doLast {
                    println \"everypath module $home\"
                    classes.each { println \"everypath classes $it\" }
                    libraries.each { println \"everypath library $it\" }
                    sources.each { println \"everypath sources $it\" }
                    tests.each { println \"everypath tests $it\" }
                    frameworks.each { println \"everypath framework $it\" }
                }
            }
        }
    }
}
";

fn gradle(root: &Path, jdk: &Jdk) -> Result<Vec<Project>, String> {
    let work = tempfile::TempDir::with_prefix("everypath-").map_err(|error| error.to_string())?;
    let script = work.path().join("paths.gradle");
    fs::write(&script, GRADLE_QUESTION).map_err(|error| error.to_string())?;
    let mut command = tool(root, "gradlew", "gradle", jdk);
    command.args(["-q", "--init-script"]).arg(&script);
    command.args(["--no-daemon", "everypathPaths"]);
    let output = carry_out(&mut command, "gradle classes")?;
    let mut modules = gradle_answer(&output);
    for module in &mut modules {
        // A module without resources has a place for them all the same.
        module.classes.retain(|path| path.exists());
        module.class_path.retain(|path| path.exists());
    }
    Ok(modules)
}

fn gradle_answer(output: &str) -> Vec<Project> {
    let mut found: Vec<Project> = Vec::new();
    let mut has_tests = false;
    for line in output.lines() {
        let Some((kind, path)) = line
            .strip_prefix("everypath ")
            .and_then(|rest| rest.split_once(' '))
        else {
            continue;
        };
        let path = PathBuf::from(path);
        if kind == "module" {
            has_tests = false;
            found.push(Project {
                tests: path.join("src/test/java"),
                root: path,
                ..Project::default()
            });
        } else if let Some(module) = found.last_mut() {
            let list = match kind {
                // The first of them is where new ones belong.
                "tests" => {
                    if !std::mem::replace(&mut has_tests, true) {
                        module.tests = path;
                    }
                    continue;
                }
                "classes" => &mut module.classes,
                "library" => &mut module.class_path,
                "framework" => &mut module.test_class_path,
                _ => &mut module.sources,
            };
            if !list.contains(&path) {
                list.push(path);
            }
        }
    }
    found.sort_by(|one, other| one.root.cmp(&other.root));
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gradles_answer_is_read() {
        let modules = gradle_answer(
            "noise\neverypath module /p/b\neverypath classes /p/b/build/classes\n\
             everypath library /x.jar\neverypath library /x.jar\n\
             everypath sources /p/b/src/main/java\neverypath tests /p/b/tests\n\
             everypath tests /p/b/more\neverypath framework /junit-4.13.jar\n\
             everypath module /p/a\n",
        );
        let [first, second] = &modules[..] else {
            panic!("{modules:?}");
        };
        assert_eq!(first.root, Path::new("/p/a"));
        assert_eq!(second.classes, [Path::new("/p/b/build/classes")]);
        assert_eq!(second.class_path, [Path::new("/x.jar")]);
        assert_eq!(second.sources, [Path::new("/p/b/src/main/java")]);
        assert_eq!(first.tests, Path::new("/p/a/src/test/java"));
        assert_eq!(second.tests, Path::new("/p/b/tests"));
        assert_eq!(second.test_class_path, [Path::new("/junit-4.13.jar")]);
    }

    #[test]
    fn of_all_that_a_tool_says_the_cause_is_told() {
        let gradle = "FAILURE: x\n\n* What went wrong:\nPlugin [id: 'y']\n> not found\n\n* Try:\n";
        assert_eq!(
            complaint(gradle).as_deref(),
            Some("Plugin [id: 'y'] > not found")
        );
        let javac = "x\n/p/A.java:3: error: ';' expected\n* What went wrong:\nfailed\n";
        assert_eq!(
            complaint(javac).as_deref(),
            Some("/p/A.java:3: error: ';' expected")
        );
        assert_eq!(complaint("[ERROR] no POM").as_deref(), Some("no POM"));
        assert_eq!(complaint("all is well"), None);
    }
}
