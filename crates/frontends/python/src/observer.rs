//! The observer's side of the engine: kept inputs are run on the unmodified
//! module in fresh processes, and described as JSON.

use std::path::Path;

use everypath_term::Value;
use everypath_trace::Input;
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};

use crate::agree::agree;
use crate::observing::{Described, Start, Waiting};

/// From this many cases on, two processes share them.
const SHARED_FROM: usize = 200;
/// The hash seeds of the two processes of a case.
const SEEDS: [&str; 2] = ["0", "1"];

/// What to observe.
#[derive(Clone, Debug, Default, Serialize)]
pub struct ObserveRequest {
    /// The file, if the target is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// The dotted module name, otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The directory to put on Python's path for a name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub root: Option<String>,
    /// The scope's bounds, by the names the worker knows; the ones of the runs.
    pub scope: Json,
    /// The invariant's name, if the user gave one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub invariant: Option<String>,
    /// Seconds that a case may take.
    pub timeout: f64,
    /// What the subject may do to the machine.
    pub allow: Vec<String>,
    /// Bytes of memory that the process may have.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory: Option<u64>,
}

/// An input to observe.
#[derive(Clone, Debug)]
pub struct Kept {
    /// A number of the caller's choice.
    pub id: u64,
    /// The unit.
    pub unit: String,
    /// What it runs on.
    pub input: Input,
}

/// A case that gives no test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dropped {
    /// The case.
    pub id: u64,
    /// The unit.
    pub unit: String,
    /// Why.
    pub reason: String,
}

/// What was observed.
#[derive(Clone, Debug, Default)]
pub struct Observed {
    /// The descriptions as JSON, in the order of the inputs. What two
    /// processes did not agree on is listed under `unstable`.
    pub cases: Vec<String>,
    /// The cases that two processes disagree on altogether.
    pub dropped: Vec<Dropped>,
}

/// Observes inputs of one module. A process is started ahead, so that the
/// module is loaded by the time there is something to observe.
pub struct Observer {
    start: Start,
    ahead: Option<Waiting>,
}

impl Observer {
    /// Starts a process that loads the module.
    pub fn start(python: &Path, library: &Path, request: ObserveRequest) -> Observer {
        let start = Start {
            python: python.to_owned(),
            library: library.to_owned(),
            request,
        };
        // If this fails, it fails again when it is needed, and says so.
        let ahead = start.process(SEEDS[0]).ok();
        Observer { start, ahead }
    }

    /// Observes every input in two fresh processes.
    pub fn twice(&mut self, kept: &[Kept]) -> Result<Observed, String> {
        let cases: Vec<Json> = kept.iter().map(case_of).collect();
        let ahead = self.ahead.take();
        let (first, second) = both(
            || self.start.describe(&cases, SEEDS[0], ahead),
            || self.start.describe(&cases, SEEDS[1], None),
        )?;
        Ok(agreed(kept, first.cases, second.cases))
    }

    /// Observes every input once, for tests that are run before they are
    /// kept; twice what no passing test will show, and all of a module whose
    /// runs may well differ.
    pub fn once(&mut self, kept: &[Kept]) -> Result<Observed, String> {
        let cases: Vec<Json> = kept.iter().map(case_of).collect();
        let ahead = self.ahead.take();
        let described = if cases.len() < SHARED_FROM {
            self.start.describe(&cases, SEEDS[0], ahead)?
        } else {
            let (left, right) = cases.split_at(cases.len() / 2);
            let (mut left, right) = both(
                || self.start.describe(left, SEEDS[0], ahead),
                || self.start.describe(right, SEEDS[0], None),
            )?;
            left.cases.extend(right.cases);
            left
        };
        let again: Vec<usize> = (0..cases.len())
            .filter(|&index| described.uncertain || !is_shown(&described.cases[index]))
            .collect();
        let repeated: Vec<Json> = again.iter().map(|&index| cases[index].clone()).collect();
        let mut second = described.cases.clone();
        if !again.is_empty() {
            let found = self.start.describe(&repeated, SEEDS[1], None)?;
            for (index, case) in again.into_iter().zip(found.cases) {
                second[index] = case;
            }
        }
        Ok(agreed(kept, described.cases, second))
    }
}

/// Observes every input in two fresh processes.
pub fn observe(
    python: &Path,
    library: &Path,
    request: &ObserveRequest,
    kept: &[Kept],
) -> Result<Observed, String> {
    Observer::start(python, library, request.clone()).twice(kept)
}

/// Two descriptions at the same time.
fn both(
    first: impl FnOnce() -> Result<Described, String> + Send,
    second: impl FnOnce() -> Result<Described, String> + Send,
) -> Result<(Described, Described), String> {
    let (first, second) = std::thread::scope(|scope| {
        let second = scope.spawn(second);
        (first(), second.join())
    });
    let second = second.map_err(|_| "the observer's thread failed".to_owned())?;
    Ok((first?, second?))
}

fn agreed(kept: &[Kept], first: Vec<String>, second: Vec<String>) -> Observed {
    let mut observed = Observed::default();
    for ((kept, first), second) in kept.iter().zip(first).zip(second) {
        match agree(first, &second) {
            Ok(case) => observed.cases.push(case),
            Err(reason) => observed.dropped.push(Dropped {
                id: kept.id,
                unit: kept.unit.clone(),
                reason,
            }),
        }
    }
    observed
}

/// Whether a case ended in a way that a passing test shows.
fn is_shown(case: &str) -> bool {
    #[derive(Deserialize)]
    struct Case {
        outcome: Outcome,
    }
    #[derive(Deserialize)]
    struct Outcome {
        kind: String,
    }
    serde_json::from_str::<Case>(case)
        .is_ok_and(|case| matches!(case.outcome.kind.as_str(), "returned" | "raised"))
}

/// A case as the observer reads it.
fn case_of(kept: &Kept) -> Json {
    let values: serde_json::Map<String, Json> = kept
        .input
        .values
        .iter()
        .map(|(slot, value)| (slot.to_string(), json_of(value)))
        .collect();
    json!({
        "id": kept.id,
        "unit": kept.unit,
        "values": values,
        "choices": kept.input.choices,
    })
}

fn json_of(value: &Value) -> Json {
    match value {
        Value::Bool(value) => Json::Bool(*value),
        Value::Int(value) => value
            .to_string()
            .parse::<serde_json::Number>()
            .map_or(Json::Null, Json::Number),
        Value::Float64(bits) => (*bits).into(),
        Value::Float32(bits) => (*bits).into(),
        Value::BitVec { bits, .. } => (*bits).into(),
        Value::Array(_) => Json::Null,
    }
}
