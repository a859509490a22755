//! The observer's side of the engine: kept inputs are run on the unmodified
//! module in fresh processes, twice, and what differs between the two is told.

use std::collections::BTreeSet;
use std::io::Write;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use everypath_term::Value;
use everypath_trace::Input;
use serde::Serialize;
use serde_json::{Value as Json, json};

use crate::lines::{End, Lines};

/// How long a module may take to be imported.
const LOAD_LIMIT: Duration = Duration::from_secs(60);
/// How much longer than its own limit a case may take before it is killed.
const GRACE: Duration = Duration::from_secs(3);
/// Processes that cases may take down before the rest is given up.
const MOST_LOSSES: usize = 100;

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
    /// The descriptions, in the order of the inputs. What two processes did
    /// not agree on is listed under `unstable`.
    pub cases: Vec<Json>,
    /// The cases that two processes disagree on altogether.
    pub dropped: Vec<Dropped>,
}

/// Observes every input in two fresh processes.
pub fn observe(
    python: &Path,
    library: &Path,
    request: &ObserveRequest,
    kept: &[Kept],
) -> Result<Observed, String> {
    let run = |seed: &str| run_all(python, library, request, kept, seed);
    let (first, second) = std::thread::scope(|scope| {
        let second = scope.spawn(|| run("1"));
        (run("0"), second.join())
    });
    let second = second.map_err(|_| "the observer's thread failed".to_owned())?;
    let mut observed = Observed::default();
    for ((kept, first), second) in kept.iter().zip(first?).zip(second?) {
        match agree(first, &second) {
            Ok(case) => observed.cases.push(case),
            Err(reason) => observed.dropped.push(Dropped {
                id: kept.id,
                unit: kept.unit.clone(),
                reason,
            }),
        }
    }
    Ok(observed)
}

/// The cases as the observer reads them.
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

/// Runs the cases in one process after another: a case that takes its process
/// down is recorded, and the rest goes on in a new one.
fn run_all(
    python: &Path,
    library: &Path,
    request: &ObserveRequest,
    kept: &[Kept],
    seed: &str,
) -> Result<Vec<Json>, String> {
    let mut replies: Vec<Json> = vec![];
    let mut losses = 0;
    while replies.len() < kept.len() {
        let rest: Vec<Json> = kept[replies.len()..].iter().map(case_of).collect();
        let end = run_some(python, library, request, &rest, seed, &mut replies)?;
        let Some(end) = end else {
            continue;
        };
        let lost = &kept[replies.len()];
        losses += 1;
        if losses > MOST_LOSSES {
            return Err(format!(
                "{MOST_LOSSES} cases took their process down; the last was of {}",
                lost.unit
            ));
        }
        replies.push(describe_lost(python, library, request, lost, seed, end));
    }
    Ok(replies)
}

/// What can be said of a case that took its process down: its input, from a
/// process that stops before the call.
fn describe_lost(
    python: &Path,
    library: &Path,
    request: &ObserveRequest,
    lost: &Kept,
    seed: &str,
    end: End,
) -> Json {
    let mut case = case_of(lost);
    case["stop"] = "before".into();
    let mut replies = vec![];
    let _ = run_some(python, library, request, &[case], seed, &mut replies);
    let mut reply = replies
        .pop()
        .unwrap_or_else(|| json!({"id": lost.id, "unit": lost.unit}));
    reply["outcome"] = match end {
        End::TimedOut => json!({"kind": "timed_out"}),
        End::Died(how) => json!({"kind": "crashed", "how": how}),
    };
    reply
}

/// Runs cases in one process until it ends; how, if before its time.
fn run_some(
    python: &Path,
    library: &Path,
    request: &ObserveRequest,
    cases: &[Json],
    seed: &str,
    replies: &mut Vec<Json>,
) -> Result<Option<End>, String> {
    let mut child = Command::new(python)
        .arg("-c")
        .arg("import sys; sys.path.insert(0, sys.argv.pop(1)); from everypath_worker.observe import main; sys.path.pop(0); main()")
        .arg(library)
        .env("PYTHONHASHSEED", seed)
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .process_group(0)
        .spawn()
        .map_err(|error| format!("{} cannot be started: {error}", python.display()))?;
    let mut message = serde_json::to_value(request).expect("requests are plain data");
    message["cases"] = Json::Array(cases.to_vec());
    let mut stdin = child.stdin.take().expect("the pipe was asked for");
    // The observer reads everything before it answers.
    let sent = stdin.write_all(message.to_string().as_bytes());
    drop(stdin);
    let mut lines = Lines::new(child);
    if sent.is_err() {
        return Err("the observer does not start".to_owned());
    }
    let ready = lines.next(LOAD_LIMIT).map_err(|end| match end {
        End::TimedOut => "the module takes too long to be imported".to_owned(),
        End::Died(how) => format!("the module was not imported: {how}"),
    })?;
    let ready: Json = serde_json::from_slice(&ready).map_err(|error| error.to_string())?;
    if let Some(error) = ready.get("error").and_then(Json::as_str) {
        return Err(error.to_owned());
    }
    let limit = Duration::from_secs_f64(request.timeout.max(0.01)) + GRACE;
    for _ in cases {
        match lines.next(limit) {
            Ok(line) => match serde_json::from_slice(&line) {
                Ok(reply) => replies.push(reply),
                Err(error) => return Ok(Some(End::Died(format!("it wrote nonsense: {error}")))),
            },
            Err(end) => return Ok(Some(end)),
        }
    }
    Ok(None)
}

