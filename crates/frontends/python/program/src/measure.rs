//! What other tools say of a suite: branch coverage by coverage.py, mutation
//! score by mutmut. Both run in the user's Python, away from the user's files.

use std::ffi::OsStr;
use std::fs;
use std::io;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use everypath_confine::wait_at_most;
use everypath_python::{confinement, surround};
use everypath_report::Measured;

use crate::interpreter;
use everypath_generate::settings::Settings;

/// What to install for `--coverage`.
pub const COVERAGE_PACKAGES: &str = "coverage";
/// What to install for `--mutation`: mutmut 3.8 does not work with pytest 9.
pub const MUTATION_PACKAGES: &str = "\"mutmut>=3.8,<4\" \"pytest<9\"";

const COVERAGE_LIMIT: Duration = Duration::from_secs(600);
const MUTATION_LIMIT: Duration = Duration::from_secs(3600);
/// Files of a project that are copied for mutation, and how large one may be.
const MOST_FILES: usize = 5000;
const LARGEST_FILE: u64 = 1 << 20;

/// Statuses of mutants that some test noticed.
const KILLED: [&str; 5] = [
    "killed",
    "timeout",
    "segfault",
    "suspicious",
    "caught by type check",
];

/// Directories that are no part of a project's sources.
const SKIPPED: [&str; 7] = [
    "__pycache__",
    "node_modules",
    "venv",
    "env",
    "target",
    "build",
    "dist",
];

/// The user's own configuration must not change what is measured.
const SETTINGS: [&str; 5] = [
    "pyproject.toml",
    "setup.cfg",
    "tox.ini",
    "pytest.ini",
    "conftest.py",
];

/// The tests are copied this deep, so that going up from them, as suites do
/// to find their module, never leads to sources that are not mutated.
const DEEP: &str = "tests/a/b/c/d/e/f/g/h";

/// What the settings ask for; a note says what could not be measured.
pub(crate) fn measured(
    settings: &Settings,
    python: &Path,
    root: &Path,
    file: &Path,
    tests: &Path,
) -> Measured {
    let mut notes = Vec::new();
    let mut take = |wanted: bool, tool: Tool| match wanted.then(|| tool(python, root, file, tests))
    {
        Some(Ok(percent)) => Some(percent),
        Some(Err(why)) => {
            notes.push(why);
            None
        }
        None => None,
    };
    let coverage = take(settings.coverage, coverage);
    let mutation = take(settings.mutation, mutation);
    Measured {
        coverage,
        mutation,
        note: (!notes.is_empty()).then(|| notes.join("; ")),
    }
}

type Tool = fn(&Path, &Path, &Path, &Path) -> Result<f64, String>;

/// The percentage of a module's lines and branches that a suite covers.
fn coverage(python: &Path, root: &Path, file: &Path, tests: &Path) -> Result<f64, String> {
    require(python, "coverage", COVERAGE_PACKAGES)?;
    let work = workspace()?;
    let settings = work.path().join("coveragerc");
    let data = work.path().join("data");
    let answer = work.path().join("coverage.json");
    fs::write(&settings, "[run]\nbranch = True\n").map_err(failed)?;
    let settings = format!("--rcfile={}", settings.display());
    let data = format!("--data-file={}", data.display());
    let include = format!("--include={}", absolute(file).display());
    let tests = absolute(tests);
    let mut command = Command::new(python);
    command
        .args(["-m", "coverage", "run", &settings, &data, &include])
        .args(["-m", "pytest", "-q", "-p", "no:cacheprovider"])
        .arg(&tests)
        .current_dir(root);
    let (passed, output) = run(&mut command, COVERAGE_LIMIT, work.path())?;
    if !passed {
        return Err(format!("coverage was not measured: {}", last_line(&output)));
    }
    let mut command = Command::new(python);
    command
        .args(["-m", "coverage", "json", "-q", &settings, &data, &include])
        .arg("-o")
        .arg(&answer)
        .current_dir(root);
    let (passed, output) = run(&mut command, COVERAGE_LIMIT, work.path())?;
    let text = fs::read_to_string(&answer).unwrap_or_default();
    let found: serde_json::Value = serde_json::from_str(&text).unwrap_or_default();
    match found["totals"]["percent_covered"].as_f64() {
        Some(percent) if passed => Ok(percent),
        _ => Err(format!(
            "coverage.py gave no result: {}",
            last_line(&output)
        )),
    }
}

