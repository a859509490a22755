//! How fast runs are, from end to end and in the worker alone. Not a test:
//! `cargo test --release -p everypath-filetests --test speed -- --ignored --nocapture`.

#![allow(clippy::print_stdout, reason = "tests say what they found")]

use std::time::{Duration, Instant};

use everypath_filetests::{Python, repository};
use everypath_python::{LoadRequest, Phase, PythonExecutor, Strategy};
use everypath_term::{Terms, Value};
use everypath_trace::{Executor, Input, RunLimits};

#[test]
#[ignore = "it measures, it does not check"]
fn runs_a_second() {
    let python = Python::from_environment();
    let file = repository().join("tests/python/conformance/speed.py");
    let request = LoadRequest {
        path: Some(file.display().to_string()),
        name: None,
        scope: serde_json::json!({}),
        strategy: Strategy::Exhaustive,
        invariant: None,
        observer_arguments: false,
        rewritten: None,
        goals: Vec::new(),
    };
    let (mut executor, loaded) =
        PythonExecutor::load(python.launch(), request).expect("the module can be loaded");
    let limits = RunLimits {
        decisions: 1_000,
        time: Duration::from_secs(5),
    };
    for unit in &loaded.units {
        executor
            .choose(&unit.name, Phase::Call, Strategy::Exhaustive)
            .expect("the unit is there");
        let mut terms = Terms::new();
        let mut run = |number: i64| {
            let mut input = Input::open();
            input.values.insert("x".into(), Value::int(number % 97));
            input.values.insert("y".into(), Value::int(number % 31));
            input.values.insert("s#length".into(), Value::int(8));
            executor.run(&mut terms, &input, &limits)
        };
        let decisions = run(0).decisions.len();
        for number in 0..1_000 {
            run(number);
        }
        let (start, runs) = (Instant::now(), 10_000);
        for number in 0..runs {
            run(number);
        }
        let each = start.elapsed() / runs as u32;
        println!(
            "{}: {:.0} runs a second, {each:?} each, {decisions} decisions in the first",
            unit.name,
            1.0 / each.as_secs_f64()
        );
    }
}
