//! Observes, emits and runs hand-made inputs: a file, inputs as JSON, where
//! to write, and the Python. For trying the emitter without an exploration.

#![allow(clippy::print_stdout, reason = "a program for the terminal")]

use std::path::PathBuf;
use std::time::{Duration, Instant};

use everypath_emit::pytest::{Case, Options, emit_passing};
use everypath_python::{Kept, Library, ObserveRequest, TestOutcome, observe, validate};
use everypath_term::Value;
use everypath_trace::Input;

fn kept_of(json: &serde_json::Value) -> Kept {
    let mut input = Input::open();
    for (slot, value) in json["values"].as_object().expect("values") {
        let value = match value {
            serde_json::Value::Bool(value) => Value::Bool(*value),
            number => Value::Int(number.to_string().parse().expect("an integer")),
        };
        input.values.insert(slot.as_str().into(), value);
    }
    for (slot, option) in json["choices"].as_object().expect("choices") {
        let option = option.as_u64().expect("an option") as u32;
        input.choices.insert(slot.as_str().into(), option);
    }
    Kept {
        id: json["id"].as_u64().expect("an id"),
        unit: json["unit"].as_str().expect("a unit").to_owned(),
        input,
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let (file, inputs, directory) = (&arguments[1], &arguments[2], PathBuf::from(&arguments[3]));
    let python = PathBuf::from(arguments.get(4).map_or("python3", String::as_str));
    let library = Library::unpack().expect("a temporary directory");
    let json: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(inputs).expect("inputs")).expect("JSON");
    let kept: Vec<Kept> = json
        .as_array()
        .expect("a list")
        .iter()
        .map(kept_of)
        .collect();
    let request = ObserveRequest {
        path: Some(file.clone()),
        scope: serde_json::json!({"max_nodes": 4}),
        observer_arguments: false,
        timeout: 1.0,
        ..ObserveRequest::default()
    };
    let start = Instant::now();
    let observed = observe(&python, library.path(), &request, &kept).expect("observed");
    let watched = start.elapsed();
    let cases: Vec<Case> = observed
        .cases
        .into_iter()
        .map(|case| Case::parse(&case).expect("a case"))
        .collect();
    let module = PathBuf::from(file);
    let mut options = Options::new(module.file_stem().unwrap().to_str().unwrap());
    options.root_on_path = Some(module.parent().unwrap().display().to_string());
    let mut runs = 0;
    let emitted = emit_passing(&cases, &options, &mut |file| {
        runs += 1;
        let path = directory.join(&file.name);
        std::fs::write(&path, &file.text).expect("written");
        let limit = Duration::from_secs(20);
        validate(&python, library.path(), &path, &directory, limit).map(|outcomes| {
            let verdict = |outcome| match outcome {
                TestOutcome::Passed => None,
                TestOutcome::Failed(why) => Some(why),
            };
            outcomes
                .into_iter()
                .map(|(test, outcome)| (test, verdict(outcome)))
                .collect()
        })
    })
    .expect("validated");
    for dropped in &observed.dropped {
        println!(
            "  dropped {} {}: {}",
            dropped.id, dropped.unit, dropped.reason
        );
    }
    for skipped in &emitted.skipped {
        println!(
            "  skipped {} {}: {}",
            skipped.id, skipped.unit, skipped.reason
        );
    }
    for file in [&emitted.tests, &emitted.bugs].into_iter().flatten() {
        std::fs::write(directory.join(&file.name), &file.text).expect("written");
        println!("  {}: {} tests", file.name, file.tests.len());
    }
    println!(
        "  observed in {watched:?}, {runs} pytest runs, {:?} in all",
        start.elapsed()
    );
}
