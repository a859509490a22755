//! Coverage of a suite, measured by JaCoCo.

use std::path::{Path, PathBuf};
use std::time::Duration;

use everypath_confine::World;

use crate::artifacts::{Artifacts, JACOCO_AGENT, JACOCO_CLI};
use crate::command::{QUICK, quiet, run};
use crate::home::Jdk;
use crate::junit::{Runner, TestOutcome};

/// How long the suite and the report may take.
const LIMIT: Duration = Duration::from_secs(900);

/// What a suite covers of one class and the classes nested in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ClassCoverage {
    /// Branches covered.
    pub branches: usize,
    /// All branches.
    pub all_branches: usize,
    /// Lines covered.
    pub lines: usize,
    /// All lines.
    pub all_lines: usize,
}

impl ClassCoverage {
    /// Branches and lines together, in percent, as for other languages.
    pub fn percent(&self) -> f64 {
        let all = self.all_branches + self.all_lines;
        match all {
            0 => 100.0,
            _ => 100.0 * (self.branches + self.lines) as f64 / all as f64,
        }
    }
}

/// Measures what a compiled test class covers of another class, whose class
/// files lie in `classes` (directories or jars).
pub fn coverage(
    jdk: &Jdk,
    artifacts: &Artifacts,
    class_path: &[PathBuf],
    test_class: &str,
    subject: &str,
    classes: &[PathBuf],
) -> Result<ClassCoverage, String> {
    let jars = artifacts.fetch(&[JACOCO_AGENT, JACOCO_CLI])?;
    let failed = |error: std::io::Error| format!("coverage was not measured: {error}");
    let work = tempfile::TempDir::with_prefix("everypath-").map_err(failed)?;
    let data = work.path().join("jacoco.exec");
    let runner = Runner::new(jdk, artifacts).map_err(|error| error.to_string())?;
    let agent = format!(
        "-javaagent:{}=destfile={}",
        jars[0].display(),
        data.display()
    );
    let outcomes = runner
        .run(
            class_path,
            test_class,
            World::FIRST,
            &[&agent],
            LIMIT,
            Some(work.path()),
        )
        .map_err(|error| error.to_string())?;
    if outcomes
        .values()
        .any(|outcome| *outcome != TestOutcome::Passed)
    {
        return Err("coverage was not measured: a test fails under JaCoCo".to_owned());
    }
    let table = work.path().join("table.csv");
    let mut command = quiet(jdk.tool("java"));
    command.args(QUICK);
    command.arg("-jar").arg(&jars[1]).arg("report").arg(&data);
    for entry in narrowed(classes, subject) {
        command.arg("--classfiles").arg(entry);
    }
    command.arg("--csv").arg(&table);
    let ended = run(&mut command, LIMIT).map_err(failed)?;
    if !ended.succeeded() {
        return Err(format!("coverage was not measured: {}", ended.last_words()));
    }
    let text = std::fs::read_to_string(&table).map_err(failed)?;
    rows(&text, subject).ok_or_else(|| format!("JaCoCo does not know {subject}"))
}

/// Only the package of the subject, if it lies in a directory: two versions of
/// one class elsewhere would be an error.
fn narrowed(classes: &[PathBuf], subject: &str) -> Vec<PathBuf> {
    let file = format!("{}.class", subject.replace('.', "/"));
    let exact = classes
        .iter()
        .map(|entry| entry.join(&file))
        .find(|path| path.is_file());
    match exact.as_deref().and_then(Path::parent) {
        Some(package) => vec![package.to_owned()],
        None => classes.to_vec(),
    }
}

/// The rows of a class and of those nested in it, added up.
fn rows(table: &str, subject: &str) -> Option<ClassCoverage> {
    let (package, class) = subject.rsplit_once('.').unwrap_or(("", subject));
    // Classes nested in others are written with dots.
    let class = &class.replace('$', ".");
    let package = if package.is_empty() {
        "default"
    } else {
        package
    };
    let mut sum = ClassCoverage::default();
    let mut found = false;
    for line in table.lines().skip(1) {
        let cells: Vec<&str> = line.split(',').collect();
        let [_, of, name, rest @ ..] = cells.as_slice() else {
            continue;
        };
        let nested = name
            .strip_prefix(class)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('.') || rest.starts_with('$'));
        if *of != package || !nested {
            continue;
        }
        let number = |index: usize| rest.get(index)?.parse::<usize>().ok();
        // Missed and covered: instructions, branches, lines.
        let [missed, covered, missed_lines, covered_lines] =
            [number(2)?, number(3)?, number(4)?, number(5)?];
        sum.branches += covered;
        sum.all_branches += missed + covered;
        sum.lines += covered_lines;
        sum.all_lines += missed_lines + covered_lines;
        found = true;
    }
    found.then_some(sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nested_classes_count() {
        let table = "GROUP,PACKAGE,CLASS,IM,IC,BM,BC,LM,LC,CM,CC,MM,MC\n\
            x,a.b,Foo,1,2,3,4,5,6,0,0,0,0\nx,a.b,Foo.Inner,1,1,1,1,1,1,0,0,0,0\n\
            x,a.b,Food,9,9,9,9,9,9,0,0,0,0\nx,a,Foo,9,9,9,9,9,9,0,0,0,0\n";
        let found = rows(table, "a.b.Foo").unwrap();
        assert_eq!((found.branches, found.all_branches), (5, 9));
        assert_eq!((found.lines, found.all_lines), (7, 13));
        let inner = rows(table, "a.b.Foo$Inner").unwrap();
        assert_eq!((inner.branches, inner.all_branches), (1, 2));
        assert_eq!(rows(table, "a.b.Bar"), None);
    }
}