/// One description of two; an error if they have nothing in common.
fn agree(mut first: Json, second: &Json) -> Result<Json, String> {
    if first == *second {
        return Ok(first);
    }
    for part in ["receiver", "arguments", "before", "recipes"] {
        if first.get(part) != second.get(part) {
            return Err("its input cannot be made the same way twice".to_owned());
        }
    }
    let (one, other) = (&first["outcome"], &second["outcome"]);
    let words = |outcome: &Json| {
        let kind = outcome["kind"].as_str().unwrap_or("nothing").to_owned();
        outcome["qualname"]
            .as_str()
            .map_or(kind.clone(), |name| format!("{kind} {name}"))
    };
    if words(one) != words(other) {
        return Err(format!(
            "two processes disagree: {} in one, {} in the other",
            words(one),
            words(other)
        ));
    }
    let mut unstable = vec![];
    if one.get("message") != other.get("message") {
        unstable.push("message");
    }
    if state_of(&first) != state_of(second) {
        unstable.push("state");
    }
    if one.get("value") != other.get("value") || result_of(&first) != result_of(second) {
        unstable.push("result");
    }
    first["unstable"] = json!(unstable);
    Ok(first)
}

fn state_of(case: &Json) -> Vec<(String, &Json)> {
    nodes_below(case, &[&case["receiver"], &case["arguments"]])
}

fn result_of(case: &Json) -> Vec<(String, &Json)> {
    nodes_below(case, &[&case["outcome"]["value"]])
}

/// The nodes after the call that some values lead to.
fn nodes_below<'a>(case: &'a Json, roots: &[&'a Json]) -> Vec<(String, &'a Json)> {
    let mut pending: Vec<&Json> = roots.to_vec();
    let mut seen = BTreeSet::new();
    let mut found = vec![];
    while let Some(json) = pending.pop() {
        match json {
            Json::Object(map) => {
                let id = map.get("id").and_then(Json::as_str);
                if let (Some("ref"), Some(id)) = (map.get("t").and_then(Json::as_str), id)
                    && seen.insert(id.to_owned())
                    && let Some(node) = case["after"].get(id)
                {
                    found.push((id.to_owned(), node));
                    pending.push(node);
                }
                pending.extend(map.values());
            }
            Json::Array(items) => pending.extend(items),
            _ => {}
        }
    }
    found.sort_by(|one, other| one.0.cmp(&other.0));
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn case(result: i64, field: i64) -> Json {
        json!({
            "receiver": {"t": "ref", "id": "0"}, "arguments": [], "before": {}, "recipes": {},
            "outcome": {"kind": "returned", "value": {"t": "int", "v": result.to_string()}},
            "after": {"0": {"kind": "list", "items": [{"t": "int", "v": field.to_string()}]}},
        })
    }

    #[test]
    fn what_two_processes_disagree_on_is_unstable() {
        let agreed = |second: Json| agree(case(1, 1), &second).unwrap()["unstable"].clone();
        assert_eq!(agreed(case(1, 1)), Json::Null);
        assert_eq!(agreed(case(2, 1)), json!(["result"]));
        assert_eq!(agreed(case(1, 2)), json!(["state"]));
        assert_eq!(agreed(case(2, 2)), json!(["state", "result"]));
    }

    #[test]
    fn another_outcome_is_no_case() {
        let mut second = case(1, 1);
        second["outcome"] = json!({"kind": "raised", "qualname": "KeyError"});
        let reason = agree(case(1, 1), &second).unwrap_err();
        assert_eq!(
            reason,
            "two processes disagree: returned in one, raised KeyError in the other"
        );
    }
}
