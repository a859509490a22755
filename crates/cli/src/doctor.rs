//! `everypath doctor`: what is installed, what is missing, how to get it.

use std::fmt::Write;
use std::path::Path;
use std::process::Command;

use everypath_c::toolchain;
use everypath_jdk::{Artifact, Artifacts, JACOCO_AGENT, Jdk, LAUNCHER};
use everypath_python_program::{COVERAGE_PACKAGES, MUTATION_PACKAGES, interpreter};

/// Loads the extension as the worker does.
const LOAD: &str = "\
import importlib.machinery, importlib.util, sys
loader = importlib.machinery.ExtensionFileLoader('everypath_native', sys.argv[1])
spec = importlib.util.spec_from_file_location('everypath_native', sys.argv[1], loader=loader)
loader.exec_module(importlib.util.module_from_spec(spec))
";

/// One thing that was looked for.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Finding {
    /// What.
    pub name: &'static str,
    /// Whether `generate` cannot do without it.
    pub needed: bool,
    /// Its version or place, or what to do to get it.
    pub result: Result<String, String>,
}

/// Looks for everything that Everypath uses.
pub(crate) fn examine(python: Option<&Path>, jdk: Option<&Path>) -> Vec<Finding> {
    let mut findings = for_python(python);
    findings.extend(for_java(jdk));
    findings.extend(for_c());
    findings.push(confinement());
    findings
}

/// What keeps subjects from the rest of the machine.
fn confinement() -> Finding {
    let missing = everypath_confine::missing();
    let words: Vec<String> = missing.iter().map(ToString::to_string).collect();
    Finding {
        name: "sandbox",
        needed: false,
        result: match words.is_empty() {
            true => Ok("Landlock and seccomp".to_owned()),
            false => Err(words.join("; ")),
        },
    }
}

fn for_c() -> Vec<Finding> {
    let clang = toolchain::find_clang(None);
    let compiler = toolchain::find_compiler(clang.as_ref().ok());
    vec![
        Finding {
            name: "clang",
            needed: false,
            result: clang.map(|clang| format!("{} ({})", clang.version, clang.path.display())),
        },
        Finding {
            name: "cc",
            needed: false,
            result: compiler.map(|path| path.display().to_string()),
        },
    ]
}

fn for_java(given: Option<&Path>) -> Vec<Finding> {
    let artifacts = Artifacts::of_user();
    let jdk = Jdk::find(given);
    let version = |command: &str| {
        let output = Command::new(command).arg("--version").output().ok()?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let line = text.lines().next()?.to_owned();
        Some(line.replace("\u{1b}[1m", "").replace("\u{1b}[m", ""))
    };
    let jar = |name: &'static str, artifact: &Artifact| Finding {
        name,
        needed: false,
        result: match artifacts.cached(artifact) {
            Some(path) => Ok(path.display().to_string()),
            None => Err("Maven fetches it when it is first needed".to_owned()),
        },
    };
    vec![
        Finding {
            name: "jdk",
            needed: given.is_some(),
            result: jdk.map(|jdk| format!("{} ({})", jdk.version, jdk.home.display())),
        },
        Finding {
            name: "maven",
            needed: false,
            result: version("mvn").ok_or_else(|| {
                "it brings JUnit and JaCoCo for Java suites; on Debian: apt-get install maven"
                    .to_owned()
            }),
        },
        jar("junit", &LAUNCHER),
        jar("jacoco", &JACOCO_AGENT),
    ]
}

fn for_python(given: Option<&Path>) -> Vec<Finding> {
    let python = match interpreter::find(given) {
        Ok(python) => python,
        Err(failure) => {
            return vec![Finding {
                name: "python",
                needed: true,
                result: Err(failure.message),
            }];
        }
    };
    let version = interpreter::version(&python).unwrap_or_default();
    let package = |name: &'static str, needed: bool, packages: &str, what_for: &str| Finding {
        name,
        needed,
        result: interpreter::package(&python, name).ok_or_else(|| {
            format!(
                "{what_for}; get it with: {} -m pip install {packages}",
                python.display()
            )
        }),
    };
    vec![
        Finding {
            name: "python",
            needed: true,
            result: Ok(format!(
                "{}.{} ({})",
                version.0,
                version.1,
                python.display()
            )),
        },
        Finding {
            name: "extension",
            needed: true,
            result: extension(&python),
        },
        package("pytest", true, "pytest", "the suite is run with it"),
        package(
            "coverage",
            false,
            COVERAGE_PACKAGES,
            "only --coverage needs it",
        ),
        package(
            "mutmut",
            false,
            MUTATION_PACKAGES,
            "only --mutation needs it",
        ),
    ]
}

/// That this Python can load the extension.
fn extension(python: &Path) -> Result<String, String> {
    let directory = tempfile::tempdir().map_err(|error| error.to_string())?;
    let path = everypath_python_native::unpack(directory.path())
        .map_err(|error| format!("it cannot be unpacked: {error}"))?;
    let output = Command::new(python)
        .args(["-c", LOAD])
        .arg(&path)
        .output()
        .map_err(|error| format!("{} cannot be run: {error}", python.display()))?;
    if output.status.success() {
        return Ok(format!("{} loads it", python.display()));
    }
    let text = String::from_utf8_lossy(&output.stderr);
    Err(format!(
        "{} cannot load it: {}",
        python.display(),
        text.lines().last().unwrap_or("no reason given")
    ))
}

/// The findings as text.
pub(crate) fn print(findings: &[Finding]) -> String {
    let mut text = String::new();
    for finding in findings {
        let (mark, words) = match &finding.result {
            Ok(words) => ("ok", words),
            Err(words) => ("missing", words),
        };
        let _ = writeln!(text, "{mark:<8} {:<10} {words}", finding.name);
    }
    text
}

/// Whether everything needed is there.
pub(crate) fn is_healthy(findings: &[Finding]) -> bool {
    !findings
        .iter()
        .any(|finding| finding.needed && finding.result.is_err())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finding(needed: bool, found: bool) -> Finding {
        Finding {
            name: "pytest",
            needed,
            result: match found {
                true => Ok("8.4".to_owned()),
                false => Err("get it".to_owned()),
            },
        }
    }

    #[test]
    fn only_what_is_needed_makes_it_ill() {
        assert!(is_healthy(&[finding(true, true), finding(false, false)]));
        assert!(!is_healthy(&[finding(true, false)]));
        assert_eq!(
            print(&[finding(true, true), finding(false, false)]),
            "ok       pytest     8.4\nmissing  pytest     get it\n"
        );
    }

    #[test]
    fn a_python_that_is_not_there_is_said_so() {
        let findings = for_python(Some(Path::new("/nowhere/python")));
        assert_eq!(findings.len(), 1);
        let reason = findings[0].result.clone().unwrap_err();
        assert!(reason.contains("/nowhere/python"), "{reason}");
    }
}
