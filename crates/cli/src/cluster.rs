//! `everypath generate --on`: the same command on a Ray cluster. Ray is Python's, and so is what
//! speaks to it (`python -m everypath.cluster`); here the command is only handed over.

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;
use std::process::{Command, ExitCode, Stdio};

use everypath_generate::{Failure, FailureKind};

use crate::arguments::Generate;

/// The options that are told to the driver itself, each with a value.
const DRIVER: [&str; 2] = ["--on", "--cache"];
/// Says by its exit code whether a Python has what is needed.
const PROBE: &str = "import importlib.util, sys, everypath.cluster; \
                     sys.exit(importlib.util.find_spec('ray') is None)";

/// Has a cluster do what a command asks for, and waits for it.
pub(crate) fn hand_over(address: &str, command: &Generate) -> Result<ExitCode, Failure> {
    let python = pythons().into_iter().find(is_ready).ok_or_else(|| {
        let message =
            "--on needs Everypath's Python package and Ray: pip install \"everypath[ray]\"";
        Failure::new(FailureKind::Environment, message)
    })?;
    let mut driver = Command::new(&python);
    driver.args(["-m", "everypath.cluster", "--on", address]);
    if let Some(cache) = &command.options.cache {
        driver.arg("--cache").arg(cache);
    }
    if std::env::var_os("EVERYPATH").is_none()
        && let Ok(executable) = std::env::current_exe()
    {
        driver.env("EVERYPATH", executable);
    }
    let words = std::env::args_os().skip_while(|word| word != "generate");
    let status = driver
        .arg("--")
        .args(without_driver(words.skip(1)))
        .status()
        .map_err(|error| {
            let message = format!("{} cannot be started: {error}", python.display());
            Failure::new(FailureKind::Environment, message)
        })?;
    let code = status.code().and_then(|code| u8::try_from(code).ok());
    Ok(code.map_or(ExitCode::FAILURE, ExitCode::from))
}

/// The Pythons that may have the package: the one that this executable was installed with, then
/// the active one.
fn pythons() -> Vec<PathBuf> {
    let executable = std::env::current_exe().ok();
    let beside = executable.and_then(|path| Some(path.parent()?.join("python3")));
    let beside = beside.filter(|python| python.exists());
    beside
        .into_iter()
        .chain([PathBuf::from("python3")])
        .collect()
}

fn is_ready(python: &PathBuf) -> bool {
    let mut probe = Command::new(python);
    probe.args(["-c", PROBE]);
    probe
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    probe.status().is_ok_and(|status| status.success())
}

/// The words of a command without those that are the driver's.
fn without_driver(words: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut kept = Vec::new();
    let mut words = words;
    while let Some(word) = words.next() {
        if word == "--" {
            kept.push(word);
            kept.extend(words);
            break;
        }
        if DRIVER.iter().any(|name| word == OsStr::new(name)) {
            words.next();
        } else if !DRIVER.iter().any(|name| has_value(&word, name)) {
            kept.push(word);
        }
    }
    kept
}

/// Whether a word is an option with its value behind `=`.
fn has_value(word: &OsStr, name: &str) -> bool {
    let text = word.to_string_lossy();
    text.strip_prefix(name)
        .is_some_and(|rest| rest.starts_with('='))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(words: &str, expected: &str) {
        let words = words.split_whitespace().map(OsString::from);
        let kept: Vec<String> = without_driver(words)
            .into_iter()
            .map(|word| word.to_string_lossy().into_owned())
            .collect();
        assert_eq!(kept.join(" "), expected);
    }

    #[test]
    fn the_other_words_stay_in_their_order() {
        check("--work 5 src --on auto --out t", "--work 5 src --out t");
        check("--on=ray://one:1 --cache=/x src", "src");
        check("src --cache /x --only one", "src --only one");
        check("--on auto -- --on", "-- --on");
    }
}
