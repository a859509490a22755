//! A class with many infeasible path conditions: all feasible paths are found
//! and all others are proved infeasible, in little time.

#![allow(clippy::print_stderr, reason = "tests say what they found")]

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use everypath_explore::{Next, StopReason, Supervision, Task, explore, strategies};
use everypath_jvm::{ClassPath, JvmExecutor, Options, Program};
use everypath_term::Terms;
use everypath_testlab::{compile_java, jdk};
use everypath_trace::{Language, Outcome, Scope};

#[test]
fn all_feasible_paths_are_found_and_the_others_proved_infeasible() {
    let Some(jdk) = jdk() else {
        return;
    };
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../tests/java/structures");
    let directory = tempfile::tempdir().expect("a directory for the classes");
    for length in [10, 20, 40] {
        let class = format!("Mipc{length}");
        compile_java(
            &jdk,
            &[sources.join(format!("{class}.java"))],
            directory.path(),
        );
        let class_path = ClassPath::open(&jdk, &[directory.path().to_owned()]).expect("it opens");
        let scope = Scope {
            calls: 0,
            ..Scope::of(Language::Java)
        };
        let started = Instant::now();
        let loaded = Program::load(
            Arc::new(class_path),
            std::slice::from_ref(&class),
            scope,
            Options::default(),
        )
        .expect("it loads");
        let unit = loaded.units.iter().position(|unit| unit.method == "target");
        let mut executor = JvmExecutor::new(&loaded).expect("it boots");
        executor
            .choose(unit.expect("it has the method"))
            .expect("it is there");
        let clock = || started.elapsed();
        let mut solver = everypath_solve::default_chain(&everypath_solve::Options::default());
        let mut strategy = strategies::DepthFirst::new();
        let found = explore(
            &mut Terms::new(),
            &mut executor,
            &mut *solver,
            &mut strategy,
            &Task::all_paths(),
            Supervision {
                clock: &clock,
                end: None,
                cancelled: &AtomicBool::new(false),
            },
            &mut |_, _, _| Next::Continue,
        );
        let returned = found
            .tree
            .runs()
            .iter()
            .filter(|run| run.trace.outcome == Outcome::Returned)
            .count();
        eprintln!(
            "{class}: {returned} paths, {:?}, {:?}",
            found.statistics,
            started.elapsed()
        );
        assert_eq!(returned, 32, "{class}");
        assert_eq!(found.stop, StopReason::Exhausted, "{class}");
        assert_eq!(found.statistics.unknown, 0, "{class}");
        assert_eq!(found.statistics.divergences, 0, "{class}");
        // Two seconds is the aim; a loaded machine may need more.
        assert!(started.elapsed() < Duration::from_secs(10), "{class}");
    }
}
