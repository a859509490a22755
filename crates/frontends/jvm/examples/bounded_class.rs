//! Covers the units of a compiled class with the bounded engine and says what
//! it took: `bounded_class JDK CLASSES CLASS [METHOD] [OBJECTS] [UNROLLINGS]`.

#![allow(clippy::print_stdout, reason = "a program for the terminal")]

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use everypath_bounded::{Scope, Sweep, Task, Verdict, cover, tighten};
use everypath_jvm::{ClassPath, JvmExecutor, Lowering, Options, Program, Scope as InputScope};
use everypath_term::Terms;
use everypath_trace::{GoalKind, RunLimits};

fn main() -> Result<(), String> {
    let thread = std::thread::Builder::new().stack_size(256 << 20);
    let run = thread.spawn(run).map_err(|error| error.to_string())?;
    run.join().map_err(|_| "it failed".to_owned())?
}

fn run() -> Result<(), String> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [jdk, classes, class, rest @ ..] = arguments.as_slice() else {
        return Err("give a JDK, a directory of classes and a class".to_owned());
    };
    let number = |index: usize, default: u32| {
        let given = rest.get(index).and_then(|text| text.parse().ok());
        given.unwrap_or(default)
    };
    let class_path = ClassPath::open(&PathBuf::from(jdk), &[PathBuf::from(classes)])?;
    let scope = InputScope {
        objects: number(1, 5),
        array_length: 5,
        ..InputScope::default()
    };
    let options = Options {
        goals: vec![GoalKind::Partition],
        ..Options::default()
    };
    let loaded = Program::load(
        Arc::new(class_path),
        std::slice::from_ref(class),
        scope,
        options,
    )?;
    let mut executor = JvmExecutor::new(&loaded)?;
    let mut lowering = Lowering::new(&loaded)?;
    let limits = RunLimits {
        decisions: 10_000,
        time: Duration::from_secs(2),
    };
    for (index, unit) in loaded.units.iter().enumerate() {
        if rest.first().is_some_and(|wanted| *wanted != unit.method) {
            continue;
        }
        executor.choose(index)?;
        let lowered = match lowering.unit(index) {
            Ok(lowered) => lowered,
            Err(why) => {
                println!("{}: it {why}", unit.name());
                continue;
            }
        };
        let started = Instant::now();
        let expired = || started.elapsed() > Duration::from_secs(60);
        let scope = Scope {
            objects: number(1, 5),
            unrollings: number(2, 8),
            recursion: number(3, 6),
            array_length: 5,
        };
        let skip = std::env::var_os("NO_BOUNDS").is_some();
        let bounds = (!skip)
            .then(|| {
                tighten(
                    &mut lowering,
                    &lowered.unit,
                    &scope,
                    6_000_000,
                    8_000_000,
                    &expired,
                )
            })
            .flatten();
        println!("bounds after {:.2?}", started.elapsed());
        let task = Task {
            unit: &lowered.unit,
            wanted: &unit.goals,
            scope,
            sweep: Sweep::Half,
            bounds: bounds.as_ref(),
            most_terms: 6_000_000,
            most_gates: 8_000_000,
            expired: &expired,
        };
        let mut terms = Terms::new();
        let mut first = None;
        let found = cover(
            &mut lowering,
            &task,
            &mut |lowering: &mut Lowering, solution| {
                first.get_or_insert(started.elapsed());
                let (input, guide) = lowering.input(&lowered, solution);
                let trace = executor.run_guided(&mut terms, &input, guide, &limits);
                trace.covered
            },
        );
        let count = |wanted: fn(&Verdict) -> bool| {
            let verdicts = found.verdicts.iter();
            verdicts.filter(|(_, verdict)| wanted(verdict)).count()
        };
        println!(
            "{}: {} goals, {} covered, {} unreachable, {} in scope; {} terms, {} gates, {} runs, \
             {} divergences, first after {:.2?}, {:.2?}",
            unit.name(),
            found.verdicts.len(),
            count(|verdict| *verdict == Verdict::Covered),
            count(|verdict| *verdict == Verdict::Unreachable),
            count(|verdict| matches!(verdict, Verdict::UnreachableWithin(_))),
            found.terms,
            found.gates,
            found.solutions,
            found.divergences,
            first.unwrap_or_default(),
            started.elapsed()
        );
        for (goal, verdict) in &found.verdicts {
            if *verdict != Verdict::Covered {
                let goal = &loaded.goals[*goal];
                println!(
                    "  {}:{} {} {verdict:?}",
                    goal.function, goal.location.line, goal.description
                );
            }
        }
    }
    Ok(())
}
