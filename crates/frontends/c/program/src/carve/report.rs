//! What `everypath carve` has to tell.

use std::path::Path;

use everypath_c::carving::Aside;
use everypath_generate::{Failure, FailureKind};
use indexmap::IndexMap;

/// What became of one function.
#[derive(Debug)]
pub(super) struct Function {
    pub(super) name: String,
    pub(super) calls: usize,
    pub(super) kept: usize,
    pub(super) added: usize,
    pub(super) aside: Vec<Aside>,
    pub(super) bytes: u64,
    pub(super) exits: usize,
}

/// What recording cost, in seconds.
#[derive(Debug)]
pub(super) struct Overhead {
    recording: f64,
    running: f64,
    command: f64,
}

impl Overhead {
    /// From what programs that record have left; how long the command took is known.
    pub(super) fn read(records: &Path, command: f64) -> Overhead {
        let text = std::fs::read_to_string(records.join("times")).unwrap_or_default();
        let (mut recording, mut running) = (0.0, 0.0);
        for line in text.lines() {
            let numbers: Vec<f64> = line
                .split(' ')
                .filter_map(|word| word.parse().ok())
                .collect();
            if let [spent, lived, _] = numbers[..] {
                recording += spent / 1e9;
                running += lived / 1e9;
            }
        }
        Overhead {
            recording,
            running,
            command,
        }
    }
}

/// What was carved.
#[derive(Debug)]
pub struct Report {
    pub(super) functions: Vec<Function>,
    pub(super) warnings: Vec<String>,
    pub(super) overhead: Overhead,
    /// Whether the command compiled anything.
    pub(super) compiled: bool,
}

impl Report {
    /// Why the command has failed, if it has.
    pub fn failure(&self) -> Option<Failure> {
        if self.functions.iter().any(|one| one.calls > 0) {
            return None;
        }
        let names: Vec<&str> = self.functions.iter().map(|one| one.name.as_str()).collect();
        Some(match self.compiled {
            true => Failure::new(
                FailureKind::NoTests,
                format!(
                    "no call of {} was seen while the command ran",
                    names.join(", ")
                ),
            ),
            false => Failure::new(
                FailureKind::Target,
                "the command compiled nothing with the carving compiler; let it build with $CC, give sources with --source, or clean the build first",
            ),
        })
    }

    /// For programs.
    pub fn json(&self) -> serde_json::Value {
        let function = |one: &Function| {
            let reasons = one.aside.iter().map(|aside| aside.reason.clone());
            serde_json::json!({
                "function": one.name,
                "contexts": one.calls,
                "kept": one.kept,
                "new": one.added,
                "bytes": one.bytes,
                "callee_exits": one.exits,
                "set_aside": reasons.collect::<Vec<String>>(),
            })
        };
        serde_json::json!({
            "functions": self.functions.iter().map(function).collect::<Vec<_>>(),
            "warnings": self.warnings,
            "command_seconds": self.overhead.command,
            "program_seconds": self.overhead.running,
            "recording_seconds": self.overhead.recording,
        })
    }

    /// For people.
    pub fn text(&self) -> String {
        let mut lines = Vec::new();
        for one in &self.functions {
            lines.push(format!(
                "{}: {} contexts of {} different calls kept, {} bytes and {} callee returns on average; {} set aside",
                one.name,
                one.kept,
                one.calls,
                one.bytes.checked_div(one.kept as u64).unwrap_or(0),
                one.exits.checked_div(one.kept).unwrap_or(0),
                one.aside.len(),
            ));
            let mut reasons: IndexMap<&str, usize> = IndexMap::new();
            for aside in &one.aside {
                *reasons.entry(&aside.reason).or_default() += 1;
            }
            let reasons = reasons.into_iter();
            lines.extend(reasons.map(|(reason, count)| format!("  {count} set aside: {reason}")));
        }
        let warnings = self.warnings.iter();
        lines.extend(warnings.map(|warning| format!("warning: {warning}")));
        lines.push(format!(
            "the command took {:.2} s; in programs that record, {:.3} s of {:.3} s went into recording",
            self.overhead.command, self.overhead.recording, self.overhead.running
        ));
        lines.join("\n") + "\n"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(calls: usize) -> Report {
        Report {
            functions: vec![Function {
                name: "parse".to_owned(),
                calls,
                kept: calls,
                added: calls,
                aside: Vec::new(),
                bytes: 64 * calls as u64,
                exits: 0,
            }],
            warnings: Vec::new(),
            overhead: Overhead {
                recording: 0.0,
                running: 0.0,
                command: 1.0,
            },
            compiled: true,
        }
    }

    #[test]
    fn it_fails_if_nothing_was_called() {
        assert!(report(1).failure().is_none());
        let failure = report(0).failure().unwrap();
        assert!(failure.message.contains("no call of parse"), "{failure}");
    }

    #[test]
    fn sizes_are_averages() {
        let text = report(2).text();
        assert!(text.starts_with("parse: 2 contexts of 2 different calls kept, 64 bytes"));
    }
}
