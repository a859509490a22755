//! A directory with C sources, and the program that is run on them.

use std::path::PathBuf;
use std::process::{Command, Output};

use tempfile::TempDir;

/// A directory of its own for one test.
pub(crate) struct CLab {
    directory: TempDir,
}

impl CLab {
    pub(crate) fn new(files: &[(&str, &str)]) -> CLab {
        let directory = tempfile::tempdir().expect("a temporary directory");
        for (name, text) in files {
            std::fs::write(directory.path().join(name), text).expect("a file");
        }
        CLab { directory }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    pub(crate) fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap_or_default()
    }

    pub(crate) fn run(&self, arguments: &[&str]) -> Run {
        let output = Command::new(env!("CARGO_BIN_EXE_everypath"))
            .args(arguments)
            .current_dir(self.directory.path())
            .output()
            .expect("the program runs");
        Run::new(&output)
    }

    /// Compiles a test file and runs it; its words.
    pub(crate) fn run_tests(&self, file: &str) -> Run {
        let program = self.path("test-program");
        let compiled = Command::new("cc")
            .args(["-w", "-o"])
            .arg(&program)
            .arg(self.path(file))
            .arg("-lm")
            .output()
            .expect("a compiler");
        assert!(
            compiled.status.success(),
            "{}",
            String::from_utf8_lossy(&compiled.stderr)
        );
        Run::new(&Command::new(&program).output().expect("the tests run"))
    }
}

/// What a program did.
pub(crate) struct Run {
    pub code: i32,
    pub out: String,
    pub errors: String,
}

impl Run {
    pub(crate) fn new(output: &Output) -> Run {
        Run {
            code: output.status.code().unwrap_or(-1),
            out: String::from_utf8_lossy(&output.stdout).into_owned(),
            errors: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }

    pub(crate) fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.out)
            .unwrap_or_else(|error| panic!("{error}: {}{}", self.out, self.errors))
    }

    /// Covered goals and all goals of a report.
    pub(crate) fn coverage(&self) -> (usize, usize) {
        let report = self.json();
        let goals = report["modules"][0]["goals"]
            .as_array()
            .cloned()
            .unwrap_or_default();
        let covered = goals.iter().filter(|goal| goal["verdict"] == "covered");
        (covered.count(), goals.len())
    }
}
