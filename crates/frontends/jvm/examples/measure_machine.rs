//! Measures the machine on `bench/java/interpreter`: milliseconds to boot,
//! and millions of bytecodes a second without and with symbols.

#![allow(clippy::print_stdout, reason = "a program for the terminal")]

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use everypath_jvm::machine::{Machine, Value};
use everypath_jvm::{ClassPath, JvmExecutor, Options, Program};
use everypath_term::Terms;
use everypath_trace::{Executor, Input, Language, RunLimits, Scope};

fn main() -> Result<(), String> {
    let arguments: Vec<PathBuf> = std::env::args().skip(1).map(PathBuf::from).collect();
    let [jdk, classes] = &arguments[..] else {
        return Err("usage: measure_machine JDK CLASSES".to_owned());
    };
    let start = Instant::now();
    let class_path = Arc::new(ClassPath::open(jdk, std::slice::from_ref(classes))?);
    let mut machine = Machine::new(class_path.clone(), None);
    machine.boot()?;
    let boot = start.elapsed();

    let before = machine.executed();
    let start = Instant::now();
    let ended = machine.load("Work").and_then(|class| {
        machine.initialise(class)?;
        match machine.find_own_method(class, "concrete", "(I)J") {
            Some(method) => machine.call(method, &[Value::int(3_000_000)]),
            None => Ok(Value::default()),
        }
    });
    ended.map_err(|stop| machine.describe_stop(&stop))?;
    let concrete = rate(machine.executed() - before, start.elapsed());

    let targets = ["Work".to_owned()];
    let loaded = Program::load(
        class_path,
        &targets,
        Scope::of(Language::Java),
        Options::default(),
    )?;
    let mut executor = JvmExecutor::new(&loaded)?;
    let unit = loaded
        .units
        .iter()
        .position(|unit| unit.method == "symbolic");
    executor.choose(unit.ok_or("there is no unit")?)?;
    let limits = RunLimits {
        decisions: 1_000,
        time: Duration::from_secs(60),
    };
    let before = executor.executed();
    let start = Instant::now();
    executor.run(&mut Terms::new(), &Input::open(), &limits);
    let symbolic = rate(executor.executed() - before, start.elapsed());
    println!(
        "{:.1} {concrete:.1} {symbolic:.1}",
        boot.as_secs_f64() * 1e3
    );
    Ok(())
}

fn rate(count: u64, time: Duration) -> f64 {
    count as f64 / time.as_secs_f64() / 1e6
}
