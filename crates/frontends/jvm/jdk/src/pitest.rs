//! The mutation score of a suite, measured by PIT.

use std::path::{Path, PathBuf};
use std::time::Duration;

use everypath_confine::{Confinement, World};

use crate::artifacts::{Artifacts, JUNIT4, LAUNCHER, PIT};
use crate::command::{quiet, run};
use crate::home::Jdk;
use crate::javac::joined;

/// How long all mutants may take.
const LIMIT: Duration = Duration::from_secs(1800);

/// Measures how many mutants of a class and the classes nested in it a
/// compiled test class kills, in percent. The class files to mutate lie in
/// the directory `subject`; PIT mutates none in jars.
pub fn mutation_score(
    jdk: &Jdk,
    artifacts: &Artifacts,
    class_path: &[PathBuf],
    test_class: &str,
    class: &str,
    subject: &Path,
) -> Result<f64, String> {
    let failed = |why: String| format!("the mutation score was not measured: {why}");
    let pit = artifacts.fetch(&PIT)?;
    let mut junit = vec![LAUNCHER];
    junit.extend(JUNIT4);
    let junit = artifacts.fetch(&junit)?;
    let work =
        tempfile::TempDir::with_prefix("everypath-").map_err(|error| failed(error.to_string()))?;
    let mut entries = vec![subject.to_owned()];
    entries.extend(class_path.iter().cloned());
    entries.extend(junit.iter().cloned());
    let entries: Vec<String> = entries
        .iter()
        .map(|path| path.display().to_string())
        .collect();
    let mut program = pit;
    program.extend(junit);
    let mut command = quiet(jdk.tool("java"));
    World::FIRST.surround(&mut command, &["LD_LIBRARY_PATH"]);
    let temporary = format!("-Djava.io.tmpdir={}", work.path().display());
    let mut properties = vec!["-ea".to_owned(), "-XX:-UsePerfData".to_owned()];
    properties.push(temporary.clone());
    properties.extend(World::FIRST.properties());
    command
        .arg("-XX:-UsePerfData")
        .arg(temporary)
        .arg("-cp")
        .arg(joined(&program))
        .arg("org.pitest.mutationtest.commandline.MutationCoverageReport")
        .arg("--reportDir")
        .arg(work.path())
        .args(["--targetClasses", &format!("{class},{class}$*")])
        .args(["--targetTests", test_class])
        .arg("--sourceDirs")
        .arg(work.path())
        .arg("--mutableCodePaths")
        .arg(subject)
        .args(["--classPath", &entries.join(",")])
        .args(["--outputFormats", "CSV", "--timestampedReports=false"])
        .args(["--jvmArgs", &properties.join(",")])
        .current_dir(work.path());
    // Its processes talk to each other through the loopback.
    let confinement = Confinement::new().writing(work.path()).using_network(true);
    confinement
        .apply(&mut command)
        .map_err(|error| failed(error.to_string()))?;
    let ended = run(&mut command, LIMIT).map_err(|error| failed(error.to_string()))?;
    let table = std::fs::read_to_string(work.path().join("mutations.csv"));
    let table =
        table.map_err(|_| failed(format!("PIT {}: {}", ended.words(), ended.last_words())))?;
    score(&table).ok_or_else(|| failed("there is nothing to mutate".to_owned()))
}

/// The share of mutants that a table of PIT says are killed.
fn score(table: &str) -> Option<f64> {
    let statuses = table.lines().filter_map(|line| line.split(',').nth(5));
    let (mut all, mut killed) = (0, 0);
    for status in statuses {
        all += 1;
        killed += u32::from(matches!(status, "KILLED" | "TIMED_OUT" | "MEMORY_ERROR"));
    }
    (all > 0).then(|| 100.0 * f64::from(killed) / f64::from(all))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_no_test_reaches_is_not_killed() {
        let table = "A.java,A,m,f,1,KILLED,t\nA.java,A,m,f,2,NO_COVERAGE,none\n\
                     A.java,A,m,f,3,TIMED_OUT,t\nA.java,A,m,f,4,SURVIVED,none\n";
        assert_eq!(score(table), Some(50.0));
        assert_eq!(score(""), None);
    }
}
