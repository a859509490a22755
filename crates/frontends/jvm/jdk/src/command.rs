//! Running a tool to its end or its limit.

use std::fs;
use std::io;
use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use everypath_confine::{Confinement, Refusal, wait_at_most};
use tempfile::TempDir;

/// How a tool ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ended {
    /// Its exit code; `None` if a signal or our limit ended it.
    pub(crate) code: Option<i32>,
    /// Whether it was killed because it took too long.
    pub(crate) timed_out: bool,
    /// What it wrote to standard output.
    pub(crate) output: String,
    /// What it wrote to standard error.
    pub(crate) errors: String,
}

impl Ended {
    /// Whether it did what it was asked for.
    pub(crate) fn succeeded(&self) -> bool {
        self.code == Some(0)
    }

    /// How it ended, in words.
    pub(crate) fn words(&self) -> String {
        match (self.timed_out, self.code) {
            (true, _) => "took too long".to_owned(),
            (false, Some(code)) => format!("exited with code {code}"),
            (false, None) => "was killed".to_owned(),
        }
    }

    /// The last thing it said; the innermost cause, if it is a stack trace.
    pub(crate) fn last_words(&self) -> &str {
        let said = || {
            self.errors
                .lines()
                .chain(self.output.lines())
                .map(str::trim)
        };
        let mut cause = said().filter_map(|line| line.strip_prefix("Caused by: "));
        cause
            .next_back()
            .or_else(|| said().rfind(|line| !line.is_empty()))
            .unwrap_or("it said nothing")
    }
}

/// Runs a command in a process group of its own; at the limit the whole group
/// is killed.
pub(crate) fn run(command: &mut Command, limit: Duration) -> io::Result<Ended> {
    run_in(&workspace()?, command, limit)
}

/// What a subject tried and was refused, and how many answers there were by then.
pub(crate) type Refused = Vec<(usize, Refusal)>;

/// Runs a command that runs subject code, confined, and says what it was refused. A word
/// stands before each of its answers.
pub(crate) fn run_watched(
    command: &mut Command,
    confinement: &Confinement,
    limit: Duration,
    word: &str,
) -> io::Result<(Ended, Refused)> {
    let work = workspace()?;
    let refused: Arc<Mutex<Refused>> = Arc::default();
    let (noted, output) = (refused.clone(), work.path().join("output"));
    let word = word.to_owned();
    let note = move |refusal| {
        let written = fs::read(&output).unwrap_or_default();
        let answers = String::from_utf8_lossy(&written).matches(&word).count();
        if let Ok(mut noted) = noted.lock() {
            noted.push((answers, refusal));
        }
    };
    confinement.watch(command, Box::new(note))?;
    let ended = run_in(&work, command, limit)?;
    let refused = refused.lock().map(|noted| noted.clone());
    Ok((ended, refused.unwrap_or_default()))
}

fn workspace() -> io::Result<TempDir> {
    TempDir::with_prefix("everypath-")
}

fn run_in(work: &TempDir, command: &mut Command, limit: Duration) -> io::Result<Ended> {
    let (output, errors) = (work.path().join("output"), work.path().join("errors"));
    let mut child = command
        .stdout(fs::File::create(&output)?)
        .stderr(fs::File::create(&errors)?)
        .process_group(0)
        .spawn()?;
    let status = wait_at_most(&mut child, limit)?;
    let text = |path| fs::read(path).map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    Ok(Ended {
        code: status.and_then(|status| status.code()),
        timed_out: status.is_none(),
        output: text(&output)?,
        errors: text(&errors)?,
    })
}

/// The options of JVMs that live for a moment: nothing that pays off only later.
pub(crate) const QUICK: [&str; 3] = [
    "-XX:+UseSerialGC",
    "-XX:TieredStopAtLevel=1",
    "-XX:-UsePerfData",
];

/// A command that reads nothing.
pub(crate) fn quiet(program: impl AsRef<std::ffi::OsStr>) -> Command {
    let mut command = Command::new(program);
    command.stdin(Stdio::null());
    // Options meant for the user's own programs would be reported on standard error.
    command.env_remove("JAVA_TOOL_OPTIONS");
    command.env_remove("_JAVA_OPTIONS");
    command.env_remove("JDK_JAVA_OPTIONS");
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tool_that_does_not_end_is_killed() {
        let ended = run(
            Command::new("sh").args(["-c", "echo begun; sleep 60"]),
            Duration::from_millis(200),
        )
        .unwrap();
        assert!(ended.timed_out && !ended.succeeded());
        assert_eq!(ended.output, "begun\n");
        assert_eq!(ended.words(), "took too long");
    }

    #[test]
    fn the_last_words_of_a_stack_trace_are_its_innermost_cause() {
        let ended = Ended {
            code: Some(1),
            timed_out: false,
            output: "more at a page".to_owned(),
            errors: "X: outer\n\tat a\nCaused by: Y: middle\n\tat b\nCaused by: Z: inner\n\tat c\n"
                .to_owned(),
        };
        assert_eq!(ended.last_words(), "Z: inner");
    }

    #[test]
    fn the_last_words_are_those_of_standard_error_first() {
        let ended = run(
            Command::new("sh").args(["-c", "echo why >&2; exit 3"]),
            Duration::from_secs(10),
        )
        .unwrap();
        assert_eq!(
            (ended.words(), ended.last_words()),
            ("exited with code 3".to_owned(), "why")
        );
    }
}