/// The percentage of a module's mutants that a suite kills.
fn mutation(python: &Path, root: &Path, file: &Path, tests: &Path) -> Result<f64, String> {
    require(python, "mutmut", MUTATION_PACKAGES)?;
    let work = workspace()?;
    let root = absolute(root);
    let file = absolute(file);
    let inside = file
        .strip_prefix(&root)
        .map_err(|_| format!("{} is not below {}", file.display(), root.display()))?;
    let mut files = 0;
    copy(&root, &work.path().join("src"), &mut files).map_err(failed)?;
    let target = work.path().join("src").join(inside);
    if !target.exists() {
        return Err("mutation was not measured: the project is too large to copy".to_owned());
    }
    let deep = work.path().join(DEEP);
    fs::create_dir_all(&deep).map_err(failed)?;
    fs::copy(tests, deep.join(tests.file_name().unwrap_or_default())).map_err(failed)?;
    let settings = format!(
        "[mutmut]\nsource_paths=src\nonly_mutate=src/{}\n\
         pytest_add_cli_args_test_selection=tests\n\
         pytest_add_cli_args=\n    -p\n    no:cacheprovider\n    -p\n    no:randomly\n\
         use_git_change_detection=false\ntimeout_multiplier=3\ntimeout_constant=1\n",
        inside.display()
    );
    fs::write(work.path().join("setup.cfg"), settings).map_err(failed)?;
    let mut command = Command::new(python);
    command
        .args(["-m", "mutmut", "run", "--max-children", "1"])
        .current_dir(work.path());
    let (passed, output) = run(&mut command, MUTATION_LIMIT, work.path())?;
    let mut command = Command::new(python);
    command
        .args(["-m", "mutmut", "results", "--all", "true"])
        .current_dir(work.path());
    let (_, listing) = run(&mut command, COVERAGE_LIMIT, work.path())?;
    match score(&listing) {
        Some(score) if passed => Ok(score),
        _ => Err(format!("mutation was not measured: {}", last_line(&output))),
    }
}

/// The share of killed mutants in mutmut's list; `None` if it is empty.
fn score(listing: &str) -> Option<f64> {
    let statuses: Vec<&str> = listing
        .lines()
        .filter_map(|line| line.trim().rsplit_once(": "))
        .filter(|(name, _)| name.contains("__mutmut_"))
        .map(|(_, status)| status.trim())
        .collect();
    let killed = statuses.iter().filter(|status| KILLED.contains(status));
    let share = 100.0 * killed.count() as f64 / statuses.len() as f64;
    (!statuses.is_empty()).then_some(share)
}

fn require(python: &Path, package: &str, packages: &str) -> Result<(), String> {
    match interpreter::package(python, package) {
        Some(_) => Ok(()),
        None => Err(format!(
            "{package} is not installed; get it with: {} -m pip install {packages}",
            python.display()
        )),
    }
}

fn workspace() -> Result<tempfile::TempDir, String> {
    tempfile::TempDir::with_prefix("everypath-measure-").map_err(failed)
}

fn failed(error: io::Error) -> String {
    format!("the suite was not measured: {error}")
}

