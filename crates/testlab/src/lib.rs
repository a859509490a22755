//! What tests need of the machine: JDKs, a Python with pytest, other programs.
//! A test that lacks something fails and says what to install; it is left out
//! only where `EVERYPATH_SKIP` names what is missing. Also random numbers and broken
//! inputs that are the same in every run. Nothing here is shipped.

mod java;
mod mutate;
mod need;
mod random;

pub use java::{compile_java, jdk, jdks};
pub use mutate::mutate;
pub use need::{Need, is_there, tool};
pub use random::Random;

use std::path::PathBuf;
use std::process::{Command, Stdio};

/// The Python that `EVERYPATH_PYTHON` names, or `python3`, which must have pytest.
pub fn python() -> Option<PathBuf> {
    let python = std::env::var_os("EVERYPATH_PYTHON")
        .map_or_else(|| PathBuf::from("python3"), PathBuf::from);
    // The interpreter itself: what only looks for one starts processes, which subjects may not.
    let said = Command::new(&python)
        .args(["-c", "import sys, pytest; print(sys.executable)"])
        .stderr(Stdio::null())
        .output()
        .ok()
        .filter(|said| said.status.success());
    let found = said.map(|said| PathBuf::from(String::from_utf8_lossy(&said.stdout).trim()));
    Need::Python.met(found)
}

/// The command of an external solver: what `EVERYPATH_SMT` says, or z3.
pub fn solver() -> Option<Vec<String>> {
    let named = std::env::var("EVERYPATH_SMT").ok();
    let found = named.or_else(|| is_there("z3").then(|| "z3 -in".to_owned()));
    let words = found.map(|command| command.split_whitespace().map(str::to_owned).collect());
    Need::Solver.met(words)
}
