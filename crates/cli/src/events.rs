//! What happens while a command runs, for other programs: a line of JSON for each event.

use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::sync::Mutex;
use std::time::Instant;

use everypath_generate::{Failure, FailureKind};
use everypath_report::{ModuleReport, Origin, Report, Tally, TestKind};
use serde::Serialize;

/// Where events go.
#[derive(Debug)]
pub(crate) struct Events {
    file: Mutex<File>,
    started: Instant,
}

/// Something that happened.
#[derive(Debug, Serialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub(crate) enum Event<'a> {
    /// The command begins.
    Begin { version: &'a str, modules: usize },
    /// A module is in a phase that has no paths to count.
    Phase { target: &'a str, phase: &'a str },
    /// Paths are found; not every one is told.
    Path {
        target: &'a str,
        unit: &'a str,
        covered: usize,
        wanted: usize,
    },
    /// A module is done.
    Module {
        target: &'a str,
        module: &'a str,
        file: &'a str,
        origin: Origin,
        test_file: Option<&'a str>,
        tests: usize,
        bugs: usize,
        possible: usize,
        goals: Tally,
    },
    /// A module could not be tested.
    Failure { target: &'a str, message: String },
    /// The command is over.
    End { modules: usize, bugs: usize },
}

/// An event with its moment.
#[derive(Serialize)]
struct Line<'a> {
    /// Seconds since the command began.
    seconds: f64,
    #[serde(flatten)]
    event: &'a Event<'a>,
}

impl Events {
    /// Events into a file, which is emptied.
    pub(crate) fn to(path: &Path) -> Result<Events, Failure> {
        let failed = |error: std::io::Error| {
            let message = format!("--events {}: {error}", path.display());
            Failure::new(FailureKind::Files, message)
        };
        std::fs::create_dir_all(path.parent().unwrap_or(Path::new(""))).map_err(failed)?;
        let file = File::create(path).map_err(failed)?;
        Ok(Events {
            file: Mutex::new(file),
            started: Instant::now(),
        })
    }

    /// Writes an event, at once. Whoever reads may be gone; that is no failure of ours.
    pub(crate) fn write(&self, event: &Event) {
        let file = self.file.lock();
        let mut file = file.unwrap_or_else(|poisoned| poisoned.into_inner());
        // The moment is taken when nobody else can write, so that lines are in its order.
        let line = Line {
            seconds: self.started.elapsed().as_secs_f64(),
            event,
        };
        let Ok(mut text) = serde_json::to_string(&line) else {
            return;
        };
        text.push('\n');
        let _ = file.write_all(text.as_bytes());
    }
}

impl<'a> Event<'a> {
    /// What became of a module.
    pub(crate) fn of(target: &'a str, result: &'a Result<ModuleReport, Failure>) -> Event<'a> {
        match result {
            Ok(module) => Event::Module {
                target,
                module: &module.module,
                file: &module.file,
                origin: module.origin,
                test_file: module.test_file.as_deref(),
                tests: module.count(TestKind::Kept),
                bugs: module.count(TestKind::Bug),
                possible: module.count(TestKind::Possible),
                goals: module.reached(),
            },
            Err(failure) => Event::Failure {
                target,
                message: failure.message.clone(),
            },
        }
    }

    /// The end of a command.
    pub(crate) fn end(report: &Report) -> Event<'a> {
        let bugs = report.modules.iter().map(|one| one.count(TestKind::Bug));
        Event::End {
            modules: report.modules.len(),
            bugs: bugs.sum(),
        }
    }
}
