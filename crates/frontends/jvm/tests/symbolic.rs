//! Symbolic runs tell the truth: every condition holds on the input of its
//! run as it was decided, runs follow their flips, and the same input without
//! any symbol, which the JDK's own code runs, ends the same way.

#![allow(clippy::print_stderr, reason = "tests say what they found")]

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use everypath_explore::{Next, Supervision, Task, explore, strategies};
use everypath_jvm::{ArrayModel, ClassPath, JvmExecutor, Options, Program};
use everypath_term::{Evaluator, Terms, VarId, print};
use everypath_testlab::{compile_java, jdk};
use everypath_trace::{Decision, Executor, Input, Language, RunLimits, Scope, Trace};

/// Checks every run of an executor.
struct Checking<'a> {
    inner: &'a mut JvmExecutor,
    complaints: Vec<String>,
}

impl Executor for Checking<'_> {
    fn run(&mut self, terms: &mut Terms, input: &Input, limits: &RunLimits) -> Trace {
        let trace = self.inner.run(terms, input, limits);
        let values = |variable: VarId| trace.input.value_of(terms, variable).cloned();
        let mut evaluator = Evaluator::new();
        for term in trace.assumptions.iter().chain(&trace.bounds) {
            if !evaluator.holds(terms, *term, &values) {
                self.complaints
                    .push(format!("{} does not hold", print(terms, *term)));
            }
        }
        for decision in &trace.decisions {
            if let Decision::Condition { term, taken, .. } = decision
                && evaluator.holds(terms, *term, &values) != *taken
            {
                let condition = print(terms, *term);
                self.complaints
                    .push(format!("{condition} is not {taken} on {:?}", trace.input));
            }
        }
        let concrete = self.inner.run_concretely(&trace.input, limits).outcome;
        if trace.outcome.is_finished() && concrete != trace.outcome {
            self.complaints.push(format!(
                "{:?} with symbols, {concrete:?} without, on {:?}",
                trace.outcome, trace.input
            ));
        }
        trace
    }
}

fn check(model: ArrayModel) {
    let Some(jdk) = jdk() else {
        return;
    };
    let source =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../tests/java/symbolic/Answers.java");
    let directory = tempfile::tempdir().expect("a directory for the classes");
    compile_java(&jdk, &[source], directory.path());
    let class_path = ClassPath::open(&jdk, &[directory.path().to_owned()]).expect("it opens");
    let scope = Scope {
        text: 5,
        length: 4,
        ..Scope::of(Language::Java)
    };
    let options = Options {
        arrays: model,
        ..Options::default()
    };
    let targets = ["Answers".to_owned()];
    let loaded = Program::load(Arc::new(class_path), &targets, scope, options).expect("it loads");
    let mut executor = JvmExecutor::new(&loaded).expect("it boots");
    let mut complaints = Vec::new();
    for (index, unit) in loaded.units.iter().enumerate() {
        executor.choose(index).expect("the unit is there");
        let mut task = Task::all_paths();
        task.budget.paths = Some(25);
        task.budget.idle_flips = Some(150);
        task.query_limits.cost = Duration::from_millis(300);
        let mut solver = everypath_solve::default_chain(&everypath_solve::Options::default());
        let mut strategy = strategies::BreadthFirst::new();
        let mut checking = Checking {
            inner: &mut executor,
            complaints: Vec::new(),
        };
        let found = explore(
            &mut Terms::new(),
            &mut checking,
            &mut *solver,
            &mut strategy,
            &task,
            Supervision {
                clock: &|| Duration::ZERO,
                end: None,
                cancelled: &AtomicBool::new(false),
            },
            &mut |_, _, _| Next::Continue,
        );
        complaints.extend(
            checking
                .complaints
                .into_iter()
                .map(|text| format!("{}: {text}", unit.name())),
        );
        if found.statistics.divergences > 0 {
            complaints.push(format!(
                "{}: {} diverged",
                unit.name(),
                found.statistics.divergences
            ));
        }
        let paths = found.tree.paths();
        eprintln!("{}: {paths} paths, {:?}", unit.name(), found.stop);
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn runs_with_arrays_by_cases_tell_the_truth() {
    check(ArrayModel::Cases);
}

#[test]
fn runs_with_array_theory_tell_the_truth() {
    check(ArrayModel::Theory);
}

#[test]
fn runs_with_lazy_arrays_tell_the_truth() {
    check(ArrayModel::Lazy);
}
