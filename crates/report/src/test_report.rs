//! The tests of a module, as a report tells them.

use serde::{Deserialize, Serialize};

/// What a test is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TestKind {
    /// It passes and is in the suite.
    Kept,
    /// It shows a bug.
    Bug,
    /// It fails on an input that perhaps no caller makes.
    Possible,
    /// It was not written; `note` says why.
    Dropped,
}

/// One test.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TestReport {
    /// Its name.
    pub name: String,
    /// The unit it calls.
    pub unit: String,
    /// What it is.
    pub kind: TestKind,
    /// How the run ended, in words; why it was dropped.
    pub note: String,
    /// Its source.
    pub source: String,
    /// The receiver and arguments before the call, as a value graph: an object
    /// with `receiver`, `arguments` and `nodes`, as the observer describes them.
    pub before: serde_json::Value,
    /// The same after the call.
    pub after: serde_json::Value,
    /// What was observed and is not asserted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub weakened: Vec<WeakenedReport>,
    /// Why callers can make its input, or perhaps cannot, where it fails.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub grounds: Vec<GroundReport>,
}

/// Why callers can make the input of a test that fails, or perhaps cannot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GroundReport {
    /// In one word, such as `plain` or `members`.
    pub ground: String,
    /// In words.
    pub reason: String,
}

impl TestReport {
    /// How it ended, and why perhaps nobody meets that.
    pub fn words(&self) -> String {
        match self.kind {
            TestKind::Possible => {
                let reasons = self.grounds.iter().map(|one| one.reason.as_str());
                let reasons: Vec<&str> = reasons.collect();
                format!("{} ({})", self.note, reasons.join("; "))
            }
            TestKind::Kept | TestKind::Bug | TestKind::Dropped => self.note.clone(),
        }
    }
}

/// Something that a test leaves out of what was observed.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct WeakenedReport {
    /// `result`, `message`, `state` or `output`.
    pub what: String,
    /// Why, in words.
    pub reason: String,
}
