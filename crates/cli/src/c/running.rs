//! Compiling and running what was written: the observer, the tests, and the
//! tests that show bugs.

use std::collections::BTreeMap;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use everypath_c::{LoadRequest, toolchain};
use everypath_emit::File;
use everypath_emit::c::{self, Case, Ending};
use rustix::process::{Pid, Signal, kill_process_group};

use super::measuring;
use crate::exit::{Failure, FailureKind};
use crate::files::absolute;
use crate::target::Target;

/// What sanitizers make of the tests that show bugs.
const SANITIZERS: [&str; 3] = [
    "-g",
    "-fsanitize=address,undefined",
    "-fno-sanitize-recover=all",
];

/// What was seen of one run: the exit status if it exits, the places, the output.
type Observation = (Option<i32>, Vec<(usize, c::Seen)>, Vec<u8>);

/// Compiles and runs what was written.
pub struct Building<'a> {
    pub compiler: &'a Path,
    pub request: &'a LoadRequest,
    pub directory: &'a Path,
    pub patience: Duration,
}

impl Building<'_> {
    pub fn compile(&self, name: &str, text: &str, more: &[&str]) -> Result<PathBuf, Failure> {
        let source = self.save(name, text)?;
        self.compile_file(&source, name, more)
    }

    /// The branches of the source that a test file takes, in percent.
    pub fn coverage(&self, tests: &Path, source: &Path, target: &Target) -> Result<f64, String> {
        if !measuring::is_gcc(self.compiler) {
            return Err("gcov needs tests that gcc compiles; set CC to it".to_owned());
        }
        let leave = measuring::leave(self.directory).map_err(|error| error.to_string())?;
        let leave = leave.display().to_string();
        let mut flags = measuring::FLAGS.to_vec();
        flags.push(&leave);
        let program = self
            .compile_file(tests, "counted", &flags)
            .map_err(|failure| failure.message)?;
        self.run(&program, &[]);
        measuring::branches(self.directory, source, target.part.as_deref())
    }

    /// The symbols that nobody defines for a source.
    pub fn missing(&self, name: &str, text: &str) -> Result<Vec<String>, Failure> {
        let source = self.save(name, text)?;
        let mut command = self.command(&source, &[]);
        let words = toolchain::run(command.arg("-o").arg(self.directory.join(name)));
        Ok(match words {
            Ok(_) => Vec::new(),
            Err(words) => toolchain::undefined(&words).into_iter().collect(),
        })
    }

    /// The lines of a text that the compiler does not take.
    pub fn wrong_lines(&self, name: &str, text: &str) -> Result<Vec<usize>, Failure> {
        let source = self.save(name, text)?;
        let mut command = self.command(&source, &["-fsyntax-only"]);
        let Err(words) = toolchain::run(&mut command) else {
            return Ok(Vec::new());
        };
        let start = format!("{}:", absolute(&source).display());
        let numbers = words.lines().filter_map(|line| {
            let rest = line.strip_prefix(&start)?;
            let is_error = rest.contains(" error: ");
            rest.split(':').next()?.parse().ok().filter(|_| is_error)
        });
        Ok(numbers.collect())
    }

    /// A program that was built.
    pub fn built(&self, name: &str) -> Option<PathBuf> {
        Some(self.directory.join(name)).filter(|program| program.is_file())
    }

    fn save(&self, name: &str, text: &str) -> Result<PathBuf, Failure> {
        let source = self.directory.join(format!("{name}.c"));
        std::fs::write(&source, text).map_err(|error| {
            Failure::new(FailureKind::Files, format!("{}: {error}", source.display()))
        })?;
        Ok(source)
    }

    fn command(&self, source: &Path, more: &[&str]) -> Command {
        let mut command = Command::new(self.compiler);
        command
            .current_dir(&self.request.directory)
            .arg("-w")
            .args(toolchain::useful_flags(&self.request.flags))
            .args(more)
            .arg(absolute(source))
            .args(&self.request.others)
            .args(&self.request.link)
            .arg("-lm");
        command
    }

    fn compile_file(&self, source: &Path, name: &str, more: &[&str]) -> Result<PathBuf, Failure> {
        let program = self.directory.join(name);
        let mut command = self.command(source, more);
        command.arg("-o").arg(&program);
        // What nobody defines is never called by a test that is kept.
        let again = |command: &mut Command| {
            toolchain::run(command.args([
                "-no-pie",
                "-Wl,-z,lazy",
                "-Wl,--unresolved-symbols=ignore-all",
            ]))
        };
        toolchain::run(&mut command)
            .or_else(|_| again(&mut command))
            .map_err(|words| {
                let first = words
                    .lines()
                    .find(|line| line.contains("error"))
                    .unwrap_or(&words)
                    .to_owned();
                Failure::new(
                    FailureKind::Target,
                    format!("the tests do not compile: {first}"),
                )
            })?;
        Ok(program)
    }

    /// One run of a case on the unchanged source; none if it crashes.
    pub fn observed(&self, program: &Path, case: &Case) -> Option<Observation> {
        let output = self.directory.join("output");
        let arguments = [case.id.to_string(), output.display().to_string()];
        let (status, words) = self.run(program, &arguments)?;
        let (done, seen) = c::read(&words, &case.recipe);
        let written = std::fs::read(&output).unwrap_or_default();
        match (done, status) {
            (true, 0) => Some((None, seen, written)),
            (false, status) if matches!(case.ending, Ending::Exits(_)) => {
                Some((Some(status), Vec::new(), Vec::new()))
            }
            _ => None,
        }
    }

    /// Runs a program; its exit status and words, none if it is killed.
    fn run(&self, program: &Path, arguments: &[String]) -> Option<(i32, String)> {
        let words = self.directory.join("words");
        let file = std::fs::File::create(&words).ok()?;
        let mut child = Command::new(program)
            .args(arguments)
            .current_dir(self.directory)
            .stdin(Stdio::null())
            .stdout(file)
            .stderr(Stdio::null())
            .process_group(0)
            .spawn()
            .ok()?;
        let start = Instant::now();
        let mut pause = Duration::from_micros(200);
        loop {
            match child.try_wait() {
                Ok(Some(status)) => {
                    let bytes = std::fs::read(&words).unwrap_or_default();
                    return status
                        .code()
                        .map(|code| (code, String::from_utf8_lossy(&bytes).into_owned()));
                }
                Ok(None) if start.elapsed() < self.patience => std::thread::sleep(pause),
                _ => {
                    // With the test that it runs in another process.
                    if let Some(group) = Pid::from_raw(child.id() as i32) {
                        let _ = kill_process_group(group, Signal::KILL);
                    }
                    let _ = child.wait();
                    return None;
                }
            }
            pause = (pause * 2).min(Duration::from_millis(20));
        }
    }

    /// The tests that do not pass twice, by case.
    pub fn failing(&self, path: &Path, file: &File) -> Result<BTreeMap<u64, String>, Failure> {
        let program = self.compile_file(path, "tests", &[])?;
        let mut failed = BTreeMap::new();
        for _ in 0..2 {
            let Some((_, words)) = self.run(&program, &[]) else {
                // The harness itself died: one by one.
                for (id, name) in &file.tests {
                    if self
                        .run(&program, std::slice::from_ref(name))
                        .is_none_or(|(status, _)| status != 0)
                    {
                        failed.insert(*id, "it failed when it was run".to_owned());
                    }
                }
                continue;
            };
            for (id, name) in &file.tests {
                if words
                    .lines()
                    .any(|line| line.strip_prefix("FAILED ") == Some(name))
                {
                    failed.insert(*id, "it failed when it was run".to_owned());
                }
            }
        }
        Ok(failed)
    }

    /// The tests meant to show a bug that show none, by case.
    pub fn harmless(&self, path: &Path, file: &File) -> Result<BTreeMap<u64, String>, Failure> {
        let Ok(program) = self.compile_file(path, "bugs", &SANITIZERS) else {
            // Without sanitizers nothing can be said.
            return Ok(BTreeMap::new());
        };
        let mut shown = BTreeMap::new();
        for (id, name) in &file.tests {
            if self
                .run(&program, std::slice::from_ref(name))
                .is_some_and(|(status, _)| status == 0)
            {
                shown.insert(
                    *id,
                    "the bug does not show when the test runs with sanitizers".to_owned(),
                );
            }
        }
        Ok(shown)
    }
}
