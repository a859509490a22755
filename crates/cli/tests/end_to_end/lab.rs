//! A directory of its own for each test, with a subject in it, in which the
//! command is run and what it leaves behind is looked at.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use tempfile::TempDir;

/// The Python of the tests, looked for once.
fn python() -> Option<&'static Path> {
    static PYTHON: OnceLock<Option<PathBuf>> = OnceLock::new();
    PYTHON.get_or_init(everypath_testlab::python).as_deref()
}

/// How a command ended.
#[derive(Debug)]
pub(crate) struct Ended {
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

impl Ended {
    /// Checks the exit code.
    pub(crate) fn exits(self, code: i32) -> Ended {
        assert_eq!(self.code, Some(code), "{self:#?}");
        assert!(!self.stderr.contains("panicked"), "{self:#?}");
        self
    }

    /// Checks that standard error is one message with these parts.
    pub(crate) fn says(self, parts: &[&str]) -> Ended {
        let messages = self.stderr.matches("everypath: ").count();
        assert_eq!(messages, 1, "one message: {self:#?}");
        for part in parts {
            assert!(self.stderr.contains(part), "{part}: {self:#?}");
        }
        self
    }

    /// Checks that the report on standard output has these parts.
    pub(crate) fn reports(self, parts: &[&str]) -> Ended {
        for part in parts {
            assert!(self.stdout.contains(part), "{part}: {self:#?}");
        }
        self
    }

    /// The first module of a report in JSON.
    pub(crate) fn module(&self) -> serde_json::Value {
        self.modules().into_iter().next().unwrap_or_default()
    }

    /// The modules of a report in JSON.
    pub(crate) fn modules(&self) -> Vec<serde_json::Value> {
        let report: serde_json::Value =
            serde_json::from_str(&self.stdout).unwrap_or_else(|error| panic!("{error}: {self:#?}"));
        report["modules"].as_array().cloned().unwrap_or_default()
    }
}

/// A directory with a subject in it.
pub(crate) struct Lab {
    directory: TempDir,
    python: &'static Path,
    /// What was there before the command.
    before: BTreeSet<String>,
}

impl Lab {
    /// A lab with one of the programs under `tests/python`; `None` if
    /// tests of Python are to be left out.
    pub(crate) fn with(program: &str) -> Option<Lab> {
        let mut lab = Lab::empty()?;
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/python");
        let name = Path::new(program).file_name().expect("programs are files");
        std::fs::copy(root.join(program), lab.path("").join(name)).expect("the program is there");
        lab.before = lab.files();
        Some(lab)
    }

    /// A lab with nothing in it, for what needs no Python.
    pub(crate) fn bare() -> Lab {
        Lab::new(Path::new("python3"))
    }

    /// Takes what is there now for what was there before the command.
    pub(crate) fn accept(&mut self) {
        self.before = self.files();
    }

    /// A lab with nothing in it.
    pub(crate) fn empty() -> Option<Lab> {
        python().map(Lab::new)
    }

    fn new(python: &'static Path) -> Lab {
        let directory = TempDir::new().expect("a temporary directory");
        std::fs::create_dir(directory.path().join("work")).expect("a directory to work in");
        std::fs::create_dir(directory.path().join("tmp")).expect("a directory for what is left");
        Lab {
            directory,
            python,
            before: BTreeSet::new(),
        }
    }

    /// A path in the directory that the command works in.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join("work").join(name)
    }

