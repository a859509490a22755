//! The Python under test and what its workers need.

use std::path::{Path, PathBuf};
use std::process::Command;

use everypath_python::{Launch, Library, World};

/// A Python and the unpacked worker.
#[derive(Debug)]
pub struct Python {
    interpreter: PathBuf,
    library: Library,
    native: PathBuf,
}

/// The root of the repository.
pub fn repository() -> PathBuf {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    crates.canonicalize().expect("the repository is there")
}

impl Python {
    /// The Python that `EVERYPATH_PYTHON` names, or `python3`.
    pub fn from_environment() -> Python {
        let interpreter = everypath_testlab::python().expect("these tests are about Python");
        let library = Library::unpack().expect("the temporary directory can be written");
        let native = everypath_python_native::unpack(library.path())
            .expect("the temporary directory can be written");
        Python {
            interpreter,
            library,
            native,
        }
    }

    /// How to start a worker.
    pub fn launch(&self) -> Launch {
        Launch {
            patience: std::time::Duration::from_secs(60),
            allow: Vec::new(),
            world: World::FIRST,
            python: self.interpreter.clone(),
            library: self.library.path().to_owned(),
            native: self.native.clone(),
            options: serde_json::json!({}),
        }
    }

    /// A fresh Python that runs a script of `tests/python/conformance`, with
    /// the worker's package and the extension as its first arguments.
    pub fn script(&self, name: &str) -> Command {
        let mut command = Command::new(&self.interpreter);
        command
            .arg(repository().join("tests/python/conformance").join(name))
            .arg(self.library.path())
            .arg(&self.native)
            .env("PYTHONHASHSEED", "0")
            .env("PYTHONDONTWRITEBYTECODE", "1");
        command
    }

    /// The version, major and minor.
    pub fn version(&self) -> (u32, u32) {
        let output = Command::new(&self.interpreter)
            .args(["-c", "import sys; print(*sys.version_info[:2])"])
            .output()
            .expect("the Python under test can be started");
        let text = String::from_utf8_lossy(&output.stdout);
        let mut parts = text
            .split_whitespace()
            .map(|part| part.parse().unwrap_or(0));
        (parts.next().unwrap_or(0), parts.next().unwrap_or(0))
    }
}
