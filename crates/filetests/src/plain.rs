//! The same inputs in plain CPython: no rewriting, no proxies.

use std::io::Write;
use std::path::Path;
use std::process::Stdio;

use everypath_term::Value;
use everypath_trace::{Input, Outcome};
use serde_json::{Value as Json, json};

use crate::checks::Record;
use crate::python::Python;

/// Runs the records' inputs plainly; says where CPython ends otherwise.
pub(crate) fn compare(
    python: &Python,
    file: &Path,
    scope: &Json,
    runs: &[(String, Record)],
) -> Vec<String> {
    let runs: Vec<&(String, Record)> = runs
        .iter()
        .filter(|(_, record)| matches!(record.outcome, Outcome::Returned | Outcome::Threw { .. }))
        .collect();
    let cases: Vec<Json> = runs
        .iter()
        .map(|(unit, record)| case(unit, &record.input))
        .collect();
    let request = json!({"path": file, "scope": scope, "cases": cases});
    let answers = match ask(python, &request) {
        Ok(answers) => answers,
        Err(error) => return vec![format!("plain CPython gave no answer: {error}")],
    };
    let mut complaints = Vec::new();
    for ((unit, record), answer) in runs.iter().zip(&answers) {
        let expected = match &record.outcome {
            Outcome::Threw { kind, message } => {
                json!({"threw": kind, "message": message, "state": record.state})
            }
            _ => json!({"state": record.state}),
        };
        if *answer != expected {
            complaints.push(format!(
                "{unit} on {}\n    with proxies: {expected}\n    plainly:      {answer}",
                case(unit, &record.input)
            ));
        }
    }
    if answers.len() != runs.len() {
        complaints.push(format!("{} of {} answers", answers.len(), runs.len()));
    }
    complaints
}

fn case(unit: &str, input: &Input) -> Json {
    let values: serde_json::Map<String, Json> = input
        .values
        .iter()
        .map(|(slot, value)| (slot.to_string(), plain_value(value)))
        .collect();
    json!({"unit": unit, "values": values, "choices": input.choices})
}

fn plain_value(value: &Value) -> Json {
    match value {
        Value::Bool(value) => json!(value),
        Value::Float64(bits) => json!(bits),
        Value::Int(value) => Json::Number(
            value
                .to_string()
                .parse()
                .expect("a decimal is a JSON number"),
        ),
        other => json!(format!("{other:?}")),
    }
}

fn ask(python: &Python, request: &Json) -> Result<Vec<Json>, String> {
    let mut child = python
        .script("plain.py")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| error.to_string())?;
    let mut stdin = child.stdin.take().expect("the pipe was asked for");
    let text = request.to_string();
    let writer = std::thread::spawn(move || stdin.write_all(text.as_bytes()));
    let output = child
        .wait_with_output()
        .map_err(|error| error.to_string())?;
    let _ = writer.join();
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    String::from_utf8_lossy(&output.stdout)
        .lines()
        .map(|line| serde_json::from_str(line).map_err(|error| format!("{error}: {line}")))
        .collect()
}