fn absolute(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

/// Copies a project's own files.
fn copy(from: &Path, to: &Path, files: &mut usize) -> io::Result<()> {
    fs::create_dir_all(to)?;
    let mut entries: Vec<PathBuf> = fs::read_dir(from)?
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .collect();
    entries.sort();
    for path in entries {
        let name = path.file_name().and_then(OsStr::to_str).unwrap_or(".");
        let metadata = path.symlink_metadata()?;
        if name.starts_with('.') || metadata.is_symlink() || *files >= MOST_FILES {
            continue;
        }
        if metadata.is_dir() {
            if !SKIPPED.contains(&name) {
                copy(&path, &to.join(name), files)?;
            }
        } else if metadata.len() <= LARGEST_FILE && !is_apart(name) {
            *files += 1;
            fs::copy(&path, to.join(name))?;
        }
    }
    Ok(())
}

/// Whether a file steers or tests the project and is no part of it.
fn is_apart(name: &str) -> bool {
    SETTINGS.contains(&name) || (name.starts_with("test_") && name.ends_with(".py"))
}

/// Runs a command to its end or its limit: whether it succeeded, and what it said.
fn run(command: &mut Command, limit: Duration, work: &Path) -> Result<(bool, String), String> {
    let log = work.join("log");
    let output = fs::File::create(&log).map_err(failed)?;
    let errors = output.try_clone().map_err(failed)?;
    // The suite runs the subject, so it is inside here, too. Both tools start processes,
    // which share memory and semaphores, and mutmut sets the times of the copies it makes.
    surround(command, &[]);
    let confinement = confinement(&[]).alone(false).changing_attributes(true);
    let confinement = confinement.writing(work).writing("/dev/shm");
    confinement.apply(command).map_err(failed)?;
    let mut child = command
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .env("TMPDIR", work)
        .stdin(Stdio::null())
        .stdout(output)
        .stderr(errors)
        .process_group(0)
        .spawn()
        .map_err(failed)?;
    let Some(status) = wait_at_most(&mut child, limit).map_err(failed)? else {
        return Err(format!("it took longer than {} s", limit.as_secs()));
    };
    let text = fs::read(&log).map_err(failed)?;
    Ok((
        status.success(),
        String::from_utf8_lossy(&text).into_owned(),
    ))
}

fn last_line(output: &str) -> &str {
    output
        .lines()
        .map(str::trim)
        .rfind(|line| !line.is_empty())
        .unwrap_or("it said nothing")
}

#[cfg(test)]
mod tests {
    use super::*;

    const MODULE: &str = "def sign(x):\n    if x > 0:\n        return 1\n    return 0\n";
    const TESTS: &str = "import sys\nfrom pathlib import Path\n\
        sys.path.insert(0, str(Path(__file__).parent / '..'))\n\
        from signs import sign\n\n\ndef test_sign():\n    assert sign(1) == 1\n";

    /// A project with one module and one test, and a Python that has the tool.
    fn check(tool: &str, measure: Tool) -> f64 {
        let Ok(python) = interpreter::find(None) else {
            return f64::NAN;
        };
        if interpreter::package(&python, tool).is_none()
            || interpreter::package(&python, "pytest").is_none()
        {
            eprintln!("skipped: {} has no {tool}", python.display());
            return f64::NAN;
        }
        let project = tempfile::tempdir().unwrap();
        let root = project.path();
        fs::create_dir(root.join("tests")).unwrap();
        fs::write(root.join("signs.py"), MODULE).unwrap();
        fs::write(
            root.join("pyproject.toml"),
            "[tool.coverage.run]\nomit = ['*']\n",
        )
        .unwrap();
        fs::write(root.join("tests/test_signs.py"), TESTS).unwrap();
        let tests = root.join("tests/test_signs.py");
        measure(&python, root, &root.join("signs.py"), &tests).unwrap()
    }

    #[test]
    fn coverage_is_that_of_the_module() {
        let found = check("coverage", coverage);
        // Three of four lines and one of two branches.
        assert!(
            found.is_nan() || (found - 400.0 / 6.0).abs() < 0.1,
            "{found}"
        );
    }

    #[test]
    fn mutants_of_the_module_are_counted() {
        let found = check("mutmut", mutation);
        assert!(found.is_nan() || (found > 0.0 && found < 100.0), "{found}");
    }

    #[test]
    fn a_score_is_killed_of_all() {
        let listing = "    a.x_f__mutmut_1: killed\n    a.x_f__mutmut_2: survived\n\
                       a.x_f__mutmut_3: timeout\n    a.x_f__mutmut_4: no tests\nother: killed\n";
        assert_eq!(score(listing), Some(50.0));
        assert_eq!(score("nothing"), None);
    }
}
