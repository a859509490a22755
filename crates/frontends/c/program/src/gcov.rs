//! What gcov says of a C suite: the branches of the source that its tests take.

use std::path::Path;
use std::process::Command;

use serde::Deserialize;

/// What gcov is given so that it finds a program's counters.
pub(crate) const FLAGS: [&str; 2] = ["--coverage", "-O0"];

#[derive(Deserialize)]
struct Found {
    files: Vec<File>,
}

#[derive(Deserialize)]
struct File {
    file: String,
    lines: Vec<Line>,
}

#[derive(Deserialize)]
struct Line {
    function_name: Option<String>,
    branches: Vec<Branch>,
}

#[derive(Deserialize)]
struct Branch {
    count: u64,
}

/// The percentage of branches that tests take in a source, or in one function of it,
/// from the counters in a directory.
pub(crate) fn branches(
    directory: &Path,
    tests: &Path,
    source: &Path,
    function: Option<&str>,
) -> Result<f64, String> {
    let stem = tests.file_stem().unwrap_or_default().to_string_lossy();
    let own = format!("{stem}.gcno");
    let notes = std::fs::read_dir(directory)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path())
        .find(|path| path.to_string_lossy().ends_with(&own))
        .ok_or("the compiler wrote no notes for gcov")?;
    let output = Command::new("gcov")
        .args(["-b", "-c", "-j", "--stdout"])
        .arg(&notes)
        .current_dir(directory)
        .output()
        .map_err(|error| format!("gcov cannot be run: {error}"))?;
    let found: Found = serde_json::from_slice(&output.stdout)
        .map_err(|error| format!("gcov's output is not understood: {error}"))?;
    let wanted = |line: &&Line| function.is_none() || line.function_name.as_deref() == function;
    let lines = found
        .files
        .iter()
        .filter(|file| Path::new(&file.file).file_name() == source.file_name())
        .flat_map(|file| &file.lines)
        .filter(wanted);
    let (mut taken, mut all) = (0, 0);
    for branch in lines.flat_map(|line| &line.branches) {
        all += 1;
        taken += usize::from(branch.count > 0);
    }
    match all {
        0 => Ok(100.0),
        all => Ok(100.0 * taken as f64 / all as f64),
    }
}

/// Whether a compiler is gcc, whose counters gcov reads.
pub(crate) fn is_gcc(compiler: &Path) -> bool {
    let mut command = Command::new(compiler);
    let output = command.arg("--version").output();
    output.is_ok_and(|output| {
        let words = String::from_utf8_lossy(&output.stdout).into_owned();
        words.contains("Free Software Foundation")
    })
}