    /// Adds a file.
    pub(crate) fn write(&mut self, name: &str, text: &str) {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().expect("it is in the lab")).expect("a directory");
        std::fs::write(path, text).expect("a file");
        self.before = self.files();
    }

    /// The text of a file, or nothing.
    pub(crate) fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap_or_default()
    }

    /// The command, ready to run.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_everypath"));
        command
            .args(arguments)
            .current_dir(self.path(""))
            .env("TMPDIR", self.directory.path().join("tmp"))
            .stdin(Stdio::null());
        command
    }

    /// Runs `everypath generate` with the test's Python, `--out out` and no
    /// configuration but what the lab holds.
    pub(crate) fn generate(&self, arguments: &[&str]) -> Ended {
        let python = self.python.display().to_string();
        // Tests are about what is found now; those about what was found before say so.
        let is_remembering = arguments.contains(&"--no-cache=false");
        let mut all = vec!["generate", "--python", &python, "--out", "out"];
        all.extend((!is_remembering).then_some("--no-cache=true"));
        all.extend(arguments);
        self.run(&all)
    }

    /// Runs the command.
    pub(crate) fn run(&self, arguments: &[&str]) -> Ended {
        let ended = ended(&mut self.command(arguments));
        self.check_nothing_left();
        ended
    }

    /// The arguments that name the test's Python.
    pub(crate) fn python(&self) -> String {
        self.python.display().to_string()
    }

    /// Checks that files came to be in the out directory and among the kept
    /// bounds only, and that no temporary ones are left.
    pub(crate) fn check_nothing_left(&self) {
        let new: Vec<String> = self.files().difference(&self.before).cloned().collect();
        let strays: Vec<&String> = new
            .iter()
            .filter(|name| !name.starts_with("out/") && !name.starts_with(".everypath/bounds/"))
            .filter(|name| !name.contains(".everypath/cache/"))
            .collect();
        assert!(strays.is_empty(), "left behind: {strays:?}");
        let missing: Vec<String> = self.before.difference(&self.files()).cloned().collect();
        assert!(missing.is_empty(), "destroyed: {missing:?}");
        let mut temporary = Vec::new();
        list(&self.directory.path().join("tmp"), "", &mut temporary);
        assert!(temporary.is_empty(), "left behind: {temporary:?}");
    }

    /// Runs pytest on a file; whether every test passed, and what it printed.
    pub(crate) fn pytest(&self, file: &str) -> (bool, String) {
        assert!(self.path(file).exists(), "{file} was written");
        let ended = ended(
            Command::new(self.python)
                .args(["-m", "pytest", "-q", "-p", "no:cacheprovider", file])
                .current_dir(self.path(""))
                .env("PYTHONDONTWRITEBYTECODE", "1")
                .stdin(Stdio::null()),
        );
        (ended.code == Some(0), ended.stdout)
    }

    /// Checks that every test of a file passes.
    pub(crate) fn passes(&self, file: &str) {
        let (passed, output) = self.pytest(file);
        assert!(passed, "{output}");
    }

    /// Checks that every test of a file fails: each of them shows a bug.
    pub(crate) fn fails(&self, file: &str) {
        let (passed, output) = self.pytest(file);
        assert!(!passed && !output.contains(" passed"), "{output}");
    }

    /// The command lines of processes that name something in the lab.
    pub(crate) fn processes(&self) -> Vec<String> {
        let place = self.directory.path().display().to_string();
        let entries = std::fs::read_dir("/proc").expect("processes");
        let lines = entries.flatten().filter_map(|entry| {
            let bytes = std::fs::read(entry.path().join("cmdline")).ok()?;
            Some(String::from_utf8_lossy(&bytes).replace('\0', " "))
        });
        lines.filter(|line| line.contains(&place)).collect()
    }

    /// The files that were begun and never became what they were to be.
    pub(crate) fn unfinished(&self) -> Vec<String> {
        let files = self.files().into_iter();
        files.filter(|name| name.contains(".everypath-")).collect()
    }

    pub(crate) fn files(&self) -> BTreeSet<String> {
        let mut found = Vec::new();
        list(&self.path(""), "", &mut found);
        found.into_iter().collect()
    }
}

fn list(directory: &Path, prefix: &str, found: &mut Vec<String>) {
    for entry in std::fs::read_dir(directory).expect("a directory").flatten() {
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            list(&entry.path(), &format!("{name}/"), found);
        } else {
            found.push(name);
        }
    }
}

/// Runs a command to its end.
pub(crate) fn ended(command: &mut Command) -> Ended {
    let output = command.output().expect("the command can be started");
    Ended {
        code: output.status.code(),
        stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}
